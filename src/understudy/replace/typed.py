"""Typed placeholders: the category in the place of the value (value-class membership of Tang
et al. 2004): plain ``<LOCATION>``, numbered ``<PERSON2>``, with the entity's public attributes
``<PERSON2, GENDER=MALE>``, with its relations to others ``<DATE2=DATE1+3 days>``, or by a template
of the policy's own: ``[PERSON 2]``, ``Applicant 2``, ``B.``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from string import Formatter
from typing import Annotated, Any, Literal, cast

from msgspec import UNSET, Meta, Struct, UnsetType

from understudy.core.categories import ancestors, categories
from understudy.core.draw import Draw
from understudy.core.settings import read
from understudy.core.types import Document, Edit, Entity, PrivacyEvent, Strategy, Tally
from understudy.languages import facts
from understudy.replace.base import Rule, Setting, coin_event, language_of, unproven
from understudy.replace.declared import CATEGORY, EQUALITY, Declared, named
from understudy.replace.marks import Marker, Writer
from understudy.replace.numbering import (
    Counted,
    Numbers,
    OfDocument,
    joint_numbers,
    mentions_to_number,
    numbers_of,
)
from understudy.replace.part import Problem, StrategyPart

__all__ = ["DECLARED", "PUBLIC", "RELATIONS", "STRATEGY", "build"]

PUBLIC = frozenset(("form", "gender", "number"))
"""The attributes that may be shown; a source may have put the value itself in another one."""

_ATTRIBUTES = Declared(
    "attributes",
    "The attributes that the annotation gives an entity: its gender, its form and its number.",
)
_RELATED = (
    Declared("gender", "The gender of a person, as far as the names and titles tell it."),
    Declared(
        "how the mentions of a person relate: short form, initials, given name, surname, address",
        "Whether a mention of a person is a short form, initials, a part of the name or an address "
        "made of it.",
    ),
    Declared("days between dates", "How many days lie between the dates of a document."),
)
RELATIONS = named(_RELATED)
"""What placeholders with relations reveal."""
DECLARED = (CATEGORY, EQUALITY, _ATTRIBUTES, *_RELATED)
"""What placeholders show at most; the style decides how much of it."""
_SHOWN: Mapping[str, tuple[Declared, ...]] = {
    "plain": DECLARED[:1],
    "numbered": DECLARED[:2],
    "attributes": DECLARED[:3],
    "related": DECLARED,
}


class Settings(Struct, forbid_unknown_fields=True, frozen=True):
    """The settings of a rule."""

    style: Literal["plain", "numbered", "attributes", "related"] = "plain"
    template: Annotated[str, Meta(min_length=1)] | UnsetType = UNSET


_PERSON = "PERSON"
_FIELDS = ("category", "n", "letter")


def check(table: Mapping[str, Any]) -> Problem | None:
    """A template names fields that there are, and stands in the place of a style."""
    template = table.get("template")
    if template is None:
        return None
    if "style" in table:
        return "template", "has no use with a style: it says what a placeholder looks like"
    if not _is_template(template):
        return "template", f"has the fields {', '.join(f'{{{name}}}' for name in _FIELDS)} only"
    return None


def _is_template(template: str) -> bool:
    """Whether it has known fields alone, without widths: "{n:9999999999}" would fill the memory."""
    try:
        return all(
            name is None or (name in _FIELDS and not spec and conversion is None)
            for _, name, spec, conversion in Formatter().parse(template)
        )
    except ValueError:
        return False


def build(rules: Mapping[str, Rule], setting: Setting) -> Strategy:
    """The strategy for categories with these rules."""
    events = {category: _event(rule, setting) for category, rule in rules.items()}
    speaks = any(map(_speaks, rules.values()))
    numbered = any(_style(rule) != "plain" for rule in rules.values())
    if numbered or speaks:
        counted = _counted(rules, setting)
        writer = partial(_numbering, rules, setting, counted, {})
        marker = Marker("typed", rules, setting, events, writer, speaks=speaks)
        return Joint(marker, counted) if numbered and setting.scope == "subject" else marker
    marks = {
        category: _template(rule).format(category=category) for category, rule in rules.items()
    }
    return Marker("typed", rules, setting, events, _category_writer, marks)


@dataclass(frozen=True)
class Joint:
    """Placeholders whose numbers mean the same in all documents of a data subject."""

    marker: Marker
    counted: Mapping[str, Counted]
    """category → how its things are counted."""

    counts = True

    @property
    def speaks(self) -> bool:
        """Whether the placeholders are in the language of the document."""
        return self.marker.speaks

    def tally(self, document: Document, entities: Sequence[Entity], draw: Draw) -> Tally:
        if document.subject is None:
            return {}
        language = language_of(document, self.marker.setting)
        told = mentions_to_number(document, entities, self.counted, language)
        return {document.subject: {document.id: told}}

    def merge(self, tallies: Iterable[Tally]) -> Tally:
        found: dict[str, dict[str, OfDocument]] = {}
        for tally in tallies:
            for subject, told in cast(Mapping[str, Mapping[str, OfDocument]], tally).items():
                documents = found.setdefault(subject, {})
                for id, one in told.items():
                    documents[id] = max(documents.get(id, one), one, key=_things)
        return found

    def prepare(self, tally: Tally, draw: Draw) -> Strategy:
        setting = self.marker.setting
        several = {
            subject: joint_numbers(documents, subject, setting)
            for subject, documents in cast(Mapping[str, Mapping[str, OfDocument]], tally).items()
            if len(documents) > 1
        }
        writer = partial(_numbering, self.marker.rules, setting, self.counted, several)
        return replace(self, marker=replace(self.marker, writer=writer))

    def events(self) -> Mapping[str, tuple[PrivacyEvent, ...]]:
        return self.marker.events()

    def replace(
        self, document: Document, entities: Sequence[Entity], draw: Draw
    ) -> tuple[Edit, ...]:
        return self.marker.replace(document, entities, draw)


def _things(of_document: OfDocument) -> int:
    return len(of_document[1])


def _speaks(rule: Rule) -> bool:
    """Whether the placeholder says the category in the language of the document."""
    template = read(Settings, rule.options).template
    return template is not UNSET and "{category" in template


def _said(category: str, language: str) -> str:
    """What a category is called in a language; its own name where no list has it."""
    called = facts(language).get("category_names", {})
    return next(
        (str(called[one]) for one in ancestors(category, categories()) if one in called), category
    )


def _style(rule: Rule) -> str:
    settings = read(Settings, rule.options)
    if settings.template is UNSET:
        return settings.style
    return "numbered" if any(f"{{{one}" in settings.template for one in _FIELDS[1:]) else "plain"


def _template(rule: Rule) -> str:
    template = read(Settings, rule.options).template
    if template is not UNSET:
        return template
    return "<{category}>" if _style(rule) == "plain" else "<{category}{n}>"


def _letters(number: int) -> str:
    """1 → A, 26 → Z, 27 → AA."""
    found = ""
    while number:
        number, rest = divmod(number - 1, 26)
        found = chr(ord("A") + rest) + found
    return found


def _event(rule: Rule, setting: Setting) -> PrivacyEvent:
    """A value that is kept tells those that are said to relate to it: no bound below p = 1."""
    p = rule.probability
    if _style(rule) == "related" and p < 1.0:
        return unproven("typed", setting.unit, p, _invariants(rule))
    return coin_event("typed", setting.unit, p, _invariants(rule))


def _invariants(rule: Rule) -> tuple[str, ...]:
    return named(_SHOWN[_style(rule)])


def _category_writer(document: Document, entities: Sequence[Entity], draw: Draw) -> Writer:
    return _category_mark


def _category_mark(document: Document, entity: Entity, original: str, rule: Rule) -> str:
    return _template(rule).format(category=entity.category)


def _counted(rules: Mapping[str, Rule], setting: Setting) -> Mapping[str, Counted]:
    """category → how its things are counted."""
    found: dict[str, Counted] = {}
    for category, rule in rules.items():
        canonical = setting.canonical.get(category, category)
        named = _PERSON in ancestors(canonical, categories())
        said = _said(category, setting.language) if _speaks(rule) else category
        if named and _style(rule) == "related":
            said = _PERSON  # as parts of the name are shown: <PERSON1.SURNAME>
        series = _template(rule).format(category=said, n="{n}", letter="{letter}")
        found[category] = Counted(series, _PERSON if named else category)
    return found


def _numbering(
    rules: Mapping[str, Rule],
    setting: Setting,
    counted: Mapping[str, Counted],
    several: Mapping[str, Mapping[str, Numbers]],
    document: Document,
    entities: Sequence[Entity],
    draw: Draw,
) -> Writer:
    styles = {category: _style(rule) for category, rule in rules.items()}
    templates = {category: _template(rule) for category, rule in rules.items()}
    # ``several``: data subject → the id of a document → the numbers of its things.
    joint = several.get(document.subject or "", {}).get(document.id)
    numbers = numbers_of(entities, counted, joint)
    called = {
        category: _said(category, language_of(document, setting)) if _speaks(rule) else category
        for category, rule in rules.items()
    }
    related = [one for one in entities if styles[one.category] == "related"]
    marks = _related(document, related, setting, numbers) if related else {}

    def write(document: Document, entity: Entity, original: str, rule: Rule) -> str:
        style = styles[entity.category]
        if style == "related":
            return marks[entity]
        n = numbers[entity.category, entity.key]
        if style != "attributes":
            template = templates[entity.category]
            mark = template.format(category=called[entity.category], n=n, letter=_letters(n))
            ended = mark.endswith(".") and document.text.startswith(".", entity.span.end)
            return mark[:-1] if ended else mark  # one point ends "B." and the sentence
        label = f"{entity.category}{n}" + "".join(
            f", {name.upper()}={value.upper()}"
            for name, value in entity.attributes
            if name.lower() in PUBLIC
        )
        return f"<{label}>"

    return write


def _related(
    document: Document,
    entities: Sequence[Entity],
    setting: Setting,
    numbers: Mapping[tuple[str, str], int],
) -> Mapping[Entity, str]:
    from understudy.replace.relations import related_marks  # noqa: PLC0415 - seldom needed

    return related_marks(document, entities, language_of(document, setting), numbers)


STRATEGY = StrategyPart(
    "typed",
    build,
    Settings,
    check,
    language_free=True,
    deterministic=True,
    placeholders=True,
    stand_ins=False,
    declares=DECLARED,
)
