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

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain
from typing import Any, NamedTuple

from understudy import engines
from understudy.categorise.borders import as_shown, settled_marks
from understudy.categorise.evidence import Evidence
from understudy.categorise.known import of_rows
from understudy.categorise.link import link
from understudy.categorise.repeats import join_repeats
from understudy.categorise.subjects import (
    SubjectValue,
    SubjectValues,
    merged_values,
    subject_values_in,
)
from understudy.core.categories import UNKNOWN
from understudy.core.draw import Draw
from understudy.core.errors import UsageError
from understudy.core.spans import render
from understudy.core.types import (
    BY_REJECTION,
    TRACE,
    Decided,
    Detector,
    Document,
    Edit,
    Entity,
    PrivacyEvent,
    Span,
    Tally,
)
from understudy.corpus.columns import cells
from understudy.languages import handled, in_public_language, supported
from understudy.policy import Policy
from understudy.policy.exemptions import Exemptions
from understudy.policy.labels import Labels
from understudy.policy.parts import detectors_of, strategies_of
from understudy.policy.scopes import corpus_digest, corpus_draw, scope_of, subject_digests
from understudy.privacy.bill import EMPTY, Bill, bill, cost
from understudy.replace.strategies import Strategies

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
    """A policy at work: its detectors, and its strategies with what they know of the corpus."""

    policy: Policy
    detectors: tuple[Detector, ...]
    strategies: Strategies
    labels: Labels = field(repr=False, compare=False)
    decided: Decided | None = field(default=None, repr=False, compare=False)
    """Where people have said what is private, in place of the detectors."""
    subject_values: SubjectValues | None = field(default=None, repr=False, compare=False)
    """What the documents of each data subject say, where the scope is the subject."""

    def run(self, documents: Iterable[Document], key: bytes, workers: int = 1) -> list[Result]:
        """The whole flow in memory, for small corpora and for studies of a policy; so many
        processes replace. Nothing is released yet: ``check_documents`` says what may be."""
        held = list(documents)
        ids = [document.id for document in held]
        if len(set(ids)) != len(ids):
            raise UsageError("two documents have the same id")
        entities = self.identify(held)
        if self.shares_subject_values:
            knows = self.with_subject_values(self.collect_subject_values(held, entities))
            pairs = zip(held, entities, strict=True)
            entities = [knows.join_subject_values(*of_document) for of_document in pairs]
        subjects = subject_digests(held) if self.policy.scope == "subject" else {}
        draws = [scope_of(document, key, self.policy, subjects) for document in held]
        ready = self.counted(zip(held, entities, draws, strict=True), key) if self.counts else self
        return list(engines.run(ready._result, zip(held, entities, draws, strict=True), workers))

    def _result(self, given: tuple[Document, Sequence[Entity], Draw]) -> Result:
        document, entities, draw = given
        edits = self.replace(document, entities, draw)
        return Result(document, edits, render(document.text, edits))

    # --- from documents to entities -----------------------------------------------------------

    def identify(self, documents: Sequence[Document]) -> list[tuple[Entity, ...]]:
        """What is private in each document."""
        if self.decided is not None:
            return [self.decided.entities(document) for document in documents]
        documents = [self._handled(document) for document in documents]
        found: list[tuple[Entity, ...]] = []
        for document, spans in zip(documents, self.detect(documents), strict=True):
            entities = self.categorise(document, spans)
            joined = self.join_subject_values(document, entities)
            found.append(entities if len(joined) == len(entities) else joined)
        return found

    def categorise(self, document: Document, spans: Iterable[Span]) -> tuple[Entity, ...]:
        """Evidence of one document → disjoint entities in text order."""
        asked = self.exemptions
        denied = asked.denied(document)
        entities = self.link(document, self.merge(document, (*spans, *asked.evidence(denied))))
        reasons = asked.reasons(document, entities, denied)
        if not any(reasons):
            joined = self.join_repeats(document, entities)
            unchanged = len(joined) == len(entities)  # what joins them is asked about as well
            return asked.identified(document, joined, denied, reasons if unchanged else None)
        # What stays has no repeats to look for, and gives way to those of what is private.
        private = [one for one, reason in zip(entities, reasons, strict=True) if not reason]
        joined = self.join_repeats(document, private)
        taken = Evidence(entity.span for entity in joined)
        stays = (one for one, reason in zip(entities, reasons, strict=True) if reason)
        apart = (one for one in stays if not taken.over(one.span.start, one.span.end))
        return asked.identified(document, sorted((*joined, *apart)), denied)

    def detect(self, documents: Sequence[Document]) -> list[tuple[Span, ...]]:
        """The evidence of all detectors; it may overlap. A value that is wholly one entity by
        its column is no detector's business, and what it says is known in all of the row."""
        if not self._cells:
            return self._found(documents)
        return of_rows(documents, self._cells, self._found)

    @cached_property
    def _cells(self) -> Mapping[str, str]:
        """column → the category of each of its values."""
        return cells(self.policy.columns)

    @cached_property
    def _modelled(self) -> bool:
        """Whether a model that looks for names is among the detectors."""
        return any(getattr(detector, "reads_names", False) for detector in self.detectors)

    def _found(self, documents: Sequence[Document]) -> list[tuple[Span, ...]]:
        """What the detectors see in documents."""
        if not documents:
            return []
        evidence = [
            getattr(detector, "detect_with_traces", detector.detect)(documents)
            for detector in self.detectors
        ]
        return [
            tuple(chain.from_iterable(of_document))
            for _, *of_document in zip(documents, *evidence, strict=True)
        ]

    def merge(self, document: Document, spans: Iterable[Span]) -> list[tuple[Span, str]]:
        """Evidence that the policy believes and calls private → disjoint spans with categories."""
        return as_shown(document, list(spans), self._merged)

    def _merged(self, document: Document, evidence: Sequence[Span]) -> list[tuple[Span, str]]:
        """The same for a text that is read as it stands."""
        private = self.labels.private(evidence)
        if not private:
            return []
        heard = [span for span in evidence if span.source == TRACE]
        held = settled_marks(
            private,
            document,
            supported(document.language) or self.policy.language,
            mode=self.policy.merge,
            modelled=self._modelled,
            heard=Evidence(heard) if heard else None,
        )
        return [(span, self.labels[span.label] or UNKNOWN) for span in held]

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

    # --- what one document of a data subject says, in its others ------------------------------

    @property
    def shares_subject_values(self) -> bool:
        """Whether what is private in one document of a data subject is looked for in the others."""
        policy = self.policy
        return policy.scope == "subject" and policy.leak_check and self.decided is None

    def collect_subject_values(
        self, documents: Iterable[Document], entities: Iterable[Sequence[Entity]]
    ) -> dict[str, frozenset[SubjectValue]]:
        """data subject → what these documents say of it that is private."""
        return merged_values(
            {document.subject: subject_values_in(document, self.private(document, found))}
            for document, found in zip(documents, entities, strict=True)
            if document.subject is not None and found
        )

    def with_subject_values(self, said: Mapping[str, frozenset[SubjectValue]]) -> Pipeline:
        """The pipeline with what the documents of each data subject say."""
        return replace(self, subject_values=SubjectValues(said))

    def join_subject_values(
        self, document: Document, entities: Sequence[Entity]
    ) -> tuple[Entity, ...]:
        """The leak check across the documents of a data subject."""
        return (
            tuple(entities)
            if self.subject_values is None
            else self.subject_values.joined(document, entities)
        )

    # --- what the policy leaves ---------------------------------------------------------------

    @cached_property
    def exemptions(self) -> Exemptions:
        """The kinds and lists by which mentions are left as they are."""
        return Exemptions(self.policy, decided=self.decided is not None)

    def exemption_reasons(self, document: Document, entities: Sequence[Entity]) -> list[str]:
        """Why the policy leaves each mention as it is, empty where it does not."""
        return self.exemptions.reasons(document, entities)

    def private(self, document: Document, entities: Sequence[Entity]) -> list[Entity]:
        """The mentions that the policy does not leave."""
        left = self.exemption_reasons(document, entities)
        return [one for one, reason in zip(entities, left, strict=True) if not reason]

    # --- from entities to edits ---------------------------------------------------------------

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
        left, private = self.exemption_reasons(document, entities), entities
        document = self.with_language(document, entities)
        edits: list[Edit] = []
        if any(left):
            private = [one for one, reason in zip(entities, left, strict=True) if not reason]
            edits += self.exemptions.edits(document, entities, left, self.strategies.serving)
        edits += self.strategies.replaced(document, private, draw)
        if len(edits) != len(entities):
            raise AssertionError(f"{document.id}: {len(entities)} entities, {len(edits)} edits")
        if [edit.entity for edit in edits] != list(entities):
            edits.sort()  # an edit starts with its span, and no two spans start together
        return tuple(edits)

    def with_language(self, document: Document, entities: Sequence[Entity]) -> Document:
        """The document with a language, where a strategy depends on it."""
        document = self._handled(document)
        if document.language is not None or self.strategies.language_free:
            return document
        private = [one.span for one in entities if BY_REJECTION not in one.attributes]
        return in_public_language(document, private, self.policy.language)

    def _handled(self, document: Document) -> Document:
        """The document in a language that is installed, or a refusal."""
        return handled(document, self.policy.fallback)

    def untrained(self, document: Document) -> str | None:
        """The language of a document, where a detector's model was not trained on it."""
        document = self._handled(document)
        asked = (getattr(detector, "untrained", None) for detector in self.detectors)
        return next((code for ask in asked if ask and (code := ask(document))), None)

    # --- what strategies must know beforehand, and what they cost -----------------------------

    @property
    def counts(self) -> bool:
        """Whether a counting pass comes first."""
        return self.strategies.counts

    def tally(
        self, document: Document, entities: Sequence[Entity], draw: Draw
    ) -> Mapping[str, Tally]:
        """What each strategy with a counting pass counts in a document, by its name."""
        private = self.private(document, entities)
        return self.strategies.tally(self.with_language(document, entities), private, draw)

    def prepare(self, tally: Mapping[str, Tally], draw: Draw) -> Pipeline:
        """The pipeline after the counting pass."""
        return replace(self, strategies=self.strategies.prepared(tally, draw))

    def counted(
        self, corpus: Iterable[tuple[Document, Sequence[Entity], Draw]], key: bytes
    ) -> Pipeline:
        """The pipeline after a counting pass over a corpus in memory."""
        work = list(corpus)
        tally = self.strategies.add_up(self.tally(*of_document) for of_document in work)
        held = [document for document, _, _ in work]
        return self.prepare(tally, corpus_draw(key, corpus_digest(held), self.policy))

    def recalling(self, known: Mapping[str, Mapping[str, Sequence[Any]]]) -> Pipeline:
        """The pipeline with what earlier releases drew: strategy → data subject → what."""
        return replace(self, strategies=self.strategies.recalling(known))

    def bill(self, edits: Sequence[Edit]) -> Bill:
        """What the edits of one document cost; what people chose costs, whatever strategies do."""
        return bill(edits) if self.strategies.costs or self.decided is not None else EMPTY

    def withholds(self, owed: Bill) -> bool:
        """Whether a document of such a bill costs more than ``epsilon_document_max``, and must not
        be released. This is asked wherever a document leaves."""
        most = self.policy.epsilon_document_max
        return most is not None and bool(owed) and cost(owed, self.policy.delta).strict > most

    def events(self) -> Mapping[str, tuple[PrivacyEvent, ...]]:
        """What the policy alone says about each category's cost."""
        return self.strategies.events()


def build(policy: Policy, detectors: tuple[Detector, ...] | None = None) -> Pipeline:
    """A policy, ready to run; with detectors that are loaded already, where they are the same."""
    strategies = strategies_of(policy)
    return Pipeline(policy, detectors or detectors_of(policy), strategies, Labels(policy))
