"""Telephone numbers as a mention gives them: country, number and extension."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import NamedTuple

from understudy.languages import get
from understudy.languages.lists import words_read
from understudy.surrogates.mention import Mention
from understudy.surrogates.numbers.form import Piece
from understudy.surrogates.numbers.forms import calling_codes
from understudy.surrogates.numbers.raw_codes import Raw, grouped
from understudy.surrogates.numbers.sketch import Shown
from understudy.surrogates.numbers.vocabulary import phrase

__all__ = ["Lead", "home_code", "is_mobile", "lead_of", "phone_of"]


def phone_of(
    mention: Mention,
    items: Sequence[Piece],
    gaps: Sequence[str],
    before: str,
    shown: Shown,
    hints: Mapping[str, str],
    language: str,
) -> Raw:
    """The number of a mention, without its country, which stands apart."""
    groups, joints = grouped(items, gaps, shown)
    extension, tail = "", ""
    words = words_read(language, "numbers", "extension_words")
    for at, joint in enumerate(joints):
        if any(word in words for word in re.findall(r"[^\W\d_]+", joint.lower())):
            extension, tail = "".join(groups[at + 1 :]), phrase(joint, language)
            groups, joints = groups[: at + 1], joints[:at]
            break
    number = "".join(groups)
    lead, country, cut = lead_of(number, before, language)
    gap = ""
    if lead == "+":
        before = before.replace("+", "", 1)
    left = cut
    while left and groups:
        taken = min(left, len(groups[0]))
        groups[0] = groups[0][taken:]
        left -= taken
        if not groups[0]:
            groups.pop(0)
            gap = joints.pop(0) if joints else ""
    if lead == "+" and groups and groups[0] == "0":
        groups.pop(0)
        lead, joints[:1] = "+0", []
        gap = " " if " " in gap or not gap else ""
    mobile = is_mobile(country, number[cut:])
    return Raw(
        tuple(groups),
        tuple(phrase(joint, language) for joint in joints),
        shown._replace(
            before=phrase(before, language), lead=lead, gap=phrase(gap, language), tail=tail
        ),
        mention.category,
        mention.text,
        hints,
        extension,
        "44 mobile" if mobile else country,
    )


@cache
def _plus(language: str) -> re.Pattern[str]:
    words = "|".join(rf"\b{word}\b" for word in words_read(language, "numbers", "plus_words"))
    return re.compile(words or "(?!)", re.IGNORECASE)


class Lead(NamedTuple):
    """How the country is written before a number, which it is, and how many digits that takes."""

    written: str
    country: str
    size: int


def lead_of(number: str, before: str, language: str) -> Lead:
    """What the first digits of a number say, and what stands before them."""
    home = home_code(language)
    if "+" in before or _plus(language).search(before):
        country = _country(number)
        return Lead("+" if "+" in before else "bare", country or home, len(country))
    if number.startswith("00") and len(number) > 11:
        country = _country(number[2:])
        return Lead("00", country or home, 2 + len(country))
    known = _plans(language, len(number))
    # A number that no plan begins like is read as one of the first country that writes so many.
    fitting = [one for one in known if number.startswith(one[1])] or known
    if not fitting:
        return Lead("", "", 0)
    country, lead = fitting[0]
    if not lead:
        return Lead("", country, 0)
    return Lead("bare" if lead == country and country != "1" else "trunk", country, len(lead))


def is_mobile(country: str, number: str) -> bool:
    """Whether a number, less its country, is one of those that the country has for mobiles."""
    return country == "44" and number.lstrip("0").startswith("7")


@cache
def home_code(language: str) -> str:
    """The calling code of the country that a language is at home in."""
    return get(language).home.calling_code


@cache
def _plans(language: str, count: int) -> tuple[tuple[str, str], ...]:
    """The countries of a language that write so many digits, each with those in front."""
    listed = [get(language).locale(code) for code in get(language).locales]
    leads = ((one.calling_code, one.phone.leads.get(str(count))) for one in listed)
    return tuple((country, lead) for country, lead in leads if lead is not None)


def _country(number: str) -> str:
    return next((number[:w] for w in (1, 2, 3) if number[:w] in calling_codes()), "")
