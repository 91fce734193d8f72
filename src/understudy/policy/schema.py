"""The keys of a policy: what each may hold. Errors name file, line and key."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any, NoReturn

from understudy.core.categories import label_maps
from understudy.core.errors import PolicyError
from understudy.languages import known_languages, supported
from understudy.policy.lines import line_of
from understudy.registry import names
from understudy.replace.distort.keys import DIVERGENCES, METHODS, SCALES
from understudy.replace.typed import STYLES

__all__ = [
    "DEFINE",
    "DRAWN",
    "LISTED",
    "ONLY",
    "RULE",
    "SCALARS",
    "TOP",
    "Where",
    "check_keys",
    "near",
    "needs_list",
]

SOURCES = ("public", "corpus", "dp-corpus", "file")
DRAWN = ("word", "entity")
LISTED = (*DRAWN, "surrogate")
"""Strategies that need something to draw from."""
BANKED = (*DRAWN, "distort")
"""Strategies that can be told what to draw from."""
COHERENT = ("surrogate",)
DISTORT = ("distort",)
YEARS = (1900, 2100)


class Where:
    """Raises errors with their place."""

    def __init__(self, file: str, text: str) -> None:
        self.file, self.text = file, text

    def wrong(self, path: tuple[str, ...], message: str) -> NoReturn:
        line = line_of(self.text, path)
        place = self.file if line is None else f"{self.file}:{line}"
        raise PolicyError(f"{place}: {'.'.join(path) or 'policy'}: {message}")


Check = Callable[[Any], str | None]
"""What is wrong with a value, or None."""


def _one_of(*allowed: str) -> Check:
    return lambda value: None if value in allowed else f"must be one of {', '.join(allowed)}"


def _number(low: float, high: float, words: str) -> Check:
    def check(value: Any) -> str | None:
        number = isinstance(value, int | float) and not isinstance(value, bool)
        return None if number and low <= value <= high else f"must be {words}"

    return check


def _strategy(value: Any) -> str | None:
    return _one_of(*names("strategies"))(value)


def _whole(low: int, high: int) -> Check:
    def check(value: Any) -> str | None:
        whole = isinstance(value, int) and not isinstance(value, bool)
        return None if whole and low <= value <= high else f"must be a whole number, {low} or more"

    return check


def _keep_last(value: Any) -> str | None:
    whole = isinstance(value, int) and not isinstance(value, bool)
    return None if whole and 0 <= value <= 64 else "must be a whole number from 0 to 64"


def _text(value: Any) -> str | None:
    return None if isinstance(value, str) else "must be a string"


def _flag(value: Any) -> str | None:
    return None if isinstance(value, bool) else "must be true or false"


def _table(value: Any) -> str | None:
    return None if isinstance(value, Mapping) else "must be a table"


def _table_of_tables(value: Any) -> str | None:
    if isinstance(value, Mapping) and all(isinstance(entry, Mapping) for entry in value.values()):
        return None
    return "must hold a table for each detector"


def _date_range(value: Any) -> str | None:
    good = (
        isinstance(value, list)
        and len(value) == 2
        and all(isinstance(year, int) and not isinstance(year, bool) for year in value)
        and YEARS[0] <= value[0] <= value[1] <= YEARS[1]
    )
    words = f"must be two years from {YEARS[0]} to {YEARS[1]}, the first not after the last"
    return None if good else words


def _days(value: Any) -> str | None:
    whole = isinstance(value, int) and not isinstance(value, bool)
    return None if whole and 1 <= value <= 36525 else "must be a whole number from 1 to 36525"


def _positive(value: Any) -> str | None:
    number = isinstance(value, int | float) and not isinstance(value, bool)
    return None if number and 0 < value < math.inf else "must be a number above 0"


def _at_least(least: float) -> Check:
    """An ε for noise: with less, nothing of what the noise is added to would be left."""

    def check(value: Any) -> str | None:
        wrong = _positive(value)
        return wrong or (None if value >= least else f"must be at least {least:g}")

    return check


def _detector_list(value: Any) -> str | None:
    if not isinstance(value, list) or not value:
        return "must be a list with at least one name"
    known = names("detectors")
    unknown = [name for name in value if name not in known]
    if unknown:
        return f"unknown detector {unknown[0]!r}; there are: {', '.join(known)}"
    return None


def _language(value: Any) -> str | None:
    if isinstance(value, str) and supported(value) is not None:
        return None
    return f"must be a language that is installed: {known_languages()}"


def _label_table(value: Any) -> str | None:
    if isinstance(value, str):
        known = label_maps()
        return None if value in known else f"unknown label map; there are: {', '.join(known)}"
    if isinstance(value, Mapping) and all(isinstance(entry, str) for entry in value.values()):
        return None
    return "must be the name of a label map, or a table of strings"


_not_negative = _number(0, math.inf, "a number, 0 or more")
SCALARS: Mapping[str, Check] = {
    "name": _text,
    "description": _text,
    "language": _language,
    "fallback": _language,
    "detectors": _detector_list,
    "threshold": _number(0, 1, "a number from 0 to 1"),
    "sensitive": _one_of("blanket", "selective"),
    "unit": _one_of("entity", "token"),
    "scope": _one_of("document", "subject"),
    "delta": _number(0, 1, "a number from 0 to 1"),
    "epsilon_max": _not_negative,
    "epsilon_document_max": _not_negative,
    "merge": _one_of("union", "best"),
    "leak_check": _flag,
}
TOP: Mapping[str, Check] = {
    "schema": _number(0, math.inf, "a number"),
    **SCALARS,
    "columns": _table,
    "labels": _label_table,
    "detector": _table_of_tables,
    "define": _table,
    "default": _table,
    "categories": _table,
}
RULE: Mapping[str, Check] = {
    "strategy": _strategy,
    "p": _number(0, 1, "a probability from 0 to 1"),
    "epsilon": _not_negative,
    "source": _one_of(*SOURCES),
    "file": _text,
    "weights": _one_of("frequency", "uniform"),
    "histogram_epsilon": _at_least(1e-9),
    "histogram_floor": _number(1e-9, 1, "a number above 0 and at most 1"),
    "style": _one_of(*STYLES),
    "mark": _text,
    "exemplar": _text,
    "keep_last": _keep_last,
    "gender": _flag,
    "country": _flag,
    "reserved": _flag,
    "readable": _flag,
    "shift": _one_of("anchor", "uniform", "laplace"),
    "shift_days": _days,
    "shift_epsilon": _at_least(1e-6),
    "shift_distance": _days,
    "date_range": _date_range,
    "generalise": _one_of("month", "year", "band"),
    "method": _one_of(*METHODS),
    "candidates": _whole(1, 1024),
    "scale": _one_of(*SCALES),
    "clip": _number(1e-6, 1, "a number above 0 and at most 1"),
    "divergence": _one_of(*DIVERGENCES),
    "mu": _number(1e-6, 1, "a number above 0 and at most 1"),
    "model": _text,
    "same_category": _flag,
    "temperature": _positive,
    "top_k": _whole(0, 1_000_000),
    "top_p": _number(1e-6, 1, "a number above 0 and at most 1"),
    "sign": lambda value: None if isinstance(value, str) and len(value) == 1 else "one character",
}
DEFINE: Mapping[str, Check] = {
    "parent": _text,
    "identifier": _one_of("direct", "quasi"),
}
ONLY: Mapping[str, tuple[str, ...]] = {
    "source": BANKED,
    "file": BANKED,
    "weights": BANKED,
    "histogram_epsilon": BANKED,
    "histogram_floor": BANKED,
    "style": ("typed",),
    "mark": ("redact",),
    "exemplar": ("named",),
    "keep_last": ("mask",),
    "sign": ("mask",),
    "gender": COHERENT,
    "country": COHERENT,
    "reserved": COHERENT,
    "readable": COHERENT,
    "shift": COHERENT,
    "shift_days": COHERENT,
    "shift_epsilon": COHERENT,
    "shift_distance": COHERENT,
    "date_range": COHERENT,
    "generalise": COHERENT,
    "method": DISTORT,
    "candidates": DISTORT,
    "scale": DISTORT,
    "clip": DISTORT,
    "divergence": DISTORT,
    "mu": DISTORT,
    "model": DISTORT,
    "same_category": DISTORT,
    "temperature": DISTORT,
    "top_k": DISTORT,
    "top_p": DISTORT,
}
"""Settings that belong to some strategies only."""


def needs_list(strategy: str, options: Mapping[str, Any]) -> bool:
    """Whether a rule needs something to draw from."""
    if strategy == "distort":
        return options.get("method") != "generate"
    return strategy in LISTED


def check_keys(
    table: Mapping[str, Any], path: tuple[str, ...], schema: Mapping[str, Check], where: Where
) -> None:
    for key, value in table.items():
        if key not in schema:
            where.wrong((*path, key), f"unknown key{near(key, schema)}")
        problem = schema[key](value)
        if problem:
            where.wrong((*path, key), problem)


def near(name: str, known: Mapping[str, Any]) -> str:
    from difflib import get_close_matches  # noqa: PLC0415 - only on errors

    close = get_close_matches(name, list(known), n=1)
    return f"; did you mean {close[0]}?" if close else ""
