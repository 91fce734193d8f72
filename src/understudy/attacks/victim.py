"""A small classifier that is attacked: one hidden layer, trained on hard or soft labels.

Its hidden layer is what an attacker probes. Training is written out because two of the defences
and the copy need a loss that libraries of classifiers do not offer: soft labels, and a teacher
that undermines whoever learns from it (Ma et al. 2021).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

__all__ = ["Network", "nasty", "one_hot", "softmax", "taught"]

Floats = npt.NDArray[np.float64]

HIDDEN, EPOCHS, BATCH, RATE = 64, 60, 32, 3e-3
_DECAY = 1e-4
OMEGA, TEMPERATURE = 0.02, 4.0
"""Of the nasty teacher: how much it turns away from an honest one, and the softness of both."""


def softmax(logits: Floats, temperature: float = 1.0) -> Floats:
    """Probabilities of the classes; a temperature above 1 makes them more alike."""
    scaled = logits / temperature
    scaled = np.exp(scaled - scaled.max(-1, keepdims=True))
    return np.asarray(scaled / scaled.sum(-1, keepdims=True))


def one_hot(labels: npt.NDArray[np.intp], classes: int) -> Floats:
    """Labels as rows of probabilities, all on the true class."""
    return np.asarray(np.eye(classes)[labels])


@dataclass(frozen=True)
class Network:
    """A classifier with one hidden layer."""

    weights: tuple[Floats, Floats, Floats, Floats]

    def __repr__(self) -> str:
        return f"Network({self.weights[0].shape[1]} hidden)"  # weights remember what they read

    def hidden(self, inputs: Floats) -> Floats:
        """What the hidden layer makes of the inputs."""
        first, offset, _, _ = self.weights
        return np.maximum(inputs @ first + offset, 0.0)

    def logits(self, inputs: Floats) -> Floats:
        """The scores of the classes."""
        _, _, second, offset = self.weights
        return np.asarray(self.hidden(inputs) @ second + offset)


@dataclass
class _Adam:
    """Kingma & Ba (2015), with the usual constants."""

    weights: list[Floats]

    def __post_init__(self) -> None:
        self.first = [np.zeros_like(one) for one in self.weights]
        self.second = [np.zeros_like(one) for one in self.weights]
        self.step = 0

    def move(self, gradients: list[Floats]) -> None:
        self.step += 1
        for at, gradient in enumerate(gradients):
            full = gradient + _DECAY * self.weights[at]
            self.first[at] += 0.1 * (full - self.first[at])
            self.second[at] += 0.001 * (full**2 - self.second[at])
            mean = self.first[at] / (1 - 0.9**self.step)
            square = self.second[at] / (1 - 0.999**self.step)
            self.weights[at] -= RATE * mean / (np.sqrt(square) + 1e-8)


def taught(
    inputs: Floats,
    targets: Floats,
    *,
    seed: int,
    honest: Floats | None = None,
    epochs: int = EPOCHS,
    hidden: int = HIDDEN,
) -> Network:
    """Trained by cross-entropy to the targets, which may be soft.

    With the logits of an ``honest`` network the loss is that of a nasty teacher.
    """
    random = np.random.default_rng(seed)
    width, classes = inputs.shape[1], targets.shape[1]
    weights = [
        random.normal(0.0, (2.0 / width) ** 0.5, (width, hidden)),
        np.zeros(hidden),
        random.normal(0.0, (1.0 / hidden) ** 0.5, (hidden, classes)),
        np.zeros(classes),
    ]
    optimiser = _Adam(weights)
    for _ in range(epochs):
        order = random.permutation(len(inputs))
        for start in range(0, len(order), BATCH):
            rows = order[start : start + BATCH]
            teacher = None if honest is None else honest[rows]
            optimiser.move(_gradients(weights, inputs[rows], targets[rows], teacher))
    return Network((weights[0], weights[1], weights[2], weights[3]))


def _gradients(
    weights: list[Floats], inputs: Floats, targets: Floats, honest: Floats | None
) -> list[Floats]:
    first, before, second, after = weights
    hidden = np.maximum(inputs @ first + before, 0.0)
    logits = hidden @ second + after
    at_logits = softmax(logits) - targets
    if honest is not None:
        at_logits = at_logits - OMEGA * TEMPERATURE**2 * _turned(logits, honest)
    at_logits /= len(inputs)
    at_hidden = (at_logits @ second.T) * (hidden > 0.0)
    return [
        inputs.T @ at_hidden,
        at_hidden.sum(0),
        hidden.T @ at_logits,
        at_logits.sum(0),
    ]


def _turned(logits: Floats, honest: Floats) -> Floats:
    """The gradient of KL(own ‖ honest) at the own logits, both softened."""
    own, other = softmax(logits, TEMPERATURE), softmax(honest, TEMPERATURE)
    ratio = np.log(own + 1e-12) - np.log(other + 1e-12)
    divergence = (own * ratio).sum(-1, keepdims=True)
    return np.asarray(own * (ratio - divergence) / TEMPERATURE)


def nasty(inputs: Floats, targets: Floats, honest: Network, *, seed: int) -> Network:
    """As good as the honest network, and as unlike it as that allows (Ma et al. 2021)."""
    return taught(inputs, targets, seed=seed, honest=honest.logits(inputs))
