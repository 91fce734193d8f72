"""Which mentions of a document are written together.

A bundle is what one draw stands for: a person with the addresses, user names and spellings made of
the name; all dates, times and ages of the scope; all its places, and bodies that are called as one;
one number; one organisation or product with its domains. Which mentions belong together is the
linking of the document and a few rules about how a mention is written; like the linking, it is
public.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import NamedTuple

from understudy.core.folding import fold
from understudy.core.once import once
from understudy.core.spans import covers
from understudy.core.types import Document, Entity
from understudy.languages import reads
from understudy.languages.numbers import digits_of
from understudy.replace.base import Setting, language_of
from understudy.replace.surrogate.families import related_pairs
from understudy.replace.surrogate.joining import (
    Reader,
    hosted_pairs,
    join_numbers,
    join_organizations,
    join_people,
    spelt_pairs,
)
from understudy.replace.surrogate.kinds import (
    DATED,
    KINDS,
    LISTED,
    NUMBERS,
    ORGANIZATIONS,
    PEOPLE,
    PLACES,
)
from understudy.replace.surrogate.lending import Lender, lenders
from understudy.replace.surrogate.turns import Turns
from understudy.replace.surrogate.years import BEARERS, Dated, dated_numbers
from understudy.surrogates.agreement import ending
from understudy.surrogates.dates.ages import child_described
from understudy.surrogates.dates.sketch import DATES
from understudy.surrogates.mention import AROUND, Mention
from understudy.surrogates.numbers.form import COUNTED
from understudy.surrogates.numbers.raw_codes import PHONES
from understudy.surrogates.organizations.outside import is_venue, of_town
from understudy.surrogates.places.atlas import folded
from understudy.surrogates.places.features import read_feature
from understudy.surrogates.places.kinds import has_kind
from understudy.surrogates.places.read import shown_place
from understudy.surrogates.places.reading import begins_as_street, is_land, is_place
from understudy.surrogates.places.scene import Scene, survey
from understudy.surrogates.places.spoken import countries_named, signed_in
from understudy.surrogates.signs import (
    COUNTRIES,
    DATE_SIGN,
    HIDDEN,
    HOME,
    LANDS,
    LANGUAGE,
    LIFE,
    NAMED_AFTER,
    SIGNED,
    TOLD,
)

__all__ = [
    "DATED",
    "KINDS",
    "NUMBERS",
    "ORGANIZATIONS",
    "PEOPLE",
    "PLACES",
    "Bundle",
    "Gathered",
    "View",
    "gathered",
]

_SECOND = re.compile(r"(?P<key>.*) #\d+")
_FAR = 240
"""Characters before a date in which a text may say of whose birth it speaks."""
_TELLING = 400
"""Characters behind a name in which a pronoun may stand for it."""
_BESIDE = frozenset((DATED, NUMBERS, ORGANIZATIONS, PLACES))
"""Kinds of things that may stand between a name and its pronoun: none of them is somebody."""
_APART = frozenset((PEOPLE, DATED, NUMBERS))
"""Kinds of things that are related to others of their own kind alone."""
_SEEN: Mapping[str, frozenset[str]] = {
    PEOPLE: frozenset(("TITLE",)),
    PLACES: frozenset(LISTED[PLACES]),
    NUMBERS: frozenset(COUNTED),
}
"""What of the private words around a reader may see: places that stand beside each other, the
title before a name, and numbers in words, of which it reads the class alone. Of other dates a date
shows that they are there, or the length of a month's name would count."""


class Bundle(NamedTuple):
    """The mentions that one draw stands for, in text order."""

    kind: str
    key: str
    entities: tuple[Entity, ...]
    after: Lender | None = None
    """What an organization is called after."""
    languages: tuple[str, ...] = ()
    """Of each mention, where the document is in several."""

    def language(self, default: str) -> str:
        """The language that a person, a number or an organization is written in: that of the first
        mention. Places and dates of all lines are one bundle, and that of the document."""
        alone = self.languages and self.kind not in (DATED, PLACES)
        return self.languages[0] if alone else default

    def __repr__(self) -> str:
        return f"Bundle({self.kind!r}, {len(self.entities)} mentions)"


class Gathered(NamedTuple):
    """The bundles of a document, and what is in none."""

    bundles: list[Bundle]
    rest: list[Entity]
    """Entities that no writer knows."""
    spelt: list[tuple[Entity, Entity]]
    """Spellings of what is no person's name, each with the entity that it spells."""
    hosted: list[tuple[Entity, Entity]]
    """Addresses at the domain of a body, each with that body."""
    related: list[tuple[Entity, Entity]]
    """Mentions that show a surname, each with the first one of another person who has it."""
    lent: Sequence[tuple[Entity, Entity]] = ()
    """Mentions of organizations that are called after something, each with a mention of that."""
    dated: Sequence[Dated] = ()
    """Numbers that bear a year, each with the date that it follows."""

    def __repr__(self) -> str:
        return f"Gathered({len(self.bundles)} bundles)"


def gathered(
    document: Document, entities: Sequence[Entity], setting: Setting, language: str
) -> Gathered:
    """The bundles of a document."""
    canonical = setting.canonical
    found: dict[tuple[str, str], list[Entity]] = {}
    rest: list[Entity] = []
    ends = _ends(document, entities)
    for entity in entities:
        category = canonical.get(entity.category, entity.category)
        kind = KINDS.get(category)
        if category == "LOCATION" and _is_venue(document.text, entity, ends, language):
            kind = ORGANIZATIONS
        if kind is None:
            rest.append(entity)
        else:
            found.setdefault((kind, _key(kind, entity, canonical)), []).append(entity)
    if setting.unit == "token":
        alone = [
            Bundle(kind, f"{key}@{one.span.start}", (one,))
            for (kind, key), own in found.items()
            for one in own
        ]
        return Gathered(alone, rest, [], [], [])
    private = [(one.start, one.end) for one in document.annotations]
    private += [(one.span.start, one.span.end) for one in entities]
    private.sort()
    public = not covers(document.text, private)  # a row of typed cells says no language
    if not public and _unrelated(found, canonical):
        return Gathered([Bundle(*one, tuple(own)) for one, own in found.items()], rest, [], [], [])
    reader = Reader(document.text, language, canonical, private)
    join_people(found, reader)
    join_numbers(found, reader)
    join_organizations(found, reader)
    _join_places(found, reader, ends)
    spelt = spelt_pairs(found, reader)
    hosted = hosted_pairs(found, reader)
    related = related_pairs(found, reader)
    after = lenders(found, reader)
    bundles = [
        Bundle(kind, key, tuple(sorted(own, key=_start)), after.get((kind, key)))
        for (kind, key), own in found.items()
    ]
    turns = Turns(document.text, private, language) if public else None
    if turns is not None and turns.mixed:
        bundles = [
            one._replace(languages=tuple(turns.at(entity.span.start) for entity in one.entities))
            for one in bundles
        ]
    lent = [(one, by.entity) for place, by in after.items() for one in found[place]]
    return Gathered(bundles, rest, spelt, hosted, related, lent, dated_numbers(found, reader))


def _unrelated(
    found: Mapping[tuple[str, str], Sequence[Entity]], canonical: Mapping[str, str]
) -> bool:
    """Whether there is one person at most, one number and the dates, as in most rows of a table:
    there is nobody whose relative, address or surname a mention could be as well, and no date whose
    year a number could bear."""
    kinds = [kind for kind, _ in found]
    if not _APART.issuperset(kinds) or len(set(kinds)) < len(kinds):
        return False
    related = BEARERS | {"SPELLING"} if DATED in kinds else {"SPELLING"}
    return not any(
        canonical.get(one.category, one.category) in related
        for own in found.values()
        for one in own
    )


def _ends(document: Document, entities: Sequence[Entity]) -> list[int]:
    """Where private values end, in order."""
    return sorted((*(one.end for one in document.annotations), *(one.span.end for one in entities)))


def _behind_venue(text: str, entity: Entity, ends: Sequence[int], language: str) -> bool:
    """Whether the public words right before a mention say that it is an inn or the like."""
    start = entity.span.start
    at = bisect_right(ends, start) - 1
    since = max(start - AROUND, ends[at] if at >= 0 else 0)
    return is_venue(text[since:start], language) and not of_town(text, entity.span.end, language)


def _is_venue(text: str, entity: Entity, ends: Sequence[int], language: str) -> bool:
    """Whether the words before a place say that it is an inn or the like, and none that stays."""
    name = text[entity.span.start : entity.span.end]
    if not _behind_venue(text, entity, ends, language):
        return False
    return not (is_land(name, language) or read_feature(name, language) or has_kind(name, language))


def _join_places(
    found: dict[tuple[str, str], list[Entity]], reader: Reader, ends: Sequence[int]
) -> None:
    """Bodies that are called as a place are written with the places: all mentions of one, or none.

    A land stays with its country, so that a body of its name joins only where the land itself is
    among the places; elsewhere it is drawn as a body.
    """
    places = found.get((PLACES, ""), [])
    said = {folded(reader.of(one)) for one in places}
    for place in [one for one in found if one[0] == ORGANIZATIONS]:
        names = [ending(reader.of(one), reader.language)[0] for one in found[place]]
        if any(reader.category(one) != "ORGANIZATION" for one in found[place]):
            continue
        if any(_behind_venue(reader.text, one, ends, reader.language) for one in found[place]):
            continue  # "el bar Marbella"
        streets = all(begins_as_street(name, reader.language) for name in names)
        if streets or (
            all(is_place(name, reader.language) for name in names)
            and all(folded(name) in said or not is_land(name, reader.language) for name in names)
        ):
            found.setdefault((PLACES, ""), []).extend(found.pop(place))


def _start(entity: Entity) -> int:
    return entity.span.start


def _key(kind: str, entity: Entity, canonical: Mapping[str, str]) -> str:
    if kind in (DATED, PLACES):
        return ""
    if kind == PEOPLE:
        second = _SECOND.fullmatch(entity.key)
        return second["key"] if second else entity.key
    if kind == NUMBERS:  # how many is never the same as which
        counted = canonical.get(entity.category, entity.category) in COUNTED
        return f"{'counted' if counted else 'code'} {entity.key}"
    return entity.key


class _Region(NamedTuple):
    """A stretch of the text that is private: one value, or several that overlap."""

    start: int
    end: int
    categories: frozenset[str]
    sign: int
    """Where its one sign stands in the text without private values."""

    def __repr__(self) -> str:
        return f"_Region({self.start}, {self.end})"


class View:
    """A document as writers see it: what is private around a mention is one sign.

    "He was born to NAME on 3 May": how long the name is must not show in the date, neither as so
    many signs nor in how far the words reach that stand around it. So a window counts characters
    of the text in which each private value is one sign; what a writer may see takes the place of
    its sign afterwards. The document's annotations are hidden, too: they may be private by another
    rule of the policy.
    """

    def __init__(
        self,
        document: Document,
        entities: Sequence[Entity],
        setting: Setting,
        keeps_country: Callable[[Collection[str]], bool] = lambda categories: True,
    ) -> None:
        """``keeps_country``: whether places of such categories stay in their country."""
        self.keeps_country = keeps_country
        self.text, self.canonical = document.text, setting.canonical
        private = {
            (span.start, span.end): "" for span in document.annotations if span.start < span.end
        }
        for entity in entities:
            private[(entity.span.start, entity.span.end)] = self._category(entity)
        self.document, self.entities = document, entities
        self.private = frozenset(private.values())
        self.regions, self.public = _hidden(document.text, private)
        self.starts = [region.start for region in self.regions]
        self.signs = [region.sign for region in self.regions]
        self.alone = setting.unit == "token"
        self.language = language_of(document, setting)

    @once
    def countries(self) -> tuple[str, ...]:
        """The countries that the public words of the document name."""
        return () if self.alone else countries_named(self.public, self.language)

    @once
    def signed(self) -> str:
        """The country that the public words of the document speak of."""
        return "" if self.alone else signed_in(self.public, self.language)

    @once
    def home(self) -> str:
        """The country of the places of the document, where they stay in it: what the policy gives
        up of a place must not show in an organization."""
        return self._scene.home if self._scene else ""

    @once
    def lands(self) -> tuple[str, ...]:
        """The countries that a telephone number of the document may be of: those of its places, as
        far as they show them themselves, those that it names, and that of its language's tag."""
        areas = self._scene.areas if self._scene else ()
        named = {*self.countries, *(one.country for one in areas if "country" in one.kinds)}
        of_places = dict.fromkeys((self.home, *(one.country for one in areas)))
        shown = (one for one in of_places if one in named or (one and shown_place(one) == one))
        tagged = (self.document.language or "").replace("_", "-").upper().split("-")[1:]
        return tuple(dict.fromkeys((*shown, *self.countries, *tagged)))

    @once
    def _scene(self) -> Scene | None:
        """The places of the document, where they stay in their country."""
        ends = _ends(self.document, self.entities)
        places = tuple(
            one
            for one in self.entities
            if KINDS.get(self._category(one)) == PLACES
            and not _is_venue(self.text, one, ends, self.language)
        )
        if self.alone or not places or not self.keeps_country({one.category for one in places}):
            return None
        return survey(self.mentions(Bundle(PLACES, "", places)), self.language)

    def _category(self, entity: Entity) -> str:
        return self.canonical.get(entity.category, entity.category)

    def mentions(self, bundle: Bundle) -> list[Mention]:
        """The mentions of a bundle with the words around them, as its reader may see them."""
        seen = frozenset[str]() if self.alone else _SEEN.get(bundle.kind, frozenset())
        dated = bundle.kind == DATED and not self.alone
        signs = not dated and self.private.isdisjoint(seen)  # nothing takes the place of any
        found = []
        for at, entity in enumerate(bundle.entities):
            start, end = (entity.span.start, entity.span.end)
            first, last = self._before(start), self._after(end)
            if signs:
                before = self.public[max(0, first - AROUND) : first]
                after = self.public[last : last + AROUND]
            else:
                before = self._shown(max(0, first - AROUND), first, seen, dated=dated)
                after = self._shown(last, last + AROUND, seen, dated=dated)
            text, category = self.text[start:end], self._category(entity)
            attributes = entity.attributes
            if bundle.kind == PLACES and entity.key != fold(text):
                attributes += (("key", entity.key),)
            placed = bundle.kind == ORGANIZATIONS or (bundle.kind == PLACES and not at)
            if placed and self.countries:
                attributes += ((COUNTRIES, " ".join(self.countries)),)
            if bundle.kind == PLACES and not at and self.signed:
                attributes += ((SIGNED, self.signed),)
            elif bundle.kind == ORGANIZATIONS and not self.countries and self.home:
                attributes += ((HOME, self.home),)
            if bundle.kind == NUMBERS and category in PHONES and self.lands:
                attributes += ((LANDS, " ".join(self.lands)),)
            if bundle.kind == DATED and bundle.languages:
                attributes += ((LANGUAGE, bundle.languages[at]),)
            if bundle.kind == DATED and not self.alone:
                life = child_described(self.public[max(0, first - _FAR) : first], self.language)
                attributes += ((LIFE, life),) if life else ()
            if bundle.kind == PEOPLE and not self.alone:
                attributes += ((TOLD, self._told(last)),)
            if bundle.after is not None:
                attributes += ((f"{NAMED_AFTER}{bundle.after.kind}", bundle.after.name),)
            found.append(Mention(text, category, before, after, attributes))
        return found

    def _may_show(self, region: _Region) -> bool:
        """What counts is shown where it is a number in words; what it counts is as private."""
        if not region.categories <= _SEEN[NUMBERS]:
            return True
        said = self.text[region.start : region.end]
        return any(digits_of(said, one) for one in reads(self.language))

    def _told(self, start: int) -> str:
        """The public words from there to the next mark that may be somebody's."""
        stop = start + _TELLING
        for region in self.regions[bisect_left(self.signs, start) :]:
            if region.sign >= stop:
                break
            if not all(KINDS.get(category) in _BESIDE for category in region.categories):
                return self.public[start : region.sign].replace(HIDDEN, " ")
        return self.public[start:stop].replace(HIDDEN, " ")

    def _before(self, start: int) -> int:
        """Where a mention starts in the text of signs; behind the sign of what it lies within."""
        at = bisect_right(self.starts, start) - 1
        if at < 0:
            return start
        region = self.regions[at]
        if start == region.start:
            return region.sign
        return region.sign + 1 + max(0, start - region.end)

    def _after(self, end: int) -> int:
        """Where a mention ends there; before the sign of what it lies within."""
        at = bisect_left(self.starts, end) - 1
        if at < 0:
            return end
        region = self.regions[at]
        return region.sign if end < region.end else region.sign + 1 + end - region.end

    def _shown(self, start: int, end: int, seen: frozenset[str], *, dated: bool) -> str:
        """A window, with what the reader may see in the place of its signs."""
        pieces: list[str] = []
        cursor = start
        for region in self.regions[bisect_left(self.signs, start) : bisect_left(self.signs, end)]:
            if dated and region.categories <= DATES:
                shown = DATE_SIGN
            elif region.categories <= seen and self._may_show(region):
                shown = self.text[region.start : region.end]
            else:
                continue
            pieces += (self.public[cursor : region.sign], shown)
            cursor = region.sign + 1
        return "".join((*pieces, self.public[cursor:end]))


def _hidden(text: str, private: Mapping[tuple[int, int], str]) -> tuple[tuple[_Region, ...], str]:
    """The private stretches of a text, and the text with one sign for each."""
    joined: list[tuple[int, int, frozenset[str]]] = []
    alone = {category: frozenset((category,)) for category in set(private.values())}
    for (start, end), category in sorted(private.items()):
        if joined and start < joined[-1][1]:
            first, last, categories = joined[-1]
            joined[-1] = (first, max(last, end), categories | alone[category])
        else:
            joined.append((start, end, alone[category]))
    regions: list[_Region] = []
    pieces: list[str] = []
    cursor = length = 0
    for start, end, categories in joined:
        sign = length + start - cursor
        regions.append(_Region(start, end, categories, sign))
        pieces += (text[cursor:start], HIDDEN)
        cursor, length = end, sign + 1
    return tuple(regions), "".join((*pieces, text[cursor:]))
