"""Places that stand side by side without a comma: "Columbus Ohio", "California Nevada Arizona".

People say them so, and transcripts write them so. A run of capitalised words that is wholly a town
and the region that it lies in, or regions of one country, is no person.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from understudy.languages import get
from understudy.surrogates.places.atlas import countries, folded, place_name

__all__ = ["places_in_a_row"]

Regions = frozenset[tuple[str, str]]
"""Countries with a region each."""


@cache
def _regions(language: str) -> Mapping[str, Regions]:
    """Folded name of a region → which it may be; abbreviations are left out."""
    found: dict[str, set[tuple[str, str]]] = {}
    for code, country in countries().items():
        for region in country.regions.values():
            for one in get(language).reads if region.name else ():
                name = folded(place_name(region.name, code, one))
                found.setdefault(name, set()).add((code, region.name))
    return {name: frozenset(of) for name, of in found.items()}


@cache
def _towns(country: str, region: str, language: str) -> frozenset[str]:
    return frozenset(
        folded(place_name(town, country, one))
        for town in countries()[country].regions[region].towns
        for one in get(language).reads
    )


def places_in_a_row(said: Sequence[str], language: str) -> tuple[int, ...]:
    """How many of the words each of the places has, one after the other; empty where they are
    anything else. One place alone is no row."""
    if len(said) < 2:
        return ()
    last = folded(said[-1]).split()[-1:]
    if not last or last[0] not in _endings(language):
        return ()
    words = [folded(word) for word in said]  # "winston salem" is one word of them
    return _listed(words, language) or _town_in_region(words, language)


@cache
def _endings(language: str) -> frozenset[str]:
    """Last words of regions: most runs end with none of them."""
    return frozenset(name.split()[-1] for name in _regions(language))


def _town_in_region(words: list[str], language: str) -> tuple[int, ...]:
    regions = _regions(language)
    for at in range(1, len(words)):
        for country, region in sorted(regions.get(" ".join(words[at:]), ())):
            if " ".join(words[:at]) in _towns(country, region, language):
                return at, len(words) - at
    return ()


def _listed(words: list[str], language: str) -> tuple[int, ...]:
    """Regions of one country, one after the other."""
    regions, sizes, of = _regions(language), [], None
    while words:
        size = next((n for n in range(len(words), 0, -1) if " ".join(words[:n]) in regions), 0)
        if not size:
            return ()
        own = {country for country, _ in regions[" ".join(words[:size])]}
        of = own if of is None else of & own
        sizes.append(size)
        words = words[size:]
    return tuple(sizes) if of and len(sizes) > 2 else ()
