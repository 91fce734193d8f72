"""Many clients at once for a long while: the service, and the gateway before a server that repeats
what it was shown. Whoever fails is counted by status, and memory is looked at every second.

Asked for by ``python benchmarks/service.py --soak SECONDS``.
"""

from __future__ import annotations

import asyncio
import os
import statistics
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from itertools import count, cycle
from pathlib import Path
from typing import Any, NamedTuple

import httpx

from serving import Served, Side, served

EXPIRY = 60
"""Seconds that the gateway keeps a session: far fewer than the run takes, so that old ones go."""
UPSTREAM = """
import sys
import uvicorn
from fastapi import FastAPI
app = FastAPI()
@app.get("/ready")
def ready():
    return {}
@app.post("/v1/chat/completions")
async def answer(body: dict):
    said = body["messages"][-1]["content"]
    message = {"role": "assistant", "content": said}
    return {"choices": [{"index": 0, "message": message, "finish_reason": "stop"}]}
uvicorn.run(app, port=int(sys.argv[1]), log_level="error")
"""


class Asked(NamedTuple):
    """A request."""

    url: str
    body: dict[str, Any]
    whole: str
    """What the answer must say, if that is known."""


def sides(clients: int, upstream: str) -> list[Side]:
    """The service and the gateway, each for as many clients."""
    own = (sys.executable, "-m", "understudy")
    room = ("--per-client", str(clients))
    gateway = ("gateway", "--upstream", upstream, "--expiry", str(EXPIRY))
    return [
        Side("service", (*own, "serve", *room, "--port"), "/v1/deidentify", {"language": "en"}),
        Side("gateway", (*own, *gateway, *room, "--port"), "/v1/chat/completions", {}),
    ]


def _requests(texts: Sequence[str], running: dict[str, Served]) -> Iterator[Asked]:
    """Service and gateway in turns; to the gateway every text is another one."""
    service, gateway = (running[name].address for name in ("service", "gateway"))
    for number, text in zip(count(), cycle(texts)):
        yield Asked(f"{service}/v1/deidentify", {"text": text, "language": "en"}, "")
        said = f"{text} (This is question {number}.)"
        messages = [{"role": "user", "content": said}]
        yield Asked(f"{gateway}/v1/chat/completions", {"model": "m", "messages": messages}, said)


def _resident(process: int) -> float:
    """Megabytes of memory (Linux)."""
    pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


async def _asking(
    seconds: float, clients: int, requests: Iterator[Asked], running: dict[str, Served]
) -> tuple[Counter[str], dict[str, list[float]]]:
    found: Counter[str] = Counter()
    memory: dict[str, list[float]] = {name: [] for name in running}
    end = time.monotonic() + seconds
    limits = httpx.Limits(max_connections=clients, max_keepalive_connections=clients)
    async with httpx.AsyncClient(timeout=120, limits=limits, trust_env=False) as http:

        async def client() -> None:
            while time.monotonic() < end:
                one = next(requests)
                try:
                    answer = await http.post(one.url, json=one.body)
                except httpx.HTTPError as error:
                    found[type(error).__name__] += 1
                    continue
                found[str(answer.status_code)] += 1
                if answer.status_code == 200 and one.whole:
                    back = answer.json()["choices"][0]["message"]["content"]
                    found["gateway, read back whole"] += back == one.whole

        async def watch() -> None:
            while time.monotonic() < end:
                for name, side in running.items():
                    memory[name].append(_resident(side.process))
                await asyncio.sleep(1)

        await asyncio.gather(watch(), *(client() for _ in range(clients)))
    return found, memory


def soaked(seconds: float, clients: int, texts: Sequence[str]) -> dict[str, Any]:
    """What came of it."""
    with ExitStack() as stack:
        echo = Side("upstream", (sys.executable, "-c", UPSTREAM), "", {})
        upstream = stack.enter_context(served(echo))
        running = {
            side.name: stack.enter_context(served(side))
            for side in sides(clients, upstream.address)
        }
        requests = _requests(texts, running)
        asyncio.run(_asking(min(10.0, seconds), clients, requests, running))  # warms up
        found, memory = asyncio.run(_asking(seconds, clients, requests, running))
    asked = sum(number for name, number in found.items() if not name.startswith("gateway"))
    return {
        "seconds": seconds,
        "clients": clients,
        "requests": asked,
        "errors": asked - found["200"],
        "outcomes": dict(sorted(found.items())),
        "memory in MB": {name: _course(values) for name, values in memory.items()},
    }


def _course(values: Sequence[float]) -> dict[str, float]:
    third = max(1, len(values) // 3)
    return {
        "median of the first third": round(statistics.median(values[:third]), 1),
        "median of the last third": round(statistics.median(values[-third:]), 1),
        "most": round(max(values), 1),
    }
