"""Names that file formats give to their elements, attributes and headers, from ``names.toml``."""

from __future__ import annotations

import tomllib
from functools import cache, lru_cache
from importlib.resources import files

__all__ = ["names_of", "one_of"]


@cache
def _tables() -> dict[str, dict[str, str]]:
    text = files(__package__).joinpath("names.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


@cache
def names_of(format: str, list: str) -> frozenset[str]:
    """The names of a list."""
    return frozenset(_tables()[format][list].split())


@lru_cache(maxsize=4096)
def one_of(name: str, format: str, list: str) -> bool:
    """Whether a name is in a list, or starts as an entry with a star does."""
    found = names_of(format, list)
    starred = (entry[:-1] for entry in found if entry.endswith("*"))
    return name in found or any(map(name.startswith, starred))
