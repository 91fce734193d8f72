"""Fine-tune the shipped encoder on an annotated corpus.

The body and a head for the labels of the corpus are trained further, in the eight bits in which
they will run; the embeddings stay as they are, so a fine-tuned model shares them with the shipped
one. What is scored on the development documents, after each epoch, are the very files that are
written.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from understudy.core.categories import ancestors, categories, label_maps
from understudy.core.errors import MissingExtra, UsageError
from understudy.core.types import Document
from understudy.core.version import VERSION
from understudy.encoder.model import NAMES, Encoder
from understudy.encoder.weights import Weights
from understudy.identify.adapters.labels import MODELS, category_of
from understudy.learn.examples import TrainingWindow, batches, classes_of, flat, rows, score, split
from understudy.learn.modelfolder import check_output, place, write_card, write_model
from understudy.learn.train import private

if TYPE_CHECKING:
    from understudy.learn.tuning import Tuner

__all__ = ["EPOCHS", "Progress", "train_encoder"]

EPOCHS = 6
PATIENCE = 2
"""Epochs without a better score after which training ends."""
_FEWEST = 10
_ROOM = 1024
"""Pieces in a batch, at most."""
_LEAST_ROOM = 128
_STEPS = 50
"""Steps of an epoch, at least: a small corpus is read several times."""
_PLACES = 4

Progress = Callable[[int, int, float], None]
"""Told after each step: steps done, steps at most, the best score so far."""


@dataclass(frozen=True)
class _Plan:
    """What is read, in which portions."""

    classes: tuple[str, ...]
    examples: Sequence[TrainingWindow]
    held: Sequence[Document]
    epochs: int
    seed: int

    @cached_property
    def lengths(self) -> list[int]:
        return [len(row.ids) for row in self.examples]

    @property
    def room(self) -> int:
        return max(_LEAST_ROOM, min(_ROOM, sum(self.lengths) // _STEPS))

    @cached_property
    def steps(self) -> int:
        """Of an epoch."""
        count = len(batches(self.lengths, self.room, np.random.default_rng(self.seed)))
        return max(_STEPS, count)

    def portions(self, draw: np.random.Generator) -> Iterator[list[TrainingWindow]]:
        """Batches without end, pass after pass."""
        while True:
            for batch in batches(self.lengths, self.room, draw):
                yield [self.examples[at] for at in batch]


def train_encoder(
    documents: Iterable[Document],
    folder: Path,
    *,
    model: str = "full",
    binary: bool = False,
    labels: Mapping[str, str] | None = None,
    epochs: int = EPOCHS,
    seed: int = 0,
    force: bool = False,
    progress: Progress = lambda done, total, best: None,
) -> Mapping[str, Any]:
    """Write a fine-tuned model and return its card.

    Without a label map the tagger learns the labels of the corpus as they are. Equal corpora give
    equal models on one machine with as many threads; a GPU may sum in another order.
    """
    if model not in NAMES:
        raise UsageError(f"no model is named {model!r}; there are: {', '.join(NAMES)}")
    check_output(folder, force)
    tuner_of = _tuner()
    known = [
        flat(document._replace(annotations=private(document, labels, binary)))
        for document in documents
    ]
    plan = _plan(known, epochs, seed)
    draw = np.random.default_rng(seed)
    tuner = tuner_of(model, _origins(plan.classes), plan.steps * epochs, draw)
    card: dict[str, Any] = {
        "schema": 1,
        "name": folder.name,
        "window": Weights().card["window"],
        "classes": list(plan.classes),
        "binary": binary,
        "base": {"model": model, "digest": Weights().digest},
    }
    with tempfile.TemporaryDirectory(prefix=".", dir=folder.absolute().parent) as workshop:
        best = Path(workshop) / "best"
        scores = _trained(tuner, plan, plan.portions(draw), best, card, progress)
        facts = {
            "documents": len(known),
            "entities": sum(len(document.annotations) for document in known),
            "pieces": sum(plan.lengths),
            "development": len(plan.held),
            "epochs": len(scores),
            "best": scores.index(max(scores)) + 1,
            "f1": max(scores),
            "scores": scores,
            "seed": seed,
            "version": VERSION,
        }
        card = {**Weights(best).card, "training": facts}
        write_card(best, card)
        place(best, folder)
    return card


def _plan(documents: Sequence[Document], epochs: int, seed: int) -> _Plan:
    classes = classes_of(documents)
    if len(classes) == 1:
        raise UsageError("the corpus marks nothing as private: there is nothing to learn")
    marked = sum(1 for document in documents if document.annotations)
    if len(documents) < _FEWEST or marked < 2:
        raise UsageError(
            f"the corpus has {len(documents)} documents, {marked} of them annotated: "
            f"at least {_FEWEST} and 2 are needed, to learn from and to develop on"
        )
    learnt, held = split(documents, seed)
    return _Plan(classes, rows(Encoder(), learnt, classes), held, epochs, seed)


def _tuner() -> type[Tuner]:
    try:
        from understudy.learn.tuning import Tuner  # noqa: PLC0415 - needs the extra
    except ModuleNotFoundError as error:
        if error.name not in ("torch", "onnx"):
            raise
        raise MissingExtra("learn train encoder", "train") from None
    return Tuner


def _origins(classes: Sequence[str]) -> list[int | None]:
    """The class of the shipped model that means the same as each, or something wider."""
    shipped = {name: at for at, name in enumerate(Weights().card["classes"])}
    usual = {label: name for known in label_maps().values() for label, name in known.items()}
    found: list[int | None] = [shipped["O"]]
    for name in classes[1:]:
        side, label = name[:2], name[2:]
        wider = ancestors(category_of(label, {**usual, **MODELS}), categories())
        found.append(next((shipped[side + one] for one in wider if side + one in shipped), None))
    return found


def _trained(
    tuner: Tuner,
    plan: _Plan,
    portions: Iterator[list[TrainingWindow]],
    best: Path,
    card: Mapping[str, Any],
    progress: Progress,
) -> list[float]:
    """The score after each epoch, until it no longer rises; the best model is kept."""
    scores: list[float] = []
    for epoch in range(plan.epochs):
        for step in range(epoch * plan.steps, (epoch + 1) * plan.steps):
            tuner.learn(next(portions))
            progress(step + 1, plan.epochs * plan.steps, max(scores, default=0.0))
        made = best.with_name("made")
        write_model(made, *tuner.exported(), card)
        found = round(score(plan.held, Encoder(weights=Weights(made)).tag(plan.held)), _PLACES)
        if not scores or found > max(scores):
            place(made, best)
        scores.append(found)
        if max(scores) > 0 and epoch - scores.index(max(scores)) >= PATIENCE:
            break
    return scores
