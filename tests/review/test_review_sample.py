"""A sample holds for what it was drawn of, in the state in which it was read."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from click.testing import CliRunner
from reviewing import LETTERS, POLICY, Person, alone, desk, people, settings

from understudy.certificate.pins import pins_of
from understudy.certificate.record import load_certificate
from understudy.cli import cli
from understudy.core.errors import BudgetExceeded, StateError
from understudy.policy import load
from understudy.project import open_project
from understudy.review import tables
from understudy.review.accounts import ANNOTATOR, REVIEWER
from understudy.review.begin import begin, mark_again
from understudy.review.certifying import certified
from understudy.review.desk import Desk, open_desk
from understudy.review.export import export
from understudy.review.folder import Settings
from understudy.review.learning import make_project
from understudy.run.order import Order
from understudy.run.release import carry_out

SAMPLE = POLICY.replace('name = "letters"', 'review = "sample"') + "[sample]\nleaking = 0.5\n"


def drawn(ada: Person, **plan: Any) -> dict[str, Any]:
    body = {"unit": "documents", "size": 3, "blind": False, **plan}
    told: dict[str, Any] = ada.post("/api/sample", body)["sample"]
    return told


def read_all(ada: Person) -> None:
    for number in range(3):
        reading = ada.get(f"/api/documents/{number}")["reading"]
        if not reading["done"]:
            ada.post(f"/api/documents/{number}/finish", {"version": reading["version"]})


def missed(held: Desk) -> int:
    found = load_certificate(held.folder / "certificate-1")
    return found.sample.bounds.overall.missed


def test_a_certificate_follows_the_readings(tmp_path: Path) -> None:
    held = desk(tmp_path)
    ada = alone(held)
    drawn(ada)
    read_all(ada)
    assert ada.get("/api/sample")["sample"]["certificate"]["overall"]["missed"] == 0
    assert missed(held) == 0
    path = held.folder / "certificate-1" / "certificate.json"
    assert path.stat().st_mode & 0o077 == 0
    before = path.read_bytes()
    ada.get("/api/sample")
    assert path.read_bytes() == before
    ada.decide(2, 1, "add", start=0, end=9, category="LOCATION")
    assert not path.exists()  # nobody can use it between the decision and the next look
    assert ada.get("/api/sample")["sample"]["certificate"]["overall"]["missed"] == 1
    assert missed(held) == 1
    ada.post("/api/documents/2/finish", {"version": 2, "done": False})
    assert not path.exists()
    assert ada.get("/api/sample")["sample"]["certificate"] is None
    held.store.close()


def test_marks_for_the_whole_corpus_take_a_certificate_back(tmp_path: Path) -> None:
    held = desk(tmp_path)
    ada = alone(held)
    drawn(ada, size=3)
    read_all(ada)
    ada.get("/api/sample")
    done = ada.decide(1, 1, "add", start=28, end=37, category="LOCATION", scope="corpus")
    assert not (held.folder / "certificate-1" / "certificate.json").exists()
    ada.get("/api/sample")
    assert missed(held) == 2
    ada.post("/api/batches/undo", {"batch": done["batch"]})
    assert not (held.folder / "certificate-1" / "certificate.json").exists()
    held.store.close()


def test_marking_again_voids_a_sample_in_the_same_step(tmp_path: Path) -> None:
    held = desk(tmp_path)
    ada = alone(held)
    drawn(ada, size=1, seed="01")
    (row,) = ada.get("/api/queue", order="sample")["rows"]
    ada.post(f"/api/documents/{row['number']}/finish", {"version": 0})
    assert ada.get("/api/sample")["sample"]["certificate"]
    path = held.folder / "certificate-1" / "certificate.json"

    def more(document: Any) -> list[Any]:
        from understudy.core.types import Span

        at = document.text.find("Dumbarton")
        return [Span(at, at + 9, "LOCATION")] if at >= 0 else []

    assert mark_again(held, "the learner has marked documents again", more)
    assert not path.exists()
    assert "learner" in ada.get("/api/sample")["sample"]["void"]
    assert certified(held).certificate is None
    # What is certified from now on is what this review has found, and nothing that a run finds.
    assert drawn(ada)["void"] == ""
    read_all(ada)
    assert ada.get("/api/sample")["sample"]["certificate"]
    now = pins_of(
        [held.settings.corpus], None, held.settings.corpus_options(), held.pipeline.policy
    )
    assert load_certificate(held.folder / "certificate-2").pins.model != now.model
    held.store.close()


def test_what_was_found_before_an_update_is_not_certified_for_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    held = desk(tmp_path)
    monkeypatch.setattr("understudy.certificate.pins._rules", lambda: "other rules")
    ada = alone(held)
    drawn(ada)
    read_all(ada)
    assert ada.get("/api/sample")["sample"]["certificate"]
    now = pins_of(
        [held.settings.corpus], None, held.settings.corpus_options(), held.pipeline.policy
    )
    assert load_certificate(held.folder / "certificate-1").pins.rules != now.rules
    held.store.close()


def test_a_sample_is_of_what_the_review_has_read(tmp_path: Path) -> None:
    held = desk(tmp_path, SAMPLE)
    ada = alone(held)
    path = Path(held.settings.corpus)
    whole = path.read_text()
    path.write_text(whole + json.dumps({"id": "d", "text": "Zeb came."}) + "\n")
    assert drawn(ada)["population"] == 3  # and no fault because of a document that nobody knows
    read_all(ada)
    path.write_text("".join(whole.splitlines(keepends=True)[:2]))
    with pytest.raises(BudgetExceeded, match="the corpus has changed"):
        export(held, str(tmp_path / "release.jsonl"))
    path.write_text(whole)
    export(held, str(tmp_path / "release.jsonl"))
    held.store.close()


def test_the_rule_of_a_policy_cannot_be_changed_under_a_review(tmp_path: Path) -> None:
    held = desk(tmp_path, SAMPLE)
    held.store.close()
    policy = Path(held.settings.policy)
    policy.write_text(POLICY.replace('name = "letters"', 'review = "every document"'))
    with pytest.raises(StateError, match="has changed since the review began"):
        open_desk(held.folder)
    policy.write_text(POLICY)
    with pytest.raises(StateError, match="has changed since the review began"):
        open_desk(held.folder)
    policy.write_text(SAMPLE)
    open_desk(held.folder).store.close()


def test_how_many_samples_were_drawn_is_told(tmp_path: Path) -> None:
    held = desk(tmp_path)
    ada = alone(held)
    assert drawn(ada)["draws"] == 1
    told = drawn(ada, seed="07")
    assert told["draws"] == 2
    read_all(ada)
    assert ada.get("/api/sample")["sample"]["certificate"]
    sample = load_certificate(held.folder / "certificate-2").sample
    assert (sample.draws, sample.chosen_seed) == (2, True)
    report = tmp_path / "report.html"
    release = export(held, str(tmp_path / "release.jsonl"), report=report)
    assert release.facts is not None
    assert "It is sample 2" in report.read_text() and "The seed" in report.read_text()
    held.store.close()


def test_a_document_is_once_in_the_queue_of_a_sample(tmp_path: Path) -> None:
    """However many of its turns or paragraphs were drawn."""
    held = desk(tmp_path)
    ada = alone(held)
    drawn(ada)
    further = {"sample": 1, "place": 3, "document": 0, "start": 8, "end": 11}
    with held.store.database.writing() as connection:
        connection.execute(sa.insert(tables.sampled).values(further))
    told = ada.get("/api/queue", order="sample")
    assert told["total"] == 3
    assert [(one["number"], one["units"]) for one in told["rows"]] == [(0, 2), (1, 1), (2, 1)]
    assert {one["units"] for one in ada.get("/api/queue")["rows"]} == {0}
    held.store.close()


def test_what_was_read_with_marks_before_a_sample_without_is_told(tmp_path: Path) -> None:
    held = desk(tmp_path)
    ada = alone(held)
    ada.post("/api/documents/0/finish", {"version": 0})
    told = drawn(ada, blind=True)
    assert (told["read"], told["seen"]) == (1, 1)
    for number in (1, 2):
        ada.post(f"/api/documents/{number}/finish", {"version": 0})
    told = ada.get("/api/sample")["sample"]
    assert (told["read"], told["seen"]) == (3, 1) and told["certificate"]["marks"] == "both"
    held.store.close()


def test_a_sample_without_marks_shows_none(tmp_path: Path) -> None:
    held = desk(tmp_path)
    with people(held, ada=ANNOTATOR, eve=REVIEWER) as team:
        ada = team["ada"]
        drawn(team["eve"], blind=True)
        told = ada.get("/api/documents/0")
        assert told["reading"]["blind"] and told["reading"]["items"] == {}
        assert ada.get("/api/documents/0/release")["edits"] == []
        assert ada.get("/api/documents/0/repeats")["repeats"] == []
        assert told["held"]["marks"] == told["held"]["unsure"] == 0
        assert told["held"]["reasons"] == {}
        (first, *_) = ada.get("/api/queue", order="corpus")["rows"]
        assert (first["marks"], first["unsure"], first["risk"], first["reasons"]) == (0, 0, 0, {})
        ada.decide(0, 0, "add", start=0, end=3, category="PERSON")
        assert held.store.readings.layers(0)[0].blind
        # Whoever began before the sample was drawn has seen the marks, and that is recorded.
        assert ada.get("/api/documents/0")["reading"]["items"].keys() == {"p1.0"}


def test_entries_of_an_encrypted_review_are_encrypted(tmp_path: Path) -> None:
    sealed = settings(tmp_path, sealed="key file")
    held = begin(tmp_path / "project", sealed, secret=b"x" * 32)
    ada = alone(held)
    ada.post("/api/suggestions", {"allow": ["ORGANIZATION=Court"], "deny": ["LOCATION=Dumbarton"]})
    held.store.close()
    for path in held.folder.rglob("*"):
        if path.is_file():
            data = path.read_bytes()
            assert b"Dumbarton" not in data and b"Court" not in data, path.name
    again = open_desk(held.folder, b"x" * 32)
    assert again.entries.deny == ("LOCATION=Dumbarton",)
    assert again.pipeline.policy.fingerprint != sealed.fingerprint
    assert LETTERS[2][1][:9] == "Dumbarton"
    assert any(mark.category == "LOCATION" for mark in again.store.documents.found(2).values())  # type: ignore[union-attr]
    again.store.close()


def test_a_sample_that_cannot_meet_the_rule_is_refused_before_anybody_reads(
    tmp_path: Path,
) -> None:
    held = desk(tmp_path, SAMPLE)
    ada = alone(held)
    few = ada.post("/api/sample", {"unit": "documents", "size": 1}, status=400)
    assert "cannot show" in str(few)
    asked = ada.get("/api/sample")
    assert asked["sample"] is None and asked["asked"]["leaking"] == 0.5
    drawn(ada)
    second = ada.post("/api/sample", {"unit": "documents", "size": 3}, status=400)
    assert "1 may be drawn" in str(second)
    held.store.close()


def test_a_release_waits_for_the_bound_of_its_policy(tmp_path: Path) -> None:
    held = desk(tmp_path, SAMPLE.replace("leaking = 0.5", "recall = 0.9"))
    ada = alone(held)
    drawn(ada)
    ada.decide(2, 0, "add", start=0, end=9, category="LOCATION")
    read_all(ada)
    told = ada.get("/api/sample")["sample"]
    assert told["certificate"] and "and 0.9 is asked for" in told["unmet"][0]
    with pytest.raises(BudgetExceeded, match=r"recall is at least 0\.\d+, and 0\.9 is asked for"):
        export(held, str(tmp_path / "release.jsonl"))
    assert ada.exported().status_code == 403
    held.store.close()


def test_the_policy_of_a_certificate_decides_in_a_run_as_well(tmp_path: Path) -> None:
    held = desk(tmp_path, SAMPLE.replace("leaking = 0.5", "recall = 0.9"))
    ada = alone(held)
    drawn(ada)
    read_all(ada)
    policy, held_bounds = held.pipeline.policy, ada.get("/api/sample")["sample"]["unmet"]
    assert held_bounds == []
    sample = load_certificate(held.folder / "certificate-1").sample
    order = Order((held.settings.corpus,), str(tmp_path / "run.jsonl"), policy, key=held.key)
    with pytest.raises(BudgetExceeded, match="nothing is released before people have read"):
        carry_out(order)
    few = replace(sample, bounds=replace(sample.bounds, read=1, population=99, leaking=0))
    low = replace(few.bounds.overall, recall_low=0.2)
    with pytest.raises(BudgetExceeded, match=r"recall is at least 0\.200"):
        carry_out(replace(order, read_sample=replace(few, bounds=replace(few.bounds, overall=low))))
    carry_out(replace(order, read_sample=sample))
    assert (tmp_path / "run.jsonl").exists()
    held.store.close()


LINES = "Ann Lee met Bob Ray.\nIt rained.\nThey went home.\nNobody came."


def in_lines(folder: Path, **more: Any) -> Desk:
    """Four documents of four lines each, under a rule."""
    rows = [{"id": f"d{at}", "text": LINES} for at in range(4)]
    corpus = folder / "lines.jsonl"
    corpus.write_text("".join(json.dumps(row) + "\n" for row in rows))
    policy = folder / "lines.toml"
    policy.write_text(POLICY.replace('name = "letters"', 'review = "every document"'))
    made = Settings(str(corpus), None, str(policy), load(policy).fingerprint, **more)
    if not made.learns:
        return begin(folder / "project", made)
    return begin(folder / "project", made, prepare=make_project)


@pytest.mark.parametrize("blind", [True, False])
def test_who_read_the_parts_of_a_sample_has_not_read_the_document(
    tmp_path: Path, blind: bool
) -> None:
    held = in_lines(tmp_path)
    ada = alone(held)
    drawn(ada, unit="paragraphs", size=7, blind=blind)
    parts = [row["number"] for row in ada.get("/api/queue", order="sample")["rows"]]
    for number in parts:
        ada.post(f"/api/documents/{number}/finish", {"version": 0, "part": True})
    told = ada.get("/api/sample")["sample"]
    assert told["read"] == 7 and told["certificate"]
    assert ada.get("/api/queue", order="sample")["total"] == 0
    progress = ada.get("/api/progress")
    assert progress["read"] == 0 and "4 documents have not been read" in progress["left"]
    assert [one["done"] for one in progress["readers"]] == [0]
    assert ada.get("/api/queue")["total"] == 4
    for number in range(4):
        version = ada.get(f"/api/documents/{number}")["reading"]["version"]
        ada.post(f"/api/documents/{number}/finish", {"version": version})
    assert ada.get("/api/progress")["left"] == []
    first = parts[0]
    assert ada.post(f"/api/documents/{first}/undo", {"version": 2})["part"]
    assert ada.get("/api/progress")["read"] == 3
    assert not ada.post(f"/api/documents/{first}/undo", {"version": 3})["done"]
    assert ada.post(f"/api/documents/{first}/redo", {"version": 4})["part"]
    assert not ada.post(f"/api/documents/{first}/redo", {"version": 5})["part"]
    assert ada.get("/api/progress")["read"] == 4
    held.store.close()


def test_a_document_that_a_sample_has_as_a_whole_is_read_as_a_whole(tmp_path: Path) -> None:
    held = desk(tmp_path)
    ada = alone(held)
    drawn(ada)
    assert not ada.post("/api/documents/0/finish", {"version": 0, "part": True})["part"]
    held.store.close()


def test_parts_that_nobody_read_teach_nothing(tmp_path: Path) -> None:
    """A line without a mark says that nothing is private there, where somebody has read it."""
    pytest.importorskip("sklearn", reason="needs the extra [learn]")
    held = in_lines(tmp_path, learns=True)
    ada = alone(held)
    drawn(ada, unit="paragraphs", size=7, blind=True)
    asked = set()
    for row in ada.get("/api/queue", order="sample")["rows"]:
        number = row["number"]
        units = ada.get(f"/api/documents/{number}")["units"]
        asked |= {(f"d{number}", LINES[a:b].strip()) for a, b in units}
        ada.post(f"/api/documents/{number}/finish", {"version": 0, "part": True})
    project = open_project(held.folder)
    items = {one.number: (one.document, one.text) for one in project.items()}
    learnt = {items[answer.item] for answer in project.answers()}
    assert learnt == asked and len(learnt) < len(items)
    held.store.close()


@pytest.mark.parametrize("held_again", [SAMPLE, POLICY])
def test_a_run_takes_the_certificate_of_a_review(tmp_path: Path, held_again: str) -> None:
    """The review reads the corpus a second time, under what it noted of the first: that is no other
    reading."""
    held = desk(tmp_path, held_again)
    ada = alone(held)
    drawn(ada)
    read_all(ada)
    assert ada.get("/api/sample")["sample"]["certificate"]
    command = ["run", held.settings.corpus, "--policy", held.settings.policy, "--json"]
    certificate = held.folder / "certificate-1"
    output = ["-o", str(tmp_path / "run.jsonl"), "--certificate", str(certificate)]
    told = CliRunner().invoke(cli, [*command, *output])
    assert told.exit_code == 0, told.output
    facts = json.loads(told.stdout)
    bound = load_certificate(certificate).sample.bounds.overall.recall_low
    assert facts["read_sample"]["bounds"]["overall"]["recall_low"] == bound
    assert "sample" in facts["recall"]
    held.store.close()
