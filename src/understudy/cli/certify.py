"""privacy certify."""

from __future__ import annotations

from typing import Any

import click

from understudy.cli.common import answer, corpus_options, number, options_from
from understudy.cli.options import json_option
from understudy.policy import load

__all__ = ["certify"]


@click.command()
@click.argument("gold")
@click.argument("predicted")
@click.option(
    "--policy",
    "policy_name",
    default="surrogate",
    show_default=True,
    metavar="NAME|FILE",
    help="The policy that says which labels are private.",
)
@corpus_options
@json_option
def certify(gold: str, predicted: str, policy_name: str, **given: Any) -> None:
    """Certify what share of private entities is found.

    GOLD and PREDICTED hold the same documents, annotated; GOLD is taken as the truth. Prints the
    recall of each category with a lower bound at a stated confidence.

    \b
    Example:
      understudy privacy certify gold.jsonl predicted.jsonl --json
    """
    from understudy.measure.certificate import certify_pair  # noqa: PLC0415

    found = certify_pair(
        load(policy_name), gold, predicted, given["format_name"], options_from(given)
    )
    rows = [*found.rows, found.overall]
    values = {
        "alpha": found.alpha,
        "documents": found.documents,
        "categories": {
            row.category: {
                "entities": row.entities,
                "found": row.found,
                "recall": row.recall,
                "recall_low": number(row.recall_low),
                "delta_det": number(row.delta_det),
                "interval": list(row.interval),
            }
            for row in rows
        },
    }
    heads = f"{'entities':>9}{'found':>8}{'recall':>9}{'at least':>10}{'δ_det':>9}"
    lines = [f"{'category':<20}{heads}"]
    lines += [
        f"{'all' if row.category == '*' else row.category:<20}{row.entities:>9}{row.found:>8}"
        f"{'-' if row.recall is None else format(row.recall, '.3f'):>9}"
        f"{row.recall_low:>10.3f}{row.delta_det:>9.3f}"
        for row in rows
    ]
    lines.append(f"confidence {1 - found.alpha:g} in each row; δ_det is never added to δ")
    answer(values, lines, as_json=given["as_json"])
