"""One word of a document is one kind of thing: what is a town in one line is no surname in the
next, and the short name of a firm is the firm."""

from __future__ import annotations

import re
from collections.abc import Sequence

from understudy.categorise.stated import stated_gender
from understudy.core.folding import flat
from understudy.core.types import Span
from understudy.languages import get
from understudy.languages.lexicon import lexicon
from understudy.languages.public import public_words

__all__ = ["one_label"]

_PERSON, _PLACE, _BODY = "PERSON", "LOCATION", "ORGANIZATION"
_LABELS = frozenset((_PERSON, _PLACE, _BODY))
_SWALLOWING = frozenset(("STREET_ADDRESS", _PLACE, _BODY))
_CERTAIN = 1.0
"""What somebody marked stays as it is."""
_BEFORE = 24
_SHORTEST = 3
_LISTED, _CUED, _TOLD = 0.75, 0.5, 1.5
"""What the lists, a word such as "in", and a title before a name add to the scores of a label."""
_LETTER = re.compile(r"[^\W\d_]")
_LONGEST = 80
"""Characters of an address in which the name of a person may end."""


def one_label(spans: Sequence[Span], text: str, language: str) -> list[Span]:
    """The marks of a document, those of equal words under one label."""
    spans = _without_people(spans, text)
    words = {
        at: _word(one, text)
        for at, one in enumerate(spans)
        if one.label in _LABELS and one.score < _CERTAIN
    }
    sure = _sure(spans, text, language)
    if len(words) < 2 and sure.isdisjoint(words.values()):
        return list(spans)
    people = [flat(text[one.start : one.end]).split() for one in spans if one.label == _PERSON]
    surnames = {word for name in people if len(name) > 1 for word in name[1:]}
    openings = _openings(spans, text)
    groups: dict[str, list[int]] = {}
    for at, word in words.items():
        if len(word) >= _SHORTEST and _LETTER.search(word):
            groups.setdefault(word, []).append(at)
    held = list(spans)
    for word, own in groups.items():
        labels = {spans[at].label for at in own}
        known = lexicon(language)
        new = _PERSON if word in sure else ""
        if not new and word in openings and labels != {_BODY} and word not in surnames:
            listed = word in known.places or known.names(word)
            town = _PLACE in labels and " " not in word  # "Ystrad" of its Leisure Centre
            new = "" if (listed or town) and _BODY not in labels else _BODY
        if not new and len(labels) > 1 and word not in surnames:
            new = _chosen([spans[at] for at in own], word, text, language)
        for at in own if new else ():
            if held[at].label != new:
                held[at] = held[at]._replace(label=new, key=None, parts=())
    return held


def _sure(spans: Sequence[Span], text: str, language: str) -> frozenset[str]:
    """The names and their words that the source says to be a person's, as a transcript does of who
    speaks; towns apart, since somebody named Paris may live in Paris."""
    known = lexicon(language)
    names = [_word(one, text) for one in spans if one.label == _PERSON and one.score >= _CERTAIN]
    words = {word for name in names for word in (name, *name.split()) if len(word) >= _SHORTEST}
    return frozenset(word for word in words if word in known.given or word not in known.places)


def _without_people(spans: Sequence[Span], text: str) -> list[Span]:
    """The marks, with a person cut off an address or a body that begins with the name, where the
    document has the name elsewhere: the sender of a letter, over the address."""
    names = {text[one.start : one.end] for one in spans if one.label == _PERSON}
    names = {name for name in names if " " in name}
    if not names:
        return list(spans)
    found: list[Span] = []
    for one in spans:
        said = text[one.start : one.end]
        name = ""
        if one.label in _SWALLOWING and one.score < _CERTAIN:
            ends = (at for at, sign in enumerate(said[:_LONGEST]) if sign == " ")
            name = max((said[:at] for at in ends if said[:at] in names), key=len, default="")
        if name:
            rest = said[len(name) :]
            start = one.end - len(rest.lstrip())
            found.append(one._replace(end=one.start + len(name), label=_PERSON, key=None, parts=()))
            found.append(one._replace(start=start, key=None, parts=()))
        else:
            found.append(one)
    return found


def _word(span: Span, text: str) -> str:
    """What a mark says; of a town with its region, the town."""
    said = text[span.start : span.end]
    return flat(said.partition(",")[0] if span.label == _PLACE else said)


def _openings(spans: Sequence[Span], text: str) -> set[str]:
    """What bodies of several words may be called for short."""
    found: set[str] = set()
    for one in spans:
        words = flat(text[one.start : one.end]).split() if one.label == _BODY else []
        found.update(" ".join(words[:size]) for size in range(1, len(words)))
    return found


def _chosen(own: Sequence[Span], word: str, text: str, language: str) -> str:
    """The label that most tells in favour of; of equals, that of the first mention."""
    known, cues = lexicon(language), public_words(get(language).reads).place_cues
    votes = dict.fromkeys((one.label for one in own), 0.0)
    for one in own:
        votes[one.label] += one.score
        before = flat(text[max(0, one.start - _BEFORE) : one.start]).split()[-1:]
        if _PLACE in votes and before and before[0] in cues:
            votes[_PLACE] += _CUED
        if _PERSON in votes and stated_gender(text, one, language):
            votes[_PERSON] += _TOLD
    if _PLACE in votes and word in known.places and word not in known.given:
        votes[_PLACE] += _LISTED * len(own)
    if _PERSON in votes and word in known.given and word not in known.places:
        votes[_PERSON] += _LISTED * len(own)
    return max(votes, key=lambda label: votes[label])
