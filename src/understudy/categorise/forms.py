"""The forms in which a private value can occur again (whole and, for a person, also in parts), and
whether a place in a text has one of them.

A form is looked for in the bare letters and digits of a text ("Ann Lee" as ``annlee``), so that
"ann  lee", "Ann\\nLee", "#AnnLee" and "ann.lee@…" are found by one look. What stands between the
letters is judged here, in which case they are and what the words say by ``repeats``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import IntEnum
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from understudy.core.folding import flat
from understudy.core.normal import Normalised, normalise
from understudy.languages.names import name_of

__all__ = [
    "MASK",
    "PEOPLE",
    "PLACES",
    "SHORT",
    "Form",
    "Kind",
    "Lettered",
    "Place",
    "anchors_of",
    "forms_of",
]

PEOPLE = frozenset(("PERSON", "GIVEN_NAME", "FEMALE_NAME", "MALE_NAME", "SURNAME"))
PLACES = frozenset(("LOCATION", "CITY", "REGION", "COUNTRY"))
_MOST_WORDS = 6
_SHORTEST_PART = 2
_LONG_NUMBER = 9
_LAST = 4
_WORD = re.compile(r"[^ ]+")
SHORT = 4
"""Shorter values must stand again in the same letter case."""
_SHORTEST_JOINED = 5
_SHORTEST_SPELT = 3
_LONG_USER = 7
MASK = "\n"
"""What stands for a letter that is marked already; no form has it."""
_REGROUPED = 6
"""So many digits are one number, however they are grouped."""
_SPACES = re.compile(r"\s+")
_SOFT = re.compile(r"\s*[-_/'·]?\s*|\.")
_AFTER_INITIAL = re.compile(r"\.?\s*")
_BEFORE_GIVEN = re.compile(r"\s*,?\s*|[._-]")
_GROUPED = re.compile(r"[\s().\-/·+]{1,3}")
_BROKEN = re.compile(r"-[ \t]*\r?\n\s*")
_SPELT = frozenset(("-", " ", ".", ". ", ", ", " - "))
_PLURAL = re.compile(r"e?s(?!\w)")
_DIGITS = re.compile(r"\d*")
_DIGIT_BEFORE = re.compile(r"\d(?:[^\S\r\n]|[.\-/·])$")
_DIGIT_BEHIND = re.compile(r"(?:[^\S\r\n]|[.\-/·])\d")
_BESIDE = 40
_LAST_WORD = re.compile(r"([^\W\d_]+)$")
_OPENING = frozenset('.!?¡¿:;\n\r"“”«»([{-–—•*>|')


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
    """A way in which a private value can stand again in the text."""

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


_ANCHORED = 1 << 15
"""More than the values of a task: they are looked for when all of it has been read, and again when
it is released."""


_CASES = {
    code: "A" if chr(code).isupper() else "a" if chr(code).isalnum() else None
    for code in range(128)
}


def capitals(text: str) -> str:
    """The letter case of the letters and digits of a text."""
    if text.isascii():
        return text.translate(_CASES)
    return "".join(["A" if sign.isupper() else "a" for sign in text if sign.isalnum()])


@lru_cache(maxsize=_ANCHORED)
def anchors_of(value: str, category: str, language: str) -> tuple[str, ...]:
    """Letters of which one at least stands in every form of a value: where a text has none of
    them, its forms need not be made."""
    low = flat(normalise(value).text)
    words = [word for word in low.split() if word.strip("'")] if "'" in low else low.split()
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


class Place(NamedTuple):
    """Letters in a row, in a normalised text."""

    first: int
    last: int
    """By the number of the letter."""
    start: int
    end: int
    capitals: str

    @property
    def loud(self) -> bool:
        """Whether it is all in capitals, and long enough not to be an acronym of something."""
        return "a" not in self.capitals and len(self.capitals) >= SHORT


class Lettered:
    """A text whose letters are counted."""

    def __init__(self, shown: Normalised, low: str, letters: NDArray[np.intp]) -> None:
        self.text, self.low, self.letters = shown.text, low, letters
        self._span = shown.span

    def place(self, first: int, last: int, taken: str) -> Place | None:
        """The place of some letters; None where they are taken, or inside a longer word."""
        start, end = int(self.letters[first]), int(self.letters[last]) + 1
        if taken:
            begin, stop = self._span(start, end)
            if taken[begin] == MASK or taken[stop - 1] == MASK:
                return None
        low, text = self.low, self.text
        if start and low[start - 1].isalnum():
            camel = text[start].isupper() and text[start - 1].islower()
            if not camel or last - first + 1 < _SHORTEST_JOINED:
                return None
        return Place(first, last, start, end, capitals(text[start:end]))

    def end(self, place: Place, form: Form, category: str) -> int:
        """Where the place ends, with the sign of a plural ("the Millers")."""
        match = _PLURAL.match(self.low, place.end) if category in PEOPLE else None
        return match.end() if match and form.kind <= Kind.PART else place.end

    def fits(self, place: Place, form: Form, person: bool) -> bool:
        """Whether what stands beside the letters and between them is as it may be."""
        return self._closed(place, form, person) and self._joined(place, form)

    def _closed(self, place: Place, form: Form, person: bool) -> bool:
        """Whether a word ends where the letters end."""
        low, text, end = self.low, self.text, place.end
        if form.kind is Kind.ADDRESS:
            return self._in_address(place)
        if form.letters.isdigit() and self._goes_on(place, form):
            return False
        if end == len(low) or not low[end].isalnum():
            return True
        if text[end].isupper() and text[end - 1].islower():
            return len(form.letters) >= _SHORTEST_JOINED
        if person and text[place.start].isupper() and form.kind <= Kind.PART:
            return _PLURAL.match(low, end) is not None
        return len(form.words) > 1 and low[end].isdigit()

    def _in_address(self, place: Place) -> bool:
        """Whether the letters are a user name: before an @, behind one or a number sign, or so
        long that no word is made so ("opened by jcatterick")."""
        match = _DIGITS.match(self.low, place.end)
        end = match.end() if match else place.end
        if len(place.capitals) < SHORT or self.low[end : end + 1].isalnum():
            return False
        before = self.text[place.start - 1 : place.start] if place.start else ""
        alone = len(place.capitals) >= _LONG_USER and place.capitals.islower()
        return alone or self.text.startswith("@", end) or before in ("@", "#")

    def _goes_on(self, place: Place, form: Form) -> bool:
        """Whether a number has more digits than these, before or behind."""
        text, start, end = self.text, place.start, place.end
        if text[start - 1 : start].isdigit() or text[end : end + 1].isdigit():
            return True
        own = place.end - place.start == len(form.letters) and not form.marks
        if form.kind is Kind.WHOLE and (own or len(form.letters) < _REGROUPED):
            return False
        # A line ends a number: below it stands another cell, or another row.
        before = _DIGIT_BEFORE.search(text[max(0, start - 2) : start])
        behind = _DIGIT_BEHIND.match(text[end : end + 2])
        return before is not None or behind is not None

    def gaps(self, place: Place) -> Iterator[tuple[int, str]]:
        """What stands between letters, by how many letters come before it."""
        letters = self.letters[place.first : place.last + 1]
        for at in np.flatnonzero(np.diff(letters) > 1):
            yield int(at) + 1, self.text[int(letters[at]) + 1 : int(letters[at + 1])]

    def _joined(self, place: Place, form: Form) -> bool:
        size = len(form.letters)
        if place.end - place.start == size:
            single = len(form.words) == 1
            return single or (size >= _SHORTEST_JOINED and form.kind is not Kind.INITIAL)
        gaps = list(self.gaps(place))
        marks: Mapping[int, str] = dict(form.marks)
        if all(self._may_part(place, form, marks, at, gap) for at, gap in gaps):
            return form.kind is not Kind.INITIAL or self._dotted(form, gaps, place)
        return self.spelt(place, form)

    def spelt(self, place: Place, form: Form) -> bool:
        """Whether a word stands letter by letter, with the same sign between all: "L-E-E"."""
        size = len(form.letters)
        if place.end - place.start < 2 * size - 1 or not form.letters.isalpha():
            return False
        gaps = [gap for _, gap in self.gaps(place)]
        return (
            len(form.words) == 1
            and size >= _SHORTEST_SPELT
            and len(gaps) == size - 1
            and len(set(gaps)) == 1
            and gaps[0] in _SPELT
        )

    def _may_part(
        self, place: Place, form: Form, marks: Mapping[int, str], at: int, gap: str
    ) -> bool:
        if marks.get(at) == _SPACES.sub("", gap):
            return True
        if form.letters.isdigit():
            return len(form.letters) >= _REGROUPED and _GROUPED.fullmatch(gap) is not None
        if at not in form.breaks:
            return _BROKEN.fullmatch(gap) is not None
        if form.kind in (Kind.INITIAL, Kind.INVERTED):
            either = (_AFTER_INITIAL, _BEFORE_GIVEN)
            return any(pattern.fullmatch(gap) for pattern in either)
        return _SOFT.fullmatch(gap) is not None

    def _dotted(self, form: Form, gaps: list[tuple[int, str]], place: Place) -> bool:
        """An initial has its dot: "A. Lee" and "Lee, A.", but not "a lee"."""
        if len(form.words[0]) == 1:
            return any(at == 1 and "." in gap for at, gap in gaps)
        return self.text.startswith(".", place.end)

    def spaced(self, place: Place, form: Form) -> bool:
        """Whether words stand apart as they do in the value."""
        gaps = dict(self.gaps(place))
        return gaps.keys() >= form.breaks

    def opens(self, place: Place) -> bool:
        """Whether a sentence or a line starts there, where every word has a capital."""
        before = self.text[max(0, place.start - _BESIDE) : place.start].rstrip(" \t")
        return not before or before[-1] in _OPENING

    def amid(self, place: Place, title: Callable[[str], bool]) -> bool:
        """Whether a capitalised word stands inside a sentence, and not in a longer name."""
        if self.opens(place) or not place.capitals.startswith("A"):
            return False
        before = self.text[max(0, place.start - _BESIDE) : place.start].rstrip(" \t")
        last = _LAST_WORD.search(before)
        if last and last[1][0].isupper() and not title(flat(last[1])):
            return False
        following = self.text[place.end : place.end + 3].lstrip(" \t")
        return (
            self.text[place.end : place.end + 1] not in (" ", "\t") or not following[:1].isupper()
        )
