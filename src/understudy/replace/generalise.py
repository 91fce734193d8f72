"""Generalisation: a coarser value. "Great Wall Restaurant" → "restaurant", a date → its year, an
age → its decade, a postal code → its first two digits, else the noun of the category.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from understudy.core.categories import ancestors, categories
from understudy.core.draw import Draw
from understudy.core.text import casing, recase
from understudy.core.types import Document, Entity
from understudy.languages import facts
from understudy.replace.base import Rule, Setting, language_of, unproven
from understudy.replace.declared import CASE, CATEGORY, POSITION, Declared, named
from understudy.replace.marks import Marker, Writer
from understudy.replace.part import StrategyPart

__all__ = ["DECLARED", "STRATEGY", "build", "generalised"]

_YEAR = re.compile(r"(?<!\d)(?:1[89]|20)\d\d(?!\d)")
_NUMBER = re.compile(r"\d+")
_WORD = re.compile(r"[^\W\d_]+")
DECLARED = (
    CATEGORY,
    POSITION,
    CASE,
    Declared("year", "The year of a date that has one."),
    Declared("decade of age", "The decade of an age in figures; 90 and more are one band."),
    Declared(
        "first two digits and length of a postal code",
        "The first two characters of a postal code, and how many it has.",
    ),
    Declared(
        "kind of place or organization",
        "The word of the list, such as restaurant, that says what a place or an organization is.",
    ),
    Declared(
        "what is already general",
        "How many values were as general as this already: a report counts them apart.",
    ),
)
"""What general values keep."""


def build(rules: Mapping[str, Rule], setting: Setting) -> Marker:
    """ε = 0 only among values with the same general value, which is public; else no bound."""
    events = {
        category: unproven("generalise", setting.unit, rule.probability, named(DECLARED))
        for category, rule in rules.items()
    }
    return Marker(
        "generalise", rules, setting, events, _Generalise(setting), same="already general"
    )


class _Generalise:
    def __init__(self, setting: Setting) -> None:
        self.setting = setting

    def __call__(self, document: Document, entities: Sequence[Entity], draw: Draw) -> Writer:
        language = language_of(document, self.setting)

        def write(document: Document, entity: Entity, original: str, rule: Rule) -> str:
            return recase(generalised(original, entity.category, language), casing(original))

        return write


def generalised(value: str, category: str, language: str) -> str:
    """The general value; it depends on the value only through what is declared as kept."""
    lineage = tuple(ancestors(category, categories()))
    if "DATE_TIME" in lineage:
        year = _YEAR.search(value)
        if year:
            return year.group()
    elif "AGE" in lineage:
        number = _NUMBER.search(value)
        if number and len(number.group()) <= 3:
            # Ages over 89 single a person out; they share one band.
            decade = min(int(number.group()) // 10 * 10, 90)
            band = "90+" if decade == 90 else f"{decade}-{decade + 9}"
            return f"{band} {facts(language)['age_phrase']}"
    elif category == "POSTAL_CODE":
        if len(value) > 2:
            return value[:2] + "*" * (len(value) - 2)
    elif "LOCATION" in lineage or "ORGANIZATION" in lineage:
        heads = frozenset(facts(language)["generalise"]["heads"])
        for word in reversed(_WORD.findall(value.lower())):
            if word in heads:
                return str(word)
    nouns = facts(language)["nouns"]
    return next((str(nouns[name]) for name in lineage if name in nouns), f"<{category}>")


STRATEGY = StrategyPart(
    "generalise",
    build,
    deterministic=True,
    stand_ins=False,
    declares=DECLARED,
)
