"""What a policy leaves as it is, and what it never leaves: kinds of mentions that identify nobody,
allow lists and deny lists. A deny list wins, and where people have decided, they do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache

from understudy.categorise.evidence import Evidence
from understudy.categorise.leaving import Leaving
from understudy.categorise.wordlists import ALLOW, DENY, Allowed, Denied, Place
from understudy.core.reasons import ALLOWED, REJECTED
from understudy.core.types import (
    BY_POLICY,
    BY_READER,
    BY_REJECTION,
    Document,
    Edit,
    Entity,
    PrivacyEvent,
    Span,
)
from understudy.languages import handled, reads, supported
from understudy.policy.policy import Policy

__all__ = ["Exemptions", "Identified", "exempt_event"]


class Identified(tuple[Entity, ...]):
    """The entities of a document, with what the lists of a policy have said of them: they are asked
    when entities are found, and again when they are replaced.

    Whatever is made of it, a pickle too, is a plain tuple, of which the lists are asked anew.
    """

    document: Document
    policy: Policy
    denied: Sequence[Place]
    """Where the text has values of the deny list."""
    reasons: list[str] | None
    """Why each entity is left as it is; None as long as nobody has asked."""

    def __reduce__(self) -> tuple[type, tuple[list[Entity]]]:
        return tuple, (list(self),)

    @classmethod
    def of(
        cls,
        entities: Iterable[Entity],
        document: Document,
        policy: Policy,
        denied: Sequence[Place],
        reasons: list[str] | None,
    ) -> Identified:
        """The entities of a document with what is known of them."""
        made = cls(entities)
        made.document, made.policy, made.denied, made.reasons = document, policy, denied, reasons
        return made


class Exemptions:
    """The kinds and lists of a policy, ready to be asked."""

    def __init__(self, policy: Policy, *, decided: bool = False) -> None:
        """``decided``: people have said what is private, in the place of detectors."""
        self._policy, self._decided = policy, decided
        self._kinds = Leaving(policy.leave, policy.known) if policy.leave else None
        self._allow = Allowed(policy.allow, policy.known) if policy.allow else None
        self._deny = Denied(policy.deny) if policy.deny else None

    def denied(self, document: Document) -> Sequence[Place]:
        """Where a document has values of the deny list."""
        return () if self._deny is None else self._deny.places(document.text)

    def evidence(self, denied: Sequence[Place]) -> list[Span]:
        """The same as evidence that nothing outweighs."""
        return [] if self._deny is None else self._deny.spans(denied)

    def identified(
        self,
        document: Document,
        entities: Iterable[Entity],
        denied: Sequence[Place],
        reasons: list[str] | None = None,
    ) -> Identified:
        """The entities of a document, so that the lists need not be asked again."""
        return Identified.of(entities, document, self._policy, denied, reasons)

    def reasons(
        self,
        document: Document,
        entities: Sequence[Entity],
        denied: Sequence[Place] | None = None,
    ) -> list[str]:
        """Why each mention is left, empty where it is not; ``denied``: what the deny list names in
        the document, where that is known."""
        found = [""] * len(entities)
        if entities and (self._kinds is not None or self._allow is not None):
            found = self._by_lists(document, entities, denied)
        if not self._decided:
            return found
        return [
            REJECTED
            if BY_REJECTION in entity.attributes
            else ""
            if entity.span.source == BY_READER
            else reason
            for entity, reason in zip(entities, found, strict=True)
        ]

    def _known(self, document: Document, entities: Sequence[Entity]) -> Identified | None:
        """The entities, if they are as they were identified in this document for this policy."""
        if not isinstance(entities, Identified) or entities.policy is not self._policy:
            return None
        of = entities.document
        return entities if (of.text, of.segments) == (document.text, document.segments) else None

    def _by_lists(
        self, document: Document, entities: Sequence[Entity], denied: Sequence[Place] | None
    ) -> list[str]:
        """The same by kinds and lists alone; what the deny list names is never left."""
        known = self._known(document, entities)
        if known is None:
            there = self.denied(document) if denied is None else denied
            return self._asked(document, entities, there)
        if known.reasons is None:
            known.reasons = self._asked(document, entities, known.denied)
        return known.reasons

    def _asked(
        self, document: Document, entities: Sequence[Entity], denied: Sequence[Place]
    ) -> list[str]:
        found, languages = [""] * len(entities), self._languages(document)
        if self._kinds is not None:
            found = self._kinds.reasons(document, entities, languages)
        if self._allow is not None:
            found = [
                reason if self._entry_of(document, entity, languages) is None else ALLOWED
                for entity, reason in zip(entities, found, strict=True)
            ]
        if denied:
            evidence = Evidence(self.evidence(denied))
            found = [
                "" if evidence.over(entity.span.start, entity.span.end) else reason
                for entity, reason in zip(entities, found, strict=True)
            ]
        return found

    def _languages(self, document: Document) -> tuple[str, ...]:
        """The languages whose lists say what stays: those of the policy and of the document, by
        what is declared alone, so that the answer is the same at every step."""
        own = self._policy.language
        return _both(own, supported(handled(document, self._policy.fallback).language) or own)

    def _entry_of(
        self, document: Document, entity: Entity, languages: tuple[str, ...]
    ) -> int | None:
        if self._allow is None:
            return None
        text = document.text[entity.span.start : entity.span.end]
        return self._allow.entry_of(text, entity.category, languages)

    def entries(
        self, document: Document, entities: Sequence[Entity], edits: Sequence[Edit]
    ) -> Counter[tuple[str, int]]:
        """(list, number of the entry) → the mentions that it left as they are, or found."""
        languages = self._languages(document)
        found: Counter[tuple[str, int]] = Counter()
        for edit in edits:
            if edit.reason == ALLOWED:
                at = self._entry_of(document, edit.entity, languages)
                if at is not None:
                    found[ALLOW, at] += 1
        known = self._known(document, entities)
        denied = self.denied(document) if known is None else known.denied
        found.update((DENY, place.entry) for place in denied)
        return found

    def edits(
        self,
        document: Document,
        entities: Sequence[Entity],
        reasons: Sequence[str],
        serving: Mapping[str, str],
    ) -> Iterator[Edit]:
        """The edits of the mentions that are left for a reason: they are not private, and cost
        nothing; ``serving`` names the strategy of each category."""
        event = exempt_event(self._policy.unit)
        for one, reason in zip(entities, reasons, strict=True):
            if reason:
                text, strategy = document.text[one.span.start : one.span.end], serving[one.category]
                yield Edit(one, text, text, BY_POLICY, strategy, event, (one.key,), reason)


@cache
def _both(one: str, other: str) -> tuple[str, ...]:
    """The languages that are read in documents of either."""
    return tuple(dict.fromkeys((*reads(one), *reads(other))))


@cache
def exempt_event(unit: str) -> PrivacyEvent:
    """Of a value that the policy calls not private: it is seen, and is no secret."""
    return PrivacyEvent(
        "left by policy", unit, *(1.0, 0.0, 0.0, 0.0, 0.0), invariants=("what the policy leaves",)
    )
