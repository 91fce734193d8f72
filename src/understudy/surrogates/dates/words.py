"""Dates as they are written and said, read field by field.

"twenty fifth of may nineteen eighty four", "lunes 25", "el diez del nueve", "3-5 May", "los 90",
"2016-05-03T14:05Z": a date is a row of fields (weekday, day, month, year, season, decade, time)
with the text between them. A reader that meets a word it does not know gives up, or, where it is
lenient, says that it is unknown.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from itertools import islice
from typing import NamedTuple

from understudy.core.text import hidden_repr
from understudy.languages import get
from understudy.languages.lists import words_read
from understudy.languages.numbers.reading import Token, read_numeral, read_ordinal, tokens_of
from understudy.languages.numbers.words import number_table
from understudy.languages.numbers.writing import PLAIN, Style
from understudy.surrogates.dates.clock import Clock, find_clock
from understudy.surrogates.dates.facts import (
    Names,
    calendar_facts,
    month_first,
    names_of,
    public_words,
)
from understudy.surrogates.dates.forms import ROMAN

__all__ = ["EITHER", "Field", "full_year", "read_date"]

EITHER = "either"
"""The form of a month whose name in full is its short one: May."""

FIRST_SHORT_YEAR = 1940
"""Years of two figures are those of the hundred years from this one on."""
_THREE = re.compile(r"(?<!\d)(\d{1,4})([/.\-])(\d{1,2})\2(\d{1,4})(?!\d)")
_TWO = re.compile(r"(?<![\d/])(\d{1,2})(/)(\d{1,2}|\d{4})(?![\d/])")
_COMPACT = re.compile(
    r"(?<![\d/.\-])((?:19|20)\d\d)(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])(?![\d/.\-])"
)
"""Year, month and day run together."""
_OF_YEARS = re.compile(r"(?<!\d)[12]\d{3}/\Z")
"""What stands before the second of two years: the 16 of "2015/16", whatever month it may be."""
_MONTH_YEAR = re.compile(
    r"(?<!\d)(?<![^\W\d_][.\-])(\d{1,2})([.\-])(\d{4})(?!\d)(?![.\-][^\W\d_])"
    r"|(?<!\d)(\d{4})(-)(\d{2})(?!\d)"
)
_NUMERALS = {name: month for month, name in enumerate(ROMAN, 1)}
_STAMPS = frozenset(("t", "z", "utc", "gmt"))
_AHEAD = 80
"""Characters in which the next two words are looked for."""
"""Letters of a time stamp."""


@cache
def _nth(language: str) -> re.Pattern[str]:
    """What stands behind the figures of an ordinal."""
    tables = [number_table(one) for one in get(language).reads]
    letters = sorted({ending for one in tables for ending in one["ordinal_letters"].values()})
    signs = [one["ordinal_sign"] for one in tables if one["ordinal_sign"]]
    signs += [sign for one in tables for sign in one["first_signs"]]  # "1ro de octubre"
    found = [rf"{ending}\b" for ending in letters] + [rf"\.?{sign}(?![^\W_])" for sign in signs]
    return re.compile("|".join(found) or "(?!)", re.IGNORECASE)


@cache
def _letters(language: str) -> frozenset[str]:
    """The letters behind the figures of any ordinal: "3rd"."""
    tables = (number_table(one)["ordinal_letters"] for one in get(language).reads)
    return frozenset(ending for table in tables for ending in table.values())


@cache
def _expiry(language: str) -> re.Pattern[str]:
    """What says before a month and a year that something expires then."""
    words = "|".join(words_read(language, "calendar", "expiry"))
    return re.compile(rf"\b(?:{words})\w*\.?[^\w.!?]*(?:\w+[^\w.!?]+){{0,3}}$", re.I)


@cache
def _decade_ending(language: str) -> re.Pattern[str]:
    """ "the 1990s" """
    endings = [calendar_facts(one)["decade_ending"] for one in get(language).reads]
    return re.compile(rf"['’]?(?:{'|'.join(filter(None, endings)) or '(?!)'})\b", re.IGNORECASE)


@cache
def _rank(language: str) -> re.Pattern[str]:
    """Words of which the first or the second is a rank, and no day; "first Friday of June"."""
    words = "|".join(calendar_facts(language)["rank_words"]) or "(?!)"
    weekdays = "|".join(names_of(language).weekdays)
    links = "|".join(calendar_facts(language).get("rank_links", ())) or "(?!)"
    ranked = rf"\w+\s+(?:{weekdays})\s+(?:{links})"
    return re.compile(rf"\b(?:{words}|{ranked})\b", re.IGNORECASE)


@cache
def _of_month(language: str) -> re.Pattern[str]:
    """What stands between the number of a day and its month in deeds: "días del mes de"."""
    said = calendar_facts(language).get("days_of_month", ())
    words = "|".join(map(re.escape, said)) or "(?!)"
    return re.compile(rf"\s(?:{words})\s", re.IGNORECASE)


class Field(NamedTuple):
    """A part of a date, what it says, and how."""

    kind: str
    text: str
    value: int = 0
    form: str = ""
    style: Style = PLAIN
    clock: Clock | None = None

    def __repr__(self) -> str:
        return hidden_repr(self)


def full_year(value: int) -> int:
    """The year of two figures, or of four."""
    return value if value >= 100 else FIRST_SHORT_YEAR + (value - FIRST_SHORT_YEAR) % 100


def read_date(
    text: str,
    language: str,
    *,
    time: bool = False,
    before: str = "",
    lenient: bool = False,
    months_lead: bool | None = None,
) -> list[Field] | None:
    """The fields of a mention; None where it has words that no date has.

    ``lenient``: such words, and numbers that tell nothing, are fields that are unknown.
    ``months_lead``: figures have the month before the day, or behind it, whatever the language.
    """
    expires = bool(_expiry(language).search(before))
    found = _read_date(text, language, time, expires, lenient, months_lead)
    return None if found is None else list(found)


@lru_cache(maxsize=1 << 12)
def _read_date(
    text: str,
    language: str,
    time: bool,
    expires: bool,
    lenient: bool,
    months_lead: bool | None,
) -> tuple[Field, ...] | None:
    """Dates of a corpus are said alike again and again: "on monday", "in the morning"."""
    reader = _DateReader(text, language, expires, lenient)
    if months_lead is not None:
        reader.month_first = months_lead
    cursor = 0
    while clock := find_clock(text, language, whole=time, start=cursor):
        if clock.start < cursor or not reader.read(cursor, clock.start):
            return None
        reader.fields.append(Field("clock", text[clock.start : clock.end], clock=clock))
        cursor = clock.end
    if not reader.read(cursor, len(text)):
        return None
    whole = "".join(field.text for field in reader.fields) == text
    told = lenient or any(one.kind != "text" for one in reader.fields)
    return tuple(reader.fields) if whole and told else None


class _DateReader:
    def __init__(self, text: str, language: str, expires: bool, lenient: bool) -> None:
        self.text, self.language, self.expires = text, language, expires
        self.lenient, self.public = lenient, public_words(language)
        self.names: Names = names_of(language)
        self.known = calendar_facts(language)
        self.traits = self.known["traits"]
        self.month_first = month_first(language)
        self.fields: list[Field] = []
        low = [token.bare for token in tokens_of(text)]
        self.named_month = any(word in self.names.months for word in low) or any(
            word in self.names.months_short for word in low
        )

    def has(self, kind: str) -> bool:
        return any(field.kind == kind for field in self.fields)

    def add(self, kind: str, start: int, end: int, value: int = 0, form: str = "",
            style: Style = PLAIN) -> None:  # fmt: skip
        self.fields.append(Field(kind, self.text[start:end], value, form, style))

    def read(self, start: int, end: int) -> bool:
        """Reads a stretch of the text: dates in figures first, then words between them."""
        cursor = start
        for pattern, put in (
            (_THREE, self.three),
            (_TWO, self.two),
            (_MONTH_YEAR, self.month_year),
            (_COMPACT, self.compact),
        ):
            matches = list(pattern.finditer(self.text, start, end))
            if not matches:
                continue
            for match in matches:
                if not self.words(cursor, match.start()):
                    return False
                known = len(self.fields)
                if not put(match) and not self.unknown(known, match.start(), match.end()):
                    return False
                cursor = match.end()
            break
        return self.words(cursor, end)

    def unknown(self, known: int, start: int, end: int) -> bool:
        """Takes back what was read of something that turned out to be unknown."""
        if self.lenient:
            del self.fields[known:]
            self.add("unknown", start, end)
        return self.lenient

    def three(self, match: re.Match[str]) -> bool:
        """Day, month and year in figures: in the order of the country, if that is possible."""
        first, _, second, third = match.groups()
        wide = "two" if len(first) == len(second) == 2 else "one"
        if len(first) == 4:
            wide = "two" if len(second) == len(third) == 2 else "one"
            order = ("year", "month", "day")
        elif int(first) > 31:
            wide, order = "two" if len(third) == 2 else "one", ("year", "month", "day")
        elif int(second) > 12 or (int(first) <= 12 and self.month_first):
            order = ("month", "day", "year")
        else:
            order = ("day", "month", "year")
        return self.figures(match, order, (first, second, third), wide)

    def two(self, match: re.Match[str]) -> bool:
        first, _, second = match.groups()
        wide = (
            "two"
            if len(first) == len(second) == 2 or (len(second) == 4 and len(first) == 2)
            else ("one")
        )
        if len(second) == 4 or (self.expires and int(first) <= 12):
            order = ("month", "year")
        elif int(second) > 12 or (int(first) <= 12 and self.month_first):
            order = ("month", "day")
        else:
            order = ("day", "month")
        return self.figures(match, order, (first, second), wide)

    def compact(self, match: re.Match[str]) -> bool:
        order = ("year", "month", "day")
        for kind, (start, end) in zip(order, map(match.span, (1, 2, 3)), strict=True):
            form = "Y" if kind == "year" else "two"
            self.add(kind, start, end, int(self.text[start:end]), form)
        return True

    def month_year(self, match: re.Match[str]) -> bool:
        if match[4]:
            return self.figures(match, ("year", "month"), (match[4], match[6]), "two")
        wide = "two" if len(match[1]) == 2 else "one"
        return self.figures(match, ("month", "year"), (match[1], match[3]), wide)

    def figures(
        self, match: re.Match[str], order: tuple[str, ...], parts: tuple[str, ...], wide: str
    ) -> bool:
        mark = next(group for group in match.groups()[1:] if group and not group.isdecimal())
        cursor = match.start()
        for kind, part in zip(order, parts, strict=True):
            if cursor > match.start():
                self.add("text", cursor, cursor + len(mark))
                cursor += len(mark)
            value = int(part)
            if kind == "year" and len(part) not in (2, 4):
                return False
            if (kind == "day" and not 1 <= value <= 31) or (
                kind == "month" and not 1 <= value <= 12
            ):
                return False
            form = "two" if part[0] == "0" else wide
            if kind == "year":
                value, form = full_year(value), "Y" if len(part) == 4 else "y"
            self.add(kind, cursor, cursor + len(part), value, form)
            cursor += len(part)
        return True

    def words(self, start: int, end: int) -> bool:
        tokens = [one for one in tokens_of(self.text) if start <= one.start and one.end <= end]
        cursor = start
        at = 0
        while at < len(tokens):
            token = tokens[at]
            if cursor < token.start:
                self.add("text", cursor, token.start)
            known = len(self.fields)
            used = self.digits(token) if token.text[0].isdecimal() else self.word(tokens, at)
            if not used and not self.unknown(known, token.start, token.end):
                return False
            used = used or 1
            last = tokens[min(at + used, len(tokens)) - 1]
            cursor = last.end
            at += used
        if cursor < end:
            self.add("text", cursor, end)
        return True

    def digits(self, token: Token) -> int:
        """How many tokens were read: a day with its letters has two."""
        start, end, value = token.start, token.end, int(token.text)
        rest = self.text[end:]
        if token.text.isascii() and len(token.text) <= 4 and self.counts(rest):
            return self.other_word(token, "relative")
        if not token.text.isascii() or len(token.text) not in (1, 2, 4):
            return 0
        if len(token.text) == 2 and _OF_YEARS.search(self.text, 0, start):
            self.add("year", start, end, full_year(value), "y")
            return 1
        many = _decade_ending(self.language).match(rest)
        if many and value % 10 == 0 and len(token.text) > 1:
            self.add("decade", start, end, full_year(value), "Y" if value > 99 else "y")
            self.add("text", end, end + many.end())
            return 2
        if len(token.text) == 4:
            self.add("year", start, end, value, "Y")
            return int(1000 <= value < 3000)
        return self.nth(token, value) or self.two_digits(token, value)

    def nth(self, token: Token, value: int) -> int:
        """ "3rd", "1.º" """
        found = _nth(self.language).match(self.text, token.end)
        if not found or not 1 <= value <= 31:
            return 0
        letters = found.group().lower() in _letters(self.language)
        form = "nth" if letters else "ring"
        self.add("day", token.start, found.end(), value, form)
        return 2

    def two_digits(self, token: Token, value: int) -> int:
        start, end = token.start, token.end
        apostrophe = self.text[max(0, start - 1) : start] in ("'", "’")
        if self.foreign() and re.search(r"\d{4}", self.text):
            return 0
        if self.cued_decade() and len(token.text) == 2 and value % 10 == 0:
            self.add("decade", start, end, full_year(value), "y")
        elif len(token.text) == 2 and (apostrophe or self.year_next(value, end)):
            self.add("year", start, end, full_year(value), "y")
        elif 1 <= value <= 31 and not self.foreign():
            zero = token.text[0] == "0"
            self.add("day", start, end, value, "two" if zero else "one")
        else:
            return 0
        return 1

    def foreign(self) -> bool:
        """A short month before its day, as in "May 3", is of another language than Spanish."""
        if self.traits["day_after_month"]:
            return False
        said = (field for field in self.fields if field.kind in ("day", "month"))
        kinds = [(field.kind, field.form) for field in islice(said, 2)]
        return kinds == [("month", "short")]

    def cued_decade(self) -> bool:
        """Whether a word before says that a decade follows."""
        for field in reversed(self.fields):
            said = tokens_of(field.text)
            if said:
                return said[-1].bare in self.names.decade_cues
        return False

    def year_next(self, value: int, end: int) -> bool:
        """Whether a number of two figures can only be a year here: no month of its own follows."""
        links = self.known["month_links"]
        following = [
            one.bare
            for one in tokens_of(self.text[end : end + _AHEAD])[:2]
            if one.bare not in links
        ]
        if following and following[0] in {**self.names.months, **self.names.months_short}:
            return False
        kinds = [field.kind for field in self.fields if field.kind in ("day", "month", "year")]
        if value > 31 or value == 0:
            return "month" in kinds or not self.named_month
        if "year" in kinds:
            return False
        if kinds[-1:] == ["month"]:
            return "day" in kinds or not self.traits["day_after_month"]
        return kinds == ["month", "day"]

    def word(self, tokens: list[Token], at: int) -> int:
        token, names = tokens[at], self.names
        word = token.bare
        for kind, known, form in (
            ("month", names.months, "full"),
            ("weekday", names.weekdays, "full"),
            ("season", names.seasons, "full"),
            ("month", names.months_short, "short"),
            ("weekday", names.weekdays_short, "short"),
            ("weekday", names.weekdays_many, "many"),
        ):
            if word in known:
                both = kind == "month" and form == "full" and word in names.months_short
                self.add(kind, token.start, token.end, known[word], EITHER if both else form)
                return 1
        if word in _NUMERALS and self.within_figures(token):
            self.add("month", token.start, token.end, _NUMERALS[word], "roman")
            return 1
        if word in names.decades and (not names.decade_cues or self.cued_decade()):
            self.add("decade", token.start, token.end, full_year(names.decades[word]), "words")
            return 1
        if word in names.units and self.counted():
            return self.other_word(token, "relative")
        return self.number(tokens, at) or self.other(token)

    def within_figures(self, token: Token) -> bool:
        """Whether a token has one and the same mark on both sides: the V of "3-V-2016"."""
        marks = {self.text[token.start - 1 : token.start], self.text[token.end : token.end + 1]}
        return len(marks) == 1 and marks <= {"-", "/", "."}

    def counts(self, rest: str) -> bool:
        """Whether a number is how many days or years: it tells no date; but that of "a los 9 días
        del mes de abril" does."""
        of_month = _of_month(self.language).match(rest) is not None
        return not of_month and _counts_units(rest, self.names)

    def counted(self) -> bool:
        """Whether a number of units stands right before: "one second" is no second day."""
        told = [field.kind for field in self.fields if field.text.strip()]
        return told[-1:] == ["relative"]

    def other(self, token: Token) -> int:
        word = token.bare
        stamped = word in _STAMPS or word in words_read(self.language, "calendar", "hour_marks")
        if word in self.names.relative:
            return self.other_word(token, "relative")
        if word in self.names.links or stamped or (self.lenient and word in self.public):
            return self.other_word(token, "text")
        return 0

    def other_word(self, token: Token, kind: str) -> int:
        self.add(kind, token.start, token.end)
        return 1

    def number(self, tokens: list[Token], at: int) -> int:
        """A day, a month or a year in words."""
        if tokens[at].bare in self.known["not_days"]:
            return 0
        ordinal = read_ordinal(self.text, tokens, at, self.language)
        if ordinal and self.day_wanted(ordinal[0]):
            value, stop, style = ordinal
            self.add("day", tokens[at].start, tokens[stop - 1].end, value, "ordinal", style)
            return stop - at
        read = read_numeral(self.text, tokens, at, self.language)
        if read is None:
            return 0
        start, end = tokens[at].start, tokens[read.end - 1].end
        value = read.value
        if self.counts(self.text[end:]):
            self.add("relative", start, end)
            return read.end - at
        pair = self.pair(tokens, at, value, read.end)
        if pair:
            return pair
        return self.said(value, start, end, read.style) and read.end - at

    def day_wanted(self, value: int) -> bool:
        """Whether an ordinal is a day; those of "first week of" and "second half" are ranks."""
        last: int = self.known["ordinal_days"]
        return 1 <= value <= last and not _rank(self.language).search(self.text)

    def pair(self, tokens: list[Token], at: int, value: int, stop: int) -> int:
        """A year in two pairs: "nineteen eighty four", "twenty oh five"."""
        if not self.traits["year_pairs"] or not 15 <= value <= 21 or stop >= len(tokens):
            return 0
        if not self.named_month and not self.has("day") and self.has("month"):
            return 0
        if tokens[stop].bare in self.known["pair_zeros"] and stop + 1 < len(tokens):
            read = read_numeral(self.text, tokens, stop + 1, self.language)
            zero = tokens[stop].bare
            if read is None or read.value > 9:
                return 0
        else:
            read, zero = read_numeral(self.text, tokens, stop, self.language), ""
            if read is None or not 10 <= read.value <= 99:
                return 0
        style = Style(hyphen=read.style.hyphen, zero=zero)
        year = value * 100 + read.value
        self.add("year", tokens[at].start, tokens[read.end - 1].end, year, "pair", style)
        return read.end - at

    def said(self, value: int, start: int, end: int, style: Style) -> bool:
        kinds = [field.kind for field in self.fields if field.kind in ("day", "month", "year")]
        if value >= 1000:
            self.add("year", start, end, value, "cardinal", style)
        elif not self.named_month and self.month_number(value, kinds):
            self.add("month", start, end, value, "cardinal", style)
        elif 10 <= value <= 99 and self.year_next(value, end):
            self.add("year", start, end, full_year(value), "two words", style)
        elif 1 <= value <= 31 and "day" not in kinds[-1:]:
            self.add("day", start, end, value, "cardinal", style)
        else:
            return False
        return value < 3000

    def month_number(self, value: int, kinds: list[str]) -> bool:
        """ "el diez del nueve"; "four twelve eighty", where the month comes first."""
        if not 1 <= value <= 12:
            return False
        return kinds == ([] if self.month_first or self.expires else ["day"])


def _counts_units(rest: str, names: Names) -> bool:
    """Whether a number is how many days or years: it tells no date."""
    found = re.match(r"[\s-]+([^\W\d_]+)", rest)
    return bool(found) and tokens_of(found[1])[0].bare in names.units  # type: ignore[index]
