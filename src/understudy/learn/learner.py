"""What a learner of active learning is, and what it declares.

The registry's group ``learners`` holds these records. General code asks their traits and never
compares names, so that a learner of another package is served like one of ours.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from understudy.core.types import Document
from understudy.learn.doubt import Floats
from understudy.learn.sheet import Ints, Sheet
from understudy.registry import imported, load

__all__ = ["CRF_DETECTOR", "DetectorSpec", "Learner", "LearnerPart", "Tagger", "learner_of"]

CRF_DETECTOR = "understudy.learn.detectors:write_crf"


class Tagger(Protocol):
    """What can be asked for marginals."""

    @property
    def labels(self) -> tuple[str, ...]:
        """The tags, in the order of the columns of the marginals."""

    def marginals(self, sheet: Sheet, rows: Sequence[int] | Ints | None = None) -> Floats:
        """The probability of each tag for each word of these instances, or of all."""


class Learner(Protocol):
    """Fits a tagger to annotated instances of a sheet."""

    def fit(
        self,
        sheet: Sheet,
        rows: Ints,
        tags: Ints,
        labels: tuple[str, ...],
        last: Any = None,
    ) -> Tagger:
        """A tagger learnt from the instances ``rows``.

        ``tags`` are those of their words, one instance after another, as numbers of ``labels``;
        ``last`` is what the same learner gave in the round before.
        """


class DetectorSpec(NamedTuple):
    """How the detector at the end of a project is to be trained."""

    features: str
    """The feature set."""
    binary: bool
    """Whether it learns only what is private, and no labels."""
    columns: tuple[str, ...]
    """Evidence that is a feature, too."""
    language: str


Scores = Mapping[str, Any]
WriteDetector = Callable[[Sequence[Document], Path, DetectorSpec], tuple[str, Scores | None]]
"""Trains a detector on annotated documents and writes it into a folder; gives the name of what was
written, and its scores where training has held something out."""


@dataclass(frozen=True)
class LearnerPart:
    """A learner as the registry knows it."""

    name: str
    build: Callable[[], Learner]
    reads_text: bool = True
    """It reads the texts of instances, and not only their features."""
    detector: WriteDetector | str = CRF_DETECTOR
    """What makes the detector at the end of a project; or where that function is, as
    ``module:attribute``."""

    def write_detector(
        self, documents: Sequence[Document], folder: Path, spec: DetectorSpec
    ) -> tuple[str, Scores | None]:
        """Train on all annotated documents; the name of what was written, and scores if any."""
        found = self.detector
        write: WriteDetector = imported(found) if isinstance(found, str) else found
        return write(documents, folder, spec)


@cache
def learner_of(name: str) -> LearnerPart:
    """The learner of that name; a function that builds one has the traits of a stranger."""
    found: LearnerPart | Callable[[], Learner] = load("learners", name)
    return found if isinstance(found, LearnerPart) else LearnerPart(name, found)
