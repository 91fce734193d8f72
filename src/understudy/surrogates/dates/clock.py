"""Times of day, written and spoken, read.

A time is a text with slots for the hour, the minute in figures, the half of the day and its part.
What is said of the minutes in words ("half past", "y media") stays: then times move by whole
hours, so that every form keeps its sense.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from understudy.core.folding import lower_without_accents
from understudy.core.text import hidden_repr
from understudy.languages import get
from understudy.languages.lists import words_read
from understudy.languages.numbers.words import number_table
from understudy.surrogates.dates.facts import calendar_facts

__all__ = ["HALF", "Clock", "article_before", "find_clock"]

_WORD = re.compile(r"\w")
_BEFORE = 64
"""Characters before an hour in which an article or a cue ends, with the spaces behind it."""
HALF = re.compile(r"\s?(?P<half>[ap]\.\s?m\b\.?|[ap]\s?m\b)", re.IGNORECASE)


class Clock(NamedTuple):
    """A time of day within a text."""

    start: int
    end: int
    minute: int
    """Of the day, or of half a day where it is not said which."""
    hour_at: tuple[int, int]
    minute_at: tuple[int, int] | None
    half_at: tuple[int, int] | None
    part_at: tuple[int, int] | None
    twelve: bool
    """Whether hours run from one to twelve."""
    figures: bool
    """Whether the hour is in figures."""

    def __repr__(self) -> str:
        return hidden_repr(self)


@cache
def _figures(language: str) -> re.Pattern[str]:
    """A time in figures; without a sign between them where a half of the day or a word for hours
    follows ("330 pm", "0900h"), perhaps behind more times ("2200 and 0630 hours"), or where they
    are all there is and no year: "0645". A day and a month before a year are none: "13.02.2024
    09:15"; "10:15-11:45" are two."""
    units = "|".join(map(re.escape, words_read(language, "calendar", "clock_units"))) or "(?!)"
    links = "|".join(map(re.escape, words_read(language, "calendar", "clock_links"))) or "(?!)"
    more = rf"(?:\s?(?:{links})\s?\d{{4}}){{0,5}}"
    return re.compile(
        rf"(?<![\d:/.])(?<!(?<!\d{{4}})(?<!:\d\d)-)(?P<hour>\d{{1,2}})(?P<mark>\s?:\s?|[.h]"
        rf"|(?=[0-5]\d\s?[ap]\.?\s?m\b)|(?<=\d\d)(?=[0-5]\d{more}\s?(?:{units})\b)"
        r"|(?<=\A(?:0\d|1[0-8]|2[1-3]))(?=[0-5]\d\Z))"
        r"(?P<minute>[0-5]\d)"
        rf"(?P<second>:[0-5]\d(?:[.,]\d{{1,6}})?)?(?![\d/]|\.\d{{4}})",
        re.IGNORECASE,
    )


@cache
def _hours(language: str) -> dict[str, int]:
    known = number_table(language)
    said = [*known["digits"][1:], *known["teens"]][:24]
    found = {lower_without_accents(word): hour for hour, word in enumerate(said, 1)}
    if calendar_facts(language)["traits"]["hours_feminine"]:
        forms = {lower_without_accents(word): int(at) for at, word in known["feminine"].items()}
        found |= {word: hour for word, hour in forms.items() if hour <= 24}
    return found


@cache
def _spoken(language: str) -> re.Pattern[str]:
    hours = "|".join(sorted(map(_loose, _hours(language)), key=len, reverse=True))
    marks = "|".join(rf"{mark}\b" for mark in words_read(language, "calendar", "hour_marks"))
    hour = rf"(?P<hour>{hours}|[01]?\d|2[0-4])(?:(?!\w)|(?=[ap]\.?m\b|{marks}))"
    numbers, told = rf"(?:{_number(language)})", get(language).calendar
    return re.compile(
        rf"(?<!\w)(?P<lead>{told.before_hour(numbers)}){hour}(?P<rest>{told.after_hour(numbers)})",
        re.IGNORECASE,
    )


@cache
def _of_hours(language: str) -> re.Pattern[str]:
    """What says that a number is one of hours."""
    words = (words_read(language, "calendar", name) for name in ("hour_words", "hour_marks"))
    return re.compile(rf"\s?(?:{'|'.join(word for own in words for word in own)})\b", re.IGNORECASE)


def _loose(word: str) -> str:
    """Accents are not always written."""
    for plain, marked in zip("aeiou", "áéíóú", strict=True):
        word = word.replace(plain, f"[{plain}{marked}]")
    return word


def _number(language: str) -> str:
    """A number of minutes in words."""
    known = number_table(language)
    digits, teens, tens = (
        "|".join(_loose(lower_without_accents(word)) for word in known[name])
        for name in ("digits", "teens", "tens")
    )
    join = known["tens_join"]
    between = rf"\s+{join}\s+" if join else r"[\s-]"
    return rf"(?:{tens})(?:{between}(?:{digits}))?(?!\w)|(?:{teens})(?!\w)|(?:{digits})(?!\w)"


@cache
def _parts(language: str) -> re.Pattern[str]:
    said = "|".join(re.escape(part["said"]) for part in calendar_facts(language)["parts"])
    return re.compile(rf"\s+(?:{said})", re.IGNORECASE)


def find_clock(text: str, language: str, *, whole: bool, start: int = 0) -> Clock | None:
    """The first time in a text; with ``whole`` a bare hour is one too, if it is all there is."""
    said = _figures(language).finditer(text, start)
    figures = next((one for one in said if whole or not _is_number(one)), None)
    for match in _spoken(language).finditer(text, start):
        found = _clock(text, match, language)
        if found is None:
            continue
        if figures and figures.start() <= found.hour_at[0]:
            break
        counted = not (found.half_at or found.part_at) and found.end > match.end()
        worded = bool(match["lead"] or match["rest"].strip() or counted) and whole
        oclock = any(word in match["rest"].lower() for word in calendar_facts(language)["oclock"])
        marked = found.half_at or found.part_at or oclock
        if marked or worded or (whole and _alone(text, found)) or _cued(text, found, language):
            return found
    return _clock(text, figures, language, minute="minute") if figures else None


def _is_number(figures: re.Match[str]) -> bool:
    """Whether what may be a time may be another number, too: "7.45", and 1945 is a year."""
    bare = not figures["mark"] and figures.end() == len(figures.string)
    return bare or figures["mark"] == "."


def _alone(text: str, found: Clock) -> bool:
    return not (_WORD.search(text, 0, found.start) or _WORD.search(text, found.end))


def _cued(text: str, found: Clock, language: str) -> bool:
    """ "a las cinco", "at six": in a text that is a date besides."""
    if article_before(text, found.hour_at[0], language):
        return True
    low = max(0, found.start - _BEFORE)
    return _before("hour_cues", language).search(text, low, found.start) is not None


@cache
def _before(words: str, language: str) -> re.Pattern[str]:
    """Words of the calendar right before a place, as the first group."""
    listed = "|".join(calendar_facts(language)[words]) or "(?!)"
    return re.compile(rf"\b({listed})\s+$", re.IGNORECASE)


def _clock(
    text: str, match: re.Match[str], language: str, minute: str | None = None
) -> Clock | None:
    said = match["hour"]
    hour = int(said) if said.isdecimal() else _hours(language)[lower_without_accents(said)]
    end = match.end()
    hours = _of_hours(language).match(text, end)
    end = hours.end() if hours else end
    half = HALF.match(text, end)
    end = half.end() if half else end
    part = _parts(language).match(text, end)
    end = part.end() if part else end
    past = int(match[minute]) if minute else 0
    if hour > 24 or ((half or part) and minute is None and not 1 <= hour <= 12):
        return None
    spoken_twelve = minute is None and 1 <= hour <= 12 and not hours
    article = article_before(text, match.start("hour"), language)
    return Clock(
        start=article[0] if article else match.start(),
        end=end,
        minute=_of_day(hour, half and half["half"], part and _said_part(part.group(), language))
        * 60
        + past,
        hour_at=match.span("hour"),
        minute_at=match.span(minute) if minute else None,
        half_at=half.span("half") if half else None,
        part_at=(part.start() + len(part.group()) - len(part.group().lstrip()), part.end())
        if part
        else None,
        twelve=hour <= 12 and bool(half or part or spoken_twelve),
        figures=said.isdecimal(),
    )


def _of_day(hour: int, half: str | None, part: Mapping[str, Any] | None) -> int:
    if half:
        return hour % 12 + (12 if half[0] in "pP" else 0) if hour <= 12 else hour
    if part is None or hour > 12:
        return hour % 24
    low, high = part["after_noon"]
    return hour % 12 + (12 if low <= hour < high else 0)


def article_before(text: str, hour_at: int, language: str) -> tuple[int, int] | None:
    """The article before an hour, where the language has one: "la", "las"."""
    low = max(0, hour_at - _BEFORE)
    found = _before("hour_article", language).search(text, low, hour_at)
    return found.span(1) if found else None


def _said_part(said: str, language: str) -> Mapping[str, Any]:
    """The part of the day that is said."""
    low = lower_without_accents(" ".join(said.split()))
    parts: Sequence[Mapping[str, Any]] = calendar_facts(language)["parts"]
    return next(part for part in parts if lower_without_accents(part["said"]) == low)
