"""What belongs to no language: places by their ids, names from all over the world,
coined words; frozen lists of names, towns and points on the globe."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

__all__ = ["table"]


@cache
def table(name: str) -> Mapping[str, Any]:
    """The words of ``world/<name>.toml``, read once."""
    source = files(__package__).joinpath(f"{name}.toml")
    return tomllib.loads(source.read_text(encoding="utf-8"))
