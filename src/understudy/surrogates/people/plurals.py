"""Surnames in the plural: the Espositos, the Joneses, los Pujol."""

from __future__ import annotations

from understudy.core.folding import flat_letters
from understudy.languages import get

__all__ = ["in_plural", "plural_end", "singular"]

_SHORTEST = 3


def plural_end(flat: str, language: str) -> str:
    """What stands behind a flat name in the plural."""
    plural = get(language).table("people")["plural"]
    special = (end for end, stems in plural["behind"].items() if flat.endswith(tuple(stems)))
    return str(next(special, plural["usual"]))


def in_plural(name: str, language: str) -> str:
    """A name as a family is called by it."""
    return name + plural_end(flat_letters(name), language)


def singular(flat: str, language: str) -> tuple[str, ...]:
    """The flat names of which a flat word can be the plural, the word itself apart."""
    plural = get(language).table("people")["plural"]
    ends = sorted({plural["usual"], *plural["behind"]} - {""}, key=len, reverse=True)
    stems = (flat[: -len(end)] for end in ends if flat.endswith(end))
    return tuple(stem for stem in stems if len(stem) >= _SHORTEST)
