"""The flow: detect → merge → link → join repeats → replace. ``build`` turns a policy into a
pipeline.

    spans    = detect        each detector's evidence
    entities = merge         disjoint, each with its category
               link          which mentions are one thing
               join repeats  what stands elsewhere in the text, unmarked
    edits    = replace       what the strategies make of them

A pipeline is immutable and picklable; ``prepare`` returns a new one that knows the corpus.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain
from typing import Any, NamedTuple

from understudy import engines
from understudy.categorise.borders import settled_marks
from understudy.categorise.evidence import Evidence
from understudy.categorise.known import of_row, without_cells
from understudy.categorise.link import link
from understudy.categorise.repeats import join_repeats
from understudy.categorise.subjects import Elsewhere, Said, gathered, said_in
from understudy.categorise.wordlists import DENIED
from understudy.core.categories import UNKNOWN, ancestors, categories
from understudy.core.draw import Draw
from understudy.core.errors import UsageError
from understudy.core.shown import Shown
from understudy.core.spans import Moves, render
from understudy.core.types import (
    BY_REJECTION,
    HEARD,
    Decided,
    Detector,
    Document,
    Edit,
    Entity,
    PrivacyEvent,
    Span,
    Strategy,
    Tally,
)
from understudy.corpus.columns import cells
from understudy.identify.settings import DetectorSettings
from understudy.languages import handled, in_public_language, supported
from understudy.policy import Policy
from understudy.policy.labels import Labels
from understudy.policy.left import Left, left_event
from understudy.policy.scopes import corpus_digest, corpus_draw, scope_of, subject_digests
from understudy.privacy.bill import costs_nothing
from understudy.registry import load
from understudy.replace.base import Remembers, Rule, Setting
from understudy.replace.part import part_of
from understudy.surrogates.dates.order import in_figures

__all__ = ["Pipeline", "Result", "build"]


class Result(NamedTuple):
    """A document, what was done to it, and what it reads like now."""

    document: Document
    edits: tuple[Edit, ...]
    text: str

    def __repr__(self) -> str:
        return f"Result({self.document.id!r}, {len(self.edits)} edits)"


@dataclass(frozen=True)
class Pipeline:
    """A policy at work: detectors, strategies, and which strategy serves which category."""

    policy: Policy
    detectors: tuple[Detector, ...]
    strategies: Mapping[str, Strategy]
    strategy_of: Mapping[str, str]
    """category → the name of its strategy."""
    labels: Labels = field(repr=False, compare=False)
    decided: Decided | None = field(default=None, repr=False, compare=False)
    """Where people have said what is private, in place of the detectors."""
    said: Mapping[str, frozenset[Said]] = field(default_factory=dict, repr=False, compare=False)
    """data subject → what is private in any of its documents, where the scope is the subject."""

    def identify(self, documents: Sequence[Document]) -> list[tuple[Entity, ...]]:
        """What is private in each document."""
        if self.decided is not None:
            return [self.decided.entities(document) for document in documents]
        documents = [self._handled(document) for document in documents]
        self.forget()
        found: list[tuple[Entity, ...]] = []
        for document, spans in zip(documents, self.detect(documents), strict=True):
            entities, all_private = self._categorised(document, spans)
            joined = self.join_said(document, entities)
            if all_private and len(joined) == len(entities):
                self._left.has_none(document, entities)
                joined = entities
            found.append(joined)
        return found

    def forget(self) -> None:
        """Lets go of the documents that were identified last: they are released by now."""
        self._left.forget()

    @cached_property
    def _cells(self) -> Mapping[str, str]:
        """column → the category of each of its values."""
        return cells(self.policy.columns)

    def categorise(self, document: Document, spans: Iterable[Span]) -> tuple[Entity, ...]:
        """Evidence of one document → disjoint entities in text order."""
        return self._categorised(document, spans)[0]

    def _categorised(
        self, document: Document, spans: Iterable[Span]
    ) -> tuple[tuple[Entity, ...], bool]:
        """The entities of one document, and whether it is known that the policy leaves none."""
        found = self.merge(document, (*spans, *self._left.denied(document.text)))
        entities = self.link(document, found)
        left = self.left(document, entities)
        if not any(left):
            joined = self.join_repeats(document, entities)
            return joined, len(joined) == len(entities)  # what joins them is asked about as well
        # What stays has no repeats to look for, and gives way to those of what is private.
        private = [one for one, reason in zip(entities, left, strict=True) if not reason]
        joined = self.join_repeats(document, private)
        taken = Evidence(entity.span for entity in joined)
        stays = (one for one, reason in zip(entities, left, strict=True) if reason)
        apart = (one for one in stays if not taken.over(one.span.start, one.span.end))
        return tuple(sorted((*joined, *apart))), False

    def detect(self, documents: Sequence[Document]) -> list[tuple[Span, ...]]:
        """The evidence of all detectors; it may overlap. A value that is wholly one entity by
        its column is no detector's business, and what it says is known in all of the row."""
        if not self._cells:
            return self._found(documents)
        read = [without_cells(document, self._cells) for document in documents]
        said = [at for at, document in enumerate(read) if document.text]
        found: list[tuple[Span, ...]] = [()] * len(documents)
        for at, spans in zip(said, self._found([read[at] for at in said]), strict=True):
            found[at] = spans
        return [
            of_row(document, spans, self._cells)
            for document, spans in zip(documents, found, strict=True)
        ]

    def _found(self, documents: Sequence[Document]) -> list[tuple[Span, ...]]:
        """What the detectors see in documents."""
        if not documents:
            return []
        evidence = [
            getattr(detector, "hear", detector.detect)(documents) for detector in self.detectors
        ]
        return [
            tuple(chain.from_iterable(of_document))
            for _, *of_document in zip(documents, *evidence, strict=True)
        ]

    def merge(self, document: Document, spans: Iterable[Span]) -> list[tuple[Span, str]]:
        """Evidence that the policy believes and calls private → disjoint spans with categories."""
        evidence = list(spans)
        shown = Shown.of(document, evidence) if evidence else None
        if shown is None:
            return self._merged(document, evidence)
        merged = self._merged(shown.document, shown.spans)
        back = shown.back([span for span, _ in merged])
        found = [(span, label) for span, (_, label) in zip(back, merged, strict=True)]
        if not shown.hidden:
            return found
        taken = Evidence(back)
        hidden = self._merged(document, shown.hidden)
        return sorted(
            (*found, *(one for one in hidden if not taken.over(one[0].start, one[0].end)))
        )

    def _merged(self, document: Document, evidence: Sequence[Span]) -> list[tuple[Span, str]]:
        """Evidence of a text that is read as it stands → disjoint spans with categories."""
        threshold, labels = self.policy.threshold, self.labels
        heard = [span for span in evidence if span.source == HEARD]
        private = [
            span
            for span in evidence
            if (span.source != HEARD and not span.score < threshold and labels[span.label])
            or span.source == DENIED
        ]
        if not private:
            return []
        language = supported(document.language) or self.policy.language
        held = settled_marks(
            private,
            document,
            language,
            mode=self.policy.merge,
            modelled=self._modelled,
            heard=Evidence(heard) if heard else None,
        )
        return [(span, labels[span.label] or UNKNOWN) for span in held]

    @cached_property
    def _modelled(self) -> bool:
        """Whether a model that looks for names is among the detectors."""
        return any(getattr(detector, "reads_names", False) for detector in self.detectors)

    def link(self, document: Document, found: Sequence[tuple[Span, str]]) -> list[Entity]:
        """Mentions of one thing get one key."""
        keys = link(document, found, self.policy.language)
        return [
            Entity(span, category, key, span.attributes)
            for (span, category), key in zip(found, keys, strict=True)
        ]

    def join_repeats(self, document: Document, entities: Sequence[Entity]) -> tuple[Entity, ...]:
        """The leak check: unmarked repeats of an entity's text join it."""
        if not self.policy.leak_check or not entities:
            return tuple(entities)
        return join_repeats(document, entities)

    @property
    def listens(self) -> bool:
        """Whether what is private in one document of a data subject is looked for in the others."""
        policy = self.policy
        return policy.scope == "subject" and policy.leak_check and self.decided is None

    def listen(
        self, documents: Iterable[Document], entities: Iterable[Sequence[Entity]]
    ) -> dict[str, frozenset[Said]]:
        """data subject → what these documents say of it that is private."""
        found: list[dict[str, frozenset[Said]]] = []
        for document, of_document in zip(documents, entities, strict=True):
            if document.subject is not None and of_document:
                left = self.left(document, of_document)
                private = (one for one, why in zip(of_document, left, strict=True) if not why)
                found.append({document.subject: said_in(document, private)})
        return gathered(found)

    def knowing(self, said: Mapping[str, frozenset[Said]]) -> Pipeline:
        """The pipeline with what the documents of each data subject say."""
        return replace(self, said=said)

    @cached_property
    def _elsewhere(self) -> dict[tuple[str, str | None], Elsewhere]:
        """What was made ready for a data subject and a language."""
        return {}

    def join_said(self, document: Document, entities: Sequence[Entity]) -> tuple[Entity, ...]:
        """The leak check across the documents of a data subject."""
        said = self.said.get(document.subject or "")
        if not said:
            return tuple(entities)
        place = (str(document.subject), document.language)
        if place not in self._elsewhere:
            self._elsewhere[place] = Elsewhere(said, document.language)
        return self._elsewhere[place].joined(document, entities)

    @cached_property
    def _left(self) -> Left:
        return Left(self.policy, decided=self.decided is not None)

    def left(self, document: Document, entities: Sequence[Entity]) -> list[str]:
        """Why the policy leaves each mention as it is, empty where it does not."""
        return self._left.reasons(document, entities)

    def entries(self, document: Document, edits: Sequence[Edit]) -> Counter[tuple[str, int]]:
        """(list, number of the entry) → the mentions that it left as they are, or found."""
        return self._left.entries(document, edits)

    @property
    def counts(self) -> bool:
        """Whether a counting pass comes first."""
        return any(strategy.counts for strategy in self.strategies.values())

    def tally(
        self, document: Document, entities: Sequence[Entity], draw: Draw
    ) -> Mapping[str, Tally]:
        """What each strategy with a counting pass counts in a document, by its name."""
        left = self.left(document, entities)
        private = [one for one, reason in zip(entities, left, strict=True) if not reason]
        read, seen = self._as_read(self._spoken(document, entities), private)
        return {
            name: self.strategies[name].tally(read, of_strategy, draw)
            for name, of_strategy in self._by_strategy(seen).items()
            if self.strategies[name].counts
        }

    def add_up(self, tallies: Iterable[Mapping[str, Tally]]) -> Mapping[str, Tally]:
        """The tallies of parts of a corpus as one."""
        collected: dict[str, list[Tally]] = {}
        for tally in tallies:
            for name, of_strategy in tally.items():
                collected.setdefault(name, []).append(of_strategy)
        return {name: self.strategies[name].merge(parts) for name, parts in collected.items()}

    def prepare(self, tally: Mapping[str, Tally], draw: Draw) -> Pipeline:
        """The pipeline after the counting pass."""
        prepared = {
            name: strategy.prepare(tally.get(name, {}), draw) if strategy.counts else strategy
            for name, strategy in self.strategies.items()
        }
        return replace(self, strategies=prepared)

    def recalling(self, known: Mapping[str, Mapping[str, Sequence[Any]]]) -> Pipeline:
        """The pipeline with what earlier releases drew: strategy → data subject → what."""
        told = dict(self.strategies)
        for name, strategy in self.strategies.items():
            if isinstance(strategy, Remembers):
                told[name] = strategy.recall(known.get(name, {}))
        return replace(self, strategies=told)

    def remembered(self, draw_of: Callable[[str], Draw]) -> Mapping[str, Mapping[str, Any]]:
        """What of this release must be kept for the next: strategy → data subject → what."""
        return {
            name: strategy.remember(draw_of)
            for name, strategy in self.strategies.items()
            if isinstance(strategy, Remembers)
        }

    @cached_property
    def sketches(self) -> bool:
        """Whether a strategy draws from sketches."""
        return any(hasattr(strategy, "fitting") for strategy in self.strategies.values())

    def fitting(
        self, document: Document, edits: Sequence[Edit], most: int | None = None
    ) -> Counter[tuple[str, int]]:
        """Mentions by kind and by how many public values fit their sketches, for strategies that
        draw from sketches; of a long document those of its first things, by so many mentions.

        They are read from the release: its stand-ins have these sketches, and what is told of
        them tells nothing of the originals, whatever a mention by itself might.
        """
        stays = left_event(self.policy.unit)
        document = self._spoken(document, [edit.entity for edit in edits])
        moved = _moved(edits)
        private = [entity for entity, edit in zip(moved, edits, strict=True) if edit.event != stays]
        marks = tuple(entity.span for entity in private)
        document = document._replace(text=render(document.text, edits), annotations=marks)
        found: Counter[tuple[str, int]] = Counter()
        for name, of_strategy in self._by_strategy(private).items():
            fitting = getattr(self.strategies[name], "fitting", None)
            if fitting is not None:
                found += fitting(document, of_strategy, most)
        return found

    def _as_read(
        self, document: Document, private: Sequence[Entity]
    ) -> tuple[Document, Sequence[Entity]]:
        """The document as strategies see it, and what is private in it: without what hides in its
        words. What is private is so to every one of them, and what the policy leaves is text like
        any other."""
        shown = Shown.of(document, [one.span for one in private]) if private else None
        if shown is not None and not shown.hidden:
            document = shown.document
            places = zip(private, shown.spans, strict=True)
            private = [one._replace(span=span) for one, span in places]
        if len(self.strategies) > 1:
            document = document._replace(annotations=tuple([one.span for one in private]))
        return document, private

    def replace(
        self, document: Document, entities: Sequence[Entity], draw: Draw
    ) -> tuple[Edit, ...]:
        """One edit for every entity, in text order."""
        edits = self._replaced(document, entities, draw)
        if self.decided is None:
            return edits
        return self.decided.settled(
            document, edits, lambda number: self._replaced(document, entities, draw.again(number))
        )

    def _replaced(
        self, document: Document, entities: Sequence[Entity], draw: Draw
    ) -> tuple[Edit, ...]:
        left, private = self.left(document, entities), entities
        document = self._spoken(document, entities)
        edits: list[Edit] = []
        if any(left):
            private = [one for one, reason in zip(entities, left, strict=True) if not reason]
            edits += [
                self._left.stays(document, one, reason, self.strategy_of[one.category])
                for one, reason in zip(entities, left, strict=True)
                if reason
            ]
        edits += self._written(document, private, draw)
        if len(edits) != len(entities):
            raise AssertionError(f"{document.id}: {len(entities)} entities, {len(edits)} edits")
        if [edit.entity for edit in edits] != list(entities):
            edits.sort()  # an edit starts with its span, and no two spans start together
        return tuple(edits)

    def _written(self, document: Document, private: Sequence[Entity], draw: Draw) -> Iterable[Edit]:
        """What the strategies make of what is private."""
        read, seen = self._as_read(document, private)
        edits = (
            edit
            for name, of_strategy in self._by_strategy(seen).items()
            for edit in self.strategies[name].replace(read, of_strategy, draw)
        )
        return edits if seen is private else _in_place(document.text, edits, seen, private)

    def untrained(self, document: Document) -> str | None:
        """The language of a document, where a detector's model was not trained on it."""
        document = self._handled(document)
        asked = (getattr(detector, "untrained", None) for detector in self.detectors)
        return next((code for ask in asked if ask and (code := ask(document))), None)

    def undecided_dates(self, document: Document, entities: Sequence[Entity]) -> int:
        """How many dates in figures are in the order of the language, since nothing public tells
        which of day and month stands first in them."""
        if not in_figures([document.text[one.span.start : one.span.end] for one in entities]):
            return 0
        spoken = self._spoken(document, entities)
        left = self.left(document, entities)
        private = [one for one, reason in zip(entities, left, strict=True) if not reason]
        read, seen = self._as_read(spoken, private)
        asked = (
            (getattr(self.strategies[name], "undecided", None), own)
            for name, own in self._by_strategy(seen).items()
        )
        return sum(ask(read, own) for ask, own in asked if ask)

    def _handled(self, document: Document) -> Document:
        """The document in a language that is installed, or a refusal."""
        return handled(document, self.policy.fallback)

    def _spoken(self, document: Document, entities: Sequence[Entity]) -> Document:
        """The document with a language, where a strategy depends on it."""
        document = self._handled(document)
        if document.language is not None or self._language_free:
            return document
        private = [one.span for one in entities if BY_REJECTION not in one.attributes]
        return in_public_language(document, private, self.policy.language)

    @cached_property
    def _language_free(self) -> bool:
        """Whether no strategy in use depends on the language."""
        return all(
            part_of(name).language_free and not getattr(strategy, "speaks", False)
            for name, strategy in self.strategies.items()
        )

    def _by_strategy(self, entities: Sequence[Entity]) -> Mapping[str, Sequence[Entity]]:
        if len(self.strategies) == 1:
            return dict.fromkeys(self.strategies, entities)
        found: dict[str, list[Entity]] = {}
        for entity in entities:
            found.setdefault(self.strategy_of[entity.category], []).append(entity)
        return found

    @cached_property
    def costs(self) -> bool:
        """Whether any edit can cost privacy; where none can, no bills need to be written."""
        return any(map(_may_cost, self.strategies.values()))

    def events(self) -> Mapping[str, tuple[PrivacyEvent, ...]]:
        """What the policy alone says about each category's cost."""
        found: dict[str, tuple[PrivacyEvent, ...]] = {}
        for strategy in self.strategies.values():
            found |= strategy.events()
        return dict(sorted(found.items()))

    def run(self, documents: Iterable[Document], key: bytes, workers: int = 1) -> list[Result]:
        """The whole flow in memory, for small corpora and for Python callers; so many processes
        replace."""
        held = list(documents)
        ids = [document.id for document in held]
        if len(set(ids)) != len(ids):
            raise UsageError("two documents have the same id")
        entities = self.identify(held)
        if self.listens:
            knows = self.knowing(self.listen(held, entities))
            pairs = zip(held, entities, strict=True)
            entities = [knows.join_said(*of_document) for of_document in pairs]
        subjects = subject_digests(held) if self.policy.scope == "subject" else {}
        draws = [scope_of(document, key, self.policy, subjects) for document in held]
        ready = self.counted(zip(held, entities, draws, strict=True), key) if self.counts else self
        return list(engines.run(ready._result, zip(held, entities, draws, strict=True), workers))

    def counted(
        self, corpus: Iterable[tuple[Document, Sequence[Entity], Draw]], key: bytes
    ) -> Pipeline:
        """The pipeline after a counting pass over a corpus in memory."""
        work = list(corpus)
        tally = self.add_up(self.tally(*of_document) for of_document in work)
        held = [document for document, _, _ in work]
        return self.prepare(tally, corpus_draw(key, corpus_digest(held), self.policy))

    def _result(self, given: tuple[Document, Sequence[Entity], Draw]) -> Result:
        document, entities, draw = given
        edits = self.replace(document, entities, draw)
        return Result(document, edits, render(document.text, edits))


def _moved(edits: Sequence[Edit]) -> list[Entity]:
    """The entities of edits where their stand-ins lie in the release."""
    places = Moves(edits)
    found = []
    for edit in edits:
        span = edit.entity.span
        start, end = places.span(span.start, span.end)
        found.append(edit.entity._replace(span=span._replace(start=start, end=end, parts=())))
    return found


def _in_place(
    text: str, edits: Iterable[Edit], seen: Sequence[Entity], private: Sequence[Entity]
) -> Iterator[Edit]:
    """Edits of what is seen, as edits of what is written: what is kept stays as it was written."""
    written = {one.span.start: own.span for one, own in zip(seen, private, strict=True)}
    for edit in edits:
        span = written[edit.entity.span.start]
        original = text[span.start : span.end]
        yield edit._replace(
            entity=edit.entity._replace(span=span),
            original=original,
            surrogate=original if edit.kept else edit.surrogate,
        )


def _may_cost(strategy: Strategy) -> bool:
    if getattr(strategy, "free", False):
        return False  # known without its lists, which take a while to read
    events = strategy.events().values()
    return any(not costs_nothing(event) for of_category in events for event in of_category)


def _canonical(policy: Policy) -> Mapping[str, str]:
    """The canonical category of each that the policy defines below one."""
    own = policy.known.keys() - categories().keys()
    lines = {name: ancestors(name, policy.known) for name in own}
    found = {
        name: next((one for one in line if one in categories()), "") for name, line in lines.items()
    }
    return {name: canonical for name, canonical in found.items() if canonical}


def build(policy: Policy, detectors: tuple[Detector, ...] | None = None) -> Pipeline:
    """A policy, ready to run; with detectors that are loaded already, where they are the same."""
    grouped: dict[str, dict[str, Rule]] = {}
    strategy_of: dict[str, str] = {}
    for category in policy.known:
        rule = policy.rule(category)
        grouped.setdefault(rule.strategy, {})[category] = rule
        strategy_of[category] = rule.strategy
    setting = Setting(
        unit=policy.unit,
        scope=policy.scope,
        language=policy.language,
        draws={name: category.draw for name, category in policy.known.items()},
        canonical=_canonical(policy),
        link=link,
    )
    strategies = {name: part_of(name)(rules, setting) for name, rules in grouped.items()}
    detectors = detectors or tuple(
        load("detectors", name)(
            DetectorSettings(
                language=policy.language,
                categories=frozenset(filter(policy.protects, policy.known)),
                options=policy.detector_options.get(name, {}),
                folder=policy.folder,
            )
        )
        for name in policy.detectors
    )
    return Pipeline(policy, detectors, strategies, strategy_of, Labels(policy))
