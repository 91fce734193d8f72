"""What a policy leaves because it carries meaning and identifies nobody, by kinds: drugs, lengths
of time, kinship, common jobs, countries, eponyms.

A kind decides about a mention by its category, its words and the words around it, from public
lists (``languages/*/public.toml``). An entity is left only if all its mentions are: "Murphy" in
"Murphy's sign" stays, unless the document names a John Murphy.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import NamedTuple

from understudy.categorise.evidence import cased
from understudy.categorise.repeats import initials_of
from understudy.categorise.rules.eponyms import GRADE, called_by, known_eponym, whole_word
from understudy.categorise.rules.offices import names_office
from understudy.core.categories import Category, ancestors
from understudy.core.folding import flat
from understudy.core.types import Document, Entity
from understudy.identify.lengths import (
    says_age_below,
    says_amount_below,
    says_length,
    says_measure,
    says_no_day,
    says_reading,
)
from understudy.languages import get
from understudy.languages.public import PublicWords, public_words, stem

__all__ = ["KINDS", "Leaving"]

OLDEST = 90
"""HIPAA's safe harbour: ages of 90 and more are private (45 CFR 164.514(b)(2)(i)(C))."""
EVERYDAY = 1000
"""Bare figures below it count something; more of them may be a code."""
_BEFORE, _BEHIND = 40, 24
_FLIGHT = re.compile(r"\s?\d{2,4}\Z|\A \d{2,4}(?!\w|[.,-]\d)")
"""The number of a flight behind the name of its airline."""
_RESULT = re.compile(r" ?[:=<>]{1,2} ?\d| \d+/\d")
_IN_BRACKETS = re.compile(r"\) (?:\w{1,4} )?\d")
_OWNED = re.compile(r"['’]s?(?!\w)")
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
_SERIAL = re.compile(r"\d{5}")
_NUMBER = re.compile(r"(?<![^\W\d_])\d")
"""A number that is no part of a word: an address may have one, "T4" has none."""
_GLOSS, _LONG_GLOSS = 2, 10
"""Words of the longest gloss that stays, as in a longer one there may be a town; letters of the
shortest that is one word."""
_GROUPED = re.compile(r"\d[.,' ]\d{3}(?!\d)|\d[.,]\d{1,2}(?!\d)")
_CAPITALISED = re.compile(r"[A-Z][a-z]+(?: [A-Z][a-z]+)*")
_REGISTERED = frozenset("®™")
_YEAR = re.compile(r"\d{3}")
_COUNTED_DAY = re.compile(r"([^\W\d_]+) \d{1,3}")
_YEAR = re.compile(r"\d{3}")
_FULL_YEAR = re.compile(r"(?:1[5-9]|20)\d{2}")
_LONG_EVENT = 4
"""Words of the longest event that a year is looked for beside."""
_ROMAN = re.compile(r"[ivx]+[abc]?|[a-z]")
_MODEL = re.compile(r"[A-Z][A-Z\d]*(?:[ /-][A-Z\d]+)*")
_MAKER = re.compile(r"\s?\([^()\n\d]{2,20}[®™]")
_FIGURED = ("NUMBER", "DATE_TIME", "ID")
_NAMES = frozenset(("PERSON", "LOCATION", "ORGANIZATION"))
_WORDED = _NAMES | {"PRODUCT", "OCCUPATION", "CREATIVE_WORK", "MISC", "NRP", "USERNAME"}


@dataclass(frozen=True, repr=False)
class Place:
    """A mention and what stands around it."""

    value: str
    before: str
    behind: str
    cased: bool
    """Whether the document tells names by capitals."""
    alone: bool
    """Whether its field, or the document, holds nothing else."""
    line: frozenset[str]
    """Its category and those above it."""
    words: PublicWords

    def __repr__(self) -> str:
        return f"Place({len(self.value)} characters)"

    def of(self, *categories: str) -> bool:
        """Whether it is of one of these categories, or of one below them."""
        return not self.line.isdisjoint(categories)

    @cached_property
    def said(self) -> list[str]:
        """Its words, flat."""
        return [flat(word) for word in _WORD.findall(self.value)]

    @cached_property
    def rest(self) -> list[str]:
        """Its words without articles and the like."""
        small = self.words.small
        return [word for word in self.said if word not in small]

    @cached_property
    def front(self) -> list[str]:
        """The words before it, flat."""
        return flat(self.before).split()

    @cached_property
    def rear(self) -> list[str]:
        """The words behind it, flat."""
        return flat(self.behind).split()

    @cached_property
    def worded(self) -> bool:
        """Whether it is of a category that words name."""
        return not self.line.isdisjoint(_WORDED)

    @cached_property
    def name(self) -> str:
        """All of it as one name, flat, without an article before it."""
        found = flat(self.value).replace(" - ", "-").split()
        return " ".join(found[1:] if found[1:] and found[0] in self.words.small else found)

    def on(self, entries: frozenset[str]) -> bool:
        """Whether it is on a list, with its article ("al Qaeda") or without ("the Treasury")."""
        return self.name in entries or " ".join(flat(self.value).split()) in entries


def _in_lists(said: Sequence[str], lists: Sequence[frozenset[str]]) -> bool:
    """Whether each word is on one of the lists."""
    return all(any(word in one for one in lists) for word in said)


def _drug(place: Place) -> bool:
    if place.of("DRUG"):
        return True
    rest = place.rest
    return place.worded and bool(rest) and place.words.drugs.issuperset(rest)


def _medicine(place: Place) -> bool:
    """At least one word of medicine that is no name, and nothing beside it that may be one."""
    if not place.worded or _NUMBER.search(place.value):
        return False
    words, found = place.words, _WORD.findall(place.value)
    if whole_word(place) in words.abbreviations and _capitals(place):
        return True  # "A&E", "U&Es"
    if place.name in words.sides and words.medicine.issuperset(place.front[-1:]):
        return bool(place.before.strip())  # "Ojo Izquierdo"
    if place.cased and place.value.islower():
        listed = (words.medicine, words.medicine_beside, words.small)
        return bool(place.said) and _in_lists(place.said, listed)
    strong = [word for word in found if _medical(word, place)]
    headed = bool(found) and flat(found[0]) in words.eponym_heads
    others = [word for word in found if word not in strong]
    if headed and not strong:
        rest = [flat(word) for word in found[1:] if flat(word) not in words.small]
        return bool(rest) and words.eponyms.issuperset(rest)
    return bool(strong) and all(_beside(word, place, headed=headed) for word in others)


def _capitals(place: Place) -> bool:
    """Whether an abbreviation has more letters than a mark, a sign or a small one, as no name
    has: "A&E", "LFTs"."""
    signed = "&" in place.value or "&" in place.before[-2:] or place.behind[:1] == "&"
    return signed or (place.value[:-1].isupper() and place.value[-1:] == "s")


def _medical(word: str, place: Place) -> bool:
    low, words = flat(word), place.words
    if word.isupper() and low in words.abbreviations:
        if place.cased and _measured(place):
            return True
        beside = [one for one in _WORD.findall(place.before) if one.isupper() and len(one) > 1]
        known = [one for one in map(flat, beside) if one in words.abbreviations]
        said = any(one not in words.names for one in known)  # "COPD, T2DM, MI 2016"
        said = said or not words.drugs.isdisjoint(place.front[-2:])
        return said or "-" in place.value or low not in words.names
    if _may_name(word, place):
        return False
    return (
        low in words.medicine
        or low in words.drugs
        or (len(low) > 6 and low.endswith(words.medicine_endings))
    )


def _measured(place: Place) -> bool:
    """Whether what follows says that something in capitals is a test and nobody who speaks: "ANA
    1/40", "ELISA positiva", "(PIO) de 34"."""
    if place.before[-1:] == "(":
        return _IN_BRACKETS.match(place.behind) is not None
    if not place.before.strip() or place.before.rstrip(" ").endswith("\n"):
        return False
    behind, before = place.rear[:1], place.front[-1:]
    if before and before[0] in place.words.articles:
        return True  # "en la PIO"
    return _RESULT.match(place.behind) is not None or (
        bool(behind) and behind[0].strip(",.;:)") in place.words.eponym_tails
    )


def _may_name(word: str, place: Place) -> bool:
    """Whether it is a name of the lists; in a text with capitals, small letters are none."""
    return flat(word) in place.words.names and not (place.cased and word.islower())


def _beside(word: str, place: Place, *, headed: bool) -> bool:
    """Whether a word may stand beside one of medicine without naming anybody."""
    low, words = flat(word), place.words
    if low in words.small or _ROMAN.fullmatch(low):
        return True
    if headed and low in words.eponyms:
        return True
    known = low in words.medicine or low in words.medicine_beside or low in words.abbreviations
    return known and (low in words.sides or not _may_name(word, place))


def _eponym(place: Place) -> bool:
    """Names of the list, with a head before them, a tail behind them or, for scales, a figure."""
    words, said = place.words, place.said
    if not place.worded or not said:
        return False
    named = [word.removesuffix("'s") for word in said if word not in words.small]
    behind = [word.strip(",.;:)") or word for word in place.rear if not word.startswith("'")]
    if _sure_eponym(place, named, behind) or _ailment(place, named) or known_eponym(place):
        return True
    if named and named[-1] in words.eponym_tails:
        return words.eponyms.issuperset(named[:-1]) and len(named) > 1
    if not named or not words.eponyms.issuperset(named):
        return False
    result = not words.eponym_results.isdisjoint(behind[:1]) and _OWNED.match(place.behind)
    if result or not words.eponym_tails.isdisjoint(behind[:1]):
        return not called_by(place)
    return _scale(place, named, behind) or _behind_head(place)


def _sure_eponym(place: Place, named: Sequence[str], behind: Sequence[str]) -> bool:
    """Whether a name behind "síndrome de", or before "syndrome", is that of whom it is called
    after, whoever that is: no patient is named so."""
    sure, before = place.words.eponym_sure, place.front
    linked = len(before) > 1 and before[-1] in place.words.eponym_links and before[-2] in sure
    inside = not sure.isdisjoint(named)
    rest = [word for word in named if word not in sure]
    beside = inside or linked or not sure.isdisjoint(behind[:1])
    return beside and 0 < len(rest) <= _GLOSS and place.words.given.isdisjoint(rest)


def _ailment(place: Place, named: Sequence[str]) -> bool:
    """Whether a disease is called by the name alone: "has Parkinson's, and …"."""
    words, owned = place.words, _OWNED.match(place.behind)
    before = [one.rstrip(",;") for one in place.before.split()[-1:]]
    if len(named) != 1 or named[0] not in words.ailments or not before:
        return False
    if owned is None:  # "el Parkinson no es excusa"
        return flat(before[0]) in words.articles and place.cased
    if _OWNED.sub("", flat(before[0])) in words.ailments:
        return True  # "Sjögren's, Crohn's"
    rest = place.behind[owned.end() :]
    follows = _WORD.match(rest.lstrip()) if rest[:1].isspace() else None
    ends = follows is None or flat(follows[0]) in words.small | words.ailment_cues
    return ends and (flat(before[0]).strip(" :") in words.ailment_cues or before[0].islower())


def _scale(place: Place, named: Sequence[str], behind: Sequence[str]) -> bool:
    """Whether a score follows, and no place is meant: "Glasgow 15", but neither "Glasgow 2014" nor
    "in Glasgow 3 people"."""
    words = place.words
    whole = whole_word(place)
    figures = [word for word in behind if word not in words.eponym_links]
    if not figures or not (words.scales.issuperset(named) or whole in words.scales):
        return False
    figures = [word for word in figures if word not in words.grade_words] or figures
    before = place.front
    placed = bool(before) and before[-1] in words.place_cues
    graded = GRADE.fullmatch(figures[0]) is not None
    lettered = bool({*named, whole} & words.scales_lettered) and figures[0] in "abcd"
    return (graded or lettered) and not placed


def _behind_head(place: Place) -> bool:
    """Whether the words before end with a head and what links it: "signos de Kernig y"."""
    words = list(place.front)
    known = place.words
    between = (known.eponym_links, known.eponyms, known.abbreviations)
    while words and (words[-1].isdigit() or _in_lists(words[-1:], between)):
        if f"{words[-2] if words[1:] else ''} {words[-1]}".strip() in known.eponym_heads:
            return True
        words.pop()
    return bool(words) and words[-1] in known.eponym_heads


def _kinship(place: Place) -> bool:
    words = place.words
    return (
        place.of("FAMILY")
        and bool(place.said)
        and all(word in words.kinship or word in words.small for word in place.said)
    )


def _job(place: Place) -> bool:
    """A common job; what stands behind it in small letters does not make it rarer than common."""
    if not place.of("OCCUPATION") or any(letter.isdigit() for letter in place.value):
        return False
    found = _WORD.findall(place.value)
    if _office(place) or _titled_job(place):
        return True
    rest = [word for word in found[1:] if flat(word) not in place.words.small]
    department = " ".join(map(flat, rest)) in place.words.departments
    if any(word[0].isupper() for word in rest) and not place.value.isupper() and not department:
        return False
    named = [word for word in found if flat(word) not in place.words.small]
    words = place.words
    head = " ".join(map(flat, named[:-1]))
    if head in words.departments and stem(flat(named[-1]), words.job_endings) in words.jobs:
        return True  # "Procurement Lead"
    return bool(named) and stem(flat(named[0]), words.job_endings) in words.jobs


def _titled_job(place: Place) -> bool:
    """A job by its ending ("radiologist"), or one with what offices are called by beside it:
    "Senior Counsel", "Jefe de Servicio de Neumología"."""
    words, said = place.words, place.said
    rest = [word for word in said if word not in words.small]
    if place.on(words.bodies):
        return False  # "Guardia Civil"
    if rest and rest[-1].endswith(words.job_tails or ("\0",)):
        return len(rest) == 1 or words.office_beside.issuperset(rest[:-1])
    if rest and words.office_beside.issuperset(rest):
        return True  # "con Inversores"
    plain = [word for word in rest if not word.endswith(words.medicine_endings)]
    return bool(plain) and any(names_office(plain, words, one) for one in words.languages)


def _office(place: Place) -> bool:
    """A job with nothing before it but words of public bodies: "University President"."""
    words = place.words
    *front, last = place.rest or [""]
    job = stem(last, words.job_endings) in words.jobs
    return bool(front) and job and words.body_words.issuperset(front)


def _country(place: Place) -> bool:
    return place.of("LOCATION", "NRP") and place.name in place.words.countries


def _demonym(place: Place) -> bool:
    """A people; or a language, which is taken for a person where it is a surname, too."""
    rest, words = place.rest, place.words
    peoples = bool(rest) and _in_lists(rest, (words.demonyms, words.tongues))
    # "el Ejecutivo galo": no name has small letters in such a text
    if _state(place, rest) or (peoples and place.cased and place.value.islower()):
        return True
    if not peoples or place.of("NRP", "DEMOGRAPHIC", "LOCATION", "MISC"):
        return peoples
    if not words.names.issuperset(rest):
        return True  # "the Sunni Arab regions"
    if "-" in place.value and words.demonyms.issuperset(rest):
        return True  # "Greek-Cypriot"
    if not place.of("PERSON", "ORGANIZATION") or len(rest) != 1:
        return False
    behind, before = place.rear[:1], " ".join(place.front)
    governs = bool(behind) and behind[0] in words.state_words  # "the French Government"
    spoken = before.endswith(tuple(f" {cue}" for cue in words.tongue_cues))
    return governs or spoken or before in words.tongue_cues


def _state(place: Place, rest: Sequence[str]) -> bool:
    """A country by its people and what it is, or its forces: "the French Republic"."""
    words = place.words
    peoples = [word for word in rest if word in words.demonyms]
    return (
        place.of(*_NAMES, "NRP", "MISC")
        and 0 < len(peoples) < len(rest)
        and all(word in words.demonyms or word in words.state_words for word in rest)
    )


def _product(place: Place) -> bool:
    """A thing that many have; a long number in it may be the number of one."""
    if place.of("PRODUCT") or (place.of(*_NAMES) and place.behind[:1] in _REGISTERED):
        return _SERIAL.search(place.value) is None
    if _model(place):
        return True
    return _brand(place) and not _belongs(place)


def _model(place: Place) -> bool:
    """The model of a machine: capitals and figures that have its maker behind them ("PRISMA CRRT
    (Hospal®)"), or a figure in them and the machine before them ("filtro PTE-2000")."""
    front, _, glued = place.before.rpartition(" ")
    name = glued + place.value
    if not _MODEL.fullmatch(name) or _SERIAL.search(name) or not place.of(*_WORDED, *_FIGURED):
        return False
    if _MAKER.match(place.behind):
        return True
    before = [word for word in flat(front).split() if word not in place.words.small][-1:]
    return any(map(str.isdigit, name)) and not place.words.device_heads.isdisjoint(before)


def _brand(place: Place) -> bool:
    """A brand of the list. One that people or towns are called by, too, must not be taken for one
    of these, or have the thing beside it: "the Bosch boiler"."""
    flight = _FLIGHT.match(place.behind) or _FLIGHT.search(f" {place.value}")
    body = place.of("ORGANIZATION", "MISC", "CREATIVE_WORK") or flight
    if not body and not place.of("PERSON", "LOCATION"):
        return False
    words, low = place.words, place.name
    owned = _OWNED.match(place.behind)
    low = _without_thing(low, words.branded)
    low = _FLIGHT.sub("", low.replace("!", "")) or (place.front[-1:] or [""])[0]
    if low not in words.brands and not (owned and f"{low}'s" in words.brands):
        return False
    if body:
        return True
    before, behind = place.front[-1:], place.rear[:2]
    beside = not words.branded.isdisjoint((*before, *behind))
    if beside or owned or " " in low:
        return True
    return not any(word in words.names for word in place.said)


def _without_thing(name: str, branded: frozenset[str]) -> str:
    """A name without the thing behind it that has the brand: "Skype software"."""
    front, _, last = name.rpartition(" ")
    return front if front and last in branded else name


def _work(place: Place) -> bool:
    """A film, a book, a song, unless its title may be the name of a person or a place."""
    rest = place.rest
    borne = [word for word in rest if word in place.words.names]
    return place.of("CREATIVE_WORK") and (not borne or len(borne) < len(rest) > 1)


def _body(place: Place) -> bool:
    """A public body of the lists, one that is called no more than what it is, or a department
    that every house has."""
    words = place.words
    if place.of("HOSPITAL") or not place.of(*_NAMES, "MISC", "OCCUPATION"):
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
    return (listed or _only_a_body(place)) and (_sued(place) or not _belongs(place))


def _party(place: Place) -> bool:
    """A party or movement by what it is and stands for: "Liga Nacional para la Democracia"."""
    words = place.words
    rest = place.rest
    lists = (words.party_heads, words.party_words, words.demonyms, words.countries)
    return len(rest) > 1 and not words.party_heads.isdisjoint(rest) and _in_lists(rest, lists)


def _part_of_body(place: Place) -> bool:
    """A committee or an office of a body of the world: "Comité de … de las Naciones Unidas"."""
    tail = next((one for one in place.words.body_tails if place.name.endswith(f" {one}")), "")
    rest = [one for one in place.name.removesuffix(tail).split() if one not in place.words.small]
    return bool(tail) and place.words.names.isdisjoint(rest)


def _department(place: Place) -> bool:
    """A department by what it does: "the International Law Department"."""
    words = place.words
    rest = place.rest
    return not words.department_heads.isdisjoint(rest) and words.body_words.issuperset(rest)


def _portfolio(place: Place) -> bool:
    """What a minister or a secretary is for: "the Minister of Agriculture"."""
    rest = place.rest
    before = " ".join(place.front[-2:])
    cued = before in place.words.portfolio_cues
    return cued and bool(rest) and _in_lists(rest, (place.words.body_words, place.words.bodies))


def _sued(place: Place) -> bool:
    """Whether a ministry, a court or the like is the other side: many have cases against it."""
    before = [word for word in place.front if word not in place.words.small]
    return bool(before) and before[-1] in place.words.against and _institution(place)


def _only_a_body(place: Place) -> bool:
    """Whether its words say what body it is, and none says which but its country: "the Regional
    Court", "Supreme Court of Canada"."""
    words = place.words
    rest = place.rest
    others = [word for word in rest if word not in words.body_words]
    land = not others or " ".join(others) in words.countries or words.demonyms.issuperset(others)
    return (
        place.of("ORGANIZATION", "OCCUPATION")
        and not any(letter.isdigit() for letter in place.value)
        and land
        and not words.institution_heads.isdisjoint(rest)
    )


def _public(place: Place) -> bool:
    """What all have to do with or know: a public body, a landmark, an event of the world."""
    return _body(place) or _landmark(place) or _event(place)


def _landmark(place: Place) -> bool:
    """A sea, a river, a monument of the lists, unless all its words are names and it is taken for
    a person."""
    if not place.of(*_NAMES, "MISC") or place.name not in place.words.landmarks:
        return False
    if _belongs(place):
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
    return (named in words.events and not _belongs(place)) or _storm(place)


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
    for head in words.storm_heads:
        if name.startswith(f"{head} ") and name.removeprefix(f"{head} ") in words.storms:
            return True
    before = " ".join(place.front)
    joined = place.before.rstrip()[-1:].isalpha()  # not "after the hurricane, Maria"
    return joined and name in words.storms and before.endswith(words.storm_heads)


def _amount(place: Place) -> bool:
    """A sum of money or a number of things; not a long row of figures, which may be a code."""
    return place.of("AMOUNT") and (
        says_amount_below(place.value, EVERYDAY, place.words) or _counts(place)
    )


def _counts(place: Place) -> bool:
    """Whether signs part the thousands, or a unit or a word for a sum is beside the figures."""
    if _GROUPED.search(place.value) or not any(map(str.isdigit, place.value)):
        return True
    unit = any(not (sign.isalnum() or sign in " .,-") for sign in place.value)
    before = place.front[-1:]
    summed = bool(before) and before[0] in place.words.sum_words
    return unit or summed or any(map(str.isalpha, place.value))


def _institution(place: Place) -> bool:
    """A court, an authority, a parliament: by the word that it begins with."""
    if not place.of("ORGANIZATION") or place.of("HOSPITAL"):
        return False
    named = place.rest
    return any(word in place.words.institution_heads for word in named[:2])


def _belongs(place: Place) -> bool:
    """Whether somebody works there, is treated there or stands against it in court."""
    words, before = place.words, list(place.front)
    if words.belongs.search(" ".join(before)) is not None:
        return True
    while before and before[-1] in words.small and before[-1] not in words.belonging_links:
        before.pop()
    if len(before) < 2 or before[-1] not in words.belonging_links:
        return False
    return stem(before[-2], words.job_endings) in words.jobs


def _length(place: Place) -> bool:
    if place.of("NUMBER") and not place.of("AMOUNT"):
        units = place.words.interval_units
        return not units.isdisjoint(place.said) and says_length(place.value, "", place.words)
    if not place.of("DATE_TIME"):
        return False
    if _century(place):
        return True
    length = says_length(place.value, place.behind, place.words, place.before)
    return length or _counted_day(place)


def _no_day(place: Place) -> bool:
    return place.of("DATE_TIME") and says_no_day(place.value, place.words, cased=place.cased)


def _century(place: Place) -> bool:
    """A century, which says no day and no year: "the 20th century", "siglo XIX"."""
    said = _centuries(place.words.languages)
    return not said.isdisjoint(flat(place.value).split()) and _YEAR.search(place.value) is None


@cache
def _centuries(languages: tuple[str, ...]) -> frozenset[str]:
    tables = (get(one).table("calendar") for one in languages)
    return frozenset(flat(word) for table in tables for word in table.get("century_words", ()))


def _counted_day(place: Place) -> bool:
    """A day that is counted from something, by the words before it: "en el día 3"."""
    before = " ".join(place.front[-2:])
    units = place.words.interval_units
    counts = _COUNTED_DAY.fullmatch(flat(place.value))
    return counts is not None and counts[1] in units and before in place.words.counted_before


def _dose(place: Place) -> bool:
    named = place.of("NUMBER", "DATE_TIME", "MISC", "POSTAL_CODE")
    if named and says_measure(place.value, place.behind, place.words):
        return True
    figures = place.of("NUMBER", "DATE_TIME")
    return says_reading(place.value, place.before, place.words, figures=figures)


def _age(place: Place) -> bool:
    return place.of("AGE") and says_age_below(place.value, OLDEST, place.words)


def _empty(place: Place) -> bool:
    value = " ".join(place.value.lower().split())
    return value in place.words.empty or (place.alone and value in place.words.empty_fields)


class Kind(NamedTuple):
    """A kind of what stays, and the categories below which it is looked for; all where none."""

    holds: Callable[[Place], bool]
    categories: frozenset[str] = frozenset()
    beside: tuple[tuple[str, Callable[[Place], bool]], ...] = ()
    """What is left with it, each by a reason of its own."""

    def reasons(self, name: str) -> Iterator[tuple[str, Callable[[Place], bool]]]:
        """Why a mention is left by this kind, and how it is told."""
        yield name, self.holds
        yield from self.beside


def _among(*categories: str) -> frozenset[str]:
    return frozenset(categories)


KINDS: Mapping[str, Kind] = {
    "empty": Kind(_empty),
    "drugs": Kind(_drug, _WORDED | {"DRUG"}),
    "doses": Kind(_dose, _among("NUMBER", "DATE_TIME", "MISC", "POSTAL_CODE", "ID")),
    "amounts": Kind(_amount, _among("AMOUNT")),
    "durations": Kind(_length, _among("NUMBER", "DATE_TIME"), (("relative time", _no_day),)),
    "ages": Kind(_age, _among("AGE")),
    "kinship": Kind(_kinship, _among("FAMILY")),
    "jobs": Kind(_job, _among("OCCUPATION")),
    "countries": Kind(_country, _among("LOCATION", "NRP")),
    "demonyms": Kind(_demonym, _NAMES | {"NRP", "DEMOGRAPHIC", "MISC"}),
    "eponyms": Kind(_eponym, _WORDED),
    "medicine": Kind(_medicine, _WORDED),
    "products": Kind(_product),
    "works": Kind(_work, _among("CREATIVE_WORK")),
    "bodies": Kind(_public, _NAMES | {"MISC", "OCCUPATION", "CREATIVE_WORK", "DATE_TIME"}),
    "institutions": Kind(_institution, _among("ORGANIZATION")),
}
"""What a policy can leave, and how a mention is told to be of the kind; the first counts."""


_TOLD = 1 << 15


class _Asked(NamedTuple):
    """What is asked of mentions of one category."""

    line: frozenset[str]
    kinds: tuple[tuple[str, Callable[[Place], bool]], ...]


@dataclass(frozen=True)
class Leaving:
    """The kinds that a policy leaves, ready to be asked."""

    kinds: Sequence[str]
    known: Mapping[str, Category]
    _asked: dict[str, _Asked] = field(default_factory=dict, repr=False, compare=False)
    _told: dict[tuple[Hashable, ...], str] = field(default_factory=dict, repr=False, compare=False)
    """What was said lately: a mention is asked about when it is found and when it is replaced."""

    def _of(self, category: str) -> _Asked:
        found = self._asked.get(category)
        if found is None:
            line = frozenset(ancestors(category, self.known))
            kinds = tuple(
                reason
                for name, kind in KINDS.items()
                if name in self.kinds and not (kind.categories and kind.categories.isdisjoint(line))
                for reason in kind.reasons(name)
            )
            found = self._asked[category] = _Asked(line, kinds)
        return found

    def _reason(self, category: str, around: _Around, words: PublicWords, cased: bool) -> str:
        value, before, behind, alone = around
        line, kinds = self._of(category)
        if "PERSON" in line and _only_a_name(around, words):
            return ""
        asked = Place(value, before, behind, cased, alone, line, words)
        return next((name for name, holds in kinds if holds(asked)), "")

    def reasons(
        self, document: Document, entities: Sequence[Entity], languages: tuple[str, ...]
    ) -> list[str]:
        """The kind by which each mention is left, empty for those that are not."""
        words, told = public_words(languages), self._told
        found: list[str] = []
        edited = cased(document.text)
        for entity in entities:
            around = _around(document, entity)
            place = (entity.category, *around, languages, edited)
            reason = told.get(place)
            if reason is None:
                if len(told) >= _TOLD:
                    told.clear()
                reason = told[place] = self._reason(entity.category, around, words, edited)
            found.append(reason)
        if not any(found):
            return found
        _leave_brackets(document.text, entities, found, words)
        private = {
            (entity.category, entity.key)
            for entity, reason in zip(entities, found, strict=True)
            if not reason
        }
        return [
            "" if (entity.category, entity.key) in private else reason
            for entity, reason in zip(entities, found, strict=True)
        ]


def _only_a_name(around: _Around, words: PublicWords) -> bool:
    """Whether nothing tells of a person but words that no list has, as in most cells of a column of
    names: then no kind holds, and none need be asked."""
    if around.before or around.behind or not _CAPITALISED.fullmatch(around.value):
        return False
    said = around.value.lower()
    listed = words.every.isdisjoint(said.split()) and not said.startswith(words.body_heads)
    return listed and not any(word.endswith(words.medicine_endings) for word in said.split())


def _leave_brackets(
    text: str, entities: Sequence[Entity], found: list[str], words: PublicWords
) -> None:
    """What stands in brackets behind what is left is left, too: the initials ("… Electoral
    (CNE)"), or the same in another language ("the Supreme Court (Sąd Najwyższy)")."""
    for at in range(1, len(entities)):
        last, span = entities[at - 1].span, entities[at].span
        if found[at] or not found[at - 1] or text[last.end : span.start] not in (" (", "("):
            continue
        value = text[span.start : span.end]
        gloss = found[at - 1] == "bodies" and text[span.end : span.end + 1] == ")"
        if initials_of(value, text[last.start : last.end]) or (gloss and _glosses(value, words)):
            found[at] = found[at - 1]


def _glosses(value: str, words: PublicWords) -> bool:
    """Whether a body is named again in another language, and no name is in it."""
    said = flat(value).split()
    if len(said) == 1 and len(said[0]) < _LONG_GLOSS:
        return False
    return len(said) <= _GLOSS and not any(word in words.names for word in said if word[3:])


class _Around(NamedTuple):
    """A mention and what stands around it in its field."""

    value: str
    before: str
    behind: str
    alone: bool

    def __repr__(self) -> str:
        return f"_Around({len(self.value)} characters)"


def _around(document: Document, entity: Entity) -> _Around:
    text, start, end = document.text, entity.span.start, entity.span.end
    low, high = 0, len(text)
    for segment in document.segments:
        if segment.start <= start < segment.end:
            low, high = segment.start, segment.end
            break
    value = text[start:end]
    if low == start and high == end:
        return _Around(value, "", "", True)
    alone = not text[low:start].strip() and not text[end:high].strip()
    before, behind = text[max(low, start - _BEFORE) : start], text[end : min(high, end + _BEHIND)]
    return _Around(value, before, behind, alone)
