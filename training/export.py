"""Write the trained weights as the package carries them: eight bits, a graph per body.

    python training/export.py --encoder OUT/encoder.pt --tagger OUT/tagger.pt --tokenizer T.json \\
        --out src/understudy/encoder/weights

The embedding is one table of whole numbers for both bodies; heads are small matrices apart.
Without ``--encoder`` the fast tagger alone is put in the place of the one that is there.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import lzma
from pathlib import Path

import numpy as np
import torch

from arrays import CLASSES
from prepare import POS
from understudy.encoder.model import GRAPHS
from understudy.encoder.pieces import CASES
from understudy.learn.graph import Weights, build

SCHEMA = 1
WINDOW = 128


def loaded(path: Path) -> Weights:
    state = torch.load(path, map_location="cpu")
    return {name: value.float().numpy() for name, value in state.items()}


def layers(weights: Weights) -> int:
    return 1 + max(int(name.split(".")[2]) for name in weights if name.startswith("body.layers."))


def whole(table: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Rows in eight bits with a scale each."""
    scale = np.maximum(np.abs(table).max(1), 1e-8) / 127
    return np.round(table / scale[:, None]).astype(np.int8), scale.astype(np.float32)


def write_graph(weights: Weights, inner: int, path: Path) -> None:
    width = len(weights["body.last.gain"])
    path.write_bytes(build(weights, inner, layers(weights), width).SerializeToString())


def exchange(tagger: Weights, out: Path, hints: Path | None = None) -> None:
    """The fast tagger of a folder of weights with the hints that it was taught with, and nothing
    else there."""
    with np.load(out / "heads.npz") as known:
        heads = dict(known)
    write_graph(tagger, heads["cases"].shape[1], out / GRAPHS["fast"])
    heads["fast_tags"] = tagger["tags.weight"].T.copy()
    heads["fast_tags_offset"] = tagger["tags.bias"]
    np.savez(out / "heads.npz", **heads)
    card = json.loads((out / "model.json").read_text("utf-8"))
    names = [GRAPHS["fast"], "heads.npz"]
    if hints:
        added, scale = whole(tagger["hints.weight"])
        with np.load(hints) as known:
            tables = {name: known[name] for name in ("kinds", "words", "pairs")}
        np.savez(out / "hints.npz", added=added, scale=scale, **tables)
        names.append("hints.npz")
    for name in names:
        card["files"][name] = hashlib.sha256((out / name).read_bytes()).hexdigest()
    (out / "model.json").write_text(json.dumps(card, indent=1) + "\n", "utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("tagger", "out"):
        parser.add_argument(f"--{name}", type=Path, required=True)
    for name in ("encoder", "tokenizer"):
        parser.add_argument(f"--{name}", type=Path)
    parser.add_argument("--hints", type=Path, help="what habits.py wrote")
    asked = parser.parse_args()
    if not asked.encoder:
        exchange(loaded(asked.tagger), asked.out, asked.hints)
        return
    asked.out.mkdir(parents=True, exist_ok=True)
    encoder, tagger = loaded(asked.encoder), loaded(asked.tagger)
    inner = encoder["pieces.weight"].shape[1]
    write_graph(encoder, inner, asked.out / "encoder.onnx")
    write_graph(tagger, inner, asked.out / "tagger.onnx")
    table, scale = whole(encoder["pieces.weight"])
    np.save(asked.out / "pieces.npy", table)
    np.savez(
        asked.out / "heads.npz",
        scale=scale,
        cases=encoder["cases.weight"],
        offset=encoder["offset"],
        tags=encoder["tags.weight"].T,
        tags_offset=encoder["tags.bias"],
        pos=encoder["pos.weight"].T,
        pos_offset=encoder["pos.bias"],
        vector=encoder["vector.weight"].T,
        vector_offset=encoder["vector.bias"],
        fast_tags=tagger["tags.weight"].T,
        fast_tags_offset=tagger["tags.bias"],
    )
    packed = lzma.compress(asked.tokenizer.read_bytes(), preset=9)
    (asked.out / "tokenizer.json.xz").write_bytes(packed)
    files = sorted(path for path in asked.out.iterdir() if path.name != "model.json")
    described = {
        "schema": SCHEMA,
        "name": "understudy",
        "languages": ["en", "es"],
        "licence": "Apache-2.0",
        "window": WINDOW,
        "cases": list(CASES),
        "classes": list(CLASSES),
        "pos": list(POS),
        "files": {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in files},
    }
    (asked.out / "model.json").write_text(json.dumps(described, indent=1) + "\n", "utf-8")
    for path in files:
        print(f"{path.name:20} {path.stat().st_size / 1e6:6.2f} MB")


if __name__ == "__main__":
    main()
