"""Streams of pieces in parts that travel: one compressed file a part, read by whoever trains."""

from __future__ import annotations

import json
import lzma
from pathlib import Path

import numpy as np
import numpy.typing as npt

Stream = tuple[npt.NDArray[np.uint16], npt.NDArray[np.uint8]]
NAME = "streams.bin"


def written(folder: Path, streams: dict[str, Stream]) -> tuple[str, int]:
    """A header of one line, then ids and cases of each stream, compressed apart. The file gets its
    name when it is whole."""
    folder.mkdir(parents=True, exist_ok=True)
    blocks, header = [], []
    for name, (ids, cases) in streams.items():
        made = [lzma.compress(array.tobytes(), preset=6) for array in (ids, cases)]
        header.append({"name": name, "pieces": len(ids), "bytes": [len(one) for one in made]})
        blocks += made
    content = json.dumps(header).encode() + b"\n" + b"".join(blocks)
    (folder / f"{NAME}.new").write_bytes(content)
    (folder / f"{NAME}.new").rename(folder / NAME)
    return str(folder / NAME), len(content)


def read(path: Path) -> dict[str, Stream]:
    content = path.read_bytes()
    header, _, rest = content.partition(b"\n")
    found: dict[str, Stream] = {}
    at = 0
    for one in json.loads(header):
        first, second = one["bytes"]
        ids = np.frombuffer(lzma.decompress(rest[at : at + first]), np.uint16)
        cases = np.frombuffer(lzma.decompress(rest[at + first : at + first + second]), np.uint8)
        at += first + second
        if not len(ids) == len(cases) == one["pieces"]:
            raise ValueError(f"{path}: {one['name']} is not whole")
        found[one["name"]] = ids, cases
    return found
