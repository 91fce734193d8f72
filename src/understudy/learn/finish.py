"""The end of a live project: a detector, the annotated corpus, and a card."""

from __future__ import annotations

import json
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from understudy.core.errors import UsageError
from understudy.core.files import private_file
from understudy.core.types import Span
from understudy.core.version import VERSION
from understudy.languages import DEFAULT
from understudy.learn.exchange import write_batch
from understudy.learn.instances import labels_of, marked, tag_numbers
from understudy.learn.learner import DetectorSpec, learner_of
from understudy.learn.rounds import drawn, scored
from understudy.learn.shapes import LINES
from understudy.learn.status import disagreements, settled
from understudy.learn.workroom import Work

__all__ = ["finish"]

FOLDS = 5


def finish(work: Work, folder: Path) -> dict[str, Any]:
    """Write detector, corpus and card into a new folder, and return the card."""
    answers = work.project.answers()
    marks = {row: work.known(of_row) for row, of_row in settled(answers).items()}
    if not marks:
        raise UsageError("nothing is annotated yet: there is nothing to finish")
    if folder.exists():
        raise UsageError(f"{folder}: exists; choose another name")
    if not folder.absolute().parent.is_dir():
        raise UsageError(f"{folder.parent}: no such directory")
    rows = sorted(marks)
    pairs = [(work.pool[row], marks[row]) for row in rows]
    made = folder.with_name(f".{folder.name}.part")
    shutil.rmtree(made, ignore_errors=True)
    made.mkdir(mode=0o700)
    settings = work.settings
    spec = DetectorSpec(
        settings.features, settings.binary, settings.columns, settings.language or DEFAULT
    )
    detector, scores = learner_of(settings.learner).write_detector(
        [marked(*pair) for pair in pairs], made, spec
    )
    write_batch(made / "annotated.jsonl", pairs, LINES)
    card = {
        "schema": 1,
        "project": work.settings.name,
        "detector": detector,
        "learnt_from": {
            "instances": len(rows),
            "of": len(work.pool),
            "words": int(work.sheet.lengths[rows].sum()),
            "marks": sum(len(of_row) for of_row in marks.values()),
            "annotators": len({one.annotator for one in answers}),
            "edits": sum(one.edits for one in answers),
            "rounds": len(work.project.rounds()),
            "disagreements": len(disagreements(answers)),
        },
        "settings": work.settings.as_toml(),
        "scores": scores or _scores(work, rows, marks),
        "version": VERSION,
    }
    with private_file(made / "card.json") as file:
        file.write((json.dumps(card, indent=1, ensure_ascii=False) + "\n").encode())
    made.rename(folder)
    return card


def _scores(
    work: Work, rows: Sequence[int], marks: Mapping[int, tuple[Span, ...]]
) -> dict[str, Any] | None:
    """By cross-validation on what was annotated: instances that were chosen for being hard, so the
    rest of the corpus should do better."""
    if len(rows) < 2 * FOLDS:
        return None
    held = [marks[row] for row in rows]
    labels = labels_of(held)
    tags = tag_numbers([work.pool[row] for row in rows], held, labels)
    lengths = work.sheet.lengths[rows]
    parts = np.split(tags, np.cumsum(lengths)[:-1])
    fold = drawn(work.settings.seed, "folds").permutation(len(rows)) % FOLDS
    found = [np.zeros(0, dtype=np.int64)] * len(rows)
    for number in range(FOLDS):
        learnt, asked = (np.flatnonzero(fold != number), np.flatnonzero(fold == number))
        of_learnt = np.concatenate([parts[at] for at in learnt])
        if not of_learnt.any():
            return None
        chosen = np.array(rows)
        tagger = work.learner().fit(work.sheet, chosen[learnt], of_learnt, labels)
        likeliest = tagger.marginals(work.sheet, chosen[asked]).argmax(axis=1)
        borders = np.cumsum(lengths[asked])[:-1]
        for at, of_one in zip(asked, np.split(likeliest, borders), strict=True):
            found[at] = of_one
    scores = scored(np.concatenate(found), tags, lengths, labels)
    return {"folds": FOLDS, **{name: round(one, 4) for name, one in scores._asdict().items()}}
