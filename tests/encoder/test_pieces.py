"""Pieces lie where their characters stand, whatever the characters are."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from understudy.encoder import pieces as pieces_of_text
from understudy.encoder.pieces import (
    CASES,
    MASK,
    NEWLINE,
    PAD,
    Pieces,
    _long,
    _pieces,
    framed,
    lone_halves,
    lowered,
    read_pieces,
)
from understudy.encoder.weights import Weights

WEIGHTS = Weights()
ANYTHING = st.text(
    st.characters(exclude_categories=())
    | st.sampled_from(" \t\r\n\u00a0\u200b\u200d\u0301\ud800\udfffİẞǅ😀北𠀀'-.<>5aA")
)
SPACES = st.text(" \t\u00a0\u2003\r\x1c", min_size=1, max_size=4)
WORDS = st.lists(st.sampled_from(["Ann", "Lee", "9", "😀", "n'est", "ÉL", "é"]), min_size=1)


def read(text: str) -> Pieces:
    return read_pieces(WEIGHTS.tokenizer, [text])[0]


def cases(text: str) -> list[str]:
    return [CASES[case] for case in read(text).cases]


@settings(max_examples=300)
@given(ANYTHING)
def test_every_character_but_spaces_is_in_a_piece(text: str) -> None:
    pieces = read(text)
    covered = np.zeros(len(text), dtype=bool)
    for start, end in zip(pieces.starts, pieces.ends, strict=True):
        assert 0 <= start < end <= len(text)
        covered[start:end] = True
    assert all(covered[at] or sign.isspace() for at, sign in enumerate(text))
    assert (np.diff(pieces.starts) >= 0).all()
    assert (np.diff(pieces.ends) >= 0).all()
    assert len(pieces.ids) == len(pieces.cases) == len(pieces.begins)
    assert not np.isin(pieces.ids, (PAD, MASK)).any()
    assert (pieces.ids < len(WEIGHTS.table)).all()


@settings(max_examples=300)
@given(ANYTHING)
def test_units_are_apart_and_begin_with_a_character(text: str) -> None:
    firsts, starts, ends = read(text).units()
    assert len(firsts) == len(starts) == len(ends)
    assert (starts < ends).all()
    assert (ends[:-1] <= starts[1:]).all()
    assert not any(text[start].isspace() for start in starts)


@given(ANYTHING)
def test_reading_keeps_the_length(text: str) -> None:
    assert len(lowered(text)) == len(text)
    lone_halves(text).encode()


@given(WORDS, st.data())
def test_the_width_of_spaces_says_nothing(words: list[str], data: st.DataObject) -> None:
    plain = " ".join(words)
    edges = [data.draw(SPACES) for _ in range(len(words) + 1)]
    wide = "".join(space + word for space, word in zip(edges, [*words, ""], strict=True))
    one, other = read(plain), read(wide)
    assert one.ids.tolist() == other.ids.tolist()
    assert one.cases.tolist() == other.cases.tolist()
    assert one.begins.sum() == other.begins.sum()
    units = [
        [text[start:end].strip() for start, end in zip(*pieces.units()[1:], strict=True)]
        for text, pieces in ((plain, one), (wide, other))
    ]
    assert units[0] == units[1]


@given(st.lists(st.text("abc .,é\u0301", max_size=12), min_size=1, max_size=4))
def test_a_line_reads_alike_wherever_it_stands(lines: list[str]) -> None:
    apart = [read(line).ids.tolist() for line in lines]
    joined = [one for ids in apart for one in (*ids, NEWLINE)][:-1]
    assert read("\n".join(lines)).ids.tolist() == joined
    assert read("\r\n".join(lines)).ids.tolist() == joined


def test_the_names_of_special_pieces_are_only_text() -> None:
    text = "a <mask> b <pad>"
    pieces = read(text)
    assert not np.isin(pieces.ids, (PAD, MASK, NEWLINE)).any()
    assert text[pieces.starts[1] : pieces.ends[-1]] == "<mask> b <pad>"


def test_letter_case_is_read_apart() -> None:
    assert read("Rosa").ids.tolist() == read("rosa").ids.tolist() == read("ROSA").ids.tolist()
    assert cases("Rosa met IBM , 3") == ["title", "lower", "upper", "none", "none"]
    assert cases("the wOrk and") == ["lower", "mixed", "lower"]


@pytest.mark.parametrize("text", ["rosa met ibm", "ROSA MET IBM", "", "12 34", "ROSA MET IBm NOW"])
def test_a_text_that_shows_no_case_has_none(text: str) -> None:
    assert set(cases(text)) <= {"unknown"}


def test_units_are_runs_of_one_kind() -> None:
    text = "Tel. 0034-91 x2, café\u0301s"
    _, starts, ends = read(text).units()
    units = [text[start:end].rstrip() for start, end in zip(starts, ends, strict=True)]
    assert units == ["Tel", ".", "0034", "-", "91", "x", "2", ",", "café\u0301s"]


def test_a_very_long_line_is_read() -> None:
    pieces = read("x" * 200_000 + " Ann")
    assert pieces.ends[-1] == 200_004
    assert pieces.starts[-1] == 200_001


@pytest.mark.parametrize("longest", [7, 40, 300])
def test_a_long_line_reads_as_a_short_one(longest: int, monkeypatch: pytest.MonkeyPatch) -> None:
    text = (
        "Anna's mother wasn't there;  she had gone to the café\u0301 in Calle Mayor 12, 3º.\t He  "
        "said: «no»\u00a0— and 0034 91 x2 'em  \u0301a ... \nA second line, longer than the first "
    ) * 9
    whole = read(text)
    monkeypatch.setattr(pieces_of_text, "_LONGEST", longest)
    parts = read(text)
    words = [len(word) for word in text.split()]
    if longest > max(words) + 2:
        for one, other in zip(whole, parts, strict=True):
            assert np.array_equal(one, other)
    assert whole.begins.sum() == parts.begins.sum()


def test_a_word_without_end_needs_little_memory() -> None:
    asked: list[int] = []
    tokenizer = WEIGHTS.tokenizer

    class Watched:
        def encode(self, part: str) -> object:
            asked.append(len(part))
            return tokenizer.encode(part)

    (pieces,) = read_pieces(Watched(), ["x" * 500_000 + " Ann"])
    assert max(asked) <= 1 << 16
    assert sum(asked) == 500_004
    assert (pieces.starts[-1], pieces.ends[-1]) == (500_001, 500_004)


@settings(max_examples=400)
@given(
    st.lists(ANYTHING | SPACES | st.text("ab \n", max_size=40), min_size=1).map("".join),
    st.integers(1, 12),
)
def test_a_long_text_reads_alike_in_stretches(text: str, longest: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("understudy.encoder.pieces._LONGEST", longest)
        assume(len(text) > longest)
        (whole,) = _pieces(WEIGHTS.tokenizer, [text])
        (stretched,) = _long(WEIGHTS.tokenizer, text)
    for one, other in zip(whole, stretched, strict=True):
        assert one.dtype == other.dtype
        assert one.tolist() == other.tolist()


def test_a_tokenizer_without_memory_is_told_as_such() -> None:
    class PanicException(BaseException):
        pass

    class Broken:
        def encode(self, part: str) -> object:
            raise PanicException

    with pytest.raises(MemoryError):
        read_pieces(Broken(), ["Ann"])


def test_a_text_is_read_between_newlines() -> None:
    pieces = read("Ann saw Rome.")
    count = len(pieces.ids)
    for start, end in ((0, count), (0, 2), (2, count), (1, 3)):
        ids, cases, before = framed(pieces, start, end)
        after = int(end == count)
        assert before == int(start == 0)
        assert ids.tolist() == [
            *[NEWLINE] * before,
            *pieces.ids[start:end].tolist(),
            *[NEWLINE] * after,
        ]
        assert len(cases) == len(ids)
        ids[before] = MASK
        assert pieces.ids[start] != MASK


def test_letters_read_alike_beside_a_character_of_any_script() -> None:
    """The tables of a text with rare characters are larger, and hold the same."""
    text = "Émile\u00a0ÖZ, 12 ªº"
    near, far = read(f"{text}\nx"), read(f"{text}\n\U0001f600")
    count = int((near.starts < len(text)).sum())
    assert count > 5
    for one, other in zip(near, far, strict=True):
        assert (one[:count] == other[:count]).all()


@settings(max_examples=200)
@given(st.lists(ANYTHING, max_size=8))
def test_a_text_reads_alike_whatever_is_read_with_it(texts: list[str]) -> None:
    together = read_pieces(WEIGHTS.tokenizer, texts)
    assert len(together) == len(texts)
    for text, pieces in zip(texts, together, strict=True):
        for one, other in zip(pieces, read(text), strict=True):
            assert one.dtype == other.dtype
            assert (one == other).all()
