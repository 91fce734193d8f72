"""The application over HTTP: stories of readers, roles, and what is refused."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("sqlalchemy", reason="needs the extra [review]")
import sqlalchemy as sa
from fastapi.routing import APIRoute
from fastapi.testclient import TestClient
from reviewing import HOST, PASSWORD, POLICY, Person, alone, corpus, desk, people

from understudy.review.accounts import ADMINISTRATOR, ANNOTATOR, REVIEWER, ROLES, Accounts
from understudy.review.app import create_app
from understudy.review.desk import Desk
from understudy.review.export import export
from understudy.review.guard import COOKIE, HEADERS, Bucket


@pytest.fixture
def held(tmp_path: Path) -> Iterator[Desk]:
    made = desk(tmp_path)
    yield made
    made.store.close()


def marks(answer: Any) -> dict[str, Any]:
    return {
        name: (one["start"], one["end"], one["category"], one["status"])
        for name, one in answer["reading"]["items"].items()
        if one["kind"] == "mark"
    }


def test_a_document_is_read_decided_on_and_finished(held: Desk) -> None:
    ada = alone(held)
    assert ada.get("/api/queue")["total"] == 3
    shown = ada.get("/api/documents/0")
    assert shown["text"].startswith("Ann Lee")
    assert marks(shown)["m0"] == (0, 7, "PERSON", "open")
    assert ada.decide(0, 0, "accept", ids=["m0"])["changes"]["m0"]["status"] == "accepted"
    ada.decide(0, 1, "reject", ids=["m4"])
    ada.decide(0, 2, "add", start=35, end=39, category="OCCUPATION")
    ada.decide(0, 3, "relabel", ids=["m2"], category="CITY")
    ada.decide(0, 4, "move", ids=["m0"], start=0, end=3)
    again = ada.get("/api/documents/0")
    assert marks(again)["m0"][:2] == (0, 3)
    assert marks(again)["m2"][2] == "CITY"
    assert marks(again)["m4"][3] == "rejected"
    release = ada.get("/api/documents/0/release")
    assert [edit[2] for edit in release["edits"]][:2] == ["<PERSON>", "<PERSON>"]
    done = ada.post("/api/documents/0/finish", {"version": 5, "done": True})
    assert done["done"]
    assert ada.get("/api/queue")["total"] == 2
    assert ada.get("/api/next", after=0)["number"] in (1, 2)
    log = ada.get("/api/documents/0/history")["decisions"]
    assert [one["action"] for one in log] == [
        *("accept", "reject", "add", "relabel", "move", "finish")
    ]
    assert log[1]["changes"]["m4"]["before"]["status"] == "open"
    assert log[1]["reader"] == "local"


def test_a_decision_asks_the_store_as_little_after_many_as_after_one(held: Desk) -> None:
    """Neither the document is read again, nor what was changed before."""
    ada = alone(held)
    said: list[str] = []

    @sa.event.listens_for(held.store.database.engine, "before_cursor_execute")
    def told(*given: Any) -> None:
        said.append(given[2])

    ada.decide(0, 0, "reject", ids=["m0"])
    counts = []
    for version in range(1, 40):
        said.clear()
        ada.decide(0, version, "reject" if version % 2 == 0 else "accept", ids=["m0"])
        counts.append(len(said))
        assert not any("decisions.changes" in one or "documents.content" in one for one in said)
    assert set(counts) == {counts[0]} and counts[0] <= 13


def test_undo_takes_back_and_redo_makes_again(held: Desk) -> None:
    ada = alone(held)
    before = marks(ada.get("/api/documents/0"))
    ada.decide(0, 0, "reject", ids=["m0"])
    ada.post("/api/documents/0/finish", {"version": 1})
    assert not ada.post("/api/documents/0/undo", {"version": 2})["done"]
    assert ada.post("/api/documents/0/undo", {"version": 3})["redo"]
    assert marks(ada.get("/api/documents/0")) == before
    assert ada.post("/api/documents/0/redo", {"version": 4})["undo"]
    assert marks(ada.get("/api/documents/0"))["m0"][3] == "rejected"
    ada.decide(0, 5, "accept", ids=["m1"])
    ada.post("/api/documents/0/redo", {"version": 6}, status=400)


def test_a_second_tab_sees_a_conflict_with_both_versions(held: Desk) -> None:
    ada = alone(held)
    ada.get("/api/documents/0")
    ada.decide(0, 0, "reject", ids=["m0"])
    told = ada.decide(0, 0, "accept", ids=["m1"], status=409)
    assert told["error"]["code"] == "conflict"
    assert told["readings"][""]["version"] == 1
    assert told["readings"][""]["items"]["m0"]["status"] == "rejected"


def test_who_only_looks_touches_nothing(held: Desk) -> None:
    ada = alone(held)
    seen = ada.get("/api/documents/2")["reading"]
    assert held.store.documents.held(2).begun == 0
    ada.post("/api/suggestions", {"deny": ["LOCATION=Dumbarton"]})
    body = {"start": 10, "end": 15, "category": "DATE", "marks": seen["marks"]}
    assert ada.decide(2, 0, "add", status=409, **body)["error"]["code"] == "conflict"
    body["marks"] = ada.get("/api/documents/2")["reading"]["marks"]
    ada.decide(2, 0, "add", **body)
    assert held.store.documents.held(2).begun == 1


def test_nobody_is_sent_to_what_another_looks_at(held: Desk) -> None:
    with people(held, ada=ANNOTATOR, bob=ANNOTATOR) as team:
        first = team["ada"].get("/api/next")["number"]
        team["ada"].get(f"/api/documents/{first}")
        assert team["bob"].get("/api/next")["number"] != first
        assert team["ada"].get("/api/next")["number"] == first


def test_a_second_reader_is_sent_to_what_the_first_looks_at(tmp_path: Path) -> None:
    held = desk(tmp_path, readers=2)
    with people(held, ada=ANNOTATOR, bob=ANNOTATOR, eve=ANNOTATOR) as team:
        for number in range(3):
            team["ada"].get(f"/api/documents/{number}")
        first = team["bob"].get("/api/next")["number"]
        assert first is not None
        team["bob"].get(f"/api/documents/{first}")
        # Two people look at it, and two are to read it: there is no room for a third.
        assert team["eve"].get("/api/next")["number"] not in (None, first)


def test_a_decision_goes_to_all_documents_and_comes_back(held: Desk) -> None:
    ada = alone(held)
    ada.get("/api/documents/1")
    done = ada.decide(1, 0, "reject", ids=["m1"], scope="corpus")
    assert done["elsewhere"] == 1
    assert marks(ada.get("/api/documents/0"))["m4"][3] == "rejected"
    added = ada.decide(1, 1, "add", start=28, end=37, category="LOCATION", scope="corpus")
    assert added["elsewhere"] == 1
    assert (0, 9, "LOCATION", "added") in marks(ada.get("/api/documents/2")).values()
    assert ada.post("/api/batches/undo", {"batch": added["batch"]})["undone"] == 2
    assert not marks(ada.get("/api/documents/2"))


def test_all_places_of_a_text_in_a_document(held: Desk) -> None:
    ada = alone(held)
    ada.decide(2, 0, "add", start=0, end=9, category="LOCATION", scope="document")
    assert sorted(marks(ada.get("/api/documents/2")).values()) == [
        (0, 9, "LOCATION", "added"),
        (32, 41, "LOCATION", "added"),
    ]


def test_what_stands_unmarked_is_told(held: Desk) -> None:
    ada = alone(held)
    assert ada.get("/api/documents/0/repeats")["repeats"] == []
    ada.decide(2, 0, "add", start=0, end=9, category="LOCATION")
    (place,) = ada.get("/api/documents/2/repeats")["repeats"]
    assert place[:3] == [32, 41, "LOCATION"]


def test_who_is_merged_and_split(held: Desk) -> None:
    ada = alone(held)
    ada.decide(0, 0, "merge", ids=["m1"], key="ann")
    items = ada.get("/api/documents/0")["reading"]["items"]
    assert items["m0"]["key"] == items["m1"]["key"] == "ann"
    ada.decide(0, 1, "split", ids=["m1"])
    items = ada.get("/api/documents/0")["reading"]["items"]
    assert items["m1"]["key"] == "ann·2"
    ada.decide(0, 2, "merge", ids=["m1"], key="nobody", status=400)


def test_a_person_writes_a_stand_in(held: Desk) -> None:
    ada = alone(held)
    ada.decide(0, 0, "write", ids=["m0"], text="the first person")
    edits = ada.get("/api/documents/0/release")["edits"]
    assert edits[0][2] == "the first person"
    ada.decide(0, 1, "write", ids=["m0"], text="not Ann Lee at all", status=400)
    ada.decide(0, 1, "as drawn", ids=["m0"])
    assert ada.get("/api/documents/0/release")["edits"][0][2] == "<PERSON>"


def test_under_a_budget_nobody_chooses(tmp_path: Path) -> None:
    held = desk(tmp_path, POLICY.replace('name = "letters"', "epsilon_max = 0"))
    ada = alone(held)
    told = ada.decide(0, 0, "write", ids=["m0"], text="somebody", status=403)
    assert "∞" in told["error"]["message"]
    held.store.close()


def test_whoever_begins_may_let_people_choose_and_the_report_says_so(tmp_path: Path) -> None:
    from understudy.review.export import export

    bounded = POLICY.replace('name = "letters"', "epsilon_max = 0")
    held = desk(tmp_path, bounded, choose=True)
    before = export(held, str(tmp_path / "before.jsonl")).facts
    alone(held).decide(0, 0, "write", ids=["m0"], text="somebody")
    after = export(held, str(tmp_path / "after.jsonl")).facts
    assert before is not None and after is not None
    assert "∞" not in " ".join(before.lines()) and "∞" in " ".join(after.lines())
    held.store.close()


def test_comments_and_a_flag_for_a_second_reader(held: Desk) -> None:
    ada = alone(held)
    ada.decide(0, 0, "comment", text="Is this a court?", start=45)
    flagged = ada.decide(0, 1, "flag")
    assert flagged["flagged"]
    assert ada.get("/api/queue", shown="flagged")["total"] == 1
    ada.decide(0, 2, "unflag")
    assert ada.get("/api/queue", shown="flagged")["total"] == 0
    items = ada.get("/api/documents/0")["reading"]["items"]
    assert [one["text"] for one in items.values() if one["kind"] == "comment"] == [
        "Is this a court?"
    ]


def test_search_takes_text_and_expressions(held: Desk) -> None:
    ada = alone(held)
    hits = ada.get("/api/search", q="dumbarton")["hits"]
    assert [(one["document"], one["start"]) for one in hits] == [(1, 28), (2, 0), (2, 32)]
    assert len(ada.get("/api/search", q=r"\bB\w+ R\w+", regex=True)["hits"]) == 2
    ada.get("/api/search", q="(", regex=True, status=400)
    ada.get("/api/search", q="(a+)+$" * 3, regex=True)
    ada.get("/api/search", q="", status=400)


def test_two_readers_and_an_adjudication(tmp_path: Path) -> None:
    held = desk(tmp_path, readers=2)
    with people(held, ada=ANNOTATOR, bob=ANNOTATOR, eve=REVIEWER) as team:
        ada, bob, eve = team["ada"], team["bob"], team["eve"]
        for one in (ada, bob):
            one.get("/api/documents/0")
        ada.decide(0, 0, "reject", ids=["m4"])
        assert "rejected" not in str(marks(bob.get("/api/documents/0")))
        ada.post("/api/documents/0/finish", {"version": 1})
        bob.post("/api/documents/0/finish", {"version": 0})
        told = eve.get("/api/agreement")["pairs"]
        assert told[0]["readers"] == ["ada", "bob"]
        assert told[0]["f1"] == pytest.approx(2 * 5 / 11)
        assert 0 < told[0]["kappa"] < 1
        assert eve.get("/api/queue", shown="disputed")["total"] == 1
        differ = eve.get("/api/documents/0/readings")["differences"]
        assert differ == [[45, 50, "category", "", "ORGANIZATION"]]
        assert eve.get("/api/progress")["disputed"] == 1
        eve.post("/api/documents/0/adjudication", {"reader": "ada"})
        layer = eve.get("/api/documents/0", layer="adjudication")["reading"]
        assert "m4" not in layer["items"]
        body = {"version": layer["version"], "layer": "adjudication"}
        eve.post("/api/documents/0/finish", body)
        assert eve.get("/api/progress")["disputed"] == 0
        release = export(held, str(tmp_path / "out.jsonl"))
        assert release.facts is not None
        assert release.facts.left == {"rejected by a reader": 1}
        ada.get("/api/documents/0", layer="adjudication", status=403)
        ada.get("/api/documents/0", layer="bob", status=403)


def test_two_readers_who_agree_need_nobody_to_decide(tmp_path: Path) -> None:
    policy = POLICY.replace('name = "letters"', 'review = "two readers"')
    held = desk(tmp_path, policy, readers=2)
    with people(held, ada=ANNOTATOR, bob=ANNOTATOR, eve=ADMINISTRATOR) as team:
        for name in ("ada", "bob"):
            for number in range(3):
                team[name].post(f"/api/documents/{number}/finish", {"version": 0})
        told = team["eve"].get("/api/progress")
        assert (told["read"], told["disputed"], told["left"]) == (3, 0, [])
        assert team["eve"].get("/api/queue", shown="disputed")["total"] == 0
        assert team["eve"].exported().status_code == 200
        team["bob"].post("/api/documents/0/undo", {"version": 1})
        team["bob"].decide(0, 2, "reject", ids=["m0"])
        team["bob"].post("/api/documents/0/finish", {"version": 3})
        assert team["eve"].get("/api/progress")["disputed"] == 1
        assert team["eve"].exported().status_code == 403


def test_decisions_become_suggestions_and_entries(held: Desk) -> None:
    from understudy.review.suggest import suggestions

    ada = alone(held)
    ada.decide(1, 0, "reject", ids=["m1"], scope="corpus")
    ada.decide(1, 1, "add", start=28, end=37, category="LOCATION", scope="corpus")
    found = {(one["list"], one["entry"]) for one in suggestions(held.store, 2)}
    assert found == {("allow", "ORGANIZATION=Court"), ("deny", "LOCATION=Dumbarton")}
    taken = ada.post("/api/suggestions", {"allow": ["ORGANIZATION=Court"], "deny": []})
    assert taken["allow"] == ["ORGANIZATION=Court"]
    ada.post("/api/suggestions", {"deny": ["PERSON=file:/etc/passwd"]}, status=400)


def test_an_entry_marks_again_what_nobody_has_touched(held: Desk) -> None:
    ada = alone(held)
    ada.decide(1, 0, "accept", ids=["m0"])
    taken = ada.post("/api/suggestions", {"deny": ["LOCATION=Dumbarton"]})
    assert taken["marked"] == 1
    assert len(marks(ada.get("/api/documents/1"))) == 2
    assert (0, 9, "LOCATION", "open") in marks(ada.get("/api/documents/2")).values()


def test_an_entry_can_be_taken_out_again(held: Desk) -> None:
    ada = alone(held)
    ada.post("/api/suggestions", {"allow": ["ORGANIZATION=Court"], "deny": ["LOCATION=Dumbarton"]})
    # "Court" is found and left, as before; what the lists found alone is gone again.
    left = ada.post("/api/suggestions/dropped", {"deny": ["LOCATION=Dumbarton"]})
    assert (left["allow"], left["deny"], left["marked"]) == (["ORGANIZATION=Court"], [], 2)
    assert not marks(ada.get("/api/documents/2"))
    told = ada.post("/api/suggestions/dropped", {"deny": ["LOCATION=Dumbarton"]}, status=400)
    assert "changes nothing" in told["error"]["message"]
    ada.post("/api/suggestions", {"allow": ["ORGANIZATION=Court"]}, status=400)  # it is there
    ada.post("/api/suggestions", {}, status=400)


def test_a_plan_says_what_it_can_show(held: Desk) -> None:
    ada = alone(held)
    for size in (3, 9):  # there are no more
        assert ada.get("/api/sample/outlook", size=size)["leaking"][0] == [0, 0.0]
    few = ada.get("/api/sample/outlook", size=1, unit="turns")
    assert few == {"leaking": [[0, pytest.approx(0.95)], [1, 1.0]]}
    loose = ada.get("/api/sample/outlook", size=1, unit="turns", confidence=0.6)
    assert loose["leaking"][0] == [0, pytest.approx(0.6)]
    ada.get("/api/sample/outlook", size=0, status=422)


def test_what_changes_no_list_voids_no_sample(held: Desk) -> None:
    ada = alone(held)
    ada.post("/api/sample", {"unit": "documents", "size": 2, "blind": False})
    ada.post("/api/suggestions", {}, status=400)
    assert ada.get("/api/sample")["sample"]["void"] == ""


def test_a_sample_is_fixed_read_and_certified(held: Desk) -> None:
    ada = alone(held)
    for number in (0, 1):  # who has begun with the marks goes on with them
        ada.decide(number, 0, "comment", text="later")
    plan = {"unit": "documents", "size": 3, "seed": "07", "blind": True}
    drawn = ada.post("/api/sample", plan)["sample"]
    assert (drawn["population"], drawn["read"], drawn["certificate"]) == (3, 0, None)
    order = [row["number"] for row in ada.get("/api/queue", order="sample")["rows"]]
    assert sorted(order) == [0, 1, 2]
    blind = ada.get("/api/documents/2")
    assert blind["reading"]["items"] == {} and blind["units"] == [[0, 42]]
    ada.decide(2, 0, "add", start=0, end=9, category="LOCATION")
    ada.post("/api/documents/2/finish", {"version": 1})
    assert ada.get("/api/sample")["sample"]["certificate"] is None
    for number in (0, 1):
        ada.post(f"/api/documents/{number}/finish", {"version": 1})
    told = ada.get("/api/sample")["sample"]
    bounds = told["certificate"]
    assert told["read"] == 3
    assert (bounds["leaking"], bounds["marks"]) == (1, "both")
    outlook = ada.get("/api/sample/outlook", size=3)
    assert outlook["leaking"][1] == [1, bounds["leaking_high"]]  # as was told beforehand
    # All units are read: the bound is the share itself.
    assert bounds["leaking_high"] == pytest.approx(1 / 3)
    assert bounds["overall"]["missed"] == 1
    assert bounds["overall"]["recall_low"] == pytest.approx(bounds["overall"]["recall"])
    assert (held.folder / "certificate-1" / "certificate.json").exists()
    ada.post("/api/suggestions", {"deny": ["LOCATION=Toledo"]})
    told = ada.get("/api/sample")["sample"]
    assert "lists" in told["void"] and told["certificate"] is None


def test_the_rule_of_a_sample_wants_one_that_was_read(tmp_path: Path) -> None:
    rule = POLICY.replace('name = "letters"', 'review = "sample"') + "[sample]\nleaking = 0.9\n"
    held = desk(tmp_path, rule.replace("leaking = 0.9", "leaking = 0.9\nconfidence = 0.5"))
    ada = alone(held)
    assert ada.exported().status_code == 403
    ada.post("/api/sample", {"unit": "documents", "size": 1, "confidence": 0.6})
    (row,) = ada.get("/api/queue", order="sample")["rows"]
    ada.post(f"/api/documents/{row['number']}/finish", {"version": 0})
    assert ada.exported().status_code == 200
    held.store.close()


def test_the_export_is_the_corpus_as_people_left_it(held: Desk) -> None:
    ada = alone(held)
    ada.decide(1, 0, "add", start=28, end=37, category="LOCATION")
    ada.decide(1, 1, "reject", ids=["m1"])
    answer = ada.exported()
    rows = [json.loads(line) for line in answer.text.splitlines()]
    assert rows[1]["text"] == "<PERSON> wrote to the Court. <LOCATION> is far."
    assert "entities" in json.loads(ada.exported("identify").text.split("\n")[0])
    assert not list(held.folder.glob(".export-*"))


def test_what_a_reader_without_marks_overlooks_is_still_private(held: Desk) -> None:
    ada = alone(held)
    ada.post("/api/sample", {"unit": "documents", "size": 3})
    ada.decide(1, 0, "add", start=28, end=37, category="LOCATION")
    ada.post("/api/documents/1/finish", {"version": 1})
    rows = [json.loads(line) for line in ada.exported().text.splitlines()]
    assert rows[1]["text"] == "<PERSON> wrote to the <ORGANIZATION>. <LOCATION> is far."


@pytest.mark.parametrize("scope", ["document", "subject"])
def test_the_page_shows_what_the_export_writes(tmp_path: Path, scope: str) -> None:
    policy = POLICY.replace('"typed"', '"surrogate"')
    held = desk(tmp_path, policy.replace('name = "letters"', f'scope = "{scope}"'))
    ada = alone(held)
    ada.decide(0, 0, "redraw", ids=["m0", "m3"])
    ada.decide(0, 1, "write", ids=["m2"], text="the old town")
    told = ada.get("/api/documents/0/release")["edits"]
    text, at, shown = ada.get("/api/documents/0")["text"], 0, ""
    for start, end, stand_in, *_ in told:
        shown += text[at:start] + stand_in
        at = end
    rows = [json.loads(line) for line in ada.exported().text.splitlines()]
    assert rows[0]["text"] == shown + text[at:]
    assert "the old town" in shown
    held.store.close()


def test_a_release_waits_for_the_rule(tmp_path: Path) -> None:
    held = desk(tmp_path, POLICY.replace('name = "letters"', 'review = "every document"'))
    ada = alone(held)
    assert "3 documents" in ada.get("/api/progress")["left"][0]
    told = ada.exported()
    assert told.status_code == 403 and "not finished" in told.json()["error"]["message"]
    for number in range(3):
        ada.get(f"/api/documents/{number}")
        ada.post(f"/api/documents/{number}/finish", {"version": 0})
    assert ada.exported().status_code == 200
    held.store.close()


WHAT: dict[tuple[str, str], str] = {
    ("GET", "/api/session"): ANNOTATOR,
    ("POST", "/api/password"): ANNOTATOR,
    ("POST", "/api/logout"): ANNOTATOR,
    ("GET", "/api/queue"): ANNOTATOR,
    ("GET", "/api/next"): ANNOTATOR,
    ("GET", "/api/documents/{number}"): ANNOTATOR,
    ("GET", "/api/documents/{number}/release"): ANNOTATOR,
    ("GET", "/api/documents/{number}/repeats"): ANNOTATOR,
    ("GET", "/api/documents/{number}/history"): ANNOTATOR,
    ("POST", "/api/documents/{number}/decisions"): ANNOTATOR,
    ("POST", "/api/documents/{number}/undo"): ANNOTATOR,
    ("POST", "/api/documents/{number}/redo"): ANNOTATOR,
    ("POST", "/api/documents/{number}/finish"): ANNOTATOR,
    ("POST", "/api/batches/undo"): ANNOTATOR,
    ("GET", "/api/search"): ANNOTATOR,
    ("GET", "/api/progress"): ANNOTATOR,
    ("GET", "/api/agreement"): REVIEWER,
    ("GET", "/api/documents/{number}/readings"): REVIEWER,
    ("POST", "/api/documents/{number}/adjudication"): REVIEWER,
    ("GET", "/api/suggestions"): REVIEWER,
    ("POST", "/api/suggestions"): REVIEWER,
    ("POST", "/api/suggestions/dropped"): REVIEWER,
    ("GET", "/api/sample"): REVIEWER,
    ("POST", "/api/sample"): REVIEWER,
    ("GET", "/api/sample/outlook"): REVIEWER,
    ("GET", "/api/learner"): REVIEWER,
    ("POST", "/api/learner"): REVIEWER,
    ("GET", "/api/audit"): ADMINISTRATOR,
    ("POST", "/api/exports"): ADMINISTRATOR,
    ("GET", "/api/exports/{name}"): ADMINISTRATOR,
    ("GET", "/api/readers"): ADMINISTRATOR,
    ("POST", "/api/readers"): ADMINISTRATOR,
    ("POST", "/api/readers/{name}"): ADMINISTRATOR,
}
"""What each route asks for; those that are left out need no session."""
OPEN = {"/", "/static/{name}", "/enter", "/api/hello", "/api/login"}


def routes(app: Any) -> list[tuple[str, str]]:
    """Every route with its method, however it is included."""
    found: list[tuple[str, str]] = []

    def walk(held: Any, prefix: str) -> None:
        for route in held:
            if isinstance(route, APIRoute):
                found.extend((method, prefix + route.path) for method in route.methods)
            elif hasattr(route, "original_router"):
                walk(route.original_router.routes, "")

    walk(app.router.routes, "")
    return found


def test_every_route_asks_for_its_role(held: Desk) -> None:
    app = create_app(held, hosts=(HOST,))
    every = {(method, path) for method, path in routes(app) if path not in OPEN}
    assert every == WHAT.keys()
    with people(held, ann=ANNOTATOR, rae=REVIEWER, adi=ADMINISTRATOR) as team:
        by_role = dict(zip(ROLES, team.values(), strict=True))
        nobody = Person(TestClient(app, base_url=f"http://{HOST}"))
        for (method, path), needed in WHAT.items():
            if path == "/api/logout":
                continue
            where = path.format(number=0, name="zed")
            nobody_told = nobody.client.request(method, where, json={})
            assert nobody_told.status_code == 401, path
            for role, person in by_role.items():
                headers = {"X-CSRF-Token": person.csrf}
                told = person.client.request(method, where, json={}, headers=headers)
                refused = told.status_code == 403 and told.json()["error"]["code"] == "role"
                assert refused == (ROLES.index(role) < ROLES.index(needed)), (role, path)


def test_a_change_needs_the_token_of_the_page(held: Desk) -> None:
    ada = alone(held)
    body = {"version": 0, "action": "accept", "ids": ["m0"]}
    path = "/api/documents/0/decisions"
    assert ada.client.post(path, json=body).status_code == 403
    wrong = {"X-CSRF-Token": "x" * 43}
    assert ada.client.post(path, json=body, headers=wrong).status_code == 403
    right = {"X-CSRF-Token": ada.csrf}
    other = {**right, "Origin": "https://evil.example"}
    assert ada.client.post(path, json=body, headers=other).status_code == 403
    form = {**right, "Content-Type": "text/plain"}
    assert ada.client.post(path, content=json.dumps(body), headers=form).status_code == 415
    assert ada.client.post(path, json=body, headers=right).status_code == 200


def test_the_token_of_the_address_opens_once(held: Desk) -> None:
    app = create_app(held, hosts=(HOST,), token="once")
    first = TestClient(app, base_url=f"http://{HOST}", follow_redirects=False)
    second = TestClient(app, base_url=f"http://{HOST}", follow_redirects=False)
    assert first.get("/enter?token=wrong").headers["location"] == "/#/used"
    told = first.get("/enter?token=once")
    assert told.headers["location"] == "/"
    cookie = told.headers["set-cookie"].lower()
    assert "httponly" in cookie and "samesite=strict" in cookie
    assert second.get("/enter?token=once").headers["location"] == "/#/used"
    assert first.get("/api/session").status_code == 200
    assert second.get("/api/session").status_code == 401


def test_a_session_of_one_machine_is_no_key_to_accounts(held: Desk) -> None:
    ada = alone(held)
    people_now = create_app(held, hosts=(HOST,))
    other = TestClient(people_now, base_url=f"http://{HOST}")
    other.cookies.set(COOKIE, ada.client.cookies[COOKIE])
    assert other.get("/api/session").status_code == 401


def test_signing_in_makes_another_session(held: Desk) -> None:
    Accounts(held.store).add("ada", PASSWORD, ANNOTATOR)
    client = TestClient(create_app(held, hosts=(HOST,)), base_url=f"http://{HOST}")
    client.cookies.set(COOKIE, "planted", domain=HOST)
    ada = Person(client).enter("ada")
    tokens = [one.value for one in client.cookies.jar]
    assert any(token != "planted" for token in tokens)
    first = max(tokens, key=len)
    ada.post("/api/logout")
    again = TestClient(create_app(held, hosts=(HOST,)), base_url=f"http://{HOST}")
    again.cookies.set(COOKIE, first)
    assert again.get("/api/session").status_code == 401


def test_passwords_cannot_be_tried_without_end(held: Desk) -> None:
    Accounts(held.store).add("ada", PASSWORD, ANNOTATOR)
    client = TestClient(create_app(held, hosts=(HOST,)), base_url=f"http://{HOST}")
    answers = [
        client.post("/api/login", json={"name": "ada", "password": f"wrong {n}"}) for n in range(7)
    ]
    assert [one.status_code for one in answers] == [401] * 5 + [429] * 2
    assert int(answers[-1].headers["retry-after"]) > 0
    told = client.post("/api/login", json={"name": "ada", "password": PASSWORD})
    assert told.status_code == 429


def test_a_bucket_fills_again() -> None:
    bucket = Bucket(2, 1000)
    assert [bucket.take("a") > 0 for _ in range(2)] == [False, False]
    assert bucket.take("b") == 0


def test_too_many_requests_are_told_to_wait(held: Desk) -> None:
    client = TestClient(create_app(held, hosts=(HOST,), rate=1), base_url=f"http://{HOST}")
    answers = [client.get("/api/hello").status_code for _ in range(5)]
    assert answers == [200, 200, 200, 429, 429]


def test_another_name_is_refused(held: Desk) -> None:
    client = TestClient(create_app(held, hosts=(HOST,)), base_url="http://evil.example")
    assert client.get("/").status_code == 421


def test_every_answer_has_the_headers(held: Desk) -> None:
    client = TestClient(create_app(held, hosts=(HOST,)), base_url=f"http://{HOST}")
    for path in ("/", "/api/session", "/static/app.js", "/static/..%2Fapp.py", "/nowhere"):
        answer = client.get(path)
        for name, value in HEADERS.items():
            if name != "Cache-Control":
                assert answer.headers[name] == value, (path, name)
    assert client.get("/static/..%2Fapp.py").status_code == 404
    assert "unsafe" not in HEADERS["Content-Security-Policy"]


def test_errors_tell_no_text(held: Desk) -> None:
    ada = alone(held)
    body = {"version": 0, "action": "Quenneville", "Quenneville": "Zbigniew"}
    told = ada.post("/api/documents/0/decisions", body, status=422)
    assert "Quenneville" not in json.dumps(told)
    told = ada.decide(0, 0, "Quenneville", status=400)
    assert "Quenneville" not in json.dumps(told)
    ada.get("/api/documents/99", status=404)


def test_what_a_reader_rejects_is_counted_as_left(tmp_path: Path) -> None:
    held = desk(tmp_path)
    ada = alone(held)
    before = marks(ada.get("/api/documents/0"))["m4"]
    ada.decide(0, 0, "reject", ids=["m4"])
    page = tmp_path / "r.html"
    release = export(held, str(tmp_path / "out.jsonl"), report=page)
    assert release.facts is not None
    assert release.facts.left == {"rejected by a reader": 1}
    assert sum(row.mentions for row in release.facts.rows) == release.facts.mentions
    assert "rejected by a reader 1" in release.facts.verdict.text
    rows = [json.loads(line) for line in (tmp_path / "out.jsonl").read_text().splitlines()]
    text = json.loads(corpus(tmp_path).read_text().splitlines()[0])["text"]
    assert text[before[0] : before[1]] in rows[0]["text"]
    told = page.read_text()
    assert "People made 1 decision, and read 0 of 3 documents to their end." in told
    assert "came from a file" not in told and "of the review, in its folder" in told
    export(held, str(tmp_path / "in.jsonl"), mode="identify")
    row = json.loads((tmp_path / "in.jsonl").read_text().splitlines()[0])
    assert (before[0], before[1]) not in {(one["start"], one["end"]) for one in row["entities"]}
