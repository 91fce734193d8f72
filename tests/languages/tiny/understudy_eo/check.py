"""What the checks of a release know of Esperanto."""

from __future__ import annotations


def article_still_fits(before: str, old: str, new: str) -> bool | None:
    """The one article fits every word."""
    return None
