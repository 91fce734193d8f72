"""The numbers in placeholders: which things of a document are counted together, and which things
of a data subject's documents are the same.

Numbers of a document follow the order in which its things first stand there. Where the scope is
the subject, ``<PERSON2>`` or ``B.`` must be one person in all documents: the counting pass notes
what each document names, its things are linked as if they stood in one document, and numbered in
the order of the documents' ids.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import NamedTuple

from understudy.core.types import Document, Entity, Segment, Span
from understudy.replace.base import Setting

__all__ = ["Counted", "Numbers", "OfDocument", "joint_numbers", "mentions_to_number", "numbers_of"]

_BEFORE = 24
"""Characters before a mention in which a title or a word for a relative stands."""

Numbers = Sequence[int]
"""A number for each thing of a document, in the order in which the things first stand there."""


class Counted(NamedTuple):
    """How the things of a category are counted."""

    series: str
    """What the placeholder says beside the number: things of one series are counted together, or
    two people could both be ``A.``."""
    kind: str
    """The category; all names of people are of one kind, since one person may have several."""


class _Thing(NamedTuple):
    """What gets one number in one document."""

    counted: Counted
    key: str

    def __repr__(self) -> str:
        return f"_Thing({self.counted.kind!r})"


class NumberedMention(NamedTuple):
    """What one document tells of a thing: its longest mention, and what stands before that."""

    counted: Counted
    category: str
    text: str
    before: str

    def __repr__(self) -> str:
        return f"NumberedMention({self.category!r})"


OfDocument = tuple[str, tuple[NumberedMention, ...]]
"""The language of a document, and its things in the order in which they first stand there."""


def numbers_of(
    entities: Sequence[Entity], counted: Mapping[str, Counted], joint: Numbers | None = None
) -> Mapping[tuple[str, str], int]:
    """(category, key) → its number; ``joint`` has the numbers that all documents share."""
    things: dict[_Thing, int] = {}
    last: Counter[str] = Counter()
    found: dict[tuple[str, str], int] = {}
    for entity in entities:
        thing = _thing(entity, counted)
        if thing not in things:
            last[thing.counted.series] += 1
            things[thing] = last[thing.counted.series] if joint is None else joint[len(things)]
        found[entity.category, entity.key] = things[thing]
    return found


def mentions_to_number(
    document: Document, entities: Sequence[Entity], counted: Mapping[str, Counted], language: str
) -> OfDocument:
    """What a document says of its things."""
    longest: dict[_Thing, Entity] = {}
    for entity in entities:
        held = longest.setdefault(_thing(entity, counted), entity)
        if _length(entity) > _length(held):
            longest[_thing(entity, counted)] = entity
    return language, tuple(_told(document, *one) for one in longest.items())


def joint_numbers(
    documents: Mapping[str, OfDocument], subject: str, setting: Setting
) -> Mapping[str, Numbers]:
    """The id of each document of a subject → the numbers of its things."""
    if setting.link is None:
        raise ValueError("a setting whose scope is the subject needs a way to link mentions")
    ordered = sorted(documents.items())
    lines = list(dict.fromkeys(chain.from_iterable(told for _, (_, told) in ordered)))
    keys = dict(zip(lines, _linked(lines, ordered, subject, setting.link), strict=True))
    numbers: dict[tuple[_Thing, int], int] = {}
    last: Counter[str] = Counter()
    found: dict[str, Numbers] = {}
    for id, (_, told) in ordered:
        seen: Counter[_Thing] = Counter()
        own: list[int] = []
        for one in told:
            thing = _Thing(one.counted, keys[one])
            # Two things of one document stay two: there, more was known of them.
            place = (thing, seen[thing])
            seen[thing] += 1
            if place not in numbers:
                last[one.counted.series] += 1
                numbers[place] = last[one.counted.series]
            own.append(numbers[place])
        found[id] = own
    return found


def _thing(entity: Entity, counted: Mapping[str, Counted]) -> _Thing:
    return _Thing(counted[entity.category], entity.key)


def _length(entity: Entity) -> int:
    return entity.span.end - entity.span.start


def _told(document: Document, thing: _Thing, entity: Entity) -> NumberedMention:
    start, end = entity.span.start, entity.span.end
    before = document.text[max(0, start - _BEFORE) : start].rpartition("\n")[2]
    text = document.text[start:end]
    return NumberedMention(thing.counted, entity.category, text, before)


def _linked(
    lines: Sequence[NumberedMention],
    ordered: Iterable[tuple[str, OfDocument]],
    subject: str,
    link: Callable[[Document, Sequence[tuple[Span, str]], str], list[str]],
) -> list[str]:
    """A key for each line of a document that has them all."""
    counted = Counter(language for _, (language, _) in ordered)
    language = max(sorted(counted), key=lambda one: counted[one])
    text = "\n".join(one.before + one.text for one in lines)
    spans = list(_spans(lines))
    segments = tuple(Segment(start, span.end, "field") for start, span in spans)
    document = Document(subject, text, language, subject, segments)
    marked = [(span, one.category) for (_, span), one in zip(spans, lines, strict=True)]
    return link(document, marked, language)


def _spans(lines: Iterable[NumberedMention]) -> Iterator[tuple[int, Span]]:
    """Where each line begins, and where its thing stands."""
    at = 0
    for one in lines:
        start = at + len(one.before)
        end = start + len(one.text)
        yield at, Span(start, end, one.category)
        at = end + 1
