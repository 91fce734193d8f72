"""The annotations that a row carries: a list of objects with start, end and a label."""

from __future__ import annotations

import json
import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from itertools import pairwise, repeat
from operator import itemgetter, le, lt
from typing import Any

from understudy.core.spans import Moves, render
from understudy.core.types import GIVEN, Document, Edit, Entity, Span
from understudy.corpus.echoes import Echoes
from understudy.corpus.moving import Handled, exchanged
from understudy.corpus.pieces import Fields, RowError

__all__ = ["described", "encoder", "moved", "spans", "spliced"]

LABELS = ("category", "label", "entity_type", "type")
_new = tuple.__new__
_columns = itemgetter("start", "end", "category")
_REST = tuple(map(repeat, Span(0, 0, "")[3:]))
"""What the rest of a plain annotation is, again and again."""


def spans(entities: Any, name: str, length: int, fields: Fields) -> tuple[Span, ...]:
    """The annotations as evidence, in the order of the list."""
    if entities is None:
        return ()
    if type(entities) is not list:
        raise RowError(f"the field {name!r} is not a list")
    quick = _plain_spans(entities, length)
    if quick is not None:
        return quick
    result: list[Span] = []
    last = 0
    ordered = True
    for index, entity in enumerate(entities):
        try:
            span = _span(entity, length, fields)
        except RowError as fault:
            raise RowError(f"{name}[{index}]: {fault}") from None
        ordered = ordered and last <= span.start
        last = span.end
        result.append(span)
    if not ordered:
        _refuse_overlap(result, name)
    return tuple(result)


def _plain_spans(entities: list[Any], length: int) -> tuple[Span, ...] | None:
    """Annotations of start, end and category in the order of the text, as most rows have them.

    Column by column: a long document has many, and a loop over them would take half of reading.
    """
    try:
        starts, ends, labels = zip(*map(_columns, entities), strict=True)
    except (KeyError, TypeError, ValueError):
        return None
    if not (
        set(map(len, entities)) == {3}
        and set(map(type, starts + ends)) == {int}
        and set(map(type, labels)) == {str}
        and all(map(lt, starts, ends))
        and all(map(le, ends, starts[1:]))
        and starts[0] >= 0
        and ends[-1] <= length
    ):
        return None
    # What Span(start, end, label) makes, without the call.
    return tuple(map(_new, repeat(Span), zip(starts, ends, labels, *_REST, strict=False)))


def _span(entity: Any, length: int, fields: Fields) -> Span:
    if type(entity) is not dict:
        raise RowError("not an object (with start, end and category, or label)")
    start, end = entity.get("start"), entity.get("end")
    if type(start) is not int or type(end) is not int:
        raise RowError("start and end must be integers")
    label = entity.get("category")
    if label is None:
        label = next((entity[key] for key in LABELS if entity.get(key) is not None), None)
    if type(label) is not str:
        raise RowError(f"needs a string as one of {', '.join(LABELS)}")
    if len(entity) == 3:
        if not 0 <= start < end <= length:
            raise _out_of_range(start, end, length)
        return Span(start, end, label)
    begin, limit = _field(entity, fields, length)
    if not 0 <= start < end <= limit - begin:
        raise _out_of_range(start, end, limit - begin)
    score, source, key = entity.get("score"), entity.get("source"), entity.get("key")
    return Span(
        begin + start,
        begin + end,
        label,
        1.0 if score is None else _number(score),
        GIVEN if source is None else _string(source, "source"),
        (),
        None if key is None else str(key) if type(key) is int else _string(key, "key"),
        _attributes(entity.get("attributes")),
    )


def _out_of_range(start: int, end: int, length: int) -> RowError:
    return RowError(f"{start} to {end} is not a span of a text of {length} characters")


def _field(entity: dict[str, Any], fields: Fields, length: int) -> tuple[int, int]:
    name = entity.get("field")
    if name is None:
        return 0, length
    if type(name) is not str or name not in fields:
        raise RowError("its field is not a text field of the row")
    return fields[name]


def _number(value: Any) -> float:
    if type(value) not in (int, float):
        raise RowError("score is not a number")
    if not 0 <= value <= 1:  # and not a number that is none
        raise RowError("score is not between 0 and 1")
    return float(value)


def _string(value: Any, name: str) -> str:
    if type(value) is not str:
        raise RowError(f"{name} is not a string")
    return value


def _attributes(value: Any) -> tuple[tuple[str, str], ...]:
    if value is None:
        return ()
    if type(value) is not dict:
        raise RowError("attributes is not an object")
    # A column of structs has every attribute in every row, null where there is none.
    found = {key: entry for key, entry in value.items() if entry is not None}
    if not all(type(entry) is str for entry in found.values()):
        raise RowError("attributes is not an object of strings")
    return tuple(found.items())


def _refuse_overlap(found: Sequence[Span], name: str) -> None:
    order = sorted(range(len(found)), key=lambda index: found[index][:2])
    for left, right in pairwise(order):
        if found[right].start < found[left].end:
            raise RowError(f"{name}[{right}]: overlaps {name}[{left}]")


def moved(
    entities: Sequence[dict[str, Any]], document: Document, edits: Sequence[Edit], fields: Fields
) -> list[dict[str, Any]]:
    """The annotations as they are in the text after the edits.

    Of an annotation that an edit touches only what is written here stays: its place, its label,
    its field, an opaque key (a source may use the private name itself as the key), and the members
    whose names say that they are its words, which become the new ones, whatever they were: whether
    they were its very words would show how it was written. Scores, attributes, lemmas and the like
    come from the original and go. In other annotations, what repeats a replaced value follows.
    """
    places = _places(edits)
    plain = all(len(entity) == _FEWEST for entity in entities)
    handled, echoes = (Handled(()), Echoes(())) if plain else (Handled(edits), Echoes.of(edits))
    moves: Moves | None = None
    rendered = ""
    names = _opaque(document.annotations)
    result: list[dict[str, Any]] = []
    for entity, span in zip(entities, document.annotations, strict=True):
        place = places.get(span[:2])
        if place is None:
            moves = moves or Moves(edits)
            place = moves.span(span.start, span.end)
        start, end = place
        entry = entity
        if len(entity) > _FEWEST:
            if handled.touches(span.start, span.end):
                rendered = rendered or render(document.text, edits)
                entry = _written(entity, rendered[start:end])
            else:
                entry = _followed(entity, echoes)
            if span.key is not None:
                entry["key"] = names[span.key]
            if entity.get("field") is not None:
                moves = moves or Moves(edits)
                begin = moves.start(fields[entity["field"]][0])
                start, end = start - begin, end - begin
        result.append({**entry, "start": start, "end": end})
    return result


_FEWEST = 3
"""An annotation has a start, an end and a label."""
_FIXED = ("start", "end", "key", "field")
_SURFACE = frozenset(("text", "word", "words", "value", "surface", "mention", "string", "span"))
"""Members that are the words of an annotation."""


def _label_member(entity: dict[str, Any]) -> str:
    return next(name for name in LABELS if entity.get(name) is not None)


def _written(entity: dict[str, Any], new: str) -> dict[str, Any]:
    """What is left of an annotation whose words were replaced."""
    wanted = (*_FIXED, _label_member(entity))
    return {
        name: value if name in wanted else new
        for name, value in entity.items()
        if name in wanted or (type(value) is str and name.lower() in _SURFACE)
    }


def _followed(entity: dict[str, Any], echoes: Echoes) -> dict[str, Any]:
    """An annotation that stays, with the stand-ins of what it repeats."""
    fixed = (*_FIXED, _label_member(entity))
    return {
        name if name in fixed else echoes.replaced(name): value
        if name in fixed
        else _echoed(value, echoes)
        for name, value in entity.items()
    }


def _echoed(value: Any, echoes: Echoes) -> Any:
    if type(value) is str:
        return echoes.replaced(value)
    if type(value) is list:
        return [_echoed(item, echoes) for item in value]
    if type(value) is dict:
        return {echoes.replaced(key): _echoed(item, echoes) for key, item in value.items()}
    return value


_PLAIN = {("start", "end", "category")}


def spliced(
    text: str,
    entities: Sequence[dict[str, Any]],
    annotations: Sequence[Span],
    surrogates: Sequence[str],
    sample: str,
    ascii_only: bool,
) -> tuple[str, str] | None:
    """The text with a surrogate for each annotation, and the annotations as JSON.

    None where these are not plain: in the order of the text, of start, end and category.
    """
    if set(map(tuple, entities)) != _PLAIN:
        return None
    starts, ends = [span.start for span in annotations], [span.end for span in annotations]
    if not all(map(le, ends, starts[1:])):
        return None
    comma, colon = _style(sample)
    fresh, places = exchanged(text, starts, ends, surrogates)
    values: list[int | str] = [""] * (3 * len(starts))
    values[::3], values[1::3] = places[::2], places[1::2]
    values[2::3] = [_quoted(span.label, ascii_only) for span in annotations]
    entry = f'{{"start"{colon}%d{comma}"end"{colon}%d{comma}"category"{colon}%s}}'
    return fresh, f"[{comma.join([entry] * len(surrogates))}]" % tuple(values)


@lru_cache(maxsize=4096)
def _quoted(label: str, ascii_only: bool) -> str:
    return json.dumps(label, ensure_ascii=ascii_only)


def _places(edits: Iterable[Edit]) -> dict[tuple[int, ...], tuple[int, int]]:
    """Where edited spans come to lie: most annotations are such spans, and a look-up is quick."""
    places: dict[tuple[int, ...], tuple[int, int]] = {}
    shift = last = 0
    for edit in edits:
        start, end = place = edit.entity.span[:2]
        if start < last:
            return {}
        moved_end = start + shift + len(edit.surrogate)
        places[place] = start + shift, moved_end
        shift = moved_end - end
        last = end
    return places


def _opaque(annotations: Iterable[Span]) -> dict[str, str]:
    """PERSON1, PERSON2, LOCATION1 … by first appearance."""
    names: dict[str, str] = {}
    counts: dict[str, int] = {}
    for span in annotations:
        if span.key is not None and span.key not in names:
            counts[span.label] = counts.get(span.label, 0) + 1
            names[span.key] = f"{span.label}{counts[span.label]}"
    return names


def described(entities: Iterable[Entity], fields: Fields) -> list[dict[str, Any]]:
    """Annotations for entities; relative to fields, where there are any.

    An entity that covers several fields becomes an annotation in each.
    """
    if not fields:
        return [_entry(entity, *entity.span[:2]) for entity in entities]
    result: list[dict[str, Any]] = []
    names = list(fields)
    starts = [start for start, _ in fields.values()]
    for entity in entities:
        start, end = entity.span[:2]
        first, last = bisect_right(starts, start) - 1, bisect_left(starts, end)
        for name in names[first:last]:
            begin, limit = fields[name]
            left, right = max(start, begin), min(end, limit)
            if left < right:
                result.append(_entry(entity, left - begin, right - begin) | {"field": name})
    return result


def _entry(entity: Entity, start: int, end: int) -> dict[str, Any]:
    entry: dict[str, Any] = {
        "start": start,
        "end": end,
        "category": entity.category,
        "key": entity.key,
        "score": entity.span.score,
        "source": entity.span.source,
    }
    if entity.attributes:
        entry["attributes"] = dict(entity.attributes)
    return entry


_ENCODERS = {
    (ascii_only, item, key): json.JSONEncoder(
        ensure_ascii=ascii_only, separators=(item, key), check_circular=False
    ).encode
    for ascii_only in (True, False)
    for item in (",", ", ")
    for key in (":", ": ")
}


def encoder(sample: str, ascii_only: bool) -> Callable[[Any], str]:
    """An encoder that writes JSON with the spaces of the sample."""
    encode = _ENCODERS[ascii_only, *_style(sample)]
    return encode if ascii_only else lambda value: _HALVES.sub(_escaped_half, encode(value))


_HALVES = re.compile("[\ud800-\udfff]")
"""Half a surrogate pair can be written in JSON, and not in UTF-8: it stays escaped."""


def _escaped_half(match: re.Match[str]) -> str:
    return f"\\u{ord(match[0]):04x}"


def _style(sample: str) -> tuple[str, str]:
    """What stands between items, and between a key and its value."""
    comma = ", " if ', "' in sample or "}, {" in sample else ","
    return comma, ": " if '": ' in sample else ":"
