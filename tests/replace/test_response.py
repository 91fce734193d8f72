"""Randomised response: the coin, the draw, and the two samplers that agree."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binom

from making import caller, document, listed, run, surrogates
from understudy.replace.base import Rule
from understudy.replace.response import Response, coin
from understudy.surrogates.tables import Product, Table

WORD = st.integers(0, 2**64 - 1)
NAMES = ("Anna", "Bob", "Carla", "Dan")
ALPHA = 1e-9
STRATEGIES = ("word", "entity")


def _callers(value: str, count: int) -> list:
    return [caller(value, id=str(n)) for n in range(count)]


@given(WORD)
def test_the_coin_at_its_ends(word: int) -> None:
    assert coin(word, 1.0)
    assert not coin(word, 0.0)


@given(WORD, WORD, st.floats(0, 1), st.integers(0, 3))
def test_the_two_samplers_agree(first: int, second: int, p: float, own: int) -> None:
    response = Response(p, Table.of(dict(zip(NAMES, (1.0, 2.0, 3.0, 4.0), strict=True))))
    one = response.draw((first, second), inside=True)
    (many,) = response.sample(
        own, np.array([first], dtype=np.uint64), np.array([second], dtype=np.uint64)
    )
    assert NAMES[many] == (NAMES[own] if one is None else one)


def test_only_tables_are_sampled_by_index() -> None:
    words = np.zeros(1, dtype=np.uint64)
    with pytest.raises(TypeError, match="table"):
        Response(1.0, Product("{}", (Table(NAMES),))).sample(0, words, words)


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_p_0_keeps_and_p_1_replaces(strategy: str) -> None:
    kept = run(listed(strategy, NAMES, p=0.0), *_callers("Anna", 50))
    assert all(edit.kept for result in kept for edit in result.edits)
    assert set(surrogates(kept)) == {"Anna"}
    replaced = run(listed(strategy, NAMES, p=1.0), *_callers("Anna", 400))
    assert not any(edit.kept for result in replaced for edit in result.edits)
    assert set(surrogates(replaced)) == set(NAMES)


@pytest.mark.parametrize("strategy", ["redact", "typed", "named", "mask", "hash", "generalise"])
def test_p_0_keeps_and_p_1_replaces_with_marks(strategy: str) -> None:
    assert set(surrogates(run(Rule(strategy, p=0.0), *_callers("Anna", 20)))) == {"Anna"}
    assert "Anna" not in surrogates(run(Rule(strategy, p=1.0), *_callers("Anna", 20)))


@pytest.mark.parametrize("strategy", [*STRATEGIES, "redact", "swap"])
@pytest.mark.parametrize("p", [0.2, 0.9])
def test_values_are_kept_with_probability_1_minus_p(strategy: str, p: float) -> None:
    count = 3000
    rule = listed(strategy, NAMES, p=p) if strategy in STRATEGIES else Rule(strategy, p=p)
    documents = [caller(NAMES[n % 4], id=str(n)) for n in range(count)]
    kept = sum(edit.kept for result in run(rule, *documents) for edit in result.edits)
    low, high = binom.ppf([ALPHA, 1 - ALPHA], count, 1 - p)
    assert low <= kept <= high


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_the_original_can_be_drawn_again(strategy: str) -> None:
    count = 2000
    drawn = surrogates(run(listed(strategy, NAMES, p=1.0), *_callers("Anna", count)))
    low, high = binom.ppf([ALPHA, 1 - ALPHA], count, 1 / 4)
    assert low <= drawn.count("Anna") <= high


@pytest.mark.parametrize("strategy", STRATEGIES)
@pytest.mark.parametrize("value", ["Zoe", "aNNA"])
def test_a_value_outside_the_support_is_always_replaced(strategy: str, value: str) -> None:
    results = run(listed(strategy, NAMES, p=0.0), *_callers(value, 60))
    assert not any(edit.kept for result in results for edit in result.edits)
    assert set(surrogates(results)) <= set(NAMES)


@pytest.mark.parametrize("strategy", STRATEGIES)
@pytest.mark.parametrize(("value", "case"), [("ANNA", str.upper), ("anna", str.lower)])
def test_letter_case_is_kept_and_counts_for_membership(strategy: str, value: str, case) -> None:
    assert set(surrogates(run(listed(strategy, NAMES, p=0.0), *_callers(value, 20)))) == {value}
    replaced = surrogates(run(listed(strategy, NAMES, p=1.0), *_callers(value, 200)))
    assert set(replaced) == {case(name) for name in NAMES}


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_one_spelling_outside_the_support_has_all_mentions_replaced(strategy: str) -> None:
    """A kept "aNNA" beside a kept "Anna" could not come from any other name."""
    for text in ("Anna and aNNA", "aNNA and Anna"):
        first, _, second = text.split()
        marked = [
            document(text, (first, "PERSON"), (second, "PERSON"), id=str(n)) for n in range(30)
        ]
        for result in run(listed(strategy, NAMES, p=0.0), *marked):
            assert [edit.kept for edit in result.edits] == [False, False]
            assert "aNNA" not in result.text
