"""People by lists: given names and surnames that stand together become one person."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from understudy.core.types import Span
from understudy.identify.hits import (
    DOUBTFUL,
    GIVEN,
    GUEST,
    NAME,
    PLACE,
    SURNAME,
    Hit,
    acts,
    longest,
    on_street,
    place_cues,
)
from understudy.identify.textview import UPPER, TextView, odd
from understudy.languages.lexicon import Lexicon
from understudy.languages.lexicon import lexicon as lexicon_of

__all__ = ["people"]

_CAPITAL = re.compile(rf"[ -]([{UPPER}][\w’']*\w(?:-[{UPPER}]\w+)?)(?![\w’'])")
_SMALL = re.compile(r" ([^\W\d_]{3,})(?![\w’'])")
_MOST_NAMES, _MOST_UNKNOWN = 8, 2
_ACRONYM = 6
"""Capitals of fewer letters may be short for something."""
_WIDEST = 12
"""How far apart two names of one person may stand: particles take some room."""


def people(view: TextView, hits: Sequence[Hit], language: str) -> Iterator[Span]:
    """Runs of names. A run may go on with words that no list knows, where case speaks for it."""
    lexicon = lexicon_of(language)
    inside = {
        at
        for hit in hits
        if hit.kind & PLACE and " " in view.flat[hit.start : hit.end]
        for at in range(hit.start, hit.end)
    }
    named = longest(hit for hit in hits if hit.kind & NAME and hit.end - 1 not in inside)
    at = 0
    while at < len(named):
        first = named[at]
        cased = view.cased(first.start)
        if view.spelt(first.start):
            at += 1
            continue
        run = [first]
        while at + 1 < len(named) and len(run) < _MOST_NAMES:
            if not _joined(view, run[-1], named[at + 1], cased, lexicon):
                break
            at += 1
            run.append(named[at])
        at += 1
        end, unknown = _go_on(view, run, cased, lexicon)
        if view.token(first.start, end) or on_street(view, first.start, end, lexicon):
            continue
        score = _score(view, run, unknown, cased, language)
        if score >= 0.1:
            yield Span(first.start, end, "PERSON", round(score, 2), "gazetteer")


def _joined(view: TextView, left: Hit, right: Hit, cased: bool, lexicon: Lexicon) -> bool:
    """Whether two names are parts of one: side by side, or with a particle between them."""
    if right.start - left.end > _WIDEST:
        return False
    if not cased and not _goes_with(view, left, right, lexicon):
        return False
    gap = view.text[left.end : right.start]
    if gap in (" ", "-"):
        return True
    return gap[:1] == " " == gap[-1:] and "\n" not in gap and _all_particles(gap, lexicon)


def _goes_with(view: TextView, left: Hit, right: Hit, lexicon: Lexicon) -> bool:
    """Without case, a given name behind a surname opens another name."""
    word = view.flat[right.start : right.end]
    if word in lexicon.stops or (right.kind & GIVEN and " " in word):
        return False
    return bool(left.kind & GIVEN or right.kind & SURNAME)


def _all_particles(gap: str, lexicon: Lexicon) -> bool:
    words = gap.lower().split()
    return bool(words) and all(word in lexicon.particles for word in words)


def _go_on(view: TextView, run: Sequence[Hit], cased: bool, lexicon: Lexicon) -> tuple[int, int]:
    """The end of the run with unknown words behind it, and how many those are."""
    end, unknown = run[-1].end, 0
    if not run[0].kind & GIVEN:
        return end, 0
    if cased:
        while unknown < _MOST_UNKNOWN and (more := _CAPITAL.match(view.text, end)):
            word = view.flat[more.start(1) : more.end(1)]
            if lexicon.usual(word) or odd(more[1], lexicon) or _initials(view, run, more[1]):
                break
            end, unknown = more.end(), unknown + 1
    elif len(run) == 1 and not run[0].kind & DOUBTFUL:
        more = _SMALL.match(view.text, end)
        if more and not _ordinary(view.flat[more.start(1) : more.end(1)], lexicon):
            end, unknown = more.end(), 1
    return end, unknown


def _initials(view: TextView, run: Sequence[Hit], word: str) -> bool:
    """Whether a word is in capitals behind a name that is not: "Will USB chargers"."""
    name = view.text[run[-1].start : run[-1].end]
    return word.isupper() and len(word) < _ACRONYM and not name.isupper()


def _ordinary(word: str, lexicon: Lexicon) -> bool:
    return (
        lexicon.usual(word)
        or word.endswith(lexicon.word_endings)
        or word.endswith(lexicon.more_word_endings)
        or word in lexicon.places
    )


def _score(view: TextView, run: Sequence[Hit], unknown: int, cased: bool, language: str) -> float:
    first, lexicon = run[0], lexicon_of(language)
    sure = not first.kind & DOUBTFUL
    given = bool(first.kind & GIVEN)
    score = _cased(view, run, unknown) if cased else _caseless(view, run, unknown, lexicon)
    if first.kind & GUEST and len(run) == 1:
        score -= 0.1 if cased else 0.2
    word = view.flat[first.start : first.end]
    before = view.before(first.start)
    if before in lexicon.titles:
        return min(0.95, score + 0.35)
    alone = len(run) == 1 and not unknown
    if alone and given and cased and view.after(first.end) in acts(language):
        return max(score, 0.55)
    if alone and cased and len(word) < _ACRONYM and view.text[first.start : first.end].isupper():
        score -= 0.3
    if alone and word in lexicon.months:
        score = min(score, 0.3)
    if alone and first.kind & PLACE:
        if view.beside(first.start) in place_cues(language):
            score -= 0.4
        elif not (given and sure):
            score -= 0.1
    return score


def _cased(view: TextView, run: Sequence[Hit], unknown: int) -> float:
    first = run[0]
    sure, given = not first.kind & DOUBTFUL, bool(first.kind & GIVEN)
    if len(run) + unknown > 1:
        if not given:
            return 0.65
        return 0.9 if sure or len(run) > 1 else 0.7
    opens = view.opens(first.start)
    if given:
        return (0.65 if opens else 0.8) if sure else (0.3 if opens else 0.55)
    if sure:
        return 0.4 if opens else 0.6
    return 0.15 if opens else 0.45


def _caseless(view: TextView, run: Sequence[Hit], unknown: int, lexicon: Lexicon) -> float:
    first = run[0]
    sure, given = not first.kind & DOUBTFUL, bool(first.kind & GIVEN)
    if len(run) > 1:
        if not given:
            return 0.45
        if all(hit.kind & DOUBTFUL for hit in run):
            words = view.flat[first.start : run[-1].end].split()
            return 0.5 if lexicon.common.isdisjoint(words) else 0.3
        return 0.85 if sure else 0.65
    if unknown:
        return 0.6
    if given:
        return 0.6 if sure else 0.3
    return 0.35 if sure else 0.0
