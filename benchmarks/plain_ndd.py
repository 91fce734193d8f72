"""Peng et al. (2022) as one would write it down: one mask at a time, both sentences for every
candidate, and what the model expects in all places of a sentence although one is looked at.

The model is the one that Understudy ships, and so is the reading of words; nothing else is shared
with what is measured against it.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from understudy.encoder import Encoder
from understudy.encoder.pieces import MASK, framed

__all__ = ["PlainNDD"]

Floats = npt.NDArray[np.float32]


class PlainNDD:
    """``everywhere``: the whole sentence goes through the vocabulary, as the masked language models
    of the common libraries do it; otherwise only the masked word, which gives the same figures.
    ``remembers``: the figures of the last original are not computed again, which leaves them too.
    """

    def __init__(
        self, encoder: Encoder, mu: float, *, everywhere: bool = True, remembers: bool = False
    ) -> None:
        self.encoder, self.mu, self.everywhere, self.remembers = encoder, mu, everywhere, remembers
        self._last: tuple[str, dict[int, Floats]] = ("", {})

    def _old(self, sentence: str, start: int) -> Floats:
        if not self.remembers:
            return self.expected(sentence, start)
        if self._last[0] != sentence:
            self._last = (sentence, {})
        held = self._last[1]
        if start not in held:
            held[start] = self.expected(sentence, start)
        return held[start]

    def expected(self, sentence: str, start: int) -> Floats:
        """Logarithms of probabilities of the pieces of the word at a character."""
        (pieces,) = self.encoder.pieces([sentence])
        hidden = word_at(pieces.begins, int(np.flatnonzero(pieces.starts == start)[0]))
        ids, cases, before = framed(pieces, 0, len(pieces.ids))
        places = np.array(hidden) + before
        ids[places], cases[places] = MASK, 0
        (states,) = self.encoder._body.states([(ids, cases)])
        if not self.everywhere:
            states, places = states[places], np.arange(len(places))
        logits = states @ self.encoder._unembedding + self.encoder.weights.heads["offset"]
        return np.asarray(log_softmax(logits)[places], np.float32)

    def ndd(self, sentence: str, start: int, end: int, candidate: str) -> float:
        """The NDD of putting a candidate in the place of the characters from start to end."""
        edited = sentence[:start] + candidate + sentence[end:]
        shift = len(candidate) - (end - start)
        words = self.words(sentence)
        inside = [at for at, (a, b) in enumerate(words) if a < end and start < b]
        total = 0.0
        for at, (a, _) in enumerate(words):
            if at in inside:
                continue
            old = self._old(sentence, a)
            new = self.expected(edited, a if a < start else a + shift)
            divergence = (np.exp(new) * (new - old)).sum(-1).mean()
            distance = min(abs(at - inside[0]), abs(at - inside[-1]))
            total += self.mu**distance * float(divergence)
        return total

    def words(self, sentence: str) -> list[tuple[int, int]]:
        """Words and signs, as the model parts them."""
        (pieces,) = self.encoder.pieces([sentence])
        firsts = [at for at, begins in enumerate(pieces.begins) if begins]
        return [
            (int(pieces.starts[first]), int(pieces.ends[word_at(pieces.begins, first)[-1]]))
            for first in firsts
        ]


def word_at(begins: npt.NDArray[np.bool_], first: int) -> list[int]:
    """The pieces of the word that begins at a piece."""
    last = first + 1
    while last < len(begins) and not begins[last]:
        last += 1
    return list(range(first, last))


def log_softmax(logits: Floats) -> Floats:
    shifted = logits - logits.max(-1, keepdims=True)
    return np.asarray(shifted - np.log(np.exp(shifted).sum(-1, keepdims=True)), np.float32)
