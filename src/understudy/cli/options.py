"""Options that several commands share, and short ways to declare the usual kinds of option."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import click

__all__ = [
    "PROBABILITY",
    "Decorator",
    "choice_option",
    "confidence_option",
    "count_option",
    "features_option",
    "force_option",
    "instance_option",
    "json_option",
    "labels_option",
    "ledger_options",
    "model_option",
    "mu_option",
    "page_option",
    "quiet_option",
    "resamples_option",
    "seed_option",
    "stacked",
    "workers_option",
]

Decorator = Callable[[Any], Any]
PROBABILITY = click.FloatRange(0.0, 1.0)
_PATH = click.Path(path_type=Path, dir_okay=False)


def stacked(*options: Decorator) -> Decorator:
    """Several options as one decorator; the help lists them in this order."""

    def decorate(function: Any) -> Any:
        for option in reversed(options):
            function = option(function)
        return function

    return decorate


def count_option(name: str, default: int | None, help: str) -> Decorator:
    """A whole number, 1 or more; without a default, its help says what happens."""
    kind, shown = click.IntRange(1), default is not None
    return click.option(
        name, type=kind, default=default, show_default=shown, metavar="N", help=help
    )


def choice_option(name: str, choices: Sequence[str], default: str, help: str) -> Decorator:
    """One of a few words."""
    kind = click.Choice(choices)
    return click.option(name, type=kind, default=default, show_default=True, help=help)


def seed_option(help: str, kind: click.IntRange | type[int] = int) -> Decorator:
    """The seed of random choices that protect nothing, 0 where none is given."""
    return click.option("--seed", type=kind, default=0, show_default=True, metavar="N", help=help)


def labels_option(of: str, default: str = "") -> Decorator:
    """The table that turns the labels of a corpus into categories."""
    end = f" [default: {default}]" if default else ""
    help = f"The categories of {of}: the name of a shipped label map or a TOML file.{end}"
    return click.option("--labels", metavar="MAP", help=help)


force_option = click.option("--force", is_flag=True, help="Overwrite existing files.")
"""Whether what is written may take the place of an older file."""


def page_option(help: str) -> Decorator:
    """A page to write the results to."""
    return stacked(
        click.option("-o", "--output", type=_PATH, metavar="PAGE.html", help=help), force_option
    )


def model_option(help: str) -> Decorator:
    """A language model."""
    return click.option(
        "--model", default="full", show_default=True, metavar="NAME|FOLDER", help=help
    )


def mu_option(default: float, of: str) -> Decorator:
    """How fast the weight of words falls with their distance."""
    return click.option(
        "--mu",
        type=click.FloatRange(0.0, 1.0, min_open=True),
        default=default,
        show_default=True,
        metavar="NUMBER",
        help=f"The factor by which a word's weight falls with each word between it and {of}.",
    )


def ledger_options(*, required: bool) -> Decorator:
    """The ledger of a release, to be read."""
    return stacked(
        click.option(
            "--ledger",
            type=click.Path(path_type=Path),
            required=required,
            metavar="FILE",
            help="The ledger that was written with the release.",
        ),
        click.option(
            "--ledger-key-file",
            type=click.Path(path_type=Path),
            metavar="FILE",
            help="The file with the secret that the ledger was encrypted with.",
        ),
    )


json_option = click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")
quiet_option = click.option("--quiet", is_flag=True, help="Show no progress bar and no summary.")
workers_option = count_option("--workers", 1, "The number of worker processes.")
confidence_option = click.option(
    "--confidence",
    type=click.FloatRange(0.0, 1.0, min_open=True, max_open=True),
    default=0.95,
    show_default=True,
    metavar="NUMBER",
    help="The confidence level of the intervals.",
)
resamples_option = count_option(
    "--rounds", 1000, "How often documents are resampled to compute the intervals."
)
features_option = choice_option(
    "--features",
    ("independent", "dependent"),
    "dependent",
    "The features of the CRF: words, their endings, position and letter case (dependent), or only "
    "position and letter case, which other languages share (independent).",
)
instance_option = choice_option(
    "--unit",
    ("sentence", "line"),
    "sentence",
    "What is annotated as one instance. Instances also end where a turn or a field ends.",
)
