"""The labels of evidence, as the categories of a policy."""

from __future__ import annotations

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

    def __reduce__(self) -> tuple[type[Labels], tuple[Policy]]:
        return Labels, (self.policy,)
