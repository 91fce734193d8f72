"""One piece of a mention of a place, and what it means."""

from __future__ import annotations

from typing import NamedTuple

from understudy.core.text import hidden_repr
from understudy.surrogates.places.atlas import Known

__all__ = ["Site"]


class Site(NamedTuple):
    """One piece of a mention, and what it means."""

    kind: str
    text: str
    key: str = ""
    area: int = -1
    known: Known | None = None

    def __repr__(self) -> str:
        return hidden_repr(self)
