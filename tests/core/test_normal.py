"""The normalised form of a text and its map back."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from understudy.core.normal import disguised, normalise


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("john＠example．com", "john@example.com"),
        ("5̈5", "55"),
        ("4̲1̲", "41"),
        ("٣٤", "34"),
        ("۳۴", "34"),
        ("९८", "98"),
        ("𝟗𝟕", "97"),
        ("①②", "12"),
        ("ＰＡＵＬ", "PAUL"),
        ("jo\u200bhn@x.com", "john@x.com"),
        ("jo\u00adhn", "john"),
        ("\ufeffjohn\u2060", "john"),
        ("jo\x00hn", "john"),
        ("a&#64;b", "a@b"),
        ("a&#x40;b", "a@b"),
        ("a &amp; b", "a & b"),
        ("a&amp;#64;b", "a@b"),
        ("a&#8203;b", "ab"),
        ("ex-\nample", "example"),
        ("ex- \r\n  ample", "example"),
        ("pаul", "paul"),
        ("раul@exаmple.com", "paul@example.com"),
        ("Jose\u0301", "José"),
        ("n\u0303", "ñ"),
        ("ﬁn", "fin"),
        ("a\u00a0b", "a b"),
        ("it’s", "it's"),
        ("555‑1234", "555-1234"),
        ("a\u2028b", "a\nb"),
        ("x\ud800y", "x\ufffdy"),
    ],
)
def test_tricks_are_undone(text: str, plain: str) -> None:
    found = normalise(text)
    assert found.text == plain
    assert found.span(0, len(plain))[1] <= len(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "plain words, and 973-123.",
        "¿Qué año? «Ésta» – no.",
        "AT&T & co; &nosuch;",
        "555-\n1234",
        "well-\nKnown",
        "Привет, мир",
        "Ελλάδα",
        "漢字",
        "line\n\nline\t.",
    ],
)
def test_plain_text_stays(text: str) -> None:
    found = normalise(text)
    assert found.text == text
    assert found.span(0, len(text)) == (0, len(text))


def test_spans_lead_to_the_characters_behind_them() -> None:
    text = "to &lt;jo\u200bhn&#64;x.com&gt;!"
    found = normalise(text)
    start = found.text.index("john")
    low, high = found.span(start, start + len("john@x.com"))
    assert text[low:high] == "jo\u200bhn&#64;x.com"


def test_what_is_dropped_beside_a_span_is_left_out() -> None:
    text = "a\u200bbc\u200bd"
    low, high = normalise(text).span(1, 3)
    assert text[low:high] == "bc"


_PIECES = st.lists(
    st.one_of(
        st.text(max_size=4),
        st.sampled_from(
            [
                "&#64;",
                "&amp;",
                "&lt;",
                "\u200b",
                "\u00ad",
                "e\u0301",
                "\u0301",
                "ﬁ",
                "-\n",
                "٣",
                "＠",
                "а",
            ]
        ),
    ),
    max_size=12,
).map("".join)


@given(_PIECES, st.data())
def test_every_span_leads_to_a_span_of_the_original(text: str, data: st.DataObject) -> None:
    found = normalise(text)
    start = data.draw(st.integers(0, len(found.text)))
    end = data.draw(st.integers(start, len(found.text)))
    low, high = found.span(start, end)
    assert 0 <= low <= high <= len(text)
    assert (low < high) or start == end


@given(_PIECES)
def test_the_map_goes_forward(text: str) -> None:
    found = normalise(text)
    spans = [found.span(at, at + 1) for at in range(len(found.text))]
    for (low, high), (after, far) in pairwise(spans):
        assert low <= after
        assert high <= far
        # Two characters that come of one share it; others lie apart.
        assert after >= high or (low, high) == (after, far)


@given(_PIECES)
def test_characters_that_are_kept_are_found_where_they_were(text: str) -> None:
    found = normalise(text)
    for at, letter in enumerate(found.text):
        low, high = found.span(at, at + 1)
        if letter.isascii() and letter.isalnum() and high - low == 1 and text[low].isascii():
            assert text[low] == letter


@given(st.text(st.characters(min_codepoint=32, max_codepoint=126, blacklist_characters="&")))
def test_printable_ascii_is_its_own_normal_form(text: str) -> None:
    shown = text.lstrip(">|")  # the signs of quoted letters
    assert normalise(shown) == (shown, ())


def test_quoted_lines_are_read_without_their_signs() -> None:
    text = "> I am Emily\n> Carter\n>> and you?"
    found = normalise(text)
    assert found.text == "I am Emily\nCarter\nand you?"
    start = found.text.index("Emily")
    low, high = found.span(start, start + len("Emily\nCarter"))
    assert text[low:high] == "Emily\n> Carter"


PROSE = "Rosa Martinez moved to Leeds on Monday, and her son wrote to the council about it."


@pytest.mark.parametrize(
    "text",
    [
        "\u200d".join(PROSE),
        "\u00ad".join(PROSE),
        "\x01".join(PROSE),
        "\u0301".join(PROSE),
        PROSE.upper().translate({code: code - 0x41 + 0x1D400 for code in range(0x41, 0x5B)}),
        PROSE.translate(str.maketrans("aeop", "аеор")),
        "".join(f"&#{ord(sign)};" for sign in PROSE),
    ],
)
def test_a_text_that_hides_its_words_is_disguised(text: str) -> None:
    assert disguised(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        PROSE,
        PROSE + " 👩\u200d👩\u200d👧\u200d👦❤️❤️❤️❤️❤️❤️❤️❤️❤️❤️❤️❤️",
        "Иван Петров переехал в Лидс в понедельник, 12 мая 2004 года",
        "El se\u00f1or P&eacute;rez vivi&oacute; all&iacute; m&aacute;s de diez a&ntilde;os",
        "El sen\u0303or Pe\u0301rez vivio\u0301 alli\u0301 ma\u0301s de diez an\u0303os con ella",
        "R&amp;D",
    ],
)
def test_a_text_that_can_be_read_is_not_disguised(text: str) -> None:
    assert not disguised(text)


@pytest.mark.parametrize("hidden", ["\u200b", "\u0301", "-\n"])
def test_tricks_of_a_long_text_are_undone_once_for_all_who_read_it(hidden: str) -> None:
    """A detector after the other reads it: to undo them each time took longer than the rest."""
    text = hidden.join(f"a{at}b" for at in range(1_000))
    first = normalise(text)
    assert first.layers
    assert normalise(text) is first
    other = normalise(text + hidden + "c")
    assert other.text == first.text + "c"
    assert normalise(text) == first
