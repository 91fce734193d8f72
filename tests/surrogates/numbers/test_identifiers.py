"""Each kind of identifier: what may stand at each place, and the check digits behind it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from marked_mentions import stream
from stdnum import iban, luhn
from stdnum.es import ccc, cif, dni, nie

from understudy.surrogates.numbers.blocks import COMPUTED, Code
from understudy.surrogates.numbers.identifiers import Shown, identifier
from understudy.surrogates.settings import Settings

EN, ES = Settings(language="en"), Settings(language="es")


def form(code: Code | None) -> str | None:
    """Fixed places as they are, ``#`` for any digit, ``*`` computed, ``(n)`` one of n strings."""
    if code is None:
        return None
    return "".join(
        "*" if block == COMPUTED
        else block[0] if len(block) == 1
        else "#" if block == tuple("0123456789")
        else f"({len(block)})"
        for block in code.blocks
    )  # fmt: skip


@pytest.mark.parametrize(
    ("category", "code", "text", "settings", "expected"),
    [
        ("PHONE_NUMBER", "9734480216", "", EN, "(8)(99)55501##"),
        ("PHONE_NUMBER", "4480216", "", EN, "55501##"),
        ("PHONE_NUMBER", "19734480216", "", EN, "1(8)(99)55501##"),
        ("PHONE_NUMBER", "02079460123", "", EN, "02079460###"),
        ("PHONE_NUMBER", "447700900123", "+44 7700 900123", EN, "447700900###"),
        ("PHONE_NUMBER", "34612345678", "plus 34 612345678", EN, "34(3)########"),
        ("PHONE_NUMBER", "ABC", "", EN, None),
        ("PHONE_NUMBER", "612345678", "", ES, "(3)########"),
        ("PHONE_NUMBER", "34612345678", "", ES, "34(3)########"),
        ("PHONE_NUMBER", "0033612345678", "", ES, "003300#######"),
        ("PHONE_NUMBER", "9734480216", "", EN._replace(reserved=False), "(8)(99)(8)######"),
        ("PHONE_NUMBER", "612345678", "", ES._replace(reserved=False), "(2)########"),
        ("CREDIT_CARD", "4111111111111111", "", EN, "400000#########*"),
        ("CREDIT_CARD", "411111", "", EN, None),
        ("US_SSN", "123456789", "", EN, "9##(49)####"),
        ("US_SSN", "12345678", "", EN, None),
        ("MEDICAL_LICENSE", "AB1234563", "", EN, "(26)(26)######*"),
        ("MEDICAL_LICENSE", "A1", "", EN, None),
        ("IBAN_CODE", "GB29NWBK60161331926819", "", EN, "GB**XXXX##############"),
        ("IBAN_CODE", "ES9121000418450200051332", "", ES, "ES**0000####**##########"),
        ("IBAN_CODE", "12", "", EN, None),
        ("BANK_ACCOUNT", "21000418450200051332", "", ES, "0000####**##########"),
        ("BANK_ACCOUNT", "123", "", ES, None),
        ("ES_NIF", "12345678Z", "", ES, "99######*"),
        ("ES_NIF", "12345678", "", ES, "99######"),
        ("ES_NIF", "X1234567L", "", ES, "Z99#####*"),
        ("ES_NIE", "X1234567L", "", ES, "Z99#####*"),
        ("ES_NIE", "12345678Z", "", ES, None),
        ("ES_CIF", "A58818501", "", ES, "A00#####*"),
        ("ES_CIF", "Z58818501", "", ES, None),
        ("LICENSE_PLATE", "1234BCD", "", ES, "####(5)(20)(20)"),
        ("LICENSE_PLATE", "BCD1234", "", ES, None),
        ("POSTAL_CODE", "28013", "", ES, "(52)###"),
        ("POSTAL_CODE", "02108", "", EN, None),
        ("MADE_UP", "12", "", EN, None),
    ],
)
def test_forms(
    category: str, code: str, text: str, settings: Settings, expected: str | None
) -> None:
    assert form(identifier(category, Shown(code, text or code, settings))) == expected


def test_an_extension_is_drawn_behind_the_number() -> None:
    assert form(identifier("PHONE_NUMBER", Shown("973448021612", "", EN, 2))) == "(8)(99)55501####"


@pytest.mark.parametrize(
    ("category", "code", "settings", "valid"),
    [
        ("CREDIT_CARD", "4111111111111111", EN, luhn.is_valid),
        ("IBAN_CODE", "GB29NWBK60161331926819", EN, lambda one: iban.is_valid(one, False)),
        ("IBAN_CODE", "ES9121000418450200051332", ES, iban.is_valid),
        ("BANK_ACCOUNT", "21000418450200051332", ES, ccc.is_valid),
        ("ES_NIF", "12345678Z", ES, dni.is_valid),
        ("ES_NIE", "X1234567L", ES, nie.is_valid),
        ("ES_CIF", "A58818501", ES, cif.is_valid),
    ],
)
def test_check_digits_are_right(
    category: str, code: str, settings: Settings, valid: Callable[[str], bool]
) -> None:
    assert valid(code)
    kind = identifier(category, Shown(code, code, settings))
    assert kind is not None
    assert not kind.contains(code)
    for seed in range(10):
        drawn = kind.draw(stream(seed))
        assert valid(drawn)
        assert kind.contains(drawn)
        last = "0" if drawn[-1] != "0" else "1"
        assert not kind.contains(drawn[:-1] + last)
