"""What stands in the words around a mention for what is private there."""

from __future__ import annotations

__all__ = ["DATE_SIGN", "HIDDEN"]

HIDDEN, DATE_SIGN = "\u2592", "\u2593"
"""Neither letter nor digit, one sign for a value whatever its length; the other sign for another
date, where a date is read."""
