"""A mention of a date or a time, read as a row of public parts and the values behind them.

Every mention is read (``settling``). Day and month in figures stand in one order throughout a
document (``order``). What else only some values would show is no part of a row: figures have two
digits where a year is beside them, so that no number above nine shows; hyphens and ordinals of a
first day go by the words around, or are left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from understudy.core.folding import fold, lower_without_accents
from understudy.core.text import hidden_repr
from understudy.languages import reads
from understudy.languages.numbers.reading import read_numeral, tokens_of
from understudy.surrogates.dates.clock import HALF, Clock, article_before
from understudy.surrogates.dates.facts import calendar_facts, feasts, public_words
from understudy.surrogates.dates.items import Item, items_of
from understudy.surrogates.dates.settling import by_numbers, settled
from understudy.surrogates.dates.sketch import (
    DATED,
    HALF_PART,
    HALVES,
    MARKS,
    MEAL_PART,
    MOST_COUNTED,
    PARTS,
    Part,
)
from understudy.surrogates.dates.words import EITHER, Field, read_date
from understudy.surrogates.mention import Mention, punctuated

__all__ = [
    "Read",
    "StatedTime",
    "case_of",
    "hyphened",
    "months_alike",
    "pieces",
    "read_row",
    "tidied",
]

_FIGURES = ("one", "two")
_WORDED = ("ordinal", "cardinal", "words", "two words", "short", "feminine")
_NAMED = ("hour", "month", "weekday")
"""What is in words, or has a short name, and no hyphen in either."""
_FOUR = re.compile(r"\d{4}")
_GAPS = re.compile(r"(?<=\d)\s*/\s*(?=\d)")
_ZONE = re.compile(
    r"(?P<clock>:[0-5]\d(?:[.,]\d{1,9})?)\s?\+(?:0\d|1[0-4])(?::?[0-5]\d)?(?![\d:])"
    r"|(?P<stamp>T\d\d:[0-5]\d|:[0-5]\d:[0-5]\d(?:[.,]\d{1,9})?)"
    r"(?:[-−](?:0\d|1[0-4])(?::[0-5]\d)?|\s?[-−](?:0\d|1[0-4])[0-5]\d)(?![\d:])"
    r"|\b(?P<named>GMT|UTC)\s?[+\-−]\s?\d{1,2}(?::?[0-5]\d)?(?!\d)"
)
"""How far a clock is from that of Greenwich. It is no time: the hours between both would tell the
time, and its hours taken for a day, the day. "10:15-11:45" are two times."""
_BETWEEN = ("-", "/", ".")
_SECONDS = re.compile(r":([0-5]\d)(?:[.,]\d{1,6})?")
_NEAR = 3
"""Words behind a time that may say the part of the day."""
_NEAR_MEAL = 5
"""Words on either side of a time that may name a meal."""
_MARKS = {word: Part("mark", word=word) for word in MARKS}
_LONGEST = 60
"""Parts of the longest row; what is longer is read by its numbers alone."""


class StatedTime(NamedTuple):
    """A time of day that a mention tells."""

    minute: int
    part: int
    dial: bool
    whole: bool
    """Whether it moves by whole hours alone."""
    article: str = ""
    second: int = -1

    def __repr__(self) -> str:
        return hidden_repr(self)


class Read(NamedTuple):
    """What a mention tells, and how; dates, times and ages are numbered within the mention."""

    language: str
    parts: tuple[Part, ...]
    hyphens: bool = False
    items: tuple[Item, ...] = ()
    times: tuple[StatedTime, ...] = ()
    ages: tuple[tuple[int, str, str, str], ...] = ()
    """Number, unit, the article before it, and what the words around say of somebody young."""
    feast: str = ""
    """The name of a feast, folded: the same name is the same feast."""
    months: tuple[int, ...] = ()
    """Months beside the years of an age."""

    def __repr__(self) -> str:
        return hidden_repr(self)


def case_of(text: str) -> str:
    """Small letters, capitals, or else a capital in front; by the letters of a text."""
    letters = [letter for letter in text if letter.isalpha()]
    if not any(letter.isupper() for letter in letters):
        return "lower"
    return "upper" if len(letters) > 1 and all(map(str.isupper, letters)) else "title"


def hyphened(parts: Sequence[Part], mention: Mention) -> bool:
    """Whether numbers in words have hyphens: with capitals, and in text that has punctuation."""
    if not any(part.form in _WORDED for part in parts if part.kind not in _NAMED):
        return False
    return any(part.case != "lower" for part in parts) or punctuated(mention)


def read_row(mention: Mention, language: str, *, months_lead: bool) -> Read:
    """Every mention of a date or a time."""
    if not any(letter.isalnum() for letter in mention.text):
        return Read(language, ())
    for own, text, fields in _readings(mention, language, months_lead):
        sure = _without_doubt(fields, mention.category, own)
        items = items_of(0, sure)
        if items is not None and len(sure) <= _LONGEST:
            return _Builder(mention, text, sure, own, items).read(months_lead)
    return Read(language, ())


def months_alike(rows: Sequence[Read]) -> list[Read]:
    """The rows, with May as the other months and weekdays of the scope are: short where they are,
    else in full. By itself it tells nothing, and its stand-in must not tell it."""
    names = {part.form for row in rows for part in row.parts if part.kind in ("month", "weekday")}
    form = "short" if "short" in names and "full" not in names else "full"
    return [
        row._replace(
            parts=tuple(one._replace(form=form) if one.form == EITHER else one for one in row.parts)
        )
        if any(one.form == EITHER for one in row.parts)
        else row
        for row in rows
    ]


def _readings(
    mention: Mention, language: str, months_lead: bool
) -> Iterator[tuple[str, str, list[Field]]]:
    """How a mention may be read: in the language of the text, in another one, since people switch,
    then leniently, and by its numbers."""
    text, before = _GAPS.sub("/", _ZONE.sub(_in_utc, mention.text)), mention.before
    times = (True,) if mention.category == "TIME" else (False, True)
    if mention.category != "TIME" and _FOUR.fullmatch(text):
        times = (False,)  # "0305" is a time where it is marked as one
    doubtful = []
    for one in reads(language):
        for time in times:
            fields = read_date(text, one, time=time, before=before, months_lead=months_lead)
            if fields and _doubtful(fields, mention.category, one):
                doubtful.append((one, text, fields))
            elif fields:
                yield one, text, fields
    yield from doubtful
    for time in times:
        fields = read_date(
            text, language, time=time, before=before, lenient=True, months_lead=months_lead
        )
        kept = settled(fields, mention.category, language) if fields else None
        if kept:
            yield language, text, kept
    plain = by_numbers(text, mention.category, months_lead=months_lead)
    for time in (times[0], times[-1]):
        fields = read_date(plain, language, time=time, months_lead=months_lead)
        if fields:
            yield language, plain, fields


def _in_utc(zone: re.Match[str]) -> str:
    return zone["named"] or f"{zone['clock'] or zone['stamp']}Z"


def _doubtful(fields: Sequence[Field], category: str, language: str) -> bool:
    """A number by itself is no day in a time, nor in English beside words such as "tonight"."""
    bare = [field for field in fields if _is_bare(field, category)]
    kinds = {field.kind for field in fields if field not in bare}
    if not bare or kinds & {"month", "weekday"}:
        return False
    beside = calendar_facts(language)["traits"]["day_beside_relative"]
    return category == "TIME" or (not beside and "relative" in kinds)


def _is_bare(field: Field, category: str) -> bool:
    """A number by itself; in a time also one that would be a month: "between ten and eleven"."""
    if field.kind == "month":
        return category == "TIME" and field.form == "cardinal"
    return field.kind == "day" and field.form in (*_FIGURES, "cardinal")


def _without_doubt(fields: Sequence[Field], category: str, language: str) -> list[Field]:
    """A number that may be no day is an hour."""
    if not _doubtful(fields, category, language):
        return list(fields)
    found, cursor = [], 0
    for field in fields:
        end = cursor + len(field.text)
        if _is_bare(field, category):
            hour = field.value % 24
            at, figures = (cursor, end), field.form != "cardinal"
            clock = Clock(*at, hour * 60, at, None, None, None, 1 <= field.value <= 12, figures)
            found.append(Field("clock", field.text, clock=clock))
        else:
            found.append(field)
        cursor = end
    return found


# ── parts ───────────────────────────────────────────────────────────────────────────────────────


def pieces(text: str, language: str) -> Iterator[Part]:
    """The public words of a text, its numbers and its punctuation; other words are not kept."""
    if len(text) <= 1 and not text.isalnum():
        yield from _mark(text)
        return
    tokens = tokens_of(text)
    known = public_words(language)
    cursor, at = 0, 0
    while at < len(tokens):
        token = tokens[at]
        yield from _mark(text[cursor : token.start])
        used, cursor = 1, token.end
        read = None if token.bare in known else read_numeral(text, tokens, at, language)
        if token.bare in known:
            yield Part("word", "", case_of(token.text), known[token.bare])
        elif token.text.isdecimal() and len(token.text) <= len(str(MOST_COUNTED)):
            yield Part("count", "figures", number=int(token.text))
        elif read and read.value <= MOST_COUNTED:
            used, cursor = read.end - at, tokens[read.end - 1].end
            form = "feminine" if read.style.feminine else "short" if read.style.short else "words"
            yield Part("count", form, case_of(text[token.start : cursor]), number=read.value)
        at += used
    yield from _mark(text[cursor:])


def _mark(text: str) -> Iterator[Part]:
    if not text:
        return
    if text in _MARKS:
        yield _MARKS[text]
        return
    plain = text.replace("’", "'").replace("—", "–").replace("\u00a0", " ")
    if plain not in MARKS:
        plain = re.sub(r"[^\S\n]+", " ", plain)
    if plain not in MARKS:
        plain = next((one for one in ("\n", ", ", " ") if one in plain), "")
    if plain:
        yield Part("mark", word=plain)


def tidied(parts: Sequence[Part]) -> tuple[Part, ...]:
    """Without the marks that are left where something between them was not kept."""
    found: list[Part] = []
    for part in parts:
        if part.kind == "mark" and found and found[-1].kind == "mark":
            joined = found[-1].word + part.word
            fuller = part if found[-1].word == " " else found[-1]
            found[-1] = (
                Part("mark", word=joined) if joined in MARKS and "  " not in joined else fuller
            )
        else:
            found.append(part)
    while found and found[0].kind == "mark" and not found[0].word.strip():
        del found[0]
    while found and found[-1].kind == "mark" and found[-1].word.rstrip() in ("", ","):
        del found[-1]
    return tuple(found)


class _Builder:
    """Makes the parts of a row from the fields of a mention."""

    def __init__(
        self,
        mention: Mention,
        text: str,
        fields: Sequence[Field],
        language: str,
        items: Sequence[Item],
    ) -> None:
        self.mention, self.text, self.fields = mention, text, fields
        self.language, self.items = language, items
        self.parts: list[Part] = []
        self.times: list[StatedTime] = []
        self.feast = ""

    def read(self, months_lead: bool) -> Read:
        cursor = 0
        loose = ""
        for at, field in enumerate(self.fields):
            if field.kind in ("text", "relative"):
                loose += field.text
            else:
                self.parts += pieces(loose, self.language)
                loose = ""
                self.field(at, field)
            cursor += len(field.text)
        self.parts += pieces(loose, self.language)
        parts = tidied(_in_order(self.parts, months_lead))
        return Read(
            self.language,
            parts,
            hyphened(parts, self.mention),
            tuple(self.items),
            tuple(self.times),
            feast=self.feast,
        )

    def field(self, at: int, field: Field) -> None:
        if field.clock:
            self.clock(field.clock)
        elif field.kind in DATED:
            own = tuple(n for n, item in enumerate(self.items) if item.fields.get(field.kind) == at)
            form = self.form(field)
            if form == EITHER and self.is_short(at):
                form = "short"
            case = "lower" if form in _FIGURES else case_of(field.text)
            if form == "roman":  # a capital by itself is in capitals, too
                case = "upper" if field.text.isupper() else "lower"
            self.parts.append(Part(field.kind, form, case, of=own))
        elif field.kind == "feast":
            self.feast = fold(field.text)
            self.parts.append(Part("feast", self.feast_article(), case_of(field.text), of=(0,)))

    def form(self, field: Field) -> str:
        """How a field is told, without what only some values show."""
        known = calendar_facts(self.language)
        if field.kind == "day":
            if field.form in ("one", "two", "ring"):
                return "one"
            if field.form == "ordinal" and known["ordinal_days"] <= 1:
                return "cardinal"
        if field.kind == "year" and field.form in ("pair", "cardinal"):
            return "words"
        if field.kind == "weekday" and self.last_word() in known["many_articles"]:
            return "many"
        return field.form

    def is_short(self, at: int) -> bool:
        """Whether a month that has no short name stands where others are short: beside a short
        weekday, or between figures, as in 3-May-2016 and 03MAY16."""
        if any(field.form == "short" for field in self.fields):
            return True
        return self.has_figures(at, 1) or self.has_figures(at, -1)

    def has_figures(self, at: int, step: int) -> bool:
        """Whether a day or a year stands right beside a field, or behind a mark."""
        beside = range(at + step, -1 if step < 0 else len(self.fields), step)
        row = [self.fields[one] for one in beside[:2]]
        if row and row[0].text in _BETWEEN:
            row = row[1:]
        return bool(row) and row[0].kind in ("day", "year")

    def last_word(self) -> str:
        """The word right before what comes next, in the mention or before it."""
        for part in reversed(self.parts):
            if part.kind != "mark":
                return part.word
        words = tokens_of(self.mention.before)
        return words[-1].text.lower() if words else ""

    def feast_article(self) -> str:
        article = self.last_word()
        return article if article and article in feasts(self.language) else ""

    def clock(self, clock: Clock) -> None:
        number = (len(self.times),)
        article = article_before(self.text, clock.hour_at[0], self.language)
        slots = [(*clock.hour_at, "hour")]
        slots += [(*article, "hour article")] if article and article[0] >= clock.start else []
        slots += [(*clock.minute_at, "minute")] if clock.minute_at else []
        second = _SECONDS.match(self.text, clock.minute_at[1]) if clock.minute_at else None
        slots += [(second.start(), second.end(), "second")] if second else []
        slots += [(*clock.half_at, "half")] if clock.half_at else []
        slots += [(*clock.part_at, "daypart")] if clock.part_at else []
        told = self.told(clock, int(second[1]) if second else -1)
        between = self.text[clock.hour_at[1] : clock.minute_at[0]] if clock.minute_at else "."
        filled = ":" in between or (not between and clock.half_at is None)  # "09:05", "0905h"
        cursor = clock.start
        for start, end, kind in sorted(slots):
            self.parts += pieces(self.text[cursor:start], self.language)
            said = self.text[start:end]
            form = ""
            if kind == "hour":
                wide = filled and not told.dial
                form = "words" if not clock.figures else "two" if wide else "one"
            elif kind == "second":
                self.parts.append(Part("mark", word=":"))
            elif kind == "half":
                form = _half_form(said)
            self.parts.append(Part(kind, form, case_of(said), of=number))
            cursor = end
        self.parts += pieces(self.text[cursor : clock.end], self.language)
        self.times.append(told)

    def daypart_follows(self, clock: Clock) -> bool:
        """Whether the words behind the mention say the part of the day: "this morning"."""
        if clock.end != len(self.text):
            return False
        near = {token.bare for token in tokens_of(self.mention.after)[:_NEAR]}
        parts = calendar_facts(self.language)["day_parts"]
        return not near.isdisjoint(map(lower_without_accents, parts))

    def meal(self, minute: int) -> int | None:
        """Which meal the words around the mention name, if the time is one of its hours: "at lunch,
        around 12:30"."""
        around = (
            *tokens_of(self.mention.before)[-_NEAR_MEAL:],
            *tokens_of(self.mention.after)[:_NEAR_MEAL],
        )
        near = {token.bare for token in around}
        for meal, words in enumerate(calendar_facts(self.language).get("meals", ())):
            low, high = PARTS[MEAL_PART + meal]
            if low <= minute < high and not near.isdisjoint(map(lower_without_accents, words)):
                return meal
        return None

    def told(self, clock: Clock, second: int) -> StatedTime:
        minute, dial, part = clock.minute, clock.twelve, -1
        outer = HALF.match(self.mention.after) if clock.end == len(self.text) else None
        if outer and not clock.half_at and minute // 60 <= 12:
            afternoon = outer["half"][0] in "pP"
            minute = minute % (12 * 60) + (12 * 60 if afternoon else 0)
            dial, part = True, HALF_PART + afternoon
        elif clock.half_at or clock.part_at or (not dial and self.daypart_follows(clock)):
            part = _part_at(minute, 3, 7)
        elif not dial and clock.minute_at and _on_dial(clock):
            dial = True  # "see you at 4:00" is no hour of the night
        elif not dial:
            meal = self.meal(minute)
            part = _part_at(minute, 0, 3) if meal is None else MEAL_PART + meal
        article = ""
        if not any(one.kind != "mark" for one in self.parts):
            found = article_before(self.mention.before, len(self.mention.before), self.language)
            article = self.mention.before[slice(*found)].lower() if found else ""
        minute %= 24 * 60 if part >= 0 else 12 * 60
        return StatedTime(minute, part, dial, clock.minute_at is None, article, second)


def _on_dial(clock: Clock) -> bool:
    """Whether an hour is said as on the dial of a clock: in one figure, and one of the first."""
    start, end = clock.hour_at
    return end - start == 1 and clock.minute < PARTS[0][1]


def _part_at(minute: int, start: int, end: int) -> int:
    minute %= 24 * 60
    return next(at for at in range(start, end) if PARTS[at][0] <= minute < PARTS[at][1])


def _half_form(said: str) -> str:
    plain = "a" + " ".join(said.lower().split())[1:]
    return plain if plain in HALVES else HALVES[0]


def _in_order(parts: Sequence[Part], months_lead: bool) -> list[Part]:
    """Day and month in figures in the order of the document, and of one width: two figures for the
    day of "05-MAR-2024", too, which a table has beside "21-MAR-2024"."""
    found = list(parts)
    for at, part in enumerate(parts):
        named = part.kind == "month" and part.form not in _FIGURES
        for day in (at - 2, at + 2) if named else ():
            of = parts[day] if 0 <= day < len(parts) else part
            if of.kind == "day" and of.form in _FIGURES and _joined(parts, at, day):
                found[day] = of._replace(form="two")
    if not any(part.kind == "month" and part.form in _FIGURES for part in parts):
        return found
    for at, part in enumerate(parts):
        if part.kind != "month" or part.form not in _FIGURES:
            continue
        if at and parts[at - 1].kind == "year":  # 20160503: two figures of each
            found[at] = part._replace(form="two")
            if at + 1 < len(parts) and parts[at + 1].kind == "day":
                found[at + 1] = parts[at + 1]._replace(form="two")
            continue
        near = [
            one for one in (at - 2, at + 2) if 0 <= one < len(parts) and _joined(parts, at, one)
        ]
        years = [one for one in near if parts[one].kind == "year"]
        days = [one for one in near if parts[one].kind == "day"]
        far = [one for day in days for one in (2 * day - at,)
               if 0 <= one < len(parts) and parts[one].kind == "year"]  # fmt: skip
        form = "two" if years or far else "one"
        found[at] = part._replace(form=form)
        for day in days[:1]:
            found[day] = parts[day]._replace(form=form)
            leads = any(year < min(at, day) for year in (*years, *far))
            if not leads and months_lead == (day < at):
                found[at], found[day] = found[day], found[at]
    return found


def _joined(parts: Sequence[Part], one: int, other: int) -> bool:
    between = parts[(one + other) // 2]
    return between.kind == "mark" and between.word in ("/", "-", ".")
