"""The steps of fine-tuning: a tagger in eight bits, its optimiser and its schedule."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
import torch
import torch.nn.functional as F  # noqa: N812
from torch import Tensor

from understudy.encoder.embedding import Embedding
from understudy.encoder.weights import SHIPPED, Weights
from understudy.learn.dequantise import rebuilt
from understudy.learn.examples import IGNORED, TrainingWindow
from understudy.learn.graph import build
from understudy.learn.network import Tagger, usual_device

__all__ = ["Tuner"]

Floats = npt.NDArray[np.float32]

GRAPHS = {"full": "encoder.onnx", "fast": "tagger.onnx"}
HEADS = {"full": "tags", "fast": "fast_tags"}
RATES = {"full": 2e-4, "fast": 4e-4}
"""Of the body at its peak; the smaller one is trained faster."""
HEAD_RATE = 1e-3
DECAY = 0.01
WARM_UP = 0.1
CASELESS = 0.25
"""Share of the rows whose letter case is hidden, so that the tagger reads transcripts, too."""
UNKNOWN = 0


class Tuner:
    """One network in training."""

    def __init__(
        self, model: str, origins: Sequence[int | None], steps: int, draw: np.random.Generator
    ) -> None:
        """``origins`` says per class which one of the shipped model it starts as, if any."""
        self._shipped, self._draw, self._steps = Weights(), draw, steps
        self._embedding = Embedding(self._shipped, model)
        self._tagger = rebuilt(SHIPPED / GRAPHS[model], len(origins))
        self._start_head(HEADS[model], origins)
        self._device = usual_device()
        self._tagger.to(self._device)
        self._tagger.train()
        body = [value for name, value in self._tagger.named_parameters() if "tags." not in name]
        groups = [
            {"params": [value for value in body if value.dim() > 1], "lr": RATES[model]},
            {"params": [value for value in body if value.dim() < 2], "lr": RATES[model]},
            {"params": list(self._tagger.tags.parameters()), "lr": HEAD_RATE},
        ]
        groups[1]["weight_decay"] = 0.0
        self._optimiser = torch.optim.AdamW(groups, weight_decay=DECAY)
        self._schedule = torch.optim.lr_scheduler.LambdaLR(self._optimiser, self._share)

    def _share(self, step: int) -> float:
        """Of the peak rate: up, then down to nothing."""
        warm = max(1, round(self._steps * WARM_UP))
        return min((step + 1) / warm, max(0.0, (self._steps - step) / (self._steps - warm + 1)))

    def _start_head(self, prefix: str, origins: Sequence[int | None]) -> None:
        heads = self._shipped.heads
        weight, offset = heads[prefix], heads[f"{prefix}_offset"]
        start = self._draw.normal(0.0, 0.02, (len(weight), len(origins))).astype(np.float32)
        begin = np.zeros(len(origins), dtype=np.float32)
        for at, origin in enumerate(origins):
            if origin is not None:
                start[:, at] += weight[:, origin]
                begin[at] = offset[origin]
        with torch.no_grad():
            self._tagger.tags.weight.copy_(torch.from_numpy(start.T.copy()))
            self._tagger.tags.bias.copy_(torch.from_numpy(begin))

    def learn(self, rows: Sequence[TrainingWindow]) -> None:
        """One step."""
        embedded, seen, wanted = self._batch(rows)
        states = self._tagger.states(embedded, seen)
        asked = wanted != IGNORED
        loss = F.cross_entropy(self._tagger.tags(states[asked]), wanted[asked])
        self._optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self._tagger.parameters(), 1.0)
        self._optimiser.step()
        self._schedule.step()

    def _batch(self, rows: Sequence[TrainingWindow]) -> tuple[Tensor, Tensor, Tensor]:
        longest = max(len(row.ids) for row in rows)
        ids = np.zeros((len(rows), longest), dtype=np.int32)
        cases = np.zeros((len(rows), longest), dtype=np.int8)
        seen = np.zeros((len(rows), longest), dtype=np.bool_)
        wanted = np.full((len(rows), longest), IGNORED, dtype=np.int64)
        for at, row in enumerate(rows):
            length = len(row.ids)
            ids[at, :length], wanted[at, :length], seen[at, :length] = row.ids, row.wanted, True
            cases[at, :length] = UNKNOWN if self._draw.random() < CASELESS else row.cases
        embedding, mask, classes = (
            torch.from_numpy(part).to(self._device)
            for part in (self._embedding.of(ids, cases), seen, wanted)
        )
        return embedding, mask, classes

    def exported(self) -> tuple[bytes, dict[str, Floats]]:
        """The graph in eight bits and the head."""
        state = {
            name: value.detach().cpu().numpy().copy()
            for name, value in self._tagger.state_dict().items()
        }
        head = {"tags": state.pop("tags.weight").T, "tags_offset": state.pop("tags.bias")}
        return _graph(self._tagger, state), head


def _graph(tagger: Tagger, state: dict[str, Floats]) -> bytes:
    shape = tagger.body.shape
    inner = len(state["enter.gain"])
    graph: bytes = build(state, inner, shape.layers, shape.width).SerializeToString()
    return graph
