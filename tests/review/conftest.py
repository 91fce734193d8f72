"""Passwords are hashed as fast as the library can: real hashes take long on purpose. And a real
PostgreSQL, beside SQLite."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any
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


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """Debian's Chromium."""
    from browsing import CHROMIUM
    from playwright.sync_api import sync_playwright

    with sync_playwright() as started:
        yield started.chromium.launch(executable_path=str(CHROMIUM), args=["--no-sandbox"])


@pytest.fixture(scope="session")
def postgresql() -> Iterator[str]:
    """A server of PostgreSQL that lives as long as the tests; it refuses to be run by root."""
    programs = sorted(Path("/usr/lib/postgresql").glob("*/bin"))
    if not programs:
        pytest.skip("needs Debian's postgresql")
    pytest.importorskip("psycopg", reason="needs the extra [postgresql]")
    folder = Path(tempfile.mkdtemp(prefix="us-pg-"))
    user = None
    if os.geteuid() == 0:
        user = "postgres"
        shutil.chown(folder, user)
        folder.chmod(0o700)
    environment = {"PATH": f"{programs[-1]}:/usr/bin:/bin", "LC_ALL": "C.UTF-8"}

    def run(*command: str) -> None:
        subprocess.run(
            command, check=True, user=user, env=environment, cwd=folder, stdout=subprocess.DEVNULL
        )

    name = user or pwd.getpwuid(os.geteuid()).pw_name
    run("initdb", "-D", f"{folder}/data", "-U", name, "-A", "trust", "--no-sync")
    options = f"-c listen_addresses='' -c unix_socket_directories={folder}"
    run("pg_ctl", "-D", f"{folder}/data", "-o", options, "-l", f"{folder}/log", "-w", "start")
    try:
        folder.chmod(0o755)
        yield f"postgresql+psycopg://{name}@/postgres?host={folder}"
    finally:
        run("pg_ctl", "-D", f"{folder}/data", "-m", "immediate", "stop")
        shutil.rmtree(folder)


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.slow)])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'store.sqlite'}"
        return
    address: str = request.getfixturevalue("postgresql")
    import sqlalchemy as sa

    engine = sa.create_engine(address)
    with engine.begin() as connection:
        connection.execute(sa.text("DROP SCHEMA public CASCADE"))
        connection.execute(sa.text("CREATE SCHEMA public"))
    engine.dispose()
    yield address
