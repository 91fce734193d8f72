"""Options of adapters, checked."""

from __future__ import annotations

from pathlib import Path

from understudy.core.errors import PolicyError
from understudy.identify.settings import DetectorSettings

__all__ = ["model_of", "number_of"]


def model_of(settings: DetectorSettings, detector: str) -> str:
    """The name of an installed model, or the path of one, relative to the policy."""
    model = settings.options.get("model")
    if not isinstance(model, str) or not model:
        raise PolicyError(f'detector.{detector} needs model = "NAME or FOLDER"')
    path = (settings.folder or Path()) / model
    return str(path) if path.exists() else model


def number_of(
    settings: DetectorSettings, detector: str, name: str, default: float, low: float, high: float
) -> float:
    value = settings.options.get(name, default)
    if isinstance(value, bool) or not isinstance(value, int | float) or not low <= value <= high:
        raise PolicyError(f"detector.{detector}.{name}: must lie between {low:g} and {high:g}")
    return float(value)
