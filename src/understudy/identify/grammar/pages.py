"""Documents laid out for the automata: all of them, or only the regions that are worth it.

Many rules match nothing without a digit, and most files of rules have nothing to say about most
text: one pass finds the regions, and the rules run there.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from understudy.identify.grammar.alphabet import BARRIER, encode
from understudy.identify.grammar.automata import Automaton

__all__ = ["Page", "around_digits", "around_matches", "around_sign", "whole"]

REACH = 1024
"""Characters kept on either side of what was found, for the rest of a match and its context."""
WINDOW, OVERLAP = 1 << 16, 1 << 12

# Digits with less than twice the reach between them, in one document. What a possessive
# repetition has taken it never gives back, so that no memory is spent on every digit.
_DIGITS = re.compile(rb"[0-9]++(?:[^0-9\0]{1,2048}+[0-9]++)*+")
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

    @property
    def empty(self) -> bool:
        """Whether no region is left."""
        return len(self.buffer) < 2  # a barrier alone

    def shift(self, at: int) -> int:
        """What leads from a place on this page to the whole page."""
        region = bisect_right(self.starts, at) - 1
        return self.origins[region] - self.starts[region]


def whole(texts: Sequence[str]) -> Page:
    """All of the texts as one page."""
    text = BARRIER.join(("", *texts, ""))
    return Page(text, encode(text), (0,), (0,))


def around_digits(page: Page) -> Page:
    """The regions of a whole page that have digits."""
    return _around(page, (match.span() for match in _DIGITS.finditer(page.buffer)))


def around_sign(page: Page, sign: str) -> Page:
    """The regions of a whole page that have a sign."""
    return _around(page, _places(page.buffer, sign.encode("ascii")))


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
    text = BARRIER.join(("", *(page.text[low:high] for low, high in regions), ""))
    buffer = b"\0".join((b"", *(page.buffer[low:high] for low, high in regions), b""))
    starts, at = [0], 1
    for low, high in regions:
        starts.append(at)
        at += high - low + 1
    return Page(text, buffer, starts, (0, *(low for low, _ in regions)))


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
