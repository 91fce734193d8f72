"""The kinds of bundles, and which categories each is made of."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from understudy.surrogates.dates.sketch import DATES
from understudy.surrogates.numbers.form import COUNTED

__all__ = [
    "BUILT",
    "DATED",
    "KINDS",
    "LISTED",
    "NAMED",
    "NUMBERS",
    "ORGANIZATIONS",
    "PEOPLE",
    "PLACES",
    "SHOWN",
    "SPELT",
]

PEOPLE, DATED, PLACES, NUMBERS, ORGANIZATIONS = "people", "dates", "places", "figures", "bodies"
"""Kinds of bundles, as draws spell them: another spelling would change every release."""
SHOWN = {NUMBERS: "numbers", ORGANIZATIONS: "organizations"}
"""What reports call a kind, where that is another word."""
NAMED = frozenset(("PERSON", "GIVEN_NAME", "FEMALE_NAME", "MALE_NAME", "SURNAME"))
BUILT = frozenset(("EMAIL_ADDRESS", "USERNAME"))
SPELT = frozenset(("SPELLING", "LETTER"))
LISTED: Mapping[str, Iterable[str]] = {
    PEOPLE: (*sorted(NAMED), *sorted(BUILT), *sorted(SPELT)),
    DATED: sorted(DATES),
    PLACES: (
        *("LOCATION", "CITY", "COUNTRY", "REGION", "FACILITY", "STREET_ADDRESS"),
        *("POSTAL_CODE", "COORDINATES", "NRP"),
    ),
    ORGANIZATIONS: ("ORGANIZATION", "HOSPITAL", "PRODUCT", "DRUG", "URL", "DOMAIN_NAME"),
    NUMBERS: (
        *("PHONE_NUMBER", "FAX_NUMBER", "IP_ADDRESS", "MAC_ADDRESS", "CREDIT_CARD"),
        *("BANK_ACCOUNT", "IBAN_CODE", "ID", "US_SSN", "ES_NIF", "ES_NIE", "ES_CIF", "PASSPORT"),
        *("US_DRIVER_LICENSE", "MEDICAL_LICENSE", "LICENSE_PLATE", "MEMBER_ID"),
        *("PRESCRIPTION_ID", "TICKET_NUMBER", "ORDER_NUMBER", "CASE_NUMBER", "PASSWORD"),
        *("NATIONAL_ID", "VIN", "IMEI", "CRYPTO_WALLET", "MEDICAL_RECORD", "API_KEY"),
        *sorted(COUNTED),
    ),
}
KINDS: Mapping[str, str] = {name: kind for kind, names in LISTED.items() for name in names}
"""category → the kind of bundle that it is written in; others are drawn by themselves."""
