"""The leak check: values that are private in one place and stand unmarked in another.

What it finds in the text joins the entity and so takes that entity's memoised outcome; nothing
is drawn again (SCIENCE §1, failure 3: a check that redraws breaks the guarantee).
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right, insort
from collections.abc import Iterable, Iterator, Sequence

from understudy.categorise.standing import Again, Value, Values
from understudy.core.folding import flat_letters, without_accents
from understudy.core.spans import clip
from understudy.core.types import Document, Edit, Entity, Span

__all__ = ["join_repeats", "lingering"]

_TELLING = 3
"""So many initials of the last words of a name are not there by chance."""
_BODIES = frozenset(("ORGANIZATION", "HOSPITAL"))
_BRACKETS = re.compile(r"\s?\(([^\W\d_]{2,8})\)")


def join_repeats(document: Document, entities: Sequence[Entity]) -> tuple[Entity, ...]:
    """The entities, and a further mention for every place where one of them stands unmarked.

    In which forms is what ``standing`` says. The initials in brackets behind the name of a body
    ("Wexley Water Company (WWC)") are a repeat, too.
    """
    text = document.text
    marked = [(entity.span.start, entity.span.end) for entity in entities]
    values = [
        Value(text[start:end], entity.category, entity.span.score, start)
        for entity, (start, end) in zip(entities, marked, strict=True)
    ]
    owners = list(entities)
    found: list[Entity] = []
    for entity in entities:
        short = _BRACKETS.match(text, entity.span.end) if entity.category in _BODIES else None
        if short and _initials_of(short[1], text[entity.span.start : entity.span.end]):
            if _free(*short.span(1), marked, document):
                found.append(_mention(entity, *short.span(1)))
                insort(marked, short.span(1))
            if len(short[1]) >= _TELLING:
                values.append(Value(short[1], entity.category, 1.0, entity.span.start))
                owners.append(entity)
    again = Values(values, document.language).find(text, marked)
    for one in sorted(again, key=_rank):
        if _free(one.start, one.end, marked, document):
            found.append(_mention(owners[one.value], one.start, one.end))
            insort(marked, (one.start, one.end))
    if not found:
        return tuple(entities)
    return tuple(sorted((*entities, *found), key=lambda one: one.span.start))


def _rank(one: Again) -> tuple[int, int, int]:
    return one.rank


def _mention(entity: Entity, start: int, end: int) -> Entity:
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


def _free(start: int, end: int, marked: Sequence[tuple[int, int]], document: Document) -> bool:
    """Whether nothing is marked there, and no segment ends in its midst."""
    behind = bisect_left(marked, (end, end))
    if behind and marked[behind - 1][1] > start:
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
    names, starts, size = [], [], 0
    strings = []
    for name, text in beside:  # all in one text, since a look costs more than a letter
        names.append(name)
        starts.append(size)
        strings.append(text)
        size += len(text) + len(_BORDER)
    if not strings:
        return
    whole = _BORDER.join(strings)
    values = [Value(one.original, one.entity.category, one.entity.span.score, 0) for one in gone]
    found = sorted(Values(values, language).find(whole), key=_start)
    drawn = " ".join(flat_letters(edit.surrogate) for edit in edits) if found else ""
    told: set[int] = set()
    for one in found:
        at = bisect_right(starts, one.start) - 1
        inside = one.end <= starts[at] + len(strings[at])
        if inside and at not in told and flat_letters(whole[one.start : one.end]) not in drawn:
            told.add(at)
            yield names[at], one.start - starts[at]


_BORDER = "\n|\n|\n"
"""What no value is looked for across."""


def _start(one: Again) -> int:
    return one.start
