"""What the commands of a review share: its folder, its secret, and how it is opened."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from understudy.cli.common import read_secret
from understudy.cli.options import stacked
from understudy.core.errors import MissingExtra, UsageError

if TYPE_CHECKING:
    from understudy.review.desk import Desk
    from understudy.review.store import Store

__all__ = ["folder_argument", "key_options", "needs_review", "opened", "opened_store", "secrets_of"]

_FILE = click.Path(path_type=Path, exists=True, dir_okay=False)
folder_argument = click.argument("folder", type=click.Path(path_type=Path), metavar="DIR")

key_options = stacked(
    click.option(
        "--key-file",
        type=_FILE,
        metavar="FILE",
        help="A file with the secret that the review is encrypted with.",
    ),
    click.option(
        "--passphrase",
        is_flag=True,
        help="Ask for the passphrase that the review is encrypted with, or take it from "
        "UNDERSTUDY_PASSPHRASE.",
    ),
)


def needs_review() -> None:
    """Refuses where the extra is not installed."""
    try:
        import alembic  # noqa: F401, PLC0415 - of the extra
        import argon2  # noqa: F401, PLC0415
        import fastapi  # noqa: F401, PLC0415
        import uvicorn  # noqa: F401, PLC0415
    except ImportError:
        raise MissingExtra("understudy review", "review") from None


def secrets_of(given: dict[str, Any], *, new: bool = False) -> dict[str, Any]:
    """The secret of the review, from the options."""
    if given["key_file"] is not None and given["passphrase"]:
        raise UsageError("--key-file and --passphrase exclude each other")
    secret = passphrase = None
    if given["key_file"] is not None:
        secret = read_secret(given["key_file"], "key file", new=new)
    if given["passphrase"]:
        passphrase = os.environ.get("UNDERSTUDY_PASSPHRASE") or click.prompt(
            "Passphrase", hide_input=True, confirmation_prompt=new, err=True
        )
    return {"secret": secret, "passphrase": passphrase}


def opened(folder: Path, given: dict[str, Any]) -> Desk:
    """The review in a folder."""
    from understudy.review.begin import open_review  # noqa: PLC0415 - after usage is checked

    _check(folder, given)
    return open_review(folder, **secrets_of(given))


def opened_store(folder: Path, given: dict[str, Any]) -> Store:
    """The store of the review in a folder: enough for its accounts."""
    from understudy.review import folder as folders  # noqa: PLC0415 - after usage is checked

    _check(folder, given)
    return folders.opened_store(folder, folders.read(folder), **secrets_of(given))


def _check(folder: Path, given: dict[str, Any]) -> None:
    """That there is a review, and which secret it takes: before anybody types one."""
    from understudy.review.folder import check_secret, read  # noqa: PLC0415 - as above

    words = given["passphrase"] and given["key_file"] is None
    check_secret(read(folder), file=given["key_file"] is not None, words=words)
