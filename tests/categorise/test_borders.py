"""What evidence may claim before it is merged, and what merged spans may not cut."""

from __future__ import annotations

import pytest

from understudy.categorise.borders import believable
from understudy.categorise.rules.cut_numbers import whole
from understudy.core.types import Span


def kept(
    text: str,
    said: str,
    label: str,
    language: str = "en",
    source: str = "encoder",
    score: float = 0.69,
) -> list[tuple[str, str]]:
    start = text.index(said)
    span = Span(start, start + len(said), label, score, source)
    return [(text[one.start : one.end], one.label) for one in believable([span], text, language)]


@pytest.mark.parametrize(
    ("language", "text", "said", "label", "parts"),
    [
        ("en", "Anna and Peter came", "Anna and Peter", "PERSON", ["Anna", "Peter"]),
        ("en", "for Ann Orr, Bo Orr", "Ann Orr, Bo Orr", "PERSON", ["Ann Orr", "Bo Orr"]),
        ("en", "for Orr, Ann", "Orr, Ann", "PERSON", ["Orr, Ann"]),
        ("en", "in Leeds and York", "Leeds and York", "LOCATION", ["Leeds", "York"]),
        ("es", "ahora cuesta 970.000", "cuesta 970.000", "STREET_ADDRESS", []),
        ("es", "en la cuesta 97", "cuesta 97", "STREET_ADDRESS", ["cuesta 97"]),
        ("es", "con Inés y Óscar", "Inés y Óscar", "PERSON", ["Inés", "Óscar"]),
        ("es", "José Ortega y Gasset", "José Ortega y Gasset", "PERSON", ["José Ortega y Gasset"]),
        ("en", "Mr D. Walton spoke", "Mr D. Walton", "PERSON", ["D. Walton"]),
        ("es", "Don Alberto Salas", "Don Alberto Salas", "PERSON", ["Alberto Salas"]),
        ("es", "hoy Luis Miguel mejora", "Luis Miguel mejora", "PERSON", ["Luis Miguel"]),
        ("es", "de Samuel R.", "Samuel R", "PERSON", ["Samuel R."]),
        ("en", "Patrick (patient)", "Patrick (patient", "PERSON", ["Patrick"]),
        ("en", "Ann Lee Awesome", "Ann Lee Awesome", "PERSON", ["Ann Lee"]),
        ("en", "D/W son Piers now", "W son Piers", "PERSON", ["Piers"]),
        ("en", "at Mercy Hill ED now", "Mercy Hill ED", "PERSON", ["Mercy Hill"]),
        ("es", "de ETA Idoia Ruiz", "ETA Idoia Ruiz", "PERSON", ["Idoia Ruiz"]),
        ("es", "de ETA Idoia Ruiz", "ETA Idoia", "ORGANIZATION", ["ETA"]),
    ],
)
def test_names_keep_to_themselves(
    language: str, text: str, said: str, label: str, parts: list[str]
) -> None:
    assert kept(text, said, label, language) == [(part, label) for part in parts]


@pytest.mark.parametrize(
    ("language", "text", "run", "seen", "left"),
    [
        (
            *("en", "Ackermann Goldman Sachs", "Ackermann Goldman Sachs"),
            [("Ackermann", "PERSON"), ("Goldman Sachs", "ORGANIZATION")],
            ["Ackermann"],
        ),
        (
            *("es", "dijo a EFE Juan Roca", "EFE Juan Roca"),
            [("EFE", "ORGANIZATION"), ("Juan Roca", "PERSON")],
            ["Juan Roca"],
        ),
        (
            *("es", "de Zulia Evaristo Ruiz", "Zulia Evaristo Ruiz"),
            [("Zulia", "LOCATION"), ("Evaristo Ruiz", "PERSON")],
            ["Evaristo Ruiz"],
        ),
        ("en", "Ann Lee Mercer", "Ann Lee Mercer", [("Mercer", "PERSON")], ["Ann Lee Mercer"]),
        (
            *("en", "Ann Lee Mercer", "Ann Lee Mercer"),
            [("Ann", "PERSON"), ("Mercer", "ORGANIZATION")],
            ["Ann Lee Mercer"],  # nobody says what Lee is
        ),
    ],
)
@pytest.mark.parametrize("source", ["gazetteer", "heuristic"])
def test_a_run_is_parted_where_the_model_sees_two_things_side_by_side(
    source: str, language: str, text: str, run: str, seen: list[tuple[str, str]], left: list[str]
) -> None:
    spans = [Span(text.index(run), text.index(run) + len(run), "PERSON", 0.75, source)]
    for said, label in seen:
        start = text.index(said)
        spans.append(Span(start, start + len(said), label, 0.9, "encoder"))
    kept = [one for one in believable(spans, text, language) if one.source == source]
    assert [text[one.start : one.end] for one in kept] == left


@pytest.mark.parametrize(
    ("text", "said", "label", "whole_of_it"),
    [
        ("GBP 268,000 was paid", "268,", "AMOUNT", "268,000"),
        ("file 2003/18/4471", "18/4471", "ID", "2003/18/4471"),
        ("see you monday then", "monday then", "DATE", "monday then"),
        ("on monday decided", "monday decided", "DATE", "monday"),
    ],
)
def test_a_form_has_its_own_borders(text: str, said: str, label: str, whole_of_it: str) -> None:
    assert kept(text, said, label) == [(whole_of_it, label)]


@pytest.mark.parametrize(
    ("text", "said", "label"),
    [
        ("Arsenal 20 12 5 3 38 17 41", "20 12 5 3 38 17 41", "PHONE_NUMBER"),
        ("during surgery", "surgery", "DATE"),
        ("ran in 10.38 there", "38", "TIME"),
        ("ISBN 978-3-16-148410-0", "978-3-16-148410-0", "ID"),
        ("in #FF8800 here", "#FF8800", "ID"),
        ("add milk to it", "milk", "CREATIVE_WORK"),
        ("and the Court held", "Court", "ORGANIZATION"),
        ("play music now", "music", "LOCATION"),
    ],
)
def test_a_guess_on_nothing_is_dropped(text: str, said: str, label: str) -> None:
    assert kept(text, said, label) == []


@pytest.mark.parametrize("said", ["E-mail", "T-shirt"])
def test_a_letter_before_a_hyphen_is_no_name(said: str) -> None:
    assert kept(f"Madrid {said}: a@b.es", said, "PERSON", source="heuristic") == []


def test_what_the_source_marked_is_left_as_it_is() -> None:
    assert kept("add milk to it", "milk", "CREATIVE_WORK", score=1.0) == [("milk", "CREATIVE_WORK")]


def test_a_weak_place_needs_a_second_voice() -> None:
    text = "a nice turkey"
    alone = Span(2, 6, "LOCATION", 0.5, "gazetteer")
    assert believable([alone], text, "en") == []
    both = [alone, Span(2, 6, "LOCATION", 0.8, "encoder")]
    assert believable(both, text, "en") == both


def test_a_label_before_a_number_is_no_name() -> None:
    text = "IP 192.0.2.1 failed"
    label, value = Span(0, 2, "PRODUCT", 0.7, "encoder"), Span(3, 12, "IP_ADDRESS", 0.9, "grammar")
    assert believable([label, value], text, "en") == [value]


def test_one_number_is_one_span() -> None:
    text = "ref 2003/18/4471"
    found = [Span(4, 11, "ID", 0.59, "encoder"), Span(12, 16, "TICKET_NUMBER", 0.84, "grammar")]
    assert [(one.start, one.end, one.label) for one in whole(found, text, "en")] == [
        (4, 16, "TICKET_NUMBER")
    ]
