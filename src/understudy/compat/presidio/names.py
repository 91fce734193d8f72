"""The names that Presidio has for our categories."""

from __future__ import annotations

from collections.abc import Mapping

from understudy.compat.presidio.numbers import NUMBERS
from understudy.core.categories import ancestors, categories

__all__ = ["name_of", "names"]

_NAMES: Mapping[str, str] = {
    "PERSON": "PERSON",
    "LOCATION": "LOCATION",
    "ORGANIZATION": "ORGANIZATION",
    "DATE_TIME": "DATE_TIME",
    "AGE": "AGE",
    "NRP": "NRP",
    "PHONE_NUMBER": "PHONE_NUMBER",
    "EMAIL_ADDRESS": "EMAIL_ADDRESS",
    "URL": "URL",
    "IP_ADDRESS": "IP_ADDRESS",
    "MAC_ADDRESS": "MAC_ADDRESS",
    "CREDIT_CARD": "CREDIT_CARD",
    "IBAN_CODE": "IBAN_CODE",
    "BANK_ACCOUNT": "US_BANK_NUMBER",
    "CRYPTO_WALLET": "CRYPTO",
    "US_SSN": "US_SSN",
    "US_DRIVER_LICENSE": "US_DRIVER_LICENSE",
    "PASSPORT": "US_PASSPORT",
    "MEDICAL_LICENSE": "MEDICAL_LICENSE",
    "ES_NIF": "ES_NIF",
    "ES_NIE": "ES_NIE",
    "ES_CIF": "ES_CIF",
    "NATIONAL_ID": "NATIONAL_ID",
    "LICENSE_PLATE": "LICENSE_PLATE",
    "VIN": "VIN",
    "IMEI": "IMEI",
    "MEDICAL_RECORD": "MEDICAL_RECORD",
    "MEMBER_ID": "MEMBER_ID",
    "ID": "ID",
    "USERNAME": "USERNAME",
    "PASSWORD": "PASSWORD",
    "API_KEY": "API_KEY",
}
"""A category that is not here has the name of its nearest parent that is; one without any (amounts,
titles, drugs, relatives, jobs) is told only to callers who ask for it by its own name."""


def name_of(category: str) -> str | None:
    """The name that is told without being asked for."""
    return next((_NAMES[one] for one in ancestors(category, categories()) if one in _NAMES), None)


def names() -> list[str]:
    """All names, in alphabetical order: those that are told, and those to ask for."""
    own = {category for category in categories() if name_of(category) is None}
    return sorted({*_NAMES.values(), *NUMBERS, *own})
