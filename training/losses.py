"""What training asks of the hidden states."""

from __future__ import annotations

import torch
import torch.nn.functional as F
from torch import Tensor

from understudy.learn.network import Encoder


def masked_loss(model: Encoder, hidden: Tensor, ids: Tensor, places: Tensor) -> Tensor:
    """Cross-entropy of the hidden pieces."""
    taken = hidden.gather(1, places[:, :, None].expand(-1, -1, hidden.shape[-1]))
    logits = model.logits(taken.flatten(0, 1)).float()
    return F.cross_entropy(logits, ids.gather(1, places).flatten().long())


def tags_loss(logits: Tensor, wanted: Tensor, sets: Tensor) -> Tensor:
    """How little of the mass lies within the set that each unit allows."""
    logits = logits.float()
    allowed = sets[wanted.long()]
    asked = (wanted > 0).float()
    inside = logits.masked_fill(~allowed, -1e4).logsumexp(-1)
    loss = (logits.logsumexp(-1) - inside) * asked
    return loss.sum() / asked.sum().clamp_min(1)


def pos_loss(logits: Tensor, wanted: Tensor) -> Tensor:
    return F.cross_entropy(
        logits.float().flatten(0, 1), wanted.flatten().long() - 1, ignore_index=-1
    )


def pooled(model: Encoder, hidden: Tensor, seen: Tensor) -> Tensor:
    """One vector of length one per row."""
    weight = seen[:, :, None].to(hidden.dtype)
    mean = (hidden * weight).sum(1) / weight.sum(1).clamp_min(1)
    return F.normalize(model.vector(mean.float()), dim=-1)


def pairs_loss(vectors: Tensor, likeness: Tensor) -> Tensor:
    """Cosine as the likeness that people gave, and each sentence nearest its translation."""
    one, two, uno, dos = vectors.chunk(4)
    fit = torch.zeros((), device=vectors.device)
    for left, right in ((one, two), (uno, dos), (one, dos), (uno, two)):
        fit = fit + ((left * right).sum(-1) - likeness).square().mean()
    near = one @ uno.t() / 0.05
    truth = torch.arange(len(near), device=near.device)
    return fit + 0.1 * (F.cross_entropy(near, truth) + F.cross_entropy(near.t(), truth))
