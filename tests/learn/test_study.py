"""Simulations: what they measure, that they can be taken up again, and what they refuse."""

from __future__ import annotations

import json
import pickle
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from pools_to_learn import foreign, spoken, task

from understudy.cli import main
from understudy.core.errors import StateError, UsageError
from understudy.learn import study as module
from understudy.learn.curves_page import reached, render, stopped
from understudy.learn.prepare import Cache, TaskInputs, prepared, split_by_id
from understudy.learn.rounds import Task, entities, rounds, scored, seeded
from understudy.learn.stopping import Budget
from understudy.learn.study import Part, Plan, study

PLAN = Plan(
    ("Random", "S_I-H Sum & K-MC"),
    (10, 20),
    ("Random", "T-H K-Max · S_I-H Sum"),
    start=10,
    batch=20,
    limit=50,
    runs=2,
    budget=Budget(instances=30),
)


@pytest.fixture(scope="module")
def small() -> Task:
    return task()


@pytest.fixture(scope="module")
def results(small: Task, tmp_path_factory: pytest.TempPathFactory) -> dict[str, object]:
    return study(small, PLAN, tmp_path_factory.mktemp("study"))


def test_marks_from_tags() -> None:
    labels = ("O", "B-A", "I-A", "B-B", "I-B")
    tags = np.array([1, 2, 0, 2, 3, 4, 2, 1])
    found = [span[:3] for span in entities(tags, np.array([4, 4]), labels)]
    assert found == [(0, 2, "A"), (3, 4, "A"), (4, 6, "B"), (6, 7, "A"), (7, 8, "A")]
    assert entities(np.array([1, 2]), np.array([1, 1]), labels)[1].start == 1


def test_scores_of_words_and_marks() -> None:
    labels = ("O", "B-A", "I-A")
    true, found = np.array([1, 2, 0, 1]), np.array([1, 1, 1, 0])
    scores = scored(found, true, np.array([4]), labels)
    assert (scores.precision, scores.recall) == (2 / 3, 2 / 3)
    assert scores.exact_f1 == 0.0
    assert scored(true, true, np.array([4]), labels)[:4] == (1, 1, 1, 1)
    assert scored(np.zeros(4, int), np.zeros(4, int), np.array([4]), labels).f1 == 0.0


def test_a_round_measures_and_costs(small: Task) -> None:
    found = list(rounds(small, "Random", "T-H Sum", start=10, batch=25, limit=60, seed=0, run=0))
    assert [one.signals.instances for one in found] == [10, 35, 60]
    assert found[0].signals.kappa is None
    assert all(one.signals.kappa is not None for one in found[1:])
    assert found[-1].scores.f1 > 0.95
    assert found[0].signals.words < found[1].signals.words < found[2].signals.words
    assert found[0].edits <= found[1].edits <= found[2].edits
    last = found[-1].signals
    assert last.minutes == pytest.approx((2 * 60 + 0.3 * last.words + 4 * found[-1].edits) / 60)


def test_a_seed_without_anything_private_marks_nothing(small: Task) -> None:
    plain = [at for at in range(len(small.pool)) if not small.tags[small.sheet.places([at])].any()]
    only = replace(small, pool=np.array(plain), vectors=small.vectors[plain])
    found = list(rounds(only, "Random", "T-H Sum", start=5, batch=5, limit=10, seed=0, run=0))
    assert [one.scores.f1 for one in found] == [0.0, 0.0]


def test_crfsuite_can_learn_in_a_run(small: Task) -> None:
    slow = replace(small, learner="crf")
    found = list(rounds(slow, "Random", "T-Token", start=20, batch=20, limit=40, seed=0, run=0))
    assert [one.signals.instances for one in found] == [20, 40]
    assert found[-1].scores.f1 > 0.9


def test_the_pool_may_be_used_up(small: Task) -> None:
    found = list(rounds(small, "Random", "K-MC", start=50, batch=50, limit=999, seed=0, run=0))
    assert [one.signals.instances for one in found] == [50, 100, 120]


def test_runs_repeat_and_differ(small: Task) -> None:
    ones, again, others = (
        [
            one.scores
            for one in rounds(small, "K-MC", "T-H Sum", start=9, batch=9, limit=30, seed=0, run=x)
        ]
        for x in (0, 0, 1)
    )
    assert ones == again
    assert set(seeded(small, "K-MC", 9, 0, 0).tolist()) != set(
        seeded(small, "K-MC", 9, 0, 1).tolist()
    )
    assert len(others) == len(ones)


def test_a_study_has_its_tables(small: Task, results: dict[str, object]) -> None:
    json.dumps(results)
    assert results["full"]["f1"] > 0.97  # type: ignore[index]
    rows = {row["method"]: row["cells"] for row in results["seeds"]}  # type: ignore[attr-defined]
    assert [cell["runs"] for cell in rows["Random"]] == [2, 2]
    assert rows["Random"][0]["f1"]["error"] is not None
    curves = results["curves"]
    assert [curve["query"] for curve in curves] == list(PLAN.queries)  # type: ignore[attr-defined]
    assert [step["instances"] for step in curves[0]["steps"]] == [10, 30, 50]  # type: ignore[index]
    for row in stopped(curves):  # type: ignore[arg-type]
        assert row["count"] == 2 or row["rule"] != "budget"
    budget = [row for row in stopped(curves) if row["rule"] == "budget"]  # type: ignore[arg-type]
    assert {row["instances"] for row in budget} == {30}
    assert all(row["count"] <= 2 for row in reached(curves))  # type: ignore[arg-type]


def test_the_page_shows_tables_and_plots_and_no_text(results: dict[str, object]) -> None:
    page = render(results, target="<calls>", sources=["there"])
    assert page.count("<svg") == 4 and page.count('class="shadow') == 8
    assert "S_I-H Sum &amp; K-MC" in page and "&lt;calls&gt;" in page
    for secret in ("Anna", "Rome", "printer"):
        assert secret not in page
    assert "<script" not in page and "http" not in page.replace("http-equiv", "")


def test_a_study_goes_on_where_it_was(
    small: Task, results: dict[str, object], tmp_path: Path
) -> None:
    def stops(done: int, _: int) -> None:
        if done == 4:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        study(small, PLAN, tmp_path / "s", progress=stops)
    told: list[tuple[int, int]] = []
    again = study(small, PLAN, tmp_path / "s", progress=lambda done, of: told.append((done, of)))
    assert told[0] == (4, len(PLAN.parts()))
    assert again == results


@pytest.mark.slow
def test_processes_give_what_one_gives(small: Task, tmp_path: Path) -> None:
    plan = replace(PLAN, sizes=(10,), queries=())
    assert study(small, plan, tmp_path / "1", workers=1) == study(
        small, plan, tmp_path / "2", workers=2
    )


def test_another_study_in_the_folder_is_refused(small: Task, tmp_path: Path) -> None:
    plan = replace(PLAN, sizes=(10,), queries=(), seeds=("Random",))
    study(small, plan, tmp_path / "s")
    with pytest.raises(StateError, match="another study"):
        study(small, replace(plan, seed=1), tmp_path / "s")
    more = study(small, replace(plan, sizes=(10, 20)), tmp_path / "s")
    assert len(more["seeds"][0]["cells"]) == 2
    (tmp_path / "s" / Part("full").file).write_text("{")
    with pytest.raises(StateError, match="damaged"):
        study(small, plan, tmp_path / "s")


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"sizes": (500,)}, "a seed of 500 is asked of a pool of 120 instances"),
        ({"batch": 250}, "choose a smaller --batch"),
        ({"seeds": ("T-H Sum",)}, "cannot choose a seed"),
        ({"queries": ("T-H Sum · S7_I-H Sum",)}, "asks for a source"),
        ({"rules": ("never",)}, "never"),
    ],
)
def test_bad_plans_are_refused_at_once(
    small: Task, tmp_path: Path, change: dict[str, object], told: str
) -> None:
    with pytest.raises(UsageError, match=told):
        study(small, replace(PLAN, **change), tmp_path / "s")  # type: ignore[arg-type]
    assert not (tmp_path / "s").exists()


def test_tasks_travel(small: Task) -> None:
    again = pickle.loads(pickle.dumps(small))
    assert module.fingerprint(again, PLAN) == module.fingerprint(small, PLAN)


def test_what_a_task_is_made_of(tmp_path: Path) -> None:
    unmarked = [one._replace(annotations=()) for one in spoken(20)]
    with pytest.raises(UsageError, match="marks nothing as private"):
        prepared(TaskInputs(unmarked, unmarked[:1]), Cache())
    silent = [one._replace(annotations=()) for one in foreign()]
    with pytest.raises(UsageError, match="the source quiet marks nothing"):
        prepared(TaskInputs(spoken(20), spoken(9, "e"), {"quiet": silent}), Cache())
    drugs = [
        one._replace(annotations=tuple(m._replace(label="DRUG") for m in one.annotations))
        for one in foreign()
    ]
    with pytest.raises(UsageError, match="shares no label with the target: it has DRUG"):
        prepared(TaskInputs(spoken(20), spoken(9, "e"), {"far": drugs}, binary=False), Cache())
    learnt, test = split_by_id(spoken(20), 0.25)
    assert len(test) == 5 and {one.id for one in learnt}.isdisjoint(one.id for one in test)
    with pytest.raises(UsageError, match="nothing to test on"):
        split_by_id(spoken(2), 0.1)


def test_sources_as_features_columns_and_losses_are_kept(tmp_path: Path) -> None:
    given = TaskInputs(
        spoken(12),
        spoken(6, "e", 1),
        {"there": foreign(10)},
        columns=("pos",),
        opinions=True,
        losses=True,
        binary=False,
    )
    first = prepared(given, Cache(tmp_path))
    assert any(name.startswith("pos=") for name in first.sheet.names)
    assert any(name.startswith("source1=") for name in first.sheet.names)
    assert first.losses is not None and (first.losses > 0).all()
    files = sorted(path.name for path in tmp_path.iterdir())
    again = prepared(given, Cache(tmp_path))
    assert sorted(path.name for path in tmp_path.iterdir()) == files
    np.testing.assert_array_equal(first.sheet.slots, again.sheet.slots)
    np.testing.assert_allclose(first.losses, again.losses)


def _written(path: Path, count: int, prefix: str = "t", seed: int = 0) -> str:
    rows = [
        {
            "id": one.id,
            "text": one.text,
            "entities": [
                {"start": m.start, "end": m.end, "category": m.label} for m in one.annotations
            ],
        }
        for one in spoken(count, prefix, seed)
    ]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return str(path)


def test_the_command_writes_page_and_figures(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    target, source = _written(tmp_path / "t.jsonl", 80), _written(tmp_path / "s.jsonl", 30, "s", 9)
    page = tmp_path / "curves.html"
    command = f"understudy learn simulate {target} --source {source} -o {page} --runs 1 --batch 10"
    options = ["--limit", "30", "--workers", "1", "--seed-sizes", "10", "--json"]
    monkeypatch.setattr("sys.argv", [*command.split(), *options])
    main()
    told = json.loads(capsys.readouterr().out)
    assert told["ends"].keys() == {"Random", "T-H Sum", "T-H K-Max · S_I-H Sum"}
    assert page.exists() and not (tmp_path / "curves.html.understudy").exists()
    assert json.loads((tmp_path / "curves.json").read_text())["full"] == told["full"]


def test_the_command_says_what_is_wrong(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    target = _written(tmp_path / "t.jsonl", 40)
    for options, told in (
        (["--batch", "250"], "choose a smaller --batch"),
        (["--batch", "5", "--query", "S-H Sum"], "--source"),
        (["--batch", "5", "--query", "Nonsense"], "is no strategy"),
        (["--batch", "5", "--seed-sizes", "x"], "whole numbers"),
        (["--batch", "5", "--learner", "oracle"], "oracle"),
    ):
        argv = ["understudy", "learn", "simulate", target, "-o", str(tmp_path / "c.html"), *options]
        monkeypatch.setattr("sys.argv", argv)
        with pytest.raises(SystemExit) as stop:
            main()
        assert stop.value.code == 2
        assert told in capsys.readouterr().err
