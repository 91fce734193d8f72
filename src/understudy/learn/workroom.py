"""A live project at work: its settings, its pool, and what is computed from it."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from pathlib import Path
from typing import Any

import numpy as np

from understudy.core.categories import UNKNOWN
from understudy.core.errors import UsageError
from understudy.core.files import whole_file
from understudy.core.types import Document, Span
from understudy.encoder.model import NAMES, Encoder
from understudy.identify.crfmodel import read_model
from understudy.identify.features import Line
from understudy.learn.chain import Chain, Weights
from understudy.learn.columns import column
from understudy.learn.cost import Rates
from understudy.learn.doubt import Doubts, Floats, Ints
from understudy.learn.instances import Instance, instances_of
from understudy.learn.learner import Learner, Tagger, learner_of
from understudy.learn.prepare import Cache
from understudy.learn.samplers import vectors_of
from understudy.learn.sheet import Sheet, sheet_of
from understudy.learn.stopping import Budget
from understudy.learn.strategy import Pool, strategy
from understudy.learn.surprise import surprise
from understudy.learn.transfer import Source, doubts_by_name, from_model, shared
from understudy.project import Item, Project, create

__all__ = ["QUERIES", "SEEDS", "Settings", "Work", "start"]

Progress = Callable[[str, int], None]
SEEDS = ("K-MC", "S_I-H Sum & K-MC")
"""Without a source, and with one."""
QUERIES = ("T-H K-Max", "T-H K-Max · S_I-H Sum")


@dataclass(frozen=True)
class Settings:
    """What a project is; what ``project.toml`` says."""

    name: str
    unit: str = "sentence"
    binary: bool = False
    labels: tuple[str, ...] = ()
    """The labels that annotators may give; empty means any."""
    features: str = "dependent"
    columns: tuple[str, ...] = ()
    learner: str = "warm"
    seed_method: str = SEEDS[0]
    query: str = QUERIES[0]
    batch: int = 250
    seed: int = 0
    language: str | None = None
    rules: tuple[str, ...] = ("stable", "uncertainty", "change", "convergence")
    sources: tuple[str, ...] = ()
    budget: Budget = Budget()  # noqa: RUF009 - a tuple
    rates: Rates = Rates()  # noqa: RUF009 - a tuple

    @classmethod
    def of(cls, project: Project) -> Settings:
        """The settings in the file of a project."""
        held = {name: one for name, one in project.settings.items() if name != "schema"}
        lists = {name: tuple(one) for name, one in held.items() if isinstance(one, list)}
        tables = {
            "budget": Budget(**held.get("budget", {})),
            "rates": Rates(**held.get("rates", {})),
        }
        return cls(**{**held, **lists, **tables})

    def as_toml(self) -> dict[str, Any]:
        """The settings as they are written into the file of a project."""
        plain = {name: getattr(self, name) for name in self.__dataclass_fields__}
        return {**plain, "budget": self.budget._asdict(), "rates": self.rates._asdict()}


def start(
    folder: Path,
    documents: Iterable[Document],
    settings: Settings,
    models: Sequence[str],
    progress: Progress = lambda what, count: None,
) -> Project:
    """A new project. What the corpus marks itself is not looked at."""
    pool = instances_of((one._replace(annotations=()) for one in documents), settings.unit)
    if not pool:
        raise UsageError("the corpus has no words: there is nothing to annotate")
    if len(pool) < settings.batch:
        raise UsageError(
            f"the corpus has {len(pool)} instances, fewer than a batch of {settings.batch}; "
            "choose a smaller --batch"
        )
    wanted = strategy(settings.seed_method)
    if "T" in wanted.taggers:
        raise UsageError(f"{wanted.name!r} cannot choose a seed: nothing is annotated yet")
    sources = [from_model(name) for name in models]
    if not settings.binary:
        shared(sources, settings.labels)
    names = tuple(x if x in NAMES else f"{number}.crf" for number, x in enumerate(models, 1))
    files = {
        name: Path(path) for name, path in zip(names, models, strict=True) if path not in NAMES
    }
    # A source sees the columns that it was trained with.
    wanted_by = (column for path in files.values() for column in read_model(path)[0].evidence)
    columns = tuple(dict.fromkeys((*settings.columns, *wanted_by)))
    settings = replace(settings, sources=names, columns=columns)
    items = (
        Item(number, *one[:4], one.language, json.dumps([one.line.words, one.line.places]))
        for number, one in enumerate(pool)
    )

    def fill(made: Path) -> None:
        (made / "sources").mkdir(mode=0o700)
        for name, path in files.items():
            shutil.copyfile(path, made / "sources" / name)
            (made / "sources" / name).chmod(0o600)
        _ = Work(Project(made, {}), settings, pool, progress).ready

    return create(folder, settings.as_toml(), items, fill)


def instance_of(item: Item) -> Instance:
    """An item of a project as an instance to learn from."""
    words, places = json.loads(item.line)
    line = Line(tuple(words), tuple((a, b) for a, b in places))
    return Instance(item.id, item.document, item.start, item.text, line, item.language)


@dataclass(frozen=True)
class Work:
    """A project's pool with all that was computed from it; computed once, then read."""

    project: Project
    settings: Settings
    pool: Sequence[Instance]
    progress: Progress = lambda what, count: None

    @classmethod
    def of(cls, project: Project, progress: Progress = lambda what, count: None) -> Work:
        """An open project, with its pool read."""
        return cls(
            project, Settings.of(project), [instance_of(x) for x in project.items()], progress
        )

    @property
    def ready(self) -> bool:
        """Compute what is not there yet."""
        _ = self.sheet, self.vectors
        if self._wants_losses:
            _ = self.losses
        return True

    @property
    def kept(self) -> Path:
        """The folder of what was computed once."""
        return self.project.folder / "kept"

    @cached_property
    def sources(self) -> list[Source]:
        """The models of other corpora that the project came with."""
        folder = self.project.folder / "sources"
        return [from_model(name, folder / name) for name in self.settings.sources]

    @cached_property
    def sheet(self) -> Sheet:
        """The words of the pool with their features."""
        names = self.settings.columns
        kept = Cache(self.kept)
        columns = {
            name: kept.get(
                ("column", name), partial(column, name, self.pool, partial(self.progress, name))
            )
            for name in names
        }
        dependent = self.settings.features == "dependent"
        return sheet_of(self.pool, dependent=dependent, columns=columns)

    @cached_property
    def vectors(self) -> Any:
        """A vector for each instance of the pool, for likeness and clusters."""
        path = self.kept / "vectors.npy"
        if path.exists():
            return np.load(path)
        found = vectors_of(self.sheet.counts)
        _save(path, found)
        return found

    @property
    def _wants_losses(self) -> bool:
        names = (self.settings.seed_method, self.settings.query)
        return any(strategy(name).wants_losses for name in names)

    @cached_property
    def losses(self) -> Floats:
        """How surprising each text of the pool is to the language model."""
        texts = [instance.text for instance in self.pool]

        def make() -> list[float]:
            found = surprise(Encoder(), texts, 0, lambda count: self.progress("surprise", count))
            return [float(one) for one in found]

        return np.array(Cache(self.kept).get(("surprise",), make))

    @cached_property
    def source_doubts(self) -> dict[str, Doubts]:
        """How unsure each source is of each word."""
        return doubts_by_name(self.sources, self.sheet)

    def view(self, rows: Ints, target: Doubts | None) -> Pool:
        """These instances as a strategy sees them; ``target`` is the uncertainty of the project's
        own tagger."""
        places = self.sheet.places(rows)
        doubts = {name: found.at(places) for name, found in self.source_doubts.items()}
        if target is not None:
            doubts["T"] = target
        losses = self.losses[rows] if self._wants_losses else None
        lengths = self.sheet.lengths[rows]
        return Pool(lengths, doubts, self.vectors[rows], losses, self.settings.rates)

    def learner(self) -> Learner:
        """The learner that the project names."""
        return learner_of(self.settings.learner).build()

    def known(self, marks: Iterable[Span]) -> tuple[Span, ...]:
        """Marks as they are learnt."""
        if not self.settings.binary:
            return tuple(marks)
        return tuple(mark._replace(label=UNKNOWN) for mark in marks)

    def last(self, rounds: int) -> Chain | None:
        """The chain of the last round, to start from; one of a round that was not finished is not
        looked at."""
        path = self.kept / f"chain-{rounds}.npz"
        if not path.exists():
            return None
        with np.load(path) as held:
            weights = Weights(held["around"], held["edges"], held["moves"])
            labels = tuple(str(label) for label in held["labels"])
        return Chain(labels, self.sheet.names, weights)

    def keep(self, tagger: Tagger, rounds: int) -> None:
        """The chain of a round; the one before it is there until the round is in the store."""
        if isinstance(tagger, Chain):
            path = self.kept / f"chain-{rounds}.npz"
            with whole_file(path) as file:
                np.savez(file, labels=np.array(tagger.labels), **tagger.weights._asdict())
            (self.kept / f"chain-{rounds - 2}.npz").unlink(missing_ok=True)


def _save(path: Path, array: Any) -> None:
    path.parent.mkdir(mode=0o700, exist_ok=True)
    with whole_file(path) as file:
        np.save(file, array)
