"""policy show and policy check."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import click

from understudy.cli.common import answer
from understudy.cli.options import json_option
from understudy.pipeline import build
from understudy.policy import PRESETS, load, preset_text
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
    """Print a preset or a policy file, or list the presets.

    \b
    Example:
      understudy policy show dp
    """
    if name is None:
        found = {preset: load(preset).description for preset in PRESETS}
        answer(found, [f"{preset:<11}{text}" for preset, text in found.items()], as_json=as_json)
        return
    loaded = load(name)
    text = preset_text(name) if name in PRESETS else Path(name).read_text(encoding="utf-8")
    values = {"name": loaded.name, "fingerprint": loaded.fingerprint, "toml": text}
    answer(values, [text.rstrip("\n")], as_json=as_json)


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
