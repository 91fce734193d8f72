"""How like an original and its versions are by each metric, and what Pearson says of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from understudy.encoder import Encoder, HubEncoder
from understudy.encoder.body import Body
from understudy.encoder.divergence import Divergence
from understudy.encoder.embedding import Embedding
from understudy.encoder.likeness import cosines, perplexities
from understudy.encoder.model import GRAPHS
from understudy.encoder.pieces import framed
from understudy.encoder.versions import Version
from understudy.encoder.weights import Weights

__all__ = ["METRICS", "NDDS", "OTHERS", "RIVALS", "Job", "Measure", "Scored", "correlations"]

METRICS = (
    *("NDD", "cosine", "Δ-perplexity", "NDD and cosine", "cosine and NDD"),
    *("NDD, weighted", "cosine, mean", "cosine, trained"),
)
"""The cosine is that of the state before the first word, as in the paper, which takes RoBERTa's
CLS. The sum of NDD and cosine has the weights 1 : 0.0025, once this way round and once the other.
Weighted NDD is the mean with the weights μ^distance of the paper's formula.
The last two learnt likeness from the training part of STS-B: the mean of the states, and the
shipped sentence vectors, which are made of it."""
NDDS = ("NDD", "NDD, weighted")
OTHERS = ("cosine", "Δ-perplexity")
"""What the paper compares NDD with."""
RIVALS = (*OTHERS, "cosine, mean", "cosine, trained")

Array = npt.NDArray[np.float64]
Job = tuple[Version, tuple[Version, ...]]
_EVERYWHERE = 1000
"""A window wider than any sentence."""
_SHORT = 64
"""Sentences that a model of Hugging Face reads at once."""


class Scored(NamedTuple):
    """Likeness by each metric (more is more alike), what it should tell, and which sentence each
    pair is of."""

    metrics: Mapping[str, Array]
    wanted: Array
    owners: npt.NDArray[np.intp]

    def at(self, chosen: npt.NDArray[np.bool_]) -> Scored:
        _, owners = np.unique(self.owners[chosen], return_inverse=True)
        metrics = {name: values[chosen] for name, values in self.metrics.items()}
        return Scored(metrics, self.wanted[chosen], owners)


@dataclass(frozen=True)
class Measure:
    """All metrics on all pairs of an original and a version of it."""

    model: Encoder | HubEncoder
    units: str
    mu: float
    ensemble: float

    def __call__(self, jobs: Sequence[Job]) -> dict[str, Array]:
        divergence = Divergence(
            self.model, "hellinger", "share", self.mu, window=_EVERYWHERE, units=self.units
        )
        compared = [one for of_job in divergence.compare(jobs) for one in of_job]
        weighted = np.array([one.ndd for one in compared])
        ndd = np.array([_mean([term.divergence for term in one.terms]) for one in compared])
        pairs = [(first.text, other.text) for first, others in jobs for other in others]
        texts = sorted({text for pair in pairs for text in pair})
        number = {text: at for at, text in enumerate(texts)}
        one, other = (np.array([number[pair[side]] for pair in pairs]) for side in (0, 1))
        costs = perplexities(self.model, texts)
        cosine = _cosine(_firsts(self.model, texts), one, other)
        return {
            "NDD": -ndd,
            "cosine": cosine,
            "Δ-perplexity": -abs(costs[other] - costs[one]),
            "NDD and cosine": self.ensemble * cosine - ndd,
            "cosine and NDD": cosine - self.ensemble * ndd,
            "NDD, weighted": -weighted,
            "cosine, mean": _cosine(_means(self.model, texts), one, other),
            "cosine, trained": cosines(self.model, pairs),
        }


def _mean(values: Sequence[float]) -> float:
    return float(np.mean(values)) if values else 0.0


def _cosine(
    vectors: npt.NDArray[np.float32], one: npt.NDArray[np.intp], other: npt.NDArray[np.intp]
) -> Array:
    found = vectors.astype(np.float64)
    found /= np.linalg.norm(found, axis=-1, keepdims=True)
    return np.asarray((found[one] * found[other]).sum(-1))


@cache
def _body(folder: Path) -> Body:
    weights = Weights(folder)
    return Body((folder / GRAPHS["full"]).read_bytes(), Embedding(weights, "full"), 1)


def _firsts(model: Encoder | HubEncoder, texts: Sequence[str]) -> npt.NDArray[np.float32]:
    """The state of what the model reads before the first word of each text."""
    if isinstance(model, HubEncoder):
        return _hub_firsts(model.model, texts)
    rows = [framed(pieces, 0, len(pieces.ids))[:2] for pieces in model.pieces(texts)]
    return np.stack([states[0] for states in _body(model.weights.folder).states(rows)])


def _hub_firsts(name: str, texts: Sequence[str]) -> npt.NDArray[np.float32]:
    import torch
    from transformers import AutoModel, AutoTokenizer

    tokenizer: Any = AutoTokenizer.from_pretrained(name)
    body: Any = AutoModel.from_pretrained(name).eval()
    found = []
    for first in range(0, len(texts), _SHORT):
        given = tokenizer(
            list(texts[first : first + _SHORT]), padding=True, truncation=True, return_tensors="pt"
        )
        with torch.inference_mode():
            found.append(body(**given).last_hidden_state[:, 0].float().numpy())
    return np.concatenate(found)


def _means(model: Encoder | HubEncoder, texts: Sequence[str]) -> npt.NDArray[np.float32]:
    if isinstance(model, HubEncoder):
        return model.vectors(texts)
    return np.stack([states.mean(0) for states in model.states(model.pieces(texts))])


def correlations(found: Scored, rounds: int, seed: int) -> dict[str, Any]:
    """Pearson's r of each metric in per cent with 95 % intervals over resampled sentences, and by
    how much NDD leads: over each of the others, and over the better one, on the same resamples."""
    rng = np.random.default_rng(seed)
    count = int(found.owners.max()) + 1
    rows = [np.flatnonzero(found.owners == owner) for owner in range(count)]
    samples = [
        np.concatenate([rows[owner] for owner in rng.integers(0, count, count)])
        for _ in range(rounds)
    ]
    drawn = {
        name: np.array([_pearson(values[at], found.wanted[at]) for at in samples])
        for name, values in found.metrics.items()
    }
    whole = {name: _pearson(values, found.wanted) for name, values in found.metrics.items()}
    result: dict[str, Any] = {
        name: {"r": r, "interval": _interval(drawn[name])} for name, r in whole.items()
    }
    for name in NDDS:
        leads = {
            other: (whole[name] - whole[other], drawn[name] - drawn[other]) for other in RIVALS
        }
        result[name]["leads"] = {
            other: {"r": value, "interval": _interval(sample)}
            for other, (value, sample) in leads.items()
        }
        result[name]["lead"] = {
            "r": min(leads[other][0] for other in OTHERS),
            "interval": _interval(np.min([leads[other][1] for other in OTHERS], axis=0)),
        }
    return result


def _interval(sample: Array) -> list[float]:
    return [float(edge) for edge in np.quantile(sample, (0.025, 0.975))]


def _pearson(one: Array, other: Array) -> float:
    if len(one) < 3 or not one.std() or not other.std():
        return 0.0
    return 100.0 * float(np.corrcoef(one, other)[0, 1])
