"""The learner of a review learns from what was read, and marks what nobody has touched."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("sqlalchemy", reason="needs the extra [review]")
pytest.importorskip("sklearn", reason="needs the extra [learn]")
from reviewing import POLICY, Person, alone

from understudy.policy import load
from understudy.project import open_project
from understudy.review.begin import begin, open_review, take_entries
from understudy.review.desk import Desk, Entries
from understudy.review.folder import Settings, read
from understudy.review.learning import make_project
from understudy.review.records import Mark

NAMES = ("Quill", "Marrow", "Tansy", "Bracken", "Sorrel", "Thistle", "Yarrow", "Fennel")


def learning(folder: Path) -> Desk:
    rows = [
        {"id": f"d{at}", "text": f"Dear Doctor {NAMES[at % 8]}, thank you. We saw rain today."}
        for at in range(24)
    ]
    corpus = folder / "letters.jsonl"
    corpus.write_text("".join(json.dumps(row) + "\n" for row in rows))
    policy = folder / "letters.toml"
    policy.write_text(POLICY)
    settings = Settings(str(corpus), None, str(policy), load(policy).fingerprint, learns=True)
    return begin(folder / "project", settings, prepare=make_project)


def read_one(ada: Person, number: int) -> None:
    text = ada.get(f"/api/documents/{number}")["text"]
    start = text.index("Doctor ") + 7
    ada.decide(number, 0, "add", start=start, end=text.index(","), category="PERSON")
    ada.post(f"/api/documents/{number}/finish", {"version": 1})


def test_it_learns_and_marks_again_what_nobody_touched(tmp_path: Path) -> None:
    held = learning(tmp_path)
    assert read(held.folder).learns
    ada = alone(held)
    told = ada.get("/api/learner")
    assert told["on"] and told["annotated"] == 0 and not told["rounds"]
    for number in range(12):
        read_one(ada, number)
    room = ada.client.app.state.room  # type: ignore[attr-defined]
    ada.post("/api/learner")
    room.learning.wait(120)
    told = ada.get("/api/learner")
    assert told["failed"] == ""
    assert told["annotated"] == 24 and len(told["rounds"]) == 1
    assert told["marked"] == 12
    items = ada.get("/api/documents/20")["reading"]["items"]
    (mark,) = items.values()
    assert (mark["category"], mark["source"], mark["status"]) == ("PERSON", "learner", "open")
    assert ada.get("/api/queue", order="batch")["total"] > 0
    held.store.close()


def taught(held: Desk) -> Person:
    """A reader whose learner has learnt from twelve documents."""
    ada = alone(held)
    for number in range(12):
        read_one(ada, number)
    ada.post("/api/learner")
    ada.client.app.state.room.learning.wait(120)  # type: ignore[attr-defined]
    return ada


def test_what_was_learnt_outlives_a_change_of_the_lists(tmp_path: Path) -> None:
    held = learning(tmp_path)
    ada = taught(held)
    ada.post("/api/suggestions", {"deny": ["DATE=today"]})
    items = ada.get("/api/documents/20")["reading"]["items"].values()
    assert {(one["category"], one["source"]) for one in items} == {
        ("PERSON", "learner"),
        ("DATE", "deny list"),
    }
    ada.post("/api/suggestions/dropped", {"deny": ["DATE=today"]})
    (mark,) = ada.get("/api/documents/20")["reading"]["items"].values()
    assert mark["source"] == "learner"
    held.store.close()


def test_what_was_learnt_outlives_a_kill(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    held = learning(tmp_path)
    taught(held)

    def killed(*_: Any, **__: Any) -> int:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched, pytest.raises(KeyboardInterrupt):
        patched.setattr("understudy.review.begin.mark_again", killed)
        take_entries(held, Entries(deny=("DATE=today",)))
    held.store.close()
    again = open_review(held.folder)
    found = again.store.documents.found(20).values()
    assert sorted(one.source for one in found if isinstance(one, Mark)) == ["deny list", "learner"]
    again.store.close()


def test_it_learns_again_when_its_batch_was_read(tmp_path: Path) -> None:
    held = learning(tmp_path)
    ada = taught(held)
    room = ada.client.app.state.room  # type: ignore[attr-defined]
    rows = ada.get("/api/queue", order="batch", shown="open")["rows"]
    for row in rows:
        assert len(ada.get("/api/learner")["rounds"]) == 1
        ada.post(f"/api/documents/{row['number']}/finish", {"version": 0})
    room.learning.wait(120)
    told = ada.get("/api/learner")
    assert told["failed"] == ""
    assert len(told["rounds"]) == 2
    ada.post(f"/api/documents/{rows[0]['number']}/undo", {"version": 1})
    ada.post(f"/api/documents/{rows[0]['number']}/redo", {"version": 2})
    room.learning.wait(120)
    assert len(ada.get("/api/learner")["rounds"]) == 2  # the batch is another one now
    held.store.close()


def test_it_does_not_learn_by_itself_where_a_sample_would_be_void(tmp_path: Path) -> None:
    held = learning(tmp_path)
    ada = taught(held)
    ada.post("/api/sample", {"unit": "documents", "size": 2, "blind": False})
    for row in ada.get("/api/queue", order="batch", shown="open")["rows"]:
        ada.post(f"/api/documents/{row['number']}/finish", {"version": 0})
    ada.client.app.state.room.learning.wait(120)  # type: ignore[attr-defined]
    assert len(ada.get("/api/learner")["rounds"]) == 1
    assert ada.get("/api/sample")["sample"]["void"] == ""
    held.store.close()


def test_nothing_is_learnt_before_anybody_reads(tmp_path: Path) -> None:
    held = learning(tmp_path)
    ada = alone(held)
    ada.post("/api/learner")
    room = ada.client.app.state.room  # type: ignore[attr-defined]
    room.learning.wait(60)
    assert "nobody has read" in ada.get("/api/learner")["failed"]
    held.store.close()


def test_a_sealed_review_has_no_learner(tmp_path: Path) -> None:
    from reviewing import desk

    held = desk(tmp_path)
    told = alone(held).get("/api/learner")
    assert not told["on"] and told["why"]
    held.store.close()


def test_names_of_files_need_not_be_utf_8(tmp_path: Path) -> None:
    """The store of the learner holds the ids of documents, which may be names of files."""
    (tmp_path / "letters").mkdir()
    for name in (b"n\xff.txt", b"plain.txt"):
        path = os.fsencode(tmp_path / "letters") + b"/" + name
        with open(path, "w") as file:  # noqa: PTH123 - a name that is not UTF-8
            file.write("Ann Lee met Bob Ray. They went home. It rained.\n")
    policy = tmp_path / "letters.toml"
    policy.write_text(POLICY)
    settings = Settings(
        str(tmp_path / "letters"), None, str(policy), load(policy).fingerprint, learns=True
    )
    held = begin(tmp_path / "project", settings, prepare=make_project)
    names = [held.store.documents.held(number).id for number in (0, 1)]
    assert names == ["n\udcff.txt", "plain.txt"]
    assert {item.document for item in open_project(held.folder).items()} == set(names)
    held.store.close()
