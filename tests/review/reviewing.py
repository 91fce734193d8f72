"""A small review to test with: three letters, a policy that redacts by type, and people."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import httpx
from fastapi.testclient import TestClient

from understudy.policy import load
from understudy.review.accounts import Accounts
from understudy.review.app import create_app
from understudy.review.begin import begin
from understudy.review.desk import Desk
from understudy.review.folder import Settings

HOST = "review.test"
PASSWORD = "correct horse battery"
POLICY = """
schema = 1
name = "letters"
detectors = ["given"]

[default]
strategy = "typed"
"""
LETTERS = (
    ("a", "Ann Lee met Bob Ray in Toledo. Ann paid. The Court of Toledo sat.", (
        (0, 7, "PERSON", "ann"), (12, 19, "PERSON", "bob"), (23, 29, "LOCATION", "toledo"),
        (45, 50, "ORGANIZATION", "court"),
    )),
    ("b", "Bob Ray wrote to the Court. Dumbarton is far.", (
        (0, 7, "PERSON", "bob"), (21, 26, "ORGANIZATION", "court"),
    )),
    ("c", "Dumbarton again. Nobody came to Dumbarton.", ()),
)  # fmt: skip


def corpus(folder: Path) -> Path:
    """The letters as a file, with their annotations."""
    path = folder / "letters.jsonl"
    rows = [
        {
            "id": name,
            "text": text,
            "entities": [
                {"start": a, "end": b, "category": label, "key": key} for a, b, label, key in marks
            ],
        }
        for name, text, marks in LETTERS
    ]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


def settings(folder: Path, policy: str = POLICY, **more: Any) -> Settings:
    """What is reviewed: the letters in a folder."""
    path = folder / "letters.toml"
    path.write_text(policy)
    return Settings(str(corpus(folder)), None, str(path), load(path).fingerprint, **more)


def desk(folder: Path, policy: str = POLICY, **more: Any) -> Desk:
    """A review of the letters."""
    return begin(folder / "project", settings(folder, policy, **more))


class Person:
    """Somebody at a browser."""

    def __init__(self, client: httpx.Client) -> None:
        self.client = client
        self.csrf = ""

    def enter(self, name: str, password: str = PASSWORD) -> Person:
        """Sign in."""
        answer = self.client.post("/api/login", json={"name": name, "password": password})
        assert answer.status_code == 200, answer.text
        return self.known()

    def known(self) -> Person:
        """Ask for the token that every change needs."""
        self.csrf = self.get("/api/session")["csrf"]
        return self

    def get(self, path: str, status: int = 200, **query: Any) -> Any:
        """An answer that must have this status."""
        answer = self.client.get(path, params=query)
        assert answer.status_code == status, answer.text
        return answer.json()

    def post(self, path: str, body: dict[str, Any] | None = None, status: int = 200) -> Any:
        """A change, which must be answered with this status."""
        # In ASCII, so that half a surrogate pair can be sent as a browser sends it.
        headers = {"X-CSRF-Token": self.csrf, "Content-Type": "application/json"}
        answer = self.client.post(path, content=json.dumps(body or {}), headers=headers)
        assert answer.status_code == status, answer.text
        return answer.json()

    def exported(self, mode: str = "release") -> httpx.Response:
        """An export as it is fetched, or why it is not written."""
        headers = {"X-CSRF-Token": self.csrf}
        answer = self.client.post("/api/exports", json={"mode": mode}, headers=headers)
        if answer.status_code != 200:
            return answer
        return self.client.get(f"/api/exports/{answer.json()['name']}")

    def decide(self, number: int, version: int, action: str, status: int = 200, **more: Any) -> Any:
        """A decision on a document."""
        body = {"version": version, "action": action, **more}
        return self.post(f"/api/documents/{number}/decisions", body, status)


@contextmanager
def people(held: Desk, **names: str) -> Iterator[dict[str, Person]]:
    """People with accounts, each signed in; names with their roles."""
    accounts = Accounts(held.store)
    for name, role in names.items():
        accounts.add(name, PASSWORD, role)
    app = create_app(held, hosts=(HOST,))
    yield {name: Person(_client(app)).enter(name) for name in names}
    held.store.close()


def alone(held: Desk) -> Person:
    """The one reader of a review on one machine."""
    client = _client(create_app(held, hosts=(HOST,), token="once"))
    assert client.get("/enter?token=once").status_code == 303
    return Person(client).known()


_OPEN = ExitStack()


def _client(app: Any) -> httpx.Client:
    """A client with an event loop of its own for all its requests; one for each takes long."""
    client = TestClient(app, base_url=f"http://{HOST}", follow_redirects=False)
    return _OPEN.enter_context(client)


def close_clients() -> None:
    """End what the clients of a test have begun."""
    _OPEN.close()
