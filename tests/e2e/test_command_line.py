"""What holds for every command, and what a terminal sees of a run."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
import stage

import understudy
from understudy.audit import pairs
from understudy.audit.pairs import Audited, Violation
from understudy.cli import RESUMED, cli


def commands(group: click.Group, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        yield (*path, name)
        if isinstance(command, click.Group):
            yield from commands(command, (*path, name))


ALL = list(commands(cli))


def found(path: tuple[str, ...]) -> click.Command:
    command: click.Command = cli
    for name in path:
        assert isinstance(command, click.Group)
        inner = command.get_command(click.Context(command), name)
        assert inner is not None
        command = inner
    return command


def test_commands_that_can_be_resumed_are_those_that_say_so_when_stopped() -> None:
    resumed = [path for path in ALL if any("--resume" in one.opts for one in found(path).params)]
    said = [path for path, how in RESUMED.items() if "--resume" in how]
    assert sorted(resumed) == sorted(said)


@pytest.mark.parametrize("path", [(), *ALL], ids=" ".join)
def test_help_has_an_example_that_parses(path: tuple[str, ...]) -> None:
    done = stage.call(*path, "--help")
    assert done.code == 0, done.err
    examples = [
        line.strip()
        for line in done.out.decode().splitlines()
        if "understudy " in line and not line.startswith("Usage")
    ]
    words = " ".join(["understudy", *path])
    assert any(words in example for example in examples), done.out.decode()


@pytest.mark.parametrize("path", ALL, ids=" ".join)
def test_every_command_speaks_json(path: tuple[str, ...]) -> None:
    command = found(path)
    options = {option for one in command.params for option in one.opts}
    assert isinstance(command, click.Group) or "--json" in options


@pytest.mark.parametrize("path", ALL, ids=" ".join)
def test_every_option_says_what_it_is_for(path: tuple[str, ...]) -> None:
    silent = [
        one.opts for one in found(path).params if isinstance(one, click.Option) and not one.help
    ]
    assert not silent


@pytest.mark.parametrize(
    "words",
    [
        ("formats",),
        ("policy", "show"),
        ("policy", "show", "dp"),
        ("policy", "check", "dialogue"),
        ("privacy", "epsilon", "--p", "0.9", "--k", "100"),
        ("privacy", "solve", "--epsilon", "1", "--k", "100"),
        ("privacy", "policy", "dp"),
        ("privacy", "audit", "--runs", "2000", "--seed", "1"),
        ("privacy", "audit", "--strategy", "surrogate", "--pairs=2", "--runs=20", "--seed=1"),
    ],
    ids=" ".join,
)
def test_answers_for_machines_are_one_json_object(words: tuple[str, ...]) -> None:
    done = stage.call(*words, "--json")
    assert done.code == 0, done.err
    assert isinstance(done.json, dict)
    assert done.err == ""
    people = stage.call(*words)
    assert people.code == 0
    assert not people.out.startswith(b"{")


def test_an_audit_of_pairs_that_finds_something_exits_with_3(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found = Violation(7, "PERSON", "en", "its stand-in", "length", 1e-9, 0.4, None)
    audited = Audited(10, 20, 300, 9, {"people: Need.gender (gender)": 1}, (found,), 0.5)
    monkeypatch.setattr(pairs, "audit_pairs", lambda *given: audited)
    words = ("privacy", "audit", "--strategy", "surrogate", "--pairs", "10", "--runs", "20")
    done = stage.call(*words, "--json")
    assert done.code == 3
    assert done.json["violations"][0]["category"] == "PERSON"
    assert "PERSON: length" in done.err
    assert b"PERSON: its stand-in, length" in stage.call(*words).out


@pytest.mark.parametrize(
    "words", [("--strategy", "entity", "--pairs", "3"), ("--strategy", "entity", "--runs", "30")]
)
def test_pairs_go_with_coherent_stand_ins_and_few_runs_with_pairs(words: tuple[str, ...]) -> None:
    assert stage.call("privacy", "audit", *words).code == 2


def test_every_environment_variable_is_documented() -> None:
    root = Path(understudy.__file__).parent
    code = "".join(path.read_text(encoding="utf-8") for path in root.rglob("*.py"))
    read = set(re.findall(r"UNDERSTUDY_[A-Z_]+", code))
    manual = (Path(__file__).parents[2] / "docs" / "cli.md").read_text(encoding="utf-8")
    environment = manual.partition("## Environment")[2].partition("\n## ")[0]
    assert {name for name in read if name not in environment} == set()
    assert read


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    path = tmp_path / "in.jsonl"
    path.write_text(stage.rows(6))
    return path


def test_the_answers_of_a_run(tmp_path: Path, corpus: Path) -> None:
    out, ledger, report = (tmp_path / name for name in ("out.jsonl", "ledger", "report.html"))
    words = ("run", corpus, "-o", out, "--ledger", ledger, "--report", report)
    done = stage.call(*words, "--json")
    assert done.code == 0, done.err
    assert (done.json["documents"], done.json["mentions"]) == (6, 12)
    assert done.json["key_source"] == "fresh"
    page = report.read_text()
    assert page.lstrip().lower().startswith("<!doctype html")
    assert "Quill" not in page + done.said
    people = stage.call(*words, "--force").out.decode()
    for path in (out, ledger, report):
        assert str(path) in people
    assert stage.call(*words, "--force", "--quiet").out == b""


def test_identify_and_replace_are_the_halves_of_run(tmp_path: Path, corpus: Path) -> None:
    key = ("--key-file", stage.key_file(tmp_path))
    tagged, halves, whole = (tmp_path / f"{name}.jsonl" for name in ("tagged", "halves", "whole"))
    assert stage.call("identify", corpus, "-o", tagged, "--json").json["documents"] == 6
    entity = json.loads(tagged.read_text().splitlines()[0])["entities"][0]
    assert list(entity) == ["start", "end", "category", "key", "score", "source"]
    assert stage.call("replace", tagged, "-o", halves, *key).code == 0
    assert stage.call("run", corpus, "-o", whole, *key).code == 0
    texts = [
        [json.loads(line)["text"] for line in path.read_text().splitlines()]
        for path in (corpus, halves, whole)
    ]
    # Each half has a policy of its own, and so draws of its own under one key.
    assert texts[1] != texts[2]
    assert [len(set(column)) for column in zip(*texts, strict=True)] == [3] * 6
    assert not any("Quill" in text for column in texts[1:] for text in column)
    assert [[text[:8] for text in column] for column in texts] == [
        [f"call {number}: " for number in range(6)]
    ] * 3


def test_certify_compares_two_annotations(tmp_path: Path, corpus: Path) -> None:
    fewer = tmp_path / "fewer.jsonl"
    lines = [json.loads(line) for line in corpus.read_text().splitlines()]
    lines[0]["entities"].pop()
    fewer.write_text("".join(json.dumps(line) + "\n" for line in lines))
    done = stage.call("privacy", "certify", corpus, fewer, "--json")
    assert done.code == 0, done.err
    person = done.json["categories"]["PERSON"]
    assert (person["entities"], person["found"]) == (
        6,
        5,
    )  # "Zebulon Quill" and "Zebulon" are one person
    lines[1]["text"] += "!"
    fewer.write_text("".join(json.dumps(line) + "\n" for line in lines))
    bad = stage.call("privacy", "certify", corpus, fewer)
    assert bad.code == 2
    assert "'d1' has another text" in bad.err


HALF = '{"id": "a\\ud800", "text": "hi Zebulon", "subject": "\\udc00", "entities": [%s]}\n'
MARK = '{"start": 3, "end": 10, "category": "PERSON", "key": "\\ud83d"}'


def test_half_a_surrogate_pair_in_a_name(tmp_path: Path) -> None:
    """JSON can hold as an escape what UTF-8 has no bytes for."""
    source, out, back = (tmp_path / f"{name}.jsonl" for name in ("in", "out", "back"))
    source.write_text(HALF % MARK)
    words = ("--ledger", tmp_path / "l", "--report", tmp_path / "r.html", "--json")
    done = stage.call("run", source, "-o", out, *words)
    assert done.code == 0, done.err
    assert "Zebulon" not in out.read_text()
    assert stage.call("restore", out, "--ledger", tmp_path / "l", "-o", back).code == 0
    assert back.read_bytes() == source.read_bytes()
    source.write_text((HALF % MARK) * 2)
    twice = stage.call("run", source, "-o", tmp_path / "o.jsonl")
    assert twice.code == 1
    assert r"'a\ud800' occurs more than once" in twice.err


def test_half_a_surrogate_pair_in_a_text(tmp_path: Path) -> None:
    source = tmp_path / "in.jsonl"
    source.write_text('{"text": "Zebulon \\ud83d"}')
    done = stage.call("run", source, "-o", tmp_path / "out.jsonl")
    assert done.code == 1
    assert "in.jsonl:1: the text field 'text' has half a surrogate pair" in done.err


_AT_THE_END = """
import atexit, gc, os
from understudy.cli import main
told = lambda: (gc.isenabled(), len(gc.get_objects()), os.environ["OPENBLAS_NUM_THREADS"])
atexit.register(lambda: print(*told()))
main()
"""


@pytest.mark.parametrize(("said", "threads"), [({}, "1"), ({"OPENBLAS_NUM_THREADS": "3"}, "3")])
def test_a_process_spares_the_processor(said: dict[str, str], threads: str) -> None:
    others = {name: value for name, value in os.environ.items() if not name.startswith("OPENBLAS")}
    done = subprocess.run(
        [sys.executable, "-c", _AT_THE_END, "formats"],
        env={**others, **said},
        capture_output=True,
        text=True,
        check=True,
    )
    on, left, used = done.stdout.split()[-3:]
    assert on == "True"  # while a command works, cycles are looked for as ever
    assert int(left) < 1000  # and at the end, among tens of thousands of things, no more
    assert used == threads


def test_a_pipe_that_nobody_reads(tmp_path: Path) -> None:
    corpus = tmp_path / "in.jsonl"
    corpus.write_text(stage.rows(3000, width=10))
    policy = stage.policy(tmp_path, stage.GIVEN)
    run = subprocess.Popen(
        [
            *(sys.executable, "-c", "from understudy.cli import main; main()"),
            *("run", corpus, "-o", "-", "--policy", policy),
        ],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert run.stdout is not None
    assert run.stderr is not None
    assert run.stdout.read(1) == b"{"
    run.stdout.close()
    assert run.wait(30) == 1
    assert run.stderr.read() == b""
    run.stderr.close()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["in.jsonl", "mine.toml"]


def test_one_draw_is_told_as_one() -> None:
    said = stage.call("privacy", "epsilon", "--p", "0.9", "--k", "100").said
    assert "1 draw, basic" in said and "1 draws" not in said
