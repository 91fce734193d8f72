"""How a writer draws: by random numbers, by counting the least chance, or by seeking the originals.

A writer asks for each choice once, in an order that only public invariants decide. The same
writing then answers three questions: what the new text is, how little probable an outcome can be,
and whether the texts as they stand could be an outcome.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Protocol

from understudy.surrogates.tables import Table

__all__ = ["Dice", "Least", "Sought", "Thrown", "digits", "house_number"]

_DIGITS = Table(tuple("0123456789"))
_LEADING = Table(tuple("123456789"))


class Dice(Protocol):
    def pick(self, table: Table, wanted: str, floor: float | None = None) -> str:
        """A value of the table.

        ``wanted`` is what stands there now, which a throw never looks at; ``floor`` is the least
        chance of a value over all tables that could have been in this one's place.
        """
        ...


class Thrown:
    """Draws by the numbers."""

    def __init__(self, numbers: Iterator[int]) -> None:
        self._numbers = numbers

    def pick(self, table: Table, wanted: str, floor: float | None = None) -> str:
        return table.values[table.index(next(self._numbers))]


class Least:
    """Multiplies the least chances."""

    def __init__(self) -> None:
        self.chance = 1.0

    def pick(self, table: Table, wanted: str, floor: float | None = None) -> str:
        self.chance *= table.pi_min if floor is None else floor
        return table.values[0]


class Sought:
    """Draws what stands there, as long as it can be drawn."""

    def __init__(self) -> None:
        self.found = True

    def pick(self, table: Table, wanted: str, floor: float | None = None) -> str:
        if wanted in table.values:
            return wanted
        self.found = False
        return table.values[0]


def digits(dice: Dice, written: str) -> str:
    """As many digits; the first is no zero where it was none."""
    first = _DIGITS if written.startswith("0") else _LEADING
    return "".join(dice.pick(_DIGITS if at else first, digit) for at, digit in enumerate(written))


_HUNDREDS, _STEEP = 3, 1.5
"""Few streets have hundreds of houses, and fewer many hundreds."""
_LONG = 4
"""Digits of the longest house number; what is longer is drawn digit by digit."""


def house_number(dice: Dice, written: str) -> str:
    """A number of as many digits; small ones are more frequent, as houses and floors are."""
    if written.startswith("0") or len(written) > _LONG:
        return digits(dice, written)
    return dice.pick(_numbers(len(written)), written)


@cache
def _numbers(length: int) -> Table:
    steep = _STEEP if length == _HUNDREDS else 1.0
    return Table.of(
        {str(one): (one + 3) ** -steep for one in range(10 ** (length - 1), 10**length)}
    )
