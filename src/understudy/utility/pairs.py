"""Learners of similarity: a ridge regression over how much of their words two texts share."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from understudy.core.errors import UsageError
from understudy.core.text import called
from understudy.utility.samples import Sample, texts_of
from understudy.utility.settings import Settings
from understudy.utility.tasks import Floats, Task
from understudy.utility.words import needs_sklearn, tokens

__all__ = ["linear", "numbers_of", "pair_cells", "ridge"]

Answer = Callable[[Sample], Floats]
Features = Callable[[Sequence[tuple[str, str]]], Floats]


def pair_cells(predicted: Floats, gold: Floats) -> Floats:
    """Per pair what a correlation is made of."""
    # Centred by one constant for all, so that sums of squares keep their digits.
    x, y = predicted - gold.mean(), gold - gold.mean()
    return np.column_stack([np.ones_like(x), x, y, x * x, y * y, x * y])


def numbers_of(sample: Sample) -> Floats:
    """The target of each document as a number."""
    found = []
    for document, target in zip(sample.documents, sample.targets, strict=True):
        try:
            found.append(float(target[0]))
        except ValueError:
            raise UsageError(
                f"document {called(document.id)!r}: the target is not a number"
            ) from None
    return np.array(found)


def ridge(train: Sample, features: Features) -> Answer:
    """Trains a ridge regression on features of pairs, and answers with the counts for
    correlation."""
    needs_sklearn()
    from sklearn.linear_model import Ridge  # noqa: PLC0415

    model = Ridge(alpha=1.0).fit(features(_pairs(train)), numbers_of(train))

    def answer(test: Sample) -> Floats:
        return pair_cells(np.asarray(model.predict(features(_pairs(test)))), numbers_of(test))

    return answer


def _pairs(sample: Sample) -> list[tuple[str, str]]:
    return [texts_of(document) for document in sample.documents]


def linear(task: Task, train: Sample, seed: int, settings: Settings) -> Answer:
    """Trains on how alike the words and letters of the two texts are."""
    needs_sklearn()
    from sklearn.feature_extraction.text import TfidfVectorizer  # noqa: PLC0415

    texts = [text for pair in _pairs(train) for text in pair]
    by_word = TfidfVectorizer(analyzer=tokens).fit(texts)
    by_letter = TfidfVectorizer(analyzer="char_wb", ngram_range=(2, 4)).fit(texts)

    def features(pairs: Sequence[tuple[str, str]]) -> Floats:
        ones, others = ([pair[side] for pair in pairs] for side in (0, 1))
        cosines = [
            np.asarray(of.transform(ones).multiply(of.transform(others)).sum(1)).ravel()
            for of in (by_word, by_letter)
        ]
        return np.column_stack([*cosines, [_shared(one, two) for one, two in pairs]])

    return ridge(train, features)


def _shared(one: str, two: str) -> tuple[float, float]:
    """Words in both as a share of all, and how far the lengths are apart."""
    left, right = tokens(one), tokens(two)
    either = set(left) | set(right)
    most = max(len(left), len(right), 1)
    return len(set(left) & set(right)) / max(1, len(either)), abs(len(left) - len(right)) / most
