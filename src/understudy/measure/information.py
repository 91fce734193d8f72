"""How much a masked word would have told: its information content under a masked language model.

A word that the rest of the text gives away (the "Court" in "the European … of Human Rights") costs
little when it is masked in vain; a rare one costs much. The content of a word is −ln p of its
pieces, with the whole span that it stands in hidden (Pilán et al. 2022, section 5.2).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from understudy.encoder.masked import MaskedModel, Question

__all__ = ["information"]

Interval = tuple[int, int]
_LONGEST = 48
"""Pieces that are hidden at once; what is longer is asked in parts."""


def information(
    model: MaskedModel, text: str, spans: Sequence[Interval], words: Sequence[Interval]
) -> list[float]:
    """The content of each word, in nats; 0 for those that no span has a piece of."""
    (pieces,) = model.pieces([text])
    questions: list[Question] = []
    for start, end in spans:
        (inside,) = np.nonzero((pieces.starts < end) & (start < pieces.ends))
        for first in range(0, len(inside), _LONGEST):
            hidden = tuple(int(at) for at in inside[first : first + _LONGEST])
            questions.append(Question(pieces, hidden))
    if not questions:
        return [0.0] * len(words)
    asked = np.array([at for one in questions for at in one.hidden], dtype=np.int64)
    wanted = pieces.ids[asked].astype(np.int64)
    losses = np.zeros(len(asked))
    for places, logs in model.expected(questions):
        losses[places] = -logs[np.arange(len(places)), wanted[places]]
    of_piece = np.zeros(len(pieces.ids))
    of_piece[asked] = losses  # a piece of two spans is asked twice, and its last answer counts
    found = []
    for start, end in words:
        touched = (pieces.starts < end) & (start < pieces.ends)
        found.append(float(of_piece[touched].sum()))
    return found
