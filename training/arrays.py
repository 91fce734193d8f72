"""Labelled examples as arrays: per unit the set of tags that it may bear."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from tokenizers import Tokenizer

from rules import UNTOLD, rules_of
from tagset import ANYTHING, TAGS, Example, Label
from understudy.encoder.pieces import Pieces, read_pieces

CLASSES = ("O", *(f"{side}-{tag}" for tag in TAGS for side in "BI"))
LONGEST = 254
IGNORED = 0
"""The first set: all classes, so that nothing is asked."""
CHUNK = 5_000
TRUSTED = frozenset(TAGS) - {"PRODUCT", "CREATIVE_WORK", "NRP", "OCCUPATION", "GENDER", "FAMILY"}
Lexicon = Mapping[str, frozenset[str]]
Ints = npt.NDArray[np.uint16]
_NUMBERS = {name: at for at, name in enumerate(CLASSES)}


class Sets:
    """The distinct sets of classes, numbered."""

    def __init__(self) -> None:
        self.numbers: dict[frozenset[int], int] = {frozenset(range(len(CLASSES))): IGNORED}

    def number(self, names: Iterable[str]) -> int:
        key = frozenset(_NUMBERS[name] for name in names)
        return self.numbers.setdefault(key, len(self.numbers))

    def table(self) -> npt.NDArray[np.bool_]:
        found = np.zeros((len(self.numbers), len(CLASSES)), dtype=np.bool_)
        for key, at in self.numbers.items():
            found[at, list(key)] = True
        return found


@cache
def silent(known: frozenset[str], believed: frozenset[str]) -> tuple[str, ...]:
    """The classes of a unit outside all marks: those of no known tag that are trusted, or that its
    word is believed to bear."""
    tags = [tag for tag in TAGS if tag not in known and (tag in TRUSTED or tag in believed)]
    return ("O", *(f"{side}-{tag}" for tag in tags for side in "BI"))


def sided(side: str, label: Label) -> Iterator[str]:
    """The classes of a label at its beginning or inside it."""
    return (tag if tag == "O" else f"{side}-{tag}" for tag in label)


def allowed(example: Example, pieces: Pieces, sets: Sets, often: Lexicon) -> Ints:
    """Per piece the number of its set; pieces that begin no unit are ignored."""
    found = np.full(len(pieces.ids), IGNORED)
    plain = sets.number(silent(example.known, frozenset()))
    for first, start, end in zip(*pieces.units(), strict=True):
        word = example.text[start:end].strip().lower()
        believed = frozenset(tag for tag, words in often.items() if word in words)
        found[first] = sets.number(silent(example.known, believed)) if believed else plain
    for start, end, label in example.spans:
        inside = np.flatnonzero((pieces.starts < end) & (pieces.ends > start) & pieces.begins)
        if label == ANYTHING:
            found[inside] = IGNORED
        elif len(inside):
            found[inside] = sets.number(sided("I", label))
            found[inside[0]] = sets.number(sided("B", label))
    return found.astype(np.uint16)


def windows(length: int) -> Iterator[slice]:
    for at in range(0, max(length, 1), LONGEST):
        yield slice(at, min(at + LONGEST, length))


class Rows(NamedTuple):
    """Windows of texts end to end, and how long each is."""

    ids: Ints
    cases: npt.NDArray[np.uint8]
    wanted: Ints
    lengths: npt.NDArray[np.int16]
    late: npt.NDArray[np.float16]
    """How much of the corpus of each window is still read at the end of training."""
    rules: npt.NDArray[np.uint8]
    """By whose rules each is marked."""


Part = tuple[npt.NDArray[np.generic], ...]


def end_to_end(parts: Sequence[Part]) -> Rows:
    """Windows of pieces, cases and what is wanted of them."""
    ids, cases, wanted = (np.concatenate([part[at] for part in parts]) for at in range(3))
    return Rows(
        ids.astype(np.uint16),
        cases.astype(np.uint8),
        wanted.astype(np.uint16),
        np.array([len(part[0]) for part in parts], np.int16),
        np.ones(len(parts), np.float16),
        np.full(len(parts), UNTOLD, np.uint8),
    )


def together(rows: Sequence[Rows]) -> Rows:
    return Rows(*(np.concatenate(column) for column in zip(*rows, strict=True)))


Task = tuple[Sequence[Example], Sequence[float], str, Lexicon]


def _tagged(task: Task) -> tuple[Rows, list[frozenset[int]]]:
    examples, late, tokenizer, often = task
    sets, parts, shares, rules = Sets(), [], [], []
    read = read_pieces(Tokenizer.from_file(tokenizer), [example.text for example in examples])
    for example, pieces, share in zip(examples, read, late, strict=True):
        wanted = allowed(example, pieces, sets, often)
        for window in windows(len(pieces.ids)):
            if window.stop > window.start:
                parts.append((pieces.ids[window], pieces.cases[window], wanted[window]))
                shares.append(share)
                rules.append(rules_of(example.corpus))
    rows = end_to_end(parts)._replace(
        late=np.array(shares, np.float16), rules=np.array(rules, np.uint8)
    )
    return rows, list(sets.numbers)


def tagged(
    examples: Sequence[Example],
    late: Sequence[float],
    tokenizer: str,
    sets: Sets,
    often: Lexicon,
    workers: int,
) -> Rows:
    """All examples, by several processes; their sets are numbered anew as they come together."""
    tasks = [
        (examples[at : at + CHUNK], late[at : at + CHUNK], tokenizer, often)
        for at in range(0, len(examples), CHUNK)
    ]
    done: list[Rows] = []
    with ProcessPoolExecutor(workers) as pool:
        for rows, keys in pool.map(_tagged, tasks):
            numbers = [sets.numbers.setdefault(key, len(sets.numbers)) for key in keys]
            done.append(rows._replace(wanted=np.array(numbers, np.uint16)[rows.wanted]))
    return together(done)
