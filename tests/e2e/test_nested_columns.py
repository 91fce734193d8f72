"""What lies inside an object of a row is decided on like a column of its own."""

from __future__ import annotations

import json
from pathlib import Path

import pyarrow as pa
import pytest
import stage

TURNS = [
    {
        "speaker": "Zebulon Quill",
        "phone": "727 778 019",
        "email": "z.quill@drongo.example",
        "text": "Who is speaking?",
    },
    {"speaker": "Ottoline Vex", "text": "nothing, really"},
]
ROW = {"id": "k1", "turns": TURNS}
TYPED = (
    *("--column", "turns.phone=PHONE_NUMBER", "--column", "turns.email=EMAIL_ADDRESS"),
    *("--column", "turns.speaker=PERSON", "--column", "turns.text=TEXT"),
)
PRIVATE = ("Zebulon", "Quill", "727 778 019", "drongo", "Ottoline", "Vex")


def _source(folder: Path, format: str) -> Path:
    path = folder / f"calls.{format}"
    if format == "parquet":
        stage.write_parquet(path, pa.Table.from_pylist([ROW]))
    elif format == "json":
        path.write_text(json.dumps([ROW], indent=1))
    else:
        path.write_text(json.dumps(ROW) + "\n")
    return path


def _released(path: Path) -> list[dict[str, str]]:
    if path.suffix == ".parquet":
        return list(stage.read_parquet(path).to_pylist()[0]["turns"])
    read = json.loads(path.read_text())
    return list((read[0] if isinstance(read, list) else read)["turns"])


FORMATS = ("jsonl", "json", "parquet")


@pytest.mark.parametrize("format", FORMATS)
def test_fields_beside_a_nested_text_need_a_decision(tmp_path: Path, format: str) -> None:
    source, out = _source(tmp_path, format), tmp_path / f"out.{format}"
    beside = r"nobody has decided on 'turns.speaker', 'turns.phone', 'turns.email', which"
    stage.refused(2, beside, "run", source, "-o", out, "--text", "turns.text")
    stage.refused(2, beside, "identify", source, "-o", out, "--text", "turns.text")
    less = (*TYPED[:4], *TYPED[6:])
    stage.refused(2, "decided on 'turns.speaker', which", "run", source, "-o", out, *less)
    assert not list(tmp_path.glob("out*"))


def test_a_path_that_names_the_document_decides_on_nothing_beside_it(tmp_path: Path) -> None:
    source, out = tmp_path / "a.jsonl", tmp_path / "out.jsonl"
    source.write_text('{"meta": {"id": "7", "who": "Zebulon Quill"}, "text": "nothing"}\n')
    stage.refused(2, "decided on 'meta.who', which", "run", source, "-o", out, "--id", "meta.id")
    done = stage.call("run", source, "-o", out, "--id", "meta.id", "--column", "meta.who=KEEP")
    assert done.code == 0, done.said


def test_a_decision_counts_for_all_that_lies_below_it(tmp_path: Path) -> None:
    source, out = tmp_path / "a.jsonl", tmp_path / "out.jsonl"
    source.write_text('{"call": {"text": "nothing", "meta": {"a": {"b": 1}, "c": 2, "d": null}}}\n')
    text = ("--text", "call.text")
    stage.refused(2, "decided on 'call.meta.a.b', 'call.meta.c',", "run", source, "-o", out, *text)
    with source.open("a") as file:
        file.write('{"call": null}\n')
    done = stage.call("run", source, "-o", out, *text, "--column", "call.meta=KEEP")
    assert done.code == 0, done.said


@pytest.mark.parametrize("format", ["jsonl", "csv"])
def test_a_name_with_a_point_decides_on_no_other_column(tmp_path: Path, format: str) -> None:
    source, out = tmp_path / f"a.{format}", tmp_path / f"out.{format}"
    if format == "csv":
        source.write_text("call.text,call\nnothing,Zebulon Quill\n")
        left = "call"
    else:
        source.write_text('{"call": {"text": "nothing", "text.b": "Zebulon Quill"}}\n')
        left = r"call\.text\.b"
    words = ("run", source, "-o", out, "--text", "call.text")
    stage.refused(2, f"decided on '{left}', which", *words)


def test_the_command_that_columns_prints_leaves_no_field_open(tmp_path: Path) -> None:
    source = tmp_path / "chat.jsonl"
    said = [{"from": "wsx", "text": "good morning"}, {"from": "edc qaz", "text": "good evening"}]
    source.write_text(json.dumps({"id": "1", "messages": said}) + "\n")
    shown = stage.call("columns", source).said
    assert "Left to be decided: 'messages.from'" in shown
    assert "--column messages.from=KIND" in shown


@pytest.mark.parametrize("format", FORMATS)
def test_typed_columns_in_lists_keep_their_kind_and_their_counts(
    tmp_path: Path, format: str
) -> None:
    source, out = _source(tmp_path, format), tmp_path / f"out.{format}"
    done = stage.call("run", source, "-o", out, *TYPED, "--policy", "typed", "--json")
    assert done.code == 0, done.said
    turns = _released(out)
    assert [turn["speaker"] for turn in turns] == ["<PERSON>", "<PERSON>"]
    assert turns[0]["phone"] == "<PHONE_NUMBER>" and turns[0]["email"] == "<EMAIL_ADDRESS>"
    counted = {one["name"]: (one["kind"], one["replaced"]) for one in done.json["columns"]}
    assert counted == {
        "turns.phone": ("PHONE_NUMBER", 1),
        "turns.email": ("EMAIL_ADDRESS", 1),
        "turns.speaker": ("PERSON", 2),
        "turns.text": ("TEXT", 0),
    }
    data = out.read_bytes()
    assert not any(value.encode() in data for value in PRIVATE)


def test_two_texts_of_a_turn_are_counted_apart(tmp_path: Path) -> None:
    source, out = tmp_path / "a.jsonl", tmp_path / "out.jsonl"
    turn = {"speaker": "agent", "text": "ask a@drongo.example", "note": "b@drongo.example"}
    source.write_text(json.dumps({"turns": [turn, {**turn, "note": ""}]}) + "\n")
    texts = ("--text", "turns.text", "--text", "turns.note", "--column", "turns.speaker=KEEP")
    done = stage.call("run", source, "-o", out, *texts, "--json")
    assert done.code == 0, done.said
    counted = {one["name"]: (one["cells"], one["replaced"]) for one in done.json["columns"]}
    assert counted["turns.text"] == (2, 2) and counted["turns.note"] == (1, 1)
