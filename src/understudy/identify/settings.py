"""What every detector is built from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from understudy.core.errors import PolicyError
from understudy.languages import DEFAULT

__all__ = ["OPTIONS", "DetectorSettings", "check_names", "unknown_option"]

OPTIONS: Mapping[str, tuple[str, ...]] = {
    "crf": ("model", "threshold"),
    "encoder": ("model", "threshold"),
    "gazetteer": ("lists", "allow"),
    "given": (),
    "grammar": ("files", "languages", "lists"),
    "heuristic": ("threshold", "allow"),
    "phrases": ("names",),
    "presidio": ("model", "labels", "score"),
    "spacy": ("model", "labels", "score"),
    "transformers": ("model", "labels", "window", "overlap"),
}
"""The options of each detector that is built in; others check their own."""


@dataclass(frozen=True)
class DetectorSettings:
    language: str = DEFAULT
    """The policy's default language."""
    categories: frozenset[str] = frozenset()
    """The categories wanted; empty means all."""
    options: Mapping[str, Any] = field(default_factory=dict)
    """The detector's own table in the policy."""
    folder: Path | None = None
    """The folder of the policy file, for the files that the options name."""


def unknown_option(detector: str, name: str) -> str | None:
    """What is wrong with the name of an option, or None."""
    known = OPTIONS.get(detector)
    if known is None or name in known:
        return None
    if not known:
        return f"unknown option; {detector} has none"
    from difflib import get_close_matches  # noqa: PLC0415 - only on errors

    close = get_close_matches(name, known, n=1)
    hint = f"did you mean {close[0]}? " if close else ""
    return f"unknown option; {hint}there are: {', '.join(known)}"


def check_names(settings: DetectorSettings, detector: str) -> None:
    """Every option must be one of the detector's."""
    for name in settings.options:
        problem = unknown_option(detector, name)
        if problem is not None:
            raise PolicyError(f"detector.{detector}.{name}: {problem}")
