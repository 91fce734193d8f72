"""A language is one folder; this is where languages are had by their codes.

get("es")      the record of a language: its tables, its parts, its grammars
installed()    the codes of the languages that there are
guess(text)    the installed language that a text is written in
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from understudy.languages.deciding import foreign, language_of, refusal
from understudy.languages.language import Language
from understudy.languages.packs import (
    DEFAULT,
    chosen,
    get,
    guess,
    installed,
    known_languages,
    reads,
    supported,
)

__all__ = [
    "DEFAULT",
    "Language",
    "chosen",
    "facts",
    "foreign",
    "get",
    "guess",
    "installed",
    "known_languages",
    "language_of",
    "reads",
    "refusal",
    "supported",
]


def facts(code: str) -> Mapping[str, Any]:
    """The table of facts of a language."""
    return get(code).table("facts")
