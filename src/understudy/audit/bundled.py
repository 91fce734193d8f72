"""What an audit of coherent surrogates runs: documents whose linked mentions change together.

A scene is a text with slots and two readings of one bundle: a person with address and spelling, the
dates of a scope, its places, a number, an organisation. The neighbours differ in every mention of
that bundle and in nothing else; both have the same form. What is observed: whether the new bundle
is one of the two originals, how its first mention ends (a surname, a year, a kind of body), and
how another stand-in begins, so that a bundle which shows in another one is found, too.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from zlib import crc32

import numpy as np

from understudy.audit.bounds import Outcomes
from understudy.core.categories import categories
from understudy.core.types import Document, Span
from understudy.languages import DEFAULT
from understudy.pipeline import Pipeline, Result, build
from understudy.policy import Policy
from understudy.replace.base import Rule

__all__ = ["SCENES", "Bundled", "Scene", "bundled"]

Slot = tuple[str, str, str]
"""A value, its category and its key."""

_BUCKETS = 8


@dataclass(frozen=True)
class Scene:
    """A text with a slot ``{}`` for each mention."""

    name: str
    template: str
    around: tuple[Slot, ...]
    """Mentions that are equal in both neighbours; they come first in the text."""
    one: tuple[Slot, ...]
    other: tuple[Slot, ...]

    def document(self, side: int, id: str) -> Document:
        slots = (*self.around, *(self.other if side else self.one))
        text, spans = "", []
        for piece, slot in zip(self.template.split("{}"), (*slots, None), strict=True):
            text += piece
            if slot is not None:
                value, category, key = slot
                spans.append(Span(len(text), len(text) + len(value), category, key=key))
                text += value
        return Document(id, text, language=DEFAULT, annotations=tuple(spans))


def _slots(category: str, key: str, *values: str) -> tuple[Slot, ...]:
    return tuple((value, category, key) for value in values)


def _person(name: str, given: str, surname: str, address: str, spelling: str) -> tuple[Slot, ...]:
    return (
        (name, "PERSON", "caller"),
        (given, "PERSON", "caller"),
        (surname, "SURNAME", "caller"),
        (address, "EMAIL_ADDRESS", "caller"),
        (spelling, "SPELLING", "caller"),
    )


_AROUND: tuple[Slot, ...] = (("Anna", "PERSON", "agent"), ("Leeds", "CITY", "leeds"))
_OPENING = "{} in {} took the call. "
SCENES = (
    Scene(
        "people",
        _OPENING + "It was {}; {}, she said, or Mrs {}. Mail to {}, spelt {}, please.",
        _AROUND,
        _person("Mary Smith", "Mary", "Smith", "mary.smith@mail.com", "S M I T H"),
        _person("Susan Clark", "Susan", "Clark", "susan.clark@mail.com", "C L A R K"),
    ),
    Scene(
        "dates",
        _OPENING + "Seen on {}, again on {}, born in {}; from {} to {}.",
        _AROUND,
        (*_slots("DATE", "", "3 May 2016", "10 May 2016", "May 1950"),
         *_slots("TIME", "", "10:15", "11:45")),
        (*_slots("DATE", "", "3 June 1998", "10 June 1998", "June 1932"),
         *_slots("TIME", "", "12:40", "14:10")),
    ),
    Scene(
        "months",
        _OPENING + "It broke in {} and was mended in {}.",
        _AROUND,
        _slots("DATE", "", "May 2020", "June"),
        _slots("DATE", "", "August 2020", "September"),
    ),
    Scene(
        "places",
        _OPENING + "They moved to {}, {}.",
        _AROUND,
        (("Austin", "CITY", "town"), ("Texas", "REGION", "state")),
        (("Fresno", "CITY", "town"), ("California", "REGION", "state")),
    ),
    Scene(
        "figures",
        _OPENING + "The number is {}, that is {}; it ends in {}.",
        _AROUND,
        _slots("ID", "number", "4829137", "four eight two nine one three seven", "9137"),
        _slots("ID", "number", "5072461", "five oh seven two four six one", "2461"),
    ),
    Scene(
        "bodies",
        _OPENING + "The {}, or {}, is at {}.",
        _AROUND,
        (*_slots("ORGANIZATION", "firm", "Larkfield Water Company", "LWC"),
         ("larkfield.com", "DOMAIN_NAME", "firm")),
        (*_slots("ORGANIZATION", "firm", "Pinemoor Water Company", "PWC"),
         ("pinemoor.com", "DOMAIN_NAME", "firm")),
    ),
)  # fmt: skip


@dataclass(frozen=True)
class Bundled:
    """A strategy on the two neighbours of one scene, through the whole pipeline."""

    scene: Scene
    pipeline: Pipeline

    outcomes = 3 * _BUCKETS * _BUCKETS
    through_pipeline = 2_000

    @cached_property
    def claimed(self) -> float:
        """The dearest of the edits of the bundle; the form of the mentions decides it."""
        results = self.pipeline.run([self.scene.document(0, "claim")], bytes(32))
        own = results[0].edits[len(self.scene.around) :]
        return max(edit.event.epsilon for edit in own)

    @cached_property
    def delta(self) -> float:
        results = self.pipeline.run([self.scene.document(0, "claim")], bytes(32))
        return max(edit.event.delta for edit in results[0].edits)

    def __call__(self, side: int, runs: int, random: np.random.Generator) -> Outcomes:
        key = random.bytes(32)
        documents = (self.scene.document(side, f"run-{number}") for number in range(runs))
        return np.array(list(self._seen(self.pipeline.run(documents, key))), dtype=np.intp)

    def _seen(self, results: Sequence[Result]) -> Iterator[int]:
        originals = [tuple(slot[0] for slot in own) for own in (self.scene.one, self.scene.other)]
        count = len(self.scene.around)
        for result in results:
            texts = tuple(edit.surrogate for edit in result.edits)
            own, rest = texts[count:], texts[:count]
            which = originals.index(own) if own in originals else 2
            head = own[0].split()[-1][:4] if own[0].split() else ""
            yield (which * _BUCKETS + _bucket(head)) * _BUCKETS + _bucket(rest[0][:1])


def _bucket(text: str) -> int:
    return crc32(text.encode()) % _BUCKETS


def bundled(
    strategy: str, p: float, unit: str, options: Mapping[str, object] | None = None
) -> tuple[Bundled, ...]:
    """The experiments of all scenes with one rule for every category."""
    rule = Rule(strategy, p=p, options=dict(options or {}))
    policy = Policy("audit", unit=unit, default=rule, leak_check=False, known=categories())
    pipeline = build(policy)
    return tuple(Bundled(scene, pipeline) for scene in SCENES)
