"""revise check."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from understudy.cli.common import answer, read_ledger_key
from understudy.cli.options import json_option, ledger_options

if TYPE_CHECKING:
    from collections.abc import Iterable

    from understudy.check.check import Report
    from understudy.check.reading import Reading
    from understudy.check.released import Released

__all__ = ["revise"]

_QUEUE = 10
"""So many places are listed, the oddest first."""


@click.group()
def revise() -> None:
    """Check a release before you give it to others.

    \b
    Example:
      understudy revise check release.jsonl --ledger calls.ledger
    """


@revise.command()
@click.argument("release")
@ledger_options(required=True)
@click.option(
    "--most",
    type=click.FloatRange(0.0, 1.0),
    default=0.01,
    show_default=True,
    metavar="NUMBER",
    help="The largest share of entities that may break a rule. If it is exceeded, the exit "
    "status is 1.",
)
@click.option("--show", is_flag=True, help="List the violations by document id and offsets.")
@click.option(
    "--show-text",
    is_flag=True,
    help="List the violations with the original and the stand-in. Both are private, so the "
    "output is as secret as the ledger.",
)
@click.option(
    "--reading",
    is_flag=True,
    help="Also check how the text reads around its stand-ins, by rules of the language and by the "
    "shipped language model, and list the oddest places first.",
)
@json_option
def check(
    release: str,
    ledger: Path,
    ledger_key_file: Path | None,
    most: float,
    show: bool,
    show_text: bool,
    reading: bool,
    as_json: bool,
) -> None:
    """Check whether the stand-ins of a release are coherent.

    One person has one name, short forms and spellings match it, dates keep their distances, check
    digits are valid, and so on. A rule requires only what was true of the original.

    \b
    Examples:
      understudy revise check release.jsonl --ledger calls.ledger
      understudy revise check release.jsonl --ledger calls.ledger --show --json
      understudy revise check release.jsonl --ledger calls.ledger --reading
    """
    from understudy.check.check import check as carry_out  # noqa: PLC0415
    from understudy.check.released import read_released  # noqa: PLC0415

    secret = read_ledger_key(ledger_key_file)
    report = carry_out(read_released(release, ledger, secret))
    good = report.share <= most
    values: dict[str, Any] = {**report.as_json(), "most": most, "good": good}
    lines = _table(report, most)
    if show or show_text:
        values["violations"] = [_row(one, text=show_text) for one in report.violations]
        lines += [_line(row) for row in values["violations"]]
    if reading:
        found = _read_over(read_released(release, ledger, secret))
        values["reading"] = found.as_json()
        lines += _read_lines(found)
    answer(values, lines, as_json=as_json)
    if not good:
        raise click.exceptions.Exit(1)


def _read_over(documents: Iterable[Released]) -> Reading:
    from understudy.check.reading import read_over  # noqa: PLC0415
    from understudy.encoder import Encoder  # noqa: PLC0415
    from understudy.encoder.divergence import Divergence  # noqa: PLC0415

    return read_over(documents, Divergence(Encoder("full"), "hellinger", "share", window=6))


def _read_lines(found: Reading) -> list[str]:
    lines = ["", f"{'how it reads':<32}{'changes':>9}{'broken':>10}"]
    lines += [
        f"{rule:<32}{found.changes:>9,}{count:>10,}" for rule, count in sorted(found.broken.items())
    ]
    lines.append(
        f"{len(found.odd):,} of {found.changes:,} stand-ins break a rule: {found.share:.2%}; the "
        f"model moved by {found.middle:.2f} in the middle of {len(found.scored):,}"
    )
    for one in (*found.odd, *found.scored)[:_QUEUE]:
        why = ", ".join(one.rules) or f"score {one.score:.2f}"
        lines.append(f"{one.document} {one.start}-{one.end} {one.category}: {why}")
    return lines


def _table(report: Report, most: float) -> list[str]:
    lines = [f"{'rule':<32}{'checked':>9}{'violated':>10}"]
    for rule, checked in report.checked.items():
        if checked:
            lines.append(f"{rule:<32}{checked:>9,}{report.violated(rule):>10,}")
    lines.append(
        f"{report.broken:,} of {report.entities:,} entities in {report.documents:,} documents "
        f"break a rule: {report.share:.2%} (at most {most:.2%})"
    )
    return lines


def _row(one: Any, *, text: bool) -> dict[str, Any]:
    row = {name: getattr(one, name) for name in ("rule", "document", "start", "end", "category")}
    if text:
        row |= {"original": one.original, "surrogate": one.surrogate}
    return row


def _line(row: dict[str, Any]) -> str:
    place = f"{row['document']} {row['start']}-{row['end']} {row['category']}: {row['rule']}"
    if "original" in row:
        return f"{place}: {row['original']!r} → {row['surrogate']!r}"
    return place
