"""What a tagger sees: the lines of a document, and the features of the words in them.

The two feature sets are those of García-Sardiña (2018). *Independent* of the language: whether a
word is the first or the last one, punctuation, and case. *Dependent* on it: also the lower-cased
word and its prefixes and suffixes of two and three characters. All within two words to either
side. Further columns, such as a part of speech or what another detector found, are functions
that give one value for each word; they get the same window.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from understudy.core.normal import normalise
from understudy.core.types import Detector, Document

__all__ = ["SETS", "Column", "Evidence", "Line", "features", "lines"]

SETS = ("independent", "dependent")
WINDOW = 2
LONGEST = 1000
"""Words of one line at most; a longer one is cut, at the end of a sentence where there is one."""

_TOKEN = re.compile(r"\w+|[^\w\s]")
_BREAK = re.compile(r"[\n\r\v\f\x85\u2028\u2029]")
_STOPS = frozenset(".?!…")
_OFFSETS = tuple(range(-WINDOW, WINDOW + 1))


class Line(NamedTuple):
    """Words that are tagged together, and where they stand in the document."""

    words: tuple[str, ...]
    places: tuple[tuple[int, int], ...]

    def __repr__(self) -> str:
        return f"Line({len(self.words)} words)"


Column = Callable[[Document, Sequence[Line]], list[list[str]]]
"""For each line a value for each word; an empty one is no feature."""


def lines(document: Document) -> list[Line]:
    """The lines of a document: a turn or a field ends a line, as a line break does.

    Words are finer than elsewhere: every run of letters and digits and every mark is one, since
    entities end within "28.016" and "García-Pérez". They are normalised, their places are not.
    """
    plain = normalise(document.text)
    borders = sorted({segment.start for segment in document.segments})
    found: list[Line] = []
    words: list[str] = []
    places: list[tuple[int, int]] = []
    before, border = 0, 0
    for match in _TOKEN.finditer(plain.text):
        start, end = match.span()
        place = plain.span(start, end)
        crossed = False
        while border < len(borders) and borders[border] <= place[0]:
            border, crossed = border + 1, True
        if words and (crossed or _BREAK.search(plain.text, before, start)):
            found += _cut(words, places)
            words, places = [], []
        words.append(match[0])
        places.append(place)
        before = end
    return found + list(_cut(words, places))


def _cut(words: list[str], places: list[tuple[int, int]]) -> Iterator[Line]:
    start = 0
    while start < len(words):
        end = min(len(words), start + LONGEST)
        if end < len(words):
            stops = (
                at + 1 for at in range(end - 1, start + LONGEST // 2, -1) if words[at] in _STOPS
            )
            end = next(stops, end)
        yield Line(tuple(words[start:end]), tuple(places[start:end]))
        start = end


def features(
    line: Line, dependent: bool, columns: Mapping[str, Sequence[str]] | None = None
) -> list[list[str]]:
    """The features of each word of a line; ``columns`` has the values of further ones by name."""
    own = [_around(word, dependent) for word in line.words]
    size = len(own)
    found: list[list[str]] = []
    for at in range(size):
        of_word = ["first"] if at == 0 else []
        if at == size - 1:
            of_word.append("last")
        for index, offset in enumerate(_OFFSETS):
            if 0 <= at + offset < size:
                of_word += own[at + offset][index]
        found.append(of_word)
    for name, values in (columns or {}).items():
        _add(found, name, values)
    return found


def _add(found: list[list[str]], name: str, values: Sequence[str]) -> None:
    for at, of_word in enumerate(found):
        for offset in _OFFSETS:
            if 0 <= at + offset < len(values) and values[at + offset]:
                of_word.append(f"{offset}:{name}={values[at + offset]}")


@lru_cache(maxsize=1 << 16)
def _around(word: str, dependent: bool) -> tuple[tuple[str, ...], ...]:
    """The features of a word, as each of the words around it names them."""
    own = _own(word) + (_spelling(word) if dependent else [])
    return tuple(tuple(f"{offset}:{one}" for one in own) for offset in _OFFSETS)


def _own(word: str) -> list[str]:
    found = [f"mark={word}"] if word in {",", ".", "?", "!"} else []
    cases = {"upper": word.isupper(), "title": word.istitle(), "digit": word.isdigit()}
    return found + [name for name, holds in cases.items() if holds]


def _spelling(word: str) -> list[str]:
    lower = word.lower()
    return [
        f"word={lower}",
        *(f"prefix={lower[:size]}" for size in (2, 3)),
        *(f"suffix={lower[-size:]}" for size in (2, 3)),
    ]


@dataclass(frozen=True)
class Evidence:
    """A column: the label that another detector gave to the words of a span."""

    detector: Detector

    def __call__(self, document: Document, lines: Sequence[Line]) -> list[list[str]]:
        spans = sorted(self.detector.detect([document])[0], key=lambda span: span[:2])
        found: list[list[str]] = []
        first = 0
        for line in lines:
            values: list[str] = []
            for start, end in line.places:
                while first < len(spans) and spans[first].end <= start:
                    first += 1
                covers = first < len(spans) and spans[first].start < end
                values.append(spans[first].label if covers else "")
            found.append(values)
        return found
