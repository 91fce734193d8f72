"""Rows of items of one form: "Hendry – paid. Gold – away.", "Bed 1 Desai: stable. Bed 2 Frost:
scan.". Where some of a row are people, so is the name of an ordinary word in the same place."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import NamedTuple

from understudy.categorise.evidence import Evidence
from understudy.categorise.rules.casing import cased
from understudy.categorise.rules.runs import says_role
from understudy.core.folding import flat
from understudy.core.types import Span
from understudy.identify.settings import FORM, finds_by
from understudy.languages import get
from understudy.languages.lexicon import lexicon, listed
from understudy.languages.public import public_words

__all__ = ["with_row_mates"]

_ITEM = re.compile(r"[^\n.;,]+")
_HEAD = re.compile(
    r"\s*(?:[-•*>]\s+)?"
    r"((?:[^\W\d_]+ )?(?:[Nn][ºo°]? ?|#)?\d{1,4}[A-Za-z]? ?[:–—-]? ?)?"
    r"([^\W\d_a-zß-öø-ÿ][^\W\d_A-ZÀ-ÖØ-Þ]{2,})"
    r"(?: ?([:–—-](?=\s)|\()| (?=[\d£$€]|[^\W\d_A-ZÀ-ÖØ-Þ])|(?=,))"
)
"""The number of a bed or a plot, a word with a capital, and the sign or the word behind it."""
_FIGURES = re.compile(r"\d+")
_MOST_WORDS = 6
"""Words of an item without signs: more are a sentence."""
_FEWEST, _FEWEST_PEOPLE, _WORTH = 3, 2, 0.6
_OTHERWISE = frozenset(("LOCATION", "ORGANIZATION", "PRODUCT", "CREATIVE_WORK", "OCCUPATION"))


class _Item(NamedTuple):
    """The word of an item that may be somebody's name, flat."""

    start: int
    end: int
    word: str
    said: str
    """What is said of it behind no sign, figures aside: "0/0 arrears"."""

    def __repr__(self) -> str:
        return f"_Item({self.start}, {self.end})"


def with_row_mates(spans: Sequence[Span], text: str, language: str) -> list[Span]:
    """The marks of a document, with the people of its rows whom nobody marked."""
    people = {one.start: one for one in spans if one.label == "PERSON" and one.score < 1.0}
    if not people or not cased(text):
        return list(spans)
    held, changed = Evidence(spans), dict[Span, Span]()
    new: list[Span] = []
    for numbered, row in _rows(text):
        known = [people[one.start] for one in row if one.start in people]
        if not _of_people(numbered, len(known), len(row)):
            continue
        said = [one.said for one in row]
        like = max(known, key=lambda one: one.score)
        for one in row:
            over = held.over(one.start, one.end)
            if one.start in people or _known_otherwise(one.word, language):
                continue
            if len(over) == 1 and _mistaken(over[0], one):
                changed[over[0]] = over[0]._replace(label="PERSON", key=None, parts=())
            elif (
                not over
                and (not one.said or said.count(one.said) > 1)
                and _a_name(one.word, numbered, language)
            ):
                made = like._replace(start=one.start, end=one.end, score=_WORTH, key=None, parts=())
                new.append(made)
    if not new and not changed:
        return list(spans)
    return sorted((*(changed.get(one, one) for one in spans), *new))


def _mistaken(span: Span, item: _Item) -> bool:
    """Whether a mark takes the word of an item for something else."""
    guess = span.score < 1.0 and finds_by(span.source) != FORM
    return guess and span.label in _OTHERWISE and (span.start, span.end) == item[:2]


def _of_people(numbered: bool, known: int, size: int) -> bool:
    """Whether so many people make a row one of people."""
    if numbered:
        return known > 0
    return size >= _FEWEST and known >= _FEWEST_PEOPLE and 2 * known >= size


def _rows(text: str) -> Iterator[tuple[bool, Sequence[_Item]]]:
    """Items of one form, and whether they are numbered: those with numbers wherever they stand,
    others as long as they follow upon each other."""
    numbered: dict[tuple[str, str], list[_Item]] = {}
    run: list[_Item] = []
    last, after = "", 0
    for part in _ITEM.finditer(text):
        head = _HEAD.match(text, part.start(), min(len(text), part.end() + 1))
        sign = _sign(head, part) if head else ""
        if head is None or not sign:
            if any(map(str.isalpha, part[0])) and text[part.start() - 1] != ",":
                yield from _ended(run)
                run = []
            continue
        said = _FIGURES.sub("0", text[head.end(2) : part.end()].strip()) if sign == " " else ""
        item = _Item(*head.span(2), flat(head[2]), said)
        if head[1]:
            numbered.setdefault((_FIGURES.sub("0", flat(head[1])), sign), []).append(item)
            continue
        if sign != last or part.start() - after > 1:
            yield from _ended(run)
            run = []
        run.append(item)
        last, after = sign, part.end()
    yield from _ended(run)
    for row in numbered.values():
        if len(row) > 1:
            yield True, row


def _ended(run: Sequence[_Item]) -> Iterable[tuple[bool, Sequence[_Item]]]:
    return [(False, run)] if len(run) >= _FEWEST else ()


def _sign(head: re.Match[str], part: re.Match[str]) -> str:
    """What follows upon the name: a sign, or a few words; empty where that makes no row."""
    if head[3]:
        return "–" if head[3] in "–—-" else head[3]
    if head.end(2) == part.end():
        return "," if head[1] else ""
    return " " if len(part[0].split()) <= _MOST_WORDS else ""


def _known_otherwise(word: str, language: str) -> bool:
    """Whether a word is nobody's name in a row of people: a relative, a job, a body, a town that
    all know, or what is said where nobody is."""
    known, public = lexicon(language), public_words(get(language).reads)
    others = (public.kinship, public.demonyms, public.bodies, public.brands, known.cities)
    if any(word in one for one in others) or says_role(word, language):
        return True
    if word in _vacant(language):
        return True
    return word not in known.ambiguous and (word in public.calendar or word in known.stops)


def _a_name(word: str, numbered: bool, language: str) -> bool:
    """Whether a word is on a list of names or, in a row with numbers, at least no ordinary one."""
    known = lexicon(language)
    return known.names(word) or word in known.ambiguous or (numbered and not known.usual(word))


@cache
def _vacant(language: str) -> frozenset[str]:
    """What is said where nobody is."""
    return frozenset(map(flat, listed("vacant", language)))
