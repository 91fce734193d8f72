"""The chain: its sums against sums over all taggings, its gradient, its equality with crfsuite."""

from __future__ import annotations

import pickle
import tempfile
from itertools import pairwise, product

import numpy as np
import pycrfsuite
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pools_to_learn import instances, spoken

from understudy.core.errors import UsageError
from understudy.identify.features import features
from understudy.learn.chain import course_of, neighbours, passes
from understudy.learn.fitting import Crfsuite, Warm, _features, _named, _seen, objective
from understudy.learn.instances import instances_of, labels_of, tag_numbers
from understudy.learn.sheet import sheet_of


def _brute(scores: np.ndarray, moves: np.ndarray) -> tuple[np.ndarray, float]:
    """Marginals and ln Z of one instance, by all of its taggings."""
    size, labels = scores.shape
    marginals, total = np.zeros_like(scores), 0.0
    for tags in product(range(labels), repeat=size):
        score = sum(scores[at, tag] for at, tag in enumerate(tags))
        score += sum(moves[a, b] for a, b in pairwise(tags))
        weight = np.exp(score)
        total += weight
        for at, tag in enumerate(tags):
            marginals[at, tag] += weight
    return marginals / total, float(np.log(total))


@given(
    st.lists(st.integers(1, 4), min_size=1, max_size=4),
    st.integers(1, 3),
    st.integers(0, 2**31),
)
def test_marginals_are_sums_over_all_taggings(lengths: list[int], labels: int, seed: int) -> None:
    draw = np.random.default_rng(seed)
    sizes = np.array(lengths)
    scores = draw.normal(0, 3, (sizes.sum(), labels))
    moves = draw.normal(0, 3, (labels, labels))
    course = course_of(sizes)
    found = passes(scores[course.order], moves, course)
    marginals = np.empty_like(scores)
    marginals[course.order] = found.marginals
    parts = np.split(scores, np.cumsum(sizes)[:-1])
    wanted = [_brute(part, moves) for part in parts]
    np.testing.assert_allclose(marginals, np.concatenate([one for one, _ in wanted]), atol=1e-9)
    assert found.log_z == pytest.approx(sum(one for _, one in wanted))


def test_the_gradient_is_that_of_the_objective() -> None:
    pool = instances(12)
    marks = [one.marks for one in pool]
    labels = labels_of(marks)
    sheet = sheet_of(
        pool, dependent=True, columns={"len": [["x"] * len(one.line.words) for one in pool]}
    )
    seen = _seen(sheet, np.arange(12), tag_numbers(pool, marks, labels))
    size = 5 * len(seen.columns) * len(labels) + 2 * len(labels) + len(labels) ** 2
    weights = np.random.default_rng(0).normal(0, 0.3, size)
    _, slope = objective(weights, seen, len(labels), 0.1)
    for at in (0, 7, size // 2, size - 30, size - 1):
        step = np.zeros(size)
        step[at] = 1e-5
        above, below = (objective(weights + x, seen, len(labels), 0.1)[0] for x in (step, -step))
        assert slope[at] == pytest.approx((above - below) / 2e-5, abs=1e-4)


@pytest.mark.parametrize("dependent", [True, False])
def test_a_sheet_has_the_features_of_the_detector(dependent: bool) -> None:
    pool = instances(6)
    columns = {"pos": [[f"p{at % 3}" for at in range(len(one.line.words))] for one in pool]}
    sheet = sheet_of(pool, dependent=dependent, columns=columns)
    own = _named(sheet)
    for row, one in enumerate(pool):
        start = int(sheet.starts[row])
        slots = sheet.slots[:, start : start + len(one.line.words)]
        wanted = features(one.line, dependent, {"pos": columns["pos"][row]})
        for at in range(len(one.line.words)):
            assert sorted(_features(slots, own, at)) == sorted(wanted[at])


def test_words_beyond_the_end_are_of_the_last_type() -> None:
    sheet = sheet_of(instances(4), dependent=True)
    rows = np.arange(4)
    near = neighbours(sheet, sheet.places(rows), sheet.lengths[rows])
    beyond = sheet.attributes.shape[0] - 1
    assert (near[0, 0, sheet.starts] == beyond).all()
    assert sheet.attributes[beyond].nnz == 0
    ends = np.cumsum(sheet.lengths) - 1
    assert (near[0, -1, ends] == beyond).all()


def _fitted(learner: Crfsuite | Warm, binary: bool = False):  # type: ignore[no-untyped-def]
    pool = instances_of([*spoken(80), *spoken(40, "e", 1)])
    marks = [
        tuple(m._replace(label="X") for m in one.marks) if binary else one.marks for one in pool
    ]
    labels = labels_of(marks)
    sheet = sheet_of(pool, dependent=True)
    tags = tag_numbers(pool, marks, labels)
    rows = np.arange(80)
    return learner.fit(sheet, rows, tags[sheet.places(rows)], labels), sheet, tags


@pytest.mark.parametrize("learner", [Warm(), Crfsuite()])
@pytest.mark.parametrize("binary", [True, False])
def test_learners_learn(learner: Crfsuite | Warm, binary: bool) -> None:
    tagger, sheet, tags = _fitted(learner, binary)
    test = np.arange(80, 120)
    marginals = tagger.marginals(sheet, test)
    np.testing.assert_allclose(marginals.sum(axis=1), 1.0)
    assert (marginals.argmax(axis=1) == tags[sheet.places(test)]).mean() > 0.97


def test_crfsuite_says_what_the_chain_says() -> None:
    pool = instances(60)
    marks = [one.marks for one in pool]
    labels = labels_of(marks)
    sheet = sheet_of(pool, dependent=True)
    tags = tag_numbers(pool, marks, labels)
    chain = Crfsuite(iterations=15).fit(sheet, np.arange(60), tags, labels)
    trainer = pycrfsuite.Trainer(verbose=False)
    for at, one in enumerate(pool):
        words = tags[sheet.places([at])]
        trainer.append(features(one.line, True), [labels[tag] for tag in words])
    trainer.select("lbfgs")
    trainer.set_params({"c1": 0.1, "c2": 0.01, "max_iterations": 15})
    with tempfile.TemporaryDirectory() as folder:
        trainer.train(f"{folder}/m")
        tagger = pycrfsuite.Tagger()
        tagger.open(f"{folder}/m")
        known = tagger.labels()
        for at, one in enumerate(pool[:10]):
            tagger.set(features(one.line, True))
            wanted = [
                [tagger.marginal(label, word) if label in known else 0.0 for label in labels]
                for word in range(len(one.line.words))
            ]
            np.testing.assert_allclose(chain.marginals(sheet, [at]), wanted, atol=1e-4)


def test_a_warm_start_ends_where_a_cold_one_does() -> None:
    pool = instances(60)
    marks = [one.marks for one in pool]
    labels = labels_of(marks)
    sheet = sheet_of(pool, dependent=True)
    tags = tag_numbers(pool, marks, labels)
    learner = Warm(tolerance=1e-12, iterations=500)
    half = np.arange(30)
    first = learner.fit(sheet, half, tags[sheet.places(half)], labels)
    warm = learner.fit(sheet, np.arange(60), tags, labels, first)
    cold = learner.fit(sheet, np.arange(60), tags, labels)
    np.testing.assert_allclose(warm.marginals(sheet), cold.marginals(sheet), atol=1e-3)


def test_a_warm_start_takes_new_labels() -> None:
    pool = instances(60)
    only = [tuple(m for m in one.marks if m.label == "PERSON") for one in pool]
    few, all_labels = labels_of(only), labels_of([one.marks for one in pool])
    sheet = sheet_of(pool, dependent=True)
    first = Warm().fit(sheet, np.arange(60), tag_numbers(pool, only, few), few)
    tags = tag_numbers(pool, [one.marks for one in pool], all_labels)
    second = Warm().fit(sheet, np.arange(60), tags, all_labels, first)
    assert (second.marginals(sheet).argmax(axis=1) == tags).mean() > 0.97


@pytest.mark.parametrize("learner", [Warm(), Crfsuite()])
def test_one_class_only_is_refused(learner: Crfsuite | Warm) -> None:
    sheet = sheet_of(instances(4), dependent=True)
    tags = np.zeros(int(sheet.lengths.sum()), dtype=np.int64)
    with pytest.raises(UsageError, match="one class only"):
        learner.fit(sheet, np.arange(4), tags, ("O", "B-X", "I-X"))


def test_taggers_travel_between_processes_and_sheets() -> None:
    tagger, sheet, _ = _fitted(Warm())
    again = pickle.loads(pickle.dumps(tagger))
    other = sheet_of(instances_of(spoken(10, "o", 5)), dependent=True)
    np.testing.assert_allclose(again.marginals(other), tagger.marginals(other))
    np.testing.assert_allclose(again.marginals(sheet), tagger.marginals(sheet))
    assert "Anna" not in repr(tagger) + repr(sheet)
