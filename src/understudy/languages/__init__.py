"""What a language knows about itself, as data: number words, calendars, exemplars, word stems."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

__all__ = ["LANGUAGES", "detect", "facts", "supported"]

LANGUAGES = ("en", "es")


def supported(language: str | None) -> str | None:
    """The shipped language behind a tag such as ``es-MX``, or None."""
    if language is None:
        return None
    if language in LANGUAGES:
        return language
    base = language.replace("_", "-").split("-")[0].lower()
    return base if base in LANGUAGES else None


@cache
def facts(language: str) -> Mapping[str, Any]:
    """The data file of a language."""
    source = files(__name__).joinpath(f"{language}.toml")
    return tomllib.loads(source.read_text(encoding="utf-8"))


@cache
def _hints() -> tuple[tuple[str, frozenset[str]], ...]:
    return tuple((language, frozenset(facts(language)["function_words"])) for language in LANGUAGES)


def detect(text: str, default: str) -> str:
    """The shipped language whose function words are the most frequent in the text."""
    words = text[:2000].lower().split()
    counts = {language: sum(word in hints for word in words) for language, hints in _hints()}
    best = max(counts, key=lambda language: (counts[language], language == default))
    return best if counts[best] else default
