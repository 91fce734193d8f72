"""Which instances to annotate next, from scores and from what the instances look like.

A sampler takes a view of the pool and gives places in it, as many as asked for, none twice.
K-MC and Equation 1 are those of García-Sardiña (2018), sections 5.1.2 and 5.1.3.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from understudy.core.errors import MissingExtra
from understudy.learn.doubt import Floats, Ints, rescaled

__all__ = ["Sampler", "View", "density", "diverse", "k_mc", "random", "top", "vectors_of"]

_ALIKE = 0.95
"""Instances whose vectors are nearer than this cosine are near-duplicates."""
_CANDIDATES = 20
"""Times the batch: how far down the ranking a diverse batch looks."""
WIDTH = 64
"""Dimensions of the vectors."""


class View(NamedTuple):
    """What a sampler sees: a score and a vector of each instance of the pool."""

    scores: Floats | None
    """None where the strategy has no scorer: every instance is as good as any other."""
    vectors: npt.NDArray[np.float32]
    """Of length one."""
    draw: np.random.Generator


Sampler = Callable[[View, int], Ints]


def random(view: View, size: int) -> Ints:
    """Instances at random."""
    return np.asarray(view.draw.permutation(len(view.vectors))[:size], dtype=np.int32)


def top(view: View, size: int) -> Ints:
    """The highest scores; the draw decides between equal ones."""
    if view.scores is None:
        return random(view, size)
    order = view.draw.permutation(len(view.scores))
    ranked = order[np.argsort(-view.scores[order], kind="stable")]
    return np.asarray(ranked[:size], dtype=np.int32)


def k_mc(view: View, size: int) -> Ints:
    """From each of ``size`` clusters the instance nearest to the centre; with scores, the least
    distance · (1 − rescaled score)."""
    count = len(view.vectors)
    if size >= count:
        return np.arange(count, dtype=np.int32)
    distances, clusters = _clusters(view, size)
    weight = distances if view.scores is None else distances * (1.0 - rescaled(view.scores))
    order = np.lexsort((view.draw.permutation(count), weight, clusters))
    firsts = np.unique(clusters[order], return_index=True)[1]
    chosen = order[firsts]
    if len(chosen) < size:  # equal instances leave clusters empty
        rest = np.setdiff1d(np.arange(count), chosen)
        more = rest[np.argsort(weight[rest], kind="stable")]
        chosen = np.concatenate([chosen, more[: size - len(chosen)]])
    return np.asarray(chosen, dtype=np.int32)


def _clusters(view: View, size: int) -> tuple[Floats, Ints]:
    """How far each instance is from the centre of its cluster, and which cluster that is."""
    means = _sklearn("sklearn.cluster").MiniBatchKMeans(
        n_clusters=size,
        batch_size=max(1024, 3 * size),
        n_init=1,
        max_iter=10,
        random_state=int(view.draw.integers(2**31)),
    )
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # fewer distinct instances than clusters
        means.fit(view.vectors)
    near = means.labels_
    distances = np.linalg.norm(view.vectors - means.cluster_centers_[near], axis=1)
    return np.asarray(distances, dtype=np.float64), np.asarray(near, dtype=np.int32)


def density(view: View, size: int) -> Ints:
    """The highest scores times the mean likeness to the rest of the pool."""
    likeness = rescaled((view.vectors @ view.vectors.mean(axis=0)).astype(np.float64))
    scores = likeness if view.scores is None else view.scores * likeness
    return top(view._replace(scores=scores), size)


def diverse(view: View, size: int) -> Ints:
    """Down the ranking, past near-duplicates of what is in the batch already."""
    ranked = top(view, min(len(view.vectors), size * _CANDIDATES))
    vectors = view.vectors[ranked]
    free = np.ones(len(ranked), dtype=bool)
    chosen: list[int] = []
    for at in range(len(ranked)):
        if len(chosen) == size:
            break
        if free[at]:
            chosen.append(at)
            free &= vectors @ vectors[at] <= _ALIKE
    if len(chosen) < size:
        taken = set(chosen)
        chosen += [at for at in range(len(ranked)) if at not in taken][: size - len(chosen)]
    return np.asarray(ranked[chosen], dtype=np.int32)


def vectors_of(counts: Any, width: int = WIDTH, seed: int = 0) -> npt.NDArray[np.float32]:
    """Vectors of instances from their counts of attributes: weighted by rarity, then reduced."""
    text = _sklearn("sklearn.feature_extraction.text")
    weighted = text.TfidfTransformer(sublinear_tf=True).fit_transform(counts)
    size = min(width, min(weighted.shape) - 1)
    if size < 2:
        return np.ones((weighted.shape[0], 1), dtype=np.float32)
    reduced = _sklearn("sklearn.decomposition").TruncatedSVD(size, random_state=seed)
    found = reduced.fit_transform(weighted)
    norms = np.linalg.norm(found, axis=1, keepdims=True)
    return np.asarray(found / np.where(norms > 0.0, norms, 1.0), dtype=np.float32)


def _sklearn(module: str) -> Any:
    from importlib import import_module  # noqa: PLC0415 - an extra

    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        if error.name is None or not error.name.startswith("sklearn"):
            raise
        raise MissingExtra("active learning", "learn") from None
