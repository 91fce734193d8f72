"""What a person's mentions show beside the names: digits, words, domains, codes."""

from __future__ import annotations

from understudy.surrogates.people.sketch import MOST_DIGITS, MOST_DRAWS, Draw

__all__ = ["Draws"]


class Draws:
    """Draws beside the identity; equal values of one kind share one."""

    def __init__(self) -> None:
        self.kinds: list[Draw] = []
        self.values: list[str] = []
        """Secret: what stands there."""
        self._places: dict[tuple[str, str], int] = {}

    def __repr__(self) -> str:
        return f"Draws({len(self.kinds)})"

    def add(self, kind: str, value: str) -> int:
        """The place of the draw for a value."""
        if (kind, value) not in self._places and len(self.kinds) < MOST_DRAWS:
            size = min(len(value), MOST_DIGITS) if kind == "digits" else 1
            self._places[kind, value] = len(self.kinds)
            self.kinds.append(Draw(kind, size))
            self.values.append(value)
        return self._places.get((kind, value), MOST_DRAWS - 1)
