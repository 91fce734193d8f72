"""A stand-in is drawn by code that cannot see the value.

    read(mentions, surroundings) ─▶ Sketch ─▶ write(sketch, dice) ─▶ stand-ins
    sees the values                 public     sees the sketch and the draw only

A sketch is a frozen record whose fields are the declared invariants (``sketches.Invariant``) and
nothing else; each holds values of a small public domain. Values with the same sketch are replaced
by the same law: ε = 0 between them, and only between them. Writers ask ``dice`` for each choice;
π_min, and which values could have been kept, come from running the same writer with other dice.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from understudy.surrogates.dice import Counted, Dice, Label, Least, RandomDice, TargetDice
from understudy.surrogates.mention import Mention, Written
from understudy.surrogates.settings import Settings
from understudy.surrogates.sketches import Invariant

__all__ = [
    "Kind",
    "Reading",
    "Shapes",
    "declared",
    "least",
    "outcomes",
    "reaches",
    "sample",
    "written",
]

_BRANCHES = 4096
"""More runs of one writer than that are no sensible way to find the least chance."""
_MOST_WAYS = 64
_RUNS, _RUNS_OF_A_WAY = 16, 3
"""Runs of a writer over which the number of its outcomes is a mean."""
_PRIME = (1 << 61) - 1


class Reading(NamedTuple):
    """What a reader makes of the mentions of one thing."""

    sketch: Hashable
    """Public: all that a writer sees."""
    hints: Iterable[Mapping[Label, str | int]] = ({},)
    """Secret: what may have been chosen at each label, for a draw that gives the mentions back;
    several where the reader cannot tell. Used for p < 1 alone, so they may be made when asked."""
    left: Mapping[int, str] = {}
    """The place of each mention that the sketch fixes wholly → why it stays (``core.reasons``)."""
    samples: list[tuple[str | None, ...]] | None = None
    """One outcome of the sketch, once somebody has asked for it; shared by what has one shape."""

    def __repr__(self) -> str:
        return "Reading(…)"


class Kind(NamedTuple):
    """A kind of thing: how it is read and written, and what is declared of it."""

    read: Callable[[Sequence[Mention], Settings], Reading]
    write: Callable[[Any, Settings, Dice], tuple[str | None, ...]]
    """The new text of each mention, None where the sketch says that it could not be read."""
    invariants: tuple[Invariant, ...]


_SHAPES = 1 << 12


class Shapes:
    """Readings of a kind by the shapes of mentions: a shape holds all that the sketch depends on,
    so that of many values of one shape, as a column has them, one is read."""

    def __init__(self, read: Callable[[Sequence[Mention], Settings], Reading]) -> None:
        self._read = read
        self._known: dict[tuple[Hashable, Settings], Reading] = {}

    def read(self, shape: Hashable, mentions: Sequence[Mention], settings: Settings) -> Reading:
        """What mentions of this shape are read as."""
        found = self._known.get((shape, settings))
        if found is None:
            if len(self._known) >= _SHAPES:
                self._known.clear()
            found = self._read(mentions, settings)._replace(hints=(), samples=[])
            self._known[shape, settings] = found
        return Reading(
            found.sketch, _Hints(self._read, mentions, settings), found.left, found.samples
        )


class _Hints:
    """What stood there, read when it is asked for."""

    def __init__(
        self,
        read: Callable[[Sequence[Mention], Settings], Reading],
        mentions: Sequence[Mention],
        settings: Settings,
    ) -> None:
        self._read, self._mentions, self._settings = read, mentions, settings

    def __repr__(self) -> str:
        return "_Hints(…)"

    def __iter__(self) -> Iterator[Mapping[Label, str | int]]:
        yield from self._read(self._mentions, self._settings).hints


def declared(kind: Kind, settings: Settings) -> tuple[Invariant, ...]:
    """The invariants that hold under these settings."""
    return tuple(one for one in kind.invariants if not one.switch or getattr(settings, one.switch))


def written(kind: Kind, reading: Reading, settings: Settings, numbers: Iterator[int]) -> Written:
    """The stand-ins of one draw."""
    texts = kind.write(reading.sketch, settings, RandomDice(numbers))
    return Written(texts, reading.left)


def sample(kind: Kind, sketch: Hashable, settings: Settings) -> tuple[str | None, ...]:
    """One outcome of a sketch, always the same."""
    return kind.write(sketch, settings, RandomDice(_fixed_numbers(0)))


def least(kind: Kind, sketch: Hashable, settings: Settings) -> float:
    """A lower bound of the probability of any outcome that a sketch can have."""
    ways: list[tuple[str, ...]] = [()]
    found = 1.0
    for _ in range(_BRANCHES):
        if not ways:
            return found
        dice = Least(ways.pop())
        kind.write(sketch, settings, dice)
        ways += dice.others
        found = min(found, dice.chance)
    return 0.0


def reaches(kind: Kind, reading: Reading, mentions: Sequence[Mention], settings: Settings) -> bool:
    """Whether some draw gives just these mentions; False where that is not sure."""
    texts = tuple(mention.text for mention in mentions)
    for hints in reading.hints:
        dice = TargetDice(hints)
        if kind.write(reading.sketch, settings, dice) == texts and dice.found:
            return True
    return False


def outcomes(kind: Kind, sketch: Hashable, settings: Settings) -> float:
    """How many values of the public lists and forms fit a sketch, about, and rather too few.

    These are what its writer draws from, by the way of its branches that leads to most. Identifiers
    are counted whole, and not only those of the ranges that nobody owns.
    """
    open_ranges = settings._replace(reserved=False)
    ways: list[tuple[str, ...]] = [()]
    most = 0.0
    for _ in range(_MOST_WAYS):
        if not ways:
            break
        way = ways.pop()
        dice = Counted(_fixed_numbers(0), way)
        kind.write(sketch, open_ranges, dice)
        ways += dice.others
        runs = _RUNS if not way and not dice.others else _RUNS_OF_A_WAY
        total = dice.count
        for seed in range(1, runs):
            # Branches that the way does not name are taken as in the first run.
            dice = Counted(_fixed_numbers(seed), way)
            kind.write(sketch, open_ranges, dice)
            total += dice.count
        most = max(most, total / runs)
    return most


def _fixed_numbers(seed: int) -> Iterator[int]:
    """Numbers of 64 bits that look random and are always the same: nothing secret hangs on them."""
    number = seed + 1
    while True:
        number = number * 48_271_000_003 % _PRIME
        yield number << 3
