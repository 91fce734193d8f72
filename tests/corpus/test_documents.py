"""Documents as formats: what is read, and what stays as it is."""

from __future__ import annotations

import cProfile
import io
import zipfile
from collections.abc import Callable
from typing import Any

import pytest

from understudy.core.errors import CorpusError
from understudy.corpus import find
from understudy.corpus.base import Block, Options, Record, Unit, patched

OPTIONS = Options()


def record_of(format: str, data: bytes, options: Options = OPTIONS) -> Record:
    found = find(format)
    blocks = found.split(Unit("a", ()), options, size=1 << 20, stream=io.BytesIO(data))
    (record,) = (record for block in blocks for record in found.read(block, options))
    return record


def texts(record: Record) -> list[tuple[str, str]]:
    document = record.document
    assert document is not None
    return [(one.name, document.text[one.start : one.end]) for one in document.segments]


def replaced(format: str, record: Record, old: str, new: str, edit: Callable[..., Any]) -> bytes:
    """The first part that changes, with every mention of a word replaced."""
    assert record.document is not None
    text, edits, at = record.document.text, [], -1
    while (at := text.find(old, at + 1)) >= 0:
        edits.append(edit(record.document, at, at + len(old), new))
    parts, inverse = patched(record.parts, find(format).write(record, edits, OPTIONS))
    assert patched(parts, inverse)[0] == record.parts
    return next(after for before, after in zip(record.parts, parts, strict=True) if after != before)


# --- web pages -------------------------------------------------------------------------------


def test_a_name_across_tags_keeps_the_tags(edit) -> None:
    record = record_of("html", b"<p>Dear <b>Ann</b>\n <i>Lee</i>, bye")
    assert texts(record) == [("text", "Dear Ann Lee, bye")]
    assert replaced("html", record, "Ann Lee", "Bo & Co", edit) == (
        b"<p>Dear <b>Bo &amp; Co</b><i></i>, bye"
    )


def test_blocks_and_cells_are_apart() -> None:
    page = b"<title>a</title><p>b<br>c</p>d<table><tr><td>e</td><td>f</table>"
    assert [text for _, text in texts(record_of("html", page))] == ["a", "b\nc", "d", "e", "f"]


def test_the_charset_of_a_page_is_kept(edit) -> None:
    page = '<meta charset="windows-1252"><p>señor Ann'.encode("cp1252")
    record = record_of("html", page)
    assert replaced("html", record, "Ann", "Łucja ñ", edit) == page.replace(
        b"Ann", b"&#321;ucja \xf1"
    )


def test_attributes_without_quotes_get_them(edit) -> None:
    record = record_of("html", b"<img alt=Ann><a href=/x/Ann%20Lee>")
    assert replaced("html", record, "Ann", "Bo B", edit) == (
        b'<img alt="Bo B"><a href="/x/Bo%20B%20Lee">'
    )


def test_codes_follow_and_keywords_stay(edit) -> None:
    record = record_of("html", b'<p class="ann-lee x" id="Ann" width="9">Ann</p>')
    assert texts(record) == [("text", "Ann")]
    assert b'class="Bo-lee x" id="Bo"' in replaced("html", record, "Ann", "Bo", edit)


# --- mails -----------------------------------------------------------------------------------

MAIL = (
    b"From: Ann Lee <ann@x.org>\nX-Case: 12/3\nSubject: hi Ann\nDate: Mon, 15 Jan 2024 10:11:12 "
    b"+0100 (CET)\nMessage-ID: <1@x.org>\nContent-Type: text/plain\n\nHello\n"
)


def test_headers_are_read_and_marked() -> None:
    record = record_of("eml", MAIL)
    assert record.document is not None
    assert texts(record) == [
        ("From", "Ann Lee <ann@x.org>"),
        ("X-Case", "12/3"),
        ("Subject", "hi Ann"),
        ("Date", "Mon, 15 Jan 2024"),
        ("Date", "10:11:12"),
        ("Message-ID", "<1@x.org>"),
        ("text", "Hello\n"),
    ]
    marks = [(m.label, record.document.text[m.start : m.end]) for m in record.document.annotations]
    assert marks == [
        ("PERSON", "Ann Lee"),
        ("EMAIL_ADDRESS", "ann@x.org"),
        ("DATE", "Mon, 15 Jan 2024"),
        ("TIME", "10:11:12"),
        ("ID", "1@x.org"),
    ]


def test_a_policy_decides_on_headers_by_name() -> None:
    options = Options(kept=("subject",), cells=("x-case",), text=("text", "x-case"))
    names = [name for name, _ in texts(record_of("eml", MAIL, options))]
    assert names == ["From", "x-case", "Date", "Date", "Message-ID", "text"]


def test_encoded_words_are_read_and_written(edit) -> None:
    mail = b"From: =?utf-8?q?Jos=C3=A9?= =?utf-8?q?_Ruiz?= <j@x.org>\n\nJos\xc3\xa9\n"
    record = record_of("eml", mail)
    assert texts(record)[0] == ("From", "José Ruiz <j@x.org>")
    assert replaced("eml", record, "José", "Ann", edit) == b"From: Ann Ruiz <j@x.org>\n\nAnn\n"
    made = replaced("eml", record, "José", "Iñaki", edit)
    assert texts(record_of("eml", made))[0] == ("From", "Iñaki Ruiz <j@x.org>")


def test_an_ascii_body_has_no_accents(edit) -> None:
    record = record_of("eml", b"Content-Type: text/plain; charset=us-ascii\n\nhello Ann\n")
    assert replaced("eml", record, "Ann", "Iñaki Łę", edit).endswith(b"hello Inaki ?e\n")


# --- documents of a word processor -----------------------------------------------------------


def docx_of(body: str, **members: str) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        archive.writestr("word/document.xml", f'<w:document xmlns:w="w">{body}</w:document>')
        for name, text in members.items():
            archive.writestr(name.replace("__", "/"), text)
    return made.getvalue()


def test_a_name_across_runs_gets_the_form_of_its_first_character(edit) -> None:
    body = "<w:p><w:r><w:t>Dear An</w:t></w:r><w:r><w:rPr/><w:t>n Lee</w:t></w:r></w:p>"
    record = record_of("docx", docx_of(body))
    assert texts(record) == [("text", "Dear Ann Lee")]
    changed = replaced("docx", record, "Ann Lee", "Bo", edit).decode()
    assert "<w:t>Dear Bo</w:t></w:r><w:r><w:rPr/><w:t></w:t>" in changed


def test_deleted_text_and_keywords(edit) -> None:
    body = (
        '<w:p><w:pPr><w:jc w:val="left"/></w:pPr><w:r><w:t>Mr Left</w:t></w:r>'
        '<w:del w:author="Ann"><w:r><w:delText>Ann</w:delText></w:r></w:del></w:p>'
    )
    record = record_of("docx", docx_of(body))
    assert texts(record) == [("del@w:author", "Ann"), ("text", "Mr Left"), ("deleted", "Ann")]
    assert b'w:val="left"' in replaced("docx", record, "Left", "Right", edit)


def test_a_released_document_opens_in_another_library(tmp_path, edit) -> None:
    docx = pytest.importorskip("docx")
    made = docx.Document()
    made.add_paragraph("Dear ").add_run("Ann").bold = True
    made.core_properties.author = "Ann"
    made.sections[0].header.paragraphs[0].text = "for Ann"
    made.sections[0].footer.paragraphs[0].text = "footer of Ann"
    file = io.BytesIO()
    made.save(file)
    format = find("docx")
    record = record_of("docx", file.getvalue())
    assert record.document is not None
    text, edits, at = record.document.text, [], -1
    while (at := text.find("Ann", at + 1)) >= 0:
        edits.append(edit(record.document, at, at + 3, "Bo"))
    # A value that is also a word of the package: its parts must hang together as before.
    at = text.index("footer")
    edits.append(edit(record.document, at, at + 6, "end"))
    unread = format.unread(record, OPTIONS)
    parts = patched(record.parts, format.clean(record, edits, OPTIONS, unread))[0]
    path = tmp_path / "a.docx"
    format.assemble([parts], Unit("a.docx", (path,)), (path,), OPTIONS)
    again = docx.Document(str(path))
    assert again.paragraphs[0].text == "Dear Bo"
    assert again.core_properties.author == "Bo"
    assert again.core_properties.created.year == 1970
    assert again.sections[0].header.paragraphs[0].text == "for Bo"
    assert again.sections[0].footer.paragraphs[0].text == "end of Bo"


@pytest.mark.parametrize("data", [b"nothing", b"PK\x03\x04 cut"])
def test_a_damaged_document_is_refused(data: bytes) -> None:
    with pytest.raises(CorpusError, match="damaged file"):
        record_of("docx", data)


# --- XML and transcripts ---------------------------------------------------------------------


def test_parts_of_an_xml_file_are_kept_by_element_attribute_and_path() -> None:
    data = b'<a><head n="1"><t>x</t></head><p id="i" n="2">b <c n="3">d</c></p></a>'
    every = [
        ("a/head@n", "1"),
        ("a/head/t", "x"),
        ("a/p@id", "i"),
        ("a/p@n", "2"),
        ("a/p/c@n", "3"),
        ("a/p", "b d"),
    ]
    assert texts(record_of("xml", data)) == every
    for kept, left in (("head", every[2:]), ("@n", [every[1], every[2], every[5]])):
        assert texts(record_of("xml", data, Options(kept=(kept,)))) == left
    assert texts(record_of("xml", data, Options(kept=("p@id", "head/t")))) == [
        one for one in every if one[0] not in ("a/p@id", "a/head/t")
    ]


def test_elements_inside_more_than_a_thousand_others_are_refused() -> None:
    deep = b"<a>" * 1000 + b"Ann" + b"</a>" * 1000
    assert [text for _, text in texts(record_of("xml", deep))] == ["Ann"]
    with pytest.raises(CorpusError, match="inside 1000 others"):
        record_of("xml", b"<a>" + deep + b"</a>")


def test_of_two_elements_around_the_same_words_the_outer_one_counts() -> None:
    tei = '<TEI xmlns="http://www.tei-c.org/ns/1.0"><p>%s was there.</p></TEI>'
    for inner, outer in (("persName", "placeName"), ("placeName", "persName")):
        name = f"<{outer}><{inner}>Ann</{inner}></{outer}>"
        document = record_of("xml", (tei % name).encode()).document
        assert document is not None
        (mark,) = document.annotations
        assert document.text[mark.start : mark.end] == "Ann"
        assert mark.label == {"persName": "PERSON", "placeName": "LOCATION"}[outer]


def test_a_paragraph_of_many_names_is_read_in_one_pass() -> None:
    tei = '<TEI xmlns="http://www.tei-c.org/ns/1.0"><p>%s</p></TEI>'
    names = "<persName><forename>Ann</forename> <surname>Lee</surname></persName>, "
    profile = cProfile.Profile()
    counts = []
    for many in (200, 800):
        data = (tei % (names * many)).encode()
        record = profile.runcall(record_of, "xml", data)
        assert record.document is not None
        assert len(record.document.annotations) == many
        counts.append(sum(entry.callcount for entry in profile.getstats()))
        profile.clear()
    assert counts[1] < 5 * counts[0]


def test_times_stay_in_subtitles(edit) -> None:
    data = b"7\n00:01,0 --> 00:02,0 X1:5\n<i>Ann</i> Lee\n\n\n8\n00:03,0 --> 00:04,0\nbye\n"
    record = record_of("srt", data)
    assert texts(record) == [("text", "Ann Lee"), ("text", "bye")]
    assert replaced("srt", record, "Ann Lee", "Bo\n\n--> x", edit) == data.replace(
        b"<i>Ann</i> Lee", b"<i>Bo - -> x</i>"
    )


def test_voices_are_speakers() -> None:
    data = b"WEBVTT\n\nNOTE by Bo\n\n00:01.0 --> 00:02.0\n<v.loud Ann Lee>hi &lt;you&gt;\n"
    record = record_of("vtt", data)
    assert record.document is not None
    kinds = [(one.kind, one.name) for one in record.document.segments]
    assert kinds == [("field", "note"), ("field", "voice"), ("turn", "Ann Lee")]
    assert record.document.text == " by Bo\nAnn Lee\nhi <you>"


def test_participants_of_a_transcript() -> None:
    data = (
        b"@Participants:\tCHI Ann Lee Target_Child, MOT Mother\n@ID:\teng|Box|CHI|2;06.||||||\n"
        b"*CHI:\thi . \x150_5\x15\n%com:\tx\n"
    )
    record = record_of("cha", data)
    assert record.document is not None
    assert texts(record) == [
        ("Participants", "Ann Lee"),
        ("ID", "Box"),
        ("ID", "2;06."),
        ("CHI", "hi . "),
        ("com", "x"),
    ]
    assert [record.document.text[m.start : m.end] for m in record.document.annotations] == [
        "Ann Lee"
    ]


def test_a_binary_grid_is_refused() -> None:
    with pytest.raises(CorpusError, match="Save as text file"):
        list(find("textgrid").read(Block((b"ooBinaryFile\x08TextGrid",), "a"), OPTIONS))


@pytest.mark.parametrize(
    ("page", "shown"),
    [
        (b'<img src="ann_lee.jpg">', b'<img src="Bo_lee.jpg">'),
        (b"<img src=pics/ann.JPG>", b'<img src="pics/Bo.JPG">'),
        (b'<a href="x%20ann.pdf">', b'<a href="x%20Bo.pdf">'),
    ],
)
def test_a_link_keeps_the_kind_of_its_file(page: bytes, shown: bytes, edit) -> None:
    record = record_of("html", page)
    assert all("." not in text for _, text in texts(record))
    assert replaced("html", record, "ann", "Bo", edit) == shown


def test_a_link_elsewhere_is_read_to_its_end() -> None:
    page = b'<a href="https://a.example/ann.html"><a href="ann.lee"><a href="ann?x=b.jpg">'
    read = [text for _, text in texts(record_of("html", page))]
    assert read == ["https://a.example/ann.html", "ann.lee", "ann?x=b.jpg"]
