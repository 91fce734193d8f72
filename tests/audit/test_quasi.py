"""How many people share what a document tells: by hand, at every level, and as a user asks."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from understudy.attacks.pairs import Mark, Pair
from understudy.audit.quasi import (
    LEVELS,
    ShownValue,
    of_pair,
    of_values,
    planned,
    planned_for_all,
    summary,
)
from understudy.cli import cli

SPAIN = 47_150_000.0
BIRTH = ShownValue("DATE", "12/05/1960", "Fecha de nacimiento: ")


def test_the_product_of_public_shares() -> None:
    said = [
        ShownValue("CITY", "Soria"),
        ShownValue("AGE", "45 años"),
        ShownValue("GENDER", "mujer"),
    ]
    told = of_values("d", said, "es")
    town = 73_033.688  # the first town of a province of 90 thousand, by the rule of the tables
    assert told.k() == pytest.approx(town * 0.16 / 10 * 0.5, rel=1e-6)
    region = told.k({"place": LEVELS["place"].index("region")})
    assert region == pytest.approx(90_000 * 0.16 / 10 * 0.5, rel=1e-6)
    nothing = {name: len(LEVELS[name]) - 1 for name in told.shares}
    assert told.k(nothing) == pytest.approx(SPAIN, rel=1e-6)


@pytest.mark.parametrize(
    ("said", "attribute", "share"),
    [
        (BIRTH, "age", 0.06 / 10 / 365.25),
        (ShownValue("DATE", "mayo de 1960", "nacida en "), "age", 0.06 / 10 / 12),
        (ShownValue("DATE", "1960", "nació en "), "age", 0.06 / 10),
        (ShownValue("DATE", "3 de mayo de 2001", "ingresó el "), "date", 1 / 365.25),
        (ShownValue("DATE", "mayo de 2001", "desde "), "date", 1 / 12),
        (ShownValue("DATE", "ayer", ""), "date", 1.0),
        (ShownValue("DATE", "hace 3 meses", ""), "date", 1.0),
        (ShownValue("DATE", "05/2001", ""), "date", 1 / 12),
        (ShownValue("DATE", "3-5-01", ""), "date", 1 / 365.25),
        (ShownValue("AGE", "91 años"), "age", 0.01 / 10),
        (ShownValue("OCCUPATION", "domador de leones"), "job", 1e-4),
    ],
)
def test_what_one_value_tells(said: ShownValue, attribute: str, share: float) -> None:
    assert of_values("d", [said], "es").shares[attribute][0] == pytest.approx(share)


def test_a_common_job_is_told_by_more_people_than_a_rare_one() -> None:
    common, rare = (
        of_values("d", [ShownValue("OCCUPATION", job)], "es").k()
        for job in ("enfermera", "domador")
    )
    assert common > 5 * rare


def test_levels_never_tell_more() -> None:
    said = [
        BIRTH,
        ShownValue("LOCATION", "Wexcombe"),
        ShownValue("STREET_ADDRESS", "Calle Mayor, 3"),
    ]
    said += [
        ShownValue("POSTAL_CODE", "42003"),
        ShownValue("OCCUPATION", "pintor"),
        ShownValue("COUNTRY", "España"),
    ]
    for shares in of_values("d", said, "es").shares.values():
        assert list(shares) == sorted(shares)


def test_a_postal_code_tells_its_region() -> None:
    told = of_values("d", [ShownValue("POSTAL_CODE", "42003")], "es")
    assert told.k({"place": 2}) == pytest.approx(90_000, rel=1e-6)


def test_a_plan_reaches_k_and_takes_no_step_that_is_not_needed() -> None:
    told = of_values("d", [ShownValue("CITY", "Soria"), BIRTH, ShownValue("GENDER", "M")], "es")
    assert told.k() < 1.0
    plan = planned(told, 20)
    assert plan.after >= 20
    for name, level in plan.levels.items():
        if level > told.first[name]:
            assert told.k({**plan.levels, name: level - 1}) < 20
    assert planned(told, 0.001).levels == told.first
    assert planned(told, 1e12).after == pytest.approx(SPAIN)


def test_one_rule_for_all_documents() -> None:
    towns = ("Soria", "Madrid", "Sevilla", "Almazán")
    told = [of_values(town, [ShownValue("CITY", town), BIRTH], "es") for town in towns]
    rule, share = planned_for_all(told, 20, share=1.0)
    assert share == 1.0
    assert summary(told, 20, rule).below == 0
    assert summary(told, 20).below == 2  # Soria and Almazán
    assert summary(told, 20).risk > summary(told, 20, rule).risk


def test_a_stand_in_counts_for_nothing() -> None:
    marks = (
        Mark(0, 5, (0, 6), "CITY", "c", "Madrid", "Soria"),
        Mark(6, 13, (7, 14), "AGE", "a", "45 años", "45 años"),
    )
    told = of_pair(Pair("d", "Madrid 45 años", "Soria 45 años", marks, "es"))
    assert set(told.shares) == {"age"}


def test_the_command_says_figures_and_no_text(tmp_path: Path) -> None:
    corpus = tmp_path / "c.jsonl"
    rows = []
    for at, town in enumerate(("Soria", "Madrid")):
        text = f"Vive en {town}, nacida el 12/05/1960."
        start = text.index("12/")
        marks = [
            {"start": 8, "end": 8 + len(town), "category": "CITY"},
            {"start": start, "end": start + 10, "category": "DATE"},
        ]
        rows.append(json.dumps({"id": f"d{at}", "text": text, "language": "es", "entities": marks}))
    corpus.write_text("\n".join(rows) + "\n", encoding="utf-8")
    done = CliRunner().invoke(cli, ["privacy", "quasi", str(corpus), "--json"])
    assert done.exit_code == 0, done.output
    found = json.loads(done.stdout)
    assert (found["documents"], found["below"]) == (2, 1)  # Madrid has people enough for a birthday
    assert [one["id"] for one in found["document"]] == ["d0", "d1"]
    assert found["document"][0]["k_after"] >= 20
    lines = CliRunner().invoke(cli, ["privacy", "quasi", str(corpus), "--k", "5"]).stdout
    assert "one rule for all" in lines
    for text in (done.stdout, lines):
        assert "Soria" not in text and "1960" not in text
