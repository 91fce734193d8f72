"""Word by word (Adelani et al. 2020; value distortion and dissociation of Tang et al. 2004).

Every word of an entity is drawn from the words of its category, so the number of words stays.
The unit of the guarantee is the word: with unit ``entity`` each distinct word of a category has
one memoised draw per scope, with unit ``token`` each occurrence has its own. An entity of w words
is protected by w draws.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, cast

from understudy.core.draw import Draw
from understudy.core.folding import fold
from understudy.core.reasons import ONLY_FORM
from understudy.core.text import casing, recase, words
from understudy.core.types import (
    KEPT,
    MAY_STAY,
    REPLACED,
    Document,
    Edit,
    Entity,
    PrivacyEvent,
    Strategy,
    Tally,
)
from understudy.replace.base import Rule, Setting, language_of, random_words
from understudy.replace.counting import Counted, merged
from understudy.replace.declared import (
    CASE,
    CATEGORY,
    NUMBER_OF_WORDS,
    POSITION,
    PUNCTUATION,
    Declared,
    named,
)
from understudy.replace.drawn import (
    MOST_CHOICES,
    Choice,
    choose,
    counted_sources,
    counts_corpus,
    fixed_sources,
    policy_events,
    reachable,
)
from understudy.replace.part import StrategyPart
from understudy.surrogates.shapes import rough_shape, shape_support
from understudy.surrogates.sources import WORD, Source
from understudy.surrogates.tables import Support

__all__ = ["DECLARED", "STRATEGY", "WordReplacement", "build"]

_ROUGH = Declared(
    "rough form of words with digits",
    "Of a word that no list can give, whether it has digits, letters or both, or is a number word, "
    "and its rough size, one of a short list; its length does not show.",
)
_EQUAL = Declared("word equality", "Which words of a category are equal within a document.")
_ALWAYS = (CATEGORY, POSITION, CASE, NUMBER_OF_WORDS, PUNCTUATION, _ROUGH)
DECLARED = (*_ALWAYS, _EQUAL)
"""What shows of an entity that is replaced word by word."""


_Said = tuple[str, str, int, int]
"""The name of a word's draw, the word, and its place in the entity."""
_Drawn = tuple[str, str | None, PrivacyEvent]
"""The name of a draw, the new word or None for keep, and the event."""


@dataclass(frozen=True)
class WordReplacement:
    rules: Mapping[str, Rule]
    setting: Setting
    sources: Mapping[str, Source]
    _choices: dict[tuple[str, str, str], Choice] = field(
        default_factory=dict, repr=False, compare=False
    )

    @property
    def counts(self) -> bool:
        return any(counts_corpus(rule) for rule in self.rules.values())

    @property
    def invariants(self) -> tuple[str, ...]:
        return named(DECLARED if self.setting.unit == "entity" else _ALWAYS)

    def tally(self, document: Document, entities: Sequence[Entity], draw: Draw) -> Tally:
        counted: Counted = {}
        seen: set[tuple[str, str]] = set()
        language = language_of(document, self.setting)
        for entity in entities:
            if not counts_corpus(self.rules[entity.category]):
                continue
            value = document.text[entity.span.start : entity.span.end]
            for start, end in words(value) or [(0, len(value))]:
                word = value[start:end]
                place = (entity.category, fold(word))
                if self.setting.unit == "entity" and place in seen:
                    continue
                seen.add(place)
                of_place = counted.setdefault((entity.category, language, WORD), Counter())
                of_place[word] += 1
        return cast(Tally, counted)

    def merge(self, tallies: Iterable[Tally]) -> Tally:
        return merged(tallies)

    def prepare(self, tally: Tally, draw: Draw) -> Strategy:
        counted = counted_sources(self.rules, self.setting, tally, draw, words=True)
        return replace(self, sources={**self.sources, **counted}, _choices={})

    def events(self) -> Mapping[str, tuple[PrivacyEvent, ...]]:
        return policy_events(
            "word", self.rules, self.setting, self.sources, self.invariants, words=True
        )

    def choice(self, category: str, language: str, word: str) -> Choice:
        """The choice for a word: its category's words, or its rough form where it has digits."""
        form = self._form(category, language, word)
        place = (category, language, form)
        found = self._choices.get(place)
        if found is None:
            source = self.sources[category]
            listed = form == WORD
            support: Support = source.words(language) if listed else shape_support(form, language)
            found = choose(
                "word", self.rules[category], self.setting, source, support, self.invariants
            )
            if len(self._choices) > MOST_CHOICES:  # shapes of identifiers have no end
                self._choices.clear()
            self._choices[place] = found
        return found

    def _form(self, category: str, language: str, word: str) -> str:
        source = self.sources[category]
        shaped = source.digits_by_shape and (
            any(map(str.isdigit, word)) or not source.supports(language)
        )
        return rough_shape(word, language) if shaped else WORD

    def replace(
        self, document: Document, entities: Sequence[Entity], draw: Draw
    ) -> tuple[Edit, ...]:
        language = language_of(document, self.setting)
        said = [(entity, self._words(document, entity)) for entity in entities]
        spelt: dict[tuple[str, str], list[str]] = {}
        for entity, found in said:
            for name, word, _, _ in found:
                spelt.setdefault((entity.category, name), []).append(word)
        drawn = {
            (category, name): self._drawn(category, language, name, spellings, draw)
            for (category, name), spellings in spelt.items()
        }
        return tuple(self._edit(document, entity, found, drawn) for entity, found in said)

    def _words(self, document: Document, entity: Entity) -> list[_Said]:
        """The words of an entity, each with the name of its draw and its place."""
        found = []
        start = entity.span.start
        value = document.text[start : entity.span.end]
        for left, right in words(value) or [(0, len(value))]:
            word = value[left:right]
            folded = fold(word)
            name = folded if self.setting.unit == "entity" else f"{folded}@{start + left}"
            found.append((name, word, left, right))
        return found

    def _edit(
        self,
        document: Document,
        entity: Entity,
        said: Sequence[_Said],
        drawn: Mapping[tuple[str, str], _Drawn],
    ) -> Edit:
        original = document.text[entity.span.start : entity.span.end]
        out: list[str] = []
        names: list[str] = []
        events: list[PrivacyEvent] = []
        kept, cursor = True, 0
        for folded, word, left, right in said:
            name, value, event = drawn[entity.category, folded]
            kept = kept and value is None
            names.append(name)
            events.append(event)
            out.append(original[cursor:left])
            out.append(word if value is None else recase(value, casing(word)))
            cursor = right
        out.append(original[cursor:])
        # Words of one entity may have supports of different sizes; all are billed at the dearest.
        dearest = max(events, key=lambda event: (event.epsilon, event.paper_epsilon))
        new, outcome, reason = "".join(out), KEPT if kept else REPLACED, ""
        if new == original and all(event.pi_min == 1.0 for event in events):
            outcome, reason = MAY_STAY, ONLY_FORM  # there are no other words
        return Edit(entity, original, new, outcome, "word", dearest, tuple(names), reason)

    def _drawn(
        self, category: str, language: str, name: str, spellings: Sequence[str], draw: Draw
    ) -> _Drawn:
        choice = self.choice(category, language, spellings[0])
        response = choice.response
        inside = not choice.certain and reachable(response.support, spellings[0], spellings)
        if self.setting.scope != "document":
            # Documents of one subject share a draw only where they share its law.
            name = f"{name} {language} {self._form(category, language, spellings[0])} {inside}"
        numbers = random_words(draw, category, name, "word", response.need)
        return name, response.draw(numbers, inside), choice.event


def build(rules: Mapping[str, Rule], setting: Setting) -> WordReplacement:
    return WordReplacement(rules, setting, fixed_sources(rules, setting))


def _always(options: Mapping[str, Any]) -> bool:
    return True


STRATEGY = StrategyPart(
    "word",
    build,
    epsilon_buys="p",
    banked=True,
    needs_list=_always,
    draws_words=True,
    closed_form=True,
    invariants=DECLARED,
)
