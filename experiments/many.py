"""Many encoders trained side by side, each on a release of its own: one product of stacked matrices
in the place of many small ones, so that a card is kept busy and a table takes minutes.

Every encoder starts from the same checkpoint (training/clean.toml) with a fresh head. The body is
trained, in plain precision; the embeddings stay as they are, as in ``understudy.learn``. Needs
numpy and PyTorch alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import torch
import torch.nn.functional as F  # noqa: N812
from torch import Tensor

from understudy.learn.network import EPSILON, HEAD, rotate, rotation

Floats = npt.NDArray[np.float32]
State = dict[str, Floats]
MASK, NEWLINE = 1, 2
UNKNOWN, NONE = 0, 1
"""Letter case: of a hidden piece, and of what has none."""
BODY_RATE, HEAD_RATE, DECAY, WARM_UP, CASELESS = 2e-4, 1e-3, 0.01, 0.1, 0.25
"""As in ``learn.tuning``."""
MATRICES = ("query_key_value", "attended", "gate_up", "down")
GAINS = ("before_attention", "query_norm", "key_norm", "before_feed")


class Rows(NamedTuple):
    """Texts as pieces, padded: of ids, nought is padding."""

    ids: Tensor
    cases: Tensor
    lengths: npt.NDArray[np.int64]

    def taken(self, places: npt.NDArray[np.int64], longest: int) -> tuple[Tensor, Tensor]:
        at = torch.from_numpy(places).to(self.ids.device)
        return self.ids[at, :longest].long(), self.cases[at, :longest].long()


def padded(flat: npt.NDArray[np.generic], lengths: npt.NDArray[np.int64]) -> npt.NDArray[np.int32]:
    """Rows of different lengths, one after another, as a matrix."""
    found = np.zeros((len(lengths), int(lengths.max())), np.int32)
    found[np.arange(found.shape[1])[None, :] < lengths[:, None]] = flat
    return found


def rows_of(
    ids: npt.NDArray[np.generic],
    cases: npt.NDArray[np.generic],
    lengths: npt.NDArray[np.int64],
    device: str,
) -> Rows:
    made = (torch.from_numpy(padded(one, lengths)).to(device) for one in (ids, cases))
    return Rows(*made, lengths.astype(np.int64))


class Many:
    """So many encoders of one shape, their parameters stacked."""

    def __init__(self, state: State, seeds: Sequence[int], classes: int, device: str) -> None:
        self.count, self.device, self.classes = len(seeds), device, classes
        self.layers = 1 + max(int(name.split(".")[2]) for name in state if ".layers." in name)
        self.table = torch.from_numpy(state["pieces.weight"]).to(device)
        self.cases = torch.from_numpy(state["cases.weight"]).to(device)
        self.offset = torch.from_numpy(state["offset"]).to(device)
        self.width = self.table.shape[1]
        names = ["enter.gain", "body.last.gain"]
        for layer in range(self.layers):
            names += [f"body.layers.{layer}.{one}.weight" for one in MATRICES]
            names += [f"body.layers.{layer}.{one}.gain" for one in GAINS]
        self.parameters = {name: self._stacked(state[name]) for name in names}
        heads = [
            np.random.default_rng(seed).normal(0.0, 0.02, (self.width, classes)) for seed in seeds
        ]
        self.parameters["head.weight"] = self._leaf(np.stack(heads).astype(np.float32))
        self.parameters["head.bias"] = self._leaf(np.zeros((self.count, 1, classes), np.float32))

    def _stacked(self, value: Floats) -> Tensor:
        return self._leaf(np.repeat(value[None], self.count, 0))

    def _leaf(self, value: Floats) -> Tensor:
        return torch.from_numpy(value).to(self.device).requires_grad_()

    def only(self, run: int) -> Many:
        """One of them, to be asked; not to be trained."""
        found = object.__new__(Many)
        found.__dict__.update(self.__dict__)
        found.count = 1
        found.parameters = {
            name: value[run : run + 1].detach() for name, value in self.parameters.items()
        }
        return found

    def _norm(self, x: Tensor, name: str) -> Tensor:
        """x: encoders first, features last."""
        gain = self.parameters[name]
        shape = (self.count, *(1,) * (x.dim() - 2), gain.shape[-1])
        return F.rms_norm(x.float(), (x.shape[-1],), eps=EPSILON) * gain.view(shape)

    def _product(self, x: Tensor, name: str) -> Tensor:
        flat = x.reshape(self.count, -1, x.shape[-1])
        return torch.bmm(flat, self.parameters[name]).view(*x.shape[:-1], -1)

    def states(self, ids: Tensor, cases: Tensor) -> Tensor:
        """Encoders × texts × pieces × width."""
        seen = ids > 0
        with torch.autocast(self.device, torch.bfloat16, enabled=self.device == "cuda"):
            x = self._norm(self.table[ids] + self.cases[cases], "enter.gain")
            count, texts, length, width = x.shape
            cos, sin = rotation(length, x.device)
            mask = seen.view(count * texts, 1, 1, length)
            for layer in range(self.layers):
                at = f"body.layers.{layer}."
                before = self._norm(x, f"{at}before_attention.gain")
                mixed = self._product(before, f"{at}query_key_value.weight").chunk(3, -1)
                query, key, value = (
                    part.reshape(count, texts, length, width // HEAD, HEAD) for part in mixed
                )
                query = self._norm(query, f"{at}query_norm.gain")
                key = self._norm(key, f"{at}key_norm.gain")
                query, key, value = (
                    part.reshape(count * texts, length, width // HEAD, HEAD).transpose(1, 2)
                    for part in (query, key, value)
                )
                dtype = value.dtype
                query, key = rotate(query, cos, sin).to(dtype), rotate(key, cos, sin).to(dtype)
                out = F.scaled_dot_product_attention(query, key, value, attn_mask=mask)
                out = out.transpose(1, 2).reshape(count, texts, length, width)
                x = x + self._product(out, f"{at}attended.weight")
                feed = self._product(self._norm(x, f"{at}before_feed.gain"), f"{at}gate_up.weight")
                gate, up = feed.chunk(2, -1)
                x = x + self._product(F.gelu(gate, approximate="tanh") * up, f"{at}down.weight")
            return self._norm(x, "body.last.gain")

    def scores(self, states: Tensor) -> Tensor:
        """Of the classes."""
        flat = states.reshape(self.count, -1, self.width)
        found = torch.baddbmm(self.parameters["head.bias"], flat, self.parameters["head.weight"])
        return found.view(*states.shape[:-1], self.classes)

    def pieces(self, states: Tensor) -> Tensor:
        """Scores of all pieces."""
        return states @ self.table.t() + self.offset


class Schedule:
    """AdamW over all encoders; every one's gradient is clipped by its own norm."""

    def __init__(self, many: Many, steps: int, rate: float = BODY_RATE, decay: float = DECAY):
        self.many, self.steps, self.at = many, steps, 0
        of = many.parameters
        heads = [value for name, value in of.items() if name.startswith("head.")]
        thick = [value for name, value in of.items() if name.endswith(".weight") and "body" in name]
        thin = [value for name, value in of.items() if name.endswith(".gain")]
        self.groups = [(thick, rate, decay), (thin, rate, 0.0), (heads, HEAD_RATE, decay)]
        self.optimiser = torch.optim.AdamW(
            [{"params": some, "lr": rate, "weight_decay": by} for some, rate, by in self.groups],
            fused=many.device == "cuda",
        )

    def step(self, loss: Tensor) -> None:
        self.optimiser.zero_grad()
        loss.backward()
        leaves = [one for some, _, _ in self.groups for one in some if one.grad is not None]
        square = sum(one.grad.flatten(1).square().sum(1) for one in leaves)
        shrink = (1.0 / (square.sqrt() + 1e-6)).clamp(max=1.0)
        for one in leaves:
            one.grad.mul_(shrink.view(-1, *(1,) * (one.dim() - 1)))
        warm = max(1, round(self.steps * WARM_UP))
        share = min(
            (self.at + 1) / warm, max(0.0, (self.steps - self.at) / (self.steps - warm + 1))
        )
        for group, (_, rate, _) in zip(self.optimiser.param_groups, self.groups, strict=True):
            group["lr"] = rate * share
        self.optimiser.step()
        self.at += 1


class Batches:
    """For each encoder its own order; a batch holds texts of like length in all of them."""

    def __init__(self, rows: Sequence[Rows], seeds: Sequence[int], size: int) -> None:
        self.rows, self.size = rows, size
        self.draws = [np.random.default_rng(seed) for seed in seeds]
        self.order = np.random.default_rng(seeds[0])
        self.per_epoch = -(-min(len(one.lengths) for one in rows) // size)

    def epoch(self):
        """Places of the texts, encoders × texts, and the longest of them."""
        sorted_ = [
            np.argsort(one.lengths * (1 + 0.2 * draw.random(len(one.lengths))), kind="stable")
            for one, draw in zip(self.rows, self.draws, strict=True)
        ]
        for at in self.order.permutation(self.per_epoch):
            # Equal steps through each: encoders whose texts number one more leave it out now.
            places = [
                order[np.minimum(np.arange(at * self.size, (at + 1) * self.size), len(order) - 1)]
                for order in sorted_
            ]
            longest = max(
                int(one.lengths[p].max()) for one, p in zip(self.rows, places, strict=True)
            )
            yield places, longest


def stacked(
    rows: Sequence[Rows], places: Sequence[npt.NDArray[np.int64]], longest: int
) -> tuple[Tensor, Tensor]:
    taken = [_wide(one.taken(p, longest), longest) for one, p in zip(rows, places, strict=True)]
    return torch.stack([ids for ids, _ in taken]), torch.stack([cases for _, cases in taken])


def _wide(taken: tuple[Tensor, Tensor], longest: int) -> tuple[Tensor, Tensor]:
    missing = longest - taken[0].shape[1]
    return taken if not missing else tuple(F.pad(one, (0, missing)) for one in taken)
