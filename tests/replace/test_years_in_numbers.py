"""The year in the number of a case moves with the dates of its text."""

from __future__ import annotations

import re

import pytest
from stdnum.mx import curp as register

from understudy import Deidentifier
from understudy.core.types import Document, Span
from understudy.pipeline import build
from understudy.policy import parse

KEYS = [bytes([key] * 32) for key in range(4)]
YEAR = re.compile(r"(?:19|20)\d\d")
MARK = re.compile(r"\{([^|}]*)\|(\w+)\}")
COIN = """
schema = 1
name = "coin"
detectors = ["given"]
[default]
strategy = "surrogate"
p = 0.5
"""


def marked(text: str) -> tuple[str, tuple[Span, ...]]:
    """The text of "… {value|CATEGORY} …", and its marks."""
    plain, spans, cursor = "", [], 0
    for match in MARK.finditer(text):
        plain += text[cursor : match.start()]
        spans.append(Span(len(plain), len(plain) + len(match[1]), match[2]))
        plain += match[1]
        cursor = match.end()
    return plain + text[cursor:], tuple(spans)


def years(text: str, key: bytes) -> list[int]:
    whole, spans = marked(text)
    made = Deidentifier().replace(whole, spans, language="es", key=key)
    return [int(one) for one in YEAR.findall(made.text)]


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(
    ("text", "apart"),
    [
        ("Autos {412/2025|CASE_NUMBER}, a {14 de octubre de 2025|DATE}.", [0]),
        ("Autos {412/2022|CASE_NUMBER}, a {14 de octubre de 2025|DATE}.", [3]),
        ("NIG {47186 43 2 2025 0003417|CASE_NUMBER}, a {14/10/2025|DATE}.", [0]),
        ("A {22/5/2024|DATE} (rec. {95/2023|ID}, factura {F-2024/0318|ORDER_NUMBER}).", [-1, 0]),
    ],
)
def test_a_number_is_of_the_year_of_its_date(text: str, apart: list[int], key: bytes) -> None:
    first, *rest = years(text, key)
    assert [one - first for one in rest] == apart


def test_what_is_far_from_all_dates_follows_none() -> None:
    found = [years("Autos {412/1990|CASE_NUMBER}, a {14/10/2025|DATE}.", key) for key in KEYS]
    assert {last - first for first, last in found} != {35}


@pytest.mark.parametrize("key", KEYS)
def test_a_short_year_follows(key: bytes) -> None:
    whole, spans = marked("DP {214/25|ID}, del {10 de octubre de 2025|DATE}.")
    text = Deidentifier().replace(whole, spans, language="es", key=key).text
    found = re.search(r"/(\d\d), del .*(?:19|20)(\d\d)\.", text)
    assert found is not None
    assert found[1] == found[2]


@pytest.mark.parametrize("key", KEYS)
def test_the_numbers_of_one_person_hold_the_date_of_birth(key: bytes) -> None:
    whole, spans = marked(
        "CURP {CURG850712MDFRSD09|NATIONAL_ID}, RFC {CURG850712H30|NATIONAL_ID}, "
        "nacida el {12/07/1985|DATE}."
    )
    made = Deidentifier().replace(whole, spans, language="es", key=key)
    curp, rfc, born = (edit.surrogate for edit in made.edits)
    day, month, year = born.split("/")
    assert curp[4:10] == year[2:] + month + day
    assert curp[:10] == rfc[:10]
    assert register.calc_check_digit(curp[:-1]) == curp[-1]


def test_nothing_follows_where_a_coin_may_keep_it() -> None:
    policy = parse(COIN)
    whole, spans = marked("Autos {412/2025|CASE_NUMBER}, a {14 de octubre de 2025|DATE}.")
    document = Document("d", whole, "es", annotations=spans)
    apart = set()
    for key in range(24):
        (result,) = build(policy).run([document], bytes([key] * 32))
        if all(not edit.kept for edit in result.edits):
            number, date = map(int, YEAR.findall(result.text))
            apart.add(date - number)
    assert len(apart) > 1
