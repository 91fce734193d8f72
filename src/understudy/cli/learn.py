"""learn: its commands, and learn train crf and encoder."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from understudy.cli.augment import augment
from understudy.cli.common import answer, corpus_options, options_from, progress_bar
from understudy.cli.live import add, finish, next_, start, status
from understudy.cli.options import (
    choice_option,
    count_option,
    features_option,
    json_option,
    labels_option,
    quiet_option,
    seed_option,
    stacked,
)
from understudy.cli.simulate import simulate
from understudy.core.errors import UsageError
from understudy.core.types import Document
from understudy.languages import DEFAULT, supported

__all__ = ["learn"]


@click.group()
def learn() -> None:
    """Train a detector, on an annotated corpus or batch by batch.

    \b
    Examples:
      understudy learn train crf calls.jsonl -o calls.crf
      understudy learn simulate calls.jsonl -o curves.html --batch 50
      understudy learn start calls.jsonl --project calls.project
    """


@learn.group()
def train() -> None:
    """Train a detector.

    \b
    Examples:
      understudy learn train crf calls.jsonl -o calls.crf
      understudy learn train encoder calls.jsonl -o calls.encoder
    """


training_options = stacked(
    click.argument("inputs", nargs=-1, required=True, metavar="CORPUS..."),
    click.option(
        "--binary", is_flag=True, help="Learn only whether a word is private, not its category."
    ),
    labels_option("the corpus's labels", "the labels as they are"),
    click.option("--force", is_flag=True, help="Overwrite an existing model."),
    quiet_option,
    corpus_options,
    json_option,
)
"""What every training takes: a corpus, and what to make of its labels."""


@train.command()
@click.option(
    "-o",
    "--output",
    required=True,
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="MODEL",
    help="The model file. It contains words of the corpus: keep it as secret as the corpus.",
)
@features_option
@click.option(
    "--evidence",
    multiple=True,
    metavar="DETECTOR",
    help="A detector whose findings become features, or pos (parts of speech); may be "
    "given several times.",
)
@count_option("--iterations", 100, "The most iterations to train for.")
@training_options
def crf(inputs: tuple[str, ...], output: Path, **given: Any) -> None:
    """Train a linear-chain CRF on the annotations of a corpus.

    Use it in a policy with detectors = ["crf"] and, under [detector.crf], model = "MODEL".

    \b
    Examples:
      understudy learn train crf calls.jsonl -o calls.crf
      understudy learn train crf meddocan/train -o spanish.crf --labels meddocan --language es
    """
    from understudy.identify.crfmodel import write_model  # noqa: PLC0415 - after usage is checked
    from understudy.identify.labels import label_map  # noqa: PLC0415
    from understudy.learn.train import train_crf  # noqa: PLC0415

    if output.exists() and not given["force"]:
        raise UsageError(f"{output}: exists; choose another name or use --force")
    if not output.absolute().parent.is_dir():
        raise UsageError(f"{output.parent}: no such directory")
    start = time.perf_counter()
    with progress_bar("training", total=given["iterations"], quiet=given["quiet"]) as update:
        trained = train_crf(
            _documents(inputs, given),
            features=given["features"],
            binary=given["binary"],
            labels=label_map(given["labels"]) if given["labels"] is not None else None,
            evidence=given["evidence"],
            language=supported(given["default_language"]) or DEFAULT,
            iterations=given["iterations"],
            progress=lambda: update(advance=1),
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


@train.command()
@click.option(
    "-o",
    "--output",
    required=True,
    type=click.Path(path_type=Path, file_okay=False),
    metavar="MODEL",
    help="The model folder. It was learnt from the corpus: keep it as secret as the corpus.",
)
@choice_option(
    "--model",
    ("full", "fast"),
    "full",
    "The built-in model to start from: full, or the smaller and faster one.",
)
@count_option(
    "--epochs", 6, "The most epochs to train for; training stops when it no longer helps."
)
@seed_option(
    "Seed for the order of documents and for which are held out.", click.IntRange(0, 2**64 - 1)
)
@training_options
def encoder(inputs: tuple[str, ...], output: Path, **given: Any) -> None:
    """Fine-tune the built-in encoder on the annotations of a corpus.

    One document in ten is held out. The F1 on these decides when training stops and which epoch
    is kept. Use it in a policy with detectors = ["encoder"] and, under [detector.encoder], model
    = "MODEL". Needs the extra: pip install 'understudy[train]'

    \b
    Examples:
      understudy learn train encoder calls.jsonl -o calls.encoder
      understudy learn train encoder meddocan/train -o spanish.encoder --labels meddocan
    """
    from understudy.identify.labels import label_map  # noqa: PLC0415 - after usage is checked
    from understudy.learn.encoder import train_encoder  # noqa: PLC0415
    from understudy.learn.modelfolder import check_output  # noqa: PLC0415

    check_output(output, given["force"])
    labels = label_map(given["labels"]) if given["labels"] is not None else None
    start = time.perf_counter()
    with progress_bar("training", quiet=given["quiet"]) as update:

        def show(done: int, total: int, best: float) -> None:
            text = f"training, best F1 {best:.3f}" if best else "training"
            update(text, done=done, total=total)

        card = train_encoder(
            _documents(inputs, given),
            output,
            model=given["model"],
            binary=given["binary"],
            labels=labels,
            epochs=given["epochs"],
            seed=given["seed"],
            force=given["force"],
            progress=show,
        )
    facts = {**card["training"], "seconds": round(time.perf_counter() - start, 1)}
    learnt = list(dict.fromkeys(name[2:] for name in card["classes"][1:]))
    values = {
        "output": str(output),
        "bytes": sum(path.stat().st_size for path in output.iterdir()),
        "labels": learnt,
        "model": card["base"]["model"],
        "binary": card["binary"],
        **facts,
    }
    lines = [
        f"{facts['documents']:,} documents, {facts['development']:,} of them for development, "
        f"{facts['entities']:,} entities, {len(learnt)} labels",
        f"F1 {facts['f1']:.3f} on the development documents, after epoch {facts['best']}",
        f"{facts['epochs']} epochs in {facts['seconds']:g} s",
        f"model    {output}",
    ]
    answer(values, [] if given["quiet"] else lines, as_json=given["as_json"])


def _documents(inputs: tuple[str, ...], given: dict[str, Any]) -> Iterator[Document]:
    """The documents of several corpora as one."""
    from understudy.corpus.reading import documents_of  # noqa: PLC0415 - after usage is checked

    options = options_from(given)
    for source in inputs:
        yield from documents_of(source, given["format_name"], options)


for _command in (augment, simulate, start, next_, add, status, finish):
    learn.add_command(_command)
