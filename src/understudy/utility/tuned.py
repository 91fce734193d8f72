"""Learners that fine-tune an encoder: the shipped one, or a model of Hugging Face.

The shipped encoder is trained by the steps of ``learn``. A tagger learns as it does there; for
labels of whole texts every piece is asked for the label of its text, and the pieces vote: the mean
of their logarithms of probability is what the text gets. As a language model it is trained further
by hiding pieces, and each piece of the test text is asked for where it alone is hidden.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from understudy.core.errors import MissingExtra, UsageError
from understudy.encoder.body import Body
from understudy.encoder.embedding import Embedding
from understudy.encoder.likeness import costs
from understudy.encoder.masked import MaskedModel
from understudy.encoder.model import NAMES, Encoder
from understudy.encoder.pieces import framed
from understudy.encoder.tags import log_softmax
from understudy.encoder.weights import Weights
from understudy.learn.examples import TrainingWindow, batches
from understudy.utility.classes import label_cells, names_of
from understudy.utility.pairs import ridge
from understudy.utility.samples import Sample
from understudy.utility.settings import Settings
from understudy.utility.tags import nothing_found, tag_cells
from understudy.utility.tasks import Floats, Task

if TYPE_CHECKING:
    from understudy.learn.tuning import Tuner

__all__ = ["classes", "pairs", "tags", "text"]

Answer = Callable[[Sample], Floats]
_ROOM = 1024
"""Pieces in a batch, at most."""
_HALF = 0.5
_FEWEST_STEPS = 50


def _tuner() -> type[Tuner]:
    try:
        from understudy.learn.tuning import Tuner  # noqa: PLC0415 - needs the extra
    except ModuleNotFoundError as error:
        if error.name not in ("torch", "onnx"):
            raise
        raise MissingExtra("the learner encoder", "train") from None
    return Tuner


def tags(task: Task, train: Sample, seed: int, settings: Settings) -> Answer:
    """What ``understudy learn train encoder`` does, on the training text."""
    if not any(document.annotations for document in train.documents):
        return nothing_found
    if settings.model not in NAMES:
        from understudy.utility import hub  # noqa: PLC0415 - needs the extra

        return hub.tags(train, seed, settings)
    from understudy.learn.encoder import train_encoder  # noqa: PLC0415

    _tuner()
    with tempfile.TemporaryDirectory() as folder:  # for its owner only
        path = Path(folder) / "model"
        train_encoder(
            train.documents, path, model=settings.model, epochs=settings.epochs, seed=seed
        )
        encoder = Encoder.load(folder=path)

    def answer(test: Sample) -> Floats:
        blind = [one._replace(annotations=()) for one in test.documents]
        return tag_cells(test.documents, encoder.tag(blind))

    return answer


def classes(task: Task, train: Sample, seed: int, settings: Settings) -> Answer:
    """Fine-tunes an encoder on labels of texts, and answers with the counts for the task's
    metrics."""
    names = names_of(train)
    if settings.model not in NAMES:
        from understudy.utility import hub  # noqa: PLC0415 - needs the extra

        chances = hub.classes(names, train, seed, settings)
    else:
        chances = _voted(names, train, seed, settings)

    def answer(test: Sample) -> Floats:
        scores = chances([document.text for document in test.documents])
        # A text with several labels shares its probability among them.
        given = scores >= _HALF * scores.max(1, keepdims=True)
        return label_cells(task, names, scores, given, test)

    return answer


def _voted(
    names: Sequence[str], train: Sample, seed: int, settings: Settings
) -> Callable[[Sequence[str]], Floats]:
    """The shipped encoder with a head for the labels."""
    tuner_of = _tuner()
    place = {name: at for at, name in enumerate(names)}
    rows = []
    read = _read([document.text for document in train.documents])
    for (ids, cases), target in zip(read, train.targets, strict=True):
        rows += [TrainingWindow(ids, cases, np.full(len(ids), place[label])) for label in target]
    draw = np.random.default_rng(seed)
    lengths = [len(row.ids) for row in rows]
    room = max(128, min(_ROOM, sum(lengths) // _FEWEST_STEPS))
    steps = len(batches(lengths, room, np.random.default_rng(seed))) * settings.epochs
    tuner = tuner_of(settings.model, [None] * len(names), steps, draw)
    for _ in range(settings.epochs):
        for batch in batches(lengths, room, draw):
            tuner.learn([rows[at] for at in batch])
    graph, head = tuner.exported()
    weight, offset = head["tags"], head["tags_offset"]

    body = Body(graph, Embedding(Weights(), settings.model), 1)

    def chances(texts: Sequence[str]) -> Floats:
        found = np.zeros((len(texts), len(names)))
        for at, states in body.each(_read(texts)):
            found[at] = np.exp(log_softmax(states @ weight + offset).mean(0))
        return found

    return chances


def _read(texts: Sequence[str]) -> list[Any]:
    """Texts as the model reads them, cut to its window."""
    encoder = Encoder()
    size = encoder.weights.card["window"]
    return [framed(pieces, 0, min(len(pieces.ids), size))[:2] for pieces in encoder.pieces(texts)]


def pairs(task: Task, train: Sample, seed: int, settings: Settings) -> Answer:
    """The shipped encoder's vectors as they are; what is learnt is how to read two of them."""
    if settings.model != "full":
        raise UsageError("similarity needs sentence vectors: use --model full")
    encoder = Encoder()

    def features(texts: Sequence[tuple[str, str]]) -> Floats:
        ones = encoder.vectors([one for one, _ in texts]).astype(float)
        others = encoder.vectors([other for _, other in texts]).astype(float)
        product, apart = ones * others, np.abs(ones - others)
        return np.column_stack([product.sum(1), product, apart])

    return ridge(train, features)


def text(task: Task, train: Sample, seed: int, settings: Settings) -> Answer:
    """The encoder as a masked language model, trained further on the text."""
    texts = [document.text for document in train.documents]
    model: MaskedModel
    if settings.model == "full":
        _tuner()
        from understudy.learn.memory import remembered, steps_of  # noqa: PLC0415 - needs the extra

        encoder = Encoder()
        model = remembered(
            texts, encoder, steps=steps_of(texts, encoder, settings.epochs), seed=seed
        )
    elif settings.model in NAMES:
        raise UsageError("only the whole encoder foresees words: use --model full")
    else:
        from understudy.utility import hub  # noqa: PLC0415 - needs the extra

        model = hub.text(texts, seed, settings)

    def answer(test: Sample) -> Floats:
        sums, counts = costs(model, [document.text for document in test.documents])
        return np.column_stack([sums, counts.astype(float)])

    return answer
