"""Shares against the rate of misses, on a logarithmic axis, as SVG."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from understudy.report.svg import line, svg, tag, text
from understudy.utility.plot import standalone

_LEFT, _WIDE, _TOP, _HIGH, _NEXT = 56.0, 300.0, 44.0, 200.0, 380.0

Points = Sequence[tuple[float, float, float, float]]
"""Rate, share, and the ends of its interval."""


def panels(groups: Mapping[str, Mapping[str, Points]], metric: str, axis: str) -> str:
    """A panel for each group, a curve for each name."""
    names = list(dict.fromkeys(name for of in groups.values() for name in of))
    rates = [point[0] for of in groups.values() for points in of.values() for point in points]
    low, high = math.log10(min(rates)), math.log10(max(rates))
    parts = [text(8.0, 20.0, metric, "axis")]
    for number, (group, of) in enumerate(groups.items()):
        left = _LEFT + (number % 2) * _NEXT
        top = _TOP + (number // 2) * (_HIGH + 90.0)

        def x(rate: float, left: float = left) -> float:
            return left + (math.log10(rate) - low) / (high - low) * _WIDE

        def y(share: float, top: float = top) -> float:
            return top + (1.0 - share) * _HIGH

        parts.append(text(left, top - 6.0, group, "label"))
        for at in range(6):
            parts.append(line(left, y(at / 5), left + _WIDE, y(at / 5), "grid" if at else "base"))
            parts.append(text(left - 6.0, y(at / 5) + 4.0, f"{at / 5:g}", "tick", "end"))
        for rate in sorted(set(rates)):
            parts.append(text(x(rate), top + _HIGH + 16.0, f"{rate:.1%}", "tick", "middle"))
        middle = left + _WIDE / 2.0
        parts.append(text(middle, top + _HIGH + 36.0, axis, "axis", "middle"))
        for name, points in of.items():
            colour = f"c{names.index(name) + 1}"
            path = " ".join(f"{x(rate):.1f},{y(share):.1f}" for rate, share, _, _ in points)
            parts.append(tag("polyline", points=path, class_=f"curve {colour}"))
            for rate, share, under, over in points:
                parts.append(line(x(rate), y(under), x(rate), y(over), f"curve {colour}"))
                said = tag("title", f"{group}, {name}, {rate:g}: {share:.3f}")
                parts.append(
                    tag("circle", said, cx=x(rate), cy=y(share), r=3.5, class_=f"dot {colour}")
                )
    rows = -(-len(groups) // 2)
    below = _TOP + rows * (_HIGH + 90.0)
    for at, name in enumerate(names):
        parts.append(text(_LEFT + at * 220.0, below, f"— {name}", f"label t{at + 1}"))
    about = f"{metric} against {axis}, for {', '.join(groups)}"
    return standalone(svg(_LEFT + 2 * _NEXT, below + 20.0, metric, about, parts))
