"""restore."""

from __future__ import annotations

from pathlib import Path

import click

from understudy.cli.common import answer, json_option, read_secret

__all__ = ["restore"]

_PATH = click.Path(path_type=Path)


@click.command()
@click.argument("release")
@click.option("--ledger", type=_PATH, required=True, metavar="FILE", help="The release's ledger.")
@click.option(
    "--ledger-key-file",
    type=_PATH,
    metavar="FILE",
    help="The secret that the ledger was encrypted with.",
)
@click.option("-o", "--output", required=True, metavar="ORIGINAL", help="A file or a directory.")
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

    secret = None
    if ledger_key_file is not None:
        secret = read_secret(ledger_key_file, "ledger key file")
    count = carry_out(release, ledger, output, secret)
    answer({"records": count, "output": output}, [f"{count:,} records restored"], as_json=as_json)
