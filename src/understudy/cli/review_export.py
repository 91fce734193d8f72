"""review export, status and audit."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from understudy.cli.common import answer, progress_bar, read_secret
from understudy.cli.options import json_option, quiet_option
from understudy.cli.reviews import folder_argument, key_options, needs_review, opened
from understudy.core.errors import UsageError
from understudy.report.words import plural

if TYPE_CHECKING:
    from understudy.review.desk import Desk

__all__ = ["audit", "export", "status"]

_FILE = click.Path(path_type=Path, exists=True, dir_okay=False)


@click.command()
@folder_argument
@click.option("-o", "--output", required=True, metavar="PATH", help="Where to write the corpus.")
@click.option(
    "--annotated",
    is_flag=True,
    help="Write the corpus with its annotations instead of a release. It is as private as before.",
)
@click.option(
    "--corpus", metavar="PATH", help="The corpus, if it has moved since the review began."
)
@click.option(
    "--report",
    type=click.Path(path_type=Path),
    metavar="FILE.html",
    help="Where to write the report.",
)
@click.option(
    "--ledger",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Where to write the ledger, which can undo the release. Keep it secret.",
)
@click.option(
    "--ledger-key-file",
    type=_FILE,
    metavar="FILE",
    help="Encrypt the ledger with the secret in this file.",
)
@click.option("--force", is_flag=True, help="Overwrite an existing output, ledger or report.")
@key_options
@quiet_option
@json_option
def export(folder: Path, output: str, **given: Any) -> None:
    """Write the corpus as people left it, in its own format.

    A release is written only if the policy's rule is met (review = "every document", …).
    Otherwise the command says what is missing and ends with exit status 3.

    \b
    Examples:
      understudy review export calls.review -o release.jsonl --report report.html
      understudy review export calls.review -o annotated.jsonl --annotated
    """
    needs_review()
    from understudy.review.export import export as write  # noqa: PLC0415 - after usage is checked
    from understudy.review.export import people  # noqa: PLC0415

    order: dict[str, Any] = {"force": given["force"]}
    if not given["annotated"]:
        secret = None
        if given["ledger_key_file"] is not None:
            secret = read_secret(given["ledger_key_file"], "ledger key file", new=True)
        order |= {
            "report": given["report"],
            "ledger": given["ledger"],
            "ledger_secret": secret,
            "sources": tuple(
                given[name] for name in given if name.endswith("key_file") and given[name]
            ),
            "command": "understudy review export REVIEW",
        }
    elif given["report"] or given["ledger"]:
        raise UsageError("--report and --ledger are of a release; leave out --annotated")
    desk = opened(folder, given)
    with progress_bar("writing", quiet=given["quiet"], in_bytes=True) as update:
        release = write(
            desk,
            output,
            mode="identify" if given["annotated"] else "release",
            corpus=given["corpus"],
            progress=lambda done: update(advance=done),
            begun=lambda size: update(total=size),
            **order,
        )
    facts = release.facts
    lines = [] if facts is None else list(facts.lines())
    lines += [f"people   {people(desk)}", *_sampled(desk, given["corpus"])]
    values = {"output": output} if facts is None else facts.as_json()
    lines.append(f"output   {output}")
    lines += [f"{name:<9}{given[name]}" for name in ("ledger", "report") if given[name] is not None]
    answer(values, [] if given["quiet"] else lines, as_json=given["as_json"])


def _sampled(desk: Desk, corpus: str | None) -> list[str]:
    """What became of the random sample, where there is one."""
    from understudy.review.certifying import certified  # noqa: PLC0415 - after usage is checked

    held = certified(desk, corpus or desk.settings.corpus)
    if not held.drawn:
        return []
    if held.certificate is None:
        return [f"sample   no certificate: {held.why}"]
    return ["sample   its certificate is in the report"]


@click.command()
@folder_argument
@key_options
@json_option
def status(folder: Path, **given: Any) -> None:
    """Show the progress of a review, and whether it may be released.

    \b
    Example:
      understudy review status calls.review
    """
    needs_review()
    from understudy.review.agreement import agreement  # noqa: PLC0415 - after usage is checked
    from understudy.review.certifying import told  # noqa: PLC0415
    from understudy.review.room import Room  # noqa: PLC0415

    desk = opened(folder, given)
    found = {**Room(desk).progress(), **agreement(desk.store), "sample": told(desk)}
    lines = [
        f"documents  {found['documents']:,}, {found['read']:,} read, {found['begun']:,} begun",
        f"decisions  {found['decisions']:,}",
        *(
            f"{one['reader']:<10} {one['done']:,} read, {one['begun']:,} begun"
            for one in found["readers"]
        ),
        *(_pair(one) for one in found["pairs"]),
        *([] if found["sample"] is None else [_sample(found["sample"])]),
        "release    " + ("; ".join(found["left"]) or "may leave"),
    ]
    answer(found, lines, as_json=given["as_json"])


def _sample(one: dict[str, Any]) -> str:
    of = f"sample {one['number']}   {one['size']:,} of {one['population']:,} {one['unit']}"
    if one["void"]:
        return f"{of}; void: {one['void']}"
    made = one["certificate"]
    return f"{of}, {one['read']:,} read" + (f"; certificate {made['folder']}" if made else "")


def _pair(one: dict[str, Any]) -> str:
    kappa = "–" if one["kappa"] is None else f"{one['kappa']:.3f}"
    f1 = "–" if one["f1"] is None else f"{one['f1']:.3f}"
    return f"agreement  {' and '.join(one['readers'])}: κ {kappa}, F1 {f1}, {one['documents']} read"


@click.command()
@folder_argument
@click.option(
    "-o",
    "--output",
    required=True,
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="The file to write, in JSON lines. It contains private text.",
)
@key_options
@json_option
def audit(folder: Path, output: Path, **given: Any) -> None:
    """Write all decisions and changes: who, when, before and after.

    The changes are those of the policy, its lists, samples and accounts.

    \b
    Example:
      understudy review audit calls.review -o audit.jsonl
    """
    needs_review()
    from understudy.core.files import whole_file  # noqa: PLC0415
    from understudy.review.audit import DECISION  # noqa: PLC0415
    from understudy.review.audit import audit as told  # noqa: PLC0415

    if output.exists():
        raise UsageError(f"{output}: exists; choose another name")
    desk, counts = opened(folder, given), Counter[bool]()
    with whole_file(output) as file:
        for one in told(desk):
            file.write(one.text)
            counts[one.kind == DECISION] += 1
    decisions, others = counts[True], counts[False]
    lines = [
        f"{plural(decisions, 'decision')}, {plural(others, 'other change')}",
        f"output   {output}",
    ]
    values = {"decisions": decisions, "changes": others, "output": str(output)}
    answer(values, lines, as_json=given["as_json"])
