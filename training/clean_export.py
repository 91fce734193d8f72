"""The clean checkpoint as a folder that ``Encoder.load(folder=...)`` reads; it has no heads.

python training/clean_export.py --checkpoint OUT --out FOLDER

OUT has body.npz, table.npz and clean.json (clean_train.py). FOLDER is at most 30 MB and no part of
the wheel; its card says how it was trained and on what.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import shutil
from pathlib import Path

import numpy as np

import eightbit
from export import SCHEMA, WINDOW, whole, write_graph
from understudy.encoder.model import GRAPHS
from understudy.encoder.pieces import CASES
from understudy.encoder.weights import SHIPPED

HERE = Path(__file__).resolve().parent
MOST = 30_000_000


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--checkpoint", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    asked = parser.parse_args()
    asked.out.mkdir(parents=True, exist_ok=True)
    state = eightbit.read(asked.checkpoint)
    write_graph(state, state["pieces.weight"].shape[1], asked.out / GRAPHS["full"])
    table, scale = whole(state["pieces.weight"])
    np.save(asked.out / "pieces.npy", table)
    np.savez(
        asked.out / "heads.npz", scale=scale, cases=state["cases.weight"], offset=state["offset"]
    )
    shutil.copyfile(SHIPPED / "tokenizer.json.xz", asked.out / "tokenizer.json.xz")
    files = sorted(path for path in asked.out.iterdir() if path.name != "model.json")
    record = json.loads((asked.checkpoint / "clean.json").read_text("utf-8"))
    counts = hashlib.sha256((HERE / "clean_text.json").read_bytes()).hexdigest()
    card = {
        "schema": SCHEMA,
        "name": "understudy-clean",
        "languages": ["en", "es"],
        "licence": "Apache-2.0",
        "window": WINDOW,
        "cases": list(CASES),
        "classes": ["O"],
        "training": {
            **{name: record[name] for name in ("seconds", "steps", "pieces", "device", "parts")},
            "heldout": record["heldout"],
            "text": counts,
        },
        "files": {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in files},
    }
    (asked.out / "model.json").write_text(json.dumps(card, indent=1) + "\n", "utf-8")
    size = sum(path.stat().st_size for path in asked.out.iterdir())
    print(f"{size / 1e6:.1f} MB")
    if size > MOST:
        raise SystemExit(f"{size:,} bytes: more than {MOST:,}")


if __name__ == "__main__":
    main()
