"""The keys of a policy but for those of its rules, which the strategies declare. Errors name
file, line and key.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any, NoReturn

from understudy.categorise.leaving import KINDS
from understudy.core.categories import label_maps
from understudy.core.errors import PolicyError
from understudy.core.settings import near
from understudy.languages import known_languages, supported
from understudy.policy.lines import line_of
from understudy.privacy.sampling import UNITS
from understudy.registry import names

__all__ = [
    "DEFINE",
    "SAMPLE",
    "SCALARS",
    "TOP",
    "Where",
    "check_keys",
]


class Where:
    """Raises errors with their place."""

    def __init__(self, file: str, text: str) -> None:
        self.file, self.text = file, text

    def wrong(self, path: tuple[str, ...], message: str) -> NoReturn:
        """Raises the error for a key, with file and line."""
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


def _share(value: Any) -> str | None:
    number = isinstance(value, int | float) and not isinstance(value, bool)
    return None if number and 0 < value < 1 else "must be a number between 0 and 1"


def _count(value: Any) -> str | None:
    number = isinstance(value, int) and not isinstance(value, bool)
    return None if number and value >= 1 else "must be a whole number, 1 or more"


def _text(value: Any) -> str | None:
    return None if isinstance(value, str) else "must be a string"


def _flag(value: Any) -> str | None:
    return None if isinstance(value, bool) else "must be true or false"


def _table(value: Any) -> str | None:
    return None if isinstance(value, Mapping) else "must be a table"


def _list(value: Any) -> str | None:
    return None if isinstance(value, list) else "must be a list"


def _is_names(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(name, str) for name in value)


def _kinds(value: Any) -> str | None:
    if not _is_names(value):
        return "must be a list of kinds"
    unknown = [name for name in value if name not in KINDS]
    if unknown:
        return f"unknown kind {unknown[0]!r}; there are: {', '.join(KINDS)}"
    return None


def _table_of_tables(value: Any) -> str | None:
    if isinstance(value, Mapping) and all(isinstance(entry, Mapping) for entry in value.values()):
        return None
    return "must hold a table for each detector"


def _detector_list(value: Any) -> str | None:
    if not value or not _is_names(value):
        return "must be a list with at least one name"
    known = names("detectors")
    unknown = [name for name in value if name not in known]
    if unknown:
        hint = near(unknown[0], known)
        return f"unknown detector {unknown[0]!r}; there are: {', '.join(known)}{hint}"
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
    "leave": _kinds,
    "review": _one_of("every document", "two readers", "sample"),
}
TOP: Mapping[str, Check] = {
    "schema": _number(0, math.inf, "a number"),
    **SCALARS,
    "allow": _list,
    "deny": _list,
    "columns": _table,
    "labels": _label_table,
    "detector": _table_of_tables,
    "define": _table,
    "sample": _table,
    "default": _table,
    "categories": _table,
}
SAMPLE: Mapping[str, Check] = {
    "recall": _share,
    "leaking": _share,
    "confidence": _number(0.5, 1 - 1e-6, "a number from 0.5 to 0.999999"),
    "units": _count,
    "unit": _one_of(*UNITS),
    "marks": _one_of("hidden"),
    "samples": _count,
}
DEFINE: Mapping[str, Check] = {
    "parent": _text,
    "identifier": _one_of("direct", "quasi"),
}


def check_keys(
    table: Mapping[str, Any], path: tuple[str, ...], schema: Mapping[str, Check], where: Where
) -> None:
    """Refuses keys that are not in the schema, and values that its checks do not pass."""
    for key, value in table.items():
        if key not in schema:
            where.wrong((*path, key), f"unknown key{near(key, schema)}")
        problem = schema[key](value)
        if problem:
            where.wrong((*path, key), problem)
