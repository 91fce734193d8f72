"""Identifiers by kind: where nobody can own them, and with valid check digits.

Each kind reads only public properties of the original: its length, its country where that is an
invariant, and whether it is a number of a mobile telephone. Every range is cited where it stands.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from typing import Any, NamedTuple

import phonenumbers

from understudy.languages import get
from understudy.languages.lists import words_read
from understudy.surrogates.mention import unsaid
from understudy.surrogates.numbers.blocks import COMPUTED, Code, fixed
from understudy.surrogates.numbers.words import DIGITS, UNITS, Cells
from understudy.surrogates.settings import Settings

__all__ = ["Shown", "identifier"]

_LETTERS = tuple("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
_DIGITS2 = tuple(f"{number:02}" for number in range(100))


class Shown(NamedTuple):
    """What a kind may know of an identifier."""

    code: str
    """Its digits and letters, in upper case."""
    text: str
    settings: Settings
    extension: int = 0
    """How many digits at its end are an extension."""

    def __repr__(self) -> str:
        return unsaid(self)


def identifier(category: str, shown: Shown) -> Code | None:
    """The code of a kind of identifier; None where the kind has no form that it knows."""
    kind = _KINDS.get(category)
    return kind(shown) if kind else None


def _stdnum(name: str) -> Any:
    return import_module(f"stdnum.{name}")


def _any_digits(count: int) -> Cells:
    return (DIGITS,) * count


def _area() -> Cells:
    """An American area code: two to nine first, and no N11, which are services."""
    return UNITS[1:], tuple(two for two in _DIGITS2 if two != "11")


def _american(count: int, reserved: bool) -> Cells:
    # 555-0100 to 555-0199 are set aside for fiction in every area of the North American Numbering
    # Plan (ATIS-0300115, 555 NXX assignment guidelines).
    area = _area() if count == 10 else ()
    if reserved:
        return (*area, *fixed("55501"), DIGITS, DIGITS)
    return (*area, UNITS[1:], *_any_digits(6))


def _british(national: str, reserved: bool) -> Cells:
    mobile = national.startswith("7")
    if reserved:
        # Ofcom, "Telephone numbers for use in TV and radio drama programmes": 07700 900000 to
        # 900999 for mobiles, 020 7946 0000 to 0999 for London.
        return (*fixed("7700900" if mobile else "2079460"), *_any_digits(3))
    return (*(fixed("7") if mobile else (("1", "2"),)), UNITS, *_any_digits(8))


def _spanish(national: str, reserved: bool) -> Cells:
    if reserved:
        # Spain sets no range aside for fiction. Numbers of nine figures that begin with 2, 3 or 4
        # are not allocated to any service (Plan nacional de numeración telefónica, Real Decreto
        # 2296/2004, annex): nobody has one.
        return (("2", "3", "4"), *_any_digits(8))
    return (("6", "7") if national[0] in "67" else ("8", "9"), *_any_digits(8))


def _foreign(count: int, reserved: bool) -> Cells:
    """No subscriber's number begins with two zeros: they open an international call."""
    if reserved and count > 6:
        return (*fixed("00"), *_any_digits(count - 2))
    return (UNITS, *_any_digits(count - 1)) if count else ()


@cache
def _plus(language: str) -> re.Pattern[str]:
    words = "|".join(rf"{word}\b" for word in words_read(language, "numbers", "plus_words"))
    return re.compile(rf"\W*(?:\+|{words})", re.IGNORECASE)


def _phone(shown: Shown) -> Code | None:
    code, reserved = shown.code, shown.settings.reserved
    if not code.isdecimal():
        return None
    number = code[: len(code) - shown.extension]
    tail = _any_digits(shown.extension)
    lead = "00" if number.startswith("00") and len(number) > 11 else ""
    if lead or _plus(shown.settings.language).match(shown.text):
        country, rest = _country(number[len(lead) :])
        return Code((*fixed(lead + country), *_national(country, rest, reserved), *tail))
    return Code((*_local(number, shown.settings), *tail))


def _country(number: str) -> tuple[str, str]:
    for width in (1, 2, 3):
        if int(number[:width] or 0) in phonenumbers.COUNTRY_CODE_TO_REGION_CODE:
            return number[:width], number[width:]
    return "", number


def _national(country: str, rest: str, reserved: bool) -> Cells:
    if country == "1" and len(rest) == 10:
        return _american(10, reserved)
    if country == "44" and len(rest) == 10:
        return _british(rest, reserved)
    if country == "44" and len(rest) == 11 and rest[0] == "0":
        return (*fixed("0"), *_british(rest[1:], reserved))
    if country == "34" and len(rest) == 9:
        return _spanish(rest, reserved)
    return _foreign(len(rest), reserved)


def _local(number: str, settings: Settings) -> Cells:
    """A number without its country: of the first country of the language that writes such."""
    language = get(settings.language)
    for code in language.locales:
        country = language.locale(code)
        lead = country.phone.leads.get(str(len(number)))
        if lead is None or not number.startswith(lead):
            continue
        if not lead and number.startswith(tuple(country.phone.never_first)):
            continue
        rest = number.removeprefix(lead)
        return (*fixed(lead), *_within(country.calling_code, rest, settings.reserved))
    return _foreign(len(number), settings.reserved)


def _within(country: str, rest: str, reserved: bool) -> Cells:
    """A number within its country; American ones are also written without their area."""
    if country == "1":
        return _american(len(rest), reserved)
    return _national(country, rest, reserved)


# The first figures of numbers that payment processors publish for tests, by length: no bank
# issues cards in these blocks (Stripe and PayPal, "Test card numbers": 4000 00…, 3782 822463…,
# 3056 93…).
_TEST_CARDS = {13: "400000", 14: "305693", 15: "378282", 16: "400000", 19: "400000"}


def _card(shown: Shown) -> Code | None:
    count = len(shown.code)
    if not shown.code.isdecimal() or count not in _TEST_CARDS:
        return None
    first = fixed(_TEST_CARDS[count]) if shown.settings.reserved else (("3", "4", "5", "6"),)
    return Code((*first, *_any_digits(count - len(first) - 1), COMPUTED), _luhn)


def _luhn(code: str) -> str:
    return code[:-1] + str(_stdnum("luhn").calc_check_digit(code[:-1]))


def _iban(shown: Shown) -> Code | None:
    """The country stays, since the length and the grouping show it."""
    code = shown.code
    if not re.fullmatch(r"[A-Z]{2}\d{2}[0-9A-Z]{8,30}", code):
        return None
    head = fixed(code[:2])
    if code.startswith("ES") and code[2:].isdecimal() and len(code) == 24:
        return Code((*head, COMPUTED, COMPUTED, *_spanish_account(shown.settings)), _spanish_iban)
    body = [_LETTERS if letter.isalpha() else DIGITS for letter in code[4:]]
    if shown.settings.reserved:
        # ISO 13616 puts the bank first in the account. No register has a bank 0000 or XXXX.
        body[:4] = [("X",) if letter.isalpha() else ("0",) for letter in code[4:8]]
    return Code((*head, COMPUTED, COMPUTED, *body), _checked_iban)


def _spanish_account(settings: Settings) -> Cells:
    # Entity 0000 is in no register of the Banco de España.
    bank = fixed("0000") if settings.reserved else _any_digits(4)
    return (*bank, *_any_digits(4), COMPUTED, COMPUTED, *_any_digits(10))


def _checked_iban(code: str) -> str:
    return code[:2] + str(_stdnum("iban").calc_check_digits(f"{code[:2]}00{code[4:]}")) + code[4:]


def _spanish_iban(code: str) -> str:
    return _checked_iban(code[:4] + _checked_account(code[4:]))


def _checked_account(code: str) -> str:
    plain = f"{code[:8]}00{code[10:]}"
    return code[:8] + str(_stdnum("es.ccc").calc_check_digits(plain)) + code[10:]


def _account(shown: Shown) -> Code | None:
    if re.match(r"[A-Z]{2}\d{2}", shown.code):
        return _iban(shown)
    if not shown.code.isdecimal():
        return None
    if len(shown.code) == 20:
        return Code(_spanish_account(shown.settings), _checked_account)
    return None


def _ssn(shown: Shown) -> Code | None:
    if not re.fullmatch(r"\d{9}", shown.code):
        return None
    if shown.settings.reserved:
        # The Social Security Administration issues no number of area 900 to 999 (20 CFR 422.103;
        # POMS RM 10201.035); with a group below 50 it is no taxpayer number of the IRS either.
        return Code((("9",), DIGITS, DIGITS, _DIGITS2[1:50], *_any_digits(4)))
    areas = tuple(f"{number:03}" for number in range(1, 900) if number != 666)
    serials = tuple(f"{number:04}" for number in range(1, 10_000))
    return Code((areas, _DIGITS2[1:], serials))


def _nif(shown: Shown) -> Code | None:
    found = re.fullmatch(r"(\d{7,8})([A-Z]?)", shown.code)
    if not found:
        return _nie(shown) or _cif(shown)
    digits, letter = found.groups()
    # The police publish no range that they never issue; 99 000 000 and above lie beyond all
    # numbers given out so far (the specimen of the card is 99999999R).
    lead: Cells = fixed("99") if shown.settings.reserved else (DIGITS, DIGITS)
    cells = (*lead, *_any_digits(len(digits) - 2))
    return Code((*cells, COMPUTED), _nif_letter) if letter else Code(cells)


def _nif_letter(code: str) -> str:
    return code[:-1] + str(_stdnum("es.dni").calc_check_digit(code[:-1].zfill(8)))


def _nie(shown: Shown) -> Code | None:
    if not re.fullmatch(r"[XYZ]\d{7}[A-Z]", shown.code):
        return None
    # Letters are used up in turn, X, Y and now Z: the end of Z is not reached.
    lead: Cells = fixed("Z99") if shown.settings.reserved else (tuple("XYZ"), DIGITS, DIGITS)
    return Code((*lead, *_any_digits(5), COMPUTED), _nie_letter)


def _nie_letter(code: str) -> str:
    return code[:-1] + str(_stdnum("es.nie").calc_check_digit(code[:-1]))


def _cif(shown: Shown) -> Code | None:
    """The first letter, the kind of company, stays: it decides whether a letter or digit ends."""
    found = re.fullmatch(r"([ABCDEFGHJNPQRSUVW])\d{7}([0-9A-J])", shown.code)
    if not found:
        return None
    # The first two figures were the province, 01 and up (Orden EHA/451/2008): none has 00.
    lead = fixed("00") if shown.settings.reserved else (DIGITS, DIGITS)
    finish = _cif_letter if found[2].isalpha() else _cif_digit
    return Code((*fixed(found[1]), *lead, *_any_digits(5), COMPUTED), finish)


def _cif_digit(code: str) -> str:
    return code[:-1] + str(_stdnum("es.cif").calc_check_digits(code[:-1]))[0]


def _cif_letter(code: str) -> str:
    return code[:-1] + str(_stdnum("es.cif").calc_check_digits(code[:-1]))[1]


def _plate(shown: Shown) -> Code | None:
    if not re.fullmatch(r"\d{4}[A-Z]{3}", shown.code):
        return None
    consonants = tuple("BCDFGHJKLMNPRSTVWXYZ")
    # Spanish plates since 2000 have no vowels (Orden de 15 de septiembre de 2000).
    first = tuple("AEIOU") if shown.settings.reserved else consonants
    return Code((*_any_digits(4), first, consonants, consonants))


def _registration(shown: Shown) -> Code | None:
    """A number of the US Drug Enforcement Administration: two letters, seven figures."""
    if not re.fullmatch(r"[A-Z]{2}\d{7}", shown.code):
        return None
    return Code((_LETTERS, _LETTERS, *_any_digits(6), COMPUTED), _registration_digit)


def _registration_digit(code: str) -> str:
    digits = [int(digit) for digit in code[2:8]]
    return code[:-1] + str((sum(digits[0::2]) + 2 * sum(digits[1::2])) % 10)


def _postal(shown: Shown) -> Code | None:
    """Codes that begin with their province, where those of the country do."""
    form = get(shown.settings.language).home.postal
    if "first" not in form or not re.fullmatch(rf"\d{{{form['digits']}}}", shown.code):
        return None
    return Code((_DIGITS2[form["first"] : form["last"] + 1], *_any_digits(form["digits"] - 2)))


_KINDS: Mapping[str, Callable[[Shown], Code | None]] = {
    "PHONE_NUMBER": _phone,
    "FAX_NUMBER": _phone,
    "CREDIT_CARD": _card,
    "IBAN_CODE": _iban,
    "BANK_ACCOUNT": _account,
    "US_SSN": _ssn,
    "ES_NIF": _nif,
    "ES_NIE": _nie,
    "ES_CIF": _cif,
    "LICENSE_PLATE": _plate,
    "MEDICAL_LICENSE": _registration,
    "POSTAL_CODE": _postal,
}
