"""What the name of an organization says of its kind: "Hospital", "Ltd", "Universidad de".

Words of a kind stay, as a public invariant; what is left of the name is drawn.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import cache

from understudy.languages import get
from understudy.languages.lists import any_of, words_read
from understudy.surrogates.places.atlas import folded

__all__ = ["NAME", "has_kind", "is_join", "split_kind"]

NAME = ""
"""Stands in a split for the words that are drawn."""


@cache
def _token(language: str) -> re.Pattern[str]:
    """A word, a possessive ending, a run of spaces or a mark."""
    possessive = any_of(words_read(language, "agreement", "possessive"))
    return re.compile(rf"\s+|['’](?:{possessive})\b|[^\W_]+(?:['’.\-][^\W_]+)*\.?|.", re.DOTALL)


@cache
def _kinds(language: str, goods: bool = False) -> frozenset[str]:
    known = get(language).table("organizations")
    if goods:
        listed = f"{known['product_kinds']}|{known['product_grades']}".split("|")
    else:
        listed = known["kinds"].split()
    return frozenset(folded(word) for word in listed)


@cache
def _joins(language: str) -> frozenset[str]:
    return frozenset(get(language).table("organizations")["joins"])


@cache
def _ranks(language: str) -> frozenset[str]:
    return frozenset(map(folded, get(language).table("organizations")["ranks"]))


def is_join(word: str, language: str) -> bool:
    """Whether a word joins the parts of a name: "of", "de", "&"."""
    return word.lower() in _joins(language)


def _is_kind(word: str, language: str, goods: bool = False) -> bool:
    return folded(word) in _kinds(language, goods)


def has_kind(text: str, language: str) -> bool:
    """Whether a name of several words says what it is the name of."""
    return any(_is_kind(word, language) for word in text.split())


def split_kind(
    text: str, language: str, *, goods: bool = False, free: Collection[str] = ()
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """A name as parts that stay and ``NAME`` for each run of words that is drawn; and those runs.

    Small words stay beside words of a kind ("Bank of …") and belong to the run inside a name.
    ``goods`` are products, which have kinds of their own; words that are ``free`` are drawn,
    though they be words of a kind.
    """
    tokens = _token(language).findall(text)
    stays = [
        not token[0].isalnum() or (_is_kind(token, language, goods) and folded(token) not in free)
        for token in tokens
    ]
    spaced = any(map(str.isspace, tokens))  # "AT" in "AT&T" is no small word
    for at, token in enumerate(tokens):
        if not stays[at] and folded(token) in _ranks(language):
            stays[at] = _ranked(tokens, stays, at, language)
        elif spaced and not stays[at] and is_join(token, language):
            stays[at] = _beside_kind(tokens, stays, at)
    parts: list[str] = []
    runs: list[str] = []
    at = 0
    while at < len(tokens):
        if stays[at]:
            parts.append(tokens[at])
            at += 1
            continue
        end = _run_end(tokens, stays, at)
        parts.append(NAME)
        runs.append("".join(tokens[at : end + 1]))
        at = end + 1
    return tuple(parts), tuple(runs)


def _ranked(tokens: list[str], stays: list[bool], at: int, language: str) -> bool:
    """Whether a rank is one: "Hospital Infanta Marta", "Duque de Lerma", but not "Bodegas Rey"."""
    before = [place for place in range(at) if not tokens[place].isspace()]
    after = [place for place in range(at + 1, len(tokens)) if not tokens[place].isspace()]
    if not after or stays[after[0]]:
        return False
    return stays[before[-1]] if before else is_join(tokens[after[0]], language)


def _beside_kind(tokens: list[str], stays: list[bool], at: int) -> bool:
    """Whether a small word has a kind, or the beginning, before it with nothing drawn between."""
    before = [place for place in range(at) if not tokens[place].isspace()]
    return not before or stays[before[-1]]


def _run_end(tokens: list[str], stays: list[bool], at: int) -> int:
    end = at
    for place in range(at + 1, len(tokens)):
        if not stays[place]:
            end = place
        elif not tokens[place].isspace():
            break
    return end
