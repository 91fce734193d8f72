"""privacy quasi."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from understudy.cli.common import answer, corpus_options, options_from, read_ledger_key
from understudy.cli.options import json_option, labels_option, ledger_options
from understudy.core.errors import UsageError

if TYPE_CHECKING:
    from understudy.audit.quasi import Disclosure, Figures

__all__ = ["quasi"]

_SHOWN = 5


@click.command()
@click.argument("corpus")
@ledger_options(required=False)
@labels_option("the corpus's labels")
@click.option(
    "--k",
    "wanted",
    type=click.FloatRange(min=1.0),
    default=20.0,
    show_default=True,
    metavar="N",
    help="How many people should share what a document says about a person.",
)
@corpus_options
@json_option
def quasi(corpus: str, **given: Any) -> None:
    """Estimate how many people fit what each document says.

    Multiplies the population of the place by the shares of age, sex, job and date, all from
    public tables. This gives k and the risk 1/k for each document. Also says how coarse these
    values must be to reach --k, document by document and with one rule for all. CORPUS is
    annotated. With the ledger of a release, CORPUS is the release, and only those of its values
    that are true count.

    \b
    Examples:
      understudy privacy quasi annotated.jsonl
      understudy privacy quasi release.jsonl --ledger calls.ledger --k 50 --json
    """
    from understudy.audit import quasi as measured  # noqa: PLC0415 - after usage is checked

    told = _told(corpus, given)
    if not told:
        raise UsageError(f"{corpus}: there are no documents")
    wanted = given["wanted"]
    plans = [measured.planned(one, wanted) for one in told]
    rule, reached = measured.planned_for_all(told, wanted)
    figures = measured.summary(told, wanted)
    after = measured.summary(told, wanted, rule)
    shown = {name: measured.LEVELS[name][level] for name, level in rule.items()}
    values = {
        "corpus": corpus,
        "k": wanted,
        **_values(figures),
        "levels": measured.level_counts(plans),
        "rule": {"levels": shown, "share": round(reached, 4), **_values(after)},
        "document": measured.as_json(plans),
    }
    lines = [
        f"documents {figures.documents:,}: k is below {wanted:g} in {figures.below:,}, "
        f"{figures.median:,.3g} in the median, {figures.low:,.3g} at the 5th percentile",
        f"expected share of documents whose person is named: {figures.risk:.1%}",
    ]
    for name, of in measured.level_counts(plans).items():
        counted = ", ".join(f"{level} {count:,}" for level, count in of.items())
        lines.append(f"{name:<6} for k = {wanted:g}, told as: {counted}")
    rules = ", ".join(f"{name} no finer than {shown[name]}" for name in rule if rule[name])
    lines.append(f"one rule for all: {rules or 'as they are'}")
    lines.append(f"with it {reached:.1%} of the documents reach k; named {after.risk:.1%}")
    rarest = sorted(plans, key=lambda one: (one.k, one.id))[:_SHOWN]
    lines += [f"rarest: {one.id} (k {one.k:.3g})" for one in rarest]
    answer(values, lines, as_json=given["as_json"])


def _values(figures: Figures) -> dict[str, Any]:
    return {
        "documents": figures.documents,
        "below": figures.below,
        "median": float(f"{figures.median:.4g}"),
        "5%": float(f"{figures.low:.4g}"),
        "risk": round(figures.risk, 4),
    }


def _told(corpus: str, given: dict[str, Any]) -> list[Disclosure]:
    from understudy.attacks.pairs import of_files  # noqa: PLC0415
    from understudy.audit.quasi import of_document, of_pair  # noqa: PLC0415
    from understudy.corpus.reading import documents_of  # noqa: PLC0415
    from understudy.identify.labels import label_map, relabelled  # noqa: PLC0415

    options = options_from(given)
    if given["ledger"] is not None:
        pairs = of_files(
            corpus,
            ledger=given["ledger"],
            secret=read_ledger_key(given["ledger_key_file"]),
            format=given["format_name"],
            options=options,
        )
        return [of_pair(pair) for pair in pairs]
    labels = None if given["labels"] is None else label_map(given["labels"])
    found = []
    for document in documents_of(corpus, given["format_name"], options):
        spans = document.annotations if labels is None else relabelled(document.annotations, labels)
        found.append(of_document(document._replace(annotations=tuple(spans))))
    return found
