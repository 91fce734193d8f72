"""The leak check: values that are private in one place and stand unmarked in another.

What it finds in the text joins the entity and so takes that entity's memoised outcome; nothing
is drawn again (SCIENCE §1, failure 3: a check that redraws breaks the guarantee).
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence

from understudy.categorise.occurrences import Occurrence, Value, Values
from understudy.core.folding import flat_letters, without_accents
from understudy.core.spans import clip
from understudy.core.types import Document, Edit, Entity, Span

__all__ = ["join_repeats", "lingering"]

_TELLING = 3
"""So many initials of the last words of a name are not there by chance."""
_ACRONYMS = frozenset(("ORGANIZATION", "HOSPITAL"))
"""Categories whose values are known by their initials."""
_BRACKETS = re.compile(r"\s?\(([^\W\d_]{2,8})\)")


def join_repeats(document: Document, entities: Sequence[Entity]) -> tuple[Entity, ...]:
    """The entities, and a further mention for every place where one of them stands unmarked.

    In which forms is what ``occurrences`` says. The initials in brackets behind the name of an
    organization ("Wexley Water Company (WWC)") are a repeat, too.
    """
    text = document.text
    taken = bytearray(len(text))
    values: list[Value] = []
    owners: list[Entity] = []
    found: list[Entity] = []
    for entity in entities:
        start, end = entity.span[:2]
        taken[start:end] = b"\1" * (end - start)
        values.append(Value(text[start:end], entity.category, entity.span.score, start))
        owners.append(entity)
    for entity in entities:
        short = _BRACKETS.match(text, entity.span.end) if entity.category in _ACRONYMS else None
        if short and _initials_of(short[1], text[entity.span.start : entity.span.end]):
            if _free(*short.span(1), taken, document):
                found.append(_mention(entity, *short.span(1), taken))
            if len(short[1]) >= _TELLING:
                values.append(Value(short[1], entity.category, 1.0, entity.span.start))
                owners.append(entity)
    again = Values(values, document.language).find(text, taken)
    for one in sorted(again, key=_rank):
        if _free(one.start, one.end, taken, document):
            found.append(_mention(owners[one.value], one.start, one.end, taken))
    if not found:
        return tuple(entities)
    return tuple(sorted((*entities, *found), key=lambda one: one.span.start))


def _rank(one: Occurrence) -> tuple[int, int, int]:
    return one.rank


def _mention(entity: Entity, start: int, end: int, taken: bytearray) -> Entity:
    taken[start:end] = b"\1" * (end - start)
    span = Span(start, end, entity.span.label, entity.span.score, "repeat")
    return Entity(span, entity.category, entity.key, entity.attributes)


def _initials_of(short: str, name: str) -> bool:
    """Whether a word in capitals is made of the initials of a name or of its last words, of all of
    them or of the weighty ones."""
    words = re.findall(r"[^\W_]+", without_accents(name))
    weighty = [word for word in words if not word.islower()]
    ways = ("".join(word[0] for word in of).upper() for of in (words, weighty))
    return short.isupper() and any(
        way == without_accents(short)
        or (len(short) >= _TELLING and way.endswith(without_accents(short)))
        for way in ways
    )


def _free(start: int, end: int, taken: bytearray, document: Document) -> bool:
    if any(taken[start:end]):
        return False
    return len(document.segments) < 2 or clip(start, end, document.segments) == ((start, end),)


def lingering(
    edits: Sequence[Edit], beside: Iterable[tuple[str, str]], language: str | None
) -> Iterator[tuple[str, int]]:
    """Where replaced values still stand in the strings of a released record: name and offset.

    A value that is part of what was drawn for an entity may stand there by right.
    """
    gone = [edit for edit in edits if not edit.kept and edit.original != edit.surrogate]
    if not gone:
        return
    values = Values(
        [Value(one.original, one.entity.category, one.entity.span.score, 0) for one in gone],
        language,
    )
    drawn = " ".join(flat_letters(edit.surrogate) for edit in edits)
    names, starts, size = [], [], 0
    strings = []
    for name, text in beside:  # all in one text, since a look costs more than a letter
        names.append(name)
        starts.append(size)
        strings.append(text)
        size += len(text) + len(_BORDER)
    whole = _BORDER.join(strings)
    told: set[int] = set()
    for one in sorted(values.find(whole), key=_start):
        at = bisect_right(starts, one.start) - 1
        inside = one.end <= starts[at] + len(strings[at])
        if inside and at not in told and flat_letters(whole[one.start : one.end]) not in drawn:
            told.add(at)
            yield names[at], one.start - starts[at]


_BORDER = "\n|\n|\n"
"""What no value is looked for across."""


def _start(one: Occurrence) -> int:
    return one.start
