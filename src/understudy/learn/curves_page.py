"""The page of a study: one HTML file that needs nothing else and shows no text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from statistics import fmean
from typing import Any

from jinja2 import Template

from understudy.learn.plots import curves_plot
from understudy.learn.study import SLACK
from understudy.report.template import template

__all__ = ["reached", "render", "stopped"]

RULE = "stable"
"""The rule whose stops the plots show."""


def render(results: Mapping[str, Any], *, target: str, sources: Sequence[str]) -> str:
    """The results of a study as a page; ``target`` and ``sources`` are the names of the corpora."""
    plan, curves, full = results["plan"], results["curves"], results["full"]
    return _template().render(
        target=target,
        sources=sources,
        full=full,
        test=results["test"],
        sizes=plan["sizes"],
        seeds=results["seeds"] if plan["sizes"] else [],
        curves=curves,
        runs=plan["runs"],
        rule=RULE,
        slack=SLACK,
        plots=_plots(curves, full["f1"]) if curves else [],
        reached=list(reached(curves)),
        stops=list(stopped(curves)),
    )


def _plots(curves: Sequence[Mapping[str, Any]], full: float) -> list[Any]:
    return [
        curves_plot(
            curves, across=across, full=full, close=close, stops=list(_marks(curves, across))
        )
        for across in ("instances", "words")
        for close in (False, True)
    ]


def _marks(
    curves: Sequence[Mapping[str, Any]], across: str
) -> Iterator[tuple[int, float, float, str]]:
    for number, curve in enumerate(curves):
        held = [run["stops"][RULE] for run in curve["runs"] if RULE in run["stops"]]
        if held:
            yield number, fmean(x[across] for x in held), fmean(x["f1"] for x in held), RULE


def reached(curves: Sequence[Mapping[str, Any]]) -> Iterator[dict[str, Any]]:
    """What it costs to come to the top, by query."""
    for curve in curves:
        held = [run["reached"] for run in curve["runs"] if run["reached"]]
        means = {name: fmean(one[name] for one in held) for name in held[0]} if held else {}
        yield {"query": curve["query"], "count": len(held), **means}


def stopped(curves: Sequence[Mapping[str, Any]]) -> Iterator[dict[str, Any]]:
    """Where each rule stops, by query and rule."""
    for curve in curves:
        rules = dict.fromkeys(rule for run in curve["runs"] for rule in run["stops"])
        for rule in rules:
            held = [run["stops"][rule] for run in curve["runs"] if rule in run["stops"]]
            means = {
                name: fmean(one[name] for one in held)
                for name in ("instances", "words", "minutes", "f1")
            }
            yield {"query": curve["query"], "rule": rule, "count": len(held), **means}


@cache
def _template() -> Template:
    return template("understudy.learn", "curves.html", {"share": _share})


def _share(value: float) -> str:
    return f"{value:.3f}"
