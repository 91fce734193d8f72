"""measure detection; the other commands of the group are next door."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from understudy.cli.common import answer, check_written, corpus_options, options_from
from understudy.cli.fairness import fairness
from understudy.cli.masking import masking
from understudy.cli.options import (
    confidence_option,
    json_option,
    labels_option,
    page_option,
    resamples_option,
    seed_option,
)
from understudy.cli.statistics import corpus
from understudy.cli.utility import utility
from understudy.core.errors import UsageError
from understudy.core.files import write_whole

if TYPE_CHECKING:
    from understudy.measure.table import Table

__all__ = ["measure"]

_WIDTHS = (9, 8, 8, 8, 8, 8, 8, 9)
_CURVE = (
    "exact_recall",
    "exact_precision",
    "partial_recall",
    "partial_precision",
    "leaked_share",
    "entity_recall",
)
"""What is told of each threshold."""


@click.group()
def measure() -> None:
    """Measure detection, a corpus, and how useful a release still is.

    \b
    Examples:
      understudy measure detection gold.jsonl predicted.jsonl
      understudy measure utility calls.jsonl --task ner --strategies redact,entity
    """


measure.add_command(corpus)
measure.add_command(fairness)
measure.add_command(masking)
measure.add_command(utility)


@measure.command()
@click.argument("gold")
@click.argument("predicted", required=False)
@click.option(
    "--policy",
    "policy_name",
    metavar="NAME|FILE",
    help="Score what this policy's detectors find in the text of GOLD, instead of PREDICTED.",
)
@labels_option("the labels of both", "the policy's, else the labels as they are")
@click.option("--predicted-format", metavar="NAME", help="The format of PREDICTED, if it differs.")
@click.option(
    "--thresholds",
    metavar="NUMBERS",
    help="With --policy: also score it at each of these thresholds (a comma-separated list), to "
    "weigh recall against precision.",
)
@page_option("Write a page with the table and the misses, by document id and offsets.")
@confidence_option
@resamples_option
@seed_option("Seed for the resampling.")
@corpus_options
@json_option
def detection(gold: str, predicted: str | None, **given: Any) -> None:
    """Score an annotation: precision, recall, F1 and leaks.

    GOLD is taken as the truth. PREDICTED holds the same documents. Exact scores count identical
    spans, a lower bound on what is covered; partial scores count any overlap, an upper bound.

    \b
    Examples:
      understudy measure detection gold.jsonl predicted.jsonl
      understudy measure detection gold/ --policy mine.toml -o page.html
    """
    from understudy.measure.table import table  # noqa: PLC0415 - after usage is checked

    if (predicted is None) == (given["policy_name"] is None):
        raise UsageError("give either PREDICTED or --policy")
    thresholds = _thresholds(given["thresholds"], predicted)
    reads = (gold, predicted, given["policy_name"], given["labels"])
    check_written([given["output"]], reads, force=given["force"])
    tally = _tally(gold, predicted, given)
    made = table(tally, alpha=1.0 - given["confidence"], rounds=given["rounds"], seed=given["seed"])
    if given["output"] is not None:
        from understudy.measure.scores_page import render  # noqa: PLC0415

        of = predicted or f"policy {given['policy_name']}"
        write_whole(given["output"], render(made, gold=gold, predicted=of), private=False)
    curve = [_point(gold, one, given) for one in thresholds]
    values = {**made.as_json(), **({"thresholds": curve} if curve else {})}
    answer(values, [*_lines(made), *_curve_lines(curve)], as_json=given["as_json"])


def _thresholds(said: str | None, predicted: str | None) -> list[float]:
    if said is None:
        return []
    if predicted is not None:
        raise UsageError("--thresholds goes with --policy: an annotation has been cut already")
    try:
        found = sorted({float(one) for one in said.split(",")})
    except ValueError:
        raise UsageError(f"--thresholds: numbers with commas between, not {said!r}") from None
    if not all(0.0 <= one <= 1.0 for one in found):
        raise UsageError("--thresholds: every number must lie between 0 and 1")
    return found


def _point(gold: str, threshold: float, given: dict[str, Any]) -> dict[str, Any]:
    """Recall and precision of the policy at a threshold, whatever the labels."""
    from understudy.measure.table import table  # noqa: PLC0415

    tally = _tally(gold, None, given, threshold)
    alpha, rounds, seed = 1.0 - given["confidence"], given["rounds"], given["seed"]
    of = table(tally, alpha=alpha, rounds=rounds, seed=seed).unlabelled.as_json()
    return {"threshold": threshold, **{name: of[name] for name in _CURVE}}


def _curve_lines(curve: list[dict[str, Any]]) -> list[str]:
    if not curve:
        return []
    heads = ("R", "P", "R~", "P~", "leaked", "entities")
    lines = ["any label, by threshold".ljust(28) + "".join(map(str.rjust, heads, _WIDTHS))]
    for of in curve:
        cells = map(_cell, [of[name]["value"] for name in _CURVE], _WIDTHS)
        lines.append(f"{of['threshold']:g}".ljust(28) + "".join(cells))
    return lines


def _tally(
    gold: str, predicted: str | None, given: dict[str, Any], threshold: float | None = None
) -> Any:
    from dataclasses import replace  # noqa: PLC0415

    from understudy.identify.labels import label_map  # noqa: PLC0415
    from understudy.measure.corpora import count_pair, count_policy  # noqa: PLC0415
    from understudy.policy import load  # noqa: PLC0415

    labels = None if given["labels"] is None else label_map(given["labels"])
    options, format = options_from(given), given["format_name"]
    if predicted is None:
        policy = load(given["policy_name"])
        if threshold is not None:
            policy = replace(policy, threshold=threshold)
        return count_policy(gold, policy, format=format, options=options, labels=labels)
    return count_pair(
        gold,
        predicted,
        format=format,
        predicted_format=given["predicted_format"],
        options=options,
        labels=labels,
    )


def _lines(made: Table) -> list[str]:
    """Tang's layout: count, then recall, precision and F exact and partial; then what leaks."""
    heads = ("count", "R", "P", "F", "R~", "P~", "F~", "leaked")
    lines = ["category".ljust(28) + "".join(map(str.rjust, heads, _WIDTHS))]
    rows = [(row.name, row) for row in made.rows]
    rows += [("overall", made.micro), ("macro", made.macro), ("any label", made.unlabelled)]
    for name, row in rows:
        figures = [row.counts["gold"], *list(row.figures.values())[:7]]
        lines.append(name.ljust(28) + "".join(map(_cell, figures, _WIDTHS)))
    lines.append("exact R, P, F: the very span; partial R~, P~, F~: any overlap")
    for row in (*made.identifiers, made.unlabelled):
        recall, interval = row.figures["entity_recall"], row.intervals["entity_recall"]
        if recall is not None and interval is not None:
            name = "all" if row is made.unlabelled else row.name
            lines.append(
                f"entities covered, {name}: {row.counts['found']:,} of "
                f"{row.counts['entities']:,} = {recall:.3f} [{interval[0]:.3f}, {interval[1]:.3f}]"
            )
    interval = made.micro.intervals["exact_f1"]
    if interval is not None:
        lines.append(
            f"overall exact F: [{interval[0]:.3f}, {interval[1]:.3f}] at confidence "
            f"{1 - made.alpha:g}, {made.documents:,} documents resampled"
        )
    return lines


def _cell(value: float | int | None, width: int) -> str:
    shown = "-" if value is None else f"{value:,}" if isinstance(value, int) else f"{value:.3f}"
    return shown.rjust(width)
