"""What an audit of coherent surrogates runs: documents whose linked mentions change together.

A scene is a text with slots and two readings of one bundle: a person with address and spelling, the
dates of a scope, its places, a number, an organization. The neighbours differ in every mention of
that bundle and in nothing else; both have the same form. What is observed: whether the new bundle
is one of the two originals, how its first mention ends (a surname, a year, the kind of an
organization), and how another stand-in begins, so that a bundle which shows in another is found.
"""

from __future__ import annotations

import re
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

_BUCKETS = 8
_SLOT = re.compile(r"\{(\w+) ?(\w*)\}")
"""A category, and the key of the entity where the mentions are linked by one."""
_OPENING, _AROUND = "{PERSON agent} in {CITY leeds} took the call. ", ("Anna", "Leeds")
"""Mentions that are equal in both neighbours; they come first in the text."""


@dataclass(frozen=True)
class Scene:
    """A text with a slot for each mention of a bundle, and two bundles that fill the slots."""

    name: str
    template: str
    one: tuple[str, ...]
    other: tuple[str, ...]

    def document(self, side: int, id: str) -> Document:
        """The text with the bundle of one side, its mentions annotated."""
        template = _OPENING + self.template
        text, spans, cursor = "", [], 0
        values = (*_AROUND, *(self.other if side else self.one))
        for slot, value in zip(_SLOT.finditer(template), values, strict=True):
            text += template[cursor : slot.start()]
            spans.append(Span(len(text), len(text) + len(value), slot[1], key=slot[2]))
            text, cursor = text + value, slot.end()
        return Document(id, text + template[cursor:], language=DEFAULT, annotations=tuple(spans))


SCENES = (
    Scene(
        "people",
        "It was {PERSON caller}; {PERSON caller}, she said, or Mrs {SURNAME caller}. "
        "Mail to {EMAIL_ADDRESS caller}, spelt {SPELLING caller}, please.",
        ("Mary Smith", "Mary", "Smith", "mary.smith@mail.com", "S M I T H"),
        ("Susan Clark", "Susan", "Clark", "susan.clark@mail.com", "C L A R K"),
    ),
    Scene(
        "dates",
        "Seen on {DATE}, again on {DATE}, born in {DATE}; from {TIME} to {TIME}.",
        ("3 May 2016", "10 May 2016", "May 1950", "10:15", "11:45"),
        ("3 June 1998", "10 June 1998", "June 1932", "12:40", "14:10"),
    ),
    Scene(
        "months",
        "It broke in {DATE} and was mended in {DATE}.",
        ("May 2020", "June"),
        ("August 2020", "September"),
    ),
    Scene(
        "places",
        "They moved to {CITY town}, {REGION state}.",
        ("Austin", "Texas"),
        ("Fresno", "California"),
    ),
    Scene(
        "numbers",
        "The number is {ID number}, that is {ID number}; it ends in {ID number}.",
        ("4829137", "four eight two nine one three seven", "9137"),
        ("5072461", "five oh seven two four six one", "2461"),
    ),
    Scene(
        "organizations",
        "The {ORGANIZATION firm}, or {ORGANIZATION firm}, is at {DOMAIN_NAME firm}.",
        ("Larkfield Water Company", "LWC", "larkfield.com"),
        ("Pinemoor Water Company", "PWC", "pinemoor.com"),
    ),
)


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
        own = results[0].edits[len(_AROUND) :]
        return max(edit.event.epsilon for edit in own)

    @cached_property
    def delta(self) -> float:
        """The largest δ of the edits."""
        results = self.pipeline.run([self.scene.document(0, "claim")], bytes(32))
        return max(edit.event.delta for edit in results[0].edits)

    def __call__(self, side: int, runs: int, random: np.random.Generator) -> Outcomes:
        key = random.bytes(32)
        documents = (self.scene.document(side, f"run-{number}") for number in range(runs))
        return np.array(list(self._seen(self.pipeline.run(documents, key))), dtype=np.intp)

    def _seen(self, results: Sequence[Result]) -> Iterator[int]:
        originals = (self.scene.one, self.scene.other)
        count = len(_AROUND)
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
