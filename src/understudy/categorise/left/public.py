"""What stays of public life: bodies, parties, events, landmarks and institutions."""

from __future__ import annotations

import re
from collections.abc import Sequence

from understudy.categorise.left.place import NAMES, Place, in_lists
from understudy.core.folding import flat
from understudy.languages.public import PublicWords, stem

__all__ = ["belongs", "is_institution", "is_public"]

_FULL_YEAR = re.compile(r"(?:1[5-9]|20)\d{2}")
_REGION_CODE, _ZIP = 2, re.compile(r",?\s?\d{5}(?!\d)")
_LONG_EVENT = 4
"""Words of the longest event that a year is looked for beside."""


def _body(place: Place) -> bool:
    """A public body of the lists, one that is called no more than what it is, or a department
    that every house has."""
    words = place.words
    # "arrington va 22933"
    region = place.of("LOCATION") and len(place.name) <= _REGION_CODE and _ZIP.match(place.behind)
    if region or place.of("HOSPITAL") or not place.of(*NAMES, "MISC", "OCCUPATION"):
        return False
    if _portfolio(place):
        return True
    listed = place.on(words.bodies) or place.name.startswith(words.body_heads)
    listed = listed or _party(place) or _part_of_body(place)
    if place.of("PERSON", "OCCUPATION"):
        before = place.front[-1:]
        placed = " " in place.name or (bool(before) and before[0] in words.place_cues)
        placed = placed or place.name not in words.names
        listed = listed or place.name in words.departments
        return placed and (listed or (place.of("OCCUPATION") and _only_a_body(place)))
    if place.name in words.departments or _department(place):
        return True
    plain = _only_a_body(place)
    if plain and (place.value.islower() or not words.department_heads.isdisjoint(place.rest)):
        return True  # "miembro del comité federal": which one, nobody says
    return (listed or plain) and (_sued(place) or not belongs(place))


def _party(place: Place) -> bool:
    """A party or movement by what it is and stands for: "Liga Nacional para la Democracia"."""
    words = place.words
    rest = place.rest
    lists = (words.party_heads, words.party_words, words.demonyms, words.countries)
    return len(rest) > 1 and not words.party_heads.isdisjoint(rest) and in_lists(rest, lists)


def _part_of_body(place: Place) -> bool:
    """A committee or an office of a body of the world: "Comité de … de las Naciones Unidas"."""
    if not place.name.endswith(place.words.body_tails):
        return False
    tail = next((one for one in place.words.body_tails if place.name.endswith(f" {one}")), "")
    rest = [one for one in place.name.removesuffix(tail).split() if one not in place.words.small]
    return bool(tail) and place.words.names.isdisjoint(rest)


def _department(place: Place) -> bool:
    """A department by what it does: "the International Law Department"."""
    words = place.words
    rest = [word for word in place.rest if word not in words.department_heads]
    return bool(rest) and len(rest) < len(place.rest) and words.body_words.issuperset(rest)


def _portfolio(place: Place) -> bool:
    """What a minister or a secretary is for: "the Minister of Agriculture"."""
    rest = place.rest
    before = place.front[-2:]
    cued = " ".join(before) in place.words.portfolio_cues or _headed(before, place.words)
    return cued and bool(rest) and in_lists(rest, (place.words.body_words, place.words.bodies))


def _headed(before: Sequence[str], words: PublicWords) -> bool:
    """Whether what a body is stands before what it is for: "Cuerpo de [Gestión]"."""
    return len(before) > 1 and before[-1] in words.small and before[-2] in words.institution_heads


def _sued(place: Place) -> bool:
    """Whether a ministry, a court or the like is the other side: many have cases against it."""
    before = [word for word in place.front if word not in place.words.small]
    if not before or before[-1] not in place.words.against:
        return False
    return is_institution(place) or place.on(place.words.bodies)


def _only_a_body(place: Place) -> bool:
    """Whether its words say what body it is, and none says which but its country: "the Regional
    Court", "Supreme Court of Canada"."""
    words = place.words
    rest = place.rest
    if not place.of("ORGANIZATION", "OCCUPATION") or words.institution_heads.isdisjoint(rest):
        return False
    others = [word for word in rest if word not in words.body_words]
    land = not others or " ".join(others) in words.countries or words.demonyms.issuperset(others)
    return not any(letter.isdigit() for letter in place.value) and (
        land or (len(rest) > 1 and all(_says_what(word, words) for word in others))
    )


def _says_what(word: str, words: PublicWords) -> bool:
    """Whether a word of a body's name says no more than what it is for or whose it is: "Equal
    Employment Opportunity Commission", "EU Commission"."""
    if word in words.demonyms or word in words.countries or word in words.bodies:
        return True
    return word in words.plain and word not in words.names


def is_public(place: Place) -> bool:
    """What all have to do with or know: a public body, a landmark, an event of the world."""
    return _body(place) or _landmark(place) or _event(place)


def _landmark(place: Place) -> bool:
    """A sea, a river, a monument of the lists, unless all its words are names and it is taken for
    a person."""
    if not place.of(*NAMES, "MISC") or place.name not in place.words.landmarks:
        return False
    if belongs(place):
        return False
    return not place.of("PERSON") or not place.words.names.issuperset(place.name.split())


def _event(place: Place) -> bool:
    """An event of the world with its year, the year beside one, or a storm behind the word."""
    words, value = place.words, flat(place.value)
    if _FULL_YEAR.fullmatch(value):
        return _beside_event(place)
    if place.of("DATE_TIME"):
        return _day_of_event(place)
    said = [word for word in value.split() if word not in words.small]
    named = " ".join(word for word in said if not _FULL_YEAR.fullmatch(word))
    if said[1:] and said[-1] in words.countries:
        named = named.removesuffix(f" {said[-1]}")  # "Copa América de Paraguay"
    return (named in words.events and not belongs(place)) or _storm(place)


def _day_of_event(place: Place) -> bool:
    """A day by which an event is called: "the September 11 attacks"."""
    words, behind = place.words, place.rear[:1]
    before = [word for word in place.front if word not in words.small][-1:]
    beside = not words.event_tails.isdisjoint(behind) or not words.event_heads.isdisjoint(before)
    return beside and place.on(words.days_of_events)


def _beside_event(place: Place) -> bool:
    """Whether an event ends the words before, or begins those behind: "the 2002 World Cup"."""
    small, events = place.words.small, place.words.events
    before = [word for word in place.front if word not in small]
    behind = [word for word in place.rear if word not in small]
    lengths = range(1, _LONG_EVENT + 1)
    return any(
        " ".join(before[-length:]) in events or " ".join(behind[:length]) in events
        for length in lengths
    )


def _storm(place: Place) -> bool:
    words, name = place.words, place.name
    if name.startswith(words.storm_heads):
        for head in words.storm_heads:
            if name.startswith(f"{head} ") and name.removeprefix(f"{head} ") in words.storms:
                return True
    if name not in words.storms:
        return False
    joined = place.before.rstrip()[-1:].isalpha()  # not "after the hurricane, Maria"
    return joined and " ".join(place.front).endswith(words.storm_heads)


def is_institution(place: Place) -> bool:
    """A court, an authority, a parliament: by the word that it begins with."""
    if not place.of("ORGANIZATION") or place.of("HOSPITAL"):
        return False
    named = place.rest
    return any(word in place.words.institution_heads for word in named[:2])


def belongs(place: Place) -> bool:
    """Whether somebody works there, is treated there or stands against it in court."""
    words, before = place.words, list(place.front)
    if words.belongs.search(" ".join(before)) is not None:
        return True
    while before and before[-1] in words.small and before[-1] not in words.belonging_links:
        before.pop()
    if len(before) < 2 or before[-1] not in words.belonging_links:
        return False
    return stem(before[-2], words.job_endings) in words.jobs
