"""The gender that the mentions of a person tell."""

from __future__ import annotations

from collections.abc import Sequence

from understudy.core.folding import flat
from understudy.surrogates.mention import Mention
from understudy.surrogates.people.names import FEMALE, MALE, gender_of, united
from understudy.surrogates.people.reading import Reading, titles_of
from understudy.surrogates.people.roster import Roster
from understudy.surrogates.people.titles import flat_lists, title_gender

__all__ = ["gender"]


def gender(readings: Sequence[Reading], roster: Roster, mentions: Sequence[Mention]) -> str:
    """The gender that the mentions tell: by attribute, title, category, name, or what is near."""
    told = [value.lower() for one in mentions for name, value in one.attributes if name == "gender"]
    for value in told:
        if value in (FEMALE, MALE):
            return value
    language = roster.language
    listed = _listed_gender(roster)
    titles = [flat(word.rstrip(".")) for one in readings for word in titles_of(one)]
    of_both = frozenset(map(flat, united("titles", "both", language)))
    for word in titles:
        by_title = title_gender(word, language)
        if by_title:
            husband = word in flat_lists("titles", language)["married"] and listed == MALE
            return listed if husband or (listed and word in of_both) else by_title
    for category, of in (("FEMALE_NAME", FEMALE), ("MALE_NAME", MALE)):
        if any(one.category == category for one in mentions):
            return of
    if listed:
        return listed
    near = flat_lists("near", language)
    for of in (FEMALE, MALE):
        if not near[of].isdisjoint(titles):
            return of
    return ""


def _listed_gender(roster: Roster) -> str:
    flats = [entry.flat for entry in roster.givens]
    if not flats:
        return ""
    language = roster.language
    return (
        gender_of("".join(flats[:2]), language)
        or gender_of(flats[0], language)
        or next((found for one in roster.shorts if (found := gender_of(one, language))), "")
        or (gender_of(flats[1], language) if len(flats) > 1 and len(flats[0]) == 1 else "")
    )
