"""The facts of a release, with the report's own settings."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from understudy.privacy.sampling import Counts, ReadSample, bounds
from understudy.report import facts
from understudy.run.order import Release


def gather(release: Release, **more: Any) -> facts.Facts:
    policy, summary = release.pipeline.policy, release.summary
    return facts.gather(policy, summary, format=release.format, files=release.units, **more)


def read_sample_of(**given: Any) -> ReadSample:
    """What two misses in forty documents of four hundred say."""
    units = [{"PERSON": Counts(2, 0)}] * 38 + [{"PERSON": Counts(2, 1), "DATE": Counts(1, 0)}] * 2
    made = ReadSample(
        unit="documents",
        marks="hidden",
        readers=1,
        edited=0,
        overlooked=None,
        seed="00ff",
        made="2026-01-01T00:00:00+00:00",
        bounds=bounds(units, 400, categories=("PERSON", "DATE")),
    )
    return replace(made, **given)
