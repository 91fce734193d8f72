"""Titles of people: the gender that they tell, and what the other gender has in their place."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from understudy.core.folding import flat
from understudy.languages import reads
from understudy.surrogates.people.names import FEMALE, MALE, is_given, is_surname, known

__all__ = ["counterpart", "flat_lists", "title_gender"]


@cache
def _titles(language: str) -> Mapping[str, str]:
    titles = known(language)["titles"]
    found = {flat(title): "" for title in titles["neutral"]}
    for gender in (FEMALE, MALE):
        found |= {flat(title): gender for title in titles[gender]}
    return found


def title_gender(word: str, language: str) -> str | None:
    """The gender that a flat title tells, empty where none; None for what is no title.

    Another language's titles count where they are nobody's names ("Don Johnson" is no don).
    """
    for one in reads(language):
        gender = _titles(one).get(word)
        if gender is not None and (one == language or not _is_name(word, language)):
            return gender
    return None


def _is_name(word: str, language: str) -> bool:
    return is_given(word, language) or is_surname(word, language)


def counterpart(word: str, gender: str, language: str) -> str:
    """A flat title as the gender has it; the flat title itself where it says none."""
    for one in reads(language):
        for other in (FEMALE, MALE):
            pairs = known(one)["titles"][other] | known(one)["titles"]["articles"][other]
            for title, opposite in pairs.items():
                if flat(title) == word:
                    return str(opposite) if other != gender else word
        if word in _titles(one):
            return word
    return word


@cache
def flat_lists(kind: str, language: str) -> Mapping[str, frozenset[str]]:
    """Lists of words, flat."""
    return {
        name: frozenset(map(flat, words))
        for name, words in known(language)[kind].items()
        if name != "articles"
    }
