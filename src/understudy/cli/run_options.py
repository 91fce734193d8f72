"""The options of run, identify, replace and whatever else carries out a policy on a corpus."""

from __future__ import annotations

from pathlib import Path

import click

from understudy.cli.options import count_option, quiet_option, stacked
from understudy.cli.policies import inputs_argument, policy_options
from understudy.corpus.limits import LIMITS, SMALLEST

__all__ = [
    "OUTPUT",
    "outcome_options",
    "output_option",
    "run_options",
]

_PATH = click.Path(path_type=Path)


outcome_options = stacked(
    click.option(
        "--ledger",
        metavar="FILE",
        help="Write the ledger, which can undo the release. Keep it secret.",
    ),
    click.option(
        "--ledger-key-file",
        type=_PATH,
        metavar="FILE",
        help="Encrypt the ledger with the secret in this file.",
    ),
    click.option(
        "--report",
        type=_PATH,
        metavar="FILE.html",
        help="Write the report: what was replaced, and what that guarantees.",
    ),
    click.option(
        "--sample",
        metavar="CORPUS",
        help="A labelled sample, to certify the recall of the detectors.",
    ),
    click.option(
        "--sample-format",
        metavar="NAME",
        help="The format of the sample, where the file names do not say it.",
    ),
    click.option(
        "--certificate",
        "certificate_folder",
        type=_PATH,
        metavar="DIR",
        help="The certificate of a sample of this corpus that people have read: its bounds on "
        "what was missed go into the report. See: understudy certificate",
    ),
    click.option(
        "--key-file",
        type=_PATH,
        metavar="FILE",
        help="A file with the secret key of the draws. "
        "[default: a fresh key, destroyed at the end]",
    ),
    click.option(
        "--vault",
        type=_PATH,
        metavar="FILE",
        help="Keep the stand-ins of data subjects in this file, so that later releases have the "
        "same ones. Keep it secret.",
    ),
    click.option(
        "--vault-key-file",
        type=_PATH,
        metavar="FILE",
        help="The secret that the vault is encrypted with.",
    ),
    click.option(
        "--dead-letters",
        metavar="ADDRESS",
        help="With addresses of a cluster: where rows that cannot be read are listed, in place of "
        "stopping the run.",
    ),
    count_option(
        "--max-dead-letters",
        100,
        "So many rows may be listed there; one more, and nothing is released.",
    ),
    click.option(
        "--seed",
        type=int,
        metavar="N",
        help="Draw from a seed that can be guessed, for experiments only: no guarantee holds.",
    ),
)
"""What is written beside a release, and where its draws come from."""

OUTPUT = "Where to write the result: a file, a directory, or - for standard output."
"""What ``--output`` says of itself."""
output_option = click.option("-o", "--output", required=True, metavar="OUTPUT", help=OUTPUT)
"""Where a release goes."""

run_options = stacked(
    inputs_argument,
    policy_options,
    count_option(
        "--workers",
        None,
        "The number of worker processes. The output does not depend on it. "
        "[default: one per core, at most 8]",
    ),
    click.option(
        "--engine",
        metavar="NAME",
        help="What carries out the work: serial, pool, spark, or an engine that is installed. "
        "[default: serial for one worker, else pool]",
    ),
    click.option(
        "--master",
        metavar="URL",
        help="With --engine spark: the cluster, as Spark writes it (yarn, k8s://…, spark://…, "
        "local[2]). [default: what Spark's own settings say]",
    ),
    click.option(
        "--subject-from",
        default="",
        metavar="folder|name:REGEX",
        help="Take the data subject of a document from the folder of its file, or from a pattern "
        "on the file's name (its first group, where it has one).",
    ),
    click.option(
        "--subject-table",
        type=_PATH,
        metavar="FILE",
        help="A csv with two columns: the name of a file, the id of a document or a value of the "
        "subject's field, and the data subject that it is.",
    ),
    click.option("--resume", is_flag=True, help="Finish an interrupted run."),
    click.option("--force", is_flag=True, help="Overwrite an existing output."),
    click.option(
        "--skip-unread",
        is_flag=True,
        help="Leave out the files of a directory that no format reads.",
    ),
    click.option(
        "--max-document",
        type=click.IntRange(SMALLEST),
        default=LIMITS.document,
        show_default=True,
        metavar="N",
        help="The most bytes of one document: of a line, a row, or a file that is one document.",
    ),
    count_option(
        "--max-expansion",
        LIMITS.expansion,
        "How many times its size a compressed file may unpack to.",
    ),
    quiet_option,
)
"""What goes in, under which policy, and how it is run."""
