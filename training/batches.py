"""Labelled rows packed into batches of one shape."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor

from rules import UNTOLD
from understudy.encoder.pieces import NEWLINE, PAD

IGNORED = 0


class Packed:
    """Sequences of several short texts, one a line, between newlines as the package reads them.
    Texts with and without letter case do not share a sequence, and many sequences are short, as
    documents are."""

    def __init__(self, path: Path, length: int, seed: int, device: str) -> None:
        loaded = np.load(path)
        sets = loaded["sets"] if "sets" in loaded else np.zeros((0, 0), dtype=bool)
        self.sets = torch.from_numpy(sets).to(device)
        self.ids, self.cases = loaded["ids"].astype(np.int32), loaded["cases"].astype(np.int32)
        self.wanted, self.lengths = loaded["wanted"].astype(np.int32), loaded["lengths"].astype(int)
        self.ends = np.cumsum(self.lengths)
        self.caseless = np.array([self.cases[end - 1] == 0 for end in self.ends], dtype=bool)
        self.late = loaded["late"] if "late" in loaded else np.ones(len(self.lengths))
        untold = np.full(len(self.lengths), UNTOLD)
        self.rules = loaded.get("rules", untold)
        self.is_late = False
        self.length, self.device = length, device
        self.draw = np.random.default_rng(seed)
        self.queue: list[list[int]] = []

    def _fill(self) -> None:
        """One pass over all texts, in new company; when it is late, over what is still read."""
        read = self.draw.random(len(self.late)) < self.late if self.is_late else self.late > 0
        for pool in (np.flatnonzero(self.caseless & read), np.flatnonzero(~self.caseless & read)):
            order = self.draw.permutation(pool)
            row: list[int] = []
            room = 0
            for at in order:
                need = int(self.lengths[at]) + 1
                if need > room and row:
                    self.queue.append(row)
                    row = []
                if not row:
                    full = self.draw.random() < 0.5
                    room = (
                        self.length
                        if full
                        else int(self.draw.integers(min(16, self.length - 1), self.length))
                    )
                    room = max(room - 1, need)
                row.append(int(at))
                room -= need
            self.queue.append(row)
        order = self.draw.permutation(len(self.queue))
        self.queue = [self.queue[at] for at in order]

    def turn_late(self) -> None:
        """From now on only what is read to the end."""
        if not self.is_late:
            self.is_late, self.queue = True, []

    def batch(self, rows: int) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        """Pieces, cases, what is wanted of each, and by whose rules."""
        if len(self.queue) < rows:
            self._fill()
        taken, self.queue = self.queue[-rows:], self.queue[:-rows]
        arrays = np.zeros((4, rows, self.length), dtype=np.int32)
        for row, texts in enumerate(taken):
            arrays[:2, row, 0] = NEWLINE, 1
            at = 1
            for text in texts:
                end, count = self.ends[text], self.lengths[text]
                for field, source in enumerate((self.ids, self.cases, self.wanted)):
                    arrays[field, row, at : at + count] = source[end - count : end]
                arrays[3, row, at : at + count + 1] = self.rules[text]
                at += count
                arrays[:2, row, at] = NEWLINE, 1
                at += 1
        ids, cases, wanted, rules = torch.from_numpy(arrays).to(self.device)
        return ids, cases, wanted, rules


class Pairs:
    """Sentence pairs with their likeness, and translations of one sentence."""

    def __init__(self, path: Path, seed: int, device: str) -> None:
        loaded = np.load(path)
        self.arrays = {
            name: torch.from_numpy(self._plain(loaded[name])).to(device) for name in loaded.files
        }
        self.count = len(self.arrays["en.likeness"])
        self.draw = np.random.default_rng(seed)
        self.device = device

    @staticmethod
    def _plain(array: npt.NDArray) -> npt.NDArray:
        return array if array.dtype == np.float32 else array.astype(np.int32)

    def batch(self, pairs: int) -> tuple[Tensor, Tensor, Tensor]:
        """Pieces and cases of four sentences each (English and Spanish, both sides), likeness."""
        places = torch.from_numpy(self.draw.choice(self.count, pairs // 2, replace=False))
        places = places.to(self.device)
        sides = ("en0", "en1", "es0", "es1")
        ids = torch.cat([self.arrays[f"{side}.ids"][places] for side in sides])
        cases = torch.cat([self.arrays[f"{side}.cases"][places] for side in sides])
        return ids, cases, self.arrays["en.likeness"][places]


def shown(ids: Tensor) -> Tensor:
    return ids != PAD
