"""How words stand in a text: their letter case, and what they agree with."""

from __future__ import annotations

import re

from understudy.core.folding import lower_without_accents
from understudy.languages import facts
from understudy.surrogates.numbers.words import read_numeral, tokens_of

__all__ = ["counts_noun", "first_word", "gender_of", "last_words", "like"]

_LOWER_ANYWAY = frozenset(("y", "and", "de", "del", "of", "the", "el"))
_NEXT = re.compile(r"\s+([^\W\d_]+)")


def like(said: str, original: str) -> str:
    """What is said, in the letter case of the original."""
    if original.islower() or not any(map(str.isalpha, original)):
        return said
    letters = sum(map(str.isalpha, original))
    if original.isupper() and (letters > 1 or len(said) == 1):
        return said.upper()
    words = original.replace("-", " ").split()
    capitals = [
        word[0].isupper() for word in words if lower_without_accents(word) not in _LOWER_ANYWAY
    ]
    if len(words) > 1 and all(capitals):
        return " ".join(_titled(word) for word in said.split(" "))
    return said[:1].upper() + said[1:] if original[:1].isupper() else said


def _titled(word: str) -> str:
    if word in _LOWER_ANYWAY:
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
    if not word or word in facts(language)["function_words"]:
        return False
    tokens = tokens_of(word)
    return read_numeral(word, tokens, 0, language) is None


def gender_of(noun: str) -> str:
    """The gender of a Spanish noun by its ending; days are men."""
    low = lower_without_accents(noun)
    return (
        "f"
        if re.search(r"as?$|dad(es)?$|vez$|veces$", low) and not low.startswith("dia")
        else ("m")
    )
