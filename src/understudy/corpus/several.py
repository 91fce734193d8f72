"""Several tables in one run: what is decided on a column holds in every table that has it, and none
needs the columns of another. A name that no table has is an error, as it is for one table.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any

from understudy.core.errors import UsageError
from understudy.core.settings import near
from understudy.corpus.base import Format, Options, Samples, Unit
from understudy.corpus.columns import named, shown
from understudy.corpus.mixed import kind_of
from understudy.corpus.tokens import are_tags

__all__ = ["over_tables"]

_OF_PARTS = ("--column", "--text")
"""Options that name parts of documents as well."""
_FEW = 5
"""Rows in which tokens and their tags are looked for: there are more of them than rows."""
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
    for kind, unit in tables[:1]:
        if kind.traits.paths and options.text != Options().text:
            _check_tokens(kind.sample(unit, options, _FEW), unit, options)
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


def _check_tokens(sample: Mapping[str, Sequence[Any]], unit: Unit, options: Options) -> None:
    """Refuse tokens that are read as texts, each by itself: no name of several words would be found
    there. They are told by a field that has a tag for each."""
    for path in options.text:
        tokens = sample.get(path, ())
        for name, values in sample.items():
            alike = name != path and len(values) == len(tokens) > _FEW
            if alike and all(isinstance(one, str) for one in values) and are_tags(values):
                raise UsageError(
                    f"{unit.name}: {path!r} holds tokens and {name!r} their tags; read by "
                    "themselves, names of several tokens are not found. Write the rows as conll, "
                    "a token and its tag in each line (docs/howto/nlp-research.md)"
                )


def _is_there(name: str, there: Collection[str]) -> bool:
    """Whether a column, or something below a field, is called so."""
    return name in there or any(one.startswith(f"{name}.") for one in there)
