"""Okapi BM25 (Robertson & Zaragoza 2009) over sparse counts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy.sparse import csc_matrix

from understudy.core.folding import fold
from understudy.core.text import words

__all__ = ["Index", "index_of", "terms"]

Floats = npt.NDArray[np.float64]

K1, B = 1.2, 0.75


def terms(text: str) -> list[str]:
    """The words of a text without case, as documents and queries are indexed."""
    return [fold(text[start:end]) for start, end in words(text)]


@dataclass(frozen=True)
class Index:
    """The documents of a collection, ready to be searched."""

    columns: dict[str, int]
    weights: csc_matrix
    """Documents × terms; the weight of a term in a document."""

    def scores(self, query: str) -> Floats:
        """Of every document."""
        known = [self.columns[term] for term in set(terms(query)) if term in self.columns]
        if not known:
            return np.zeros(self.weights.shape[0])
        return np.asarray(self.weights[:, known].sum(axis=1)).ravel()


def index_of(texts: Sequence[str]) -> Index:
    """An index of the texts."""
    counts = [Counter(terms(text)) for text in texts]
    columns: dict[str, int] = {}
    for of_text in counts:
        for term in of_text:
            columns.setdefault(term, len(columns))
    lengths = np.array([max(1, of_text.total()) for of_text in counts], dtype=float)
    mean = lengths.mean() if len(lengths) else 1.0
    frequency = Counter(term for of_text in counts for term in of_text)
    data, rows, places = [], [], []
    for at, of_text in enumerate(counts):
        norm = K1 * (1 - B + B * lengths[at] / mean)
        for term, times in of_text.items():
            seldom = np.log1p((len(texts) - frequency[term] + 0.5) / (frequency[term] + 0.5))
            data.append(seldom * times * (K1 + 1) / (times + norm))
            rows.append(at)
            places.append(columns[term])
    shape = (len(texts), max(1, len(columns)))
    return Index(columns, csc_matrix((data, (rows, places)), shape=shape))
