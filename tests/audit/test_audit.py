"""Audits: honest strategies pass, faults are caught."""

from __future__ import annotations

import math

import numpy as np
import pytest

from understudy.audit.bounds import ALPHA, Audit, audit, lower_bound
from understudy.audit.experiments import FAULTS, Strategic, audited, experiment_of, values_of
from understudy.core.errors import UsageError
from understudy.core.types import Document, Edit, Entity
from understudy.pipeline import Pipeline
from understudy.privacy.accounting import epsilon, replace_probability
from understudy.replace.entity import EntityReplacement
from understudy.replace.response import Response
from understudy.replace.word import WordReplacement

SETTINGS = 100


def _zipf(k: int, exponent: float) -> tuple[float, ...]:
    return tuple(1.0 / rank**exponent for rank in range(1, k + 1))


def _random_setting(random: np.random.Generator) -> Strategic:
    k = int(random.integers(2, 300))
    p = float(random.choice([1.0, random.uniform(0.3, 1.0), random.uniform(0.9, 1.0)]))
    strategy = str(random.choice(["word", "entity"]))
    unit = str(random.choice(["entity", "token"]))
    weights = _zipf(k, float(random.choice([0.0, 0.5, 1.0])))
    return Strategic(strategy, p, weights, through_pipeline=400, unit=unit)


@pytest.mark.slow
def test_100_random_settings_are_as_private_as_they_say() -> None:
    random = np.random.default_rng(20200)
    results = []
    for _ in range(SETTINGS):
        setting = _random_setting(random)
        results.append(audited(setting, runs=60_000, alpha=ALPHA / SETTINGS, generator=random))
    assert [found for found in results if found.violated] == []
    assert max(found.claimed for found in results) > 4
    assert sum(found.lower_bound > 0.5 * found.claimed > 0 for found in results) > 40


@pytest.mark.parametrize(
    ("strategy", "wanted", "k"),
    [("word", 2.0, 10), ("entity", 3.0, 100), ("word", 4.0, 50), ("entity", 6.0, 1000)],
)
def test_the_bound_comes_near_the_claim(strategy: str, wanted: float, k: int) -> None:
    p = replace_probability(wanted, 1 / k)
    setting = Strategic(strategy, p, (1.0,) * k, through_pipeline=500)
    assert setting.claimed == pytest.approx(wanted)
    found = audited(setting, runs=1_000_000, alpha=ALPHA, generator=np.random.default_rng(1))
    assert not found.violated
    assert found.lower_bound >= 0.9 * wanted


def test_the_check_value_of_the_paper() -> None:
    setting = Strategic("word", 0.9, (1.0,) * 7692, through_pipeline=0)
    assert setting.claimed == pytest.approx(6.7519, abs=1e-4)
    found = audited(setting, runs=1_000_000, alpha=ALPHA, generator=np.random.default_rng(2))
    assert 6.4 < found.lower_bound <= found.claimed


@pytest.mark.parametrize(
    ("fault", "p", "k"),
    [
        ("never-self", 1.0, 100),
        ("avoid-originals", 1.0, 100),
        ("corpus", 0.9, 100),
        ("argmin", 0.9, 100),
    ],
)
def test_every_planted_fault_is_caught(fault: str, p: float, k: int) -> None:
    experiment = FAULTS[fault](p, k)
    assert experiment.claimed == epsilon(p, 1 / k)
    found = audited(experiment, runs=200_000, alpha=ALPHA, generator=np.random.default_rng(3))
    assert found.violated
    assert found.lower_bound > found.claimed + 0.5


def test_all_faults_are_tried() -> None:
    assert set(FAULTS) == {"never-self", "avoid-originals", "corpus", "argmin"}


# --- faults of the code itself ---------------------------------------------------------------


@pytest.mark.parametrize("kind", [EntityReplacement, WordReplacement])
def test_a_strategy_that_never_gives_the_value_back_is_found(
    kind: type, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The fault is in the strategy; the sampler below it is as it should be."""
    honest = kind.replace

    def broken(
        self: object, document: Document, entities: list[Entity], draw: object
    ) -> tuple[Edit, ...]:
        edits = honest(self, document, entities, draw)
        return tuple(
            edit._replace(surrogate=values_of(20)[7]) if edit.surrogate == edit.original else edit
            for edit in edits
        )

    name = "entity" if kind is EntityReplacement else "word"
    setting = Strategic(name, 1.0, (1.0,) * 20, through_pipeline=4000)
    random = np.random.default_rng(4)
    assert not audited(setting, runs=100_000, alpha=ALPHA, generator=random).violated
    monkeypatch.setattr(kind, "replace", broken)
    assert audited(setting, runs=100_000, alpha=ALPHA, generator=random).violated


def test_a_coin_that_keeps_too_often_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = Response.draw

    def broken(self: Response, words: tuple[int, ...], inside: bool) -> str | None:
        return None if inside and words[0] % 4 == 0 else honest(self, words, inside)

    setting = Strategic("entity", 0.9, (1.0,) * 20, through_pipeline=4000)
    monkeypatch.setattr(Response, "draw", broken)
    found = audited(setting, runs=100_000, alpha=ALPHA, generator=np.random.default_rng(5))
    assert found.violated


def test_the_runs_go_through_the_whole_pipeline(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[int] = []
    honest = Pipeline.run

    def counted(self: Pipeline, documents: object, key: bytes) -> object:
        results = honest(self, documents, key)  # type: ignore[arg-type]
        seen.append(len(results))
        return results

    monkeypatch.setattr(Pipeline, "run", counted)
    setting = Strategic("word", 0.9, (1.0,) * 5, through_pipeline=300)
    audited(setting, runs=5000, alpha=ALPHA, generator=np.random.default_rng(6))
    assert seen == [300] * 4  # either side, to choose and to bound


# --- the parts -------------------------------------------------------------------------------


def test_strategies_without_a_bound_claim_none() -> None:
    for strategy in ("keep", "hash", "mask", "generalise", "swap"):
        assert experiment_of(strategy, p=1.0, k=5, zipf=0.0, unit="entity").claimed == math.inf
    assert experiment_of("redact", p=0.9, k=5, zipf=0.0, unit="entity").claimed == math.inf


@pytest.mark.parametrize("strategy", ["redact", "typed", "named"])
def test_marks_at_p_1_are_audited_through_the_pipeline(strategy: str) -> None:
    setting = experiment_of(strategy, p=1.0, k=5, zipf=0.0, unit="entity")
    found = audited(setting, runs=2000, alpha=ALPHA, generator=np.random.default_rng(7))
    assert (found.claimed, found.lower_bound) == (0.0, 0.0)


def test_an_unknown_strategy() -> None:
    with pytest.raises(UsageError, match="redact"):
        experiment_of("reduct", p=1.0, k=5, zipf=0.0, unit="entity")


def test_neighbours_start_at_the_least_likely_value() -> None:
    setting = experiment_of("word", p=0.9, k=10, zipf=1.0, unit="entity")
    assert setting.neighbours == (9, 0)
    assert setting.response.support.pi_min == pytest.approx(setting.weights[9] / sum(_zipf(10, 1)))


def test_the_sampler_and_the_pipeline_have_one_law() -> None:
    setting = Strategic("entity", 0.6, _zipf(4, 1.0))
    random = np.random.default_rng(8)
    for side in (0, 1):
        fast = np.bincount(setting(side, 20_000, random), minlength=5) / 20_000
        slow = np.bincount(setting.piped(side, 20_000, random), minlength=5) / 20_000
        assert np.abs(fast - slow).max() < 0.03
        assert fast[4] == slow[4] == 0.0


def test_lower_bounds() -> None:
    assert lower_bound(500, 500, 1000, ALPHA, 0.0) == 0.0
    assert lower_bound(0, 0, 1000, ALPHA, 0.0) == 0.0
    found = lower_bound(900_000, 100_000, 1_000_000, ALPHA, 0.0)
    assert math.log(9) - 0.05 < found < math.log(9)
    assert lower_bound(900_000, 100_000, 1_000_000, ALPHA, 0.5) < found
    assert lower_bound(900_000, 100_000, 1_000_000, ALPHA / 100, 0.0) < found


def test_delta_is_allowed_for() -> None:
    """Redaction with p = 0.9 is (∞, 0.1): at δ = 0.1 nothing is violated, at δ = 0 all is."""

    def redact(side: int, runs: int, random: np.random.Generator) -> np.ndarray:
        return np.where(random.random(runs) < 0.9, 2, side)

    for delta, violated in ((0.1, False), (0.0, True)):
        found = audit(
            redact,
            claimed=0.0,
            outcomes=3,
            runs=50_000,
            delta=delta,
            generator=np.random.default_rng(9),
        )
        assert found.violated is violated


def test_a_bound_at_the_claim_is_no_violation() -> None:
    assert not Audit(1.0, 1.0, 10, ALPHA, 0.0).violated
    assert Audit(1.0, 1.0001, 10, ALPHA, 0.0).violated
