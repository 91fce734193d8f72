"""What a word is elsewhere: hints for a tagger that is too small to know names by heart.

The tagger before it read much running text and said of every word, and of every pair of words in
capitals, how often it is part of a person, a place, an organization and so on. Words of like habits
are one class, and the class of a word is added to what the tagger reads of it. Words are known by a
hash of their pieces; the table holds a part of the hash and the class, two bytes a word.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

__all__ = ["BUCKET", "CLASSES", "Bytes", "Hints", "Keys", "keys_of", "looked_up", "settled"]

Longs = npt.NDArray[np.int64]
Bytes = npt.NDArray[np.uint8]

CLASSES = 64
"""Of words and of pairs, each; the first says that nothing is known."""
BUCKET = 4
"""Words that share a row of the table."""
_MARK = 10
"""Bits of the hash that the table holds."""
ONE, TWO, THREE = -0x61C8864680B583EB, -0x4B47D0C54E4D5B49, 0x2127599BF4325C37
_LETTERS = 1


class Keys(NamedTuple):
    """Hashes of words and pairs in rows of pieces, one after the other."""

    firsts: Longs
    """Where each word begins, in all rows as one."""
    counts: Longs
    """Of how many pieces it is."""
    words: Longs
    pairs: Longs
    """Of a word and the one after it; only where ``paired``."""
    paired: npt.NDArray[np.bool_]


def _mixed(numbers: Longs) -> Longs:
    numbers = numbers * ONE
    numbers ^= (numbers >> 32) & 0xFFFFFFFF
    numbers = numbers * TWO
    numbers ^= (numbers >> 29) & 0x7FFFFFFFF
    return numbers


def keys_of(ids: npt.NDArray[np.int32], kinds: Bytes) -> Keys:
    """The words of rows of pieces. ``kinds`` says of each piece what it begins with (1 letters, 2
    digits, 3 signs, 0 nothing), and by 4 more that a space stands before it."""
    return _keys_in(ids.reshape(-1), np.arange(0, ids.size, ids.shape[1]), kinds)


def _keys_in(flat: npt.NDArray[np.int32], rows: Longs, kinds: Bytes) -> Keys:
    """The words of rows one behind the other, which begin at these places."""
    found = kinds[flat]
    kind, spaced = found & 3, found > 3
    inside = np.empty(len(flat), np.bool_)  # the piece goes on the word of the piece before
    inside[1:] = (kind[1:] == _LETTERS) & (kind[:-1] == _LETTERS) & ~spaced[1:]
    inside[rows] = False
    starts = np.flatnonzero((kind == _LETTERS) & ~inside)
    begins = np.flatnonzero(~inside)
    sizes = np.diff(np.append(begins, len(flat)))
    nth = np.arange(len(flat)) - np.repeat(begins, sizes)
    terms = _mixed(flat.astype(np.int64) + 1 + (nth << 20))
    at = np.searchsorted(begins, starts)
    words = _mixed(np.add.reduceat(terms, begins)[at]) if len(begins) else begins
    counts = sizes[at]
    paired = np.zeros(len(starts), np.bool_)
    paired[:-1] = (starts[1:] == starts[:-1] + counts[:-1]) & spaced[starts[1:]]
    opens = np.zeros(len(flat), np.bool_)
    opens[rows] = True
    paired[:-1] &= ~opens[starts[1:]]
    pairs = np.zeros(len(starts), np.int64)
    pairs[:-1] = _mixed(words[:-1] * THREE + words[1:])
    return Keys(starts, counts, words, pairs, paired)


def looked_up(table: npt.NDArray[np.uint16], keys: Longs) -> Bytes:
    """The class of each key, 0 where the table does not have it."""
    rows = table[((keys >> 20) & 0x7FFFFFFF) % len(table)]
    marks = (keys & ((1 << _MARK) - 1)).astype(np.uint16)
    same = (rows >> 6) == marks[:, None]
    found: npt.NDArray[np.uint16] = np.where(same, rows & (CLASSES - 1), 0).max(1)
    return found.astype(np.uint8)


class Hints(NamedTuple):
    """The tables of words and pairs, and what is added for each class."""

    kinds: Bytes
    words: npt.NDArray[np.uint16]
    pairs: npt.NDArray[np.uint16]
    added: npt.NDArray[np.float32]
    """One row per class of the word, of the pair that it begins, and of the pair that it ends, as
    ``settled`` has them."""

    def classes(self, ids: npt.NDArray[np.int32]) -> Bytes:
        """Of rows of pieces: the three classes of each piece."""
        return self._classes(keys_of(ids, self.kinds), ids.size).reshape(3, *ids.shape)

    def classes_in(self, rows: Sequence[npt.NDArray[np.int32]]) -> list[Bytes]:
        """Of rows of pieces, each of its own length: the three classes of each piece. Many at
        once, since a look at an array takes a while however little is in it."""
        ends = np.cumsum([len(row) for row in rows])
        begins = ends - [len(row) for row in rows]
        flat = np.concatenate(rows)
        found = self._classes(_keys_in(flat, begins, self.kinds), len(flat))
        return np.split(found, ends[:-1], axis=1)

    def _classes(self, keys: Keys, pieces: int) -> Bytes:
        found = np.zeros((3, pieces), np.uint8)
        paired = np.flatnonzero(keys.paired)
        ends = np.zeros((2, len(keys.words)), np.uint8)
        ends[0, paired] = ends[1, paired + 1] = looked_up(self.pairs, keys.pairs[paired])
        places = np.repeat(keys.firsts, keys.counts)
        nth = np.arange(len(places)) - np.repeat(np.cumsum(keys.counts) - keys.counts, keys.counts)
        places = places + nth
        found[0, places] = np.repeat(looked_up(self.words, keys.words), keys.counts)
        found[1:, places] = np.repeat(ends, keys.counts, axis=1)
        return found

    def add_to(self, embedded: npt.NDArray[np.float32], classes: Bytes) -> None:
        """Adds what is known of the classes of pieces to their embeddings. Few words are of a pair
        that is known: what the others are given is in the rows of the words already
        (``settled``)."""
        word, begun, ended = classes
        embedded += self.added[word]
        for shift, pairs in ((CLASSES, begun), (2 * CLASSES, ended)):
            rows, places = np.nonzero(pairs)
            embedded[rows, places] += self.added[pairs[rows, places].astype(np.intp) + shift]


def settled(added: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    """What is added per class, with what a word of no known pair is given in the rows of words, and
    the others as differences from it."""
    word, begun, ended = added.reshape(3, CLASSES, -1)
    return np.concatenate((word + begun[0] + ended[0], begun - begun[0], ended - ended[0]))
