"""Muon for the matrices of the body (momentum, made orthogonal by Newton–Schulz steps; Jordan et
al. 2024), AdamW for embeddings, gains and heads."""

from __future__ import annotations

import torch
from torch import Tensor, nn

_STEPS = 5
_A, _B, _C = 3.4445, -4.7750, 2.0315


def orthogonal(stack: Tensor) -> Tensor:
    """The nearest orthogonal matrices, roughly, of a stack of matrices."""
    x = stack.bfloat16()
    turned = x.shape[-2] > x.shape[-1]
    if turned:
        x = x.mT
    x = x / (x.norm(dim=(-2, -1), keepdim=True) + 1e-7)
    for _ in range(_STEPS):
        gram = x @ x.mT
        x = _A * x + (_B * gram + _C * gram @ gram) @ x
    return x.mT if turned else x


class Muon:
    """One momentum per stack of equal shapes, so that a step is a few large products."""

    def __init__(self, parameters: list[nn.Parameter], momentum: float, decay: float) -> None:
        shapes: dict[torch.Size, list[nn.Parameter]] = {}
        for parameter in parameters:
            shapes.setdefault(parameter.shape, []).append(parameter)
        self.stacks = list(shapes.values())
        self.moments = [torch.zeros_like(torch.stack(list(of))) for of in self.stacks]
        self.momentum, self.decay = momentum, decay

    @torch.no_grad()
    def step(self, rate: float) -> None:
        for stack, moment in zip(self.stacks, self.moments, strict=True):
            gradient = torch.stack([of.grad for of in stack])  # type: ignore[misc]
            moment.lerp_(gradient, 1 - self.momentum)
            update = _orthogonal(gradient.lerp(moment, self.momentum))
            inner, outer = stack[0].shape
            size = rate * max(1.0, outer / inner) ** 0.5
            for parameter, change in zip(stack, update, strict=True):
                parameter.mul_(1 - rate * self.decay).add_(change.to(parameter.dtype), alpha=-size)


_orthogonal = torch.compile(orthogonal) if torch.cuda.is_available() else orthogonal


class Optimiser:
    """Muon and AdamW behind one learning-rate schedule."""

    def __init__(self, model: nn.Module, config: dict[str, float]) -> None:
        matrices = [p for name, p in model.named_parameters() if "body" in name and p.ndim == 2]
        taken = {id(p) for p in matrices}
        rest = [p for p in model.parameters() if id(p) not in taken and p.requires_grad]
        self.muon = Muon(matrices, config["momentum"], config["decay"])
        self.adam = torch.optim.AdamW(
            rest,
            lr=config["adam_rate"],
            betas=(0.9, 0.98),
            weight_decay=0.0,
            fused=torch.cuda.is_available(),
        )
        self.muon_rate, self.adam_rate = config["muon_rate"], config["adam_rate"]
        self.parameters = [*matrices, *rest]

    def step(self, share: float) -> None:
        """One step at a share of the peak rates."""
        for group in self.adam.param_groups:
            group["lr"] = self.adam_rate * share
        self.adam.step()
        self.muon.step(self.muon_rate * share)
        for parameter in self.parameters:
            parameter.grad = None
