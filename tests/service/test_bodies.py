"""Bodies that are JSON and cannot be answered are refused at the door, at every route, and what
they say is in no error."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

pytest.importorskip("fastapi", reason="needs the extra [service]")
import httpx
from fastapi.testclient import TestClient
from scripted import CHAT, Script, spoken

from understudy.service.app import create_app
from understudy.service.gateway.app import create_gateway
from understudy.service.gateway.settings import GatewaySettings
from understudy.service.settings import Settings

HALF = "\\ud800 Ann Lee"
"""Half a surrogate pair, as JSON lets one write it."""
JSON = {"Content-Type": "application/json"}
MARK = {"start": 0, "end": 3, "category": "PERSON"}
RESULT = {"start": 0, "end": 1, "score": 1, "entity_type": "PERSON"}


@pytest.fixture(scope="module")
def client() -> Iterator[TestClient]:
    settings = Settings(policies=("typed",), presidio_root=True)
    app = create_app(settings)
    with TestClient(app, raise_server_exceptions=False, headers=JSON) as found:
        yield found


@pytest.fixture(scope="module")
def script() -> Script:
    return Script()


@pytest.fixture(scope="module")
def gateway(script: Script) -> Iterator[TestClient]:
    app = create_gateway(
        GatewaySettings("http://upstream.test/v1"), httpx.ASGITransport(script.app)
    )
    with TestClient(app, raise_server_exceptions=False, headers=JSON) as found:
        yield found


def halved(body: Any) -> bytes:
    return json.dumps(body).replace("HALF", HALF).encode()


def refused(answer: httpx.Response) -> None:
    assert answer.status_code in (400, 422), answer.text
    assert "error" in answer.json()
    assert "Ann" not in answer.text and "ud800" not in answer.text


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/v1/deidentify", {"text": "HALF"}),
        ("/v1/deidentify", {"text": ["Ann", "HALF"]}),
        ("/v1/deidentify", {"messages": [{"role": "user", "content": "HALF"}]}),
        ("/v1/identify", {"text": "HALF"}),
        ("/v1/replace", {"text": "HALF", "entities": [MARK]}),
        ("/v1/restore", {"text": "HALF", "token": "x"}),
        ("/presidio/analyze", {"text": "HALF", "language": "en"}),
        ("/presidio/anonymize", {"text": "HALF", "analyzer_results": [RESULT]}),
        (
            "/presidio/anonymize",
            {"text": "Ann", "analyzer_results": [RESULT | {"entity_type": "HALF"}]},
        ),
        ("/presidio/deanonymize", {"text": "HALF", "anonymizer_results": []}),
        ("/analyze", {"text": "HALF", "language": "en"}),
    ],
)
def test_half_a_surrogate_pair_is_refused(client: TestClient, path: str, body: Any) -> None:
    refused(client.post(path, content=halved(body)))


def test_a_whole_pair_is_a_character(client: TestClient) -> None:
    body = b'{"text": "\\ud83d\\ude00 I am Ann Lee."}'
    assert client.post("/v1/deidentify", content=body).json()["text"] == "😀 I am <PERSON>."


@pytest.mark.parametrize("data", [b'{"text": "\xed\xa0\x80"}', '{"text": "x"}'.encode("utf-16")])
def test_other_bytes_than_utf_8_are_refused(client: TestClient, data: bytes) -> None:
    refused(client.post("/v1/deidentify", content=data))


def test_lines_of_a_stream_are_refused_one_by_one(client: TestClient) -> None:
    lines = [
        b'{"text": "I am Ann Lee."}',
        halved({"text": "HALF"}),
        halved({"text": "Bo", "id": "HALF"}),
        b'{"text": "x", "id": ' + b"[" * 50_000 + b"]" * 50_000 + b"}",
        b'{"text": "\xff"}',
        b'{"text": "I am Ann Lee.", "id": 6}',
    ]
    answer = client.post("/v1/deidentify/stream", content=b"\n".join(lines))
    rows = [json.loads(line) for line in answer.text.splitlines()]
    assert [row.get("line") for row in rows] == [None, 2, 3, 4, 5, None]
    assert [row["text"] for row in rows if "error" not in row] == ["I am <PERSON>."] * 2
    assert "Ann" not in answer.text


@pytest.mark.parametrize("path", ["/v1/deidentify", "/presidio/analyze", "/presidio/anonymize"])
@pytest.mark.parametrize("depth", [200, 900, 50_000])
def test_values_that_lie_too_deep_are_refused(client: TestClient, path: str, depth: int) -> None:
    nested = b"[" * depth + b'"Ann"' + b"]" * depth
    refused(client.post(path, content=b'{"text": ' + nested + b', "language": "en"}'))
    message = b'{"messages": [{"role": "user", "content": ' + nested + b"}]}"
    refused(client.post(path, content=message))


@pytest.mark.parametrize("number", ["1e999", "NaN", "-Infinity", "1" * 400 + ".0"])
def test_numbers_that_json_cannot_write_are_refused(client: TestClient, number: str) -> None:
    part = f'{{"type": "tool_use", "input": {{"of": {number}}}}}'
    body = f'{{"messages": [{{"role": "user", "content": [{part}]}}]}}'
    refused(client.post("/v1/deidentify", content=body.encode()))


def test_a_score_of_many_digits_is_refused(client: TestClient) -> None:
    body = {"text": "Ann", "analyzer_results": [RESULT | {"score": int("9" * 400)}]}
    answer = client.post("/presidio/anonymize", json=body)
    assert answer.status_code == 422 and "score" in answer.json()["error"]


@pytest.mark.parametrize(
    "body",
    [
        {"messages": [{"role": "user", "content": "HALF"}]},
        {
            "messages": [
                {
                    "role": "assistant",
                    "tool_calls": [
                        {
                            "id": "c",
                            "type": "function",
                            "function": {"name": "f", "arguments": f'{{"who": "{HALF}"}}'},
                        }
                    ],
                }
            ]
        },
    ],
)
def test_the_upstream_never_gets_what_is_no_text(
    gateway: TestClient, script: Script, body: dict[str, Any]
) -> None:
    script.asked.clear()
    refused(gateway.post(CHAT, content=halved({"model": "m", **body})))
    assert not script.asked


def test_half_a_pair_of_the_upstream_reaches_the_client_as_json(
    gateway: TestClient, script: Script
) -> None:
    script.answer = lambda _: spoken("half \ud800")
    answer = gateway.post(CHAT, json={"model": "m", "messages": [{"role": "user", "content": "x"}]})
    assert json.loads(answer.content.decode("utf-8"))["choices"][0]["message"]["content"] == (
        "half \ud800"
    )
