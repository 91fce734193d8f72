"""Nationalities: which country one speaks of, and in which form."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from understudy.core.folding import without_accents
from understudy.surrogates.places.atlas import countries, folded, named

__all__ = ["Demonym", "demonym", "read_demonym"]

FORMS = ("masculine", "feminine", "masculine plural", "feminine plural")


class Demonym(NamedTuple):
    country: str
    form: str


def demonym(pair: str, form: str, language: str) -> str:
    """The demonym in a form: gender and number in Spanish, number in English."""
    word = named(pair, language)
    return _spanish(word, form) if language == "es" else _english(word, form)


def _english(word: str, form: str) -> str:
    if "plural" not in form or word.endswith(("sh", "nch", "tch", "ese", "ss")):
        return word
    return word + "s"


def _spanish(word: str, form: str) -> str:
    feminine, plural = form.startswith("feminine"), form.endswith("plural")
    if word.endswith("í"):
        return word + "es" if plural else word
    if word.endswith("o"):
        return word[:-1] + ("a" if feminine else "o") + ("s" if plural else "")
    if word[-1] in "ea":
        return word + ("s" if plural else "")
    stem = without_accents(word) if word.endswith(("és", "án")) else word
    if feminine:
        return stem + ("as" if plural else "a")
    return stem + "es" if plural else word


@cache
def _read(language: str) -> Mapping[str, Demonym]:
    found: dict[str, Demonym] = {}
    forms = FORMS if language == "es" else ("masculine", "masculine plural")
    for country in countries().values():
        for form in forms:
            word = demonym(country.demonym, form, language)
            found.setdefault(folded(word), Demonym(country.code, form))
    return found


def read_demonym(text: str, language: str) -> Demonym | None:
    return _read(language).get(folded(text))
