"""Typed placeholders: the category in the place of the value (value-class membership of Tang
et al. 2004): plain ``<LOCATION>``, numbered ``<PERSON2>`` or with the entity's public attributes
``<PERSON2, GENDER=MALE>``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from understudy.draw import Draw
from understudy.replace.base import Rule, Setting, coin_event
from understudy.replace.marks import Marker, Writer
from understudy.types import Document, Entity

__all__ = ["PUBLIC", "STYLES", "build"]

STYLES = ("plain", "numbered", "attributes")
PUBLIC = frozenset(("form", "gender", "number"))
"""The attributes that may be shown; a source may have put the value itself in another one."""


def build(rules: Mapping[str, Rule], setting: Setting) -> Marker:
    events = {
        category: coin_event("typed", setting.unit, rule.probability, _invariants(rule))
        for category, rule in rules.items()
    }
    numbered = any(rule.options.get("style", "plain") != "plain" for rule in rules.values())
    if numbered:
        return Marker("typed", rules, setting, events, _numbering)
    marks = {category: f"<{category}>" for category in rules}
    return Marker("typed", rules, setting, events, _plainly, marks)


def _invariants(rule: Rule) -> tuple[str, ...]:
    style = rule.options.get("style", "plain")
    if style == "plain":
        return ("category",)
    if style == "numbered":
        return ("category", "mention equality")
    return ("category", "mention equality", "attributes")


def _plainly(document: Document, entities: Sequence[Entity], draw: Draw) -> Writer:
    return _plain


def _plain(document: Document, entity: Entity, original: str, rule: Rule) -> str:
    return f"<{entity.category}>"


def _numbering(document: Document, entities: Sequence[Entity], draw: Draw) -> Writer:
    numbers: dict[tuple[str, str], int] = {}
    next_number: dict[str, int] = {}
    for entity in entities:
        place = (entity.category, entity.key)
        if place not in numbers:
            numbers[place] = next_number[entity.category] = next_number.get(entity.category, 0) + 1

    def write(document: Document, entity: Entity, original: str, rule: Rule) -> str:
        style = rule.options.get("style", "plain")
        if style == "plain":
            return f"<{entity.category}>"
        label = f"{entity.category}{numbers[entity.category, entity.key]}"
        if style == "attributes":
            label += "".join(
                f", {name.upper()}={value.upper()}"
                for name, value in entity.attributes
                if name.lower() in PUBLIC
            )
        return f"<{label}>"

    return write
