"""Servers that a benchmark starts, asks and ends."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import httpx

_PATIENCE = 180.0


class Side(NamedTuple):
    """Something that answers."""

    name: str
    command: tuple[str, ...]
    path: str
    more: dict[str, Any]
    behind: tuple[str, ...] = ()
    """What the command is told behind its port."""


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
    command = [*side.command, str(port), *side.behind]
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
