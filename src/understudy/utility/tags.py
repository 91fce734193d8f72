"""The learner of entities: a linear-chain CRF over the words around each word."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

import numpy as np

from understudy.core.types import Document, Span
from understudy.identify.crf import build
from understudy.identify.crfmodel import write_model
from understudy.identify.settings import DetectorSettings
from understudy.learn.train import train_crf
from understudy.utility.samples import Sample
from understudy.utility.settings import Settings
from understudy.utility.tasks import Floats, Task, categories_of

__all__ = ["linear", "nothing_found", "tag_cells"]

Answer = Callable[[Sample], Floats]


def tag_cells(documents: Sequence[Document], found: Iterable[Sequence[Span]]) -> Floats:
    """Per document: right with the label, found, there, right whatever the label; then right, found
    and there of each category that is marked anywhere in them."""
    categories = categories_of(documents)
    rows = []
    for document, spans in zip(documents, found, strict=True):
        gold = {(one.start, one.end, one.label) for one in document.annotations}
        predicted = {(one.start, one.end, one.label) for one in spans}
        places = {one[:2] for one in gold} & {one[:2] for one in predicted}
        cells = [len(gold & predicted), len(predicted), len(gold), len(places)]
        for category in categories:
            some = [{one for one in of if one[2] == category} for of in (gold, predicted)]
            cells += [len(some[0] & some[1]), len(some[1]), len(some[0])]
        rows.append(cells)
    return np.array(rows, dtype=float).reshape(len(rows), 4 + 3 * len(categories))


def nothing_found(test: Sample) -> Floats:
    """The answer of a learner that was shown no entity."""
    return tag_cells(test.documents, [()] * len(test.documents))


def linear(task: Task, train: Sample, seed: int, settings: Settings) -> Answer:
    """No chance in it: equal corpora give equal taggers."""
    if not any(document.annotations for document in train.documents):
        return nothing_found
    trained = train_crf(train.documents, language=settings.language, iterations=settings.iterations)

    def answer(test: Sample) -> Floats:
        with tempfile.TemporaryDirectory() as folder:  # for its owner only
            path = Path(folder) / "model.crf"
            write_model(path, trained.header, trained.payload)
            tagger = build(DetectorSettings(options={"model": str(path)}))
            blind = [one._replace(annotations=()) for one in test.documents]
            return tag_cells(test.documents, tagger.detect(blind))

    return answer
