"""How the names of English organizations are put together."""

from __future__ import annotations

from collections.abc import Iterator


def word_lists(name: str, words: list[str]) -> Iterator[tuple[str, list[str]]]:
    """English adjectives have one form."""
    yield name, words
