"""Whole entities for whole entities (Adelani et al. 2020), one memoised draw per distinct entity.

With unit ``entity`` all mentions of one key in one scope share a draw: the Lemma's ε then holds
per entity, however often it is mentioned. Neighbours have every mention of one entity changed to
another value of its category and form that does not occur in the scope; spans, categories and the
linking of mentions are equal for neighbours. With unit ``token`` each mention draws for itself.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from understudy.core.draw import Draw
from understudy.core.reasons import ONLY_FORM
from understudy.core.types import (
    KEPT,
    MAY_STAY,
    REPLACED,
    Document,
    Edit,
    Entity,
    PrivacyEvent,
    Tally,
)
from understudy.replace.base import Rule, Setting, groups, language_of, random_words
from understudy.replace.counting import Counted, merged
from understudy.replace.declared import CASE, CATEGORY, EQUALITY, POSITION, Declared, named
from understudy.replace.drawn import (
    Choice,
    Drawing,
    costs_never,
    counts_corpus,
    fixed_source,
    reachable,
)
from understudy.replace.part import StrategyPart, always
from understudy.surrogates.form import shown
from understudy.surrogates.sources import form_of_words

__all__ = ["DECLARED", "STRATEGY", "EntityReplacement", "build"]

_new = tuple.__new__
_FORM = Declared(
    "form (words, shape, gender of a title or relative, preposition and length of a phrase of "
    "time)",
    "The form of a value: one word or several, or the shape of an identifier (which characters "
    "are digits, letters or marks, and how many; of number words, which are units, teens or tens; "
    "words of the lists beside a number, such as area code). Of a date in figures, which of them "
    "is the day, and whether it is written with a zero. Of a title, whom it addresses; of a "
    "relative, the gender, or that there are several. Of a phrase such as "
    "\u201cfor 6 am tomorrow\u201d, its preposition and its number of words.",
)
_REPEATS = Declared(
    "words that a shorter mention repeats, and then the number of words",
    "Which words of an entity its shorter mentions repeat (a surname used alone stays one).",
)
_ALWAYS = (CATEGORY, POSITION, CASE, _FORM)
DECLARED = (*_ALWAYS, EQUALITY, _REPEATS)
"""What shows of an entity that is replaced whole."""


@dataclass(frozen=True)
class EntityReplacement:
    """Each distinct entity gets a draw from the values of its category and form."""

    drawing: Drawing

    @property
    def rules(self) -> Mapping[str, Rule]:
        """category → its rule."""
        return self.drawing.rules

    @property
    def counts(self) -> bool:
        """Whether a counting pass is needed."""
        return self.drawing.counts

    @property
    def free(self) -> bool:
        """Whether no draw can cost anything, known without a look at the lists."""
        return all(costs_never(rule) for rule in self.rules.values())

    def tally(self, document: Document, entities: Sequence[Entity], draw: Draw) -> Tally:
        """Each distinct entity once; the mention with the most words speaks for it."""
        counted: Counted = {}
        setting = self.drawing.setting
        language = language_of(document, setting)
        wanted = [one for one in entities if counts_corpus(self.rules[one.category])]
        for (category, _), mentions in groups(wanted, setting.unit).items():
            value = _main_mention(document, mentions)
            rule = self.rules[category]
            form = (
                form_of_words(value)
                if rule.source == "corpus"
                else fixed_source(rule, category, setting).form(value, language)
            )
            counted.setdefault((category, language, form), Counter())[value] += 1
        return cast(Tally, counted)

    def merge(self, tallies: Iterable[Tally]) -> Tally:
        """The tallies of several documents, added."""
        return merged(tallies)

    def prepare(self, tally: Tally, draw: Draw) -> EntityReplacement:
        """The strategy with what the counting pass found."""
        return EntityReplacement(self.drawing.counted(tally, draw))

    def events(self) -> Mapping[str, tuple[PrivacyEvent, ...]]:
        """category → what its draws can cost, as far as it is known before the run."""
        return self.drawing.events()

    def choice(self, category: str, language: str, form: str) -> Choice:
        """How a value of that category, language and form is replaced."""
        return self.drawing.choice(category, language, form)

    def replace(
        self, document: Document, entities: Sequence[Entity], draw: Draw
    ) -> tuple[Edit, ...]:
        """One draw per distinct entity, written in the letter case of each mention."""
        text = document.text
        drawing = self.drawing
        language = language_of(document, drawing.setting)
        by_document = drawing.setting.scope == "document"
        edits: list[Edit] = []
        for (category, key), mentions in groups(entities, drawing.setting.unit).items():
            main = _main_mention(document, mentions)
            form = drawing.sources[category].form(main, language)
            choice = drawing.choice(category, language, form)
            response = choice.response
            inside = not choice.certain and reachable(
                response.support, main, [text[one.span.start : one.span.end] for one in mentions]
            )
            # Documents of one subject share a draw only where it is one of the same values.
            name = key if by_document else f"{key} {language} {form} {inside}"
            words = random_words(draw, category, name, "entity", response.need)
            value = response.draw(words, inside)
            event, draws = choice.event, (name,)
            for mention in mentions:
                span = mention[0]
                original = text[span.start : span.end]
                new = original if value is None else shown(value, main, original)
                # What Edit(…) makes, without the call.
                outcome, reason = (KEPT if value is None else REPLACED), ""
                if event.pi_min == 1.0:  # there is no other value
                    outcome, reason = (MAY_STAY if new == original else outcome), ONLY_FORM
                edit = (mention, original, new, outcome, "entity", event, draws, reason)
                edits.append(_new(Edit, edit))
        return tuple(edits)


def _main_mention(document: Document, mentions: Sequence[Entity]) -> str:
    """The mention with the most words; the first of equals. How many letters they have must not
    tell, or a long month would make another form of date than a short one."""
    text = document.text
    if len(mentions) == 1:
        span = mentions[0][0]
        return text[span.start : span.end]
    return max((text[one.span.start : one.span.end] for one in mentions), key=_words)


def _words(text: str) -> int:
    return len(text.split())


def build(rules: Mapping[str, Rule], setting: Setting) -> EntityReplacement:
    """The strategy for categories with these rules."""
    return EntityReplacement(Drawing.of("entity", rules, setting, _invariants(setting)))


def _invariants(setting: Setting) -> tuple[str, ...]:
    return named(_ALWAYS if setting.unit == "token" else DECLARED)


STRATEGY = StrategyPart(
    "entity",
    build,
    epsilon_buys="p",
    banked=True,
    needs_list=always,
    closed_form=True,
    declares=DECLARED,
)
