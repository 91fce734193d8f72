"""The page of the attacks: one HTML file that needs nothing else and shows no text."""

from __future__ import annotations

from functools import cache

from jinja2 import Template
from markupsafe import Markup

from understudy.attacks.catalogue import Outcome
from understudy.attacks.finding import ALPHA, Finding
from understudy.report.template import template
from understudy.report.words import escaped, plural

__all__ = ["render"]

MOST = 200
"""Places of an attack that the page lists; all of them are in the JSON answer."""
_WIDTH, _HEIGHT = 240.0, 26.0


def render(outcome: Outcome, *, release: str) -> str:
    """The findings on a release as a page; ``release`` is its name for the title."""
    return _template().render(outcome=outcome, release=release, confidence=1.0 - ALPHA, most=MOST)


@cache
def _template() -> Template:
    return template(
        "understudy.attacks",
        "findings.html",
        {"figure": _figure, "escaped": escaped},
        {"plural": plural, "gauge": gauge},
    )


def _figure(value: float | int | str) -> str:
    return f"{value:.3f}" if isinstance(value, float) else str(value)


def gauge(finding: Finding) -> Markup:
    """Success and its interval on the way from floor to ceiling."""
    low, high = (_WIDTH * finding.gain(end) for end in finding.interval)
    at = _WIDTH * finding.gain(finding.success)
    middle = _HEIGHT / 2.0
    description = (
        f"success {finding.success:.3f}, from {finding.interval[0]:.3f} to "
        f"{finding.interval[1]:.3f}; floor {finding.floor:.3f}, ceiling {finding.ceiling:.3f}"
    )
    return Markup(  # noqa: S704 - numbers alone
        f'<svg viewBox="-6 0 {_WIDTH + 12:g} {_HEIGHT:g}" role="img" aria-label="{description}">'
        f'<line class="way" x1="0" x2="{_WIDTH:g}" y1="{middle:g}" y2="{middle:g}"/>'
        f'<line class="reach" x1="{low:.1f}" x2="{high:.1f}" y1="{middle:g}" y2="{middle:g}"/>'
        f'<circle cx="{at:.1f}" cy="{middle:g}" r="5"/></svg>'
    )
