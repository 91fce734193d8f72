"""Named placeholders: one exemplar for all values of a category ("London" for every place)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from understudy.core.categories import ancestors, categories
from understudy.core.draw import Draw
from understudy.core.text import casing, recase
from understudy.core.types import Document, Entity
from understudy.languages import facts
from understudy.replace.base import Rule, Setting, coin_event, language_of
from understudy.replace.marks import Marker, Writer

__all__ = ["build", "exemplar"]


def build(rules: Mapping[str, Rule], setting: Setting) -> Marker:
    events = {
        category: coin_event("named", setting.unit, rule.probability, ("category", "letter case"))
        for category, rule in rules.items()
    }

    return Marker("named", rules, setting, events, _Named(setting))


class _Named:
    def __init__(self, setting: Setting) -> None:
        self.setting = setting

    def __call__(self, document: Document, entities: Sequence[Entity], draw: Draw) -> Writer:
        language = language_of(document, self.setting)

        def write(document: Document, entity: Entity, original: str, rule: Rule) -> str:
            chosen = rule.options.get("exemplar") or exemplar(entity.category, language)
            return recase(str(chosen), casing(original))

        return write


def exemplar(category: str, language: str) -> str:
    """The exemplar of a category or of its nearest parent that has one."""
    shipped = facts(language)["exemplars"]
    for name in ancestors(category, categories()):
        if name in shipped:
            return str(shipped[name])
    return f"<{category}>"
