"""What the head of a name says that it is."""

from __future__ import annotations

import pytest

from understudy.categorise.rules.heads import by_heads
from understudy.core.types import Span


def read(text: str, marked: str, label: str, language: str) -> tuple[str, str]:
    """The mark of a guess of a label on some words, and what is marked."""
    start = text.index(marked)
    (span,) = by_heads([Span(start, start + len(marked), label, 0.85, "encoder")], text, language)
    return span.label, text[span.start : span.end]


@pytest.mark.parametrize(
    ("language", "text", "marked", "taken", "label"),
    [
        ("en", "Ask Rowan Lettings about it.", "Rowan Lettings", "PERSON", "ORGANIZATION"),
        ("en", "She moved to Kaur Windows.", "Kaur Windows", "LOCATION", "ORGANIZATION"),
        ("en", "Please call Church Lane today.", "Church Lane", "ORGANIZATION", "LOCATION"),
        ("en", "They live on Grace Close.", "Grace Close", "PERSON", "LOCATION"),
        (
            "en",
            "at Oakfield Citizens Advice now",
            "Oakfield Citizens Advice",
            "PERSON",
            "ORGANIZATION",
        ),
        ("en", "We pray at St Brendan's.", "St Brendan's", "PERSON", "ORGANIZATION"),
        ("es", "Paga Cárnicas Luna el lunes.", "Cárnicas Luna", "LOCATION", "ORGANIZATION"),
        ("es", "Quedamos en plaza Paloma.", "plaza Paloma", "PERSON", "LOCATION"),
        ("es", "Lo lleva Lozano Abogados.", "Lozano Abogados", "PERSON", "ORGANIZATION"),
        ("es", "Vive en el barrio Luna.", "Luna", "PERSON", "LOCATION"),
    ],
)
def test_the_head_decides(language: str, text: str, marked: str, taken: str, label: str) -> None:
    assert read(text, marked, taken, language) == (label, marked)


@pytest.mark.parametrize(
    ("language", "text", "marked", "label"),
    [
        ("en", "It was Grace Hill who called.", "Grace Hill", "PERSON"),
        ("en", "Is Rufus Green in?", "Rufus Green", "PERSON"),
        ("en", "Ann Lee Mobile 0770", "Ann Lee", "PERSON"),
        ("en", "Mr Close called.", "Close", "PERSON"),
        ("en", "John S. Hall sings.", "John S. Hall", "PERSON"),
        ("en", "soldiers in the West Bank", "West Bank", "LOCATION"),
        ("en", "drunk on St Patrick's Day", "St Patrick", "PERSON"),
        ("en", "a gift to United Way", "United Way", "ORGANIZATION"),
        ("es", "Llamó Carmen Villa ayer.", "Carmen Villa", "PERSON"),
    ],
)
def test_names_that_people_and_places_have_stay(
    language: str, text: str, marked: str, label: str
) -> None:
    assert read(text, marked, label, language) == (label, marked)


def test_a_head_behind_the_name_of_a_person_belongs_to_it() -> None:
    assert read("Ask Rowan Lettings.", "Rowan", "PERSON", "en") == (
        "ORGANIZATION",
        "Rowan Lettings",
    )
    assert read("Ask Rowan. Lettings are up.", "Rowan", "PERSON", "en") == ("PERSON", "Rowan")


def test_what_somebody_marked_stays_as_it_is() -> None:
    given = [Span(4, 18, "PERSON", 1.0, "given")]
    assert by_heads(given, "Ask Rowan Lettings.", "en") == given
