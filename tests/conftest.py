"""What holds for all tests: no draw differs from one run of the suite to the next.

A fresh key may draw any stand-in, the original itself too, so a test that looks at a release made
with one would fail now and then. Here fresh keys come from a stream that depends on the test alone;
``--key-seed N`` gives every test other keys, to see that what it says holds for any.
"""

from __future__ import annotations

import os
import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import shake_256
from itertools import count
from unittest.mock import patch

import pytest
from hypothesis import settings

# As the commands do, before anything imports numpy; two workers share two processors as it is.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

# Machines differ; a slow example is no failure. Examples are the same in every run, too, but for
# the profile ``explore``, with which a job of its own tries others, and more of them, each night:
#     pytest -m "slow or not slow" --hypothesis-profile explore --hypothesis-seed N --key-seed N
settings.register_profile("understudy", deadline=None, derandomize=True)
settings.register_profile("explore", deadline=None, max_examples=500, print_blob=True)
settings.load_profile("understudy")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--key-seed", default="0", help="what the fresh keys of the tests depend on")


def _bytes_for(name: str) -> Callable[[int | None], bytes]:
    """In place of ``secrets.token_bytes``: others at every call, the same in every run."""
    calls = count()

    def token_bytes(size: int | None = None) -> bytes:
        return shake_256(f"{name} {next(calls)}".encode()).digest(32 if size is None else size)

    return token_bytes


@contextmanager
def _keys_of(config: pytest.Config, name: str) -> Iterator[None]:
    made = _bytes_for(f"{config.getoption('--key-seed')} {name}")
    with patch.object(secrets, "token_bytes", made):
        yield


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    if item.get_closest_marker("fresh_keys") is not None:
        return (yield)
    with _keys_of(item.config, item.nodeid):
        return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_fixture_setup(
    fixturedef: pytest.FixtureDef[object], request: pytest.FixtureRequest
) -> Iterator[None]:
    if fixturedef.scope == "function":
        return (yield)
    # Whichever test asks first for what several share, it is made with the same keys.
    shared = f"{fixturedef.baseid} {fixturedef.argname} {getattr(request, 'param_index', 0)}"
    with _keys_of(request.config, shared):
        return (yield)
