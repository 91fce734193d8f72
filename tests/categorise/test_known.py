"""What the columns of a row say is known in its text."""

from __future__ import annotations

import pytest

from understudy.categorise.known import COLUMN, of_row
from understudy.core.types import Document, Segment, Span

COLUMNS = {"name": "PERSON", "phone": "PHONE_NUMBER", "email": "EMAIL_ADDRESS"}


def _document(text: str, language: str = "en", **cells: str) -> Document:
    pieces = [*cells.items(), ("text", text)]
    segments, at = [], 0
    for name, value in pieces:
        segments.append(Segment(at, at + len(value), "field", name))
        at += len(value) + 1
    return Document("d", "\n".join(value for _, value in pieces), language, None, tuple(segments))


def _found(document: Document, *spans: Span) -> list[tuple[str, str]]:
    """What is marked in the text of the row, with who found it."""
    begin = document.segments[-1].start
    return [
        (document.text[span.start : span.end], span.source)
        for span in sorted(of_row(document, spans, COLUMNS))
        if span.start >= begin
    ]


@pytest.mark.parametrize(
    ("cell", "text", "expected"),
    [
        ("Faith Hassan", "left voicemail for Faith. Hassan will call", ["Faith", "Hassan"]),
        ("Will Park", "Will you come? Told Will. Park agreed", ["Will", "Park"]),
        ("WILL PARK", "I told Will", ["Will"]),
        ("will park", "I told Will", ["Will"]),
        ("Hassan, Faith", "Faith Hassan called", ["Faith Hassan"]),
        ("Faith Hassan", "HASSAN, FAITH and F. Hassan", ["HASSAN, FAITH", "F. Hassan"]),
        ("Tamsin Park", "keep the faith in the park", []),
        ("Faith Hassan", "keep the faith", []),
        ("Ali", "Ali and ALI, not alimony", ["Ali", "ALI"]),
    ],
)
def test_names_are_found_in_all_their_forms(cell: str, text: str, expected: list[str]) -> None:
    assert [value for value, _ in _found(_document(text, name=cell))] == expected


def test_other_values_are_found_in_any_grouping() -> None:
    document = _document("from 8566274743 or a@b.org", phone="(856) 627-4743", email="a@b.org")
    assert [value for value, _ in _found(document)] == ["8566274743", "a@b.org"]
    spans = of_row(document, (), COLUMNS)
    keys = {span.key for span in spans if span.label == "PHONE_NUMBER"}
    assert len(keys) == 1 and None not in keys


def _span(document: Document, value: str, label: str) -> Span:
    start = document.text.rindex(value)
    return Span(start, start + len(value), label, source="look")


@pytest.mark.parametrize(
    ("cell", "marks"),
    [
        ("ann@lee.org", ["ann@lee.org"]),
        (" <ann@lee.org> ", ["ann@lee.org"]),
        ("MAILTO:ann@lee.org", ["ann@lee.org"]),
        ('"Lee, Ann" <ann@lee.org>', ["PERSON Lee, Ann", "ann@lee.org"]),
        ("ann@lee.org; bo@roe.org (work)", ["ann@lee.org", "bo@roe.org", "PERSON work"]),
        ("nobody", ["nobody"]),
        ("@", ["@"]),
        ("  ", []),
    ],
)
def test_a_cell_of_addresses_may_have_more_around_them(cell: str, marks: list[str]) -> None:
    document = _document("", email=cell)
    shown = {"EMAIL_ADDRESS": "", "PERSON": "PERSON "}
    found = [
        shown[span.label] + document.text[span.start : span.end]
        for span in sorted(of_row(document, (), COLUMNS))
    ]
    assert found == marks


def test_what_detectors_say_gives_way_and_nothing_private_is_lost() -> None:
    document = _document("Hassan will pay Ann Lee and Faith Hassan Smith", name="Faith Hassan")
    spans = (
        _span(document, "Hassan will", "LOCATION"),
        _span(document, "Ann Lee", "PERSON"),
        _span(document, "Faith Hassan Smith", "PERSON"),
    )
    assert _found(document, *spans) == [
        ("Hassan", COLUMN),
        ("Ann Lee", "look"),
        ("Faith Hassan", COLUMN),
        ("Smith", "look"),
    ]


def test_an_address_that_holds_a_known_name_is_replaced_as_a_whole() -> None:
    document = _document("Faith: faith@brightwater.example", name="Faith Hassan")
    address = _span(document, "faith@brightwater.example", "EMAIL_ADDRESS")
    assert _found(document, address) == [
        ("Faith", COLUMN),
        ("faith@brightwater.example", "look"),
    ]


def test_detectors_have_no_say_in_a_cell() -> None:
    document = _document("x", name="Washington, Desmond")
    inside = Span(0, 10, "LOCATION", source="look")
    (only,) = of_row(document, (inside,), COLUMNS)
    assert (only.start, only.end, only.label) == (0, 19, "PERSON")


def test_rows_without_values_are_left_to_detectors() -> None:
    document = _document("Ann Lee", name="  ")
    span = _span(document, "Ann Lee", "PERSON")
    assert of_row(document, (span,), COLUMNS) == (span,)


@pytest.mark.parametrize(
    ("cell", "text", "language", "found", "expected"),
    [
        ("María Peñalver", "Doña María llamó", "es", "Doña María", ["María"]),
        ("María Peñalver", "Dña. María llamó", "es", "Dña. María", ["María"]),
        ("Ann Lee", "Mrs Ann called", "en", "Mrs Ann", ["Ann"]),
        ("Ann Lee", "Ann Smith called", "en", "Ann Smith", ["Ann", "Smith"]),
        ("Deepak Venkat", "Deepak V. asked", "en", "Deepak V.", ["Deepak V."]),
        ("Deepak Venkat", "Deepak V asked", "en", "Deepak V", ["Deepak V"]),
        ("Deepak Venkat", "Deepak M. asked", "en", "Deepak M.", ["Deepak", "M."]),
    ],
)
def test_titles_are_no_names_and_initials_follow_theirs(
    cell: str, text: str, language: str, found: str, expected: list[str]
) -> None:
    document = _document(text, language, name=cell)
    start = document.text.index(found, document.segments[-1].start)
    seen = _found(document, Span(start, start + len(found), "PERSON", 0.9, "heuristic"))
    assert [value for value, _ in seen] == expected
