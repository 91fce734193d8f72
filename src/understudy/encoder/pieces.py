"""Text to word pieces and letter case, apart: the encoder reads "ROSA", "Rosa" and "rosa" as one
word with three cases, and a text that shows no case at all (a transcript, a form in capitals) as
text whose case is unknown."""

from __future__ import annotations

import unicodedata
from array import array
from collections.abc import Sequence
from functools import cache
from itertools import chain
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from tokenizers import Tokenizer

__all__ = [
    "CASES",
    "MASK",
    "NEWLINE",
    "PAD",
    "Pieces",
    "caseless",
    "framed",
    "lone_halves",
    "lowered",
    "read_pieces",
]

Ints = npt.NDArray[np.int32]

PAD, MASK, NEWLINE = 0, 1, 2
"""The pieces with a meaning of their own, in the order in which the tokenizer holds them."""
CASES = ("unknown", "none", "lower", "title", "upper", "mixed")
_UNKNOWN, _NONE, _LOWER, _TITLE, _UPPER, _MIXED = range(len(CASES))
_NEAR, _LAST = 0x2FFF, 0x1FFFF
"""The last character of the scripts of Europe with its signs, and the last of which anything is
known: characters beyond are read as that one, neither letters nor digits. Few texts go beyond the
first, and tables of all characters take long to make."""
_HALVES = dict.fromkeys(range(0xD800, 0xE000), "\N{REPLACEMENT CHARACTER}")
"""Half a pair is no character, and no tokenizer takes it."""
_SHOUTED = 0.9
"""From this share of capitals on, capitals tell nothing."""


class Pieces(NamedTuple):
    """The pieces of a text; ``starts`` and ``ends`` are its characters, half-open, without the
    space before a word. ``begins`` says where a unit begins: a run of letters, of digits or of
    signs, which is what is tagged."""

    ids: Ints
    cases: npt.NDArray[np.int8]
    starts: Ints
    ends: Ints
    begins: npt.NDArray[np.bool_]

    def __repr__(self) -> str:
        return f"Pieces({len(self.ids)})"  # the numbers of pieces spell the text

    def units(self) -> tuple[Ints, Ints, Ints]:
        """The piece at which each unit begins, and the unit's characters with space after it."""
        firsts = np.flatnonzero(self.begins).astype(np.int32)
        starts = self.starts[firsts]
        ends = self.ends[np.append(firsts[1:], len(self.ids))[: len(firsts)] - 1]
        # Two pieces may share a character; two units do not.
        ends[:-1] = np.minimum(ends[:-1], starts[1:])
        return firsts, starts, ends


def framed(pieces: Pieces, start: int, end: int) -> tuple[Ints, npt.NDArray[np.int8], int]:
    """A stretch of a text as the shipped models read it: between newlines where the text begins
    and ends. Pieces, cases, and how many pieces stand before the stretch."""
    before, after = int(start == 0), int(end == len(pieces.ids))
    ids = np.full(before + end - start + after, NEWLINE, np.int32)
    cases = np.full(len(ids), _NONE, np.int8)
    inside = slice(before, before + end - start)
    ids[inside], cases[inside] = pieces.ids[start:end], pieces.cases[start:end]
    return ids, cases, before


@cache
def _reading(last: int) -> dict[int, str]:
    """How characters are read, one for one, so that offsets hold: letters whose lower case is one
    letter in lower case, and every space as the plain one."""
    table = {
        code: chr(code).lower()
        for code in range(last + 1)
        if chr(code).lower() != chr(code) and len(chr(code).lower()) == 1
    }
    table |= dict.fromkeys(map(int, np.flatnonzero(_classes(last) == 0)), " ")
    table |= _HALVES
    del table[ord("\n")]
    return table


@cache
def _kinds(last: int) -> npt.NDArray[np.int8]:
    """Per code point: 1 a lower-case letter, 2 an upper-case one, 0 anything else."""
    kinds = np.zeros(last + 1, dtype=np.int8)
    for code in range(last + 1):
        letter = chr(code)
        if letter.isupper() or letter.istitle():
            kinds[code] = 2
        elif letter.islower():
            kinds[code] = 1
    return kinds


@cache
def _classes(last: int) -> npt.NDArray[np.int8]:
    """Per code point: 1 letters and their marks, 2 digits, 3 signs, 0 spaces."""
    classes = np.full(last + 1, 3, dtype=np.int8)
    for code in range(last + 1):
        kind = unicodedata.category(chr(code))
        if kind[0] in "LM":
            classes[code] = 1
        elif kind[0] == "N":
            classes[code] = 2
        elif kind[0] == "Z" or chr(code).isspace():
            classes[code] = 0
    return classes


def _reach(codes: npt.NDArray[np.uint32]) -> int:
    """The last character that the tables for a text must have."""
    return _NEAR if not len(codes) or codes.max() <= _NEAR else _LAST


def _class_of(codes: npt.NDArray[np.uint32]) -> npt.NDArray[np.int8]:
    return _classes(_reach(codes))[codes]


def lowered(text: str) -> str:
    """The text as the tokenizer reads it, of the same length."""
    return text.translate(_reading(_NEAR if text.isascii() else _reach(_codes(text))))


def lone_halves(text: str) -> str:
    """The text with a sign in the place of each character that no tokenizer takes."""
    return text if text.isascii() else text.translate(_HALVES)


def read_pieces(tokenizer: Tokenizer, texts: Sequence[str]) -> list[Pieces]:
    """The pieces of each text. Lines are read apart, so a line reads alike wherever it stands,
    whatever it ends with, and however wide its spaces are.

    One by one: the tokenizer's own threads would outnumber the workers, and do not survive a fork.
    """
    return [_pieces(tokenizer, text) for text in texts]


def caseless(text: str, ids: Ints, starts: Ints, ends: Ints) -> Pieces:
    """Pieces of another tokenizer, which spells letter case in its own way."""
    codes = _codes(text)
    if len(starts):
        starts = starts + ((_class_of(codes[starts]) == 0) & (ends - starts > 1)).astype(np.int32)
    return Pieces(ids, np.zeros(len(ids), np.int8), starts, ends, _begins(codes, starts, ends))


def _codes(text: str) -> npt.NDArray[np.uint32]:
    codes = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype=np.uint32)
    return np.minimum(codes, _LAST)


def _pieces(tokenizer: Tokenizer, text: str) -> Pieces:
    ids, starts, ends = _encoded(tokenizer, lowered(text).split("\n"))
    codes = _codes(text)
    space = _class_of(codes) == 0
    at_space = space[starts]
    # A space is part of the piece after it; those that have a piece to themselves say nothing.
    idle = at_space & space[ends - 1] & np.append(at_space[1:], True)[: len(ids)]
    kept = ~idle | (ids == NEWLINE)
    ids, starts, ends, at_space = ids[kept], starts[kept], ends[kept], at_space[kept]
    starts += at_space & (ends - starts > 1)
    return Pieces(ids, _cases(codes, starts, ends), starts, ends, _begins(codes, starts, ends))


def _encoded(tokenizer: Tokenizer, lines: Sequence[str]) -> tuple[Ints, Ints, Ints]:
    """The pieces of all lines with their places in the text, and a piece for each line's end."""
    ids, places = array("i"), array("i")
    begins, counts = [], []
    begin = 0
    for line in lines:
        before = len(ids)
        if begin:
            ids.append(NEWLINE)
            places.extend((-1, 0))
        encoding: Any = tokenizer.encode(line)
        ids.extend(encoding.ids)
        places.extend(chain.from_iterable(encoding.offsets))
        begins.append(begin)
        counts.append(len(ids) - before)
        begin += len(line) + 1
    shifts = np.repeat(np.array(begins, dtype=np.int32), counts)
    found = np.array(places, dtype=np.int32).reshape(-1, 2)
    return np.array(ids, dtype=np.int32), found[:, 0] + shifts, found[:, 1] + shifts


def _begins(codes: npt.NDArray[np.uint32], starts: Ints, ends: Ints) -> npt.NDArray[np.bool_]:
    """Where a unit begins: after a gap, or where the kind of character changes."""
    if not len(starts):
        return np.zeros(0, dtype=np.bool_)
    kinds = _class_of(codes[starts])
    found = kinds > 0
    found[1:] &= (starts[1:] > ends[:-1]) | (kinds[1:] != kinds[:-1])
    return found


def _cases(codes: npt.NDArray[np.uint32], starts: Ints, ends: Ints) -> npt.NDArray[np.int8]:
    """The case of each piece, or unknown throughout where the text shows no difference."""
    kinds = _kinds(_reach(codes))[codes]
    upper = np.concatenate(([0], np.cumsum(kinds == 2, dtype=np.int32)))
    lower = np.concatenate(([0], np.cumsum(kinds == 1, dtype=np.int32)))
    capitals, letters = int(upper[-1]), int(upper[-1] + lower[-1])
    if not capitals or capitals >= _SHOUTED * letters:
        return np.full(len(starts), _UNKNOWN, dtype=np.int8)
    uppers, lowers = upper[ends] - upper[starts], lower[ends] - lower[starts]
    found = np.full(len(starts), _MIXED, dtype=np.int8)
    found[uppers == 0] = _LOWER
    found[(lowers == 0) & (uppers > 0)] = _UPPER
    found[(uppers == 1) & (kinds[starts] == 2)] = _TITLE
    found[uppers + lowers == 0] = _NONE
    return found
