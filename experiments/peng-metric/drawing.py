"""Pearson's r against the overlap of the sentences (Figure 3 of the paper), as SVG."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

__all__ = ["curves"]

WIDE, HIGH, LEFT, TOP, GAP = 340.0, 240.0, 48.0, 40.0, 60.0
COLOURS = ("#b3261e", "#1a5fb4", "#6b7280", "#8a5a00")
MARKS = ("", "6 3", "2 3", "9 3 2 3")


def curves(languages: Mapping[str, Any], metrics: Sequence[str]) -> str:
    """A panel for each language."""
    width = LEFT + len(languages) * (WIDE + GAP)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {HIGH + 130:g}" '
        'font-family="sans-serif" font-size="12" role="img">',
        "<title>Pearson's r with people's judgement, by the overlap of the sentences</title>",
    ]
    for at, (language, found) in enumerate(languages.items()):
        parts += _panel(LEFT + at * (WIDE + GAP), language, found["overlap"], metrics)
    for at, name in enumerate(metrics):
        x, y = LEFT + at * 170, HIGH + TOP + 68
        parts.append(_stroke([(x, y - 4), (x + 28, y - 4)], at))
        parts.append(f'<text x="{x + 34:g}" y="{y:g}">{escape(name)}</text>')
    return "\n".join([*parts, "</svg>", ""])


def _panel(
    x: float, language: str, bins: Sequence[Mapping[str, Any]], metrics: Sequence[str]
) -> list[str]:
    values = [one[name]["r"] for one in bins for name in metrics]
    low, high = min(0.0, *values), max(10.0, *values)

    def place(share: float, r: float) -> tuple[float, float]:
        return x + share * WIDE, TOP + (high - r) / (high - low) * HIGH

    name = {"en": "English", "es": "Spanish"}[language]
    parts = [f'<text x="{x:g}" y="{TOP - 16:g}" font-weight="bold">{name}</text>']
    step = 10 if high - low < 80 else 20
    for r in range(int(low // step) * step, int(high) + 1, step):
        if r >= low:
            _, y = place(0.0, r)
            parts.append(
                f'<line x1="{x:g}" x2="{x + WIDE:g}" y1="{y:.1f}" y2="{y:.1f}" stroke="#ddd"/>'
                f'<text x="{x - 6:g}" y="{y + 4:.1f}" text-anchor="end">{r}</text>'
            )
    for one in bins:
        middle, _ = place((one["from"] + one["to"]) / 2, 0.0)
        said = f"{one['from']:g}–{one['to']:g}"
        parts.append(
            f'<text x="{middle:.1f}" y="{TOP + HIGH + 20:g}" text-anchor="middle">{said}</text>'
            f'<text x="{middle:.1f}" y="{TOP + HIGH + 36:g}" text-anchor="middle" fill="#777">'
            f"n = {one['n']}</text>"
        )
    for at, metric in enumerate(metrics):
        points = [place((one["from"] + one["to"]) / 2, one[metric]["r"]) for one in bins]
        parts.append(_stroke(points, at))
    return parts


def _stroke(points: Sequence[tuple[float, float]], at: int) -> str:
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    dashes = f' stroke-dasharray="{MARKS[at]}"' if MARKS[at] else ""
    return (
        f'<polyline points="{path}" fill="none" stroke="{COLOURS[at]}" stroke-width="2"{dashes}/>'
    )
