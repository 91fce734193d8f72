"""Named placeholders: one exemplar for all values of a category ("London" for every place)."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from msgspec import Struct

from understudy.core.categories import ancestors, categories
from understudy.core.draw import Draw
from understudy.core.settings import read
from understudy.core.text import casing, recase
from understudy.core.types import Document, Entity, PrivacyEvent
from understudy.languages import facts
from understudy.replace.base import Rule, Setting, coin_event, language_of
from understudy.replace.marks import Marker, Writer
from understudy.replace.part import StrategyPart

__all__ = ["STRATEGY", "build", "exemplar"]


class Settings(Struct, forbid_unknown_fields=True, frozen=True):
    """The settings of a rule."""

    exemplar: str = ""
    """Of all values of the category; the language's own where it is empty."""


def build(rules: Mapping[str, Rule], setting: Setting) -> Marker:
    """The strategy for categories with these rules."""
    events = {category: _event(rule, setting) for category, rule in rules.items()}

    own = {category: read(Settings, rule.options).exemplar for category, rule in rules.items()}
    return Marker("named", rules, setting, events, _Named(setting, own))


def _event(rule: Rule, setting: Setting) -> PrivacyEvent:
    """An exemplar is a word, which the paper reads as ε = ∞ wherever values are kept too."""
    event = coin_event("named", setting.unit, rule.probability, ("category", "letter case"))
    return event if rule.probability == 1.0 else event._replace(paper_epsilon=math.inf)


@dataclass(frozen=True)
class _Named:
    setting: Setting
    own: Mapping[str, str]

    def __call__(self, document: Document, entities: Sequence[Entity], draw: Draw) -> Writer:
        language = language_of(document, self.setting)

        def write(document: Document, entity: Entity, original: str, rule: Rule) -> str:
            chosen = self.own[entity.category] or exemplar(entity.category, language)
            return recase(chosen, casing(original))

        return write


def exemplar(category: str, language: str) -> str:
    """The exemplar of a category or of its nearest parent that has one."""
    shipped = facts(language)["exemplars"]
    for name in ancestors(category, categories()):
        if name in shipped:
            return str(shipped[name])
    return f"<{category}>"


STRATEGY = StrategyPart(
    "named",
    build,
    Settings,
    deterministic=True,
    stand_ins=False,
)
