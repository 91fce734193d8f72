"""The model that an adapter's options name."""

from __future__ import annotations

from pathlib import Path

from understudy.core.errors import PolicyError
from understudy.identify.settings import DetectorSettings

__all__ = ["model_of"]


def model_of(settings: DetectorSettings, model: str, detector: str) -> str:
    """The name of an installed model, or the path of one, relative to the policy."""
    if not model:
        raise PolicyError(f'detector.{detector} needs model = "NAME or FOLDER"')
    path = (settings.folder or Path()) / model
    return str(path) if path.exists() else model
