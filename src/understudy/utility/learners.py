"""Which learner does which kind of task, and where it is."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module

from understudy.core.errors import UsageError
from understudy.utility.samples import Sample
from understudy.utility.settings import Settings
from understudy.utility.tasks import Floats, Task

__all__ = ["LEARNERS", "Answer", "Learner", "by_chance", "learner_of"]

Answer = Callable[[Sample], Floats]
"""The cells of a test sample."""
Learner = Callable[[Task, Sample, int, Settings], Answer]
"""Task, what to learn from, seed and settings to a function that answers."""

LEARNERS = {
    "linear": {
        "tags": "understudy.utility.tags:linear",
        "classes": "understudy.utility.classes:linear",
        "pairs": "understudy.utility.pairs:linear",
        "text": "understudy.utility.ngrams:linear",
    },
    "boosted": {"classes": "understudy.utility.classes:boost"},
    "encoder": {
        "tags": "understudy.utility.tuned:tags",
        "classes": "understudy.utility.tuned:classes",
        "pairs": "understudy.utility.tuned:pairs",
        "text": "understudy.utility.tuned:text",
    },
}


def by_chance(learner: str) -> bool:
    """Whether two seeds give two models from one text."""
    return learner == "encoder"


def learner_of(name: str, task: Task) -> Learner:
    if name not in LEARNERS:
        raise UsageError(f"no learner is named {name!r}; there are: {', '.join(LEARNERS)}")
    if task.kind not in LEARNERS[name]:
        able = [one for one, kinds in LEARNERS.items() if task.kind in kinds]
        raise UsageError(f"{name} cannot learn {task.name}; these can: {', '.join(able)}")
    module, _, attribute = LEARNERS[name][task.kind].partition(":")
    learner: Learner = getattr(import_module(module), attribute)
    return learner
