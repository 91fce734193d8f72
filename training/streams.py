"""Encode the running text once: per source one stream of pieces and one of letter case.

python training/streams.py --data DATA --tokenizer T.json --out STREAMS [--only wiki-en-1 ...]
"""

from __future__ import annotations

import argparse
import os
from functools import partial
from multiprocessing import Pool
from pathlib import Path

import numpy as np
from tokenizers import Tokenizer

import text
from understudy.encoder.pieces import NEWLINE, read_pieces

CHUNK = 4000


def encode(lines: list[str], tokenizer: str) -> tuple[np.ndarray, np.ndarray]:
    """Pieces and cases of the lines, a newline after each."""
    os.environ["TOKENIZERS_PARALLELISM"] = "false"
    found = read_pieces(Tokenizer.from_file(tokenizer), lines)
    ids = [part for pieces in found for part in (pieces.ids, [NEWLINE])]
    cases = [part for pieces in found for part in (pieces.cases, [1])]
    return np.concatenate(ids).astype(np.uint16), np.concatenate(cases).astype(np.uint8)


def sources(data: Path, only: list[str]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for name in only:
        if name in ("modern-es", "plain-en"):
            found[name] = (text.modern_spanish if name == "modern-es" else text.plain_english)(data)
            continue
        found[name], held = text.split(text.paragraphs(data, name), name)
        if held:
            found[f"{name}.heldout"] = held
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--tokenizer", required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--only", nargs="*", default=[*text.RUNNING, "modern-es", "plain-en"])
    asked = parser.parse_args()
    asked.out.mkdir(parents=True, exist_ok=True)
    with Pool(os.cpu_count()) as pool:
        for name, lines in sources(asked.data, asked.only).items():
            chunks = [lines[at : at + CHUNK] for at in range(0, len(lines), CHUNK)]
            parts = pool.map(partial(encode, tokenizer=asked.tokenizer), chunks)
            np.save(asked.out / f"{name}.ids.npy", np.concatenate([ids for ids, _ in parts]))
            np.save(asked.out / f"{name}.cases.npy", np.concatenate([case for _, case in parts]))
            print(name, sum(len(ids) for ids, _ in parts), "pieces", flush=True)


if __name__ == "__main__":
    main()
