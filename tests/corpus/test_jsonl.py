from __future__ import annotations

import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from understudy.core.errors import CorpusError
from understudy.core.types import Entity, Segment, Span
from understudy.corpus.base import Block, Options, patched
from understudy.corpus.jsonl import JSONL

TURNS = Options(text=("title", "turns.text"))
CHARACTERS = st.sampled_from('aZ é日🙂\u0301"\\/\n\r\t\x00\x85\u2028')
TEXTS = st.text(CHARACTERS, max_size=30)


@st.composite
def sources(draw) -> bytes:
    """Rows as various programs write them, with blank lines and both line ends."""
    out = draw(st.sampled_from(["", "\ufeff"]))
    for _ in range(draw(st.integers(1, 5))):
        row = {"x": {"text": draw(TEXTS)}, "text": draw(TEXTS), "n": [1.50, None, "}"]}
        dumped = json.dumps(
            row,
            ensure_ascii=draw(st.booleans()),
            separators=draw(st.sampled_from([(",", ":"), (", ", ": "), (" ,\t", " : ")])),
        )
        if draw(st.booleans()):
            dumped = dumped.replace("/", "\\/").replace("a", "\\u0061")
        out += draw(st.sampled_from(["", " \n"])) + dumped + draw(st.sampled_from(["\n", "\r\n"]))
    return (out if draw(st.booleans()) else out.rstrip("\r\n")).encode()


def rows_of(data: bytes) -> list[dict]:
    lines = data.decode().removeprefix("\ufeff").split("\n")
    return [json.loads(line) for line in lines if line.strip()]


@given(data=sources(), size=st.integers(1, 200))
def test_round_trip_and_block_size(apply, data: bytes, size: int) -> None:
    result = apply(JSONL, data, size=size)
    assert result.output == data
    assert [document.text for document in result.documents] == [
        row["text"] for row in rows_of(data)
    ]
    assert result.documents == apply(JSONL, data).documents


@given(data=sources(), size=st.integers(1, 200), words=st.lists(TEXTS, min_size=1, max_size=3))
def test_edits_change_their_spans_only(apply, editing, data, size, words) -> None:
    editor = editing(words)
    result = apply(JSONL, data, editor, size=size)
    assert result.restored == data
    assert result.output == apply(JSONL, data, editor).output
    assert result.output.count(b"\n") == data.count(b"\n")
    for old, new, document in zip(
        rows_of(data), rows_of(result.output), result.documents, strict=True
    ):
        text = document.text
        for change in reversed(editor(document)):
            span = change.entity.span
            text = text[: span.start] + change.surrogate + text[span.end :]
        assert new == {**old, "text": text}


def read(row: str | dict, options: Options = Options()) -> object:  # noqa: B008
    row = row if isinstance(row, str) else json.dumps(row)
    (record,) = JSONL.read(Block((row.encode(),), "f"), options)
    return record


def written(record, patches) -> str:
    return patched(record.parts, patches)[0][0].decode()


def test_an_edit_is_escaped_as_its_row_is(edit) -> None:
    plain = read('{"text":"Ann"}')
    changed = JSONL.write(plain, [edit(plain.document, 0, 3, 'Zoë "🙂"')], Options())
    assert written(plain, changed) == '{"text":"Zo\\u00eb \\"\\ud83d\\ude42\\""}'
    accented = read('{"text":"Ann","é":1}')
    changed = JSONL.write(accented, [edit(accented.document, 0, 3, 'Zoë "🙂"')], Options())
    assert written(accented, changed) == '{"text":"Zoë \\"🙂\\"","é":1}'


@pytest.mark.parametrize("value", ["Jose", "José", "Jos\u0065\u0301"])
@pytest.mark.parametrize("rest", [{}, {"note": "ok"}, {"note": "año"}])
def test_an_accent_in_what_is_replaced_does_not_tell_how_a_stand_in_is_written(
    edit, value: str, rest: dict[str, str]
) -> None:
    entities = [{"start": 0, "end": len(value), "category": "PERSON", "text": value}]
    for whole in (
        {"text": f"{value} called", **rest},
        {"text": f"{value} called", **rest, "entities": entities},
        {"text": f"{value} called", **rest, "entities": [{**entities[0], "score": 1}]},
        {"text": f"{value} called", **rest, "entities": [{**entities[0]} | {"norm": value}]},
    ):
        record = read(json.dumps(whole, ensure_ascii=False))
        edits = [edit(record.document, 0, len(value), "Íñigo")]
        escaped = "note" not in rest or rest["note"].isascii()
        new = json.dumps("Íñigo", ensure_ascii=escaped)[1:-1]
        fresh = written(record, JSONL.write(record, edits, Options()))
        assert f'{{"text": "{new} called"' in fresh
        assert fresh.isascii() == escaped
        assert b"".join(JSONL.render(record, edits, Options())).decode() == fresh


def test_members_of_an_annotation_do_not_tell_how_a_value_was_written(edit) -> None:
    """Which members were the value's very words would show its letter case, or that it had none."""
    found = []
    for value in ("007", "Ann", "ANN"):
        words = {"text": value, "norm": value.upper(), "Word": value.title(), "span": [0, 3]}
        entities = [{"start": 0, "end": 3, "category": "PERSON", **words}]
        record = read({"text": f"{value} called", "entities": entities})
        edits = [edit(record.document, 0, 3, "Bo")]
        found.append(written(record, JSONL.write(record, edits, Options())))
    assert len(set(found)) == 1
    (entry,) = json.loads(found[0])["entities"]
    assert entry == {"start": 0, "end": 2, "category": "PERSON", "text": "Bo", "Word": "Bo"}


def test_the_rest_of_an_escaped_literal_keeps_its_escapes(edit) -> None:
    record = read(r'{"text":"\u0041nn\ud83d\ude42 \/ B\u006fb\n"}')
    assert record.document.text == "Ann🙂 / Bob\n"
    edits = [edit(record.document, 7, 10, "Cy"), edit(record.document, 3, 4, "!")]
    assert written(record, JSONL.write(record, edits, Options())) == (
        r'{"text":"\u0041nn! \/ Cy\n"}'
    )


def test_a_kept_edit_changes_nothing(edit) -> None:
    record = read({"text": "Ann"})
    assert JSONL.write(record, [edit(record.document, 0, 3, "Bob", kept=True)], Options()) == ()


def test_names_of_a_document(apply) -> None:
    rows = [
        {"id": "a", "text": "x", "language": "es", "subject": "s"},
        {"id": 7, "text": "x", "subject": 3},
        {"id": None, "text": "x"},
        {"text": "x"},
    ]
    data = "\n\n".join(map(json.dumps, rows)).encode()
    documents = apply(JSONL, data, options=Options(default_language="en")).documents
    assert [document.id for document in documents] == ["a", "7", "unit#5", "unit#7"]
    assert [document.language for document in documents] == ["es", "en", "en", "en"]
    assert [document.subject for document in documents] == ["s", "3", None, None]


def test_names_on_paths() -> None:
    record = read({"meta": {"id": "a"}, "note": {"body": "b"}}, Options(("note.body",), "meta.id"))
    assert (record.document.id, record.document.text) == ("a", "b")
    assert record.document.segments == ()


DIALOGUE = {
    "turns": [{"speaker": "A", "text": "Hi Zoë"}, {"text": "\nHo"}, {"text": "", "speaker": 1}],
    "title": "Call",
}


def test_pieces_become_segments() -> None:
    document = read(DIALOGUE, TURNS).document
    assert document.text == "Call\nHi Zoë\n\nHo\n"
    assert document.segments == (
        Segment(0, 4, "field", "title"),
        Segment(5, 11, "turn", "A", "turns.0.text"),
        Segment(12, 15, "field", "turns.1.text"),
        Segment(16, 16, "field", "turns.2.text"),
    )


def test_one_turn_is_a_segment_too() -> None:
    document = read({"turns": [{"speaker": "A", "text": "Hi"}]}, Options(("turns.text",))).document
    assert document.segments == (Segment(0, 2, "turn", "A", "turns.0.text"),)
    assert read({"turns": []}, Options(("turns.text",))).document.text == ""
    assert read({"text": ["a", ["b"]]}).document.text == "a\nb"


@pytest.mark.parametrize("ascii_only", [True, False])
def test_edits_of_pieces(edit, ascii_only: bool) -> None:
    record = read(json.dumps(DIALOGUE, ensure_ascii=ascii_only), TURNS)
    document = record.document
    edits = [
        edit(document, 13, 15, "Hello"),
        edit(document, 8, 11, "Eve"),
        edit(document, 0, 4, ""),
    ]
    row = json.loads(written(record, JSONL.write(record, edits, TURNS)))
    assert row["title"] == ""
    assert [turn["text"] for turn in row["turns"]] == ["Hi Eve", "\nHello", ""]


def test_an_edit_across_pieces_is_refused(edit) -> None:
    record = read(DIALOGUE, TURNS)
    with pytest.raises(CorpusError, match=r"document f#1: the edit at 3 to 6 crosses fields"):
        JSONL.write(record, [edit(record.document, 3, 6, "x")], TURNS)


FULL = {
    "start": 0,
    "end": 3,
    "label": "PERSON",
    "key": "Ann Lee",
    "score": 0.5,
    "source": "hand",
    "attributes": {"gender": "f", "form": "Ann"},
    "text": "Ann",
    "extra": [1, {"surface": "Ann"}],
}


def test_annotations_are_evidence() -> None:
    entities = [FULL, {"start": 4, "end": 7, "type": "PERSON", "key": 3}]
    document = read({"text": "Ann Bob", "entities": entities}).document
    attributes = (("gender", "f"), ("form", "Ann"))
    assert document.annotations == (
        Span(0, 3, "PERSON", 0.5, "hand", (), "Ann Lee", attributes),
        Span(4, 7, "PERSON", 1.0, "given", (), "3"),
    )
    assert read({"text": "x", "entities": None}).document.annotations == ()
    spans = Options(entities="spans")
    assert read({"text": "x", "spans": [{"start": 0, "end": 1, "category": "A"}]}, spans)


def test_annotations_follow_the_edits(edit) -> None:
    entities = [
        {"start": 8, "end": 11, "category": "PERSON", "key": "bob"},
        FULL,
        {"start": 4, "end": 7, "category": "VERB", "key": "Ann Lee"},
        {"start": 12, "end": 15, "category": "PERSON", "key": "cy"},
    ]
    record = read({"text": "Ann met Bob Cyd", "entities": entities, "z": 1})
    edits = [edit(record.document, 0, 3, "Clara"), edit(record.document, 8, 11, "Al")]
    row = json.loads(written(record, JSONL.write(record, edits, Options())))
    assert row["text"] == "Clara met Al Cyd"
    bob, ann, verb, cyd = row["entities"]
    assert bob == {"start": 10, "end": 12, "category": "PERSON", "key": "PERSON1"}
    assert ann == {"start": 0, "end": 5, "label": "PERSON", "key": "PERSON2", "text": "Clara"}
    assert verb == {"start": 6, "end": 9, "category": "VERB", "key": "PERSON2"}
    assert cyd == {"start": 13, "end": 16, "category": "PERSON", "key": "PERSON3"}


@pytest.mark.parametrize("told", ["zelkabrand", "ZÉLKABRAND", "of Zelkabrand, Ann", "A. Z."])
def test_of_a_replaced_annotation_only_what_was_written_stays(edit, told: str) -> None:
    free = {"lemma": told, "attributes": {"value": told}, "type": told, "source": told, "n": [told]}
    entities = [
        {"start": 0, "end": 10, "category": "PERSON", "key": told, "score": 0.5, **free},
        {"start": 15, "end": 21, "category": "VERB", "note": f"by {told}", told: {told: 1}},
    ]
    record = read({"text": "Zelkabrand has called", "entities": entities})
    for kept in (False, True):
        done = edit(record.document, 0, 10, "Smith", kept=kept)
        person = {"start": 0, "end": 10 if kept else 5, "category": "PERSON", "key": "PERSON1"}
        row = json.loads(written(record, JSONL.write(record, [done], Options())))
        assert row["entities"][0] == person
    row = written(record, JSONL.write(record, [edit(record.document, 0, 10, "Smith")], Options()))
    assert "lkabrand" not in row.lower()
    public = edit(record.document, 0, 10, "", kept=True)._replace(strategy="keep")
    row = json.loads(written(record, JSONL.write(record, [public], Options())))
    assert row["entities"][0]["lemma"] == told


def test_annotations_without_edits_are_left_alone() -> None:
    record = read({"text": "Ann", "entities": [FULL]})
    assert JSONL.write(record, (), Options()) == ()


def test_annotations_of_a_field_are_relative_to_it(edit) -> None:
    entities = [
        {"start": 3, "end": 6, "category": "PERSON", "field": "turns.0.text"},
        {"start": 13, "end": 15, "category": "WORD"},
        {"start": 1, "end": 3, "category": "WORD", "field": "turns.1.text"},
    ]
    record = read({**DIALOGUE, "entities": entities[:1] + entities[2:]}, TURNS)
    assert [span[:2] for span in record.document.annotations] == [(8, 11), (13, 15)]
    edits = [edit(record.document, 0, 4, "A long title"), edit(record.document, 8, 11, "Eva-Maria")]
    row = json.loads(written(record, JSONL.write(record, edits, TURNS)))
    assert [(entry["start"], entry["end"]) for entry in row["entities"]] == [(3, 12), (1, 3)]
    record = read({**DIALOGUE, "entities": entities[:2]}, TURNS)
    row = json.loads(written(record, JSONL.write(record, edits, TURNS)))
    assert row["entities"][1] == {"start": 27, "end": 29, "category": "WORD"}


@pytest.mark.parametrize("separators", [(",", ":"), (", ", ": ")])
def test_the_list_of_annotations_keeps_its_style(edit, separators) -> None:
    entities = [{"start": 0, "end": 3, "category": "PERSON"}] * 1
    row = json.dumps({"text": "Ann", "entities": entities}, separators=separators)
    record = read(row)
    changed = JSONL.write(record, [edit(record.document, 0, 3, "Cleo")], Options())
    assert written(record, changed) == row.replace("Ann", "Cleo").replace("3", "4")


ENTITY = Entity(Span(0, 3, "PER", 0.75, "model"), "PERSON", "p1", (("gender", "f"),))
ENTRY = {
    "start": 0,
    "end": 3,
    "category": "PERSON",
    "key": "p1",
    "score": 0.75,
    "source": "model",
    "attributes": {"gender": "f"},
}


@pytest.mark.parametrize(
    "row",
    [
        '{"text": "Ann", "n": 1.50 }',
        '{"entities":[],"text":"Ann"}',
        '{"entities":null,"text":"Ann"}',
    ],
)
def test_annotate(row: str) -> None:
    record = read(row)
    new = written(record, JSONL.annotate(record, [ENTITY], Options()))
    assert json.loads(new) == {**json.loads(row), "entities": [ENTRY]}
    assert ('": ' in new) == ('": ' in row)
    assert ("1.50 " in new) == ("1.50 " in row)
    again = read(new)
    assert again.document.annotations == (
        Span(0, 3, "PERSON", 0.75, "model", (), "p1", (("gender", "f"),)),
    )
    assert written(again, JSONL.annotate(again, [], Options())).count("[]") == 1


def test_annotate_pieces() -> None:
    record = read(DIALOGUE, TURNS)
    entities = [
        Entity(Span(8, 11, "PERSON"), "PERSON", "p1"),
        Entity(Span(12, 16, "X"), "X", "x"),
        Entity(Span(3, 6, "Y"), "Y", "y"),
    ]
    row = json.loads(written(record, JSONL.annotate(record, entities, TURNS)))
    found = [(entry["field"], entry["start"], entry["end"]) for entry in row["entities"]]
    assert found == [
        ("turns.0.text", 3, 6),
        ("turns.1.text", 0, 3),
        ("title", 3, 4),
        ("turns.0.text", 0, 1),
    ]


def test_withheld_rows_are_left_out(apply) -> None:
    result = apply(JSONL, b'{"text":"a"}\n{"text":"b"}\n', withheld=lambda d: d.text == "a")
    assert result.output == b'{"text":"b"}\n'


def annotated(**entry: object) -> str:
    return json.dumps({"text": "Ann", "entities": [{"start": 0, "end": 1, "type": "A"}, entry]})


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ('{"text": "a"', "malformed JSON: Expecting ',' delimiter (column 13)"),
        ('{"text": }', "malformed JSON: Expecting value (column 10)"),
        ('{"text": "a" "b": 1}', "malformed JSON: Expecting ',' delimiter (column 14)"),
        ('{"text": "a", }', None),
        ('{"text": "a\tb"}', "malformed JSON: Invalid control character at (column 12)"),
        ('{"text": "a"} {}', "malformed JSON: more behind the object (column 14)"),
        ('{"text": "a", "b": ' + "[" * 100_000, "malformed JSON: nested too deeply"),
        ('{"text": "a", "b": ' + "1" * 5000 + "}", "malformed JSON: a number with too many digits"),
        ("[]", "the row is not an object"),
        ('"text"', "the row is not an object"),
        ("{}", "the text field 'text' is missing"),
        ('{"text": 3}', "the text field 'text' is not a string"),
        ('{"text": "a", "te\\u0078t": "b"}', "the field 'text' is there twice"),
        ('{"text": "\\ud83d"}', "the text field 'text' has half a surrogate pair"),
        ('{"text": "a", "id": []}', "the field 'id' is neither a string nor a number"),
        ('{"text": "a", "entities": {}}', "the field 'entities' is not a list"),
        (
            '{"text": "a", "entities": [1]}',
            "entities[0]: not an object (with start, end and category, or label)",
        ),
        (annotated(start=1, end=True, type="A"), "entities[1]: start and end must be integers"),
        (
            annotated(start=1, end=4, type="A"),
            "entities[1]: 1 to 4 is not a span of a text of 3 characters",
        ),
        (
            annotated(start=-1, end=2, type="A"),
            "entities[1]: -1 to 2 is not a span of a text of 3 characters",
        ),
        (
            annotated(start=2, end=2, type="A", key="k"),
            "entities[1]: 2 to 2 is not a span of a text of 3 characters",
        ),
        (annotated(start=0, end=2, type="A"), "entities[1]: overlaps entities[0]"),
        (
            annotated(start=1, end=2),
            "entities[1]: needs a string as one of category, label, entity_type, type",
        ),
        (
            annotated(start=1, end=2, label=3),
            "entities[1]: needs a string as one of category, label, entity_type, type",
        ),
        (annotated(start=1, end=2, type="A", score="1"), "entities[1]: score is not a number"),
        (annotated(start=1, end=2, type="A", source=1), "entities[1]: source is not a string"),
        (annotated(start=1, end=2, type="A", key=1.5), "entities[1]: key is not a string"),
        (
            annotated(start=1, end=2, type="A", attributes=[]),
            "entities[1]: attributes is not an object",
        ),
        (
            annotated(start=1, end=2, type="A", attributes={"a": 1}),
            "entities[1]: attributes is not an object of strings",
        ),
        (
            annotated(start=1, end=2, type="A", field="x"),
            "entities[1]: its field is not a text field of the row",
        ),
    ],
)
def test_rows_that_are_refused(apply, row: str, message: str | None) -> None:
    data = b'\n{"text": "a"}\n' + row.encode() + b"\n"
    for size in (5, 1 << 20):
        with pytest.raises(CorpusError) as caught:
            apply(JSONL, data, size=size)
        assert (caught.value.file, caught.value.line) == ("unit", 3)
        if message is not None:
            assert str(caught.value) == f"unit:3: {message}"


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ({"turns": []}, "the text field 'title' is missing; there are: 'turns'"),
        ({"title": "x"}, "the text field 'turns.text' is missing; there are: 'title'"),
        (
            {"title": "x", "turns": [{"txt": "a"}, {}]},
            "the text field 'turns.text' is missing",
        ),
        ({"title": "x", "turns": ["a"]}, "the field 'turns.0' is not an object"),
        ({"title": "x", "turns": [{"text": 1}]}, "the text field 'turns.0.text' is not a string"),
    ],
)
def test_paths_that_lead_nowhere(row: dict, message: str) -> None:
    with pytest.raises(CorpusError, match=re.escape(f"f:1: {message}")):
        read(row, TURNS)


def test_a_field_that_is_there_twice_in_a_list() -> None:
    with pytest.raises(CorpusError, match="the field 'text' is there twice"):
        read('{"title": "x", "turns": [{"text": "a", "text": "b"}]}', TURNS)
    with pytest.raises(CorpusError, match="f:1: the field 'turns' is there twice"):
        read('{"title": "x", "turns": [], "turns": [{"text": "b"}]}', TURNS)


def test_no_text_in_messages() -> None:
    with pytest.raises(CorpusError) as caught:
        read('{"text": "Secretname", "b": Secretname}')
    assert "Secretname" not in str(caught.value)
    assert caught.value.__cause__ is None
    assert "Secretname" not in repr(read({"text": "Secretname"}))
