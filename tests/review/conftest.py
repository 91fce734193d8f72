"""Passwords are hashed as fast as the library can: real hashes take long on purpose."""

from __future__ import annotations

from collections.abc import Iterator
from unittest.mock import patch

import pytest


@pytest.fixture(autouse=True)
def quick_passwords() -> Iterator[None]:
    pytest.importorskip("argon2", reason="needs the extra [review]")
    pytest.importorskip("alembic", reason="needs the extra [review]")
    from argon2 import PasswordHasher

    quick = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
    with (
        patch("understudy.review.accounts._HASHER", quick),
        patch("understudy.review.accounts._NOBODY", quick.hash("nobody")),
    ):
        yield
    from reviewing import close_clients

    close_clients()
