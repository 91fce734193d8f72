"""The numbering plans of countries: which numbers they give out, and which begin as nobody's do."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from functools import cache
from typing import Any, NamedTuple

import phonenumbers
from phonenumbers import PhoneMetadata, PhoneNumber, PhoneNumberType

from understudy.languages import world

__all__ = [
    "MARKED",
    "MOBILE",
    "Lead",
    "free_prefixes",
    "is_given",
    "kind_of",
    "lead_in",
    "lead_like",
    "mobiles",
]

MOBILE = "mobile"
_OTHER = "other"
MARKED: Mapping[str, int] = {"mobile 0": 0, "mobile 2": 2, "mobile 3": 3, "mobile 4": 4}
"""Argentina's mobiles, called from within: a 15 stands behind so many digits of the area."""
_MARK, _MARKS, _MARKING = "15", "54", "AR"
_WHOLE_MARKED = 12
_LOCAL_MARKED = re.compile(rf"{_MARK}\d{{6,8}}")
_TRUNKS = ("0", "1")
"""What is dialled before a number within a country, of which a stand-in keeps the form."""
_LONGEST = 15


class Lead(NamedTuple):
    """How the country is written before a number, which it is, and how many digits that takes."""

    written: str
    country: str
    size: int


@cache
def free_prefixes(country: str, kind: str, count: int) -> tuple[str, ...]:
    """With what a number of so many digits begins that nobody has; empty where no list says."""
    listed = world.table("phones").get(country, {})
    return tuple(listed.get(f"{kind or _OTHER} {count}", "").split())


@cache
def mobiles() -> frozenset[str]:
    """The countries whose mobiles have numbers of their own, by their codes."""
    return frozenset(
        code
        for code, listed in world.table("phones").items()
        if any(name.startswith(MOBILE) for name in listed)
    )


def kind_of(country: str, number: str) -> str:
    """Whether a number, less its country, is one of those that the country has for mobiles, and
    where such a number is marked as one."""
    if country == "44":
        return MOBILE if number.lstrip("0").startswith("7") else ""
    if country == _MARKS:
        marked = _marked(number)
        if marked:
            return marked
    prefixes = free_prefixes(country, MOBILE, len(number))
    if not prefixes or len(number) > _LONGEST:
        return ""
    kind = phonenumbers.number_type(_number(country, number))
    if kind == PhoneNumberType.MOBILE:
        return MOBILE
    either = kind == PhoneNumberType.FIXED_LINE_OR_MOBILE
    return MOBILE if either and number[0] == prefixes[0][0] else ""


def _marked(number: str) -> str:
    if _LOCAL_MARKED.fullmatch(number):
        return "mobile 0"
    if len(number) != _WHOLE_MARKED:
        return ""
    try:
        parsed = phonenumbers.parse(f"0{number}", _MARKING)
    except phonenumbers.NumberParseException:
        return ""
    plain = str(parsed.national_number)[1:]
    for name, at in MARKED.items():
        if at and number[at : at + 2] == _MARK and number[:at] + number[at + 2 :] == plain:
            return name
    return ""


def lead_in(region: str, number: str) -> Lead | None:
    """How a number is one of a country; None where the country has no such number."""
    plan: Any = PhoneMetadata.metadata_for_region(region, None)
    if plan is None or not number.isascii() or not number or len(number) > _LONGEST:
        return None
    code = str(plan.country_code)
    leads = list(_leads(plan, code, number))
    for lead in leads:
        rest = number[lead.size :]
        if phonenumbers.is_valid_number_for_region(_number(code, rest), region):
            return lead
        if region == _MARKING and _marked(rest):
            return lead
    return None


def lead_like(region: str, number: str) -> Lead | None:
    """How a number is one of a country by its length and its first digit, given out or not."""
    plan: Any = PhoneMetadata.metadata_for_region(region, None)
    if plan is None or not number.isascii():
        return None
    code, trunk = str(plan.country_code), plan.national_prefix or ""
    sizes: Collection[int] = plan.general_desc.possible_length
    if trunk == "0" and number.startswith(trunk) and len(number) - 1 in sizes:
        return Lead("trunk", code, 1)
    return Lead("", code, 0) if not trunk and len(number) in sizes else None


def is_given(country: str, number: str) -> bool:
    """Whether a country gives out such a number, less its code."""
    return len(number) <= _LONGEST and phonenumbers.is_valid_number(_number(country, number))


def _leads(plan: Any, code: str, number: str) -> Iterator[Lead]:
    yield Lead("", code, 0)
    trunk = plan.national_prefix or ""
    if trunk in _TRUNKS and number.startswith(trunk):
        yield Lead("trunk", code, len(trunk))
    if number.startswith(code) and code != "1":
        yield Lead("bare", code, len(code))


def _number(country: str, national: str) -> PhoneNumber:
    zeros = len(national) - len(national.lstrip("0"))
    return PhoneNumber(
        country_code=int(country),
        national_number=int(national or 0),
        italian_leading_zero=bool(zeros) or None,
        number_of_leading_zeros=zeros if zeros > 1 else None,
    )
