"""How words stand in a text: their letter case, and what they agree with."""

from __future__ import annotations

import re
from functools import cache

from understudy.core.folding import lower_without_accents
from understudy.languages import DEFAULT, get
from understudy.languages.lists import words_read
from understudy.languages.numbers.words import number_table
from understudy.surrogates.numbers.words import read_numeral, tokens_of

__all__ = ["counts_noun", "first_word", "is_feminine", "last_words", "like"]

_NEXT = re.compile(r"\s+([^\W\d_]+)")


@cache
def _small_words() -> frozenset[str]:
    return frozenset(words_read(DEFAULT, "numbers", "small_words"))


def like(said: str, original: str) -> str:
    """What is said, in the letter case of the original."""
    if original.islower() or not any(map(str.isalpha, original)):
        return said
    letters = sum(map(str.isalpha, original))
    if original.isupper() and (letters > 1 or len(said) == 1):
        return said.upper()
    words = original.replace("-", " ").split()
    small = _small_words()
    capitals = [word[0].isupper() for word in words if lower_without_accents(word) not in small]
    if len(words) > 1 and all(capitals):
        return " ".join(_titled(word) for word in said.split(" "))
    return said[:1].upper() + said[1:] if original[:1].isupper() else said


def _titled(word: str) -> str:
    if word in _small_words():
        return word
    return "-".join(part[:1].upper() + part[1:] for part in word.split("-"))


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
