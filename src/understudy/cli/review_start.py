"""review start."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from understudy.cli.common import answer, corpus_options, options_from, progress_bar
from understudy.cli.options import count_option, json_option, quiet_option
from understudy.cli.policies import finding_options
from understudy.cli.release import advised, policy_of
from understudy.cli.review_server import serve_review, server_options
from understudy.cli.reviews import key_options, needs_review, secrets_of
from understudy.core.errors import UsageError
from understudy.policy import PRESETS, Policy
from understudy.project import SETTINGS
from understudy.report.words import plural

if TYPE_CHECKING:
    from understudy.review.folder import Settings

__all__ = ["start"]


@click.command()
@click.argument("corpus")
@finding_options
@click.option(
    "--project",
    "folder",
    required=True,
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="The folder of the review: a new one, or that of a project of learn.",
)
@count_option("--readers", 1, "How many people read each document.")
@click.option(
    "--database",
    default="",
    metavar="URL",
    help="The URL of an empty PostgreSQL database for the review. [default: SQLite in the folder]",
)
@click.option(
    "--choose",
    is_flag=True,
    help="Let people write and redraw stand-ins even if the policy has a budget. Each of these "
    "has ε = ∞, and the report says so.",
)
@click.option("--no-server", is_flag=True, help="Prepare the review without serving it.")
@key_options
@server_options
@quiet_option
@corpus_options
@json_option
def start(corpus: str, folder: Path, **given: Any) -> None:
    """Start to review a corpus.

    Finds what is private, then serves the review. The address is printed on a line of its own and
    can be used once. The folder contains the corpus: keep it as secret as the corpus.

    \b
    Examples:
      understudy review start calls.jsonl --policy calls --project calls.review
      understudy review start letters/ --project letters.review --readers 2 --no-server
      understudy review start tickets.csv --columns auto --project tickets.review
    """
    needs_review()
    from understudy.review.begin import begin  # noqa: PLC0415 - after usage is checked
    from understudy.review.learning import make_project  # noqa: PLC0415

    if corpus == "-":
        raise UsageError("a review reads its corpus again for the export: name a file or a folder")
    given["inputs"] = (corpus,)
    policy = policy_of({**given, "quiet": given["quiet"] or given["as_json"]})
    settings = _settings(corpus, folder, policy, given)
    secret = secrets_of(given, new=True)
    with (
        advised(given, policy),
        progress_bar("finding", quiet=given["quiet"]) as update,
    ):
        desk = begin(
            folder,
            settings,
            progress=lambda done: update(advance=done),
            prepare=make_project if settings.learns else lambda folder, corpus: False,
            **secret,
        )
    if given["no_server"]:
        count = desk.store.documents.count()
        key = "" if given["key_file"] is None else f" --key-file {given['key_file']}"
        words = " --passphrase" if given["passphrase"] else ""
        lines = [
            plural(count, "document"),
            f"project  {folder}",
            f"go on    understudy review open {folder}{key}{words}",
        ]
        answer(
            {"project": str(folder), "documents": count},
            [] if given["quiet"] else lines,
            as_json=given["as_json"],
        )
        return
    serve_review(desk, given)


def _settings(corpus: str, folder: Path, policy: Policy, given: dict[str, Any]) -> Settings:
    from understudy.review.folder import (  # noqa: PLC0415 - after usage is checked
        SEALED_BY_FILE,
        SEALED_BY_WORDS,
        STORE,
        Settings,
    )

    name = given["policy_name"]
    sealed = (
        SEALED_BY_FILE
        if given["key_file"] is not None
        else SEALED_BY_WORDS
        if given["passphrase"]
        else ""
    )
    learnt = (folder / SETTINGS).exists()
    if folder.exists() and not learnt and not (folder / STORE).exists():
        raise UsageError(f"{folder}: exists; choose another name for the project")
    readers = given["readers"]
    if policy.review == "two readers":
        readers = max(2, readers)
    return Settings(
        corpus=str(Path(corpus).absolute()),
        format=given["format_name"],
        policy=name if name in PRESETS else str(Path(name).absolute()),
        fingerprint=policy.fingerprint,
        options=asdict(options_from(given)),
        columns=tuple(f"{column}={kind}" for column, kind in policy.columns.items()),
        labels=given["labels"],
        scope=given["scope"],
        readers=readers,
        choose=given["choose"],
        url=given["database"],
        sealed=sealed,
        learns=not sealed and (learnt or _can_learn()),
    )


def _can_learn() -> bool:
    try:
        import sklearn  # noqa: F401, PLC0415 - of another extra
    except ImportError:
        return False
    return True
