"""What a run is asked to do, and what came of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from understudy.corpus.base import Options
from understudy.pipeline import Pipeline
from understudy.policy import Policy
from understudy.privacy.detection import Certificate
from understudy.report.facts import Facts
from understudy.report.summary import Summary

__all__ = ["Order", "Release"]


@dataclass(frozen=True)
class Order:
    """What a run is asked to do."""

    inputs: tuple[str, ...]
    output: str
    policy: Policy
    format: str | None = None
    options: Options = field(default_factory=Options)
    mode: str = "release"
    ledger: Path | None = None
    ledger_secret: bytes | None = field(default=None, repr=False)
    key: bytes | None = field(default=None, repr=False)
    """The key of the draws; without one a fresh key is made, and destroyed at the end."""
    seed: int | None = None
    """The seed that the key was made of, where it was: no guarantee holds then."""
    report: Path | None = None
    """Where the page of the report goes."""
    certificate: Certificate | None = None
    """What a labelled sample says of the detectors, for the report."""
    command: str | None = None
    """The command line, for the report."""
    workers: int = 1
    resume: bool = False
    force: bool = False
    skip_unread: bool = False
    """Whether files of a directory that no format reads are left out in silence."""
    task_bytes: int = 0
    """How much a worker gets at a time; 0 for what suits the policy."""

    @property
    def key_source(self) -> str:
        """Where the key came from, as the report says it."""
        if self.seed is not None:
            return "seed"
        return "fresh" if self.key is None else "file"


@dataclass(frozen=True)
class Release:
    """What came of it."""

    summary: Summary
    pipeline: Pipeline
    units: int
    format: str
    facts: Facts | None = None
    """What the report says; None where nothing was released, as by ``identify``."""
