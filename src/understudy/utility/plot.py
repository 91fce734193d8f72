"""Scores against p with ε on a second axis, as SVG (Adelani et al. 2020, Figure 1)."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import NamedTuple

from markupsafe import Markup

from understudy.report.figures import round_step
from understudy.report.svg import line, svg, tag, text
from understudy.report.words import epsilon as shown

__all__ = ["Curve", "Point", "score_plot", "standalone"]

_WIDTH, _HEIGHT = 800.0, 430.0
_LEFT, _RIGHT, _TOP, _BOTTOM = 60.0, 640.0, 40.0, 310.0
_GAP = 15.0


class Point(NamedTuple):
    """A score at one p, and what that p costs in both readings."""

    p: float
    score: float
    deviation: float | None = None
    strict: float = 0.0
    paper: float = 0.0


class Curve(NamedTuple):
    """The points of one strategy."""

    name: str
    points: tuple[Point, ...]


def score_plot(curves: Sequence[Curve], metric: str, base: float | None) -> Markup:
    """One curve for each strategy; ``base`` is the score of untouched text.

    Below the axis of p stand the values of ε of each curve that has any: the strict reading, and
    the paper's where it differs.
    """
    marks = _range(curves, base)
    low, high = marks[0], marks[-1]

    def x(p: float) -> float:
        return _LEFT + p * (_RIGHT - _LEFT)

    def y(value: float) -> float:
        return _BOTTOM - (value - low) / (high - low) * (_BOTTOM - _TOP)

    parts = [*_frame(marks, metric, x, y)]
    if base is not None:
        parts.append(line(_LEFT, y(base), _RIGHT, y(base), "curve fall other"))
        parts.append(text(_RIGHT + 8.0, y(base) + 4.0, "none", "label"))
    taken = [] if base is None else [y(base)]
    for number, curve in enumerate(curves, 1):
        parts += _drawn(curve, number, x, y)
        at = _free(y(curve.points[-1].score), taken)
        taken.append(at)
        parts.append(text(_RIGHT + 8.0, at + 4.0, curve.name, f"label t{_colour(number)}"))
    rows = _epsilons(curves)
    for number, (name, values) in enumerate(rows):
        below = _BOTTOM + 62.0 + _GAP * number
        parts.append(text(_RIGHT + 28.0, below, name, "tick"))
        parts += (text(x(p), below, value, "tick", "middle") for p, value in values)
    height = max(_HEIGHT - 60.0, _BOTTOM + 72.0 + _GAP * len(rows))
    about = "; ".join(
        f"{curve.name}: {curve.points[0].score:.4g} at p = {curve.points[0].p:g} to "
        f"{curve.points[-1].score:.4g} at p = {curve.points[-1].p:g}"
        for curve in curves
    )
    title = f"{metric} against the probability p of replacement"
    return svg(_WIDTH, height, title, about, parts)


def _range(curves: Sequence[Curve], base: float | None) -> list[float]:
    """Round values that hold all scores between them."""
    values = [
        point.score + side * (point.deviation or 0.0)
        for curve in curves
        for point in curve.points
        for side in (-1.0, 1.0)
    ]
    values += [] if base is None else [base]
    low, high = min(values), max(values)
    low = 0.0 if 0.0 <= low < 0.5 * high else low
    step = round_step(max(high - low, 1e-3 * abs(high), 1e-9), 5)
    first, last = math.floor(low / step + 1e-9), math.ceil(high / step - 1e-9)
    return [at * step for at in range(first, max(last, first + 1) + 1)]


def _frame(
    marks: Sequence[float],
    metric: str,
    x: Callable[[float], float],
    y: Callable[[float], float],
) -> list[str]:
    found = [text(_LEFT - 44.0, _TOP - 16.0, metric, "axis")]
    for value in marks:
        class_ = "base" if value == marks[0] else "grid"
        found.append(line(_LEFT, y(value), _RIGHT, y(value), class_))
        found.append(text(_LEFT - 8.0, y(value) + 4.0, f"{value:.6g}", "tick", "end"))
    for at in range(0, 11, 2):
        found.append(line(x(at / 10), _BOTTOM, x(at / 10), _BOTTOM + 5.0, "base"))
        found.append(text(x(at / 10), _BOTTOM + 20.0, f"{at / 10:g}", "tick", "middle"))
    middle = (_LEFT + _RIGHT) / 2.0
    found.append(text(middle, _BOTTOM + 40.0, "probability p of replacement", "axis", "middle"))
    return found


def _colour(number: int) -> int:
    return (number - 1) % 6 + 1


def _drawn(
    curve: Curve, number: int, x: Callable[[float], float], y: Callable[[float], float]
) -> list[str]:
    colour = f"c{_colour(number)}"
    found = []
    if len(curve.points) > 1:
        path = " ".join(f"{x(one.p):.1f},{y(one.score):.1f}" for one in curve.points)
        found.append(tag("polyline", points=path, class_=f"curve {colour}"))
    for one in curve.points:
        if one.deviation:
            ends = y(one.score - one.deviation), y(one.score + one.deviation)
            found.append(line(x(one.p), ends[0], x(one.p), ends[1], f"curve {colour}"))
        title = f"{curve.name}, p = {one.p:g}: {one.score:.4g}, ε = {_epsilon(one.strict)}"
        found.append(
            tag(
                "circle",
                tag("title", title),
                cx=x(one.p),
                cy=y(one.score),
                r=4.5,
                class_=f"dot {colour}",
            )
        )
    return found


def _free(wanted: float, taken: Sequence[float]) -> float:
    """A place for a label that no other label has."""
    at = wanted
    while any(abs(at - one) < _GAP - 1.0 for one in taken):
        at += 1.0
    return at


def _epsilons(curves: Sequence[Curve]) -> list[tuple[str, list[tuple[float, str]]]]:
    """The second axis: ε of each curve by p, a row for each reading that says something."""
    found = []
    for curve in curves:
        if len(curve.points) < 2:
            continue
        strict = [(one.p, _epsilon(one.strict)) for one in curve.points]
        paper = [(one.p, _epsilon(one.paper)) for one in curve.points]
        if strict == paper:
            found.append((f"ε, {curve.name}", strict))
        else:
            found.append((f"ε strict, {curve.name}", strict))
            found.append((f"ε paper, {curve.name}", paper))
    return found


def _epsilon(value: float) -> str:
    if math.isinf(value):
        return "∞"
    return shown(value) if value < 0.01 else f"{value:.2f}"


_STYLE = """
svg{font:14px system-ui,sans-serif;background:#fff}text{fill:#1b2127}
.tick,.axis{fill:#55606c}.tick{font-size:11px}.label{font-size:13px}
.grid{stroke:#d5dbe1}.base{stroke:#55606c}.curve{fill:none;stroke:var(--c);stroke-width:2}
.fall{stroke-dasharray:5 4}.dot{fill:var(--c);stroke:#fff;stroke-width:1.5}.other{--c:#55606c}
.c1{--c:#0b62b8}.c2{--c:#b04a12}.c3{--c:#0f7354}.c4{--c:#86389f}.c5{--c:#a62c4a}.c6{--c:#626600}
.t1{fill:#0b62b8}.t2{fill:#b04a12}.t3{fill:#0f7354}.t4{fill:#86389f}.t5{fill:#a62c4a}.t6{fill:#626600}
"""


def standalone(drawing: Markup) -> str:
    """The drawing as a file of its own."""
    head = '<svg xmlns="http://www.w3.org/2000/svg"'
    body = str(drawing).replace("<svg", head, 1)
    opening, _, rest = body.partition(">")
    return f"{opening}><style>{_STYLE.strip()}</style>{rest}\n"
