"""What a report says of one document's release and that must be measured: how many public values
fit its sketches, and whether anything public told the order of its dates."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from understudy.core.spans import Moves, render
from understudy.core.types import Document, Edit, Entity
from understudy.pipeline import Pipeline
from understudy.policy.exemptions import exempt_event
from understudy.surrogates.dates.order import in_figures

__all__ = ["fitting", "undecided_dates"]


def fitting(
    pipeline: Pipeline, document: Document, edits: Sequence[Edit], most: int | None = None
) -> Counter[tuple[str, int]]:
    """Mentions by kind and by how many public values fit their sketches, for strategies that draw
    from sketches; of a long document those of its first things, by so many mentions.

    They are read from the release: its stand-ins have these sketches, and what is told of them
    tells nothing of the originals, whatever a mention by itself might.
    """
    stays = exempt_event(pipeline.policy.unit)
    document = pipeline.with_language(document, [edit.entity for edit in edits])
    moved = _moved(edits)
    private = [entity for entity, edit in zip(moved, edits, strict=True) if edit.event != stays]
    marks = tuple(entity.span for entity in private)
    document = document._replace(text=render(document.text, edits), annotations=marks)
    found: Counter[tuple[str, int]] = Counter()
    for name, own in pipeline.strategies.served(private).items():
        measure = getattr(pipeline.strategies[name], "fitting", None)
        if measure is not None:
            found += measure(document, own, most)
    return found


def _moved(edits: Sequence[Edit]) -> list[Entity]:
    """The entities of edits where their stand-ins lie in the release."""
    places = Moves(edits)
    found = []
    for edit in edits:
        span = edit.entity.span
        start, end = places.span(span.start, span.end)
        found.append(edit.entity._replace(span=span._replace(start=start, end=end, parts=())))
    return found


def undecided_dates(pipeline: Pipeline, document: Document, entities: Sequence[Entity]) -> int:
    """How many dates in figures are in the order of the language, since nothing public tells which
    of day and month stands first in them."""
    if not in_figures([document.text[one.span.start : one.span.end] for one in entities]):
        return 0
    spoken = pipeline.with_language(document, entities)
    read, seen = pipeline.strategies.as_strategies_read(
        spoken, pipeline.private(document, entities)
    )
    asked = (
        (getattr(pipeline.strategies[name], "undecided", None), own)
        for name, own in pipeline.strategies.served(seen).items()
    )
    return sum(ask(read, own) for ask, own in asked if ask)
