"""Equal words of a document are marked as one kind of thing."""

from __future__ import annotations

import pytest

from understudy.categorise.rules.alike import one_label
from understudy.core.types import Span

LABELS = {"o": "ORGANIZATION", "p": "PERSON", "l": "LOCATION"}


def labels(marked: str, language: str = "en", score: float = 0.9) -> str:
    """The first letters of the labels that marks get; those that were given stand in the text."""
    text, spans = "", []
    for piece in marked.split("{"):
        value, brace, rest = piece.partition("}")
        if brace:
            label, value = value[0], value[2:]
            spans.append(Span(len(text), len(text) + len(value), LABELS[label], score))
        text += value + rest
    found = one_label(spans, text, language)
    return "".join(one.label[0].lower() for one in found)


@pytest.mark.parametrize(
    ("text", "language", "expected"),
    [
        ("Mayor of {l:Dayton}. He said {p:Dayton} needs a bridge in {l:Dayton}.", "en", "lll"),
        ("She was in {l:Dayton, Ohio}, and {p:Dayton} needs it.", "en", "ll"),
        ("El alcalde de {l:Lugo} dijo que {p:Lugo} lo necesita.", "es", "ll"),
        ("los padres de {l:Nerea}: {p:Nerea} tiene 7 años.", "es", "pp"),
        ("{o:Borland Tool & Die} sued; {p:Borland} won. {o:Borland} left.", "en", "ooo"),
        ("{o:Citywide Plumbing} called, {p:Citywide} did.", "en", "oo"),
        ("{p:Rachel Fenwick} of {o:Fenwick Logistics}; {p:Fenwick} left.", "en", "pop"),
        ("{o:Leeds General Infirmary} is in {l:Leeds}.", "en", "ol"),
        ("{p:Ann Toledo} lives in {l:Toledo}; {p:Toledo} left.", "en", "plp"),
        ("A day for {l:Ystrad} at {o:Ystrad Leisure Centre}.", "en", "lo"),
    ],
)
def test_equal_words_have_one_label(text: str, language: str, expected: str) -> None:
    assert labels(text, language) == expected


def test_what_somebody_marked_stays() -> None:
    assert labels("{l:Lugo} y {p:Lugo}", "es", 1.0) == "lp"


@pytest.mark.parametrize(
    ("named", "word", "expected"),
    [("Zorabel", "Zorabel", "PERSON"), ("Zorabel Quill", "Zorabel", "PERSON"),
     ("Zorabel", "Ronda", "LOCATION"), ("Lugo", "Lugo", "LOCATION")],
)  # fmt: skip
def test_who_speaks_is_no_town_in_what_is_said(named: str, word: str, expected: str) -> None:
    text = f"{named}: {word} , come here."
    start = len(named) + 2
    said = Span(start, start + len(word), "LOCATION", 0.89)
    found = one_label([Span(0, len(named), "PERSON", 1.0), said], text, "es")
    assert [one.label for one in found] == ["PERSON", expected]


def test_a_person_is_cut_off_the_address_behind_the_name() -> None:
    text = "Ana Gil Roca opera. Ana Gil Roca Hospital Sur Avda. Norte, 9"
    spans = [Span(0, 12, "PERSON", 0.9), Span(20, len(text), "STREET_ADDRESS", 0.9)]
    found = one_label(spans, text, "es")
    assert [(text[one.start : one.end], one.label) for one in found[1:]] == [
        ("Ana Gil Roca", "PERSON"),
        ("Hospital Sur Avda. Norte, 9", "STREET_ADDRESS"),
    ]
