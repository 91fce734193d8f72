"""The clients that people have, against the gateway and a scripted upstream server."""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

pytest.importorskip("fastapi", reason="needs the extra [service]")
import httpx
from processes import listening

pytestmark = pytest.mark.slow

CANARY = "Zbigniew Quenneville"
WANTED = "Dear Ms. Quenneville, Quenneville's file is with Zbigniew Quenneville."


class _Model(BaseHTTPRequestHandler):
    """Answers with the stand-in that it was shown."""

    seen: list[str] = []  # noqa: RUF012 - one for the whole server

    def log_message(self, format: str, *args: Any) -> None:
        """Says nothing."""

    def do_GET(self) -> None:
        self._sent({"object": "list", "data": [{"id": "m", "object": "model"}]})

    def do_POST(self) -> None:
        text = self.rfile.read(int(self.headers["Content-Length"])).decode()
        self.seen.append(text)
        found = re.search(r"I am (\S+) (\S+?)\.", text)
        assert found is not None
        given, surname = found.groups()
        said = f"Dear Ms. {surname}, {surname}'s file is with {given} {surname}."
        body = json.loads(text)
        if self.path.endswith("/messages"):
            self._anthropic(said, body)
        else:
            self._openai(said, body)

    def _openai(self, said: str, body: dict[str, Any]) -> None:
        head = {"id": "c", "created": 1, "model": "m"}
        if not body.get("stream"):
            message = {"role": "assistant", "content": said}
            choice = {"index": 0, "message": message, "finish_reason": "stop"}
            self._sent({**head, "object": "chat.completion", "choices": [choice]})
            return
        deltas: list[tuple[dict[str, str], str | None]] = [
            ({"content": one}, None) for one in re.findall("..?", said)
        ]
        chunks = [
            {
                **head,
                "object": "chat.completion.chunk",
                "choices": [{"index": 0, "delta": delta, "finish_reason": end}],
            }
            for delta, end in [*deltas, ({}, "stop")]
        ]
        self._streamed([f"data: {json.dumps(one)}" for one in chunks] + ["data: [DONE]"])

    def _anthropic(self, said: str, body: dict[str, Any]) -> None:
        message = {"id": "m", "type": "message", "role": "assistant", "model": "m"}
        usage = {"usage": {"input_tokens": 1, "output_tokens": 1}}
        ends = {"stop_reason": "end_turn", "stop_sequence": None}
        if not body.get("stream"):
            content = [{"type": "text", "text": said}]
            self._sent({**message, "content": content, **ends, **usage})
            return
        events: list[dict[str, Any]] = [
            {"type": "message_start", "message": {**message, "content": [], **usage}},
            {
                "type": "content_block_start",
                "index": 0,
                "content_block": {"type": "text", "text": ""},
            },
            *(
                {
                    "type": "content_block_delta",
                    "index": 0,
                    "delta": {"type": "text_delta", "text": one},
                }
                for one in re.findall("..?", said)
            ),
            {"type": "content_block_stop", "index": 0},
            {"type": "message_delta", "delta": ends, "usage": {"output_tokens": 1}},
            {"type": "message_stop"},
        ]
        self._streamed([f"event: {one['type']}\ndata: {json.dumps(one)}" for one in events])

    def _sent(self, body: Any) -> None:
        data = json.dumps(body).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def _streamed(self, events: list[str]) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.end_headers()
        for event in events:
            self.wfile.write(f"{event}\n\n".encode())
            self.wfile.flush()


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    model = ThreadingHTTPServer(("127.0.0.1", 0), _Model)
    threading.Thread(target=model.serve_forever, daemon=True).start()
    upstream = f"http://127.0.0.1:{model.server_port}"
    log = tmp_path_factory.mktemp("gateway") / "log"
    try:
        with listening(log, "gateway", "--upstream", upstream) as found:
            yield found
    finally:
        model.shutdown()
        model.server_close()
    assert _Model.seen and not any("Quenneville" in one for one in _Model.seen)
    assert "Quenneville" not in log.read_text()


MESSAGES: list[Any] = [{"role": "user", "content": f"I am {CANARY}. Where is my file?"}]


def test_openai(address: str) -> None:
    openai = pytest.importorskip("openai")
    with openai.OpenAI(base_url=f"{address}/v1", api_key="x") as client:
        made = client.chat.completions.create(model="m", messages=MESSAGES)
        assert made.choices[0].message.content == WANTED
        pieces = client.chat.completions.create(model="m", messages=MESSAGES, stream=True)
        assert "".join(one.choices[0].delta.content or "" for one in pieces) == WANTED
        assert [one.id for one in client.models.list()] == ["m"]


def test_anthropic(address: str) -> None:
    anthropic = pytest.importorskip("anthropic")
    with anthropic.Anthropic(base_url=address, api_key="x") as client:
        made = client.messages.create(model="m", max_tokens=9, messages=MESSAGES)
        assert made.content[0].text == WANTED
        with client.messages.stream(model="m", max_tokens=9, messages=MESSAGES) as pieces:
            assert "".join(pieces.text_stream) == WANTED


def test_refusals_are_errors_of_these_clients(address: str) -> None:
    """The last part of a message is an image, which the gateway refuses."""
    openai, anthropic = pytest.importorskip("openai"), pytest.importorskip("anthropic")
    picture = [{"role": "user", "content": [{"type": "image_url", "image_url": {"url": CANARY}}]}]
    with openai.OpenAI(base_url=f"{address}/v1", api_key="x") as client:
        with pytest.raises(openai.BadRequestError, match="not forwarded") as refused:
            client.chat.completions.create(model="m", messages=picture)
        assert (refused.value.type, refused.value.code) == ("invalid_request_error",) * 2
        assert CANARY not in str(refused.value)
    with anthropic.Anthropic(base_url=address, api_key="x") as client:
        with pytest.raises(anthropic.BadRequestError, match="not forwarded") as refused:
            client.messages.create(model="m", max_tokens=9, messages=picture)
        assert refused.value.body["type"] == "error"
        assert refused.value.body["error"]["type"] == "invalid_request_error"
        assert CANARY not in str(refused.value)


def test_plain_http(address: str) -> None:
    body = {"model": "m", "messages": MESSAGES}
    made = httpx.post(f"{address}/v1/chat/completions", json=body, timeout=60).json()
    assert made["choices"][0]["message"]["content"] == WANTED


def test_a_client_that_goes_away_leaves_the_gateway_whole(address: str) -> None:
    body = {"model": "m", "messages": MESSAGES, "stream": True}
    for _ in range(5):
        with httpx.stream("POST", f"{address}/v1/chat/completions", json=body, timeout=60) as made:
            next(made.iter_lines())
    assert httpx.get(f"{address}/health").status_code == 200
