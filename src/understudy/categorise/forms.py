"""The forms in which a private value can stand again: whole, and for a person also in parts.

A form is looked for in the bare letters and digits of a text ("Ann Lee" as ``annlee``), so that
"ann  lee", "Ann\\nLee", "#AnnLee" and "ann.lee@…" are found by one look. What stands between the
letters, and in which case they are, is judged by ``standing``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from enum import IntEnum
from functools import lru_cache
from typing import NamedTuple

from understudy.core.folding import flat
from understudy.core.normal import normalise
from understudy.languages.names import name_of

__all__ = ["PEOPLE", "PLACES", "Form", "Kind", "anchors_of", "capitals", "forms_of"]

PEOPLE = frozenset(("PERSON", "GIVEN_NAME", "FEMALE_NAME", "MALE_NAME", "SURNAME"))
PLACES = frozenset(("LOCATION", "CITY", "REGION", "COUNTRY"))
_MOST_WORDS = 6
_SHORTEST_PART = 2
_LONG_NUMBER = 9
_LAST = 4
_WORD = re.compile(r"[^ ]+")


class Kind(IntEnum):
    """How a form comes from its value; of two at one place, the first of these counts."""

    WHOLE = 0
    PART = 1
    """Some of the words of a person's name: the surname, the given name."""
    INVERTED = 2
    """The surname first: "Lee, Ann"."""
    INITIAL = 3
    """"A. Lee", "Lee, A."."""
    ADDRESS = 4
    """As user names are made: "alee", "annl"."""
    LAST = 5
    """The last four digits of a long number."""


class Form(NamedTuple):
    letters: str
    """In lower case, without accents, marks and spaces."""
    kind: Kind
    words: tuple[str, ...]
    breaks: frozenset[int]
    """Where in the letters a new word starts."""
    capitals: str
    """A for each letter that is a capital, a for each that is none."""
    marks: tuple[tuple[int, str], ...] = ()
    """What stands between the letters in the value itself, spaces apart: (3, "@")."""


def capitals(text: str) -> str:
    """The letter case of the letters and digits of a text."""
    return "".join(["A" if sign.isupper() else "a" for sign in text if sign.isalnum()])


@lru_cache(maxsize=4096)
def anchors_of(value: str, category: str, language: str) -> tuple[str, ...]:
    """Letters of which one at least stands in every form of a value: where a text has none of
    them, its forms need not be made."""
    words = [word for word in flat(normalise(value).text).split() if word.strip("'")]
    letters = "".join(words).replace("'", "")
    found = [letters[-_LAST:]] if letters.isdigit() and len(letters) >= _LONG_NUMBER else []
    if category == "PERSON":
        found += [words[at].replace("'", "") for at in _named_words(value, words, language)]
    return tuple(found or [letters]) if letters else ()


@lru_cache(maxsize=4096)
def forms_of(value: str, category: str, language: str) -> tuple[Form, ...]:
    """The forms of a value; most values of a document are mentioned again and again."""
    return tuple(form for form in _forms(value, category, language) if len(form.letters) > 1)


def _forms(value: str, category: str, language: str) -> Iterator[Form]:
    plain = normalise(value).text
    low = flat(plain)
    places = [match.span() for match in _WORD.finditer(low) if match[0].strip("'")]
    if not places:
        return
    words = [low[start:end] for start, end in places]
    cased = [plain[start:end] for start, end in places]
    yield _form(Kind.WHOLE, words, cased)._replace(marks=_marks(plain, low))
    letters = "".join(words).replace("'", "")
    if letters.isdigit() and len(letters) >= _LONG_NUMBER:
        yield Form(letters[-_LAST:], Kind.LAST, (letters[-_LAST:],), frozenset(), "a" * _LAST)
    if category == "PERSON":
        yield from _of_person(_named_words(value, words, language), words, cased)


def _form(kind: Kind, words: Sequence[str], cased: Sequence[str]) -> Form:
    breaks: set[int] = set()
    at = 0
    for word in words:
        for piece in word.split("'"):  # "O'Brien" is one word, and so is "O Brien"
            breaks.add(at)
            at += len(piece)
    letters = "".join(words).replace("'", "")
    return Form(
        letters,
        kind,
        tuple(words),
        frozenset(breaks - {0, len(letters)}),
        capitals("".join(cased)),
    )


def _marks(plain: str, low: str) -> tuple[tuple[int, str], ...]:
    """The marks between letters, by how many letters come before them."""
    found: list[tuple[int, str]] = []
    letters = 0
    for sign, base in zip(plain, low, strict=True):
        if base.isalnum():
            letters += 1
        elif not sign.isspace():
            if found and found[-1][0] == letters:
                found[-1] = (letters, found[-1][1] + sign)
            else:
                found.append((letters, sign))
    return tuple(found)


def _named_words(value: str, words: Sequence[str], language: str) -> list[int]:
    """The places of the words that a person can be called by: no titles and no particles."""
    named = name_of(value, language)
    return [
        at
        for at, word in enumerate(words[:_MOST_WORDS])
        if word in named and len(word) >= _SHORTEST_PART
    ]


def _of_person(kept: Sequence[int], words: Sequence[str], cased: Sequence[str]) -> Iterator[Form]:
    """What a person can be called by."""
    low, case = [words[at] for at in kept], [cased[at] for at in kept]
    count = len(kept)
    for size in range(1, count + (len(words) > count)):
        for at in range(count - size + 1):
            if kept[at + size - 1] - kept[at] == size - 1:  # with no particle between
                yield _form(Kind.PART, low[at : at + size], case[at : at + size])
    if count < 2:
        return
    for last in range(1, count):
        if last > 1:
            yield _form(Kind.PART, (low[0], low[last]), (case[0], case[last]))
        yield _form(Kind.INITIAL, (low[0][0], low[last]), (case[0][0], case[last]))
        yield _form(Kind.INITIAL, (low[last], low[0][0]), (case[last], case[0][0]))
        yield _form(Kind.INVERTED, (low[last], low[0]), (case[last], case[0]))
        for made in (low[0][0] + low[last], low[last] + low[0][0], low[0] + low[last][0]):
            yield _form(Kind.ADDRESS, (made,), (made,))
    if count > 2:
        yield _form(Kind.INVERTED, (*low[1:], low[0]), (*case[1:], case[0]))
        yield _form(Kind.INITIAL, (low[0][0], *low[1:]), (case[0][0], *case[1:]))
