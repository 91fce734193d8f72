"""The shipped encoder, trained further on a text by hiding a part of its pieces.

Needs PyTorch: the extra ``train``. The body is trained, the embeddings stay; what it remembers of
the text can be asked for like any masked language model.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import torch
import torch.nn.functional as F  # noqa: N812
from torch import Tensor

from understudy.encoder.masked import Answers, Question, rows_of
from understudy.encoder.model import Encoder
from understudy.encoder.pieces import MASK, Pieces, framed
from understudy.encoder.vocabulary import Vocabulary
from understudy.learn.dequantise import rebuilt
from understudy.learn.network import Tagger, usual_device

__all__ = ["Memory", "remembered", "steps_of"]

Floats = npt.NDArray[np.float32]
Ints = npt.NDArray[np.int32]

WINDOW = 64
"""Pieces of a row in training."""
ROWS = 8
HIDDEN = 0.2
RATE = 5e-4
WARM_UP = 0.1
_BATCH = 32


@dataclass(frozen=True)
class Memory:
    """A masked language model that has read a text."""

    encoder: Encoder
    network: Tagger
    table: Tensor
    """The embedding as numbers: one row per piece."""

    def __repr__(self) -> str:
        return "Memory()"

    @property
    def mask(self) -> int:
        return MASK

    @property
    def vocabulary(self) -> Vocabulary:
        """The pieces of the encoder."""
        return self.encoder.vocabulary

    def pieces(self, texts: Sequence[str]) -> list[Pieces]:
        """The texts as pieces."""
        return self.encoder.pieces(texts)

    def vectors(self, texts: Sequence[str]) -> Floats:
        """A vector for the meaning of each text, by the encoder as it was shipped."""
        return self.encoder.vectors(texts)

    def expected(self, questions: Sequence[Question]) -> Iterator[Answers]:
        """For each question, the probabilities of all pieces in its hidden places."""
        rows = rows_of(questions, self.encoder.weights.card["window"], MASK, framed)
        firsts = np.cumsum([0, *(len(row.hidden) for row in rows)])
        order = sorted(range(len(rows)), key=lambda at: len(rows[at].ids))
        self.network.eval()
        for start in range(0, len(order), _BATCH):
            batch = order[start : start + _BATCH]
            with torch.no_grad():
                states = _states(
                    self, [rows[at].ids for at in batch], [rows[at].cases for at in batch]
                )
                asked = [
                    (at, firsts[at] + number, int(place))
                    for at in batch
                    for number, place in enumerate(rows[at].hidden)
                ]
                picked = states[
                    [batch.index(at) for at, _, _ in asked], [place for _, _, place in asked]
                ]
                logs = F.log_softmax(_logits(self, picked), dim=-1).cpu().numpy()
            yield Answers(np.array([place for _, place, _ in asked], dtype=np.intp), logs)


def _states(memory: Memory, ids: Sequence[Ints], cases: Sequence[npt.NDArray[np.int8]]) -> Tensor:
    longest = max(len(row) for row in ids)
    shape = (len(ids), longest)
    places, kinds = np.zeros(shape, dtype=np.int64), np.zeros(shape, dtype=np.int64)
    seen = np.zeros(shape, dtype=np.bool_)
    for at, (row, of_row) in enumerate(zip(ids, cases, strict=True)):
        places[at, : len(row)], kinds[at, : len(row)] = row, of_row
        seen[at, : len(row)] = True
    device = memory.table.device
    cases_of = torch.from_numpy(memory.encoder.weights.heads["cases"]).to(device)
    embedded = memory.table[torch.from_numpy(places).to(device)]
    embedded = embedded + cases_of[torch.from_numpy(kinds).to(device)]
    return memory.network.states(embedded, torch.from_numpy(seen).to(device))


def _logits(memory: Memory, states: Tensor) -> Tensor:
    offset = torch.from_numpy(memory.encoder.weights.heads["offset"]).to(states.device)
    return states @ memory.table.t() + offset


def fresh(encoder: Encoder) -> Memory:
    """The encoder as it is, in PyTorch."""
    weights = encoder.weights
    network = rebuilt(weights.folder / "encoder.onnx", 1)
    network.body.quantise(False)
    table = torch.from_numpy(weights.table.astype(np.float32))
    table *= torch.from_numpy(weights.heads["scale"])[:, None]
    device = usual_device()
    return Memory(encoder, network.to(device), table.to(device))


def remembered(texts: Sequence[str], encoder: Encoder, *, steps: int, seed: int) -> Memory:
    """Trained for so many steps on the texts; equal calls give equal models on a processor."""
    torch.manual_seed(seed)
    memory = fresh(encoder)
    network = memory.network
    network.train()
    rows = _rows(encoder.pieces(texts))
    body = [value for name, value in network.named_parameters() if not name.startswith("tags.")]
    optimiser = torch.optim.AdamW(body, lr=RATE, weight_decay=0.0)
    warm = max(1, round(steps * WARM_UP))
    schedule = torch.optim.lr_scheduler.LambdaLR(
        optimiser,
        lambda step: min((step + 1) / warm, max(0.05, (steps - step) / max(1, steps - warm))),
    )
    random = np.random.default_rng(seed)
    order: list[int] = []
    for _ in range(steps):
        while len(order) < min(ROWS, len(rows)):
            order += random.permutation(len(rows)).tolist()
        batch = [rows[order.pop()] for _ in range(min(ROWS, len(rows)))]
        loss = _loss(memory, batch, random)
        optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(body, 1.0)
        optimiser.step()
        schedule.step()
    return memory


def steps_of(texts: Sequence[str], encoder: Encoder, epochs: int) -> int:
    """Steps in which the texts are read so many times."""
    return epochs * -(-len(_rows(encoder.pieces(texts))) // ROWS)


Example = tuple[Ints, npt.NDArray[np.int8]]


def _rows(read: Sequence[Pieces]) -> list[Example]:
    found = []
    for pieces in read:
        for start in range(0, len(pieces.ids), WINDOW):
            ids, cases, _ = framed(pieces, start, min(start + WINDOW, len(pieces.ids)))
            if len(ids) > 3:
                found.append((ids, cases))
    return found


def _loss(memory: Memory, batch: Sequence[Example], random: np.random.Generator) -> Tensor:
    hidden, cases, wanted, places = [], [], [], []
    for at, (ids, of_row) in enumerate(batch):
        chosen = np.flatnonzero(random.random(len(ids)) < HIDDEN)
        if not len(chosen):
            chosen = random.integers(len(ids), size=1)
        seen, shown = ids.copy(), of_row.copy()
        seen[chosen], shown[chosen] = MASK, 0
        hidden.append(seen)
        cases.append(shown)
        wanted += ids[chosen].tolist()
        places += [(at, int(place)) for place in chosen]
    states = _states(memory, hidden, cases)
    picked = states[[at for at, _ in places], [place for _, place in places]]
    truth = torch.tensor(wanted, dtype=torch.int64, device=picked.device)
    return F.cross_entropy(_logits(memory, picked), truth)
