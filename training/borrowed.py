"""A pretrained encoder, to be a teacher of tags: all-mpnet-base-v2 (MPNet, Song et al. 2020).

It knows no letter case and little but English: letter case is told apart, as is by whose rules a
text is marked (``rules.py``). ``parcel.py`` writes its weights in eight bits and in parts.
"""

from __future__ import annotations

import math
from pathlib import Path
from typing import NamedTuple

import numpy as np
import torch
import torch.nn.functional as F
from torch import Tensor, nn

from rules import RULES

BETWEEN, HIDDEN = 2, 30_526
"""The pieces that stand between texts, and in the place of a hidden one."""
CASES = ("none", "lower", "title", "upper", "mixed", "unknown")


class Shape(NamedTuple):
    layers: int = 12
    width: int = 768
    hidden: int = 3072
    heads: int = 12
    pieces: int = 30_527
    places: int = 514
    buckets: int = 32


MPNET = Shape()
_FARTHEST = 128


def case_of(text: str) -> int:
    """The case of a piece as it stands in a text."""
    if text.islower():
        return 1
    if text.istitle() or (text[:1].isupper() and text[1:].islower()):
        return 2
    return 3 if text.isupper() else 4 if text.lower() != text else 0


def buckets(length: int, count: int, device: torch.device) -> Tensor:
    """The class of each distance: one by one when near, by powers when far."""
    at = torch.arange(length, device=device)
    gap = at[None, :] - at[:, None]
    half = count // 2
    exact = half // 2
    ahead = (gap > 0).long() * half
    gap = gap.abs()
    scale = (half - exact) / math.log(_FARTHEST / exact)
    far = exact + (torch.log(gap.clamp_min(1) / exact) * scale).long()
    return ahead + torch.where(gap < exact, gap, far.clamp_max(half - 1))


class Layer(nn.Module):
    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self.heads = shape.heads
        for name in ("q", "k", "v", "o"):
            setattr(self, name, nn.Linear(shape.width, shape.width))
        self.attended, self.fed = (nn.LayerNorm(shape.width, 1e-5) for _ in range(2))
        self.up = nn.Linear(shape.width, shape.hidden)
        self.down = nn.Linear(shape.hidden, shape.width)

    def forward(self, x: Tensor, bias: Tensor) -> Tensor:
        rows, length, _ = x.shape
        query, key, value = (
            of(x).view(rows, length, self.heads, -1).transpose(1, 2)
            for of in (self.q, self.k, self.v)
        )
        heard = F.scaled_dot_product_attention(
            query, key, value, attn_mask=bias.to(query.dtype).expand(rows, -1, -1, -1)
        )
        x = self.attended(x + self.o(heard.transpose(1, 2).reshape(rows, length, -1)))
        return self.fed(x + self.down(F.gelu(self.up(x))))


class Borrowed(nn.Module):
    def __init__(self, tags: int, shape: Shape = MPNET) -> None:
        super().__init__()
        self.shape = shape
        self.pieces = nn.Embedding(shape.pieces, shape.width)
        self.places = nn.Embedding(shape.places, shape.width)
        self.rules = nn.Embedding(len(RULES), shape.width)
        self.cases = nn.Embedding(len(CASES), shape.width)
        for fresh in (self.rules, self.cases):
            nn.init.zeros_(fresh.weight)
        self.enter = nn.LayerNorm(shape.width, 1e-5)
        self.distances = nn.Embedding(shape.buckets, shape.heads)
        self.layers = nn.ModuleList(Layer(shape) for _ in range(shape.layers))
        self.tags = nn.Linear(2 * shape.width, tags)
        nn.init.normal_(self.tags.weight, std=0.02)

    def states(self, ids: Tensor, rules: Tensor, cases: Tensor) -> Tensor:
        length = ids.shape[1]
        places = self.places.weight[2 : length + 2]
        x = self.enter(self.pieces(ids) + places + self.rules(rules) + self.cases(cases))
        of = buckets(length, self.shape.buckets, ids.device)
        bias = self.distances(of).permute(2, 0, 1)[None]
        for layer in self.layers:
            x = layer(x, bias)
        return x

    def forward(
        self, ids: Tensor, rules: Tensor, cases: Tensor, firsts: Tensor, lasts: Tensor
    ) -> Tensor:
        """The scores of all classes for each unit, told by its first and last piece."""
        states = self.states(ids, rules, cases)
        wide = states.shape[-1]
        ends = [states.gather(1, at[..., None].expand(-1, -1, wide)) for at in (firsts, lasts)]
        with torch.autocast(ids.device.type, enabled=False):
            return self.tags(torch.cat(ends, -1).float())


def load(folder: Path, model: Borrowed) -> None:
    """Puts the weights of all parts into the model; rules, cases and tags stay as they are."""
    state: dict[str, Tensor] = {}
    for path in sorted(folder.glob("borrowed-*.npz")):
        with np.load(path) as found:
            for name in found.files:
                kind, _, to = name.partition(":")
                if kind == "plain":
                    state[to] = torch.from_numpy(found[name])
                elif kind == "bytes":
                    whole = found[name].astype(np.float32) * found[f"scale:{to}"][:, None]
                    state[to] = torch.from_numpy(whole)
    missing, unknown = model.load_state_dict(state, strict=False)
    fresh = {"rules.weight", "cases.weight", "tags.weight", "tags.bias"}
    if unknown or set(missing) != fresh:
        raise ValueError(f"{folder}: {len(missing)} weights are missing, {len(unknown)} unknown")
