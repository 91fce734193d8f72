"""Scores as chances."""

from __future__ import annotations

import pytest

from understudy.encoder.calibration import chance
from understudy.encoder.weights import Weights


def test_a_fit_moves_the_score_of_its_tag_alone() -> None:
    fits = {"PERSON": [1.0, -1.0]}
    assert chance(0.5, "PERSON", fits) == pytest.approx(1 / (1 + 2.718281828))
    assert chance(0.5, "LOCATION", fits) == 0.5


def test_tags_without_a_fit_share_one() -> None:
    assert chance(0.5, "AGE", {"*": [1.0, 0.0], "PERSON": [1.0, 3.0]}) == pytest.approx(0.5)


@pytest.mark.parametrize("score", [0.0, 1.0])
def test_nothing_is_certain(score: float) -> None:
    assert 0 < chance(score, "AGE", {"AGE": [9.0, 0.0]}) < 1
    assert 0 < chance(score, "AGE", {}) < 1


@pytest.mark.parametrize("name", ["full", "fast"])
def test_the_shipped_fits_keep_the_order(name: str) -> None:
    card = Weights().card
    fits = card["calibration"][name]
    assert {"*", "PERSON", "LOCATION", "ORGANIZATION", "DATE"} <= set(fits)
    labels = {one[2:] for one in card["classes"]} | {"*"}
    for tag, (slope, _) in fits.items():
        assert tag in labels
        assert slope > 0
