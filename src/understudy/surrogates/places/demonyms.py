"""Nationalities: which country one speaks of, and in which form."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from understudy.languages import get
from understudy.surrogates.places.atlas import countries, folded

__all__ = ["Demonym", "demonym", "forms", "likely_form", "read_demonym"]


class Demonym(NamedTuple):
    """A nationality: the country, and the form by gender and number."""

    country: str
    form: str


def forms(language: str) -> tuple[str, ...]:
    """The forms that a nationality has in a language; the first is the one of its list."""
    return get(language).agreement.FORMS


def demonym(country: str, form: str, language: str) -> str:
    """The nationality of a country in a form: "españolas" for ES; empty where the language has
    no word for it."""
    word = get(language).table("world")["demonyms"].get(country, "")
    return get(language).agreement.inflected(word, form) if word else ""


@cache
def _read(language: str) -> Mapping[str, Demonym]:
    found: dict[str, Demonym] = {}
    for country in countries():
        for form in forms(language):
            word = demonym(country, form, language)
            if word:
                found.setdefault(folded(word), Demonym(country, form))
    return found


def read_demonym(text: str, language: str) -> Demonym | None:
    """The nationality that a text names, or None."""
    return _read(language).get(folded(text))


def likely_form(text: str, language: str) -> str:
    """Gender and number of a word for a nationality that no list has: those of most listed words
    that end as it does."""
    endings = _endings(language)
    for size in (3, 2, 1):
        found = endings.get(text[-size:].lower())
        if found:
            return found
    return forms(language)[0]


@cache
def _endings(language: str) -> Mapping[str, str]:
    """The last letters of nationalities → the form that most of those with that ending have."""
    counted: dict[str, Counter[str]] = {}
    for country in countries():
        for form in forms(language):
            word = demonym(country, form, language)
            for size in (1, 2, 3):
                counted.setdefault(word[-size:], Counter())[form] += bool(word)
    return {end: found.most_common(1)[0][0] for end, found in counted.items() if end}
