"""Batches from streams, and what of them is hidden."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import torch
from tokenizers import Tokenizer
from torch import Tensor

MASK, NEWLINE = 1, 2
UNKNOWN = 0
"""The case of a hidden piece, and of every piece of a text without case."""


def starts_of_words(tokenizer: str) -> Tensor:
    """Per piece: whether it begins a word."""
    vocabulary = Tokenizer.from_file(tokenizer).get_vocab()
    begins = torch.zeros(len(vocabulary), dtype=torch.bool)
    for piece, at in vocabulary.items():
        begins[at] = not piece[0].isalpha() or piece.startswith("Ġ")
    return begins


class Streams:
    """The text in the card's memory; a batch is windows at random places."""

    def __init__(self, folder: Path, weights: dict[str, float], device: str) -> None:
        self.ids, self.cases, mass = [], [], []
        for name, weight in weights.items():
            if not (folder / f"{name}.ids.npy").exists():
                continue
            ids = np.load(folder / f"{name}.ids.npy")
            self.ids.append(torch.from_numpy(ids.astype(np.int16)).to(device))
            self.cases.append(torch.from_numpy(np.load(folder / f"{name}.cases.npy")).to(device))
            mass.append(len(ids) * weight)
        self.shares = np.array(mass) / sum(mass)
        self.device = device

    def batch(self, count: int, length: int, draw: np.random.Generator) -> tuple[Tensor, Tensor]:
        ids, cases = [], []
        window = torch.arange(length, device=self.device)
        for at, part in enumerate(draw.multinomial(count, self.shares)):
            if not part:
                continue
            places = torch.from_numpy(draw.integers(0, len(self.ids[at]) - length, part))
            index = places.to(self.device, non_blocking=True)[:, None] + window
            ids.append(self.ids[at][index].int() & 0xFFFF)
            cases.append(self.cases[at][index].int())
        order = torch.randperm(count, device=self.device)
        return torch.cat(ids)[order], torch.cat(cases)[order]


def blinded(ids: Tensor, cases: Tensor, blind: dict[str, float]) -> tuple[Tensor, Tensor]:
    """Labelled rows with some pieces hidden, and some rows without letter case."""
    rows = torch.rand(len(ids), 1, device=ids.device)
    spots = torch.rand(ids.shape, device=ids.device) < blind["pieces"]
    spots &= (rows < blind["rows"]) & (ids > NEWLINE)
    caseless = torch.rand(len(ids), 1, device=ids.device) < blind["cases"]
    return ids.masked_fill(spots, MASK), cases.masked_fill(spots | caseless, UNKNOWN)


def hide(
    ids: Tensor, cases: Tensor, begins: Tensor, share: float, whole: float, caseless: float
) -> tuple[Tensor, Tensor, Tensor]:
    """Inputs with pieces hidden, their cases, and the hidden places (the same number in each row).

    In a share of the rows whole words are hidden: the pieces of a word share one random number,
    and the highest numbers are hidden.
    """
    rows, length = ids.shape
    count = max(1, round(length * share))
    noise = torch.rand(rows, length, device=ids.device)
    word = begins[ids].int().cumsum(1)
    by_word = noise.gather(1, word.clamp_max(length - 1).long())
    which = torch.rand(rows, 1, device=ids.device) < whole
    places = torch.where(which, by_word, noise).topk(count, 1).indices
    inputs = ids.scatter(1, places, MASK)
    blind = torch.rand(rows, 1, device=ids.device) < caseless
    shown = torch.where(blind, torch.full_like(cases, UNKNOWN), cases)
    shown = shown.scatter(1, places, UNKNOWN)
    return inputs, shown, places
