"""All that the documents of one data subject say, as one sheet.

A draw depends on what is read, and one document may say more than another: "Nowak, Latoya" in a
table, "Ms Nowak" in a note, a number with the code of its country and without. Read document by
document, these would be several things, or one thing with several sketches, and get several
stand-ins. So the counting pass collects the distinct values of each data subject; they are linked
and bundled as if they stood in one document, and every mention is written from that one reading.

Dates are not on the sheet: they share the anchor of the subject, and need no more to agree.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from understudy.core.types import Document, Entity, Segment, Span
from understudy.replace.base import Setting
from understudy.replace.surrogate.bundles import DATED, Bundle, Gathered, View, gathered
from understudy.surrogates.dates.read import Anchor
from understudy.surrogates.mention import Mention

__all__ = ["Joined", "Place", "Sheet", "Value", "joined", "sheet_of", "united"]

_CONTEXTS = 3
"""Surroundings that are kept of a value: they tell gender and kind, and a few tell it well."""


class Value(NamedTuple):
    """A value as it stands in some document."""

    text: str
    category: str
    """As the policy calls it."""

    def __repr__(self) -> str:
        return f"Value({self.category!r})"


Contexts = tuple[tuple[str, str, tuple[tuple[str, str], ...]], ...]
"""What stands before and behind a value, and what is known of it; in a fixed order."""


class Sheet(NamedTuple):
    """What is known of a data subject after some of its documents."""

    anchor: Anchor | None
    documents: int
    languages: Mapping[str, int]
    values: Mapping[Value, Contexts]

    def __repr__(self) -> str:
        return f"Sheet({self.documents} documents, {len(self.values)} values)"


def sheet_of(
    document: Document,
    entities: Sequence[Entity],
    found: Gathered,
    setting: Setting,
    language: str,
    anchor: Anchor | None,
) -> Sheet:
    """What one document says."""
    view = View(document, entities, setting)
    values: dict[Value, set[tuple[str, str, tuple[tuple[str, str], ...]]]] = {}
    for bundle in found.bundles:
        if bundle.kind == DATED:
            continue
        for entity, mention in zip(bundle.entities, view.mentions(bundle), strict=True):
            known = values.setdefault(Value(mention.text, entity.category), set())
            known.add((mention.before, mention.after, mention.attributes))
    return Sheet(anchor, 1, {language: 1}, {one: _few(known) for one, known in values.items()})


def _few(
    contexts: Iterable[tuple[str, str, tuple[tuple[str, str], ...]]],
) -> Contexts:
    return tuple(sorted(contexts)[:_CONTEXTS])


def united(one: Sheet, other: Sheet) -> Sheet:
    """Two sheets of a subject as one, whatever their order."""
    values = dict(one.values)
    for value, contexts in other.values.items():
        values[value] = _few({*values.get(value, ()), *contexts})
    languages = dict(one.languages)
    for language, count in other.languages.items():
        languages[language] = languages.get(language, 0) + count
    anchor = _latest(one.anchor, other.anchor)
    return Sheet(anchor, one.documents + other.documents, languages, values)


def _latest(one: Anchor | None, other: Anchor | None) -> Anchor | None:
    if one is None or other is None:
        return one or other
    return max(one[0], other[0]), max(one[1], other[1])


class Place(NamedTuple):
    """Where a value stands on the sheet."""

    bundle: int
    mention: int


class Joined(NamedTuple):
    """A sheet, linked and bundled."""

    language: str
    bundles: tuple[Bundle, ...]
    mentions: tuple[tuple[Mention, ...], ...]
    """For each bundle, what its reader sees."""
    places: Mapping[Value, Place]

    def __repr__(self) -> str:
        return f"Joined({len(self.bundles)} bundles)"


def joined(sheet: Sheet, subject: str, setting: Setting) -> Joined:
    """The sheet as one document would be read."""
    language = max(sorted(sheet.languages), key=lambda one: sheet.languages[one])
    document, entities, contexts = _document(sheet, subject, setting, language)
    bundles = gathered(document, entities, setting, language).bundles
    places: dict[Value, Place] = {}
    seen: list[tuple[Mention, ...]] = []
    for number, bundle in enumerate(bundles):
        mentions: list[Mention] = []
        for entity in bundle.entities:
            value = _value(document, entity)
            places[value] = Place(number, len(mentions))
            own = setting.canonical.get(entity.category, entity.category)
            mentions += [Mention(value.text, own, *one) for one in contexts[value]]
        seen.append(tuple(mentions))
    return Joined(language, tuple(bundles), tuple(seen), places)


def _value(document: Document, entity: Entity) -> Value:
    return Value(document.text[entity.span.start : entity.span.end], entity.category)


def _document(
    sheet: Sheet, subject: str, setting: Setting, language: str
) -> tuple[Document, list[Entity], Mapping[Value, Contexts]]:
    """A document with each value of the sheet on a line of its own; the longest come first, since
    a full name says who there is."""
    order = sorted(sheet.values, key=lambda one: (-len(one.text), one))
    spans = list(_lines(order))
    text = "\n".join(one.text for one in order)
    segments = tuple(Segment(span.start, span.end, "field") for span in spans)
    document = Document(subject, text, language, subject, segments)
    marked = [(span, value.category) for span, value in zip(spans, order, strict=True)]
    if setting.link is None:
        raise ValueError("a setting whose scope is the subject needs a way to link mentions")
    keys = setting.link(document, marked, language)
    entities = [
        Entity(span, category, key, sheet.values[value][0][2])
        for (span, category), key, value in zip(marked, keys, order, strict=True)
    ]
    return document, entities, sheet.values


def _lines(values: Sequence[Value]) -> Iterator[Span]:
    at = 0
    for value in values:
        yield Span(at, at + len(value.text), value.category)
        at += len(value.text) + 1
