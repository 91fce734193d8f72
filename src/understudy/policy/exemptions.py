"""What a policy leaves as it is, and what it never leaves: kinds of mentions that identify nobody,
allow lists and deny lists. A deny list wins, and where people have decided, they do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from understudy.categorise.evidence import Evidence
from understudy.categorise.leaving import Leaving
from understudy.categorise.wordlists import ALLOW, DENY, Allowed, Denied
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

__all__ = ["Exemptions", "exempt_event"]


class Exemptions:
    """The kinds and lists of a policy, ready to be asked.

    Whoever identifies a document asks what is left of it, and whoever replaces in it asks the same
    again: of documents where it was nothing that is known, until they are forgotten.
    """

    def __init__(self, policy: Policy, *, decided: bool = False) -> None:
        """``decided``: people have said what is private, in the place of detectors."""
        self._policy, self._decided = policy, decided
        self._kinds = Leaving(policy.leave, policy.known) if policy.leave else None
        self._allow = Allowed(policy.allow, policy.known) if policy.allow else None
        self._deny = Denied(policy.deny) if policy.deny else None
        self._none: dict[int, tuple[Sequence[Entity], Document]] = {}

    def denied(self, text: str) -> Sequence[Span]:
        """What the deny list names in a text, as evidence."""
        return () if self._deny is None else self._deny.spans(text)

    def reasons(self, document: Document, entities: Sequence[Entity]) -> list[str]:
        """Why each mention is left, empty where it is not."""
        found = [""] * len(entities)
        leaves = self._kinds is not None or self._allow is not None
        if entities and leaves and not self._knows(document, entities):
            found = self._by_lists(document, entities)
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

    def has_none(self, document: Document, entities: Sequence[Entity]) -> None:
        """Remembers that none of these very entities is left."""
        self._none[id(entities)] = (entities, document)

    def forget(self) -> None:
        """Lets go of the documents of which something is remembered."""
        self._none.clear()

    @property
    def remembers(self) -> bool:
        """Whether any document is held."""
        return bool(self._none)

    def _knows(self, document: Document, entities: Sequence[Entity]) -> bool:
        """Whether it is known that none of these very entities is left."""
        asked, of = self._none.get(id(entities), (None, document))
        return asked is entities and (of.text, of.segments) == (document.text, document.segments)

    def _by_lists(self, document: Document, entities: Sequence[Entity]) -> list[str]:
        """The same by kinds and lists alone; what the deny list names is never left."""
        found, languages = [""] * len(entities), self._languages(document)
        if self._kinds is not None:
            found = self._kinds.reasons(document, entities, languages)
        if self._allow is not None:
            found = [
                reason if self._entry_of(document, entity, languages) is None else ALLOWED
                for entity, reason in zip(entities, found, strict=True)
            ]
        if self._deny is not None:
            denied = Evidence(self._deny.spans(document.text))
            found = [
                "" if denied.over(entity.span.start, entity.span.end) else reason
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

    def entries(self, document: Document, edits: Sequence[Edit]) -> Counter[tuple[str, int]]:
        """(list, number of the entry) → the mentions that it left as they are, or found."""
        languages = self._languages(document)
        found: Counter[tuple[str, int]] = Counter()
        for edit in edits:
            if edit.reason == ALLOWED:
                at = self._entry_of(document, edit.entity, languages)
                if at is not None:
                    found[ALLOW, at] += 1
        if self._deny is not None:
            found.update((DENY, at) for _, _, at in self._deny.places(document.text))
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
