"""The service over HTTP: answers, limits, keys, errors without source text, logs without text."""

from __future__ import annotations

import gc
import json
import logging
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("fastapi", reason="needs the extra [service]")
from fastapi.testclient import TestClient

from understudy.core.errors import UsageError
from understudy.service import engines
from understudy.service.access import new_key, read_keys
from understudy.service.app import create_app
from understudy.service.settings import Settings

CANARY = "Zbigniew Quenneville"
TEXT = f"I am {CANARY}, call 212-555-0199."


@pytest.fixture(scope="module")
def client() -> Iterator[TestClient]:
    settings = Settings(policies=("surrogate", "typed"), max_bytes=20_000, presidio_root=True)
    with TestClient(create_app(settings)) as found:
        yield found


def posted(client: TestClient, path: str, body: Any) -> Any:
    answer = client.post(path, json=body)
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_a_text_comes_back_with_stand_ins(client: TestClient) -> None:
    made = posted(client, "/v1/deidentify", {"text": TEXT, "language": "en"})
    assert "Quenneville" not in made["text"]
    assert (made["found"], made["replaced"], made["token"]) == (2, 2, None)


def test_a_document_over_its_budget_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "over.toml"
    path.write_text(
        'schema = 1\nname = "over"\ndetectors = ["grammar"]\nepsilon_document_max = 0.5\n'
        '[default]\nstrategy = "surrogate"\np = 0.5\n'
    )
    text, told = "Write to zebulon@quillfeather.com", "more than epsilon_document_max = 0.5"
    mark = {"start": 9, "end": 33, "category": "EMAIL_ADDRESS"}
    with TestClient(create_app(Settings(policies=(str(path),)))) as client:
        assert posted(client, "/v1/deidentify", {"text": "Nobody."})["text"] == "Nobody."
        for way, body in (
            ("deidentify", {"text": text}),
            ("deidentify", {"text": ["Nobody.", text]}),
            ("deidentify", {"messages": [{"role": "user", "content": text}]}),
            ("replace", {"text": text, "entities": [mark]}),
        ):
            answer = client.post(f"/v1/{way}", json=body)
            assert answer.status_code == 403 and told in answer.json()["error"]["message"]
            assert "quillfeather" not in answer.text
        lines = f'{{"text": "Nobody."}}\n{{"text": "{text}"}}\n'
        answer = client.post("/v1/deidentify/stream", content=lines)
        first, second = map(json.loads, answer.text.splitlines())
        assert first["text"] == "Nobody."
        assert told in second["error"] and second["line"] == 2 and "text" not in second
        assert posted(client, "/v1/identify", {"text": text})


def test_a_list_comes_back_in_its_order(client: TestClient) -> None:
    body = {"text": ["I am Ann Lee.", "", "No one."], "policy": "typed"}
    made = posted(client, "/v1/deidentify", body)
    assert [one["text"] for one in made] == ["I am <PERSON>.", "", "No one."]


def test_a_conversation_is_one_scope(client: TestClient) -> None:
    messages = [
        {"role": "user", "content": f"I am {CANARY}."},
        {"role": "assistant", "content": None},
        {
            "role": "user",
            "name": "zq",
            "content": [{"type": "text", "text": "Mr Quenneville again."}],
        },
    ]
    made = posted(client, "/v1/deidentify", {"messages": messages, "language": "en"})["messages"]
    surname = made[0]["content"].removesuffix(".").split()[-1]
    assert surname != "Quenneville"
    assert made[2]["content"][0]["text"] == f"Mr {surname} again."
    assert [one["role"] for one in made] == ["user", "assistant", "user"]


def test_calls_of_tools_are_read(client: TestClient) -> None:
    arguments = json.dumps({"who": CANARY})
    call = {"id": "c1", "type": "function", "function": {"name": "find", "arguments": arguments}}
    messages = [
        {"role": "user", "content": f"I am {CANARY}."},
        {"role": "assistant", "content": None, "tool_calls": [call]},
        {"role": "tool", "tool_call_id": "c1", "content": f"{CANARY} is 46"},
        {"role": "assistant", "content": [{"type": "tool_use", "input": {"who": CANARY}}]},
    ]
    made = posted(client, "/v1/deidentify", {"messages": messages, "language": "en"})["messages"]
    who = made[0]["content"].removeprefix("I am ").removesuffix(".")
    assert who != CANARY and CANARY not in json.dumps(made)
    function = made[1]["tool_calls"][0]["function"]
    assert function["name"] == "find" and json.loads(function["arguments"]) == {"who": who}
    assert made[3]["content"][0]["input"] == {"who": who}


def test_content_that_is_not_read_is_refused(client: TestClient) -> None:
    picture = {"type": "image_url", "image_url": "x"}
    for content in ([picture], 5, [{"type": "tool_result", "content": [picture]}], ["x"]):
        body: dict[str, Any] = {"messages": [{"role": "user", "content": content}]}
        assert client.post("/v1/deidentify", json=body).status_code == 400
    body = {"messages": [{"role": "user", "content": "x", "attached": [CANARY]}]}
    answer = client.post("/v1/deidentify", json=body)
    assert answer.status_code == 400 and CANARY not in answer.text


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ({"role": CANARY, "content": "hi"}, "messages[0].role: no name of an interface"),
        ({"role": "assistant", "tool_calls": [{"id": CANARY}]}, "messages[0].tool_calls[0].id"),
        (
            {"role": "assistant", "tool_calls": [{"function": {"name": CANARY}}]},
            "messages[0].tool_calls[0].function.name",
        ),
        (
            {"role": "user", "content": [{"type": "text", "text": "x", CANARY: 1}]},
            "messages[0].content[0]: a field whose name",
        ),
        (
            {"role": "assistant", "content": [{"type": "tool_use", "input": {CANARY: 1}}]},
            "messages[0].content[0].input: a field whose name",
        ),
        (
            {"role": "assistant", "content": [{"type": "tool_use", "input": {"Quenneville": 1}}]},
            "private in this conversation (messages[0].content[0].input)",
        ),
        (
            {"role": "assistant", "tool_calls": [{"function": {"name": "findQuenneville"}}]},
            "private in this conversation (messages[0].tool_calls[0].function.name)",
        ),
    ],
)
def test_names_of_the_interface_that_say_who_somebody_is_are_refused(
    client: TestClient, message: dict[str, Any], said: str
) -> None:
    messages = [message, {"role": "user", "content": f"I am {CANARY}."}]
    answer = client.post("/v1/deidentify", json={"messages": messages, "language": "en"})
    assert answer.status_code == 400 and said in answer.text
    assert "Quenneville" not in answer.text


def test_what_a_tool_is_called_with_is_text_whatever_its_fields_are_called(
    client: TestClient,
) -> None:
    given = {"id": CANARY, "role": [CANARY], "dirección": {"type": CANARY}, "model": "T1"}
    message = {"role": "assistant", "content": [{"type": "tool_use", "id": "t", "input": given}]}
    body = {"messages": [message], "language": "en"}
    part = posted(client, "/v1/deidentify", body)["messages"][0]["content"][0]
    who = part["input"]["id"]
    assert "Quenneville" not in json.dumps(part) and part["id"] == "t"
    assert part["input"] == {"id": who, "role": [who], "dirección": {"type": who}, "model": "T1"}


def test_a_line_of_a_stream_is_one_line_to_everybody(client: TestClient) -> None:
    text = "one\u2028two\u2029three\u0085four"
    made = client.post("/v1/deidentify/stream", content=json.dumps({"text": text})).text
    assert len(made.splitlines()) == 1 and json.loads(made)["text"] == text


def test_identify_says_where_and_who(client: TestClient) -> None:
    made = posted(client, "/v1/identify", {"text": "Ann Lee and Lee.", "language": "en"})
    assert [(one["start"], one["end"], one["category"]) for one in made] == [
        (0, 7, "PERSON"),
        (12, 15, "PERSON"),
    ]
    assert made[0]["who"] == made[1]["who"]


def test_replace_takes_marks(client: TestClient) -> None:
    mark = {"start": 5, "end": 12, "category": "PERSON"}
    body = {"text": "I am Ann Lee.", "entities": [mark], "policy": "typed"}
    assert posted(client, "/v1/replace", body)["text"] == "I am <PERSON>."
    body["entities"] = [mark | {"end": 99}]
    assert client.post("/v1/replace", json=body).status_code == 422


def test_replace_takes_what_identify_gives(client: TestClient) -> None:
    text = "Ann Lee met Robert Quarles. Lee left."
    found = posted(client, "/v1/identify", {"text": text, "language": "en"})
    body = {"text": text, "language": "en", "entities": found}
    made = posted(client, "/v1/replace", body)["text"]
    assert "Quarles" not in made and made.split()[1] == made.split()[-2]


def test_spans_that_are_said_to_be_one_are_one(client: TestClient) -> None:
    text = "Ann Lee met Robert Quarles. Lee left."
    places = ((0, 7), (12, 26), (28, 31))
    for whos in ((1, 2, 1), (1, 2, 2)):
        marks = [
            {"start": start, "end": end, "category": "PERSON", "who": who}
            for (start, end), who in zip(places, whos, strict=True)
        ]
        body = {"text": text, "language": "en", "entities": marks}
        first, second = (
            posted(client, "/v1/replace", body)["text"].removesuffix(" left.").split(". ")
        )
        one, other = first.split(" met ")
        assert (second in one.split()) == (whos[2] == 1) and other


def test_a_category_that_nobody_knows_is_refused_with_a_hint(client: TestClient) -> None:
    body: dict[str, Any] = {"text": "I am Ann Lee.", "policy": "typed"}

    def answer(category: str) -> Any:
        mark = {"start": 5, "end": 12, "category": category}
        return client.post("/v1/replace", json=body | {"entities": [mark]})

    wrong = answer("PERSN")
    assert wrong.status_code == 422
    assert "entities.0.category" in wrong.text and "did you mean PERSON?" in wrong.text
    assert CANARY not in answer(CANARY).text and answer(CANARY).status_code == 422
    assert [answer(one).status_code for one in ("UNKNOWN", "PER", "person")] == [200] * 3


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ({"text": "x", "extra": 1}, "a field that is not known (extra); the fields are: text,"),
        (
            {"text": "x", "entities": [{"start": 0, "end": 1, "category": "ID", "kind": 1}]},
            "entities.0: there is a field that is not known (kind); the fields are: start, end",
        ),
        (
            {"text": "x", "entities": [{"start": -1, "end": 1, "category": "ID"}]},
            "entities.0.start is too small",
        ),
    ],
)
def test_errors_name_fields_and_say_rules_in_words(
    client: TestClient, body: dict[str, Any], said: str
) -> None:
    answer = client.post("/v1/replace", json=body)
    assert answer.status_code == 422 and said in answer.json()["error"]["message"]
    answer = client.post("/v1/deidentify", json={"text": 123})
    assert answer.json()["error"]["message"] == "text must be a string or a list"


def test_a_text_is_restored_by_its_token(client: TestClient) -> None:
    made = posted(client, "/v1/deidentify", {"text": TEXT, "restorable": True})
    assert CANARY not in made["token"]
    body = {"text": made["text"], "token": made["token"]}
    assert posted(client, "/v1/restore", body) == {"text": TEXT}
    assert client.post("/v1/restore", json=body | {"text": "x"}).status_code == 409
    assert client.post("/v1/restore", json=body | {"token": "x" * 80}).status_code == 400


def test_lines_are_streamed_in_their_order(client: TestClient) -> None:
    rows: list[bytes] = [
        json.dumps({"id": at, "text": f"I am Ann Lee, number {at}."}).encode() for at in range(70)
    ]
    rows[3], rows[40] = b"{", json.dumps({"text": "x" * 30_000}).encode()
    answer = client.post("/v1/deidentify/stream?policy=typed", content=b"\n".join(rows))
    made = [json.loads(line) for line in answer.text.splitlines()]
    assert len(made) == 70
    assert {made[3]["line"], made[40]["line"]} == {4, 41}
    assert [one["id"] for one in made if "id" in one] == [
        at for at in range(70) if at not in (3, 40)
    ]
    assert all(one["text"].startswith("I am <PERSON>") for one in made if "id" in one)


def test_a_fault_of_one_line_is_that_lines_and_blank_lines_count(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    settings = Settings(policies=("typed",))
    with TestClient(create_app(settings)) as client:
        rendered = engines.render

        def failing(text: str, edits: Any) -> str:
            if "Quenneville" in text:
                raise ValueError(text)
            return rendered(text, edits)

        monkeypatch.setattr(engines, "render", failing)
        rows = [json.dumps({"id": at, "text": f"I am Ann Lee, number {at}."}) for at in range(70)]
        rows[3] = json.dumps({"id": 3, "text": TEXT})
        rows[5] = " "
        with caplog.at_level(logging.DEBUG):
            answer = client.post("/v1/deidentify/stream", content="\n\n".join(rows))
            gc.collect()
    made = [json.loads(line) for line in answer.text.splitlines()]
    assert made[3] == {"id": 3, "error": "an internal fault", "line": 7}
    assert [one["id"] for one in made] == [at for at in range(70) if at != 5]
    assert all("error" not in one for one in made if one["id"] != 3)
    assert "Quenneville" not in caplog.text and '"fault"' in caplog.text


def test_policies_and_what_they_guarantee(client: TestClient) -> None:
    names = [one["name"] for one in client.get("/v1/policies").json()]
    assert names == ["surrogate", "typed"]
    found = client.get("/v1/privacy").json()
    assert found["PERSON"][0]["epsilon"] == 0.0
    assert client.get("/v1/privacy?policy=nope").status_code == 404


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({}, 422),
        ({"text": TEXT, "messages": []}, 422),
        ({"text": TEXT, "extra": 1}, 422),
        ({"text": TEXT, CANARY: 1}, 422),
        ({"text": TEXT, "language": CANARY}, 422),
        ({"text": {"a": TEXT}}, 422),
        ({"text": TEXT, "policy": CANARY}, 404),
        ({"text": TEXT, "language": "zz"}, 400),
        ({"text": TEXT * 2000}, 413),
        ({"text": ["x"] * 2000}, 413),
    ],
)
def test_errors_are_json_and_hold_no_source_text(
    client: TestClient, body: dict[str, Any], status: int
) -> None:
    answer = client.post("/v1/deidentify", json=body)
    assert answer.status_code == status
    assert set(answer.json()["error"]) == {"code", "message"}
    assert CANARY not in answer.text and "0199" not in answer.text


def test_what_is_no_json_and_what_has_no_length_is_refused(client: TestClient) -> None:
    answer = client.post("/v1/deidentify", content=CANARY)
    assert answer.status_code == 422 and CANARY not in answer.text
    chunked = client.post("/v1/deidentify", content=iter([b'{"text": "x"}']))
    assert chunked.status_code == 411
    assert client.get("/v1/nothing").json()["error"]["code"] == "not_found"
    assert client.get("/v1/deidentify").json()["error"]["code"] == "method_not_allowed"


def test_logs_and_metrics_hold_counts_and_no_text(
    client: TestClient, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.DEBUG):
        for body in ({"text": TEXT}, {"text": {"a": TEXT}}, {"text": TEXT, "language": CANARY}):
            client.post("/v1/deidentify", json=body, headers={"X-Request-ID": CANARY})
        client.post("/analyze", json={"text": TEXT, "language": CANARY})
    metrics = client.get("/metrics").text
    assert 'route="/v1/deidentify",status="200"' in metrics
    assert "Quenneville" not in caplog.text + metrics
    record = json.loads(caplog.records[-1].message)
    assert record["route"] == "/analyze" and record["status"] == 500


def test_a_request_keeps_its_own_id(client: TestClient) -> None:
    answer = client.get("/health", headers={"X-Request-ID": "abc-1"})
    assert answer.headers["X-Request-ID"] == "abc-1" and answer.json() == {"status": "up"}
    assert client.get("/ready").json() == {"ready": True}


def test_many_at_once_get_their_own_answers(client: TestClient) -> None:
    def ask(at: int) -> str:
        body = {"text": f"Ann Lee has ticket {at} words", "policy": "typed"}
        return str(posted(client, "/v1/deidentify", body)["text"])

    with ThreadPoolExecutor(8) as pool:
        made = list(pool.map(ask, range(24)))
    assert all(f"ticket {at} words" in text for at, text in enumerate(made))


def test_an_api_key_is_needed_where_there_are_keys(tmp_path: Any) -> None:
    key, hashed = new_key()
    path = tmp_path / "keys"
    path.write_text(f"# ours\nana {hashed}\n", encoding="utf-8")
    settings = Settings(policies=("typed",), keys=read_keys(path))
    with TestClient(create_app(settings)) as client:
        body = {"text": "x"}
        assert client.post("/v1/deidentify", json=body).status_code == 401
        assert client.get("/metrics").status_code == 401
        assert client.get("/health").status_code == 200
        for headers in ({"Authorization": f"Bearer {key}"}, {"X-API-Key": key}):
            assert client.post("/v1/deidentify", json=body, headers=headers).status_code == 200
        wrong = {"Authorization": f"Bearer {key}x"}
        assert client.post("/v1/deidentify", json=body, headers=wrong).status_code == 401
    path.write_text("ana nohash\n", encoding="utf-8")
    with pytest.raises(UsageError, match="keys:1"):
        read_keys(path)


def test_a_conversation_in_which_nothing_is_said_comes_back(client: TestClient) -> None:
    for messages in ([], [{"role": "assistant", "content": None}]):
        made = posted(client, "/v1/deidentify", {"messages": messages})
        assert made == {"messages": messages, "found": 0, "replaced": 0, "left": {}}


@pytest.mark.parametrize(
    ("body", "message"),
    [
        (b'{"txt": "Ann Lee"}', "there is a field that is not known; the fields are: text,"),
        (b'{"text": "Ann', "the body is not valid JSON (character "),
        (b'{"text": "Ann", "restorable": "Ann"}', "restorable must be true or false"),
    ],
)
def test_errors_say_what_to_mend(client: TestClient, body: bytes, message: str) -> None:
    headers = {"Content-Type": "application/json"}
    answer = client.post("/v1/deidentify", content=body, headers=headers)
    assert answer.status_code == 422
    assert message in answer.json()["error"]["message"] and "Ann" not in answer.text


def test_what_was_left_is_told_with_its_reason(client: TestClient) -> None:
    answer = posted(client, "/v1/deidentify", {"text": "Mr Zebulon Quill is 40 years old."})
    assert answer["found"] == answer["replaced"] + sum(answer["left"].values())
    assert sum(answer["left"].values()) > 0


@pytest.mark.parametrize("body", [b'{"text": "Zbigniew', b'"Zbigniew"', b"[]"])
def test_a_body_that_is_no_object_is_told_so(client: TestClient, body: bytes) -> None:
    answer = client.post("/v1/deidentify", content=body)
    assert answer.status_code == 422 and "Zbigniew" not in answer.text
    assert "must be a JSON object, sent as application/json" in answer.json()["error"]["message"]
