"""The report as one HTML file that needs nothing else."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from functools import cache

from jinja2 import Template

from understudy.core.reasons import REASONS
from understudy.replace.part import part_of
from understudy.report import words
from understudy.report.facts import Facts
from understudy.report.figures import Bin, CategoryOutcome, Invariant, Spread
from understudy.report.plot import epsilon_plot, histogram
from understudy.report.template import Tools, template

__all__ = ["render"]

MOST_IDS = 1000
"""Ids that the page lists; a longer list is in the JSON answer."""

_STATUS = {
    "zero": "Fully replaced",
    "finite": "Bounded",
    "infinite": "Not bounded in the strict reading",
    "none": "No guarantee",
    "empty": "Nothing replaced",
}
_SOME_STAY = "Replaced in part"
_OF_KIND = re.compile(r"\w+ \((\w+)\)")
"""A mechanism that draws by kinds, such as "surrogate (people)"."""
_KEPT = "kept"


def render(facts: Facts) -> str:
    """The page of a run."""
    parts = [part_of(row.strategy) for row in facts.rows if row.touched]
    return _template().render(
        facts=facts,
        status=_status(facts),
        tone=_tone(facts),
        cautions_title=(
            "Warnings" if any(one.level != "note" for one in facts.cautions) else "Notes"
        ),
        plot=epsilon_plot(facts.curves, facts.points) if facts.curves else None,
        composed=_composed(facts),
        certainty=_certainty(facts.strict_epsilon),
        words_drawn=any(row.most_draws > 1 for row in facts.rows),
        guaranteed=[row for row in facts.rows if row.touched],
        left_alone=_left_alone(facts),
        by_chance=any(part.stand_ins and not part.keeps for part in parts),
        marks=any(part.placeholders for part in parts),
        listed=any(row.pi_min for row in facts.rows if row.touched),
        left_by_reason=sorted(facts.left.items(), key=lambda one: (-one[1], one[0])),
        reasons=REASONS,
        visible=_visible(facts),
        most_ids=MOST_IDS,
    )


def _left_alone(facts: Facts) -> list[str]:
    """Categories of which every mention was left as it was."""
    drawn = {row.category for row in facts.rows if row.touched}
    return sorted({row.category for row in facts.rows} - drawn)


def _visible(facts: Facts) -> list[tuple[str, list[Invariant]]]:
    """What stays visible, by the values that it is seen of: of every value, then of each kind of
    stand-ins, the most frequent first, then of values of several kinds."""
    rows = [row for row in facts.rows if row.touched]
    by_values: dict[tuple[str, ...], list[Invariant]] = {}
    for one in facts.invariants:
        by_values.setdefault(one.categories, []).append(one)
    found = []
    for of, shown in by_values.items():
        every = all(row.category in of for row in rows)
        kind = None if every else _kind(of, rows)
        mentions = sum(row.mentions for row in rows if row.category in of)
        named = words.listing(of, most=40)
        heading = "every value" if every else f"{kind} ({named})" if kind else named
        found.append(((not every, kind is None, -mentions, of), (heading, shown)))
    return [group for _, group in sorted(found, key=lambda one: one[0])]


def _kind(categories: tuple[str, ...], rows: Sequence[CategoryOutcome]) -> str | None:
    """The kind of stand-ins that all these categories have, such as people; None where they have
    none in common, or it says no more than the category."""
    made = [
        {name for row in rows if row.category == one for name in row.mechanisms}
        for one in categories
    ]
    common = set.intersection(*made) if made else set()
    named = {found[1] for one in common if (found := _OF_KIND.fullmatch(one)) is not None}
    return min(named - {_KEPT}, default=None)


def _status(facts: Facts) -> str:
    if facts.withheld and not facts.documents:
        return "Nothing released"
    if facts.verdict.status == "zero" and (facts.kept or facts.left):
        return _SOME_STAY
    return _STATUS[facts.verdict.status]


def _tone(facts: Facts) -> str:
    """The colour of the verdict: green only where nothing stands as it was."""
    stays = facts.verdict.status == "zero" and (facts.kept or facts.left)
    return "finite" if stays else facts.verdict.status


@cache
def _template() -> Template:
    filters: Tools = {
        "epsilon": words.epsilon,
        "p": words.probability,
        "listing": words.listing,
        "percent": _percent,
        "at_least": words.at_least,
        "at_most": words.at_most,
        "tied": _tied,
        "counted": _counted,
        "escaped": words.escaped,
        "thousands": words.thousands,
    }
    functions: Tools = {
        "between": words.between,
        "plural": words.plural,
        "probability": words.probability,
        "size": words.size,
    }
    return template("understudy.report", "release.html", filters, functions)


def _tied(text: str) -> str:
    """No line break within an equation."""
    return text.replace(" = ", "\u00a0=\u00a0")


def _counted(left: Mapping[str, int]) -> str:
    """ "12: country 10, title 2" """
    reasons = ", ".join(f"{reason} {count:,}" for reason, count in left.items())
    return f"{sum(left.values()):,}: {reasons}" if left else "0"


def _percent(share: float) -> str:
    return f"{share * 100:.1f} %"


def _certainty(strict: float) -> str | None:
    """How sure one can become of one of two values that seemed equally likely."""
    if strict == 0.0 or math.isinf(strict):
        return None
    doubt = 1.0 / (1.0 + math.exp(strict))
    return _percent(1.0 - doubt) if doubt > 5e-4 else f"1 − {words.epsilon(doubt)}"


def _composed(facts: Facts) -> list[dict[str, object]]:
    """For documents and data subjects: name, figures, histograms."""
    found: list[dict[str, object]] = []
    for one, many, spread in (
        ("document", "documents", facts.per_document),
        ("data subject", "data subjects", facts.per_subject),
    ):
        if spread is not None:
            plots = _histograms(spread, one, many)
            found.append({"one": one, "many": many, "spread": spread, "plots": plots})
    return found


def _histograms(spread: Spread, one: str, many: str) -> list[object]:
    """A plot for each reading that has something to show; one if the readings agree."""
    found: list[object] = []
    if _has_spread(spread.strict_bins):
        found.append(histogram(spread.strict_bins, f"ε per {one}, strict reading", many))
    if _has_spread(spread.paper_bins) and spread.paper_bins != spread.strict_bins:
        found.append(histogram(spread.paper_bins, f"ε per {one}, the paper’s reading", many))
    return found


def _has_spread(bins: tuple[Bin, ...]) -> bool:
    """Whether there is more than one bar to draw."""
    return sum(1 for one in bins if one.count) > 1
