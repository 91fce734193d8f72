"""Which learner does which kind of task, and where it is."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from understudy.core.errors import UsageError
from understudy.registry import imported, load, names
from understudy.utility.samples import Sample
from understudy.utility.settings import Settings
from understudy.utility.tasks import Floats, Task

__all__ = ["Answer", "Learner", "UtilityLearner", "by_chance", "learner_of"]

_GROUP = "utility_learners"

Answer = Callable[[Sample], Floats]
"""The cells of a test sample."""
Learner = Callable[[Task, Sample, int, Settings], Answer]
"""Task, what to learn from, seed and settings to a function that answers."""


@dataclass(frozen=True)
class UtilityLearner:
    """A learner of the registry's group ``utility_learners``."""

    learn: Mapping[str, str]
    """kind of task → where the learner of that kind is, as ``module:attribute``."""
    by_chance: bool = False
    """Whether two seeds give two models from one text."""


LINEAR = UtilityLearner(
    {
        "tags": "understudy.utility.tags:linear",
        "classes": "understudy.utility.classes:linear",
        "pairs": "understudy.utility.pairs:linear",
        "text": "understudy.utility.ngrams:linear",
    }
)
BOOSTED = UtilityLearner({"classes": "understudy.utility.classes:boost"})
ENCODER = UtilityLearner(
    {
        "tags": "understudy.utility.tuned:tags",
        "classes": "understudy.utility.tuned:classes",
        "pairs": "understudy.utility.tuned:pairs",
        "text": "understudy.utility.tuned:text",
    },
    by_chance=True,
)


def by_chance(name: str) -> bool:
    """Whether two seeds give two models from one text."""
    return _named(name).by_chance


def learner_of(name: str, task: Task) -> Learner:
    """What a learner of that name does with a task of this kind."""
    if name not in names(_GROUP):
        raise UsageError(f"no learner is named {name!r}; there are: {', '.join(names(_GROUP))}")
    if task.kind not in _named(name).learn:
        able = [one for one in names(_GROUP) if task.kind in _named(one).learn]
        raise UsageError(f"{name} cannot learn {task.name}; these can: {', '.join(able)}")
    learner: Learner = imported(_named(name).learn[task.kind])
    return learner


def _named(name: str) -> UtilityLearner:
    found: UtilityLearner = load(_GROUP, name)
    return found
