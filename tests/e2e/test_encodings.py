"""Text files that are not UTF-8: read, released and restored in their own encoding."""

from __future__ import annotations

from pathlib import Path

import pytest
import stage

TEXT = "Señor Zebulon Quill — sí\r\n"
ROWS = 'id,text\r\n1,"señor Zebulon Quill, sí"\r\n2,adiós Ottoline Vex\r\n'


@pytest.mark.parametrize(
    ("encoding", "name"),
    [
        ("cp1252", "cp1252"),
        ("utf-16", "utf-16-le"),
        ("utf-16-be", "utf-16-be"),
        ("utf-16-le", "utf-16-le"),
    ],
)
@pytest.mark.parametrize(("suffix", "text"), [(".txt", TEXT), (".csv", ROWS)])
def test_an_encoding_is_found_told_and_kept(
    tmp_path: Path, finder: str, encoding: str, name: str, suffix: str, text: str
) -> None:
    source, release, back = (tmp_path / f"{one}{suffix}" for one in ("in", "out", "back"))
    source.write_bytes(text.encode(encoding))
    policy = stage.typed_policy(tmp_path, ["given", finder])
    ledger = tmp_path / "ledger"
    done = stage.call("run", source, "-o", release, "--policy", policy, "--ledger", ledger)
    assert done.code == 0, done.err
    assert f"read and written as {name}" in done.said
    changed = text.replace("Zebulon Quill", "<PERSON>").replace("Ottoline Vex", "<PERSON>")
    assert release.read_bytes() == changed.encode(encoding)
    again = stage.call("restore", release, "--ledger", ledger, "-o", back)
    assert again.code == 0, again.err
    assert back.read_bytes() == source.read_bytes()
    assert stage.call("revise", "check", release, "--ledger", ledger).code == 0


def test_latin_1_where_cp1252_has_no_character(tmp_path: Path, finder: str) -> None:
    source, release = tmp_path / "in.txt", tmp_path / "out.txt"
    source.write_bytes(b"\x81 se\xf1or Zebulon")
    policy = stage.typed_policy(tmp_path, ["given", finder])
    done = stage.call("run", source, "-o", release, "--policy", policy)
    assert "read and written as latin-1" in done.said
    assert release.read_bytes() == b"\x81 se\xf1or <PERSON>"


def test_an_encoding_that_is_named(tmp_path: Path, finder: str) -> None:
    source, release = tmp_path / "in.txt", tmp_path / "out.txt"
    source.write_bytes("господин Zebulon Quill".encode("koi8-r"))
    policy = stage.typed_policy(tmp_path, ["given", finder], 'fallback = "en"')
    words = ("run", source, "-o", release, "--policy", policy)
    stage.refused(2, "no such encoding; try cp1252", *words, "--encoding", "klingon")
    done = stage.call(*words, "--encoding", "koi8-r", "--json")
    assert done.code == 0, done.err
    assert release.read_bytes() == "господин <PERSON>".encode("koi8-r")


def test_an_encoding_from_standard_input(tmp_path: Path, finder: str) -> None:
    policy = stage.typed_policy(tmp_path, ["given", finder])
    words = ("run", "-", "-o", "-", "--format", "lines", "--policy", policy)
    done = stage.call(*words, "--encoding", "cp1252", stdin="sí, Zebulon\n".encode("cp1252"))
    assert done.out == "sí, <PERSON>\n".encode("cp1252")


def test_what_an_encoding_lacks_is_written_as_near_as_it_goes(tmp_path: Path) -> None:
    source, release = tmp_path / "in.txt", tmp_path / "out.txt"
    source.write_bytes("señor Zebulon".encode("cp1252"))
    words = ("--deny", "PERSON=Zebulon", "--column", "x=KEEP", "--seed", "1")
    text = 'detectors = ["given", "grammar"]\n[default]\nstrategy = "redact"\nmark = "Łę█"\n'
    policy = stage.policy(tmp_path, text)
    done = stage.call("run", source, "-o", release, "--policy", policy, *words)
    assert done.code == 0, done.err
    assert release.read_bytes() == "señor ?e?".encode("cp1252")


def test_formats_that_say_it_themselves_take_no_encoding(tmp_path: Path) -> None:
    source = tmp_path / "a.html"
    source.write_text("<p>x")
    words = ("run", source, "-o", tmp_path / "b.html", "--encoding", "cp1252")
    stage.refused(2, "html files say themselves", *words)


def test_identified_text_is_utf8(tmp_path: Path, finder: str) -> None:
    source, tagged = tmp_path / "in.txt", tmp_path / "tagged.jsonl"
    source.write_bytes(TEXT.encode("cp1252"))
    policy = stage.typed_policy(tmp_path, ["given", finder])
    assert stage.call("identify", source, "-o", tagged, "--policy", policy).code == 0
    assert stage.marked(stage.read_documents(tagged, "jsonl")) == ["Zebulon Quill"]


def test_broken_utf8_is_an_error(tmp_path: Path) -> None:
    source = tmp_path / "in.txt"
    source.write_bytes("señor ".encode() + b"\xf1 x")
    stage.refused(1, "not UTF-8 at byte offset 7", "run", source, "-o", tmp_path / "out.txt")


@pytest.mark.parametrize("data", [b"\xff\xfea\0b", b"\xff\xfe\0\xd8a\0"])
def test_bytes_that_do_not_fit_are_an_error(tmp_path: Path, data: bytes) -> None:
    source = tmp_path / "in.txt"
    source.write_bytes(data)
    stage.refused(1, "not utf-16-le", "run", source, "-o", tmp_path / "out.txt")


@pytest.mark.parametrize(
    ("start", "said"),
    [
        (b"PK\x03\x04\x14\x00", "a ZIP archive"),
        (b"{\\rtf1\\ansi Zebulon Quill}", "RTF; save it as .docx"),
        (b"%PDF-1.7\nZebulon", "a PDF; give it the suffix .pdf"),
        (b"\x89PNG\r\n\x1a\n", "a picture"),
        (b"ID3\x04\xff", "a recording"),
        (b"Zebulon\x00\x00\x00 Quill", "it has zero bytes"),
        (b"\x7fELF\2\1\1" + b"\0" * 9 + b"\3\0>\0", "it has zero bytes"),
        (b"Z\0e\0\0\xdcb\0", "it has zero bytes"),
        (b"Zebulon \x01\x02\x03", "it is full of control characters"),
    ],
)
@pytest.mark.parametrize("suffix", [".txt", ".eml", ".mbox", ".md", ".csv", ".srt", ".html"])
def test_a_file_that_is_no_text_is_refused(
    tmp_path: Path, finder: str, suffix: str, start: bytes, said: str
) -> None:
    source, release = tmp_path / f"in{suffix}", tmp_path / f"out{suffix}"
    source.write_bytes(start)
    policy = stage.typed_policy(tmp_path, ["given", finder])
    stage.refused(1, said, "run", source, "-o", release, "--policy", policy)
    assert not release.exists()


def test_a_text_that_begins_like_another_file_is_read(tmp_path: Path, finder: str) -> None:
    source, release = tmp_path / "in.txt", tmp_path / "out.txt"
    source.write_bytes(b"ID3 tags of Zebulon Quill")
    policy = stage.typed_policy(tmp_path, ["given", finder])
    assert stage.call("run", source, "-o", release, "--policy", policy).code == 0
    assert release.read_bytes() == b"ID3 tags of <PERSON>"
