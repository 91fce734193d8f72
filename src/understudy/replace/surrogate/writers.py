"""The writer of each kind of bundle, by name; and coarser dates and ages after it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from understudy.replace.surrogate.bundles import DATED, NUMBERS, ORGANIZATIONS, PEOPLE, PLACES
from understudy.surrogates import kernel
from understudy.surrogates.dates.coarser import age_band, to_month, to_year
from understudy.surrogates.dates.kind import KIND as DATES_KIND
from understudy.surrogates.dates.read import Anchor
from understudy.surrogates.dates.read import read as read_dates
from understudy.surrogates.kernel import Kind, Reading
from understudy.surrogates.mention import Mention, Writer, Written
from understudy.surrogates.numbers import writer as numbers
from understudy.surrogates.organizations import writer as organizations
from understudy.surrogates.people import writer as people
from understudy.surrogates.places import writer as places
from understudy.surrogates.settings import Settings

if TYPE_CHECKING:
    from understudy.replace.surrogate.pricing import Law

__all__ = ["Draft", "coarsened"]


class _Kind(NamedTuple):
    """A kind whose writer still sees the mentions."""

    write: Writer
    least: Callable[[Sequence[Mention], Settings], float]
    reaches: Callable[[Sequence[Mention], Settings], bool]


_KINDS: Mapping[str, _Kind | Kind] = {
    PEOPLE: _Kind(people.write_people, people.least, people.reaches),
    DATED: DATES_KIND,
    PLACES: _Kind(places.write_places, places.least, places.reaches),
    NUMBERS: _Kind(numbers.write_numbers, numbers.least, numbers.reaches),
    ORGANIZATIONS: _Kind(
        organizations.write_organizations, organizations.least, organizations.reaches
    ),
}


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
        self._kind = _KINDS[kind]
        if kind == DATED and anchor is not None:
            self._kind = DATES_KIND._replace(read=partial(read_dates, anchor=anchor))
        self._reading = Reading(())
        if isinstance(self._kind, Kind):
            self._reading = self._kind.read(mentions, settings)

    def __repr__(self) -> str:
        return f"Draft({len(self.mentions)} mentions)"

    @property
    def sketch(self) -> Any:
        """What is public of the mentions."""
        return self._reading.sketch

    def written(self, numbers: Iterator[int]) -> Written:
        """The stand-ins of one draw."""
        if isinstance(self._kind, Kind):
            return kernel.written(self._kind, self._reading, self.settings, numbers)
        return self._kind.write(self.mentions, numbers, self.settings)

    def least(self) -> float:
        """A lower bound of the probability of any outcome."""
        if isinstance(self._kind, Kind):
            return kernel.least(self._kind, self._reading.sketch, self.settings)
        return self._kind.least(self.mentions, self.settings)

    def reaches(self) -> bool:
        """Whether some draw gives just these mentions."""
        if isinstance(self._kind, Kind):
            return kernel.reaches(self._kind, self._reading, self.mentions, self.settings)
        return self._kind.reaches(self.mentions, self.settings)


def coarsened(text: str | None, mention: Mention, law: Law) -> str | None:
    """The stand-in made coarser, as the policy says; post-processing of the draw."""
    if text is None or not law.coarser:
        return text
    language = law.settings.language
    if mention.category == "AGE":
        return age_band(text, language) or text
    coarse = to_month(text, language) if law.coarser == "month" else to_year(text, language)
    return coarse or text
