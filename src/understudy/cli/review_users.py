"""review user."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import click

from understudy.cli.common import answer
from understudy.cli.options import json_option
from understudy.cli.reviews import folder_argument, key_options, needs_review, opened_store
from understudy.core.errors import UsageError

__all__ = ["user"]


@click.group()
def user() -> None:
    """Manage the accounts of a review.

    \b
    Example:
      understudy review user add calls.review ada --role reviewer
    """


_ROLES = click.Choice(("annotator", "reviewer", "administrator"))


def _password() -> str:
    given = os.environ.get("UNDERSTUDY_PASSWORD")
    return given or str(
        click.prompt("Password", hide_input=True, confirmation_prompt=True, err=True)
    )


@user.command("add")
@folder_argument
@click.argument("name")
@click.option(
    "--role", type=_ROLES, default="annotator", show_default=True, help="The role of the account."
)
@key_options
@json_option
def user_add(folder: Path, name: str, role: str, **given: Any) -> None:
    """Add an account.

    Asks for its password, or takes it from UNDERSTUDY_PASSWORD.

    \b
    Example:
      understudy review user add calls.review ada --role reviewer
    """
    needs_review()
    from understudy.review.accounts import Accounts, check_name  # noqa: PLC0415 - as above

    check_name(name)  # before anybody types a password
    Accounts(opened_store(folder, given)).add(name, _password(), role)
    answer({"name": name, "role": role}, [f"{name}: {role}"], as_json=given["as_json"])


@user.command("change")
@folder_argument
@click.argument("name")
@click.option("--role", type=_ROLES, help="The new role of the account.")
@click.option("--password", is_flag=True, help="Ask for a new password.")
@click.option("--active/--inactive", default=None, help="Whether the account can be used.")
@key_options
@json_option
def user_change(folder: Path, name: str, **given: Any) -> None:
    """Change an account, and end its sessions.

    \b
    Example:
      understudy review user change calls.review ada --inactive
    """
    needs_review()
    from understudy.review.accounts import Accounts  # noqa: PLC0415 - after usage is checked

    password = _password() if given["password"] else None
    if password is None and given["role"] is None and given["active"] is None:
        raise UsageError("say what to change: --role, --password, --active or --inactive")
    accounts = Accounts(opened_store(folder, given))
    accounts.change(name, password=password, role=given["role"], active=given["active"])
    answer({"name": name, "changed": True}, [f"{name}: changed"], as_json=given["as_json"])


@user.command("list")
@folder_argument
@key_options
@json_option
def user_list(folder: Path, **given: Any) -> None:
    """List the accounts.

    \b
    Example:
      understudy review user list calls.review
    """
    needs_review()
    from understudy.review.accounts import Accounts  # noqa: PLC0415 - after usage is checked

    rows = Accounts(opened_store(folder, given)).all()
    lines = [f"{name:<20}{role:<16}{'' if on else 'off'}".rstrip() for name, role, on in rows]
    values = {"readers": [{"name": a, "role": b, "active": c} for a, b, c in rows]}
    answer(values, lines, as_json=given["as_json"])
