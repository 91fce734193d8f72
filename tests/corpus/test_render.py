"""Formats that write at once write what their patches would have written."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from understudy.core.types import Edit, Entity, PrivacyEvent, Span
from understudy.corpus.base import Block, Options, Renders, patched
from understudy.corpus.delimited import CSV
from understudy.corpus.jsonl import JSONL
from understudy.corpus.slots import SLOTS

EVENT = PrivacyEvent("redact", "entity", 1.0, 0.0, 0.0)
LETTERS = st.text(st.sampled_from(list('abcé ñ"\\/\n\t\r€😀\x07\u2028<>')), min_size=1, max_size=40)
SURROGATES = st.text(st.sampled_from(list('XYé"\\\n ß€')), max_size=8)


@st.composite
def edits_of(draw: st.DrawFn, spans: list[tuple[int, int]], *marks: Span) -> list[Edit]:
    """Edits of the spans, which may be marks of the source."""
    found = []
    known = {mark[:2]: mark for mark in marks}
    for start, end in spans:
        surrogate = draw(SURROGATES)
        entity = Entity(known.get((start, end), Span(start, end, "PERSON")), "PERSON", "k")
        kept = draw(st.booleans())
        outcome = "kept by the coin" if kept else "replaced"
        found.append(Edit(entity, "", "" if kept else surrogate, outcome, "redact", EVENT))
    return found


def cuts(draw: st.DrawFn, length: int) -> list[tuple[int, int]]:
    marks = sorted(draw(st.sets(st.integers(0, length), max_size=6)))
    return list(zip(marks[::2], marks[1::2], strict=False))


@given(st.data())
def test_jsonl(data: st.DataObject) -> None:
    text = data.draw(LETTERS)
    spans = data.draw(st.composite(lambda draw: cuts(draw, len(text)))())
    style = data.draw(st.sampled_from([(", ", ": "), (",", ":")]))
    ascii_only = data.draw(st.booleans())
    extra = data.draw(st.booleans())
    row: dict[str, object] = {"id": "1", "text": text}
    row["entities"] = [
        {"start": start, "end": end, "category": "PERSON"} | ({"key": text} if extra else {})
        for start, end in spans
    ]
    raw = json.dumps(row, ensure_ascii=ascii_only, separators=style).encode() + b"\n"
    record = next(iter(JSONL.read(Block((raw,), "u"), Options())))
    edits = _shown(data.draw(edits_of(spans)), text)
    assert isinstance(JSONL, Renders)
    expected = patched(record.parts, JSONL.write(record, edits, Options()))[0]
    assert JSONL.render(record, edits, Options()) == expected


def _shown(edits: list[Edit], text: str) -> list[Edit]:
    """A kept edit shows the original."""
    return [
        edit._replace(surrogate=text[edit.entity.span.start : edit.entity.span.end])
        if edit.kept
        else edit
        for edit in edits
    ]


@given(st.data())
def test_slots(data: st.DataObject) -> None:
    tokens = data.draw(st.lists(st.sampled_from(["a", "bé", "ccc", "d€"]), min_size=1, max_size=8))
    tags = data.draw(
        st.lists(
            st.sampled_from(["O", "B-x", "I-x", "B-y"]), min_size=len(tokens), max_size=len(tokens)
        )
    )
    ending = data.draw(st.sampled_from(["\n", "\r\n", ""]))
    spaces = data.draw(st.sampled_from([" ", "  "]))
    text = spaces.join(tokens)
    raw = f"intent\t{text}\t{' '.join(tags)}{ending}".encode()
    record = next(iter(SLOTS.read(Block((raw,), "u"), Options())))
    assert record.document is not None
    given_spans = [(span.start, span.end) for span in record.document.annotations]
    free = data.draw(st.composite(lambda draw: cuts(draw, len(text)))())
    spans = data.draw(st.sampled_from([given_spans, free]))
    edits = _shown(data.draw(edits_of(spans, *record.document.annotations)), text)
    expected = patched(record.parts, SLOTS.write(record, edits, Options()))[0]
    assert SLOTS.render(record, edits, Options()) == expected


CELLS = st.text(st.sampled_from(list('abé, "\n€;')), max_size=12)


@given(st.data())
def test_csv(data: st.DataObject) -> None:
    texts = data.draw(st.lists(CELLS, min_size=2, max_size=3))
    names = [f"c{at}" for at in range(len(texts))]
    quoted = data.draw(st.booleans())
    cells = [
        '"' + text.replace('"', '""') + '"'
        if quoted or any(sign in text for sign in ',"\n')
        else text
        for text in texts
    ]
    head = ",".join(names).encode() + b"\n"
    ending = data.draw(st.sampled_from(["\n", "\r\n", ""]))
    raw = (",".join(cells) + ending).encode()
    options = Options(text=tuple(names), cells=tuple(names))
    record = list(CSV.read(Block((head + raw,), "u", head=head), options))[1]
    spans, at = [], 0
    for text in texts:
        if text and data.draw(st.booleans()):
            spans.append((at, at + len(text)))
        at += len(text) + 1
    edits = _shown(data.draw(edits_of(spans)), "\n".join(texts))
    expected = patched(record.parts, CSV.write(record, edits, options))[0]
    assert CSV.render(record, edits, options) == expected


@pytest.mark.parametrize("format", [JSONL, SLOTS])
def test_nothing_to_do_leaves_the_record(format: Renders) -> None:
    raw = b'{"text": "a"}\n' if format is JSONL else b"i\ta\tO\n"
    reader = JSONL if format is JSONL else SLOTS
    record = next(iter(reader.read(Block((raw,), "u"), Options())))
    assert format.render(record, [], Options()) == (raw,)
