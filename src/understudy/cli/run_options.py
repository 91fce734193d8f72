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
        help="The format of the sample, if its file name does not show it.",
    ),
    click.option(
        "--certificate",
        "certificate_folder",
        type=_PATH,
        metavar="DIR",
        help="The folder of the certificate for this corpus, made from a sample that people "
        "read. Its bounds on what was missed go into the report. See: understudy certificate",
    ),
    click.option(
        "--key-file",
        type=_PATH,
        metavar="FILE",
        help="A file with the secret key of the random draws. [default: a new key, destroyed at "
        "the end]",
    ),
    click.option(
        "--vault",
        type=_PATH,
        metavar="FILE",
        help="Store the stand-ins of data subjects in this file, so that later releases use the "
        "same ones. Keep it secret.",
    ),
    click.option(
        "--vault-key-file",
        type=_PATH,
        metavar="FILE",
        help="The file with the secret that the vault is encrypted with.",
    ),
    click.option(
        "--dead-letters",
        metavar="ADDRESS",
        help="With addresses of a cluster: where to list rows that cannot be read, instead of "
        "stopping the run.",
    ),
    count_option(
        "--max-dead-letters",
        100,
        "The most rows that may be listed there. If there are more, nothing is released.",
    ),
    click.option(
        "--seed",
        type=int,
        metavar="N",
        help="Draw from this seed instead of a secret key. It can be guessed, so no guarantee "
        "holds: for experiments only.",
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
        help="The engine that does the work: serial, pool, spark, or one that is installed. "
        "[default: serial for one worker, else pool]",
    ),
    click.option(
        "--master",
        metavar="URL",
        help="With --engine spark: the address of the cluster, in Spark's notation (yarn, "
        "k8s://…, spark://…, local[2]). [default: from Spark's own settings]",
    ),
    click.option(
        "--subject-from",
        default="",
        metavar="folder|name:REGEX",
        help="Take the data subject of a document from the folder of its file, or from the part "
        "of the file's name that a regular expression matches (its first group, if it has one).",
    ),
    click.option(
        "--subject-table",
        type=_PATH,
        metavar="FILE",
        help="A csv with two columns. The first has a file name, the id of a document or a value "
        "of the subject's field; the second has the data subject that this is.",
    ),
    click.option("--resume", is_flag=True, help="Finish an interrupted run."),
    click.option("--force", is_flag=True, help="Overwrite an existing output, ledger or report."),
    click.option(
        "--skip-unread",
        is_flag=True,
        help="Skip the files of a directory that no format can read. Without this option, the "
        "run is refused.",
    ),
    click.option(
        "--max-document",
        type=click.IntRange(SMALLEST),
        default=LIMITS.document,
        show_default=True,
        metavar="N",
        help="The largest size of one document (a line, a row, or a file that is one document) "
        "in bytes.",
    ),
    count_option(
        "--max-expansion",
        LIMITS.expansion,
        "How many times its own size a compressed file may have when it is unpacked.",
    ),
    quiet_option,
)
"""What goes in, under which policy, and how it is run."""
