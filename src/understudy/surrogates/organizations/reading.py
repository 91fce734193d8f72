"""What is read in the name of an organization: its head, its initials, saints, Our Lady, and
domains as they are said."""

from __future__ import annotations

import re
from functools import cache

from understudy.core.folding import without_accents
from understudy.languages import facts, get
from understudy.languages.lists import any_of, words_read
from understudy.surrogates.agreement import ending, unmarked
from understudy.surrogates.places.kinds import is_join

__all__ = [
    "ACRONYM",
    "ADDRESS",
    "DOTTED",
    "WITH_ACRONYM",
    "before_place",
    "head_of",
    "initials",
    "initials_way",
    "named_saint",
    "our_lady",
    "plain_name",
    "spoken_address",
    "trait",
]

ACRONYM = re.compile(r"[^\W\d_]{2,8}")
WITH_ACRONYM = re.compile(r"(.+?)(\s*)\((\w{2,8})\)")
DOTTED = re.compile(r"(?:[^\W\d_]\.){2,}")
ADDRESS = re.compile(
    r"(?P<scheme>https?://)?(?P<www>www\.)?(?:[\w-]+\.)*?(?P<label>[\w-]+)(?:\.[a-z]{2,3})?"
    r"\.[a-z]{2,}(?:[/:?#]\S*)?",
    re.I,
)
_SEVERAL = 2


def trait(name: str, language: str) -> bool:
    """What is so in a language: a trait of ``organizations.toml``."""
    return bool(get(language).table("organizations")["traits"][name])


@cache
def spoken_address(language: str) -> re.Pattern[str]:
    """A domain as it is said: "acme dot com"."""
    dots = any_of(facts(one)["spoken_dot"].strip() for one in get(language).reads)
    return re.compile(rf"(?P<label>[\w-]+(?: [\w-]+)*?)(?P<dot> (?:{dots}) )[\w ]+", re.I)


@cache
def named_saint(language: str) -> re.Pattern[str]:
    """A saint with the word before the name: "St. Mary", "San Juan"."""
    words = any_of(words_read(language, "organizations", "saint_words"))
    return re.compile(rf"(?P<word>{words})\s+(?P<name>.+)", re.I)


@cache
def our_lady(language: str) -> re.Pattern[str]:
    """Our Lady of some place: "Virgen de la Merced"."""
    ladies, links = (
        any_of(words_read(language, "organizations", name)) for name in ("ladies", "lady_links")
    )
    return re.compile(rf"\b(?P<lady>{ladies})\s+(?P<of>(?:{links})\s+\w+)", re.I)


@cache
def before_place(language: str) -> re.Pattern[str]:
    """Words at the end of a text that a place stands behind: "University of"."""
    words = any_of(words_read(language, "organizations", "place_links"))
    return re.compile(rf"\b(?:{words})\s*$", re.I)


def head_of(text: str, language: str) -> str:
    """The word that says what is named: "Banco" of "Banco Central", "Motors" of "General Motors",
    "Bank" of "Bank of the West"."""
    words = text.split()
    if trait("head_first", language):
        return next(word for word in words if not is_join(word, language))
    at = next((at for at, word in enumerate(words) if at and is_join(word, language)), len(words))
    return words[at - 1]


def plain_name(text: str, language: str) -> str:
    """A mention without marks, possessive and an acronym in brackets behind it."""
    stem = ending(unmarked(text), language)[0]
    split = WITH_ACRONYM.fullmatch(stem)
    return split[1] if split else stem


def initials(text: str, language: str) -> dict[str, str]:
    """The initials of all words, and of those that are no small ones."""
    words = re.findall(r"[^\W_]+", without_accents(text))
    weighty = [word for word in words if not is_join(word, language)]
    return {
        "all": "".join(word[0] for word in words).lower(),
        "weighty": "".join(word[0] for word in weighty).lower(),
    }


def initials_way(letters: str, text: str, language: str) -> str:
    """How letters are the initials of a name, or of its last words; empty where they are not."""
    ways = initials(text, language)
    whole = next((way for way, made in ways.items() if made == letters), "")
    if whole or len(letters) <= _SEVERAL:
        return whole
    return next((way for way, made in ways.items() if made.endswith(letters)), "")
