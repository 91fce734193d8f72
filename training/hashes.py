"""The hashes of ``understudy.encoder.hints`` on a card: the same numbers, many rows at once."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import torch
from tokenizers import Tokenizer
from torch import Tensor

from understudy.encoder import hints
from understudy.encoder.pieces import NEWLINE


def kinds_of(tokenizer: Tokenizer) -> np.ndarray:
    """What each piece begins with, and whether a space stands before it."""
    vocabulary = tokenizer.get_vocab()
    kinds = np.zeros(len(vocabulary), np.uint8)
    for piece, at in vocabulary.items():
        letter = piece.lstrip("Ġ")[:1]
        # The bytes of letters beyond ASCII are written as letters, as most of them are.
        kind = 1 if letter.isalpha() else 2 if letter.isdigit() else 3 if letter else 0
        kinds[at] = kind + 4 * piece.startswith("Ġ")
    kinds[: NEWLINE + 1] = 0
    return kinds


def _mixed(numbers: Tensor) -> Tensor:
    numbers = numbers * hints.ONE
    numbers = numbers ^ ((numbers >> 32) & 0xFFFFFFFF)
    numbers = numbers * hints.TWO
    return numbers ^ ((numbers >> 29) & 0x7FFFFFFFF)


class Hashed(NamedTuple):
    """Per piece of each row: the hash of its word, and of the pair that the word begins."""

    words: Tensor
    is_word: Tensor
    pairs: Tensor
    is_pair: Tensor
    first: Tensor
    """Where the word begins in its row."""
    after: Tensor
    """Where the next word begins."""


def hashed(ids: Tensor, kinds: Tensor) -> Hashed:
    rows, length = ids.shape
    found = kinds[ids.long()]
    letters, spaced = (found & 3) == 1, found > 3
    inside = torch.zeros_like(letters)
    inside[:, 1:] = letters[:, 1:] & letters[:, :-1] & ~spaced[:, 1:]
    index = torch.arange(length, device=ids.device).expand(rows, -1)
    first = torch.where(inside, 0, index).cummax(1).values
    terms = _mixed(ids.long() + 1 + ((index - first) << 20))
    sums = torch.cat((torch.zeros_like(terms[:, :1]), terms.cumsum(1)), 1)
    starts = torch.where(inside, length, index)
    later = torch.cat((starts[:, 1:], torch.full_like(starts[:, :1], length)), 1)
    after = later.flip(1).cummin(1).values.flip(1)
    words = _mixed(sums.gather(1, after) - sums.gather(1, first))
    there = after.clamp_max(length - 1)
    is_pair = letters & (after < length) & letters.gather(1, there) & spaced.gather(1, there)
    pairs = _mixed(words * hints.THREE + words.gather(1, there))
    return Hashed(words, letters, pairs, is_pair, first, after)


def looked_up(table: Tensor, keys: Tensor) -> Tensor:
    """``table`` holds whole numbers; the class of each key, 0 where it is not there."""
    rows = table[((keys >> 20) & 0x7FFFFFFF) % len(table)]
    classes = rows & (hints.CLASSES - 1)
    same = (rows >> 6) == (keys & 1023)[..., None]
    return torch.where(same, classes, 0).amax(-1)


def classes_of(ids: Tensor, kinds: Tensor, words: Tensor, pairs: Tensor) -> Tensor:
    """The three classes of each piece."""
    of = hashed(ids, kinds)
    word = torch.where(of.is_word, looked_up(words, of.words), 0)
    begun = torch.where(of.is_pair, looked_up(pairs, of.pairs), 0)
    before = (of.first - 1).clamp_min(0)
    ended = torch.where(of.is_word & (of.first > 0), begun.gather(1, before), 0)
    return torch.stack((word, begun, ended))
