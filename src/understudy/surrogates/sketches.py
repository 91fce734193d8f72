"""What is declared of a sketch: each field, its public domain, and what a report says of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

__all__ = ["Invariant"]


class Invariant(NamedTuple):
    """A field of a sketch, as the report declares it."""

    record: str
    """The class that the field belongs to: the sketch, or a record within it."""
    field: str
    name: str
    """In a few words, as in a list of invariants."""
    says: str
    """One sentence for a reader of the report: what of a value shows."""
    holds: Callable[[Any, str], bool]
    """Whether something may stand in the field, in a language: the field's public domain."""
    switch: str = ""
    """The setting of the policy that gives the field up; empty where there is none."""
