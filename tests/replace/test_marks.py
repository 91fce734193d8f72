"""Redact, typed, named, mask, generalise and hash in detail."""

from __future__ import annotations

from itertools import product

import pytest

from making import KEY, OTHER_KEY, caller, document, pipeline_of, run
from understudy.core.types import Document, Span
from understudy.replace.base import Rule
from understudy.replace.generalise import generalised


def _text(rule: Rule, value: str, label: str = "PERSON", language: str = "en") -> str:
    pipeline = pipeline_of({label: rule})
    marked = caller(value, label=label, language=language)
    return pipeline.run([marked], KEY)[0].edits[0].surrogate


def test_a_bar_does_not_tell_the_length() -> None:
    assert _text(Rule("redact"), "Al") == _text(Rule("redact"), "Maximiliana") == "█████"


def test_numbers_follow_the_entities() -> None:
    text = "Ann met Bob; ANN of Rome"
    marks = (("Ann", "PERSON"), ("Bob", "PERSON"), ("ANN", "PERSON"), ("Rome", "LOCATION"))
    rules = dict.fromkeys(("PERSON", "LOCATION"), Rule("typed", options={"style": "numbered"}))
    (result,) = pipeline_of(rules).run([document(text, *marks)], KEY)
    assert result.text == "<PERSON1> met <PERSON2>; <PERSON1> of <LOCATION1>"


def test_attributes_are_written() -> None:
    span = Span(0, 3, "PERSON", attributes=(("gender", "male"), ("form", "short")))
    marked = Document("d", "Bob called", annotations=(span,))
    (result,) = run(Rule("typed", options={"style": "attributes"}), marked)
    assert result.text == "<PERSON1, GENDER=MALE, FORM=SHORT> called"


def test_styles_by_category() -> None:
    rules = {
        "PERSON": Rule("typed", options={"style": "numbered"}),
        "LOCATION": Rule("typed"),
    }
    marked = document("Ann of Rome", ("Ann", "PERSON"), ("Rome", "LOCATION"))
    assert pipeline_of(rules).run([marked], KEY)[0].text == "<PERSON1> of <LOCATION>"


@pytest.mark.parametrize(
    ("value", "label", "language", "expected"),
    [
        ("Anna", "PERSON", "en", "Smith"),
        ("ANNA", "PERSON", "en", "SMITH"),
        ("Anna", "FEMALE_NAME", "en", "Smith"),
        ("Ana", "PERSON", "es", "García"),
        ("Oslo", "CITY", "es", "Madrid"),
        ("46", "MISC", "en", "<MISC>"),
    ],
)
def test_exemplars(value: str, label: str, language: str, expected: str) -> None:
    assert _text(Rule("named"), value, label, language) == expected


@pytest.mark.parametrize(
    ("value", "options", "expected"),
    [
        ("4000 1234 5678 6467", {}, "**** **** **** 6467"),
        ("12345678", {}, "********"),
        ("123456789", {}, "*****6789"),
        ("AB-12", {"keep_last": 1}, "**-*2"),
        ("AB-12", {"keep_last": 0, "sign": "x"}, "xx-xx"),
    ],
)
def test_masks(value: str, options: dict[str, object], expected: str) -> None:
    assert _text(Rule("mask", options=options), value) == expected


@pytest.mark.parametrize(
    ("value", "category", "language", "expected"),
    [
        ("Great Wall Restaurant", "ORGANIZATION", "en", "restaurant"),
        ("Hospital de la Paz", "HOSPITAL", "es", "hospital"),
        ("Oslo", "CITY", "en", "a place"),
        ("3 May 2016", "DATE", "en", "2016"),
        ("yesterday", "DATE", "en", "a date"),
        ("46", "AGE", "en", "40-49 years old"),
        ("97 años", "AGE", "es", "90+ años"),
        ("2016", "AGE", "en", "an age"),
        ("28013", "POSTAL_CODE", "es", "28***"),
        ("Ann", "PERSON", "en", "a person"),
        ("x", "MISC", "en", "<MISC>"),
        ("12", "ES_NIF", "es", "un identificador"),
    ],
)
def test_general_values(value: str, category: str, language: str, expected: str) -> None:
    assert generalised(value, category, language) == expected


def test_a_general_value_takes_the_letter_case() -> None:
    assert _text(Rule("generalise"), "GRAND HOTEL", "ORGANIZATION") == "HOTEL"


def test_a_hash_is_one_for_a_value_of_a_category_under_a_key() -> None:
    one = _text(Rule("hash"), "Ann")
    assert one.startswith("PERSON_")
    assert _text(Rule("hash"), "ANN") == one
    assert _text(Rule("hash"), "Bob") != one
    (other,) = run(Rule("hash"), caller("Ann"), key=OTHER_KEY)
    assert other.edits[0].surrogate != one


def test_the_names_of_draws_follow_the_unit() -> None:
    text = "Ann and Ann"
    marked = document(text, ("Ann", "PERSON"), ("Ann", "PERSON"))
    for strategy, p in product(("redact", "typed", "hash", "keep"), (None, 0.5)):
        (result,) = run(Rule(strategy, p=p), marked)
        assert len({edit.draws for edit in result.edits}) == 1
    for rule in (Rule("redact", p=0.5), Rule("typed", p=0.5), Rule("hash"), Rule("hash", p=0.5)):
        (result,) = run(rule, marked, unit="token")
        assert len({edit.draws for edit in result.edits}) == 2


@pytest.mark.parametrize("unit", ["entity", "token"])
@pytest.mark.parametrize("strategy", ["redact", "typed"])
def test_a_mark_that_is_always_the_same_is_not_drawn(strategy: str, unit: str) -> None:
    (always,) = run(Rule(strategy), caller("Ann"), unit=unit)
    assert [edit.draws for edit in always.edits] == [()]
    (mostly,) = run(Rule(strategy, p=0.9), caller("Ann"), unit=unit)
    assert all(edit.draws for edit in mostly.edits)
