"""Signing in: wrong passwords are limited, their owners are not; and the last administrator."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("sqlalchemy", reason="needs the extra [review]")
from fastapi.testclient import TestClient
from reviewing import HOST, PASSWORD, Person, alone, desk, people

from understudy.review.accounts import ADMINISTRATOR, ANNOTATOR, REVIEWER, Accounts
from understudy.review.app import create_app
from understudy.review.desk import Desk


@pytest.fixture
def held(tmp_path: Path) -> Iterator[Desk]:
    made = desk(tmp_path)
    yield made
    made.store.close()


def statuses(app: Any, address: str, *tries: tuple[str, str]) -> list[int]:
    """What somebody at an address is answered who signs in."""
    client = TestClient(app, base_url=f"http://{HOST}", client=(address, 5000))
    bodies = ({"name": name, "password": password} for name, password in tries)
    return [client.post("/api/login", json=body).status_code for body in bodies]


def test_a_team_behind_one_address_signs_in_at_once(held: Desk) -> None:
    names = [f"reader-{number}" for number in range(10)]
    for name in names:
        Accounts(held.store).add(name, PASSWORD, ANNOTATOR)
    app = create_app(held, hosts=(HOST,))
    slips = [one for name in names for one in ((name, "a slip of it"), (name, PASSWORD))]
    assert statuses(app, "192.0.2.1", *slips) == [401, 200] * 10
    again = [(name, PASSWORD) for name in names] * 3
    assert statuses(app, "192.0.2.1", *again) == [200] * 30


def test_a_stranger_elsewhere_locks_nobody_out(held: Desk) -> None:
    Accounts(held.store).add("ada", PASSWORD, ANNOTATOR)
    app = create_app(held, hosts=(HOST,))
    wrong = [("ada", f"wrong {number}") for number in range(7)]
    assert statuses(app, "192.0.2.1", *wrong) == [401] * 5 + [429] * 2
    assert statuses(app, "192.0.2.1", ("ada", PASSWORD)) == [429]
    assert statuses(app, "198.51.100.7", ("ada", PASSWORD)) == [200]


def test_who_is_locked_out_is_told_for_how_long(held: Desk) -> None:
    Accounts(held.store).add("ada", PASSWORD, ANNOTATOR)
    client = TestClient(create_app(held, hosts=(HOST,)), base_url=f"http://{HOST}")
    body = {"name": "ada", "password": "wrong"}
    *_, told = [client.post("/api/login", json=body) for _ in range(6)]
    seconds = int(told.headers["retry-after"])
    assert 55 <= seconds <= 60
    assert told.json()["error"]["message"].endswith(f"try again in {seconds} seconds")


def test_an_address_does_not_guess_by_going_through_names(held: Desk) -> None:
    Accounts(held.store).add("ada", PASSWORD, ANNOTATOR)
    app = create_app(held, hosts=(HOST,))
    wrong = [(f"name {number}", "wrong") for number in range(22)]
    assert statuses(app, "192.0.2.1", *wrong) == [401] * 20 + [429] * 2
    assert statuses(app, "192.0.2.1", ("ada", PASSWORD)) == [429]


def test_whoever_has_an_account_buys_no_tries_with_it(held: Desk) -> None:
    for name in ("ada", "eve"):
        Accounts(held.store).add(name, PASSWORD, ANNOTATOR)
    app = create_app(held, hosts=(HOST,))
    mixed = [one for n in range(7) for one in (("eve", PASSWORD), ("ada", f"wrong {n}"))]
    assert statuses(app, "192.0.2.1", *mixed)[1::2] == [401] * 5 + [429] * 2


def test_a_network_of_version_6_is_one_address(held: Desk) -> None:
    app = create_app(held, hosts=(HOST,))
    told = [statuses(app, f"2001:db8::{n:x}", ("ada", "wrong"))[0] for n in range(1, 8)]
    assert told == [401] * 5 + [429] * 2
    assert statuses(app, "2001:db8:0:1::1", ("ada", "wrong")) == [401]
    mapped = [statuses(app, f"::ffff:192.0.2.{n}", ("ada", "wrong"))[0] for n in range(1, 8)]
    assert mapped == [401] * 7


def test_tries_at_once_are_no_way_around(held: Desk) -> None:
    app = create_app(held, hosts=(HOST,))
    with ThreadPoolExecutor(12) as pool:
        told = list(pool.map(lambda n: statuses(app, "192.0.2.1", ("ada", f"{n}"))[0], range(24)))
    assert sorted(told) == [401] * 5 + [429] * 19


@pytest.mark.parametrize("change", [{"active": False}, {"role": REVIEWER}, {"role": ANNOTATOR}])
def test_the_last_administrator_stays(held: Desk, change: dict[str, Any]) -> None:
    with people(held, eve=ADMINISTRATOR, ada=REVIEWER, bob=ADMINISTRATOR) as team:
        eve = team["eve"]
        eve.post("/api/readers/bob", {"active": False})  # there is another one
        told = eve.post("/api/readers/eve", change, status=409)
        assert told["error"]["code"] == "last_administrator"
        assert "only active administrator" in told["error"]["message"]
        assert eve.get("/api/readers")["readers"][2] == {
            "name": "eve",
            "role": ADMINISTRATOR,
            "active": True,
        }
        eve.post("/api/readers/bob", {"active": True})
        eve.post("/api/readers/eve", change)
        eve.get("/api/session", status=401)  # whose sessions end with any change


def test_a_change_that_leaves_an_administrator_is_made(held: Desk) -> None:
    accounts = Accounts(held.store)
    accounts.add("eve", PASSWORD, ADMINISTRATOR)
    accounts.add("ada", PASSWORD, ANNOTATOR)
    accounts.change("ada", role=REVIEWER, active=False)
    accounts.change("eve", role=ADMINISTRATOR, active=True)
    accounts.change("eve", password="another horse battery")
    assert accounts.all() == [("ada", REVIEWER, False), ("eve", ADMINISTRATOR, True)]


def test_who_reads_may_take_another_password(held: Desk) -> None:
    """What an administrator gave is known to two people, and decisions say who made them."""
    other = "another horse battery"
    with people(held, ada=ANNOTATOR) as team:
        ada = team["ada"]
        elsewhere = Person(TestClient(ada.client.app, base_url=f"http://{HOST}")).enter("ada")  # type: ignore[attr-defined]
        ada.post("/api/password", {"old": "a slip of it", "new": other}, status=403)
        ada.post("/api/password", {"old": PASSWORD, "new": "short"}, status=400)
        elsewhere.get("/api/session")
        ada.post("/api/password", {"old": PASSWORD, "new": other})
        assert ada.known().get("/api/session")["reader"] == "ada"
        elsewhere.get("/api/session", status=401)
        assert not Accounts(held.store).opens("ada", PASSWORD)
        assert Accounts(held.store).opens("ada", other)


def test_a_present_password_cannot_be_guessed_from_a_session(held: Desk) -> None:
    with people(held, ada=ANNOTATOR) as team:
        bodies = [{"old": f"wrong {number}", "new": "another horse"} for number in range(6)]
        for body in bodies[:5]:
            team["ada"].post("/api/password", body, status=403)
        team["ada"].post("/api/password", bodies[5], status=429)


def test_the_one_reader_of_a_machine_has_no_password(held: Desk) -> None:
    alone(held).post("/api/password", {"old": "", "new": "another horse"}, status=403)
