from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from importlib.metadata import EntryPoint, EntryPoints
from pathlib import Path

import pytest

from understudy.core.errors import UsageError
from understudy.corpus import files, find, for_path, formats
from understudy.corpus.base import Format
from understudy.corpus.files import kinds, resolve, targets
from understudy.corpus.mixed import kind_of
from understudy.corpus.txt import TXT
from understudy.registry import CLAIMS, SUFFIXES, look_again

MEMO = replace(TXT, name="memo", suffixes=(".memo", ".txt"), parts=(".memo",))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in ("b.jsonl", "a/x.jsonl.gz", "a/notes.log", ".hidden.jsonl", ".git/c.jsonl"):
        path = tmp_path / "in" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(b"{}\n")
    return tmp_path / "in"


def names(found: tuple[Format, list]) -> tuple[str, list[str]]:
    return found[0].name, [unit.name for unit in found[1]]


@pytest.mark.parametrize("name", formats())
def test_formats_hold_the_contract(name: str) -> None:
    format = find(name)
    assert isinstance(format, Format)
    assert format.name == name
    meaning = [suffix for suffix, meant in SUFFIXES.items() if meant == name]
    meaning += [suffix for suffix, claiming in CLAIMS.items() if name in claiming]
    assert meaning and set(meaning) <= {*format.suffixes, *format.parts}


def test_every_suffix_means_a_format() -> None:
    claiming = {name for names in CLAIMS.values() for name in names}
    assert {*SUFFIXES.values(), *claiming} == set(formats())
    assert for_path(Path("x/data.JSONL")) == "jsonl"
    assert for_path(Path("x/data.csv.zst")) == "csv"
    assert for_path(Path("x/data.tsv")) == "tsv"
    assert for_path(Path("x/data.json")) == "esport"
    assert for_path(Path("x/data.rtf")) is None


def test_an_unknown_format_is_refused_with_the_list() -> None:
    with pytest.raises(UsageError, match=r"unknown format 'wordstar'; there are txt, lines, jsonl"):
        find("wordstar")


def test_a_single_file(folder: Path) -> None:
    path = folder / "a" / "x.jsonl.gz"
    format, (unit,) = resolve([str(path)], None)
    assert (format.name, unit.name, unit.paths) == ("jsonl", "x.jsonl.gz", (path,))


def test_a_directory_is_searched_in_order_without_hidden_files(folder: Path) -> None:
    assert names(resolve([str(folder)], None)) == ("jsonl", ["a/x.jsonl.gz", "b.jsonl"])
    assert names(resolve([str(folder)], "jsonl")) == ("jsonl", ["a/x.jsonl.gz", "b.jsonl"])


def test_a_glob(folder: Path) -> None:
    assert names(resolve([f"{folder}/*.jsonl"], None)) == ("jsonl", ["b.jsonl"])
    assert names(resolve([f"{folder}/**/*.jsonl*"], None)) == (
        "jsonl",
        ["a/x.jsonl.gz", "b.jsonl"],
    )


def test_several_inputs_are_named_from_their_common_folder(folder: Path) -> None:
    given = [str(folder / "b.jsonl"), str(folder / "a"), str(folder / "a" / ".." / "b.jsonl")]
    found = resolve(given[:2], None)
    assert names(found) == ("jsonl", ["a/x.jsonl.gz", "b.jsonl"])
    assert names(resolve([given[0], given[2]], None))[1][0] == "b.jsonl"


def test_a_named_format_overrides_suffixes(folder: Path) -> None:
    path = folder / "a" / "notes.log"
    assert names(resolve([str(path)], "lines")) == ("lines", ["notes.log"])


def test_standard_input() -> None:
    format, (unit,) = resolve(["-"], "jsonl")
    assert (format.name, unit.name, unit.paths) == ("jsonl", "stdin", ())


@pytest.mark.parametrize(
    ("inputs", "format", "message"),
    [
        (["-"], None, "standard input needs a format: one of txt, lines"),
        (["-", "b.jsonl"], "jsonl", "one of several"),
        (["-"], "parquet", "parquet cannot be read from standard input"),
        (["none.jsonl"], None, "none.jsonl: no such file"),
        (["*.nothing"], None, "no such file"),
        (["a/notes.log"], None, r"no format has this suffix; name one of txt, lines, jsonl"),
        (["."], "csv", "csv does not read a/notes.log, a/x.jsonl.gz, b.jsonl"),
        (["b.jsonl", "c.ann"], None, "brat files, which are pairs, beside others"),
    ],
)
def test_inputs_that_are_refused(
    folder: Path, monkeypatch: pytest.MonkeyPatch, inputs: list[str], format: str, message: str
) -> None:
    monkeypatch.chdir(folder)
    if "c.ann" in inputs:
        Path("c.ann").write_text("text\n")
    with pytest.raises(UsageError, match=message):
        resolve(inputs, format)


def test_the_files_of_a_directory_may_have_several_formats(folder: Path) -> None:
    (folder / "c.csv").write_text("text\n")
    format, units = resolve([str(folder)], None)
    assert names((format, units)) == ("mixed", ["a/x.jsonl.gz", "b.jsonl", "c.csv"])
    assert [one.name for one in kinds(format, units)] == ["csv", "jsonl"]
    assert names(resolve([str(folder)], "csv")) == ("csv", ["c.csv"])


@pytest.fixture
def pairs(tmp_path: Path) -> Path:
    pytest.importorskip("understudy.corpus.brat")
    for name in ("d/a.txt", "d/a.ann", "b.txt", "b.ann"):
        path = tmp_path / "pairs" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("text")
    return tmp_path / "pairs"


def test_text_and_annotations_are_one_unit(pairs: Path) -> None:
    format, units = resolve([str(pairs)], None)
    assert format.name == "brat"
    assert [unit.name for unit in units] == ["b.txt", "d/a.txt"]
    assert units[1].paths == (pairs / "d" / "a.txt", pairs / "d" / "a.ann")
    _, (unit,) = resolve([str(pairs / "b.ann")], None)
    assert unit.paths == (pairs / "b.txt", pairs / "b.ann")
    assert targets([str(pairs)], format, units, pairs.parent / "out")[1] == (
        pairs.parent / "out" / "d" / "a.txt",
        pairs.parent / "out" / "d" / "a.ann",
    )
    assert targets([str(pairs / "b.ann")], format, [unit], pairs / "new.ann") == [
        (pairs / "new.txt", pairs / "new.ann")
    ]


def test_a_text_without_annotations_is_refused(pairs: Path) -> None:
    (pairs / "d" / "a.ann").unlink()
    with pytest.raises(UsageError, match=r"a\.txt: a\.ann is not beside it"):
        resolve([str(pairs)], None)


def test_targets(folder: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    single = [str(folder / "b.jsonl")]
    format, units = resolve(single, None)
    assert targets(single, format, units, out / "new.jsonl") == [(out / "new.jsonl",)]
    out.mkdir()
    assert targets(single, format, units, out) == [(out / "b.jsonl",)]
    format, units = resolve([str(folder)], None)
    assert targets([str(folder)], format, units, out) == [
        (out / "a" / "x.jsonl.gz",),
        (out / "b.jsonl",),
    ]


def test_a_directory_of_one_file_goes_into_a_directory(folder: Path, tmp_path: Path) -> None:
    given = [str(folder / "a")]
    format, units = resolve(given, None)
    assert targets(given, format, units, tmp_path / "out") == [(tmp_path / "out" / "x.jsonl.gz",)]


def test_targets_that_are_refused(folder: Path) -> None:
    given = [str(folder)]
    format, units = resolve(given, None)
    with pytest.raises(UsageError, match="overwrite the input"):
        targets(given, format, units, folder)
    with pytest.raises(UsageError, match="needs a directory"):
        targets(given, format, units, folder / "b.jsonl")


def test_a_format_of_another_package_is_found_by_name_and_suffix(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    points = [EntryPoint("memo", "test_files:MEMO", "understudy.formats")]
    monkeypatch.setattr("importlib.metadata.entry_points", lambda: EntryPoints(points))
    monkeypatch.setitem(sys.modules, "test_files", sys.modules[__name__])
    look_again()
    files._added.cache_clear()
    try:
        assert formats()[-1] == "memo"
        assert find("memo") is MEMO
        assert for_path(Path("x/a.memo.gz")) == "memo"
        assert for_path(Path("x/a.txt")) == "txt"  # a built-in keeps its suffix
        (tmp_path / "a.memo").write_bytes(b"hello")
        assert names(resolve([str(tmp_path)], None)) == ("memo", ["a.memo"])
    finally:
        monkeypatch.undo()
        look_again()
        files._added.cache_clear()


def test_looking_at_names_imports_no_format() -> None:
    code = (
        "import sys; from pathlib import Path; from understudy.corpus import for_path; "
        "assert for_path(Path('a.parquet')) == 'parquet'; "
        "print([name for name in sys.modules if name.endswith(('.parquet', '.txt', '.jsonl'))])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_json_is_a_dialogue_where_it_has_turns(tmp_path: Path) -> None:
    said = {"rows": "[{}]", "one": ' {"text": "x"}', "talk": '{"file-id": "c", "turns": []}'}
    for name, text in said.items():
        (tmp_path / f"{name}.json").write_text(text)
    found = {name: resolve([str(tmp_path / f"{name}.json")], None)[0].name for name in said}
    assert found == {"rows": "json", "one": "json", "talk": "esport"}
    format, units = resolve([str(tmp_path)], None)
    assert format.name == "mixed"
    assert {unit.name: kind_of(format, unit.name).name for unit in units} == {
        f"{name}.json": kind for name, kind in found.items()
    }


CONLL = "-DOCSTART- -X- -X- O\n\nAda NNP B-NP B-PER\nsleeps VBZ B-VP O\n"
SLOTS = "PlayMusic\tplay  jazz\tO B-genre\nBook\ta table\tO O\n"


@pytest.mark.parametrize(
    ("name", "text", "format"),
    [
        ("train.txt", CONLL, "conll"),
        ("train.txt", "# id = 1\n1\tAda\tB-PER\n2\tsleeps\tO\n", "conll"),
        ("train.tsv", CONLL.replace(" ", "\t"), "conll"),
        ("train.tsv", SLOTS, "slots"),
        ("train.tsv", "\ufeff" + SLOTS, "slots"),
        ("notes.txt", "Ada sleeps.\nAda B-PER\n", "txt"),
        ("notes.txt", "Group O\nGroup O\n", "txt"),
        ("notes.txt", "B-PER\nO\n", "txt"),
        ("notes.txt", "", "txt"),
        ("table.tsv", "intent\ttext\ttags\n" + SLOTS, "tsv"),
        ("table.tsv", "Book\tplay jazz\tO\n", "tsv"),
    ],
)
def test_annotated_files_are_known_by_how_they_begin(
    tmp_path: Path, name: str, text: str, format: str
) -> None:
    """As txt and tsv, tags and columns were taken for text."""
    (tmp_path / name).write_text(text)
    assert resolve((str(tmp_path / name),), None)[0].name == format
