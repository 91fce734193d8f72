"""Pairs of documents that differ in one value, and dice that both of them are thrown with."""

from __future__ import annotations

import random
from collections.abc import Sequence

from understudy.audit.neighbours import LISTED, Pair, Value, document_of
from understudy.audit.pairs import Judge
from understudy.audit.sketched import Difference, difference, sketched
from understudy.core.draw import Draw


def pair_of(
    template: str,
    one: str | Sequence[str],
    other: str | Sequence[str],
    language: str = "en",
    *,
    origin: str = LISTED,
    number: int = 0,
) -> Pair:
    """Neighbours: a text with slots, and what fills them on either side."""
    first, second = ([side] if isinstance(side, str) else list(side) for side in (one, other))
    documents = [document_of(template, side, "pair", language) for side in (first, second)]
    spans = [document.annotations for document in documents]
    at = next(place for place, values in enumerate(zip(first, second, strict=True))
              if values[0] != values[1])  # fmt: skip
    values = Value(first[at], origin), Value(second[at], origin)
    return Pair(number, spans[0][at].label, language, (documents[0], documents[1]), values)


class EqualDice(Draw):
    """The same numbers for both neighbours: by what is drawn and its place, never by its value."""

    __slots__ = ("_names", "_seed")

    def __init__(self, seed: int) -> None:
        super().__init__(bytes(32), "equal dice", "")
        self._seed = seed
        self._names: dict[str, dict[str, int]] = {}

    def words(self, category: str, entity: str, purpose: str) -> tuple[int, ...]:
        """Eight numbers."""
        own = self._names.setdefault(category, {})
        at = own.setdefault(entity, len(own))
        source = random.Random(f"{self._seed} {category} {at} {purpose}")
        return tuple(source.getrandbits(64) for _ in range(8))


def apart(judge: Judge, pair: Pair, p: float = 1.0) -> Difference:
    """In which declared fields the neighbours differ."""
    one, other = (sketched(judge.pipeline(p), document)[0] for document in pair.documents)
    return difference(one, other, pair.language)


def thrown(judge: Judge, pair: Pair, seed: int) -> list[tuple[str, ...]]:
    """The stand-ins of both neighbours under equal dice."""
    pipeline = judge.pipeline(1.0)
    found = []
    for document in pair.documents:
        (entities,) = pipeline.identify([document])
        edits = pipeline.replace(document, entities, EqualDice(seed))
        found.append(tuple(edit.surrogate for edit in edits))
    return found
