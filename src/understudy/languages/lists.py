"""Words of several languages together: a Spanish call has English addresses in it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

from understudy.languages.packs import get

__all__ = ["any_of", "words_read"]


@cache
def words_read(language: str, table: str, key: str) -> tuple[str, ...]:
    """The words of a list in all languages that are read in documents of a language.

    ``words_read("en", "places", "articles")`` is ("the", "el", "la", "los", "las"), as English
    documents have Spanish names in them.
    """
    tables = (get(one).table(table) for one in get(language).reads)
    return tuple(dict.fromkeys(word for known in tables for word in known.get(key, ())))


def any_of(words: Iterable[str]) -> str:
    """A regular expression for one of the words, the longest first; for nothing where there are
    none."""
    listed = sorted(words, key=len, reverse=True)
    return "|".join(map(re.escape, listed)) or "(?!)"
