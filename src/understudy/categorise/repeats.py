"""The leak check: finds values that are private in one place and occur unmarked in another.

Every form of every value is looked for in the bare letters of the text; what is found is judged: by
what stands beside and between the letters, by letter case, and by whether the words are ordinary
ones, which say nothing. Cost grows with the length of the text.

What it finds in the text joins the entity and so takes that entity's memoised outcome; nothing
is drawn again (a check that redraws breaks the guarantee).
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from functools import cached_property
from typing import NamedTuple

import ahocorasick
import numpy as np

from understudy.categorise.days import days_in
from understudy.categorise.forms import (
    MASK,
    PEOPLE,
    PLACES,
    SHORT,
    Form,
    Kind,
    Lettered,
    Place,
    anchors_of,
    forms_of,
)
from understudy.core.folding import flat, flat_letters, without_accents
from understudy.core.normal import Normalised, normalise
from understudy.core.spans import Clipper, covers
from understudy.core.types import Document, Edit, Entity, Span
from understudy.languages import DEFAULT, get, reads, supported
from understudy.languages.lexicon import Lexicon, lexicon

__all__ = [
    "REPEAT",
    "SURE",
    "Page",
    "Room",
    "Value",
    "Values",
    "initials_of",
    "join_repeats",
    "lingering",
]

_DATED = frozenset(("DATE", "DATE_TIME"))
_DIGIT = re.compile(r"\d")
REPEAT = "repeat"
"""The source of a mention that the leak check found."""
SURE = 0.6
"""A mark of a lower score spreads to no other place."""
_CERTAIN = 1.0
"""What the source has marked itself."""
_SHORTEST_ACRONYM = 3
_SMALL = 200_000
"""Up to so many letters times values or forms, each is looked for by itself."""
_SHORT_TEXT = 2_000
"""Up to so many letters, a form is looked for before anything is made of it."""
_TELLING = 3
"""So many initials of the last words of a name are not there by chance."""
_ACRONYMS = frozenset(("ORGANIZATION", "HOSPITAL"))
"""Categories whose values are known by their initials."""
_OWN = frozenset(("PASSWORD", "USERNAME"))
"""Categories whose values are made for one person."""
_BRACKETS = re.compile(r"\s?\(([^\W\d_]{2,8})\)")


def join_repeats(document: Document, entities: Sequence[Entity]) -> tuple[Entity, ...]:
    """The entities, and a further mention for every place where one of them stands unmarked.

    In which forms is what ``forms`` says. The initials in brackets behind the name of an
    organization ("Wexley Water Company (WWC)") are a repeat, too.
    """
    text = document.text
    marked = [(entity.span.start, entity.span.end) for entity in entities]
    if covers(text, marked):
        return tuple(entities)  # as in a row of typed cells
    said = [
        (text[start:end], entity.category)
        for entity, (start, end) in zip(entities, marked, strict=True)
    ]
    owners = list(entities)
    found: list[Entity] = []
    room = Room(document, entities)
    for entity in entities:
        short = _BRACKETS.match(text, entity.span.end) if entity.category in _ACRONYMS else None
        if short and initials_of(short[1], text[entity.span.start : entity.span.end]):
            if room.take(*short.span(1)):
                found.append(_mention(entity, *short.span(1)))
                marked.append(short.span(1))
            if len(short[1]) >= _TELLING:
                said.append((short[1], entity.category))
                owners.append(entity)
    marked.sort()
    page = Page.of(text, marked)
    standing = page.standing(said, document.language)
    if not standing and not found:
        return tuple(entities)
    values = []
    for at in standing:
        span = owners[at].span
        sure = span.score if at < len(entities) else _CERTAIN
        values.append(Value(*said[at], sure, span.start))
    for one in sorted(Values(values, document.language).find(page), key=_rank):
        if room.take(one.start, one.end):
            again = _mention(owners[standing[one.value]], one.start, one.end)
            user = one.kind is Kind.ADDRESS and again.category == "PERSON"
            found.append(again._replace(category="USERNAME") if user else again)
    if not found:
        return tuple(entities)
    return tuple(sorted((*entities, *found), key=lambda one: one.span.start))


def _rank(one: Occurrence) -> tuple[int, int, int]:
    return one.rank


def _mention(entity: Entity, start: int, end: int) -> Entity:
    span = Span(start, end, entity.span.label, entity.span.score, REPEAT)
    return Entity(span, entity.category, entity.key, entity.attributes)


def initials_of(short: str, name: str) -> bool:
    """Whether a word in capitals is made of the initials of a name or of its last words, of all of
    them or of the weighty ones."""
    words = re.findall(r"[^\W_]+", without_accents(name))
    weighty = [word for word in words if not word.islower()]
    ways = ("".join(word[0] for word in of).upper() for of in (words, weighty))
    return short.isupper() and any(
        way == without_accents(short)
        or (len(short) >= _TELLING and way.endswith(without_accents(short)))
        for way in ways
    )


class Room:
    """The places of a text where nothing is marked yet."""

    def __init__(self, document: Document, marked: Sequence[Entity]) -> None:
        self._document, self._marked = document, marked

    @cached_property
    def _taken(self) -> bytearray:
        taken = bytearray(len(self._document.text))
        for entity in self._marked:
            start, end = entity.span.start, entity.span.end
            taken[start:end] = b"\1" * (end - start)
        return taken

    @cached_property
    def _clipper(self) -> Clipper | None:
        segments = self._document.segments
        return Clipper(segments) if len(segments) > 1 else None

    def take(self, start: int, end: int) -> bool:
        """Marks a place, if nothing is marked there and no segment ends in its midst."""
        if self._taken.find(1, start, end) >= 0:
            return False
        if self._clipper is not None and self._clipper.parts(start, end) != ((start, end),):
            return False
        self._taken[start:end] = b"\1" * (end - start)
        return True


def lingering(
    edits: Sequence[Edit], beside: Iterable[tuple[str, str]], language: str | None
) -> Iterator[tuple[str, int]]:
    """Where replaced values still stand in the strings of a released record: name and offset.

    A value that is part of what was drawn for an entity may stand there by right.
    """
    gone = [edit for edit in edits if not edit.kept and edit.original != edit.surrogate]
    if not gone:
        return
    names, starts, size = [], [], 0
    strings = []
    for name, text in beside:  # all in one text, since a look costs more than a letter
        names.append(name)
        starts.append(size)
        strings.append(text)
        size += len(text) + len(_BORDER)
    if not strings:
        return
    whole = _BORDER.join(strings)
    found = sorted((*_standing_again(gone, whole, language), *_same_days(edits, whole, language)))
    drawn = " ".join(flat_letters(edit.surrogate) for edit in edits) if found else ""
    told: set[int] = set()
    for start, end in found:
        at = bisect_right(starts, start) - 1
        inside = end <= starts[at] + len(strings[at])
        if inside and at not in told and flat_letters(whole[start:end]) not in drawn:
            told.add(at)
            yield names[at], start - starts[at]


def _standing_again(
    gone: Sequence[Edit], whole: str, language: str | None
) -> Iterator[tuple[int, int]]:
    """Where a value stands in one of its forms."""
    page = Page.of(whole)
    standing = page.standing([(one.original, one.entity.category) for one in gone], language)
    if not standing:
        return
    values = [
        Value(one.original, one.entity.category, one.entity.span.score, 0)
        for one in map(gone.__getitem__, standing)
    ]
    for found in Values(values, language).find(page):
        yield found.start, found.end


def _same_days(
    edits: Sequence[Edit], whole: str, language: str | None
) -> Iterator[tuple[int, int]]:
    """Where a day that was replaced stands in any notation."""
    dated = [edit for edit in edits if edit.entity.category in _DATED]
    if not dated or _DIGIT.search(whole) is None:
        return
    language = _read_as(language)
    beside = list(days_in(whole, language))
    if not beside:
        return
    gone: set[date] = set()
    there: set[date] = set()
    for edit in dated:
        there.update(*(one.days for one in days_in(edit.surrogate, language)))
        if not edit.kept:
            gone.update(*(one.days for one in days_in(edit.original, language)))
    for one in beside:
        if one.days & gone - there:
            yield one.start, one.end


_BORDER = "\n\n\n"
"""What no value is looked for across."""


class Value(NamedTuple):
    """What is looked for."""

    text: str
    category: str
    score: float
    start: int
    """Where it was marked; of several people with one surname, the last before a place counts."""


class _Whose(NamedTuple):
    """A form, and the values that have it: judged once for all of them."""

    form: Form
    category: str
    certain: bool
    values: list[int]
    starts: list[int]
    """Where each of them was marked, in order."""

    def nearest(self, start: int) -> tuple[int, int]:
        """The distance and the number of the value that was marked last before a place, else of
        the first behind it."""
        at = bisect_right(self.starts, start) - 1
        if at < 0:
            return self.starts[0] + start, self.values[0]
        at = bisect_left(self.starts, self.starts[at])
        return start - self.starts[at], self.values[at]


class Occurrence(NamedTuple):
    """A place of a text at which a value stands again."""

    start: int
    end: int
    value: int
    kind: Kind

    @property
    def rank(self) -> tuple[int, int, int]:
        """The longest first, then the nearest to the whole value."""
        return self.start - self.end, self.kind, self.start


class Page(NamedTuple):
    """A text, ready for values to be looked for in it, but for what is marked already."""

    text: str
    marked: Sequence[tuple[int, int]]
    """In text order."""
    shown: Normalised
    low: str
    masked: str
    letters: str
    """The bare letters, with a sign that no form has for those that are marked."""

    def __repr__(self) -> str:
        return f"Page({len(self.text)} characters)"

    @staticmethod
    def of(text: str, marked: Sequence[tuple[int, int]] = ()) -> Page:
        """A text with the places of what is marked in it, in text order."""
        shown = normalise(text)
        low = flat(shown.text)
        # A text that is not as it was written has its marks at other places, and what is found
        # there is left out later (``taken``).
        masked = low if shown.layers or not marked else _masked(low, marked)
        letters = masked.replace(" ", "").replace("'", "")
        return Page(text, marked, shown, low, masked, letters)

    def standing(self, values: Sequence[tuple[str, str]], language: str | None) -> list[int]:
        """Of values with their categories, those that may stand on the page in some form, by
        their number: few of those that there are."""
        language, letters = _read_as(language), self.letters
        if len(letters) * len(values) > _SMALL:
            return _standing_by_one_look(values, letters, language)
        found: list[int] = []
        for at, (text, category) in enumerate(values):
            for anchor in anchors_of(text, category, language):
                if anchor in letters:
                    found.append(at)
                    break
        return found

    @property
    def taken(self) -> str:
        """A sign for each of the text as it was written, where its marks are told by no letter."""
        return _masked("\0" * len(self.text), self.marked) if self.shown.layers else ""

    @property
    def lettered(self) -> Lettered:
        """The page with its letters counted."""
        signs = np.frombuffer(self.masked.encode("utf-32-le", "surrogatepass"), np.uint32)
        letters = np.flatnonzero((signs != ord(" ")) & (signs != ord("'")))
        return Lettered(self.shown, self.low, letters)


def _standing_by_one_look(
    values: Sequence[tuple[str, str]], letters: str, language: str
) -> list[int]:
    owners: dict[str, list[int]] = {}
    for at, (text, category) in enumerate(values):
        for anchor in anchors_of(text, category, language):
            owners.setdefault(anchor, []).append(at)
    if not owners:
        return []
    automaton = ahocorasick.Automaton()
    for anchor in owners:
        automaton.add_word(anchor, anchor)
    automaton.make_automaton()
    said = {anchor for _, anchor in automaton.iter(letters)}
    return sorted({at for anchor in said for at in owners[anchor]})


def _read_as(language: str | None) -> str:
    return supported(language or DEFAULT) or DEFAULT


class Values:
    """Private values of one document, ready to be looked for in any text of its language."""

    def __init__(
        self, values: Iterable[Value], language: str | None, *, declared: bool = False
    ) -> None:
        """``declared``: the source says that each value is one of its category, so that a word
        with a capital is the name, whatever else it means and however the source writes it."""
        self.values = tuple(values)
        self._language = _read_as(language)
        self._declared = declared

    def _forms(self, letters: str) -> dict[str, list[_Whose]]:
        """The forms of values, each with those that have it; of a short text those alone that
        stand in it."""
        language = self._language
        found: dict[str, dict[tuple[Form, str, bool], list[int]]] = {}
        known: set[tuple[str, str]] = set()
        short = len(letters) <= _SHORT_TEXT
        for at, (text, category, score, _) in enumerate(self.values):
            if score < SURE or ((text, category) in known and category not in PEOPLE):
                continue  # a score that is no number protects
            known.add((text, category))
            certain = score >= _CERTAIN
            for form in forms_of(text, category, language):
                if short and form.letters not in letters:
                    continue
                of_letters = found.setdefault(form.letters, {})
                of_letters.setdefault((form, category, certain), []).append(at)
        return {
            one: [self._whose(*kind, of) for kind, of in of_letters.items()]
            for one, of_letters in found.items()
        }

    def _whose(self, form: Form, category: str, certain: bool, values: list[int]) -> _Whose:
        values.sort(key=lambda at: self.values[at].start)
        return _Whose(form, category, certain, values, [self.values[at].start for at in values])

    @cached_property
    def _lexicons(self) -> tuple[Lexicon, ...]:
        return tuple(lexicon(code) for code in reads(self._language))

    def find(self, page: Page) -> list[Occurrence]:
        """Where values stand on a page; places may overlap."""
        hits = _hits(page.letters, self._forms(page.letters))
        if not hits:
            return []
        lettered, shown, taken = page.lettered, page.shown, page.taken
        found: list[Occurrence] = []
        for last, (length, of_letters) in hits:
            place = lettered.place(last - length + 1, last, taken)
            best = None if place is None else self._best(lettered, place, of_letters)
            if place is not None and best is not None:
                form, value = best
                end = lettered.end(place, form, self.values[value].category)
                found.append(Occurrence(*shown.span(place.start, end), value, form.kind))
        return found

    def _best(
        self, page: Lettered, place: Place, forms: Iterable[_Whose]
    ) -> tuple[Form, int] | None:
        """The form to take a place for; of several people, who was marked last before it."""
        found = [
            (one.form.kind, *one.nearest(place.start), one.form)
            for one in forms
            if self._holds(page, place, one)
        ]
        if not found:
            return None
        _, _, value, form = min(found, key=lambda one: one[:3])
        return form, value

    def _holds(self, page: Lettered, place: Place, whose: _Whose) -> bool:
        """Whether what stands at a place is this form of a value."""
        form = whose.form
        if not page.fits(place, form, whose.category in PEOPLE):
            return False
        if form.kind in (Kind.LAST, Kind.ADDRESS):
            return form.kind is Kind.LAST or not self._usual(form.letters)
        if page.spelt(place, form):
            return not self._usual(form.letters)
        same, size = self._same(place, form), len(form.letters)
        if not form.letters.isalpha():
            return size > SHORT or (size == SHORT and same)
        if len(form.words) > 1:
            return self._words(page, place, form, same)
        return self._word(page, place, whose)

    def _same(self, place: Place, form: Form) -> bool:
        """Whether a place is written in the case of the value; a name that is declared may be in
        capitals in its column, or in small letters."""
        if self._declared and place.capitals[:1] == "A":
            return True
        return place.capitals == form.capitals

    def _words(self, page: Lettered, place: Place, form: Form, same: bool) -> bool:
        """Several words; ordinary ones ("two days") must stand as they were marked."""
        ordinary = all(map(self._usual, form.words))
        if form.kind is Kind.INITIAL:
            return same and not ordinary
        return not ordinary or ((same or place.loud) and page.spaced(place, form))

    def _word(self, page: Lettered, place: Place, whose: _Whose) -> bool:
        """A single word, of which those for people and places are names in any case.

        Of bodies, works and the like, a single word is often a common noun ("the Convention"): it
        spreads where the source marked it, or where its capitals tell ("NATO", "eBay"). What
        somebody logs in with is nothing else ("hwhitcomb"), unless it is an ordinary word.
        """
        form, category, certain = whose.form, whose.category, whose.certain
        same = self._same(place, form)
        if category in PEOPLE or category in PLACES:
            return self._named(page, place, form, certain, same)
        if category in _OWN:
            return len(form.letters) >= SHORT and not self._usual(form.letters)
        acronym = len(form.letters) >= _SHORTEST_ACRONYM and "A" in form.capitals[1:]
        spreads = (same or place.loud) and (certain or acronym)
        return spreads and not self._usual(form.letters)

    def _named(self, page: Lettered, place: Place, form: Form, certain: bool, same: bool) -> bool:
        """Whether a single word is the name and not the ordinary word of the same spelling."""
        if self._usual(form.letters):
            if self._declared:
                capital = place.capitals[:1] == "A"
                return capital and not (self._function(form.letters) and page.opens(place))
            # Part of a name that is marked in full ("Noor Price … I told Price"), or what the
            # source has marked itself: within a sentence a capital says the name.
            known = (certain or form.kind is Kind.PART) and same and len(form.letters) >= SHORT
            return known and page.amid(place, self._title)
        if same or place.loud:
            return True
        if len(form.letters) < SHORT:
            return False
        upright = place.capitals[:1] == "A" and "A" not in place.capitals[1:]
        return upright or not any(form.letters in one.ambiguous for one in self._lexicons)

    def _usual(self, word: str) -> bool:
        return any(one.usual(word) or word in one.months for one in self._lexicons)

    def _function(self, word: str) -> bool:
        return any(word in get(code).function_words for code in reads(self._language))

    def _title(self, word: str) -> bool:
        return any(word in one.titles for one in self._lexicons)


def _masked(text: str, marked: Sequence[tuple[int, int]]) -> str:
    """The text with a sign that no form has for each of those that are marked."""
    pieces: list[str] = []
    cursor = 0
    for start, end in marked:
        pieces += (text[cursor:start], MASK * (end - start))
        cursor = end
    return "".join((*pieces, text[cursor:]))


_Hit = tuple[int, tuple[int, list[_Whose]]]
"""Where some letters end, how many they are, and whose they can be."""


def _hits(letters: str, forms: Mapping[str, list[_Whose]]) -> list[_Hit]:
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
