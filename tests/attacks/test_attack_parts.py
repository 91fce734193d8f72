"""The mathematics of the attacks, and attacks in between their ends."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from attack_corpus import documents, released
from hypothesis import given
from hypothesis import strategies as st

from understudy.attacks import attribute, bayes, equality, extraction, parrot
from understudy.attacks.bm25 import index_of
from understudy.attacks.catalogue import Settings, tried
from understudy.attacks.defences import DEFENCES
from understudy.attacks.finding import RISKS, Finding, share_interval, verdicts
from understudy.attacks.findings_page import render
from understudy.attacks.generated import from_trigrams, people_of, scores
from understudy.attacks.leftovers import finding as leftover_finding
from understudy.attacks.pairs import redacted, untouched
from understudy.attacks.ranking import weighted_auc
from understudy.attacks.victim import nasty, one_hot, softmax, taught
from understudy.utility.ngrams import trained


@pytest.mark.parametrize(("p", "k"), [(0.9, 10), (1.0, 4), (0.0, 7), (0.5, 100)])
def test_bayes_with_uniform_prior_is_the_stated_ceiling(p: float, k: int) -> None:
    uniform = np.full(k, 1.0 / k)
    assert bayes.expected(p, uniform, uniform) == pytest.approx(1 - p + p / k)


@given(st.integers(2, 12), st.floats(0.01, 1.0), st.integers(0, 2**32 - 1))
def test_the_posterior_agrees_with_what_is_expected(k: int, p: float, seed: int) -> None:
    random = np.random.default_rng(seed)
    pi, prior = random.dirichlet(np.ones(k)), random.dirichlet(np.ones(k))
    told = 0.0
    for shown in range(k):
        seen = prior[shown] * (1 - p) + p * pi[shown]
        told += seen * bayes.posterior(shown, p, pi, prior).max()
    assert bayes.expected(p, pi, prior) == pytest.approx(told)


def test_fewer_replacements_give_bayes_more() -> None:
    found = [bayes.attack(released("entity", p))[0].success for p in (1.0, 0.6, 0.0)]
    assert found[0] < found[1] < found[2]
    assert found[2] > 0.8  # the sex is redacted whatever p is


def test_consistent_stand_ins_show_who_is_mentioned_most_and_link_no_documents() -> None:
    within, across = equality.attack(released("entity"))
    assert within.success == pytest.approx(within.ceiling, abs=0.05)  # two may draw one value
    assert across.interval[0] <= 0.5 <= across.interval[1]


def test_a_value_left_among_bars_is_seen_at_once() -> None:
    (found,) = parrot.attack(released("redact", missed=16))
    assert found.n > 0
    assert found.success > 0.9
    assert len(found.hits) > 0


def test_marks_taken_are_as_many_as_are_in_the_clear_and_ties_count_by_half() -> None:
    marks = [mark for pair in released("redact", missed=8) for mark in pair.marks]
    clear = sum(mark.clear for mark in marks)
    level = leftover_finding(
        [("d", mark, 0.0) for mark in marks], attack="a", attacker="b", seed=0, details={}
    )
    right = leftover_finding(
        [("d", mark, float(mark.clear)) for mark in marks],
        attack="a",
        attacker="b",
        seed=0,
        details={},
    )
    assert level.success == pytest.approx(level.floor) == pytest.approx(clear / len(marks))
    assert right.success == 1.0


def test_auc_counts_ties_by_half() -> None:
    scores_ = np.array([1.0, 1.0, 2.0, 0.0])
    real = np.array([True, False, True, False])
    assert weighted_auc(scores_, real, np.ones(4)) == pytest.approx((0.5 + 1 + 1 + 1) / 4)


@given(st.integers(1, 40), st.integers(0, 40))
def test_intervals_hold_the_share(asked: int, right: int) -> None:
    right = min(right, asked)
    low, high = share_interval([(1.0, 1.0)] * right + [(0.0, 1.0)] * (asked - right))
    assert low <= right / asked <= high
    assert (low, high) != (right / asked, right / asked)


def test_bm25_finds_the_rare_word() -> None:
    index = index_of(["one two two", "one three", "one one one"])
    assert index.scores("three").argmax() == 1
    assert index.scores("absent").tolist() == [0.0, 0.0, 0.0]


@pytest.mark.parametrize("name", DEFENCES)
def test_a_defence_tells_probabilities_and_keeps_the_answer(name: str) -> None:
    logits = np.random.default_rng(0).normal(0, 3, (50, 4))
    told = DEFENCES[name](logits, np.random.default_rng(1))
    assert (told >= 0).all()
    np.testing.assert_allclose(told.sum(1), 1.0)
    if name != "perturbation":
        assert (told.argmax(1) == logits.argmax(1)).all()


def test_a_nasty_teacher_is_as_good_and_tells_something_else() -> None:
    random = np.random.default_rng(0)
    labels = random.integers(0, 3, 150)
    inputs = random.normal(0, 0.3, (150, 6)) + one_hot(labels, 3).repeat(2, axis=1)
    targets = one_hot(labels, 3)
    honest = taught(inputs, targets, seed=0)
    mean = nasty(inputs, targets, honest, seed=0)
    for network in (honest, mean):
        assert (network.logits(inputs).argmax(1) == labels).mean() > 0.95
    told, meant = softmax(mean.logits(inputs), 4.0), softmax(honest.logits(inputs), 4.0)
    assert np.abs(told - meant).sum(1).mean() > 0.05


def test_a_victim_is_copied_and_probed_under_every_defence() -> None:
    found = attribute.attack(
        untouched(released("redact")), attribute="GENDER", task="GENDER", seed=1
    )
    names = [one.attack for one in found]
    assert names[:2] == ["attribute by text", "attribute by victim"]
    assert [name.split("defence ")[1] for name in names[2:]] == list(DEFENCES)
    assert all(one.details["utility"] > 0.9 for one in found[2:])


def test_exposure_of_the_first_the_last_and_the_undecided() -> None:
    rows = [np.array([3.0, 1.0, 2.0, 0.0]), np.array([0.0, 1.0, 2.0, 3.0]), np.zeros(4)]
    first, last, tied = extraction.exposure(rows)
    assert (first, last) == (2.0, 0.0)
    assert tied == pytest.approx(2.0 - np.log2([1, 2, 3, 4]).mean())


def test_a_model_repeats_the_names_and_conditions_it_read() -> None:
    pairs = untouched(released("redact"))
    model = trained(one for pair in pairs for one in extraction.sentences_of(pair.after))
    people = people_of(pairs, ["Nadia Nobody"])
    said = scores(from_trigrams(model, 300, 0), people, lambda name: float(len(name)))
    assert said.with_name > 0.5
    assert said.at_100 > 0.3
    assert said.exact_match > 0.2
    nothing = scores([["no", "names"]], people, lambda name: 0.0)
    assert (nothing.with_name, nothing.at_100, nothing.exact_match) == (0.0, 0.0, 0.0)


def test_verdicts_are_the_worst_finding_of_each_risk() -> None:
    def made(risk: str, success: float) -> Finding:
        interval = (success - 0.01, success + 0.01)
        return Finding("a", risk, "", "", success, interval, 0.0, "", 1.0, "", 10, "things")

    found = verdicts([made("inference", 0.005), made("inference", 0.9), made("linkability", 0.2)])
    assert [one.risk for one in found] == list(RISKS)
    assert [one.status for one in found] == ["not tried", "partly", "open"]
    assert made("inference", 0.005).status == "withstood"
    few = replace(made("inference", 0.1), interval=(0.0, 0.6))
    assert few.status == "undecided"
    assert verdicts([few])[2].status == "undecided"


def test_an_attack_that_had_nothing_to_gain_is_not_tried() -> None:
    made = Finding("a", "inference", "", "", 0.5, (0.118, 0.882), 1.0, "", 1.0, "", 6, "things")
    assert made.status == "not tried"
    nothing = replace(made, success=0.0, interval=(0.0, 0.0), floor=0.0, n=0)
    assert nothing.status == "not tried"
    told = verdicts([made, nothing])[2]
    assert (told.status, told.tried) == ("not tried", 0)
    below = replace(made, floor=0.9, interval=(0.4, 0.6))
    assert below.status == "withstood"
    more = replace(made, success=0.9, interval=(0.8, 1.0), floor=0.3, ceiling=0.3)
    assert more.status == "open"


def test_the_page_has_every_finding_and_no_private_text() -> None:
    pairs = released("entity", missed=8)
    outcome = tried(pairs, ["bayes", "equality", "parrot", "attribute"], Settings())
    page = render(outcome, release="release.jsonl")
    for one in outcome.findings:
        assert one.attack in page
    for document in documents():
        for span in document.annotations:
            value = document.text[span.start : span.end]
            if span.label != "GENDER":
                assert value not in page


def test_what_needs_an_extra_is_listed_and_the_rest_is_tried(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def missing(name: str) -> None:
        raise ModuleNotFoundError(name="sklearn")

    monkeypatch.setattr("understudy.attacks.learners.import_module", missing)
    found = tried(released("redact"), ["bayes", "attribute"], Settings())
    assert [one.attack for one in found.findings] == ["bayes"]
    assert "understudy[measure]" in found.untried[0].reason


def test_pairs_at_their_ends_show_all_and_nothing() -> None:
    pairs = released("entity")
    assert all(pair.after == pair.before for pair in untouched(pairs))
    for pair in redacted(pairs):
        assert all(pair.after[mark.start : mark.end] == mark.shown for mark in pair.marks)
        assert not any(mark.original in pair.after for mark in pair.marks if len(mark.original) > 5)
