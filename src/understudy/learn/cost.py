"""What annotating costs: instances, words, edits of the pre-annotation, and minutes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt

from understudy.core.types import Span

__all__ = ["Rates", "edits"]

Number = TypeVar("Number", float, npt.NDArray[np.float64])


class Rates(NamedTuple):
    """Seconds. The defaults are a rough guess: reading 200 words a minute, four seconds for a
    mark that has to be made, moved or taken away, and two to get into an instance."""

    instance: float = 2.0
    word: float = 0.3
    edit: float = 4.0

    def minutes(self, instances: float, words: Number, edits: float) -> Number:
        """What so much annotation takes, in minutes."""
        return (self.instance * instances + self.word * words + self.edit * edits) / 60.0


def edits(suggested: Iterable[Span], final: Iterable[Span]) -> int:
    """How many marks had to be made, taken away or changed.

    A wrong mark and a missing one that overlap are one edit: a border is moved or a label chosen.
    """
    proposed = {span[:3] for span in suggested}
    true = {span[:3] for span in final}
    wrong, missing = sorted(proposed - true), sorted(true - proposed)
    paired, at = 0, 0
    for start, end, _ in missing:
        while at < len(wrong) and wrong[at][1] <= start:
            at += 1
        if at < len(wrong) and wrong[at][0] < end:
            paired += 1
            at += 1
    return len(wrong) + len(missing) - paired
