"""Learners of labels: n-gram logistic regression (linear) and boosting over n-grams (boosted)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from understudy.utility.boosting import boosted, confidences
from understudy.utility.samples import Sample
from understudy.utility.settings import Settings
from understudy.utility.tasks import Floats, Task
from understudy.utility.words import needs_sklearn, tokens

__all__ = ["boost", "label_cells", "linear", "names_of"]

Answer = Callable[[Sample], Floats]
_STRENGTH = 100.0
"""Inverse of the penalty: of 10, 100 and 1000 the best on the development parts of ATIS, SNIPS and
TOD together."""


def names_of(train: Sample) -> list[str]:
    """The labels that occur, sorted."""
    return sorted({label for target in train.targets for label in target})


def label_cells(
    task: Task, names: Sequence[str], scores: Floats, given: Any, test: Sample
) -> Floats:
    """``scores``: the best is the top class; ``given``: which classes the learner says."""
    top = scores.argmax(1).tolist()
    rows: list[tuple[float, ...]] = []
    for at, target in enumerate(test.targets):
        right = names[top[at]] in target
        if task.target == "label":
            rows.append((float(right), 1.0))
            continue
        predicted = {names[int(one)] for one in np.flatnonzero(given[at])}
        rows.append(
            (
                float(not right),
                1.0,
                float(len(predicted & set(target))),
                float(len(predicted)),
                len(target),
            )
        )
    return np.array(rows, dtype=float)


def _texts(sample: Sample) -> list[str]:
    return [document.text for document in sample.documents]


def linear(task: Task, train: Sample, seed: int, settings: Settings) -> Answer:
    """Logistic regression over words, pairs and triples; no chance in it."""
    needs_sklearn()
    from sklearn.feature_extraction.text import TfidfVectorizer  # noqa: PLC0415
    from sklearn.linear_model import LogisticRegression  # noqa: PLC0415
    from sklearn.multiclass import OneVsRestClassifier  # noqa: PLC0415

    vectors = TfidfVectorizer(analyzer=_grams, sublinear_tf=True)
    known = vectors.fit_transform(_texts(train))
    names = names_of(train)
    if len(names) < 2:
        return _single(task, names)
    single = all(len(target) == 1 for target in train.targets)
    model = LogisticRegression(C=_STRENGTH, max_iter=300, tol=1e-3)
    if single:
        model.fit(known, [target[0] for target in train.targets])
        names = [str(name) for name in model.classes_]
    else:
        model = OneVsRestClassifier(model).fit(known, _several(names, train) > 0)

    def answer(test: Sample) -> Floats:
        chances = np.asarray(model.predict_proba(vectors.transform(_texts(test))))
        return label_cells(task, names, chances, chances >= 0.5, test)

    return answer


def boost(task: Task, train: Sample, seed: int, settings: Settings) -> Answer:
    """Trains boosted stumps on word n-grams, and answers with the counts for the task's metrics."""
    needs_sklearn()
    from sklearn.feature_extraction.text import CountVectorizer  # noqa: PLC0415

    names = names_of(train)
    # What occurs once can tell nothing that a stump could use twice.
    counts = CountVectorizer(analyzer=_grams, binary=True, min_df=min(2, len(train.documents)))
    present = counts.fit_transform(_texts(train)).astype(float)
    stumps = boosted(present, _several(names, train), settings.rounds)

    def answer(test: Sample) -> Floats:
        seen = counts.transform(_texts(test)).astype(float)
        scores = confidences(stumps, seen)
        return label_cells(task, names, scores, scores > 0, test)

    return answer


def _single(task: Task, names: Sequence[str]) -> Answer:
    def answer(test: Sample) -> Floats:
        sure = np.ones((len(test.documents), 1))
        return label_cells(task, names, sure, sure > 0, test)

    return answer


def _several(names: Sequence[str], sample: Sample) -> Floats:
    """Texts × classes: 1 where the class is right, else −1."""
    place = {name: at for at, name in enumerate(names)}
    found = np.full((len(sample.targets), len(names)), -1.0)
    for row, target in enumerate(sample.targets):
        found[row, [place[label] for label in target]] = 1.0
    return found


def _grams(text: str) -> list[str]:
    words = tokens(text)
    return [
        " ".join(words[at : at + size]) for size in (1, 2, 3) for at in range(len(words) - size + 1)
    ]
