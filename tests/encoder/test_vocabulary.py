"""Pieces as parts of words, and noun phrases."""

from __future__ import annotations

import pytest

from understudy.encoder import Encoder
from understudy.encoder.chunks import noun_phrases
from understudy.encoder.vocabulary import vocabulary


@pytest.mark.parametrize(
    ("tokens", "texts"),
    [
        (["<s>", "Ġold", "er", "Ġ19", "26", "!"], ["", " old", "er", " 19", "26", "!"]),
        (["[PAD]", "old", "##er", "19", "##26", "!"], ["", "old", "##er", "19", "##26", "!"]),
        (["<s>", "▁old", "er", "▁19", "26", "!"], ["", "old", "er", "19", "26", "!"]),
    ],
    ids=["space", "signs", "bar"],
)
def test_tokenizers_of_all_kinds(tokens: list[str], texts: list[str]) -> None:
    known = vocabulary(tokens, texts)
    assert known.begins.tolist() == [False, True, False, True, False, False]
    assert known.goes_on.tolist() == [False, False, True, False, True, False]
    assert known.digits.tolist() == [False, False, False, True, True, False]
    assert known.spell([1, 2, 3, 4]) == "older 1926"


def test_the_shipped_pieces_spell_what_they_were_read_from(full: Encoder) -> None:
    text = "mi abuela vivía en madrid"
    (pieces,) = full.pieces([text])
    known = full.vocabulary
    assert all(known.begins[piece] or known.goes_on[piece] for piece in pieces.ids)
    assert known.spell([int(piece) for piece in pieces.ids]) == text
    assert known.begins.sum() > 1000 and known.goes_on.sum() > 1000
    assert not (known.begins & known.goes_on).any()


def test_noun_phrases_are_runs_around_a_noun() -> None:
    text = "The two old dogs saw Anna Lee, tall trees and red"
    tags = ["DET", "NUM", "ADJ", "NOUN", "VERB", "PROPN", "PROPN", "ADJ", "NOUN", "CCONJ", "ADJ"]
    words, cursor = [], 0
    for word, tag in zip(text.replace(",", "").split(), tags, strict=True):
        start = text.index(word, cursor)
        cursor = start + len(word)
        words.append((start, cursor, tag))
    found = [(text[start:end], names) for start, end, names in noun_phrases(text, words)]
    assert found == [("two old dogs", False), ("Anna Lee", True), ("tall trees", False)]
    assert list(noun_phrases("", [])) == []
