"""Word by word (Adelani et al. 2020; value distortion and dissociation of Tang et al. 2004).

Every word of an entity is drawn from the words of its category, so the number of words stays.
The unit of the guarantee is the word: with unit ``entity`` each distinct word of a category has
one memoised draw per scope, with unit ``token`` each occurrence has its own. An entity of w words
is protected by w draws.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import cast

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
from understudy.replace.drawn import Choice, Drawing, counts_corpus, reachable
from understudy.replace.part import StrategyPart, always
from understudy.surrogates.shapes import rough_shape
from understudy.surrogates.sources import WORD

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


_Word = tuple[str, str, int, int]
"""The name of a word's draw, the word, and its place in the entity."""
_Drawn = tuple[str, str | None, PrivacyEvent]
"""The name of a draw, the new word or None for keep, and the event."""


@dataclass(frozen=True)
class WordReplacement:
    """Each word of an entity gets a draw from the words of the category."""

    drawing: Drawing

    @property
    def counts(self) -> bool:
        """Whether a counting pass is needed."""
        return self.drawing.counts

    def tally(self, document: Document, entities: Sequence[Entity], draw: Draw) -> Tally:
        """Each distinct word of a category once."""
        setting = self.drawing.setting
        counted: Counted = {}
        seen: set[tuple[str, str]] = set()
        language = language_of(document, setting)
        for entity in entities:
            if not counts_corpus(self.drawing.rules[entity.category]):
                continue
            value = document.text[entity.span.start : entity.span.end]
            for start, end in words(value) or [(0, len(value))]:
                word = value[start:end]
                place = (entity.category, fold(word))
                if setting.unit == "entity" and place in seen:
                    continue
                seen.add(place)
                of_place = counted.setdefault((entity.category, language, WORD), Counter())
                of_place[word] += 1
        return cast(Tally, counted)

    def merge(self, tallies: Iterable[Tally]) -> Tally:
        """The tallies of several documents, added."""
        return merged(tallies)

    def prepare(self, tally: Tally, draw: Draw) -> WordReplacement:
        """The strategy with what the counting pass found."""
        return WordReplacement(self.drawing.counted(tally, draw))

    def events(self) -> Mapping[str, tuple[PrivacyEvent, ...]]:
        """category → what its draws can cost, as far as it is known before the run."""
        return self.drawing.events()

    def choice(self, category: str, language: str, word: str) -> Choice:
        """The choice for a word: its category's words, or its rough form where it has digits."""
        return self.drawing.choice(category, language, self._form(category, language, word))

    def _form(self, category: str, language: str, word: str) -> str:
        source = self.drawing.sources[category]
        shaped = source.digits_by_shape and (
            any(map(str.isdigit, word)) or not source.supports(language)
        )
        return rough_shape(word, language) if shaped else WORD

    def replace(
        self, document: Document, entities: Sequence[Entity], draw: Draw
    ) -> tuple[Edit, ...]:
        """One draw per distinct word of a category, written in the letter case of each place."""
        language = language_of(document, self.drawing.setting)
        split = [(entity, self._words(document, entity)) for entity in entities]
        spelt: dict[tuple[str, str], list[str]] = {}
        for entity, found in split:
            for name, word, _, _ in found:
                spelt.setdefault((entity.category, name), []).append(word)
        drawn = {
            (category, name): self._drawn(category, language, name, spellings, draw)
            for (category, name), spellings in spelt.items()
        }
        return tuple(self._edit(document, entity, found, drawn) for entity, found in split)

    def _words(self, document: Document, entity: Entity) -> list[_Word]:
        """The words of an entity, each with the name of its draw and its place."""
        found = []
        start = entity.span.start
        value = document.text[start : entity.span.end]
        for left, right in words(value) or [(0, len(value))]:
            word = value[left:right]
            folded = fold(word)
            name = folded if self.drawing.setting.unit == "entity" else f"{folded}@{start + left}"
            found.append((name, word, left, right))
        return found

    def _edit(
        self,
        document: Document,
        entity: Entity,
        parts: Sequence[_Word],
        drawn: Mapping[tuple[str, str], _Drawn],
    ) -> Edit:
        original = document.text[entity.span.start : entity.span.end]
        out: list[str] = []
        names: list[str] = []
        events: list[PrivacyEvent] = []
        kept, cursor = True, 0
        for folded, word, left, right in parts:
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
        if all(event.pi_min == 1.0 for event in events):  # there are no other words
            outcome, reason = (MAY_STAY if new == original else outcome), ONLY_FORM
        return Edit(entity, original, new, outcome, "word", dearest, tuple(names), reason)

    def _drawn(
        self, category: str, language: str, name: str, spellings: Sequence[str], draw: Draw
    ) -> _Drawn:
        choice = self.choice(category, language, spellings[0])
        response = choice.response
        inside = not choice.certain and reachable(response.support, spellings[0], spellings)
        if self.drawing.setting.scope != "document":
            # Documents of one subject share a draw only where it is one of the same values.
            name = f"{name} {language} {self._form(category, language, spellings[0])} {inside}"
        numbers = random_words(draw, category, name, "word", response.need)
        return name, response.draw(numbers, inside), choice.event


def build(rules: Mapping[str, Rule], setting: Setting) -> WordReplacement:
    """The strategy for categories with these rules."""
    kept = named(DECLARED if setting.unit == "entity" else _ALWAYS)
    return WordReplacement(Drawing.of("word", rules, setting, kept, words=True))


STRATEGY = StrategyPart(
    "word",
    build,
    epsilon_buys="p",
    banked=True,
    needs_list=always,
    draws_words=True,
    closed_form=True,
    declares=DECLARED,
)
