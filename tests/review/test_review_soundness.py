"""What a review must not get wrong: who has read, whose marks count, and what nobody may see."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import pytest
from reviewing import POLICY, Person, alone, desk, people

from understudy.core.errors import UsageError
from understudy.policy import load
from understudy.review.accounts import ADMINISTRATOR, ANNOTATOR, REVIEWER
from understudy.review.actions import Asked, change_of
from understudy.review.begin import begin
from understudy.review.export import export
from understudy.review.final import final_state
from understudy.review.folder import Settings
from understudy.review.layers import ADJUDICATION, Reading
from understudy.review.records import (
    ACCEPTED,
    ADDED,
    REJECTED,
    Mark,
    State,
    alive,
    applied,
    inverse,
    rejected_of,
)

TWO = POLICY.replace('name = "letters"', 'review = "two readers"')
TEXT = "Ann Lee met Bob Ray. Ann left. Ann Lee slept."


def reading(layer: str, state: State, *, done: bool = False, blind: bool = False) -> Reading:
    return Reading(0, layer, 1, done, blind, False, state)


def spans(state: State) -> list[tuple[int, int]]:
    return [(mark.start, mark.end) for _, mark in alive(state)]


def after(state: State, action: str, **more: Any) -> State:
    asked = Asked(action, **more)
    change = change_of(TEXT, state, asked, reader="ada", made="now", version=0)
    return applied(state, change)


def rows(person: Person) -> list[dict[str, Any]]:
    return [json.loads(line) for line in person.exported().text.splitlines()]


# Who has read


def test_nobody_decides_between_readers_who_have_not_read(tmp_path: Path) -> None:
    held = desk(tmp_path, TWO, readers=2)
    with people(held, ada=ANNOTATOR, bob=ANNOTATOR, eve=ADMINISTRATOR) as team:
        ada, bob, eve = team["ada"], team["bob"], team["eve"]
        for number in range(3):
            for one in (ada, bob):
                one.decide(number, 0, "comment", text="later")
            eve.post(f"/api/documents/{number}/adjudication", {"reader": "ada"}, status=400)
        for number in range(3):
            ada.post(f"/api/documents/{number}/finish", {"version": 1})
            eve.post(f"/api/documents/{number}/adjudication", {"reader": "ada"}, status=400)
        assert eve.exported().status_code == 403


def test_a_decision_between_readers_falls_with_their_readings(tmp_path: Path) -> None:
    held = desk(tmp_path, TWO, readers=2)
    with people(held, ada=ANNOTATOR, bob=ANNOTATOR, eve=ADMINISTRATOR) as team:
        ada, bob, eve = team["ada"], team["bob"], team["eve"]
        for number in (1, 2):
            for one in (ada, bob):
                one.post(f"/api/documents/{number}/finish", {"version": 0})
        ada.decide(0, 0, "reject", ids=["m4"])
        ada.post("/api/documents/0/finish", {"version": 1})
        bob.post("/api/documents/0/finish", {"version": 0})
        eve.post("/api/documents/0/adjudication", {"reader": "ada"})
        body = {"version": 1, "layer": "adjudication"}
        # What the reviewer decides on must not change under their hands.
        eve.post("/api/documents/0/finish", body)
        assert eve.exported().status_code == 200
        bob.decide(0, 1, "add", 400, start=30, end=33, category="PERSON")
        bob.post("/api/documents/0/finish", {"version": 1, "done": False}, 400)
        bob.post("/api/documents/0/undo", {"version": 1}, 400)
        bob.decide(0, 1, "comment", text="I see a name")
        for version in (2, 3):  # the reviewer takes everything back: the readers go on
            eve.post("/api/documents/0/undo", {**body, "version": version})
        bob.post("/api/documents/0/finish", {"version": 2, "done": False})
        eve.post("/api/documents/0/redo", {**body, "version": 4})
        eve.post("/api/documents/0/redo", {**body, "version": 5}, 400)
        told = eve.get("/api/progress")
        assert told["left"] and eve.exported().status_code == 403


def test_a_decision_does_not_stand_in_for_a_second_reader() -> None:
    mark = Mark(0, 3, "PERSON", "ann")
    decided = reading(ADJUDICATION, {"m0": mark}, done=True)
    ada = reading("ada", {"m0": mark}, done=True)
    bob = reading("bob", {"m0": mark})
    assert final_state([decided, ada, bob], {}, 2)[1] == "open"
    assert final_state([decided, ada, reading("bob", {}, done=True)], {}, 2)[1] == "decided"


# Whose marks count


def test_what_two_unfinished_readings_add_is_private() -> None:
    found: State = {"m0": Mark(0, 3, "PERSON", "ann"), "m1": Mark(10, 13, "PERSON", "bob")}
    gone = Mark(0, 3, "PERSON", "ann", status=REJECTED)
    ada = reading("ada", {**found, "m0": gone, "p1.0": Mark(20, 25, "PERSON", "x", status=ADDED)})
    bob = reading("bob", {**found, "p1.0": Mark(30, 35, "PERSON", "y", status=ADDED)})
    state, way = final_state([ada, bob], found, 1)
    assert way == "open"
    assert spans(state) == [(0, 3), (10, 13), (20, 25), (30, 35)]
    both = [reading(one.layer, {**one.state, "m0": gone}) for one in (ada, bob)]
    assert spans(final_state(both, found, 1)[0]) == [(10, 13), (20, 25), (30, 35)]


def test_what_an_unfinished_reading_adds_to_a_finished_one_is_private() -> None:
    found: State = {"m0": Mark(0, 3, "PERSON", "ann")}
    gone = Mark(0, 3, "PERSON", "ann", status=REJECTED)
    ada = reading("ada", {"m0": gone}, done=True)
    bob = reading("bob", {**found, "p1.0": Mark(20, 25, "PERSON", "x", status=ADDED)})
    state, way = final_state([ada, bob], found, 1)
    assert way == "read"
    assert spans(state) == [(20, 25)]  # what the machine found, Ada has rejected


def test_marks_that_overlap_are_joined() -> None:
    short, long = Mark(0, 3, "PERSON", "ann"), Mark(0, 7, "PERSON", "ann lee", status=ACCEPTED)
    right = Mark(4, 11, "LOCATION", "lee met", status=ADDED)
    for readings in (
        [reading("ada", {"m0": short}), reading("bob", {"p1.0": long})],
        [reading("ada", {"p1.0": long}), reading("bob", {"m0": short})],
    ):
        assert spans(final_state(readings, {}, 1)[0]) == [(0, 7)]
    state = final_state([reading("ada", {"m0": long}), reading("bob", {"p": right})], {}, 1)[0]
    assert spans(state) == [(0, 11)]


def test_the_release_of_unfinished_readings_has_all_their_marks(tmp_path: Path) -> None:
    held = desk(tmp_path)
    with people(held, ada=ANNOTATOR, bob=ANNOTATOR, eve=ADMINISTRATOR) as team:
        team["ada"].decide(2, 0, "add", start=0, end=9, category="LOCATION")
        team["bob"].decide(2, 0, "add", start=32, end=41, category="LOCATION")
        assert rows(team["eve"])[2]["text"] == "<LOCATION> again. Nobody came to <LOCATION>."


def test_readers_who_differ_in_who_or_in_a_stand_in_do_not_agree() -> None:
    def way(left: State, right: State) -> str:
        both = [reading("ada", left, done=True), reading("bob", right, done=True)]
        return final_state(both, {}, 2)[1]

    one, two = Mark(0, 3, "PERSON", "ann"), Mark(10, 13, "PERSON", "bob")
    base: State = {"a": one, "b": two}
    assert way(base, dict(base)) == "agreed"
    merged: State = {"a": one, "b": Mark(10, 13, "PERSON", "ann")}
    assert way(base, merged) == "disputed"
    # What a thing is called does not matter, as long as the same mentions are the same thing.
    other: State = {"a": Mark(0, 3, "PERSON", "bob"), "b": two}
    assert way(merged, other) == "agreed"
    assert way(base, {"a": Mark(0, 3, "PERSON", "ann", stand_in="Eve"), "b": two}) == "disputed"
    assert way(base, {"a": Mark(0, 3, "PERSON", "ann", redraws=1), "b": two}) == "disputed"


def test_a_difference_in_who_is_shown(tmp_path: Path) -> None:
    held = desk(tmp_path, readers=2)
    with people(held, ada=ANNOTATOR, bob=ANNOTATOR, eve=REVIEWER) as team:
        team["ada"].decide(0, 0, "merge", ids=["m1"], key="ann")
        team["ada"].post("/api/documents/0/finish", {"version": 1})
        team["bob"].post("/api/documents/0/finish", {"version": 0})
        told = team["eve"].get("/api/documents/0/readings")["differences"]
        assert told == [[12, 19, "who", "ann", "bob"]]
        assert team["eve"].get("/api/progress")["disputed"] == 1


# What people have rejected


def test_a_decision_for_the_whole_entity_revives_nothing() -> None:
    state: State = {
        "m0": Mark(0, 7, "PERSON", "ann"),
        "m1": Mark(21, 24, "PERSON", "ann", status=REJECTED),
        "m2": Mark(31, 38, "PERSON", "ann", status=REJECTED),
    }
    for action, more in (("relabel", {"category": "LOCATION"}), ("write", {"text": "Eve"})):
        for scope in ("entity", "document"):
            changed = after(state, action, ids=("m0",), scope=scope, **more)
            assert spans(changed) == [(0, 7)], (action, scope)


def test_a_mark_that_comes_back_takes_the_place_of_others() -> None:
    state: State = {
        "m0": Mark(0, 7, "PERSON", "ann", status=REJECTED),
        "p1.0": Mark(0, 3, "PERSON", "ann", status=ADDED),
    }
    for action, more in (("relabel", {"category": "LOCATION"}), ("write", {"text": "Eve"})):
        assert spans(after(state, action, ids=("m0",), **more)) == [(0, 7)]


def test_a_mark_for_all_places_leaves_no_mark_beneath_it() -> None:
    state: State = {"m0": Mark(31, 34, "PERSON", "ann", status=REJECTED)}
    changed = after(state, "add", start=0, end=7, category="PERSON", scope="document")
    assert spans(changed) == [(0, 7), (31, 38)]
    assert [name for name, _ in alive(changed)] == ["p1.0", "p1.1"]


def test_a_stand_in_repeats_no_mention_of_the_entity() -> None:
    state: State = {"m0": Mark(0, 7, "PERSON", "ann"), "m1": Mark(21, 24, "PERSON", "ann")}
    with pytest.raises(UsageError, match="what it replaces"):
        after(state, "write", ids=("m0",), scope="entity", text="Ann Ray")


# What nobody may see


def test_a_conflict_shows_an_annotator_their_own_reading_alone(tmp_path: Path) -> None:
    held = desk(tmp_path, readers=2)
    with people(held, ada=ANNOTATOR, bob=ANNOTATOR, eve=REVIEWER) as team:
        team["ada"].decide(0, 0, "comment", text="from ada")
        for name, version in (("ada", 1), ("bob", 0)):
            team[name].post("/api/documents/0/finish", {"version": version})
        team["eve"].post("/api/documents/0/adjudication", {"reader": "ada"})
        told = team["bob"].decide(0, 7, "flag", 409)
        assert set(told["readings"]) == {""}
        told = team["eve"].post(
            "/api/documents/0/finish", {"version": 9, "layer": "adjudication"}, 409
        )
        assert set(told["readings"]) == {"adjudication"}


# Odd characters


def test_half_a_character_breaks_nothing(tmp_path: Path) -> None:
    policy = tmp_path / "letters.toml"
    policy.write_text(POLICY)
    row = {
        "id": "a\ud800",
        "text": "Ann Lee met Bob.",
        "entities": [{"start": 0, "end": 7, "category": "PERSON", "key": "ann\ud83d"}],
    }
    path = tmp_path / "odd.jsonl"
    path.write_text(json.dumps(row) + "\n")
    settings = Settings(str(path), None, str(policy), load(policy).fingerprint)
    held = begin(tmp_path / "project", settings)
    ada = alone(held)
    assert ada.get("/api/documents/0")["reading"]["items"]["m0"]["key"] == "ann\ud83d"
    ada.decide(0, 0, "relabel", ids=["m0"], category="LOCATION", scope="corpus")
    assert ada.get("/api/documents/0")["held"]["id"] == row["id"]
    for body in (
        {"action": "add", "start": 12, "end": 15, "category": "PERSON", "key": "bob\ud800"},
        {"action": "comment", "text": "half \udc00"},
        {"action": "write", "ids": ["m0"], "text": "half \udc00"},
    ):
        told = ada.post("/api/documents/0/decisions", {"version": 1, **body}, 422)
        assert "\\u" not in json.dumps(told)
    ada.get("/api/documents/0/release")
    ada.get("/api/documents/0/repeats")
    assert ada.get("/api/search", q="Lee")["hits"][0]["start"] == 4
    _, line = ada.client.get("/api/audit").text.splitlines()
    assert json.loads(line)["changes"]["m0"]["after"]["key"] == "ann\ud83d"
    assert json.loads(line)["id"] == row["id"]
    assert ada.exported().status_code == 200
    assert ada.exported("identify").status_code == 200
    ada.post("/api/sample", {"unit": "documents", "size": 1, "seed": "07", "blind": False})
    ada.post("/api/documents/0/finish", {"version": 1})
    assert ada.get("/api/sample")["sample"]["certificate"] is not None
    body = {"name": "a\ud800", "password": "\ud800" * 12}
    ada.post("/api/login", body, 422)
    ada.post("/api/readers", {**body, "role": "annotator"}, 422)
    held.store.close()


# What lies under another mark

NEIGHBOURS = "Met Ms Whitcombe at Home."
TWO_MARKS: State = {
    "m0": Mark(4, 6, "TITLE", "ms", 1.0, "list"),
    "m1": Mark(7, 16, "PERSON", "whitcombe", 0.9, "encoder"),
}


def moved(state: State, **more: Any) -> State:
    asked = Asked("move", **more)
    change = change_of(NEIGHBOURS, state, asked, reader="ada", made="now", version=1)
    assert applied(applied(state, change), inverse(change)) == state
    return applied(state, change)


def test_a_mark_that_shrinks_gives_its_neighbour_back() -> None:
    grown = moved(TWO_MARKS, ids=("m0",), start=4, end=16)
    assert spans(grown) == [(4, 16)] and not rejected_of(grown)
    half = moved(grown, ids=("m0",), start=4, end=9)
    assert spans(half) == [(4, 9), (9, 16)]
    assert half["m1~9"].key == "whitcombe"  # type: ignore[union-attr]
    back = moved(half, ids=("m0",), start=4, end=6)
    assert spans(back) == [(4, 6), (7, 16)]
    assert back["m1"] == TWO_MARKS["m1"] and back.keys() == TWO_MARKS.keys()


def test_what_a_mark_leaves_of_those_under_it_stays_marked() -> None:
    def decided(state: State, action: str, **more: Any) -> State:
        asked = Asked(action, **more)
        change = change_of(NEIGHBOURS, state, asked, reader="ada", made="now", version=1)
        return applied(state, change)

    over = decided(TWO_MARKS, "add", start=0, end=9, category="PERSON")
    assert spans(over) == [(0, 9), (9, 16)] and not rejected_of(over)
    less = decided(over, "reject", ids=("m1~9",))
    assert spans(less) == [(0, 9)]
    same = moved(less, ids=("p2.0",), start=0, end=10)
    assert spans(same) == [(0, 10)]  # what was rejected of the rest stays rejected
    assert spans(decided(over, "reject", ids=("p2.0",))) == [(4, 6), (7, 16)]


def test_no_release_leaves_out_what_nobody_rejected(tmp_path: Path) -> None:
    held = desk(tmp_path)
    ada = alone(held)
    # "Ann Lee met Bob Ray in Toledo.": a mark over the end of one name and the next words.
    told = ada.decide(0, 0, "add", start=4, end=11, category="DATE")
    assert told["changes"]["m0"] is None and told["changes"]["m0~0"]["start"] == 0
    ada.decide(0, 1, "move", ids=["p1.0"], start=4, end=22)
    shown = ada.get("/api/documents/0")["reading"]["items"]
    assert "m0" not in shown and "m1" not in shown
    release = export(held, str(tmp_path / "release.jsonl"))
    text = json.loads((tmp_path / "release.jsonl").read_text().splitlines()[0])["text"]
    assert text.startswith("<PERSON> <DATE> <LOCATION>.")
    assert release.facts is not None and not release.facts.left
    ada.decide(0, 2, "move", ids=["p1.0"], start=8, end=11)
    export(held, str(tmp_path / "again.jsonl"))
    text = json.loads((tmp_path / "again.jsonl").read_text().splitlines()[0])["text"]
    assert text.startswith("<PERSON> <DATE> <PERSON> in <LOCATION>.")
    held.store.close()


def test_a_reader_without_marks_takes_none_from_the_machine(tmp_path: Path) -> None:
    held = desk(tmp_path)
    ada = alone(held)
    ada.post("/api/sample", {"unit": "documents", "size": 3, "blind": True})
    ada.decide(0, 0, "add", start=4, end=11, category="DATE")
    release = export(held, str(tmp_path / "release.jsonl"))
    text = json.loads((tmp_path / "release.jsonl").read_text().splitlines()[0])["text"]
    assert text.startswith("<PERSON> <DATE> <PERSON> in <LOCATION>.")
    assert release.facts is not None and not release.facts.left
    held.store.close()


# What people choose


def test_a_stand_in_that_is_private_itself_is_confirmed_first(tmp_path: Path) -> None:
    held = desk(tmp_path)
    ada = alone(held)
    for text in ("Ray", "lee", "Toledo", "Mary Lee", "court"):
        told = ada.decide(0, 0, "write", status=400, ids=["m1"], text=text)
        assert told["error"]["code"] == "real_stand_in" and text not in told["error"]["message"]
    assert ada.get("/api/documents/0")["reading"]["version"] == 0
    ada.decide(0, 0, "write", ids=["m1"], text="Zeb Quill")
    ada.decide(0, 1, "write", ids=["m1"], text="Mary Lee", confirmed=True)
    ada.decide(0, 2, "reject", ids=["m2"])
    ada.decide(0, 3, "write", ids=["m1"], text="Toledo", status=400)  # another one is marked
    held.store.close()


def test_the_report_tells_of_stand_ins_that_people_chose(tmp_path: Path) -> None:
    held = desk(tmp_path)
    ada = alone(held)
    ada.decide(0, 0, "write", ids=["m1"], text="Zeb Quill")
    ada.decide(0, 1, "redraw", ids=["m2"])
    facts = export(held, str(tmp_path / "release.jsonl")).facts
    assert facts is not None and facts.per_document is not None
    assert math.isinf(facts.strict_epsilon)
    assert math.isinf(facts.per_document.strict.worst) and facts.per_document.strict.median == 0
    assert [one.id for one in facts.worst] == ["a"]
    told = [one.text for one in facts.cautions if "∞" in one.text]
    assert len(told) == 1
    assert told[0].startswith("People wrote 2 stand-ins") and "(LOCATION 1 and PERSON 1)" in told[0]
    held.store.close()


def test_a_mention_is_split_off_whatever_the_decision_applies_to() -> None:
    state: State = {
        f"m{at}": Mark(a, b, "PERSON", "ann") for at, (a, b) in enumerate([(0, 7), (21, 24)])
    }
    for scope in ("mention", "entity"):
        split = after(state, "split", ids=("m1",), scope=scope)
        assert [mark.key for _, mark in alive(split)] == ["ann", "ann·2"]
    with pytest.raises(UsageError, match="nothing is split off"):
        after(state, "split", ids=("m0", "m1"))


def test_two_readers_do_not_see_what_the_other_one_asks(tmp_path: Path) -> None:
    held = desk(tmp_path, TWO, readers=2)
    with people(held, ada=ANNOTATOR, bob=ANNOTATOR, eve=REVIEWER) as team:
        ada, bob, eve = team["ada"], team["bob"], team["eve"]
        ada.decide(0, 0, "comment", text="is Ann private?")
        ada.decide(0, 1, "flag")
        ada.post("/api/documents/0/finish", {"version": 2})
        assert bob.get("/api/documents/0")["others"] == []
        told = eve.get("/api/documents/0")
        assert told["others"] == [] and not told["compares"]
        bob.post("/api/documents/0/finish", {"version": 0})
        (other,) = bob.get("/api/documents/0")["others"]
        assert other["flagged"] and other["comments"][0]["text"] == "is Ann private?"
        assert eve.get("/api/documents/0")["compares"]
