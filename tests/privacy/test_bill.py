"""Bills: shared draws once, nothing cheaper than it is."""

from __future__ import annotations

import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from making import caller, document, edit, listed, pipeline_of, run
from understudy.core.types import PrivacyEvent
from understudy.privacy.accounting import epsilon
from understudy.privacy.bill import EMPTY, as_bill, bill, cost
from understudy.privacy.composition import approximate, compose, draws
from understudy.replace import named, redact, typed
from understudy.replace.base import Rule, Setting, coin_event, unproven

NAMES = [f"Name{n:04}" for n in range(1000)]
DELTA = 1e-5


def _lemma(p: float, pi_min: float, **changes: float) -> PrivacyEvent:
    one = epsilon(p, pi_min)
    event = PrivacyEvent("word (public)", "entity", p, pi_min, one, paper_epsilon=one)
    return event._replace(**changes)


@pytest.mark.parametrize(
    ("p", "k", "n", "exact"),
    [(0.9983, 1000, 10, 1.9615), (0.9, 7692, 10, 40.505), (0.99, 2000, 20, 12.031)],
)
def test_a_bill_costs_what_the_accounting_says(p: float, k: int, n: int, exact: float) -> None:
    owed = as_bill([_lemma(p, 1 / k)] * n)
    assert cost(owed, DELTA).strict == pytest.approx(exact, abs=6e-4)
    assert cost(owed, DELTA).paper == cost(owed, DELTA).strict
    assert cost(owed, 0.0).strict == pytest.approx(n * epsilon(p, 1 / k))


def test_several_events_compose() -> None:
    one, two = _lemma(0.99, 1 / 100), _lemma(0.95, 1 / 1000)
    expected = compose([draws(0.99, 1 / 100, 3), draws(0.95, 1 / 1000, 2)], DELTA)
    assert cost(as_bill([one, two, one, two, one]), DELTA).strict == expected


@given(st.lists(st.sampled_from("abc"), min_size=1, max_size=12))
def test_edits_that_share_a_draw_share_its_cost(names: list[str]) -> None:
    event = _lemma(0.9, 0.01)
    owed = bill([edit("x", "y", event, name, start=n) for n, name in enumerate(names)])
    assert owed == ((event, len(set(names))),)


def test_one_name_in_two_categories_is_two_draws() -> None:
    event = _lemma(0.9, 0.01)
    edits = [
        edit("x", "y", event, "x", category="PERSON"),
        edit("x", "y", event, "x", category="CITY", start=5),
    ]
    assert bill(edits) == ((event, 2),)


def test_a_shared_draw_is_billed_at_its_dearest() -> None:
    cheap, dear = _lemma(0.9, 0.1), _lemma(0.9, 0.001)
    for order in ((cheap, dear), (dear, cheap)):
        edits = [edit("x", "y", event, "x", start=n) for n, event in enumerate(order)]
        assert bill(edits) == ((dear, 1),)


def test_an_entity_of_several_words_pays_for_each() -> None:
    rule = listed("word", NAMES, p=0.99)
    (result,) = run(rule, caller("Anna Bob Carl"))
    owed = bill(result.edits)
    assert [count for _, count in owed] == [3]
    text = "Anna Bob met Bob"
    marked = document(text, ("Anna Bob", "PERSON"), ("Bob", "PERSON"))
    assert [count for _, count in bill(run(rule, marked)[0].edits)] == [2]
    assert [count for _, count in bill(run(rule, marked, unit="token")[0].edits)] == [3]


def test_ten_entities_in_a_document() -> None:
    text = ", ".join(NAMES[:10])
    marked = document(text, *((name, "PERSON") for name in NAMES[:10]))
    (result,) = run(listed("entity", NAMES, p=0.9983), marked)
    assert cost(bill(result.edits), DELTA).strict == pytest.approx(1.9615, abs=1e-4)


def test_what_costs_nothing_is_not_billed() -> None:
    (result,) = run(Rule("redact"), caller("Anna"))
    assert bill(result.edits) == EMPTY
    assert cost(EMPTY, DELTA) == (0.0, 0.0)
    assert bill([]) == EMPTY
    assert as_bill([coin_event("typed", "entity", 1.0)]) == EMPTY


# --- coins -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("build", "paper"), [(redact.build, 0.0), (typed.build, 0.0), (named.build, math.inf)]
)
def test_a_mark_below_p_1_costs_infinity_unless_delta_allows_it(build: Any, paper: float) -> None:
    ((event,),) = build({"PERSON": Rule("any", p=0.9)}, Setting()).events().values()
    owed = as_bill([event])
    assert cost(owed, DELTA) == (math.inf, paper)
    assert cost(owed, 0.1).strict == 0.0
    two = as_bill([event] * 2)
    assert cost(two, 0.1).strict == math.inf
    assert cost(two, 0.19).strict == 0.0


# --- fail closed -----------------------------------------------------------------------------


@pytest.mark.parametrize("coin", [False, True])
@pytest.mark.parametrize("p", [0.5, 1.0])
@pytest.mark.parametrize("pi_min", [0.0, 0.01])
@pytest.mark.parametrize("claimed", [0.0, 0.5, 1.0])
def test_an_infinite_epsilon_costs_infinity_whatever_else_is_said(
    coin: bool, p: float, pi_min: float, claimed: float
) -> None:
    event = PrivacyEvent("by hand", "entity", p, pi_min, math.inf, claimed, 0.0, coin=coin)
    assert cost(as_bill([event]), DELTA).strict == math.inf


@pytest.mark.parametrize("coin", [False, True])
def test_an_epsilon_above_the_lemma_is_billed_as_it_is(coin: bool) -> None:
    lemma = epsilon(0.9, 0.01)
    event = PrivacyEvent("by hand", "entity", 0.9, 0.01, lemma + 1, paper_epsilon=lemma, coin=coin)
    owed = as_bill([event])
    assert cost(owed, 0.0).strict == pytest.approx(lemma + 1)
    assert cost(owed, DELTA).strict == compose([approximate(lemma + 1)], DELTA) > lemma
    certain = PrivacyEvent("by hand", "entity", 1.0, 0.01, 2.0, paper_epsilon=0.0, coin=coin)
    assert cost(as_bill([certain]), 0.0).strict == pytest.approx(2.0)


def test_a_delta_is_billed() -> None:
    event = PrivacyEvent("dates", "entity", 1.0, 0.0, 0.0, 0.01, 0.0)
    assert cost(as_bill([event]), DELTA).strict == math.inf
    assert cost(as_bill([event] * 3), 0.03).strict == 0.0


@pytest.mark.parametrize("name", ["keep", "hash", "swap", "mask", "generalise"])
def test_no_proof_costs_infinity_in_both_readings(name: str) -> None:
    owed = as_bill([_lemma(0.9, 0.01), unproven(name, "entity", 1.0)])
    assert cost(owed, DELTA) == (math.inf, math.inf)
    assert cost(owed, 0.5) == (math.inf, math.inf)


def test_the_corpus_as_a_source_is_infinite_in_one_reading() -> None:
    documents = [caller(name, id=name) for name in NAMES[:100]]
    (first, *_) = run(Rule("entity", p=0.99, source="corpus"), *documents)
    found = cost(bill(first.edits), DELTA)
    assert found.strict == math.inf
    assert found.paper == pytest.approx(compose([draws(0.99, 0.01)], DELTA))


def test_every_histogram_draw_pays_for_the_histogram() -> None:
    event = _lemma(0.99, 0.01, source_epsilon=0.5)
    event = event._replace(epsilon=event.epsilon + 0.5)
    alone = compose([draws(0.99, 0.01, 3)], DELTA)
    assert cost(as_bill([event] * 3), DELTA).strict == pytest.approx(alone + 1.5)
    assert cost(as_bill([event] * 3), DELTA).paper == pytest.approx(alone)


def test_the_order_of_edits_does_not_change_the_bill() -> None:
    rules = {"PERSON": listed("word", NAMES, p=0.9), "LOCATION": Rule("redact", p=0.5)}
    marked = document("Anna of Rome", ("Anna", "PERSON"), ("Rome", "LOCATION"))
    (result,) = pipeline_of(rules).run([marked], bytes(32))
    assert bill(result.edits) == bill(result.edits[::-1])
