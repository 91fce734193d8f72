"""The encoder in PyTorch: pre-norm layers with rotary positions, normed queries and keys, and a
gated feed-forward. Word pieces and letter case are embedded apart and added.

Every product of activations and weights can be run as it will be shipped, in eight bits
(`quantise`): weights per output channel, activations by one scale per product, which is learnt
from the data as training goes on. So nothing is lost on export, and a row's result does not
depend on its batch.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import torch
import torch.nn.functional as F  # noqa: N812
from torch import Tensor, nn

EPSILON = 1e-6
LEVELS = 63
"""Of a weight: seven bits, so that sums of pairs never saturate on processors without VNNI."""
HEAD = 64


@dataclass(frozen=True)
class Shape:
    """The size of a body."""

    layers: int
    width: int
    hidden: int
    """Inner width of the feed-forward."""


def usual_device() -> torch.device:
    """Where networks are trained: on the GPU, if there is one."""
    return torch.device("cuda" if torch.cuda.is_available() else "cpu")


class Product(nn.Module):
    """x·W, without bias; in eight bits when asked."""

    def __init__(self, inner: int, outer: int) -> None:
        super().__init__()
        self.weight = nn.Parameter(torch.randn(inner, outer) * inner**-0.5 * 0.7)
        self.register_buffer("limit", torch.zeros(()))
        self.quantise = False

    def forward(self, x: Tensor) -> Tensor:
        """x times the weights, both in eight bits where that is switched on."""
        if not self.quantise:
            return x @ self.weight.to(x.dtype)
        if self.training:
            with torch.no_grad():
                # Rare outliers are clipped: their share of the range costs all others precision.
                flat = x.detach().float()
                high = (flat.square().mean().sqrt() * 10).minimum(flat.abs().amax())
                self.limit.copy_(
                    torch.where(self.limit == 0, high, self.limit * 0.99 + high * 0.01)
                )
        step = (self.limit / 127).clamp_min(1e-8)
        rounded = torch.clamp(torch.round(x.float() / step), -127, 127) * step
        x = x + (rounded.to(x.dtype) - x).detach()
        scale = self.weight.detach().abs().amax(0, keepdim=True).clamp_min(1e-8) / LEVELS
        weight = self.weight + (torch.round(self.weight / scale) * scale - self.weight).detach()
        return x @ weight.to(x.dtype)


class Norm(nn.Module):
    """The RMS norm with a gain."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.gain = nn.Parameter(torch.ones(width))

    def forward(self, x: Tensor) -> Tensor:
        """x, normed over its last axis."""
        return F.rms_norm(x.float(), (x.shape[-1],), self.gain, EPSILON).to(x.dtype)


def rotation(length: int, device: torch.device) -> tuple[Tensor, Tensor]:
    """The cosines and sines of rotary positions."""
    speeds = 10000.0 ** (-torch.arange(0, HEAD // 2, device=device) / (HEAD // 2))
    angles = torch.arange(length, device=device)[:, None] * speeds[None, :]
    return angles.cos(), angles.sin()


def rotate(x: Tensor, cos: Tensor, sin: Tensor) -> Tensor:
    """x: batch, heads, time, HEAD."""
    one, two = x.float().chunk(2, -1)
    return torch.cat((one * cos - two * sin, two * cos + one * sin), -1).to(x.dtype)


class Layer(nn.Module):
    """Attention, then a gated feed-forward, each added to its input."""

    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self.before_attention = Norm(shape.width)
        self.query_key_value = Product(shape.width, 3 * shape.width)
        self.query_norm = Norm(HEAD)
        self.key_norm = Norm(HEAD)
        self.attended = Product(shape.width, shape.width)
        self.before_feed = Norm(shape.width)
        self.gate_up = Product(shape.width, 2 * shape.hidden)
        self.down = Product(shape.hidden, shape.width)

    def forward(self, x: Tensor, seen: Tensor | None, cos: Tensor, sin: Tensor) -> Tensor:
        """The states behind the layer; ``seen`` hides padding."""
        batch, time, width = x.shape
        mixed = self.query_key_value(self.before_attention(x))
        query, key, value = (
            part.view(batch, time, width // HEAD, HEAD).transpose(1, 2)
            for part in mixed.chunk(3, -1)
        )
        query = rotate(self.query_norm(query), cos, sin)
        key = rotate(self.key_norm(key), cos, sin)
        out = F.scaled_dot_product_attention(query, key, value, attn_mask=seen)
        x = x + self.attended(out.transpose(1, 2).reshape(batch, time, width))
        gate, up = self.gate_up(self.before_feed(x)).chunk(2, -1)
        return x + self.down(F.gelu(gate, approximate="tanh") * up)


class Body(nn.Module):
    """Embedded pieces in, hidden states out."""

    def __init__(self, shape: Shape, entry: int | None = None) -> None:
        super().__init__()
        self.shape = shape
        self.entry = Product(entry, shape.width) if entry else None
        self.layers = nn.ModuleList(Layer(shape) for _ in range(shape.layers))
        self.last = Norm(shape.width)

    def forward(self, x: Tensor, seen: Tensor | None = None) -> Tensor:
        """The states behind all layers."""
        cos, sin = rotation(x.shape[1], x.device)
        if self.entry is not None:
            x = self.entry(x)
        mask = None if seen is None else seen[:, None, None, :]
        for layer in self.layers:
            x = layer(x, mask, cos, sin)
        return self.last(x)

    def quantise(self, on: bool = True) -> None:
        """Switches the products to eight bits, and back."""
        for module in self.modules():
            if isinstance(module, Product):
                module.quantise = on


class Heads(NamedTuple):
    """Sizes of the heads that read the hidden states."""

    tags: int
    pos: int
    vector: int


class Encoder(nn.Module):
    """The whole model in training: embeddings, body, and the heads on it."""

    def __init__(self, pieces: int, cases: int, shape: Shape, heads: Heads) -> None:
        super().__init__()
        self.pieces = nn.Embedding(pieces, shape.width)
        self.cases = nn.Embedding(cases, shape.width)
        nn.init.normal_(self.pieces.weight, std=0.02)
        nn.init.zeros_(self.cases.weight)
        self.enter = Norm(shape.width)
        self.body = Body(shape)
        self.offset = nn.Parameter(torch.zeros(pieces))
        self.tags = nn.Linear(shape.width, heads.tags)
        self.pos = nn.Linear(shape.width, heads.pos)
        self.vector = nn.Linear(shape.width, heads.vector)

    def embed(self, pieces: Tensor, cases: Tensor) -> Tensor:
        """The sum of the embeddings of pieces and cases, normed."""
        return self.enter(self.pieces(pieces) + self.cases(cases))

    def forward(self, pieces: Tensor, cases: Tensor, seen: Tensor | None = None) -> Tensor:
        """The states behind the body."""
        return self.body(self.embed(pieces, cases), seen)

    def logits(self, hidden: Tensor) -> Tensor:
        """Of every piece, for masked positions; the embedding read backwards."""
        return hidden @ self.pieces.weight.t().to(hidden.dtype) + self.offset.to(hidden.dtype)


class Tagger(nn.Module):
    """Embedded pieces in, scores of classes out; the embeddings themselves are not its own."""

    def __init__(self, shape: Shape, inner: int, entry: bool, classes: int) -> None:
        super().__init__()
        self.enter = Norm(inner)
        self.body = Body(shape, inner if entry else None)
        self.tags = nn.Linear(shape.width, classes)

    def states(self, embedded: Tensor, seen: Tensor) -> Tensor:
        """The states behind the body."""
        return self.body(self.enter(embedded), seen)

    def forward(self, embedded: Tensor, seen: Tensor) -> Tensor:
        """The scores of the classes for each piece."""
        return self.tags(self.states(embedded, seen))
