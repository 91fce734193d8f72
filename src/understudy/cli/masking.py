"""measure masking."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from understudy.cli.common import answer, corpus_options, options_from, progress_bar
from understudy.cli.options import (
    confidence_option,
    json_option,
    model_option,
    quiet_option,
    resamples_option,
    seed_option,
)
from understudy.core.errors import UsageError

if TYPE_CHECKING:
    from understudy.measure.masking import Case, Interval, Scores

__all__ = ["masking"]

_BATCH = 16


@click.command()
@click.argument("gold", type=click.Path(path_type=Path, dir_okay=False))
@click.argument("predicted", required=False)
@click.option(
    "--policy",
    "policy_name",
    metavar="NAME|FILE",
    help="Score what this policy finds and does not leave, instead of PREDICTED.",
)
@model_option("The masked language model that measures how much information a word carries.")
@click.option(
    "--unweighted",
    is_flag=True,
    help="Leave out the weighted precision, so that no model is needed for it.",
)
@confidence_option
@resamples_option
@seed_option("Seed for the resampling.")
@corpus_options
@quiet_option
@json_option
def masking(gold: Path, predicted: str | None, **given: Any) -> None:
    """Score by the protocol of the Text Anonymization Benchmark.

    GOLD is a file of the benchmark. PREDICTED holds the same documents with the spans that were
    masked. Recall is the share of direct and of quasi identifiers of which every mention is
    masked. Precision is over words, and is also weighted by how much information they carry.

    \b
    Examples:
      understudy measure masking echr_test.json --policy court
      understudy measure masking echr_test.json masked.jsonl --unweighted --json
    """
    from understudy.measure.masking import (  # noqa: PLC0415 - after usage is checked
        IDENTIFIERS,
        Protection,
        count,
        read_cases,
        scored,
    )

    if (predicted is None) == (given["policy_name"] is None):
        raise UsageError("give either PREDICTED or --policy")
    model = None
    if not given["unweighted"]:
        from understudy.encoder.loading import load_model  # noqa: PLC0415

        model = load_model(given["model"])
    cases = list(read_cases(gold))
    kept = Protection()
    with progress_bar("scoring", total=len(cases), quiet=given["quiet"]) as update:
        for case, spans in _masked(cases, predicted, given):
            count(kept, case, spans, model)
            update(advance=1)

    def score(pairs: Sequence[tuple[float, float]]) -> Scores:
        alpha = 1.0 - given["confidence"]
        return scored(pairs, alpha=alpha, rounds=given["rounds"], seed=given["seed"])

    rows = {f"recall, {one} identifiers": score(kept.recall[one]) for one in IDENTIFIERS}
    rows["precision"] = score(kept.precision)
    if model is not None:
        rows["precision, weighted"] = score(kept.weighted)
    each = {
        annotator: {one: score(pairs) for one, pairs in of_annotator.items()}
        for annotator, of_annotator in sorted(kept.by_annotator.items())
    }
    values = {
        "documents": len(cases),
        "confidence": given["confidence"],
        "scores": {name: one._asdict() for name, one in rows.items()},
        "annotators": {
            annotator: {name: one._asdict() for name, one in of_annotator.items()}
            for annotator, of_annotator in each.items()
        },
    }
    answer(values, _lines(len(cases), rows, each, given["confidence"]), as_json=given["as_json"])


def _masked(
    cases: Sequence[Case], predicted: str | None, given: dict[str, Any]
) -> Iterator[tuple[Case, list[Interval]]]:
    """Each document with the spans that were masked in it."""
    from understudy.core.types import Document  # noqa: PLC0415
    from understudy.corpus.reading import documents_of  # noqa: PLC0415
    from understudy.pipeline import build  # noqa: PLC0415
    from understudy.policy import load  # noqa: PLC0415

    if predicted is not None:
        found = {
            one.id: one
            for one in documents_of(predicted, given["format_name"], options_from(given))
        }
        for case in cases:
            if case.id not in found:
                raise UsageError(f"{predicted}: a document of the benchmark is not there")
            if found[case.id].text != case.text:
                raise UsageError(f"{predicted}: a document has another text than the benchmark's")
            yield case, [(span.start, span.end) for span in found[case.id].annotations]
        return
    pipeline = build(load(given["policy_name"]))
    waiting = iter(cases)
    while batch := list(islice(waiting, _BATCH)):
        documents = [Document(one.id, one.text, given["default_language"]) for one in batch]
        for case, document, entities in zip(
            batch, documents, pipeline.identify(documents), strict=True
        ):
            left = pipeline.exemption_reasons(document, entities)
            yield (
                case,
                [
                    (entity.span.start, entity.span.end)
                    for entity, reason in zip(entities, left, strict=True)
                    if not reason
                ],
            )


def _lines(
    documents: int,
    rows: dict[str, Scores],
    each: dict[str, dict[str, Scores]],
    confidence: float,
) -> list[str]:
    lines = [
        f"{documents:,} documents; intervals at confidence {confidence:g} resample them"
        if documents > 1
        else "1 document: it says nothing of others, so there are no intervals"
    ]
    for name, one in rows.items():
        if one.share is None:
            lines.append(f"{name:<32}      -")
            continue
        shown = "" if one.interval is None else " [{:.3f}, {:.3f}]".format(*one.interval)
        lines.append(f"{name:<32}{one.share:>7.3f}{shown}")
    if len(each) > 1:
        lines.append(f"{'annotator':<20}{'direct':>8}{'quasi':>8}{'entities':>10}")
        for annotator, of_annotator in each.items():
            shares = [
                "-" if one.share is None else f"{one.share:.3f}" for one in of_annotator.values()
            ]
            total = sum(one.total for one in of_annotator.values())
            lines.append(f"{annotator:<20}{shares[0]:>8}{shares[1]:>8}{total:>10,.0f}")
    return lines
