"""People by the place where a name stands: families behind an article ("the Feldmans", "los
Montañés"), and the name behind the last comma of a message ("save me a seat, Jez")."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from understudy.core.folding import flat
from understudy.core.types import Span
from understudy.identify.textview import UPPER, TextView
from understudy.languages import get
from understudy.languages.lexicon import Lexicon, lexicon, listed, raw
from understudy.languages.public import public_words

__all__ = ["called", "family_end", "known_otherwise"]

_LAST = re.compile(rf",(?<=[a-zà-ÿ?!)],)[ ]([{UPPER}][a-zà-ÿ]{{2,}})[.!]*[ ]*$", re.M)
_OWNING = ("'", "’")
_SCORE, _FAMILY, _ARTICLE = 0.75, 0.8, 6


def called(view: TextView, language: str) -> Iterator[Span]:
    """The people whom a text calls by name there."""
    for found in _families(language).finditer(view.text):
        before = view.text[found.start() - 1 : found.start()]
        if before.isalnum() or before == "_":
            continue
        end = family_end(view.text, found.start(1), found.end(1), language)
        if end:
            yield Span(found.start(1), end, "SURNAME", _FAMILY, "heuristic")
    words = lexicon(language)
    for found in _LAST.finditer(view.text):
        word = view.flat[found.start(1) : found.end(1)]
        if view.cased(found.start(1)) and not known_otherwise(word, words, language):
            yield Span(found.start(1), found.end(1), "PERSON", _SCORE, "heuristic")


@cache
def _families(language: str) -> re.Pattern[str]:
    """An article and a capitalised word; whether the article is a whole word is not looked at."""
    articles = "|".join(raw(language)["family_articles"]) or "(?!)"
    return re.compile(rf"(?i:{articles}) ([{UPPER}][^\W\d_]{{2,}})(?![\w-]| [{UPPER}])")


def family_end(text: str, start: int, end: int, language: str, seen: bool = False) -> int:
    """Where the surname of a family ends, before the sign of the plural; 0 where none is meant. A
    name that a model has ``seen`` behind the article needs no list: "los Zubeldia"."""
    before = text[max(0, start - _ARTICLE) : start].split()
    if not before or before[-1].lower() not in raw(language)["family_articles"]:
        return 0
    word, words = flat(text[start:end]), lexicon(language)
    named = f"{before[-1].lower()} {word}" in public_words(get(language).reads).brands
    if named or known_otherwise(word, words, language):
        return 0
    plural = get(language).table("people")["plural"]
    for ending in plural.get("families", ()):
        single = word.removesuffix(ending)
        sure = words.names(single) or (ending and text[end : end + 1] in _OWNING)
        sure = sure or (seen and not ending and not word.endswith(plural["usual"]))
        hissed = single.endswith(tuple(plural["behind"].get(ending, ()))) and ending != ""
        if word.endswith(ending) and sure and (hissed or not words.usual(single)):
            return end - len(ending)
    return 0


def known_otherwise(word: str, words: Lexicon, language: str) -> bool:
    """Whether lists have the word as something other than a name."""
    public = public_words(get(language).reads)
    if words.usual(word) or word in words.places or word in words.months:
        return True
    others = (public.brands, public.bodies, public.demonyms, public.kinship)
    listed_as = (words.nationalities, _greetings(language), *others)
    return any(word in one for one in listed_as)


@cache
def _greetings(language: str) -> frozenset[str]:
    return frozenset(word.lower() for word in listed("sentence_openers", language))
