"""A code with letters at both ends of its figures stays written as one, whatever joins them."""

from __future__ import annotations

import re

import pytest

from understudy import Deidentifier
from understudy.core.types import Span

SHAPES = {"X-4829315-T": r"[XYZ]-\d{7}-[A-Z]", "Q-44719-K": r"[A-Z]{1,3}-\d{4,8}-[A-Z]{1,3}"}


@pytest.mark.parametrize(("text", "code"), [
    ("Mi NIE es X-4829315-T, gracias.", "X-4829315-T"),
    ("El agente con TIP Q-44719-K habló.", "Q-44719-K"),
])  # fmt: skip
def test_a_code_between_letters_is_not_said_figure_by_figure(text: str, code: str) -> None:
    preset = Deidentifier("surrogate")
    for key in (bytes(32), bytes([1] * 32)):
        edits = preset(text, language="es", key=key).edits
        new = next(one.surrogate for one in edits if one.original == code)
        assert re.fullmatch(SHAPES[code], new)


@pytest.mark.parametrize("key", range(6))
@pytest.mark.parametrize(
    ("text", "language", "shape"),
    [
        ("DNI {28.455.903|ES_NIF} por las dudas.", "es", r"\d\d\.\d{3}\.\d{3}"),
        ("DNI {28455903|ES_NIF} por las dudas.", "es", r"\d{8}"),
        ("CUIT {20-28455903-7|ID} por las dudas.", "es", r"2[037]-\d{8}-\d"),
        ("mi rfc es {VAQE850614KJ3|NATIONAL_ID}", "es", r"[A-Z]{4}\d{6}[A-Z0-9]{3}"),
        ("el rfc es {ZQE850614KJ3|ID}", "es", r"[A-Z]{3}\d{6}[A-Z0-9]{3}"),
        ("CUIT {27-28455903-1|NATIONAL_ID} por las dudas.", "es", r"27-\d{8}-\d"),
        ("CUIT {30-28455903-1|NATIONAL_ID} por las dudas.", "es", r"30-\d{8}-\d"),
        ("RUT {12.345.670-K|NATIONAL_ID}.", "es", r"[34]\d\.\d{3}\.\d{3}-[\dK]"),
        ("RUT {9456789-K|NATIONAL_ID}.", "es", r"[34]\d{7}-[\dK]"),
        ("NIT {900.421.773-5|NATIONAL_ID}.", "es", r"0\d\d\.\d{3}\.\d{3}-\d"),
        ("RUC {20418722301|NATIONAL_ID}.", "es", r"2099\d{7}"),
        ("RUC {2400187234-5|CASE_NUMBER}.", "es", r"\d{10}-[\dK]"),
        ("CURP {LOMH790321HJCPRR05|ID}", "es", r"[A-Z]{4}\d{6}H[A-Z]{5}\d\d"),
        ("CURP {LOMH790321MJCPRR05|ID}", "es", r"[A-Z]{4}\d{6}M[A-Z]{5}\d\d"),
        ("confirmation number is {kop 598|ID}", "en", r"[b-df-hj-np-tv-xz]{3} \d{3}"),
    ],
)
def test_a_code_keeps_its_form(text: str, language: str, shape: str, key: int) -> None:
    before, _, rest = text.partition("{")
    marked, _, after = rest.partition("}")
    value, _, label = marked.partition("|")
    spans = [Span(len(before), len(before) + len(value), label)]
    made = Deidentifier().replace(
        before + value + after, spans, language=language, key=bytes([key] * 32)
    )
    assert re.fullmatch(shape, made.edits[0].surrogate)


@pytest.mark.parametrize("key", range(4))
def test_an_identity_card_stands_within_the_number_of_its_taxpayer(key: int) -> None:
    text = "DNI 28.456.912, CUIL 27-28456912-4."
    spans = [Span(4, 14, "ES_NIF"), Span(21, 34, "NATIONAL_ID")]
    made = Deidentifier().replace(text, spans, language="es", key=bytes([key] * 32))
    card, taxpayer = (edit.surrogate for edit in made.edits)
    assert card.replace(".", "") == taxpayer.split("-")[1]
    assert re.fullmatch(r"\d\d\.\d{3}\.\d{3}", card)
