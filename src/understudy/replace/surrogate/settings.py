"""What the strategy ``surrogate`` declares; light, since policies read it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from understudy.core.settings import LARGEST
from understudy.replace.part import Problem, StrategyPart, always

__all__ = ["STRATEGY", "Settings"]

YEARS = (1900, 2100)
_RANGE = f"two years from {YEARS[0]} to {YEARS[1]}, the first not after the last"

Year = Annotated[int, Meta(ge=YEARS[0], le=YEARS[1])]
Days = Annotated[int, Meta(ge=1, le=36525)]


class Settings(Struct, forbid_unknown_fields=True, frozen=True):
    """What is kept of a value, and how dates move; the writers know what holds where unset."""

    gender: bool | UnsetType = UNSET
    country: bool | UnsetType = UNSET
    reserved: bool | UnsetType = UNSET
    readable: bool | UnsetType = UNSET
    shift: Literal["anchor", "uniform", "laplace"] | UnsetType = UNSET
    shift_days: Days | UnsetType = UNSET
    shift_epsilon: (
        Annotated[
            float,
            Meta(ge=1e-6, le=LARGEST, description="a number; it must be at least 1e-06"),
        ]
        | UnsetType
    ) = UNSET
    shift_distance: Days | UnsetType = UNSET
    date_range: Annotated[tuple[Year, Year], Meta(description=_RANGE)] | UnsetType = UNSET
    date_order: Literal["dmy", "mdy"] | UnsetType = UNSET
    generalise: Literal["month", "year", "band"] | UnsetType = UNSET


_GOES = (
    ("date_range", ("anchor",)),
    ("shift_days", ("uniform",)),
    ("shift_epsilon", ("laplace",)),
    ("shift_distance", ("uniform", "laplace")),
)
"""Settings that belong to some ways of moving dates."""


def check(table: Mapping[str, Any]) -> Problem | None:
    """How dates move: settings that go with each other."""
    first, last = table.get("date_range", YEARS)
    if first > last:
        return "date_range", f"must be {_RANGE}"
    shift = table.get("shift", "anchor")
    for key, goes in _GOES:
        if key in table and shift not in goes:
            wanted = " or ".join(f'"{one}"' for one in goes)
            return key, f"goes with shift = {wanted}"
    if shift != "anchor":
        for key in ("p", "epsilon"):
            if key in table and (key == "epsilon" or table[key] != 1):
                return key, f'has no use with shift = "{shift}": every date moves'
    return None


STRATEGY = StrategyPart(
    "surrogate",
    "understudy.replace.surrogate.strategy:build",
    Settings,
    check,
    epsilon_buys="p",
    needs_list=always,
    coherent=True,
    declares="understudy.replace.surrogate.declared:DECLARED",
)
