"""Names of parts."""

from __future__ import annotations

import pytest

from understudy.core.errors import UsageError
from understudy.registry import load, names


def test_every_name_loads() -> None:
    assert "given" in names("detectors")
    for group in (
        "detectors",
        "strategies",
        "learners",
        "scorers",
        "samplers",
        "stopping",
    ):
        assert all(callable(load(group, name)) for name in names(group))


def test_the_strategies() -> None:
    wanted = [
        "entity",
        "generalise",
        "hash",
        "keep",
        "mask",
        "named",
        "redact",
        "swap",
        "typed",
        "word",
    ]
    assert set(wanted) <= set(names("strategies"))


def test_an_unknown_name_says_what_there_is() -> None:
    with pytest.raises(UsageError, match="redact"):
        load("strategies", "reduct")
