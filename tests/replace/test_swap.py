"""Exchange keeps the exact multiset of values."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from making import KEY, caller, document, pipeline_of, run
from understudy.core.errors import PolicyError
from understudy.pipeline import Result
from understudy.replace.base import Rule

VALUES = st.sampled_from(["Ann", "Bob", "Eve", "Ann Lee", "Bob Ray", "Dan"])


def _exchanged(results: list[Result]) -> tuple[Counter[str], Counter[str]]:
    edits = [edit for result in results for edit in result.edits if not edit.kept]
    return Counter(e.original for e in edits), Counter(e.surrogate for e in edits)


@given(st.lists(VALUES, min_size=2, max_size=30), st.binary(min_size=32, max_size=32))
def test_the_multiset_is_kept(values: list[str], key: bytes) -> None:
    if len(set(values)) < 2:
        return
    documents = [caller(value, id=str(n)) for n, value in enumerate(values)]
    before, after = _exchanged(run(Rule("swap"), *documents, key=key))
    assert before == after == Counter(values)


@settings(max_examples=40)
@given(st.floats(0.3, 0.9), st.binary(min_size=32, max_size=32))
def test_also_for_those_that_the_coin_does_not_keep(p: float, key: bytes) -> None:
    values = ["Ann", "Bob", "Eve", "Ann Lee", "Bob Ray"] * 8
    documents = [caller(value, id=str(n)) for n, value in enumerate(values)]
    results = run(Rule("swap", p=p), *documents, key=key)
    before, after = _exchanged(results)
    assert before == after
    kept = [edit for result in results for edit in result.edits if edit.kept]
    assert len(kept) + before.total() == 40
    assert all(edit.surrogate == edit.original for edit in kept)


def test_also_where_a_form_has_one_value() -> None:
    values = ["Ann", "Bob", "Eve Lee", "Eve Lee"] * 5
    documents = [caller(value, id=str(n)) for n, value in enumerate(values)]
    before, after = _exchanged(run(Rule("swap"), *documents))
    assert before == after
    landed = {
        edit.surrogate
        for result in run(Rule("swap"), *documents)
        for edit in result.edits
        if edit.original == "Eve Lee"
    }
    assert landed & {"Ann", "Bob"}


def test_categories_keep_to_themselves() -> None:
    text = "Ann of Rome, Bob of Oslo, Eve of Bonn"
    marks = [(word.strip(","), "") for word in text.split() if word != "of"]
    labelled = [(value, "LOCATION" if n % 2 else "PERSON") for n, (value, _) in enumerate(marks)]
    rules = {"PERSON": Rule("swap"), "LOCATION": Rule("swap")}
    for n in range(10):
        (result,) = pipeline_of(rules).run([document(text, *labelled, id=str(n))], KEY)
        found = [edit.surrogate for edit in result.edits]
        assert sorted(found[::2]) == ["Ann", "Bob", "Eve"]
        assert sorted(found[1::2]) == ["Bonn", "Oslo", "Rome"]


def test_mentions_of_one_entity_receive_one_value() -> None:
    text = "Ann and Bob and ANN"
    marked = document(text, ("Ann", "PERSON"), ("Bob", "PERSON"), ("ANN", "PERSON"))
    (result,) = run(Rule("swap"), marked)
    first, second, third = (edit.surrogate for edit in result.edits)
    assert {first, second} == {"Ann", "Bob"}
    assert third == first.upper()


def test_all_assignments_occur() -> None:
    documents = [caller(value, id=value) for value in ("Ann", "Bob", "Eve")]
    found = Counter(
        tuple(r.edits[0].surrogate for r in run(Rule("swap"), *documents, key=bytes([n] * 32)))
        for n in range(240)
    )
    assert len(found) == 6
    assert min(found.values()) > 15


def test_one_value_is_an_error_without_the_value() -> None:
    with pytest.raises(PolicyError, match="PERSON") as caught:
        run(Rule("swap"), caller("Zebedee", id="1"), caller("Zebedee", id="2"))
    assert "Zebedee" not in str(caught.value)
