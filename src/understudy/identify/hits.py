"""Hits of the lists in a text, and what a hit of a place is worth."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from operator import itemgetter
from typing import NamedTuple

from understudy.core.folding import flat, flat_words
from understudy.core.types import Span
from understudy.identify.listing import Listing
from understudy.identify.textview import TextView
from understudy.languages.lexicon import Lexicon, raw
from understudy.languages.lexicon import lexicon as lexicon_of

__all__ = [
    "NAME",
    "Hit",
    "acts",
    "hits_of",
    "longest",
    "on_street",
    "place_cues",
    "places",
    "verbs",
]

GIVEN, SURNAME, PLACE, DRUG, PEOPLE, DOUBTFUL, GUEST, OWN = (1 << at for at in range(8))
NAME = GIVEN | SURNAME
_CASED = NAME | PLACE
_WORDS = DRUG | PEOPLE | OWN

_CUT = re.compile(r"[\n\r\t,;:!?()\[\]]")
_STATE = 2
"""The length of the short form of a state."""

_new = tuple.__new__


class Hit(NamedTuple):
    """A place in the text where a value of a list stands, and the kinds of list that have it."""

    start: int
    end: int
    kind: int
    label: str = ""


def hits_of(listing: Listing, padded: str, view: TextView) -> list[Hit]:
    """The whole words and phrases of the lists in the padded text, by their end.

    Where case speaks, names and places without a capital are none.
    """
    found = []
    text, plain = view.text, view.plain
    for first, last, (listed, label) in listing.found(padded):
        start, end, kind = first - 1, last - 1, listed
        if kind & _CASED and text[start].islower() and (plain or view.cased(start)):
            kind &= ~_CASED
            if not kind & _WORDS:
                continue
        if _CUT.search(text, start, end):  # the words of a phrase, but of no one phrase
            continue
        found.append(_new(Hit, (start, end, kind, label)))
    found.sort(key=_by_end)
    return found


_by_end = itemgetter(1, 0)


def longest(hits: Iterable[Hit]) -> list[Hit]:
    """Disjoint hits in order; where two overlap, the longer one."""
    kept: list[Hit] = []
    for hit in sorted(hits, key=lambda hit: (hit.start, -hit.end)):
        if not kept or hit.start >= kept[-1].end:
            kept.append(hit)
        elif hit.end - hit.start > kept[-1].end - kept[-1].start:
            kept[-1] = hit
    return kept


@cache
def place_cues(language: str) -> frozenset[str]:
    """The words before which a place is expected: "in", "from"."""
    return frozenset(flat(cue).split()[-1] for cue in raw(language)["place_cues"])


@cache
def acts(language: str) -> frozenset[str]:
    """Verbs of people."""
    return flat_words(raw(language)["acts"])


@cache
def verbs(language: str) -> frozenset[str]:
    """Verbs of people, and those that help others."""
    return acts(language) | flat_words(raw(language)["helpers"])


@cache
def _after_cues(language: str) -> frozenset[str]:
    return frozenset(map(flat, raw(language)["place_ends"]))


def places(view: TextView, hits: Sequence[Hit], language: str) -> Iterator[Span]:
    """Places: a name that is a word or a person's too needs a preposition or a neighbour."""
    found = longest(hits)
    for at, hit in enumerate(found):
        if view.spelt(hit.start) or view.token(hit.start, hit.end):
            continue
        score = _place(view, hit, _neighboured(view.text, hit, found, at), language)
        if score > 0:
            yield Span(hit.start, hit.end, "LOCATION", round(min(score, 0.95), 2), "gazetteer")


def _place(view: TextView, hit: Hit, neighboured: bool, language: str) -> float:
    lexicon, word = lexicon_of(language), view.flat[hit.start : hit.end]
    if len(word) == _STATE:
        return 0.6 if neighboured and view.text[hit.start : hit.end].isupper() else 0.0
    if word in lexicon.months or on_street(view, hit.start, hit.end, lexicon):
        return 0.0
    several, cased = " " in word, view.cased(hit.start)
    score = 0.7 if several else 0.6
    city = word in lexicon.cities
    if hit.kind & NAME:
        score -= 0.05 if hit.kind & GUEST or city else 0.15
    if hit.kind & DOUBTFUL and not city:
        score -= 0.15
    if not cased or (view.opens(hit.start) and not several and (not city or hit.kind & NAME)):
        score -= 0.1
    beside, before = view.beside(hit.start), view.before(hit.start)
    if before in lexicon.titles or beside in lexicon.given:
        score -= 0.35
    elif beside in place_cues(language) or before in _labels(language) or _postal(before):
        score += 0.25
    if view.after(hit.end) in _after_cues(language):
        score += 0.2
    return score + 0.2 * neighboured


def _postal(word: str) -> bool:
    return word.isdigit() and len(word) in (4, 5)


@cache
def _labels(language: str) -> frozenset[str]:
    return frozenset(map(flat, raw(language)["place_labels"]))


def on_street(view: TextView, start: int, end: int, lexicon: Lexicon) -> bool:
    """Whether the words are the name of a street, or have one in them."""
    streets = lexicon.streets
    if view.after(end) in streets or view.beside(start) in streets:
        return True
    return not streets.isdisjoint(view.flat[start:end].split())


def _neighboured(text: str, hit: Hit, found: Sequence[Hit], at: int) -> bool:
    """Whether another place stands next to it: "Lincoln, Nebraska", "Asheville NC"."""
    pairs = [(found[at - 1], hit)] if at else []
    if at + 1 < len(found):
        pairs.append((hit, found[at + 1]))
    for left, right in pairs:
        gap = text[left.end : right.start]
        if gap in (", ", " (") or (gap == " " and right.end - right.start == _STATE):
            return True
    return False
