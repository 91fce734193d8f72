"""What is no name though it looks like one, and what is one though a brand is called so."""

from __future__ import annotations

import pytest

from understudy.categorise.rules.ends import whole_name
from understudy.categorise.rules.namesakes import ours
from understudy.categorise.rules.things import plain_thing
from understudy.core.types import Span


def marked(text: str, value: str, label: str) -> Span:
    start = text.index(value)
    return Span(start, start + len(value), label, 0.6, "encoder")


@pytest.mark.parametrize(
    ("text", "guess", "language", "plain"),
    [
        ("two wellington boots in the hall", "wellington", "en", True),
        ("some brussels sprouts", "brussels", "en", True),
        ("in wellington, boots were wet", "wellington", "en", False),
        ("moved to jersey in may", "jersey", "en", False),
        ("lost a jersey in may", "jersey", "en", True),
        ("the Wellington boots branch", "Wellington", "en", False),
        ("compra coles de bruselas", "bruselas", "es", True),
        ("un viaje a bruselas", "bruselas", "es", False),
    ],
)
def test_things_called_after_places_are_no_places(
    text: str, guess: str, language: str, plain: bool
) -> None:
    for label in ("LOCATION", "PERSON", "ORGANIZATION"):
        assert plain_thing(marked(text, guess, label), text, language) is plain


@pytest.mark.parametrize(
    ("text", "guess", "plain"),
    [
        ("kez is off nd boss says ok", "nd boss", True),
        ("kez is off n the guvnor knows", "n the guvnor", True),
        ("kez n bossman here", "n bossman", False),
        ("kez n marlo", "n marlo", False),
    ],
)
def test_whom_a_chat_speaks_of_is_no_name(text: str, guess: str, plain: bool) -> None:
    assert plain_thing(marked(text, guess, "PERSON"), text, "en") is plain


def test_a_name_ends_before_whom_a_chat_speaks_of() -> None:
    text = "told kez nd the boss"
    found = whole_name(marked(text, "kez nd the boss", "PERSON"), text, "en")
    assert text[found.start : found.end] == "kez"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("My Tiffany hasn't eaten", True),
        ("Our Tiffany was off school", True),
        ("Our Tiffany ring was lost", False),
        ("The Tiffany was full", False),
        ("Our tiffany was lost", False),
    ],
)
def test_our_somebody_does_something(text: str, expected: bool) -> None:
    name = text.split()[1]
    start = text.index(name)
    assert ours(text, start, start + len(name), "en") is expected
