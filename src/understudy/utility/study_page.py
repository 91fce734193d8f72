"""The page of a study: one HTML file that needs nothing else and shows no text."""

from __future__ import annotations

from functools import cache

from jinja2 import Template
from markupsafe import Markup

from understudy.report.template import template
from understudy.report.words import epsilon, plural, probability
from understudy.utility.bootstrap import Difference, Score
from understudy.utility.plot import Curve, Point, score_plot
from understudy.utility.table import ConditionRow, Table
from understudy.utility.tasks import Metric

__all__ = ["curves", "gain_cell", "nothing_learnt", "render", "score_cell"]

_GOOD = 1.0
"""ε per draw up to which a bound says that little can be told of a value."""


def render(table: Table, *, corpus: str, test: str, command: str | None = None) -> str:
    """The table of a study as a page; the names of the corpora stand in its head."""
    metric = table.task.metrics[0]
    drawn = curves(table)
    many = any(len(one.points) > 1 for one in drawn)
    return _template().render(
        table=table,
        metric=metric,
        corpus=corpus,
        test=test,
        command=command,
        plots=_plots(table, drawn, metric) if many else [],
        verdict=_verdict(table, metric),
        marked=any(row.marked for row in table.rows),
        several=len({row.condition.entities for row in table.rows[1:]}) > 1,
        once=any(len(row.scores[metric.name].runs) == 1 for row in table.rows)
        and len(table.seeds) > 1,
    )


def curves(table: Table) -> list[Curve]:
    """One for each strategy and kind of entities, by p; at p = 0 nothing is replaced."""
    metric = table.task.metrics[0]
    found: dict[tuple[str, str], list[Point]] = {}
    kinds = {row.condition.entities for row in table.rows[1:]}
    for row in table.rows[1:]:
        of = row.scores[metric.name]
        scale = 100.0 if metric.percent else 1.0
        spread = None if of.deviation is None else of.deviation * scale
        bound = row.bound
        point = Point(row.condition.p, of.mean * scale, spread, bound.strict, bound.paper)
        if not row.condition.untouched:
            found.setdefault((row.condition.label, row.condition.entities), []).append(point)
    return [
        Curve(f"{name}, {kind}" if len(kinds) > 1 else name, tuple(sorted(points)))
        for (name, kind), points in found.items()
    ]


def _plots(table: Table, drawn: list[Curve], metric: Metric) -> list[Markup]:
    """Six curves to a drawing, since there are six colours."""
    scale = 100.0 if metric.percent else 1.0
    base = table.none.scores[metric.name].mean * scale
    return [score_plot(drawn[at : at + 6], metric.name, base) for at in range(0, len(drawn), 6)]


def nothing_learnt(table: Table) -> str:
    """What is said of a study whose learner learns nothing; empty where it does."""
    if table.learnt or table.guessed is None:
        return ""
    metric = table.task.metrics[0]
    error, guess = table.none.scores[metric.name].mean * 100.0, (1.0 - table.guessed) * 100.0
    return (
        f"The learner learnt nothing from untouched text ({metric.name} {error:.2f}; the most "
        f"frequent label alone would have {guess:.2f}), so this study does not tell what a release "
        "is good for. Give it more documents, or another learner."
    )


def _verdict(table: Table, metric: Metric) -> str:
    """The strategy that loses least among those with a bound that is worth something."""
    nothing = nothing_learnt(table)
    if nothing:
        return nothing
    able = [row for row in table.rows if not row.condition.untouched and row.bound.strict <= _GOOD]
    if not able:
        return f"No strategy of this study has an ε of {_GOOD:g} or less in the strict reading."
    best = max(able, key=lambda row: row.gains[metric.name].value)
    gain = best.gains[metric.name]
    p, bound = probability(best.condition.p), epsilon(best.bound.strict)
    name = f"{best.condition.label} (p = {p}, ε = {bound})"
    unit = " points" if metric.percent else ""
    scale = 100.0 if metric.percent else 1.0
    if gain.low <= 0.0 <= gain.high:
        return (
            f"Of the strategies with ε ≤ {_GOOD:g}, {name} keeps most; no difference to untouched "
            f"text can be told ({gain_cell(gain, metric)}{unit})."
        )
    change = "loses" if gain.value < 0 else "gains"
    return (
        f"Of the strategies with ε ≤ {_GOOD:g}, {name} keeps most: it {change} "
        f"{abs(gain.value) * scale:.2f}{unit} against untouched text."
    )


@cache
def _template() -> Template:
    return template(
        "understudy.utility",
        "study.html",
        {"epsilon": epsilon, "p": probability},
        {"score": score_cell, "gain": gain_cell, "plural": plural, "share": _share, "left": _left},
    )


def score_cell(of: Score, metric: Metric) -> str:
    """``98.40 ± 0.20``; a single run has no deviation."""
    scale = 100.0 if metric.percent else 1.0
    mean = f"{of.mean * scale:.2f}"
    return mean if of.deviation is None else f"{mean} ± {of.deviation * scale:.2f}"


def gain_cell(of: Difference | None, metric: Metric) -> str:
    """What is gained against untouched text, with its interval, as a cell of a table."""
    if of is None:
        return "–"
    scale = 100.0 if metric.percent else 1.0
    low, high = of.low * scale, of.high * scale
    return f"{of.value * scale:+.2f} ({low:+.2f} to {high:+.2f})"


def _share(row: ConditionRow) -> str:
    """ "1,375 of 1,417" """
    total = row.replaced + row.kept + sum(row.left.values())
    return f"{row.replaced:,} of {total:,}" if total else "–"


def _left(row: ConditionRow) -> str:
    """ "weekday 26, country 16" """
    return ", ".join(f"{reason} {count:,}" for reason, count in row.left.items())
