"""columns."""

from __future__ import annotations

import shlex
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import asdict
from typing import Any

import click

from understudy.cli.common import answer, corpus_options, options_from
from understudy.cli.options import json_option
from understudy.corpus.columns import shown
from understudy.corpus.proposal import Proposal, propose

__all__ = ["columns", "decisions", "proposals", "table", "undecided_notice"]

CONFIRM = "Check each line: a column with the wrong kind is replaced wrongly, or not at all."


@click.command()
@click.argument("tables", metavar="FILE...", nargs=-1, required=True)
@corpus_options
@json_option
def columns(tables: Sequence[str], **given: Any) -> None:
    """Propose what the columns of one or more tables contain.

    Looks at the names of the columns and at a sample of their values, and proposes an option
    --column NAME=KIND for each. No value is shown.

    \b
    Examples:
      understudy columns tickets.csv
      understudy columns exports/
    """
    found = proposals(tables, given)
    command = ["understudy", "run", *tables, "-o", "OUTPUT", *decisions(found)]
    lines = [*table(found), "", CONFIRM, "", shlex.join(command) + undecided_notice(found)]
    open_ones = [one.name for one in found if one.kind is None]
    if open_ones:
        lines.append(f"Left to be decided: {shown(open_ones)}")
    answer({"columns": [asdict(one) for one in found]}, lines, as_json=given["as_json"])


def proposals(
    sources: Sequence[str], given: Mapping[str, Any], decided: Collection[str] = ()
) -> tuple[Proposal, ...]:
    """What the options of a command propose for the tables, but for what is decided on."""
    options = options_from(given)
    return propose(sources, given["format_name"], options, decided=decided)


def decisions(found: Iterable[Proposal]) -> list[str]:
    """The proposals as options of a command."""
    return [
        word
        for one in found
        if one.kind is not None
        for word in ("--column", f"{one.name}={one.kind}")
    ]


def undecided_notice(found: Iterable[Proposal]) -> str:
    """What a command still has to say of the columns that nothing tells about."""
    return "".join(f" --column {shlex.quote(one.name)}=KIND" for one in found if one.kind is None)


def table(found: Iterable[Proposal]) -> list[str]:
    """The proposals for people to read."""
    rows = [("column", "kind", "evidence")]
    for one in found:
        warned = f" (warning: {one.warning})" if one.warning else ""
        rows.append((one.name, one.kind or "?", one.evidence + warned))
    first, second = (max(len(row[at]) for row in rows) for at in (0, 1))
    return [f"{name:<{first}}  {kind:<{second}}  {why}" for name, kind, why in rows]
