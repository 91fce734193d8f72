"""What of a mention is shown: its names by their parts, with their letter case and accents, and
marks and words of the lists."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache

from understudy.surrogates.people.mentioned import Reading, is_linked, with_particle
from understudy.surrogates.people.names import accented, known
from understudy.surrogates.people.roster import Name, Roster
from understudy.surrogates.people.sketch import (
    MARKS,
    Mark,
    Owned,
    Piece,
    Ref,
    Title,
    Word,
    words_of,
)
from understudy.surrogates.people.titles import listed_title
from understudy.surrogates.people.tokens import Bit

__all__ = ["case_of", "dropped", "few_marks", "marks_of", "pieces_of", "word_of"]

_MOST_MARKS = 4
_ROMAN = re.compile(r"[ivxlc]+")


def dropped(readings: Sequence[Reading], language: str) -> list[frozenset[int]]:
    """For each mention, the names whose accents it leaves out.

    Those are the names that lack one which they should have, and the others of a mention that has
    one of them and no accent, or of a person who has no accent anywhere.
    """
    lacking = [
        frozenset(
            name.at
            for name in one.names
            if name.kind == "word" and name.text.isascii() and accented(name.flat, language)
        )
        for one in readings
    ]
    bare = [one.mention.text.isascii() for one in readings]
    everywhere = all(bare) and any(lacking)
    return [
        frozenset(name.at for name in one.names) if plain and (lacks or everywhere) else lacks
        for one, plain, lacks in zip(readings, bare, lacking, strict=True)
    ]


def pieces_of(
    reading: Reading, refs: Mapping[int, tuple[Ref, ...]], roster: Roster, drop: frozenset[int]
) -> tuple[Piece, ...]:
    """The pieces of a mention: its names by ``refs``, those of ``drop`` without their accents."""
    found: list[Piece] = []
    particles = _particles(reading, refs, roster)
    within = {at for name in particles.values() for at in range(name.start, name.at)}
    for at, bit in enumerate(reading.bits):
        if at in refs:
            shown = refs[at]
            if at in particles:
                shown = (shown[0]._replace(particle=_particle(reading, particles[at])),)
            found += _shown(bit, shown, roster, at in drop)
        elif bit.kind != "aside" and at not in within:
            found += _around(bit, roster.language)
        elif bit.kind == "aside" and found and found[-1] == Mark(" "):
            found.pop()
    return few_marks(found)


def _particles(
    reading: Reading, refs: Mapping[int, tuple[Ref, ...]], roster: Roster
) -> Mapping[int, Name]:
    """The names that stand with their particle: surnames, and the Carmen of María del Carmen."""
    found: dict[int, Name] = {}
    orders = 0
    before: Name | None = None
    for name in reading.names:
        ref = refs.get(name.at, ())
        if ref and name.start >= 0 and ref[0].part == "given":
            if before is not None and is_linked(before, name, roster.language):
                found[name.at] = name
        elif ref and ref[0].part == "surname":
            kept = name.start >= 0 and with_particle(name, orders, roster.language).particle
            if kept and roster.surnames[ref[0].place].particle:
                found[name.at] = name
            orders += 1
        before = name
    return found


def _particle(reading: Reading, name: Name) -> str:
    first = reading.bits[name.start]
    return "capital" if first.kind == "particle" and first.text[:1].isupper() else "written"


def few_marks(pieces: Iterable[Piece]) -> tuple[Piece, ...]:
    """The pieces, with a few marks in a row at most."""
    found: list[Piece] = []
    marks = 0
    for piece in pieces:
        marks = marks + 1 if isinstance(piece, Mark) else 0
        if marks <= _MOST_MARKS:
            found.append(piece)
    return tuple(found)


def _around(bit: Bit, language: str) -> list[Piece]:
    """What is no name: marks and words of the lists; anything else is left out."""
    if bit.kind in ("title", "article"):
        listed = listed_title(bit.text, language)
        return [Title(listed, _title_case(bit.text, listed))] if listed else []
    if bit.kind == "owned":
        return [Owned(bit.text)]
    if bit.kind == "gap" and len(bit.text) == 1 and not bit.text.isalnum():
        return marks_of(bit.text)
    if bit.text.startswith("<%"):
        return [Word(re.sub(r"(.)\1+", r"\1", bit.text))]
    if bit.kind == "suffix" and _ROMAN.fullmatch(bit.text.lower()):
        return word_of(_recased(_numeral(language), bit.text), language)
    return word_of(bit.text, language)


@cache
def _numeral(language: str) -> str:
    """The first numeral of the suffixes: the how-manieth of a name somebody is does not show."""
    listed: Sequence[str] = known(language)["names"]["suffixes"]
    return next(one for one in listed if _ROMAN.fullmatch(one))


def _recased(word: str, like: str) -> str:
    return word.upper() if like.isupper() else word.title() if like.istitle() else word


def marks_of(text: str) -> list[Piece]:
    """Marks one by one: white space of any kind is a space or the end of a line."""
    signs = ("\n" if sign in "\n\r" else " " if sign.isspace() else sign for sign in text)
    return [Mark(sign) for sign in signs if sign in MARKS]


def word_of(text: str, language: str) -> list[Piece]:
    """A word of the lists; nothing where they do not have it."""
    word = text.lower()
    return [Word(word, _word_case(text))] if word in words_of(language) else []


def _word_case(text: str) -> str:
    if text == text.lower():
        return "lower"
    if len(text) > 1 and text == text.upper():
        return "upper"
    return "ends" if len(text) == 3 and text[0].isupper() and text[-1].isupper() else "title"


def _title_case(text: str, listed: str) -> str:
    if text == listed and listed != listed.lower():
        return "native"
    return (
        "upper" if len(text) > 1 and text.isupper() else "title" if text[:1].isupper() else "lower"
    )


def case_of(text: str) -> str:
    """The letter case of one word."""
    if text.islower():
        return "lower"
    return "upper" if text.isupper() and len(text) > 1 else "native"


def _shown(bit: Bit, refs: Sequence[Ref], roster: Roster, drop: bool) -> list[Piece]:
    if bit.kind == "joiner":
        if len(roster.givens) > 1 and refs[0].place < 2:
            listed = word_of(bit.text, roster.language)
            return listed or [Word(bit.text)]
        return [refs[0]._replace(form="initial"), Mark(".")]
    case = case_of(bit.text)
    if bit.kind == "initial" or len(refs) > 1:
        case = "lower" if bit.text.islower() else "upper"
    shown: list[Piece] = [ref._replace(case=case, bare=drop) for ref in refs]
    return [*shown, Mark("-")] if bit.kind == "cut" and bit.text.endswith("-") else shown
