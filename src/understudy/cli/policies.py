"""The policy of a command: its options, what they come to, and advice on undecided columns."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import click

from understudy.cli.options import stacked
from understudy.core.errors import UsageError
from understudy.corpus.columns import Undecided, shown
from understudy.policy import Policy, load, with_columns, with_labels, with_lists, with_scope

__all__ = ["advised", "finding_options", "inputs_argument", "policy_of", "policy_options"]

inputs_argument = click.argument("inputs", nargs=-1, required=True, metavar="INPUT...")

finding_options = stacked(
    click.option(
        "--policy",
        "policy_name",
        default="surrogate",
        show_default=True,
        metavar="NAME|FILE",
        help="What is private and what takes its place: a preset (see: understudy policy show) or "
        "a policy file.",
    ),
    click.option(
        "--column",
        "columns",
        multiple=True,
        metavar="NAME=KIND",
        help="What a field or column is: TEXT, CHAT (messages), KEEP (leave it as it is), ID, "
        "SUBJECT, LANGUAGE, or the category of its values; may be given several times.",
    ),
    click.option(
        "--columns",
        "proposed",
        type=click.Choice(("auto",)),
        help="Take what understudy columns proposes for each column that nothing else decides on.",
    ),
    click.option(
        "--labels",
        multiple=True,
        metavar="MAP|LABEL=CATEGORY",
        help="What the labels of the corpus mean: the name of a shipped label map, or the "
        "category of a label (empty: not private); may be given several times.",
    ),
    click.option(
        "--scope",
        type=click.Choice(("document", "subject")),
        help="Where an entity has one stand-in, in place of what the policy says: within a "
        "document, or within all documents of a data subject.",
    ),
)
"""Which policy, and what the command line says of the corpus."""

policy_options = stacked(
    finding_options,
    click.option(
        "--allow",
        multiple=True,
        metavar="ENTRY",
        help="What stays wherever it is found: a value, file:PATH, pattern:REGEX or "
        "category:NAME; CATEGORY= before it limits it to a category. May be given several times.",
    ),
    click.option(
        "--deny",
        multiple=True,
        metavar="ENTRY",
        help="What is private wherever it stands: a value, file:PATH or pattern:REGEX; CATEGORY= "
        "before it says what it is. May be given several times.",
    ),
)
"""The same with lists (``policy_of``)."""


def policy_of(given: Mapping[str, Any]) -> Policy:
    """The policy that was named, with what the command line says about columns, labels,
    scope and lists."""
    texts = [f"{name}=TEXT" for name in given["text"]]
    policy = with_columns(load(given["policy_name"]), [*texts, *given["columns"]])
    if given["proposed"] is not None:
        policy = _with_proposed(policy, given)
    policy = with_labels(policy, given["labels"])
    if given["scope"] is not None:
        policy = with_scope(policy, given["scope"])
    return with_lists(policy, given.get("allow", ()), given.get("deny", ()))


def _with_proposed(policy: Policy, given: Mapping[str, Any]) -> Policy:
    """The policy with what is proposed for the columns that it does not decide on."""
    from understudy.cli.columns import CONFIRM, decisions, proposals, table  # noqa: PLC0415

    found = [one for one in proposals(given["inputs"][0], given) if one.name not in policy.columns]
    left = [one.name for one in found if one.kind is None]
    if left:
        raise UsageError(
            f"--columns auto: nothing tells what {shown(left)} is; say --column NAME=KIND for each"
        )
    if not given["quiet"]:
        for line in (*table(found), CONFIRM):
            click.echo(line, err=True)
    return with_columns(policy, decisions(found)[1::2])


@contextmanager
def advised(given: Mapping[str, Any], policy: Policy) -> Iterator[None]:
    """Where columns are not decided on, the refusal has the command that would go on."""
    try:
        yield
    except Undecided as error:
        if "-" in given["inputs"]:
            raise
        raise UsageError(
            f"{error}.\nBy their names and a sample of their values (understudy columns tells why; "
            f"--columns auto takes it), this would go on:\n  {_going_on(given, policy)}"
        ) from None


def _going_on(given: Mapping[str, Any], policy: Policy) -> str:
    from understudy.cli.columns import decisions, proposals  # noqa: PLC0415

    found = [one for one in proposals(given["inputs"][0], given) if one.name not in policy.columns]
    words = ["understudy", *sys.argv[1:], *decisions(found)]
    open_ones = "".join(f" --column {one.name}=KIND" for one in found if one.kind is None)
    return f"{shlex.join(words)}{open_ones}"
