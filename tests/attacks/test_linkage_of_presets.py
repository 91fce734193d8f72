"""Whether a preset that promises it cannot be linked: by somebody who knows all true values."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np

from understudy.attacks.linkage import attack
from understudy.attacks.pairs import Pair, of_results
from understudy.core.draw import seed_key
from understudy.corpus.base import Options
from understudy.corpus.reading import documents_of
from understudy.pipeline import build
from understudy.policy import load

CALLS = Path(__file__).parents[2] / "examples" / "calls.jsonl"
NEAR = 0.05
SEEDS = (1, 2, 3)


def _linked(preset: str) -> float:
    """The share of the calls that are found again, over several keys."""
    documents = list(documents_of(str(CALLS), None, Options()))
    policy = replace(
        load(preset),
        detectors=("given",),
        detector_options={},
        leak_check=False,
        epsilon_max=None,
    )

    def found(pairs: list[Pair]) -> float:
        return next(one.success for one in attack(pairs) if one.attack.startswith("linkage by val"))

    return float(
        np.mean([found(of_results(build(policy).run(documents, seed_key(one)))) for one in SEEDS])
    )


def test_unlinkable_is_as_hard_to_link_as_typed() -> None:
    assert _linked("unlinkable") <= _linked("typed") + NEAR


def test_the_attack_links_what_keeps_more() -> None:
    assert _linked("surrogate") > 0.5
