"""Values that are no strings, as text and back: what a cell holds is read as text, and what is
written there has the type of the cell again.
"""

from __future__ import annotations

import datetime
import math
from decimal import Decimal, InvalidOperation
from typing import Any

__all__ = ["has_text", "merged", "text_of", "value_like"]


def has_text(value: Any) -> bool:
    """Whether a value says something: neither missing nor "not a number"."""
    if value is None or isinstance(value, bool):
        return False
    return not (isinstance(value, float) and math.isnan(value))


def text_of(value: Any) -> str:
    """A value as people write it: a whole number without a point, a date as ISO 8601 has it."""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, datetime.datetime):
        plain = value.replace(tzinfo=None)
        if plain.time() == datetime.time():  # a date in a column of times, as pandas has them
            return plain.date().isoformat()
        return plain.isoformat(" ", "microseconds" if plain.microsecond else "seconds")
    if isinstance(value, datetime.date | datetime.time):
        return value.isoformat()
    return str(value)


def value_like(text: str, old: Any) -> Any:
    """A stand-in in the type of the value that it stands for; None where it has no such value,
    such as a mark in the place of a number."""
    try:
        return _like(text.strip(), old)
    except (ValueError, OverflowError, InvalidOperation):
        return None


def _like(text: str, old: Any) -> Any:
    if isinstance(old, datetime.datetime):
        made = datetime.datetime.fromisoformat(text)
        return made.replace(tzinfo=old.tzinfo) if old.tzinfo and not made.tzinfo else made
    if isinstance(old, datetime.date):
        return datetime.date.fromisoformat(text)
    if isinstance(old, datetime.time):
        return datetime.time.fromisoformat(text)
    if isinstance(old, int | float | Decimal):
        return type(old)(text)
    return text


def merged(old: Any, new: Any) -> Any:
    """A nested value with the strings and numbers of what was read from it and edited; anything
    that JSON has no type for keeps its own."""
    if isinstance(old, dict):
        return {name: merged(member, new[name]) for name, member in old.items()}
    if isinstance(old, list):
        return [merged(member, one) for member, one in zip(old, new, strict=True)]
    if isinstance(old, str) or not has_text(old):
        return new if isinstance(old, str) else old
    same = new == old if isinstance(old, int | float) else new == str(old)
    return old if same else value_like(str(new), old)
