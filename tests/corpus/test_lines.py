from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from understudy.core.errors import CorpusError
from understudy.corpus.base import Block, Options, Record
from understudy.corpus.lines import LINES
from understudy.corpus.txt import TXT

TEXT = st.text(st.sampled_from('aé日🙂\u0301 "\r\n\x85\u2028')).map(str.encode)
SOURCE = st.tuples(st.sampled_from([b"", b"\xef\xbb\xbf"]), TEXT).map(b"".join).filter(bool)


@given(data=SOURCE, size=st.integers(1, 40))
@pytest.mark.parametrize("format", [LINES, TXT])
def test_round_trip(apply, format, data: bytes, size: int) -> None:
    assert apply(format, data, size=size).output == data


@given(data=SOURCE, size=st.integers(1, 40), word=st.text(st.sampled_from("xé🙂\n\r\u2028")))
def test_edits_change_their_spans_only(apply, editing, data: bytes, size: int, word: str) -> None:
    whole = apply(LINES, data, editing([word, "b"]))
    cut = apply(LINES, data, editing([word, "b"]), size=size)
    assert cut == whole
    assert whole.restored == data
    assert whole.output.count(b"\n") == data.count(b"\n")
    rest = data.decode().removeprefix("\ufeff").split("\n")
    assert [document.text for document in whole.documents] == [
        text for line in rest if (text := line.removesuffix("\r")).strip()
    ]


def test_documents_of_lines(apply, edit) -> None:
    data = "\ufeffAnn 🙂 met Bob\r\n\r\nCy left".encode()
    options = Options(default_language="en")
    result = apply(
        LINES, data, lambda d: [edit(d, d.text.rindex(" ") + 1, len(d.text), "X\nY")], options
    )
    assert [document.id for document in result.documents] == ["unit#1", "unit#3"]
    assert [document.text for document in result.documents] == ["Ann 🙂 met Bob", "Cy left"]
    assert {document.language for document in result.documents} == {"en"}
    assert result.output == "\ufeffAnn 🙂 met X Y\r\n\r\nCy X Y".encode()


def test_withheld_lines_are_left_out(apply) -> None:
    result = apply(LINES, b"a\nb\nc", withheld=lambda document: document.text == "b")
    assert result.output == b"a\nc"


def test_a_line_that_is_not_utf8(apply) -> None:
    with pytest.raises(CorpusError, match=r"^unit:3: not UTF-8 at byte offset 1 of the line$"):
        apply(LINES, b"a\nb\nc\xe9\n", size=2)


def test_a_document_per_file(apply, edit) -> None:
    data = "\ufeffDear Ann,\r\nyour Zoë\n".encode()
    result = apply(TXT, data, lambda d: [edit(d, 16, 19, "Amélie"), edit(d, 5, 8, "Bo\nb")])
    (document,) = result.documents
    assert (document.id, document.text) == ("unit", "Dear Ann,\r\nyour Zoë\n")
    assert result.output == "\ufeffDear Bo\nb,\r\nyour Amélie\n".encode()
    assert result.restored == data


def test_a_kept_edit_changes_nothing(apply, edit) -> None:
    for format in (LINES, TXT):
        assert apply(format, b"Ann", lambda d: [edit(d, 0, 3, "Bob", kept=True)]).output == b"Ann"


def test_a_text_that_is_not_utf8(apply) -> None:
    with pytest.raises(CorpusError, match=r"^unit:2: not UTF-8 at byte offset 0 of the line$"):
        apply(TXT, b"a\n\xff")


@pytest.mark.parametrize("format", [LINES, TXT])
def test_no_annotations_of_their_own(format) -> None:
    (record,) = format.read(Block((b"Ann",), "u"), Options())
    assert not format.traits.writes_annotations
    assert format.annotate(record, (), Options()) == ()
    assert format.write(Record((b"\n",), None), (), Options()) == ()
