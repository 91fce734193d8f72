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


class Units:
    """Where the units that are tagged begin, told from the pieces alone: after a space, or where
    letters, digits and signs change over (``encoder.pieces``)."""

    def __init__(self, tokenizer: str, device: str) -> None:
        vocabulary = Tokenizer.from_file(tokenizer).get_vocab()
        spaced = torch.zeros(len(vocabulary), dtype=torch.bool)
        kinds = torch.zeros(len(vocabulary), dtype=torch.int8)
        for piece, at in vocabulary.items():
            letter = piece.lstrip("Ġ")[:1]
            spaced[at] = piece.startswith("Ġ")
            # The bytes of letters beyond ASCII are written as letters, as most of them are.
            kinds[at] = 1 if letter.isalpha() else 2 if letter.isdigit() else 3 if letter else 0
        kinds[: NEWLINE + 1] = 0
        self.spaced, self.kinds = spaced.to(device), kinds.to(device)

    def begin(self, ids: Tensor) -> Tensor:
        kinds = self.kinds[ids]
        before = torch.cat((torch.zeros_like(kinds[:, :1]), kinds[:, :-1]), 1)
        return (kinds > 0) & (self.spaced[ids] | (kinds != before))


class Streams:
    """The text in the card's memory; a batch is windows at random places."""

    def __init__(self, folder: Path, weights: dict[str, float], device: str) -> None:
        self.folder, self.weights, self.device = folder, weights, device
        self.ids: dict[str, Tensor] = {}
        self.cases: dict[str, Tensor] = {}
        self.look()

    def look(self) -> None:
        """Reads the streams that are there and were not before."""
        for name in self.weights.keys() - self.ids.keys():
            if (self.folder / f"{name}.ids.npy").exists():
                ids, cases = (
                    np.load(self.folder / f"{name}.{kind}.npy") for kind in ("ids", "cases")
                )
                self.ids[name] = torch.from_numpy(ids.astype(np.int16)).to(self.device)
                self.cases[name] = torch.from_numpy(cases).to(self.device)
        self.names = sorted(self.ids)
        mass = np.array([len(self.ids[name]) * self.weights[name] for name in self.names])
        self.shares = mass / mass.sum()

    def batch(self, count: int, length: int, draw: np.random.Generator) -> tuple[Tensor, Tensor]:
        ids, cases = [], []
        window = torch.arange(length, device=self.device)
        parts = draw.multinomial(count, self.shares)
        for name, part in zip(self.names, parts, strict=True):
            if not part:
                continue
            places = torch.from_numpy(draw.integers(0, len(self.ids[name]) - length, part))
            index = places.to(self.device, non_blocking=True)[:, None] + window
            ids.append(self.ids[name][index].int() & 0xFFFF)
            cases.append(self.cases[name][index].int())
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
