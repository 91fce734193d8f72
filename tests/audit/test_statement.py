"""What a policy is said to guarantee."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

from understudy import parse_policy
from understudy.audit.statement import state
from understudy.policy import load


def test_the_figures_of_a_line_belong_together() -> None:
    policy = parse_policy(
        'schema = 1\n[default]\nstrategy = "redact"\n[categories]\n'
        'PERSON = { strategy = "entity", epsilon = 1, weights = "uniform" }\n'
        'LOCATION = { strategy = "entity", epsilon = 1, weights = "uniform" }\n'
    )
    rows = {row["category"]: row for row in state(policy).rows()}
    for category in ("PERSON", "LOCATION"):
        p, least, strict = (rows[category][name] for name in ("p", "pi_min", "strict"))
        assert math.log(1 + (1 - p) / (p * least)) == pytest.approx(strict, rel=1e-3)
        assert strict == pytest.approx(1.0)


def test_what_stays_is_told_beside_the_figures() -> None:
    told = state(load("surrogate"))
    left = {row["category"]: row["left"] for row in told.rows()}
    assert left["AGE"] == ["ages"] and "kinship" in left["FAMILY"] and left["API_KEY"] == []
    lines = told.lines()
    (age,) = (line for line in lines if line.startswith("AGE "))
    assert age.split() == ["AGE", "surrogate", "1", "–", "0", "0", "ages"]
    assert any("stay in the text as they are" in line for line in lines)
    assert not any("as they are" in line for line in state(load("redact")).lines())


def test_what_would_be_withheld_is_told(tmp_path: Path) -> None:
    """Its figures are those of the documents that would be released, which nothing said."""
    source = tmp_path / "in.conll"
    source.write_text("Ada\tB-PER\n\nAda\tB-PER\nand\tO\nBob\tB-PER\n")
    policy = parse_policy(
        'schema = 1\nlabels = "conll"\ndelta = 0\nepsilon_document_max = 1.5\n'
        '[default]\nstrategy = "redact"\n'
        '[categories]\nPERSON = { strategy = "entity", epsilon = 1, weights = "uniform" }\n'
    )
    told = "\n".join(state(policy, inputs=(str(source),)).lines())
    assert "1 of 2 documents would be withheld, for costing more than" in told
