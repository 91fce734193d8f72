"""Lengths of time, measures and ages: figures that carry meaning and point at no day and nobody.

"cada 12 horas", "after 24 hours", "4th day", "10x10 cm" and "46 years old" are told from "12 May",
"2003" and "94 years old".
"""

from __future__ import annotations

import re

from understudy.core.folding import flat
from understudy.languages.numbers.words import words_of
from understudy.languages.public import PublicWords

__all__ = ["says_age_below", "says_amount_below", "says_length", "says_measure"]

_PIECE = re.compile(r"\d+(?:[.,]\d+)*|[^\W\d_]+|[^\w\s]")
_FIGURES = re.compile(r"\d[\d.,'’]*")
_ROUND = 3
_CENTS = re.compile(r"[.,]\d{1,2}[.,]?\Z")
_YEAR = re.compile(r"(?:1[6-9]|20)\d\d")
_SERIES = re.compile(r"\A(?:-\d{1,3})+(?=\s?[^\W\d_])")
"""The end of doses one after the other: "15-5-5-5 mg"."""
_UNIT_AFTER = re.compile(r"\s*/?\s*([^\W\d_]+\d?(?:/[^\W\d_]+)?|%|‰|°|º)")
_CROSSED = re.compile(r"\d+(?:[.,]\d+)?(?:\s*[xX×]\s*\d+(?:[.,]\d+)?)+\Z")
_DECIMALS = re.compile(r"\d+[,.]\d+\s*[-–]\s*\d+(?:[,.]\d+)?|\d+\s*[-–/]\s*\d+,\d+")


def says_length(value: str, behind: str, words: PublicWords) -> bool:
    """Whether a mark of a date or time names none: a length, an interval, or a word that says no
    day. ``behind`` is the text behind it, which may be the rest of a date."""
    low = flat(value)
    pieces = _PIECE.findall(low)
    said = [piece for piece in pieces if piece[0].isalnum()]
    if not said or not words.calendar.isdisjoint(said):
        return False
    numbers = [piece for piece in said if piece[0].isdigit()]
    numerals = [word for word in said if word in words.numerals and word not in words.small]
    if not numbers and not numerals:
        return True  # "the period", "surgery": a word that is no day
    if _completes_date(behind, words) or any(map(_YEAR.fullmatch, numbers)):
        return False
    if _counted(said, words) or (not numbers and len(numerals) == 1):
        return True  # "two": a year has more words
    plain = value.strip()
    sized = _DECIMALS.fullmatch(plain) or _CROSSED.match(plain)
    return bool(sized) or _impossible(plain) or _from_event(said, behind, words)


def _completes_date(behind: str, words: PublicWords) -> bool:
    """Whether a month follows: "5" in "5 de mayo"."""
    found = _PIECE.findall(flat(behind))[:2]
    return not words.calendar.isdisjoint(found)


def _impossible(value: str) -> bool:
    """Whether what has the form of a day and month can be none: "174/110"."""
    pair = re.fullmatch(r"\s*(\d{1,4})\s*[/-]\s*(\d{1,4})\s*", value)
    if pair is None:
        return False
    first, last = int(pair[1]), int(pair[2])
    dated = (first <= 31 and last <= 31) or (first <= 12 and _YEAR.fullmatch(pair[2]) is not None)
    return not dated


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
