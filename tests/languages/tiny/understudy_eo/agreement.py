"""What Esperanto words ask of the words beside them: nothing."""

from __future__ import annotations

FORMS = ("masculine", "masculine plural")
ASKING: frozenset[str] = frozenset()


def fits(word: str, value: str) -> bool:
    """The one article stands before every word."""
    return True


def inflected(word: str, form: str) -> str:
    """An adjective in singular or plural."""
    return word + "j" if "plural" in form else word


def ending(text: str) -> tuple[str, str]:
    """There is no possessive ending."""
    return text, ""


def with_ending(value: str, old: str) -> str:
    """The value as it is."""
    return value
