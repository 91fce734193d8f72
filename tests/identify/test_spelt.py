"""Where a spelling ends."""

from __future__ import annotations

import pytest

from understudy.core.types import Document, Span
from understudy.identify.spelt import without_word
from understudy.pipeline import build
from understudy.policy import load


@pytest.mark.parametrize(
    ("text", "language", "spelt"),
    [
        ("My name is Laura Smith, S M I T H, I live in Boston.", "en", "S M I T H"),
        ("my name is smith s m i t h i live in boston", "en", "s m i t h"),
        ("Smith is spelled S, M, I, T, H, I was born there.", "en", "S, M, I, T, H"),
        ("It's spelled S-M-I-T-H, I think.", "en", "S-M-I-T-H"),
        ("My name is Tessa Holt, H-O-L-T, I rang you in May.", "en", "H-O-L-T"),
        ("It's for Paul Renner, R, E, N, N, E, R, a plumber by trade.", "en", "R, E, N, N, E, R"),
        ("Spelled D-U-N-N, a customer for years.", "en", "D-U-N-N"),
        ("my name is levi l e v i i live in boston", "en", "l e v i"),
        ("my name is levi l e v i live in boston", "en", "l e v i"),
        ("it is spelled R O S S  I do", "en", "R O S S  I"),
        ("it is spelled R O S S\nI do", "en", "R O S S\nI"),
        ("it is spelled L E V I live in Boston", "en", "L E V I"),
        ("my name is pericoli p e r i c o l i and i live here", "en", "p e r i c o l i"),
        ("Sra. García, se escribe G, A, R, C, I, A, a ver", "es", "G, A, R, C, I, A"),
        ("me llamo laura, l, a, u, r, a y vivo en madrid", "es", "l, a, u, r, a"),
        ("me llamo laura ele a u erre a y vivo en madrid", "es", "ele a u erre a"),
    ],
)
def test_a_word_behind_it_is_no_letter(text: str, language: str, spelt: str) -> None:
    (found,) = build(load("surrogate")).identify([Document("d", text, language)])
    spellings = [text[one.span.start : one.span.end] for one in found if one.category == "SPELLING"]
    assert spellings == [spelt]


def test_other_spans_stay() -> None:
    text = "S M I T H, I live"
    person = Span(0, 12, "PERSON")
    assert without_word(person, text, "en") is person
    letters = Span(0, 9, "SPELLING")
    assert without_word(letters, text, "en") is letters
    assert without_word(Span(0, 12, "SPELLING"), text, "en") == letters
