"""measure corpus."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

import click

from understudy.cli.common import answer, corpus_options, options_from
from understudy.cli.options import json_option, labels_option
from understudy.core.errors import UsageError

if TYPE_CHECKING:
    from understudy.core.types import Document

__all__ = ["corpus"]

NO_TURNS = (
    "No turn was found. In tables and JSON, a turn is a text with a field called speaker beside "
    "it; texts without one are counted as a whole."
)
_NAMES = {
    "dialogues": "dialogues",
    "speakers_per_dialogue": "speakers per dialogue",
    "turns": "turns",
    "turns_per_dialogue": "turns per dialogue",
    "words_per_turn": "words per turn",
    "overlap_turns": "turns with overlap",
    "events": "events (noise, pronunciation, silence)",
    "vocabulary": "vocabulary (types)",
    "words": "words (tokens)",
    "filler_types": "fillers (types)",
    "fillers": "fillers (tokens)",
    "foreign_words": "foreign words (tokens)",
    "language_switches": "changes of language",
    "repetitions": "repetitions and false starts",
    "cut_words": "words broken off",
    "lengthened_words": "words lengthened",
    "shortened_words": "words shortened",
    "entities": "entities (mentions)",
}
_SHARES = {"overlap_turns": "turns", "fillers": "words", "foreign_words": "words"}


@click.command()
@click.argument("inputs", nargs=-1, required=True, metavar="INPUT...")
@click.option(
    "--policy",
    "policy_name",
    metavar="NAME|FILE",
    help="Count what this policy finds, instead of what the corpus marks.",
)
@labels_option("the labels of the corpus", "the labels as they are")
@corpus_options
@json_option
def corpus(inputs: tuple[str, ...], **given: Any) -> None:
    """Describe a corpus of dialogues in figures.

    Counts dialogues, turns, overlaps, words, fillers, events, changes of language, and entities
    by category. Overlaps and events are counted in ES-Port dialogues and Transcriber files;
    fillers and the like are recognised by the marks of ES-Port.

    \b
    Example:
      understudy measure corpus calls/ --json
    """
    from understudy.identify.labels import label_map  # noqa: PLC0415 - after usage is checked
    from understudy.measure.statistics import statistics  # noqa: PLC0415

    if "-" in inputs:
        raise UsageError("a corpus that is described is read from files: name them")
    if given["policy_name"] is not None and given["labels"] is not None:
        raise UsageError("--labels is for the marks of the corpus: leave it out with --policy")
    found = statistics(
        inputs,
        given["format_name"],
        options_from(given),
        None if given["policy_name"] is None else _finder(given["policy_name"]),
        None if given["labels"] is None else label_map(given["labels"]),
    )
    values = found.as_json()
    lines = _lines(values)
    if values["dialogues"] and not values["turns"]:
        lines.append(NO_TURNS)
    answer(values, lines, as_json=given["as_json"])


def _finder(name: str) -> Any:
    from understudy.pipeline import build  # noqa: PLC0415
    from understudy.policy import load  # noqa: PLC0415

    pipeline = build(load(name))

    def find(documents: Sequence[Document]) -> Iterable[Iterable[str]]:
        for entities in pipeline.identify(documents):
            yield [entity.category for entity in entities]

    return find


def _lines(values: dict[str, Any]) -> list[str]:
    lines = []
    for key, name in _NAMES.items():
        value = values[key]
        shown = "-" if value is None else f"{value:,.2f}" if isinstance(value, float) else None
        line = f"{name:<40}{shown or format(value, ','):>12}"
        whole = values[_SHARES[key]] if key in _SHARES else 0
        lines.append(f"{line}  {value / whole:.1%} of the {_SHARES[key]}" if whole else line)
    lines += [
        f"  {category:<38}{count:>12,}"
        for category, count in values["entities_by_category"].items()
    ]
    return lines
