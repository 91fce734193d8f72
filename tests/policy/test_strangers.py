"""A policy, grammar, project or ledger from somebody else is data: it reads no file but its own."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

import pytest

from understudy.core.errors import LedgerError, PolicyError, StateError, UnderstudyError
from understudy.core.files import read_beside
from understudy.pipeline import build
from understudy.policy import load, parse
from understudy.policy.schema import TOP
from understudy.project import open_project
from understudy.registry import names
from understudy.run.ledger import open_ledger

LISTS = {
    "a list of stand-ins": "[default]\nstrategy = 'entity'\nfile = '{file}'\nepsilon = 2\n",
    "an allow list": "allow = ['file:{file}']\n[default]\nstrategy = 'redact'\n",
    "a grammar": "detectors = ['grammar']\n[detector.grammar]\nfiles = ['{file}']\n"
    "[default]\nstrategy = 'redact'\n",
    "a list of names": "detectors = ['gazetteer']\n[detector.gazetteer.lists]\nPERSON = '{file}'\n"
    "[default]\nstrategy = 'redact'\n",
    "what a detector allows": "detectors = ['heuristic']\n[detector.heuristic]\nallow = '{file}'\n"
    "[default]\nstrategy = 'redact'\n",
    "a list of a grammar": "detectors = ['grammar']\n[detector.grammar.lists]\nx = '{file}'\n"
    "[default]\nstrategy = 'redact'\n",
}


def made(folder: Path, rules: str, file: str) -> None:
    path = folder / "policy.toml"
    path.write_text("schema = 1\n" + rules.format(file=file))
    build(load(path))


@pytest.mark.parametrize("rules", LISTS.values(), ids=LISTS)
@pytest.mark.parametrize("way", ["absolute", "up", "link"])
def test_a_policy_reads_no_file_outside_its_folder(tmp_path: Path, rules: str, way: str) -> None:
    secret, folder = tmp_path / "secret.txt", tmp_path / "policies"
    secret.write_text("Zebulon\nOttoline\n")
    folder.mkdir()
    (folder / "link.txt").symlink_to(secret)
    file = {"absolute": str(secret), "up": "../secret.txt", "link": "link.txt"}[way]
    with pytest.raises(UnderstudyError, match="outside the folder") as raised:
        made(folder, rules, file)
    assert "Zebulon" not in str(raised.value)


@pytest.mark.parametrize("what", LISTS)
def test_files_of_its_own_are_read(tmp_path: Path, what: str) -> None:
    (tmp_path / "lists").mkdir()
    text = '<PERSON> ::= "Zebulon"\n' if what == "a grammar" else "Zebulon\nOttoline\n"
    (tmp_path / "lists" / "words.txt").write_text(text)
    made(tmp_path, LISTS[what], "lists/words.txt")


@pytest.mark.parametrize("what", LISTS)
def test_a_pipe_is_no_list(tmp_path: Path, what: str) -> None:
    """Nobody may ever write to it: the run waited for ever."""
    os.mkfifo(tmp_path / "words.txt")
    with pytest.raises(UnderstudyError, match="no file"):
        made(tmp_path, LISTS[what], "words.txt")


@pytest.mark.parametrize("what", LISTS)
def test_a_name_that_no_file_has(tmp_path: Path, what: str) -> None:
    rules = LISTS[what].replace("'", '"')
    with pytest.raises(UnderstudyError, match="no file has such a name"):
        made(tmp_path, rules, "a\\u0000b")


PATTERNS = ("(" * 20_000 + ")" * 20_000, "a{" + "9" * 5_000 + "}", "(a")


@pytest.mark.parametrize("pattern", PATTERNS, ids=["deep", "number", "open"])
def test_a_pattern_that_cannot_be_compiled(tmp_path: Path, pattern: str) -> None:
    rules = (
        "deny = [{{ pattern = '{file}', category = 'PERSON' }}]\n[default]\nstrategy = 'redact'\n"
    )
    with pytest.raises(PolicyError):
        made(tmp_path, rules, pattern)


def test_a_list_has_a_size(tmp_path: Path) -> None:
    with (tmp_path / "long.txt").open("wb") as file:
        file.truncate((1 << 26) + 1)
    with pytest.raises(OSError, match="more than 67,108,864 bytes"):
        read_beside(tmp_path, "long.txt")


def test_policies_and_projects_have_a_size(tmp_path: Path) -> None:
    path = tmp_path / "project.toml"
    with path.open("wb") as file:
        file.truncate((1 << 26) + 1)
    with pytest.raises(PolicyError, match="cannot be read"):
        load(path)
    with pytest.raises(StateError, match="more than 67,108,864 bytes"):
        open_project(tmp_path)


DEEP = "x = " + "[" * 100_000
LONG_KEY = "a." * 100_000 + "a = 1"
"""The library copied what stands before each of its names: minutes."""


def test_deep_nesting_and_long_numbers_are_errors(tmp_path: Path) -> None:
    path = tmp_path / "project.toml"
    for text in (DEEP, "x = " + "9" * 5_000, LONG_KEY, f"[{LONG_KEY[:-4]}]", f"x = {{{LONG_KEY}}}"):
        path.write_text(text)
        with pytest.raises(PolicyError):
            load(path)
        with pytest.raises(StateError):
            open_project(tmp_path)
    ledger = tmp_path / "ledger"
    ledger.write_text("[" * 100_000)
    with pytest.raises(LedgerError):
        open_ledger(ledger, None)


WRONG = (
    *("1", "-1", "nan", "true", "1979-05-27", '""', '"x"', "[]", "[1]", "[[1]]", '["x"]'),
    *("{}", "{ a = 1 }", "{ a = [[1]] }", "[{}]", "[{ a = [1] }]", "{ PERSON = 1 }"),
    *("{ PERSON = { strategy = [1] } }", "{ PERSON = { parent = 1 } }", "[{ text = 1 }]"),
)


@pytest.mark.parametrize("key", sorted(TOP))
@pytest.mark.parametrize("value", WRONG)
def test_a_value_of_another_type_is_refused_and_nothing_worse(key: str, value: str) -> None:
    """It may be right; an error of Python it must not be."""
    rest = "" if key == "schema" else "schema = 1\n"
    with suppress(PolicyError):
        parse(f"{rest}{key} = {value}\n")


@pytest.mark.parametrize("strategy", names("strategies"))
@pytest.mark.parametrize("key", ["p", "epsilon", "style", "template", "file", "source", "country"])
def test_so_is_one_of_a_rule(strategy: str, key: str) -> None:
    for value in WRONG:
        with suppress(PolicyError):
            parse(f'schema = 1\n[default]\nstrategy = "{strategy}"\n{key} = {value}\n')
