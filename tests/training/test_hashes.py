"""A card hashes words and pairs as the package does."""

from __future__ import annotations

import numpy as np
import pytest

from understudy.encoder.hints import CLASSES, Hints, keys_of
from understudy.encoder.weights import Weights

torch = pytest.importorskip("torch")
hashes = pytest.importorskip("hashes")


def test_words_pairs_and_classes_are_the_same() -> None:
    kinds = hashes.kinds_of(Weights().tokenizer)
    draw = np.random.default_rng(5)
    ids = draw.integers(0, len(kinds), (20, 64)).astype(np.int32)
    ids[draw.random(ids.shape) < 0.1] = 0
    keys = keys_of(ids, kinds)
    found = hashes.hashed(torch.from_numpy(ids), torch.from_numpy(kinds))
    assert (found.words.numpy().reshape(-1)[keys.firsts] == keys.words).all()
    assert (found.is_pair.numpy().reshape(-1)[keys.firsts] == keys.paired).all()
    pairs = found.pairs.numpy().reshape(-1)[keys.firsts]
    assert (pairs[keys.paired] == keys.pairs[keys.paired]).all()
    tables = [_table(keys.words), _table(keys.pairs[keys.paired])]
    hints = Hints(kinds, *tables, np.zeros((3 * CLASSES, 1), np.float32))
    on_card = hashes.classes_of(
        *(torch.from_numpy(of) for of in (ids, kinds)),
        *(torch.from_numpy(of.astype(np.int64)) for of in tables),
    )
    assert (hints.classes(ids) == on_card.numpy()).all()
    assert (on_card > 0).any()


def _table(keys: np.ndarray) -> np.ndarray:
    table = np.zeros((257, 4), np.uint16)
    for number, key in enumerate(keys[:400].tolist()):
        row = table[((key >> 20) & 0x7FFFFFFF) % len(table)]
        if not row.all():
            row[np.flatnonzero(row == 0)[0]] = (key & 1023) << 6 | 1 + number % (CLASSES - 1)
    return table
