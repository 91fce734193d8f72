"""The shape of a name that stands by itself, as in a cell of a table: what a sketch can show of it.

A table has a hundred thousand names and a few shapes: two words with capitals, the first of them a
woman's, and an address of both. Where two persons' mentions have one shape, reading them gives one
sketch, so that it is made once. What is said in more than plain words, a nickname, a title or words
around it, has no shape and is read (``read``).
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Sequence
from functools import lru_cache
from typing import NamedTuple

from understudy.core.folding import flat, flat_letters
from understudy.core.text import hidden_repr
from understudy.surrogates.mention import Mention
from understudy.surrogates.people.address import WRITTEN, is_shared, number_words
from understudy.surrogates.people.mentioned import PEOPLE
from understudy.surrogates.people.names import (
    accented,
    canonical,
    equivalent_to,
    gender_of,
    joiner,
    known,
    likely_gender,
    paired,
)
from understudy.surrogates.people.pieces import case_of
from understudy.surrogates.people.roster import by_lists, full_names, plural_ends
from understudy.surrogates.people.sketch import MOST_DIGITS
from understudy.surrogates.people.tokens import bits_of

__all__ = ["shape_of"]

_RUN = re.compile(r"([A-Za-z]+)|([0-9]+)|[._-]")
_FACTS = 1 << 14
_MOST_WORDS = 4
"""A person of more names has some that no sketch tells apart."""
_ADDRESSES = ("EMAIL_ADDRESS", "USERNAME")


def shape_of(mentions: Sequence[Mention], language: str) -> Hashable | None:
    """All of the mentions that their sketch depends on; None where that is not told so simply."""
    if len(mentions) > 2:
        return None
    if any(_said(one.before) or _said(one.after) for one in mentions):
        return None
    named = [one for one in mentions if one.category in PEOPLE]
    if len(named) != 1:
        return None
    words, names = _words(named[0], language)
    if not words:
        return None
    found: list[Hashable] = []
    for one in mentions:
        shape = names if one is named[0] else _address(one, words, language)
        if shape is None:
            return None
        found.append((one.category, one.before, one.after, one.attributes, shape))
    return tuple(found)


def _said(around: str) -> bool:
    """Whether words stand beside a mention."""
    return any(map(str.isalnum, around))


def _words(mention: Mention, language: str) -> tuple[Sequence[str], Hashable]:
    """The flat words of a name, and what its sketch can show of them; no words where it has more
    to it."""
    bits = bits_of(mention.text, language)
    if len(bits) > 2 * _MOST_WORDS or mention.after.startswith("-"):
        return (), None
    facts: list[Hashable] = []
    words: list[str] = []
    short = False
    for at, (kind, text) in enumerate(bits):
        if at % 2:
            if text != " ":
                return (), None
            continue
        word = _fact(text, language) if kind == "word" else None
        if word is None:
            return (), None
        words.append(word.flat)
        facts.append(word.shown)
        short = short or word.short
    gender = likely_gender(words[0], language) if words else ""
    if len(words) == 1:
        capitals = mention.text.isupper() and len(mention.text) <= 4
        return ((), None) if capitals else (words, (len(bits), gender, *facts))
    if _related(words, short, language):
        return (), None
    together = "".join(words[:2])
    pair = (gender_of(together, language), paired(together, language))
    return words, (len(bits), gender, *facts, pair)


class _Fact(NamedTuple):
    """A word of a name."""

    flat: str
    shown: Hashable
    """What a sketch can show of it."""
    short: bool
    """Whether it may be short for another name, or the same in another language."""

    def __repr__(self) -> str:
        return hidden_repr(self)


@lru_cache(maxsize=_FACTS)
def _fact(text: str, language: str) -> _Fact | None:
    """What there is to say of a word; None for an initial."""
    word, main = flat_letters(text), joiner(language)
    if len(word) < 2:
        return None
    listed = known(language)["traits"]["paired_givens"] and by_lists(word, language)
    joins = main is not None and word == main.flat
    shown = (case_of(text), text.isascii(), accented(word, language), listed, joins)
    short = bool(canonical(word, language) or equivalent_to(word, language))
    return _Fact(word, shown, short)


def _related(words: Sequence[str], short: bool, language: str) -> bool:
    """Whether the words of a name have to do with each other: one stands twice, is short for
    another or its plural, or is two others together."""
    if len(set(words)) < len(words) or "".join(words[:2]) in words:
        return True
    if short and full_names(words, map(str.__add__, words, words[1:]), language):
        return True
    ends = plural_ends(language)
    return any(
        word.endswith(end) and word.removesuffix(end) in words
        for word in words
        if word.endswith(ends)
        for end in ends
    )


def _address(mention: Mention, words: Sequence[str], language: str) -> Hashable | None:
    """Which names, marks and digits an address is made of; None where it has anything else."""
    text = mention.text
    written = WRITTEN.fullmatch(text) if text.isascii() else None
    if (
        mention.category not in _ADDRESSES
        or written is None
        or flat(text) in number_words(language)
    ):
        return None
    local = written["local"] or written["user"] or ""
    found: list[Hashable] = []
    digits: list[str] = []
    end = 0
    for run in _RUN.finditer(local):
        letters, figures = run.groups()
        end += len(run.group())
        if letters:
            name = letters.lower()
            if name not in words or is_shared(name, language):
                return None
            found.append((words.index(name), case_of(letters)))
        elif figures:
            digits.append(figures)
            found.append((digits.index(figures), min(len(figures), MOST_DIGITS), "digits"))
        else:
            found.append(run.group())
    if end < len(local) or not any(isinstance(one, tuple) for one in found):
        return None
    domain = written["domain"]
    return tuple(found), written["sign"], domain is None, case_of(domain or ""), not domain
