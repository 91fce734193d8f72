"""The leak check: repeats join their entity, and nothing is drawn again."""

from __future__ import annotations

import pytest

from making import KEY, document, edit, listed, pipeline_of, run
from understudy.categorise.link import key_of
from understudy.categorise.repeats import join_repeats, lingering
from understudy.core.draw import Draw
from understudy.core.types import KEPT, Document, Entity, PrivacyEvent, Segment, Span
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


@pytest.mark.parametrize("text", ["Miller, Millersen", "Miller, Semiller Miller2", "Miller miller"])
def test_only_whole_words_that_are_no_others(text: str) -> None:
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
    found = [(0, "Ann Lee"), (8, "Ann"), (12, "Lee"), (16, "Ann Lee")]
    assert _joined(text, "Ann Lee", segments=segments) == found


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


@pytest.mark.parametrize(
    ("original", "beside", "found"),
    [
        ("Miller", "Mr Miller", 3),
        ("Miller", "of the Millers", 7),
        ("Miller", "Millerton", None),
        ("Miller", "ÉMiller Milleré", None),
        ("May", "in May", None),
        ("José", "de jose", 3),
        ("Ann Miller", "x@MILLER", 2),
        ("973-448-0216", "call 9734480216", 5),
    ],
)
def test_what_lingers_beside_the_text(original: str, beside: str, found: int | None) -> None:
    gone = edit(original, "Fisher", EVENT, "k")
    said = [("field a", ""), ("field b", beside)]
    expected = [] if found is None else [("field b", found)]
    assert list(lingering([gone], said, "en")) == expected
    # What was kept, or drawn for another entity, may stand there.
    assert not list(lingering([gone._replace(outcome=KEPT)], said, "en"))
    drawn = edit("Fisher", f"{beside} Miller", EVENT, "fisher", start=40)
    assert not list(lingering([gone, drawn], said, "en"))


@pytest.mark.parametrize(
    ("original", "beside", "found"),
    [
        ("02/14/2023", "2023-02-14 admission", 0),
        ("14 de febrero de 2023", "nota 14.2.2023", 5),
        ("February 14, 2023", "note 20230214", 5),
        ("2023-02-14", "14022023 AL", 0),
        ("14/02/23", "on Feb. 14th, 2023", 3),
        ("19 July 1948", "P2 | 19480719 AL", 5),
        ("03/05/2024", "5 March 2024", 0),
        ("3rd of May 2024", "2024-05-03T10:22:11", 0),
        ("14 February", "2023-02-14", None),
        ("02/14/2023", "2023-02-15", None),
        ("02/14/2023", "120230214", None),
        ("May 2023", "2023-05-01", None),
    ],
)
def test_a_day_lingers_in_any_notation(original: str, beside: str, found: int | None) -> None:
    gone = edit(original, "1 June 1999", EVENT, "k", category="DATE")
    said = [("the name of the file", beside)]
    expected = [] if found is None else [("the name of the file", found)]
    assert list(lingering([gone], said, "es" if " de " in original else "en")) == expected
    assert not list(lingering([gone._replace(outcome=KEPT, surrogate=original)], said, "en"))
    drawn = edit("1 June 1999", beside, EVENT, "other", start=40, category="DATE")
    assert not list(lingering([gone, drawn], said, "en"))


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
