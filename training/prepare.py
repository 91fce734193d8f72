"""Labelled examples as arrays: pieces, letter case and, per unit, the set of tags that it may bear.

    python training/prepare.py --data DATA --tokenizer T.json --out OUT

A corpus marks some tags and is silent about others. A unit outside all marks may bear any tag that
its corpus does not mark; the loss only asks that the mass lies within the set.
"""

from __future__ import annotations

import argparse
import csv
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt
from tokenizers import Tokenizer

from corpora import sentences
from labelled import heldout_examples, training_examples
from tagset import ANYTHING, TAGS, Example
from understudy.encoder.pieces import Pieces, read_pieces

CLASSES = ("O", *(f"{side}-{tag}" for tag in TAGS for side in "BI"))
POS = (
    *("ADJ", "ADP", "ADV", "AUX", "CCONJ", "DET", "INTJ", "NOUN", "NUM"),
    *("PART", "PRON", "PROPN", "PUNCT", "SCONJ", "SYM", "VERB", "X"),
)
LONGEST = 254
IGNORED = 0
"""The first set: all classes, so that nothing is asked."""
CHUNK = 20_000


class Sets:
    """The distinct sets of classes, numbered."""

    def __init__(self) -> None:
        self.numbers: dict[frozenset[int], int] = {frozenset(range(len(CLASSES))): IGNORED}

    def number(self, names: Iterable[str]) -> int:
        key = frozenset(CLASSES.index(name) for name in names)
        return self.numbers.setdefault(key, len(self.numbers))

    def table(self) -> npt.NDArray[np.bool_]:
        found = np.zeros((len(self.numbers), len(CLASSES)), dtype=np.bool_)
        for key, at in self.numbers.items():
            found[at, list(key)] = True
        return found


def allowed(example: Example, pieces: Pieces, sets: Sets) -> npt.NDArray[np.uint8]:
    """Per piece the number of its set; pieces that begin no unit are ignored."""
    unmarked = [
        "O",
        *(f"{side}-{tag}" for tag in TAGS if tag not in example.known for side in "BI"),
    ]
    found = np.where(pieces.begins, sets.number(unmarked), IGNORED)
    for start, end, label in example.spans:
        inside = np.flatnonzero((pieces.starts < end) & (pieces.ends > start) & pieces.begins)
        if label == ANYTHING:
            found[inside] = IGNORED
        elif len(inside):
            found[inside] = sets.number(f"I-{tag}" for tag in label)
            found[inside[0]] = sets.number(f"B-{tag}" for tag in label)
    return found.astype(np.uint8)


def windows(length: int) -> Iterator[slice]:
    for at in range(0, max(length, 1), LONGEST):
        yield slice(at, min(at + LONGEST, length))


def save(path: Path, rows: Sequence[tuple[npt.NDArray, ...]], **more: npt.NDArray) -> None:
    ids, cases, wanted = (np.concatenate([row[at] for row in rows]) for at in range(3))
    lengths = np.array([len(row[0]) for row in rows], dtype=np.int16)
    np.savez_compressed(
        path,
        ids=ids.astype(np.uint16),
        cases=cases.astype(np.uint8),
        wanted=wanted,
        lengths=lengths,
        **more,
    )
    print(path.name, len(rows), "rows", len(ids), "pieces", flush=True)


def tagged(
    examples: Sequence[Example], tokenizer: Tokenizer, sets: Sets
) -> list[tuple[npt.NDArray, ...]]:
    rows = []
    for begin in range(0, len(examples), CHUNK):
        part = examples[begin : begin + CHUNK]
        for example, pieces in zip(
            part, read_pieces(tokenizer, [example.text for example in part]), strict=True
        ):
            wanted = allowed(example, pieces, sets)
            for window in windows(len(pieces.ids)):
                if window.stop > window.start:
                    rows.append((pieces.ids[window], pieces.cases[window], wanted[window]))
    return rows


def parts_of_speech(path: Path, tokenizer: Tokenizer, lower: bool) -> list[tuple[npt.NDArray, ...]]:
    """Sentences with the number of the tag plus one at the first unit of each word, else zero."""
    rows = []
    for tokens in sentences(path):
        text = " ".join(word for word, _ in tokens)
        places, at = [], 0
        for word, tag in tokens:
            places.append((at, tag))
            at += len(word) + 1
        pieces = read_pieces(tokenizer, [text.lower() if lower else text])[0]
        wanted = np.zeros(len(pieces.ids), dtype=np.uint8)
        firsts = {int(start): at for at, start in reversed(list(enumerate(pieces.starts)))}
        for start, tag in places:
            if start in firsts and tag in POS:
                wanted[firsts[start]] = POS.index(tag) + 1
        rows.append((pieces.ids[:LONGEST], pieces.cases[:LONGEST], wanted[:LONGEST]))
    return rows


def pairs(data: Path, tokenizer: Tokenizer, out: Path) -> None:
    """Sentence pairs with their likeness, in both languages, line by line translations."""
    length = 64
    arrays: dict[str, npt.NDArray] = {}
    for language in ("en", "es"):
        with (data / f"similarity/stsb/stsb-{language}-train.csv").open(encoding="utf-8") as source:
            rows = list(csv.reader(source))
        for side in (0, 1):
            ids = np.zeros((len(rows), length), np.uint16)
            cases = np.zeros((len(rows), length), np.uint8)
            for at, pieces in enumerate(read_pieces(tokenizer, [row[side] for row in rows])):
                count = min(length, len(pieces.ids))
                ids[at, :count], cases[at, :count] = pieces.ids[:count], pieces.cases[:count]
            arrays[f"{language}{side}.ids"], arrays[f"{language}{side}.cases"] = ids, cases
        arrays[f"{language}.likeness"] = np.array([float(row[2]) / 5 for row in rows], np.float32)
    np.savez_compressed(out / "pairs.npz", **arrays)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--tokenizer", required=True)
    parser.add_argument("--out", type=Path, required=True)
    asked = parser.parse_args()
    asked.out.mkdir(parents=True, exist_ok=True)
    tokenizer, sets = Tokenizer.from_file(asked.tokenizer), Sets()
    rows = tagged(training_examples(asked.data, 1), tokenizer, sets)
    held = tagged(heldout_examples(asked.data, 1), tokenizer, sets)
    save(asked.out / "tags.npz", rows, sets=sets.table())
    save(asked.out / "tags-heldout.npz", held, sets=sets.table())
    speech = []
    for name, repeats in (("en-ewt/train", 1), ("es-gsd/dev", 5)):
        path = asked.data / f"upos/{name}.conll"
        for lower in (False, True):
            speech += parts_of_speech(path, tokenizer, lower) * repeats
    save(asked.out / "pos.npz", speech)
    pairs(asked.data, tokenizer, asked.out)


if __name__ == "__main__":
    main()
