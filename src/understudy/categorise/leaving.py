"""What a policy leaves because it carries meaning and identifies nobody, by kinds: drugs, lengths
of time, kinship, common jobs, countries, eponyms.

A kind decides about a mention by its category, its words and the words around it, from public
lists (``languages/*/public.toml``). An entity is left only if all its mentions are: "Murphy" in
"Murphy's sign" stays, unless the document names a John Murphy.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from typing import NamedTuple

from understudy.categorise.evidence import cased
from understudy.core.categories import Category, ancestors
from understudy.core.folding import flat
from understudy.core.spans import Clipper
from understudy.core.types import Document, Entity
from understudy.identify.lengths import (
    says_age_below,
    says_amount_below,
    says_length,
    says_measure,
)
from understudy.languages.public import PublicWords, public_words, stem

__all__ = ["KINDS", "reasons"]

OLDEST = 90
"""HIPAA's safe harbour: ages of 90 and more are private (45 CFR 164.514(b)(2)(i)(C))."""
EVERYDAY = 1000
"""Sums below it are paid by everybody, every day."""
_BEFORE, _BEHIND = 40, 24
_REMEMBERED = 1 << 12
"""Mentions whose kind is remembered: those of the documents at hand."""
_FLIGHT = re.compile(r"\s?\d{2,4}\Z|\A \d{2,4}(?![\w.,-])")
"""The number of a flight behind the name of its airline."""
_OWNED = re.compile(r"['’]s(?!\w)")
_SPACE = re.compile(r"\s*")
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
_SERIAL = re.compile(r"\d{5}")
_NUMBER = re.compile(r"(?<![^\W\d_])\d")
"""A number that is no part of a word: an address may have one, "T4" has none."""
_REGISTERED = frozenset("®™")
_GRADE = re.compile(r"[ivx]{1,3}")
_YEAR = re.compile(r"\d{3}")
_ROMAN = re.compile(r"[ivx]+|[a-z]")
_NAMES = frozenset(("PERSON", "LOCATION", "ORGANIZATION"))
_WORDED = _NAMES | {"PRODUCT", "OCCUPATION", "CREATIVE_WORK", "MISC", "NRP", "USERNAME"}


class Seen(NamedTuple):
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

    def __repr__(self) -> str:
        return f"Seen({len(self.value)} characters)"


@dataclass(frozen=True)
class Place:
    """The same, and the lists that it is looked up in."""

    value: str
    before: str
    behind: str
    cased: bool
    alone: bool
    line: frozenset[str]
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
    def name(self) -> str:
        """All of it as one name, flat, without an article before it."""
        found = flat(self.value).split()
        return " ".join(found[1:] if found[1:] and found[0] in self.words.small else found)


def _in_lists(said: Sequence[str], lists: Sequence[frozenset[str]]) -> bool:
    """Whether each word is on one of the lists."""
    return all(any(word in one for one in lists) for word in said)


def _drug(place: Place) -> bool:
    if place.of("DRUG"):
        return True
    rest = [word for word in place.said if word not in place.words.small]
    return place.of(*_WORDED) and bool(rest) and place.words.drugs.issuperset(rest)


def _medicine(place: Place) -> bool:
    """At least one word of medicine that is no name, and nothing beside it that may be one."""
    if not place.of(*_WORDED) or _NUMBER.search(place.value):
        return False
    words, found = place.words, _WORD.findall(place.value)
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


def _medical(word: str, place: Place) -> bool:
    low, words = flat(word), place.words
    if word.isupper() and low in words.abbreviations:
        return "-" in place.value or low not in words.names
    if _may_name(word, place):
        return False
    return (
        low in words.medicine
        or low in words.drugs
        or (len(low) > 6 and low.endswith(words.medicine_endings))
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
    return known and not _may_name(word, place)


def _eponym(place: Place) -> bool:
    """Names of the list, with a head before them, a tail behind them or, for scales, a figure."""
    words, said = place.words, place.said
    if not place.of(*_WORDED) or not said:
        return False
    named = [word.removesuffix("'s") for word in said if word not in words.small]
    behind = [word for word in flat(place.behind).split() if not word.startswith("'")]
    if named and named[-1] in words.eponym_tails:
        return words.eponyms.issuperset(named[:-1]) and len(named) > 1
    if not named or not words.eponyms.issuperset(named):
        return False
    if behind[:1] and behind[0] in words.eponym_tails:
        return True
    return _scale(place, named, behind) or _behind_head(place)


def _scale(place: Place, named: Sequence[str], behind: Sequence[str]) -> bool:
    """Whether a score follows, and no place is meant: "Glasgow 15", but neither "Glasgow 2014" nor
    "in Glasgow 3 people"."""
    words = place.words
    figures = [word for word in behind if word not in words.eponym_links]
    if not words.scales.issuperset(named) or not figures:
        return False
    before = flat(place.before).split()
    placed = bool(before) and before[-1] in words.place_cues
    graded = figures[0].isdigit() or _GRADE.fullmatch(figures[0]) is not None
    return graded and len(figures[0]) < 4 and not _YEAR.match(figures[0]) and not placed


def _behind_head(place: Place) -> bool:
    """Whether the words before end with a head and what links it: "signos de Kernig y"."""
    words = flat(place.before).split()
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
    rest = [word for word in found[1:] if flat(word) not in place.words.small]
    department = " ".join(map(flat, rest)) in place.words.departments
    if any(word[0].isupper() for word in rest) and not place.value.isupper() and not department:
        return False
    named = [word for word in found if flat(word) not in place.words.small]
    words = place.words
    return bool(named) and stem(flat(named[0]), words.job_endings) in words.jobs


def _country(place: Place) -> bool:
    return place.of("LOCATION", "NRP") and place.name in place.words.countries


def _demonym(place: Place) -> bool:
    """A people; or a language, which is taken for a person where it is a surname, too."""
    rest, words = [word for word in place.said if word not in place.words.small], place.words
    if place.of("NRP", "DEMOGRAPHIC", "LOCATION", "MISC"):
        return bool(rest) and _in_lists(rest, (words.demonyms, words.tongues))
    if not place.of("PERSON", "ORGANIZATION") or len(rest) != 1:
        return False
    before = " ".join(flat(place.before).split())
    spoken = before.endswith(tuple(f" {cue}" for cue in words.tongue_cues))
    spoken = spoken or before in words.tongue_cues
    return spoken and _in_lists(rest, (words.demonyms, words.tongues))


def _product(place: Place) -> bool:
    """A thing that many have; a long number in it may be the number of one."""
    if place.of("PRODUCT") or (place.of(*_NAMES) and place.behind[:1] in _REGISTERED):
        return _SERIAL.search(place.value) is None
    return _brand(place) and not _belongs(place)


def _brand(place: Place) -> bool:
    """A brand of the list. One that people or towns are called by, too, must not be taken for one
    of these, or have the thing beside it: "the Bosch boiler"."""
    words, low = place.words, place.name
    owned = _OWNED.match(place.behind)
    flight = _FLIGHT.match(place.behind) or _FLIGHT.search(f" {place.value}")
    low = _FLIGHT.sub("", low) or (flat(place.before).split()[-1:] or [""])[0]
    if low not in words.brands and not (owned and f"{low}'s" in words.brands):
        return False
    if place.of("ORGANIZATION", "MISC", "CREATIVE_WORK") or flight:
        return True
    if not place.of("PERSON", "LOCATION"):
        return False
    before, behind = flat(place.before).split()[-1:], flat(place.behind).split()[:2]
    beside = not words.branded.isdisjoint((*before, *behind))
    if beside or owned or " " in low:
        return True
    return not any(word in words.names for word in place.said)


def _work(place: Place) -> bool:
    """A film, a book, a song, unless a person or a place may be in its title."""
    rest = [word for word in place.said if word not in place.words.small]
    return place.of("CREATIVE_WORK") and not any(word in place.words.names for word in rest)


def _body(place: Place) -> bool:
    """A public body of the lists, one that is called no more than what it is, or a department
    that every house has."""
    words = place.words
    if place.of("HOSPITAL") or not place.of(*_NAMES, "MISC", "OCCUPATION"):
        return False
    listed = place.name in words.bodies or place.name.startswith(words.body_heads)
    if place.of("PERSON", "OCCUPATION"):
        before = flat(place.before).split()[-1:]
        placed = " " in place.name or (bool(before) and before[0] in words.place_cues)
        placed = placed or place.name not in words.names
        return placed and (listed or place.name in words.departments)
    if place.name in words.departments:
        return True
    return (listed or _only_a_body(place)) and not _belongs(place)


def _only_a_body(place: Place) -> bool:
    """Whether its words say what body it is, and none says which but its country: "the Regional
    Court", "Supreme Court of Canada"."""
    words = place.words
    rest = [word for word in place.said if word not in words.small]
    others = [word for word in rest if word not in words.body_words]
    land = not others or " ".join(others) in words.countries or words.demonyms.issuperset(others)
    return (
        place.of("ORGANIZATION")
        and not any(letter.isdigit() for letter in place.value)
        and land
        and not words.institution_heads.isdisjoint(rest)
    )


def _amount(place: Place) -> bool:
    """A sum of everyday life, or a round one; the exact sum that somebody owes tells who."""
    return place.of("AMOUNT") and says_amount_below(place.value, EVERYDAY, place.words)


def _institution(place: Place) -> bool:
    """A court, an authority, a parliament: by the word that it begins with."""
    if not place.of("ORGANIZATION") or place.of("HOSPITAL"):
        return False
    named = [word for word in place.said if word not in place.words.small]
    return any(word in place.words.institution_heads for word in named[:2])


def _belongs(place: Place) -> bool:
    """Whether somebody works there, is treated there or stands against it in court."""
    words, before = place.words, flat(place.before).split()
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
    return place.of("DATE_TIME") and says_length(place.value, place.behind, place.words)


def _dose(place: Place) -> bool:
    named = place.of("NUMBER", "DATE_TIME", "MISC", "POSTAL_CODE")
    return named and says_measure(place.value, place.behind, place.words)


def _age(place: Place) -> bool:
    return place.of("AGE") and says_age_below(place.value, OLDEST, place.words)


def _empty(place: Place) -> bool:
    value = " ".join(place.value.lower().split())
    return value in place.words.empty or (place.alone and value in place.words.empty_fields)


KINDS: Mapping[str, Callable[[Place], bool]] = {
    "empty": _empty,
    "drugs": _drug,
    "doses": _dose,
    "amounts": _amount,
    "durations": _length,
    "ages": _age,
    "kinship": _kinship,
    "jobs": _job,
    "countries": _country,
    "demonyms": _demonym,
    "eponyms": _eponym,
    "medicine": _medicine,
    "products": _product,
    "works": _work,
    "bodies": _body,
    "institutions": _institution,
}
"""What a policy can leave, and how a mention is told to be of the kind; the first counts."""

_ABOUT: Mapping[str, frozenset[str]] = {
    "drugs": _WORDED | {"DRUG"},
    "doses": frozenset(("NUMBER", "DATE_TIME", "MISC", "POSTAL_CODE")),
    "amounts": frozenset(("AMOUNT",)),
    "durations": frozenset(("NUMBER", "DATE_TIME")),
    "ages": frozenset(("AGE",)),
    "kinship": frozenset(("FAMILY",)),
    "jobs": frozenset(("OCCUPATION",)),
    "countries": frozenset(("LOCATION", "NRP")),
    "demonyms": _NAMES | {"NRP", "DEMOGRAPHIC", "MISC"},
    "eponyms": _WORDED,
    "medicine": _WORDED,
    "works": frozenset(("CREATIVE_WORK",)),
    "bodies": _NAMES | {"MISC", "OCCUPATION"},
    "institutions": frozenset(("ORGANIZATION",)),
}
"""The categories that a kind is about; the others are asked about every mention."""


@cache
def _asked(
    line: frozenset[str], kinds: tuple[str, ...]
) -> tuple[tuple[str, Callable[[Place], bool]], ...]:
    """The kinds that a mention of a category can be of."""
    return tuple(
        (name, is_kind)
        for name, is_kind in KINDS.items()
        if name in kinds and not line.isdisjoint(_ABOUT.get(name, line))
    )


def reasons(
    document: Document,
    entities: Sequence[Entity],
    kinds: Sequence[str],
    known: Mapping[str, Category],
    languages: tuple[str, ...],
) -> list[str]:
    """The kind by which each mention is left, empty for those that are not."""
    asked = tuple(kinds)
    lines = {name: frozenset(ancestors(name, known)) for name in {one.category for one in entities}}
    text, edited, fields = document.text, cased(document.text), Clipper(document.segments)
    found: list[str] = []
    for entity in entities:
        start, end = entity.span[:2]
        low, high = fields.around(start) or (0, len(text))
        seen = Seen(
            text[start:end],
            text[max(low, start - _BEFORE) : start],
            text[end : min(high, end + _BEHIND)],
            edited,
            _blank(text, low, start) and _blank(text, end, high),
            lines[entity.category],
        )
        found.append(_kind_of(seen, asked, languages))
    private = {
        (entity.category, entity.key)
        for entity, reason in zip(entities, found, strict=True)
        if not reason
    }
    return [
        "" if (entity.category, entity.key) in private else reason
        for entity, reason in zip(entities, found, strict=True)
    ]


@lru_cache(maxsize=_REMEMBERED)
def _kind_of(seen: Seen, kinds: tuple[str, ...], languages: tuple[str, ...]) -> str:
    """The first kind that a mention is of; whoever replaces asks again what was asked before."""
    place = Place(*seen, public_words(languages))
    return next((name for name, is_kind in _asked(seen.line, kinds) if is_kind(place)), "")


def _blank(text: str, start: int, end: int) -> bool:
    """Whether there is nothing but space; no more of the text is looked at than that."""
    space = _SPACE.match(text, start, max(start, end))
    return space is not None and space.end() >= end
