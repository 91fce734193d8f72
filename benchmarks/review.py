"""How fast the review is with many documents, in a browser and over HTTP; and what a reader needs.

    python benchmarks/review.py                    # 10,000 documents, latencies
    python benchmarks/review.py --reader meddocan  # a simulated reader with the gold of a corpus
    python benchmarks/review.py … -o benchmarks/review.json

Latencies in the browser are medians from the key to the picture: a decision until the server has
acknowledged it and the page has painted it (< 50 ms); the next document from the key that finishes
the present one until the next one is painted (< 100 ms). The simulated reader sees what the
policy's detectors found and makes it the gold, decision by decision, over HTTP. What each deed
takes of keys and of the mouse is in review-strokes.json: a story in the browser counts it there
(tests/review/test_review_strokes.py) and fails where the file says something else.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import socket
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import uvicorn
from fastapi.testclient import TestClient

from detection import commit
from needed import DATA, need
from transfer import court
from understudy.cli.serving import listening_socket
from understudy.core.types import Document, Entity
from understudy.corpus.base import Options
from understudy.corpus.reading import documents_of
from understudy.pipeline import build
from understudy.policy import load
from understudy.review.app import create_app
from understudy.review.begin import begin
from understudy.review.decided import digest_of
from understudy.review.desk import Desk, open_desk
from understudy.review.documents import Filed
from understudy.review.folder import Settings
from understudy.review.records import Mark, State

_HOST = "review.bench"
_LINE = "On 12 May 2019 Ann Lee of Toledo called Bob Ray about the order of the week before. "
_READERS = {"meddocan": "deid/meddocan/test", "tab": "deid/tab/train.jsonl"}
_KEY, _PRESS, _POINT, _THOUGHT = 0.28, 0.2, 1.1, 1.35
"""Seconds for a keystroke, for a press of the mouse's button and its release, for pointing with the
mouse, and for a look at what is next: the keystroke-level model of Card, Moran and Newell ("The
keystroke-level model for user performance time with interactive systems", 1980), for somebody who
types as most people do. Reading the text itself is not in it."""
_STROKES = Path(__file__).with_name("review-strokes.json")


class Strokes(NamedTuple):
    """What a reader does with the keyboard and the mouse."""

    keys: int = 0
    presses: int = 0
    points: int = 0

    def with_(self, *others: Strokes) -> Strokes:
        """These and others."""
        keys, presses, points = (sum(column) for column in zip(self, *others, strict=True))
        return Strokes(keys, presses, points)

    @property
    def pressed(self) -> int:
        """Keystrokes and presses of the mouse."""
        return self.keys + self.presses

    @property
    def seconds(self) -> float:
        """By the keystroke-level model, without what is thought."""
        return _KEY * self.keys + _PRESS * self.presses + _POINT * self.points


class Deeds(NamedTuple):
    """What each deed takes, as the story in the browser has counted it."""

    next_mark: Strokes
    reject: Strokes
    """And go on, which the page does by itself."""
    select: Strokes
    finish: Strokes
    category: Mapping[str, Strokes]
    """Of a mark, or of what is selected; few have a key of their own."""

    @classmethod
    def counted(cls) -> Deeds:
        """Those of the file."""
        held = json.loads(_STROKES.read_text(encoding="utf-8"))
        return cls(
            next_mark=Strokes(**held["next mark"]),
            reject=Strokes(**held["reject and next mark"]),
            select=Strokes(**held["select"]),
            finish=Strokes(**held["finish"]),
            category={name: Strokes(**counts) for name, counts in held["category"].items()},
        )


def made(folder: Path, count: int) -> Desk:
    """A review of many documents of some 4,000 characters with 100 marks each."""
    policy = folder / "policy.toml"
    policy.write_text('schema = 1\ndetectors = ["given"]\n[default]\nstrategy = "surrogate"\n')
    (folder / "one.jsonl").write_text(json.dumps({"id": "first", "text": _LINE}) + "\n")
    settings = Settings(str(folder / "one.jsonl"), None, str(policy), load(policy).fingerprint)
    desk = begin(folder / "project", settings)
    text = "\n".join([_LINE] * 48)
    marks: State = {}
    for row in range(25):
        base = row * (len(_LINE) + 1)
        for at, (word, category) in enumerate(
            (
                ("12 May 2019", "DATE"),
                ("Ann Lee", "PERSON"),
                ("Toledo", "CITY"),
                ("Bob Ray", "PERSON"),
            )
        ):
            start = base + _LINE.index(word)
            mark = Mark(start, start + len(word), category, word.lower(), 0.7 + 0.05 * at, "bench")
            marks[f"m{4 * row + at}"] = mark
    for first in range(1, count, 1000):
        desk.store.documents.file(
            [
                Filed(
                    one := Document(f"document {number}", text, "en"),
                    digest_of(one, desk.key),
                    marks,
                    25,
                    float(number % 97),
                    {"unsure": 25},
                )
                for number in range(first, min(count, first + 1000))
            ],
            first,
        )
    return desk


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """The address of the review, in a process of its own: what drives the browser must not take
    the time of the server."""
    with listening_socket("127.0.0.1", 0) as door:
        port = door.getsockname()[1]
        child = multiprocessing.get_context("fork").Process(target=_serve, args=(folder, door))
        child.start()
        address = f"http://127.0.0.1:{port}"
        while True:
            try:
                httpx.get(f"{address}/api/hello")
                break
            except httpx.TransportError:
                time.sleep(0.05)
        yield address
        child.terminate()
        child.join(10)


def _serve(folder: Path, door: socket.socket) -> None:
    port = door.getsockname()[1]
    app = create_app(open_desk(folder), hosts=(f"127.0.0.1:{port}",), token="once", rate=10_000)
    server = uvicorn.Server(uvicorn.Config(app, log_config=None, access_log=False))
    server.run(sockets=[door])


_CLOCK = """
let pressed = 0, wanted = null;
addEventListener("keydown", (event) => { pressed = event.timeStamp; }, true);
// Behind the next frame, when what has changed is on the screen.
const painted = (act) => requestAnimationFrame(() => {
  const channel = new MessageChannel();
  channel.port1.onmessage = act;
  channel.port2.postMessage(0);
});
window.timed = (selector, text, count) => new Promise((resolve) => {
  wanted = () => {
    const found = [...document.querySelectorAll(selector)];
    if (found.filter((one) => one.textContent !== text).length < count) return;
    wanted = null;
    painted(() => resolve(performance.now() - pressed));
  };
});
new MutationObserver(() => wanted?.()).observe(document, {
  subtree: true, childList: true, attributes: true, attributeFilter: ["class"],
});
"""
"""What the page is watched with: the time from the last key until so many elements, with another
text than the one given, are painted."""


def in_browser(folder: Path, rounds: int) -> Mapping[str, float]:
    """Medians in milliseconds, by the clock of the page."""
    from playwright.sync_api import sync_playwright

    opened: list[float] = []
    decided: list[float] = []
    with served(folder) as address, sync_playwright() as started:
        browser = started.chromium.launch(
            executable_path="/usr/bin/chromium", args=["--no-sandbox"]
        )
        page = browser.new_page(viewport={"width": 1280, "height": 800})
        page.add_init_script(_CLOCK)
        page.goto(f"{address}/enter?token=once")
        page.wait_for_selector(".original .mark")

        def settle() -> None:
            page.wait_for_load_state("networkidle")
            page.wait_for_timeout(400)

        def timed(key: str, selector: str, text: str, count: int) -> float:
            page.evaluate("(asked) => { window.time = timed(...asked); }", [selector, text, count])
            page.keyboard.press(key)
            took = float(page.evaluate("window.time"))
            settle()
            return took

        settle()
        for _ in range(rounds):
            page.keyboard.press("ArrowRight")
            rejected = page.locator(".original .mark.rejected").count()
            decided.append(timed("x", ".original .mark.rejected", "", rejected + 1))
            before = page.inner_text(".title h1")
            opened.append(timed("Shift+Enter", ".title h1", before, 1))
        browser.close()
    return {"next document": statistics.median(opened), "decision": statistics.median(decided)}


class _Reader:
    """Somebody at the HTTP interface."""

    def __init__(self, desk: Desk) -> None:
        app = create_app(desk, hosts=(_HOST,), token="once", rate=1e9)
        self.client = TestClient(app, base_url=f"http://{_HOST}", follow_redirects=False)
        self.client.get("/enter?token=once")
        self.csrf = self.client.get("/api/session").json()["csrf"]

    def post(self, path: str, body: Mapping[str, Any]) -> Any:
        """A change."""
        answer = self.client.post(path, json=body, headers={"X-CSRF-Token": self.csrf})
        answer.raise_for_status()
        return answer.json()


def over_http(desk: Desk, rounds: int) -> Mapping[str, float]:
    """Medians in milliseconds of what the server does."""
    reader = _Reader(desk)
    times: dict[str, list[float]] = {"next": [], "document": [], "decision": [], "stand-ins": []}

    def timed(name: str, work: Any) -> Any:
        began = time.perf_counter()
        answer = work()
        times[name].append(1000 * (time.perf_counter() - began))
        return answer

    for _ in range(rounds):
        number = timed("next", lambda: reader.client.get("/api/next").json()["number"])
        path = f"/api/documents/{number}"
        timed("document", lambda path=path: reader.client.get(path).json())
        body = {"version": 0, "action": "reject", "ids": ["m0"]}
        timed("decision", lambda path=path, body=body: reader.post(f"{path}/decisions", body))
        timed("stand-ins", lambda path=path: reader.client.get(f"{path}/release").json())
        reader.post(f"{path}/finish", {"version": 1})
    return {name: statistics.median(values) for name, values in times.items()}


def simulated(name: str, count: int) -> Mapping[str, Any]:
    """A reader who makes what was found the gold, on so many documents."""
    need(_READERS[name])
    language = "es" if name == "meddocan" else "en"
    policy = load("surrogate")
    gold_of = build(
        replace(load("typed"), detectors=("given",), leak_check=False, language=language)
    )
    documents = _gold(name)[:count]
    with tempfile.TemporaryDirectory() as held:
        folder = Path(held)
        corpus = folder / "corpus.jsonl"
        corpus.write_text(
            "".join(
                json.dumps({"id": one.id, "text": one.text, "language": language}) + "\n"
                for one in documents
            )
        )
        began = time.perf_counter()
        desk = begin(
            folder / "project", Settings(str(corpus), None, "surrogate", policy.fingerprint)
        )
        finding = time.perf_counter() - began
        reader = _Reader(desk)
        deeds, strokes = Deeds.counted(), Strokes()
        decisions = entities = looks = 0
        began = time.perf_counter()
        for number, document in enumerate(documents):
            gold = gold_of.categorise(document, document.annotations)
            pressed, made_now, looked = _read(reader, number, gold, deeds)
            strokes = strokes.with_(pressed)
            decisions, entities, looks = (
                decisions + made_now,
                entities + len(gold),
                looks + looked,
            )
        seconds = time.perf_counter() - began
        desk.store.close()
    return {
        "corpus": name,
        "documents": len(documents),
        "entities": entities,
        "decisions": decisions,
        "decisions per entity": decisions / entities,
        "keystrokes per entity": strokes.pressed / entities,
        "seconds per entity, by the keystroke-level model": (strokes.seconds + _THOUGHT * looks)
        / entities,
        "seconds of finding": finding,
        "milliseconds of the server per decision": 1000 * seconds / max(1, decisions),
    }


def _gold(name: str) -> list[Document]:
    """The documents of a corpus with what its annotators wanted hidden."""
    if name == "tab":
        *_, corpus = court(DATA)
        return list(corpus.documents)
    options = Options(default_language="es")
    return list(documents_of(str(DATA / _READERS[name]), "brat", options))


def _read(
    reader: _Reader, number: int, gold: Sequence[Entity], deeds: Deeds
) -> tuple[Strokes, int, int]:
    """Strokes, decisions and marks looked at until a document has the marks of the gold."""
    path = f"/api/documents/{number}"
    reading = reader.client.get(path).json()["reading"]
    version, decisions = 0, 0
    pressed: list[Strokes] = []
    moved = False
    held = {
        (one["start"], one["end"]): (name, one["category"])
        for name, one in reading["items"].items()
    }
    wanted = {(one.span.start, one.span.end): one.category for one in gold}
    for place, (name, category) in held.items():
        if not moved:
            pressed.append(deeds.next_mark)
        moved = place not in wanted
        if moved:
            body: dict[str, Any] = {"action": "reject", "ids": [name]}
            pressed.append(deeds.reject)
        elif wanted[place] != category:
            body = {"action": "relabel", "ids": [name], "category": wanted[place]}
            pressed.append(deeds.category[wanted[place]])
        else:
            continue
        version = reader.post(f"{path}/decisions", {"version": version, **body})["version"]
        decisions += 1
    for (start, end), category in wanted.items():
        if (start, end) in held:
            continue
        body = {"action": "add", "start": start, "end": end, "category": category}
        version = reader.post(f"{path}/decisions", {"version": version, **body})["version"]
        decisions += 1
        pressed += (deeds.select, deeds.category[category])
    reader.post(f"{path}/finish", {"version": version})
    missing = sum(place not in held for place in wanted)
    return Strokes().with_(*pressed, deeds.finish), decisions + 1, len(held) + missing


def _kept(path: Path | None, name: str, figures: Mapping[str, Any]) -> None:
    """The figures of this run beside those of others, where a file for them is named."""
    if path is None:
        return
    held = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    held[name] = {"commit": commit(), **figures}
    path.write_text(json.dumps(held, indent=1) + "\n", encoding="utf-8")


def main() -> int:
    """Run what was asked for, and print it."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--documents", type=int, default=10_000)
    parser.add_argument("--rounds", type=int, default=40)
    parser.add_argument("--reader", choices=sorted(_READERS))
    parser.add_argument("--of", type=int, default=300, help="documents of the simulated reader")
    parser.add_argument("-o", "--output", type=Path, help="a file for the figures, in JSON")
    given = parser.parse_args()
    if given.reader:
        figures = simulated(given.reader, given.of)
        for name, value in figures.items():
            print(f"{name:<50}{value:.3g}" if isinstance(value, float) else f"{name:<50}{value}")
        _kept(given.output, f"reader, {given.reader}", figures)
        return 0
    with tempfile.TemporaryDirectory() as held:
        desk = made(Path(held), given.documents)
        print(f"{given.documents:,} documents, medians of {given.rounds} in milliseconds")
        server = over_http(desk, given.rounds)
        for name, value in server.items():
            print(f"server   {name:<16}{value:8.1f}")
        try:
            desk.store.close()
            found = in_browser(Path(held) / "project", given.rounds)
        except ImportError:
            print("the browser is left out: pip install playwright")
            return 0
        for (name, value), most in zip(found.items(), (100, 50), strict=True):
            print(f"browser  {name:<16}{value:8.1f}   wanted: under {most}")
        load = os.getloadavg()[0] if hasattr(os, "getloadavg") else None
        more = {"documents": given.documents, "rounds": given.rounds, "load": load}
        _kept(given.output, "latency, ms", {**more, "server": server, "browser": found})
    return 0


if __name__ == "__main__":
    sys.exit(main())
