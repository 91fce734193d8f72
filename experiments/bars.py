"""Groups of bars as SVG: a group for each corpus, a bar for each strategy."""

from __future__ import annotations

from collections.abc import Mapping

from understudy.report.svg import line, svg, tag, text
from understudy.utility.plot import standalone

_WIDE, _HIGH, _LEFT, _TOP = 13.0, 220.0, 48.0, 44.0
_LETTER = 6.3
"""About the width of a letter below a group."""
_COLOURS = 6


def bars(groups: Mapping[str, Mapping[str, tuple[float, float]]], metric: str) -> str:
    """group → bar → value and deviation."""
    names = list(dict.fromkeys(name for of in groups.values() for name in of))
    span = max(len(names) * _WIDE + 26.0, max(map(len, groups)) * _LETTER + 14.0)
    column = max(190.0, max(map(len, names)) * _LETTER + 50.0)
    width = max(_LEFT + span * len(groups) + 20.0, _LEFT + column * 4)
    highest = max(value for of in groups.values() for value, _ in of.values())
    top = 100.0 if highest <= 100.0 else highest * 1.05

    def y(value: float) -> float:
        return _TOP + _HIGH * (1.0 - value / top)

    parts = [text(8.0, 20.0, metric, "axis")]
    for at in range(6):
        value = top * at / 5.0
        parts.append(line(_LEFT, y(value), width - 20.0, y(value), "grid" if at else "base"))
        parts.append(text(_LEFT - 6.0, y(value) + 4.0, f"{value:.4g}", "tick", "end"))
    for number, (group, of) in enumerate(groups.items()):
        left = _LEFT + 13.0 + span * number
        parts.append(text(left, _TOP + _HIGH + 18.0, group, "tick"))
        for at, name in enumerate(names):
            if name not in of:
                continue
            value, spread = of[name]
            x = left + at * _WIDE
            said = tag("title", f"{group}, {name}: {value:.2f}")
            tall = max(0.5, y(0.0) - y(max(0.0, value)))
            fill = f"t{at % _COLOURS + 1}"
            parts.append(
                tag("rect", said, x=x, y=y(0.0) - tall, width=_WIDE - 2.0, height=tall, class_=fill)
            )
            if spread:
                middle = x + (_WIDE - 2.0) / 2.0
                parts.append(line(middle, y(value - spread), middle, y(value + spread), "base"))
    rows = -(-len(names) // 4)
    for at, name in enumerate(names):
        x, below = _LEFT + column * (at % 4), _TOP + _HIGH + 44.0 + 18.0 * (at // 4)
        parts.append(
            tag("rect", x=x, y=below - 9.0, width=10.0, height=10.0, class_=f"t{at % _COLOURS + 1}")
        )
        parts.append(text(x + 16.0, below, f"{at + 1}. {name}", "tick"))
    height = _TOP + _HIGH + 50.0 + 18.0 * rows
    about = "; ".join(
        f"{group}: " + ", ".join(f"{name} {value:.1f}" for name, (value, _) in of.items())
        for group, of in groups.items()
    )
    return standalone(svg(width, height, metric, about, parts))
