"""An upstream server that answers as it is told, and requests to a gateway before it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import httpx
from fastapi import FastAPI, Request
from fastapi.responses import Response, StreamingResponse
from fastapi.testclient import TestClient
from starlette.types import Receive, Scope, Send

from understudy.service.gateway.app import create_gateway
from understudy.service.gateway.settings import GatewaySettings

CANARY = "Zbigniew Quenneville"
SECRET = "sk-upstream-7781"
CHAT = "/v1/chat/completions"


class Script:
    """An upstream server that answers as it is told, and keeps what it was asked."""

    def __init__(self) -> None:
        self.asked: list[dict[str, Any]] = []
        self.headers: list[dict[str, str]] = []
        self.answer: Callable[[dict[str, Any]], Any] = lambda body: {}
        self.status = 200
        self.app = FastAPI()
        self.app.add_api_route("/{path:path}", self.serve, methods=["GET", "POST"])

    async def serve(self, request: Request) -> Response:
        data = await request.body()
        body = json.loads(data) if data else {}
        self.asked.append(body)
        self.headers.append(dict(request.headers))
        made = self.answer(body)
        if isinstance(made, list):
            lines = "".join(
                f"event: {one['type']}\ndata: {json.dumps(one)}\n\n"
                if isinstance(one, dict) and "type" in one
                else f"data: {one if isinstance(one, str) else json.dumps(one)}\n\n"
                for one in made
            )
            return StreamingResponse(iter([lines]), media_type="text/event-stream")
        return Response(json.dumps(made), self.status, media_type="application/json")

    @property
    def text(self) -> str:
        return json.dumps(self.asked, ensure_ascii=False)


def said(body: dict[str, Any]) -> str:
    """The last message that the model was shown."""
    content = body["messages"][-1]["content"]
    return content if isinstance(content, str) else content[0]["text"]


def spoken(text: str, **more: Any) -> dict[str, Any]:
    message = {"role": "assistant", "content": text, **more}
    return {"id": "x", "choices": [{"index": 0, "message": message, "finish_reason": "stop"}]}


def shown_name(text: str) -> tuple[str, str]:
    """Given name and surname of the stand-in in "I am … ."."""
    found = re.search(r"I am (\S+) (\S+?)[.,]", text)
    assert found is not None
    return found[1], found[2]


def ask(client: TestClient, messages: list[Any], path: str = CHAT, **more: Any) -> Any:
    headers = {"Authorization": f"Bearer {SECRET}", **more.pop("headers", {})}
    body = {"model": "m", "messages": messages, **more}
    answer = client.post(path, json=body, headers=headers)
    assert answer.status_code == 200, answer.text
    return answer.json() if not more.get("stream") else answer.text


def user(text: str) -> dict[str, str]:
    return {"role": "user", "content": text}


def chunks(text: str, size: int = 3) -> list[Any]:
    pieces = [text[at : at + size] for at in range(0, len(text), size)]
    made: list[Any] = [
        {"choices": [{"index": 0, "delta": {"content": one}, "finish_reason": None}]}
        for one in pieces
    ]
    made.append({"choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]})
    return [*made, "[DONE]"]


def streamed(text: str) -> list[Any]:
    return [json.loads(line[6:]) for line in text.splitlines() if line.startswith("data: {")]


@contextmanager
def gateway(script: Script, **settings: Any) -> Iterator[TestClient]:
    """A client of a gateway before the script; the header ``X-From`` is its network address."""
    made = GatewaySettings("http://upstream.test/v1", **settings)
    app = create_gateway(made, httpx.ASGITransport(script.app))

    async def placed(scope: Scope, receive: Receive, send: Send) -> None:
        address = dict(scope.get("headers", ())).get(b"x-from", b"192.0.2.1").decode()
        await app({**scope, "client": (address, 50000)}, receive, send)

    with TestClient(placed) as client:
        yield client
