"""Keyed hash: one code for one value in all scopes of a release.

The code depends on the release key and the value only, so equal values stay equal across the
corpus. That is its use and its weakness: there is no bound (ε = ∞), and whoever holds the key
can test guesses.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from understudy.core.draw import Draw
from understudy.core.folding import fold
from understudy.core.types import Document, Entity
from understudy.replace.base import Rule, Setting, unproven
from understudy.replace.marks import Marker, Writer
from understudy.replace.part import StrategyPart

__all__ = ["STRATEGY", "build"]

_DIGITS = 12


def build(rules: Mapping[str, Rule], setting: Setting) -> Marker:
    """The strategy for categories with these rules."""
    kept = ("category", "equality of values across the corpus")
    events = {
        category: unproven("hash", setting.unit, rule.probability, kept)
        for category, rule in rules.items()
    }
    return Marker("hash", rules, setting, events, _writer)


def _writer(document: Document, entities: Sequence[Entity], draw: Draw) -> Writer:
    corpus = draw.corpus

    def write(document: Document, entity: Entity, original: str, rule: Rule) -> str:
        code = corpus.words(entity.category, fold(original), "hash")[0]
        return f"{entity.category}_{code:016x}"[: len(entity.category) + 1 + _DIGITS]

    return write


STRATEGY = StrategyPart(
    "hash",
    build,
    language_free=True,
    stand_ins=False,
)
