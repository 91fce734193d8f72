"""Cells that are no strings, nested columns, arrays of JSON, and conversations."""

from __future__ import annotations

import datetime
import json
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
import stage

pytestmark = pytest.mark.usefixtures("finder")
UTC = datetime.UTC
WHEN = datetime.datetime(2024, 1, 5, 17, 50, tzinfo=UTC)


def _key(folder: Path) -> tuple[str, Path]:
    return ("--key-file", stage.key_file(folder))


def _run(source: Path, out: Path, *words: object) -> stage.Answer:
    done = stage.call("run", source, "-o", out, *words)
    assert done.code == 0, done.said
    return done


def test_parquet_keeps_the_types_of_typed_columns(tmp_path: Path) -> None:
    table = pa.table(
        {
            "id": ["1", "2"],
            "when": pa.array([WHEN, None], pa.timestamp("us", "UTC")),
            "nanos": pa.array([WHEN, WHEN], pa.timestamp("ns")),
            "born": pa.array([WHEN.date(), WHEN.date()], pa.date32()),
            "phone": pa.array([727778019, None], pa.int64()),
            "text": ["called on 5 January 2024 from 727778019", "nothing"],
        }
    )
    source, out, back = (tmp_path / f"{name}.parquet" for name in ("in", "out", "back"))
    stage.write_parquet(source, table)
    ledger = tmp_path / "ledger"
    dates = [word for name in ("when", "nanos", "born") for word in ("--column", f"{name}=DATE")]
    _run(source, out, *dates, "--column", "phone=PHONE_NUMBER", "--ledger", ledger, *_key(tmp_path))
    released = stage.read_parquet(out)
    assert released.schema == table.schema
    first, second = released.to_pylist()
    assert second["when"] is None and second["phone"] is None
    assert first["when"].date() == first["born"] != WHEN.date()
    assert first["phone"] != 727778019 and str(first["phone"]) in first["text"]
    assert f"{first['born']:%-d %B %Y}" in first["text"]
    assert stage.call("restore", out, "--ledger", ledger, "-o", back).code == 0
    assert stage.read_parquet(back).equals(table)


def test_a_mark_that_no_type_holds_leaves_nothing(tmp_path: Path) -> None:
    source, out = tmp_path / "in.parquet", tmp_path / "out.parquet"
    stage.write_parquet(source, pa.table({"text": ["x"], "phone": pa.array([727778019])}))
    _run(source, out, "--column", "phone=PHONE_NUMBER", "--policy", "typed")
    assert stage.read_parquet(out).to_pylist() == [{"text": "x", "phone": None}]
    ledger = ("--ledger", tmp_path / "ledger")
    _run(source, out, "--column", "phone=PHONE_NUMBER", "--policy", "typed", *ledger, "--force")
    assert stage.call("restore", out, *ledger, "-o", tmp_path / "back.parquet").code == 0
    assert stage.read_parquet(tmp_path / "back.parquet").equals(stage.read_parquet(source))


MESSAGES = [
    {"role": "user", "content": "I am Zebulon Quill", "at": WHEN},
    {"role": "assistant", "content": None, "at": None},
]


def test_parquet_reads_into_lists_and_structs(tmp_path: Path) -> None:
    kind = pa.struct(
        [("role", pa.string()), ("content", pa.string()), ("at", pa.timestamp("us", "UTC"))]
    )
    table = pa.table({"id": ["1", "2"], "m": pa.array([MESSAGES, None], pa.list_(kind))})
    source, out = tmp_path / "in.parquet", tmp_path / "out.parquet"
    stage.write_parquet(source, table)
    policy = stage.typed_policy(tmp_path, ["names"])
    beside = ("--column", "m.role=KEEP", "--column", "m.at=KEEP")
    _run(source, out, "--text", "m.content", *beside, "--policy", policy)
    released = stage.read_parquet(out)
    assert released.schema == table.schema
    first, second = released.to_pylist()
    assert [one["content"] for one in first["m"]] == ["I am <PERSON>", None]
    assert first["m"][0]["at"] == WHEN and second["m"] is None
    _run(source, out, "--column", "m=CHAT", "--policy", policy, "--force")
    assert stage.read_parquet(out).to_pylist()[0]["m"][0]["content"] == "I am <PERSON>"
    words = ("run", source, "-o", out, "--force", "--text", "m.text")
    stage.refused(1, "'m.text' leads nowhere", *words)


def test_numbers_of_json_stay_numbers(tmp_path: Path) -> None:
    source, out = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    rows = [{"text": "from 727778019", "phone": 727778019}, {"text": "none", "phone": None}]
    source.write_text("".join(json.dumps(row) + "\n" for row in rows) + '{"text": null}\n')
    _run(source, out, "--column", "phone=PHONE_NUMBER", *_key(tmp_path))
    first, second, third = (json.loads(line) for line in out.read_text().splitlines())
    assert str(first["phone"]) in first["text"] and first["phone"] != 727778019
    assert (second, third) == (rows[1], {"text": None})


CHAT: list[dict[str, Any]] = [
    {"role": "system", "content": "Be brief."},
    {"role": "user", "name": "Zebulon", "content": "I am Zebulon Quill"},
    {
        "role": "assistant",
        "content": None,
        "tool_calls": [
            {
                "id": "call_1",
                "type": "function",
                "function": {"name": "find", "arguments": '{"name": "Zebulon Quill"}'},
            }
        ],
    },
    {"role": "tool", "tool_call_id": "call_1", "content": [{"type": "text", "text": "Zebulon"}]},
]


@pytest.mark.parametrize("format", ["jsonl", "json"])
def test_a_conversation_is_one_scope(tmp_path: Path, format: str) -> None:
    source, out = tmp_path / f"in.{format}", tmp_path / f"out.{format}"
    rows = [{"id": 1, "messages": CHAT}, {"id": 2, "messages": []}]
    source.write_text(
        json.dumps(rows, indent=1)
        if format == "json"
        else "".join(json.dumps(row) + "\n" for row in rows)
    )
    _run(source, out, "--column", "messages=CHAT", *_key(tmp_path))
    text = out.read_text()
    assert "Zebulon" not in text and "Quill" not in text
    read = json.loads(text) if format == "json" else [json.loads(x) for x in text.splitlines()]
    assert read[1] == rows[1]
    _, user, call, tool = read[0]["messages"]
    called = call["tool_calls"][0]
    name = json.loads(called["function"]["arguments"])["name"]
    assert name in user["content"]
    assert name.split()[0] == user["name"] == tool["content"][0]["text"]
    assert (called["id"], called["function"]["name"]) == ("call_1", "find")
    shape = json.dumps(CHAT[2]).replace("Zebulon Quill", name)
    assert call == json.loads(shape)


def test_long_numbers_of_a_conversation_are_read(tmp_path: Path) -> None:
    """Arguments of a tool may be an object, in which a telephone number is a number."""
    source, out = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    phone = 2125550143
    arguments = {"phone": phone, "n": 12, "ok": True, "share": 0.5}
    messages = [
        {"role": "user", "created": 1700000000, "content": f"call me at {phone}"},
        {"role": "assistant", "content": [{"type": "tool_use", "id": 99999, "input": arguments}]},
    ]
    source.write_text(json.dumps({"id": 1, "messages": messages}) + "\n")
    _run(source, out, "--column", "messages=CHAT", *_key(tmp_path))
    said, called = json.loads(out.read_text())["messages"]
    made = called["content"][0]
    assert made["input"] == {**arguments, "phone": made["input"]["phone"]} and made["id"] == 99999
    assert made["input"]["phone"] != phone
    assert said == {**messages[0], "content": f"call me at {made['input']['phone']}"}


def test_withheld_rows_leave_an_array_that_reads(tmp_path: Path) -> None:
    source, out = tmp_path / "in.json", tmp_path / "out.json"
    policy = stage.typed_policy(tmp_path, ["names"], "epsilon_document_max = 1")
    policy.write_text(policy.read_text().replace('"typed"', '"hash"'))
    rows = [{"text": "Zebulon Quill"}, {"text": "b"}, {"text": "Ottoline Vex"}, {"text": "d"}]
    source.write_text(json.dumps(rows))
    done = stage.call("run", source, "-o", out, "--policy", policy)
    assert done.code == 3
    assert json.loads(out.read_text()) == [rows[1], rows[3]]
    source.write_text(json.dumps(rows[:1]))
    assert stage.call("run", source, "-o", out, "--policy", policy, "--force").code == 3


def test_broken_arrays_are_refused(tmp_path: Path) -> None:
    source, out = tmp_path / "in.json", tmp_path / "out.json"
    for text, said in (
        ('[{"text": "Zebulon"},\n {"text": ]', r"in.json:2: malformed JSON"),
        ('["Zebulon"]', "not an object"),
        ('[{"text": "a"}] x', "malformed"),
    ):
        source.write_text(text)
        stage.refused(1, said, "run", source, "-o", out)
