"""The shares of labels in a release, which may be secret themselves, and a release that hides them.

Tang et al. (2004) warn that the distribution of call types tells about a business whatever becomes
of the entities. Drawing documents so that every label has a public share leaves nothing of it to
see; what it costs is measured like any other transformation.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

import numpy as np

from understudy.utility.samples import Sample, Target

__all__ = ["distance", "resampled", "shares", "uniform"]

Shares = Mapping[Target, float]


def shares(sample: Sample) -> dict[Target, float]:
    """The share of each label."""
    counts = Counter(sample.targets)
    return {target: counts[target] / len(sample.targets) for target in sorted(counts)}


def uniform(sample: Sample) -> dict[Target, float]:
    """The public prior that needs no knowledge but which labels there are."""
    known = sorted(set(sample.targets))
    return dict.fromkeys(known, 1.0 / len(known))


def distance(one: Shares, other: Shares) -> float:
    """Total variation: the share of documents about which they disagree."""
    labels = {*one, *other}
    return 0.5 * sum(abs(one.get(label, 0.0) - other.get(label, 0.0)) for label in labels)


def resampled(sample: Sample, prior: Shares, seed: int) -> Sample:
    """As many documents with labels by the prior: frequent labels lose some, rare ones repeat.

    How often a label occurs is the prior times the size, rounded so that the size stays; it does
    not depend on how often it occurred.
    """
    draw = np.random.default_rng(seed)
    size = len(sample.targets)
    labels = sorted(prior)
    ends = np.rint(np.cumsum([prior[label] for label in labels]) * size).astype(int)
    places: list[int] = []
    for label, count in zip(labels, np.diff(ends, prepend=0), strict=True):
        own = [at for at, target in enumerate(sample.targets) if target == label]
        whole, rest = divmod(int(count), len(own))
        places += own * whole
        places += [own[at] for at in draw.choice(len(own), rest, replace=False)]
    chosen = sample.at(sorted(places))
    seen: Counter[str] = Counter()
    documents = []
    for document in chosen.documents:
        seen[document.id] += 1
        name = f"{document.id} {seen[document.id]}"
        documents.append(document._replace(id=name))  # ids stay unique where a document repeats
    return Sample(tuple(documents), chosen.targets)
