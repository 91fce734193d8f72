"""The gateway before a scripted upstream server: what leaves, and what comes back."""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("fastapi", reason="needs the extra [service]")
import httpx
from fastapi.testclient import TestClient
from scripted import (
    CANARY,
    CHAT,
    SECRET,
    Script,
    ask,
    chunks,
    gateway,
    said,
    shown_name,
    spoken,
    streamed,
    user,
)

from understudy.core.errors import UsageError
from understudy.service.access import new_key
from understudy.service.gateway.app import create_gateway
from understudy.service.gateway.sessions import FileStore, MemoryStore, State
from understudy.service.gateway.settings import GatewaySettings, check_upstream
from understudy.service.gateway.slots import restored_tree
from understudy.surrogates.echo import Pair


@pytest.fixture(scope="module")
def script() -> Script:
    return Script()


@pytest.fixture(scope="module")
def served(script: Script) -> Iterator[TestClient]:
    settings = GatewaySettings(
        "http://upstream.test/v1",
        routes=(("/v1/completions", "typed"),),
        max_bytes=50_000,
    )
    app = create_gateway(settings, httpx.ASGITransport(script.app))
    with TestClient(app) as found:
        yield found


@pytest.fixture
def client(served: TestClient, script: Script) -> TestClient:
    script.asked.clear()
    script.headers.clear()
    script.status = 200
    return served


def test_the_model_reads_stand_ins_and_the_client_the_originals(
    client: TestClient, script: Script
) -> None:
    def answer(body: dict[str, Any]) -> dict[str, Any]:
        given, surname = shown_name(said(body))
        return spoken(f"Hello {given}, or Ms. {surname}; {surname}'s file, {given.upper()}.")

    script.answer = answer
    made = ask(client, [user(f"I am {CANARY}, of no address.")])
    assert CANARY not in script.text and "Quenneville" not in script.text
    content = made["choices"][0]["message"]["content"]
    assert content == "Hello Zbigniew, or Ms. Quenneville; Quenneville's file, ZBIGNIEW."
    assert script.headers[0]["authorization"] == f"Bearer {SECRET}"


def test_a_conversation_keeps_its_stand_ins_and_another_has_its_own(
    client: TestClient, script: Script
) -> None:
    script.answer = lambda body: spoken(f"Noted, {shown_name(body['messages'][0]['content'])[1]}.")
    first = [user(f"I am {CANARY}.")]
    names = []
    for turn in range(3):
        answer = ask(client, first)["choices"][0]["message"]
        assert answer["content"] == "Noted, Quenneville."
        names.append(shown_name(script.asked[-1]["messages"][0]["content"]))
        first = [*first, answer, user(f"Go on, {turn}.")]
    assert len(set(names)) == 1
    others = set()
    for _ in range(6):
        ask(client, [user(f"I am {CANARY}.")])
        others.add(shown_name(script.asked[-1]["messages"][0]["content"]))
    assert len(others) > 1


def test_a_header_names_a_session_whose_requests_need_not_repeat_it(
    client: TestClient, script: Script
) -> None:
    script.answer = lambda body: spoken("Yes.")
    own = {"headers": {"X-Understudy-Session": "one"}}
    ask(client, [user(f"I am {CANARY}.")], **own)
    _, surname = shown_name(said(script.asked[-1]))
    ask(client, [user("And Quenneville again.")], **own)
    assert said(script.asked[-1]) == f"And {surname} again."
    other = {"headers": {"X-Understudy-Session": "one", "Authorization": "Bearer other"}}
    ask(client, [user("And Quenneville again, he is a man.")], **other)
    assert surname not in said(script.asked[-1])


def test_a_stream_comes_back_as_one(client: TestClient, script: Script) -> None:
    def answer(body: dict[str, Any]) -> list[Any]:
        given, surname = shown_name(body["messages"][0]["content"])
        return chunks(f"Dear {given} {surname}: {surname}'s, {given}")

    script.answer = answer
    messages = [user(f"I am {CANARY}.")]
    text = ask(client, messages, stream=True)
    content = "".join(one["choices"][0]["delta"].get("content") or "" for one in streamed(text))
    assert content == "Dear Zbigniew Quenneville: Quenneville's, Zbigniew"
    assert text.endswith("data: [DONE]\n\n")
    name = shown_name(said(script.asked[-1]))
    ask(client, [*messages, {"role": "assistant", "content": content}, user("Go on.")], stream=True)
    assert shown_name(script.asked[-1]["messages"][0]["content"]) == name


def test_tool_calls_stay_json_and_their_results_are_protected(
    client: TestClient, script: Script
) -> None:
    def answer(body: dict[str, Any]) -> dict[str, Any]:
        given, surname = shown_name(body["messages"][0]["content"])
        arguments = json.dumps({"who": f'{given} "{surname}"', "n": 3})
        call = {
            "id": "c1",
            "type": "function",
            "function": {"name": "find", "arguments": arguments},
        }
        return spoken("", tool_calls=[call])

    script.answer = answer
    tools = [
        {
            "type": "function",
            "function": {
                "name": "find",
                "description": f"Finds files of {CANARY}.",
                "parameters": {
                    "type": "object",
                    "properties": {"who": {"type": "string", "description": "A name."}},
                    "required": ["who"],
                },
            },
        }
    ]
    messages = [user(f"I am {CANARY}.")]
    made = ask(client, messages, tools=tools, user="q@mail.com")["choices"][0]["message"]
    call = made["tool_calls"][0]
    assert json.loads(call["function"]["arguments"]) == {"who": 'Zbigniew "Quenneville"', "n": 3}
    sent = script.asked[-1]
    assert sent["tools"][0]["function"]["parameters"] == tools[0]["function"]["parameters"]
    assert sent["user"] != "q@mail.com"
    result = {"role": "tool", "tool_call_id": "c1", "content": f'{{"owner": "{CANARY}"}}'}
    ask(client, [*messages, made, result])
    assert "Quenneville" not in script.text
    given, surname = shown_name(script.asked[0]["messages"][0]["content"])
    again = script.asked[-1]["messages"]
    assert json.loads(again[1]["tool_calls"][0]["function"]["arguments"])["who"] == (
        f'{given} "{surname}"'
    )
    assert json.loads(again[2]["content"]) == {"owner": f"{given} {surname}"}


@pytest.mark.parametrize("original", ["12 Mill Lane", '12 "Mill"\nLane', "C:\\Mill"])
def test_an_answer_that_is_json_stays_json(original: str) -> None:
    def read(text: str) -> str:
        return text.replace("9 Elm Row", original)

    made = restored_tree({"content": '{"at": ["9 Elm Row"]}'}, read, frozenset())
    assert json.loads(made["content"]) == {"at": [original]}
    plain = restored_tree("{9 Elm Row}", read, frozenset())
    assert plain == f"{{{original}}}"


def test_streamed_arguments_come_when_they_are_whole(client: TestClient, script: Script) -> None:
    def answer(body: dict[str, Any]) -> list[Any]:
        given, surname = shown_name(said(body))
        arguments = json.dumps({"who": f"{given} {surname}"})
        head = {
            "index": 0,
            "id": "c",
            "type": "function",
            "function": {"name": "find", "arguments": ""},
        }
        pieces = [
            {"index": 0, "function": {"arguments": arguments[at : at + 4]}}
            for at in range(0, len(arguments), 4)
        ]
        made: list[Any] = [
            {"choices": [{"index": 0, "delta": {"tool_calls": [one]}, "finish_reason": None}]}
            for one in (head, *pieces)
        ]
        end = {"choices": [{"index": 0, "delta": {}, "finish_reason": "tool_calls"}]}
        return [*made, end, "[DONE]"]

    script.answer = answer
    text = ask(client, [user(f"I am {CANARY}.")], stream=True)
    arguments = "".join(
        call["function"].get("arguments", "")
        for one in streamed(text)
        for call in one["choices"][0]["delta"].get("tool_calls", ())
    )
    assert json.loads(arguments) == {"who": CANARY}


def test_names_of_those_who_take_part_are_others(client: TestClient, script: Script) -> None:
    script.answer = lambda body: spoken(f"Hello {body['messages'][0]['name']}.")
    made = ask(client, [{**user("Hello."), "name": "Zbigniew_Q"}])
    assert script.asked[-1]["messages"][0]["name"] == "participant_1"
    assert made["choices"][0]["message"]["content"] == "Hello Zbigniew_Q."


def test_placeholders_are_numbered_so_that_they_can_be_read_back(
    client: TestClient, script: Script
) -> None:
    script.answer = lambda body: {"choices": [{"index": 0, "text": "[PERSON1] and <PERSON2>'s"}]}
    body = {"model": "m", "prompt": f"I am {CANARY}. He is Peter Bartholomew."}
    made = client.post("/v1/completions", json=body).json()
    assert script.asked[-1]["prompt"] == "I am <PERSON1>. He is <PERSON2>."
    assert made["choices"][0]["text"] == f"{CANARY} and Peter Bartholomew's"


def test_anthropic_messages(client: TestClient, script: Script) -> None:
    def answer(body: dict[str, Any]) -> dict[str, Any]:
        given, surname = shown_name(body["system"])
        content = [
            {"type": "thinking", "thinking": f"{given}?", "signature": "s"},
            {"type": "text", "text": f"Ms. {surname}"},
            {"type": "tool_use", "id": "t", "name": "find", "input": {"who": given}},
        ]
        return {"type": "message", "role": "assistant", "content": content, "stop_reason": "x"}

    script.answer = answer
    system = f"I am {CANARY}."
    messages: list[Any] = [user("Who?")]
    made = ask(client, messages, "/v1/messages", system=system)
    given, surname = shown_name(script.asked[-1]["system"])
    assert made["content"][0]["thinking"] == f"{given}?"
    assert made["content"][1]["text"] == "Ms. Quenneville"
    assert made["content"][2]["input"] == {"who": "Zbigniew"}
    result = {
        "type": "tool_result",
        "tool_use_id": "t",
        "content": [{"type": "text", "text": CANARY}],
    }
    messages += [
        {"role": "assistant", "content": made["content"]},
        {"role": "user", "content": [result]},
    ]
    ask(client, messages, "/v1/messages", system=system)
    sent = script.asked[-1]["messages"]
    assert sent[1]["content"][0] == made["content"][0]
    assert sent[1]["content"][2]["input"] == {"who": given}
    assert sent[2]["content"][0]["content"][0]["text"] == f"{given} {surname}"


def test_an_anthropic_stream(client: TestClient, script: Script) -> None:
    def answer(body: dict[str, Any]) -> list[Any]:
        given, surname = shown_name(said(body))
        made: list[Any] = [{"type": "message_start", "message": {"content": []}}]
        block = {"type": "text", "text": ""}
        made.append({"type": "content_block_start", "index": 0, "content_block": block})
        made += [
            {
                "type": "content_block_delta",
                "index": 0,
                "delta": {"type": "text_delta", "text": one},
            }
            for one in f"To {given} {surname}"
        ]
        made.append({"type": "content_block_stop", "index": 0})
        tool = {"type": "tool_use", "id": "t", "name": "f", "input": {}}
        made.append({"type": "content_block_start", "index": 1, "content_block": tool})
        made += [
            {
                "type": "content_block_delta",
                "index": 1,
                "delta": {"type": "input_json_delta", "partial_json": one},
            }
            for one in json.dumps({"who": given})
        ]
        return [*made, {"type": "content_block_stop", "index": 1}, {"type": "message_stop"}]

    script.answer = answer
    text = ask(client, [user(f"I am {CANARY}.")], "/v1/messages", stream=True)
    found = streamed(text)
    deltas = [one["delta"] for one in found if one["type"] == "content_block_delta"]
    assert "".join(one.get("text", "") for one in deltas) == f"To {CANARY}"
    assert json.loads("".join(one.get("partial_json", "") for one in deltas)) == {"who": "Zbigniew"}
    assert [one["type"] for one in found][-2:] == ["content_block_stop", "message_stop"]


def test_responses_and_embeddings(client: TestClient, script: Script) -> None:
    def answer(body: dict[str, Any]) -> Any:
        given, surname = shown_name(body["input"])
        part = {"type": "output_text", "text": f"{surname}, {given}"}
        item = {"type": "message", "role": "assistant", "content": [part]}
        whole = {"id": "r1", "object": "response", "output": [item]}
        if not body.get("stream"):
            return whole
        place = {"item_id": "i", "output_index": 0, "content_index": 0}
        deltas = [
            {"type": "response.output_text.delta", "delta": one, **place} for one in part["text"]
        ]
        done = {"type": "response.output_text.done", "text": part["text"], **place}
        return [*deltas, done, {"type": "response.completed", "response": whole}]

    script.answer = answer
    body = {"model": "m", "input": f"I am {CANARY}."}
    made = client.post("/v1/responses", json=body).json()
    assert made["output"][0]["content"][0]["text"] == "Quenneville, Zbigniew"
    found = streamed(client.post("/v1/responses", json={**body, "stream": True}).text)
    said = "".join(one["delta"] for one in found if one["type"].endswith(".delta"))
    assert said == found[-2]["text"] == "Quenneville, Zbigniew"
    script.answer = lambda body: {"data": [{"embedding": [0.5]}]}
    made = client.post("/v1/embeddings", json={"model": "m", "input": [CANARY, "x"]}).json()
    assert made["data"][0]["embedding"] == [0.5]
    assert "Quenneville" not in script.text
    tokens = client.post("/v1/embeddings", json={"model": "m", "input": [1, 2]})
    assert tokens.status_code == 400


def test_models_pass(client: TestClient, script: Script) -> None:
    script.answer = lambda body: {"data": [{"id": "m"}]}
    assert client.get("/v1/models").json() == {"data": [{"id": "m"}]}
    for name in ("m", "org/model-1.5:free"):
        assert client.get(f"/v1/models/{name}").status_code == 200
    script.asked.clear()
    for name in (CANARY, "..%2Ffiles", "%2e%2e"):
        assert client.get(f"/v1/models/{name}").status_code == 404
    assert not script.asked


@pytest.mark.parametrize(
    "body",
    [
        {"messages": [{"role": "user", "content": [{"type": "image_url", "image_url": CANARY}]}]},
        {"messages": [{"role": "user", "content": {"x": CANARY}}]},
        {"messages": [{"content": CANARY}]},
        {"messages": CANARY},
        {"messages": [CANARY]},
        {"messages": [{"role": "user", "content": [{"type": "thinking", "thinking": CANARY}]}]},
    ],
)
def test_what_is_no_text_is_refused(client: TestClient, script: Script, body: Any) -> None:
    answer = client.post(CHAT, json=body)
    assert answer.status_code == 400 and CANARY not in answer.text
    assert not script.asked


def test_fields_that_nobody_knows_are_text(client: TestClient, script: Script) -> None:
    script.answer = lambda body: spoken("Yes.")
    more = {"metadata": {"note": CANARY}, "new_field": {"deep": [CANARY]}, "temperature": 0.5}
    ask(client, [{**user("Hello."), "aside": CANARY}], **more)
    assert "Quenneville" not in script.text
    assert script.asked[-1]["temperature"] == 0.5


ASKED = {"role": "user", "content": f"I am {CANARY}, file my claim."}


def _called(**function: Any) -> dict[str, Any]:
    call = {"id": "a", "type": "function", "function": {"name": "f", **function}}
    return {"messages": [ASKED, {"role": "assistant", "content": None, "tool_calls": [call]}]}


def _parameters(**more: Any) -> dict[str, Any]:
    person = {"type": "object", "properties": {"who": {"type": "object", **more}}}
    return {"tools": [{"type": "function", "function": {"name": "f", "parameters": person}}]}


@pytest.mark.parametrize(
    ("path", "body"),
    [
        (CHAT, {"messages": [ASKED], "metadata": {CANARY: "x"}}),
        (CHAT, _called(arguments=json.dumps({"Quenneville": {"age": 3}}))),
        (CHAT, _called(arguments="{}", **{CANARY: 1})),
        (CHAT, {"messages": [ASKED, {"role": "assistant", "function_call": f"{CANARY} is ill"}]}),
        (CHAT, {"messages": [ASKED], "prediction": {"content": "hi", "note": CANARY}}),
        (CHAT, {"messages": [ASKED], **_parameters(default={"name": "Quenneville"})}),
        (CHAT, {"messages": [ASKED], **_parameters(examples=[{"name": "Quenneville"}])}),
        (
            "/v1/messages",
            {"messages": [ASKED], "output_config": {"format": {"enum": ["Quenneville"]}}},
        ),
        (
            "/v1/responses",
            {"input": [ASKED, {"type": "function_call_output", "output": "x", "note": CANARY}]},
        ),
    ],
)
def test_values_in_odd_places_are_text(
    client: TestClient, script: Script, path: str, body: dict[str, Any]
) -> None:
    script.answer = lambda _: {}
    client.post(path, json={"model": "m", **body})
    assert script.asked and "Quenneville" not in script.text


@pytest.mark.parametrize(
    ("path", "body"),
    [
        (CHAT, _called(arguments=json.dumps({"quenneville": 1}))),
        (CHAT, {"messages": [ASKED], "tools": [{"type": "function", "name": "find_quenneville"}]}),
        (CHAT, {"messages": [ASKED], "tool_choice": {"name": "findQuenneville"}}),
        (CHAT, {"messages": [ASKED], **_parameters(properties={"Quenneville": {}})}),
        (CHAT, {"messages": [ASKED, {"role": "tool", "tool_call_id": "Quenneville"}]}),
        ("/v1/messages", {"messages": [ASKED], "container": "Quenneville"}),
        (
            "/v1/responses",
            {"input": "My card is 4111 1111 1111 1111.", "conversation": "c-4111111111111111"},
        ),
    ],
)
def test_names_of_the_interface_that_hold_a_private_value_are_refused(
    client: TestClient, script: Script, path: str, body: dict[str, Any]
) -> None:
    answer = client.post(path, json={"model": "m", **body})
    assert answer.status_code == 400 and "another" in answer.json()["error"]["message"]
    assert not script.asked and "uenneville" not in answer.text


@pytest.mark.parametrize("policy", ["typed", "redact"])
def test_such_names_are_refused_whatever_takes_the_place_of_values(policy: str) -> None:
    script = Script()
    tool = {"type": "function", "function": {"name": "findQuenneville"}}
    with gateway(script, policy=policy) as client:
        answer = client.post(CHAT, json={"messages": [ASKED], "tools": [tool]})
        assert answer.status_code == 400 and "another" in answer.json()["error"]["message"]
    assert not script.asked


def test_other_names_of_the_interface_and_large_numbers_of_settings_stay(
    client: TestClient, script: Script
) -> None:
    script.answer = lambda body: spoken("Yes.")
    settings = {
        **{"max_tokens": 32000, "max_completion_tokens": 128000, "seed": 12345678901234},
        **{"logit_bias": {"50256": -100}, "tool_choice": {"name": "find_9xLeeQ2"}},
    }
    body = {"model": "lee-3", "messages": [user("I am Ann Lee.")], **settings}
    assert client.post(CHAT, json=body).status_code == 200
    assert {key: script.asked[-1][key] for key in settings} == settings
    assert script.asked[-1]["model"] == "lee-3" and "Ann Lee" not in script.text


def test_a_summary_that_was_read_back_leaves_with_stand_ins(
    client: TestClient, script: Script
) -> None:
    def thinking(body: dict[str, Any]) -> dict[str, Any]:
        name = re.search(r"I am (.+?), file", json.dumps(body, ensure_ascii=False))
        assert name
        summary = [{"type": "summary_text", "text": f"{name[1]} wants a claim."}]
        item = {"type": "reasoning", "id": "rs_1", "encrypted_content": "gAAA", "summary": summary}
        return {"id": "r", "output": [item]}

    script.answer = thinking
    first = client.post("/v1/responses", json={"model": "m", "input": [ASKED]}).json()
    assert CANARY in json.dumps(first, ensure_ascii=False)
    again = client.post("/v1/responses", json={"model": "m", "input": [ASKED, *first["output"]]})
    assert again.status_code == 200
    assert "Quenneville" not in script.text


def test_a_query_passes_what_the_interface_knows_alone(client: TestClient, script: Script) -> None:
    asked = {"model": "m", "messages": [ASKED]}
    assert client.post(f"{CHAT}?user=Zbigniew.Quenneville", json=asked).status_code == 400
    assert script.asked == []


def test_errors_of_the_upstream_server_pass(client: TestClient, script: Script) -> None:
    script.status = 429
    script.answer = lambda body: {"error": {"message": "slow down"}}
    answer = client.post(CHAT, json={"messages": [user(f"I am {CANARY}.")]})
    assert (answer.status_code, answer.json()) == (429, {"error": {"message": "slow down"}})


def test_logs_and_metrics_hold_no_text(
    client: TestClient, script: Script, caplog: pytest.LogCaptureFixture
) -> None:
    script.answer = lambda body: spoken("Hello.")
    with caplog.at_level(logging.INFO):
        ask(client, [user(f"I am {CANARY}.")])
        client.post(CHAT, content=CANARY)
    shown = client.get("/metrics").text + caplog.text
    assert '"replaced": 1' in caplog.text and "understudy_gateway_mentions" in shown
    assert "Quenneville" not in shown and SECRET not in shown


def test_keys_of_the_gateway_are_its_own(script: Script) -> None:
    key, hashed = new_key()
    settings = GatewaySettings("http://upstream.test", policy="typed", keys=(("ann", hashed),))
    app = create_gateway(settings, httpx.ASGITransport(script.app))
    script.answer = lambda body: spoken("Yes.")
    with TestClient(app) as client:
        body = {"messages": [user("Hello.")]}
        wrong = {"Authorization": f"Bearer {key}"}
        assert client.post(CHAT, json=body, headers=wrong).status_code == 401
        right = {"X-Understudy-Key": key, "Authorization": f"Bearer {SECRET}"}
        assert client.post(CHAT, json=body, headers=right).status_code == 200
    assert key not in str(script.headers[-1])


def test_content_that_is_no_text_may_be_left_out(script: Script) -> None:
    settings = GatewaySettings("http://upstream.test", policy="typed", other_content="drop")
    app = create_gateway(settings, httpx.ASGITransport(script.app))
    script.answer = lambda body: spoken("Yes.")
    parts = [{"type": "text", "text": "Hello."}, {"type": "image_url", "image_url": CANARY}]
    with TestClient(app) as client:
        ask(client, [{"role": "user", "content": parts}])
    assert script.asked[-1]["messages"][0]["content"] == parts[:1]


def test_an_upstream_server_that_is_away_is_told() -> None:
    settings = GatewaySettings("http://127.0.0.1:9", policy="typed")
    with TestClient(create_gateway(settings)) as client:
        answer = client.post(CHAT, json={"messages": [user("I am Ann Lee.")]})
        assert (answer.status_code, answer.json()["error"]["code"]) == (502, "upstream")


def test_a_dry_run_changes_nothing_and_counts(
    script: Script, caplog: pytest.LogCaptureFixture
) -> None:
    settings = GatewaySettings("http://upstream.test", policy="typed", dry_run=True)
    app = create_gateway(settings, httpx.ASGITransport(script.app))
    script.answer = lambda body: spoken(f"Hello {CANARY}.")
    with TestClient(app) as client, caplog.at_level(logging.INFO):
        made = ask(client, [user(f"I am {CANARY}.")])
    assert script.asked[-1]["messages"][0]["content"] == f"I am {CANARY}."
    assert made["choices"][0]["message"]["content"] == f"Hello {CANARY}."
    logged = caplog.text
    assert '"dry_run": true' in logged and "Quenneville" not in logged
    assert '"would_replace": 1' in logged and '"replaced"' not in logged


@pytest.mark.parametrize(
    ("path", "top"), [("/v1/messages", {"type": "error"}), ("/v1/chat/completions", {})]
)
def test_errors_have_the_shape_of_the_interface(
    script: Script, path: str, top: dict[str, str]
) -> None:
    script.answer = lambda body: spoken("Fine.")
    with gateway(script, max_bytes=500) as client:
        for body, status, kind in (
            ({"messages": CANARY}, 400, "invalid_request_error"),
            ({"messages": [user("x" * 600)]}, 413, "request_too_large"),
        ):
            answer = client.post(path, json=body)
            told = answer.json()
            error = told.pop("error")
            assert (answer.status_code, error["type"], told) == (status, kind, top)
            assert error["message"] and error["code"] and CANARY not in answer.text


@pytest.mark.parametrize("dry_run", [False, True])
def test_what_the_policy_leaves_is_counted_by_its_reason(
    script: Script, caplog: pytest.LogCaptureFixture, dry_run: bool
) -> None:
    script.answer = lambda body: spoken("Fine.")
    with gateway(script, dry_run=dry_run) as client, caplog.at_level(logging.INFO):
        ask(client, [user(f"I am {CANARY}, and paid $1,250 for 3 weeks in Malta.")])
    (line,) = [one.message for one in caplog.records if '"event": "gateway"' in one.message]
    logged = json.loads(line)
    assert logged["left"] == {"amounts": 1, "country": 1, "durations": 1}
    assert logged["categories"] == {"PERSON": 1} and logged["found"] == 4
    assert "1,250" not in caplog.text and "Malta" not in caplog.text


@pytest.mark.parametrize(
    "data",
    [
        b'{"messages": [{"role": "user", "content": [{"type": "image_url", "image_url": "x"},'
        b' {"type": "text", "text": "I am Ann Lee."}]}], "n":1.0, "seed" : 12}',
        b'{"messages": "Ann Lee"}',
        b'{"messages": [{"role": "nobody", "content": {"Ann Lee": 1}}]}',
        b"no JSON of Ann Lee",
        b"[" * 3000,
    ],
)
def test_a_dry_run_forwards_whatever_it_is_sent(
    data: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    sent: list[httpx.Request] = []

    async def upstream(request: httpx.Request) -> httpx.Response:
        sent.append(request)
        return httpx.Response(200, json={"ok": 1})

    settings = GatewaySettings("http://upstream.test", policy="typed", dry_run=True)
    app = create_gateway(settings, httpx.MockTransport(upstream))
    with TestClient(app) as client, caplog.at_level(logging.INFO):
        made = client.post(f"{CHAT}?note=Ann+Lee", content=data)
    assert (made.status_code, made.json()) == (200, {"ok": 1})
    assert sent[0].content == data and sent[0].url.query == b"note=Ann+Lee"
    assert '"dry_run": true' in caplog.text and "Ann Lee" not in caplog.text
    assert ('"would_replace": 1' in caplog.text) == (b"image_url" in data)


def test_sessions_expire_and_the_oldest_go_first() -> None:
    store = MemoryStore(60, 2)
    for name in "abc":
        store.put(name, State(key=name.encode()))
    assert store.get("a") is None
    kept = store.get("c")
    assert kept is not None and kept.key == b"c"
    past = MemoryStore(0, 9)
    past.put("a", State())
    assert past.get("a") is None


def test_a_file_of_sessions_is_sealed(tmp_path: Path) -> None:
    path, key = tmp_path / "sessions", b"k" * 32
    state = State()
    state.pairs[CANARY, "PERSON"] = Pair(CANARY, "Ann Lee", "PERSON", "people", "a")
    store = FileStore(path, key, 60)
    store.put("a", state)
    store.close()
    assert path.stat().st_mode & 0o077 == 0
    data = b"".join(one.read_bytes() for one in tmp_path.iterdir())
    assert b"Quenneville" not in data and b"Lee" not in data
    again = FileStore(path, key, 60)
    assert again.get("a") == state
    again.close()
    with pytest.raises(UsageError, match="key"):  # said before anything is served
        FileStore(path, b"x" * 32, 60)


@pytest.mark.parametrize(
    "address", ["ftp://x", "x", "http://", "https://u:p@x", "http://x?y", "http://[", "file:///x"]
)
def test_the_upstream_server_is_one_of_the_operator(address: str) -> None:
    with pytest.raises(UsageError, match="--upstream"):
        check_upstream(address)


def test_the_path_that_all_routes_have_may_stand_in_the_address() -> None:
    assert check_upstream("https://x.example/base/v1/") == "https://x.example/base"
