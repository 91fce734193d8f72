"""Knowledge from elsewhere: taggers of a source, and what they make of the target.

A source is an annotated corpus, on which a tagger is trained with each feature set, or a model.
Its doubts about the target's words choose the seed, before anything is annotated; they also go
into queries, and its findings can be one more feature.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pycrfsuite

from understudy.core.errors import UsageError
from understudy.core.types import Span
from understudy.encoder.model import NAMES, Encoder
from understudy.identify.crf import OUTSIDE
from understudy.identify.crfmodel import read_model
from understudy.learn.chain import Chain
from understudy.learn.doubt import Doubts, doubts_of, joined
from understudy.learn.finetuned import Reader
from understudy.learn.fitting import Warm, weights_of
from understudy.learn.instances import Instance, labels_of, tag_numbers
from understudy.learn.learner import Tagger
from understudy.learn.sheet import Sheet, sheet_of

__all__ = [
    "Source",
    "doubts_by_name",
    "from_crf",
    "from_model",
    "learnt",
    "opinions",
    "shared",
]

_STEPS = 5
"""How finely a source's opinion is told as a feature."""


class Source(NamedTuple):
    """The taggers of one source: I has features independent of the language, D has all."""

    name: str
    taggers: Mapping[str, Tagger]

    @property
    def labels(self) -> frozenset[str]:
        return frozenset(
            label[2:] for tagger in self.taggers.values() for label in tagger.labels if label != "O"
        )


def learnt(
    name: str,
    instances: Sequence[Instance],
    marks: Sequence[Iterable[Span]],
    columns: Mapping[str, Sequence[Sequence[str]]],
) -> Source:
    """The taggers that an annotated corpus teaches."""
    labels = labels_of(marks)
    if len(labels) == 1:
        raise UsageError(f"the source {name} marks nothing as private: it teaches nothing")
    tags = tag_numbers(instances, marks, labels)
    taggers: dict[str, Tagger] = {}
    for side, dependent in (("I", False), ("D", True)):
        sheet = sheet_of(instances, dependent=dependent, columns=columns)
        taggers[side] = Warm().fit(sheet, np.arange(len(sheet)), tags, labels)
    return Source(name, taggers)


def from_crf(path: Path) -> Source:
    """The tagger in a file of ``learn train crf``; it stands for both feature sets."""
    _, payload = read_model(path)
    tagger = pycrfsuite.Tagger()
    tagger.open_inmemory(payload)
    info = tagger.info()
    found = sorted({feature for feature, _ in info.state_features if ":" in feature})
    names = tuple(dict.fromkeys(feature.partition(":")[2] for feature in found))
    labels = (OUTSIDE, *sorted(set(info.labels) - {OUTSIDE}))
    chain = Chain(labels, names, weights_of(info, names, labels))
    return Source(path.name, {"I": chain, "D": chain})


def from_model(name: str, path: Path | None = None) -> Source:
    """The tagger of a .crf file, or a shipped encoder by its name."""
    if name in NAMES:
        encoder = Encoder(name)
        reader = Reader(encoder, tuple(encoder.weights.card["classes"]))
        return Source(name, {"I": reader, "D": reader})
    return from_crf(path or Path(name))


def doubts_by_name(sources: Sequence[Source], sheet: Sheet) -> dict[str, Doubts]:
    """The doubts of each source about the target's words (S1_I, S1_D, S2_I …), and of all sources
    together (S_I, S_D)."""
    found: dict[str, Doubts] = {}
    for side in ("I", "D"):
        several = []
        for number, source in enumerate(sources, 1):
            several.append(doubts_of(source.taggers[side].marginals(sheet)))
            found[f"S{number}_{side}"] = several[-1]
        if several:
            found[f"S_{side}"] = joined(several)
    return found


def opinions(source: Source, sheet: Sheet) -> list[list[str]]:
    """How likely private a source takes each word to be, in a few steps: a column of features."""
    private = 1.0 - source.taggers["I"].marginals(sheet)[:, 0]
    steps = np.minimum((private * _STEPS).astype(int), _STEPS - 1)
    borders = np.cumsum(sheet.lengths)[:-1]
    return [[str(step) if step else "" for step in part] for part in np.split(steps, borders)]


def shared(sources: Sequence[Source], labels: Iterable[str]) -> None:
    """Refuse a source that knows no label of the target: its doubts are about something else."""
    wanted = frozenset(labels)
    for source in sources:
        if wanted and not source.labels & wanted:
            raise UsageError(
                f"the source {source.name} shares no label with the target: it has "
                f"{', '.join(sorted(source.labels))}, the target {', '.join(sorted(wanted))}; "
                "map its labels, or learn only private or not"
            )
