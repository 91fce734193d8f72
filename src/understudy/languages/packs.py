"""Languages by their codes. Built-ins and plug-ins come through the registry's one door, the
entry point group ``understudy.languages``: code → ``module:LANGUAGE``."""

from __future__ import annotations

import re
from functools import cache, lru_cache

from understudy.core.errors import UsageError
from understudy.languages.language import TRAINED, Language
from understudy.registry import load, names

__all__ = [
    "DEFAULT",
    "chosen",
    "get",
    "guess",
    "installed",
    "known_languages",
    "reads",
    "supported",
    "sure_language",
    "untrained",
]

DEFAULT = "en"
"""The language of a policy that names none."""
ENOUGH = 2000
"""So many characters tell the language."""
_WORDS = re.compile(r"(?:[^\W\d_][\u0300-\u036f]*)+")


@cache
def installed() -> tuple[str, ...]:
    """The codes of the languages that there are."""
    return names("languages")


@cache
def get(code: str) -> Language:
    """The language of a code."""
    found: Language = load("languages", code)
    return found


@cache
def reads(code: str) -> tuple[str, ...]:
    """The languages whose lists are read in documents of a language: its own first."""
    return (code, *(other for other in get(code).reads if other != code))


@cache
def untrained() -> frozenset[str]:
    """The installed languages that the shipped language model was not trained on."""
    return frozenset(code for code in installed() if get(code).encoder != TRAINED)


def supported(tag: str | None) -> str | None:
    """The installed language behind a tag such as ``es-MX``, or None."""
    if tag is None or tag in installed():
        return tag
    base = tag.replace("_", "-").split("-")[0].lower()
    return base if base in installed() else None


def known_languages() -> str:
    """The installed languages, for messages."""
    return ", ".join(f"{code} ({get(code).name})" for code in installed())


def chosen(tag: str, what: str = "language") -> str:
    """The installed language behind a tag that somebody chose; there must be one."""
    found = supported(tag)
    if found is None:
        raise UsageError(
            f"{what} {tag!r} is not installed; there are: {known_languages()}. "
            "A tag such as es-MX counts as its language"
        )
    return found


@cache
def _hints() -> tuple[tuple[str, frozenset[str]], ...]:
    """The words by which each installed language is known."""
    return tuple((code, get(code).function_words) for code in installed())


_LINES = 512
"""Lines whose language was told of late: forms say the same ones again and again."""
_FEWEST = 2
"""Function words that tell a language beyond doubt, where no other has half as many."""


def sure_language(text: str) -> str | None:
    """The installed language that the words of a text tell beyond doubt, as those of one line do
    in a talk of two languages; None where they do not."""
    return _told(text[:ENOUGH], _hints())


@lru_cache(maxsize=_LINES)
def _told(text: str, hints: tuple[tuple[str, frozenset[str]], ...]) -> str | None:
    words = _WORDS.findall(text.lower())
    counts = {code: sum(map(own.__contains__, words)) for code, own in hints}
    best = max(counts, key=counts.__getitem__)
    others = sum(counts.values()) - counts[best]
    return best if counts[best] >= _FEWEST and others * 2 < counts[best] else None


def guess(text: str, default: str = DEFAULT) -> str:
    """The installed language whose function words are the most frequent in the text; in notes that
    hardly have any ("no rash", "ask me"), the one whose common words are."""
    words = text[:ENOUGH].lower().split()
    if not words:
        return default
    counts = {code: sum(map(own.__contains__, words)) for code, own in _hints()}
    if max(len(own.intersection(words)) for _, own in _hints()) < _FEWEST:
        words = _WORDS.findall(text[:ENOUGH].lower())
        counts = {code: sum(map(own.__contains__, words)) for code, own in _everyday()}
    best = max(counts, key=lambda code: (counts[code], code == default))
    return best if counts[best] else default


@cache
def _everyday() -> tuple[tuple[str, frozenset[str]], ...]:
    """The common words of each installed language, those of dialogue and notes."""
    return tuple(
        (code, get(code).function_words | frozenset(get(code).table("lexicon")["common"].split()))
        for code in installed()
    )
