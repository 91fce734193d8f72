"""Lengths of time, measures and ages: figures that carry meaning and point at no day and nobody.

"cada 12 horas", "after 24 hours", "4th day", "10x10 cm", "BP 142/88" and "46 years old" are told
from "12 May", "0900h", "2003", "4711/24" and "94 years old". What cannot be read as one of them is
none: a number that is no date is no length of time for that.
"""

from __future__ import annotations

import re
from itertools import pairwise

from understudy.core.folding import flat
from understudy.languages.numbers.words import words_of
from understudy.languages.public import PublicWords

__all__ = [
    "says_age_below",
    "says_amount_below",
    "says_code",
    "says_length",
    "says_measure",
    "says_no_day",
    "says_reading",
]

_PIECE = re.compile(r"\d+(?:[.,]\d+)*|[^\W\d_]+|[^\w\s]")
_FIGURES = re.compile(r"\d[\d.,'’]*")
_ROUND = 3
_CENTS = re.compile(r"[.,]\d{1,2}[.,]?\Z")
_YEAR = re.compile(r"(?:1[6-9]|20)\d\d")
_CLOCK = re.compile(r"(?:[01]\d|2[0-3])[0-5]\d")
"""Hour and minute in one, as before "h" in "0900h"."""
_CLOCK_TIME = re.compile(r"(\d{1,2}):[0-5]\d(?!\d)")
_OF_DAY = re.compile(r"(?:[01]?\d|2[0-3])")
_SERIES = re.compile(r"\A(?:-\d{1,3})+(?=\s?[^\W\d_])")
"""The end of doses one after the other: "15-5-5-5 mg"."""
_UNIT_AFTER = re.compile(r"\s*/?\s*([^\W\d_]+\d?(?:/[^\W\d_]+)?|%|‰|°|º)")
_CROSSED = re.compile(r"\d+(?:[.,]\d+)?(?:\s*[xX×]\s*\d+(?:[.,]\d+)?)+\Z")
_DECIMALS = re.compile(r"\d+[,.]\d+\s*[-–]\s*\d+(?:[,.]\d+)?|\d+\s*[-–/]\s*\d+,\d+")


def says_length(value: str, behind: str, words: PublicWords, before: str = "") -> bool:
    """Whether a mark of a date or time is a length or an interval: numbers that count units of
    time. ``behind`` is the text behind it, which may be the rest of a date."""
    said, numbers, numerals = _said(value, words)
    ranked = not words.ordinals.isdisjoint(said)
    if not words.calendar.isdisjoint(said) or not (numbers or numerals or ranked):
        return False
    if _completes_date(behind, words) or any(map(_YEAR.fullmatch, numbers)):
        return False
    if _clocked(said, before, behind, words) or _is_clock(value, before, words):
        return False
    return _counted(said, words) or _from_event(said, behind, words)


def says_no_day(value: str, words: PublicWords, *, cased: bool) -> bool:
    """Whether a mark of a date or time has neither a number nor a name of the calendar: "ayer",
    "the period". A word that no list has may be a feast, but for one in small letters in a text
    that tells names by capitals, and for one of the most frequent."""
    said, numbers, numerals = _said(value, words)
    if numbers == ["12"] and said[0] == "12" and words.undated.issuperset(said[1:]):
        said, numbers = said[1:], []  # "12 noon" says what "noon" says
    if not said or numbers or numerals or not words.calendar.isdisjoint(said):
        return False
    if words.ordinals.issuperset(one for one in said if one not in words.small):
        return False  # "the eighth" is a day
    if cased and value.islower():
        return True
    return all(word in words.undated or word in words.small for word in said)


def _said(value: str, words: PublicWords) -> tuple[list[str], list[str], list[str]]:
    """The words and figures of a mark; its figures; its number words."""
    said = [piece for piece in _PIECE.findall(flat(value)) if piece[0].isalnum()]
    numbers = [piece for piece in said if piece[0].isdigit()]
    return said, numbers, [one for one in said if one in words.numerals and one not in words.small]


def _clocked(said: list[str], before: str, behind: str, words: PublicWords) -> bool:
    """Whether a number before a unit of hours is a time of day: "0900h", "a las 21 h"; but "a las
    24 h" is a length, and so is "a las 12 horas de la intervención"."""
    for number, unit in pairwise(said):
        if unit not in words.hour_units:
            continue
        if _CLOCK.fullmatch(number):
            return True
        cued = " ".join(("", *flat(before).split())).endswith(words.clock_cues)
        counted = not words.counted_from.isdisjoint(_PIECE.findall(flat(behind))[:1])
        if cued and not counted and len(said) == 2 and _OF_DAY.fullmatch(number):
            return True
    return False


def _is_clock(value: str, before: str, words: PublicWords) -> bool:
    """Whether an hour and its minutes are a time of day, though a word for hours follows: "10:00
    horas", "a las 9:30 horas"; but "1:30 hours" is a length."""
    clock = _CLOCK_TIME.match(value.strip())
    if clock is None or not _OF_DAY.fullmatch(clock[1]):
        return False
    cued = " ".join(("", *flat(before).split())).endswith(words.clock_cues)
    return cued or len(clock[1]) > 1


def _completes_date(behind: str, words: PublicWords) -> bool:
    """Whether a month follows: "5" in "5 de mayo"."""
    found = _PIECE.findall(flat(behind))[:2]
    return not words.calendar.isdisjoint(found)


def _from_event(said: list[str], behind: str, words: PublicWords) -> bool:
    """Whether a day is counted from something: "day 5" of treatment."""
    said = [word for word in said if word not in words.small]
    if len(said) != 2 or said[0] not in words.interval_units or not said[1].isdigit():
        return False
    if said[0] in words.units_before:
        return True
    after = [word for word in _PIECE.findall(flat(behind)) if word not in words.small][:1]
    return bool(after) and after[0] in words.interval_after


def _counted(said: list[str], words: PublicWords) -> bool:
    """Whether every number counts units of time, and nothing else stands there."""
    units = words.interval_units
    allowed = words.interval_words | words.small | words.ordinals | words.ordinal_ends | units
    numerals = words.numerals
    for piece in said:
        if not (piece[0].isdigit() or piece in allowed or piece in numerals):
            return False
    return not units.isdisjoint(said) and said[-1] not in numerals and not said[-1].isdigit()


def says_measure(value: str, behind: str, words: PublicWords) -> bool:
    """Whether it is a number with a unit of measure, in it or behind it: "20 mg", "10x10" cm."""
    low = value.strip().lower()
    inside = re.fullmatch(r"[\d.,x×/+\-–\s]+\s*([^\W\d_][\w/µ]*|%|‰|°|º)?(?:\s+\w+)?", low)
    if inside is None or not any(letter.isdigit() for letter in low):
        return False
    if inside[1] is not None:
        return inside[1] in words.measures or inside[1].partition("/")[0] in words.measures
    after = _UNIT_AFTER.match(_SERIES.sub("", behind))
    unit = after[1].lower() if after else ""
    if len(unit.partition("/")[0]) == 1 and "/" in behind[:4] and "/" in low:
        return False  # "12/12 w/ Dr Pym", "3/14 c/o pain"
    return unit in words.measures or unit.partition("/")[0] in words.measures


_VALUES = r"\d{1,3}(?:[.,]\d{1,2})?"
_READING = re.compile(rf"{_VALUES}(?:\s?[/-]\s?{_VALUES})?\s?[%°º]?")
_DATED = re.compile(r"(?:[0-2]?\d|3[01])[/.-](?:[0-2]?\d|3[01])(?:[/.-]\d+)?")
_PAIR = re.compile(r"(\d{1,3})\s?/\s?(\d{1,4})")
_SYSTOLIC, _DIASTOLIC, _PULSE = range(60, 281), range(30, 171), 8
"""What pressures of the blood are, and how far the two lie apart at least."""
_OUT_OF = 100
_DAYS = 31
_NEAR = 6
"""Words and figures that are looked at before a reading."""


def says_reading(value: str, before: str, words: PublicWords, *, figures: bool) -> bool:
    """Whether it is what somebody measured or scored: figures behind the name of the measure
    ("BP 142/88", "GCS 15/15"), or, where the mark says no more than that there are ``figures``,
    a pair that can only be that: 174/110, 85/100, 1/320."""
    plain = value.strip()
    named = re.match(r"[^\W\d_]+(?:2|\b)", plain)
    cue = " ".join(flat(named[0]).split()) if named else ""
    if named and cue in words.readings:
        plain = plain[named.end() :].strip(" :=~≈<>")
    elif not _behind_measure(before, words, near=_DATED.fullmatch(plain) is not None):
        if not figures or _DECIMALS.fullmatch(plain) or _CROSSED.match(plain):
            return figures
        return _only_reading(plain)
    return _READING.fullmatch(plain) is not None


def _behind_measure(before: str, words: PublicWords, *, near: bool) -> bool:
    """Whether the words before end with a measure, and no more than a link and other readings of
    it stand between: "BP was", "BP 142/88 and". ``near``: nothing may, as before what may be a
    date."""
    said = re.findall(r"[^\W\d_]+2?|\d+(?:[./,]\d+)?|[^\w\s:=~≈<>]", flat(before))
    for word in reversed(said[-_NEAR:]):
        if word in words.readings:
            return True
        if near or not (word in words.reading_links or _READING.fullmatch(word) or word in ",("):
            return False
    return False


def _only_reading(value: str) -> bool:
    pair = _PAIR.fullmatch(value)
    if pair is None:
        return False
    first, last = int(pair[1]), int(pair[2])
    pressed = first in _SYSTOLIC and last in _DIASTOLIC and first - last >= _PULSE
    return pressed or last == _OUT_OF or (first == 1 and last > _OUT_OF // 3)


_GROUPS = re.compile(r"\d+(?:[/-]\d+){1,3}")
_MANY = 3
"""Figures of a group that is neither a day nor a month."""


def says_code(value: str) -> bool:
    """Whether figures with strokes can be neither a date nor a reading: "4711/24", "2024/55-3091";
    but "05/2024", "2015/16", "2024/05/17" and "174/110" can."""
    if "/" not in value or not _GROUPS.fullmatch(value) or _only_reading(value):
        return False
    groups = re.split("[/-]", value)
    long = [one for one in groups if len(one) >= _MANY]
    if not long or not any(len(one) > _MANY or int(one) > _OUT_OF for one in long):
        return False
    years = [one for one in long if _YEAR.fullmatch(one)]
    small = [int(one) for one in groups if len(one) < _MANY]
    dated = len(long) == len(years) == 1 and all(number <= _DAYS for number in small)
    return not dated and len(groups) != len(years)


def says_amount_below(value: str, limit: int, words: PublicWords) -> bool:
    """Whether it tells sums of money, in figures or words, and all of them are below a limit or
    round: three figures and zeros behind them."""
    numbers = [_whole(number) for number in _FIGURES.findall(value)]
    numbers = [0 if _round(number) else number for number in numbers]
    said = [piece for piece in _PIECE.findall(flat(value)) if piece[0].isalpha()]
    for language in words.languages:
        known = words_of(language)
        if any(word in known.scales for word in said):
            return False
        numbers += [
            table[word]
            for word in said
            for table in (known.digits, known.teens, known.tens, known.hundreds)
            if word in table
        ]
    return bool(numbers) and max(numbers) < limit


def _round(number: int) -> bool:
    return len(str(number).rstrip("0")) <= _ROUND


def _whole(number: str) -> int:
    """The whole units of a sum: two figures behind the last sign are cents."""
    head = _CENTS.sub("", number)
    return int("".join(filter(str.isdigit, head)) or "0")


def says_age_below(value: str, limit: int, words: PublicWords) -> bool:
    """Whether it tells ages, in figures or words, and all of them are below a limit; what counts
    months, weeks or days is."""
    numbers = [int(number) for number in re.findall(r"\d+", value)]
    said = _PIECE.findall(flat(value))
    for language in words.languages:
        known = words_of(language)
        tens = [known.tens[word] for word in said if word in known.tens]
        small = [
            table[word]
            for word in said
            for table in (known.digits, known.teens)
            if word in table and word not in words.small
        ]
        if tens and small:
            numbers.append(max(tens) + min(small))
        else:
            numbers += tens or small
        if any(word in known.hundreds or word in known.hundred for word in said):
            return False
    return bool(numbers) and max(numbers) < limit
