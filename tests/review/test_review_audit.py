"""The audit: who changed what and when, with what was before and after; of all that is changed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("sqlalchemy", reason="needs the extra [review]")
import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from reviewing import PASSWORD, Person, alone, desk, people, settings

from understudy.core.errors import StateError
from understudy.review import tables
from understudy.review.accounts import ADMINISTRATOR, ANNOTATOR, REVIEWER
from understudy.review.audit import audit
from understudy.review.begin import begin, open_review
from understudy.review.events import events


def told(person: Person, *kinds: str) -> list[dict[str, Any]]:
    """The lines of the audit, of some kinds."""
    lines = person.client.get("/api/audit").text.splitlines()
    return [row for row in map(json.loads, lines) if row["kind"] in kinds]


def test_a_decision_has_who_when_before_and_after(tmp_path: Path) -> None:
    held = desk(tmp_path)
    ada = alone(held)
    ada.decide(0, 0, "relabel", ids=["m2"], category="CITY")
    (row,) = told(ada, "decision")
    change = row["changes"]["m2"]
    assert row["reader"] == "local" and row["made"].startswith("20")
    assert (change["before"]["category"], change["after"]["category"]) == ("LOCATION", "CITY")
    held.store.close()


def test_a_decision_names_its_document_and_its_units(tmp_path: Path) -> None:
    held = desk(tmp_path)
    ada = alone(held)
    drawn = {"unit": "documents", "size": 1, "seed": "07", "blind": False}
    ada.post("/api/sample", drawn)
    for number in range(3):
        ada.decide(number, 0, "comment", text="seen")
    rows = told(ada, "decision")
    assert [row["id"] for row in rows] == ["a", "b", "c"]
    assert {row["corpus"] for row in rows} == {str(tmp_path / "letters.jsonl")}
    (sample,) = told(ada, "sample")
    inside = [row["id"] for row in rows if row["units"]]
    assert inside == [one["id"] for one in sample["after"]["units"]]
    (units,) = (row["units"] for row in rows if row["units"])
    assert [unit["sample"] for unit in units] == [1]
    held.store.close()


def test_lists_and_samples_are_in_it(tmp_path: Path) -> None:
    held = desk(tmp_path)
    with people(held, ada=REVIEWER, eve=ADMINISTRATOR) as team:
        ada, eve = team["ada"], team["eve"]
        ada.post("/api/sample", {"unit": "documents", "size": 2, "blind": False})
        ada.post("/api/suggestions", {"allow": [], "deny": ["LOCATION=Dumbarton"]})
        ada.post("/api/suggestions", {"allow": ["ORGANIZATION=Court"], "deny": []})
        ada.post("/api/suggestions/dropped", {"deny": ["LOCATION=Dumbarton"]})
        rows = told(eve, "policy", "lists", "sample")
        assert [(row["kind"], row["action"], row["reader"]) for row in rows] == [
            ("policy", "begin", "command line"),
            ("sample", "draw", "ada"),
            ("lists", "add", "ada"),
            ("sample", "void", "ada"),
            ("lists", "add", "ada"),
            ("lists", "remove", "ada"),
        ]
        begun, drawn, first, void, second, third = rows
        assert begun["before"] is None
        assert begun["after"]["fingerprint"] == first["before"]["fingerprint"]
        assert (drawn["name"], drawn["after"]["size"]) == ("1", 2)
        assert void["name"] == "1" and "lists" in void["after"]["void"]
        assert (first["before"]["deny"], first["after"]["deny"]) == ([], ["LOCATION=Dumbarton"])
        assert second["before"] == first["after"]
        assert second["after"]["allow"] == ["ORGANIZATION=Court"]
        assert third["before"] == second["after"] and third["after"]["deny"] == []
        assert first["after"]["fingerprint"] != first["before"]["fingerprint"]
        assert all(row["made"].startswith("20") for row in rows)
        assert sorted(row["made"] for row in rows) == [row["made"] for row in rows]


def test_accounts_are_in_it_without_their_passwords(tmp_path: Path) -> None:
    held = desk(tmp_path)
    with people(held, eve=ADMINISTRATOR) as team:
        eve = team["eve"]
        eve.post("/api/readers", {"name": "ada", "password": PASSWORD, "role": ANNOTATOR})
        eve.post("/api/readers/ada", {"role": REVIEWER})
        eve.post("/api/readers/ada", {"password": "another horse battery", "active": False})
        eve.post("/api/readers/eve", {"active": False}, status=409)  # changes nothing
        rows = told(eve, "account")
        was = {"role": ANNOTATOR, "active": True}
        now = {"role": REVIEWER, "active": True}
        off = {"role": REVIEWER, "active": False, "password": "another"}
        assert [
            (row["reader"], row["action"], row["name"], row["before"], row["after"]) for row in rows
        ] == [
            ("command line", "add", "eve", None, {"role": ADMINISTRATOR, "active": True}),
            ("eve", "add", "ada", None, was),
            ("eve", "change", "ada", was, now),
            ("eve", "change", "ada", now, off),
        ]
        whole = eve.client.get("/api/audit").text
        assert "horse" not in whole and "argon2" not in whole


def test_events_of_an_encrypted_review_are_encrypted_and_bound(tmp_path: Path) -> None:
    sealed = settings(tmp_path, sealed="key file")
    held = begin(tmp_path / "project", sealed, secret=b"x" * 32)
    ada = alone(held)
    ada.post("/api/suggestions", {"allow": [], "deny": ["LOCATION=Quenneville"]})
    (row,) = told(ada, "lists")
    assert row["after"]["deny"] == ["LOCATION=Quenneville"]
    with held.store.database.writing() as connection:
        kept = connection.execute(sa.select(tables.events.c.content)).scalars().all()
        assert b"Quenneville" not in b"".join(kept)
        connection.execute(sa.update(tables.events).values(reader="somebody else"))
    with pytest.raises(StateError):
        list(events(held.store.database))
    held.store.close()


def test_a_review_from_before_there_were_events_goes_on(tmp_path: Path) -> None:
    held = desk(tmp_path)
    config = Config()
    config.set_main_option("script_location", "understudy.review:migrations")
    with held.store.database.engine.begin() as connection:
        config.attributes["connection"] = connection
        command.downgrade(config, "0001")
    held.store.close()
    again = open_review(held.folder)
    ada = alone(again)
    ada.decide(0, 0, "accept", ids=["m0"])
    ada.post("/api/suggestions", {"allow": [], "deny": ["LOCATION=Dumbarton"]})
    assert [one.kind for one in audit(again)] == ["decision", "lists"]
    again.store.close()
