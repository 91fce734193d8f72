"""The options that say under which policy a corpus is read."""

from __future__ import annotations

import click

from understudy.cli.options import stacked

__all__ = ["finding_options", "inputs_argument", "policy_options"]

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
"""The same with lists (``release.policy_of``)."""
