"""learn augment."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from understudy.cli.common import answer, corpus_options, options_from
from understudy.cli.options import (
    choice_option,
    count_option,
    json_option,
    labels_option,
    quiet_option,
)
from understudy.core.errors import BudgetExceeded, UsageError
from understudy.core.types import Document

if TYPE_CHECKING:
    from understudy.privacy.sampling import ReadSample

__all__ = ["augment"]

_MOST_LEAKS = 0.01


@click.command()
@click.argument("inputs", nargs=-1, required=True, metavar="RELEASE...")
@click.option(
    "-o",
    "--output",
    required=True,
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="JSON lines with id, text and entities, for learn train and measure. Only its owner can "
    "read it.",
)
@count_option(
    "--copies",
    5,
    "The number of copies of each document: one as it is, the others with new stand-ins.",
)
@click.option(
    "--policy",
    "policy_name",
    default="surrogate",
    show_default=True,
    metavar="NAME|FILE",
    help="The policy that draws, a preset or a file; what is marked in the release is replaced.",
)
@labels_option("the release's labels", "the policy's")
@choice_option(
    "--for",
    ("training", "release"),
    "training",
    "training: the copies are not given to others. release: they are, which needs --certificate.",
)
@click.option(
    "--certificate",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    metavar="DIR",
    help="The certificate of what the release missed (understudy certificate).",
)
@click.option(
    "--most-leaks",
    type=click.FloatRange(0.0, 1.0),
    default=_MOST_LEAKS,
    show_default=True,
    metavar="SHARE",
    help="The largest share of documents with something missed, by the certificate, at which "
    "several copies may be given to others.",
)
@click.option("--force", is_flag=True, help="Overwrite an existing file.")
@quiet_option
@corpus_options
@json_option
def augment(inputs: tuple[str, ...], output: Path, **given: Any) -> None:
    """Draw the stand-ins of a release again, to train on several copies.

    A learner that reads several draws learns fewer stand-ins by heart. This needs no secret:
    anyone who has a release with its private spans marked can do it. But what is the same in all
    copies was never replaced, so give others only one copy, unless a certificate says that little
    was missed.

    \b
    Examples:
      understudy learn augment release.jsonl -o copies.jsonl --copies 5
      understudy learn train crf copies.jsonl -o release.crf
    """
    if output.exists() and not given["force"]:
        raise UsageError(f"{output}: exists; choose another name or use --force")
    if not output.absolute().parent.is_dir():
        raise UsageError(f"{output.parent}: no such directory")
    read = _certified(given)
    documents = list(_documents(inputs, given))
    if not any(document.annotations for document in documents):
        raise UsageError(
            "nothing is marked there, so nothing can be drawn again: the private spans of a "
            "release must be marked in it, as its format does that"
        )
    copies = _copies(documents, given)
    _write(output, copies)
    values = {
        "output": str(output),
        "documents": len(documents),
        "copies": given["copies"],
        "entities": sum(len(document.annotations) for document in documents),
        "for": given["for"],
        "leaking_high": None if read is None else read.bounds.leaking_high,
    }
    lines = [
        f"{len(documents):,} documents in {given['copies']} copies with "
        f"{values['entities']:,} entities each",
        f"copies   {output}",
        *([] if read is not None else [_KEEP]),
    ]
    answer(values, [] if given["quiet"] else lines, as_json=given["as_json"])


_KEEP = "keep them to yourself: what is equal in all copies was never replaced"


def _certified(given: dict[str, Any]) -> ReadSample | None:
    """What was missed, where the copies are for others."""
    if given["for"] == "training":
        return None
    if given["certificate"] is None:
        raise UsageError(
            "several copies show what is equal in all of them, which is what was missed: to give "
            "them to others name a certificate with --certificate, or release one copy"
        )
    from understudy.certificate.record import (  # noqa: PLC0415 - after usage is checked
        load_certificate,
    )

    sample = load_certificate(given["certificate"]).sample
    if sample.bounds.leaking_high > given["most_leaks"]:
        raise BudgetExceeded(
            f"{given['certificate']}: something may be missed in as many as "
            f"{sample.bounds.leaking_high:.1%} of the {sample.unit}, and several copies would show "
            f"it; at most {given['most_leaks']:.1%} are allowed: release one copy"
        )
    return sample


def _documents(inputs: Sequence[str], given: dict[str, Any]) -> Iterator[Document]:
    from understudy.corpus.reading import documents_of  # noqa: PLC0415 - after usage is checked

    for source in inputs:
        yield from documents_of(source, given["format_name"], options_from(given))


def _copies(documents: Sequence[Document], given: dict[str, Any]) -> list[Document]:
    from dataclasses import replace  # noqa: PLC0415 - after usage is checked

    from understudy.core.draw import fresh_key  # noqa: PLC0415
    from understudy.identify.labels import label_map  # noqa: PLC0415
    from understudy.policy import load  # noqa: PLC0415
    from understudy.utility.transform import redrawn, replacing_half  # noqa: PLC0415

    policy = replace(load(given["policy_name"]), leak_check=False)
    if given["labels"] is not None:
        policy = replace(policy, labels=label_map(given["labels"]))
    marks = tuple(document.annotations for document in documents)
    found = [one._replace(id=f"{one.id} draw 0") for one in documents]
    for number in range(1, given["copies"]):
        drawn = redrawn(documents, marks, replacing_half(policy), [fresh_key()])
        found += (one._replace(id=f"{one.id} draw {number}") for one in drawn.documents)
    return found


def _write(output: Path, documents: Sequence[Document]) -> None:
    from understudy.core.files import write_whole  # noqa: PLC0415 - after usage is checked

    rows = []
    for one in documents:
        marks = [{"start": s.start, "end": s.end, "label": s.label} for s in one.annotations]
        row = {"id": one.id, "text": one.text, "language": one.language, "entities": marks}
        rows.append(json.dumps(row, ensure_ascii=False))
    write_whole(output, "".join(f"{row}\n" for row in rows))
