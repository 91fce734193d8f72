"""Whom a chat speaks of without a name: "n gaffer says", "an the boss"."""

from __future__ import annotations

import re
from functools import cache

from understudy.languages.lexicon import listed
from understudy.languages.lists import any_of

__all__ = ["chat_mate"]


@cache
def chat_mate(language: str) -> re.Pattern[str]:
    """Somebody without a name in small letters, with the short "and" before."""
    joins, mates = any_of(listed("chat_joins", language)), any_of(listed("chat_mates", language))
    articles = any_of(listed("articles", language))
    return re.compile(rf"(?:(?<!\S)|\s)(?:{joins}) (?:(?:{articles}) )?(?:{mates})(?!\w)")
