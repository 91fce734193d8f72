"""restore."""

from __future__ import annotations

from pathlib import Path

import click

from understudy.cli.common import answer, read_ledger_key
from understudy.cli.options import json_option, ledger_options
from understudy.report.words import plural

__all__ = ["restore"]


@click.command()
@click.argument("release")
@ledger_options(required=True)
@click.option(
    "-o", "--output", required=True, metavar="ORIGINAL", help="The file or directory to restore to."
)
@json_option
def restore(
    release: str, ledger: Path, ledger_key_file: Path | None, output: str, as_json: bool
) -> None:
    """Restore the original from a release and its ledger.

    \b
    Example:
      understudy restore release.jsonl --ledger calls.ledger -o original.jsonl
    """
    from understudy.run.restore import restore as carry_out  # noqa: PLC0415

    count = carry_out(release, ledger, output, read_ledger_key(ledger_key_file))
    answer(
        {"records": count, "output": output},
        [f"{plural(count, 'record')} restored"],
        as_json=as_json,
    )
