"""What depends on the country and not on the language: one table for each, by its ISO 3166 code.

date_order   of day, month and year in figures: 3/5/2016 is March in the US and May in Spain
calling_code of telephone numbers; ``[phone]`` says how they are written within the country
[postal]     the form of postal codes, where stand-ins keep to it
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import Any

__all__ = ["Locale", "Phone", "codes", "locale"]


@dataclass(frozen=True)
class Phone:
    """How telephone numbers are written within the country, by their number of digits."""

    leads: Mapping[str, str]
    """What a number of so many digits begins with and keeps: the 0 before a British one."""
    never_first: str = ""
    """Digits that a number without a lead does not begin with."""


@dataclass(frozen=True)
class Locale:
    """What is usual in a country: how dates are ordered, how telephone numbers and postal codes
    look."""

    code: str
    date_order: tuple[str, str, str]
    calling_code: str
    phone: Phone = field(default_factory=lambda: Phone({}))
    postal: Mapping[str, Any] = field(default_factory=dict)
    """The form of postal codes, as far as it is known."""

    @property
    def month_first(self) -> bool:
        """Whether a date in figures has its month before its day."""
        return self.date_order.index("month") < self.date_order.index("day")


@cache
def codes() -> tuple[str, ...]:
    """The countries that there is a table of."""
    names = (entry.name for entry in files(__package__).iterdir())
    return tuple(sorted(name.removesuffix(".toml") for name in names if name.endswith(".toml")))


@cache
def locale(code: str, package: str = __package__) -> Locale:
    """The facts of a country, from the folder of a package."""
    source = files(package).joinpath(f"{code}.toml")
    table = tomllib.loads(source.read_text(encoding="utf-8"))
    first, second, third = table["date_order"]
    return Locale(
        code,
        (first, second, third),
        table["calling_code"],
        Phone(**table.get("phone", {"leads": {}})),
        table.get("postal", {}),
    )
