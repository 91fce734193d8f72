"""What every detector is built from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

__all__ = ["DetectorSettings"]


@dataclass(frozen=True)
class DetectorSettings:
    language: str = "en"
    """The policy's default language."""
    categories: frozenset[str] = frozenset()
    """The categories wanted; empty means all."""
    options: Mapping[str, Any] = field(default_factory=dict)
    """The detector's own table in the policy."""
    folder: Path | None = None
    """The folder of the policy file, for the files that the options name."""
