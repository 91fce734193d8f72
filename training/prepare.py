"""Labelled examples as arrays: pieces, letter case and, per unit, the set of tags that it may bear.

    python training/prepare.py --data DATA --tokenizer T.json --out OUT

A corpus marks some tags and is silent about others. A unit outside all marks may bear a tag that
its corpus does not mark where that tag has a form that hardly errs (`TRUSTED`), or where the same
word is often marked so elsewhere; the loss only asks that the mass lies within the set.
"""

from __future__ import annotations

import argparse
import csv
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt
from tokenizers import Tokenizer

from corpora import sentences
from labelled import heldout_examples, training_examples
from tagset import ANYTHING, TAGS, Example
from understudy.encoder.pieces import NEWLINE, Pieces, read_pieces

CLASSES = ("O", *(f"{side}-{tag}" for tag in TAGS for side in "BI"))
POS = (
    *("ADJ", "ADP", "ADV", "AUX", "CCONJ", "DET", "INTJ", "NOUN", "NUM"),
    *("PART", "PRON", "PROPN", "PUNCT", "SCONJ", "SYM", "VERB", "X"),
)
LONGEST = 254
IGNORED = 0
"""The first set: all classes, so that nothing is asked."""
CHUNK = 20_000
TRUSTED = frozenset(TAGS) - {
    *("ORGANIZATION", "PRODUCT", "CREATIVE_WORK", "NRP", "OCCUPATION", "GENDER", "FAMILY"),
}
OFTEN = 0.25
"""So much of the times that it occurs where a tag is marked throughout, a word bears the tag."""
WORD = re.compile(r"\w+")
Lexicon = Mapping[str, frozenset[str]]


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


def lexicon(examples: Iterable[Example]) -> Lexicon:
    """Per tag that is not trusted the words that often bear it."""
    marked: dict[str, Counter[str]] = {tag: Counter() for tag in TAGS if tag not in TRUSTED}
    seen: dict[str, Counter[str]] = {tag: Counter() for tag in marked}
    for example in examples:
        words = WORD.findall(example.text.lower())
        for tag in marked.keys() & example.known:
            seen[tag].update(words)
        for start, end, label in example.spans:
            if len(label) == 1 and label[0] in marked and label[0] in example.known:
                marked[label[0]].update(WORD.findall(example.text[start:end].lower()))
    return {
        tag: frozenset(word for word, count in of_tag.items() if count >= OFTEN * seen[tag][word])
        for tag, of_tag in marked.items()
    }


def silent(example: Example, word: str, often: Lexicon) -> list[str]:
    """The classes of a unit outside all marks."""
    tags = [
        tag
        for tag in TAGS
        if tag not in example.known and (tag in TRUSTED or word in often.get(tag, ()))
    ]
    return ["O", *(f"{side}-{tag}" for tag in tags for side in "BI")]


def allowed(example: Example, pieces: Pieces, sets: Sets, often: Lexicon) -> npt.NDArray[np.uint16]:
    """Per piece the number of its set; pieces that begin no unit are ignored."""
    found = np.full(len(pieces.ids), IGNORED)
    numbers: dict[str, int] = {}
    for first, start, end in zip(*pieces.units(), strict=True):
        word = example.text[start:end].strip().lower()
        if word not in numbers:
            numbers[word] = sets.number(silent(example, word, often))
        found[first] = numbers[word]
    for start, end, label in example.spans:
        inside = np.flatnonzero((pieces.starts < end) & (pieces.ends > start) & pieces.begins)
        if label == ANYTHING:
            found[inside] = IGNORED
        elif len(inside):
            found[inside] = sets.number(f"I-{tag}" for tag in label)
            found[inside[0]] = sets.number(f"B-{tag}" for tag in label)
    return found.astype(np.uint16)


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
    examples: Sequence[Example], tokenizer: Tokenizer, sets: Sets, often: Lexicon
) -> list[tuple[npt.NDArray, ...]]:
    rows = []
    for begin in range(0, len(examples), CHUNK):
        part = examples[begin : begin + CHUNK]
        for example, pieces in zip(
            part, read_pieces(tokenizer, [example.text for example in part]), strict=True
        ):
            wanted = allowed(example, pieces, sets, often)
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
                count = min(length - 2, len(pieces.ids))
                ids[at, 1 : count + 1], cases[at, 1 : count + 1] = (
                    pieces.ids[:count],
                    pieces.cases[:count],
                )
                ids[at, [0, count + 1]], cases[at, [0, count + 1]] = NEWLINE, 1
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
    examples = training_examples(asked.data, 1)
    often = lexicon(examples)
    rows = tagged(examples, tokenizer, sets, often)
    held = tagged(heldout_examples(asked.data, 1), tokenizer, sets, often)
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
