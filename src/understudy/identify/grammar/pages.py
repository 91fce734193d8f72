"""Documents laid out for the automata: all of them, or only the regions that are worth it.

Many rules match nothing without a digit, and most files of rules have nothing to say about most
text: one pass finds the regions, and the rules run there.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from understudy.identify.grammar.alphabet import BARRIER, encode, folded
from understudy.identify.grammar.automata import Automaton

__all__ = [
    "Page",
    "Places",
    "around_digits",
    "around_matches",
    "around_sign",
    "places_of",
    "whole",
    "with_words",
]

REACH = 1024
"""Characters kept on either side of what was found, for the rest of a match and its context."""
WINDOW, OVERLAP = 1 << 16, 1 << 12

_WORTH = 0.7
"""The share of a page above which leaving the rest out saves nothing."""

_FEW, _APART = 64, 128
"""Matches of a gate that are looked at in any case, and the characters between them after that."""


@dataclass(frozen=True)
class Page:
    """The text that the automata run over, as a string and as bytes of the same length."""

    text: str
    """A barrier before, between and after the regions."""
    buffer: bytes
    starts: Sequence[int]
    """Where each region starts on the page."""
    origins: Sequence[int]
    """Where each region starts on the whole page."""
    documents: Sequence[tuple[int, int]] = ()
    """Where each document of a whole page lies."""

    @property
    def empty(self) -> bool:
        """Whether no region is left."""
        return len(self.buffer) < 2  # a barrier alone

    def shift(self, at: int) -> int:
        """What leads from a place on this page to the whole page."""
        region = bisect_right(self.starts, at) - 1
        return self.origins[region] - self.starts[region]


_NOTHING = Page(BARRIER, b"\0", (0,), (0,))
"""What is left where no region is: most rules have nothing to do with most texts."""


def whole(texts: Sequence[str]) -> Page:
    """All of the texts as one page."""
    text = BARRIER.join(("", *texts, ""))
    documents, at = [], 1
    for one in texts:
        documents.append((at, at + len(one)))
        at += len(one) + 1
    return Page(text, encode(text), (0,), (0,), documents)


def around_digits(page: Page) -> Page:
    """The regions of a whole page that have digits."""
    return _around(page, _runs_of_digits(page.buffer.translate(_DIGITS)))


_DIGITS = bytes(ord("0") if code in b"0123456789" else min(code, 1) for code in range(256))


def _runs_of_digits(marked: bytes) -> Iterator[tuple[int, int]]:
    """Digits with less than twice the reach between them, in one document.

    From a digit, the last one in reach is looked for, so that those between cost nothing.
    """
    first = marked.find(b"0")
    while first >= 0:
        last = further = first
        while further >= 0:
            last = further
            high = last + 2 * REACH + 2
            barrier = marked.find(b"\0", last, high)
            further = marked.rfind(b"0", last + 1, high if barrier < 0 else barrier)
        yield first, last + 1
        first = marked.find(b"0", last + 1)


def around_sign(page: Page, sign: str) -> Page:
    """The regions of a whole page that have a sign."""
    return _around(page, _places(page.buffer, sign.encode("ascii")))


Places = Mapping[bytes, Sequence[int]]
"""Words, and which documents of a page they stand in."""


def places_of(page: Page, known: frozenset[bytes]) -> Places:
    """Where the known words stand among the documents of a whole page."""
    found: dict[bytes, list[int]] = {}
    for number, (low, high) in enumerate(page.documents):
        for word in _known_in(folded(page.buffer[low:high]), known):
            found.setdefault(word, []).append(number)
    return found


def _known_in(text: bytes, known: frozenset[bytes]) -> Iterable[bytes]:
    """The known words of a folded text; a long one is not cut into all its words at once."""
    if len(text) < WINDOW:
        return known.intersection(text.split())
    found: set[bytes] = set()
    at = 0
    while at < len(text):
        stop = text.find(b" ", at + WINDOW)
        stop = len(text) if stop < 0 else stop
        found.update(known.intersection(text[at:stop].split()))
        at = stop
    return found


def with_words(page: Page, places: Places, needed: Iterable[frozenset[bytes]]) -> Page:
    """The documents of a whole page in which one word of each set stands."""
    left = set(range(len(page.documents)))
    for words in needed:
        fewer = words if len(words) < len(places) else places  # a rule may need one of hundreds
        left &= {number for word in fewer if word in words for number in places.get(word, ())}
        if not left:
            return _NOTHING
    regions = [page.documents[number] for number in sorted(left)]
    worth = sum(high - low for low, high in regions) <= _WORTH * len(page.buffer)
    return _of(page, regions) if worth else page


def _places(buffer: bytes, sign: bytes) -> Iterator[tuple[int, int]]:
    at = buffer.find(sign)
    while at >= 0:
        yield at, at + 1
        at = buffer.find(sign, at + 1)


def around_matches(page: Page, gate: Automaton) -> Page:
    """The regions of a whole page where an automaton matches."""
    return _around(page, _matches(page.buffer, gate))


def _matches(buffer: bytes, gate: Automaton) -> Iterator[tuple[int, int]]:
    """The matches; the whole page at once where they are so dense that they cost more to find."""
    at, size, count = 0, len(buffer), 0
    while at < size:
        stop = min(size, at + WINDOW)
        match = gate.search(buffer, at, stop)
        if match is None:
            if stop == size:
                return
            at = stop - OVERLAP
            continue
        first, last = match.span()
        count += 1
        if count > _FEW and count * _APART > last:
            yield 0, size
            return
        yield first, last
        at = max(last - 1, first + 1)


def _around(page: Page, found: Iterable[tuple[int, int]]) -> Page:
    limit = _WORTH * len(page.buffer)
    regions: list[tuple[int, int]] = []
    size = 0
    for low, high in _regions(page.buffer, found):
        if regions and low <= regions[-1][1]:
            size += high - regions[-1][1]
            regions[-1] = (regions[-1][0], high)
        else:
            regions.append((low, high))
            size += high - low
        if size > limit:
            return page
    return _of(page, regions)


def _of(page: Page, regions: Sequence[tuple[int, int]]) -> Page:
    """A page of nothing but regions of another, in their order."""
    if not regions:
        return _NOTHING
    text = BARRIER.join(("", *(page.text[low:high] for low, high in regions), ""))
    buffer = b"\0".join((b"", *(page.buffer[low:high] for low, high in regions), b""))
    starts, at = [0], 1
    for low, high in regions:
        starts.append(at)
        at += high - low + 1
    return Page(text, buffer, starts, (0, *(low + page.shift(low) for low, _ in regions)))


def _regions(buffer: bytes, found: Iterable[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """What lies around each place, in one document, from one space to another."""
    reached = 0
    for first, last in found:
        if last <= reached - REACH // 2:
            continue
        low = max(reached, first - REACH)
        barrier = buffer.rfind(b"\0", low, first + 1)
        if barrier >= 0:
            low = barrier + 1
        elif low > reached:
            low = max(low, buffer.find(b" ", low, first))
        high = min(len(buffer), last + REACH)
        barrier = buffer.find(b"\0", max(last - 1, low), high)
        high = barrier if barrier >= 0 else max(last, buffer.rfind(b" ", last, high))
        if high > low:
            yield low, high
            reached = high
