"""The whole way in every format: release, annotations, ledger, original."""

from __future__ import annotations

import gzip
import lzma
import stat
from collections.abc import Callable
from pathlib import Path

import pytest
import stage
import zstandard

from understudy.corpus import formats

DETECTORS = {*stage.CORPORA} - {"jsonl", "conll", "slots", "esport"}
"""Formats whose people only a detector finds; some mark a few themselves."""


def written(folder: Path, format: str) -> Path:
    name, text, _ = stage.CORPORA[format]
    path = folder / name
    path.write_bytes(text.encode())
    return path


def policy_for(folder: Path, format: str, finder: str) -> Path:
    detectors = ["given", finder] if format in DETECTORS else ["given"]
    return stage.typed_policy(folder, detectors, 'labels = "esport"' if format == "esport" else "")


@pytest.mark.parametrize("format", stage.CORPORA)
def test_only_what_is_private_changes_and_the_original_comes_back(
    tmp_path: Path, finder: str, format: str
) -> None:
    source = written(tmp_path, format)
    policy = policy_for(tmp_path, format, finder)
    release, ledger = tmp_path / f"release{source.suffix}", tmp_path / "ledger"
    done = stage.call("run", source, "-o", release, "--policy", policy, "--ledger", ledger)
    assert done.code == 0, done.err
    assert release.read_bytes().decode() == stage.CORPORA[format][2]
    assert stat.S_IMODE(ledger.stat().st_mode) == 0o600
    back = tmp_path / f"back{source.suffix}"
    again = stage.call("restore", release, "--ledger", ledger, "-o", back)
    assert again.code == 0, again.err
    assert back.read_bytes() == source.read_bytes()
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(
        [source.name, policy.name, release.name, ledger.name, back.name]
    )


@pytest.mark.parametrize("format", stage.CORPORA)
def test_a_ledger_changes_nothing_in_the_release(tmp_path: Path, finder: str, format: str) -> None:
    source, key = written(tmp_path, format), stage.key_file(tmp_path)
    policy = policy_for(tmp_path, format, finder)
    text = policy.read_text().replace('"typed"', '"hash"')
    policy.write_text(text)
    common = ("--policy", policy, "--key-file", key)
    one, two = tmp_path / f"1{source.suffix}", tmp_path / f"2{source.suffix}"
    assert stage.call("run", source, "-o", one, *common).code == 0
    assert stage.call("run", source, "-o", two, *common, "--ledger", tmp_path / "l").code == 0
    assert one.read_bytes() == two.read_bytes() != source.read_bytes()


@pytest.mark.parametrize("format", ["jsonl", "conll", "slots", "esport"])
def test_annotations_move_with_the_text(tmp_path: Path, format: str) -> None:
    source, key = written(tmp_path, format), stage.key_file(tmp_path)
    preset = "dialogue" if format == "esport" else "surrogate"
    release, ledger = tmp_path / f"release{source.suffix}", tmp_path / "ledger"
    done = stage.call(
        "replace",
        source,
        "-o",
        release,
        "--policy",
        preset,
        "--ledger",
        ledger,
        "--key-file",
        key,
        "--column",
        "n=KEEP",
    )
    assert done.code == 0, done.err
    found = stage.marked(stage.read_documents(release, format))
    assert found == stage.surrogates(ledger)
    assert not set(found) & set(stage.NAMES)
    again = tmp_path / f"again{source.suffix}"
    given = stage.typed_policy(tmp_path, ["given"])
    assert (
        stage.call("identify", release, "-o", again, "--policy", given, "--column", "n=KEEP").code
        == 0
    )
    assert stage.marked(stage.read_documents(again, format)) == found


def test_a_released_pair_of_brat_files(tmp_path: Path) -> None:
    folder = tmp_path / "in" / "deep"
    folder.mkdir(parents=True)
    for ending, (text, _) in stage.BRAT.items():
        (folder / f"one{ending}").write_text(text)
    out, ledger = tmp_path / "out", tmp_path / "ledger"
    policy = stage.typed_policy(tmp_path, ["given"])
    done = stage.call("run", tmp_path / "in", "-o", out, "--policy", policy, "--ledger", ledger)
    assert done.code == 0, done.err
    for ending, (_, typed) in stage.BRAT.items():
        assert (out / "deep" / f"one{ending}").read_text() == typed
    assert stage.call("restore", out, "--ledger", ledger, "-o", tmp_path / "back").code == 0
    for ending, (text, _) in stage.BRAT.items():
        assert (tmp_path / "back" / "deep" / f"one{ending}").read_text() == text


def test_one_pair_of_brat_files_under_a_new_name(tmp_path: Path) -> None:
    for ending, (text, _) in stage.BRAT.items():
        (tmp_path / f"one{ending}").write_text(text)
    policy = stage.typed_policy(tmp_path, ["given"])
    words = ("--policy", policy, "--ledger", tmp_path / "l")
    done = stage.call("run", tmp_path / "one.ann", "-o", tmp_path / "new.txt", *words)
    assert done.code == 0, done.err
    assert (tmp_path / "new.ann").read_text() == stage.BRAT[".ann"][1]
    back = ("--ledger", tmp_path / "l", "-o", tmp_path / "back.txt")
    assert stage.call("restore", tmp_path / "new.txt", *back).code == 0
    assert (tmp_path / "back.ann").read_text() == stage.BRAT[".ann"][0]


@pytest.mark.parametrize("encrypted", [False, True])
def test_parquet_keeps_schema_and_other_columns(tmp_path: Path, encrypted: bool) -> None:
    source, release, ledger = (tmp_path / name for name in ("in.parquet", "out.parquet", "l"))
    stage.write_parquet(source, stage.parquet_table())
    table = stage.read_parquet(source)
    seal = ("--ledger-key-file", stage.key_file(tmp_path)) if encrypted else ()
    policy = stage.typed_policy(tmp_path, ["given"])
    words = ("--policy", policy, "--ledger", ledger, *seal, "--column", "file-metadata=KEEP")
    done = stage.call("run", source, "-o", release, *words)
    assert done.code == 0, done.err
    made = stage.read_parquet(release)
    assert made.column("text").to_pylist() == ["hello <PERSON>", None, "bye <PERSON>"]
    assert made.schema.equals(table.schema, check_metadata=True)
    assert made.select(["id", "amount"]).equals(table.select(["id", "amount"]))
    assert stage.marked(stage.read_documents(release, "parquet")) == ["<PERSON>", "<PERSON>"]
    back = tmp_path / "back.parquet"
    assert stage.call("restore", release, "--ledger", ledger, "-o", back, *seal).code == 0
    assert stage.read_parquet(back).equals(table, check_metadata=True)


def test_parquet_without_rows(tmp_path: Path) -> None:
    source, release, back = (tmp_path / f"{name}.parquet" for name in ("in", "out", "back"))
    stage.write_parquet(source, stage.parquet_table().slice(0, 0))
    table = stage.read_parquet(source)
    kept = ("--column", "amount=KEEP", "--column", "file-metadata=KEEP")
    done = stage.call("run", source, "-o", release, "--ledger", tmp_path / "l", *kept)
    assert done.code == 0, done.err
    assert stage.read_parquet(release).equals(table, check_metadata=True)
    assert stage.call("restore", release, "--ledger", tmp_path / "l", "-o", back).code == 0
    assert stage.read_parquet(back).equals(table, check_metadata=True)


Codec = tuple[Callable[[bytes], bytes], Callable[[bytes], bytes]]
CODECS: dict[str, Codec] = {
    ".gz": (gzip.compress, gzip.decompress),
    ".xz": (lzma.compress, lzma.decompress),
    ".zst": (
        lambda data: zstandard.ZstdCompressor().compress(data),
        lambda data: zstandard.ZstdDecompressor().decompressobj().decompress(data),
    ),
}


@pytest.mark.parametrize("suffix", CODECS)
def test_compressed_corpora(tmp_path: Path, suffix: str) -> None:
    pack, unpack = CODECS[suffix]
    name, text, typed = stage.CORPORA["jsonl"]
    source = tmp_path / f"{name}{suffix}"
    source.write_bytes(pack(text.encode()))
    release, ledger = tmp_path / f"release.jsonl{suffix}", tmp_path / "ledger"
    words = ("--policy", "typed", "--ledger", ledger)
    assert stage.call("run", source, "-o", release, *words, "--column", "n=KEEP").code == 0
    assert unpack(release.read_bytes()).decode() == typed
    back = tmp_path / f"back.jsonl{suffix}"
    assert stage.call("restore", release, "--ledger", ledger, "-o", back).code == 0
    assert unpack(back.read_bytes()).decode() == text
    plain = tmp_path / "plain.jsonl"
    assert stage.call("restore", release, "--ledger", ledger, "-o", plain).code == 0
    assert plain.read_bytes().decode() == text


def test_a_directory_of_files(tmp_path: Path) -> None:
    source = tmp_path / "in"
    (source / "b").mkdir(parents=True)
    texts = {
        name: stage.row(number, f"hello Zebulon Quill {number}", "Zebulon Quill")
        for number, name in enumerate(("a.jsonl", "b/c.jsonl", "b/d.jsonl"))
    }
    for name, text in texts.items():
        (source / name).write_text(text)
    out, back, ledger, secret = (tmp_path / name for name in ("out", "back", "l", "k"))
    secret.write_bytes(bytes(range(32)))
    secret.chmod(0o600)
    seal = ("--ledger", ledger, "--ledger-key-file", secret)
    done = stage.call("run", source, "-o", out, "--policy", "redact", *seal, "--json")
    assert done.code == 0, done.err
    assert (done.json["files"], done.json["documents"]) == (3, 3)
    assert sorted(path.relative_to(out).as_posix() for path in out.rglob("*.jsonl")) == [*texts]
    assert not any("Zebulon" in path.read_text() for path in out.rglob("*.jsonl"))
    assert b"Zebulon" not in ledger.read_bytes()
    assert stage.call("restore", out, *seal, "-o", back).code == 0
    for name, text in texts.items():
        assert (back / name).read_text() == text
    assert not [path for path in tmp_path.iterdir() if "." in path.name]


def test_every_format_is_covered() -> None:
    assert {*stage.CORPORA, "brat", "parquet", "docx", "pdf", "xlsx"} == set(formats())


@pytest.mark.parametrize("format", ["txt", "lines", "csv", "trs"])
def test_identifying_without_annotations_of_its_own_gives_json_lines(
    tmp_path: Path, finder: str, format: str
) -> None:
    source = written(tmp_path, format)
    policy = policy_for(tmp_path, format, finder)
    tagged, release = tmp_path / "tagged.jsonl", tmp_path / "release.jsonl"
    done = stage.call("identify", source, "-o", tagged, "--policy", policy, "--json")
    assert done.code == 0, done.err
    documents = stage.read_documents(tagged, "jsonl")
    assert done.json["documents"] == len(documents)
    assert set(stage.marked(documents)) <= set(stage.NAMES)
    assert stage.marked(documents)
    assert stage.call("replace", tagged, "-o", release, "--policy", "typed").code == 0
    assert "Zebulon" not in release.read_text()
    assert set(stage.marked(stage.read_documents(release, "jsonl"))) == {"<PERSON>"}
