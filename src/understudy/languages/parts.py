"""The protocols of the parts: what the modules in the folder of a language define."""

from __future__ import annotations

from typing import Protocol

__all__ = ["CalendarPart"]


class CalendarPart(Protocol):
    """Dates and times: what no table can hold."""

    def before_hour(self, number: str) -> str:
        """A pattern of what tells the minutes before an hour: "half past". It may match nothing;
        ``number`` is a pattern of numbers in words."""

    def after_hour(self, number: str) -> str:
        """A pattern of what tells the minutes behind an hour: "y media", "o'clock"."""
