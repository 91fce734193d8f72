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
        help="What is private and what replaces it: a preset (see: understudy policy show) or a "
        "policy file.",
    ),
    click.option(
        "--column",
        "columns",
        multiple=True,
        metavar="NAME=KIND",
        help="What a field or column contains: TEXT, CHAT (messages), KEEP (leave it as it is), "
        "ID, SUBJECT, LANGUAGE, or the category of its values. May be given several times.",
    ),
    click.option(
        "--columns",
        "proposed",
        type=click.Choice(("auto",)),
        help="Use what understudy columns proposes for every column that neither the policy nor "
        "another option decides on.",
    ),
    click.option(
        "--labels",
        multiple=True,
        metavar="MAP|LABEL=CATEGORY",
        help="What the labels of the corpus mean: the name of a shipped label map, or a label "
        "and its category (empty: not private). May be given several times.",
    ),
    click.option(
        "--scope",
        type=click.Choice(("document", "subject")),
        help="Where an entity keeps the same stand-in: within a document, or within all "
        "documents of a data subject. Overrides the policy.",
    ),
)
"""Which policy, and what the command line says of the corpus."""

policy_options = stacked(
    finding_options,
    click.option(
        "--allow",
        multiple=True,
        metavar="ENTRY",
        help="What is left as it is, wherever it is found: a value, file:PATH, pattern:REGEX or "
        "category:NAME. CATEGORY= in front limits it to a category. May be given several times.",
    ),
    click.option(
        "--deny",
        multiple=True,
        metavar="ENTRY",
        help="What is private wherever it occurs: a value, file:PATH or pattern:REGEX. CATEGORY= "
        "in front gives its category. May be given several times.",
    ),
)
"""The same with lists (``release.policy_of``)."""
