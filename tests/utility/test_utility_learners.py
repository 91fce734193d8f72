"""Learners learn what there is to learn, and nothing where there is nothing."""

from __future__ import annotations

import builtins
import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.sparse import csr_matrix

from understudy.core.errors import MissingExtra, UsageError
from understudy.core.types import Document, Segment
from understudy.registry import names
from understudy.utility.boosting import boosted, confidences
from understudy.utility.learners import learner_of
from understudy.utility.ngrams import BEGIN, END, trained
from understudy.utility.samples import Sample
from understudy.utility.settings import Settings
from understudy.utility.tasks import task_of
from understudy.utility.words import tokens

QUICK = Settings(rounds=30, iterations=30)


def _score(task: str, learner: str, train: Sample, test: Sample, metric: int = 0) -> float:
    chosen = task_of(task)
    cells = learner_of(learner, chosen)(chosen, train, 0, QUICK)(test)
    assert len(cells) == len(test.documents)
    return float(chosen.metrics[metric].score(cells.sum(0)))


@pytest.mark.parametrize("learner", ["linear", "boosted"])
def test_labels_are_learnt(learner: str, train: Sample, test: Sample) -> None:
    assert _score("intent", learner, train, test) == 1.0
    shuffled = train._replace(targets=train.targets[1:] + train.targets[:1])
    assert _score("intent", learner, shuffled, test) < 0.7


@pytest.mark.parametrize("learner", ["linear", "boosted"])
def test_several_labels_at_once(learner: str, train: Sample, test: Sample) -> None:
    def both(sample: Sample) -> Sample:
        targets = tuple(
            (*target, "polite") if "please" in one.text else target
            for one, target in zip(*sample, strict=True)
        )
        return sample._replace(targets=targets)

    assert _score("calls", learner, both(train), both(test)) == 0.0
    assert _score("calls", learner, both(train), both(test), metric=1) > 0.95


def test_one_label_needs_no_learning(train: Sample, test: Sample) -> None:
    same = train._replace(targets=(("call",),) * len(train.targets))
    share = sum(target == ("call",) for target in test.targets) / len(test.targets)
    assert _score("intent", "linear", same, test) == pytest.approx(share)


def test_entities_are_learnt(train: Sample, test: Sample) -> None:
    assert _score("ner", "linear", train, test) > 0.95
    bare = train._replace(documents=tuple(d._replace(annotations=()) for d in train.documents))
    assert _score("ner", "linear", bare, test) == 0.0


def test_boosting_lowers_the_training_error_and_separates_classes() -> None:
    draw = np.random.default_rng(5)
    present = (draw.random((200, 12)) < 0.3).astype(float)
    right = np.where(np.column_stack([present[:, 3], present[:, 7]]) > 0, 1.0, -1.0)
    stumps = boosted(csr_matrix(present), right, 6)
    assert {stumps[0].feature, stumps[1].feature} == {3, 7}
    said = confidences(stumps, csr_matrix(present))
    assert ((said > 0) == (right > 0)).all()


def _pair(name: str, one: str, two: str) -> Document:
    segments = (
        Segment(0, len(one), "field", "one"),
        Segment(len(one) + 1, len(one) + 1 + len(two), "field", "two"),
    )
    return Document(name, f"{one}\n{two}", "en", segments=segments)


def test_similarity_is_learnt() -> None:
    words = ["red", "blue", "green", "cold", "warm", "old", "new", "tall", "short", "wide"]
    draw = np.random.default_rng(2)
    documents, targets = [], []
    for at in range(120):
        one = [words[int(n)] for n in draw.choice(10, 4, replace=False)]
        shared = int(draw.integers(5))
        rest = [word for word in words if word not in one]
        two = one[:shared] + rest[: 4 - shared]
        documents.append(_pair(f"p{at}", " ".join(one), " ".join(two)))
        targets.append((str(shared),))
    sample = Sample(tuple(documents), tuple(targets))
    assert _score("similarity", "linear", sample.at(range(80)), sample.at(range(80, 120))) > 0.9


def test_similarity_needs_two_texts_and_a_number(train: Sample) -> None:
    with pytest.raises(UsageError, match="two texts"):
        _score("similarity", "linear", train, train)
    wrong = Sample((_pair("p", "a", "b"),), (("much",),))
    with pytest.raises(UsageError, match="'p': the target is not a number"):
        _score("similarity", "linear", wrong, wrong)


def test_language_model_prefers_its_own_kind(train: Sample, test: Sample) -> None:
    turned = test._replace(
        documents=tuple(
            one._replace(text=" ".join(reversed(one.text.split()))) for one in test.documents
        )
    )
    assert _score("lm", "linear", train, test) < 0.2 * _score("lm", "linear", train, turned)


SENTENCES = st.lists(st.lists(st.sampled_from("abcd"), max_size=6), min_size=1, max_size=12)


@given(SENTENCES)
def test_chances_add_up_to_one(sentences: list[list[str]]) -> None:
    model = trained(sentences, size=None)
    known = [gram[0] for gram in model.counts[0]]
    for context in ((), (BEGIN,), ("a",), (BEGIN, "a"), ("a", "b"), ("d", "d")):
        total = sum(model.chance((*context, word)) for word in known)
        assert total == pytest.approx(1.0)


@given(SENTENCES)
def test_arpa_says_what_the_model_says(sentences: list[list[str]]) -> None:
    """Read back as a recogniser would: the longest n-gram there is, or back off."""
    model = trained(sentences, size=None)
    chances: dict[tuple[str, ...], float] = {}
    weights: dict[tuple[str, ...], float] = {}
    for line in model.arpa():
        columns = line.rstrip("\n").split("\t")
        if len(columns) > 1:
            gram = tuple(columns[1].split(" "))
            chances[gram] = float(columns[0])
            weights[gram] = float(columns[2]) if len(columns) > 2 else 0.0

    def said(gram: tuple[str, ...]) -> float:
        if gram in chances:
            return chances[gram]
        return weights.get(gram[:-1], 0.0) + said(gram[1:])

    for words in sentences:
        padded = (BEGIN, *words, END)
        for at in range(1, len(padded)):
            gram = padded[max(0, at - 2) : at + 1]
            assert said(gram) == pytest.approx(math.log10(model.chance(gram)), abs=3e-4)


def test_unknown_words_have_a_chance() -> None:
    model = trained([["a", "b"]])
    cost, count = model.cost(["zebra"])
    assert count == 2
    assert math.isfinite(cost)


def test_marks_are_one_word() -> None:
    assert tokens("Go to <CITY>, █████!") == ["go", "to", "<city>", ",", "█████", "!"]


def test_what_a_learner_cannot_do_is_said() -> None:
    with pytest.raises(UsageError, match="boosted cannot learn ner; these can: linear, encoder"):
        learner_of("boosted", task_of("ner"))
    with pytest.raises(UsageError, match=", ".join(names("utility_learners"))):
        learner_of("forest", task_of("ner"))


def test_missing_library_is_named(
    monkeypatch: pytest.MonkeyPatch, train: Sample, test: Sample
) -> None:
    real = builtins.__import__

    def without(name: str, *rest: Any, **given: Any) -> Any:
        if name.split(".", maxsplit=1)[0] == "sklearn":
            raise ModuleNotFoundError(name="sklearn")
        return real(name, *rest, **given)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(MissingExtra, match=r"understudy\[measure\]"):
        _score("intent", "linear", train, test)
