"""Commands that listen, as they are run: a process of its own, a real port."""

from __future__ import annotations

import json
import os
import signal
import ssl
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx

_PATIENCE = 60.0


@contextmanager
def listening(log: Path, *arguments: str, trusted: ssl.SSLContext | None = None) -> Iterator[str]:
    """The address of a command that is ready; it must end well, and what it says is in ``log``.
    ``trusted``: the certificates that are believed."""
    with log.open("wb") as err:
        process = subprocess.Popen(
            [sys.executable, "-m", "understudy", *arguments, "--port", "0", "--json"],
            stdout=subprocess.PIPE,
            stderr=err,
            env=os.environ,
        )
    assert process.stdout is not None
    try:
        address = json.loads(process.stdout.readline() or b"{}")["address"]
        until = time.monotonic() + _PATIENCE
        while not _ready(address, trusted):
            assert process.poll() is None and time.monotonic() < until, log.read_text()
            time.sleep(0.1)
        yield address
    finally:
        process.send_signal(signal.SIGTERM)
        process.stdout.close()
        assert process.wait(_PATIENCE) == 0


def _ready(address: str, trusted: ssl.SSLContext | None) -> bool:
    try:
        return httpx.get(f"{address}/ready", verify=trusted or True).status_code == 200
    except httpx.TransportError:
        return False
