"""Audits of coherent surrogates: linked mentions change together."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from understudy.audit.bounds import Audit, audit
from understudy.audit.bundled import SCENES, Bundled, bundled
from understudy.audit.experiments import Coherent, audited, experiment_of
from understudy.core.draw import Draw
from understudy.core.types import Document, Edit, Entity
from understudy.pipeline import Pipeline
from understudy.replace.surrogate.strategy import SurrogateReplacement

RUNS = 300


def found(experiment: Bundled, runs: int = RUNS) -> Audit:
    return audit(
        experiment,
        claimed=experiment.claimed,
        outcomes=experiment.outcomes,
        runs=runs,
        alpha=0.001,
        delta=experiment.delta,
        generator=np.random.default_rng(5),
    )


@pytest.mark.parametrize("scene", [scene.name for scene in SCENES])
def test_each_kind_of_bundle_keeps_its_claim(scene: str) -> None:
    (experiment,) = (one for one in bundled("surrogate", 1.0, "entity") if one.scene.name == scene)
    result = found(experiment)
    assert result.claimed == 0.0
    assert not result.violated


def test_one_coin_for_a_bundle_shows_no_more_than_it_claims() -> None:
    (months,) = (one for one in bundled("surrogate", 0.5, "entity") if one.scene.name == "months")
    assert math.isclose(months.claimed, math.log(1 + 360))  # 30 years of months
    result = found(months)
    assert 1.0 < result.lower_bound <= months.claimed


def test_what_avoids_the_originals_claims_nothing() -> None:
    scenes = bundled("surrogate", 1.0, "entity", {"readable": True})
    assert all(math.isinf(scene.claimed) for scene in scenes)


def test_a_shift_around_the_dates_claims_its_delta() -> None:
    options = {"shift": "uniform", "shift_days": 30, "shift_distance": 7}
    scenes = bundled("surrogate", 1.0, "entity", options)
    (dates,) = (one for one in scenes if one.scene.name == "dates")
    assert dates.delta == 7 / 61


class Initial:
    """A strategy that shows the first letter of each original in what stands before it."""

    counts = False

    def __init__(self, inner: SurrogateReplacement) -> None:
        self.inner = inner

    def replace(
        self, document: Document, entities: Sequence[Entity], draw: Draw
    ) -> tuple[Edit, ...]:
        edits = list(self.inner.replace(document, entities, draw))
        last = edits[-1]
        first = edits[0]
        edits[0] = first._replace(surrogate=last.original[0] + first.surrogate[1:])
        return tuple(edits)


class Shifted:
    """A strategy that shifts dates by a few days and claims that it draws them anew."""

    counts = False

    def __init__(self, inner: SurrogateReplacement) -> None:
        self.inner = inner
        (shifting,) = {
            id(one.pipeline): one
            for one in bundled("surrogate", 1.0, "entity", {"shift": "uniform", "shift_days": 3})
        }.values()
        self.shifting = shifting.pipeline.strategies["surrogate"]

    def replace(
        self, document: Document, entities: Sequence[Entity], draw: Draw
    ) -> tuple[Edit, ...]:
        honest = self.inner.replace(document, entities, draw)
        moved = self.shifting.replace(document, entities, draw)
        return tuple(
            one._replace(surrogate=other.surrogate)
            for one, other in zip(honest, moved, strict=True)
        )


@pytest.mark.parametrize(
    ("fault", "scene"), [(Initial, "organizations"), (Initial, "people"), (Shifted, "dates")]
)
def test_a_broken_strategy_is_caught(fault: type[Initial] | type[Shifted], scene: str) -> None:
    (honest,) = (one for one in bundled("surrogate", 1.0, "entity") if one.scene.name == scene)
    inner = honest.pipeline.strategies["surrogate"]
    assert isinstance(inner, SurrogateReplacement)
    named = {**honest.pipeline.strategies, "surrogate": fault(inner)}
    strategies = replace(honest.pipeline.strategies, named=named)  # type: ignore[arg-type]
    broken: Pipeline = replace(honest.pipeline, strategies=strategies)
    experiment = Bundled(honest.scene, broken)
    assert experiment.claimed == 0.0
    assert found(experiment).violated


def test_the_command_audits_all_scenes() -> None:
    experiment = experiment_of("surrogate", p=1.0, k=100, zipf=0.0, unit="entity")
    assert isinstance(experiment, Coherent)
    generator = np.random.default_rng(1)
    result = audited(experiment, runs=60, alpha=0.001, generator=generator)
    assert not result.violated
    assert result.claimed == 0.0
