"""The kinds of entities that a policy leaves, because they carry meaning and identify nobody:
drugs, durations, kinship, common jobs, countries, eponyms.

A kind decides about a mention by its category, its words and the words around it, from public
lists (``languages/*/public.toml``). An entity is left only if all its mentions are: "Murphy" in
"Murphy's sign" stays, unless the document names a John Murphy.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from understudy.categorise.left.figures import is_age, is_amount, is_feast, is_length, no_day
from understudy.categorise.left.medicine import is_dose, is_drug, is_eponym, is_medicine
from understudy.categorise.left.people import is_country, is_demonym, is_job, is_kinship
from understudy.categorise.left.place import GLOSS, LONG_GLOSS, NAMES, WORDED, Place
from understudy.categorise.left.products import is_product, is_work
from understudy.categorise.left.public import is_institution, is_public
from understudy.categorise.repeats import initials_of
from understudy.categorise.rules.casing import cased
from understudy.core.categories import Category, ancestors
from understudy.core.folding import flat
from understudy.core.spans import Clipper
from understudy.core.types import Document, Entity
from understudy.languages.public import PublicWords, public_words

__all__ = ["KINDS", "Leaving"]

_BEFORE, _BEHIND = 40, 24
_CAPITALISED = re.compile(r"[A-Z][a-z]+(?: [A-Z][a-z]+)*")


def _empty(place: Place) -> bool:
    value = " ".join(place.value.lower().split())
    return value in place.words.empty or (place.alone and value in place.words.empty_fields)


class Kind(NamedTuple):
    """A kind of what stays, and the categories below which it is looked for; all where none."""

    holds: Callable[[Place], bool]
    categories: frozenset[str] = frozenset()
    beside: tuple[tuple[str, Callable[[Place], bool]], ...] = ()
    """What is left with it, each by a reason of its own."""

    def reasons(self, name: str) -> Iterator[tuple[str, Callable[[Place], bool]]]:
        """Why a mention is left by this kind, and how it is told."""
        yield name, self.holds
        yield from self.beside


def _among(*categories: str) -> frozenset[str]:
    return frozenset(categories)


KINDS: Mapping[str, Kind] = {
    "empty": Kind(_empty),
    "drugs": Kind(is_drug, WORDED | {"DRUG"}),
    "doses": Kind(is_dose, _among("NUMBER", "DATE_TIME", "MISC", "POSTAL_CODE", "ID")),
    "amounts": Kind(is_amount, _among("AMOUNT")),
    "durations": Kind(
        is_length, _among("NUMBER", "DATE_TIME"), (("relative time", no_day), ("feast", is_feast))
    ),
    "ages": Kind(is_age, _among("AGE")),
    "kinship": Kind(is_kinship, _among("FAMILY")),
    "jobs": Kind(is_job, _among("OCCUPATION")),
    "countries": Kind(is_country, _among("LOCATION", "NRP")),
    "demonyms": Kind(is_demonym, NAMES | {"NRP", "DEMOGRAPHIC", "MISC"}),
    "eponyms": Kind(is_eponym, WORDED),
    "medicine": Kind(is_medicine, WORDED),
    "products": Kind(is_product),
    "works": Kind(is_work, _among("CREATIVE_WORK")),
    "bodies": Kind(is_public, NAMES | {"MISC", "OCCUPATION", "CREATIVE_WORK", "DATE_TIME"}),
    "institutions": Kind(is_institution, _among("ORGANIZATION")),
}
"""What a policy can leave, and how a mention is told to be of the kind; the first counts."""


class _Asked(NamedTuple):
    """What is asked of mentions of one category."""

    line: frozenset[str]
    kinds: tuple[tuple[str, Callable[[Place], bool]], ...]


@dataclass(frozen=True)
class Leaving:
    """The kinds that a policy leaves, ready to be asked."""

    kinds: Sequence[str]
    known: Mapping[str, Category]
    _asked: dict[str, _Asked] = field(default_factory=dict, repr=False, compare=False)

    def _of(self, category: str) -> _Asked:
        found = self._asked.get(category)
        if found is None:
            line = frozenset(ancestors(category, self.known))
            kinds = tuple(
                reason
                for name, kind in KINDS.items()
                if name in self.kinds and not (kind.categories and kind.categories.isdisjoint(line))
                for reason in kind.reasons(name)
            )
            found = self._asked[category] = _Asked(line, kinds)
        return found

    def _reason(self, category: str, around: _Around, words: PublicWords, cased: bool) -> str:
        value, before, behind, alone = around
        line, kinds = self._of(category)
        if "PERSON" in line and _only_a_name(around, words):
            return ""
        asked = Place(value, before, behind, cased, alone, line, words)
        return next((name for name, holds in kinds if holds(asked)), "")

    def reasons(
        self, document: Document, entities: Sequence[Entity], languages: tuple[str, ...]
    ) -> list[str]:
        """The kind by which each mention is left, empty for those that are not."""
        words = public_words(languages)
        found: list[str] = []
        edited, fields = cased(document.text), _Fields(document)
        for entity in entities:
            around = fields.around(entity)
            found.append(self._reason(entity.category, around, words, edited))
        if not any(found):
            return found
        _leave_brackets(document.text, entities, found, words)
        private = {
            (entity.category, entity.key)
            for entity, reason in zip(entities, found, strict=True)
            if not reason
        }
        return [
            "" if (entity.category, entity.key) in private else reason
            for entity, reason in zip(entities, found, strict=True)
        ]


def _only_a_name(around: _Around, words: PublicWords) -> bool:
    """Whether nothing tells of a person but words with no entry of a list among them, as in most
    cells of a column of names: then no kind holds, and none need be asked."""
    if around.before or around.behind or not _CAPITALISED.fullmatch(around.value):
        return False
    said = around.value.lower()
    each = said.split()
    if not words.telling.isdisjoint(each) or said.startswith(words.body_heads):
        return False
    return not any(word.endswith(words.medicine_endings) for word in each)


def _leave_brackets(
    text: str, entities: Sequence[Entity], found: list[str], words: PublicWords
) -> None:
    """What stands in brackets behind what is left is left, too: the initials ("… Electoral
    (CNE)"), or the same in another language ("the Supreme Court (Sąd Najwyższy)")."""
    for at in range(1, len(entities)):
        last, span = entities[at - 1].span, entities[at].span
        if found[at] or not found[at - 1] or text[last.end : span.start] not in (" (", "("):
            continue
        value = text[span.start : span.end]
        gloss = found[at - 1] == "bodies" and text[span.end : span.end + 1] == ")"
        if initials_of(value, text[last.start : last.end]) or (gloss and _glosses(value, words)):
            found[at] = found[at - 1]


def _glosses(value: str, words: PublicWords) -> bool:
    """Whether a body is named again in another language, and no name is in it."""
    said = flat(value).split()
    if len(said) == 1 and len(said[0]) < LONG_GLOSS:
        return False
    return len(said) <= GLOSS and not any(word in words.names for word in said if word[3:])


class _Around(NamedTuple):
    """A mention and what stands around it in its field."""

    value: str
    before: str
    behind: str
    alone: bool

    def __repr__(self) -> str:
        return f"_Around({len(self.value)} characters)"


class _Fields:
    """The fields of a document, each with where its first and its last ink stand: to look for them
    beside every mention would be to read the whole text for each."""

    def __init__(self, document: Document) -> None:
        self._text = document.text
        self._fields = Clipper(document.segments) if document.segments else None
        self._inked: dict[tuple[int, int], tuple[int, int]] = {}

    def around(self, entity: Entity) -> _Around:
        """A mention and what stands around it."""
        text, start, end = self._text, entity.span.start, entity.span.end
        low, high = (self._fields and self._fields.around(start)) or (0, len(text))
        value = text[start:end]
        if low == start and high == end:
            return _Around(value, "", "", True)
        first, last = self._ink(low, high)
        before = text[max(low, start - _BEFORE) : start]
        behind = text[end : min(high, end + _BEHIND)]
        return _Around(value, before, behind, start <= first and last <= end)

    def _ink(self, low: int, high: int) -> tuple[int, int]:
        found = self._inked.get((low, high))
        if found is None:
            field = self._text[low:high]
            last = low + len(field.rstrip())
            found = self._inked[low, high] = (high - len(field.lstrip()), last)
        return found
