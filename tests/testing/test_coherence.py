"""Cases that a pack brings: read, run, and able to fail."""

from __future__ import annotations

import pytest

from understudy.testing.coherence import RELATIONS, Outcome, broken, cases_of, holds, read_marked

CASES = """
[[case]]
name = "days"
text = "From [3 May 2016|DATE] to [7 May 2016|DATE]."
holds = ["{}"]
"""


def test_marks_are_read() -> None:
    text, (span,) = read_marked("Call [Ann Lee|PERSON|a] now")
    assert (text, text[span.start : span.end], span.label, span.key) == (
        "Call Ann Lee now",
        "Ann Lee",
        "PERSON",
        "a",
    )


def test_a_case_holds_or_is_broken_under_a_key() -> None:
    (good,) = cases_of(CASES.format("days 1 2 4"), "en")
    (bad,) = cases_of(CASES.format("days 1 2 5"), "en")
    assert not list(broken(good, 2))
    first, second = broken(bad, 2)
    assert first.startswith("'days 1 2 5' does not hold under key 0: [")
    assert "key 1" in second


@pytest.mark.parametrize(
    ("relation", "new", "wrong"),
    [
        ("same 1 2", ["Ann", "ann"], ["Ann", "Bob"]),
        ("differ 1 2", ["Ann", "Bob"], ["Ann", "ann"]),
        ("repeats 1 2", ["Lee", "Ann Lee"], ["Low", "Ann Lee"]),
        ("last 1 2", ["Mr Lee", "Ann Lee"], ["Mr Low", "Ann Lee"]),
        ("initials 1 2", ["A.L.", "Ann Lee"], ["L.A.", "Ann Lee"]),
        ("days 1 2 3", ["2016-05-03", "2016-05-06"], ["2016-05-03", "soon"]),
        ("same_day 1 2", ["3 May 2016", "May 3"], ["3 May 2016", "May 4"]),
        ("weekday_fits 1", ["Tuesday 3 May 2016"], ["Monday 3 May 2016"]),
        ("same_number 1 2", ["42", "four two"], ["42", "four one"]),
        ("begins 1 the old", ["the old mill"], ["old mill"]),
        ("ends 1 old mill", ["the old mill"], ["the old"]),
        ("shape 1 [a-z ]+", ["the old"], ["The old"]),
        ("case 1", ["ann"], ["ANN"]),
        ("fits 1 an", ["apple"], ["pear"]),
    ],
)
def test_relations_can_say_yes_and_no(relation: str, new: list[str], wrong: list[str]) -> None:
    old = ["five"] * len(new)
    assert holds(relation, Outcome(new, old, "en"))
    assert not holds(relation, Outcome(wrong, old, "en"))
    assert relation.split(maxsplit=1)[0] in RELATIONS


def test_an_unknown_relation_is_an_error() -> None:
    with pytest.raises(AssertionError, match="no relation is called 'likes'"):
        holds("likes 1 2", Outcome(["a", "b"], ["a", "b"], "en"))
