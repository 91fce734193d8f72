"""The store: decisions are only added, readings have versions, nothing acknowledged is lost."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("sqlalchemy", reason="needs the extra [review]")
import sqlalchemy as sa
from reviewing import alone, desk

from understudy.core.errors import StateError, UsageError
from understudy.core.types import Document, Segment, Span
from understudy.review import tables
from understudy.review.accounts import ADMINISTRATOR, Accounts, LastAdministrator
from understudy.review.database import Missing
from understudy.review.documents import Filed
from understudy.review.layers import ADJUDICATION, Conflict, Ended, Reading, stacks, taken_back
from understudy.review.records import Flag, Mark, OutOfStep, State, applied, inverse
from understudy.review.sealing import PLAIN, check_passphrase, from_file, from_passphrase
from understudy.review.store import Store, open_store

FOUND: State = {"m0": Mark(0, 3, "PERSON", "ann", 0.7, "encoder")}
DOCUMENT = Document(
    "a\x00\u2028\ud800",
    "Ann 𝔅 left\ud800\n",
    "en",
    "s",
    (Segment(0, 3, "turn", "X"),),
    (Span(0, 3, "PERSON"),),
)


def filled(store: Store) -> Store:
    store.documents.file([Filed(DOCUMENT, "d", FOUND, 1, 2.5, {"unsure": 1})])
    store.documents.file([Filed(Document("b", "nothing"), "e", {}, 0, 0.0, {})], 1)
    return store


@pytest.fixture
def store(url: str) -> Iterator[Store]:
    held = filled(open_store(url))
    yield held
    held.close()


def other(store: Store, url: str) -> Store:
    """Another process at the same store."""
    return open_store(url, store.database.sealing)


def test_a_document_comes_back_as_it_was(store: Store) -> None:
    assert store.documents.one(0) == DOCUMENT
    assert store.documents.found(0) == FOUND
    assert [number for number, _ in store.documents.all()] == [0, 1]
    assert store.documents.held(0).reasons == {"unsure": 1}
    with pytest.raises(Missing):
        store.documents.one(7)


def test_decisions_are_added_and_replayed_elsewhere(store: Store, url: str) -> None:
    reading = store.readings.begin(0, "ada")
    mark = FOUND["m0"]
    assert isinstance(mark, Mark)
    moved = Mark(0, 4, "PERSON", "ann")
    reading = store.readings.decide(reading, "ada", "move", {"m0": (mark, moved)})
    reading = store.readings.decide(
        reading, "ada", "add", {"p2.0": (None, Mark(6, 10, "NRP", "x"))}
    )
    again = other(store, url)
    assert again.readings.read(0, "ada") == reading
    assert [one.action for one in again.readings.log(0, "ada")] == ["move", "add"]
    assert again.readings.log(0, "ada")[0].changes == {"m0": (mark, moved)}
    assert again.documents.held(0).begun == 1
    again.close()


def test_who_decides_on_an_older_version_is_told(store: Store, url: str) -> None:
    first, second = store, other(store, url)
    one, two = first.readings.begin(0, "ada"), second.readings.begin(0, "ada")
    first.readings.decide(one, "ada", "add", {"p1.0": (None, Mark(6, 10, "NRP", "x"))})
    with pytest.raises(Conflict) as told:
        second.readings.decide(two, "ada", "add", {"p1.0": (None, Mark(4, 5, "NRP", "y"))})
    assert told.value.version == 1
    now = second.readings.read(0, "ada")
    assert now is not None and now.version == 1
    assert "p1.0" in now.state
    second.close()


def test_a_reading_begins_with_its_first_decision(store: Store, url: str) -> None:
    begins = Reading(0, "ada", 0, False, False, False, dict(FOUND))
    added = {"p1.0": (None, Mark(6, 10, "NRP", "x"))}
    made = store.readings.decide(begins, "ada", "add", added)
    assert made.version == 1 and store.documents.held(0).begun == 1
    again = other(store, url)
    with pytest.raises(Conflict) as told:  # a second window, which had seen nothing of it
        again.readings.decide(begins, "ada", "add", added)
    assert told.value.version == 1
    assert again.documents.held(0).begun == 1 and len(again.readings.log(0, "ada")) == 1
    again.close()


def test_no_reading_begins_on_marks_that_are_no_longer_there(store: Store) -> None:
    begins = Reading(0, "ada", 0, False, False, False, dict(FOUND))
    assert store.documents.mark_again(0, {"m0": Mark(2, 3, "CITY", "x")}, 0, 0.0, {})
    with pytest.raises(Conflict):
        store.readings.decide(begins, "ada", "comment", {})
    assert store.readings.read(0, "ada") is None
    assert store.documents.held(0).begun == 0
    blind = Reading(0, "ada", 0, False, True, False, {})
    assert store.readings.decide(blind, "ada", "comment", {}).version == 1


def test_a_change_to_something_else_is_refused(store: Store) -> None:
    reading = store.readings.begin(0, "ada")
    with pytest.raises(OutOfStep):
        store.readings.decide(reading, "ada", "reject", {"m0": (Mark(1, 2, "X", "y"), None)})
    assert store.readings.log(0, "ada") == []


def test_decisions_together_are_all_or_none(store: Store) -> None:
    left, right = store.readings.begin(0, "ada"), store.readings.begin(1, "ada")
    added = {"p1.0": (None, Mark(6, 10, "NRP", "x"))}
    store.readings.decide(right, "ada", "add", {"p1.0": (None, Mark(0, 3, "NRP", "x"))})
    with pytest.raises(Conflict):
        store.readings.decide_together([(left, added), (right, added)], "ada", "add", "batch")
    assert store.readings.log(0, "ada") == []
    store.readings.decide_together([(left, added)], "ada", "add", "batch")
    assert store.readings.batch("batch") == [(0, "ada", 1)]


def test_undo_and_redo_have_no_end(store: Store) -> None:
    reading = store.readings.begin(0, "ada")
    for number in range(5):
        reading = store.readings.decide(
            reading, "ada", "add", {f"p{number}": (None, Mark(6, 7 + number, "NRP", "x"))}
        )
    for _ in range(5):
        undo, _ = stacks(store.readings.steps(0, "ada"))
        last = store.readings.decision(undo[-1].number)
        reading = store.readings.decide(
            reading, "ada", "undo", taken_back(last), target=last.number
        )
    assert reading.state == FOUND
    undo, redo = stacks(store.readings.steps(0, "ada"))
    assert not undo and len(redo) == 5
    again = store.readings.decision(redo[-1].number)
    reading = store.readings.decide(reading, "ada", "redo", again.changes, target=again.number)
    assert "p0" in reading.state
    assert len(store.readings.log(0, "ada")) == 11


def test_the_queue_follows_the_readings(store: Store) -> None:
    reading = store.readings.begin(0, "ada")
    reading = store.readings.decide(reading, "ada", "flag", {"flag": (None, Flag("ada", "now"))})
    assert store.documents.held(0).flagged
    reading = store.readings.decide(reading, "ada", "finish", {}, ended=Ended(done=True))
    assert store.documents.held(0).done == 1
    store.readings.decide(reading, "ada", "reopen", {}, ended=Ended())
    assert store.documents.held(0).done == 0
    settled = store.readings.begin(0, ADJUDICATION)
    store.readings.decide(settled, "eve", "finish", {}, ended=Ended(done=True))
    held = store.documents.held(0)
    assert held.settled and not held.flagged and held.begun == 1


def test_only_untouched_documents_are_marked_again(store: Store) -> None:
    store.readings.begin(0, "ada")
    assert not store.documents.mark_again(0, {}, 0, 0.0, {})
    assert store.documents.found(0) == FOUND
    assert store.documents.mark_again(1, FOUND, 1, 1.0, {})
    assert store.documents.found(1) == FOUND


def test_an_account_opens_with_its_password_alone(store: Store) -> None:
    accounts = Accounts(store)
    accounts.add("ada", "long enough, this", ADMINISTRATOR)
    assert accounts.enter("ada", "something else") is None
    assert accounts.enter("eve", "long enough, this") is None
    token = accounts.enter("ada", "long enough, this")
    assert token is not None
    session = accounts.of(token, local=False)
    assert session is not None and session.role == ADMINISTRATOR
    with store.database.reading() as connection:
        held = connection.execute(sa.select(tables.sessions)).one()
        password = connection.execute(sa.select(tables.readers.c.password)).scalar_one()
    assert token not in str(held) and "long enough" not in password
    with pytest.raises(LastAdministrator):
        accounts.change("ada", active=False)
    accounts.add("eve", "long enough, this", ADMINISTRATOR)
    accounts.change("ada", active=False)
    assert accounts.of(token, local=False) is None
    with pytest.raises(UsageError, match="already"):
        accounts.add("ada", "long enough, this", ADMINISTRATOR)
    with pytest.raises(UsageError, match="characters"):
        accounts.add("bob", "short", ADMINISTRATOR)
    with pytest.raises(UsageError, match="letters"):
        accounts.add(ADJUDICATION, "long enough, this", ADMINISTRATOR)


def test_a_sealed_store_holds_no_text(url: str, tmp_path: Path) -> None:
    sealing = from_file(b"0123456789abcdef0123456789", b"salt" * 4)
    store = filled(open_store(url, sealing))
    reading = store.readings.begin(0, "ada")
    store.readings.decide(reading, "ada", "add", {"p1.0": (None, Mark(4, 5, "NRP", "quenneville"))})
    store.database.set("key", b"secret key of the draws")
    with store.database.reading() as connection:
        for table in (tables.documents, tables.decisions, tables.settings):
            for row in connection.execute(sa.select(table)):
                shown = b"".join(value for value in row if isinstance(value, bytes))
                assert b"left" not in shown and b"quenneville" not in shown
                assert b"secret key" not in shown
    assert store.documents.one(0) == DOCUMENT
    store.close()
    for wrong in (PLAIN, from_file(b"another key, just as long", b"salt" * 4)):
        other = open_store(url, wrong)
        with pytest.raises((StateError, ValueError)):
            other.documents.one(0)
        other.close()


def test_a_sealed_value_cannot_be_moved() -> None:
    sealing = from_passphrase("a long passphrase of words", b"0" * 16)
    sealed = sealing.seal(b"value", "content/1")
    assert sealing.open(sealed, "content/1") == b"value"
    with pytest.raises(StateError):
        sealing.open(sealed, "content/2")
    check_passphrase("twelve chars")
    with pytest.raises(UsageError, match="too short"):
        check_passphrase("eleven char")


def test_a_change_and_its_inverse_leave_nothing() -> None:
    change = {"m0": (FOUND["m0"], None), "p1": (None, Mark(4, 5, "NRP", "x"))}
    assert applied(applied(FOUND, change), inverse(change)) == FOUND


def test_the_tables_are_those_of_the_migrations(store: Store) -> None:
    with store.database.reading() as connection:
        found = sa.inspect(connection)
        for table in tables.metadata.sorted_tables:
            columns = {one["name"]: one for one in found.get_columns(table.name)}
            assert columns.keys() == {column.name for column in table.columns}
            for column in table.columns:
                assert columns[column.name]["nullable"] == column.nullable, column


def test_a_wrong_url_is_told_without_its_password() -> None:
    with pytest.raises(StateError) as told:
        open_store("postgresql+psycopg://eve:hunter2@127.0.0.1:1/none")
    assert "hunter2" not in str(told.value)
    with pytest.raises(StateError):
        open_store("no url at all")


def test_a_folder_is_its_owners_alone(tmp_path: Path) -> None:
    held = desk(tmp_path)
    alone(held).decide(0, 0, "accept", ids=["m0"])
    for path in (held.folder, *held.folder.iterdir()):
        assert path.stat().st_mode & 0o077 == 0, path.name
    held.store.close()
