"""The writer of each kind of bundle, by name; and coarser dates and ages after it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from understudy.replace.surrogate.bundles import DATED, NUMBERS, ORGANIZATIONS, PEOPLE, PLACES
from understudy.surrogates.dates import writer as dates
from understudy.surrogates.dates.coarser import age_band, to_month, to_year
from understudy.surrogates.mention import Mention, Settings, Writer, Written
from understudy.surrogates.numbers import writer as numbers
from understudy.surrogates.organizations import writer as organizations
from understudy.surrogates.people import writer as people
from understudy.surrogates.places import writer as places

if TYPE_CHECKING:
    from understudy.replace.surrogate.pricing import Law

__all__ = ["coarsened", "least", "reaches", "write"]


class _Kind(NamedTuple):
    write: Writer
    least: Callable[[Sequence[Mention], Settings], float]
    reaches: Callable[[Sequence[Mention], Settings], bool]


_KINDS: Mapping[str, _Kind] = {
    PEOPLE: _Kind(people.write_people, people.least, people.reaches),
    DATED: _Kind(dates.write_dates, dates.least, dates.reaches),
    PLACES: _Kind(places.write_places, places.least, places.reaches),
    NUMBERS: _Kind(numbers.write_numbers, numbers.least, numbers.reaches),
    ORGANIZATIONS: _Kind(
        organizations.write_organizations, organizations.least, organizations.reaches
    ),
}


def write(
    kind: str, mentions: Sequence[Mention], numbers: Iterator[int], settings: Settings
) -> Written:
    return _KINDS[kind].write(mentions, numbers, settings)


def least(kind: str, mentions: Sequence[Mention], settings: Settings) -> float:
    return _KINDS[kind].least(mentions, settings)


def reaches(kind: str, mentions: Sequence[Mention], settings: Settings) -> bool:
    return _KINDS[kind].reaches(mentions, settings)


def coarsened(text: str | None, mention: Mention, law: Law) -> str | None:
    """The stand-in made coarser, as the policy says; post-processing of the draw."""
    if text is None or not law.coarser:
        return text
    language = law.settings.language
    if mention.category == "AGE":
        return age_band(text, language) or text
    coarse = to_month(text, language) if law.coarser == "month" else to_year(text, language)
    return coarse or text
