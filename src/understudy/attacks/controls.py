"""Values that nobody in the corpus has: what a model's knowledge of a real one is held against."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from understudy.attacks.pairs import Pair
from understudy.core.folding import fold
from understudy.core.types import Document, Span
from understudy.pipeline import build
from understudy.policy import load, with_rule

__all__ = ["controls"]

_ENOUGH = 400
_PASSES = 12


def controls(pairs: Sequence[Pair], *, seed: int) -> dict[str, tuple[str, ...]]:
    """category → public stand-ins of the forms that occur, none of them a value of the corpus."""
    drawn = with_rule(load("redact"), {"strategy": "entity"})
    pipeline = build(
        replace(
            drawn, detectors=("given",), detector_options={}, leak_check=False, epsilon_max=None
        )
    )
    random = np.random.default_rng(seed)
    documents = [
        Document(
            pair.id,
            pair.before,
            pair.language,
            annotations=tuple(  # each by itself: a given name is drawn, and not the whole of it
                Span(*mark.was, mark.category, key=str(number))
                for number, mark in enumerate(pair.marks)
            ),
        )
        for pair in pairs
    ]
    real = {fold(mark.original) for pair in pairs for mark in pair.marks}
    found: dict[str, dict[str, str]] = defaultdict(dict)
    for _ in range(_PASSES):
        for result in pipeline.run(documents, random.bytes(32)):
            for edit in result.edits:
                if fold(edit.surrogate) not in real and edit.surrogate.strip("█"):
                    of_category = found[edit.entity.category]
                    if len(of_category) < _ENOUGH:
                        of_category.setdefault(fold(edit.surrogate), edit.surrogate)
    return {category: tuple(values.values()) for category, values in found.items()}
