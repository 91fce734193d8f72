"""Names, places, drugs and peoples by lists.

Values are flat, as is the text, and only whole words match. What a hit is worth is settled by its
case, its neighbours, and whether the word is a common one too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path
from typing import Annotated, Any

from msgspec import Meta, Struct

from understudy.core.errors import PolicyError
from understudy.core.files import read_beside
from understudy.core.folding import flat
from understudy.core.normal import normalise
from understudy.core.types import Document, Span
from understudy.identify.hits import (
    DOUBTFUL,
    DRUG,
    GIVEN,
    GUEST,
    NAME,
    OWN,
    PEOPLE,
    PLACE,
    SURNAME,
    Hit,
    hits_of,
    longest,
    places,
)
from understudy.identify.listing import Listing, Worth, listing
from understudy.identify.people import people
from understudy.identify.settings import LIST, DetectorPart, DetectorSettings
from understudy.identify.textview import TextView, placed
from understudy.languages import DEFAULT, language_of, reads
from understudy.languages.lexicon import lexicon, listed, raw

__all__ = ["DETECTOR", "Gazetteer", "build"]


_SETTINGS = ("language", "lists", "allow", "categories")
_SHIPPED = ("PERSON", "LOCATION", "DRUG", "NRP")
"""What the shipped lists are about."""


@dataclass(frozen=True)
class Gazetteer:
    """Finds the values of lists: the shipped ones, and the user's own."""

    language: str = DEFAULT
    lists: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Category → the user's own values, found in any case."""
    allow: frozenset[str] = frozenset()
    """Flat values that are never marked."""
    categories: frozenset[str] = frozenset()
    """The categories wanted of the shipped lists; empty means all."""

    def detect(self, documents: Sequence[Document]) -> list[tuple[Span, ...]]:
        if self._own is None and not self._wanted(*_SHIPPED):
            return [()] * len(documents)
        return [self._spans(document) for document in documents]

    def _wanted(self, *labels: str) -> bool:
        return not self.categories or not self.categories.isdisjoint(labels)

    def __getstate__(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in _SETTINGS}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)

    @cached_property
    def _own(self) -> Listing | None:
        """The user's lists, or None."""
        values = {
            " ".join(flat(value).split()): label
            for label, listed in self.lists.items()
            for value in listed
        }
        values.pop("", None)
        return listing(values, _own_worth(values)) if values else None

    def _spans(self, document: Document) -> tuple[Span, ...]:
        normal = normalise(document.text)
        language = language_of(document, self.language)
        view = TextView(normal.text, language)
        padded = f" {view.flat} ".replace("'s ", "   ")
        spans: list[Span] = []
        if self._wanted(*_SHIPPED):
            hits = hits_of(_shipped(language), padded, view)
            if self._wanted("PERSON"):
                spans += people(view, hits, language)
            if self._wanted("LOCATION"):
                spans += places(view, [hit for hit in hits if hit.kind & PLACE], language)
            if self._wanted("DRUG", "NRP"):
                spans += _others(view, hits, language)
        if self._own is not None:
            spans += [
                Span(hit.start, hit.end, hit.label, 1.0, "gazetteer")
                for hit in longest(hits_of(self._own, padded, view))
            ]
        return placed(view, normal, spans, self.allow)


@cache
def _shipped(language: str) -> Listing:
    """The lists of the language, and behind them those of the others that are read with it."""
    lists = _lists(language)
    own, never_first = lexicon(language), frozenset(listed("never_first", language))

    def worth(value: str) -> Worth:
        kind = 0
        for values, of_list in lists:
            if value in values and not (of_list & GUEST and kind & NAME):
                kind |= of_list
        if not kind:
            return 0, ""
        doubtful = value in own.ambiguous
        ordinary = all(map(own.usual, value.split()))
        if (ordinary and not doubtful) or value.partition(" ")[0] in never_first:
            kind &= DRUG | PEOPLE
        return (kind | DOUBTFUL if kind and doubtful else kind), ""

    return listing(frozenset().union(*(values for values, _ in lists)), worth)


def _lists(language: str) -> tuple[tuple[frozenset[str], int], ...]:
    """Each list with the kind that it stands for."""
    found: list[tuple[frozenset[str], int]] = []
    for other in reads(language):
        words, foreign = lexicon(other), GUEST if other != language else 0
        found += (
            (words.given, GIVEN | foreign),
            (words.surnames, SURNAME | foreign),
            (words.guests, GIVEN | SURNAME | GUEST),
            (words.places, PLACE),
            (words.drugs, DRUG),
        )
        if not foreign:
            found.append((words.nationalities, PEOPLE))
    return tuple(found)


def _own_worth(labels: Mapping[str, str]) -> Callable[[str], Worth]:
    return lambda value: (OWN, labels[value]) if value in labels else (0, "")


def _others(view: TextView, hits: Sequence[Hit], language: str) -> Iterator[Span]:
    """Drugs and peoples, by the word alone."""
    capitalised = raw(language)["traits"]["peoples_capitalised"]
    for hit in hits:
        if hit.kind & DRUG:
            yield Span(hit.start, hit.end, "DRUG", 0.8, "gazetteer")
        elif hit.kind & PEOPLE:
            certain = view.text[hit.start].isupper() or not capitalised
            score = 0.6 if certain and not hit.kind & DOUBTFUL else 0.3
            yield Span(hit.start, hit.end, "NRP", score, "gazetteer")


def _read(settings: DetectorSettings, name: str) -> tuple[str, ...]:
    """The values of a list file: one a line; ``#`` opens a comment."""
    try:
        lines = read_beside(settings.folder, name).splitlines()
    except (OSError, UnicodeDecodeError) as error:
        why = getattr(error, "strerror", None) or "it is not UTF-8"
        path = (settings.folder or Path()) / name
        raise PolicyError(f"{path}: cannot read this list: {why}") from None
    values = (line.strip() for line in lines)
    return tuple(value for value in values if value and not value.startswith("#"))


def allowed(settings: DetectorSettings, name: str) -> frozenset[str]:
    """The flat values of the policy's allow-list, if it names one."""
    return (
        frozenset(flat(value).strip() for value in _read(settings, name)) if name else frozenset()
    )


class Options(Struct, forbid_unknown_fields=True, frozen=True):
    """The keys of ``[detector.gazetteer]``."""

    lists: Annotated[dict[str, str], Meta(description="a table of category = file")] = {}
    allow: Annotated[str, Meta(description="the name of a file")] = ""


def build(settings: DetectorSettings) -> Gazetteer:
    """The detector of a policy; lists that cannot be read are refused here."""
    options = settings.read(Options, "gazetteer")
    return Gazetteer(
        settings.language,
        {label: _read(settings, name) for label, name in options.lists.items()},
        allowed(settings, options.allow),
        settings.categories,
    )


DETECTOR = DetectorPart("gazetteer", build, Options, finds_by=LIST)
