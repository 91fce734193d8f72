"""How the names of Esperanto organizations are put together."""

from __future__ import annotations

from collections.abc import Iterator


def word_lists(name: str, words: list[str]) -> Iterator[tuple[str, list[str]]]:
    """The words of a list have one form."""
    yield name, words
