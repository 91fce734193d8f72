"""Whatever a document is made of, edits of its text go in and come out again."""

from __future__ import annotations

import io

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from understudy.core.errors import CorpusError
from understudy.corpus import find
from understudy.corpus.base import Options, Unit, patched

FRAGMENTS = {
    "html": (
        *("<p>", "</p>", "<b>", "</b>", "<br>", "<!-- Ann -->", "<script>", "</script>", "<pre>"),
        *("&amp;", "&eacute;", "&#65;", "&bad", "<", ">", "<a href=", "'mailto:a@b'", '"x', "="),
        *("<style>", "</style>", "/* Ann */", "<img alt=Ann src='data:x'>", "<?x y?>", "<![x]>"),
    ),
    "eml": (
        *("From: ", "Subject: ", "=?utf-8?q?Ann?=", "=?utf-8?b?QW5u?=", "=?x", "\n ", "\r\n"),
        *("Content-Type: multipart/mixed; boundary=b\n", "--b\n", "--b--\n", "<p>Ann</p>"),
        *("Content-Type: text/html\n", "Content-Transfer-Encoding: base64\n", "QW5u", "=C3=AD"),
        *("Content-Transfer-Encoding: quoted-printable\n", "Content-Type: x/y; name=Ann\n"),
    ),
    "xml": ("<p>", "</p>", "<b n='Ann'>", "</b>", "&amp;", "<!-- Ann -->", "<?x Ann?>", "<c/>"),
    "srt": ("1\n", "00:01,0 --> 00:02,0", "<i>", "</i>", "{\\b}", "\r\n", "-->"),
    "vtt": ("WEBVTT", "00:01.0 --> 00:02.0\n", "<v Ann>", "</v>", "NOTE ", "&lt;", "STYLE\n"),
    "cha": ("@Participants:\t", "@ID:\ta|Ann|", "*CHI:\t", "%mor:\t", "\x15", "1_2", "|", ","),
    "textgrid": ('"ooTextFile"', '"', '""', "text = ", "! Ann", '"IntervalTier"'),
    "markdown": ("**", "*", "__", "_", "`", "# ", "\\*"),
}
COMMON = ("Ann", "Lee", " ", "\n", "\n\n", "í", "日", "a", "\t", "😀")


@pytest.mark.parametrize("name", FRAGMENTS)
@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_edits_go_in_and_come_out(edit, name: str, data: st.DataObject) -> None:
    made = data.draw(st.lists(st.sampled_from((*FRAGMENTS[name], *COMMON)), max_size=30))
    text = "".join(made)
    raw = (f"<a>{text}</a>" if name == "xml" else text or "x").encode()
    format, options = find(name), Options()
    try:
        (block,) = format.split(Unit("a", ()), options, size=1 << 20, stream=io.BytesIO(raw))
        records = list(format.read(block, options))
    except CorpusError:
        return
    for record in records:
        assert record.document is not None
        edits, end = [], 0
        for segment in record.document.segments:
            start, stop = sorted(
                data.draw(st.tuples(*[st.integers(segment.start, segment.end)] * 2))
            )
            if max(start, end) < stop:
                new = data.draw(st.sampled_from(("X", "Bo Lee", "<&'\">", "ñ日", "a\n\nb--", "")))
                edits.append(edit(record.document, max(start, end), stop, new))
                end = stop
        out = format.unread(record, options) if hasattr(format, "unread") else ()
        for patches in (
            format.write(record, edits, options),
            format.clean(record, edits, options, out) if out else (),
        ):
            parts, inverse = patched(record.parts, patches)
            assert patched(parts, inverse)[0] == record.parts
            try:
                again = list(format.read(block.__class__(parts, "a"), options))
            except CorpusError:
                assert name == "xml", "only XML may be refused once it was read"
                raise
            assert len(again) == len(records)
