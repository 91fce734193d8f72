"""How many public values fit the sketches of a run: counts alone, of a stated sample."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from of_release import gather

from making import document
from understudy.core.draw import Draw, seed_key
from understudy.pipeline import build
from understudy.policy import load
from understudy.report.figures import Fit, fits
from understudy.report.measured import fitting
from understudy.report.release_page import render
from understudy.report.summary import Summary
from understudy.run.order import Order, Release
from understudy.run.release import carry_out

Examples = Callable[[str], Release]
DRAW = Draw(seed_key(1), "document:1", "")


def test_figures_by_hand() -> None:
    summary = Summary(
        fits=Counter(
            {("dates", 7): 1, ("dates", 30): 9, ("dates", 11_000): 10, ("people", 1300): 2}
        )
    )
    assert fits(summary) == (
        Fit("dates", mentions=20, median=30, low=7, smallest=7, few=0.05),
        Fit("people", mentions=2, median=1300, low=1300, smallest=1300, few=0.0),
    )


def test_parts_add_up() -> None:
    summary = Summary(fits=Counter({("dates", 7): 1}))
    summary += Summary(fits=Counter({("dates", 7): 2, ("people", 5): 1}))
    assert summary.fits == {("dates", 7): 3, ("people", 5): 1}


def test_a_run_measures_its_first_mentions(examples: Examples) -> None:
    facts = gather(examples("surrogate"))
    found = {one.kind: one for one in facts.fits}
    assert {"people", "places", "dates", "numbers", "organizations"} == set(found)
    assert 200 <= sum(one.mentions for one in facts.fits) < 300
    assert found["people"].median >= 1000
    assert found["places"].median >= 100
    page = render(facts)
    assert "How much that gives away" in page
    assert f"{found['people'].mentions:,}" in page


def test_without_sketches_there_is_no_table(examples: Examples) -> None:
    facts = gather(examples("redact"))
    assert facts.fits == ()
    assert "How much that gives away" not in render(facts)


def test_the_sample_does_not_depend_on_workers(examples: Examples, tmp_path: Path) -> None:
    policy = examples("surrogate").pipeline.policy
    calls = Path(__file__).resolve().parents[2] / "examples" / "calls.jsonl"
    found = []
    for workers in (1, 2):
        out = str(tmp_path / f"{workers}.jsonl")
        asked = Order((str(calls),), out, policy, key=b"2" * 32, workers=workers)
        found.append(carry_out(asked).summary.fits)
    assert found[0] == found[1]


def test_what_stays_is_not_measured() -> None:
    policy = replace(load("surrogate"), detectors=("given",))
    text = "Then they met Mary Smith in Boston, Spain."
    marks = (("they", "PERSON"), ("Mary Smith", "PERSON"), ("Boston", "CITY"), ("Spain", "COUNTRY"))
    pipeline = build(policy)
    one = document(text, *marks, language="en")
    (entities,) = pipeline.identify([one])
    found = fitting(pipeline, one, pipeline.replace(one, entities, DRAW))
    assert {kind: sum(n for (of, _), n in found.items() if of == kind) for kind, _ in found} == {
        "people": 1,
        "places": 1,
    }


def test_equal_sketches_fit_equally_many() -> None:
    pipeline = build(replace(load("surrogate"), detectors=("given",)))
    counted = []
    for name in ("Mary Smith", "Malala Yousafzai"):
        one = document(f"I am {name}.", (name, "PERSON"), language="en")
        (entities,) = pipeline.identify([one])
        counted.append(fitting(pipeline, one, pipeline.replace(one, entities, DRAW)))
    assert counted[0] == counted[1]
    assert next(iter(counted[0]))[1] > 100_000
