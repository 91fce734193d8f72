"""From corpora to a task: instances, features, sources, vectors. Made once, and kept."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from hashlib import blake2b
from pathlib import Path
from typing import TypeVar

import numpy as np

from understudy.core.categories import UNKNOWN
from understudy.core.errors import UsageError
from understudy.core.files import write_whole
from understudy.core.types import Document, Span
from understudy.encoder.model import Encoder
from understudy.identify.features import SETS
from understudy.identify.labels import relabelled
from understudy.learn.columns import column
from understudy.learn.cost import Rates
from understudy.learn.doubt import Floats, Ints
from understudy.learn.instances import Instance, instances_of, labels_of, tag_numbers
from understudy.learn.learner import learner_of
from understudy.learn.rounds import Task
from understudy.learn.samplers import vectors_of
from understudy.learn.sheet import Sheet, sheet_of
from understudy.learn.surprise import surprise
from understudy.learn.transfer import Source, doubts_by_name, from_model, learnt, opinions, shared

__all__ = ["Cache", "TaskInputs", "marks_of", "prepared", "split_by_id", "suggestions"]

Made = TypeVar("Made")
Progress = Callable[[str, int], None]
"""Told what is being read, and how many instances of it have been."""


@dataclass(frozen=True)
class Cache:
    """What has been computed from a corpus, in files that only their owner can read."""

    folder: Path | None = None

    def get(self, key: Iterable[str], make: Callable[[], Made]) -> Made:
        """The value for a key, made where it is not there; it is something that JSON can hold."""
        if self.folder is None:
            return make()
        digest = blake2b("\0".join(key).encode("utf-8", "surrogatepass"), digest_size=16)
        path = self.folder / f"{digest.hexdigest()}.json"
        if path.exists():
            value: Made = json.loads(path.read_text(encoding="utf-8"))
            return value
        value = make()
        self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        write_whole(path, json.dumps(value))
        return value


@dataclass(frozen=True)
class TaskInputs:
    """What a task is made of."""

    target: Sequence[Document] = field(repr=False)
    test: Sequence[Document] = field(repr=False)
    sources: Mapping[str, Sequence[Document] | Path] = field(default_factory=dict, repr=False)
    """By name: annotated documents, or a model: the file of a CRF, or a shipped encoder."""
    unit: str = "sentence"
    binary: bool = True
    labels: Mapping[str, str] | None = None
    features: str = "dependent"
    columns: tuple[str, ...] = ()
    learner: str = "warm"
    opinions: bool = False
    """Whether the sources' findings are features."""
    losses: bool = False
    rates: Rates = field(default_factory=Rates)


def marks_of(
    instances: Sequence[Instance], labels: Mapping[str, str] | None, binary: bool
) -> list[tuple[Span, ...]]:
    """The truth as it is to be learnt."""
    found = []
    for instance in instances:
        marks = instance.marks if labels is None else relabelled(instance.marks, labels)
        found.append(tuple(mark._replace(label=UNKNOWN) for mark in marks) if binary else marks)
    return found


def split_by_id(
    documents: Sequence[Document], share: float
) -> tuple[list[Document], list[Document]]:
    """Documents to learn from and to test on, by a digest of their ids."""
    ranked = sorted(
        documents, key=lambda one: blake2b(one.id.encode("utf-8", "surrogatepass")).digest()
    )
    count = round(len(ranked) * share)
    if not 0 < count < len(ranked):
        raise UsageError(
            f"a share of {share:g} of {len(ranked)} documents leaves nothing to test on"
        )
    test = {one.id for one in ranked[:count]}
    return [one for one in documents if one.id not in test], ranked[:count]


def prepared(given: TaskInputs, kept: Cache, progress: Progress = lambda what, count: None) -> Task:
    """The task of a simulation: the pool with features, vectors and what the sources say of it."""
    if given.features not in SETS:
        raise UsageError(f"unknown feature set {given.features!r}; there are {', '.join(SETS)}")
    pool, test = instances_of(given.target, given.unit), instances_of(given.test, given.unit)
    marks = marks_of([*pool, *test], given.labels, given.binary)
    labels = labels_of(marks)
    if len(labels) == 1:
        raise UsageError("the target marks nothing as private: there is nothing to simulate")
    sources = [
        _source(name, of_one, given, kept, progress) for name, of_one in given.sources.items()
    ]
    if not given.binary:
        shared(sources, (label[2:] for label in labels[1:]))
    everything = [*pool, *test]
    columns = _columns("the target", everything, given.columns, kept, progress)
    sheet = sheet_of(everything, dependent=given.features == "dependent", columns=columns)
    doubts = doubts_by_name(sources, sheet)
    suggested = suggestions(sources, sheet, labels)
    if given.opinions:
        seen = {f"source{at}": opinions(one, sheet) for at, one in enumerate(sources, 1)}
        dependent = given.features == "dependent"
        sheet = sheet_of(everything, dependent=dependent, columns={**columns, **seen})
    rows = np.arange(len(pool))
    return Task(
        _needed(sheet, given.learner),
        tag_numbers(everything, marks, labels),
        labels,
        rows,
        np.arange(len(pool), len(everything)),
        vectors_of(sheet.counts[rows]),
        doubts,
        _losses(pool, kept, progress) if given.losses else None,
        suggested,
        given.learner,
        given.rates,
    )


def _needed(sheet: Sheet, learner: str) -> Sheet:
    """Without the texts, where the learner reads none: they would be sent to every worker."""
    if learner_of(learner).reads_text:
        return sheet
    return Sheet(sheet.names, sheet.attributes, sheet.slots, sheet.lengths)


def _key(instances: Sequence[Instance]) -> str:
    digest = blake2b(digest_size=16)
    for instance in instances:
        digest.update(instance.text.encode("utf-8", "surrogatepass") + b"\0")
    return digest.hexdigest()


def _columns(
    what: str, instances: Sequence[Instance], names: Iterable[str], kept: Cache, progress: Progress
) -> dict[str, list[list[str]]]:
    model = Encoder().weights.digest
    return {
        name: kept.get(
            ("column", name, model, _key(instances)),
            partial(column, name, instances, lambda count: progress(what, count)),
        )
        for name in names
    }


def _losses(pool: Sequence[Instance], kept: Cache, progress: Progress) -> Floats:
    encoder = Encoder()
    texts = [instance.text for instance in pool]

    def make() -> list[float]:
        found = surprise(encoder, texts, 0, lambda count: progress("surprise", count))
        return [float(one) for one in found]

    return np.array(kept.get(("surprise", encoder.weights.digest, _key(pool)), make))


def _source(
    name: str, of_one: Sequence[Document] | Path, given: TaskInputs, kept: Cache, progress: Progress
) -> Source:
    if isinstance(of_one, Path):
        return from_model(str(of_one), of_one)
    instances = instances_of(of_one, given.unit)
    marks = marks_of(instances, given.labels, given.binary)
    columns = _columns(name, instances, given.columns, kept, progress)
    return learnt(name, instances, marks, columns)


def suggestions(sources: Sequence[Source], sheet: Sheet, labels: Sequence[str]) -> Ints | None:
    """The first source's tags in the target's numbers, where they share labels; else none."""
    if not sources:
        return None
    tagger = sources[0].taggers["I"]
    number = {label: at for at, label in enumerate(labels)}
    private = {side: number.get(f"{side}-{UNKNOWN}", 0) for side in "BI"}
    known = np.array([number.get(label, private.get(label[:1], 0)) for label in tagger.labels])
    return np.asarray(known[tagger.marginals(sheet).argmax(axis=1)], dtype=np.int64)
