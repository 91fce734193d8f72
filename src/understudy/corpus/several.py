"""Several tables in one run: what is decided on a column holds in every table that has it, and none
needs the columns of another. A name that no table has is an error, as it is for one table.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from understudy.core.errors import UsageError
from understudy.core.settings import near
from understudy.corpus.base import Format, Options, Samples, Unit
from understudy.corpus.columns import named, shown
from understudy.corpus.mixed import kind_of

__all__ = ["over_tables"]

_OF_PARTS = ("--column", "--text")
"""Options that name parts of documents as well."""
_ROWS = 400
"""Rows of a table in which its fields are looked for."""


def over_tables(format: Format, units: Sequence[Unit], options: Options) -> Options:
    """The options for these units: of several tables each may lack what another has."""
    kinds = [kind_of(format, unit.name) for unit in units]
    tables = [
        (kind, unit)
        for kind, unit in zip(kinds, units, strict=True)
        if isinstance(kind, Samples) and unit.paths
    ]
    if len(units) < 2 or not tables:
        return options
    parts = any(kind.traits.names_parts for kind in kinds)  # of a mail, say: no column is called so
    wanted = [one for one in named(options) if one[0] not in _OF_PARTS or not parts]
    there: dict[str, None] = {}
    for kind, unit in tables:
        if all(_is_there(name, there) for _, name in wanted):
            break
        there.update(dict.fromkeys(kind.sample(unit, options, _ROWS)))
    for option, name in wanted:
        if not _is_there(name, there):
            raise UsageError(
                f"{option} names {name!r}, which none of the {len(tables):,} tables has; there "
                f"are: {shown(there)}{near(name, there)}"
            )
    return replace(options, partial=True)


def _is_there(name: str, there: Collection[str]) -> bool:
    """Whether a column, or something below a field, is called so."""
    return name in there or any(one.startswith(f"{name}.") for one in there)
