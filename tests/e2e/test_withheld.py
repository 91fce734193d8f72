"""Budgets: nothing starts over one, and documents over the other are withheld."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from pathlib import Path

import pyarrow as pa
import pytest
import stage


def test_epsilon_max_stops_before_anything_is_read(tmp_path: Path) -> None:
    rule = "PERSON = { strategy = 'entity', p = 0.5 }"
    policy = stage.policy(tmp_path, f"epsilon_max = 1\n[categories]\n{rule}")
    missing = tmp_path / "there is no such.jsonl"
    message = "epsilon_max = 1 is exceeded by .*PERSON.*nothing was run"
    stage.refused(3, message, "run", missing, "-o", tmp_path / "out.jsonl", "--policy", policy)
    stage.refused(3, message, "policy", "check", policy)
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
    assert (
        f"{count} document{'s' * (count > 1)} cost more than epsilon_document_max = 2" in done.err
    )
    ids = [f"d{at}" if format == "jsonl" else f"in.{format}#{at + 1}" for at in range(len(costs))]
    listed = done.err.rpartition("withheld: ")[2].strip().split(", ")
    assert listed == [name for name, people in zip(ids, costs, strict=True) if people == "2"]
    kept = [text for text, people in zip(documents, costs, strict=True) if people == "0"]
    assert out.read_text() == "".join(kept)
    again = stage.call("restore", out, "--ledger", ledger, "-o", back)
    assert again.code == 0, again.err
    assert back.read_text() == source.read_text()


@pytest.mark.parametrize("format", ["lines", "csv", "tsv"])
@pytest.mark.parametrize("costs", ["0202", "2000", "0002", "222"])
def test_withheld_lines_and_rows(tmp_path: Path, finder: str, format: str, costs: str) -> None:
    policy = withholding(tmp_path)
    policy.write_text(policy.read_text().replace("[cat", f'detectors = ["{finder}"]\n[cat'))
    texts = ["hi Ottoline Vex\tZebulon" if cost == "2" else "hi" for cost in costs]
    joined = {"lines": "{}\n", "csv": '"{}, x"\n', "tsv": '"{}"\n'}[format]
    head = "" if format == "lines" else "text\n"
    documents = [joined.format(text) for text in texts]
    source, out, back = (tmp_path / f"{name}.{format}" for name in ("in", "out", "back"))
    source.write_text(head + "".join(documents))
    words = ("--policy", policy, "--ledger", tmp_path / "l")
    assert stage.call("run", source, "-o", out, *words).code == 3
    kept = [text for text in documents if "Vex" not in text]
    assert out.read_text() == head + "".join(kept)
    again = stage.call("restore", out, "--ledger", tmp_path / "l", "-o", back)
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
    assert stage.tree(back) == stage.tree(source)


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
    done = stage.call(
        "run", source, "--column", "more=KEEP", "-o", out, "--policy", policy, "--ledger", ledger
    )
    assert done.code == 3
    assert "withheld: a" in done.err
    assert stage.read_parquet(out).column("id").to_pylist() == ["b"]
    stage.refused(
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
