"""What hangs on a country and not on a language: one small table for each, by its ISO code."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

__all__ = ["codes", "locale"]


@cache
def codes() -> tuple[str, ...]:
    """The countries that there is a table of."""
    names = (entry.name for entry in files(__package__).iterdir())
    return tuple(sorted(name.removesuffix(".toml") for name in names if name.endswith(".toml")))


@cache
def locale(code: str) -> Mapping[str, Any]:
    """The table of a country; an empty one where there is none."""
    if code not in codes():
        return {}
    source = files(__package__).joinpath(f"{code}.toml")
    return tomllib.loads(source.read_text(encoding="utf-8"))
