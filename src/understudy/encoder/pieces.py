"""Text to word pieces and letter case, apart: the encoder reads "ROSA", "Rosa" and "rosa" as one
word with three cases, and a text that shows no case at all (a transcript, a form in capitals) as
text whose case is unknown."""

from __future__ import annotations

import unicodedata
from array import array
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import chain, pairwise
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
_STRETCH = 8_192
"""Characters of the texts that are looked at together."""
_LONGEST = 1 << 16
"""Characters that the tokenizer gets at once: what it needs of memory grows with them, and a line
without end is more than it can hold."""
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
    return [
        pieces
        for some in _together(texts)
        for pieces in (_long(tokenizer, *some) if _is_long(some) else _pieces(tokenizer, some))
    ]


def caseless(text: str, ids: Ints, starts: Ints, ends: Ints) -> Pieces:
    """Pieces of another tokenizer, which spells letter case in its own way."""
    codes = _codes(text)
    if len(starts):
        starts = starts + ((_class_of(codes[starts]) == 0) & (ends - starts > 1)).astype(np.int32)
    begins = _begins(codes, starts, ends, np.zeros(len(ids), np.int64))
    return Pieces(ids, np.zeros(len(ids), np.int8), starts, ends, begins)


def _codes(text: str) -> npt.NDArray[np.uint32]:
    codes = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype=np.uint32)
    return np.minimum(codes, _LAST)


def _together(texts: Sequence[str]) -> Iterator[Sequence[str]]:
    """The texts in stretches of a few thousand characters: a look at an array takes a while however
    little is in it."""
    first, length = 0, 0
    for at, text in enumerate(texts):
        if at > first and length + len(text) > _STRETCH:
            yield texts[first:at]
            first, length = at, 0
        length += len(text)
    if first < len(texts):
        yield texts[first:]


def _is_long(texts: Sequence[str]) -> bool:
    return len(texts) == 1 and len(texts[0]) > _LONGEST


def _long(tokenizer: Tokenizer, text: str) -> Iterator[Pieces]:
    """The pieces of a long text, read stretch by stretch: what is noted of each character while it
    is read takes thirty times its room."""
    shown = _shows_case(text)
    found: list[Pieces] = []
    for first, last in _stretches(text):
        behind = text[last : last + 1]
        (pieces,) = _pieces(
            tokenizer, [text[first:last]], shown=shown, spaced=not behind or _is_space(behind)
        )
        if not len(pieces.ids):
            continue
        pieces = pieces._replace(starts=pieces.starts + first, ends=pieces.ends + first)
        if found and pieces.starts[0] <= found[-1].ends[-1]:
            kinds = _class_of(_codes(text[found[-1].starts[-1]] + text[pieces.starts[0]]))
            pieces.begins[0] &= kinds[0] != kinds[1]  # a word without end goes on
        found.append(pieces)
    yield Pieces(*map(np.concatenate, zip(*found, strict=True))) if found else pieces


def _is_space(sign: str) -> bool:
    return bool(_class_of(_codes(sign))[0] == 0)


def _stretches(text: str) -> Iterator[tuple[int, int]]:
    """A long text in stretches of whole lines, each with the line's end before it; a line that is
    too long in its parts."""
    first, start = 0, 0
    while start <= len(text):
        end = text.find("\n", start)
        end = len(text) if end < 0 else end
        if end - first > _LONGEST and first < start - 1:
            yield first, start - 1
            first = start - 1
        if end - start > _LONGEST:
            for low, high in _parts(lowered(text[start:end])):
                yield (first if not low else start + low), start + high
            first = end
        start = end + 1
    if first < len(text):
        yield first, len(text)


def _shows_case(text: str) -> bool:
    """Whether capitals tell anything in a text."""
    capitals = letters = 0
    for first in range(0, len(text), _LONGEST):
        codes = _codes(text[first : first + _LONGEST])
        small, large = np.bincount(_kinds(_reach(codes))[codes], minlength=3)[1:3].tolist()
        capitals, letters = capitals + large, letters + small + large
    return 0 < capitals < _SHOUTED * letters


def _pieces(
    tokenizer: Tokenizer, texts: Sequence[str], *, shown: bool | None = None, spaced: bool = True
) -> Iterator[Pieces]:
    """The pieces of texts that are read as one; no text sees what stands beside it.

    Of a part of a text, ``shown`` says whether case tells anything in all of it, and ``spaced``
    whether a space or nothing is behind the part.
    """
    whole = "".join(texts)
    borders = np.cumsum([0, *map(len, texts)])
    ids, starts, ends, counts = _encoded(tokenizer, lowered(whole), borders.tolist())
    codes = _codes(whole)
    space = _class_of(codes) == 0
    at_space = space[starts]
    # A space is part of the piece after it; those that have a piece to themselves say nothing.
    follows = np.append(at_space[1:], True)[: len(ids)]
    follows[np.cumsum(counts)[counts > 0] - 1] = spaced
    idle = at_space & space[ends - 1] & follows
    kept = ~idle | (ids == NEWLINE)
    owners = np.repeat(np.arange(len(texts)), counts)[kept]
    ids, starts, ends, at_space = ids[kept], starts[kept], ends[kept], at_space[kept]
    starts += at_space & (ends - starts > 1)
    firsts = np.searchsorted(owners, np.arange(len(texts) + 1))
    cases = _cases(codes, starts, ends, borders, owners, shown)
    begins = _begins(codes, starts, ends, owners)
    starts, ends = (each - borders[owners].astype(np.int32) for each in (starts, ends))
    for low, high in pairwise(firsts.tolist()):
        own = slice(low, high)
        yield Pieces(ids[own], cases[own], starts[own], ends[own], begins[own])


def _encoded(
    tokenizer: Tokenizer, text: str, borders: Sequence[int]
) -> tuple[Ints, Ints, Ints, Ints]:
    """The pieces of all lines with their places, and a piece for each line's end within a text;
    and how many pieces each text has."""
    ids, places = array("i"), array("i")
    begins, counts, of_texts = [], [], []
    for low, high in pairwise(borders):
        begin, first = low, len(ids)
        for line in text[low:high].split("\n"):
            if begin > low:
                ids.append(NEWLINE)
                places.extend((-1, 0))
                begins.append(begin)
                counts.append(1)
            for first_of, last_of in _parts(line):
                encoding = _encode(tokenizer, line[first_of:last_of])
                ids.extend(encoding.ids)
                places.extend(chain.from_iterable(encoding.offsets))
                begins.append(begin + first_of)
                counts.append(len(encoding.ids))
            begin += len(line) + 1
        of_texts.append(len(ids) - first)
    shifts = np.repeat(np.array(begins, dtype=np.int32), counts)
    found = np.array(places, dtype=np.int32).reshape(-1, 2)
    sizes = np.array(of_texts, dtype=np.int32)
    return np.array(ids, dtype=np.int32), found[:, 0] + shifts, found[:, 1] + shifts, sizes


def _parts(line: str) -> Iterator[tuple[int, int]]:
    """A line in parts that are not too long, from space to space: a word reads alike behind a space
    and where a line begins. Only a word without end is read as several."""
    start = 0
    while len(line) - start > _LONGEST:
        cut = line.rfind(" ", start + 1, start + _LONGEST)
        while cut > start and (line[cut - 1].isspace() or line[cut + 1].isspace()):
            cut = line.rfind(" ", start + 1, cut)
        end = cut if cut > start else start + _LONGEST
        yield start, end
        start = end + (cut > start)
    yield start, len(line)


def _encode(tokenizer: Tokenizer, part: str) -> Any:
    try:
        return tokenizer.encode(part)
    except BaseException as error:
        if type(error).__name__ != "PanicException":
            raise
        raise MemoryError from None  # the tokenizer gives up where it gets no memory


def _begins(
    codes: npt.NDArray[np.uint32], starts: Ints, ends: Ints, owners: npt.NDArray[np.int64]
) -> npt.NDArray[np.bool_]:
    """Where a unit begins: in another text, after a gap, or where the kind of character changes."""
    kinds = _class_of(codes[starts])
    found = kinds > 0
    apart = (starts[1:] > ends[:-1]) | (kinds[1:] != kinds[:-1]) | (owners[1:] != owners[:-1])
    found[1:] &= apart
    return found


def _cases(
    codes: npt.NDArray[np.uint32],
    starts: Ints,
    ends: Ints,
    borders: npt.NDArray[np.int64],
    owners: npt.NDArray[np.int64],
    shown: bool | None,
) -> npt.NDArray[np.int8]:
    """The case of each piece, or unknown throughout where its text shows no difference."""
    kinds = _kinds(_reach(codes))[codes]
    upper = np.concatenate(([0], np.cumsum(kinds == 2, dtype=np.int32)))
    lower = np.concatenate(([0], np.cumsum(kinds == 1, dtype=np.int32)))
    capitals = np.diff(upper[borders])
    letters = capitals + np.diff(lower[borders])
    uppers, lowers = upper[ends] - upper[starts], lower[ends] - lower[starts]
    found = np.full(len(starts), _MIXED, dtype=np.int8)
    found[uppers == 0] = _LOWER
    found[(lowers == 0) & (uppers > 0)] = _UPPER
    found[(uppers == 1) & (kinds[starts] == 2)] = _TITLE
    found[uppers + lowers == 0] = _NONE
    hidden = (capitals == 0) | (capitals >= _SHOUTED * letters)
    if shown is not None:
        hidden[:] = not shown
    found[hidden[owners]] = _UNKNOWN
    return found
