"""What every detector is built from, and what one declares."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

from msgspec import Struct

from understudy.core.errors import PolicyError
from understudy.core.settings import known_keys, near, problem, read
from understudy.core.types import Detector
from understudy.languages import DEFAULT
from understudy.registry import load, names

__all__ = [
    "CUE",
    "FORM",
    "LIST",
    "MODEL",
    "DetectorPart",
    "DetectorSettings",
    "detector_of",
    "finds_by",
]

Options = TypeVar("Options", bound=Struct)

FORM, LIST, CUE, MODEL = "form", "list", "cue", "model"
"""How a detector finds something: by the form of the value, which may have a check digit; by a list
that has it; by words around it and capitals; by a model of the language whose scores are chances.
"""


@dataclass(frozen=True)
class DetectorSettings:
    """What a policy says to a detector."""

    language: str = DEFAULT
    """The policy's default language."""
    categories: frozenset[str] = frozenset()
    """The categories wanted; empty means all."""
    options: Mapping[str, Any] = field(default_factory=dict)
    """The detector's own table in the policy."""
    folder: Path | None = None
    """The folder of the policy file, for the files that the options name."""

    def read(self, struct: type[Options], detector: str) -> Options:
        """The options as the detector declares them; any other is refused."""
        for name, value in self.options.items():
            wrong = _problem(struct, detector, name, value)
            if wrong is not None:
                raise PolicyError(f"detector.{detector}.{name}: {wrong}")
        return read(struct, self.options)


@dataclass(frozen=True)
class DetectorPart:
    """A detector as the registry knows it: its name, its options, and how it is built."""

    name: str
    build: Callable[[DetectorSettings], Detector]
    options: type[Struct] | None
    """Its table in a policy; None where it checks its options itself."""
    reads_text: bool = True
    """It finds something in the text; otherwise it takes what the source has marked."""
    finds_by: str = ""
    """``FORM``, ``LIST``, ``CUE`` or ``MODEL``, which settles what its evidence is worth beside
    that of others; empty where it is like none of these, and only its score counts."""

    def __call__(self, settings: DetectorSettings) -> Detector:
        return self.build(settings)

    def problem(self, option: str, value: Any) -> str | None:
        """What is wrong with an option, or None."""
        return None if self.options is None else _problem(self.options, self.name, option, value)


@cache
def detector_of(name: str) -> DetectorPart:
    """The detector of that name; a function that builds one checks its options itself."""
    found: DetectorPart | Callable[[DetectorSettings], Detector] = load("detectors", name)
    return found if isinstance(found, DetectorPart) else DetectorPart(name, found, None)


@cache
def finds_by(source: str) -> str:
    """How the detector finds something that a span has as its source."""
    return detector_of(source).finds_by if source in names("detectors") else ""


def _problem(struct: type[Struct], detector: str, name: str, value: Any) -> str | None:
    known = known_keys(struct)
    if name in known:
        return problem(struct, name, value)
    if not known:
        return f"unknown option; {detector} has none"
    hint = f"{near(name, known).removeprefix('; ')} ".lstrip()
    return f"unknown option; {hint}there are: {', '.join(known)}"
