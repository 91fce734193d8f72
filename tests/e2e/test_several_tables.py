"""Several tables of one format in a run: each may lack what another has."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import stage

CUSTOMERS = "customer_id,customer,phone\nC-77,Zebulon Quill,(212) 555-0143\n"
TICKETS = "customer_id,when,text\nC-77,2024-03-01,Zebulon rang from 2125550143.\n"
ROWS = {
    "csv": (CUSTOMERS, TICKETS),
    "jsonl": (
        '{"customer_id": "C-77", "customer": "Zebulon Quill", "phone": "(212) 555-0143"}\n',
        '{"customer_id": "C-77", "when": "2024-03-01", "tags": [], '
        '"text": "Zebulon rang from 2125550143."}\n',
    ),
}
SUBJECT = ("--scope", "subject", "--subject", "customer_id", "--policy", "patterns")


def _tables(folder: Path, suffix: str) -> Path:
    source = folder / "in"
    source.mkdir()
    for name, text in zip(("customers", "tickets"), ROWS[suffix], strict=True):
        (source / f"{name}.{suffix}").write_text(text)
    return source


@pytest.mark.parametrize("suffix", ROWS)
def test_what_is_proposed_is_of_all_tables(tmp_path: Path, suffix: str) -> None:
    source, out = _tables(tmp_path, suffix), tmp_path / "out"
    done = stage.call("run", source, "-o", out, "--columns", "auto", *SUBJECT)
    assert done.code == 0, done.said
    told = "".join(file.read_text() for file in sorted(out.iterdir()))
    assert not any(one in told for one in ("Zebulon", "Quill"))
    files = sorted(source.iterdir())
    several = stage.call("columns", *files)
    assert "customer " in several.said and "when " in several.said
    assert f"{files[0]} {files[1]} -o OUTPUT" in several.said


@pytest.mark.parametrize("words", [("--subject", "custmer_id"), ("--column", "phon=PHONE_NUMBER")])
@pytest.mark.parametrize("suffix", ROWS)
@pytest.mark.parametrize("mixed", [False, True])
def test_a_name_that_no_table_has_is_refused(
    tmp_path: Path, suffix: str, words: tuple[str, str], mixed: bool
) -> None:
    source = _tables(tmp_path, suffix)
    if mixed:
        (source / "note.txt").write_text("Zebulon rang.\n")
    done = stage.call("run", source, "-o", tmp_path / "out", "--columns", "auto", *words)
    assert done.code == 2
    name = words[1].split("=")[0]
    assert f"{words[0]} names '{name}', which none of the 2 tables has" in done.said
    assert "did you mean" in done.said


def test_a_table_with_a_column_that_nobody_decided_on_is_refused(tmp_path: Path) -> None:
    source = _tables(tmp_path, "csv")
    kinds = ("--column", "customer_id=KEEP", "--text", "text", "--column", "when=DATE")
    done = stage.call("run", source, "-o", tmp_path / "out", *kinds)
    assert done.code == 2 and "nobody has decided on 'customer', 'phone'" in done.said


def test_tokens_are_not_read_as_texts(tmp_path: Path) -> None:
    """Each by itself, "Zebulon" and "Quill" are two things, and the second is found by nobody."""
    source = tmp_path / "in.jsonl"
    rows = (["Zebulon", "Quill", "sleeps"], ["B-PER", "I-PER", "O"]), (["He", "snores"], ["O", "O"])
    source.write_text(
        "".join(json.dumps({"tokens": tokens, "ner": tags}) + "\n" for tokens, tags in rows * 2)
    )
    words = ("--text", "tokens", "--column", "ner=KEEP", "--policy", "patterns")
    said = "'tokens' holds tokens and 'ner' their tags"
    stage.refused(2, said, "run", source, "-o", tmp_path / "out.jsonl", *words)
    source.write_text(source.read_text().replace("B-PER", "some").replace("I-PER", "other"))
    done = stage.call("run", source, "-o", tmp_path / "out.jsonl", *words)
    assert done.code == 0, done.said
