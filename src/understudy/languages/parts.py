"""What the modules of a language define: one protocol for each part."""

from __future__ import annotations

from typing import Protocol

__all__ = ["CalendarPart", "Check"]


class Check(Protocol):
    """``check.py``: what the checks of a release know of a language, which nothing else reads."""

    def article_still_fits(self, before: str, old: str, new: str) -> bool | None:
        """Whether the article at the end of ``before``, which fitted ``old``, fits ``new``; None
        where there is no article, or it did not fit, or nobody can tell."""


class CalendarPart(Protocol):
    """Dates and times: what no table can hold."""

    def before_hour(self, number: str) -> str:
        """A pattern of what tells the minutes before an hour: "half past". It may match nothing;
        ``number`` is a pattern of numbers in words."""

    def after_hour(self, number: str) -> str:
        """A pattern of what tells the minutes behind an hour: "y media", "o'clock"."""
