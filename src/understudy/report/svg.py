"""Elements of SVG as text, made by small pure functions; every text and attribute is escaped."""

from __future__ import annotations

import math
from collections.abc import Iterable

from markupsafe import Markup, escape

from understudy.report.figures import round_step

__all__ = ["line", "short", "svg", "tag", "text", "ticks"]


def tag(name: str, content: str = "", **attributes: object) -> str:
    """An element; ``class_`` and ``text_anchor`` become ``class`` and ``text-anchor``."""
    given = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{escape(short(value))}"'
        for key, value in attributes.items()
    )
    return f"<{name}{given}>{content}</{name}>"


def short(value: object) -> str:
    """A value for an attribute; numbers have one decimal at most."""
    return f"{value:.1f}".removesuffix(".0") if isinstance(value, float) else str(value)


def text(x: float, y: float, words: str, class_: str = "", anchor: str = "start") -> str:
    """Words at a place; ``anchor`` is ``start``, ``middle`` or ``end``."""
    return tag("text", str(escape(words)), x=x, y=y, class_=class_, text_anchor=anchor)


def line(x1: float, y1: float, x2: float, y2: float, class_: str) -> str:
    """A straight line from one point to another."""
    return tag("line", x1=x1, y1=y1, x2=x2, y2=y2, class_=class_)


def svg(width: float, height: float, title: str, about: str, parts: Iterable[str]) -> Markup:
    """A whole drawing; title and description are for those who cannot see it."""
    content = tag("title", str(escape(title))) + tag("desc", str(escape(about))) + "".join(parts)
    return Markup(  # noqa: S704 - every text and attribute went through escape
        tag(
            "svg",
            content,
            viewBox=f"0 0 {short(width)} {short(height)}",
            role="img",
            aria_label=f"{title}. {about}",
            style=f"max-width:{short(width)}px",
        )
    )


def ticks(top: float, parts: int) -> list[float]:
    """Round values from 0 to at least ``top``."""
    step = round_step(top, parts)
    return [at * step for at in range(math.ceil(top / step - 1e-9) + 1)]
