"""A study: every condition with every seed, each a training and a test of its own.

    transform the training text ─▶ learn ─▶ test on untouched text ─▶ cells

Whatever does not depend on chance is done once. A study is immutable and picklable; its tasks can
be carried out in any order and by any process.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import NamedTuple

from understudy.core.draw import seed_key
from understudy.core.types import Document
from understudy.core.version import VERSION
from understudy.policy import Policy
from understudy.policy.labels import Labels
from understudy.utility.conditions import Condition
from understudy.utility.learners import by_chance, learner_of
from understudy.utility.prior import resampled, uniform
from understudy.utility.samples import Sample
from understudy.utility.settings import DEFAULTS, Settings
from understudy.utility.tasks import Floats, Task
from understudy.utility.transform import (
    FREE,
    Bound,
    Marks,
    Transformed,
    marks_of,
    redrawn,
    replacing_half,
    transform,
    under_categories,
)

__all__ = ["Outcome", "Run", "Study", "prepared"]


class Run(NamedTuple):
    """One training: the number of its condition, and its seed."""

    condition: int
    seed: int


class Outcome(NamedTuple):
    """What one run gave: its counts for the metrics, and what the transformed text cost."""

    run: Run
    cells: Floats
    marked: Floats | None
    """The cells of the transformed test set, where that was asked for."""
    bound: Bound
    replaced: int
    kept: int
    left: Mapping[str, int]
    """reason → mentions that were left as they are."""
    seconds: float

    def __repr__(self) -> str:
        return f"Outcome({self.run.condition}, {self.run.seed})"


@dataclass(frozen=True)
class Study:
    """A comparison: one learner and task, trained on text as each condition leaves it."""

    task: Task
    learner: str
    train: Sample = field(repr=False)
    test: Sample = field(repr=False)
    policy: Policy = field(repr=False)
    conditions: tuple[Condition, ...]
    seeds: tuple[int, ...]
    marks: Mapping[str, tuple[Marks, Marks]] = field(repr=False)
    """gold and detected → what is private in the training and in the test documents."""
    settings: Settings = DEFAULTS

    def runs(self) -> Iterator[Run]:
        """Every condition with every seed; one seed where neither the condition nor the learner
        draws."""
        for at, condition in enumerate(self.conditions):
            once = condition.certain and not by_chance(self.learner)
            for seed in self.seeds[:1] if once else self.seeds:
                yield Run(at, seed)

    def carry_out(self, run: Run) -> Outcome:
        """Transforms the training text, trains, and tests on untouched text."""
        start = time.perf_counter()
        condition = self.conditions[run.condition]
        learn = learner_of(self.learner, self.task)
        shown, tested = self._texts(condition, run.seed)
        targets = self.train.targets * condition.redraws
        train = Sample(self.labelled(shown.documents), targets)
        if condition.prior:
            train = resampled(train, uniform(train), run.seed)
        answer = learn(self.task, train, run.seed, self.settings)
        marked = None
        if tested is not None:
            marked = answer(Sample(self.labelled(tested.documents), self.test.targets))
        cells = answer(Sample(self.labelled(self.test.documents), self.test.targets))
        seconds = time.perf_counter() - start
        counts = (shown.replaced, shown.kept, shown.left)
        return Outcome(run, cells, marked, shown.bound, *counts, seconds)

    def _texts(self, condition: Condition, seed: int) -> tuple[Transformed, Transformed | None]:
        """The training text as released and, for marks, the test text alike."""
        if condition.untouched:
            return Transformed(self.train.documents, FREE, 0, 0, {}), None
        pipeline = replacing_half(condition.policy(self.policy))
        train, test = self.marks[condition.entities]
        keys = [_key(seed, number) for number in range(condition.redraws)]
        shown = redrawn(self.train.documents, train, pipeline, keys)
        if not condition.also_marked:
            return shown, None
        return shown, transform(self.test.documents, test, pipeline, keys[0])

    def labelled(self, documents: Sequence[Document]) -> tuple[Document, ...]:
        """The documents with what a tagger is to find: entities under the policy's categories."""
        if self.task.kind != "tags":
            return tuple(documents)
        return under_categories(documents, Labels(self.policy))

    def fingerprint(self) -> str:
        """Of all that changes the outcome."""
        state = blake2b(digest_size=16)
        for sample in (self.train, self.test):
            for document, target in zip(*sample, strict=True):
                marks = [tuple(span)[:3] for span in document.annotations]
                content = (document.id, document.text, marks, target)
                state.update(repr(content).encode("utf-8", "surrogatepass"))
        rest = (self.task.name, self.learner, self.conditions, self.seeds, self.settings, VERSION)
        state.update(f"{self.policy.fingerprint} {rest!r}".encode())
        return state.hexdigest()


def _key(seed: int, number: int) -> bytes:
    """Of a draw; that of the first is the run's own, so that further ones change nothing of it."""
    key = seed_key(seed)
    return key if not number else blake2b(key + b"%d" % number, digest_size=len(key)).digest()


def prepared(
    task: Task,
    learner: str,
    train: Sample,
    test: Sample,
    policy: Policy,
    conditions: tuple[Condition, ...],
    *,
    seeds: Sequence[int],
    settings: Settings = DEFAULTS,
) -> Study:
    """A study whose entities are known; detectors read the corpus once, here."""
    learner_of(learner, task)
    kinds = dict.fromkeys(one.entities for one in conditions if not one.untouched)
    marks = {
        kind: (
            marks_of(train.documents, policy, kind),
            marks_of(test.documents, policy, kind),
        )
        for kind in kinds
    }
    return Study(task, learner, train, test, policy, conditions, tuple(seeds), marks, settings)
