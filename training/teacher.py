"""The teacher of the fast tagger: an encoder, larger than what is shipped, that is told by whose
rules a text is marked."""

from __future__ import annotations

from pathlib import Path

import torch
from torch import Tensor, nn

from rules import RULES
from understudy.encoder.pieces import CASES
from understudy.learn.network import Encoder, Heads, Shape

HEADS = Heads(tags=39, pos=1, vector=1)


class Teacher(nn.Module):
    def __init__(self, pieces: int, shape: Shape) -> None:
        super().__init__()
        self.encoder = Encoder(pieces, len(CASES), shape, HEADS)
        self.encoder.pos.requires_grad_(False)
        self.encoder.vector.requires_grad_(False)
        self.rules = nn.Embedding(len(RULES), shape.width)
        nn.init.zeros_(self.rules.weight)

    def states(
        self, ids: Tensor, cases: Tensor, rules: Tensor, seen: Tensor | None, dtype: torch.dtype
    ) -> Tensor:
        encoder = self.encoder
        embedded = encoder.enter(encoder.pieces(ids) + encoder.cases(cases) + self.rules(rules))
        return encoder.body(embedded.to(dtype), seen)

    def forward(
        self, ids: Tensor, cases: Tensor, rules: Tensor, seen: Tensor, dtype: torch.dtype
    ) -> Tensor:
        """The scores of all classes."""
        return self.encoder.tags(self.states(ids, cases, rules, seen, dtype).float())


def saved(model: Teacher, path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_suffix(".part")
    torch.save({name: value.bfloat16() for name, value in model.state_dict().items()}, part)
    part.rename(path)


def loaded(path: Path, shape: Shape, device: str) -> Teacher:
    state = torch.load(path, map_location=device)
    model = Teacher(len(state["encoder.pieces.weight"]), shape)
    model.load_state_dict({name: value.float() for name, value in state.items()})
    return model.to(device).eval().requires_grad_(False)
