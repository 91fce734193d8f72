"""The facts of a release, with the report's own settings."""

from __future__ import annotations

from typing import Any

from understudy.report import facts
from understudy.run.order import Release


def gather(release: Release, **more: Any) -> facts.Facts:
    policy, summary = release.pipeline.policy, release.summary
    return facts.gather(policy, summary, format=release.format, files=release.units, **more)
