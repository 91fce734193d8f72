"""The leak check: values that are private in one place and stand unmarked in another.

What it finds in the text joins the entity and so takes that entity's memoised outcome; nothing
is drawn again (SCIENCE §1, failure 3: a check that redraws breaks the guarantee).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from understudy.core.folding import without_accents
from understudy.core.spans import clip
from understudy.core.types import Document, Edit, Entity, Span

__all__ = ["join_repeats", "lingers"]

_SHORTEST = 4
"""Shorter values ("46", "May") stand in many places that have nothing to do with the entity."""


_TELLING = 3
"""So many initials of the last words of a name are not there by chance."""
_BODIES = frozenset(("ORGANIZATION", "HOSPITAL"))
_BRACKETS = re.compile(r"\s?\(([^\W\d_]{2,8})\)")


def join_repeats(document: Document, entities: Sequence[Entity]) -> tuple[Entity, ...]:
    """The entities, and a further mention for every unmarked whole-word repeat of their text.

    The initials in brackets behind the name of a body ("Wexley Water Company (WWC)") are a repeat,
    too.
    """
    text = document.text
    surfaces: dict[str, tuple[Entity, int]] = {}
    found: list[Entity] = []
    taken: list[tuple[int, int]] | None = None
    for entity in entities:
        span = entity.span
        short = _BRACKETS.match(text, span.end) if entity.category in _BODIES else None
        if short and _initials_of(short[1], text[span.start : span.end]):
            taken = taken or [(one.span.start, one.span.end) for one in entities]
            if _free(*short.span(1), taken, document):
                found.append(_mention(entity, *short.span(1)))
                taken.append(short.span(1))
            if len(short[1]) >= _TELLING:
                surfaces.setdefault(short[1], (entity, 0))
        if span.end - span.start >= _SHORTEST:
            surface = text[span.start : span.end]
            first, marked = surfaces.get(surface, (entity, 0))
            surfaces[surface] = (first, marked + 1)
            surfaces.setdefault(surface.upper(), (entity, 0))
    for surface, (entity, marked) in sorted(surfaces.items(), key=_longest_first):
        if text.count(surface) <= marked:
            continue
        if taken is None:
            taken = [(one.span.start, one.span.end) for one in entities]
        start = text.find(surface)
        while start >= 0:
            end = start + len(surface)
            if _whole(text, start, end) and _free(start, end, taken, document):
                found.append(_mention(entity, start, end))
                taken.append((start, end))
            start = text.find(surface, start + 1)
    if not found:
        return tuple(entities)
    return tuple(sorted((*entities, *found), key=lambda one: one.span.start))


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


def _longest_first(item: tuple[str, tuple[Entity, int]]) -> tuple[int, int]:
    surface, (entity, _) = item
    return -len(surface), entity.span.start


def _whole(text: str, start: int, end: int) -> bool:
    before = start == 0 or not (text[start - 1].isalnum() and text[start].isalnum())
    after = end == len(text) or not (text[end].isalnum() and text[end - 1].isalnum())
    return before and after


def _free(start: int, end: int, taken: Iterable[tuple[int, int]], document: Document) -> bool:
    if any(left < end and start < right for left, right in taken):
        return False
    return len(document.segments) < 2 or clip(start, end, document.segments) == ((start, end),)


def lingers(edits: Sequence[Edit], released: Iterable[bytes]) -> bool:
    """Whether a replaced value still stands in the bytes of a released record.

    After ``join_repeats`` that is outside the text, or inside a longer word of it. A value that
    is part of what was drawn for an entity may stand there by right.
    """
    values = {edit.original for edit in edits if not edit.kept and len(edit.original) >= _SHORTEST}
    values -= {edit.surrogate for edit in edits}
    coded = {value: value.encode("utf-8", "surrogatepass") for value in values}
    found = (
        value
        for value, data in coded.items()
        for part in released
        if data in part and _whole_bytes(part, data)
    )
    return any(all(value not in edit.surrogate for edit in edits) for value in found)


def _whole_bytes(part: bytes, value: bytes) -> bool:
    edge = rb"[\w\x80-\xff]"
    pattern = rb"(?<!" + edge + rb")" + re.escape(value) + rb"(?!" + edge + rb")"
    return re.search(pattern, part) is not None
