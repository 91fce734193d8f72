"""A review that is served by a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
from reviewing import Person


@contextmanager
def serving(folder: Path) -> Iterator[tuple[subprocess.Popen[bytes], str]]:
    """A server of its own, and the address that it prints."""
    command = [sys.executable, "-m", "understudy", "review", "open", str(folder)]
    process = subprocess.Popen(
        [*command, "--port", "0", "--no-browser"], stdout=subprocess.PIPE, env=os.environ
    )
    try:
        assert process.stdout is not None
        yield process, process.stdout.readline().decode().strip()
    finally:
        process.kill()
        process.wait(30)
        if process.stdout is not None:
            process.stdout.close()


def enter(address: str) -> Person:
    base = address.split("/enter", maxsplit=1)[0]
    client = httpx.Client(base_url=base, timeout=30)
    for _ in range(600):
        try:
            client.get(address)
            break
        except httpx.TransportError:
            time.sleep(0.1)
    return Person(client).known()
