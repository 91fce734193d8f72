"""Windows, processes and people that get in each other's way; and what lies on the disk."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from reviewing import HOST, LETTERS, PASSWORD, POLICY, alone, desk, people, settings

from understudy.core.draw import digest
from understudy.core.errors import UsageError
from understudy.core.types import Document, Span
from understudy.policy import load, with_columns, with_scope
from understudy.review.accounts import ADMINISTRATOR, ANNOTATOR, LOCAL, REVIEWER, Accounts
from understudy.review.app import create_app
from understudy.review.begin import begin, mark_again, open_review, take_entries
from understudy.review.decided import digest_of
from understudy.review.desk import Entries
from understudy.review.export import export
from understudy.review.folder import NAME, Settings, served_alone
from understudy.run.order import Order
from understudy.run.release import carry_out

EVERY = POLICY.replace('name = "letters"', 'review = "every document"')


def test_one_server_has_a_review(tmp_path: Path) -> None:
    held = desk(tmp_path)
    left = held.folder / ".export-of-a-server-that-was-killed"
    left.mkdir()
    (left / "annotated.jsonl").write_text("private")
    with served_alone(held.folder):
        assert not left.exists()
        with pytest.raises(UsageError, match="another process serves"), served_alone(held.folder):
            pass
    with served_alone(held.folder):
        pass
    held.store.close()


def test_the_address_opens_once_however_many_ask_at_once(tmp_path: Path) -> None:
    held = desk(tmp_path)
    app = create_app(held, hosts=(HOST,), token="once")

    def enter(_: int) -> bool:
        client = TestClient(app, base_url=f"http://{HOST}", follow_redirects=False)
        return "set-cookie" in client.get("/enter?token=once").headers

    with ThreadPoolExecutor(8) as pool:
        assert sum(pool.map(enter, range(24))) == 1
    held.store.close()


def test_nobody_takes_the_name_of_the_one_reader(tmp_path: Path) -> None:
    held = desk(tmp_path)
    with pytest.raises(UsageError, match="another name"):
        Accounts(held.store).add(LOCAL, PASSWORD, ADMINISTRATOR)
    held.store.close()


def test_a_decision_between_readers_stays_in_its_document(tmp_path: Path) -> None:
    held = desk(tmp_path, readers=1)
    with people(held, ada=ANNOTATOR, eve=REVIEWER) as team:
        team["ada"].post("/api/documents/0/finish", {"version": 0})
        team["eve"].post("/api/documents/0/adjudication", {"reader": "ada"})
        body = {"version": 1, "layer": "adjudication", "ids": ["m1"], "scope": "corpus"}
        told = team["eve"].post("/api/documents/0/decisions", {**body, "action": "reject"})
        assert told["elsewhere"] == 0
        assert [len(held.store.readings.layers(number)) for number in range(3)] == [2, 0, 0]


def test_a_mark_for_the_corpus_begins_no_reading_without_marks(tmp_path: Path) -> None:
    held = desk(tmp_path)
    ada = alone(held)
    ada.decide(1, 0, "comment", text="begun")
    ada.post("/api/sample", {"unit": "documents", "size": 3})
    told = ada.decide(1, 1, "add", start=28, end=37, category="LOCATION", scope="corpus")
    assert (told["elsewhere"], told["skipped"]) == (0, 1)
    assert held.store.readings.layers(2) == []
    held.store.close()


def test_who_reads_does_not_look_at_the_readings_of_others(tmp_path: Path) -> None:
    held = desk(tmp_path, readers=2)
    with people(held, ada=ANNOTATOR, eve=REVIEWER) as team:
        team["ada"].decide(0, 0, "reject", ids=["m0"])
        team["eve"].decide(0, 0, "comment", text="begun")
        team["eve"].get("/api/documents/0/readings", 403)
        team["eve"].post("/api/documents/0/finish", {"version": 1})
        team["eve"].get("/api/documents/0/readings")


def test_a_release_waits_for_the_second_look_that_somebody_asked_for(tmp_path: Path) -> None:
    held = desk(tmp_path, EVERY)
    ada = alone(held)
    for number in range(3):
        ada.post(f"/api/documents/{number}/finish", {"version": 0})
    assert ada.get("/api/progress")["left"] == []
    ada.decide(1, 1, "flag")
    assert "second reader" in ada.get("/api/progress")["left"][0]
    assert ada.exported().status_code == 403
    ada.decide(1, 2, "unflag")
    assert ada.exported().status_code == 200
    held.store.close()


def test_stand_ins_on_the_screen_follow_marks_that_were_made_anew(tmp_path: Path) -> None:
    held = desk(tmp_path)
    ada = alone(held)
    assert ada.get("/api/documents/2/release")["edits"] == []

    def more(document: Document) -> list[Span]:
        at = document.text.find("Dumbarton")
        return [Span(at, at + 9, "LOCATION")] if at >= 0 else []

    mark_again(held, "the learner has marked documents again", more)
    assert len(ada.get("/api/documents/2/release")["edits"]) == 2
    held.store.close()


def test_what_lists_change_is_finished_after_a_kill(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    held = desk(tmp_path)

    def killed(*_: Any, **__: Any) -> int:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched, pytest.raises(KeyboardInterrupt):
        patched.setattr("understudy.review.begin.mark_again", killed)
        take_entries(held, Entries(deny=("LOCATION=Dumbarton",)))
    held.store.close()
    again = open_review(held.folder)
    assert again.entries.deny == ("LOCATION=Dumbarton",)
    assert len(again.store.documents.found(2)) == 2
    again.store.close()


def test_an_encrypted_store_has_no_fingerprint_of_a_text(tmp_path: Path) -> None:
    held = begin(tmp_path / "project", settings(tmp_path, sealed="key file"), secret=b"x" * 32)
    held.store.close()
    data = b"".join(path.read_bytes() for path in held.folder.rglob("*") if path.is_file())
    for _, text, _ in LETTERS:
        assert digest(text).hex().encode() not in data
    document = Document("a", LETTERS[0][1])
    assert digest_of(document, b"k" * 32) != digest_of(document, b"l" * 32)


@pytest.mark.parametrize(
    ("policy", "scope"),
    [
        ("surrogate", "subject"),
        pytest.param("surrogate", "document", marks=pytest.mark.slow),
        pytest.param("typed", "subject", marks=pytest.mark.slow),
        pytest.param("dp", "document", marks=pytest.mark.slow),
    ],
)
def test_an_untouched_review_is_what_a_run_gives(
    tmp_path: Path, policy: str, scope: str, example_calls: Path
) -> None:
    columns = ("call_type=KEEP", "style=KEEP")
    made = with_scope(with_columns(load(policy), columns), scope)
    asked = Settings(
        str(example_calls), None, policy, made.fingerprint, columns=columns, scope=scope
    )
    held = begin(tmp_path / "project", asked)
    order = Order(
        inputs=(str(example_calls),),
        output=str(tmp_path / "run.jsonl"),
        policy=made,
        options=held.settings.corpus_options(),
        key=held.key,
    )
    carry_out(order)
    export(held, str(tmp_path / "review.jsonl"))
    held.store.close()
    ones, others = ((tmp_path / name).read_bytes() for name in ("run.jsonl", "review.jsonl"))
    assert json.loads(ones.splitlines()[0])
    assert ones == others


@pytest.fixture
def example_calls(tmp_path: Path) -> Path:
    """Some of the calls of the examples, each with a data subject."""
    source = Path(__file__).parents[2] / "examples" / "calls.jsonl"
    path = tmp_path / "calls.jsonl"
    path.write_text("".join(source.read_text("utf-8").splitlines(keepends=True)[:12]))
    return path


def test_a_start_that_was_cut_short_is_made_again(tmp_path: Path) -> None:
    held = desk(tmp_path)
    held.store.close()
    folder, kept = held.folder, (held.folder / NAME).read_bytes()
    (folder / NAME).unlink()  # what a kill before the last step leaves
    again = begin(folder, settings(tmp_path))
    assert again.store.documents.count() == 3
    alone(again).decide(0, 0, "accept", ids=["m0"])
    again.store.close()
    (folder / NAME).unlink()
    with pytest.raises(UsageError, match="decisions"):  # those of people are never thrown away
        begin(folder, settings(tmp_path))
    (folder / NAME).write_bytes(kept)
    opened = open_review(folder)
    assert opened.store.readings.last_decision() == 1
    opened.store.close()
