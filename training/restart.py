"""Write the shipped weights as checkpoints that training can go on from.

    python training/restart.py --out OUT

A weight that was rounded to a whole number times a scale is that product, so the network says
what the shipped graph says.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
import torch

from understudy.encoder.model import GRAPHS
from understudy.encoder.weights import SHIPPED, Weights
from understudy.learn.dequantise import dequantised

HEADS = ("tags", "pos", "vector")


def tensors(state: dict[str, np.ndarray]) -> dict[str, torch.Tensor]:
    return {name: torch.from_numpy(np.array(value)) for name, value in state.items()}


def encoder(weights: Weights) -> dict[str, torch.Tensor]:
    heads = weights.heads
    state = dequantised(weights.folder / GRAPHS["full"])
    state["pieces.weight"] = weights.table.astype(np.float32) * heads["scale"][:, None]
    state["cases.weight"], state["offset"] = heads["cases"], heads["offset"]
    for name in HEADS:
        state[f"{name}.weight"], state[f"{name}.bias"] = heads[name].T, heads[f"{name}_offset"]
    return tensors(state)


def tagger(weights: Weights) -> dict[str, torch.Tensor]:
    state = dequantised(weights.folder / GRAPHS["fast"])
    state["tags.weight"] = weights.heads["fast_tags"].T
    state["tags.bias"] = weights.heads["fast_tags_offset"]
    return tensors(state)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--weights", type=Path, default=SHIPPED)
    parser.add_argument("--out", type=Path, required=True)
    asked = parser.parse_args()
    asked.out.mkdir(parents=True, exist_ok=True)
    weights = Weights(asked.weights)
    torch.save(encoder(weights), asked.out / "encoder.pt")
    torch.save(tagger(weights), asked.out / "tagger.pt")


if __name__ == "__main__":
    main()
