"""privacy attack."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from understudy.cli.common import (
    answer,
    check_written,
    corpus_options,
    options_from,
    progress_bar,
    read_ledger_key,
)
from understudy.cli.options import (
    json_option,
    labels_option,
    ledger_options,
    page_option,
    seed_option,
)
from understudy.core.errors import UsageError
from understudy.core.files import write_whole
from understudy.registry import names

if TYPE_CHECKING:
    from understudy.attacks.catalogue import Outcome

__all__ = ["attack"]


@click.command()
@click.argument("release")
@ledger_options(required=False)
@click.option(
    "--original",
    metavar="CORPUS",
    help="The original with its true annotations: what no edit covers counts as missed. "
    "Without a ledger, what stands in the place of each annotation is found by comparison.",
)
@labels_option("the original's labels")
@click.option(
    "--attack",
    "names",
    multiple=True,
    type=click.Choice(names("attacks")),
    help="An attack to run; may be given several times. docs/attacks.md describes them.",
)
@click.option("--all", "every", is_flag=True, help="Run every attack.")
@click.option(
    "--attribute",
    default="GENDER",
    show_default=True,
    metavar="CATEGORY|FIELD",
    help="What attribute inference tries to learn: the class of the first value of a category "
    "(sex, band of age, region, job), or a field of the format (intent, of slots).",
)
@click.option(
    "--task",
    metavar="CATEGORY|FIELD",
    help="Attribute inference: also attack a classifier that is trained on the release to predict "
    "this. [default: no classifier]",
)
@click.option(
    "--train",
    is_flag=True,
    help="Extraction and membership: also fine-tune the encoder on the release. Needs the extra "
    "[train].",
)
@click.option(
    "--most",
    type=click.IntRange(2),
    default=200,
    show_default=True,
    metavar="N",
    help="How many documents, drawn at random, the attacks with a language model read.",
)
@seed_option("Seed for sampling and training.")
@page_option("Write a page with a verdict for each risk; successes by document id and offsets.")
@corpus_options
@json_option
def attack(release: str, **given: Any) -> None:
    """Attack a release and measure what an attacker learns.

    Each attack states its attacker, its floor and its ceiling, and prints its success with an
    interval. The truth comes from the ledger, from the annotated original, or from both. Needs
    the extra: pip install 'understudy[measure]'

    \b
    Examples:
      understudy privacy attack release.jsonl --ledger calls.ledger --all -o attacks.html
      understudy privacy attack release.jsonl --original calls.jsonl --attack linkage --json
    """
    from understudy.attacks.catalogue import Settings, tried  # noqa: PLC0415
    from understudy.attacks.pairs import of_files  # noqa: PLC0415

    known = names("attacks")
    chosen = known if given["every"] else tuple(dict.fromkeys(given["names"]))
    if not chosen:
        raise UsageError(f"give --all, or --attack with one of: {', '.join(known)}")
    reads = (release, given["original"], given["ledger"], given["ledger_key_file"], given["labels"])
    check_written([given["output"]], reads, force=given["force"])
    pairs = of_files(
        release,
        ledger=given["ledger"],
        secret=read_ledger_key(given["ledger_key_file"]),
        original=given["original"],
        labels=_labels(given["labels"]),
        format=given["format_name"],
        options=options_from(given),
    )
    settings = Settings(
        seed=given["seed"],
        most=given["most"],
        attribute=given["attribute"],
        task=given["task"],
        train=given["train"],
    )
    with progress_bar("attacking", total=len(chosen)) as update:
        begun = iter(range(len(chosen)))
        outcome = tried(pairs, chosen, settings, lambda name: update(name, done=next(begun, None)))
    if given["output"] is not None:
        from understudy.attacks.findings_page import render  # noqa: PLC0415

        write_whole(given["output"], render(outcome, release=release), private=False)
    answer(_values(outcome), _lines(outcome), as_json=given["as_json"])


def _labels(name: str | None) -> Any:
    from understudy.identify.labels import label_map  # noqa: PLC0415

    return None if name is None else label_map(name)


def _values(outcome: Outcome) -> dict[str, Any]:
    return {
        "documents": outcome.documents,
        "marks": outcome.marks,
        "verdicts": {
            one.risk: {"status": one.status, "worst": one.worst, "tried": one.tried}
            for one in outcome.verdicts
        },
        "findings": [one.as_json() for one in outcome.findings],
        "untried": [{"attack": one.attack, "reason": one.reason} for one in outcome.untried],
    }


def _lines(outcome: Outcome) -> list[str]:
    width = max([len(one.attack) for one in outcome.findings], default=6)
    heads = f"{'success':>9}{'interval':>18}{'floor':>8}{'ceiling':>9}{'n':>8}"
    lines = [f"{'attack':<{width}}{heads}  verdict"]
    for one in outcome.findings:
        interval = f"[{one.interval[0]:.3f}, {one.interval[1]:.3f}]"
        lines.append(
            f"{one.attack:<{width}}{one.success:>9.3f}{interval:>18}{one.floor:>8.3f}"
            f"{one.ceiling:>9.3f}{one.n:>8,}  {one.status}"
        )
    lines += [f"not tried: {one.attack}: {one.reason}" for one in outcome.untried]
    lines += [f"{one.risk}: {one.status}. {one.text}" for one in outcome.verdicts]
    return lines
