"""Words of several languages together: a Spanish call has English addresses in it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

from understudy.core.folding import flat
from understudy.languages.packs import get, installed

__all__ = ["any_of", "says_birth", "words_read"]


@cache
def words_read(language: str, table: str, key: str) -> tuple[str, ...]:
    """The words of a list in all languages that are read in documents of a language.

    ``words_read("en", "places", "articles")`` is ("the", "el", "la", "los", "las"), as English
    documents have Spanish names in them.
    """
    tables = (get(one).table(table) for one in get(language).reads)
    return tuple(dict.fromkeys(word for known in tables for word in known.get(key, ())))


_NAMED = re.compile(r"[^\W\d_]+")
_CAMEL = re.compile(r"(?<=[a-zß-öø-ÿ])(?=[A-ZÀ-ÖØ-Þ])")


@cache
def says_birth(column: str) -> bool:
    """Whether the name of a column says that it has dates of birth: "dob", "F. nacimiento"."""
    said = {flat(word) for word in _NAMED.findall(_CAMEL.sub(" ", column))}
    known = (words_read(code, "calendar", "birth") for code in installed())
    return not said.isdisjoint(flat(word) for words in known for word in words)


def any_of(words: Iterable[str]) -> str:
    """A regular expression for one of the words, the longest first; for nothing where there are
    none."""
    listed = sorted(words, key=len, reverse=True)
    return "|".join(map(re.escape, listed)) or "(?!)"
