"""What a victim may answer in place of its probabilities, so that copies of it learn less.

The defences of He et al. (2022) with which Peng et al. (2022, Table 10) compare their own, which
changes the data.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from understudy.attacks.victim import softmax

__all__ = ["DEFENCES", "most_least", "perturbed", "plain", "reverse_sigmoid", "softened"]

Floats = npt.NDArray[np.float64]
Defence = Callable[[Floats, np.random.Generator], Floats]
"""Logits of the victim → the probabilities that it tells."""

SOFTNESS = 5.0
SIGMA = 0.2
BETA, GAMMA = 0.7, 0.2
MARGIN = 0.05


def plain(logits: Floats, random: np.random.Generator) -> Floats:
    """No defence: the probabilities as they are."""
    return softmax(logits)


def softened(logits: Floats, random: np.random.Generator) -> Floats:
    """A temperature on the softmax (Xu et al. 2022)."""
    return softmax(logits, SOFTNESS)


def perturbed(logits: Floats, random: np.random.Generator) -> Floats:
    """Gaussian noise on the probabilities (Xu et al. 2022)."""
    return _normalised(softmax(logits) + random.normal(0.0, SIGMA, logits.shape))


def reverse_sigmoid(logits: Floats, random: np.random.Generator) -> Floats:
    """y − β·(σ(γ·σ⁻¹(y)) − ½), normalised (Lee et al. 2019)."""
    chances = np.clip(softmax(logits), 1e-6, 1 - 1e-6)
    turned = 1.0 / (1.0 + ((1.0 - chances) / chances) ** GAMMA)
    return _normalised(chances - BETA * (turned - 0.5))


def most_least(logits: Floats, random: np.random.Generator) -> Floats:
    """½ + ε for the likeliest class, ½ − ε for the least likely, nothing for the others."""
    found = np.zeros_like(logits)
    rows = np.arange(len(logits))
    found[rows, logits.argmin(-1)] = 0.5 - MARGIN
    found[rows, logits.argmax(-1)] = 0.5 + MARGIN
    return _normalised(found)


def _normalised(values: Floats) -> Floats:
    kept = np.maximum(values, 1e-9)
    return np.asarray(kept / kept.sum(-1, keepdims=True))


DEFENCES: dict[str, Defence] = {
    "none": plain,
    "softening": softened,
    "perturbation": perturbed,
    "reverse sigmoid": reverse_sigmoid,
    "nasty teacher": plain,
    "most-least": most_least,
}
"""The nasty teacher tells its probabilities as they are: it is trained to mislead."""
