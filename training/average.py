"""The mean of two checkpoints of one encoder, weight by weight.

    python training/average.py --one START/encoder.pt --other OUT/encoder.pt --share 0.3 --out A.pt

Training that goes on from shipped weights stays near them, and a mean of both keeps more of what
the older one knew of running text than the newer one alone, at no cost in what is new
(Wortsman et al. 2022, "Model soups").
"""

from __future__ import annotations

import argparse
from pathlib import Path

import torch

from tutored import Start


def mean(
    one: dict[str, torch.Tensor], other: dict[str, torch.Tensor], share: float
) -> dict[str, torch.Tensor]:
    """``share`` of the one, the rest of the other."""
    return {
        name: share * one[name].float() + (1 - share) * value.float()
        for name, value in other.items()
    }


def read(path: Path) -> dict[str, torch.Tensor]:
    """A checkpoint, or the fast tagger with its hints as ``parcel.py`` packs it."""
    if path.suffix == ".npz":
        start = Start(path, "cpu")
        return {**start.state, "hints.weight": start.added}
    state: dict[str, torch.Tensor] = torch.load(path, map_location="cpu")
    return state


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("one", "other", "out"):
        parser.add_argument(f"--{name}", type=Path, required=True)
    parser.add_argument("--share", type=float, default=0.3)
    asked = parser.parse_args()
    one, other = read(asked.one), read(asked.other)
    torch.save(mean(one, other, asked.share), asked.out)


if __name__ == "__main__":
    main()
