from __future__ import annotations

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from understudy.core.errors import CorpusError, UsageError
from understudy.core.types import Segment
from understudy.corpus.base import Block, Options, Unit
from understudy.corpus.delimited import CSV, TSV

CELLS = st.text(st.sampled_from('aé日🙂\u0301",\t;\r\n \u2028\x85'), max_size=12)
WORDS = st.lists(CELLS, min_size=1, max_size=3)


@st.composite
def sources(draw, delimiter: str = ",") -> bytes:
    rows = draw(st.lists(st.tuples(CELLS, CELLS, CELLS), max_size=6))
    end = draw(st.sampled_from(["\n", "\r\n"]))
    # Python's writer leaves a carriage return bare unless it is part of the line end.
    quoting = draw(st.sampled_from([csv.QUOTE_MINIMAL, csv.QUOTE_ALL]))
    if end == "\n" and quoting == csv.QUOTE_MINIMAL:
        rows = [tuple(cell.replace("\r", "") for cell in row) for row in rows]
    out = io.StringIO(newline="")
    writer = csv.writer(out, delimiter=delimiter, lineterminator=end, quoting=quoting)
    writer.writerows([("a", "text", 'the "b"'), *rows])
    text = out.getvalue()
    if draw(st.booleans()):
        text = text.removesuffix("\n").removesuffix("\r")
    return (draw(st.sampled_from(["", "\ufeff"])) + text).encode()


def table(data: bytes, delimiter: str = ",") -> list[list[str]]:
    text = data.decode().removeprefix("\ufeff")
    return list(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True))


@given(data=sources(), size=st.integers(1, 80))
def test_round_trip_and_block_size(apply, data: bytes, size: int) -> None:
    result = apply(CSV, data, size=size)
    assert result.output == data
    assert [document.text for document in result.documents] == [row[1] for row in table(data)[1:]]
    assert result.documents == apply(CSV, data).documents


@given(data=sources(), size=st.integers(1, 80), words=WORDS)
def test_edits_change_their_cells_only(apply, editing, data, size, words) -> None:
    editor = editing(words)
    result = apply(CSV, data, editor, size=size)
    assert result.restored == data
    assert result.output == apply(CSV, data, editor).output
    old, new = table(data), table(result.output)
    assert new[0] == old[0]
    for before, after, document in zip(old[1:], new[1:], result.documents, strict=True):
        text = document.text
        for change in reversed(editor(document)):
            span = change.entity.span
            text = text[: span.start] + change.surrogate + text[span.end :]
        assert after == [before[0], text, before[2]]


@given(data=sources("\t"), size=st.integers(1, 80), words=WORDS)
def test_tsv_is_quoted_like_csv(apply, editing, data, size, words) -> None:
    result = apply(TSV, data, editing(words), size=size)
    assert apply(TSV, data, size=size).output == data
    assert result.restored == data
    assert [row[0] for row in table(result.output, "\t")] == [row[0] for row in table(data, "\t")]


def test_documents_of_rows(apply) -> None:
    data = '\ufeff"id",text,language,subject\r\na,"x ""y""",es,s\r\n\r\n,z,,\r\n'.encode()
    documents = apply(CSV, data, options=Options(default_language="en")).documents
    assert [document.id for document in documents] == ["a", "unit#4"]
    assert [document.text for document in documents] == ['x "y"', "z"]
    assert [document.language for document in documents] == ["es", "en"]
    assert [document.subject for document in documents] == ["s", None]


def test_an_edit_in_a_quoted_cell_is_doubled(apply, edit) -> None:
    data = b'n,text\n1,"a ""b"" c"\n'
    result = apply(CSV, data, lambda d: [edit(d, 6, 7, 'x"y'), edit(d, 3, 4, "é")])
    assert result.output == 'n,text\n1,"a ""é"" x""y"\n'.encode()


@pytest.mark.parametrize("word", ["a,b", 'a"b', "a\nb", "a\rb"])
def test_a_cell_that_needs_quotes_gets_them(apply, edit, word: str) -> None:
    result = apply(CSV, b"text,n\nAnn left,1\n", lambda d: [edit(d, 0, 3, word)])
    quoted = word.replace('"', '""')
    assert result.output == f'text,n\n"{quoted} left",1\n'.encode()
    assert result.restored == b"text,n\nAnn left,1\n"


def test_an_empty_cell_alone_is_not_a_blank_line(apply, edit) -> None:
    result = apply(CSV, b"text\nAnn\n", lambda d: [edit(d, 0, 3, "")])
    assert result.output == b'text\n""\n'
    assert [document.text for document in apply(CSV, result.output).documents] == [""]


def test_several_columns(apply, edit) -> None:
    options = Options(text=("b", "a"))
    data = b"a,n,b\nAnn,1,Bob left\n"
    result = apply(CSV, data, lambda d: [edit(d, 9, 12, "Cy"), edit(d, 0, 3, "D,E")], options)
    (document,) = result.documents
    assert document.text == "Bob left\nAnn"
    assert document.segments == (Segment(0, 8, "field", "b"), Segment(9, 12, "field", "a"))
    assert result.output == b'a,n,b\nCy,1,"D,E left"\n'


def test_another_delimiter(apply, edit) -> None:
    options = Options(delimiter=";")
    result = apply(CSV, b"n;text\n1,2;a\n", lambda d: [edit(d, 0, 1, "b;c")], options)
    assert result.output == b'n;text\n1,2;"b;c"\n'


@pytest.mark.parametrize("delimiter", ["ab", '"', "\n"])
def test_a_delimiter_that_cannot_be_one(apply, delimiter: str) -> None:
    with pytest.raises(UsageError, match="delimiter must be one character"):
        apply(CSV, b"text\na\n", options=Options(delimiter=delimiter))


def test_withheld_rows_leave_the_header(apply) -> None:
    data = b"text\na\nb\n"
    assert apply(CSV, data, withheld=lambda document: True).output == b"text\n"
    assert apply(CSV, data, withheld=lambda d: d.text == "a", size=1).output == b"text\nb\n"


def test_a_header_alone(apply) -> None:
    assert apply(CSV, b"id,text").documents == ()


def test_blocks_say_where_they_start() -> None:
    data = b'text,n\n"a\n\nb",1\nc,2\n"d\n",3\n'
    blocks = list(CSV.split(Unit("u", ()), Options(), size=9, stream=io.BytesIO(data)))
    assert [(block.line, block.index) for block in blocks] == [(1, 0), (2, 1), (5, 2)]
    assert {block.head for block in blocks} == {b"text,n\n"}


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "unit: empty file"),
        (
            b"id,b\n1,2\n",
            "unit:1: the text column 'text' is missing; there are: 'id', 'b'; name one with --text",
        ),
        (
            b"text,text\n1,2\n",
            "unit:1: there are two columns 'text'; rename one of them",
        ),
        (b'te"xt\na\n', "unit:1: cell 1 has a quote but is not quoted"),
        (b'text,n\n"a\nb",1\nc\n', "unit:4: the row has 1 cells, the header has 2"),
        (b"text,n\na,1\nb,2,3\n", "unit:3: the row has 3 cells, the header has 2"),
        (b'text,n\na,1\nb,"2\nc,3\n', "unit:3: cell 2 has a quote that is never closed"),
        (b'text,n\na,1\nb 5" c,2\nc,3\n', "unit:3: cell 1 has a quote but is not quoted"),
        (b'text,n\na,1\n"b"c,2\n', "unit:3: cell 1 goes on behind its closing quote"),
        (b"text,n\na\rb,2\n", "unit:2: cell 1 has a carriage return outside quotes"),
        (b'text,n\n"a\n",1\nb\xff,2\n', "unit:4: not UTF-8 at byte offset 1 of the line"),
        (b'text,n\na,1\n"\nb\xff",2\n', "unit:4: not UTF-8 at byte offset 1 of the line"),
    ],
)
def test_tables_that_are_refused(apply, data: bytes, message: str) -> None:
    for size in (1, 7, 1 << 20):
        with pytest.raises(CorpusError) as caught:
            apply(CSV, data, size=size)
        assert str(caught.value) == message


def test_no_annotations_of_its_own() -> None:
    head = b"text\n"
    record = list(CSV.read(Block((head + b"a",), "u", head=head), Options()))[1]
    assert CSV.annotate(record, (), Options()) == ()
    assert not CSV.traits.writes_annotations


@pytest.mark.parametrize(
    ("value", "new", "cell"),
    [
        ('"Lee, Ann"', "Bo", "Bo"),
        ('"Ann ""Bo"" Lee"', "Bo", "Bo"),
        ("Ann", "Bo", "Bo"),
        ("Ann", "Bo, Al", '"Bo, Al"'),
        ('"Lee, Ann"', "Bo, Al", '"Bo, Al"'),
        ('"Lee, Ann"', 'B"o', '"B""o"'),
    ],
)
def test_quotes_tell_nothing_of_what_was_replaced(
    apply, edit, value: str, new: str, cell: str
) -> None:
    """A cell is in quotes where its new text needs them, or where its column's name is in quotes
    that it does not need."""

    def whole(document):
        return [edit(document, 0, len(document.text), new)]

    data = f"id,text\n1,{value}\n".encode()
    result = apply(CSV, data, whole)
    assert result.output == f"id,text\n1,{cell}\n".encode()
    assert result.restored == data
    quoted = f'"id","text"\n"1",{value}\n'.encode()
    bare = value.startswith('"') and not cell.startswith('"')
    kept = f'"{cell}"' if bare else cell
    assert apply(CSV, quoted, whole).output == f'"id","text"\n"1",{kept}\n'.encode()


def test_quotes_stay_where_the_rest_of_a_cell_needs_them(apply, edit) -> None:
    data = b'id,text\n1,"Hart, Al came"\n2,"Well, Al came"\n'
    result = apply(CSV, data, lambda document: [
        edit(document, 0, 8, "Bo") if document.text.startswith("Hart") else
        edit(document, 6, 8, "Bo")
    ])  # fmt: skip
    assert result.output == b'id,text\n1,Bo came\n2,"Well, Bo came"\n'
    assert result.restored == data
