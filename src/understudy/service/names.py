"""Refuses names of an interface that say who somebody is."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from understudy.corpus.interface import TOLD, Value, telling
from understudy.service.failures import Refused

__all__ = ["check_names"]


def check_names(names: Sequence[str], values: Iterable[Value], language: str, code: str) -> None:
    """Refuses names that have a private value in them."""
    if telling(names, values, language):
        raise Refused(400, code, TOLD)
