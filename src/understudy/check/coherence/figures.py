"""Numbers and identifiers: one number, valid check digits, grammatical words, reserved ranges."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache

from stdnum import iban, luhn
from stdnum.es import cif, nie, nif

from understudy.check.coherence.reading import digits_of
from understudy.check.coherence.words import Judged, drawn, grouped
from understudy.check.released import Released
from understudy.languages import get

__all__ = [
    "check_digits_are_valid",
    "format_is_kept",
    "number_words_combine",
    "one_number",
    "reserved_range",
]

_CHECKED: Mapping[str, Callable[[str], bool]] = {
    "ES_NIF": nif.is_valid,
    "ES_NIE": nie.is_valid,
    "ES_CIF": cif.is_valid,
    "IBAN_CODE": iban.is_valid,
    "CREDIT_CARD": luhn.is_valid,
}
_CODES = (
    *("PHONE_NUMBER", "FAX_NUMBER", "CREDIT_CARD", "BANK_ACCOUNT", "IBAN_CODE", "ID", "US_SSN"),
    *("ES_NIF", "ES_NIE", "ES_CIF", "PASSPORT", "MEDICAL_LICENSE", "MEMBER_ID", "ORDER_NUMBER"),
    *("PRESCRIPTION_ID", "TICKET_NUMBER", "CASE_NUMBER", "NATIONAL_ID", "VIN", "IMEI"),
    *("CRYPTO_WALLET", "MEDICAL_RECORD"),
)
_DIGITS = r"(?<!\d)\d(?: \d(?!\d))+|\d+"
"""A group of digits, or digits that are read one by one."""
_EXACT = ("CREDIT_CARD", "US_SSN")
_COUNTED = ("NUMBER", "QUANTITY", "AMOUNT", "AGE")


@cache
def _wrong(language: str) -> re.Pattern[str]:
    """Number words that no number has side by side."""
    patterns: list[str] = get(language).table("check")["numbers"]["wrong"]
    return re.compile("|".join(patterns), re.I)


def _code(text: str) -> str:
    return re.sub(r"[^0-9A-Za-z]", "", text)


def check_digits_are_valid(document: Released) -> Iterator[Judged]:
    """An identifier whose check digits were valid has valid ones again."""
    for change in drawn(document, _CHECKED):
        valid = _CHECKED[change.category]
        if valid(_code(change.original)):
            yield change, valid(_code(change.surrogate))


def one_number(document: Released) -> Iterator[Judged]:
    """Two mentions that said the same digits say the same digits."""
    for own in grouped(drawn(document, _CODES)).values():
        first = own[0]
        old = digits_of(first.original, document.language)
        for change in own[1:]:
            if old and digits_of(change.original, document.language) == old:
                one, other = (
                    digits_of(text, document.language)
                    for text in (first.surrogate, change.surrogate)
                )
                if one and other:
                    yield change, one.endswith(other) or other.endswith(one)


def number_words_combine(document: Released) -> Iterator[Judged]:
    """No "treinta y cero": the number is read with the words beside it."""
    wrong = _wrong(document.language)
    for change in drawn(document, _COUNTED):
        if not any(map(str.isalpha, change.surrogate)):
            continue
        front = " ".join(change.before.split()[-2:]) if change.before[-1:].isspace() else ""
        back = " ".join(change.after.split()[:1]) if change.after[:1].isspace() else ""
        old, new = (f"{front} {text} {back}" for text in (change.original, change.surrogate))
        if not wrong.search(old):
            yield change, not wrong.search(new)


def format_is_kept(document: Released) -> Iterator[Judged]:
    """Digits stay digits, with the same marks between their groups.

    Cards and social security numbers have as many digits in each; how long a free code is, is not
    kept.
    """
    for change in drawn(document, _CODES):
        if re.fullmatch(r"[\d\s().+/-]+", change.original):
            digits = r"\d" if change.category in _EXACT else _DIGITS
            old, new = (re.sub(digits, "0", text) for text in (change.original, change.surrogate))
            yield change, old == new


def reserved_range(document: Released) -> Iterator[Judged]:
    """Addresses that nobody can own."""
    for change in drawn(document, ("EMAIL_ADDRESS", "URL", "DOMAIN_NAME")):
        if re.search(r"[.@]\w", change.surrogate) and " " not in change.surrogate:
            yield change, re.search(r"\.example\b|\bexample\.", change.surrogate) is not None
