"""What a language knows of its dates: names, short names, and the words around them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple

from understudy.core.folding import lower_without_accents
from understudy.languages import get
from understudy.languages.lists import words_read
from understudy.surrogates.signs import DATE_SIGN, HIDDEN
from understudy.surrogates.tables import Table

__all__ = [
    "Names",
    "birth_before",
    "calendar_facts",
    "feasts",
    "leading_words",
    "month_first",
    "names_of",
    "public_words",
]


@cache
def calendar_facts(language: str) -> Mapping[str, Any]:
    """The table of a language's dates and times."""
    return get(language).table("calendar")


@cache
def birth_before(language: str) -> re.Pattern[str]:
    """What says before a date that it is one of birth; not across another date, nor across the
    end of a sentence ("País de nacimiento: España. Fecha de ingreso: …"), but for that of the
    question that another speaker answers."""
    words = "|".join(map(re.escape, words_read(language, "calendar", "birth")))
    near = rf"(?:(?![.;!?]\s|\n)[^\d{DATE_SIGN}])"
    asked = rf"(?![.;!?]\s|\n)[^:\d{HIDDEN}{DATE_SIGN}]"  # no field of a form
    answer = rf"(?:{asked}){{0,16}}[.?]?\s+[^\W\d_]{{1,12}}:\s[^\d\n{DATE_SIGN}]{{0,32}}"
    return re.compile(rf"\b(?:{words})\b\.?(?:{near}{{0,25}}|{answer})$", re.IGNORECASE)


_STAMPS = ("t", "z", "utc", "gmt")
"""Letters of a time stamp."""
_LISTS = (
    *("links", "relative", "units", "date_links", "telling", "hour_words", "hour_marks"),
    *("day_parts", "age_words", "life_words", "many_articles", "hour_article", "decade_cues"),
    "age_articles",
)


@cache
def public_words(language: str) -> Mapping[str, str]:
    """Words that may stand in a date, a time or an age and tell none: folded → as it is listed."""
    known = calendar_facts(language)
    listed = [word for name in _LISTS for word in known[name]]
    listed += [word for own in (known["ages"], known["ages_short"]) for one in own.values()
               for word in one if word.isalpha()]  # fmt: skip
    listed += [*get(language).function_words, *_STAMPS]
    return {lower_without_accents(word): word for word in reversed(listed)}


@cache
def month_first(language: str) -> bool:
    """Whether dates in figures have the month before the day."""
    return get(language).home.month_first


@cache
def leading_words(language: str) -> frozenset[str]:
    """Small words, such as articles and prepositions."""
    phrases = calendar_facts(language)["phrases"].values()
    leads = {word for group in phrases for word in group.get("leads", ()) if word}
    return get(language).function_words | leads


@cache
def feasts(language: str) -> Mapping[str, Table]:
    """Feasts by the article before them."""
    return {
        article: Table.of(names) for article, names in calendar_facts(language)["feasts"].items()
    }


class Names(NamedTuple):
    """Words without accents in lower case; the number that each stands for, counted from one."""

    months: Mapping[str, int]
    months_short: Mapping[str, int]
    weekdays: Mapping[str, int]
    weekdays_short: Mapping[str, int]
    weekdays_many: Mapping[str, int]
    seasons: Mapping[str, int]
    decades: Mapping[str, int]
    decade_cues: frozenset[str]
    """Words of which one must stand before a decade, where there are any."""
    links: frozenset[str]
    relative: frozenset[str]
    units: frozenset[str]


@cache
def names_of(language: str) -> Names:
    """The names of months, weekdays and the like, each with its number."""
    known = calendar_facts(language)
    full = _numbered(known["months"])
    alias = {word: at for word, at in known["month_alias"].items() if len(word) > 4}
    short = {word: at for word, at in known["month_alias"].items() if len(word) <= 4}
    return Names(
        months=full | alias,
        months_short=_numbered(known["months_short"]) | short,
        weekdays=_numbered(known["weekdays"]),
        weekdays_short=_numbered(known["weekdays_short"]) | known["weekday_alias"],
        weekdays_many=_numbered(known["weekdays_many"]),
        seasons=_numbered(known["seasons"]) | known["season_alias"],
        decades={
            lower_without_accents(word): 20 + 10 * at for at, word in enumerate(known["decades"])
        },
        decade_cues=frozenset(map(lower_without_accents, known["decade_cues"])),
        links=frozenset(map(lower_without_accents, known["links"])),
        relative=frozenset(map(lower_without_accents, known["relative"])),
        units=frozenset(map(lower_without_accents, known["units"])),
    )


def _numbered(words: list[str]) -> dict[str, int]:
    return {lower_without_accents(word): at for at, word in enumerate(words, 1)}
