"""What a language knows of its dates: names, short names, and the words around them."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

from understudy.core.folding import lower_without_accents
from understudy.languages import facts

__all__ = ["Names", "calendar_facts", "names_of"]


@cache
def calendar_facts(language: str) -> Mapping[str, Any]:
    source = files("understudy.languages").joinpath(language, "calendar.toml")
    return tomllib.loads(source.read_text(encoding="utf-8"))


class Names(NamedTuple):
    """Words without accents in lower case; the number that each stands for, counted from one."""

    months: Mapping[str, int]
    months_short: Mapping[str, int]
    weekdays: Mapping[str, int]
    weekdays_short: Mapping[str, int]
    weekdays_many: Mapping[str, int]
    seasons: Mapping[str, int]
    decades: Mapping[str, int]
    links: frozenset[str]
    relative: frozenset[str]
    units: frozenset[str]


@cache
def names_of(language: str) -> Names:
    known, more = facts(language), calendar_facts(language)
    full = _numbered(known["months"])
    alias = {word: at for word, at in more["month_alias"].items() if len(word) > 4}
    short = {word: at for word, at in more["month_alias"].items() if len(word) <= 4}
    return Names(
        months=full | alias,
        months_short=_numbered(more["months_short"]) | short,
        weekdays=_numbered(known["weekdays"]),
        weekdays_short=_numbered(more["weekdays_short"]) | more["weekday_alias"],
        weekdays_many={
            f"{lower_without_accents(word)}s": at for at, word in enumerate(known["weekdays"], 1)
        },
        seasons=_numbered(more["seasons"]) | more["season_alias"],
        decades={
            lower_without_accents(word): 20 + 10 * at for at, word in enumerate(more["decades"])
        },
        links=frozenset(map(lower_without_accents, more["links"])),
        relative=frozenset(map(lower_without_accents, more["relative"])),
        units=frozenset(map(lower_without_accents, more["units"])),
    )


def _numbered(words: list[str]) -> dict[str, int]:
    return {lower_without_accents(word): at for at, word in enumerate(words, 1)}
