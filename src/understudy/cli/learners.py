"""What learns from annotations: options that `learn simulate` and `learn start` share."""

from __future__ import annotations

import click

from understudy.cli.options import features_option, stacked

__all__ = ["learner_options"]

learner_options = stacked(
    click.option(
        "--learner",
        default="warm",
        show_default=True,
        metavar="NAME",
        help="The learner: warm (a CRF that starts from the previous weights), crf (crfsuite), "
        "encoder (fine-tuned; needs the extra train).",
    ),
    features_option,
    click.option(
        "--evidence",
        "columns",
        multiple=True,
        metavar="COLUMN",
        help="Further features: pos (parts of speech from the encoder), or a detector, "
        "such as encoder; may be given several times.",
    ),
)
"""What learns, and from which features."""
