"""What a command writes takes the place of nothing, unless that was said."""

from __future__ import annotations

from pathlib import Path

import pytest
import stage


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    path = tmp_path / "in.jsonl"
    path.write_text(stage.rows(3))
    return path


def test_a_report_replaces_nothing_unasked(tmp_path: Path, corpus: Path) -> None:
    words = ("run", corpus, "-o", tmp_path / "out.jsonl", "--report")
    for name in ("page.html", "strange"):
        there = tmp_path / name
        there.write_text("mine")
        stage.refused(2, f"{name}: exists already", *words, there)
        assert there.read_text() == "mine"
    assert not list(tmp_path.glob("out*"))
    assert stage.call(*words, tmp_path / "page.html", "--force").code == 0
    assert (tmp_path / "page.html").read_text() != "mine"


@pytest.mark.parametrize("option", ["--report", "--ledger", "-o", "--vault"])
def test_no_output_takes_the_place_of_what_is_read(
    tmp_path: Path, corpus: Path, option: str
) -> None:
    out = tmp_path / "out.jsonl"
    key = stage.key_file(tmp_path, "a.jsonl", "d0,f1e2a9b8c7d60543")
    link = tmp_path / "link.jsonl"
    link.hardlink_to(key)
    before = key.read_bytes()
    vault = ("--scope", "subject", "--vault", tmp_path / "v", "--vault-key-file")
    ways = (
        ("--key-file", key),
        ("--ledger", tmp_path / "l", "--ledger-key-file", key),
        (*vault, key),
        ("--scope", "subject", "--subject-table", key),
    )
    for words in ways:
        for place in (key, link):
            given = ("run", corpus, "-o", out, *words, option, place, "--force")
            stage.refused(2, "is read by this command", *given)
    assert key.read_bytes() == before
    assert not (tmp_path / "v").exists()


def test_each_output_has_a_place_of_its_own(tmp_path: Path, corpus: Path) -> None:
    out, place = tmp_path / "out.jsonl", tmp_path / "place"
    key = stage.key_file(tmp_path)
    vault = ("--scope", "subject", "--vault", place, "--vault-key-file", key)
    run = ("run", corpus, "--force", "-o")
    stage.refused(2, "place of the vault", *run, out, *vault, "--report", place)
    stage.refused(2, "place of the vault", *run, out, *vault, "--ledger", place)
    stage.refused(2, "place of the report", *run, out, "--report", place, "--ledger", place)
    stage.refused(2, "place of the", *run, out, "--ledger", out)
    assert not place.exists()


def test_side_files_are_checked_like_outputs(tmp_path: Path) -> None:
    corpus = tmp_path / "calls.json"
    corpus.write_text("[]")
    utility = ("measure", "utility", corpus, "--task", "ner", "--strategies", "redact")
    for words in (("learn", "simulate", corpus), utility):
        for more in ((), ("--force",)):
            stage.refused(
                2,
                "calls.json: is read by this command",
                *words,
                "-o",
                tmp_path / "calls.html",
                *more,
            )
        stage.refused(2, "call the page PAGE.html", *words, "-o", tmp_path / "x.json")
        for name in ("other.html", "other.json"):
            (tmp_path / name).write_text("mine")
            told = f"{name}: exists already"
            stage.refused(2, told, *words, "-o", tmp_path / "other.html")
            assert (tmp_path / name).read_text() == "mine"
            (tmp_path / name).unlink()
        stage.refused(2, "no such directory", *words, "-o", tmp_path / "none" / "x.html")
    assert corpus.read_text() == "[]"


def test_pages_of_other_commands_replace_nothing_unasked(tmp_path: Path, corpus: Path) -> None:
    page = tmp_path / "page.html"
    page.write_text("mine")
    detection = ("measure", "detection", corpus, corpus, "-o")
    commands = (
        (*detection, page),
        ("privacy", "attack", corpus, "--original", corpus, "--all", "-o", page),
        ("distort", "score", "in Rome", "in Lima", "--html", page),
    )
    for words in commands:
        stage.refused(2, r"page\.html: exists already", *words)
    assert page.read_text() == "mine"
    stage.refused(2, "is read by this command", *detection, corpus, "--force")
    done = stage.call(*detection, page, "--force")
    assert done.code == 0, done.said
    assert page.read_text() != "mine"
