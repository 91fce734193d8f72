"""Labelled examples as arrays: pieces, letter case and, per unit, the set of tags that it may bear.

    python training/prepare.py --data DATA --tokenizer T.json --out OUT

A corpus marks some tags and is silent about others. A unit outside all marks may bear a tag that
its corpus does not mark where that tag has a form that hardly errs (`TRUSTED`), or where the same
word is often marked so elsewhere; the loss only asks that the mass lies within the set.
"""

from __future__ import annotations

import argparse
import csv
import os
import re
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import numpy as np
import numpy.typing as npt
from tokenizers import Tokenizer

from arrays import LONGEST, TRUSTED, Lexicon, Rows, Sets, end_to_end, tagged, together
from corpora import sentences
from labelled import heldout_examples, still_read, training_examples
from tagset import TAGS, Example
from understudy.encoder.pieces import NEWLINE, read_pieces

POS = (
    *("ADJ", "ADP", "ADV", "AUX", "CCONJ", "DET", "INTJ", "NOUN", "NUM"),
    *("PART", "PRON", "PROPN", "PUNCT", "SCONJ", "SYM", "VERB", "X"),
)
SPEECH = {"en-ewt/train": 1, "es-gsd/dev": 4, "es-pud/all": 2, "es-coser/all": 1}
"""Sentences with parts of speech, and how often each is read in a pass."""
OFTEN = 0.25
"""So much of the times that it occurs where a tag is marked throughout, a word bears the tag."""
WORD = re.compile(r"\w+")


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


def save(path: Path, rows: Rows, **more: npt.NDArray) -> None:
    np.savez_compressed(path, **rows._asdict(), **more)
    print(path.name, len(rows.lengths), "rows", len(rows.ids), "pieces", flush=True)


def parts_of_speech(path: Path, tokenizer: Tokenizer, lower: bool) -> Rows:
    """Sentences with the number of the tag plus one at the first unit of each word, else zero."""
    rows = []
    for tokens in sentences(path):
        text = " ".join(word for word, _ in tokens)
        places, at = [], 0
        for word, tag in tokens:
            places.append((at, tag))
            at += len(word) + 1
        pieces = read_pieces(tokenizer, [text.lower() if lower else text])[0]
        wanted = np.zeros(len(pieces.ids), dtype=np.uint16)
        firsts = {int(start): at for at, start in reversed(list(enumerate(pieces.starts)))}
        for start, tag in places:
            if start in firsts and tag in POS:
                wanted[firsts[start]] = POS.index(tag) + 1
        rows.append((pieces.ids[:LONGEST], pieces.cases[:LONGEST], wanted[:LONGEST]))
    return end_to_end(rows)


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
    parser.add_argument("--silver", type=Path, help="what silver.py wrote")
    parser.add_argument("--out", type=Path, required=True)
    asked = parser.parse_args()
    asked.out.mkdir(parents=True, exist_ok=True)
    tokenizer, sets = Tokenizer.from_file(asked.tokenizer), Sets()
    trained = training_examples(asked.data, 1, asked.silver)
    often = lexicon(trained)
    heldout = heldout_examples(asked.data, 1)
    for name, examples in (("tags", trained), ("tags-heldout", heldout)):
        late = [still_read(example) for example in examples]
        workers = os.cpu_count() or 1
        rows = tagged(examples, late, asked.tokenizer, sets, often, workers)
        save(asked.out / f"{name}.npz", rows, sets=sets.table())
    speech: list[Rows] = []
    for name, repeats in SPEECH.items():
        for lower in (False, True):
            path = asked.data / f"upos/{name}.conll"
            speech += [parts_of_speech(path, tokenizer, lower)] * repeats
    save(asked.out / "pos.npz", together(speech))
    pairs(asked.data, tokenizer, asked.out)


if __name__ == "__main__":
    main()
