"""policy show and policy check."""

from __future__ import annotations

import math
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from understudy.cli.common import answer
from understudy.cli.options import json_option
from understudy.pipeline import build
from understudy.policy import PRESETS, Policy, load, preset_text
from understudy.replace.base import Rule
from understudy.run.release import check_budget

__all__ = ["policy"]


@click.group()
def policy() -> None:
    """Show and check policies.

    \b
    Example:
      understudy policy show surrogate > mine.toml
    """


@policy.command()
@click.argument("name", required=False)
@json_option
def show(name: str | None, as_json: bool) -> None:
    """Print a preset or a policy file, or compare the presets.

    \b
    Example:
      understudy policy show dp
    """
    if name is None:
        found = {preset: _compared(load(preset)) for preset in PRESETS}
        answer(found, _comparison(found), as_json=as_json)
        return
    loaded = load(name)
    text = preset_text(name) if name in PRESETS else Path(name).read_text(encoding="utf-8")
    values = {"name": loaded.name, "fingerprint": loaded.fingerprint, "toml": text}
    answer(values, [text.rstrip("\n")], as_json=as_json)


_COMPARED = {
    "people": "PERSON",
    "places": "LOCATION",
    "organizations": "ORGANIZATION",
    "dates": "DATE",
    "ages": "AGE",
    "numbers": "ID",
    "drugs": "DRUG",
}
"""What the presets are compared by: a few categories that stand for the others."""


def _compared(preset: Policy) -> dict[str, Any]:
    """What a preset does, in words that fit a table."""
    left = frozenset(preset.leave)
    does = {
        shown: "stays" if shown in left else _does(preset.rule(category))
        for shown, category in _COMPARED.items()
    }
    return {
        "description": preset.description,
        **does,
        "scope": preset.scope,
        "epsilon_max": preset.epsilon_max,
        "leave": list(preset.leave),
    }


def _does(rule: Rule) -> str:
    budget = f" ε {rule.epsilon:g}" if rule.epsilon is not None else ""
    return f"{rule.strategy}{budget}"


def _comparison(found: Mapping[str, Mapping[str, Any]]) -> list[str]:
    """The presets as a table, then what else each leaves, then their descriptions."""
    columns = (*_COMPARED, "scope", "epsilon_max")
    rows = [("preset", *columns)] + [
        (preset, *(_cell(told[name]) for name in columns)) for preset, told in found.items()
    ]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = [
        "  ".join(f"{cell:<{width}}" for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    ]
    for preset, told in found.items():
        lines += ["", f"{preset}: {told['description']}"]
        if told["leave"]:
            lines.append(f"  leaves {', '.join(told['leave'])}")
    return lines


def _cell(value: Any) -> str:
    return "none" if value is None else f"{value:g}" if isinstance(value, int | float) else value


@policy.command()
@click.argument("name")
@json_option
def check(name: str, as_json: bool) -> None:
    """Check a policy: its keys, its lists and its budget.

    Exits with 2 if the policy is wrong, and with 3 if it exceeds its budget.

    \b
    Example:
      understudy policy check mine.toml
    """
    loaded = load(name)
    pipeline = build(loaded)
    check_budget(pipeline)
    worst = 0.0
    for category, events in pipeline.events().items():
        if loaded.protects(category):
            worst = max([worst, *(event.epsilon for event in events)])
    values: dict[str, Any] = {
        "name": loaded.name,
        "fingerprint": loaded.fingerprint,
        "epsilon": "inf" if math.isinf(worst) else worst,
    }
    shown = "∞" if math.isinf(worst) else f"{worst:.4g}"
    lines = [f"{name}: good; the worst category costs ε = {shown} per {loaded.unit}"]
    answer(values, lines, as_json=as_json)
