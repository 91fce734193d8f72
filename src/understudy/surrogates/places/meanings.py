"""What each name of a place means: a town, a region or a country, and which one of that name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise

from understudy.languages import facts
from understudy.surrogates.mention import Mention
from understudy.surrogates.places.atlas import (
    Known,
    folded,
    further,
    is_country,
    lookup,
    minor,
    obscure,
    opening,
    region_opening,
    small,
)
from understudy.surrogates.places.coded import country_of_code
from understudy.surrogates.places.labels import labels_region, region_behind
from understudy.surrogates.places.reading import HINTS, bare, is_wide_area
from understudy.surrogates.places.site import Site
from understudy.surrogates.places.streets import Piece

__all__ = ["Regions", "is_short", "lands_beside", "resolve", "sure_towns"]

Regions = frozenset[tuple[str, str]]
"""Country and region; an empty region is any."""
_SHORTEST = 3
_PLACED = ("city", "region", "wider", "country", "continent")


def sure_towns(
    found: Sequence[Sequence[Piece]], near: Sequence[bool], language: str
) -> dict[tuple[int, int], Regions]:
    """The names that can only be towns, as a region follows in which nothing better known of the
    name lies: "Lebanon, Tennessee", "Tripoli, Iowa", "Earth, TX"."""
    named = [
        (at, part, piece)
        for at, row in enumerate(found)
        for part, piece in enumerate(row)
        if piece.kind in ("name", "postal")
    ]
    only_towns: dict[tuple[int, int], Regions] = {}
    for (at, part, piece), (other, _, following) in pairwise(named):
        if piece.kind == "name" and (other == at or (other == at + 1 and near[other])):
            regions = _regions(piece.text, following, language)
            if regions:
                only_towns[at, part] = regions
    return only_towns


def _regions(text: str, following: Piece, language: str) -> Regions:
    """Where a town of this name lies by what follows it; empty where that says nothing."""
    known = lookup(text, language)
    if following.kind == "postal":
        code = country_of_code(following.text, language)
        regions = frozenset({(code, "")} if code else ())
        sure = True
    else:
        wheres = lookup(following.text, language)
        regions = frozenset((one.country, one.region) for one in wheres if one.kind == "region")
        sure = not any(one.kind in ("city", "country") and not small(one) for one in wheres)
    lands = {country for country, _ in regions}
    here = [one for one in known if one.country in lands]
    best = known[0] if known else None
    strange = is_wide_area(text, language) or (best is not None and best.country not in lands)
    town = any(one.kind == "city" for one in here)
    return regions if strange and (town or sure) else frozenset()


def resolve(
    mentions: Sequence[Mention],
    found: Sequence[Sequence[Piece]],
    near: Sequence[bool],
    only_towns: Mapping[tuple[int, int], Regions],
    language: str,
    wanted: tuple[str, ...],
    beside: tuple[str, ...],
) -> list[tuple[Site, ...]]:
    """What each piece is; a name that is a town and a region is a region beside its towns.

    ``near``: whether a mention follows upon the one before it; ``only_towns``: the names that can
    only be towns, with the regions that they may lie in.
    """
    out: list[list[Site]] = []
    last: tuple[Known, ...] = ()
    town: tuple[list[Site], int] | None = None
    for at, (mention, row, follows) in enumerate(zip(mentions, found, near, strict=True)):
        if not follows:
            last, town = (), None
        sites: list[Site] = []
        front = mention.before
        for part, piece in enumerate(row):
            if piece.kind == "name":
                unknown = town is not None and not last
                if (at, part) in only_towns:
                    site, known = _town(piece.text, only_towns[at, part], language)
                else:
                    site, known = _named(
                        piece.text, mention, front, _back(mention, row, part), last, unknown,
                        language, wanted, beside,
                        _land_behind(found, near, at, part, language),
                    )  # fmt: skip
                sites.append(site)
                if town and site.kind != "city":
                    _settle(town, last, site)
                last = known
                town = (sites, len(sites) - 1) if site.kind == "city" else None
            else:
                sites.append(Site(piece.kind, piece.text, folded(piece.text) or piece.text))
            front += piece.text
        _key(mention, sites)
        out.append(sites)
    return [tuple(sites) for sites in out]


def _back(mention: Mention, row: Sequence[Piece], part: int) -> str:
    """What stands behind a piece, in its mention or outside."""
    return "".join(piece.text for piece in row[part + 1 :]) + mention.after


def _land_behind(
    found: Sequence[Sequence[Piece]], near: Sequence[bool], at: int, part: int, language: str
) -> str:
    """The country that is named right behind a name: "Boston, France" is no town of America."""
    following = [one for one in found[at][part + 1 :] if one.kind == "name"]
    if not following and at + 1 < len(found) and near[at + 1]:
        following = [one for one in found[at + 1] if one.kind == "name"]
    known = lookup(following[0].text, language)[:1] if following else ()
    return next((one.country for one in known if one.kind == "country"), "")


def lands_beside(
    rows: Iterable[Sequence[Site]], wanted: tuple[str, ...], language: str
) -> tuple[str, ...]:
    """The countries of the towns that many know, where the text names none and a name stands beside
    them that only few do, or that tells no country by itself."""
    sites = [site for row in rows for site in row]
    known = [site.known for site in sites if site.known is not None]
    towns = (site.text for site in sites if site.kind == "city" and site.known is None)
    if wanted or not (
        any(map(minor, known)) or any(_shared(lookup(one, language), language) for one in towns)
    ):
        return ()
    return tuple(dict.fromkeys(one.country for one in known if not minor(one)))


def _settle(town: tuple[list[Site], int], candidates: Iterable[Known], where: Site) -> None:
    """A town of many regions is in the one that stands beside it."""
    if where.known is None:
        return
    sites, at = town
    for one in candidates:
        if one.country == where.known.country and where.known.region in ("", one.region):
            sites[at] = sites[at]._replace(known=one)
            return


def _named(
    text: str,
    mention: Mention,
    front: str,
    back: str,
    last: tuple[Known, ...],
    unknown: bool,
    language: str,
    wanted: tuple[str, ...],
    beside: tuple[str, ...],
    within: str,
) -> tuple[Site, tuple[Known, ...]]:
    """What a name means, and all places that it may mean in that sense, the likeliest first.

    ``last``: what the town before it may mean; ``unknown``: whether a town stands before it that
    no list has; ``wanted``: the countries of the text; ``beside``: those of its better known towns,
    or the one that its words speak of; ``within``: the country that is named right behind it. What
    decides, in this order:

    - the category, where it says town, region or country; else a label before the name
      ("provincia de Granada" is no town), or behind it ("Osun State"); else a town before it that
      lies in a region of the name ("Linares, Jaén"), or that is on no list ("Villarriba, Jaén");
    - a continent is one whatever else has the name; a country that has no list of places wins over
      a town abroad ("Malta" over the one in Idaho);
    - what is left is taken by fame: countries, then well-known towns, then regions (``_likely``);
    - a small town of a country that the text does not name is none: it has that name by chance;
    - a name that small towns of several countries have tells none of them (``_shared``).
    """
    region = region_opening(front, language)
    if region:
        whole = lookup(region + text, language)
        if [one.kind for one in whole[:1]] == ["region"]:
            return Site("region", text, folded(text), known=whole[0]), whole
    known = _meanings(opening(front, language), text, language, wanted)
    if beside:  # Ennis is Irish beside Cork, and Texan beside Dallas
        few = all(map(minor, known))
        known = tuple(
            sorted(known, key=lambda one: one.country not in beside or (minor(one) and not few))
        )
    kinds = HINTS.get(mention.category, ())
    told = not kinds and region_behind(back, language)
    if told or (not kinds and labels_region(front, language)):
        kinds = ("region", "wider")
    elif not kinds and (last or unknown) and is_short(text):
        kinds = ("region",)
    elif not kinds:
        towns = {(one.country, one.region) for one in last if one.kind == "city"}
        regions = [one for one in known if one.kind == "region"]
        if any(unknown or (one.country, one.region) in towns for one in regions):
            kinds = ("region",)
    if is_wide_area(text, language) and mention.category not in HINTS:
        return Site("continent", text, folded(text)), ()
    if not kinds and is_country(text, language) and known and _is_abroad(known[0], language):
        return Site("country", text, folded(text)), ()
    fitting = tuple([one for one in known if one.kind in kinds]) if kinds else ()
    if not fitting and not told and mention.category not in HINTS:
        fitting = _likely(known)
    strange = fitting and bool(within) and fitting[0].country != within
    if fitting and (strange or _unlikely(fitting, language, wanted or beside)):
        fitting = ()
    if not fitting:
        kind = "country" if not kinds and is_country(text, language) else (*kinds, "city")[0]
        return Site(kind, text, folded(text)), ()
    best = fitting[0]
    return Site(best.kind, text, folded(text), known=best), fitting


@lru_cache(maxsize=1 << 12)
def _meanings(begun: str, text: str, language: str, wanted: tuple[str, ...]) -> tuple[Known, ...]:
    """What a name may mean: with what stands before it, by itself, or without what ends it."""
    found = lookup(begun + text, language, wanted) if begun else ()
    found = found or lookup(text, language, wanted)
    return _narrowest(found or lookup(bare(text, language), language, wanted))


def is_short(text: str) -> bool:
    """Whether a name is written as short ones of regions are: "PA", "D.C."."""
    letters = text.replace(".", "")
    return letters.isupper() and letters.isascii() and 1 < len(letters) <= _SHORTEST


def _narrowest(known: Sequence[Known]) -> tuple[Known, ...]:
    """Cantabria is a province and all of its community: one region."""
    regions = {(one.country, one.name) for one in known if one.kind == "region"}
    return tuple(
        one for one in known if one.kind != "wider" or (one.country, one.name) not in regions
    )


def _unlikely(meanings: Sequence[Known], language: str, wanted: tuple[str, ...]) -> bool:
    """Whether the first is a town that only its neighbours know, and the text is from elsewhere, or
    no likelier than another is."""
    known = meanings[0]
    if known.country not in wanted and _shared(meanings, language):
        return True
    if wanted:
        abroad = known.country not in facts(language)["countries"]
        return known.country not in wanted and (minor(known) or (abroad and obscure(known)))
    return small(known) and known.country not in facts(language)["countries"]


def _shared(known: Sequence[Known], language: str) -> bool:
    """Whether a name tells no country: it is that of towns of which only the country is known, in
    several that are as near to the language. Villanueva lies in Colombia and in Mexico."""
    home = facts(language)["countries"]
    towns = [one for one in known if further(one)]
    if not towns or towns[0] != known[0]:
        return False
    near = known[0].country in home
    return len({one.country for one in towns if (one.country in home) == near}) > 1


def _is_abroad(known: Known, language: str) -> bool:
    """Whether it is a town of another country, or one that only its neighbours know: Liberia and
    Malta are lands first, and then towns."""
    return obscure(known) or (
        known.kind == "city" and known.country not in facts(language)["countries"]
    )


def _town(text: str, regions: Regions, language: str) -> tuple[Site, tuple[Known, ...]]:
    """A town that lies in one of the regions, listed or not."""
    lands = {country for country, region in regions if not region}
    fitting = tuple(
        one
        for one in lookup(text, language)
        if one.kind == "city" and ((one.country, one.region) in regions or one.country in lands)
    )
    return Site("city", text, folded(text), known=next(iter(fitting), None)), fitting


def _likely(known: Sequence[Known]) -> tuple[Known, ...]:
    """Countries and wide regions first; a town that many know before the region of its name, which
    comes before a town that only its neighbours know."""
    order = {"country": 0, "wider": 1, "city": 2, "region": 3}
    if not known:
        return ()
    best = known[0].country

    def rank(one: Known) -> float:
        return order[one.kind] + 2 * small(one)

    first = sorted((one for one in known if one.country == best), key=rank)
    return tuple([one for one in known if one.kind == first[0].kind])


def _key(mention: Mention, sites: list[Site]) -> None:
    """The key that the mention carries, where it is of a single place."""
    key = dict(mention.attributes).get("key")
    places = [at for at, site in enumerate(sites) if site.kind in _PLACED]
    if key and len(places) == 1:
        sites[places[0]] = sites[places[0]]._replace(key=key)
