"""A cold start: how much each text surprises the masked language model.

Dligach and Palmer (2009) annotate first what a language model finds least likely.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from understudy.encoder.grid import on_grid
from understudy.encoder.masked import MaskedModel, Question
from understudy.learn.doubt import Floats

__all__ = ["surprise"]

_HIDDEN = 6
"""One piece in so many is hidden, all at once: one reading of each text."""
_PORTION = 256


def surprise(
    model: MaskedModel,
    texts: Sequence[str],
    seed: int = 0,
    progress: Callable[[int], None] = lambda count: None,
) -> Floats:
    """Of each text the mean of −ln p of hidden pieces; a text without pieces surprises nobody."""
    draw = np.random.default_rng(seed)
    found = np.zeros(len(texts))
    for first in range(0, len(texts), _PORTION):
        portion = texts[first : first + _PORTION]
        questions = []
        for pieces in model.pieces(portion):
            count = len(pieces.ids)
            hidden = draw.permutation(count)[: -(-count // _HIDDEN)]
            questions.append(Question(pieces, tuple(sorted(int(at) for at in hidden))))
        found[first : first + len(portion)] = _losses(model, questions)
        progress(len(portion))
    return found


def _losses(model: MaskedModel, questions: Sequence[Question]) -> Floats:
    counts = np.array([len(one.hidden) for one in questions], dtype=np.int64)
    owner = np.repeat(np.arange(len(questions)), counts)
    wanted = np.array(
        [one.pieces.ids[at] for one in questions for at in one.hidden], dtype=np.int64
    )
    losses = np.zeros(len(wanted))
    for places, logs in model.expected([one for one in questions if one.hidden]):
        losses[places] = -logs[np.arange(len(places)), wanted[places]]
    sums = np.bincount(owner, losses, minlength=len(questions))
    return on_grid(sums / np.maximum(counts, 1))
