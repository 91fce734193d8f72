"""The public words that may stay in the name of a place or in an address, and their letter case.

Everything here comes from the lists of the language packs. What no list has is never kept.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Any

from understudy.core.folding import without_accents
from understudy.languages import facts, get
from understudy.languages.lists import any_of, words_read
from understudy.surrogates.places.atlas import (
    continent_name,
    countries,
    country_name,
    drawn_lands,
    folded,
    words_of,
)
from understudy.surrogates.places.demonyms import demonym, forms

__all__ = [
    "CASES",
    "MARKS",
    "POSSESSIVE",
    "SPACES",
    "STYLES",
    "case_of",
    "choices",
    "in_case",
    "is_public",
    "listed_as",
    "named_case",
    "saint_words",
    "shortened",
    "staying",
    "styled",
]

CASES = ("lower", "first", "each", "upper")
"""Small letters, a capital at the beginning, one at each word, capitals."""
MARKS = ",;.:()/\\-–—#'’´`\"&·|*+ºª°=!?_%@[]"
SPACES = (" ", "\n")
POSSESSIVE = ("'s", "’s", "'S", "’S", "'", "’")
STYLES = ("first", "lower", "upper", "first plain", "lower plain", "upper plain")
"""How a listed name is written: as listed, in small letters, in capitals; the last without
accents."""
_WORD = re.compile(r"[^\W\d_]+")
_LISTS = (
    *("street_types", "leading_types", "units", "sides", "links", "compass", "trailing"),
    *("articles", "country_articles", "labels", "region_words", "region_links"),
    *("region_articles", "town_articles", "no_number", "range_words", "ordinal_letters"),
    *("glued_ordinals", "one_letter_words"),
)


def case_of(text: str) -> str:
    """The letter case of a word; what is mixed counts as a capital at the beginning."""
    if not any(map(str.isalpha, text)) or text.islower():
        return "lower"
    if text.isupper() and sum(map(str.isalpha, text)) > 1:
        return "upper"
    words = _WORD.findall(text)
    return "each" if len(words) > 1 and all(word[0].isupper() for word in words) else "first"


def in_case(word: str, case: str) -> str:
    """A word in a letter case."""
    if case == "upper":
        return word.upper()
    if case == "first":
        return word[:1].upper() + word[1:]
    if case == "each":
        return _WORD.sub(lambda match: match[0][:1].upper() + match[0][1:], word)
    return word


def named_case(text: str) -> str:
    """The letter case of a name: that of its list unless it is all in small letters or capitals."""
    case = case_of(text)
    return case if case in ("lower", "upper") and any(map(str.isalpha, text)) else "first"


@cache
def _public(language: str) -> frozenset[str]:
    """Every word and phrase of the lists, in small letters, and the words of each phrase."""
    found: set[str] = set()
    for one in get(language).reads:
        for phrase in map(str.lower, _phrases(one)):
            found |= {phrase, *_WORD.findall(phrase)}
    return frozenset(found)


def _phrases(language: str) -> Iterator[str]:
    known = words_of(language)
    for name in _LISTS:
        yield from known.get(name, ())
    for groups in ("street_openings", "street_sorts"):
        yield from (word for words in known.get(groups, {}) for word in words.split())
    yield from (form.partition("|")[0].replace("{}", " ") for form in known["features"])
    organizations = get(language).table("organizations")
    yield from organizations["kinds"].split()
    yield from (*organizations["joins"], *organizations["ranks"], *saint_words(language))
    yield from facts(language)["number_fillers"]


@cache
def saint_words(language: str) -> tuple[str, ...]:
    """What stands before the name of a saint: "St", "San"."""
    return words_read(language, "organizations", "saint_words")


def is_public(word: str, language: str) -> bool:
    """Whether a word, in small letters, is one of the lists, or a mark."""
    return word in _public(language) or word in (*MARKS, *SPACES, *POSSESSIVE)


@cache
def choices(language: str) -> Mapping[str, tuple[str, ...]]:
    """A word of an address → the words that it is drawn among."""
    groups = [tuple(group.split()) for group in words_of(language)["choices"]]
    return {word: group for group in reversed(groups) for word in group}


@cache
def shortened(language: str) -> re.Pattern[str]:
    """Where the short form of a town's name ends: Jerez (de la Frontera), Stoke(-on-Trent)."""
    between, hyphens = (
        any_of(words_read(language, "places", name)) for name in ("town_links", "town_hyphens")
    )
    return re.compile(rf"\s+(?:{between})\s|-(?:{hyphens})-")


@cache
def staying(language: str) -> Mapping[str, tuple[str, ...]]:
    """The names of countries, wider areas and nationalities that stay where countries are kept:
    folded → as they are listed."""
    found: dict[str, dict[str, None]] = {}
    for one in get(language).reads:
        for name in _lands(one):
            found.setdefault(folded(name), {})[name] = None
    drawn = drawn_lands(get(language).reads)
    return {key: tuple(names) for key, names in found.items() if key not in drawn}


def _lands(language: str) -> Iterable[str]:
    known: Mapping[str, Any] = words_of(language)
    yield from (name for name in known["wide_areas"].split("|"))
    yield from (name for name in known["more_countries"].split("|"))
    for frozen, section in (("countries", "countries"), ("cldr", "country_names")):
        yield from get(language).frozen(frozen)[section]
    also = get(language).table("world").get("also", {})
    for code, country in countries().items():
        yield country_name(code, language)
        yield from also.get(code, ())
        yield continent_name(country.continent, language)
        yield from filter(None, (demonym(code, form, language) for form in forms(language)))


def listed_as(text: str, language: str) -> tuple[str, str]:
    """The listed name that a text is, and how the text writes it; empty where there is none.

    That is as it is listed, in small letters or in capitals, each with accents or without.
    """
    names = staying(language).get(folded(text), ())
    for style in STYLES:
        for name in names:
            if styled(name, style) == text:
                return name, style
    return (names[0], named_case(text)) if names else ("", "")


def styled(name: str, style: str) -> str:
    """A listed name in a style."""
    case, _, plain = style.partition(" ")
    shown = without_accents(name) if plain else name
    return {"lower": shown.lower(), "upper": shown.upper()}.get(case, shown)
