"""Bad input and bad usage: the exit status, the place, no private text, nothing half-written."""

from __future__ import annotations

import gzip
import json
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pyarrow as pa
import pytest
import stage

GOOD = stage.row(1, "hello Zebulon Quill", "Zebulon Quill")
CANARY = "Zebulon Quill"


def jsonl(**fields: object) -> str:
    return json.dumps({"id": "x", "text": f"hello {CANARY}", **fields}) + "\n"


def spans(*places: tuple[object, object]) -> list[dict[str, object]]:
    return [{"start": start, "end": end, "category": "PERSON"} for start, end in places]


# file name, its bytes, what the message says
BAD_INPUT: dict[str, tuple[str, bytes, str]] = {
    "not UTF-8": ("in.jsonl", GOOD.encode() + b'{"text": "\xffZebulon Quill"}', r"in\.jsonl:2: "),
    "not UTF-8 text": ("in.txt", b"a\nb Zebulon Quill\xff", r"in\.txt:2: .*UTF-8.*offset 15"),
    "malformed JSON": (
        "in.jsonl",
        f'{GOOD}\n{{"text": "{CANARY}", }}'.encode(),
        r"in\.jsonl:3: malformed JSON",
    ),
    "JSON that ends": ("in.jsonl", f'{{"text": "{CANARY}'.encode(), r"in\.jsonl:1: malformed"),
    "a bare string": ("in.jsonl", f'"{CANARY}"'.encode(), r"in\.jsonl:1: "),
    "deep JSON": ("in.jsonl", (b'{"text":' + b"[" * 100_000), r"in\.jsonl:1: malformed"),
    "deep elsewhere": (
        "in.jsonl",
        b'{"text": "a", "x": ' + b"[" * 100_000 + b"]" * 100_000 + b"}",
        r"in\.jsonl:1: malformed",
    ),
    "no field": (
        "in.jsonl",
        (GOOD + json.dumps({"id": "y", "body": CANARY})).encode(),
        r"in\.jsonl:2: .*'text'.*missing",
    ),
    "a field of numbers": ("in.jsonl", b'{"text": 12}', r"in\.jsonl:1: .*'text'"),
    "an id that is a list": (
        "in.jsonl",
        jsonl(id=[CANARY]).encode(),
        r"in\.jsonl:1: the field 'id'",
    ),
    "overlapping": (
        "in.jsonl",
        jsonl(entities=spans((6, 13), (10, 19))).encode(),
        r"in\.jsonl:1: entities.*overlap",
    ),
    "out of range": (
        "in.jsonl",
        jsonl(entities=spans((6, 99))).encode(),
        r"in\.jsonl:1: entities\[0\]: 6 to 99 is not a span of a text of 19",
    ),
    "negative": ("in.jsonl", jsonl(entities=spans((-3, 2))).encode(), r"in\.jsonl:1: entities"),
    "not a number": (
        "in.jsonl",
        jsonl(entities=spans((CANARY, 2))).encode(),
        r"in\.jsonl:1: entities\[0\]: start and end must be integers",
    ),
    "entities that are none": (
        "in.jsonl",
        jsonl(entities=CANARY).encode(),
        r"in\.jsonl:1: .*not a list",
    ),
    "no column": ("in.csv", f"id,body\n1,{CANARY}\n".encode(), r"in\.csv:1: .*'text' is missing"),
    "ragged rows": (
        "in.csv",
        f"id,text\n1,a\n2,{CANARY},x\n".encode(),
        r"in\.csv:3: the row has 3 cells, the header has 2",
    ),
    "an open quote": ("in.csv", f'id,text\n1,"{CANARY}\n'.encode(), r"in\.csv:2: .*never closed"),
    "BIO tags": (
        "in.conll",
        b"hi O\n\nZebulon B-PERSON\nQuill X-PERSON\n",
        r"in\.conll:4: ",
    ),
    "BIO inside nothing": (
        "in.slots",
        b"A\thello Quillfeather\tO PERSON-I\n",
        r"in\.slots:1: column 3",
    ),
    "tokens and tags": (
        "in.slots",
        b"A\ta b\tO O\nA\thello Zebulon Quill\tO O\n",
        r"in\.slots:2: 3 tokens but 2 tags",
    ),
    "columns": ("in.slots", b"A\ta b\tO O\nZebulon Quill\tO\n", r"in\.slots:2: 2 columns"),
    "no JSON dialogue": ("in.json", b'{"turns": [{"x": "Zebulon Quill"', r"in\.json"),
    "no XML": ("in.trs", b"<Trans><Turn>Zebulon Quill</Trans>", r"in\.trs"),
    "an entity bomb": (
        "in.trs",
        b'<?xml version="1.0"?><!DOCTYPE Trans [<!ENTITY a "Zebulon Quill">]><Trans>&a;</Trans>',
        r"in\.trs",
    ),
    "empty": ("in.jsonl", b"", r"in\.jsonl: empty file"),
    "empty text": ("in.txt", b"", r"in\.txt: empty file"),
    "empty table": ("in.parquet", b"", r"in\.parquet: empty file"),
    "no parquet": ("in.parquet", b"PAR1 Zebulon Quill PAR1", r"in\.parquet: not a readable"),
    "cut-off gzip": ("in.jsonl.gz", gzip.compress(GOOD.encode())[:-9], r"in\.jsonl\.gz: trunc"),
    "no gzip": ("in.jsonl.gz", GOOD.encode(), r"in\.jsonl\.gz: corrupt"),
    "a duplicate": (
        "in.jsonl",
        (GOOD + GOOD.replace("hello", "howdy")).encode(),
        r"in\.jsonl: the document id 'd1' occurs more than once",
    ),
}


def tree(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }


def refused(code: int, message: str, *words: object, stdin: bytes = b"") -> stage.Answer:
    """The command fails as it should, and says nothing private."""
    done = stage.call(*words, stdin=stdin)
    assert done.code == code, done.said
    assert re.search(message, done.err), done.err
    assert "Traceback" not in done.err
    assert len(done.err.strip().splitlines()) <= 4
    for name in ("Zebulon", "Quill", "Ottoline"):
        assert name not in done.said
    return done


@pytest.mark.parametrize("case", BAD_INPUT)
@pytest.mark.parametrize("command", ["run", "identify"])
def test_bad_input_is_named_and_leaves_nothing(tmp_path: Path, case: str, command: str) -> None:
    name, data, message = BAD_INPUT[case]
    source = tmp_path / name
    source.write_bytes(data)
    before = tree(tmp_path)
    suffixes = "".join(source.suffixes)
    out = tmp_path / (
        f"out{suffixes}"
        if command == "run" or suffixes not in (".txt", ".csv", ".trs")
        else "out.jsonl"
    )
    refused(1, message, command, source, "-o", out)
    assert tree(tmp_path) == before
    assert not [path for path in tmp_path.iterdir() if path.is_dir()]


def test_after_a_failure_the_corrected_corpus_goes_through(tmp_path: Path) -> None:
    source, out = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    source.write_text(GOOD + "{")
    words = ("run", source, "-o", out, "--ledger", tmp_path / "l", "--report", tmp_path / "r.html")
    refused(1, r"in\.jsonl:2", *words)
    assert [path.name for path in tmp_path.iterdir()] == ["in.jsonl"]
    source.write_text(GOOD)
    assert stage.call(*words).code == 0


@pytest.mark.parametrize("workers", [2])
def test_bad_input_with_workers(tmp_path: Path, workers: int) -> None:
    source = tmp_path / "in.jsonl"
    source.write_text(stage.rows(2000, width=20) + '{"text": 1}\n')
    before = tree(tmp_path)
    words = ("-o", tmp_path / "out.jsonl", "--workers", workers)
    refused(1, r"in\.jsonl:2001: the text field 'text' is not a string", "run", source, *words)
    assert tree(tmp_path) == before


def test_bad_input_from_a_pipe(tmp_path: Path) -> None:
    words = ("run", "-", "-o", "-", "--format", "jsonl")
    done = refused(1, "stdin:2: malformed", *words, stdin=GOOD.encode() + b"{\n")
    assert done.out == b""
    done = refused(1, "more than once", *words, stdin=GOOD.encode() * 2)
    assert done.out == b""
    refused(1, "stdin: empty file", *words)


def test_bad_brat_annotations(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(f"hello {CANARY}")
    cases = {
        f"T1\tPERSON 6 99\t{CANARY}": r"a\.ann:1: 6 99 is not in a text of 19",
        f"T1\tPERSON 0 13\t{CANARY}": r"a\.ann:1: .*not the text of the annotation",
        f"T1\tPERSON 6 19\t{CANARY}\nT2\tX 6 13\tZebulon": r"a\.ann:2: overlaps .* line 1",
        f"T1\t{CANARY}": r"a\.ann:1: not a text-bound",
    }
    for lines, message in cases.items():
        (tmp_path / "a.ann").write_text(lines + "\n")
        refused(1, message, "run", tmp_path / "a.ann", "-o", tmp_path / "out.txt")
        assert len(tree(tmp_path)) == 2
    (tmp_path / "a.ann").unlink()
    refused(2, r"a\.ann", "run", tmp_path / "a.txt", "-o", tmp_path / "o", "--format", "brat")


def test_bad_parquet_columns(tmp_path: Path) -> None:
    source, out = tmp_path / "in.parquet", tmp_path / "out.parquet"
    stage.write_parquet(source, pa.table({"id": ["a"], "body": [CANARY]}))
    refused(
        1, r"in\.parquet: .*'text' is missing; there are 'id', 'body'", "run", source, "-o", out
    )
    stage.write_parquet(source, pa.table({"text": [1]}))
    refused(1, r"in\.parquet: .*not one of strings", "run", source, "-o", out)
    stage.write_parquet(source, pa.table({"text": [CANARY], "entities": [f"[{CANARY}"]}))
    refused(1, r"in\.parquet:1: the column 'entities' is not JSON", "run", source, "-o", out)
    assert [path.name for path in tmp_path.iterdir()] == ["in.parquet"]


def test_duplicate_ids_across_tasks_and_files(tmp_path: Path) -> None:
    source, out = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    source.write_text(stage.rows(4000, width=20) + GOOD.replace("d1", "d17"))
    refused(1, r"in\.jsonl: the document id 'd17'", "run", source, "-o", out, "--policy", "typed")
    folder = tmp_path / "in"
    folder.mkdir()
    for name in "ab":
        (folder / f"{name}.jsonl").write_text(GOOD)
    refused(1, r"a\.jsonl and b\.jsonl: the document id 'd1'", "run", folder, "-o", tmp_path / "o")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["in", "in.jsonl"]
    words = ("run", source, "-o", out, "--policy", "typed", "--id", "other")
    assert stage.call(*words).code == 0


# --- usage ----------------------------------------------------------------------------------


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    path = tmp_path / "in.jsonl"
    path.write_text(GOOD)
    return path


def test_outputs_that_cannot_be(tmp_path: Path, corpus: Path) -> None:
    (tmp_path / "folder").mkdir()
    taken = tmp_path / "taken.jsonl"
    taken.write_text("mine")
    _csv(tmp_path)
    before = tree(tmp_path)
    refused(2, "folder: is a directory", "run", corpus, "-o", tmp_path / "folder")
    refused(2, "is a directory", "run", corpus, "-o", tmp_path / "folder", "--force")
    refused(2, "taken.jsonl: exists already.*--force", "run", corpus, "-o", taken)
    refused(2, "no such directory", "run", corpus, "-o", tmp_path / "no" / "out.jsonl")
    refused(2, "overwrite the input|exists already", "run", corpus, "-o", corpus)
    refused(2, "overwrite the input", "run", corpus, "-o", corpus, "--force")
    refused(
        2, "is a file", "run", corpus, _csv(tmp_path), "--format", "lines", "-o", taken, "--force"
    )
    assert tree(tmp_path) == before
    assert stage.call("run", corpus, "-o", taken, "--force").code == 0
    assert "Zebulon" not in taken.read_text() != "mine"


def test_force_removes_nothing_but_an_older_release(tmp_path: Path) -> None:
    source, out = tmp_path / "in", tmp_path / "out"
    source.mkdir()
    for name in "ab":
        (source / f"{name}.jsonl").write_text(GOOD.replace("d1", name))
    words = ("run", source, "-o", out)
    assert stage.call(*words).code == 0
    refused(2, "out: exists already", *words)
    assert stage.call(*words, "--force").code == 0
    (out / "diary.txt").write_text("mine")
    refused(2, r"diary\.txt: is not part of the release", *words, "--force")
    refused(2, "is not part of the release", "run", source, "-o", tmp_path, "--force")
    assert (out / "diary.txt").read_text() == "mine"
    assert sorted(path.name for path in source.iterdir()) == ["a.jsonl", "b.jsonl"]


def test_an_output_inside_the_input(tmp_path: Path, corpus: Path) -> None:
    refused(2, "out: lies in the input", "run", tmp_path, "-o", tmp_path / "out")


def test_one_part_of_a_pair_is_not_overwritten(tmp_path: Path) -> None:
    for ending, (text, _) in stage.BRAT.items():
        (tmp_path / f"one{ending}").write_text(text)
    (tmp_path / "new.ann").write_text("mine")
    words = ("run", tmp_path / "one.txt", "--format", "brat")
    refused(2, r"new\.ann: exists already", *words, "-o", tmp_path / "new.txt")
    refused(2, r"new\.ann: exists already", *words, "-o", tmp_path / "new")
    assert (tmp_path / "new.ann").read_text() == "mine"


def test_ledgers_and_reports_take_the_place_of_nothing(tmp_path: Path, corpus: Path) -> None:
    out = tmp_path / "out.jsonl"
    words: tuple[object, ...] = ("run", corpus, "-o", out)
    other = tmp_path / "other.jsonl"
    other.write_text(GOOD)
    old = tmp_path / "old.ledger"
    old.write_text("needed")
    before = tree(tmp_path)
    refused(2, "old.ledger: exists already", *words, "--ledger", old)
    refused(2, "part of the input", *words, "--ledger", corpus, "--force")
    refused(2, "part of the input", *words, "--report", corpus, "--force")
    refused(2, "place of the output", *words, "--ledger", out)
    refused(2, "place of the output", *words, "--report", out)
    refused(2, "no such directory", *words, "--ledger", tmp_path / "no" / "l")
    refused(2, "no such directory", *words, "--report", tmp_path / "no" / "r.html")
    refused(2, "is a directory", *words, "--report", tmp_path)
    same = tmp_path / "same"
    refused(2, "place of the report", *words, "--ledger", same, "--report", same)
    folder = tmp_path / "folder"
    inside = folder / "l"
    folder.mkdir()
    words = ("run", corpus, other, "-o", folder)
    refused(2, "place of the output", *words, "--ledger", inside, "--force")
    assert tree(tmp_path) == before


def test_inputs_that_cannot_be(tmp_path: Path, corpus: Path) -> None:
    out = ("-o", tmp_path / "out.jsonl")
    refused(2, "none.jsonl: no such file", "run", tmp_path / "none.jsonl", *out)
    refused(2, "no such file", "run", f"{tmp_path}/*.csv", *out)
    refused(2, "unknown format 'docx'.*jsonl", "run", corpus, "--format", "docx", *out)
    refused(2, "no format has this suffix", "run", _touched(tmp_path / "a.docx"), *out)
    refused(2, "needs a format", "run", "-", *out)
    refused(2, "cannot be read from standard input", "run", "-", "--format", "parquet", *out)
    refused(2, "one of several", "run", "-", corpus, "--format", "jsonl", *out)
    refused(2, "several formats", "run", corpus, _touched(tmp_path / "a.csv"), *out)
    refused(2, "no files found", "run", _folder(tmp_path / "empty"), *out)
    refused(2, "delimiter", "run", _csv(tmp_path), "--delimiter", "::", "-o", tmp_path / "o.csv")
    refused(2, r"go to a \.jsonl", "identify", _csv(tmp_path), "-o", tmp_path / "o.csv")
    refused(2, "name an output", "run", tmp_path / "in.jsonl", "--json", "-o", "-")
    refused(2, "Missing option|-o", "run", corpus)
    refused(2, "No such option", "run", corpus, *out, "--nonsense")
    refused(2, "No such command", "perform")
    refused(2, "workers", "run", corpus, *out, "--workers", "0")


def _touched(path: Path) -> Path:
    path.write_text("x\n")
    return path


def _folder(path: Path) -> Path:
    path.mkdir()
    return path


def _csv(folder: Path) -> Path:
    path = folder / "t.csv"
    path.write_text(f"id,text\n1,{CANARY}\n")
    return path


POLICIES = {
    "p above": ("[default]\nstrategy = 'redact'\np = 1.5", r"mine\.toml:4: default\.p: .*0 to 1"),
    "p below": (
        "[categories]\nPERSON = { strategy = 'entity', p = -0.1 }",
        r"mine\.toml:3: categories\.PERSON\.p",
    ),
    "p of letters": ("[default]\nstrategy = 'redact'\np = 'all'", r"mine\.toml:4: default\.p"),
    "category": ("[categories]\nPERSN = { strategy = 'redact' }", r"mine\.toml:3: .*PERSON\?"),
    "strategy": ("[default]\nstrategy = 'hide'", r"mine\.toml:3: default\.strategy: .*redact"),
    "key": ("epsilon_maximum = 3", r"mine\.toml:2: epsilon_maximum: unknown key.*epsilon_max\?"),
    "detector": ("detectors = ['crystal ball']", r"mine\.toml:2: detectors: unknown detector"),
    "not TOML": ("[default", r"mine\.toml: not TOML"),
    "one surrogate": (
        "[categories]\nPERSON = { strategy = 'entity', file = 'one.txt' }",
        r"mine\.toml:3: .*two values or more, this one has 1.*named",
    ),
    "no surrogates": (
        "[categories]\nPERSON = { strategy = 'word', file = 'none.txt' }",
        r"mine\.toml:3: .*two values or more, this one has 0",
    ),
    "no list": (
        "[categories]\nPERSON = { strategy = 'word', file = 'lost.txt' }",
        r"mine\.toml:3: .*cannot be read",
    ),
    "no public list": (
        "[categories]\nFAMILY = { strategy = 'entity' }",
        r"mine\.toml:3: .*no public stand-ins for FAMILY",
    ),
}


@pytest.mark.parametrize("case", POLICIES)
def test_policies_that_do_not_hold(tmp_path: Path, corpus: Path, case: str) -> None:
    text, message = POLICIES[case]
    (tmp_path / "one.txt").write_text("Ada\n")
    (tmp_path / "none.txt").write_text("\n")
    policy = stage.policy(tmp_path, text)
    refused(2, message, "run", corpus, "-o", tmp_path / "out.jsonl", "--policy", policy)
    refused(2, message, "policy", "check", policy)
    assert not list(tmp_path.glob("out*"))


def test_a_preset_that_is_none(tmp_path: Path, corpus: Path) -> None:
    words = ("run", corpus, "-o", tmp_path / "out.jsonl", "--policy", "surogate")
    refused(2, "surogate: no such file, and no preset of that name .*surrogate", *words)


@pytest.mark.parametrize("strategy", ["'swap'", "'entity', source = 'corpus'"])
def test_a_corpus_with_one_value_cannot_lend_values(
    tmp_path: Path, corpus: Path, strategy: str
) -> None:
    policy = stage.policy(tmp_path, f"[categories]\nPERSON = {{ strategy = {strategy} }}")
    refused(
        2,
        "single value|two values|PERSON",
        "run",
        corpus,
        "-o",
        tmp_path / "o.jsonl",
        "--policy",
        policy,
    )
    assert not list(tmp_path.glob("o.jsonl*"))


def test_secrets_that_cannot_be(tmp_path: Path, corpus: Path) -> None:
    words = ("run", corpus, "-o", tmp_path / "out.jsonl")
    short = stage.key_file(tmp_path, "short", "abc")
    refused(2, "short: the key file is too short", *words, "--key-file", short)
    refused(2, "cannot be read", *words, "--key-file", tmp_path / "none")
    refused(2, "goes with --ledger", *words, "--ledger-key-file", stage.key_file(tmp_path))
    refused(2, "exclude each other", *words, "--seed", 1, "--key-file", tmp_path / "key")
    open_key = stage.key_file(tmp_path, "open")
    open_key.chmod(0o644)
    done = stage.call(*words, "--key-file", open_key)
    assert done.code == 0
    assert "warning" in done.err
    assert "chmod 600" in done.err


# --- budgets --------------------------------------------------------------------------------


def test_epsilon_max_stops_before_anything_is_read(tmp_path: Path) -> None:
    rule = "PERSON = { strategy = 'entity', p = 0.5 }"
    policy = stage.policy(tmp_path, f"epsilon_max = 1\n[categories]\n{rule}")
    missing = tmp_path / "there is no such.jsonl"
    message = "epsilon_max = 1 is exceeded by .*PERSON.*nothing was run"
    refused(3, message, "run", missing, "-o", tmp_path / "out.jsonl", "--policy", policy)
    refused(3, message, "policy", "check", policy)
    assert [path.name for path in tmp_path.iterdir()] == ["mine.toml"]


WITHHOLDING = """epsilon_document_max = 2
[categories]
PERSON = { strategy = "entity", p = 0.5, file = "people.txt" }
"""
"""With three values and p = 0.5, a draw costs ln 4: a document may name one person, not two."""


def withholding(folder: Path) -> Path:
    (folder / "people.txt").write_text("Ada\nEva\nIda\nAda May\nEva May\nIda May\n")
    return stage.policy(folder, WITHHOLDING)


Writer = Callable[[int, int], str]


def _jsonl_document(number: int, people: int) -> str:
    text = " ".join(["hello", *stage.NAMES[:people]])
    return stage.row(number, text, *stage.NAMES[:people])


def _slots_document(number: int, people: int) -> str:
    return f"A\thi{number}{' Zebulon Ottoline' * people}\tO{' B-PERSON B-PERSON' * people}\n"


def _conll_document(number: int, people: int) -> str:
    return f"# {number}\nhi O\n" + "Zebulon B-PERSON\nOttoline B-PERSON\n" * people + "\n"


DOCUMENTS: dict[str, Writer] = {
    "jsonl": _jsonl_document,
    "slots": _slots_document,
    "conll": _conll_document,
}


@pytest.mark.parametrize("format", DOCUMENTS)
@pytest.mark.parametrize("costs", ["0202", "2000", "0002", "2220", "0222", "2022", "222"])
def test_documents_over_the_budget_are_withheld(tmp_path: Path, format: str, costs: str) -> None:
    """Each figure says how many people a document names; two cost more than the budget."""
    policy = withholding(tmp_path)
    source, out, ledger, back = (
        tmp_path / name for name in (f"in.{format}", f"out.{format}", "l", f"back.{format}")
    )
    documents = [DOCUMENTS[format](at, int(people)) for at, people in enumerate(costs)]
    source.write_text("".join(documents))
    words = ("run", source, "-o", out, "--policy", policy, "--ledger", ledger)
    done = stage.call(*words)
    assert done.code == 3, done.said
    count = costs.count("2")
    assert f"{count} documents cost more than epsilon_document_max = 2" in done.err
    ids = [f"d{at}" if format == "jsonl" else f"in.{format}#{at + 1}" for at in range(len(costs))]
    listed = done.err.rpartition("withheld: ")[2].strip().split(", ")
    assert listed == [name for name, people in zip(ids, costs, strict=True) if people == "2"]
    kept = [text for text, people in zip(documents, costs, strict=True) if people == "0"]
    assert out.read_text() == "".join(kept)
    again = stage.call("restore", out, "--ledger", ledger, "-o", back)
    assert again.code == 0, again.err
    assert back.read_text() == source.read_text()


def test_withheld_files_of_a_directory_come_back(tmp_path: Path) -> None:
    policy = withholding(tmp_path)
    source, out, ledger, back = (tmp_path / name for name in ("in", "out", "l", "back"))
    source.mkdir()
    for number, people in enumerate((2, 0, 2)):
        name = "packed.jsonl.gz" if number == 2 else f"{number}.ndjson"
        data = _jsonl_document(number, people).encode()
        (source / name).write_bytes(gzip.compress(data) if number == 2 else data)
    done = stage.call("run", source, "-o", out, "--policy", policy, "--ledger", ledger)
    assert done.code == 3, done.said
    assert [path.name for path in out.iterdir()] == ["1.ndjson"]
    assert stage.call("restore", out, "--ledger", ledger, "-o", back).code == 0
    assert sorted(path.name for path in back.iterdir()) == [
        "0.ndjson",
        "1.ndjson",
        "packed.jsonl.gz",
    ]
    assert (back / "0.ndjson").read_text() == _jsonl_document(0, 2)
    assert gzip.decompress((back / "packed.jsonl.gz").read_bytes()).decode() == _jsonl_document(
        2, 2
    )


def test_a_withheld_brat_document_comes_back(tmp_path: Path) -> None:
    policy = withholding(tmp_path)
    source, out, ledger, back = (tmp_path / name for name in ("in", "out", "l", "back"))
    source.mkdir()
    for ending, (text, _) in stage.BRAT.items():
        (source / f"two{ending}").write_text(text)
    (source / "none.txt").write_text("hello")
    (source / "none.ann").write_text("")
    done = stage.call("run", source, "-o", out, "--policy", policy, "--ledger", ledger)
    assert done.code == 3, done.said
    assert "withheld: two" in done.err
    assert sorted(path.name for path in out.iterdir()) == ["none.ann", "none.txt"]
    again = stage.call("restore", out, "--ledger", ledger, "-o", back)
    assert again.code == 0, again.err
    assert tree(back) == tree(source)


def test_withheld_rows_of_parquet(tmp_path: Path) -> None:
    policy = withholding(tmp_path)
    text = " ".join(stage.NAMES[:2])
    table = pa.table(
        {
            "id": ["a", "b"],
            "text": [text, "nothing"],
            "entities": [json.dumps([stage.entity(text, name) for name in stage.NAMES[:2]]), "[]"],
            "more": [1, 2],
        }
    )
    source, out, ledger = tmp_path / "in.parquet", tmp_path / "out.parquet", tmp_path / "l"
    stage.write_parquet(source, table)
    done = stage.call("run", source, "-o", out, "--policy", policy, "--ledger", ledger)
    assert done.code == 3
    assert "withheld: a" in done.err
    assert stage.read_parquet(out).column("id").to_pylist() == ["b"]
    refused(
        1, "'a' was withheld", "restore", out, "--ledger", ledger, "-o", tmp_path / "back.parquet"
    )
    assert not list(tmp_path.glob("back*"))


def test_everything_withheld_in_the_report(tmp_path: Path) -> None:
    policy = withholding(tmp_path)
    source = tmp_path / "in.jsonl"
    source.write_text("".join(_jsonl_document(number, 2) for number in range(12)))
    report = tmp_path / "r.html"
    words = ("run", source, "-o", tmp_path / "out.jsonl", "--policy", policy, "--report", report)
    done = stage.call(*words, "--json")
    assert done.code == 3
    assert done.json["withheld"] == [f"d{number}" for number in range(12)]
    assert "12 documents" in done.err
    assert "d11" not in done.err
    assert "Zebulon" not in report.read_text()


# --- restoring ------------------------------------------------------------------------------


@pytest.fixture
def released(tmp_path: Path) -> tuple[Path, Path, Path]:
    """A release, its ledger, and the key of the ledger."""
    source = tmp_path / "in.jsonl"
    source.write_text(stage.rows(5))
    release, ledger, key = tmp_path / "out.jsonl", tmp_path / "ledger", stage.key_file(tmp_path)
    words = ("--ledger", ledger, "--ledger-key-file", key)
    assert stage.call("run", source, "-o", release, *words).code == 0
    return release, ledger, key


def test_wrong_ledgers_and_keys(tmp_path: Path, released: tuple[Path, Path, Path]) -> None:
    release, ledger, key = released
    back = tmp_path / "back.jsonl"
    words = ("restore", release, "-o", back, "--ledger")
    seal = ("--ledger-key-file", key)
    refused(1, "ledger: the ledger is encrypted", *words, ledger)
    wrong = stage.key_file(tmp_path, "wrong", "not the key of this ledger")
    refused(1, "the key does not open", *words, ledger, "--ledger-key-file", wrong)
    refused(1, "none: No such file", *words, tmp_path / "none")
    refused(1, "not a ledger", *words, tmp_path / "in.jsonl")
    refused(1, "not a ledger", *words, _touched(tmp_path / "x"))
    empty = tmp_path / "empty"
    empty.write_bytes(b"")
    refused(1, "not a ledger", *words, empty)
    other = tmp_path / "other"
    made = ("run", tmp_path / "in.jsonl", "-o", tmp_path / "o.jsonl", "--ledger", other)
    assert stage.call(*made).code == 0
    refused(1, "'d0' is not as it was released.*another release", *words, other)
    refused(1, "not encrypted", *words, other, *seal)
    refused(2, "no such file", "restore", tmp_path / "none.jsonl", "-o", back, "--ledger", other)
    refused(2, "overwrite the input", "restore", release, "-o", release, "--ledger", ledger, *seal)
    refused(2, "name them", "restore", "-", "-o", back, "--ledger", ledger, *seal)
    refused(2, "name them", "restore", release, "-o", "-", "--ledger", ledger, *seal)
    assert not list(tmp_path.glob("back*"))
    assert stage.call(*words, ledger, *seal).code == 0


def test_an_encrypted_ledger_cut_anywhere_or_flipped(
    tmp_path: Path, released: tuple[Path, Path, Path]
) -> None:
    release, ledger, key = released
    data, broken = ledger.read_bytes(), tmp_path / "broken"
    back = tmp_path / "back.jsonl"
    words = ("restore", release, "-o", back, "--ledger", broken, "--ledger-key-file", key)
    for cut in [*range(1, 60), *range(60, len(data) - 1, 97), len(data) - 1]:
        broken.write_bytes(data[:cut])
        refused(1, "ledger", *words)
    for at in [*range(60), *range(60, len(data), 61), len(data) - 1]:
        broken.write_bytes(data[:at] + bytes([data[at] ^ 0x55]) + data[at + 1 :])
        refused(1, "ledger", *words)
    assert not list(tmp_path.glob("back*"))


def test_a_plain_ledger_cut_anywhere_or_damaged(tmp_path: Path) -> None:
    source, release = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    source.write_text(stage.rows(3))
    ledger, broken, back = (tmp_path / name for name in ("l", "broken", "back.jsonl"))
    assert stage.call("run", source, "-o", release, "--ledger", ledger).code == 0
    data = ledger.read_bytes()
    words = ("restore", release, "-o", back, "--ledger", broken)
    for cut in range(0, len(data) - 1, 53):
        broken.write_bytes(data[:cut])
        refused(1, "ledger", *words)
        assert not list(tmp_path.glob("back*"))
    for at in range(0, len(data) - 1, 29):
        broken.write_bytes(data[:at] + b"7" + data[at + 1 :])
        done = stage.call(*words)
        assert done.code in (0, 1, 2), done.err
        if done.code == 0:  # what was damaged says nothing of the text
            assert back.read_bytes() == source.read_bytes()
            back.unlink()
        assert "Traceback" not in done.err
        assert "Zebulon" not in done.said
        assert not list(tmp_path.glob("back*"))


def test_a_release_that_was_changed(tmp_path: Path, released: tuple[Path, Path, Path]) -> None:
    release, ledger, key = released
    text = release.read_text()
    lines = text.splitlines(keepends=True)
    back = tmp_path / "back.jsonl"
    words = ("restore", release, "-o", back, "--ledger", ledger, "--ledger-key-file", key)
    cases = {
        text.replace("call 3:", "call 8:"): "'d3' is not as it was released",
        "".join(lines[:-1]): "fewer records",
        "".join([*lines, *lines[-1:]]): "not the one of this release",
        "".join([lines[1], lines[0], *lines[2:]]): "'d0' is not as it was released",
    }
    for changed, message in cases.items():
        release.write_text(changed)
        refused(1, message, *words)
        assert not list(tmp_path.glob("back*"))


def test_a_release_that_lost_a_file(tmp_path: Path) -> None:
    source, out, ledger = tmp_path / "in", tmp_path / "out", tmp_path / "l"
    source.mkdir()
    for name in "ab":
        (source / f"{name}.jsonl").write_text(GOOD.replace("d1", name))
    assert stage.call("run", source, "-o", out, "--ledger", ledger).code == 0
    words = ("restore", out, "--ledger", ledger, "-o", tmp_path / "back")
    (out / "c.jsonl").write_text(GOOD)
    refused(1, r"does not know: c\.jsonl", *words)
    (out / "c.jsonl").unlink()
    (out / "b.jsonl").unlink()
    refused(1, r"b\.jsonl: is not in the release", *words)
    assert not list(tmp_path.glob("back*"))


# --- as a process ---------------------------------------------------------------------------

COMMAND = shutil.which("understudy", path=str(Path(sys.executable).parent))


@pytest.mark.skipif(COMMAND is None, reason="the command is not installed")
def test_the_command_itself(tmp_path: Path) -> None:
    def run(*words: object, data: bytes = b"") -> subprocess.CompletedProcess[bytes]:
        return subprocess.run(
            [str(COMMAND), *map(str, words)], input=data, capture_output=True, check=False
        )

    good = run("run", "-", "-o", "-", "--format", "jsonl", "--policy", "typed", data=GOOD.encode())
    assert (good.returncode, good.stderr) == (0, b"")
    assert json.loads(good.stdout)["text"] == "hello <PERSON>"
    bad = run("run", "-", "-o", "-", "--format", "jsonl", data=b'{"text": "Zebulon Quill')
    assert (bad.returncode, bad.stdout) == (1, b"")
    assert bad.stderr.startswith(b"error: stdin:1: malformed JSON")
    usage = run("run", tmp_path / "none.jsonl", "-o", tmp_path / "out.jsonl")
    assert usage.returncode == 2
    policy = stage.policy(tmp_path, "epsilon_max = 0\n[default]\nstrategy = 'keep'")
    budget = run("run", tmp_path / "none.jsonl", "-o", tmp_path / "out.jsonl", "--policy", policy)
    assert budget.returncode == 3
    assert b"Zebulon" not in bad.stderr + usage.stderr + budget.stderr
    assert b"Traceback" not in bad.stderr + usage.stderr + budget.stderr
