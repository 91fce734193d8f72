"""Titles of people: the gender that they tell, and what the other gender has in their place."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

from understudy.core.folding import flat
from understudy.languages import reads
from understudy.surrogates.people.names import (
    FEMALE,
    MALE,
    is_given,
    is_surname,
    known,
    united,
)

__all__ = [
    "counterpart",
    "flat_lists",
    "flat_title",
    "is_title",
    "listed_title",
    "male_title",
    "marked_titles",
    "title_gender",
]


@cache
def _titles(language: str) -> Mapping[str, str]:
    titles = known(language)["titles"]
    found = {flat(title): "" for title in titles["neutral"]}
    for gender in (FEMALE, MALE):
        found |= {flat(title): gender for title in titles[gender] if not _has_sign(title, language)}
    return found


def _has_sign(title: str, language: str) -> bool:
    """Whether it is known by a sign in it (dª), without which it is another word (da Silva)."""
    return any(sign in title for sign in known(language)["titles"]["marked"])


def flat_title(text: str, language: str) -> str:
    """A title as lists are asked for it: flat, without its full stop; D.ª is Dña."""
    for sign, title in marked_titles(language).items():
        if sign in text:
            return title
    return flat(text.rstrip("."))


def title_gender(word: str, language: str) -> str | None:
    """The gender that a flat title tells, empty where none; None for what is no title.

    Another language's titles count where they are nobody's names ("Don Johnson" is no don).
    """
    for one in reads(language):
        gender = _titles(one).get(word)
        if gender is not None and (one == language or not _is_name(word, language)):
            return gender
    return None


@cache
def _spellings(language: str) -> Mapping[str, str]:
    """Flat title, or article before one → as the lists write it, in small letters."""
    found: dict[str, str] = {}
    for one in reversed(reads(language)):
        titles = known(one)["titles"]
        listed = [*titles["before"], *titles["initials"], *titles["neutral"]]
        for gender in (FEMALE, MALE):
            listed += [one for one in titles[gender] if not _has_sign(one, language)]
            listed += titles["articles"][gender]
        found |= {flat(title): title.lower() for title in listed}
    return found


@cache
def _abbreviated(language: str) -> re.Pattern[str]:
    return re.compile("|".join(united("titles", "abbreviated", language)) or "(?!)")


def listed_title(text: str, language: str) -> str:
    """A title, or an article before one, as the lists write it; empty where they have none."""
    if _abbreviated(language).fullmatch(text):
        return text
    return _spellings(language).get(flat(text).strip(), "")


def is_title(word: str, language: str) -> bool:
    """Whether a word is just as ``listed_title`` gives it."""
    return bool(word) and listed_title(word, language) == word


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
def marked_titles(language: str) -> Mapping[str, str]:
    """Sign → the flat title that has it: ª is that of D.ª."""
    tables = (known(one)["titles"]["marked"] for one in reads(language))
    return {sign: flat(title) for table in tables for sign, title in table.items()}


def male_title(word: str, language: str) -> tuple[str, bool]:
    """A title as ``listed_title`` gives it for a man, and whether a full stop was part of it."""
    other = flat(counterpart(flat_title(word, language), MALE, language))
    if other == flat(word):
        return word, False
    return listed_title(other, language) or word, "." in word


@cache
def flat_lists(kind: str, language: str) -> Mapping[str, frozenset[str]]:
    """Lists of words, flat."""
    return {
        name: frozenset(map(flat, words))
        for name, words in known(language)[kind].items()
        if name != "articles"
    }
