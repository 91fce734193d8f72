"""review: its commands."""

from __future__ import annotations

import click

from understudy.cli.review_export import audit, export, status
from understudy.cli.review_server import open_
from understudy.cli.review_start import start
from understudy.cli.review_users import user

__all__ = ["review"]


@click.group()
def review() -> None:
    """Check in the browser what was found.

    Needs the extra: pip install 'understudy[review]'

    \b
    Examples:
      understudy review start calls.jsonl --policy calls --project calls.review
      understudy review export calls.review -o release.jsonl
    """


for _command in (start, open_, export, status, audit, user):
    review.add_command(_command)
