"""Scores as chances."""

from __future__ import annotations

import pytest

from understudy.encoder.calibration import chance


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
