from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from needed_corpora import corpus
from understudy.core.errors import CorpusError, UsageError
from understudy.core.types import Entity, Span
from understudy.corpus.base import Block, Options, Unit
from understudy.corpus.conll import CONLL

OPTIONS = Options()
SENTENCE = b"Ana\tNNP\tB-PER\nSoto\tNNP\tI-PER\nsaw\tVBD\tO\nVigo\tNNP\tB-LOC\n"

TOKEN = st.text(st.sampled_from("abé日🙂#-"), min_size=1, max_size=4).filter(
    lambda token: token != "#"
)
CHUNK = st.tuples(st.sampled_from([None, "x", "y"]), st.lists(TOKEN, min_size=1, max_size=3))
SURROGATE = st.text(st.sampled_from("ab é🙂\t\n\r\x85\u2028\u00a0"), max_size=8)


@st.composite
def sentences(draw: st.DrawFn) -> bytes:
    between = draw(st.sampled_from(["\t", " ", "   "]))
    end = draw(st.sampled_from(["\n", "\r\n"]))
    lines = draw(st.sampled_from([[], ["# newdoc"], ["# text = a b"], ["-DOCSTART- -X- O"]]))
    chunks = draw(st.lists(CHUNK, min_size=1, max_size=4))
    for label, tokens in chunks:
        for at, token in enumerate(tokens):
            tag = "O" if label is None else f"{'I' if at else 'B'}-{label}"
            lines = [*lines, f"{token}{between}{len(token)}{between}{tag}"]
    blank = draw(st.integers(1, 3))
    return (end.join(lines) + end * (blank + 1)).encode()


def only(data: bytes, options: Options = OPTIONS):
    found = [record for record in CONLL.read(Block((data,), "u"), options) if record.document]
    assert len(found) == 1
    return found[0]


def surfaces(document) -> list[tuple[str, str]]:
    return [(span.label, document.text[span.start : span.end]) for span in document.annotations]


def tokens_of(text: str) -> str:
    for mark in "\t\n\r\x85\u2028":
        text = text.replace(mark, " ")
    return " ".join(token for token in text.split(" ") if token)


def replacing(edit, place: str, surrogate: str):
    def editor(document):
        start = document.text.find(place)
        return [] if start < 0 else [edit(document, start, start + len(place), surrogate)]

    return editor


def test_reads_tokens_and_tags() -> None:
    document = only(SENTENCE).document
    assert document.id == "u#1"
    assert document.text == "Ana Soto saw Vigo"
    assert document.annotations == (Span(0, 8, "PER"), Span(13, 17, "LOC"))


def test_columns_by_option_and_by_spaces() -> None:
    data = b"1  Ana B-PER x\n2  left O   y\n"
    document = only(data, Options(token_column=1, tag_column=-2)).document
    assert document.text == "Ana left"
    assert surfaces(document) == [("PER", "Ana")]


def test_a_file_of_tokens_only(apply, edit) -> None:
    data = b"Ana\nleft\n\n"
    result = apply(CONLL, data, replacing(edit, "Ana", "Eva Rey"))
    assert result.documents[0].annotations == ()
    assert result.output == b"Eva\nRey\nleft\n\n"
    assert result.restored == data


def test_tags_that_are_not_of_entities_can_be_left_alone(apply, edit) -> None:
    data = b"Ana\tPROPN\nleft\tVERB\n"
    result = apply(CONLL, data, replacing(edit, "Ana", "Eva Rey"), Options(tag_column=0))
    assert result.output == b"Eva\t_\nRey\t_\nleft\tVERB\n"


def test_comments_and_document_starts_pass_through(apply) -> None:
    data = b"-DOCSTART- -X- O\n\n# newdoc\n# sent_id = s-7\n" + SENTENCE + b"\n# only this\n\n"
    result = apply(CONLL, data, options=Options(id="sent_id"))
    assert result.output == data
    assert [document.id for document in result.documents] == ["s-7"]
    assert apply(CONLL, data).documents[0].id == "unit#2"


def test_a_number_sign_can_be_a_token() -> None:
    assert only(b"# O\nrun O\n").document.text == "# run"
    assert only(b"#\tO\nrun\tO\n").document.text == "# run"
    assert only(b"# a b\nrun O\n").document.text == "run"


@pytest.mark.parametrize(
    ("data", "line", "message"),
    [
        (SENTENCE + b"\n# c\na\tb\tO\nc\tO\n", 8, "2 columns where there should be 3"),
        (b"a\tO\nb\tX\n", 2, "column 2: tag 2 "),
        (b"\na O\n\nb\n", 4, "no tag column"),
        (b"a\tO\n\n\tO\n", 3, "column 1: no token"),
        (b"a\tO\n\xff\tO\n", 2, "not UTF-8"),
    ],
)
def test_errors_have_their_place(apply, data: bytes, line: int, message: str) -> None:
    for size in (1, 1 << 20):
        with pytest.raises(CorpusError, match=message) as caught:
            apply(CONLL, data, size=size)
        assert (caught.value.file, caught.value.line) == ("unit", line)


def test_too_few_columns_for_the_options(apply) -> None:
    with pytest.raises(CorpusError, match="2 columns where there should be at least 4") as caught:
        apply(CONLL, b"\n\na b\n", options=Options(tag_column=3))
    assert caught.value.line == 3


def test_an_empty_file_is_an_error(apply) -> None:
    with pytest.raises(CorpusError, match="empty file"):
        apply(CONLL, b"")


@pytest.mark.parametrize(
    ("place", "surrogate", "lines"),
    [
        ("Ana Soto", "Eva Rey", "Eva\t_\tB-PER|Rey\t_\tI-PER|saw\tVBD\tO|Vigo\tNNP\tB-LOC"),
        ("Ana Soto", "Eva", "Eva\t_\tB-PER|saw\tVBD\tO|Vigo\tNNP\tB-LOC"),
        (
            "Vigo",
            "A\tRúa 2",
            "Ana\tNNP\tB-PER|Soto\tNNP\tI-PER|saw\tVBD\tO|A\t_\tB-LOC|Rúa\t_\tI-LOC|2\t_\tI-LOC",
        ),
        (
            "oto",
            "ol y",
            "Ana\tNNP\tB-PER|Sol\t_\tI-PER|y\t_\tI-PER|saw\tVBD\tO|Vigo\tNNP\tB-LOC",
        ),
        ("Ana", "", "Soto\tNNP\tI-PER|saw\tVBD\tO|Vigo\tNNP\tB-LOC"),
        ("saw Vigo", "X", "Ana\tNNP\tB-PER|Soto\tNNP\tI-PER|X\t_\tB-LOC"),
    ],
)
def test_lines_follow_tokens(apply, edit, place: str, surrogate: str, lines: str) -> None:
    for end in ("\n", "\r\n"):
        data = SENTENCE.replace(b"\n", end.encode()) + end.encode()
        result = apply(CONLL, data, replacing(edit, place, surrogate))
        new = lines if place != "Ana" else lines.replace("I-PER", "B-PER")
        assert result.output.decode() == new.replace("|", end) + end + end
        assert result.restored == data


def test_a_file_without_a_last_line_end(apply, edit) -> None:
    data = b"\xef\xbb\xbfin\tO\r\nVigo\tB-LOC"
    result = apply(CONLL, data, replacing(edit, "Vigo", "A Guarda"))
    assert result.output == b"\xef\xbb\xbfin\tO\r\nA\tB-LOC\r\nGuarda\tI-LOC"
    assert result.documents[0].text == "in Vigo"


def test_untouched_fields_and_lines_keep_their_bytes(apply, edit) -> None:
    data = (
        b"\n \n# c\nAna   x  B-PER\nsaw y\tO\n".replace(b"y\tO", b"y O") + b"\n\n\nVigo NNP B-LOC\n"
    )
    result = apply(CONLL, data, replacing(edit, "Vigo", "Lugo"))
    assert result.output == data.replace(b"Vigo NNP", b"Lugo _")


def test_comments_follow_the_text(apply, edit) -> None:
    data = (
        b"# text = Ana Soto's car. Soto!\n# note = of soto\n"
        b"Ana\tB-PER\nSoto\tI-PER\n's\tO\ncar\tO\n.\tO\nSoto\tB-PER\n!\tO\n"
    )
    result = apply(CONLL, data, lambda d: [edit(d, 4, 8, "Rey"), edit(d, 18, 22, "Paz Rey")])
    assert result.output.startswith(b"# text = Ana Rey's car. Paz Rey!\n# note = of Rey\nAna\t")
    assert result.restored == data


def test_a_text_that_is_not_the_tokens_is_told_anew(apply, edit) -> None:
    data = b"# text = Soto, Ana\nAna\tB-PER\nSoto\tI-PER\n"
    result = apply(CONLL, data, replacing(edit, "Ana", "Eva"))
    assert result.output == b"# text = Eva Soto\nEva\tB-PER\nSoto\tI-PER\n"


def test_a_value_that_a_coin_kept_keeps_its_words_alone(edit) -> None:
    """What else is said of it would tell how the coin fell."""
    record = only(SENTENCE)
    (patch,) = CONLL.write(record, [edit(record.document, 0, 3, "", kept=True)], OPTIONS)
    assert (patch.start, patch.end, patch.data) == (4, 7, b"_")
    record = only(b"Ana\tB-PER\nsaw\tO\n")
    assert CONLL.write(record, [edit(record.document, 0, 3, "", kept=True)], OPTIONS) == ()


def test_a_withheld_sentence_is_left_out(apply) -> None:
    data = b"a\tO\n\n\n# c\nb\tO\n\nc\tO\n"
    result = apply(CONLL, data, withheld=lambda d: d.id == "unit#2")
    assert result.output == b"a\tO\n\n\nc\tO\n"


def test_annotate_writes_bio() -> None:
    record = only(SENTENCE)
    entities = [Entity(Span(4, 12, ""), "PERSON", "1")]
    patches = CONLL.annotate(record, entities, OPTIONS)
    data = SENTENCE
    for patch in reversed(patches):
        data = data[: patch.start] + patch.data + data[patch.end :]
    tags = [line.split(b"\t")[-1] for line in data.splitlines()]
    assert tags == [b"O", b"B-PERSON", b"I-PERSON", b"O"]


def test_annotate_needs_a_column_for_tags() -> None:
    with pytest.raises(UsageError, match="u#1"):
        CONLL.annotate(only(b"Ana\n"), [], OPTIONS)


@given(
    blank=st.sampled_from([b"", b"\n", b"\r\n \n"]),
    data=st.lists(sentences(), min_size=1, max_size=4).map(b"".join),
    size=st.integers(1, 60),
)
def test_round_trip(apply, blank: bytes, data: bytes, size: int) -> None:
    whole = apply(CONLL, blank + data)
    assert whole.output == blank + data
    assert apply(CONLL, blank + data, size=size) == whole


@given(
    data=st.lists(sentences(), min_size=1, max_size=2).map(b"".join),
    surrogates=st.lists(SURROGATE.filter(tokens_of), min_size=5, max_size=5),
)
def test_annotations_move_with_their_stand_ins(apply, edit, data, surrogates) -> None:
    def editor(document):
        return [
            edit(document, *span[:2], surrogate)
            for span, surrogate in zip(document.annotations, surrogates, strict=False)
        ]

    result = apply(CONLL, data, editor)
    assert result.restored == data
    again = apply(CONLL, result.output).documents
    for before, after in zip(result.documents, again, strict=True):
        expected = [
            (span.label, tokens_of(surrogate))
            for span, surrogate in zip(before.annotations, surrogates, strict=False)
        ]
        assert surfaces(after) == expected


@given(
    data=sentences(),
    places=st.lists(st.integers(0, 40), max_size=8, unique=True),
    words=st.lists(SURROGATE.filter(tokens_of), min_size=4, max_size=4),
)
def test_any_edits_give_valid_sentences(apply, edit, data, places, words) -> None:
    def editor(document):
        inside = sorted(place for place in places if place <= len(document.text))
        pairs = list(pairwise(inside))[::2]
        return [edit(document, *pair, word) for pair, word in zip(pairs, words, strict=False)]

    result = apply(CONLL, data, editor)
    assert result.restored == data
    after = only(result.output).document
    assert all(tokens_of(e.surrogate) in after.text for e in editor(result.documents[0]))


@pytest.mark.data
@pytest.mark.parametrize(
    "name", ["ner/wnut17/dev.conll", "ner/wikigold/all.conll", "deid/echr-es/ES-manual-dev.tsv"]
)
def test_corpora_round_trip(name: str) -> None:
    path = corpus(name)
    output = b""
    count = 0
    for block in CONLL.split(Unit(name, (path,)), OPTIONS, size=5000):
        records = list(CONLL.read(block, OPTIONS))
        count += sum(len(record.document.annotations) for record in records if record.document)
        output += CONLL.join(block, [record.parts for record in records], OPTIONS)[0]
    assert output == path.read_bytes()
    assert count >= output.count(b"\tB-") + output.count(b" B-") > 100
