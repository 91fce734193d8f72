"""Where private values stand again in a text, in whatever form.

One pass of an automaton over the bare letters of the text finds every form of every value; what
it finds is then judged: by what stands beside and between the letters, by letter case, and by
whether the words are ordinary ones, which say nothing. Cost grows with the length of the text.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

import ahocorasick
import numpy as np
from numpy.typing import NDArray

from understudy.categorise.forms import PEOPLE, PLACES, Form, Kind, anchors_of, capitals, forms_of
from understudy.core.folding import flat
from understudy.core.normal import Normalised, normalise
from understudy.languages import DEFAULT, reads, supported
from understudy.languages.lexicon import Lexicon, lexicon

__all__ = ["SURE", "Again", "Value", "Values"]

SURE = 0.6
"""A mark of a lower score spreads to no other place."""
_CERTAIN = 1.0
"""What the source has marked itself."""
_SHORT = 4
"""Shorter values must stand again in the same letter case."""
_SHORTEST_JOINED = 5
_SHORTEST_ACRONYM = 3
_SHORTEST_SPELT = 3
_SMALL = 200_000
"""Up to so many letters times forms, each form is looked for by itself."""
_MASK = "\n"
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


class Value(NamedTuple):
    """What is looked for."""

    text: str
    category: str
    score: float
    start: int
    """Where it was marked; of several people with one surname, the last before a place counts."""


class Again(NamedTuple):
    """A place of a text at which a value stands again."""

    start: int
    end: int
    value: int
    kind: Kind

    @property
    def rank(self) -> tuple[int, int, int]:
        """The longest first, then the nearest to the whole value."""
        return self.start - self.end, self.kind, self.start


class Values:
    """Private values of one document, ready to be looked for in any text of its language."""

    def __init__(self, values: Iterable[Value], language: str | None) -> None:
        self.values = tuple(values)
        self._language = supported(language or DEFAULT) or DEFAULT

    def _forms(self, letters: str) -> dict[str, list[tuple[Form, int]]]:
        """The forms of the values that can stand in these letters: few of those that there are."""
        found: dict[str, list[tuple[Form, int]]] = {}
        known: set[tuple[str, str]] = set()
        for at, (text, category, score, _) in enumerate(self.values):
            if score < SURE:
                continue
            for anchor in anchors_of(text, category, self._language):
                if anchor in letters:
                    break
            else:
                continue
            if (text, category) in known and category not in PEOPLE:
                continue
            known.add((text, category))
            for form in forms_of(text, category, self._language):
                found.setdefault(form.letters, []).append((form, at))
        return found

    @cached_property
    def _lexicons(self) -> tuple[Lexicon, ...]:
        return tuple(lexicon(code) for code in reads(self._language))

    def find(self, text: str, marked: Sequence[tuple[int, int]] = ()) -> Iterator[Again]:
        """Where values stand outside what is marked already, which is given in its order; places
        may overlap.
        """
        shown = normalise(text)
        low = flat(shown.text)
        # Nothing is looked for where something is marked; a text that is not as it was written
        # has its marks at other places, and what is found there is left out below.
        masked = low if shown.layers else _masked(low, marked)
        letters = masked.replace(" ", "").replace("'", "")
        forms = self._forms(letters)
        hits = _hits(letters, forms) if forms else []
        if not hits:
            return
        taken = _masked("\0" * len(text), marked) if shown.layers else ""
        signs = np.frombuffer(masked.encode("utf-32-le", "surrogatepass"), np.uint32)
        page = _Page(shown, low, np.flatnonzero((signs != ord(" ")) & (signs != ord("'"))))
        for last, (length, of_letters) in hits:
            place = page.place(last - length + 1, last, taken)
            if place is None:
                continue
            best = self._best(page, place, of_letters)
            if best is not None:
                form, value = best
                end = page.end(place, form, self.values[value].category)
                yield Again(*shown.span(place.start, end), value, form.kind)

    def _best(
        self, page: _Page, place: _Place, forms: Iterable[tuple[Form, int]]
    ) -> tuple[Form, int] | None:
        """The form to take a place for; of several people, who was marked last before it."""
        found = [
            (form.kind, self._distance(value, place), value, form)
            for form, value in forms
            if self._holds(page, place, form, self.values[value])
        ]
        if not found:
            return None
        _, _, value, form = min(found, key=lambda one: one[:3])
        return form, value

    def _distance(self, value: int, place: _Place) -> int:
        start = self.values[value].start
        return place.start - start if start <= place.start else start + place.start

    def _holds(self, page: _Page, place: _Place, form: Form, value: Value) -> bool:
        """Whether what stands at a place is this form of the value."""
        if not page.fits(place, form, value.category in PEOPLE):
            return False
        if form.kind in (Kind.LAST, Kind.ADDRESS):
            return True
        if page.spelt(place, form):
            return not self._usual(form.letters)
        same, size = place.capitals == form.capitals, len(form.letters)
        if not form.letters.isalpha():
            return size > _SHORT or (size == _SHORT and same)
        if len(form.words) > 1:
            return self._words(page, place, form, same)
        return self._word(page, place, form, value)

    def _words(self, page: _Page, place: _Place, form: Form, same: bool) -> bool:
        """Several words; ordinary ones ("two days") must stand as they were marked."""
        ordinary = all(map(self._usual, form.words))
        if form.kind is Kind.INITIAL:
            return same and not ordinary
        return not ordinary or ((same or place.loud) and page.spaced(place, form))

    def _word(self, page: _Page, place: _Place, form: Form, value: Value) -> bool:
        """A single word, of which those for people and places are names in any case.

        Of bodies, works and the like, a single word is often a common noun ("the Convention"): it
        spreads where the source marked it, or where its capitals tell ("NATO", "eBay").
        """
        same, certain = place.capitals == form.capitals, value.score >= _CERTAIN
        if value.category in PEOPLE or value.category in PLACES:
            return self._named(page, place, form, certain, same)
        acronym = len(form.letters) >= _SHORTEST_ACRONYM and "A" in form.capitals[1:]
        spreads = (same or place.loud) and (certain or acronym)
        return spreads and not self._usual(form.letters)

    def _named(self, page: _Page, place: _Place, form: Form, certain: bool, same: bool) -> bool:
        """Whether a single word is the name and not the ordinary word of the same spelling."""
        if self._usual(form.letters):
            known = certain and same and len(form.letters) >= _SHORT
            return known and page.amid(place, self._title)
        if same or place.loud:
            return True
        if len(form.letters) < _SHORT:
            return False
        upright = place.capitals[:1] == "A" and "A" not in place.capitals[1:]
        return upright or not any(form.letters in one.ambiguous for one in self._lexicons)

    def _usual(self, word: str) -> bool:
        return any(one.usual(word) or word in one.months for one in self._lexicons)

    def _title(self, word: str) -> bool:
        return any(word in one.titles for one in self._lexicons)


def _masked(text: str, marked: Sequence[tuple[int, int]]) -> str:
    """The text with a sign that no form has for each of those that are marked."""
    pieces: list[str] = []
    cursor = 0
    for start, end in marked:
        pieces += (text[cursor:start], _MASK * (end - start))
        cursor = end
    return "".join((*pieces, text[cursor:]))


_Hit = tuple[int, tuple[int, list[tuple[Form, int]]]]
"""Where some letters end, how many they are, and whose they can be."""


def _hits(letters: str, forms: Mapping[str, list[tuple[Form, int]]]) -> list[_Hit]:
    """Where each form ends in the letters; for a short text no automaton needs to be made."""
    found: list[_Hit] = []
    if len(letters) * len(forms) > _SMALL:
        automaton = ahocorasick.Automaton()
        for wanted, whose in forms.items():
            automaton.add_word(wanted, (len(wanted), whose))
        automaton.make_automaton()
        found += automaton.iter(letters)
        return found
    for wanted, whose in forms.items():
        at = letters.find(wanted)
        while at >= 0:
            found.append((at + len(wanted) - 1, (len(wanted), whose)))
            at = letters.find(wanted, at + 1)
    return found


class _Place(NamedTuple):
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
        return "a" not in self.capitals and len(self.capitals) >= _SHORT


class _Page:
    """A text whose letters are counted."""

    def __init__(self, shown: Normalised, low: str, letters: NDArray[np.intp]) -> None:
        self.text, self.low, self.letters = shown.text, low, letters
        self._span = shown.span

    def place(self, first: int, last: int, taken: str) -> _Place | None:
        """The place of some letters; None where they are taken, or inside a longer word."""
        start, end = int(self.letters[first]), int(self.letters[last]) + 1
        if taken:
            begin, stop = self._span(start, end)
            if taken[begin] == _MASK or taken[stop - 1] == _MASK:
                return None
        low, text = self.low, self.text
        if start and low[start - 1].isalnum():
            camel = text[start].isupper() and text[start - 1].islower()
            if not camel or last - first + 1 < _SHORTEST_JOINED:
                return None
        return _Place(first, last, start, end, capitals(text[start:end]))

    def end(self, place: _Place, form: Form, category: str) -> int:
        """Where the place ends, with the sign of a plural ("the Millers")."""
        match = _PLURAL.match(self.low, place.end) if category in PEOPLE else None
        return match.end() if match and form.kind <= Kind.PART else place.end

    def fits(self, place: _Place, form: Form, person: bool) -> bool:
        """Whether what stands beside the letters and between them is as it may be."""
        return self._closed(place, form, person) and self._joined(place, form)

    def _closed(self, place: _Place, form: Form, person: bool) -> bool:
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

    def _in_address(self, place: _Place) -> bool:
        """Whether the letters are a user name: before an @, or behind one or a number sign."""
        match = _DIGITS.match(self.low, place.end)
        end = match.end() if match else place.end
        if len(place.capitals) < _SHORT or self.low[end : end + 1].isalnum():
            return False
        before = self.text[place.start - 1 : place.start] if place.start else ""
        return self.text.startswith("@", end) or before in ("@", "#")

    def _goes_on(self, place: _Place, form: Form) -> bool:
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

    def gaps(self, place: _Place) -> Iterator[tuple[int, str]]:
        """What stands between letters, by how many letters come before it."""
        letters = self.letters[place.first : place.last + 1]
        for at in np.flatnonzero(np.diff(letters) > 1):
            yield int(at) + 1, self.text[int(letters[at]) + 1 : int(letters[at + 1])]

    def _joined(self, place: _Place, form: Form) -> bool:
        size = len(form.letters)
        if place.end - place.start == size:
            single = len(form.words) == 1
            return single or (size >= _SHORTEST_JOINED and form.kind is not Kind.INITIAL)
        gaps = list(self.gaps(place))
        marks: Mapping[int, str] = dict(form.marks)
        if all(self._may_part(place, form, marks, at, gap) for at, gap in gaps):
            return form.kind is not Kind.INITIAL or self._dotted(form, gaps, place)
        return self.spelt(place, form)

    def spelt(self, place: _Place, form: Form) -> bool:
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
        self, place: _Place, form: Form, marks: Mapping[int, str], at: int, gap: str
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

    def _dotted(self, form: Form, gaps: list[tuple[int, str]], place: _Place) -> bool:
        """An initial has its dot: "A. Lee" and "Lee, A.", but not "a lee"."""
        if len(form.words[0]) == 1:
            return any(at == 1 and "." in gap for at, gap in gaps)
        return self.text.startswith(".", place.end)

    def spaced(self, place: _Place, form: Form) -> bool:
        """Whether words stand apart as they do in the value."""
        gaps = dict(self.gaps(place))
        return gaps.keys() >= form.breaks

    def amid(self, place: _Place, title: Callable[[str], bool]) -> bool:
        """Whether a capitalised word stands inside a sentence, and not in a longer name."""
        before = self.text[max(0, place.start - _BESIDE) : place.start].rstrip(" \t")
        if not before or before[-1] in _OPENING or not place.capitals.startswith("A"):
            return False
        last = _LAST_WORD.search(before)
        if last and last[1][0].isupper() and not title(flat(last[1])):
            return False
        following = self.text[place.end : place.end + 3].lstrip(" \t")
        return (
            self.text[place.end : place.end + 1] not in (" ", "\t") or not following[:1].isupper()
        )
