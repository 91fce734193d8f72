"""measure fairness."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from understudy.cli.common import answer, corpus_options, options_from, progress_bar
from understudy.cli.options import (
    confidence_option,
    count_option,
    json_option,
    labels_option,
    quiet_option,
    seed_option,
)
from understudy.core.errors import UsageError
from understudy.languages import DEFAULT

if TYPE_CHECKING:
    from understudy.core.types import Document, Span

__all__ = ["fairness"]


@click.command()
@click.argument("corpus")
@click.option(
    "--policy",
    "policy_name",
    default="surrogate",
    show_default=True,
    metavar="NAME|FILE",
    help="The policy whose detectors are measured, a preset or a file.",
)
@labels_option("the corpus's labels", "the policy's")
@count_option(
    "--documents", 100, "The number of documents to read, each once for every group of names."
)
@seed_option("Seed for the names, the same in every group.")
@confidence_option
@quiet_option
@corpus_options
@json_option
def fairness(corpus: str, **given: Any) -> None:
    """Measure whether names of all origins and genders are found alike.

    The people whom an annotated corpus marks get names of one origin and gender, group after
    group; everything else stays. Prints recall for each group, the worst first, with an exact
    (Clopper-Pearson) interval. A mention counts as found if no letter of it is left.

    \b
    Example:
      understudy measure fairness calls.jsonl --policy surrogate --documents 50
    """
    from understudy.corpus.reading import documents_of  # noqa: PLC0415 - after usage is checked
    from understudy.identify.labels import label_map, relabelled  # noqa: PLC0415
    from understudy.measure import fairness as measured  # noqa: PLC0415
    from understudy.pipeline import build  # noqa: PLC0415
    from understudy.policy import load  # noqa: PLC0415

    policy = load(given["policy_name"])
    if not policy.finders:
        raise UsageError(f"policy {policy.name} takes its entities as given: it detects none")
    finder = build(replace(policy, detectors=policy.finders))
    language = given["default_language"] or policy.language or DEFAULT
    documents = list(documents_of(corpus, given["format_name"], options_from(given)))
    labels = label_map(given["labels"]) if given["labels"] is not None else policy.labels
    documents = [
        one._replace(annotations=tuple(relabelled(one.annotations, labels))) for one in documents
    ]
    named = [
        one
        for one in documents
        if one.language in (None, language)
        and any(measured.is_person(span.label) for span in one.annotations)
    ]
    chosen = named[:: max(1, len(named) // given["documents"])][: given["documents"]]

    def find(blind: Sequence[Document]) -> list[list[Span]]:
        return [[one.span for one in entities] for entities in finder.identify(blind)]

    count = sum(1 for _ in measured.groups(language))
    with progress_bar("measuring", total=count, quiet=given["quiet"]) as update:
        found = measured.fairness(
            chosen,
            find,
            language,
            alpha=1.0 - given["confidence"],
            seed=given["seed"],
            progress=lambda name: update(name, advance=1),
        )
    if found is None:
        raise UsageError(f"{corpus}: marks no people, so there is nobody to rename")
    values = {"corpus": corpus, "policy": policy.name, "language": language, **found.as_json()}
    answer(values, [] if given["quiet"] else found.lines(), as_json=given["as_json"])
