"""All that the documents of one data subject say, as one sheet.

A draw depends on what is read, and one document may say more than another: "Nowak, Latoya" in a
table, "Ms Nowak" in a note, a number with the code of its country and without. Read document by
document, these would be several things, or one thing with several sketches, and get several
stand-ins. So the counting pass collects the distinct values of each data subject; they are linked
and bundled as if they stood in one document, and every mention is written from that one reading.

Dates are not on the sheet: they share the anchor of the subject, and need no more to agree.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import takewhile
from typing import Any, NamedTuple

from understudy.core.folding import flat_letters, fold
from understudy.core.types import Document, Entity, Segment, Span
from understudy.replace.base import Setting
from understudy.replace.surrogate.bundles import (
    DATED,
    NUMBERS,
    PEOPLE,
    Bundle,
    Gathered,
    View,
    gathered,
)
from understudy.replace.surrogate.kinds import BUILT
from understudy.surrogates.dates.read import Anchor
from understudy.surrogates.mention import Mention
from understudy.surrogates.people.titles import flat_title, title_gender

__all__ = [
    "Joined",
    "Known",
    "Place",
    "Sheet",
    "Value",
    "joined",
    "packed",
    "recalled",
    "sheet_of",
    "united",
    "unpacked",
]

_WORD = re.compile(r"[^\W\d_]+")
_WHOLE = 7
"""Digits that are the same number."""
_NAME = 3
"""Letters of the shortest name that is looked for within an address."""
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
    places: Mapping[Value, tuple[str, int]] = {}
    """Where each value stands first: the id of a document, and how many mentions come before."""
    orders: tuple[str, ...] = ()
    """Which of day and month stands first in its dates, where they tell it."""

    def __repr__(self) -> str:
        return f"Sheet({self.documents} documents, {len(self.values)} values)"


def sheet_of(
    document: Document,
    entities: Sequence[Entity],
    found: Gathered,
    view: View,
    language: str,
    anchor: Anchor | None,
    orders: tuple[str, ...] = (),
) -> Sheet:
    """What one document says."""
    values: dict[Value, set[tuple[str, str, tuple[tuple[str, str], ...]]]] = {}
    places: dict[Value, tuple[str, int]] = {}
    numbers = {entity: at for at, entity in enumerate(entities)}
    for bundle in found.bundles:
        if bundle.kind == DATED:
            continue
        alone = bundle._replace(after=None)  # what is drawn for all documents borrows from none
        for entity, mention in zip(bundle.entities, view.mentions(alone), strict=True):
            value, place = Value(mention.text, entity.category), (document.id, numbers[entity])
            known = values.setdefault(value, set())
            known.add((mention.before, mention.after, mention.attributes))
            places[value] = min(place, places.get(value, place))
    few = {one: _few(known) for one, known in values.items()}
    return Sheet(anchor, 1, {language: 1}, few, places, orders)


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
    places = dict(one.places)
    for value, place in other.places.items():
        places[value] = min(place, places.get(value, place))
    anchor = _latest(one.anchor, other.anchor)
    orders = tuple(sorted({*one.orders, *other.orders}))
    return Sheet(anchor, one.documents + other.documents, languages, values, places, orders)


def _latest(one: Anchor | None, other: Anchor | None) -> Anchor | None:
    if one is None or other is None:
        return one or other
    return max(one[0], other[0]), max(one[1], other[1])


class Known(NamedTuple):
    """What earlier releases say of a data subject."""

    sheet: Sheet
    drawn: Mapping[Value, str]
    """What became of each value."""
    keys: Mapping[Value, str]
    """The key of the bundle that each value was drawn with: its draw has that name."""

    def __repr__(self) -> str:
        return f"Known({len(self.drawn)} values)"


def packed(sheet: Sheet, drawn: Mapping[Value, str], keys: Mapping[Value, str]) -> dict[str, Any]:
    """A sheet and what was drawn for its values, as JSON can hold them."""
    return {
        "anchor": sheet.anchor,
        "documents": sheet.documents,
        "languages": dict(sheet.languages),
        "orders": list(sheet.orders),
        "values": [
            [one.text, one.category, drawn[one], keys[one], list(contexts)]
            for one, contexts in sheet.values.items()
        ],
    }


def unpacked(rows: Sequence[Mapping[str, Any]]) -> Known:
    """What several releases have packed, the first of them first: its anchor holds, and so does
    what it drew."""
    sheet = Sheet(None, 0, {}, {})
    drawn: dict[Value, str] = {}
    keys: dict[Value, str] = {}
    anchor: Anchor | None = None
    for row in rows:
        values: dict[Value, Contexts] = {}
        places: dict[Value, tuple[str, int]] = {}
        for text, category, stand_in, key, contexts in row["values"]:
            value = Value(text, category)
            places[value] = ("", len(keys))  # before all that is new
            values[value] = tuple(
                (before, after, tuple((name, one) for name, one in attributes))
                for before, after, attributes in contexts
            )
            drawn.setdefault(value, stand_in)
            keys.setdefault(value, key)
        if anchor is None and row["anchor"] is not None:
            anchor = (row["anchor"][0], row["anchor"][1])
        orders = tuple(row.get("orders", ()))
        told = Sheet(None, row["documents"], row["languages"], values, places, orders)
        sheet = united(sheet, told)
    return Known(sheet._replace(anchor=anchor), drawn, keys)


def recalled(
    kind: str, values: Sequence[tuple[Value, int]], texts: Sequence[str | None], known: Known
) -> tuple[str | None, ...]:
    """What was drawn, with what earlier releases drew in its place.

    What is read may have changed since, and with it the draw. A new way to write a known person
    or number then gets the names and digits that the known ways had: each stand-in that is drawn
    now for a known value is compared with the one that it had. The values themselves are not
    looked at, or what they have more than a known one, such as an area code, would stand in the
    release.
    """
    found = list(texts)
    told = [
        (text, known.drawn[value])
        for value, at in values
        if value in known.drawn and (text := texts[at]) is not None
    ]
    changed = any(fresh != before for fresh, before in told)
    words = _word_pairs(told) if kind == PEOPLE and changed else {}
    codes = _code_pairs(told) if kind == NUMBERS and changed else []
    for value, at in values:
        fresh = texts[at]
        if value in known.drawn:
            found[at] = known.drawn[value]
        elif fresh is not None and words:
            found[at] = _reworded(fresh, words, built=value.category in BUILT)
        elif fresh is not None and codes:
            found[at] = _regrouped(fresh, codes)
    return tuple(found)


def _code_pairs(told: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """Letters and digits that are drawn now → those of before, where there are as many."""
    pairs = [(_bare(fresh), _bare(before)) for fresh, before in told]
    return [(fresh, before) for fresh, before in pairs if len(fresh) == len(before) > 0]


def _bare(text: str) -> str:
    return "".join(filter(str.isalnum, text))


def _regrouped(text: str, codes: Iterable[tuple[str, str]]) -> str:
    """A stand-in that ends as that of a known number does, with the end that this one had."""
    own = _bare(text)
    for fresh, before in codes:
        pairs = zip(reversed(fresh), reversed(own), strict=False)
        size = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
        if size >= _WHOLE or size == len(own) > 0:
            signs = iter(own[: len(own) - size] + before[len(before) - size :])
            return "".join(next(signs) if sign.isalnum() else sign for sign in text)
    return text


def _word_pairs(told: Iterable[tuple[str, str]]) -> dict[str, str]:
    """word that is drawn now → that of before, of stand-ins with as many words."""
    found: dict[str, str] = {}
    for fresh, before in told:
        olds, news = _WORD.findall(fresh), _WORD.findall(before)
        if len(olds) == len(news):
            for one, other in zip(olds, news, strict=True):
                found.setdefault(fold(one), other)
    return found


def _reworded(text: str, words: Mapping[str, str], *, built: bool) -> str:
    """A stand-in with the words of before, in its own letter case; ``built``: an address, in
    which names stand without a space between them."""
    if built:
        local, sign, domain = text.partition("@")
        for old in sorted(words, key=len, reverse=True):
            if len(old) >= _NAME:
                local = local.replace(flat_letters(old), flat_letters(words[old]))
        return local + sign + domain

    def new(match: re.Match[str]) -> str:
        known = words.get(fold(match[0]))
        if known is None:
            return match[0]
        if match[0].isupper():
            return known.upper()
        return known.lower() if match[0].islower() else known[:1].upper() + known[1:].lower()

    return _WORD.sub(new, text)


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
    of_entity: Mapping[Entity, Value]
    """The value of each entity of the bundles."""
    related: Sequence[tuple[Entity, Entity]]
    """Values that show a surname, each with that of the first other person who has it."""
    kin: Mapping[int, Sequence[int]]
    """The bundles of people who share a surname, by each of them."""

    def __repr__(self) -> str:
        return f"Joined({len(self.bundles)} bundles)"

    def place_of(self, entity: Entity) -> Place:
        """Where the value of an entity of the bundles stands."""
        return self.places[self.of_entity[entity]]

    def of_bundle(self, number: int) -> Iterator[tuple[Value, int]]:
        """The values of a bundle, each with the place of its mention."""
        for value, place in self.places.items():
            if place.bundle == number:
                yield value, place.mention


def joined(
    sheet: Sheet, subject: str, setting: Setting, keys: Mapping[Value, str] | None = None
) -> Joined:
    """The sheet as one document would be read; ``keys`` has those that bundles had before."""
    language = max(sorted(sheet.languages), key=lambda one: sheet.languages[one])
    document, entities, contexts = _document(sheet, subject, setting, language)
    found = gathered(document, entities, setting, language)
    bundles = found.bundles
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
        known = sorted(
            keys[one]
            for one in (_value(document, entity) for entity in bundle.entities)
            if keys and one in keys
        )
        if known:
            bundles[number] = bundle._replace(key=known[0])
    values = {entity: _value(document, entity) for one in bundles for entity in one.entities}
    kin: dict[int, list[int]] = {}
    for pair in found.related:
        ends = [places[values[one]].bundle for one in pair]
        several = sorted({other for one in ends for other in kin.get(one, [one])})
        kin |= dict.fromkeys(several, several)
    return Joined(language, tuple(bundles), tuple(seen), places, values, found.related, kin)


def _value(document: Document, entity: Entity) -> Value:
    return Value(document.text[entity.span.start : entity.span.end], entity.category)


def _document(
    sheet: Sheet, subject: str, setting: Setting, language: str
) -> tuple[Document, list[Entity], Mapping[Value, Contexts]]:
    """A document with each value of the sheet on a line of its own, in the order of where they
    stand first: one by their lengths would show in what is drawn for the others."""
    order = sorted(sheet.values, key=lambda one: (sheet.places.get(one, ("", 0)), one))
    spans = list(_lines(order, [0] * len(order)))
    text = "\n".join(one.text for one in order)
    segments = tuple(Segment(span.start, span.end, "field") for span in spans)
    document = Document(subject, text, language, subject, segments)
    marked = [(span, value.category) for span, value in zip(spans, order, strict=True)]
    keys = _linked(order, sheet.values, document, setting, language)
    entities = [
        Entity(span, category, key, sheet.values[value][0][2])
        for (span, category), key, value in zip(marked, keys, order, strict=True)
    ]
    return document, entities, sheet.values


def _linked(
    values: Sequence[Value],
    contexts: Mapping[Value, Contexts],
    document: Document,
    setting: Setting,
    language: str,
) -> list[str]:
    """The key of each value, as one document that has them all would link them, with the title that
    stood before a name: "Mrs Hall" is not Daniel Hall, though he was named last."""
    if setting.link is None:
        raise ValueError("a setting whose scope is the subject needs a way to link mentions")
    titles = [_title(contexts[value], language) for value in values]
    text = "\n".join(title + value.text for title, value in zip(titles, values, strict=True))
    spans = _lines(values, list(map(len, titles)))
    marked = [(span, value.category) for span, value in zip(spans, values, strict=True)]
    return setting.link(document._replace(text=text, segments=()), marked, language)


def _title(contexts: Contexts, language: str) -> str:
    """The title that stands before a value somewhere, where it tells a gender."""
    for before, *_ in contexts:
        last = before.split()[-1:] if before[-1:] == " " else []
        if last and title_gender(flat_title(last[0], language), language):
            return f"{last[0]} "
    return ""


def _lines(values: Sequence[Value], before: Sequence[int]) -> Iterator[Span]:
    """Where each value stands, on a line of its own behind so many characters."""
    at = 0
    for value, skipped in zip(values, before, strict=True):
        at += skipped
        yield Span(at, at + len(value.text), value.category)
        at += len(value.text) + 1
