"""Bad input: the exit status, the place, no private text, nothing half-written."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pyarrow as pa
import pytest
import stage

CANARY = "Zebulon Quill"


def jsonl(**fields: object) -> str:
    return json.dumps({"id": "x", "text": f"hello {CANARY}", **fields}) + "\n"


def spans(*places: tuple[object, object]) -> list[dict[str, object]]:
    return [{"start": start, "end": end, "category": "PERSON"} for start, end in places]


# file name, its bytes, what the message says
BAD_INPUT: dict[str, tuple[str, bytes, str]] = {
    "not UTF-8": (
        "in.jsonl",
        stage.GOOD.encode() + b'{"text": "\xffZebulon Quill"}',
        r"in\.jsonl:2: ",
    ),
    "not UTF-8 text": (
        "in.txt",
        b"\xc3\xad\nb Zebulon Quill\xff",
        r"in\.txt:2: .*UTF-8.*offset 15",
    ),
    "malformed JSON": (
        "in.jsonl",
        f'{stage.GOOD}\n{{"text": "{CANARY}", }}'.encode(),
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
        (stage.GOOD + json.dumps({"id": "y", "body": CANARY})).encode(),
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
    "cut-off gzip": (
        "in.jsonl.gz",
        gzip.compress(stage.GOOD.encode())[:-9],
        r"in\.jsonl\.gz: trunc",
    ),
    "no gzip": ("in.jsonl.gz", stage.GOOD.encode(), r"in\.jsonl\.gz: corrupt"),
    "a duplicate": (
        "in.jsonl",
        (stage.GOOD + stage.GOOD.replace("hello", "howdy")).encode(),
        r"in\.jsonl: the document id 'd1' occurs more than once",
    ),
}


@pytest.mark.parametrize("case", BAD_INPUT)
@pytest.mark.parametrize("command", ["run", "identify"])
def test_bad_input_is_named_and_leaves_nothing(tmp_path: Path, case: str, command: str) -> None:
    name, data, message = BAD_INPUT[case]
    source = tmp_path / name
    source.write_bytes(data)
    before = stage.tree(tmp_path)
    suffixes = "".join(source.suffixes)
    out = tmp_path / (
        f"out{suffixes}"
        if command == "run" or suffixes not in (".txt", ".csv", ".trs")
        else "out.jsonl"
    )
    stage.refused(1, message, command, source, "-o", out)
    assert stage.tree(tmp_path) == before
    assert not [path for path in tmp_path.iterdir() if path.is_dir()]


def test_after_a_failure_the_corrected_corpus_goes_through(tmp_path: Path) -> None:
    source, out = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    source.write_text(stage.GOOD + "{")
    words = ("run", source, "-o", out, "--ledger", tmp_path / "l", "--report", tmp_path / "r.html")
    stage.refused(1, r"in\.jsonl:2", *words)
    assert [path.name for path in tmp_path.iterdir()] == ["in.jsonl"]
    source.write_text(stage.GOOD)
    assert stage.call(*words).code == 0


@pytest.mark.parametrize("workers", [2])
def test_bad_input_with_workers(tmp_path: Path, workers: int) -> None:
    source = tmp_path / "in.jsonl"
    source.write_text(stage.rows(2000, width=20) + '{"text": 1}\n')
    policy = stage.policy(tmp_path, stage.GIVEN)
    before = stage.tree(tmp_path)
    words = ("-o", tmp_path / "out.jsonl", "--workers", workers, "--policy", policy)
    stage.refused(
        1, r"in\.jsonl:2001: the text field 'text' is not a string", "run", source, *words
    )
    assert stage.tree(tmp_path) == before


def test_bad_input_from_a_pipe(tmp_path: Path) -> None:
    words = ("run", "-", "-o", "-", "--format", "jsonl")
    done = stage.refused(1, "stdin:2: malformed", *words, stdin=stage.GOOD.encode() + b"{\n")
    assert done.out == b""
    done = stage.refused(1, "more than once", *words, stdin=stage.GOOD.encode() * 2)
    assert done.out == b""
    stage.refused(1, "stdin: empty file", *words)


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
        stage.refused(1, message, "run", tmp_path / "a.ann", "-o", tmp_path / "out.txt")
        assert len(stage.tree(tmp_path)) == 2
    (tmp_path / "a.ann").unlink()
    stage.refused(2, r"a\.ann", "run", tmp_path / "a.txt", "-o", tmp_path / "o", "--format", "brat")


def test_bad_parquet_columns(tmp_path: Path) -> None:
    source, out = tmp_path / "in.parquet", tmp_path / "out.parquet"
    stage.write_parquet(source, pa.table({"id": ["a"], "body": [CANARY]}))
    stage.refused(
        1, r"in\.parquet: .*'text' is missing; there are: 'id', 'body'", "run", source, "-o", out
    )
    stage.write_parquet(source, pa.table({"text": [1]}))
    stage.refused(1, r"in\.parquet: .*not one of strings", "run", source, "-o", out)
    stage.write_parquet(source, pa.table({"text": [CANARY], "entities": [f"[{CANARY}"]}))
    stage.refused(1, r"in\.parquet:1: the column 'entities' is not JSON", "run", source, "-o", out)
    assert [path.name for path in tmp_path.iterdir()] == ["in.parquet"]


def test_duplicate_ids_across_tasks_and_files(tmp_path: Path) -> None:
    source, out = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    policy = stage.policy(tmp_path, stage.GIVEN)
    rows = stage.rows(4000, width=20) + stage.GOOD.replace("d1", "d17")
    source.write_text(rows)
    words = ("run", source, "-o", out, "--policy", policy)
    stage.refused(1, r"in\.jsonl: the document id 'd17'", *words)
    folder = tmp_path / "in"
    folder.mkdir()
    for name in "ab":
        (folder / f"{name}.jsonl").write_text(stage.GOOD)
    stage.refused(
        1, r"a\.jsonl and b\.jsonl: the document id 'd1'", "run", folder, "-o", tmp_path / "o"
    )
    assert sorted(path.name for path in tmp_path.iterdir()) == ["in", "in.jsonl", "mine.toml"]
    numbered = enumerate(rows.splitlines())
    source.write_text("".join(f'{{"other": "{at}", {row[1:]}\n' for at, row in numbered))
    assert stage.call(*words, "--id", "other", "--column", "id=KEEP").code == 0
