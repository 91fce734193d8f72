"""The labels of evidence, as the categories of a policy, and which evidence it believes."""

from __future__ import annotations

from collections.abc import Iterable

from understudy.categorise.wordlists import DENIED
from understudy.core.types import TRACE, Span
from understudy.policy.policy import Policy

__all__ = ["Labels"]


class Labels(dict[str, str | None]):
    """label → category, or None where the policy does not protect it; looked up once each."""

    def __init__(self, policy: Policy) -> None:
        super().__init__()
        self.policy = policy

    def __missing__(self, label: str) -> str | None:
        category = self.policy.category(label)
        protected = category is not None and self.policy.protects(category)
        self[label] = category if protected else None
        return self[label]

    def private(self, evidence: Iterable[Span]) -> list[Span]:
        """The evidence that the policy believes and calls private; what it denies always is."""
        threshold = self.policy.threshold
        return [
            span
            for span in evidence
            if (span.source != TRACE and not span.score < threshold and self[span.label])
            or span.source == DENIED
        ]

    def __reduce__(self) -> tuple[type[Labels], tuple[Policy]]:
        return Labels, (self.policy,)
