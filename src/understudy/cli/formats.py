"""formats."""

from __future__ import annotations

import click

from understudy import corpus
from understudy.cli.common import answer
from understudy.cli.options import json_option

__all__ = ["formats"]


@click.command()
@json_option
def formats(as_json: bool) -> None:
    """List the corpus formats.

    \b
    Example:
      understudy formats
    """
    rows = []
    for name in corpus.formats():
        found = corpus.find(name)
        rows.append(
            {
                "name": name,
                "suffixes": list(found.suffixes),
                "annotations": found.traits.writes_annotations,
                "streams": found.traits.streams,
            }
        )
    lines = [f"{'format':<10}{'suffixes':<30}{'annotations':<14}stdin/stdout"]
    for row in rows:
        shown = " ".join(str(one) for one in row["suffixes"])  # type: ignore[attr-defined]
        lines.append(
            f"{row['name']:<10}{shown:<30}{'its own' if row['annotations'] else '-':<14}"
            f"{'yes' if row['streams'] else 'no'}"
        )
    lines.append("All but parquet and xlsx may be compressed: .gz, .xz, .zst")
    answer({"formats": rows}, lines, as_json=as_json)
