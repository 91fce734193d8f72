"""How many people share what a document tells of somebody: the k of its quasi-identifiers.

    k = people of the place · share of the age · share of the sex · share of the job · share of the
        date

from public tables, as if these were independent. It is the expected number of people to whom all
of it applies, the risk of a document is 1/k (1 where k < 1), and a value that no table has counts
as rare. Values can be told more coarsely, level by level, until k is large enough.

It is an estimate to an order of magnitude, for people of the general public; of patients of one
hospital, or readers who know more than the tables, there are fewer.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from understudy.attacks.pairs import Pair
from understudy.core.categories import ancestors, categories
from understudy.core.folding import flat
from understudy.core.types import Document
from understudy.languages import DEFAULT, facts, get
from understudy.languages.lists import words_read
from understudy.languages.public import public_words, stem
from understudy.languages.world import table
from understudy.surrogates.places.atlas import Known, countries, lookup

__all__ = [
    "LEVELS",
    "Disclosure",
    "Figures",
    "Plan",
    "ShownValue",
    "as_json",
    "level_counts",
    "of_document",
    "of_pair",
    "of_values",
    "planned",
    "planned_for_all",
    "summary",
]

LEVELS: Mapping[str, tuple[str, ...]] = {
    "place": ("street", "town", "region", "wider region", "country", "nothing"),
    "age": ("day of birth", "month of birth", "year", "decade", "nothing"),
    "sex": ("sex", "nothing"),
    "job": ("job", "nothing"),
    "date": ("day", "month", "year"),
}
"""Attribute → from what is told most exactly to what is told least."""
_WORD = re.compile(r"[^\W\d_]+")
_NUMBER = re.compile(r"\d+")
_YEAR = re.compile(r"(?<!\d)(?:1[89]|20)\d\d(?!\d)")
_FIGURES = re.compile(r"\d\s?[/.-]\s?\d")
"""A date in figures."""
_AROUND = 40
_WORKING = 0.45
"""The share of people who have a job."""
_KINDS_OF_JOBS = 436
"""Unit groups of occupations in ISCO-08; our lists have several words for one."""
_RARE_JOB = 1e-4
"""Of a job that is not among the common ones."""
_OLDEST = 9
_SEXES = 0.5
_ADDRESSES = ("STREET_ADDRESS", "ADDRESS")

Levels = Mapping[str, int]


class ShownValue(NamedTuple):
    """A value that a document shows, with what stands before it."""

    category: str
    text: str
    before: str = ""

    def __repr__(self) -> str:
        return f"ShownValue({self.category!r})"


class Disclosure(NamedTuple):
    """What one document tells: of each attribute how many people, or which share of them, at each
    of its levels. Attributes that it does not tell are not there."""

    id: str
    people: float
    """Who could be meant where no place is told."""
    shares: Mapping[str, tuple[float, ...]]

    def k(self, levels: Levels | None = None) -> float:
        """People to whom all of it applies, with each attribute told at a level."""
        found = self.people
        for name, shares in self.shares.items():
            found *= shares[min((levels or {}).get(name, 0), len(shares) - 1)]
        return found

    @property
    def first(self) -> dict[str, int]:
        """The level at which each attribute is told: the first that differs from the next."""
        return {
            name: next((at for at in range(len(of) - 1) if of[at] != of[at + 1]), len(of) - 1)
            for name, of in self.shares.items()
        }


class Plan(NamedTuple):
    """The levels at which a document reaches k, or the coarsest where it cannot."""

    id: str
    k: float
    levels: Mapping[str, int]
    after: float


class Figures(NamedTuple):
    """What the documents of a corpus come to."""

    documents: int
    below: int
    """How many have a k below the one that is wanted."""
    median: float
    low: float
    """The 5th percentile."""
    risk: float
    """The mean of 1/k, where k < 1 counts as 1: the expected share of documents of which somebody
    with the tables names the person."""


def of_values(id: str, said: Iterable[ShownValue], language: str | None) -> Disclosure:
    """The rarest of each attribute counts: whoever looks for somebody looks at that."""
    code = language or DEFAULT
    home = str(facts(code)["countries"][0])
    found: dict[str, list[tuple[float, ...]]] = {}
    everybody = _people_of_country(home)
    for one in said:
        lineage = tuple(ancestors(one.category, categories()))
        for name, reads in _READERS.items():
            if name in lineage:
                for attribute, ladder in reads(one, code, home):
                    found.setdefault(attribute, []).append(ladder)
                break
    shares = {name: tuple(map(min, zip(*of, strict=True))) for name, of in found.items()}
    if "place" in shares:
        own = shares["place"]
        shares["place"] = tuple(min(one, everybody) / everybody for one in own)
    return Disclosure(id, everybody, shares)


def of_document(document: Document) -> Disclosure:
    """What the marks of a document tell."""
    text = document.text
    said = [
        ShownValue(
            one.label, text[one.start : one.end], text[max(0, one.start - _AROUND) : one.start]
        )
        for one in document.annotations
    ]
    return of_values(document.id, said, document.language)


def of_pair(pair: Pair) -> Disclosure:
    """What a release tells truly: the values that it shows as they are. A stand-in is of nobody."""
    said = [
        ShownValue(one.category, one.shown, pair.after[max(0, one.start - _AROUND) : one.start])
        for one in pair.marks
        if one.clear
    ]
    return of_values(pair.id, said, pair.language)


Read = Iterable[tuple[str, tuple[float, ...]]]


def _place(one: ShownValue, language: str, home: str) -> Read:
    """People, in place of shares; of several readings the one with the fewest people."""
    whole = _people_of_country(home)
    known = lookup(one.text.strip(" .,;:"), language)
    if known:
        likely = [other for other in known if other.country == known[0].country]
        yield "place", min(_ladder(other, home) for other in likely)
    elif one.category in _ADDRESSES:
        yield "place", (_unknown("street"), *[whole] * (len(LEVELS["place"]) - 1))
    else:
        town, region = _unknown("town"), _unknown("region")
        ladder: tuple[float, ...] = (town, town, region, region, whole, whole)
        if one.text.strip().isdigit():  # a postal code: its first digits tell the region
            for other in countries()[home].regions.values():
                if other.prefixes and one.text.strip().startswith(other.prefixes):
                    of_region = Known("region", home, other.name, other.name)
                    ladder = (town, town, *_ladder(of_region, home)[2:])
        yield "place", ladder


def _unknown(kind: str) -> float:
    """What is taken for the people of a place that no table has."""
    return float(table("population")["unknown"][kind]) * 1000.0


def _ladder(known: Known, home: str) -> tuple[float, ...]:
    """The people of a place at each level."""
    country = countries()[known.country]
    whole = _people_of_country(known.country)
    regions = country.regions if country.divided else {}
    own = regions.get(known.region)
    region = _sum([own.people]) if own else whole
    wider_name = known.name if known.kind == "wider" else own.wider if own else ""
    wide = [other.people for other in regions.values() if wider_name and other.wider == wider_name]
    wider = max(_sum(wide), region if own else 0.0) if wide else region
    town = region
    if known.kind == "city":
        town = _unknown("town")
        if own:
            town = own.people[own.towns.index(known.name)] * 1000.0
    if known.kind in ("wider", "country"):
        region = town = wider if known.kind == "wider" else whole
    if known.kind == "country":
        wider = whole
    region = max(town, region)
    wider = max(region, wider)
    return town, town, region, wider, max(wider, whole), _people_of_country(home)


def _sum(people: Iterable[Sequence[float]]) -> float:
    return sum(sum(of) for of in people) * 1000.0


@cache
def _people_of_country(code: str) -> float:
    told = table("population")
    if code in told["countries"]:
        return float(told["countries"][code]) * 1000.0
    country = countries()[code]
    if country.divided:
        return _sum(region.people for region in country.regions.values())
    return _unknown("country")


@cache
def _ages(home: str) -> tuple[float, ...]:
    told = table("population")["ages"]
    return tuple(map(float, told.get(home, told["other"])))


def _age_ladder(age: int | None, home: str, exact: int) -> tuple[float, ...]:
    """``exact``: 0 for a day of birth, 1 for a month, 2 for a year. An age that is not read is as
    rare as the rarest below 90."""
    ages = _ages(home)
    decade = min(ages[:_OLDEST]) if age is None else ages[min(max(0, age) // 10, _OLDEST)]
    year = decade / 10.0
    levels = [year / 365.25, year / 12.0, year, decade, 1.0]
    return tuple(max(one, levels[exact]) for one in levels)


def _age(one: ShownValue, language: str, home: str) -> Read:
    number = _NUMBER.search(one.text)
    yield "age", _age_ladder(int(number[0]) if number else None, home, 2)


def _sex(one: ShownValue, language: str, home: str) -> Read:
    yield "sex", (_SEXES, 1.0)


def _job(one: ShownValue, language: str, home: str) -> Read:
    known = public_words(get(language).reads)
    words = _WORD.findall(one.text.lower())
    common = any(stem(word, known.job_endings) in known.jobs for word in words)
    yield "job", (_WORKING / _KINDS_OF_JOBS if common else _RARE_JOB, 1.0)


def _exactness(text: str, language: str) -> int:
    """0 where a date tells a day, 1 for a month, 2 for a year or less: "three months" is none."""
    year = _YEAR.search(text)
    rest = text if year is None else text[: year.start()] + " " + text[year.end() :]
    figures = len(_NUMBER.findall(rest))
    names = {flat(word) for word in words_read(language, "calendar", "months")}
    names |= {flat(word) for word in words_read(language, "calendar", "months_short")}
    named = any(flat(word) in names for word in _WORD.findall(rest))
    if (named and figures) or (figures >= 2 and _FIGURES.search(text)):
        return 0
    return 1 if named or (figures and _FIGURES.search(text)) else 2


def _date(one: ShownValue, language: str, home: str) -> Read:
    """A date of birth tells an age; of any other, one such event a year is taken to have happened
    to everybody."""
    exact = _exactness(one.text, language)
    words = {flat(word) for word in _WORD.findall(one.before[-_AROUND:])}
    if words & {flat(word) for word in words_read(language, "calendar", "birth")}:
        yield "age", _age_ladder(None, home, exact)
        return
    shares = (1.0 / 365.25, 1.0 / 12.0, 1.0)
    yield "date", tuple(max(share, shares[exact]) for share in shares)


_READERS: Mapping[str, Callable[[ShownValue, str, str], Read]] = {
    "LOCATION": _place,
    "AGE": _age,
    "GENDER": _sex,
    "OCCUPATION": _job,
    "DATE": _date,
    "DATE_TIME": _date,
}


def planned(told: Disclosure, wanted: float) -> Plan:
    """The level of each attribute at which k is reached: the step that helps most is taken first,
    and steps that turn out not to be needed are taken back."""
    levels = told.first
    start = dict(levels)
    while told.k(levels) < wanted and (steps := _steps(told.shares, levels)):
        name = max(steps, key=lambda one: (told.k({**levels, one: levels[one] + 1}), one))
        levels[name] += 1
    for name in sorted(levels):
        while levels[name] > start[name] and told.k({**levels, name: levels[name] - 1}) >= wanted:
            levels[name] -= 1
    return Plan(told.id, told.k(), levels, told.k(levels))


def _steps(shares: Mapping[str, Sequence[float]], levels: Levels) -> list[str]:
    return [name for name, of in shares.items() if levels[name] < len(of) - 1]


def planned_for_all(
    documents: Sequence[Disclosure], wanted: float, *, share: float = 0.95
) -> tuple[dict[str, int], float]:
    """One level of each attribute for all documents, so that this share of them reaches k; and the
    share that does."""
    names = sorted({name for one in documents for name in one.shares})
    levels = dict.fromkeys(names, 0)

    def reached(tried: Levels) -> float:
        return sum(one.k(tried) >= wanted for one in documents) / len(documents)

    while reached(levels) < share:
        steps = [name for name in names if levels[name] < len(LEVELS[name]) - 1]
        if not steps:
            break
        levels[max(steps, key=lambda one: _worth(documents, levels, one, wanted))] += 1
    for name in names:
        while levels[name] and reached({**levels, name: levels[name] - 1}) >= min(
            share, reached(levels)
        ):
            levels[name] -= 1
    return levels, reached(levels)


def _worth(
    documents: Sequence[Disclosure], levels: Levels, name: str, wanted: float
) -> tuple[float, float, str]:
    """How many more documents a step brings to k, and, where none, how much nearer."""
    further = {**levels, name: levels[name] + 1}
    ks = [one.k(further) for one in documents]
    short = sum(1.0 for k in ks if k >= wanted)
    nearer = sum(min(1.0, k / wanted) for k in ks)
    return short, nearer, name


def summary(
    documents: Sequence[Disclosure], wanted: float, levels: Levels | None = None
) -> Figures:
    """Over all documents, with attributes told as they are or at given levels."""
    ks = sorted(one.k(levels) for one in documents)
    return Figures(
        documents=len(ks),
        below=sum(k < wanted for k in ks),
        median=ks[len(ks) // 2],
        low=ks[len(ks) // 20],
        risk=sum(1.0 / max(1.0, k) for k in ks) / len(ks),
    )


def as_json(plans: Sequence[Plan]) -> list[dict[str, Any]]:
    """A row for each document: no text, only figures and levels."""
    return [
        {
            "id": one.id,
            "k": float(f"{one.k:.4g}"),
            "risk": float(f"{1.0 / max(1.0, one.k):.4g}"),
            "levels": {name: LEVELS[name][level] for name, level in sorted(one.levels.items())},
            "k_after": float(f"{one.after:.4g}"),
        }
        for one in plans
    ]


def level_counts(plans: Iterable[Plan]) -> dict[str, dict[str, int]]:
    """Attribute → level → in how many documents it is told so."""
    counts: dict[str, Counter[str]] = {}
    for plan in plans:
        for name, level in plan.levels.items():
            counts.setdefault(name, Counter())[LEVELS[name][level]] += 1
    return {
        name: {level: of[level] for level in LEVELS[name] if of[level]}
        for name, of in sorted(counts.items())
    }
