"""What is counted on text held out of training."""

from __future__ import annotations

from collections import Counter

import pytest

pytest.importorskip("torch")
develop = pytest.importorskip("develop")

from tagset import Example  # noqa: E402 - on the path once the recipes are


def test_only_marks_that_ask_for_something_are_counted() -> None:
    spans = ((0, 3, ("PERSON",)), (9, 13, ("LOCATION", "O")), (20, 24, ("DATE", "TIME")))
    example = Example(
        "one", "en", "Ann left Lima after it at 10 o'clock", spans, frozenset(("PERSON",))
    )
    marks = [(0, 3, "PERSON"), (9, 13, "LOCATION"), (20, 23, "TIME"), (30, 33, "PERSON")]
    assert develop.tallied(example, marks) == Counter(marks=2, found=2, exact=1, beside=1)
    assert develop.tallied(example, []) == Counter(marks=2)


def test_a_mark_of_which_the_corpus_is_silent_is_beside_nothing() -> None:
    example = Example("one", "en", "Ann left at ten", (), frozenset(("PERSON",)))
    assert develop.tallied(example, [(9, 15, "TIME")])["beside"] == 0
    assert develop.tallied(example, [(0, 3, "PERSON")])["beside"] == 1


def test_names_are_exact_touched_or_on_nothing() -> None:
    spans = ((0, 3, ("PERSON",)), (9, 13, ("LOCATION",)), (20, 24, ("*",)), (30, 34, ("PRODUCT",)))
    example = Example("one", "en", "Ann left Lima, asked @bob about Word", spans, frozenset())
    marks = [(0, 3, "PERSON"), (9, 12, "LOCATION"), (20, 24, "PERSON"), (30, 34, "ORGANIZATION")]
    found = develop.counted(example, [*marks, (4, 8, "PERSON")])
    assert found == Counter(names=2, said=4, exact=1, nothing=1, untouched=0)
    assert develop.counted(example, [])["untouched"] == 2
