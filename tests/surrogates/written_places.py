"""Places through their kind: read, written, priced and sought."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from understudy.surrogates import kernel
from understudy.surrogates.mention import Mention, Written
from understudy.surrogates.places.kind import KIND
from understudy.surrogates.settings import Settings


def write_places(
    mentions: Sequence[Mention], numbers: Iterator[int], settings: Settings
) -> Written:
    """The stand-ins of one draw."""
    return kernel.written(KIND, KIND.read(mentions, settings), settings, numbers)


def least(mentions: Sequence[Mention], settings: Settings) -> float:
    """A lower bound of the chance of any outcome."""
    return kernel.least(KIND, KIND.read(mentions, settings).sketch, settings)


def reaches(mentions: Sequence[Mention], settings: Settings) -> bool:
    """Whether some draw gives the mentions as they stand."""
    return kernel.reaches(KIND, KIND.read(mentions, settings), mentions, settings)
