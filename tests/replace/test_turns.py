"""Each turn of a document in two languages has stand-ins in its own."""

from __future__ import annotations

import pytest

from understudy import Deidentifier
from understudy.core.types import Span
from understudy.languages import sure_language
from understudy.replace.surrogate.turns import Turns

DEIDENTIFIER = Deidentifier()


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Thank you for calling, how can I help you?", "en"),
        ("No hablo inglés, me llamo así y vivo en el norte.", "es"),
        ("Hotel, taxi, bar", None),
        ("The film is called La casa de las flores", None),
    ],
)
def test_a_line_tells_its_language_or_does_not(text: str, language: str | None) -> None:
    assert sure_language(text) == language


def test_lines_of_few_words_go_with_the_line_before() -> None:
    text = "How can I help you?\nNo hablo inglés y me duele la mano.\nOK.\nThis is for you, it is."
    turns = Turns(text, [], "en")
    assert turns.mixed
    assert [turns.at(text.index(one)) for one in ("How", "hablo", "OK", "This")] == [
        "en",
        "es",
        "es",
        "en",
    ]


def test_what_is_private_tells_no_language() -> None:
    text = "Call the man at\nla que no se ve en el mar\nand the other one."
    start = text.index("la que")
    hidden = Turns(text, [(start, text.index("\nand"))], "en")
    assert not hidden.mixed
    assert Turns(text, [], "en").mixed


@pytest.mark.parametrize("key", range(6))
def test_dates_and_bodies_follow_their_line(key: int) -> None:
    text = (
        "Please find the contract of Harrow Insurance of 3 May 2023 with this.\n"
        "Gracias, lo firmará doña Casilda en el banco el 10 de mayo de 2023."
    )
    marks = (("Harrow Insurance", "ORGANIZATION"), ("3 May 2023", "DATE"), ("doña", "TITLE"))
    marks += (("Casilda", "PERSON"), ("10 de mayo de 2023", "DATE"))
    spans = [Span(text.index(one), text.index(one) + len(one), label) for one, label in marks]
    made = DEIDENTIFIER.replace(text, spans, key=bytes([key] * 32))
    body, english, title, _, spanish = (edit.surrogate for edit in made.edits)
    assert body.endswith(" Insurance")
    assert " de " not in english
    assert title == "doña"
    assert spanish.count(" de ") == 2
