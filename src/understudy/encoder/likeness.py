"""How like two texts are, by three measures: NDD, the cosine of their vectors, Δ-perplexity."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from understudy.core.errors import UsageError
from understudy.encoder.divergence import Divergence, Term, ndd
from understudy.encoder.grid import on_grid
from understudy.encoder.masked import MaskedModel, Question

__all__ = ["Likeness", "cosines", "costs", "likeness", "perplexities"]


class Likeness(NamedTuple):
    """Every number in it is on the grid of scores."""

    ndd: float
    cosine: float
    delta_ppl: float
    """Perplexity of the edited text less that of the original."""
    terms: tuple[Term, ...]


def likeness(original: str, edited: str, divergence: Divergence) -> Likeness:
    """All three; equal texts give 0, 1 and 0."""
    if not original.strip() or not edited.strip():
        raise UsageError("a text without a word cannot be compared; give two sentences")
    if original == edited:
        return Likeness(0.0, 1.0, 0.0, ())
    found = ndd(original, edited, divergence)
    before, after = perplexities(divergence.model, [original, edited])
    (cosine,) = cosines(divergence.model, [(original, edited)])
    terms = tuple(term._replace(divergence=float(on_grid(term.divergence))) for term in found.terms)
    return Likeness(found.ndd, float(cosine), float(on_grid(after - before)), terms)


def perplexities(model: MaskedModel, texts: Sequence[str]) -> npt.NDArray[np.float64]:
    """Of each text the mean of −ln p of its pieces, each hidden alone: what Peng et al. (2022,
    section 3.1) call its perplexity. A text without pieces has none: not a number."""
    sums, counts = costs(model, texts)
    found = np.full(len(sums), np.nan)
    np.divide(sums, counts, out=found, where=counts > 0)
    return on_grid(found)


def costs(
    model: MaskedModel, texts: Sequence[str]
) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.int64]]:
    """Of each text the sum of −ln p of its pieces, each hidden alone, and how many there are."""
    read = model.pieces(texts)
    counts = np.array([len(pieces.ids) for pieces in read], dtype=np.int64)
    owner = np.repeat(np.arange(len(read)), counts)
    questions = [Question(pieces, (at,)) for pieces in read for at in range(len(pieces.ids))]
    ids = np.concatenate([np.zeros(0, np.int32), *(pieces.ids for pieces in read)])
    each = np.zeros(len(questions))
    for places, logs in model.expected(questions):
        each[places] = -logs[np.arange(len(places)), ids[places]]
    return on_grid(np.bincount(owner, each, minlength=len(read))), counts


def cosines(model: MaskedModel, pairs: Sequence[tuple[str, str]]) -> npt.NDArray[np.float64]:
    """The cosine of the sentence vectors of each pair."""
    texts = sorted({text for pair in pairs for text in pair})
    at = {text: number for number, text in enumerate(texts)}
    vectors = model.vectors(texts).astype(np.float64)
    ones, others = (vectors[[at[pair[side]] for pair in pairs]] for side in (0, 1))
    return on_grid(np.einsum("ij,ij->i", ones, others))
