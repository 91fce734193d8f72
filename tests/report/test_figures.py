from __future__ import annotations

import math
from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from understudy.core.types import PrivacyEvent
from understudy.privacy.accounting import epsilon
from understudy.privacy.bill import Bill
from understudy.report.figures import curves, points, round_step, spread


def event(p: float, pi_min: float) -> PrivacyEvent:
    bound = epsilon(p, pi_min)
    return PrivacyEvent("entity (public)", "entity", p, pi_min, bound, paper_epsilon=bound)


def unproven(p: float, pi_min: float) -> PrivacyEvent:
    return event(p, pi_min)._replace(epsilon=math.inf, delta=1.0)


@given(st.floats(1e-9, 1e9), st.integers(2, 20))
def test_round_steps_cover_and_are_round(span: float, parts: int) -> None:
    step = round_step(span, parts)
    assert step * parts >= span * (1 - 1e-6)
    assert step * parts <= span * 2.6
    assert f"{step:.0e}"[0] in "125"


@given(st.dictionaries(st.integers(1, 12), st.integers(1, 50), min_size=1), st.integers(0, 30))
def test_bins_hold_everything(documents: dict[int, int], unbounded: int) -> None:
    one = event(0.9, 0.01)
    bills: Counter[Bill] = Counter({((one, n),): count for n, count in documents.items()})
    if unbounded:
        bills[((unproven(1.0, 0.0), 1),)] = unbounded
    found = spread(bills, 0.0)
    assert found is not None
    assert sum(one.count for one in found.strict_bins) == found.number == sum(bills.values())
    assert sum(one.count for one in found.strict_bins if math.isinf(one.low)) == unbounded
    finite = [one for one in found.strict_bins if math.isfinite(one.low)]
    assert len(finite) <= 12
    assert max(documents) * epsilon(0.9, 0.01) <= finite[-1].high * (1 + 1e-9)


def test_no_bills_no_figures() -> None:
    assert spread(Counter(), 1e-5) is None


def test_at_most_six_curves_and_both_ends_are_drawn() -> None:
    found = curves({"PERSON": [event(0.9, 2.0**-n) for n in range(2, 30)]})
    assert len(found) == 6
    assert (found[0].pi_min, found[-1].pi_min) == (2.0**-29, 0.25)


def test_settings_that_always_replace_give_way_to_others() -> None:
    found = curves({"ID": [event(1.0, 1e-9)], "PERSON": [event(0.9, 0.01)]})
    assert [one.categories for one in found] == [("PERSON",)]
    assert [one.categories for one in curves({"ID": [event(1.0, 1e-9)]})] == [("ID",)]


def test_lists_of_one_size_share_a_curve() -> None:
    events = {"A": [event(0.9, 0.010001)], "B": [event(0.8, 0.01)]}
    (only,) = curves(events)
    assert only.categories == ("A", "B")
    assert len(points(events)) == 2


def test_a_list_counted_on_the_corpus_is_no_strict_bound() -> None:
    (only,) = curves({"A": [unproven(0.9, 0.01)]})
    assert not only.proven


def test_points_lie_on_the_lemma_and_full_replacement_is_one_point() -> None:
    found = points({"A": [event(1.0, 0.1), event(1.0, 0.2), event(0.5, 0.25)]})
    assert [(one.p, one.epsilon) for one in found] == [(0.5, epsilon(0.5, 0.25)), (1.0, 0.0)]
