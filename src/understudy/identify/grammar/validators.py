"""Named checks of a match, from maintained packages. They read spoken numbers as digits."""

from __future__ import annotations

import ipaddress
import re
from collections import Counter
from collections.abc import Callable, Mapping
from functools import cache, lru_cache, partial
from importlib import import_module
from math import log2
from typing import Any, NamedTuple

import phonenumbers

from understudy.core.settings import near
from understudy.identify.grammar.dates import is_date
from understudy.identify.grammar.nodes import Place
from understudy.identify.grammar.segwit import is_segwit
from understudy.languages import get
from understudy.languages.numbers import alphanumerics_of, digits_in

__all__ = ["VALIDATORS", "validator"]

Check = Callable[[str, str, tuple[str, ...]], bool]
"""Text, language, arguments."""


@cache
def _stdnum(module: str) -> Any:
    return import_module(f"stdnum.{module}")


def _digits(text: str, language: str, arguments: tuple[str, ...]) -> bool:
    """``digits 7 15``: how many digits there are."""
    found = digits_in(text, language)
    low = int(arguments[0])
    high = int(arguments[1]) if len(arguments) > 1 else low
    return found is not None and low <= len(found) <= high


def _luhn(text: str, language: str, _: tuple[str, ...]) -> bool:
    found = digits_in(text, language)
    return found is not None and found.strip("0") != "" and bool(_stdnum("luhn").is_valid(found))


def _coded(module: str, text: str, language: str, _: tuple[str, ...]) -> bool:
    """A number with letters, checked by python-stdnum."""
    check = _stdnum(module).is_valid
    return any(bool(check(found)) for found in _readings(text, language))


def _readings(text: str, language: str) -> list[str]:
    """A text as it is written, and as it is spoken, without what stands between."""
    written = "".join(letter for letter in text.upper() if letter.isascii() and letter.isalnum())
    spoken = alphanumerics_of(text, language)
    return [written] if spoken is None else [written, spoken]


def _any_stdnum(text: str, language: str, arguments: tuple[str, ...]) -> bool:
    return _coded(arguments[0], text, language, ())


def _phone(text: str, language: str, arguments: tuple[str, ...]) -> bool:
    """``phone``, ``phone US GB``, ``phone valid US``: possible in a region's plan, or in use."""
    digits = digits_in(text, language)
    if digits is None or not 6 <= len(digits) <= 17:
        return False
    written = f"+{digits}" if text.lstrip("( ").startswith(_plus(language)) else digits
    regions = tuple(name for name in arguments if name != "valid") or get(language).locales
    return _in_plans(written, regions, "valid" in arguments)


@cache
def _plus(language: str) -> tuple[str, ...]:
    """What stands before the code of a country: the sign, or the usual word for it."""
    in_words = (get(one).table("numbers")["plus_words"][0] for one in get(language).reads)
    return ("+", *in_words)


@lru_cache(maxsize=4096)
def _in_plans(written: str, regions: tuple[str, ...], valid: bool) -> bool:
    check = phonenumbers.is_valid_number if valid else phonenumbers.is_possible_number
    return any(_in_plan(written, region, check) for region in regions)


class _Plan(NamedTuple):
    """What can be told of a region's numbers without parsing them."""

    lengths: frozenset[int]
    prefix: re.Pattern[str]
    """What a number may have before it: the code of the country, of abroad, of another town."""


@cache
def _plan(region: str) -> _Plan | None:
    plan = phonenumbers.PhoneMetadata.metadata_for_region(region)
    if plan is None or plan.general_desc is None:
        return None
    local = plan.general_desc.possible_length_local_only
    prefixes = (
        rf"\+|{plan.country_code}",
        plan.international_prefix,
        plan.national_prefix_for_parsing,
    )
    return _Plan(
        frozenset((*plan.general_desc.possible_length, *local)),
        re.compile("|".join(f"(?:{one})" for one in prefixes if one)),
    )


def _in_plan(written: str, region: str, check: Callable[[Any], bool]) -> bool:
    plan = _plan(region)
    if plan is not None and len(written) not in plan.lengths and not plan.prefix.match(written):
        return False
    try:
        return bool(check(phonenumbers.parse(written, region)))
    except phonenumbers.NumberParseException:
        return False


def _ip(text: str, language: str, _: tuple[str, ...]) -> bool:
    address, slash, prefix = text.partition("/")
    try:
        found = ipaddress.ip_address(address.split("%")[0])
    except ValueError:
        return False
    return not slash or (prefix.isdecimal() and int(prefix) <= found.max_prefixlen)


def _mac(text: str, language: str, _: tuple[str, ...]) -> bool:
    return len(re.sub(r"[^0-9A-Fa-f]", "", text)) in (12, 16)


_EMAIL = re.compile(r"[^@\s]{1,64}@(?=[^@\s]{1,253}$)(?:[\w-]{1,63}\.)+\w[\w-]{0,61}\w")


def _email(text: str, language: str, _: tuple[str, ...]) -> bool:
    local = text.partition("@")[0]
    return (
        _EMAIL.fullmatch(text) is not None
        and ".." not in text
        and not local.startswith(".")
        and not local.endswith(".")
    )


def _calendar(text: str, language: str, _: tuple[str, ...]) -> bool:
    return is_date(text, language)


def _range(text: str, language: str, arguments: tuple[str, ...]) -> bool:
    """``range 0 120``: the value of a number."""
    found = digits_in(text, language)
    return found is not None and int(arguments[0]) <= int(found) <= int(arguments[1])


def _routing(text: str, language: str, _: tuple[str, ...]) -> bool:
    found = digits_in(text, language)
    return found is not None and bool(_stdnum("us.rtn").is_valid(found))


def _dea(text: str, language: str, _: tuple[str, ...]) -> bool:
    """A registration of the US Drug Enforcement Administration: two letters, seven digits."""
    return any(_is_registration(found) for found in _readings(text, language))


def _is_registration(found: str) -> bool:
    if not re.fullmatch(r"[A-Z][A-Z9][0-9]{7}", found):
        return False
    digits = [int(digit) for digit in found[2:]]
    return (sum(digits[0:6:2]) + 2 * sum(digits[1:6:2])) % 10 == digits[6]


def _bitcoin(text: str, language: str, _: tuple[str, ...]) -> bool:
    return bool(_stdnum("bitcoin").is_valid(text)) or is_segwit(text)


_VIN_VALUES = dict(zip("ABCDEFGHJKLMNPRSTUVWXYZ", "12345678123457923456789", strict=True))
_VIN_WEIGHTS = (8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2)


def _vin(text: str, language: str, _: tuple[str, ...]) -> bool:
    """The check digit of a vehicle identification number (ISO 3779, 49 CFR 565.15)."""
    found = text.upper()
    if len(found) != len(_VIN_WEIGHTS) or not found[-4:].isdigit():
        return False
    values = [_VIN_VALUES.get(letter, letter) for letter in found]
    if not all(value.isdigit() for value in values):
        return False
    total = sum(int(one) * weight for one, weight in zip(values, _VIN_WEIGHTS, strict=True))
    return found[8] == "0123456789X"[total % 11]


_LEAST_BITS = 2.9
"""Bits for a character, by which a key is told from words and plain counting: 32 hexadecimal
digits have about 3.6, "configuration_of_2024" has 3.6 too but hardly a digit."""


def _random(text: str, language: str, _: tuple[str, ...]) -> bool:
    """Letters and digits mixed as chance mixes them."""
    counts = Counter(letter for letter in text if letter.isalnum())
    total = sum(counts.values())
    digits = sum(count for letter, count in counts.items() if letter.isdigit())
    if total < 8 or digits < 2 or digits == total:
        return False
    return -sum(n / total * log2(n / total) for n in counts.values()) >= _LEAST_BITS


VALIDATORS: Mapping[str, tuple[Check, int, int]] = {
    "bitcoin": (_bitcoin, 0, 0),
    "calendar": (_calendar, 0, 0),
    "ccc": (partial(_coded, "es.ccc"), 0, 0),
    "cif": (partial(_coded, "es.cif"), 0, 0),
    "dea": (_dea, 0, 0),
    "digits": (_digits, 1, 2),
    "email": (_email, 0, 0),
    "iban": (partial(_coded, "iban"), 0, 0),
    "imei": (partial(_coded, "imei"), 0, 0),
    "ip": (_ip, 0, 0),
    "luhn": (_luhn, 0, 0),
    "mac": (_mac, 0, 0),
    "nhs": (partial(_coded, "gb.nhs"), 0, 0),
    "nie": (partial(_coded, "es.nie"), 0, 0),
    "nif": (partial(_coded, "es.nif"), 0, 0),
    "phone": (_phone, 0, 8),
    "random": (_random, 0, 0),
    "range": (_range, 2, 2),
    "routing": (_routing, 0, 0),
    "ssn": (partial(_coded, "us.ssn"), 0, 0),
    "stdnum": (_any_stdnum, 1, 1),
    "vin": (_vin, 0, 0),
}
"""name → the check, and how many arguments it takes at least and at most."""


def validator(
    name: str, arguments: tuple[str, ...], language: str, place: Place
) -> Callable[[str], bool]:
    """The check of that name, with its arguments."""
    if name not in VALIDATORS:
        raise place.wrong(f"no validator is named {name}{near(name, VALIDATORS)}")
    check, least, most = VALIDATORS[name]
    if not least <= len(arguments) <= most:
        wanted = str(least) if least == most else f"{least} to {most}"
        raise place.wrong(f"{name} takes {wanted} arguments")
    if name in ("digits", "range") and not all(one.isdigit() for one in arguments):
        raise place.wrong(f"{name} takes whole numbers")
    if name == "phone":
        unknown = set(arguments) - set(phonenumbers.SUPPORTED_REGIONS) - {"valid"}
        if unknown:
            raise place.wrong(f"phonenumbers knows no region {sorted(unknown)[0]}")
    if name == "stdnum":
        try:
            _stdnum(arguments[0])
        except ImportError:
            raise place.wrong(f"python-stdnum has no module {arguments[0]}") from None
    return partial(_run, check, language, arguments)


def _run(check: Check, language: str, arguments: tuple[str, ...], text: str) -> bool:
    return check(text, language, arguments)
