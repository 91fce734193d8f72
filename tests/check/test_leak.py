"""The leak check: repeats join their entity, and nothing is drawn again."""

from __future__ import annotations

import pytest

from making import KEY, document, edit, listed, pipeline_of, run
from understudy.categorise.link import key_of
from understudy.categorise.repeats import join_repeats, lingers
from understudy.core.draw import Draw
from understudy.core.types import Document, Entity, PrivacyEvent, Segment, Span
from understudy.replace.base import Rule

EVENT = PrivacyEvent("test", "entity", 1.0, 0.5, 0.0)
NAMES = [f"Name{n:03}" for n in range(100)]


def _joined(
    text: str, *marks: str, segments: tuple[Segment, ...] = (), category: str = "PERSON"
) -> list[tuple[int, str]]:
    marked = document(text, *((value, category) for value in marks), segments=segments)
    entities = [Entity(span, span.label, key_of(text, span)) for span in marked.annotations]
    return [
        (one.span.start, text[one.span.start : one.span.end])
        for one in join_repeats(marked, entities)
    ]


def test_repeats_join() -> None:
    text = "Miller here. Yes, Miller; for Miller."
    assert _joined(text, "Miller") == [(0, "Miller"), (18, "Miller"), (30, "Miller")]


@pytest.mark.parametrize("text", ["Miller, Millers", "Miller, Semiller Miller2", "Miller miller"])
def test_only_whole_words_in_the_same_spelling(text: str) -> None:
    assert _joined(text, "Miller") == [(0, "Miller")]


def test_a_whole_word_that_overlaps_a_part_of_another_is_found() -> None:
    assert _joined("ab-ab here, xab-ab-ab", "ab-ab") == [(0, "ab-ab"), (16, "ab-ab")]


def test_short_values_are_left_alone() -> None:
    assert _joined("May 46, may I, May be 46", "May", "46") == [(0, "May"), (4, "46")]


def test_marked_text_is_not_marked_twice() -> None:
    text = "John Smith and Smith and Smith"
    assert _joined(text, "John Smith", "Smith") == [
        (0, "John Smith"),
        (15, "Smith"),
        (25, "Smith"),
    ]


def test_the_longest_value_comes_first() -> None:
    text = "John Smith, Smith; later John Smith"
    found = _joined(text, "John Smith", "Smith")
    assert found[-1] == (25, "John Smith")
    assert len(found) == 3


def test_segments_are_respected() -> None:
    text = "Ann Lee.Ann Lee|Ann Lee"
    segments = (Segment(0, 8), Segment(8, 11), Segment(11, 23))
    assert _joined(text, "Ann Lee", segments=segments) == [(0, "Ann Lee"), (16, "Ann Lee")]


@pytest.mark.parametrize("strategy", ["entity", "word"])
def test_a_repeat_takes_the_outcome_of_its_entity(strategy: str) -> None:
    text = "Miller here. Yes, Miller."
    marked = document(text, ("Miller", "PERSON"))
    (result,) = run(listed(strategy, NAMES), marked)
    first, second = result.edits
    assert second.entity.span.source == "repeat"
    assert (second.surrogate, second.draws) == (first.surrogate, first.draws)
    assert "Miller" not in result.text


@pytest.mark.parametrize("strategy", ["entity", "word"])
def test_nothing_is_drawn_again(strategy: str) -> None:
    """With and without the check, what was marked comes out the same: also as itself."""
    rule = listed(strategy, ["Miller", "Fisher"], p=0.5)
    documents = [
        document("Miller here. Yes, Miller.", ("Miller", "PERSON"), id=str(n)) for n in range(60)
    ]
    checked, plain = (
        [
            pipeline.replace(one, entities, Draw(KEY, one.id, one.text))
            for one, entities in zip(documents, pipeline.identify(documents), strict=True)
        ]
        for pipeline in (
            pipeline_of({"PERSON": rule}),
            pipeline_of({"PERSON": rule}, leak_check=False),
        )
    )
    assert [edits[0] for edits in checked] == [edits[0] for edits in plain]
    outcomes = {(edits[0].kept, edits[0].surrogate) for edits in checked}
    assert outcomes == {(True, "Miller"), (False, "Miller"), (False, "Fisher")}
    assert all(edits[0].surrogate == edits[1].surrogate for edits in checked)
    assert all(len(edits) == 1 for edits in plain)


def test_a_given_key_is_handed_on() -> None:
    spans = (Span(0, 6, "PERSON", key="p1"),)
    marked = Document("d", "Miller and Miller", annotations=spans)
    (result,) = run(Rule("typed", options={"style": "numbered"}), marked)
    assert result.text == "<PERSON1> and <PERSON1>"


def test_what_lingers_in_the_bytes() -> None:
    gone = edit("Miller", "Fisher", EVENT, "miller")
    assert lingers([gone], [b"", b'{"name": "Miller"}'])
    assert not lingers([gone], [b'{"name": "Millers"}'])
    assert not lingers([gone], ["ÉMiller Milleré".encode()])
    assert not lingers([edit("May", "June", EVENT, "may")], [b"May"])
    assert not lingers([edit("Miller", "Miller", EVENT, "miller", kept=True)], [b"Miller"])
    drawn = edit("Fisher", "Miller", EVENT, "fisher", start=9)
    assert not lingers([gone, drawn], [b"Miller"])
    assert lingers([edit("José", "Juan", EVENT, "josé")], ["de José.".encode()])


@pytest.mark.parametrize(
    ("text", "name", "found"),
    [
        ("Wexley Water Company (WWC) said. WWC paid.", "Wexley Water Company", ["WWC", "WWC"]),
        ("Agua de Álamo (AÁ) y AÁ", "Agua de Álamo", ["AÁ"]),
        ("Bank of Wexley(BOW)", "Bank of Wexley", ["BOW"]),
        ("Faculty of Law of the Wexley City College (WCC)",
         "Faculty of Law of the Wexley City College", ["WCC"]),
        ("Faculty of Law of the Wexley College (WC)", "Faculty of Law of the Wexley College", []),
        ("Wexley Water Company (WHO)", "Wexley Water Company", []),
        ("Wexley Water Company (wwc)", "Wexley Water Company", []),
        ("Wexley Water Company and (WWC)", "Wexley Water Company", []),
    ],
)  # fmt: skip
def test_initials_in_brackets_are_the_name(text: str, name: str, found: list[str]) -> None:
    joined = [value for _, value in _joined(text, name, category="ORGANIZATION")]
    assert joined == [name, *found]
    assert _joined("Ursula Stone (US) is in the US", "Ursula Stone") == [(0, "Ursula Stone")]
