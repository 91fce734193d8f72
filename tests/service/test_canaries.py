"""Texts in five hundred requests, many of which fail, stand in no log, metric or error."""

from __future__ import annotations

import json
import logging
import random
from typing import Any

import pytest

pytest.importorskip("fastapi", reason="needs the extra [service]")
import httpx
from fastapi import FastAPI, Request
from fastapi.responses import JSONResponse
from fastapi.testclient import TestClient

from understudy.service.app import create_app
from understudy.service.gateway.app import create_gateway
from understudy.service.gateway.settings import GatewaySettings
from understudy.service.settings import Settings

CANARY = "Zbigniew Quenneville"
SECRET = "sk-canary-9912"
_FIELDS = ("text", "messages", "language", "policy", "token", "entities", "input", "prompt")


def _body(random: random.Random) -> Any:
    """Something like a request, wrong in some place mostly."""
    texts = [CANARY, f"I am {CANARY}.", [CANARY], {CANARY: CANARY}, None, 7, [[CANARY]]]
    messages = [
        [{"role": "user", "content": random.choice(texts)}],
        [{"role": random.choice(texts), "content": CANARY}],
        [{"role": "user", "content": [{"type": CANARY, "text": CANARY}]}],
        CANARY,
    ]
    body = {name: random.choice(texts) for name in _FIELDS if random.random() < 0.3}
    if random.random() < 0.5:
        body["messages"] = random.choice(messages)
    if random.random() < 0.2:
        body[CANARY] = CANARY
    return body


def _requests(count: int, paths: tuple[str, ...]) -> Any:
    chance = random.Random(7)
    for _ in range(count):
        path = chance.choice(paths)
        if chance.random() < 0.1:
            yield "POST", path, CANARY.encode()
        elif chance.random() < 0.05:
            yield "GET", f"{path}/{CANARY}?q={CANARY}", b""
        else:
            yield "POST", path, json.dumps(_body(chance)).encode()


@pytest.mark.parametrize("which", ["service", "gateway"])
def test_no_log_metric_or_error_has_the_text(
    which: str, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    upstream = FastAPI()

    @upstream.post("/{path:path}")
    async def answer(request: Request) -> JSONResponse:
        assert "Quenneville" not in (await request.body()).decode()
        return JSONResponse({"error": {"message": "no"}}, 400)

    if which == "service":
        app = create_app(Settings(policies=("typed",), presidio_root=True))
        paths = ("/v1/deidentify", "/v1/identify", "/v1/replace", "/v1/restore", "/analyze")
    else:
        settings = GatewaySettings("http://upstream.test", policy="typed")
        app = create_gateway(settings, httpx.ASGITransport(upstream))
        paths = ("/v1/chat/completions", "/v1/messages", "/v1/completions", "/v1/responses")
    statuses: dict[int, int] = {}
    headers = {"Authorization": f"Bearer {SECRET}", "Content-Type": "application/json"}
    with TestClient(app, raise_server_exceptions=False) as client, caplog.at_level(logging.DEBUG):
        for method, path, data in _requests(250, paths):
            made = client.request(method, path, content=data, headers=headers)
            if not path.startswith("/analyze"):  # Presidio calls what is wrong a fault of its own
                statuses[made.status_code] = statuses.get(made.status_code, 0) + 1
            if made.status_code >= 400:
                assert "Quenneville" not in made.text and SECRET not in made.text
        metrics = client.get("/metrics").text
    lines = "".join(
        record.getMessage() for record in caplog.records if record.name.startswith("understudy")
    )
    out = capfd.readouterr()
    for place in (metrics, lines, out.out, out.err):
        assert "Quenneville" not in place and SECRET not in place
    assert lines and not any(status >= 500 for status in statuses), statuses
    assert sum(count for status, count in statuses.items() if status >= 400) > 100
