"""The shipped models, read once."""

from __future__ import annotations

import pytest

from understudy.encoder import Encoder


@pytest.fixture(scope="session")
def full() -> Encoder:
    return Encoder.load()


@pytest.fixture(scope="session")
def fast() -> Encoder:
    return Encoder.load("fast")
