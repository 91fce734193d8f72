"""Clients that begin a request and do not end it: they are told, let go, and hold up nobody."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from urllib.parse import urlsplit

import pytest

pytest.importorskip("fastapi", reason="needs the extra [service]")
import httpx
from processes import listening

SLOW = 6
CANARY = "Quenneville"


def begun(url: str, path: str, size: int | None, sent: bytes) -> socket.socket:
    """A connection whose request has begun: its head, and some of its body."""
    place = urlsplit(url)
    door = socket.create_connection((place.hostname, place.port), timeout=30)
    length = "Transfer-Encoding: chunked" if size is None else f"Content-Length: {size}"
    head = f"POST {path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n{length}\r\n\r\n"
    chunk = sent if size is not None else b"%x\r\n%s\r\n" % (len(sent), sent)
    door.sendall(head.encode() + chunk)
    return door


def answered(door: socket.socket) -> bytes:
    """All that comes until the service closes the connection."""
    parts = []
    while part := door.recv(65536):
        parts.append(part)
    door.close()
    return b"".join(parts)


@pytest.mark.slow
def test_slow_requests_are_answered_and_their_places_are_free(tmp_path: Path) -> None:
    log = tmp_path / "log"
    arguments = ("serve", "--policy", "typed", "--timeout", "2", "--per-client", str(SLOW))
    with listening(log, *arguments) as url:
        text = f'{{"text": "I am {CANARY}'.encode()
        slow = [begun(url, "/v1/deidentify", 1000, text) for _ in range(SLOW)]
        until = time.monotonic() + 10
        while (busy := httpx.post(f"{url}/v1/identify", json={"text": "x"})).status_code == 200:
            assert time.monotonic() < until
        assert busy.status_code == 429
        for door in slow:
            head, _, body = answered(door).partition(b"\r\n\r\n")
            assert head.startswith(b"HTTP/1.1 408 ") and b"connection: close" in head.lower()
            assert json.loads(body)["error"]["code"] == "slow_request"
        made = httpx.post(f"{url}/v1/identify", json={"text": "I am Ann Lee."})
        assert made.status_code == 200
    assert CANARY not in log.read_text() and "Traceback" not in log.read_text()


@pytest.mark.slow
def test_a_slow_stream_ends_with_a_line_that_says_so(tmp_path: Path) -> None:
    log = tmp_path / "log"
    with listening(log, "serve", "--policy", "typed", "--timeout", "2") as url:
        lines = b'{"text": "I am Ann Lee."}\n{"text": "'
        answer = answered(begun(url, "/v1/deidentify/stream", None, lines))
    assert b"I am <PERSON>." in answer
    assert b"did not arrive" in answer.partition(b"\r\n\r\n")[2].strip().splitlines()[-3]
    assert "Traceback" not in log.read_text()


@pytest.mark.slow
def test_a_signal_ends_the_service_whoever_is_still_sending(tmp_path: Path) -> None:
    log = tmp_path / "log"
    with listening(log, "serve", "--policy", "typed", "--timeout", "3") as url:
        slow = [begun(url, "/v1/deidentify", 1000, b'{"text": "') for _ in range(SLOW)]
        slow += [begun(url, "/v1/deidentify/stream", None, b'{"text": "') for _ in range(2)]
        time.sleep(0.5)
    for door in slow:
        door.close()
    assert "Traceback" not in log.read_text(), log.read_text()


@pytest.mark.slow
def test_what_is_under_way_when_a_signal_comes_is_answered(tmp_path: Path) -> None:
    arguments = ("serve", "--policy", "typed", "--port", "0", "--json")
    with (tmp_path / "log").open("wb") as err:
        process = subprocess.Popen(
            [sys.executable, "-m", "understudy", *arguments],
            stdout=subprocess.PIPE,
            stderr=err,
            env=os.environ,
        )
    assert process.stdout is not None
    try:
        url = json.loads(process.stdout.readline())["address"]
        until = time.monotonic() + 60
        while True:
            try:
                if httpx.get(f"{url}/ready").status_code == 200:
                    break
            except httpx.TransportError:
                assert process.poll() is None and time.monotonic() < until
            time.sleep(0.1)
        body = b'{"text": "I am Ann Lee."}'
        door = begun(url, "/v1/deidentify", len(body), body[:10])
        time.sleep(0.5)
        process.send_signal(signal.SIGTERM)
        time.sleep(0.5)
        door.sendall(body[10:])
        assert b"I am <PERSON>." in answered(door)
        assert process.wait(30) == 0
    finally:
        if process.poll() is None:
            process.kill()
        process.stdout.close()
    assert "Traceback" not in (tmp_path / "log").read_text()


@pytest.mark.slow
def test_a_head_that_does_not_arrive_is_not_waited_for(tmp_path: Path) -> None:
    arguments = ("serve", "--policy", "typed", "--timeout", "1")
    with listening(tmp_path / "log", *arguments) as url:
        place = urlsplit(url)
        doors = [socket.create_connection((place.hostname, place.port), timeout=30) for _ in "123"]
        doors[1].sendall(b"POST /v1/deid")
        # A second request on a connection that has had its answer.
        doors[2].sendall(b"GET /health HTTP/1.1\r\nHost: x\r\n\r\n")
        head = doors[2].recv(65536)
        assert head.startswith(b"HTTP/1.1 200 ")
        doors[2].sendall(b"GET /he")
        assert [answered(door)[-2:] for door in doors[:2]] == [b"", b""]
        answered(doors[2])
