"""Telephone numbers as a mention gives them: country, number and extension."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache

from understudy.languages import get
from understudy.languages.lists import words_read
from understudy.surrogates.mention import Mention
from understudy.surrogates.numbers.form import Piece
from understudy.surrogates.numbers.forms import calling_codes
from understudy.surrogates.numbers.plans import Lead, is_given, kind_of, lead_in, lead_like
from understudy.surrogates.numbers.raw_codes import Raw, grouped, sizes_of
from understudy.surrogates.numbers.sketch import Shown
from understudy.surrogates.numbers.vocabulary import phrase
from understudy.surrogates.settings import Settings
from understudy.surrogates.signs import LANDS

__all__ = ["home_code", "lands_of", "lead_of", "phone_of"]


def lands_of(mention: Mention, settings: Settings) -> tuple[str, ...]:
    """The countries that a number without one may be of, by what is public of the text; else that
    in which alone numbers are written in such groups."""
    if not settings.country:
        return ()
    sizes = sizes_of(_FIGURES.findall(mention.text))
    told = dict(mention.attributes).get(LANDS, "").split()
    return (*told, *_BY_GROUPS.get(sizes, ()))


_FIGURES = re.compile(r"\d+")
_BY_GROUPS = {"5 5": ("IN",), "6 5": ("IN",)}
"""What the groups of figures tell: "98450 27716", "098450 27716"."""


def phone_of(
    mention: Mention,
    items: Sequence[Piece],
    gaps: Sequence[str],
    before: str,
    shown: Shown,
    hints: Mapping[str, str],
    language: str,
    lands: Sequence[str] = (),
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
    lead, country, cut = lead_of(number, before, language, lands)
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
    kind = kind_of(country, number[cut:])
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
        f"{country} {kind}".strip(),
    )


@cache
def _plus(language: str) -> re.Pattern[str]:
    words = "|".join(rf"\b{word}\b" for word in words_read(language, "numbers", "plus_words"))
    return re.compile(words or "(?!)", re.IGNORECASE)


def lead_of(number: str, before: str, language: str, lands: Sequence[str] = ()) -> Lead:
    """What the first digits of a number say, and what stands before them. A number without the code
    of a country is one of those of ``lands`` that has such numbers, the first before the others."""
    home = home_code(language)
    if "+" in before or _plus(language).search(before):
        country = _country(number)
        return Lead("+" if "+" in before else "bare", country or home, len(country))
    if number.startswith("00") and len(number) > 11:
        country = _country(number[2:])
        return Lead("00", country or home, 2 + len(country))
    usual = _usual_lead(number, language)
    if not lands:
        return usual
    fitting = [one for land in lands if (one := lead_in(land, number))]
    if usual in fitting and usual.written == "trunk":
        return usual  # "020 7123 4567" in a text of Lagos and London
    if not fitting and not (usual.country and is_given(usual.country, number[usual.size :])):
        fitting = [one for land in lands if (one := lead_like(land, number))]
    return next(iter(fitting), usual)


def _usual_lead(number: str, language: str) -> Lead:
    """What a number is by the countries of a language."""
    known = _plans(language, len(number))
    # A number that no plan begins like is read as one of the first country that writes so many.
    fitting = [one for one in known if number.startswith(one[1])] or known
    if not fitting:
        return Lead("", "", 0)
    country, lead = fitting[0]
    if not lead:
        return Lead("", country, 0)
    return Lead("bare" if lead == country and country != "1" else "trunk", country, len(lead))


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
