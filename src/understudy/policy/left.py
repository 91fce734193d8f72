"""What a policy leaves as it is, and what it never leaves: kinds of mentions that identify nobody,
allow lists and deny lists. A deny list wins."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from understudy.categorise.evidence import Evidence
from understudy.categorise.leaving import Leaving
from understudy.categorise.wordlists import ALLOW, DENY, Allowed, Denied
from understudy.core.reasons import ALLOWED
from understudy.core.types import Document, Edit, Entity, Span
from understudy.policy.policy import Policy

__all__ = ["Left"]


@dataclass(frozen=True)
class Left:
    """The kinds and lists of a policy, ready to be asked."""

    kinds: Leaving | None
    allow: Allowed | None
    deny: Denied | None

    @classmethod
    def of(cls, policy: Policy) -> Left:
        """Those of a policy."""
        allow = Allowed(policy.allow, policy.known) if policy.allow else None
        deny = Denied(policy.deny) if policy.deny else None
        kinds = Leaving(policy.leave, policy.known) if policy.leave else None
        return cls(kinds, allow, deny)

    @property
    def leaves(self) -> bool:
        """Whether anything at all can be left."""
        return self.kinds is not None or self.allow is not None

    def denied(self, text: str) -> Sequence[Span]:
        """What the deny list names in a text, as evidence."""
        return () if self.deny is None else self.deny.spans(text)

    def reasons(
        self, document: Document, entities: Sequence[Entity], languages: tuple[str, ...]
    ) -> list[str]:
        """Why each mention is left, empty where it is not; what the deny list names never is."""
        found = [""] * len(entities)
        if self.kinds is not None:
            found = self.kinds.reasons(document, entities, languages)
        if self.allow is not None:
            found = [
                reason if self._entry_of(document, entity, languages) is None else ALLOWED
                for entity, reason in zip(entities, found, strict=True)
            ]
        if self.deny is not None:
            denied = Evidence(self.deny.spans(document.text))
            found = [
                "" if denied.over(entity.span.start, entity.span.end) else reason
                for entity, reason in zip(entities, found, strict=True)
            ]
        return found

    def _entry_of(
        self, document: Document, entity: Entity, languages: tuple[str, ...]
    ) -> int | None:
        if self.allow is None:
            return None
        text = document.text[entity.span.start : entity.span.end]
        return self.allow.entry_of(text, entity.category, languages)

    def entries(
        self, document: Document, edits: Sequence[Edit], languages: tuple[str, ...]
    ) -> Counter[tuple[str, int]]:
        """(list, number of the entry) → the mentions that it left as they are, or found."""
        found: Counter[tuple[str, int]] = Counter()
        for edit in edits:
            if edit.reason == ALLOWED:
                at = self._entry_of(document, edit.entity, languages)
                if at is not None:
                    found[ALLOW, at] += 1
        if self.deny is not None:
            found.update((DENY, at) for _, _, at in self.deny.places(document.text))
        return found
