"""The page of a measurement: one HTML file that needs nothing else and shows no text."""

from __future__ import annotations

from functools import cache

from jinja2 import Template

from understudy.measure.table import FIGURES, ScoreRow, Table
from understudy.report.template import template

__all__ = ["render"]

MOST = 2000
"""Misses that the page lists; all of them are in the JSON answer."""

KINDS = {
    "missed": "nothing was found there",
    "partly": "some of its characters are not covered",
    "label": "covered under another label",
    "border": "covered by a wider span, or by several",
    "spurious": "found where the truth has nothing",
}


def render(table: Table, *, gold: str, predicted: str) -> str:
    """The measurement as a page; ``gold`` and ``predicted`` are the names of the two corpora."""
    counts = {
        kind: sum(miss.kind == kind for miss in table.misses)
        for kind in KINDS
        if any(miss.kind == kind for miss in table.misses)
    }
    return _template().render(
        table=table,
        gold=gold,
        predicted=predicted,
        rows=[(row.name, row) for row in table.rows],
        overall=[("Overall", table.micro), ("Macro mean", table.macro)],
        unlabelled=table.unlabelled,
        kinds=KINDS,
        counts=counts,
        misses=table.misses[:MOST],
        figures=FIGURES,
    )


@cache
def _template() -> Template:
    return template("understudy.measure", "scores.html", {"share": _share}, {"interval": _interval})


def _share(value: float | None) -> str:
    return "–" if value is None else f"{value:.3f}"


def _interval(row: ScoreRow, name: str) -> str:
    found = row.intervals[name]
    return "" if found is None else f"{found[0]:.3f} to {found[1]:.3f}"
