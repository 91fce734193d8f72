"""Numbers, however their digits are grouped; ages; and times of day."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import time

from understudy.core.folding import lower_without_accents
from understudy.surrogates.echo.forms import AGE, DERIVED, ENDING, Form, Pair, form_of

__all__ = ["age_forms", "number_forms", "regrouped", "time_forms"]

_SHORTEST = 5
"""So many letters and digits are one number, however they are grouped."""
_COUNTED = 3
_LAST = 4
_LONG = 9
_DROPPED = 5
"""Digits of the code of a country that a number may lack."""
_NATIONAL = 7
_EXACT = frozenset(("IP_ADDRESS", "MAC_ADDRESS", "COORDINATES", "PASSWORD", "API_KEY"))
_AMOUNTS = frozenset(("AMOUNT", "NUMBER", "QUANTITY"))
_NUMBER = re.compile(r"\d[\d.,\s]*\d|\d")
_NO_CENTS = re.compile(r"\d[.,]00\D*\Z")
_CLOCK = re.compile(r"(\d{1,2})[:.h](\d{2})\s*(?:([ap])\.?\s*m\.?)?", re.IGNORECASE)
_HALF = re.compile(r"[ap]\.?\s*m\.?\s*\Z", re.IGNORECASE)
_HALVES = ("{} {}m", "{}{}m", "{} {}.m.", "{}{}.m.")


def _bare(text: str) -> str:
    return "".join(filter(str.isalnum, text))


def number_forms(pair: Pair) -> Iterator[tuple[str, Form]]:
    """Letters and digits of a number → its form; with those without the code of a country, without
    the letters before it, and of the last four digits."""
    new, old = _bare(pair.stand_in), _bare(pair.original)
    if pair.category in _AMOUNTS:
        new, old = (_amount(text) for text in (pair.stand_in, pair.original))
        if len(new) >= _COUNTED and old:
            yield new, form_of((new, old))
        ends = [_NO_CENTS.search(text.rstrip()) for text in (pair.stand_in, pair.original)]
        if all(ends) and min(len(new), len(old)) > _COUNTED + 1:
            yield new[:-2], form_of((new[:-2], old[:-2]), rank=DERIVED)
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
    if len(new) >= _LONG and new[-_LAST:].isdecimal() and old[-_LAST:].isdecimal():
        form = form_of((new[-_LAST:], old[-_LAST:]), rank=DERIVED, check=ENDING)
        yield new[-_LAST:], form


def _amount(text: str) -> str:
    found = _NUMBER.search(text)
    return "" if found is None else "".join(filter(str.isdecimal, found[0]))


def regrouped(text: str, form: Form) -> str:
    """The original with the signs between its digits that the text has; where it has more digits
    or fewer, grouped as the text is, from behind."""
    old = form.original
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
    new, old = (re.findall(r"\d+", text) for text in (pair.stand_in, pair.original))
    if len(new) == len(old) == 1 and new != old:
        yield new[0], form_of((new[0], old[0]), rank=DERIVED, check=AGE)


def time_forms(pair: Pair) -> Iterator[Form]:
    """A time of day, in twelve hours and in twenty-four."""
    yield form_of((pair.stand_in, pair.original))
    clocks = [_read(text) for text in (pair.stand_in, pair.original)]
    new, old = clocks
    if new is None or old is None:
        return
    # The two are written alike: where one tells which half of the day it is in, so does the other.
    if new[1] or old[1]:
        for style in _HALVES:
            written = [_twelve(one[0], style) for one in (new, old)]
            yield form_of((written[0], written[1]), rank=DERIVED)
    for style in ("{:%H:%M}", "{:%H.%M}", "{:%H:%M}:00"):
        yield form_of((style.format(new[0]), style.format(old[0])), rank=DERIVED)
    if all(_HALF.search(text) for text in (pair.stand_in, pair.original)):
        # Without its half a time is on the dial that it had: "10:15" is "8:30", not "08:30".
        both = [_twelve(one[0], "{}") for one in (new, old)]
        yield form_of((both[0], both[1]), rank=DERIVED)


def _read(text: str) -> tuple[time, bool] | None:
    """A time of day, and whether it tells the half of it: "09:10" does, "9:10" does not."""
    found = _CLOCK.fullmatch(text.strip())
    if found is None or int(found[1]) > 23 or int(found[2]) > 59:
        return None
    hour, half = int(found[1]), (found[3] or "").lower()
    if half:
        hour = hour % 12 + (12 if half == "p" else 0)
    return time(hour, int(found[2])), bool(half) or hour > 12 or found[1][0] == "0"


def _twelve(moment: time, style: str) -> str:
    hour = (moment.hour - 1) % 12 + 1
    return style.format(f"{hour}:{moment.minute:02}", "p" if moment.hour >= 12 else "a")
