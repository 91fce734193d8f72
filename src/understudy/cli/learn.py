"""learn train crf."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click

from understudy.cli.common import answer, corpus_options, interactive, json_option, options_from
from understudy.errors import UsageError

__all__ = ["learn"]


@click.group()
def learn() -> None:
    """Train detectors on annotated corpora.

    \b
    Example:
      understudy learn train crf calls.jsonl -o calls.crf
    """


@learn.group()
def train() -> None:
    """Train a detector.

    \b
    Example:
      understudy learn train crf calls.jsonl -o calls.crf
    """


@train.command()
@click.argument("inputs", nargs=-1, required=True, metavar="CORPUS...")
@click.option(
    "-o",
    "--output",
    required=True,
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="MODEL",
    help="The model: one file. It holds words of the corpus; keep it as secret.",
)
@click.option("--binary", is_flag=True, help="Learn private or not, without categories.")
@click.option(
    "--features",
    type=click.Choice(["independent", "dependent"]),
    default="dependent",
    show_default=True,
    help="Whether the words themselves and their ends are features, or position and case alone.",
)
@click.option(
    "--labels",
    metavar="MAP",
    help="Categories for the labels of the corpus: the name of a shipped map or a TOML file. "
    "[default: the labels as they are]",
)
@click.option(
    "--evidence",
    multiple=True,
    metavar="DETECTOR",
    help="A detector whose findings are features; may be given several times.",
)
@click.option(
    "--iterations",
    type=click.IntRange(1),
    default=100,
    show_default=True,
    help="Rounds of training.",
)
@click.option("--force", is_flag=True, help="Replace a model that exists.")
@click.option("--quiet", is_flag=True, help="No progress bar, no summary.")
@corpus_options
@json_option
def crf(inputs: tuple[str, ...], output: Path, **given: Any) -> None:
    """Train a linear-chain CRF on the annotations of a corpus.

    Use it in a policy with detectors = ["crf"] and, under [detector.crf], model = "MODEL".

    \b
    Examples:
      understudy learn train crf calls.jsonl -o calls.crf
      understudy learn train crf meddocan/train -o spanish.crf --labels meddocan --language es
    """
    from understudy.certify import documents_of  # noqa: PLC0415 - after usage is checked
    from understudy.identify.crfmodel import write_model  # noqa: PLC0415
    from understudy.identify.labels import label_map  # noqa: PLC0415
    from understudy.learn.train import train_crf  # noqa: PLC0415

    if output.exists() and not given["force"]:
        raise UsageError(f"{output}: exists; choose another name or use --force")
    if not output.absolute().parent.is_dir():
        raise UsageError(f"{output.parent}: no such directory")
    options = options_from(given)
    corpus = (
        document
        for source in inputs
        for document in documents_of(source, given["format_name"], options)
    )
    start = time.perf_counter()
    with _progress(given["iterations"], given["quiet"]) as done:
        trained = train_crf(
            corpus,
            features=given["features"],
            binary=given["binary"],
            labels=label_map(given["labels"]) if given["labels"] is not None else None,
            evidence=given["evidence"],
            language=given["default_language"] or "en",
            iterations=given["iterations"],
            progress=done,
        )
    write_model(output, trained.header, trained.payload)
    facts = {**trained.header.training, "seconds": round(time.perf_counter() - start, 1)}
    values = {
        "output": str(output),
        "bytes": output.stat().st_size,
        "labels": list(trained.header.labels),
        "features": trained.header.features,
        "binary": trained.header.binary,
        "evidence": list(trained.header.evidence),
        **facts,
    }
    lines = [
        f"{facts['documents']:,} documents, {facts['words']:,} words, "
        f"{facts['entities']:,} entities, {len(trained.header.labels)} labels",
        f"{facts['iterations']} iterations in {facts['seconds']:g} s",
        f"model    {output}",
    ]
    answer(values, [] if given["quiet"] else lines, as_json=given["as_json"])


@contextmanager
def _progress(iterations: int, quiet: bool) -> Iterator[Callable[[], None]]:
    """A progress bar on a terminal, nothing elsewhere."""
    if quiet or not interactive():
        yield lambda: None
        return
    from rich.console import Console  # noqa: PLC0415 - only on a terminal
    from rich.progress import Progress  # noqa: PLC0415

    with Progress(console=Console(stderr=True), transient=True, auto_refresh=False) as bar:
        task = bar.add_task("training", total=iterations)
        bar.refresh()
        yield lambda: bar.update(task, advance=1, refresh=True)
