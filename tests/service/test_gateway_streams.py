"""Streams that end as they should not: nothing that was held back is lost."""

from __future__ import annotations

import json
import logging
import re
from collections.abc import AsyncIterator, Iterator
from typing import Any

import pytest

pytest.importorskip("fastapi", reason="needs the extra [service]")
import httpx
from fastapi.testclient import TestClient
from scripted import CANARY, CHAT, streamed

from understudy.service.gateway.app import create_gateway
from understudy.service.gateway.settings import GatewaySettings
from understudy.surrogates.echo import Stream

MESSAGES, RESPONSES, COMPLETIONS = "/v1/messages", "/v1/responses", "/v1/completions"
ASKED = f"I am {CANARY}, file my claim."
PLACE = {"item_id": "i", "output_index": 0, "content_index": 0}


def _block(delta: dict[str, str], at: int) -> dict[str, Any]:
    return {"type": "content_block_delta", "index": at, "delta": delta}


def text_events(route: str, text: str) -> list[dict[str, Any]]:
    """A text in pieces; nothing says that it ends."""
    pieces = re.findall("..?", text)
    if route == CHAT:
        return [{"choices": [{"index": 0, "delta": {"content": one}}]} for one in pieces]
    if route == COMPLETIONS:
        return [{"choices": [{"index": 0, "text": one}]} for one in pieces]
    if route == RESPONSES:
        kind = "response.output_text.delta"
        return [{"type": kind, "delta": one, **PLACE} for one in pieces]
    start = {"type": "content_block_start", "index": 0, "content_block": {"type": "text"}}
    return [start, *(_block({"type": "text_delta", "text": one}, 0) for one in pieces)]


def call_events(route: str, arguments: str) -> list[dict[str, Any]]:
    """The arguments of a tool in pieces."""
    pieces = re.findall("..?", arguments)
    if route == CHAT:
        calls = [[{"index": 0, "function": {"arguments": one}}] for one in pieces]
        return [{"choices": [{"index": 0, "delta": {"tool_calls": one}}]} for one in calls]
    if route == RESPONSES:
        kind = "response.function_call_arguments.delta"
        return [{"type": kind, "delta": one, "item_id": "f"} for one in pieces]
    tool = {"type": "tool_use", "id": "t", "name": "f", "input": {}}
    start = {"type": "content_block_start", "index": 1, "content_block": tool}
    parts = ({"type": "input_json_delta", "partial_json": one} for one in pieces)
    return [start, *(_block(one, 1) for one in parts)]


def said(route: str, found: list[dict[str, Any]]) -> tuple[str, str]:
    """All text, and all arguments, that a client puts together."""
    text, arguments = "", ""
    for one in found:
        if route in (CHAT, COMPLETIONS):
            for choice in one.get("choices", ()):
                delta = choice.get("delta", {})
                text += choice.get("text") or delta.get("content") or ""
                for call in (*delta.get("tool_calls", ()), delta.get("function_call", {})):
                    arguments += call.get("function", call).get("arguments", "")
        elif route == RESPONSES:
            if one["type"] == "response.output_text.delta":
                text += one["delta"]
            elif one["type"] == "response.function_call_arguments.delta":
                arguments += one["delta"]
        else:
            delta = one.get("delta", {})
            text += delta.get("text", "")
            arguments += delta.get("partial_json", "")
    return text, arguments


class Cut(httpx.AsyncByteStream):
    """A stream that stops, or breaks, after the events that it was given."""

    def __init__(self, data: bytes, breaks: type[httpx.TransportError] | None) -> None:
        self._data, self._breaks = data, breaks

    async def __aiter__(self) -> AsyncIterator[bytes]:
        yield self._data
        if self._breaks:
            raise self._breaks("gone")


class Upstream:
    """Answers with streams of events that a test writes."""

    def __init__(self) -> None:
        self.events: Any = None
        self.breaks: type[httpx.TransportError] | None = None

    async def __call__(self, request: httpx.Request) -> httpx.Response:
        name = re.search(r"I am (\S+) (\S+?),", request.content.decode())
        assert name is not None and CANARY not in request.content.decode()
        data = "".join(
            one if isinstance(one, str) else f"data: {json.dumps(one)}\n\n"
            for one in self.events(*name.groups())
        )
        headers = {"content-type": "text/event-stream"}
        return httpx.Response(200, headers=headers, stream=Cut(data.encode(), self.breaks))


@pytest.fixture(scope="module")
def upstream() -> Upstream:
    return Upstream()


@pytest.fixture(scope="module")
def client(upstream: Upstream) -> Iterator[TestClient]:
    settings = GatewaySettings("http://upstream.test")
    with TestClient(create_gateway(settings, httpx.MockTransport(upstream))) as found:
        yield found


def asked(client: TestClient, route: str) -> str:
    bodies = {RESPONSES: {"input": ASKED}, COMPLETIONS: {"prompt": ASKED}}
    body = bodies.get(route, {"messages": [{"role": "user", "content": ASKED}]})
    made = client.post(route, json={"model": "m", "stream": True, **body})
    assert made.status_code == 200
    return made.text


@pytest.mark.parametrize(
    ("breaks", "why"),
    [(None, ""), (httpx.ReadError, "broke off"), (httpx.ReadTimeout, "did not answer in time")],
)
@pytest.mark.parametrize("route", [CHAT, COMPLETIONS, RESPONSES, MESSAGES])
def test_text_that_was_held_back_is_sent_when_the_stream_ends(
    client: TestClient,
    upstream: Upstream,
    route: str,
    breaks: type[httpx.TransportError] | None,
    why: str,
) -> None:
    upstream.breaks = breaks
    upstream.events = lambda given, surname: text_events(route, f"It is {given} {surname}")
    text = asked(client, route)
    assert said(route, streamed(text))[0] == f"It is {CANARY}"
    assert "cannot be reached" not in text and why in text
    if breaks:
        last = streamed(text)[-1]
        assert last.get("type", "error") == "error" and "Quenneville" not in json.dumps(last)


@pytest.mark.parametrize("route", [CHAT, RESPONSES, MESSAGES])
def test_arguments_that_were_held_back_are_sent_when_the_stream_ends(
    client: TestClient, upstream: Upstream, route: str
) -> None:
    upstream.breaks = None
    upstream.events = lambda given, surname: call_events(route, json.dumps({"who": surname}))
    assert json.loads(said(route, streamed(asked(client, route)))[1]) == {"who": "Quenneville"}


def test_arguments_of_the_older_kind_of_calls_are_read_back(
    client: TestClient, upstream: Upstream
) -> None:
    def events(given: str, surname: str) -> list[Any]:
        pieces = [{"name": "f", "arguments": ""}]
        pieces += [{"arguments": one} for one in re.findall("..?", json.dumps({"who": surname}))]
        end = {"choices": [{"index": 0, "delta": {}, "finish_reason": "function_call"}]}
        made = [{"choices": [{"index": 0, "delta": {"function_call": one}}]} for one in pieces]
        return [*made, end, "data: [DONE]\n\n"]

    upstream.breaks, upstream.events = None, events
    assert json.loads(said(CHAT, streamed(asked(client, CHAT)))[1]) == {"who": "Quenneville"}


def test_what_a_block_begins_with_and_what_it_cites_is_read_back(
    client: TestClient, upstream: Upstream
) -> None:
    def events(given: str, surname: str) -> list[Any]:
        block = {"type": "text", "text": f"Dear {given}"}
        cited = {"type": "char_location", "cited_text": f"I am {given} {surname}."}
        return [
            {"type": "content_block_start", "index": 0, "content_block": block},
            _block({"type": "text_delta", "text": f" {surname}"}, 0),
            {**_block({}, 0), "delta": {"type": "citations_delta", "citation": cited}},
            {"type": "content_block_stop", "index": 0},
            {"type": "message_stop"},
        ]

    upstream.breaks, upstream.events = None, events
    text = asked(client, MESSAGES)
    found = streamed(text)
    first = found[0]["content_block"]["text"]
    assert first + said(MESSAGES, found)[0] == f"Dear {CANARY}"
    assert f"I am {CANARY}." in text


def test_odd_events_pass_and_signs_of_life_do_too(client: TestClient, upstream: Upstream) -> None:
    def events(given: str, surname: str) -> list[Any]:
        odd: list[Any] = [
            *({"choices": [one]} for one in (None, 7, {"index": 0, "delta": {"tool_calls": [7]}})),
            {"choices": [{"index": 0, "delta": {"tool_calls": 7, "function_call": "f"}}]},
            {"choices": [{"index": [], "delta": {"content": given}}]},
            {"choices": {}},
        ]
        return [": waiting\n\n", "data: no JSON\n\n", *odd, *text_events(CHAT, surname)]

    upstream.breaks, upstream.events = None, events
    text = asked(client, CHAT)
    assert text.startswith(":\n\n") and "no JSON" in text
    assert said(CHAT, streamed(text)[6:])[0] == "Quenneville"


@pytest.mark.parametrize("sign", ["\u2028", "\u2029", "\u0085"])
def test_a_line_of_a_stream_ends_where_such_streams_say(
    client: TestClient, upstream: Upstream, sign: str
) -> None:
    def events(given: str, surname: str) -> list[Any]:
        delta = {"content": f"Dear {given}{sign}{surname}!"}
        data = json.dumps({"choices": [{"index": 0, "delta": delta}]}, ensure_ascii=False)
        return [f"\ufeffdata: {data}\r\n\r\n", f"data: {data}\r\r", "data: [DONE]"]

    upstream.breaks, upstream.events = None, events
    text = asked(client, CHAT)
    found = [json.loads(one[6:]) for one in text.split("\n") if one.startswith("data: {")]
    assert said(CHAT, found)[0] == f"Dear {CANARY.replace(' ', sign)}!" * 2
    assert text.endswith("data: [DONE]\n\n")


def test_the_stop_word_that_ended_an_answer_is_read_back(
    client: TestClient, upstream: Upstream
) -> None:
    def events(given: str, surname: str) -> list[Any]:
        delta = {"stop_reason": "stop_sequence", "stop_sequence": f"{given} {surname}"}
        return [
            {"type": "message_delta", "delta": delta, "usage": {"output_tokens": 3}},
            {"type": "message_stop"},
        ]

    upstream.breaks, upstream.events = None, events
    delta = streamed(asked(client, MESSAGES))[0]["delta"]
    assert delta == {"stop_reason": "stop_sequence", "stop_sequence": CANARY}


# ── what goes wrong within ──────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("route", [CHAT, COMPLETIONS, RESPONSES, MESSAGES])
def test_a_fault_of_our_own_ends_a_stream_with_an_error_and_is_logged_without_text(
    route: str,
    client: TestClient,
    upstream: Upstream,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    def failing(_: Stream, text: str) -> str:
        raise ValueError(CANARY)

    monkeypatch.setattr(Stream, "feed", failing)
    upstream.breaks = None
    upstream.events = lambda given, surname: text_events(route, surname)
    with caplog.at_level(logging.DEBUG):
        found = streamed(asked(client, route))
    assert "an internal fault" in json.dumps(found[-1])
    assert "Quenneville" not in json.dumps(found) + caplog.text
    assert '"kind": "ValueError"' in caplog.text
