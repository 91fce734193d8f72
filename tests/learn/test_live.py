"""A live project: batches out, annotations in, two people, bad answers, kills, the detector."""

from __future__ import annotations

import json
import os
import signal
import stat
import subprocess
import sys
import time
from pathlib import Path

import pytest
from pools_to_learn import foreign, spoken

from understudy.core.errors import CorpusError, StateError, UnderstudyError, UsageError
from understudy.core.types import Document, Span
from understudy.corpus.base import Options
from understudy.corpus.reading import documents_of
from understudy.identify.crf import build
from understudy.identify.crfmodel import write_model
from understudy.identify.settings import DetectorSettings
from understudy.learn.exchange import write_batch
from understudy.learn.finish import finish
from understudy.learn.live import add, next_batch
from understudy.learn.shapes import SHAPES
from understudy.learn.status import status
from understudy.learn.stopping import Budget
from understudy.learn.train import train_crf
from understudy.learn.workroom import Settings, Work, start
from understudy.project import create, open_project

TRUTH = {one.id: one.annotations for one in spoken(120)}


@pytest.fixture
def source(tmp_path: Path) -> str:
    made = train_crf(foreign(), iterations=30)
    write_model(tmp_path / "source.crf", made.header, made.payload)
    return str(tmp_path / "source.crf")


def begun(folder: Path, *sources: str, **given: object) -> Work:
    settings = Settings(folder.name, **{"batch": 10, **given})  # type: ignore[arg-type]
    return Work.of(start(folder, spoken(120), settings, sources))


def answered(
    work: Work, path: Path, who: str, size: int | None = None, shape: str = "jsonl"
) -> Path:
    """The next batch with the true marks in the place of the suggested ones."""
    _, rows, _ = next_batch(work, who, size)
    write_batch(path, [(one, TRUTH[one.id]) for one, _ in rows], shape)
    return path


def test_a_project_goes_from_seed_to_detector(tmp_path: Path, source: str) -> None:
    work = begun(
        tmp_path / "p", source, seed_method="S_I-H Sum & K-MC", query="T-H K-Max · S_I-H Sum"
    )
    for number in range(5):
        path = answered(work, tmp_path / f"{number}.jsonl", "ada")
        told = add(work, path, "ada")
        assert told["added"] == 10 and not told["open"]
    found = status(work.project)
    assert found["annotated"] == 50
    assert len(found["rounds"]) == 4
    assert found["rounds"][0]["kappa"] is None and found["rounds"][1]["kappa"] is not None
    first, *later = [one["f1"] for one in found["agreement"] if one["f1"] is not None]
    assert later[-1] > first
    card = finish(work, tmp_path / "done")
    assert card["learnt_from"]["instances"] == 50
    assert card["scores"]["f1"] > 0.8
    detector = build(DetectorSettings(options={"model": str(tmp_path / "done/detector.crf")}))
    text = "my name is Ulrike and i live in Zagreb since long ago"
    (spans,) = detector.detect([Document("d", text)])
    assert [text[span.start : span.end] for span in spans] == ["Ulrike", "Zagreb"]
    rows = list(documents_of(str(tmp_path / "done/annotated.jsonl"), None, Options()))
    assert {one.id: {m[:3] for m in one.annotations} for one in rows} == {
        one.id: {m[:3] for m in TRUTH[one.id]} for one in rows
    }


@pytest.mark.parametrize("shape", SHAPES)
def test_batches_come_back_in_every_format(tmp_path: Path, shape: str) -> None:
    texts = ["call Ana-Luz, 28.016 Madrid now", "it's  O'Neil (the #2) again", "nothing here"]
    documents = [Document(f"c/{at}", text) for at, text in enumerate(texts)]
    settings = Settings("p", batch=3)
    work = Work.of(start(tmp_path / "p", documents, settings, ()))
    marks = {"c/0": ("Ana-Luz", "28.016 Madrid"), "c/1": ("O'Neil",), "c/2": ()}
    _, rows, _ = next_batch(work, "ada")
    given = [
        (
            one,
            [
                Span(one.text.index(value), one.text.index(value) + len(value), "X")
                for value in marks[one.id]
            ],
        )
        for one, _ in rows
    ]
    path = tmp_path / {"jsonl": "b.jsonl", "conll": "b.conll", "brat": "b"}[shape]
    write_batch(path, given, shape)
    assert add(work, path, "ada", format=shape)["added"] == 3
    kept = {work.pool[one.item].id: one.marks for one in work.project.answers()}
    assert {name: tuple(span[:3] for span in of_one) for name, of_one in kept.items()} == {
        one.id: tuple(span[:3] for span in of_one) for one, of_one in given
    }


def test_two_people_get_different_batches_and_their_own_again(tmp_path: Path) -> None:
    work = begun(tmp_path / "p", seed_method="Random")
    ones, others = next_batch(work, "ada"), next_batch(work, "bob")
    assert not {one.id for one, _ in ones[1]} & {one.id for one, _ in others[1]}
    assert next_batch(work, "ada")[:2] == ones[:2]


def test_disagreements_are_kept_listed_and_decided(tmp_path: Path) -> None:
    work = begun(tmp_path / "p", seed_method="Random")
    add(work, answered(work, tmp_path / "1.jsonl", "ada"), "ada")
    _, rows, _ = next_batch(work, "bob", 5, overlap=10)
    assert len(rows) == 15
    assert all(not marks for one, marks in rows[5:])
    write_batch(tmp_path / "2.jsonl", [(one, ()) for one, _ in rows], "jsonl")
    told = add(work, tmp_path / "2.jsonl", "bob")
    private = [one for one, _ in rows[5:] if TRUTH[one.id]]
    assert told["disagreements"] == len(private) > 0
    listed = status(work.project)["disagreements"]
    assert {one["id"] for one in listed} == {one.id for one in private}
    assert listed[0]["annotators"] == ["ada", "bob"]
    write_batch(tmp_path / "3.jsonl", [(one, TRUTH[one.id]) for one in private], "jsonl")
    add(work, tmp_path / "3.jsonl", "chief", decide=True)
    assert status(work.project)["disagreements"] == []
    assert status(work.project)["private"] == 2 * len(private)
    assert len(work.project.answers()) == 10 + 15 + len(private)


def _lines(path: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def test_a_batch_answered_twice(tmp_path: Path) -> None:
    work = begun(tmp_path / "p", seed_method="Random")
    path = answered(work, tmp_path / "b.jsonl", "ada")
    add(work, path, "ada")
    before = work.project.answers()
    assert add(work, path, "ada") == {
        "added": 0,
        "replaced": 0,
        "already": 10,
        "open": [],
        "disagreements": 0,
    }
    rows = _lines(path)
    for row in rows:
        row["entities"] = []
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    with pytest.raises(
        UsageError, match=r"ada has answered .* already.*nothing was added.*--replace"
    ):
        add(work, path, "ada")
    assert work.project.answers() == before
    assert add(work, path, "ada", replace=True)["replaced"] > 0


def test_half_a_batch_is_kept(tmp_path: Path) -> None:
    work = begun(tmp_path / "p", seed_method="Random")
    path = answered(work, tmp_path / "b.jsonl", "ada")
    path.write_text("".join(path.read_text().splitlines(keepends=True)[:4]))
    assert add(work, path, "ada")["open"] == [{"batch": 1, "missing": 6}]
    number, rows, _ = next_batch(work, "ada")
    assert number == 1 and len(rows) == 10


@pytest.mark.parametrize(
    ("field", "value", "told"),
    [
        ("text", "my name is Nobody " * 9, "another text than in the project, from character"),
        ("id", "nobody", "'nobody' is no instance"),
        ("entities", [{"start": 0, "end": 900, "category": "X"}], "entities"),
        ("entities", [{"start": 2, "end": 3, "category": "X"}], "does not match the text"),
        ("entities", [{"start": 0, "end": 2, "category": "NAME"}], "'NAME' is none of this"),
    ],
)
def test_answers_that_do_not_match_are_refused_as_a_whole(
    tmp_path: Path, field: str, value: object, told: str
) -> None:
    work = begun(tmp_path / "p", seed_method="Random", labels=("PERSON", "LOCATION", "X"))
    path = answered(work, tmp_path / "b.jsonl", "ada", 60)
    rows = _lines(path)
    (at,) = [at for at, row in enumerate(rows) if str(row["text"]).startswith("my name")][-1:]
    rows[at][field] = value
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    with pytest.raises(UnderstudyError, match=told) as caught:
        add(work, path, "ada")
    assert work.project.answers() == []
    assert "my name" not in str(caught.value)


def test_an_instance_twice_in_a_file(tmp_path: Path) -> None:
    work = begun(tmp_path / "p", seed_method="Random")
    path = answered(work, tmp_path / "b.jsonl", "ada")
    path.write_text(path.read_text() + path.read_text().splitlines(keepends=True)[0])
    with pytest.raises(CorpusError, match="is there twice"):
        add(work, path, "ada")


def test_one_class_only(tmp_path: Path) -> None:
    work = begun(tmp_path / "p", seed_method="Random")
    _, rows, _ = next_batch(work, "ada")
    write_batch(tmp_path / "b.jsonl", [(one, ()) for one, _ in rows], "jsonl")
    add(work, tmp_path / "b.jsonl", "ada")
    assert status(work.project)["advice"] == "go on: nothing private has been marked yet"
    _, more, facts = next_batch(work, "ada")
    assert facts is None and len(more) == 10
    with pytest.raises(UsageError, match="marks nothing as private"):
        finish(work, tmp_path / "done")
    assert not (tmp_path / "done").exists()


def test_refusals_at_the_start(tmp_path: Path, source: str) -> None:
    def refused(told: str, *sources: str, count: int = 120, **given: object) -> None:
        settings = Settings("p", **{"batch": 10, **given})  # type: ignore[arg-type]
        with pytest.raises(UsageError, match=told):
            start(tmp_path / "p", spoken(count), settings, sources)
        assert not (tmp_path / "p").exists()

    refused("8 instances, fewer than a batch of 10", count=8)
    refused("has no words", count=0)
    refused("shares no label", source, labels=("DRUG",))
    refused("cannot choose a seed", seed_method="T-H Sum")
    begun(tmp_path / "q", source, labels=("PERSON", "DRUG"))
    with pytest.raises(UsageError, match="exists"):
        begun(tmp_path / "q")
    with pytest.raises(UsageError, match="nothing is annotated yet"):
        finish(Work.of(open_project(tmp_path / "q")), tmp_path / "done")


def test_a_pool_that_is_used_up(tmp_path: Path) -> None:
    work = begun(tmp_path / "p", seed_method="Random")
    add(work, answered(work, tmp_path / "1.jsonl", "ada", 115), "ada")
    add(work, answered(work, tmp_path / "2.jsonl", "ada"), "ada")
    assert len(work.project.answers()) == 120
    with pytest.raises(UsageError, match="every instance"):
        next_batch(work, "ada")


def test_advice_follows_the_budget(tmp_path: Path) -> None:
    work = begun(tmp_path / "p", seed_method="Random", budget=Budget(instances=10))
    assert status(work.project)["advice"] == "go on: nothing is annotated yet"
    add(work, answered(work, tmp_path / "1.jsonl", "ada"), "ada")
    next_batch(work, "ada")
    assert status(work.project)["advice"] == "stop: the budget of 10 instances is spent"


def test_binary_projects_learn_one_label(tmp_path: Path) -> None:
    made = train_crf(spoken(60, "x", 3), iterations=30)
    write_model(tmp_path / "near.crf", made.header, made.payload)
    near = str(tmp_path / "near.crf")
    work = begun(tmp_path / "p", near, binary=True, seed_method="S_I-Private")
    _, rows, _ = next_batch(work, "ada", 60)
    assert {mark.label for _, marks in rows for mark in marks} == {"UNKNOWN"}
    write_batch(tmp_path / "b.jsonl", [(one, TRUTH[one.id]) for one, _ in rows], "jsonl")
    add(work, tmp_path / "b.jsonl", "ada")
    labels = {mark.label for one in work.project.answers() for mark in one.marks}
    assert labels == {"UNKNOWN"}


def test_settings_survive_their_file(tmp_path: Path) -> None:
    settings = Settings('a "b" \x7f é', labels=("X", "Y"), budget=Budget(5, None, 2.5))
    project = create(tmp_path / "p", settings.as_toml(), [])
    assert Settings.of(project) == settings


def test_a_project_is_for_its_owner_and_of_this_schema(tmp_path: Path) -> None:
    work = begun(tmp_path / "p", seed_method="Random")
    folder = work.project.folder
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    for path in folder.rglob("*"):
        assert not stat.S_IMODE(path.stat().st_mode) & 0o077, path
    text = (folder / "project.toml").read_text()
    (folder / "project.toml").write_text(text.replace("schema = 1", "schema = 9"))
    with pytest.raises(StateError, match="schema 9"):
        open_project(folder)
    (folder / "project.toml").write_text("schema")
    with pytest.raises(StateError, match="not TOML"):
        open_project(folder)
    with pytest.raises(UsageError, match="no project"):
        open_project(tmp_path / "none")


_ASKS = """
import sys
from pathlib import Path
from understudy.learn.live import next_batch
from understudy.learn.workroom import Work
from understudy.project import open_project
work = Work.of(open_project(Path(sys.argv[1])))
for number in range(4):
    next_batch(work, f"{sys.argv[2]}{number}", 5)
"""


def test_people_who_ask_at_the_same_time_get_different_instances(tmp_path: Path) -> None:
    work = begun(tmp_path / "p", seed_method="Random")
    add(work, answered(work, tmp_path / "1.jsonl", "ada", 20), "ada")
    command = [sys.executable, "-c", _ASKS, str(tmp_path / "p")]
    children = [subprocess.Popen([*command, name]) for name in ("x", "y")]
    assert [child.wait(timeout=120) for child in children] == [0, 0]
    batches = work.project.batches()
    given = [one.item for batch in batches for one in work.project.items_of_batch(batch.number)]
    assert len(batches) == 9 and len(given) == len(set(given)) == 20 + 8 * 5


_KILLED = """
import sys, time
from pathlib import Path
from understudy.learn.live import next_batch
from understudy.learn.workroom import Work
from understudy.project import open_project
print("ready", flush=True)
for number in range(14):  # three of these leave some of the 120 instances
    work = Work.of(open_project(Path(sys.argv[1])))
    next_batch(work, f"p{number}", 2)
time.sleep(600)
"""


@pytest.mark.skipif(os.name != "posix", reason="kills by signal")
def test_a_kill_at_any_moment_loses_nothing(tmp_path: Path) -> None:
    work = begun(tmp_path / "p", seed_method="Random")
    add(work, answered(work, tmp_path / "1.jsonl", "ada", 30), "ada")
    before = work.project.answers()
    for delay in (0.05, 0.15, 0.3):
        child = subprocess.Popen(
            [sys.executable, "-c", _KILLED, str(tmp_path / "p")], stdout=subprocess.PIPE
        )
        assert child.stdout is not None
        child.stdout.readline()
        time.sleep(delay)
        child.send_signal(signal.SIGKILL)
        child.wait()
        child.stdout.close()
        again = Work.of(open_project(tmp_path / "p"))
        assert again.project.answers() == before
        batches = again.project.batches()
        assert [batch.number for batch in batches] == list(range(1, len(batches) + 1))
        for batch in batches[1:]:
            assert batch.size == len(again.project.items_of_batch(batch.number)) == 2
    _, rows, facts = next_batch(again, "new", 2)
    assert len(rows) == 2 and facts is not None
