from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from needed_corpora import corpus
from understudy.core.errors import CorpusError
from understudy.core.types import Entity, Span
from understudy.corpus.base import Block, Options, Patch, Unit
from understudy.corpus.slots import SLOTS

OPTIONS = Options()
ROW = b"BookTable\tbook for Ana Soto in  Vigo now\tO O B-name I-name O B-city O\n"

TOKEN = st.text(st.sampled_from("abé日🙂#-"), min_size=1, max_size=4)
CHUNK = st.tuples(
    st.sampled_from([None, None, "x", "y.z"]), st.lists(TOKEN, min_size=1, max_size=3)
)
SURROGATE = st.text(st.sampled_from("ab é🙂\t\n\r\x85\u2028\u00a0"), max_size=8)


def encoded(label: str | None, count: int, scheme: str) -> list[str]:
    if label is None:
        return ["O"] * count
    if scheme in ("ES", "LU"):
        end, single = scheme
        tags = ["B"] + ["I"] * (count - 2) + [end] if count > 1 else [single]
    else:
        tags = ["B"] + ["I"] * (count - 1)
    return [f"{tag}-{label}" for tag in tags]


@st.composite
def rows(draw: st.DrawFn) -> bytes:
    scheme = draw(st.sampled_from(["BIO", "ES", "LU"]))
    chunks = draw(st.lists(CHUNK, min_size=1, max_size=5))
    tokens = [token for _, part in chunks for token in part]
    tags = [tag for label, part in chunks for tag in encoded(label, len(part), scheme)]
    end = draw(st.sampled_from(["\n", "\r\n"]))
    return f"intent\t{' '.join(tokens)}\t{' '.join(tags)}{end}".encode()


def only(data: bytes):
    (record,) = SLOTS.read(Block((data,), "u"), OPTIONS)
    return record


def surfaces(document) -> list[tuple[str, str]]:
    return [(span.label, document.text[span.start : span.end]) for span in document.annotations]


def tokens_of(text: str) -> str:
    for mark in "\t\n\r\x85\u2028":
        text = text.replace(mark, " ")
    return " ".join(token for token in text.split(" ") if token)


def test_reads_text_annotations_and_intent() -> None:
    document = only(ROW).document
    assert document.id == "u#1"
    assert document.text == "book for Ana Soto in  Vigo now"
    assert document.meta == {"intent": "BookTable"}
    assert document.annotations == (Span(9, 17, "name"), Span(22, 26, "city"))


@pytest.mark.parametrize(
    ("tags", "found"),
    [
        ("I-x I-x O", [("x", "a b")]),
        ("I-x I-y O", [("x", "a"), ("y", "b")]),
        ("B-x B-x I-x", [("x", "a"), ("x", "b c")]),
        ("B-x E-x S-x", [("x", "a b"), ("x", "c")]),
        ("B-x L-x U-y", [("x", "a b"), ("y", "c")]),
        ("S-x I-x I-x", [("x", "a"), ("x", "b c")]),
        ("O O B-x", [("x", "c")]),
    ],
)
def test_tag_schemes(tags: str, found: list[tuple[str, str]]) -> None:
    assert surfaces(only(f"i\ta b c\t{tags}\n".encode()).document) == found


@pytest.mark.parametrize(
    ("data", "line", "message"),
    [
        (b"i\ta b\tO O\ni\ta b\n", 2, "2 columns"),
        (b"i\ta\tO\n\ni\ta\tO\tx\n", 3, "4 columns"),
        (b"i\ta b\tO\n", 1, "2 tokens but 1 tags"),
        (b"i\ta b\tO X-y\n", 1, "column 3: tag 2 "),
        (b"i\ta b\tB- O\n", 1, "column 3: tag 1 "),
        (b"i\ta\tO\ni\t\xff\tO\n", 2, "not UTF-8"),
    ],
)
def test_errors_have_their_place(apply, data: bytes, line: int, message: str) -> None:
    for size in (1, 1 << 20):
        with pytest.raises(CorpusError, match=message) as caught:
            apply(SLOTS, data, size=size)
        assert (caught.value.file, caught.value.line) == ("unit", line)


def test_an_empty_file_is_an_error(apply) -> None:
    with pytest.raises(CorpusError, match="empty file"):
        apply(SLOTS, b"")


def test_line_ends_marks_and_blank_lines_stay(apply, edit) -> None:
    data = b"\xef\xbb\xbfi\tAna\tB-n\r\n\r\n\n" + ROW + b"j\tEva x\tB-n O"
    result = apply(SLOTS, data, lambda d: [edit(d, *d.annotations[0][:2], "Bo")])
    assert result.output == (
        b"\xef\xbb\xbfi\tBo\tB-n\r\n\r\n\n"
        b"BookTable\tbook for Bo in  Vigo now\tO O B-name O B-city O\n"
        b"j\tBo x\tB-n O"
    )
    assert result.restored == data
    assert [d.id for d in result.documents] == ["unit#1", "unit#4", "unit#5"]
    assert result.documents[0].meta["intent"] == "i"


@pytest.mark.parametrize(
    ("place", "surrogate", "row"),
    [
        (
            "Soto",
            "Rey Paz",
            b"book for Ana Rey Paz in  Vigo now\tO O B-name I-name I-name O B-city O",
        ),
        ("na So", "b", b"book for Abto in  Vigo now\tO O B-name O B-city O"),
        ("igo", "alle", b"book for Ana Soto in  Valle now\tO O B-name I-name O B-city O"),
        (
            "igo",
            " a b",
            b"book for Ana Soto in  V a b now\tO O B-name I-name O B-city I-city I-city O",
        ),
        ("Ana", "", b"book for Soto in  Vigo now\tO O B-name O B-city O"),
        ("Vigo", " ", b"book for Ana Soto in  now\tO O B-name I-name O O"),
        ("now", "", b"book for Ana Soto in  Vigo\tO O B-name I-name O B-city"),
        ("book", "", b"for Ana Soto in  Vigo now\tO B-name I-name O B-city O"),
        ("for Ana Soto", "Eva", b"book Eva in  Vigo now\tO B-name O B-city O"),
        ("for Ana", "to Eva", b"book to Eva Soto in  Vigo now\tO O B-name I-name O B-city O"),
        ("Soto in  Vigo", "X", b"book for Ana X now\tO O B-name I-name O"),
        ("Soto in  Vigo", "X Y", b"book for Ana X Y now\tO O B-name I-name B-city O"),
    ],
)
def test_tags_follow_tokens(apply, edit, place: str, surrogate: str, row: bytes) -> None:
    def editor(document):
        start = document.text.index(place)
        return [edit(document, start, start + len(place), surrogate)]

    result = apply(SLOTS, ROW, editor)
    assert result.output == b"BookTable\t" + row + b"\n"
    assert result.restored == ROW


def test_a_row_may_lose_all_its_tokens(apply, edit) -> None:
    data = b"i\tAna Soto\tB-n I-n\n"
    result = apply(SLOTS, data, lambda d: [edit(d, 0, 3, ""), edit(d, 4, 8, " ")])
    assert result.output == b"i\t\t\n"
    assert apply(SLOTS, result.output).output == result.output


def test_edits_that_share_a_token(apply, edit) -> None:
    data = b"i\tana@vigo.es x\tS-mail O\n"
    result = apply(SLOTS, data, lambda d: [edit(d, 0, 3, "eva"), edit(d, 4, 8, "lugo a")])
    assert result.output == b"i\teva@lugo a.es x\tB-mail E-mail O\n"


def test_two_spans_do_not_grow_together(apply, edit) -> None:
    data = b"i\ta b c\tI-x O I-x\n"
    result = apply(SLOTS, data, lambda d: [edit(d, 2, 3, "")])
    assert result.output == b"i\ta c\tI-x B-x\n"


def test_kept_edits_and_no_edits_make_no_patch(edit) -> None:
    record = only(ROW)
    kept = edit(record.document, 9, 17, "", kept=True)
    assert SLOTS.write(record, [kept], OPTIONS) == ()
    assert SLOTS.write(record, [], OPTIONS) == ()


def test_patches_are_small(edit) -> None:
    record = only(ROW)
    patches = SLOTS.write(record, [edit(record.document, 22, 26, "A Rúa")], OPTIONS)
    assert patches == (Patch(32, 36, "A Rúa".encode()), Patch(61, 67, b"B-city I-city"))


def test_a_withheld_row_is_left_out(apply) -> None:
    data = ROW + b"i\ta\tO\n"
    assert apply(SLOTS, data, withheld=lambda d: d.id == "unit#1").output == b"i\ta\tO\n"


def test_annotate_writes_bio() -> None:
    record = only(ROW)
    entities = [
        Entity(Span(22, 26, "city"), "CITY", "1"),
        Entity(Span(5, 17, "name"), "PERSON", "2"),
    ]
    (patch,) = SLOTS.annotate(record, entities, OPTIONS)
    new = ROW[: patch.start] + patch.data + ROW[patch.end :]
    assert new.endswith(b"\tO B-PERSON I-PERSON I-PERSON O B-CITY O\n")
    assert SLOTS.annotate(only(new), entities, OPTIONS) == ()


@given(data=st.lists(rows(), min_size=1, max_size=4).map(b"".join), size=st.integers(1, 60))
def test_round_trip(apply, data: bytes, size: int) -> None:
    whole = apply(SLOTS, data)
    assert whole.output == data
    assert apply(SLOTS, data, size=size) == whole


@given(row=rows(), surrogates=st.lists(SURROGATE.filter(tokens_of), min_size=5, max_size=5))
def test_annotations_move_with_their_stand_ins(apply, edit, row, surrogates) -> None:
    def editor(document):
        return [
            edit(document, *span[:2], surrogate)
            for span, surrogate in zip(document.annotations, surrogates, strict=False)
        ]

    result = apply(SLOTS, row, editor)
    assert result.restored == row
    before, after = result.documents[0], only(result.output).document
    assert [label for label, _ in surfaces(after)] == [label for label, _ in surfaces(before)]
    assert [text for _, text in surfaces(after)] == [
        tokens_of(surrogate) for surrogate, _ in zip(surrogates, before.annotations, strict=False)
    ]


@given(
    row=rows(),
    places=st.lists(st.integers(0, 60), max_size=8, unique=True),
    words=st.lists(SURROGATE, min_size=4, max_size=4),
)
def test_any_edits_give_valid_rows(apply, edit, row, places, words) -> None:
    def editor(document):
        inside = sorted(place for place in places if place <= len(document.text))
        pairs = list(pairwise(inside))[::2]
        return [edit(document, *pair, word) for pair, word in zip(pairs, words, strict=False)]

    result = apply(SLOTS, row, editor)
    assert result.restored == row
    text = only(result.output).document.text
    cursor = 0
    for token in untouched(result.documents[0], editor(result.documents[0])):
        assert token in text[cursor:]
        cursor = text.index(token, cursor) + len(token)


def untouched(document, edits) -> list[str]:
    found = []
    at = 0
    for token in document.text.split(" "):
        end = at + len(token)
        if all(edit.entity.span.end <= at or end <= edit.entity.span.start for edit in edits):
            found.append(token)
        at = end + 1
    return found


@pytest.mark.data
@pytest.mark.parametrize("name", ["atis", "snips", "tod-es"])
def test_corpora_round_trip(name: str) -> None:
    path = corpus(f"intent/{name}/valid.tsv")
    output = b""
    count = 0
    for block in SLOTS.split(Unit("valid.tsv", (path,)), OPTIONS, size=4096):
        records = list(SLOTS.read(block, OPTIONS))
        count += sum(len(record.document.annotations) for record in records)
        output += SLOTS.join(block, [record.parts for record in records], OPTIONS)[0]
    assert output == path.read_bytes()
    assert count >= output.count(b"B-") > 1000
