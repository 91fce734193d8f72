"""Runs of capitalised words, and what they name: Tang's heuristic, with organizations apart."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

from understudy.core.folding import flat
from understudy.core.types import Span
from understudy.identify.cues import KIND, PAIR, Mark, company_words
from understudy.identify.hits import on_street
from understudy.identify.neighbours import places_in_a_row
from understudy.identify.products import figures, model, numbered, product
from understudy.identify.textview import UPPER, TextView, odd
from understudy.languages.lexicon import Lexicon, lexicon, listed, one_of, raw

__all__ = ["capitalised"]

_REST = rf"(?:[\w’']*\w)?(?:-[{UPPER}]?\w+)*"
_WORD = rf"[{UPPER}]{_REST}"
_INITIALS = re.compile(rf"(?<!\w)(?:[{UPPER}]\.[ -]?){{1,3}}\Z")
_MEMBER = 0.85
_IN_A_ROW = 0.7
_PIECE = re.compile(r"[^\s]+")


class _Patterns(NamedTuple):
    """What a language says about the words of a name that are no names themselves."""

    run: re.Pattern[str]
    """Capitalised words, with small ones that join them."""
    right: re.Pattern[str]
    """The next word of an organization's name."""
    legal: re.Pattern[str]
    company_from: re.Pattern[str]
    saints: frozenset[str]


@cache
def _patterns(language: str) -> _Patterns:
    links, right = one_of("run_links", language), one_of("right_links", language)
    legal = one_of("legal_forms", language)
    return _Patterns(
        re.compile(rf"[{UPPER}](?<![\w@./’'-].){_REST}(?: (?:(?:{links}) )?{_WORD}){{0,9}}"),
        re.compile(rf" (?:(?:{right}) )?([\w']+)"),
        re.compile(rf",? (?:{legal})(?!\w)"),
        re.compile(one_of("company_from", language)),
        frozenset(listed("saints", language)),
    )


@cache
def _heads_first(language: str) -> bool:
    """Whether what an organization is comes before its name."""
    return bool(raw(language)["traits"]["heads_first"])


@cache
def _pairs(language: str) -> re.Pattern[str]:
    hand = raw(language)
    pairs = [*hand["organization_pairs"], *hand["organization_suffixes"]]
    listed = "|".join(
        re.escape(" ".join(flat(pair).split())) for pair in sorted(pairs, key=len, reverse=True)
    )
    return re.compile(rf"(?<!\w)(?:{listed})(?!\w)")


def capitalised(view: TextView, found: Sequence[Mark], language: str) -> Iterator[Span]:
    """The people, places and organizations among runs of capitalised words."""
    for match in _patterns(language).run.finditer(view.text):
        if view.plain or view.cased(match.start()):
            yield from _named(view, match.start(), match.end(), language)
    if not view.plain:
        yield from _small(view, found, language)


def _named(view: TextView, start: int, end: int, language: str) -> Iterator[Span]:
    words = lexicon(language)
    pieces = [
        (start + piece.start(), start + piece.end())
        for piece in _PIECE.finditer(view.text[start:end])
    ]
    ahead = _heads_first(language)
    named = product(view, pieces, language, kind_first=ahead)
    while pieces and _opener(view, pieces[0], words, language):
        pieces.pop(0)
    body = _body(view, pieces, language)
    if body:
        yield from _member(view, pieces[:body], language)
        pieces = pieces[body:]
        while view.text[pieces[0][0]].islower():
            pieces.pop(0)
    if len(pieces) > 1 and _organization(view, pieces[0][0], end, language):
        start = pieces[0][0]
        yield Span(start, _company_end(view, end, language), "ORGANIZATION", 0.8, "heuristic")
    elif named is not None:
        yield named
    elif pieces and numbered(view, end):
        found = model(view, pieces[0][0], end, language)
        if found is not None and not view.text[slice(*pieces[-1])].isupper():
            yield found
    elif pieces:
        yield from _people(view, pieces, language)
        behind = figures(view, end)
        if behind is not None and not words.usual(view.flat[slice(*pieces[-1])]):
            yield behind


def _opener(view: TextView, piece: tuple[int, int], words: Lexicon, language: str) -> bool:
    """Whether a run does not start here yet: a common word, a title, a particle."""
    word = view.flat[piece[0] : piece[1]]
    if word in company_words(language) and (_heads_first(language) or not view.opens(piece[0])):
        return False
    if word in words.titles or word in words.particles or len(word) < 2:
        return True
    return words.usual(word) and not (word in words.given and not view.opens(piece[0]))


def _organization(view: TextView, start: int, end: int, language: str) -> bool:
    value, known = view.flat[start:end], company_words(language)
    return not known.isdisjoint(value.split()) or bool(_pairs(language).search(value))


def _body(view: TextView, pieces: Sequence[tuple[int, int]], language: str) -> int:
    """Where the person's name ends in "Laura Bennett of the Department of Health"; else 0."""
    kinds, words = company_words(language), lexicon(language)
    for at in range(1, len(pieces) - 1):
        if view.text[slice(*pieces[at])] not in _belonging(language):
            continue
        if not all(
            _nameable(view, one, words) or view.flat[slice(*one)] in words.particles
            for one in pieces[:at]
        ) or not kinds.isdisjoint(view.flat[slice(*one)] for one in pieces[:at]):
            return 0
        rest = [view.flat[slice(*one)] for one in pieces[at:] if view.text[one[0]].isupper()]
        named = rest[:1] if _heads_first(language) else rest
        behind = view.flat[pieces[at][1] : pieces[-1][1]]
        a_body = not kinds.isdisjoint(named) or _pairs(language).search(behind) is not None
        if a_body and _introduced(view, pieces[:at], words):
            return at
    return 0


def _introduced(view: TextView, pieces: Sequence[tuple[int, int]], words: Lexicon) -> bool:
    """Whether words are a person's name by a title or initials before them, or by the lists."""
    first = view.flat[slice(*pieces[0])]
    if view.before(_initialled(view, pieces[0][0])) in words.titles:
        return True
    if _initialled(view, pieces[0][0]) < pieces[0][0]:
        return True
    return len(pieces) > 1 and (first in words.given or first in words.guests)


def _initialled(view: TextView, start: int) -> int:
    """Where a name starts with the initials before it."""
    before = _INITIALS.search(view.text, max(0, start - 12), start)
    return before.start() if before else start


def _member(view: TextView, pieces: list[tuple[int, int]], language: str) -> Iterator[Span]:
    start = _initialled(view, pieces[0][0])
    for span in _people(view, pieces, language):
        if span.start == pieces[0][0] and start < span.start:
            yield span._replace(start=start, score=_MEMBER)
        else:
            yield span._replace(score=max(span.score, _MEMBER))


@cache
def _belonging(language: str) -> frozenset[str]:
    return frozenset(raw(language)["belonging"])


@cache
def _jobs(language: str) -> frozenset[str]:
    return frozenset(flat(raw(language)["job_words"]).split())


def _company_end(view: TextView, end: int, language: str) -> int:
    more = _patterns(language).legal.match(view.text, end)
    return more.end() if more else end


def _people(view: TextView, pieces: list[tuple[int, int]], language: str) -> Iterator[Span]:
    """The longest stretches of the run that can be a person's name."""
    words = lexicon(language)
    run: list[tuple[int, int]] = []
    for piece in (*pieces, None):
        if piece is not None and _nameable(view, piece, words):
            run.append(piece)
            continue
        if piece is not None and run and view.flat[slice(*piece)] in words.particles:
            continue
        if run:
            yield from _in_a_row(view, run, language) or _person(view, run, language)
        run = []


def _in_a_row(view: TextView, run: list[tuple[int, int]], language: str) -> list[Span]:
    """Places side by side, each by itself: "Columbus Ohio"."""
    found: list[Span] = []
    sizes = places_in_a_row([view.flat[slice(*one)] for one in run], language)
    if sizes and view.before(run[0][0]) not in lexicon(language).titles:
        at = 0
        for size in sizes:
            ends = run[at][0], run[at + size - 1][1]
            found.append(Span(*ends, "LOCATION", _IN_A_ROW, "heuristic"))
            at += size
    return found


def _nameable(view: TextView, piece: tuple[int, int], words: Lexicon) -> bool:
    text, word = view.text[slice(*piece)], view.flat[slice(*piece)].removesuffix("'s")
    if len(word) < 2 or not text[0].isupper() or odd(text, words):
        return False
    if text.isupper() and len(text) < 6:
        return False
    if word in words.months or word in words.nationalities or word in words.stops:
        return False
    return not words.usual(word) or word in words.given


@cache
def _inside(language: str) -> frozenset[str]:
    """Prepositions behind which an unknown name is a place."""
    return frozenset(raw(language)["inside"])


_SHORTEST = 3


def _person(view: TextView, run: list[tuple[int, int]], language: str) -> Iterator[Span]:
    words, patterns = lexicon(language), _patterns(language)
    start, end = run[0][0], run[-1][1]
    if view.text[end - 2 : end] in ("'s", "’s"):
        end -= 2
    value = view.flat[start:end]
    if on_street(view, start, end, words) or view.spelt(start) or view.token(start, end):
        return
    if value in words.places and view.before(start) not in words.titles:
        return
    parts = value.split()
    known = any(words.names(part) for part in parts)
    label = view.text[end : end + 1] == ":" and view.opens(start)
    job = not known and not _jobs(language).isdisjoint((parts[0], parts[-1], view.after(end)))
    if label or job or view.beside(start) in patterns.saints:
        return
    score = 0.75 if known and len(parts) > 1 else 0.7 if len(parts) > 1 else 0.6 if known else 0.55
    if not known and len(value) < _SHORTEST:
        return
    if not known and view.beside(start) in _inside(language):
        yield Span(start, end, "LOCATION", 0.55, "heuristic")
        return
    if not known and (
        end <= view.greeting or patterns.company_from.search(view.flat, max(0, start - 9), start)
    ):
        yield Span(start, end, "ORGANIZATION", 0.7, "heuristic")
        return
    if view.opens(start) and len(parts) == 1 and value not in view.mid_capitals:
        score = 0.5 if known and value not in words.ambiguous else 0.4
    yield Span(start, end, "PERSON", score, "heuristic")


def _small(view: TextView, found: Sequence[Mark], language: str) -> Iterator[Span]:
    """Organizations in text without case: "pinemoor pharmacy", "banco miralta"."""
    words = lexicon(language)
    greeted = _RIGHT_HERE.match(view.text, view.body(0))
    if view.greeting and greeted and not view.cased(greeted.start(1)):
        word = view.flat[greeted.start(1) : greeted.end(1)]
        if not _ordinary_word(word, words) and not words.names(word):
            yield Span(*greeted.span(1), "ORGANIZATION", 0.7, "heuristic")
    for mark in found:
        if not mark.kind & (KIND | PAIR) or view.cased(mark.start):
            continue
        ahead = _heads_first(language) and bool(mark.kind & KIND)
        start = mark.start if ahead else _reach_left(view, mark.start, 2, words)
        end = _reach_right(view, mark.end, 2, language) if ahead else mark.end
        if (start, end) != mark[:2] and "\n" not in view.text[start:end]:
            yield Span(start, end, "ORGANIZATION", 0.7, "heuristic")


_RIGHT_HERE = re.compile(r" ?([^\W\d_]+)")
_LEFT = re.compile(r"(?<![\w'])([\w']+) $")
_LONGEST_WORD = 60
"""Characters of a word that an organization's name may open with."""


def _reach_left(view: TextView, start: int, most: int, words: Lexicon) -> int:
    for _ in range(most):
        low = max(view.line(start), start - _LONGEST_WORD)
        found = _LEFT.search(view.flat, low, start)
        if found is None or view.text[start - 1] != " " or _ordinary_word(found[1], words):
            break
        start = found.start()
    return start


def _reach_right(view: TextView, end: int, most: int, language: str) -> int:
    words, right = lexicon(language), _patterns(language).right
    for _ in range(most):
        found = right.match(view.flat, end)
        if found is None or "\n" in view.text[end : found.end()] or _ordinary_word(found[1], words):
            break
        end = found.end()
    return end


def _ordinary_word(word: str, words: Lexicon) -> bool:
    return (
        words.usual(word) or word.isdigit() or len(word) < 3 or word.endswith(words.small_endings)
    )
