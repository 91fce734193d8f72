"""What a list or a cue guesses of people is not believed where the tagger hears nothing at all."""

from __future__ import annotations

import pytest

from understudy.categorise.evidence import Evidence
from understudy.categorise.rules.alone import unread
from understudy.core.types import TRACE, Span

TEXT = "We met Rosa in Leeds."


def kept(
    score: float,
    source: str = "gazetteer",
    *,
    heard: tuple[tuple[int, int], ...] | None = (),
    label: str = "PERSON",
    text: str = TEXT,
) -> bool:
    span = Span(7, 11, label, score, source)
    ear = None if heard is None else Evidence(Span(*at, "", 0.0, TRACE) for at in heard)
    return unread(span, Evidence([span]), text, "en", ear) is not None


@pytest.mark.parametrize("source", ["gazetteer", "heuristic"])
def test_a_faint_guess_needs_an_ear(source: str) -> None:
    assert not kept(0.75, source)
    assert kept(0.75, source, heard=((7, 11),))


def test_a_likely_name_or_a_cue_does_not() -> None:
    assert kept(0.8)
    assert kept(0.9, "heuristic")


def test_where_no_model_has_read_the_guess_stands() -> None:
    assert kept(0.75, heard=None)


def test_places_and_letters_that_the_model_does_not_read_stand() -> None:
    assert kept(0.75, label="LOCATION")
    assert kept(0.75, text="We met Роза in Leeds.")
