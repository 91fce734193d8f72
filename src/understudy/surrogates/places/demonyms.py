"""Nationalities: which country one speaks of, and in which form."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from understudy.languages import get
from understudy.surrogates.places.atlas import countries, folded

__all__ = ["Demonym", "demonym", "forms", "read_demonym"]


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
