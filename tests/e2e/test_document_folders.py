"""Folders with files of several kinds, and PDF files, which are released as text."""

from __future__ import annotations

from pathlib import Path

import planted
import pytest
import stage

KINDS = {"note.txt": "txt", "calls.jsonl": "jsonl", "sub/page.html": "html", "sub/talk.srt": "srt"}


def _folder(path: Path) -> Path:
    for name, format in KINDS.items():
        (path / name).parent.mkdir(parents=True, exist_ok=True)
        (path / name).write_bytes(stage.CORPORA[format][1].encode())
    (path / "letter.docx").write_bytes(planted.DOCUMENTS["docx"][1]())
    return path


def test_a_folder_is_carried_out_kind_by_kind(tmp_path: Path, finder: str) -> None:
    source, out, back = _folder(tmp_path / "in"), tmp_path / "out", tmp_path / "back"
    policy = stage.typed_policy(tmp_path, ["given", finder])
    ledger = tmp_path / "ledger"
    done = stage.call("run", source, "-o", out, "--policy", policy, "--ledger", ledger, "--json")
    assert done.code == 0, done.err
    assert done.json["format"] == "docx, html, jsonl, srt, txt"
    for name, format in KINDS.items():
        assert (out / name).read_bytes().decode() == stage.CORPORA[format][2]
    letter = planted.everything("docx", (out / "letter.docx").read_bytes())
    assert not any(name in letter for name in stage.NAMES)
    assert [one.split(" (")[0] for one in done.json["dropped"]] == ["letter.docx"] * 3
    again = stage.call("restore", out, "--ledger", ledger, "-o", back)
    assert again.code == 0, again.err
    for name in KINDS:
        assert (back / name).read_bytes() == (source / name).read_bytes()
    assert planted.everything("docx", (back / "letter.docx").read_bytes()) == planted.everything(
        "docx", (source / "letter.docx").read_bytes()
    )


def test_what_no_format_reads_is_listed_with_advice(tmp_path: Path, finder: str) -> None:
    source = _folder(tmp_path / "in")
    (source / "old.rtf").write_bytes(b"{\\rtf1 x}")
    (source / "sub" / "film.mp4").write_bytes(b"x")
    policy = stage.typed_policy(tmp_path, ["given", finder])
    words = ("run", source, "-o", tmp_path / "out", "--policy", policy)
    said = r"no format reads old\.rtf, sub/film\.mp4; \.rtf: save it as \.docx; .*--skip-unread"
    stage.refused(2, said, *words)
    report = tmp_path / "report.html"
    done = stage.call(*words, "--skip-unread", "--report", report)
    assert done.code == 0
    assert not (tmp_path / "out" / "old.rtf").exists()
    told = "2 files of the input are not in the release, since no format reads them: 1 .mp4 and 1"
    assert told in done.out.decode()
    page = report.read_text()
    assert told in page
    assert "film" not in page


def test_a_file_that_no_format_reads_has_advice(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    path = tmp_path / "in" / "old.rtf"
    path.write_bytes(b"{\\rtf1 x}")
    out = ("-o", tmp_path / "out")
    stage.refused(2, r"\.rtf files are not read; save it as \.docx", "run", path, *out)
    stage.refused(2, r"no format reads old\.rtf", "run", tmp_path / "in", *out)


def test_a_given_policy_needs_annotations_in_every_kind(tmp_path: Path) -> None:
    source = _folder(tmp_path / "in")
    policy = stage.typed_policy(tmp_path, ["given"])
    words = ("run", source, "-o", tmp_path / "out", "--policy", policy)
    stage.refused(2, "docx has no annotations", *words)


def test_a_pdf_is_released_as_text(tmp_path: Path, finder: str) -> None:
    pytest.importorskip("pypdfium2")
    source, release, ledger = (tmp_path / name for name in ("a.pdf", "a.txt", "ledger"))
    source.write_bytes(planted.paper("Dear Zebulon Quill,", "bye \xed"))
    policy = stage.typed_policy(tmp_path, ["given", finder])
    words = ("run", source, "--policy", policy, "--ledger", ledger, "--json")
    stage.refused(2, r"original could be read below it; .* call it b\.txt", *words, "-o", "b.pdf")
    done = stage.call(*words, "-o", release)
    assert done.code == 0, done.err
    assert release.read_text() == "Dear <PERSON>,\nbye \xed"
    assert done.json["dropped"] == ["a.pdf (properties)", "a.pdf (1 picture)"]
    back = tmp_path / "back.txt"
    assert stage.call("restore", release, "--ledger", ledger, "-o", back).code == 0
    assert back.read_text() == "Dear Zebulon Quill,\nbye \xed"


def test_pdfs_of_a_folder_become_text_beside_the_others(tmp_path: Path, finder: str) -> None:
    pytest.importorskip("pypdfium2")
    source, out, ledger = tmp_path / "in", tmp_path / "out", tmp_path / "ledger"
    source.mkdir()
    (source / "a.pdf").write_bytes(planted.paper("Dear Zebulon Quill"))
    (source / "b.txt").write_text("Ottoline Vex")
    policy = stage.typed_policy(tmp_path, ["given", finder])
    done = stage.call("run", source, "-o", out, "--policy", policy, "--ledger", ledger)
    assert done.code == 0, done.err
    assert sorted(path.name for path in out.iterdir()) == ["a.pdf.txt", "b.txt"]
    assert (out / "a.pdf.txt").read_text() == "Dear <PERSON>"
    assert stage.call("restore", out, "--ledger", ledger, "-o", tmp_path / "back").code == 0
    assert (tmp_path / "back" / "a.pdf.txt").read_text() == "Dear Zebulon Quill"


@pytest.mark.parametrize(
    ("data", "said"),
    [(b"%PDF-1.4 nothing", "a damaged file"), (planted.paper(), "only pictures; .*OCR")],
)
def test_a_pdf_that_cannot_be_read_is_refused(tmp_path: Path, data: bytes, said: str) -> None:
    pytest.importorskip("pypdfium2")
    source = tmp_path / "a.pdf"
    source.write_bytes(data)
    stage.refused(1, said, "run", source, "-o", tmp_path / "a.txt")


def test_the_parts_of_a_document_are_decided_on_by_name(tmp_path: Path, finder: str) -> None:
    source, release = tmp_path / "a.xml", tmp_path / "b.xml"
    source.write_text('<case no="77/2020"><title>Zebulon</title><p>Zebulon Quill</p></case>')
    policy = stage.typed_policy(tmp_path, ["given", finder])
    words = ("run", source, "-o", release, "--policy", policy, "--json")
    stage.refused(2, "all text of xml is read; .*=KEEP", *words, "--text", "p")
    done = stage.call(*words, "--column", "@no=CASE_NUMBER", "--column", "title=KEEP")
    assert done.code == 0, done.err
    assert release.read_text() == (
        '<case no="&lt;CASE_NUMBER&gt;"><title>Zebulon</title><p>&lt;PERSON&gt;</p></case>'
    )
    assert done.json["leaks"] == ["a.xml (the file, character 39)"]


TICKETS = "ticket,customer,note\nT1,Zebulon Quill,Zebulon rang from 727 778 019 about it.\n"
POLICY = ("--column", "ticket=ID", "--policy", "typed")
STAFF = '{"id": "1", "agent": "Ottoline Vex", "text": "Ottoline Vex rang from 727 778 020."}\n'


def test_a_folder_of_tables_and_documents_is_one_run(tmp_path: Path) -> None:
    folder, out = tmp_path / "in", tmp_path / "out"
    folder.mkdir()
    (folder / "tickets.csv").write_text(TICKETS)
    (folder / "staff.jsonl").write_text(STAFF)
    (folder / "letter.txt").write_text("Write to z.quill@drongo.example soon.\n")
    said = stage.refused(2, "nobody has decided on 'agent'", "run", folder, "-o", out).said
    assert "--column customer=PERSON" in said and "--column agent=PERSON" in said
    done = stage.call("run", folder, "-o", out, "--columns", "auto", *POLICY, "--json")
    assert done.code == 0, done.said
    assert "<PERSON>" in (out / "tickets.csv").read_text()
    released = "".join(path.read_text() for path in sorted(out.iterdir()))
    assert not any(one in released for one in ("Quill", "Vex", "727", "drongo"))
    whole = sum(row["mentions"] for row in done.json["rows"])
    assert sum(one["mentions"] for one in done.json["columns"]) == whole
    wrong = ("--column", "custmer=PERSON", "--column", "ticket=ID", "--text", "note")
    stage.refused(
        2, "--column names 'custmer', which none of", "run", folder, "-o", out, "--force", *wrong
    )


def test_json_files_of_a_folder_are_told_by_how_they_begin(tmp_path: Path, finder: str) -> None:
    """In a folder of several kinds, an array was refused as a dialogue of ES-Port."""
    source, out, back = tmp_path / "in", tmp_path / "out", tmp_path / "back"
    (source / "a").mkdir(parents=True)
    (source / "talk.srt").write_bytes(stage.CORPORA["srt"][1].encode())
    (source / "call.json").write_bytes(stage.CORPORA["esport"][1].encode())
    (source / "rows.json").write_text('[{"id": "1", "text": "Zebulon Quill called"}]')
    (source / "a" / "one.json").write_text(
        '{"id": "2", "agent": "Ottoline Vex", "said": "Zebulon"}'
    )
    policy = stage.typed_policy(tmp_path, ["given", finder])
    words = ("--column", "text=TEXT", "--column", "said=TEXT", "--column", "agent=PERSON")
    ledger = tmp_path / "ledger"
    done = stage.call(
        "run", source, "-o", out, "--policy", policy, "--ledger", ledger, "--json", *words
    )
    assert done.code == 0, done.err
    assert done.json["format"] == "esport, json, srt"
    assert (out / "call.json").read_bytes().decode() == stage.CORPORA["esport"][2]
    for name in ("rows.json", "a/one.json"):
        released = (out / name).read_text()
        assert not any(value in released for value in stage.NAMES)
    again = stage.call("restore", out, "--ledger", ledger, "-o", back)
    assert again.code == 0, again.err
    assert stage.tree(back) == stage.tree(source)


@pytest.mark.parametrize("format", ["jsonl", "json"])
def test_rows_that_lack_a_field_are_restored(tmp_path: Path, format: str) -> None:
    """The run took them, and then the ledger could not undo its release."""
    rows = ('{"id": 1, "name": "Ann Lee", "note": "Ann called"}', '{"id": 2, "name": "Bob Roe"}')
    source, out, back = (tmp_path / f"{name}.{format}" for name in ("in", "out", "back"))
    source.write_text("\n".join(rows) if format == "jsonl" else f"[{','.join(rows)}]")
    words = ("--column", "name=PERSON", "--column", "note=TEXT", "--ledger", tmp_path / "ledger")
    assert stage.call("run", source, "-o", out, *words).code == 0
    again = stage.call("restore", out, "--ledger", tmp_path / "ledger", "-o", back)
    assert again.code == 0, again.err
    assert back.read_bytes() == source.read_bytes()
