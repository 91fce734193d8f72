"""The writer of each kind of bundle, by name; and coarser dates and ages after it."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any

from understudy.replace.surrogate.bundles import DATED, NUMBERS, ORGANIZATIONS, PEOPLE, PLACES
from understudy.surrogates import kernel
from understudy.surrogates.dates import kind as dates
from understudy.surrogates.dates.coarser import age_band, to_month, to_year
from understudy.surrogates.dates.read import Anchor
from understudy.surrogates.dates.read import read as read_dates
from understudy.surrogates.kernel import Kind
from understudy.surrogates.mention import Mention, Written
from understudy.surrogates.numbers import kind as numbers
from understudy.surrogates.organizations import kind as organizations
from understudy.surrogates.people import kind as people
from understudy.surrogates.places import kind as places
from understudy.surrogates.settings import Settings

if TYPE_CHECKING:
    from understudy.replace.surrogate.pricing import BundleRule

__all__ = ["KIND_OF", "Draft", "coarsened", "drafted", "fitting"]


KIND_OF: Mapping[str, Kind] = {
    PEOPLE: people.KIND,
    DATED: dates.KIND,
    PLACES: places.KIND,
    NUMBERS: numbers.KIND,
    ORGANIZATIONS: organizations.KIND,
}
"""The kind of thing that each kind of bundle is read, written and declared as."""


_CACHED = 1 << 13
_FEW = 64
"""Mentions of a draft that is kept: those of a long document would take as much as all others."""
_ENOUGH = 1e15
"""More values need not be told apart."""
_DIGITS = 2


@lru_cache(maxsize=_CACHED)
def fitting(kind: str, sketch: Hashable, settings: Settings) -> int:
    """How many public values fit a sketch, to two digits: what a report may say of it."""
    count = kernel.outcomes(KIND_OF[kind], sketch, settings)
    return int(float(f"{min(count, _ENOUGH):.{_DIGITS}g}"))


class Draft:
    """The mentions of one bundle, read once; every draw writes from what was read."""

    def __init__(
        self,
        kind: str,
        mentions: Sequence[Mention],
        settings: Settings,
        anchor: Anchor | None = None,
    ) -> None:
        """``anchor`` is the latest date of a larger scope, which only the reader of dates sees."""
        self.mentions, self.settings = mentions, settings
        self._kind = KIND_OF[kind]
        read = self._kind.read if anchor is None else partial(read_dates, anchor=anchor)
        self._reading = read(mentions, settings)

    def __repr__(self) -> str:
        return f"Draft({len(self.mentions)} mentions)"

    @property
    def left(self) -> Mapping[int, str]:
        """The place of each mention that stays whatever is drawn → why."""
        return self._reading.left

    @property
    def sketch(self) -> Any:
        """What is public of the mentions."""
        return self._reading.sketch

    def written(self, numbers: Iterator[int]) -> Written:
        """The stand-ins of one draw."""
        return kernel.written(self._kind, self._reading, self.settings, numbers)

    def sample(self) -> tuple[str | None, ...]:
        """The stand-ins of one draw of the sketch that is always the same."""
        known, asked = self._reading.samples, (self._kind, self._reading.sketch, self.settings)
        if known is None:
            few = len(self.mentions) <= _FEW
            return _sampled(*asked) if few else kernel.sample(*asked)
        if not known:
            known.append(kernel.sample(*asked))
        return known[0]

    def least(self) -> float:
        """A lower bound of the probability of any outcome."""
        return kernel.least(self._kind, self._reading.sketch, self.settings)

    def reaches(self) -> bool:
        """Whether some draw gives just these mentions."""
        return kernel.reaches(self._kind, self._reading, self.mentions, self.settings)


@lru_cache(maxsize=_CACHED)
def _sampled(kind: Kind, sketch: Hashable, settings: Settings) -> tuple[str | None, ...]:
    return kernel.sample(kind, sketch, settings)


def drafted(
    kind: str, mentions: tuple[Mention, ...], settings: Settings, anchor: Anchor | None
) -> Draft:
    """The draft of mentions that nobody asks whether a draw may keep them: it is the same wherever
    they stand, and a column says the same again and again. What a long document says is not kept
    behind it."""
    if len(mentions) > _FEW:
        return Draft(kind, mentions, settings, anchor)
    return _kept(kind, mentions, settings, anchor)


@lru_cache(maxsize=_CACHED)
def _kept(
    kind: str, mentions: tuple[Mention, ...], settings: Settings, anchor: Anchor | None
) -> Draft:
    return Draft(kind, mentions, settings, anchor)


def coarsened(text: str | None, mention: Mention, rule: BundleRule) -> str | None:
    """The stand-in made coarser, as the policy says; post-processing of the draw."""
    if text is None or not rule.coarser:
        return text
    language = rule.settings.language
    if mention.category == "AGE":
        return age_band(text, language) or text
    coarse = to_month(text, language) if rule.coarser == "month" else to_year(text, language)
    return coarse or text
