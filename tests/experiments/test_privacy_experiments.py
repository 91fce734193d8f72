"""The experiments on privacy: their pages are their results, and their parts do what they say."""

from __future__ import annotations

import importlib.util
import json
import sys
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from understudy.attacks.pairs import Mark, Pair
from understudy.core.types import Document, Span

ROOT = Path(__file__).resolve().parents[2]
NAMES = ("consistency", "realism", "peng-attack", "peng-extraction")


def _loaded(name: str) -> ModuleType:
    pytest.importorskip("sklearn")
    kept = list(sys.path)
    spec = importlib.util.spec_from_file_location(
        f"experiment_{name.replace('-', '_')}", ROOT / "experiments" / name / "run.py"
    )
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    sys.path[:] = kept
    return module


@pytest.mark.parametrize("name", NAMES)
def test_the_page_shows_what_the_file_says(name: str) -> None:
    run = _loaded(name)
    path = run.HERE / "results.json"
    if not path.exists():
        pytest.skip(f"{name} has not been run")
    results = json.loads(path.read_text(encoding="utf-8"))
    assert {"commit", "python", "machine", "seeds"} <= set(results)
    page = (run.HERE / "README.md").read_text(encoding="utf-8")
    assert run.st.filled(page, run.page(results)) == page
    assert list(run.HERE.glob("*.svg"))


def test_the_best_parrot_names_the_odd_one_out_or_what_comes_twice() -> None:
    run, random = _loaded("consistency"), np.random.default_rng(0)
    assert run.named(["john miller", "john", "ada"], "consistent", random) == "ada"
    assert run.named(["john miller", "john"], "consistent", random) is None
    assert run.named(["john", "ada", "ada"], "independent", random) == "ada"
    assert run.named(["john", "ada", "eve"], "independent", random) is None


def test_a_whole_entity_that_was_missed_hides_among_consistent_stand_ins() -> None:
    run = _loaded("consistency")
    groups = [run.Mentions(0, ("john", "john"), ("ada", "ada"))]
    apart = [run.Mentions(0, ("john", "eve"), ("ada", "ada"))]
    for held, way, wanted in ((groups, "consistent", 0.0), (apart, "independent", 1.0)):
        found = run.round_of(held, [None], 1, way, "entities", 1.0, np.random.default_rng(0))
        assert found[0] == wanted


def test_faker_gives_every_mention_a_value_of_its_own() -> None:
    run = _loaded("realism")
    text = "Ada saw Ada in Rome"
    spans = (Span(0, 3, "PERSON"), Span(8, 11, "PERSON"), Span(15, 19, "CITY"))
    (pair,) = run.faked([Document("d", text, "en", annotations=spans)], "en_US", 0)
    assert len({mark.shown for mark in pair.marks}) == 3
    assert all(pair.after[mark.start : mark.end] == mark.shown for mark in pair.marks)


def test_the_loss_of_f1_is_that_of_resampled_documents() -> None:
    run = _loaded("realism")
    test = [Document(str(at), "Ada", annotations=(Span(0, 3, "PERSON"),)) for at in range(5)]
    found = [(Span(0, 3, "PERSON"),)] * 5
    assert run._losses(test, found, found).tolist() == [0.0] * 1000
    assert run._losses(test, found, [()] * 5).tolist() == [1.0] * 1000


def test_an_attribute_is_hidden_in_its_own_span_and_the_task_in_its_words() -> None:
    run = _loaded("peng-attack")
    given = run.config()
    text = "Sexo: M. Edad: 70 años. Tiene un adenocarcinoma."
    marks = (
        Mark(6, 7, (6, 7), "GENDER", "g", "M", "M"),
        Mark(15, 22, (15, 22), "AGE", "a", "70 años", "70 años"),
    )
    pair = Pair("d", text, text, marks, "es")
    assert (run.sex(pair, given), run.age(pair, given), run.task(pair, given)) == (0, 2, 0)
    shown = run.visible(pair, given)
    assert "70" not in shown and "carcinoma" not in shown and "M." not in shown


def test_names_are_put_before_every_sentence() -> None:
    run = _loaded("peng-extraction")
    text = "Nombre: Ada. Apellidos: Vex. Tiene fiebre."
    marks = (
        Mark(8, 11, (8, 11), "PERSON", "a", "Ada", "Ada"),
        Mark(24, 27, (24, 27), "PERSON", "b", "Vex", "Vex"),
    )
    (said,) = run.texts_of([Pair("d", text, text, marks)], run.NAMED[1])
    assert said.splitlines() == [
        "Ada Vex nombre ada.",
        "Ada Vex apellidos vex.",
        "Ada Vex tiene fiebre.",
    ]


def test_a_shortened_document_never_cuts_a_mark() -> None:
    run = _loaded("peng-extraction")
    document = Document("d", "Ada met Bartholomew", annotations=(Span(0, 3, "P"), Span(8, 19, "P")))
    short = run.shortened(document, 12)
    assert (short.text, len(short.annotations)) == ("Ada met ", 1)


def test_the_audit_of_sketches_shows_what_its_file_says() -> None:
    run = _loaded("audit-sketches")
    results = json.loads((run.HERE / "results.json").read_text(encoding="utf-8"))
    assert {"commit", "python", "machine", "seeds"} <= set(results)
    page = (run.HERE / "README.md").read_text(encoding="utf-8")
    assert run.st.filled(page, run.page(results)) == page
    pairs = list(run.hostile(["en", "es"]))
    assert len(pairs) == results["hostile"]["pairs"]
    assert all(one.documents[0].text != one.documents[1].text for one in pairs)
    assert results["random"]["pairs"] * results["random"]["runs"] >= 1_000_000
    for part in ("random", "hostile"):
        assert results[part]["violations"] == []
