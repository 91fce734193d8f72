"""Words and pairs of words are known by their pieces, whatever stands around them."""

from __future__ import annotations

import numpy as np
import pytest

from understudy.encoder.hints import CLASSES, Hints, keys_of, looked_up, settled
from understudy.encoder.pieces import read_pieces
from understudy.encoder.weights import Weights

WIDTH = 4


@pytest.fixture(scope="module")
def kinds() -> np.ndarray:
    found = np.zeros(len(Weights().table), np.uint8)
    for piece, at in Weights().tokenizer.get_vocab().items():
        letter = piece.lstrip("Ġ")[:1]
        kind = 1 if letter.isalpha() else 2 if letter.isdigit() else 3 if letter else 0
        found[at] = kind + 4 * piece.startswith("Ġ")
    found[:3] = 0
    return found


def rows(*texts: str) -> np.ndarray:
    read = read_pieces(Weights().tokenizer, texts)
    ids = np.zeros((len(texts), max(len(one.ids) for one in read)), np.int32)
    for row, one in zip(ids, read, strict=True):
        row[: len(one.ids)] = one.ids
    return ids


def known(keys: np.ndarray, classes: list[int], buckets: int = 64) -> np.ndarray:
    table = np.zeros((buckets, 4), np.uint16)
    for key, of_key in zip(keys.tolist(), classes, strict=True):
        row = table[((key >> 20) & 0x7FFFFFFF) % buckets]
        row[np.flatnonzero(row == 0)[0]] = (key & 1023) << 6 | of_key
    return table


def test_a_word_has_one_key_wherever_it_stands_and_in_any_case(kinds: np.ndarray) -> None:
    one = keys_of(rows("Llanelli rang."), kinds).words[0]
    for text in ("We rang LLANELLI", "(in llanelli)", "Llanelli's", "x\nLlanelli"):
        assert one in keys_of(rows(text), kinds).words, text


def test_the_order_of_pieces_and_of_words_counts(kinds: np.ndarray) -> None:
    ids = rows("Llanelli")
    assert ids.shape[1] > 1
    turned = ids[:, ::-1].copy()
    assert keys_of(ids, kinds).words[0] != keys_of(turned, kinds).words[-1]
    there, back = keys_of(rows("wells fargo", "fargo wells"), kinds).pairs[[0, 2]]
    assert there != back


def test_a_pair_is_two_words_with_a_space_between(kinds: np.ndarray) -> None:
    found = [keys_of(rows(text), kinds).paired.sum() for text in ("a b", "a, b", "a-b", "a 1 b")]
    assert found == [1, 0, 0, 0]
    assert keys_of(rows("wells", "fargo"), kinds).paired.sum() == 0  # rows are apart


def test_every_piece_of_a_word_bears_its_classes(kinds: np.ndarray) -> None:
    ids = rows("we bank at Wells Fargo.", "Fargo wells")
    keys = keys_of(ids, kinds)
    wells, fargo = keys.words[3], keys.words[4]
    words = known(np.array([wells, fargo]), [5, 9])
    pairs = known(keys.pairs[3:4], [63])
    added = np.zeros((3 * CLASSES, WIDTH), np.float32)
    hints = Hints(kinds, words, pairs, added)
    word, begun, ended = hints.classes(ids)
    (first,), (second,) = np.unique(word[0][word[0] == 5]), np.unique(word[0][word[0] == 9])
    assert (first, second) == (5, 9)
    assert (begun[0] > 0).tolist() == (word[0] == 5).tolist()
    assert (ended[0] > 0).tolist() == (word[0] == 9).tolist()
    assert not begun[1].any()
    assert not ended[1].any()
    assert {5, 9} <= set(word[1].tolist())


def test_what_is_added_is_the_sum_of_three_rows(kinds: np.ndarray) -> None:
    ids = rows("Wells Fargo")
    keys = keys_of(ids, kinds)
    added = np.zeros((3 * CLASSES, WIDTH), np.float32)
    added[2], added[CLASSES + 3], added[2 * CLASSES + 3] = 1, 10, 100
    added[CLASSES], added[2 * CLASSES] = 1000, 10000
    hints = Hints(kinds, known(keys.words[:1], [2]), known(keys.pairs[:1], [3]), settled(added))
    embedded = np.zeros((*ids.shape, WIDTH), np.float32)
    hints.add_to(embedded, hints.classes(ids))
    found = embedded[0, :, 0].tolist()
    assert found[0] == 1 + 10 + 10000
    assert found[-1] == 1000 + 100


def test_what_the_table_does_not_hold_has_no_class(kinds: np.ndarray) -> None:
    table = known(keys_of(rows("Mercadona"), kinds).words, [7])
    keys = keys_of(rows("one two three mercado donas Mercadona"), kinds).words
    assert looked_up(table, keys).tolist() == [0, 0, 0, 0, 0, 7]


def test_rows_of_their_own_lengths_have_the_classes_of_each_alone(kinds: np.ndarray) -> None:
    texts = ("Wells Fargo", "Mercadona", "", "Fargo, or Wells Fargo of Wells", "Wells")
    lines = [read.ids for read in read_pieces(Weights().tokenizer, texts)]
    keys = keys_of(rows("Wells Fargo Mercadona"), kinds)
    hints = Hints(
        kinds,
        known(keys.words, list(range(1, 1 + len(keys.words)))),
        known(keys.pairs[:1], [3]),
        np.zeros((3 * CLASSES, WIDTH), np.float32),
    )
    found = hints.classes_in([line for line in lines if len(line)])
    alone = [hints.classes(line[None])[:, 0] for line in lines if len(line)]
    assert [one.tolist() for one in found] == [one.tolist() for one in alone]
    assert any(one[1].any() for one in found)
