"""Learning curves as SVG: means as lines, standard deviations as shadows, stops as marks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import median
from typing import Any, NamedTuple

from markupsafe import Markup, escape

from understudy.report.figures import round_step
from understudy.report.svg import line, svg, tag, text

__all__ = ["Axis", "curves_plot"]

WIDTH, HEIGHT = 800.0, 420.0
LEFT, RIGHT, TOP, BOTTOM = 56.0, 24.0, 28.0, 48.0
_TEXT_ROW = 18.0
COLOURS = 9
_LAST = 0.5
"""Of what was spent: where the close-up begins."""
Point = tuple[float, float, float]
"""What was spent, the mean F1 and its deviation."""


class Axis(NamedTuple):
    """From a range of values to a range of places."""

    low: float
    high: float
    start: float
    end: float

    def __call__(self, value: float) -> float:
        share = (min(max(value, self.low), self.high) - self.low) / (self.high - self.low or 1.0)
        return self.start + share * (self.end - self.start)

    def ticks(self, parts: int) -> list[float]:
        """About so many round values from one end to the other."""
        step = round_step(self.high - self.low, parts)
        first = -(-self.low // step)
        found = [(first + at) * step for at in range(parts * 3)]
        return [value for value in found if value <= self.high + step * 1e-9]


def curves_plot(
    curves: Sequence[Mapping[str, Any]],
    *,
    across: str,
    full: float,
    close: bool = False,
    stops: Sequence[tuple[int, float, float, str]] = (),
) -> Markup:
    """F1 against what was spent; ``close`` shows the last stretch before the top. ``stops`` are the
    number of a curve, where it stops, what it has reached there, and the rule's name."""
    points = [[_point(step, across) for step in curve["steps"]] for curve in curves]
    xs = [x for of_curve in points for x, _, _ in of_curve]
    ys = [y for of_curve in points for _, y, _ in of_curve] + [full]
    left, low = _corner(points, close)
    height = HEIGHT + _TEXT_ROW * ((len(curves) + 1) // 2) + 10.0
    x_axis = Axis(left, max(xs), LEFT, WIDTH - RIGHT)
    y_axis = Axis(low, max(ys) + 0.02 * (max(ys) - low) + 1e-6, HEIGHT - BOTTOM, TOP)
    parts = [*_frame(x_axis, y_axis, across), *_goal(y_axis, full)]
    for number, of_curve in enumerate(points):
        shown = [one for one in of_curve if one[0] >= x_axis.low and one[1] >= low] or of_curve[-1:]
        parts += _curve(x_axis, y_axis, shown, number)
    for number, x, y, rule in stops:
        if x >= x_axis.low and y >= low:
            parts.append(_stop(x_axis(x), y_axis(y), number, rule))
    parts += _legend([str(curve["query"]) for curve in curves])
    about = "; ".join(
        f"{curve['query']} ends at F1 {of_curve[-1][1]:.3f} after {of_curve[-1][0]:,.0f} {across}"
        for curve, of_curve in zip(curves, points, strict=True)
    )
    what = "The last stretch of the curves" if close else "Learning curves"
    return svg(WIDTH, height, f"{what}: F1 against {across} annotated", about, parts)


def _point(step: Mapping[str, Any], across: str) -> Point:
    x = step[across]
    x = x["mean"] if isinstance(x, Mapping) else x
    return float(x), float(step["f1"]["mean"]), float(step["f1"]["deviation"] or 0.0)


def _corner(points: Sequence[Sequence[Point]], close: bool) -> tuple[float, float]:
    """The lowest values that are shown; close up, the last stretch of the better half."""
    if not close:
        return 0.0, max(0.0, min(y for of_curve in points for _, y, _ in of_curve) - 0.02)
    ends = [of_curve[-1][1] for of_curve in points]
    better = [of_curve for of_curve in points if of_curve[-1][1] >= median(ends)]
    left = _LAST * max(of_curve[-1][0] for of_curve in better)
    lows = [y for of_curve in better for x, y, _ in of_curve if x >= left]
    return left, min(lows) - 0.002


def _frame(x_axis: Axis, y_axis: Axis, across: str) -> list[str]:
    bottom = HEIGHT - BOTTOM
    found = [text(LEFT - 44.0, TOP - 12.0, "F1", "axis")]
    for value in y_axis.ticks(6):
        y = y_axis(value)
        found.append(line(LEFT, y, WIDTH - RIGHT, y, "grid"))
        found.append(text(LEFT - 8.0, y + 4.0, f"{value:.4g}", "tick", "end"))
    for value in x_axis.ticks(8):
        x = x_axis(value)
        found.append(line(x, bottom, x, bottom + 5.0, "base"))
        found.append(text(x, bottom + 20.0, f"{value:,.0f}", "tick", "middle"))
    middle = (LEFT + WIDTH - RIGHT) / 2.0
    return [*found, text(middle, bottom + 40.0, f"{across} annotated", "axis", "middle")]


def _goal(y_axis: Axis, full: float) -> list[str]:
    y = y_axis(full)
    return [
        line(LEFT, y, WIDTH - RIGHT, y, "goal"),
        text(LEFT + 4.0, y - 5.0, f"the whole pool: {full:.4f}", "tick"),
    ]


def _curve(x_axis: Axis, y_axis: Axis, points: Sequence[Point], number: int) -> list[str]:
    colour = _colour(number)
    above = [f"{x_axis(x):.1f},{y_axis(y + spread):.1f}" for x, y, spread in points]
    below = [f"{x_axis(x):.1f},{y_axis(y - spread):.1f}" for x, y, spread in reversed(points)]
    middle = [f"{x_axis(x):.1f},{y_axis(y):.1f}" for x, y, _ in points]
    return [
        tag("polygon", points=" ".join(above + below), class_=f"shadow {colour}"),
        tag("polyline", points=" ".join(middle), class_=f"curve {colour}"),
    ]


def _colour(number: int) -> str:
    """The class of a curve; when all colours are used, they come again with dashes."""
    return f"c{number % COLOURS + 1}{' again' if number >= COLOURS else ''}"


def _stop(x: float, y: float, number: int, rule: str) -> str:
    words = tag("title", str(escape(f"{rule} stops here")))
    return tag("circle", words, cx=x, cy=y, r=5.0, class_=f"dot {_colour(number)}")


def _legend(names: Sequence[str]) -> list[str]:
    found = []
    for number, name in enumerate(names):
        x = LEFT + (number % 2) * (WIDTH - LEFT - RIGHT) / 2.0
        y = HEIGHT + (number // 2) * _TEXT_ROW + 16.0
        found.append(line(x, y - 4.0, x + 24.0, y - 4.0, f"curve {_colour(number)}"))
        found.append(text(x + 32.0, y, name, "tick"))
    return found
