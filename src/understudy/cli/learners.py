"""What learns from annotations: options that `learn simulate` and `learn start` share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

__all__ = ["learner_options"]

Function = TypeVar("Function", bound=Callable[..., Any])

_OPTIONS = (
    click.option(
        "--learner",
        default="warm",
        show_default=True,
        metavar="NAME",
        help="The learner: warm (a CRF that starts from the previous weights), crf (crfsuite), "
        "encoder (fine-tuned; needs the extra train).",
    ),
    click.option(
        "--features",
        type=click.Choice(["independent", "dependent"]),
        default="dependent",
        show_default=True,
        help="The feature set of the CRF.",
    ),
    click.option(
        "--evidence",
        "columns",
        multiple=True,
        metavar="COLUMN",
        help="Further features: pos (parts of speech from the encoder), or a detector, "
        "such as encoder; may be given several times.",
    ),
)


def learner_options(function: Function) -> Function:
    for option in reversed(_OPTIONS):
        function = option(function)
    return function
