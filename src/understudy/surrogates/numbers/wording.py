"""How words stand in a text: their neighbours, and what they agree with."""

from __future__ import annotations

import re

from understudy.core.folding import lower_without_accents
from understudy.languages import get
from understudy.languages.numbers.words import number_table
from understudy.surrogates.numbers.words import read_numeral, tokens_of

__all__ = ["counts_noun", "first_word", "is_feminine", "last_words"]

_NEXT = re.compile(r"\s+([^\W\d_]+)")


def first_word(after: str) -> str:
    """The word that follows at once, in lower case; nothing where a mark or a figure does."""
    found = _NEXT.match(after)
    return found.group(1).lower() if found else ""


def last_words(before: str, count: int) -> list[str]:
    """The last words before a mention, bare."""
    return [token.bare for token in tokens_of(before)[-count:]]


def counts_noun(word: str, language: str) -> bool:
    """Whether a word after a number can be what it counts."""
    if not word or word in get(language).function_words:
        return False
    tokens = tokens_of(word)
    return read_numeral(word, tokens, 0, language) is None


def is_feminine(noun: str, language: str) -> bool:
    """Whether a noun is feminine by its ending."""
    known = number_table(language)["nouns_feminine"]
    low = lower_without_accents(noun)
    return low.endswith(tuple(known["endings"])) and not low.startswith(tuple(known["except"]))
