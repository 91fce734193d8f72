"""Encoders side by side answer and learn as one alone does."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch")
sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "experiments"))

from many import Batches, Many, Schedule, rows_of, stacked  # noqa: E402
from understudy.learn.network import Encoder, Heads, Shape  # noqa: E402

CLASSES = 3


@pytest.fixture
def model() -> Encoder:
    torch.manual_seed(5)
    made = Encoder(40, 6, Shape(2, 64, 32), Heads(1, 1, 1))
    for value in made.parameters():
        value.data += 0.05 * torch.randn_like(value)
    return made


def _state(model: Encoder) -> dict[str, np.ndarray]:
    return {name: value.detach().numpy() for name, value in model.state_dict().items()}


def test_each_says_what_the_network_says(model: Encoder) -> None:
    many = Many(_state(model), [1, 2], CLASSES, "cpu")
    ids = torch.randint(3, 40, (2, 3, 9))
    ids[:, 1, 6:] = 0
    cases = torch.randint(0, 6, ids.shape)
    alone = torch.stack([model(ids[at], cases[at], ids[at] > 0) for at in range(2)])
    apart = (many.states(ids, cases) - alone)[ids > 0]
    assert float(apart.detach().abs().max()) < 1e-5
    one = many.only(1).states(ids[1:], cases[1:])
    assert torch.allclose(one[0], many.states(ids, cases)[1], atol=1e-6)


def test_what_one_learns_does_not_depend_on_its_neighbours(model: Encoder) -> None:
    draw = np.random.default_rng(0)
    lengths = draw.integers(4, 9, 20)
    ids = draw.integers(3, 40, lengths.sum())
    cases = np.ones(lengths.sum())
    rows = rows_of(ids, cases, lengths, "cpu")

    def learnt(seeds: list[int]) -> dict[str, torch.Tensor]:
        many = Many(_state(model), seeds, CLASSES, "cpu")
        schedule = Schedule(many, 6)
        batches = Batches([rows] * len(seeds), seeds, 8)
        for places, longest in batches.epoch():
            some, of_case = stacked([rows] * len(seeds), places, longest)
            scores = many.scores(many.states(some, of_case))
            aim = (some % CLASSES).reshape(len(seeds), -1)
            losses = torch.nn.functional.cross_entropy(
                scores.flatten(0, 2), aim.reshape(-1), reduction="none"
            )
            schedule.step(losses.view(len(seeds), -1).mean(1).sum())
        return {name: value.detach()[0] for name, value in many.parameters.items()}

    before = Many(_state(model), [7], CLASSES, "cpu").parameters
    alone, beside = learnt([7]), learnt([7, 8, 9])
    for name, value in alone.items():
        assert torch.allclose(value, beside[name], atol=2e-4), name
    assert not torch.allclose(alone["head.weight"], before["head.weight"][0], atol=1e-4)
