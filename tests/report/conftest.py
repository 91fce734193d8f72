"""Small runs to report on."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from understudy.policy import load, parse
from understudy.run.order import Order, Release
from understudy.run.release import carry_out

EXAMPLES = Path(__file__).parents[2] / "examples" / "calls.jsonl"

KEPT_COLUMNS = {"call_type": "KEEP", "style": "KEEP"}

MIXED = """
schema = 1
name = "mixed"
detectors = ["given"]
delta = 1e-3
[default]
strategy = "redact"
[categories]
PERSON = { strategy = "word", p = 0.9 }
LOCATION = { strategy = "word", p = 0.99, source = "corpus" }
DATE_TIME = { strategy = "redact", p = 0.8 }
AMOUNT = { strategy = "typed" }
ORGANIZATION = { strategy = "entity", epsilon = 2.0, source = "dp-corpus" }
PHONE_NUMBER = { strategy = "mask" }
"""

BUDGET = """
schema = 1
name = "budget"
detectors = ["given"]
scope = "subject"
epsilon_document_max = 35
[default]
strategy = "typed"
[categories]
PERSON = { strategy = "word", p = 0.9 }
LOCATION = { strategy = "entity", p = 0.95, weights = "uniform" }
"""


@pytest.fixture(scope="session")
def examples(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Release]:
    """A run on the shipped calls under a preset, or under one of the policies above."""
    made: dict[str, Release] = {}
    own = {"mixed": MIXED, "budget": BUDGET}

    def make(name: str) -> Release:
        if name not in made:
            policy = parse(own[name], file=f"{name}.toml") if name in own else load(name)
            policy = replace(policy, detectors=("given",), columns=KEPT_COLUMNS)
            output = tmp_path_factory.mktemp("release") / "out.jsonl"
            made[name] = carry_out(Order((str(EXAMPLES),), str(output), policy, key=b"1" * 32))
        return made[name]

    return make


@pytest.fixture
def release(tmp_path: Path) -> Callable[..., Release]:
    """A run on rows of one's own; a row is (id, text, [(words, category), …])."""

    def make(policy: str, *rows: tuple[str, str, list[tuple[str, str]]], **more: Any) -> Release:
        source = tmp_path / "in.jsonl"
        lines = [json.dumps({**_row(*row), **more}) + "\n" for row in rows]
        source.write_text("".join(lines), encoding="utf-8")
        kept = {name: "KEEP" for name in more if name == "note"}
        order = Order(
            (str(source),),
            str(tmp_path / "out.jsonl"),
            replace(parse(policy, file="own.toml"), columns=kept),
            key=b"1" * 32,
            force=True,
        )
        return carry_out(order)

    return make


def _row(id: str, text: str, entities: list[tuple[str, str]]) -> dict[str, Any]:
    marks = [
        {"start": text.index(words), "end": text.index(words) + len(words), "category": category}
        for words, category in entities
    ]
    return {"id": id, "language": "en", "text": text, "entities": marks}
