"""The share of the gain that is kept against ε, as SVG: a panel for each way to make weights."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

__all__ = ["drawn"]

WIDE, HIGH, LEFT, TOP, GAP = 220.0, 200.0, 50.0, 56.0, 34.0
TITLE = "Share of the gain of the least NDD that a private choice keeps"
COLOURS = ("#9ca3af", "#60a5fa", "#1a5fb4", "#8a5a00", "#b3261e")


def drawn(rows: Sequence[Mapping[str, Any]], given: Mapping[str, Any]) -> str:
    names = list(dict.fromkeys(row["scale"] for row in rows))
    width = LEFT + len(names) * (WIDE + GAP)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {HIGH + 140:g}" '
        'font-family="sans-serif" font-size="12" role="img">',
        f"<title>{TITLE}, by ε</title>",
        f'<text x="8" y="14">{TITLE}</text>',
    ]
    for at, name in enumerate(names):
        of_name = [row for row in rows if row["scale"] == name]
        parts += _panel(LEFT + at * (WIDE + GAP), name, of_name, given, first=not at)
    for at, k in enumerate(given["candidates"]):
        x, y = LEFT + at * 90, HIGH + TOP + 62
        parts.append(_stroke([(x, y - 4), (x + 24, y - 4)], at))
        parts.append(f'<text x="{x + 30:g}" y="{y:g}">k = {k}</text>')
    return "\n".join([*parts, "</svg>", ""])


def _panel(
    x: float,
    name: str,
    rows: Sequence[Mapping[str, Any]],
    given: Mapping[str, Any],
    *,
    first: bool,
) -> list[str]:
    low, high = math.log(given["epsilons"][0]), math.log(given["epsilons"][-1])

    def place(epsilon: float, share: float) -> tuple[float, float]:
        return (
            x + (math.log(epsilon) - low) / (high - low) * WIDE,
            TOP + (1.0 - max(0.0, share)) * HIGH,
        )

    parts = [f'<text x="{x:g}" y="{TOP - 16:g}" font-weight="bold">{escape(name)}</text>']
    for tenth in range(0, 11, 2):
        y = TOP + (1 - tenth / 10) * HIGH
        parts.append(f'<line x1="{x:g}" x2="{x + WIDE:g}" y1="{y:g}" y2="{y:g}" stroke="#ddd"/>')
        if first:
            parts.append(
                f'<text x="{x - 6:g}" y="{y + 4:g}" text-anchor="end">{10 * tenth} %</text>'
            )
    for epsilon in given["epsilons"]:
        at, _ = place(epsilon, 0.0)
        parts.append(
            f'<text x="{at:.1f}" y="{TOP + HIGH + 20:g}" text-anchor="middle">{epsilon}</text>'
        )
    middle, below = x + WIDE / 2, TOP + HIGH + 38
    parts.append(f'<text x="{middle:g}" y="{below:g}" text-anchor="middle">ε</text>')
    for number, k in enumerate(given["candidates"]):
        points = [place(row["epsilon"], row["share"]) for row in rows if row["k"] == k]
        parts.append(_stroke(points, number))
    return parts


def _stroke(points: Sequence[tuple[float, float]], at: int) -> str:
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    return f'<polyline points="{path}" fill="none" stroke="{COLOURS[at]}" stroke-width="2"/>'
