"""Languages by their codes, one folder each, with everything that depends on the language.

get("es")      the record of a language: its tables, its parts, its grammars
installed()    the codes of the languages that there are
guess(text)    the installed language that a text is written in
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from understudy.languages.deciding import (
    foreign,
    handled,
    in_public_language,
    language_of,
    refusal,
)
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
    sure_language,
    untrained,
)

__all__ = [
    "DEFAULT",
    "Language",
    "chosen",
    "facts",
    "foreign",
    "get",
    "guess",
    "handled",
    "in_public_language",
    "installed",
    "known_languages",
    "language_of",
    "reads",
    "refusal",
    "supported",
    "sure_language",
    "untrained",
]


_CALENDAR = ("months", "weekdays", "day_parts", "hours", "age_phrase")
_NUMBERS = ("digits", "teens", "tens")


@cache
def facts(code: str) -> Mapping[str, Any]:
    """The table of facts of a language, with the lists of its other tables that grammars name."""
    language = get(code)
    calendar, numbers = language.table("calendar"), language.table("numbers")
    ordinals = numbers["ordinals"]
    return {
        **language.table("facts"),
        **{name: calendar[name] for name in _CALENDAR},
        **{name: numbers[name] for name in _NUMBERS},
        "number_fillers": numbers["fillers"],
        "ordinals": [*ordinals["units"], *ordinals["tens"][:1]],
        "countries": list(language.locales),
    }
