"""Text to word pieces and letter case, apart: the encoder reads "ROSA", "Rosa" and "rosa" as one
word with three cases, and a text that shows no case at all (a transcript, a form in capitals) as
text whose case is unknown."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from functools import cache
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from tokenizers import Tokenizer

__all__ = ["CASES", "MASK", "NEWLINE", "PAD", "Pieces", "lowered", "read_pieces"]

PAD, MASK, NEWLINE = 0, 1, 2
"""The pieces with a meaning of their own, in the order in which the tokenizer holds them."""
CASES = ("unknown", "none", "lower", "title", "upper", "mixed")
_UNKNOWN, _NONE, _LOWER, _TITLE, _UPPER, _MIXED = range(len(CASES))
_LAST = 0x1FFFF
"""Characters beyond are read as this one: neither letters nor digits."""
_SHOUTED = 0.9
"""From this share of capitals on, capitals tell nothing."""


class Pieces(NamedTuple):
    """The pieces of a text; ``starts`` and ``ends`` are its characters, half-open, without the
    space before a word. ``begins`` says where a unit begins: a run of letters, of digits or of
    signs, which is what is tagged."""

    ids: npt.NDArray[np.int32]
    cases: npt.NDArray[np.int8]
    starts: npt.NDArray[np.int32]
    ends: npt.NDArray[np.int32]
    begins: npt.NDArray[np.bool_]


@cache
def _lowering() -> dict[int, str]:
    """Lower case for every letter whose lower case is one letter, so that offsets hold."""
    return {
        code: chr(code).lower()
        for code in range(_LAST + 1)
        if chr(code).lower() != chr(code) and len(chr(code).lower()) == 1
    }


@cache
def _kinds() -> npt.NDArray[np.int8]:
    """Per code point: 1 a lower-case letter, 2 an upper-case one, 0 anything else."""
    kinds = np.zeros(_LAST + 1, dtype=np.int8)
    for code in range(_LAST + 1):
        letter = chr(code)
        if letter.isupper() or letter.istitle():
            kinds[code] = 2
        elif letter.islower():
            kinds[code] = 1
    return kinds


@cache
def _classes() -> npt.NDArray[np.int8]:
    """Per code point: 1 letters and their marks, 2 digits, 3 signs, 0 spaces."""
    classes = np.full(_LAST + 1, 3, dtype=np.int8)
    for code in range(_LAST + 1):
        kind = unicodedata.category(chr(code))
        if kind[0] in "LM":
            classes[code] = 1
        elif kind[0] == "N":
            classes[code] = 2
        elif kind[0] == "Z" or chr(code).isspace():
            classes[code] = 0
    return classes


def lowered(text: str) -> str:
    return text.lower() if text.isascii() else text.translate(_lowering())


def read_pieces(tokenizer: Tokenizer, texts: Sequence[str]) -> list[Pieces]:
    """The pieces of each text. Lines are read apart, so a line reads alike wherever it stands.

    One by one: the tokenizer's own threads would outnumber the workers, and do not survive a fork.
    """
    return [
        _joined(text, [(len(line), tokenizer.encode(line)) for line in lowered(text).split("\n")])
        for text in texts
    ]


def _joined(text: str, lines: Sequence[tuple[int, Any]]) -> Pieces:
    ids: list[int] = []
    offsets: list[tuple[int, int]] = []
    begin = 0
    for at, (length, encoding) in enumerate(lines):
        if at:
            ids.append(NEWLINE)
            offsets.append((begin - 1, begin))
        ids += encoding.ids
        offsets += (
            encoding.offsets
            if not begin
            else [(start + begin, end + begin) for start, end in encoding.offsets]
        )
        begin += length + 1
    places = np.array(offsets, dtype=np.int32).reshape(-1, 2)
    starts, ends = places[:, 0].copy(), places[:, 1].copy()
    codes = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype=np.uint32)
    codes = np.minimum(codes, _LAST)
    if len(starts):
        # The space before a word belongs to the piece, not to the word.
        starts += (codes[starts] == ord(" ")) & (ends - starts > 1)
    return Pieces(
        np.array(ids, dtype=np.int32),
        _cases(codes, starts, ends),
        starts,
        ends,
        _begins(codes, starts, ends),
    )


def _begins(
    codes: npt.NDArray[np.uint32], starts: npt.NDArray[np.int32], ends: npt.NDArray[np.int32]
) -> npt.NDArray[np.bool_]:
    """Where a unit begins: after a gap, or where the kind of character changes."""
    if not len(starts):
        return np.zeros(0, dtype=np.bool_)
    kinds = _classes()[codes[starts]]
    found = kinds > 0
    found[1:] &= (starts[1:] > ends[:-1]) | (kinds[1:] != kinds[:-1])
    return found


def _cases(
    codes: npt.NDArray[np.uint32], starts: npt.NDArray[np.int32], ends: npt.NDArray[np.int32]
) -> npt.NDArray[np.int8]:
    """The case of each piece, or unknown throughout where the text shows no difference."""
    kinds = _kinds()[codes]
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
