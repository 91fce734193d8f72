"""Which mentions of a document are written together.

A bundle is what one draw stands for: a person with the addresses, user names and spellings made of
the name; all dates, times and ages of the scope; all its places, and bodies that are called as one;
one number; one organisation or product with its domains. Which mentions belong together is the
linking of the document and a few rules about how a mention is written; like the linking, it is
public.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from understudy.core.folding import fold
from understudy.core.types import Document, Entity
from understudy.replace.base import Setting
from understudy.replace.surrogate.joining import (
    Reader,
    hosted_pairs,
    join_bodies,
    join_figures,
    join_people,
    spelt_pairs,
)
from understudy.replace.surrogate.kinds import (
    BODIES,
    DATED,
    FIGURES,
    KINDS,
    LISTED,
    PEOPLE,
    PLACES,
)
from understudy.surrogates.agreement import ending
from understudy.surrogates.dates.writer import DATES
from understudy.surrogates.mention import AROUND, Mention
from understudy.surrogates.numbers.form import COUNTED
from understudy.surrogates.places.atlas import folded
from understudy.surrogates.places.reading import is_land, is_place

__all__ = [
    "BODIES",
    "DATED",
    "FIGURES",
    "KINDS",
    "PEOPLE",
    "PLACES",
    "Bundle",
    "Gathered",
    "View",
    "gathered",
]

_SECOND = re.compile(r"(?P<key>.*) #\d+")
_HIDDEN = "\u2592"
"""Stands in the words around a mention for what is private there: neither letter nor digit."""
_SEEN: Mapping[str, frozenset[str]] = {
    PEOPLE: frozenset(("TITLE",)),
    DATED: frozenset(DATES),
    PLACES: frozenset(LISTED[PLACES]),
    FIGURES: frozenset(COUNTED),
}
"""What of the private words around a writer may see: mentions of its own bundle, the title before
a name, and number words, of which it reads the class alone."""


class Bundle(NamedTuple):
    """The mentions that one draw stands for, in text order."""

    kind: str
    key: str
    entities: tuple[Entity, ...]

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

    def __repr__(self) -> str:
        return f"Gathered({len(self.bundles)} bundles)"


def gathered(
    document: Document, entities: Sequence[Entity], setting: Setting, language: str
) -> Gathered:
    """The bundles of a document."""
    canonical = setting.canonical
    found: dict[tuple[str, str], list[Entity]] = {}
    rest: list[Entity] = []
    for entity in entities:
        kind = KINDS.get(canonical.get(entity.category, entity.category))
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
        return Gathered(alone, rest, [], [])
    reader = Reader(document.text, language, canonical)
    join_people(found, reader)
    join_figures(found, reader)
    join_bodies(found, reader)
    _join_places(found, reader)
    spelt = spelt_pairs(found, reader)
    hosted = hosted_pairs(found, reader)
    bundles = [
        Bundle(kind, key, tuple(sorted(own, key=_start))) for (kind, key), own in found.items()
    ]
    return Gathered(bundles, rest, spelt, hosted)


def _join_places(found: dict[tuple[str, str], list[Entity]], reader: Reader) -> None:
    """Bodies that are called as a place are written with the places: all mentions of one, or none.

    A land stays with its country, so that a body of its name joins only where the land itself is
    among the places; elsewhere it is drawn as a body.
    """
    places = found.get((PLACES, ""), [])
    said = {folded(reader.of(one)) for one in places}
    for place in [one for one in found if one[0] == BODIES]:
        names = [ending(reader.of(one), reader.language)[0] for one in found[place]]
        if any(reader.category(one) != "ORGANIZATION" for one in found[place]):
            continue
        if all(is_place(name, reader.language) for name in names) and all(
            folded(name) in said or not is_land(name, reader.language) for name in names
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
    if kind == FIGURES:  # how many is never the same as which
        counted = canonical.get(entity.category, entity.category) in COUNTED
        return f"{'counted' if counted else 'code'} {entity.key}"
    return entity.key


class View:
    """A document as writers see it: what is private around a mention is hidden.

    The document's annotations are hidden, too: they may be private by another rule of the policy.
    """

    def __init__(self, document: Document, entities: Sequence[Entity], setting: Setting) -> None:
        self.text, self.canonical = document.text, setting.canonical
        private = {(span.start, span.end): "" for span in document.annotations}
        for entity in entities:
            private[(entity.span.start, entity.span.end)] = self._category(entity)
        self.private = sorted(private.items())
        self.alone = setting.unit == "token"
        self.hidden: dict[str, str] = {}

    def _category(self, entity: Entity) -> str:
        return self.canonical.get(entity.category, entity.category)

    def mentions(self, bundle: Bundle) -> list[Mention]:
        around = self._around(bundle.kind)
        found = []
        for entity in bundle.entities:
            start, end = (entity.span.start, entity.span.end)
            before, after = around[max(0, start - AROUND) : start], around[end : end + AROUND]
            text, category = self.text[start:end], self._category(entity)
            attributes = entity.attributes
            if bundle.kind == PLACES and entity.key != fold(text):
                attributes += (("key", entity.key),)
            found.append(Mention(text, category, before, after, attributes))
        return found

    def _around(self, kind: str) -> str:
        """The text as the writer of a kind may see it."""
        known = self.hidden.get(kind)
        if known is None:
            seen = frozenset[str]() if self.alone else _SEEN.get(kind, frozenset())
            pieces: list[str] = []
            cursor = 0
            for (start, end), category in self.private:
                if category not in seen and end > cursor:
                    pieces += (self.text[cursor:start], _HIDDEN * (end - max(start, cursor)))
                    cursor = end
            known = self.hidden[kind] = "".join((*pieces, self.text[cursor:]))
        return known
