"""What a language knows about itself, as data: number words, calendars, exemplars, word stems."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from understudy.core.errors import CorpusError, UsageError

if TYPE_CHECKING:
    from understudy.core.types import Document

__all__ = [
    "LANGUAGES",
    "detect",
    "facts",
    "foreign",
    "installed",
    "known_languages",
    "language_of",
    "refusal",
    "supported",
]

LANGUAGES = ("en", "es")
OTHER_SCRIPT = "another script"
_ENOUGH = 2000
"""So many characters tell the language."""
_FEWEST = 4
"""Fewer letters than this say nothing about a script: a formula, a symbol."""
_TAG = re.compile(r"[A-Za-z]{2,3}(?:[-_][A-Za-z0-9]{1,8}){0,3}")
_LATIN = re.compile(r"[A-Za-z\u00aa\u00b5\u00ba-\u024f\u1e00-\u1eff\uff21-\uff5a]")
_OTHER = re.compile(r"[^\W\d_\u0000-\u024f\u1e00-\u1eff\uff21-\uff5a]")


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


def known_languages() -> str:
    """The installed languages, for messages."""
    return ", ".join(f"{language} ({facts(language)['name']})" for language in LANGUAGES)


def installed(tag: str, what: str = "language") -> str:
    """The installed language behind a tag that somebody chose; there must be one."""
    found = supported(tag)
    if found is None:
        raise UsageError(
            f"{what} {tag!r} is not installed; there are: {known_languages()}. "
            "A tag such as es-MX counts as its language"
        )
    return found


def language_of(document: Document, default: str, fallback: str | None = None) -> str:
    """The installed language that a document is handled in: the one that it names, else the one
    that its text shows. This is the only place that decides.

    A document in another language is handled as ``fallback``, and refused where there is none.
    """
    if foreign(document) is not None:
        if fallback is None:
            raise refusal(document)
        return fallback
    return supported(document.language) or detect(document.text, default)


def foreign(document: Document) -> str | None:
    """The language of a document, where it is not installed.

    What names no language is told by its letters alone: German passes here, Chinese does not.
    """
    if document.language is not None:
        if supported(document.language) is not None:
            return None
        # A field that holds something else is not repeated: it may be private.
        return document.language if _TAG.fullmatch(document.language) else "no language code"
    return OTHER_SCRIPT if _unreadable(document.text) else None


def _unreadable(text: str) -> bool:
    """Whether almost no letters belong to the script of the installed languages."""
    if text.isascii():
        return False
    others = len(_OTHER.findall(text, 0, _ENOUGH))
    return others >= _FEWEST and len(_LATIN.findall(text, 0, _ENOUGH)) * 4 < others


def refusal(document: Document) -> CorpusError:
    """Why a document in a language that is not installed cannot be handled."""
    return CorpusError(
        f"document {document.id!r}: its language is not installed ({foreign(document)}); there "
        f"are: {known_languages()}. To handle such documents as one of these, with less "
        'protection, put fallback = "en" into the policy'
    )


def detect(text: str, default: str) -> str:
    """The shipped language whose function words are the most frequent in the text."""
    words = text[:_ENOUGH].lower().split()
    counts = {language: sum(word in hints for word in words) for language, hints in _hints()}
    best = max(counts, key=lambda language: (counts[language], language == default))
    return best if counts[best] else default
