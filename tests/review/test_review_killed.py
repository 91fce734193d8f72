"""A server that is killed while it answers: what it has acknowledged is there."""

from __future__ import annotations

import os
import random
import signal
import threading
import time
from pathlib import Path

import pytest

pytest.importorskip("sqlalchemy", reason="needs the extra [review]")
import httpx
from review_servers import enter, serving
from reviewing import Person, desk

from understudy.review.desk import open_desk

ROUNDS, DECISIONS = 5, 200
TURNS = (("reject", "accept"), ("reject", "accept"), ("flag", "unflag"))
"""What is done by turns in each of the three documents."""


class Work:
    """Decisions in all documents at once, each in a thread of its own, until the server dies."""

    def __init__(self) -> None:
        self.known: list[list[str]] = [[] for _ in TURNS]
        """The actions that were acknowledged or, in earlier rounds, found in the store; by
        document."""
        self.begun = self.answered = self.cut = 0
        self.refused: list[str] = []
        self._lock = threading.Lock()

    def flying(self) -> int:
        """How many requests are under way."""
        return self.begun - self.answered

    def reader(self, person: Person, number: int) -> None:
        """Decide until the server dies, or all decisions of the round are made."""
        while True:
            with self._lock:
                if self.begun >= DECISIONS:
                    return
                self.begun += 1
            version = len(self.known[number])
            action = TURNS[number][version % 2]
            ids = [] if action in ("flag", "unflag") else ["m0"]
            try:
                made = person.decide(number, version, action, ids=ids)["version"]
            except httpx.TransportError:
                with self._lock:
                    self.cut += 1
                return
            except AssertionError as error:  # answered with another status
                self.refused.append(str(error))
                return
            with self._lock:
                self.answered += 1
                self.known[number].append(action)
                if made != len(self.known[number]):
                    self.refused.append(f"version {made} of {len(self.known[number])}")

    def kill(self, process: int, after: int, pause: float) -> int:
        """Kill the server at a moment when it is at work; how many requests were under way."""
        while self.answered < after:
            time.sleep(0.0005)
        time.sleep(pause)
        while not (flying := self.flying()):
            pass
        os.kill(process, signal.SIGKILL)
        return flying


@pytest.mark.slow
def test_what_was_acknowledged_survives_a_kill(url: str, tmp_path: Path) -> None:
    """Five times a server is killed in the middle of 200 decisions, while requests are under
    way."""
    store = {"url": url} if url.startswith("postgresql") else {}
    held = desk(tmp_path, **store)
    held.store.close()
    work = Work()
    for at in range(ROUNDS):
        # A time within a request and a bit more, so that any of its steps can be the last one.
        after, pause = random.randint(5, DECISIONS // 2), random.uniform(0, 0.03)
        told = f"round {at}, killed {1000 * pause:.1f} ms after {after} decisions"
        work.begun = work.answered = work.cut = 0
        with serving(held.folder) as (process, address):
            ada = enter(address)
            threads = []
            for number in range(len(TURNS)):
                client = httpx.Client(
                    base_url=ada.client.base_url, cookies=ada.client.cookies, timeout=30
                )
                own = Person(client)
                own.csrf = ada.csrf
                threads.append(threading.Thread(target=work.reader, args=(own, number)))
            for thread in threads:
                thread.start()
            flying = work.kill(process.pid, after, pause)
            for thread in threads:
                thread.join(60)
                assert not thread.is_alive(), told
            ada.client.close()
        assert work.refused == [], told
        assert flying and work.cut and work.answered < DECISIONS, told
        check(held.folder, work, told)


def check(folder: Path, work: Work, told: str) -> None:
    """That the store has what was acknowledged, and at most the one request more that each
    document had under way; these are known from here on."""
    again = open_desk(folder)
    for number, known in enumerate(work.known):
        log = again.store.readings.log(number, "local")
        actions = [one.action for one in log]
        assert actions[: len(known)] == known, told
        assert len(log) - len(known) in (0, 1), told
        assert [one.version for one in log] == list(range(1, len(log) + 1)), told
        reading = again.store.readings.read(number, "local")
        assert (0 if reading is None else reading.version) == len(log), told
        if reading is not None and actions:
            flagged = actions[-1] == "flag"
            assert reading.flagged == flagged, told
        known[:] = actions
    again.store.close()
