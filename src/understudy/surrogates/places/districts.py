"""Parts of towns: what is named before a town, and lies in it ("Ashgrove, Leeds")."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from functools import cache
from itertools import pairwise
from typing import NamedTuple

from understudy.languages.lexicon import listed
from understudy.languages.lists import any_of
from understudy.surrogates.mention import Mention
from understudy.surrogates.places.atlas import Known, countries, words_of
from understudy.surrogates.places.features import DISTRICT
from understudy.surrogates.places.reading import FEATURE
from understudy.surrogates.places.site import Site

__all__ = ["districted"]

_NAMED = frozenset(("city", "region", "wider", "country"))
_COMMA = re.compile(r",\s")


class _Spot(NamedTuple):
    """A name, and where it stands."""

    site: Site
    at: int
    part: int

    def __repr__(self) -> str:
        return f"_Spot({self.at}, {self.part})"


def districted(
    rows: Sequence[tuple[Site, ...]],
    mentions: Sequence[Mention],
    near: Sequence[bool],
    language: str,
    wanted: Collection[str],
) -> list[tuple[Site, ...]]:
    """The pieces of all mentions, with the towns that are parts of others as such.

    Such a one stands before a town and a comma, outside of any list of places, and is on no list,
    or on that of another country, or lies in the region whose first town follows. A town of
    another country that the text names (``wanted``) is one: "from Spain to Japan: Madrid, Tokyo".
    """
    if "districts" not in words_of(language):
        return list(rows)
    spots = [
        _Spot(site, at, part)
        for at, row in enumerate(rows)
        for part, site in enumerate(row)
        if site.kind in _NAMED
    ]
    rows = _with_regions(rows, spots, mentions, near, language)
    keys = {
        one.site.key
        for place, one in enumerate(spots[:-1])
        if _in(one.site, spots[place + 1].site, wanted)
        and _joined(one, spots[place + 1], rows, mentions, near)
        and not _listed(spots, place, rows, mentions, near, language)
    }
    if not keys:
        return list(rows)
    form = FEATURE + DISTRICT
    return [
        tuple(
            site._replace(kind=form, known=None)
            if site.kind == "city" and site.key in keys
            else site
            for site in row
        )
        for row in rows
    ]


def _with_regions(
    rows: Sequence[tuple[Site, ...]],
    spots: Sequence[_Spot],
    mentions: Sequence[Mention],
    near: Sequence[bool],
    language: str,
) -> list[tuple[Site, ...]]:
    """The pieces of all mentions; a name on no list is a region behind a town that is on one, and a
    comma: "Newport, Gwent"."""
    found = [list(row) for row in rows]
    for place, (one, other) in enumerate(pairwise(spots)):
        unlisted = other.site.kind == "city" and other.site.known is None
        town = one.site.kind == "city" and one.site.known is not None
        if (
            unlisted
            and town
            and mentions[other.at].category == "LOCATION"
            and _joined(one, other, rows, mentions, near)
            and not _listed(spots, place, rows, mentions, near, language)
        ):
            found[other.at][other.part] = other.site._replace(kind="region")
    return [tuple(row) for row in found]


def _in(one: Site, town: Site, wanted: Collection[str]) -> bool:
    """Whether a name can be that of a part of a town."""
    if one.kind != "city" or town.kind != "city" or town.known is None or one.key == town.key:
        return False
    if one.known is None:
        return True
    if one.known.country != town.known.country:
        return one.known.country not in wanted
    return _first(town.known) and one.known.region in ("", town.known.region)


def _first(known: Known) -> bool:
    """Whether it is the first town of its region."""
    region = countries()[known.country].regions.get(known.region)
    return bool(known.region) and region is not None and region.towns[0] == known.name


def _joined(
    one: _Spot,
    other: _Spot,
    rows: Sequence[Sequence[Site]],
    mentions: Sequence[Mention],
    near: Sequence[bool],
) -> bool:
    """Whether a comma and nothing else stands between two names."""
    if one.at == other.at:
        between = "".join(site.text for site in rows[one.at][one.part + 1 : other.part])
        return bool(_COMMA.fullmatch(between))
    last = one.part == len(rows[one.at]) - 1 and not other.part
    return other.at == one.at + 1 and last and near[other.at] and _comma(mentions[one.at].after)


def _comma(after: str) -> bool:
    found = _COMMA.match(after)
    return found is not None and after[found.end() : found.end() + 1].isalpha()


def _listed(
    spots: Sequence[_Spot],
    place: int,
    rows: Sequence[Sequence[Site]],
    mentions: Sequence[Mention],
    near: Sequence[bool],
    language: str,
) -> bool:
    """Whether two names belong to a list of places: "Ashgrove, Leeds and York"."""
    one, other = spots[place], spots[place + 1]
    for before in spots[max(place - 1, 0) : place]:
        if before.site.kind == "city" and _joined(before, one, rows, mentions, near):
            return True
    for after in spots[place + 2 : place + 3]:
        behind = mentions[other.at].after
        word = _joins(language).match(behind)
        and_more = word is not None and behind[word.end() :].startswith(mentions[after.at].text)
        further = after.site.kind == "city" and _joined(other, after, rows, mentions, near)
        if and_more or further:
            return True
    return False


@cache
def _joins(language: str) -> re.Pattern[str]:
    return re.compile(rf",? (?:{any_of(listed('coordinating', language))}) ", re.I)
