"""The known forms of codes: a closed list, with what may stand at each place.

Reserved forms come from ranges that nobody owns; each is cited where it stands. What is of no
known form is ``free``: groups of rough sizes (``sizes``).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from functools import cache
from typing import NamedTuple

import phonenumbers

from understudy.surrogates.numbers import checks
from understudy.surrogates.numbers.plans import MARKED, MOBILE, free_prefixes, mobiles
from understudy.surrogates.numbers.words import DIGITS, UNITS, Cells
from understudy.surrogates.settings import Settings

__all__ = [
    "COMPUTED",
    "FORMS",
    "FREE",
    "GROUPS",
    "Form",
    "calling_codes",
    "iban_countries",
]

FREE = "free"
COMPUTED = ("?",)
"""A place that the other places determine."""
_LETTERS = tuple("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
_HEX = tuple("0123456789abcdef")
_MIXED = tuple("ABCDEFGHJKLMNPQRSTUVWXYZ23456789")
"""Of codes with letters and figures in any order: none that are mistaken for another."""
_DIGITS2 = tuple(f"{number:02}" for number in range(100))
_PROVINCES = _DIGITS2[1:53]


class Form(NamedTuple):
    """What a known form is drawn from."""

    cells: Callable[[str, int, Settings], Cells]
    """Of a variety and so many places."""
    finish: Callable[[str], str] = checks.unchanged
    varieties: Collection[str] = ("",)
    groupings: Mapping[int, tuple[str, ...]] = {}
    """How many places → the usual groupings, the most usual first."""
    of_countries: bool = False
    """Whether a variety begins with a country; that of others follows from the form."""


def _any(count: int) -> Cells:
    return (DIGITS,) * count


def _fixed(text: str) -> Cells:
    return tuple((letter,) for letter in text)


def _years(settings: Settings) -> tuple[str, ...]:
    first, last = settings.date_range
    return tuple(str(year) for year in range(first, last + 1))


def _short_years(settings: Settings) -> tuple[str, ...]:
    return tuple(dict.fromkeys(year[-2:] for year in _years(settings)))


@cache
def calling_codes() -> frozenset[str]:
    """The codes by which countries are called, without the plus."""
    return frozenset(map(str, phonenumbers.COUNTRY_CODE_TO_REGION_CODE))


# Telephones.


_AREAS = tuple(two for two in _DIGITS2 if two != "11")


def _american(count: int, settings: Settings) -> Cells:
    # 555-0100 to 555-0199 are set aside for fiction in every area of the North American Numbering
    # Plan (ATIS-0300115, 555 NXX assignment guidelines). No area code ends in 11.
    area = (UNITS[1:], _AREAS) if count == 10 else ()
    if settings.reserved:
        return (*area, *_fixed("55501"), DIGITS, DIGITS)
    return (*area, UNITS[1:], *_any(6))


def _phone(variety: str, count: int, settings: Settings) -> Cells:
    country, _, kind = variety.partition(" ")
    if country == "1" and count in (7, 10):
        return _american(count, settings)
    if country == "44" and count == 10:
        if settings.reserved:
            # Ofcom, "Telephone numbers for use in TV and radio drama programmes": 07700 900000 to
            # 900999 for mobiles, 020 7946 0000 to 0999 for London.
            return (*_fixed("7700900" if kind else "2079460"), *_any(3))
        return (*(_fixed("7") if kind else (("1", "2"),)), UNITS, *_any(8))
    if country == "34" and count == 9:
        # Spain sets no range aside for fiction. Numbers of nine figures that begin with 2, 3 or 4
        # are not allocated to any service (Plan nacional de numeración telefónica, Real Decreto
        # 2296/2004, annex): nobody has one.
        first = ("2", "3", "4") if settings.reserved else ("6", "7", "8", "9")
        return (first, *_any(8))
    return _elsewhere(country, kind, count, settings)


def _elsewhere(country: str, kind: str, count: int, settings: Settings) -> Cells:
    """Of a country that sets no range aside."""
    if kind in MARKED:
        return _marked(MARKED[kind], count, settings)
    free = free_prefixes(country, kind, count) if settings.reserved else ()
    if free:
        return (free, *_any(count - len(free[0])))
    if settings.reserved and count > 6:
        # No subscriber's number begins with two zeros: they open an international call.
        return (*_fixed("00"), *_any(count - 2))
    return (UNITS, *_any(count - 1))


def _marked(at: int, count: int, settings: Settings) -> Cells:
    """Of a mobile in Argentina, with a 15 behind the area. Areas are 11 and those that begin with 2
    or 3, and no number within one begins with a 0 or a 1."""
    if not at:
        local = ("0", "1") if settings.reserved else UNITS[1:]
        return (*_fixed("15"), local, *_any(count - 3))
    heads = ("1",) if at == 2 else ("2", "3")
    areas: Cells = (heads, *_any(at - 1))
    if settings.reserved:
        free = tuple(one for one in free_prefixes("54", "", 10) if one[0] in heads)
        areas = (free, *_any(at - len(free[0])))
    return (*areas, *_fixed("15"), *_any(count - at - 2))


_PHONES = {
    6: ("3 3", "2 2 2", "2 4"),
    7: ("3 4", "3 2 2", "1 3 3"),
    8: ("4 4", "2 2 2 2", "2 3 3", "2 6", "1 3 4", "2 2 4"),
    9: ("3 3 3", "3 2 2 2", "2 3 2 2", "2 7", "3 6", "2 3 4", "1 4 4", "1 2 2 2 2"),
    10: ("3 3 4", "3 7", "6 4", "2 4 4", "4 6", "3 3 2 2", "2 2 2 2 2", "4 3 3", "1 3 3 3", "5 5"),
    11: ("3 4 4", "2 3 3 3", "2 4 5", "5 6", "3 3 5", "4 7", "2 9", "1 3 3 4", "1 2 4 4"),
    12: ("3 3 3 3", "4 4 4", "2 4 6", "2 5 5", "3 2 3 4", "2 2 4 4", "4 2 6", "3 2 7", "4 2 2 4"),
}  # fmt: skip

# Cards and accounts. The first figures of numbers that payment processors publish for tests, by
# length: no bank issues cards in these blocks (Stripe and PayPal, "Test card numbers": 4000 00…,
# 3782 822463…, 3056 93…).
_TEST_CARDS = {14: "305693", 15: "378282", 16: "400000", 19: "400000"}


def _card(variety: str, count: int, settings: Settings) -> Cells:
    first = _fixed(_TEST_CARDS[count]) if settings.reserved else (("3", "4", "5", "6"),)
    return (*first, *_any(count - len(first) - 1), COMPUTED)


@cache
def iban_countries() -> Mapping[str, str]:
    """Country → a sign for each place behind the check digits: n for a digit, a for a letter."""
    from stdnum import numdb  # noqa: PLC0415 - it brings much along, and few texts have an account

    database = numdb.get("iban")
    found = {}
    for country in sorted(phonenumbers.SUPPORTED_REGIONS):  # the list that has them all
        (_, known), *_ = database.info(country)
        if "bban" in known:
            found[country] = _places(known["bban"])
    return found


def _places(structure: str) -> str:
    """ "4!n4!a" is nnnnaaaa; what may be either is a digit."""
    out, number = "", ""
    for sign in structure:
        if sign.isdecimal():
            number += sign
        elif sign.isalpha():
            out += ("a" if sign == "a" else "n") * int(number)
            number = ""
    return out


def _iban(variety: str, count: int, settings: Settings) -> Cells:
    """The country stays, since the length and the grouping show it."""
    head = (*_fixed(variety), COMPUTED, COMPUTED)
    if variety == "ES":
        return (*head, *_spanish_account("", 20, settings))
    body = [DIGITS if place == "n" else _LETTERS for place in iban_countries()[variety]]
    if settings.reserved:
        # ISO 13616 puts the bank first in the account. No register has a bank 0000 or XXXX.
        body[:4] = [("0",) if cell is DIGITS else ("X",) for cell in body[:4]]
    return (*head, *body)


def _spanish_account(variety: str, count: int, settings: Settings) -> Cells:
    # Entity 0000 is in no register of the Banco de España.
    bank = _fixed("0000") if settings.reserved else _any(4)
    return (*bank, *_any(4), COMPUTED, COMPUTED, *_any(10))


def _checked_iban(code: str) -> str:
    return checks.spanish_iban(code) if code.startswith("ES") else checks.checked_iban(code)


# Identity numbers.


def _ssn(variety: str, count: int, settings: Settings) -> Cells:
    if settings.reserved:
        # The Social Security Administration issues no number of area 900 to 999 (20 CFR 422.103;
        # POMS RM 10201.035); with a group below 50 it is no taxpayer number of the IRS either.
        return (("9",), DIGITS, DIGITS, _DIGITS2[1:50], *_any(4))
    areas = tuple(f"{number:03}" for number in range(1, 900) if number != 666)
    return (areas, _DIGITS2[1:], tuple(f"{number:04}" for number in range(1, 10_000)))


def _nif(variety: str, count: int, settings: Settings) -> Cells:
    # The police publish no range that they never issue; 99 000 000 and above lie beyond all
    # numbers given out so far (the specimen of the card is 99999999R).
    lead: Cells = _fixed("99") if settings.reserved else (DIGITS, DIGITS)
    return (*lead, *_any(6), COMPUTED)


def _nie(variety: str, count: int, settings: Settings) -> Cells:
    # Letters are used up in turn, X, Y and now Z: the end of Z is not reached.
    lead: Cells = _fixed("Z99") if settings.reserved else (tuple("XYZ"), DIGITS, DIGITS)
    return (*lead, *_any(5), COMPUTED)


_COMPANIES = "ABCDEFGHJNPQRSUVW"


def _cif(variety: str, count: int, settings: Settings) -> Cells:
    # The first two figures were the province, 01 and up (Orden EHA/451/2008): none has 00.
    lead = _fixed("00") if settings.reserved else (DIGITS, DIGITS)
    return (*_fixed(variety), *lead, *_any(5), COMPUTED)


def _checked_cif(code: str) -> str:
    """Bodies of the state and foreign ones end in a letter, companies in a digit."""
    return checks.cif_letter(code) if code[0] in "NPQRSW" else checks.cif_digit(code)


def _nass(variety: str, count: int, settings: Settings) -> Cells:
    # The provinces of Spain are 01 to 52 (and 53 and 66 for people registered elsewhere).
    province = _DIGITS2[54:66] if settings.reserved else _PROVINCES
    return (province, *_any(8), COMPUTED, COMPUTED)


def _collegiate(variety: str, count: int, settings: Settings) -> Cells:
    """A number of a Spanish college of physicians: its province twice, and a serial."""
    return (_PROVINCES, COMPUTED, COMPUTED, *_any(5))


def _twice(code: str) -> str:
    return code[:2] * 2 + code[4:]


def _nino(variety: str, count: int, settings: Settings) -> Cells:
    # Prefixes that are set aside for administration or never used (HMRC, NIM39110).
    first = ("BG", "GB", "NK", "KN", "TN", "NT", "ZZ")
    letters = tuple("ABCEGHJKLMNOPRSTWXYZ")
    lead: Cells = (first,) if settings.reserved else (letters, letters)
    return (*lead, *_any(6), tuple("ABCD"))


def _pan(variety: str, count: int, settings: Settings) -> Cells:
    """Of the Indian tax office: three letters, P for a person, the initial of the surname, a serial
    and a letter that the others determine in a way that is not public."""
    # Serials run from 0001 to 9999.
    serial: Cells = _fixed("0000") if settings.reserved else _any(4)
    return (*(_LETTERS,) * 3, ("P",), _LETTERS, *serial, _LETTERS)


def _aadhaar(variety: str, count: int, settings: Settings) -> Cells:
    # No number that India gives to its residents begins with 0 or 1 (UIDAI, numbering scheme).
    lead = ("0", "1") if settings.reserved else UNITS[1:]
    return (lead, *_any(11))


_AREAS_OF_ONE = tuple("BEGLMNSW")
_SECOND_OF_AREA = {
    "A": "BL", "B": "ABDHLNRST", "C": "ABFHMORTVW", "D": "AEHLNTY", "E": "HNX", "F": "KY",
    "G": "LU", "H": "ADGPRUX", "I": "GPV", "K": "ATWY", "L": "ADELNSU", "M": "EKL",
    "N": "EGNPR", "O": "LX", "P": "AEHLOR", "R": "GHM", "S": "AEGKLMNOPRSTWY", "T": "ADFNQRSW",
    "U": "B", "W": "ADFNRSV", "Y": "O",
}  # fmt: skip
_AREAS_OF_TWO = tuple(
    first + second for first, others in _SECOND_OF_AREA.items() for second in others
)
_INWARD = tuple("ABDEFGHJLNPQRSTUWXYZ")


def _postcode(variety: str, count: int, settings: Settings) -> Cells:
    """A British one: an area, a district of one or two figures, a figure and two letters."""
    areas = _AREAS_OF_TWO if variety == "two letters" else _AREAS_OF_ONE
    figures = count - len(areas[0]) - 2
    return (areas, UNITS, *_any(figures - 1), _INWARD, _INWARD)


def _rut(variety: str, count: int, settings: Settings) -> Cells:
    # The civil register has not reached 30 million; 50 million and more belong to companies.
    lead = ("3", "4") if settings.reserved else ("1", "2")
    return (lead, *_any(7), COMPUTED)


def _cedula(variety: str, count: int, settings: Settings) -> Cells:
    """The figures of a Colombian identity card of ten."""
    # The register has given out ten figures from 1,000 million on, and is far below 9,000 million.
    lead: Cells = (("9",),) if settings.reserved else (("1",), ("0", "1"))
    return (*lead, *_any(10 - len(lead)))


def _dni(variety: str, count: int, settings: Settings) -> Cells:
    """The figures of an identity card of Argentina, or of one of Spain without its letter."""
    # Neither register has reached 99 million.
    lead: Cells = _fixed("99") if settings.reserved else (UNITS, DIGITS)
    return (*lead, *_any(6))


_CUIT_PEOPLE = ("20", "23", "27")
_CUIT_COMPANIES = ("30", "33", "34")


def _cuit(variety: str, count: int, settings: Settings) -> Cells:
    """The kind of person or company, the identity card, and a check digit."""
    lead = (variety,) if variety else _CUIT_PEOPLE
    return (lead, *_dni("", 8, settings), COMPUTED)


def _nit(variety: str, count: int, settings: Settings) -> Cells:
    """Nine figures of a Colombian company, and a check digit."""
    # Companies have been given numbers from 800 million on; no number begins with a zero.
    lead = ("0",) if settings.reserved else ("8", "9")
    return (lead, *_any(8), COMPUTED)


def _ruc(variety: str, count: int, settings: Settings) -> Cells:
    """Of Peru: the kind of taxpayer, the identity card or a serial, and a check digit."""
    return ((variety or "10",), *_dni("", 8, settings), COMPUTED)


def _cause(variety: str, count: int, settings: Settings) -> Cells:
    """The number that a Chilean case keeps in all courts: year, serial, check digit."""
    return (_short_years(settings), *_any(8), COMPUTED)


def _rfc(variety: str, count: int, settings: Settings) -> Cells:
    """Initials, of a person or a company, a date, and three signs of the tax office."""
    consonants = tuple("BCDFGHJKLMNPQRSTVWXYZ")
    # The second letter of a person's is the first vowel of a surname: X has none.
    second: Cells = (("X",),) if settings.reserved else (tuple("AEIOU"),)
    names = (consonants, *second, *(consonants,) * (count - 11))
    return (*names, _DIGITS2[50:], _DIGITS2[1:13], _DIGITS2[1:29], *(_MIXED,) * 3)


def _curp(variety: str, count: int, settings: Settings) -> Cells:
    months, days = _DIGITS2[1:13], _DIGITS2[1:29]
    # "NE", nacido en el extranjero, with four consonants in front: initials have a vowel.
    states = ("NE",) if settings.reserved else ("AS", "DF", "JC", "MC", "NL", "PL", "VZ", "YN")
    consonants = tuple("BCDFGHJKLMNPQRSTVWXYZ")
    vowels = ("X",) if settings.reserved else tuple("AEIOU")
    names = (consonants, vowels, consonants, consonants)
    sexes = (variety,) if variety else ("H", "M")
    return (*names, _DIGITS2[50:], months, days, sexes, states, *(consonants,) * 3,
            ("0",), COMPUTED)  # fmt: skip


def _nir(variety: str, count: int, settings: Settings) -> Cells:
    # Sex, year, month, department, commune, serial. No department has the number 00.
    department = ("00",) if settings.reserved else _DIGITS2[1:96]
    return (("1", "2"), _DIGITS2[20:], _DIGITS2[1:13], department, *_any(6), COMPUTED, COMPUTED)


_PASSPORTS: Mapping[str, Cells] = {
    "ES": (*(_LETTERS,) * 3, *_any(6)),
    "US": (tuple("ACEXYZ"), *_any(8)),
    "digits": _any(9),
    "two letters": (*(_LETTERS,) * 2, *_any(7)),
}


def _passport(variety: str, count: int, settings: Settings) -> Cells:
    return _PASSPORTS[variety]


def _plate(variety: str, count: int, settings: Settings) -> Cells:
    consonants = tuple("BCDFGHJKLMNPRSTVWXYZ")
    # Spanish plates since 2000 have no vowels (Orden de 15 de septiembre de 2000).
    first = tuple("AEIOU") if settings.reserved else consonants
    return (*_any(4), first, consonants, consonants)


def _registration(variety: str, count: int, settings: Settings) -> Cells:
    return (_LETTERS, _LETTERS, *_any(6), COMPUTED)


def _vin(variety: str, count: int, settings: Settings) -> Cells:
    signs = tuple("0123456789ABCDEFGHJKLMNPRSTUVWXYZ")
    return (*(signs,) * 8, COMPUTED, *(signs,) * 4, *_any(4))


def _imei(variety: str, count: int, settings: Settings) -> Cells:
    # The reporting body 00 is for test equipment (GSMA TS.06).
    lead = _fixed("00") if settings.reserved else (DIGITS, DIGITS)
    return (*lead, *_any(12), COMPUTED)


def _payload(variety: str, count: int, settings: Settings) -> Cells:
    return (_HEX,) * 40


def _ethereum(payload: str) -> str:
    """In small letters, which carry no check sum (EIP-55)."""
    return f"0x{payload}"


# Courts, keys and passwords.


def _docket(variety: str, count: int, settings: Settings) -> Cells:
    """Office, year, kind of case, serial, the judge's initials."""
    initials: Cells = (_LETTERS,) * 3 if count == 13 else ()
    return (UNITS[:8], _short_years(settings), (variety,), ("0",), *_any(4), *initials)


def _nig(variety: str, count: int, settings: Settings) -> Cells:
    """Of Spanish courts: municipality, kind of court, order, year, serial."""
    # Municipalities are numbered from 001 in each province.
    town = ("000",) if settings.reserved else tuple(f"{one:03}" for one in range(1, 100))
    order = ("1", "2", "3", "4")
    return (_PROVINCES, town, _DIGITS2[41:48], order, _years(settings), ("00",), *_any(5))


_COURTS: Mapping[str, tuple[str, ...]] = {
    "ES": ("TS", "AN", "TC"),
    "EU": ("C", "T"),
    "CE": ("ECHR",),
}
_OTHER_COURTS = ("SC", "CA")


def _ecli(variety: str, count: int, settings: Settings) -> Cells:
    """The court comes from a short list of the country's highest ones."""
    courts = tuple(f":{court}:" for court in _COURTS.get(variety, _OTHER_COURTS))
    return ((f"ECLI:{variety}",), courts, _years(settings), (":",), UNITS, *_any(3))


_KEYS: Mapping[str, tuple[str, tuple[str, ...], int]] = {
    "sk_live_": ("sk_live_", tuple("abcdefghijklmnopqrstuvwxyz0123456789"), 24),
    "sk_test_": ("sk_test_", tuple("abcdefghijklmnopqrstuvwxyz0123456789"), 24),
    "sk-": ("sk-", tuple("abcdefghijklmnopqrstuvwxyz0123456789"), 48),
    "ghp_": ("ghp_", tuple("abcdefghijklmnopqrstuvwxyz0123456789"), 36),
    "AKIA": ("AKIA", tuple("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"), 16),
    "AIza": ("AIza", tuple("abcdefghijklmnopqrstuvwxyz0123456789"), 35),
    "xoxb-": ("xoxb-", tuple("abcdefghijklmnopqrstuvwxyz0123456789"), 24),
    "": ("", _HEX, 32),
}


def _locator(variety: str, count: int, settings: Settings) -> Cells:
    """Of a booking: six letters and figures, whatever the company (IATA, Passenger Name Record)."""
    return (tuple("ABCDEFGHJKLMNPQRSTUVWXYZ"), *(_MIXED,) * 5)


def _key(variety: str, count: int, settings: Settings) -> Cells:
    prefix, signs, size = _KEYS[variety]
    return ((prefix,), *(signs,) * size)


def _password(variety: str, count: int, settings: Settings) -> Cells:
    """A PIN of four figures, or letters that can be said and two figures."""
    if variety == "figures":
        return _any(4)
    consonants, vowels = tuple("BCDFGLMNPRSTV"), tuple("AEIOU")
    return (*(consonants, vowels) * 3, *_any(2))


FORMS: Mapping[str, Form] = {
    FREE: Form(lambda variety, count, settings: ()),
    "phone": Form(
        _phone,
        varieties=frozenset(
            (
                *("", f"44 {MOBILE}", *(f"54 {kind}" for kind in MARKED), *calling_codes()),
                *(f"{code} {MOBILE}" for code in mobiles()),
            )
        ),
        groupings=_PHONES,
        of_countries=True,
    ),
    "card": Form(
        _card,
        checks.luhn,
        groupings={14: ("4 6 4",), 15: ("4 6 5",), 16: ("4 4 4 4",), 19: ("4 4 4 4 3", "6 13")},
    ),
    "iban": Form(
        _iban,
        _checked_iban,
        frozenset(iban_countries()),
        {
            count: (" ".join(["4"] * (count // 4) + [str(count % 4)] * bool(count % 4)),)
            for count in sorted({len(places) + 4 for places in iban_countries().values()})
        },
        of_countries=True,
    ),
    "spanish account": Form(
        _spanish_account, checks.checked_account, groupings={20: ("4 4 2 10", "4 4 4 4 4")}
    ),
    "ssn": Form(_ssn, groupings={9: ("3 2 4",)}),
    "nif": Form(_nif, checks.nif_letter, groupings={9: ("8 1", "2 3 3 1")}),
    "nie": Form(_nie, checks.nie_letter, groupings={9: ("1 7 1", "1 8")}),
    "cif": Form(_cif, _checked_cif, tuple(_COMPANIES), {9: ("1 8", "1 7 1")}),
    "nass": Form(_nass, checks.nass, groupings={12: ("2 8 2", "2 10", "10 2")}),
    "collegiate": Form(_collegiate, _twice, groupings={9: ("2 2 5", "4 5")}),
    "nino": Form(_nino, groupings={9: ("2 6 1", "2 2 2 2 1")}),
    "pan": Form(_pan, groupings={10: ("5 4 1", "10")}),
    "aadhaar": Form(_aadhaar, groupings={12: ("4 4 4", "12")}),
    "postcode": Form(
        _postcode,
        varieties=("one letter", "two letters"),
        groupings={5: ("1 2 2",), 6: ("2 2 2", "1 3 2"), 7: ("2 3 2",)},
    ),
    "rut": Form(_rut, checks.rut, groupings={9: ("2 3 3 1", "8 1")}),
    "curp": Form(_curp, checks.curp, ("", "H", "M"), {18: ("18",)}),
    "rfc": Form(_rfc, groupings={13: ("13", "4 6 3"), 12: ("12", "3 6 3")}),
    "cuit": Form(
        _cuit,
        checks.cuit,
        ("", *_CUIT_PEOPLE, *_CUIT_COMPANIES),
        {11: ("2 8 1", "11")},
    ),
    "nit": Form(_nit, checks.nit, groupings={10: ("3 3 3 1", "9 1")}),
    "ruc": Form(_ruc, checks.ruc, ("10", "20"), {11: ("11", "2 8 1")}),
    "cause": Form(_cause, checks.rut, groupings={11: ("10 1",)}),
    "cedula": Form(_cedula, groupings={10: ("1 3 3 3",)}),
    "dni": Form(_dni, groupings={8: ("8", "2 3 3")}),
    "nir": Form(_nir, checks.nir, groupings={15: ("1 2 2 2 3 3 2", "13 2")}),
    "passport": Form(
        _passport,
        varieties=tuple(_PASSPORTS),
        groupings={9: ("9", "3 6", "1 8", "2 7", "3 3 3")},
    ),
    "plate": Form(_plate, groupings={7: ("4 3",)}),
    "registration": Form(_registration, checks.registration, groupings={9: ("2 7",)}),
    "vin": Form(_vin, checks.vin, groupings={17: ("17", "3 6 8")}),
    "imei": Form(_imei, checks.luhn, groupings={15: ("2 6 6 1", "15", "6 2 6 1", "8 6 1")}),
    "bitcoin": Form(_payload, checks.bitcoin, groupings={40: ("40",)}),
    "segwit": Form(_payload, checks.segwit, groupings={40: ("40",)}),
    "ethereum": Form(_payload, _ethereum, groupings={40: ("40",)}),
    "docket": Form(
        _docket,
        varieties=("cv", "cr", "mc", "mj", "md", "bk", "ap", "po"),
        groupings={10: ("1 2 2 5",), 13: ("1 2 2 5 3",)},
    ),
    "nig": Form(_nig, groupings={19: ("5 2 1 4 7", "2 3 2 1 4 7")}),
    "ecli": Form(
        _ecli,
        varieties=frozenset((*_COURTS, *iban_countries())),
        groupings={1: ("1",)},
        of_countries=True,
    ),
    "locator": Form(_locator, groupings={6: ("6",)}),
    "key": Form(_key, varieties=tuple(_KEYS), groupings={1: ("1",)}),
    "password": Form(_password, varieties=("", "figures"), groupings={8: ("6 2",), 4: ("4",)}),
}
"""Every form that a code may have."""


def varied(form: str, variety: str) -> tuple[str, str]:
    """The country and the kind of a variety: that of a British mobile is "44 mobile"."""
    if not FORMS[form].of_countries:
        return "", variety
    country, _, kind = variety.partition(" ")
    return country, kind


@cache
def kinds(form: str) -> frozenset[str]:
    """The kinds of a form, whatever the country."""
    return frozenset(varied(form, one)[1] for one in FORMS[form].varieties)


@cache
def countries() -> frozenset[str]:
    """The countries of all forms; empty where a form has none."""
    return frozenset(
        varied(name, variety)[0] for name, form in FORMS.items() for variety in form.varieties
    )


GROUPS = frozenset(
    ("", *(one for form in FORMS.values() for listed in form.groupings.values() for one in listed))
)
