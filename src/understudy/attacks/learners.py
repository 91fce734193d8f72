"""scikit-learn, where it is installed."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from understudy.core.errors import MissingExtra

__all__ = ["sklearn_part"]


def sklearn_part(module: str, name: str) -> Any:
    """A class or function of scikit-learn; says which extra is missing."""
    try:
        return getattr(import_module(f"sklearn.{module}"), name)
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] != "sklearn":
            raise
        raise MissingExtra("this attack", "measure") from None
