"""A larger encoder that says what a smaller one says, to go on from.

The old widths are the first of the new ones. What writes into the new part of the states begins
with nothing, what reads it at random, and so do the new heads and the new units of the
feed-forward; a new layer is the one before it, and writes nothing at first. So no step is lost to
learn again what is known (Chen et al. 2016, "Net2Net").
"""

from __future__ import annotations

import torch
from torch import Tensor, nn

from understudy.learn.network import Encoder, Heads, Shape

State = dict[str, Tensor]
_NORMS = ("before_attention.gain", "before_feed.gain")


def grown(old: State, shape: Shape, heads: Heads) -> State:
    """The weights of an encoder of the new shape."""
    pieces, width = old["pieces.weight"].shape
    encoder = Encoder(pieces, len(old["cases.weight"]), shape, heads)
    new = encoder.state_dict()
    layers = 1 + max(int(name.split(".")[2]) for name in old if name.startswith("body.layers."))
    ratio = (width / shape.width) ** 0.5
    for name in ("pieces.weight", "cases.weight"):
        new[name] = _within(torch.zeros_like(new[name]), old[name])
    for name in ("enter.gain", "body.last.gain"):
        new[name] = ratio * _within(new[name], old[name])
    new["offset"] = old["offset"].float()
    new["tags.weight"] = _within(torch.zeros_like(new["tags.weight"]), old["tags.weight"])
    new["tags.bias"] = old["tags.bias"].float()
    for at in range(shape.layers):
        source, before = (at * layers // shape.layers, (at - 1) * layers // shape.layers)
        to, of = f"body.layers.{at}.", f"body.layers.{source}."
        for name in _NORMS:
            new[to + name] = ratio * _within(new[to + name], old[of + name])
        for name in ("query_norm.gain", "key_norm.gain"):
            new[to + name] = old[of + name].float()
        for name, blocks in (("query_key_value.weight", 3), ("gate_up.weight", 2)):
            new[to + name] = _blocks(new[to + name], old[of + name], blocks)
        for name in ("attended.weight", "down.weight"):
            nothing = torch.zeros_like(new[to + name])
            is_copy = at > 0 and source == before
            new[to + name] = nothing if is_copy else _within(nothing, old[of + name])
    return new


def _within(new: Tensor, old: Tensor) -> Tensor:
    """The new weights with the old ones at their beginning."""
    new = new.clone()
    new[tuple(slice(size) for size in old.shape)] = old.float()
    return new


def _blocks(new: Tensor, old: Tensor, count: int) -> Tensor:
    """Several products side by side, each grown by itself."""
    pairs = zip(new.chunk(count, -1), old.chunk(count, -1), strict=True)
    return torch.cat([_within(one, other) for one, other in pairs], -1)


def count(model: nn.Module) -> int:
    return sum(parameter.numel() for parameter in model.parameters())
