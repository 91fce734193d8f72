"""Each known form of identifier: how it comes out, and the check digits behind it."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from numbers_written import sketch, written
from stdnum import bitcoin, iban, imei, luhn
from stdnum.cl import rut
from stdnum.es import ccc, cif, dni, nie
from stdnum.fr import nir
from stdnum.us import ssn

from understudy.surrogates.numbers import checks
from understudy.surrogates.numbers.forms import FORMS
from understudy.surrogates.settings import Settings
from understudy.surrogates.sizes import SIZES, sized

SEEDS = range(8)


@pytest.mark.parametrize(
    ("category", "language", "text", "form"),
    [
        ("PHONE_NUMBER", "en", "(973) 448-0216", r"\([2-9]\d\d\) 555-01\d\d"),
        ("PHONE_NUMBER", "en", "+1 973 448 0216", r"\+1 [2-9]\d\d 555 01\d\d"),
        ("PHONE_NUMBER", "en", "448-0216", r"555-01\d\d"),
        ("PHONE_NUMBER", "en", "19734480216", r"1[2-9]\d\d55501\d\d"),
        ("PHONE_NUMBER", "en", "973-448-0216 ext 55", r"[2-9]\d\d-555-01\d\d ext \d\d"),
        ("PHONE_NUMBER", "en", "345-899-3560x4587", r"[2-9]\d\d-555-01\d\dx\d{4}"),
        ("PHONE_NUMBER", "en", "+44 20 7123 4567", r"\+44 20 7946 0\d{3}"),
        ("PHONE_NUMBER", "en", "+44 (0)20 7123 4567", r"\+44 \(0\)20 7946 0\d{3}"),
        ("PHONE_NUMBER", "en", "+447700900123", r"\+447700900\d{3}"),
        ("PHONE_NUMBER", "en", "07911 123456", r"07700 900\d{3}"),
        ("PHONE_NUMBER", "en", "plus 34 612345678", r"plus 34 [234]\d{8}"),
        ("PHONE_NUMBER", "en", "tel: 448-0216", r"tel: 555-01\d\d"),
        ("PHONE_NUMBER", "es", "600 12 34 56", r"[234]\d\d \d\d \d\d \d\d"),
        ("PHONE_NUMBER", "es", "(+34) 600 12 34 56", r"\(\+34\) [234]\d\d \d\d \d\d \d\d"),
        ("PHONE_NUMBER", "es", "+34 600123456", r"\+34 [234]\d{8}"),
        ("PHONE_NUMBER", "es", "34612345678", r"34[234]\d{8}"),
        ("PHONE_NUMBER", "es", "0034 91 123 45 67", r"0034 [234]\d \d{3} \d\d \d\d"),
        ("PHONE_NUMBER", "es", "+49 30 1234567", r"\+49 31 \d{7}"),
        ("PHONE_NUMBER", "es", "981.33.40.15", r"[234]\d\d\.\d\d\.\d\d\.\d\d"),
        ("CREDIT_CARD", "en", "4929-1234-5678-9012", r"4000-00\d\d-\d{4}-\d{4}"),
        ("CREDIT_CARD", "en", "3714 496353 98431", r"3782 82\d{4} \d{5}"),
        ("CREDIT_CARD", "en", "630427373398", r"400000\d{10}"),
        ("IBAN_CODE", "es", "ES91 2100 0418 4502 0005 1332", r"ES\d\d 0000( \d{4}){4}"),
        ("IBAN_CODE", "en", "GB82 WEST 1234 5698 7654 32", r"GB\d\d XXXX( \d{4}){3} \d\d"),
        ("IBAN_CODE", "en", "gb42nawi04454264788619", r"gb\d\dxxxx\d{14}"),
        ("BANK_ACCOUNT", "es", "2100 0418 45 0200051332", r"0000 \d{4} \d\d \d{10}"),
        ("US_SSN", "en", "123-45-6789", r"9\d\d-[0-4]\d-\d{4}"),
        ("US_SSN", "en", "SSN 123456789", r"SSN 9\d\d[0-4]\d{5}"),
        ("ES_NIF", "es", "12.345.678-z", r"99\.\d{3}\.\d{3}-[a-z]"),
        ("ES_NIF", "es", "DNI: 12345678Z", r"DNI: 99\d{6}[A-Z]"),
        ("ES_NIE", "es", "X1234567L", r"Z99\d{5}[A-Z]"),
        ("ES_NIF", "es", "X1234567L", r"Z99\d{5}[A-Z]"),
        ("ES_CIF", "es", "B-12345674", r"B-00\d{6}"),
        ("ES_CIF", "es", "Q2818002D", r"Q00\d{5}[A-J]"),
        ("LICENSE_PLATE", "es", "1234 BCD", r"\d{4} [AEIOU][B-Z]{2}"),
        ("LICENSE_PLATE", "en", "7 Tango Lima Kilo 2 1 9", r"\d( [A-Z][a-z-]+){3} \d \d \d"),
        ("PASSPORT", "es", "PAF801472", r"[A-Z]{3}\d{6}"),
        ("PASSPORT", "en", "C01234567", r"[ACEXYZ]\d{8}"),
        ("MEDICAL_LICENSE", "en", "AB1234563", r"[A-Z]{2}\d{7}"),
        ("MEDICAL_LICENSE", "es", "28 28 91978", r"(\d\d) \1 \d{5}"),
        ("NATIONAL_ID", "en", "QQ 12 34 56 C", r"[A-Z]{2} \d\d \d\d \d\d [A-D]"),
        ("NATIONAL_ID", "es", "28 12345678 40", r"(5[4-9]|6[0-5]) \d{8} \d\d"),
        ("ID", "en", "BQZPK4721H", r"[A-Z]{3}P[A-Z]0000[A-Z]"),
        ("ID", "en", "bqzpk4721h", r"[a-z]{3}p[a-z]0000[a-z]"),
        ("NATIONAL_ID", "en", "7261 4409 3817", r"[01]\d{3} \d{4} \d{4}"),
        ("NATIONAL_ID", "en", "726144093817", r"[01]\d{11}"),
        ("ID", "en", "m k four two d p", r"([a-z] ){2}[a-z]+ [a-z]+ [a-z] [a-z]"),
        ("ID", "en", "e one seven six r t", r"[beglmnsw] [a-z]+ [a-z]+ [a-z]+ [a-z] [a-z]"),
        ("VIN", "en", "1HGCM82633A004352", r"[0-9A-HJ-NPR-Z]{13}\d{4}"),
        ("IMEI", "en", "49-015420-323751-8", r"00-\d{6}-\d{6}-\d"),
        ("CASE_NUMBER", "en", "1:19-cv-01234-ABC", r"[1-8]:\d\d-cv-0\d{4}-[A-Z]{3}"),
        ("CASE_NUMBER", "en", "2:20-cr-00017", r"[1-8]:\d\d-cr-0\d{4}"),
        ("CASE_NUMBER", "en", "no. 19124/02", r"no\. [1-9]\d{4}/\d\d"),
        ("CASE_NUMBER", "es", "345/2019", r"[1-9]\d\d/(19|20)\d\d"),
        ("CASE_NUMBER", "es", "38.214/2020", r"[1-9]\d\.\d{3}/(199[5-9]|20[012]\d)"),
        ("CASE_NUMBER", "es", "138.214-2020", r"[1-9]\d\d\.\d{3}-(199[5-9]|20[012]\d)"),
        ("CASE_NUMBER", "es", "38.214/20", r"[1-9]\d\.\d{3}/\d\d"),
        ("CASE_NUMBER", "en", "0316/2022", r"[1-9]\d{4}/(199[5-9]|20[012]\d)"),
        ("CASE_NUMBER", "en", "44-0316/2022", r"\d\d-\d{4}/(199[5-9]|20[012]\d)"),
        ("CASE_NUMBER", "es", "IPP 06-38214/2020", r".*/(199[5-9]|20[012]\d)"),
        ("ORDER_NUMBER", "es", "QF83L2", r"[A-Z][A-Z2-9]{5}"),
        ("ORDER_NUMBER", "en", "XK7PLQ", r"[A-Z][A-Z2-9]{5}"),
        ("ID", "en", "h4t9qw", r"[a-z][a-z2-9]{5}"),
        ("ID", "en", "H4T9QWX8", r"[A-Z2-9]{8}"),
        ("CASE_NUMBER", "es", "nº 345/2019", r"nº [1-9]\d\d/(19|20)\d\d"),
        ("CASE_NUMBER", "es", "28079 43 2 2019 0001234", r"\d\d000 4\d [1-4] \d{4} 00\d{5}"),
        ("CASE_NUMBER", "es", "ECLI:ES:TS:2019:1234", r"ECLI:ES:(TS|AN|TC):\d{4}:\d{4}"),
        ("ORDER_NUMBER", "en", "INV-2019-00042", r"[A-Z]{3}-(19|20)\d\d-\d{5}"),
        ("CRYPTO_WALLET", "en", "0x52908400098527886E0F7030069857D2E4169EE7", r"0x[0-9a-f]{40}"),
        ("API_KEY", "en", "sk_live_abcdef1234", r"sk_live_[a-z0-9]{24}"),
        ("API_KEY", "en", "0123abcd", r"[0-9a-f]{32}"),
        ("PASSWORD", "en", "hunter", r"[a-z]{6}\d\d"),
        ("PASSWORD", "en", "Heron!4920", r"[A-Z][a-z]{5}\d\d"),
        ("PASSWORD", "en", "8 8 1 4", r"\d \d \d \d"),
    ],
)
def test_forms(category: str, language: str, text: str, form: str) -> None:
    for seed in SEEDS:
        (new,) = written(seed, category, text, language=language)
        assert re.fullmatch(form, new), new


def _vin(code: str) -> bool:
    return checks.vin(code) == code


@pytest.mark.parametrize("reserved", [True, False])
@pytest.mark.parametrize(
    ("category", "text", "valid"),
    [
        ("CREDIT_CARD", "4929123456789012", luhn.is_valid),
        ("IBAN_CODE", "ES9121000418450200051332", iban.is_valid),
        ("IBAN_CODE", "GB82WEST12345698765432", lambda one: iban.is_valid(one, False)),
        ("IBAN_CODE", "DE89370400440532013000", iban.is_valid),
        ("BANK_ACCOUNT", "21000418450200051332", ccc.is_valid),
        ("ES_NIF", "12345678Z", dni.is_valid),
        ("ES_NIE", "X1234567L", nie.is_valid),
        ("ES_CIF", "B12345674", cif.is_valid),
        ("ES_CIF", "Q2818002D", cif.is_valid),
        ("IMEI", "490154203237518", imei.is_valid),
        ("VIN", "1HGCM82633A004352", _vin),
        ("CRYPTO_WALLET", "1BoatSLRHtKNngkdXEeobR76b53LETtpyT", bitcoin.is_valid),
        ("CRYPTO_WALLET", "bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq", bitcoin.is_valid),
        ("NATIONAL_ID", "12.345.678-5", rut.is_valid),
        ("NATIONAL_ID", "188057800608436", nir.is_valid),
        ("NATIONAL_ID", "28 12345678 40", lambda one: checks.nass(_bare(one)) == _bare(one)),
        ("MEDICAL_LICENSE", "AB1234563", lambda one: checks.registration(one) == one),
    ],
)
def test_check_digits_are_right(
    category: str, text: str, valid: Callable[[str], bool], reserved: bool
) -> None:
    for seed in SEEDS:
        (new,) = written(seed, category, text, language="es", reserved=reserved)
        assert valid(new), new


def _bare(text: str) -> str:
    return text.replace(" ", "")


def test_the_number_of_a_vehicle_is_checked_as_the_standard_says() -> None:
    assert checks.vin("1M8GDM9A?KP042788") == "1M8GDM9AXKP042788"
    assert checks.vin("11111111?11111111") == "1" * 17


def test_nobody_has_a_reserved_social_security_number() -> None:
    for seed in SEEDS:
        assert not ssn.is_valid(written(seed, "US_SSN", "123-45-6789")[0])
        assert ssn.is_valid(written(seed, "US_SSN", "123-45-6789", reserved=False)[0])


@pytest.mark.parametrize("form", FORMS)
def test_every_grouping_has_as_many_places_as_are_drawn(form: str) -> None:
    for count, groupings in FORMS[form].groupings.items():
        for groups in groupings:
            assert sum(map(int, groups.split())) == count
        for variety in sorted(FORMS[form].varieties)[:3]:
            for reserved in (True, False):
                cells = FORMS[form].cells(variety, count, Settings(reserved=reserved))
                assert all(cells), form


@pytest.mark.parametrize("kind", SIZES)
def test_sizes_come_from_a_short_list(kind: str) -> None:
    found = [sized(kind, count) for count in range(1, 60)]
    assert found == sorted(found)
    assert set(found) == set(SIZES[kind])


@pytest.mark.parametrize("text", ["AB12O", "7 4 O", "74O", "O12"])
def test_the_letter_o_beside_figures_is_no_zero(text: str) -> None:
    for seed in SEEDS:
        (new,) = written(seed, "ID", text)
        assert not re.search("[a-z]", new), new


def test_labels_are_no_part_of_a_code() -> None:
    plain = sketch("ID", "12345").codes
    assert sketch("ID", "No. 12345").codes == sketch("ID", "Ref: 12345").codes == plain
    assert sketch("ID", "nº 12345", language="es").codes == plain
