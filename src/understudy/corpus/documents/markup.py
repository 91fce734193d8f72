"""Pieces of text from the elements and attributes of an XML file.

An element with text of its own reads on through the elements inside it; elsewhere each element is a
piece. Names of pieces are paths of elements, ``TEI/text/body/p``, and of attributes, ``…/p@n``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from understudy.corpus.documents.located import Mark, Piece, piece_of
from understudy.corpus.xmltext import (
    Characters,
    Note,
    Tag,
    all_events,
    escape_attribute,
    escape_text,
    places_of,
    value_of,
)

__all__ = ["Gathering", "attribute_of", "note_of", "read_markup"]

Event = Tag | Characters | Note
LabelOf = Callable[[str], str]
"""element, or element@attribute → the label of its content; empty where it has none."""
IsCode = Callable[[str], bool]
"""element@attribute → whether it holds no text."""


class Gathering:
    """Characters that will be one piece."""

    def __init__(self, source: int) -> None:
        self._source = source
        self._reset()

    def _reset(self) -> None:
        self._signs: list[str] = []
        self._starts: list[int] = []
        self._ends: list[int] = []
        self._open: list[tuple[int, str]] = []
        self._marks: list[Mark] = []

    def add(self, found: Characters) -> None:
        """Text as it stands in the source."""
        self._signs.extend(found.text)
        self._starts.extend(found.places[:-1])
        self._ends.extend(found.places[1:])

    def add_sign(self, sign: str, place: int) -> None:
        """A character that an element stands for."""
        self._signs.append(sign)
        self._starts.append(place)
        self._ends.append(place)

    def begin(self, label: str) -> None:
        """What follows, up to ``end``, has this label; none where it is empty."""
        self._open.append((len(self._signs), label))

    def end(self) -> None:
        """The last label ends here."""
        if not self._open:
            return
        start, label = self._open.pop()
        if label and "".join(self._signs[start:]).strip():
            self._marks.append((start, len(self._signs), label))

    def _outer(self) -> Iterator[Mark]:
        """Marks that stand in no other: a whole name, not its parts. Of two elements around the
        same words the outer one counts, which ends last."""
        last, latest = -1, self._marks[::-1]
        for start, end, label in sorted(latest, key=lambda one: (one[0], -one[1])):
            if end > last:
                yield start, end, label
                last = end

    def piece(self, name: str, *, kind: str = "field") -> Iterator[Piece]:
        """The piece, if there is one, without the space around it; the next one begins."""
        while self._open:
            self.end()
        text = "".join(self._signs)
        first, last = len(text) - len(text.lstrip()), len(text.rstrip())
        if first < last:
            marks = (
                (max(start, first) - first, min(end, last) - first, label)
                for start, end, label in self._outer()
            )
            yield Piece(
                kind,
                name,
                text[first:last],
                self._starts[first:last],
                self._ends[first:last],
                escape_text,
                self._source,
                tuple(mark for mark in marks if mark[0] < mark[1]),
            )
        self._reset()


def read_markup(
    source: str, unit: str, number: int, is_code: IsCode, label: LabelOf
) -> tuple[list[Piece], list[Piece]]:
    """The pieces of a file, and its codes, in which repeats of replaced values follow."""
    found = list(all_events(source, unit))
    inside = _mixed(found)
    pieces: list[Piece] = []
    codes: list[Piece] = []
    gathered = Gathering(number)
    path: list[str] = []
    for event, running in zip(found, inside, strict=True):
        if isinstance(event, Characters):
            gathered.add(event)
        elif isinstance(event, Note):
            pieces.append(note_of(event, number))
        elif event.opens:
            if not running:
                pieces += gathered.piece("/".join(path))
            path.append(event.name)
            gathered.begin(label(event.name))
            places = places_of(source, event) if event.attributes else {}
            for name in event.attributes:
                place = f"{event.name}@{name}"
                value = value_of(source, event, name, unit, places)
                piece = attribute_of(value, name, number, "/".join(path))
                if is_code(place):
                    codes.append(piece)
                else:
                    pieces.append(_labelled(piece, label(place)))
        else:
            gathered.end()
            if not running:
                pieces += gathered.piece("/".join(path))
            path.pop()
    return pieces, codes


def _mixed(found: list[Event]) -> list[bool]:
    """For each event, whether it stands inside an element that has text of its own."""
    texts: dict[int, bool] = {}
    stack: list[int] = []
    for at, event in enumerate(found):
        if isinstance(event, Tag) and event.opens:
            stack.append(at)
        elif isinstance(event, Tag):
            stack.pop()
        elif isinstance(event, Characters) and event.text.strip() and stack:
            texts[stack[-1]] = True
    inside: list[bool] = []
    running = [False]
    for at, event in enumerate(found):
        if isinstance(event, Tag) and event.opens:
            inside.append(running[-1])
            running.append(running[-1] or texts.get(at, False))
        elif isinstance(event, Tag):
            running.pop()
            inside.append(running[-1])
        else:
            inside.append(running[-1])
    return inside


def attribute_of(value: Characters, name: str, number: int, path: str) -> Piece:
    """The value of an attribute."""
    return Piece(
        "field",
        f"{path}@{name}",
        value.text,
        value.places[:-1],
        value.places[1:],
        escape_attribute,
        number,
    )


def note_of(note: Note, number: int) -> Piece:
    """A comment or instruction."""
    return piece_of(note.text, note.start, "comment", source=number, escape=_commented)


def _commented(text: str) -> str:
    """Two hyphens in a row end a comment."""
    return escape_text(text).replace("-", "_").replace("?", " ")


def _labelled(piece: Piece, label: str) -> Piece:
    start = len(piece.text) - len(piece.text.lstrip())
    end = len(piece.text.rstrip())
    return piece._replace(marks=((start, end, label),)) if label and start < end else piece
