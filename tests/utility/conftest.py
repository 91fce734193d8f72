"""The small corpus, once for all tests."""

from __future__ import annotations

import pytest
from requested import requests

from understudy.utility.samples import Sample


@pytest.fixture(scope="session")
def train() -> Sample:
    return requests(240, 1)


@pytest.fixture(scope="session")
def test() -> Sample:
    return requests(80, 2, start=1000)
