"""Plots as inline SVG, made by small pure functions.

Colours are classes, which the page's style sheet fills in for light, dark and paper. The drawings
have fixed coordinates; the page lets them scroll where the window is narrow, so that their letters
stay readable.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from markupsafe import Markup, escape

from understudy.privacy.accounting import epsilon as lemma_epsilon
from understudy.report.figures import Bin, Curve, Point
from understudy.report.svg import line, svg, tag, text, ticks
from understudy.report.words import plural, size

__all__ = ["epsilon_plot", "histogram"]

_RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
_LOW_P = 0.1
_LEAST_P = 1e-3
"""A smaller p is drawn here: such a list hardly replaces."""
_LABEL_GAP = 14.0
_GUTTER = 98.0
"""Room between the axis of ε and the first p, for the labels of the curves."""


@dataclass(frozen=True, slots=True)
class _Box:
    """The area between the axes."""

    left: float
    top: float
    right: float
    bottom: float


# --- ε against p ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Logit:
    """The axis of p: log-odds between two ends, then a gap, then p = 1."""

    box: _Box
    low: float
    high: float
    """Log-odds to the base ten."""

    def __call__(self, p: float) -> float:
        if p >= 1.0:
            return self.box.right
        return self.at(self._odds(p))

    def at(self, odds: float) -> float:
        share = (min(max(odds, self.low), self.high) - self.low) / (self.high - self.low)
        return self.start + share * (self.end - self.start)

    @property
    def start(self) -> float:
        return self.box.left + _GUTTER

    @property
    def end(self) -> float:
        """Where the log-odds end and the gap before p = 1 begins."""
        return self.box.right - 52.0

    @staticmethod
    def _odds(p: float) -> float:
        return math.log10(p / (1.0 - p)) if p > 0.0 else -math.inf


def _axis(box: _Box, points: Sequence[Point]) -> _Logit:
    """Wide enough for the p in use, and at least from 0.1 to 0.9999."""
    inner = [point.p for point in points if 0.0 < point.p < 1.0]
    low = max(_LEAST_P, min([_LOW_P, *(10.0 ** math.floor(math.log10(p)) for p in inner)]))
    least = min((1.0 - p for p in inner), default=1e-4)
    decades = min(max(4, math.ceil(-math.log10(least) - 1e-9)), 16)
    return _Logit(box, math.log10(low / (1.0 - low)), float(decades))


def _p_ticks(axis: _Logit) -> list[tuple[float, str]]:
    decades = round(axis.high)
    every = 1 if decades <= 7 else 2
    below = range(round(math.log10(1.0 / (1.0 + 10.0**-axis.low))), 0)
    found = [(10.0**power, f"{10.0**power:g}") for power in below] + [(0.5, "0.5")]
    for power in range(1, decades + 1):
        if (power - 1) % every == 0:
            p = 1.0 - 10.0**-power
            raised = str(-power).translate(_RAISED)
            found.append((p, f"{p:.{power}f}" if power <= 5 else f"1−10{raised}"))
    return [*found, (1.0, "1")]


def epsilon_plot(curves: Sequence[Curve], points: Sequence[Point]) -> Markup:
    """One curve for each table, and the settings in use as dots."""
    width, height = 800.0, 400.0
    box = _Box(40.0, 36.0, width - 24.0, height - 52.0)
    axis = _axis(box, points)
    least_p = 1.0 / (1.0 + 10.0**-axis.low)
    top = max(
        [lemma_epsilon(least_p, curve.pi_min) for curve in curves]
        + [point.epsilon for point in points if math.isfinite(point.epsilon)]
    )
    marks = ticks(top, 6)

    def place(value: float) -> float:
        value = min(value, marks[-1])
        return box.bottom - value / marks[-1] * (box.bottom - box.top)

    parts = [
        *_frame(box, marks, place),
        *_p_axis(box, axis),
        *(_drawn(axis, place, curve, at) for at, curve in enumerate(curves)),
        *_labels(axis, place, curves),
        *_dots(axis, place, points, curves),
    ]
    about = (
        f"{plural(len(curves), 'curve')}, one for each size of list, from k ≈ "
        f"{size(curves[0].pi_min)} to k ≈ {size(curves[-1].pi_min)}. Each falls as p grows and "
        "reaches 0 at p = 1. Dots mark the settings of this run."
    )
    return svg(
        width, height, "Privacy loss ε against the probability p of replacement", about, parts
    )


def _frame(box: _Box, marks: Sequence[float], place: Callable[[float], float]) -> list[str]:
    found = [text(box.left - 30.0, box.top - 18.0, "ε per draw", "axis")]
    for value in marks:
        y = place(value)
        found.append(line(box.left, y, box.right, y, "grid" if value else "base"))
        found.append(text(box.left - 8.0, y + 4.0, f"{value:g}", "tick", "end"))
    return found


def _p_axis(box: _Box, axis: _Logit) -> list[str]:
    middle = (axis.start + box.right) / 2.0
    found = [text(middle, box.bottom + 42.0, "probability p of replacement", "axis", "middle")]
    for p, words in _p_ticks(axis):
        x = axis(p)
        found.append(line(x, box.bottom, x, box.bottom + 5.0, "base"))
        found.append(text(x, box.bottom + 20.0, words, "tick", "middle"))
    gap = (axis.end + box.right) / 2.0
    found += (
        line(gap + shift - 3.0, box.bottom + 5.0, gap + shift + 3.0, box.bottom - 5.0, "base")
        for shift in (-3.0, 3.0)
    )
    return found


def _drawn(axis: _Logit, place: Callable[[float], float], curve: Curve, number: int) -> str:
    """The curve in log-odds, where it is smooth, and its fall to 0 at p = 1."""
    steps = 120
    path = []
    for at in range(steps + 1):
        odds = axis.low + (axis.high - axis.low) * at / steps
        loss = math.log1p(10.0**-odds / curve.pi_min)
        path.append(f"{axis.at(odds):.1f},{place(loss):.1f}")
    last = axis.box.right
    colour = f"c{number + 1}" + ("" if curve.proven else " paper-only")
    x, y = path[-1].split(",")
    return tag("polyline", points=" ".join(path), class_=f"curve {colour}") + tag(
        "line", x1=x, y1=y, x2=last, y2=place(0.0), class_=f"curve fall c{number + 1}"
    )


def _labels(axis: _Logit, place: Callable[[float], float], curves: Sequence[Curve]) -> list[str]:
    """The size of its list at the start of each curve, moved down where labels would collide."""
    found: list[str] = []
    y = -math.inf
    for number, curve in enumerate(curves):
        y = max(place(math.log1p(10.0**-axis.low / curve.pi_min)), y + _LABEL_GAP)
        words = f"k ≈ {size(curve.pi_min)}"
        found.append(text(axis.start - 8.0, y + 4.0, words, f"label t{number + 1}", "end"))
    return found


def _number(point: Point, curves: Sequence[Curve]) -> int | None:
    """Which curve a setting lies on; None where that curve is not drawn, or p = 1."""
    if point.pi_min is None:
        return None
    near = f"{point.pi_min:.1e}"
    return next((at for at, one in enumerate(curves) if f"{one.pi_min:.1e}" == near), None)


def _dots(
    axis: _Logit, place: Callable[[float], float], points: Sequence[Point], curves: Sequence[Curve]
) -> list[str]:
    """The settings in use; coloured ones lie on top."""
    numbered = [(_number(point, curves), point) for point in points]
    numbered.sort(key=lambda pair: pair[0] is not None)
    return [_dot(axis, place, point, number) for number, point in numbered]


def _dot(axis: _Logit, place: Callable[[float], float], point: Point, number: int | None) -> str:
    loss = f"{point.epsilon:.4g}" if math.isfinite(point.epsilon) else "∞"
    words = tag("title", str(escape(f"p = {point.p:.10g}, ε = {loss}")))
    colour = "other" if number is None else f"c{number + 1}"
    radius = 4.0 if number is None and point.p < 1.0 else 5.5
    return tag(
        "circle", words, cx=axis(point.p), cy=place(point.epsilon), r=radius, class_=f"dot {colour}"
    )


# --- a histogram ----------------------------------------------------------------------------


def histogram(bins: Sequence[Bin], what: str, of: str) -> Markup:
    """How many documents or data subjects lie in each range of ε; ∞ stands apart."""
    width, height = 420.0, 210.0
    box = _Box(16.0, 28.0, width - 16.0, height - 46.0)
    tallest = max(one.count for one in bins)
    finite = [one for one in bins if math.isfinite(one.low)]
    beyond = [one for one in bins if math.isinf(one.low)]
    room = box.right - box.left - (56.0 if beyond and finite else 0.0)
    wide = min(room / max(1, len(finite)), 56.0)
    parts = [line(box.left, box.bottom, box.right, box.bottom, "base")]
    for at, one in enumerate(finite):
        parts += _bar(box, box.left + at * wide, wide, one.count, tallest, "bar")
    parts += _edges(box, finite, wide)
    for one in beyond:
        x = box.left + len(finite) * wide + (24.0 if finite else 0.0)
        parts += _bar(box, x, 32.0, one.count, tallest, "bar infinite")
        parts.append(text(x + 16.0, box.bottom + 18.0, "∞", "tick", "middle"))
    middle = (box.left + box.right) / 2.0
    parts.append(text(middle, height - 8.0, what, "axis", "middle"))
    total = sum(one.count for one in bins)
    about = "; ".join(_spoken(one) for one in bins if one.count)
    return svg(width, height, f"{what}, {total:,} {of}", about, parts)


def _bar(box: _Box, x: float, wide: float, count: int, tallest: int, class_: str) -> list[str]:
    if not count:
        return []
    tall = max(1.5, count / tallest * (box.bottom - box.top))
    y = box.bottom - tall
    return [
        tag("rect", x=x + 1.0, y=y, width=wide - 2.0, height=tall, class_=class_),
        text(x + wide / 2.0, y - 5.0, f"{count:,}", "tick", "middle"),
    ]


def _edges(box: _Box, finite: Sequence[Bin], wide: float) -> list[str]:
    if not finite or finite[-1].high == 0.0:
        return [text(box.left + wide / 2.0, box.bottom + 18.0, "0", "tick", "middle")] * len(finite)
    edges = [one.low for one in finite] + [finite[-1].high]
    every = 1 if wide >= 30.0 else 2
    return [
        text(box.left + at * wide, box.bottom + 18.0, f"{edge:g}", "tick", "middle")
        for at, edge in enumerate(edges)
        if at % every == 0
    ]


def _spoken(one: Bin) -> str:
    if math.isinf(one.low):
        return f"{one.count:,} at infinity"
    if one.high == 0.0:
        return f"{one.count:,} at 0"
    return f"{one.count:,} from {one.low:g} to {one.high:g}"
