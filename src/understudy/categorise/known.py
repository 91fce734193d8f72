"""What the columns of a row say: each cell of a typed column is one entity, and what it says is
looked for in the text of the row.

Whoever writes "Faith Hassan" in the column for names has told that Faith is a name here, so every
form of the value is marked wherever it stands, however rare the name or ordinary the word. What
detectors find beside it stays; where they reach over it, what is left of theirs stays only if it
could be private by itself.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache

from understudy.categorise.forms import PEOPLE
from understudy.categorise.link import LINKED
from understudy.categorise.repeats import Page, Value, Values
from understudy.core.folding import flat, fold
from understudy.core.spans import covers
from understudy.core.types import BIRTH, Document, Span
from understudy.languages import DEFAULT, reads, supported
from understudy.languages.lexicon import lexicon
from understudy.languages.lists import says_birth

__all__ = ["COLUMN", "column_of", "of_row", "of_rows", "without_cells"]

_SIGNS = " \t\r\n\f\v<>()[],;:\"'"
"""What may stand around an address, and in none."""
_SCHEME = "mailto:"
_WHOLE = frozenset(("EMAIL_ADDRESS", "URL", "DOMAIN_NAME", "USERNAME"))
_DATED = frozenset(("DATE", "DATE_TIME"))
_INITIAL = re.compile(r" ([^\W\d_a-zß-öø-ÿ])(?:\.|(?=[\s,;:!?)]|\Z))")
COLUMN = "columns"
"""The source of what a column says."""
_Mark = tuple[int, int, str]
"""Start, end and label of a value."""


def of_rows(
    documents: Sequence[Document],
    columns: Mapping[str, str],
    look: Callable[[Sequence[Document]], list[tuple[Span, ...]]],
) -> list[tuple[Span, ...]]:
    """The evidence of rows with typed columns; ``look`` sees only what stands beside the cells."""
    read = [without_cells(document, columns) for document in documents]
    said = [at for at, document in enumerate(read) if document.text]
    found: list[tuple[Span, ...]] = [()] * len(documents)
    for at, spans in zip(said, look([read[at] for at in said]), strict=True):
        found[at] = spans
    return [
        of_row(document, spans, columns) for document, spans in zip(documents, found, strict=True)
    ]


def of_row(
    document: Document, spans: Sequence[Span], columns: Mapping[str, str]
) -> tuple[Span, ...]:
    """The evidence of a row: its cells, their values in the text, and what detectors found beside
    them; ``columns`` has the category of each typed column."""
    cells = list(_cells(document, columns))
    if not cells:
        return tuple(spans)
    places = _borders(document, columns)
    rest = _outside(spans, places)
    whole = [span for span in rest if span.label in _WHOLE]
    known = [one for one in _known(document, cells, places) if not _within(one, whole)]
    language = supported(document.language) or DEFAULT
    return (*cells, *known, *_beside(rest, known, document.text, language))


def _within(one: Span, whole: Sequence[Span]) -> bool:
    """Whether it is a part of an address, which is replaced as a whole: what stands beside a name
    in it tells as much as the name."""
    return any(
        span.start <= one.start
        and one.end <= span.end
        and one.end - one.start < span.end - span.start
        for span in whole
    )


def without_cells(document: Document, columns: Mapping[str, str]) -> Document:
    """What detectors read of a row: its text, which comes before its typed columns."""
    places = _borders(document, columns)
    cut = min((start for start, _ in places), default=-1)
    if cut < 0 or any(end > cut for end in _texts(document, columns)):
        return document
    return document._replace(
        text=document.text[: max(0, cut - 1)],
        segments=tuple(one for one in document.segments if one.start < cut),
        annotations=tuple(one for one in document.annotations if one.end < cut),
    )


def _texts(document: Document, columns: Mapping[str, str]) -> Iterator[int]:
    """Where what is no cell ends."""
    for one in document.segments:
        if one.kind != "field" or column_of(one.name) not in columns:
            yield one.end


def _cells(document: Document, columns: Mapping[str, str]) -> Iterator[Span]:
    """The values of the cells. Names and addresses are linked by what they are made of; any other
    value is its own key."""
    for one in document.segments:
        column = column_of(one.name)
        if one.kind != "field" or column not in columns:
            continue
        category = columns[column]
        told = BIRTH if _of_birth(column, category) else ()
        for start, end, label in _marks(document.text, one.start, one.end, category):
            key = None if label in LINKED else fold(document.text[start:end])
            yield Span(start, end, label, source=COLUMN, key=key, attributes=told)


@lru_cache(maxsize=256)
def _of_birth(column: str, label: str) -> bool:
    return label in _DATED and says_birth(column)


def _marks(text: str, start: int, end: int, label: str) -> Sequence[_Mark]:
    """What a cell holds: one value; of addresses also what stands around one, as in
    ``"Ann Lee" <ann@lee.org>`` and ``mailto:ann@lee.org``."""
    addresses = list(_addresses(text, start, end)) if label == "EMAIL_ADDRESS" else []
    if not addresses:
        return _trimmed(text, start, end, label, None)
    found: list[_Mark] = []
    cursor = start
    for first, last in addresses:
        found += (*_trimmed(text, cursor, first, "PERSON", _SIGNS), (first, last, label))
        cursor = last
    return (*found, *_trimmed(text, cursor, end, "PERSON", _SIGNS))


def _addresses(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Where signs that may be an address stand around an @."""
    at = text.find("@", start, end)
    while at >= 0:
        first, last = at, at + 1
        while first > start and text[first - 1] not in _SIGNS:
            first -= 1
        while last < end and text[last] not in _SIGNS:
            last += 1
        if first < at and last > at + 1:
            yield first, last
        start, at = last, text.find("@", last, end)


def _trimmed(text: str, start: int, end: int, label: str, signs: str | None) -> Sequence[_Mark]:
    """A stretch without the signs at its ends, if anything is left of it; None for white space."""
    value = text[start:end].rstrip(signs)
    if signs and value.lower().endswith(_SCHEME.rstrip(signs)):
        value = value[: 1 - len(_SCHEME)].rstrip(signs)
    first, last = start + len(value) - len(value.lstrip(signs)), start + len(value)
    return ((first, last, label),) if first < last else ()


def _borders(document: Document, columns: Mapping[str, str]) -> list[tuple[int, int]]:
    """Where the cells lie, empty ones too: no detector has a say there."""
    return [
        (one.start, one.end)
        for one in document.segments
        if one.kind == "field" and column_of(one.name) in columns
    ]


@lru_cache(maxsize=1 << 10)
def column_of(name: str) -> str:
    """The path of a field without places in lists: ``phones.0`` is of ``phones``."""
    return ".".join(part for part in name.split(".") if not part.isdigit())


def _known(
    document: Document, cells: Sequence[Span], places: Sequence[tuple[int, int]]
) -> Iterator[Span]:
    """Where values of the cells stand in the rest of the text."""
    text, places = document.text, sorted(places)
    if covers(text, places):
        return
    page = Page.of(text, places)
    said = [(text[one.start : one.end], one.label) for one in cells]
    standing = [cells[at] for at in page.standing(said, document.language)]
    if not standing:
        return
    values = [Value(text[one.start : one.end], one.label, one.score, one.start) for one in standing]
    found = Values(values, document.language, declared=True).find(page)
    taken: list[tuple[int, int]] = []
    for one in sorted(found, key=lambda one: one.rank):
        if all(one.end <= start or end <= one.start for start, end in taken):
            taken.append((one.start, one.end))
            cell = standing[one.value]
            end = _with_initial(one.start, one.end, text, cell)
            yield Span(one.start, end, cell.label, source=COLUMN, key=cell.key)


def _with_initial(start: int, end: int, text: str, cell: Span) -> int:
    """The end of a part of a name with the initial behind it of another part: "Deepak V." is
    Deepak Venkataraghavan."""
    behind = _INITIAL.match(text, end) if cell.label in PEOPLE else None
    if behind is None:
        return end
    said = flat(text[start:end]).split()
    rest = [word for word in flat(text[cell.start : cell.end]).split() if word not in said]
    return behind.end() if any(word.startswith(behind[1].lower()) for word in rest) else end


def _outside(spans: Sequence[Span], places: Sequence[tuple[int, int]]) -> list[Span]:
    return [
        span
        for span in spans
        if all(span.end <= start or end <= span.start for start, end in places)
    ]


def _beside(
    spans: Sequence[Span], known: Sequence[Span], text: str, language: str
) -> Iterator[Span]:
    """What detectors found, less what is known; of "Hassan will" nothing is left where Hassan is
    known, of "Ann Lee Smith" Smith, and of "Doña Ann" a title, which is no name."""
    for span in spans:
        over = [one for one in known if one.start < span.end and span.start < one.end]
        if not over:
            yield span
            continue
        cursor = span.start
        for one in sorted(over):
            yield from _left(span, cursor, one.start, text, language)
            cursor = max(cursor, one.end)
        yield from _left(span, cursor, span.end, text, language)


def _left(span: Span, start: int, end: int, text: str, language: str) -> Iterator[Span]:
    piece = text[start:end] if start < end else ""
    titled = span.label in PEOPLE and _is_title(piece, language)
    if _telling(piece) and not titled:
        first = start + len(piece) - len(piece.lstrip())
        yield span._replace(start=first, end=start + len(piece.rstrip()), parts=())


@lru_cache(maxsize=1 << 10)
def _is_title(piece: str, language: str) -> bool:
    """Whether a piece is nothing but titles: "Doña", "Mrs."."""
    words = [word.strip(".,;:") for word in flat(piece).split()]
    titles = frozenset[str]().union(*(lexicon(one).titles for one in reads(language)))
    return bool(words) and titles.issuperset(words)


def _telling(piece: str) -> bool:
    """Whether a piece has a capital or a digit, without which it is an ordinary word."""
    return any(sign.isupper() or sign.isdigit() for sign in piece)
