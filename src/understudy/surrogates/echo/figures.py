"""Numbers, however their digits are grouped; ages; and times of day."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import time
from functools import cache
from itertools import product

from understudy.core.folding import flat, lower_without_accents
from understudy.languages import get, installed
from understudy.languages.numbers.dictated import digits_in
from understudy.languages.numbers.words import number_table, words_of
from understudy.languages.numbers.writing import Style, cardinal
from understudy.surrogates.dates.facts import calendar_facts
from understudy.surrogates.dates.forms import part_of_day
from understudy.surrogates.echo.forms import (
    AGE,
    AMOUNT,
    DERIVED,
    ENDING,
    MONEY,
    Form,
    Pair,
    form_of,
)
from understudy.surrogates.echo.tokens import WORD, cut

__all__ = [
    "age_forms",
    "figures_in_words",
    "money",
    "number_forms",
    "regrouped",
    "spelled_forms",
    "spoken",
    "time_forms",
    "written_so",
]

_SHORTEST = 5
"""So many letters and digits are one number, however they are grouped."""
_COUNTED = 3
_LAST = 4
_LONG = 9
_DROPPED = 5
"""Digits of the code of a country that a number may lack."""
_NATIONAL = 7
_OLDEST = 3
"""Figures of the highest age."""
_EXACT = frozenset(("IP_ADDRESS", "MAC_ADDRESS", "COORDINATES", "PASSWORD", "API_KEY"))
_AMOUNTS = frozenset(("AMOUNT", "NUMBER", "QUANTITY"))
_NUMBER = re.compile(r"\d[\d.,\s]*\d|\d")
_CENTS = re.compile(r"[.,](\d{1,2})\Z")
_NO_CENTS = "00"
_WHOLE = r"(?:\d{1,3}(?:[^\w\n]\d{3})+|\d+)"
"""A number in groups of three figures, or in one."""
_CLOCK = re.compile(
    r"(\d{1,2})(?:[:.h](\d{2})\s*(?:([ap])\.?\s*m\.?)?|\s*([ap])\.?\s*m\.?)", re.IGNORECASE
)
_HALF = re.compile(r"[ap]\.?\s*m\.?\s*\Z", re.IGNORECASE)
_NOON, _HALF_PAST = 12, 30
_TRUNK = "0"
_HALVES = ("{} {}m", "{}{}m", "{} {}.m.", "{}{}.m.")


def _bare(text: str) -> str:
    return "".join(filter(str.isalnum, text))


def number_forms(pair: Pair) -> Iterator[tuple[str, Form]]:
    """Letters and digits of a number → its form; with those without the code of a country, without
    the letters before it, and of the last four digits."""
    new, old = _bare(pair.stand_in), _bare(pair.original)
    if pair.category in _AMOUNTS:
        yield from _amount_forms(pair)
        return
    if pair.category in _EXACT or len(new) < _SHORTEST or not old:
        return
    yield lower_without_accents(new), form_of((new, old))
    same = 0
    while same < min(len(new), len(old)) and new[same].lower() == old[same].lower():
        same += 1
    letters = len(new) - len(new.lstrip("".join({one for one in new if one.isalpha()})))
    if 0 < letters <= same and new[letters:].isdecimal() and len(new) - letters >= _SHORTEST:
        yield new[letters:], form_of((new[letters:], old[letters:]), rank=DERIVED)
    if new.isdecimal() and len(new) == len(old):
        for size in range(1, min(same, _DROPPED) + 1):
            if len(new) - size >= _NATIONAL:
                yield new[size:], form_of((new[size:], old[size:]), rank=DERIVED)
                if pair.stand_in.lstrip("( ").startswith("+"):  # as it is dialled in its country
                    trunk = _TRUNK + new[size:], _TRUNK + old[size:]
                    yield trunk[0], form_of(trunk, rank=DERIVED)
    if len(new) >= _LONG and new[-_LAST:].isdecimal() and old[-_LAST:].isdecimal():
        form = form_of((new[-_LAST:], old[-_LAST:]), rank=DERIVED, check=ENDING)
        yield new[-_LAST:], form


def _amount_forms(pair: Pair) -> Iterator[tuple[str, Form]]:
    """The figures of an amount, with its cents and, where they are none, without."""
    (new, cents), (old, own) = (_amount(text) for text in (pair.stand_in, pair.original))
    if not new or not old or bool(cents) != bool(own):
        return
    check = MONEY if _is_money(pair.stand_in) else AMOUNT
    if len(new) + len(cents) >= _COUNTED or check == MONEY:
        pieces = [(new, old)] + ([(cents, own)] if cents else [])
        yield new + cents, form_of(*pieces, check=check)
    if not cents and len(new) > 1:
        yield new + _NO_CENTS, form_of((new, old), _NO_CENTS, rank=DERIVED, check=check)
    elif cents == own == _NO_CENTS and min(len(new), len(old)) >= _COUNTED:
        yield new, form_of((new, old), rank=DERIVED, check=check)


def _is_money(text: str) -> bool:
    """Whether an amount has its currency beside it, which then tells a short one."""
    return any(one.key in money() for one in cut(text))


@cache
def money() -> frozenset[str]:
    """The signs and names of currencies."""
    return frozenset(
        lower_without_accents(word)
        for one in installed()
        for word in get(one).table("echo")["money"]
    )


def _amount(text: str) -> tuple[str, str]:
    """The whole of an amount, and its cents."""
    found = _NUMBER.search(text)
    if found is None:
        return "", ""
    cents = _CENTS.search(found[0])
    whole = found[0][: cents.start()] if cents else found[0]
    return "".join(filter(str.isdecimal, whole)), cents[1] if cents else ""


def written_so(form: Form, text: str) -> bool:
    """Whether the figures of an amount are grouped as one: 82,000 is no 820.00."""
    if form.check not in (AMOUNT, MONEY):
        return True
    cents = rf"[.,]\d{{{len(form.pieces[1].stand_in)}}}" if len(form.pieces) > 1 else ""
    return re.fullmatch(_WHOLE + cents, text) is not None


def spelled_forms(pair: Pair) -> Iterator[Form]:
    """An amount or an age in words, in any language: a model may answer in another one."""
    aged = pair.category == "AGE"
    numbers = [
        (_age(text), "") if aged else _amount(text) for text in (pair.stand_in, pair.original)
    ]
    if any(not whole or cents not in ("", _NO_CENTS) for whole, cents in numbers):
        return
    new, old = (int(whole) for whole, _ in numbers)
    if new == old or max(new, old) >= _SPELLED:
        return
    check = AGE if aged else MONEY if _is_money(pair.stand_in) else AMOUNT
    seen: set[str] = set()
    for language in installed():
        for style in _STYLES:
            said, meant = (cardinal(one, language, style) for one in (new, old))
            if said not in seen and (check != AMOUNT or not said.isalpha()):
                seen.add(said)
                yield form_of((said, meant), rank=DERIVED, check=check)


_SPELLED = 10**9
_STYLES = [
    Style(hyphen=not open_, joined=joined, hundreds=hundreds, feminine=feminine, short=not feminine)
    for feminine, open_, joined, hundreds in product((False, True), repeat=4)
]


@cache
def figures_in_words() -> tuple[dict[str, str], ...]:
    """For each language the words that figures are said with, and which they are."""
    found = []
    for one in installed():
        words = words_of(one)
        found.append(
            {word: str(value) for word, value in words.digits.items()}
            | dict.fromkeys(map(flat, words.zeros), "0")
        )
    return tuple(found)


def spoken(text: str, form: Form, known: dict[str, str]) -> str:
    """The original figure by figure in the words of a language, with the signs of the text."""
    table = number_table(installed()[figures_in_words().index(known)])["digits"]
    tokens = cut(text)
    zero = next((one.text for one in tokens if known.get(one.key) == "0"), str(table[0]))
    said = [zero if sign == "0" else str(table[int(sign)]) for sign in form.original]
    if len(said) != sum(one.kind == WORD for one in tokens):
        return " ".join(said)
    fresh = iter(said)
    made = "".join(next(fresh) if one.kind == WORD else one.text for one in tokens)
    return made[:1].upper() + made[1:] if text[:1].isupper() else made


def regrouped(text: str, form: Form) -> str:
    """The original with the signs between its digits that the text has; where it has more digits
    or fewer, grouped as the text is, from behind. Cents stay behind their sign."""
    if form.check in (AMOUNT, MONEY) and len(form.pieces) > 1:
        cents = len(form.pieces[1].stand_in) + 1
        whole = _regrouped(text[:-cents], form.pieces[0].original)
        return f"{whole}{text[-cents]}{form.pieces[1].original}"
    return _regrouped(text, form.original)


def _regrouped(text: str, old: str) -> str:
    own = [sign for sign in text if sign.isalnum()]
    if len(own) == len(old):
        fresh = iter(old)
        made = "".join(next(fresh) if sign.isalnum() else sign for sign in text)
        return made.lower() if text.islower() else made
    marks = {sign for sign in text if not sign.isalnum()}
    if len(marks) == 1 and old.isdecimal():
        head = len(old) % 3 or 3
        groups = [old[:head], *(old[at : at + 3] for at in range(head, len(old), 3))]
        return marks.pop().join(groups)
    return old


def age_forms(pair: Pair) -> Iterator[tuple[str, Form]]:
    """The figures of an age, where the words around say that it is one."""
    new, old = (_age(text) for text in (pair.stand_in, pair.original))
    if new and old and new != old:
        yield new, form_of((new, old), rank=DERIVED, check=AGE)


def _age(text: str) -> str:
    """The one number of an age, be it in figures or in words."""
    found = re.findall(r"\d+", text)
    if found:
        return str(found[0]) if len(found) == 1 else ""
    said = (digits_in(text, one) for one in installed())
    return next((one for one in said if one and len(one) <= _OLDEST), "")


def time_forms(pair: Pair) -> Iterator[Form]:
    """A time of day, in twelve hours and in twenty-four."""
    yield form_of((pair.stand_in, pair.original))
    clocks = [_read(text) for text in (pair.stand_in, pair.original)]
    new, old = clocks
    if new is None or old is None:
        return
    for language in installed():
        yield from _told_hours(new[0], old[0], language, halves=new[1] or old[1])
    # Where neither tells which half of the day it is in, both are hours of a whole day.
    for style in _HALVES:
        for sign in ":.":
            written = [_twelve(one[0], style, sign) for one in (new, old)]
            yield form_of((written[0], written[1]), rank=DERIVED)
        if not new[0].minute:
            written = [_twelve(one[0], style, whole=True) for one in (new, old)]
            yield form_of((written[0], written[1]), rank=DERIVED)
    for style in ("{:%H:%M}", "{:%H.%M}", "{:%H:%M}:00"):
        yield form_of((style.format(new[0]), style.format(old[0])), rank=DERIVED)
    if all(_HALF.search(text) for text in (pair.stand_in, pair.original)):
        # Without its half a time is on the dial that it had: "10:15" is "8:30", not "08:30"; of
        # one before noon for one behind it only the hours of a whole day tell the half.
        turned = new[0].hour < _NOON <= old[0].hour
        written = [_twelve(new[0], "{}"), f"{old[0]:%H:%M}" if turned else _twelve(old[0], "{}")]
        yield form_of((written[0], written[1]), rank=DERIVED)


def _told_hours(new: time, old: time, language: str, *, halves: bool) -> Iterator[Form]:
    """Times as people say them: "half past six", "a las seis y media de la tarde"."""
    (said, shown), (meant, own) = (_told_hour(one, language) for one in (new, old))
    ways = [(said, meant)] if new.minute else []
    articles = calendar_facts(language)["hour_article"]
    if articles:
        lead = "" if new.minute else get(language).table("echo")["hours"]["lead"] + " "
        both = [f"{lead}{articles[hour != 1]} {one}" for hour, one in ((shown, said), (own, meant))]
        ways.append((both[0], both[1]))
    elif not new.minute:
        ways.append((said, meant))
    for one, other in ways:
        yield form_of((one, other), rank=DERIVED)
        if halves:
            parts = [part_of_day(moment.hour, language) for moment in (new, old)]
            yield form_of((f"{one} {parts[0]}", f"{other} {parts[1]}"), rank=DERIVED)


def _told_hour(moment: time, language: str) -> tuple[str, int]:
    """A time in words, and the hour that is said in it."""
    ways = get(language).table("echo")["hours"]
    way = {0: "whole", 15: "quarter", 30: "half", 45: "three_quarters"}.get(moment.minute)
    way = way or ("past" if moment.minute < _HALF_PAST else "to")
    hour = (moment.hour + (way in ("three_quarters", "to")) - 1) % 12 + 1
    style = Style(feminine=calendar_facts(language)["traits"]["hours_feminine"])
    minutes = moment.minute if way == "past" else 60 - moment.minute
    told = ways[way].format(
        hour=cardinal(hour, language, style), minutes=cardinal(minutes, language)
    )
    return str(told), hour


def _read(text: str) -> tuple[time, bool] | None:
    """A time of day, and whether it tells the half of it: "09:10" does, "9:10" does not."""
    found = _CLOCK.fullmatch(text.strip())
    if found is None or int(found[1]) > 23 or int(found[2] or 0) > 59:
        return None
    hour, half = int(found[1]), (found[3] or found[4] or "").lower()
    if half:
        hour = hour % 12 + (12 if half == "p" else 0)
    return time(hour, int(found[2] or 0)), bool(half) or hour > 12 or found[1][0] == "0"


def _twelve(moment: time, style: str, sign: str = ":", *, whole: bool = False) -> str:
    hour = str((moment.hour - 1) % 12 + 1)
    if moment.minute or not whole:
        hour = f"{hour}{sign}{moment.minute:02}"
    return style.format(hour, "p" if moment.hour >= 12 else "a")
