"""Things that have a name and are nobody: food, cars, trials, what all the world knows."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from understudy.categorise.rules.casing import cased
from understudy.categorise.rules.mates import chat_mate
from understudy.categorise.rules.ordinary import joining, says_again, words_for
from understudy.core.folding import flat
from understudy.core.types import Span
from understudy.languages import get
from understudy.languages.lexicon import Lexicon, lexicon, listed, on_list, raw
from understudy.languages.lists import any_of
from understudy.languages.public import public_words

__all__ = ["plain_thing", "postscript"]

_NAMING = frozenset(("ORGANIZATION", "PRODUCT", "CREATIVE_WORK"))
_LISTED = frozenset(("PERSON", "LOCATION"))
_NAMED = _LISTED | _NAMING
_SHORTEST_NAME = 3
_WORD = re.compile(r"\w+")
_BEFORE = re.compile(r"(\w+)\s*\Z")
_NEXT = 16
_YEAR_BEFORE = re.compile(r"(?<!\d)(?:19|20)\d{2} \Z")
_PHRASE, _AROUND = 40, 3
"""Characters and words around a name in which a longer one that all know is looked for."""
_RUN_BEFORE, _RUN_BEHIND = re.compile(r"(?:[\w'’-]+ )+\Z"), re.compile(r"(?: [\w'’-]+)+")
_GLOSSED = re.compile(r"\(((?:[^\W\d_]+ ){0,3})\Z")
"""The bracket that opens a gloss, and its words so far."""


def plain_thing(span: Span, text: str, language: str) -> bool:
    """Whether a chat only says hello, or orders something ("hai", "tomato mozzarella"), what stands
    in brackets is the court or law before it once more, or it is a car or a part of what all the
    world knows."""
    value = text[span.start : span.end]
    low = max(0, span.start - _PHRASE)
    if text.find("(", low, span.start) >= 0:
        opened = _GLOSSED.search(text, low, span.start)
        if opened is not None and says_again(opened[1] + value, language):
            return True  # "(Minister [Gospodarki])"
    words = flat(value).split()
    public = _car(span, words, text, language) or _in_public_name(span, words, text, language)
    public = public or _called_after(span, text, language)
    mate = chat_mate(language).fullmatch(text, span.start, span.end)
    if public or mate or _study(span, text, language):
        return True
    if span.label not in _NAMED or value[1:] != value[1:].lower():
        return False  # "Sushi Lover" may be a house
    known, dishes = lexicon(language), words_for(language, "foods")
    if value.islower() and len(words) == 1 and words[0] in words_for(language, "interjections"):
        return True
    if not words or not dishes.issuperset(words) or (len(words) == 1 and not value.islower()):
        return False
    behind = _WORD.findall(text, span.end, span.end + _NEXT)[:1]  # "strawberry shake"
    return not all(_on_list(word, known) for word in (*words, *dishes.intersection(behind)))


def _called_after(span: Span, text: str, language: str) -> bool:
    """Whether words in small letters are of a thing that is called after a place or like somebody:
    "one chelsea boot"."""
    if span.label not in _NAMED or not text[span.start : span.end].islower():
        return False
    low, high = max(0, span.start - _PHRASE), span.end + _PHRASE
    return any(
        one.start() <= span.start and span.end <= one.end()
        for one in _things_called_after(language).finditer(text, low, high)
    )


@cache
def _things_called_after(language: str) -> re.Pattern[str]:
    tables = (raw(one)["things_called_after"] for one in get(language).reads)
    things = [one.strip() for table in tables for one in table.split("|")]
    return re.compile(rf"(?<!\w)(?:{any_of(filter(None, things))})(?!\w)")


def _car(span: Span, words: Sequence[str], text: str, language: str) -> bool:
    """Whether the make of a car is in it or before it: "2018 chevrolet colorado"."""
    if span.label not in _NAMED and span.label != "STREET_ADDRESS":
        return False
    makes = _makes(language)
    if _YEAR_BEFORE.search(text, max(0, span.start - _NEXT), span.start):
        makes = public_words(get(language).reads).makes  # "2018 holden"
    if not makes.isdisjoint(words) and joining(language).isdisjoint(words):
        return not lexicon(language).streets.intersection(words)
    if len(words) != 1:
        return False
    before = _BEFORE.search(text, max(0, span.start - _NEXT), span.start)
    return before is not None and flat(before[1]) in makes


@cache
def _makes(language: str) -> frozenset[str]:
    """The makes of cars that neither somebody nor a town is called: not "Bentley", "Plymouth"."""
    known = [lexicon(one) for one in get(language).reads]
    return frozenset(
        make
        for make in public_words(get(language).reads).makes
        if not any(one.names(make) or make in one.places for one in known)
    )


def _in_public_name(span: Span, own: Sequence[str], text: str, language: str) -> bool:
    """Whether a name is a part of what all the world knows: the Guerra of a world war."""
    if span.label not in _NAMED:
        return False
    public = public_words(get(language).reads)
    if not public.world.issuperset(own):
        return False
    if span.label == "PERSON" and len(own) > 1 and " ".join(own) in public.brands:
        return True
    low, high = max(0, span.start - _PHRASE), span.end + _PHRASE
    before = _RUN_BEFORE.search(text, low, span.start)
    behind = _RUN_BEHIND.match(text, span.end, high)
    first = flat(before[0]).split()[-_AROUND:] if before else []
    last = flat(behind[0]).split()[:_AROUND] if behind else []
    # A word that is in none of these names ends what may be one.
    lefts = next((at for at, one in enumerate(first[::-1]) if one not in public.world), len(first))
    rights = next((at for at, one in enumerate(last) if one not in public.world), len(last))
    known = (public.events, public.landmarks, public.bodies)
    for left in range(lefts + 1):
        for right in range(rights + 1):
            if left + right == 0:
                continue
            name = " ".join((*first[len(first) - left :], *own, *last[:right]))
            more = set(name.split()) - set(own) - public.small
            body = span.label == "ORGANIZATION" and bool(more) and name in public.bodies
            if body or (span.label in _LISTED and any(name in one for one in known)):
                return True  # "[Boletín] Oficial del Estado"
            if " " not in name or name not in public.brands:
                continue
            if right or _capital(before, left) or not cased(text):
                return True  # "a Big Mac", "un Seat León"
    return False


def postscript(span: Span, text: str, language: str) -> bool:
    """Whether one letter is a part of initials that are nobody's ("P.S. Nana says"), or a party to
    a case that has no other name ("R v Oakden")."""
    if span.end - span.start != 1 or not text[span.start].isupper():
        return False
    if _versus(language).match(text, span.end):
        return True
    around = text[max(0, span.start - 3) : span.end + 3].split()
    return any(word.strip(",;:") in on_list("not_initials", language) for word in around)


@cache
def _versus(language: str) -> re.Pattern[str]:
    return re.compile(rf" (?:{any_of(map(re.escape, listed('versus', language)))}) ")


def _study(span: Span, text: str, language: str) -> bool:
    """Whether capitals are what a trial, a study or a scale is called by: "the BEACON trial"."""
    words = text[span.start : span.end].split()
    if span.label not in _NAMED or not any(map(str.isupper, words)):
        return False
    studies, behind = words_for(language, "studies"), _WORD.match(text, span.end + 1)
    if raw(language)["traits"]["heads_first"]:
        before = _BEFORE.search(text, max(0, span.start - _NEXT), span.start)
        head = words.pop(0) if words[1:] and words[0].islower() else before[1] if before else ""
    else:
        head = words.pop() if words[1:] and words[-1].islower() else behind[0] if behind else ""
    named = len(words) == 1 and words[0].isupper() and len(words[0]) >= _SHORTEST_NAME
    return named and flat(head) in studies


def _capital(before: re.Match[str] | None, left: int) -> bool:
    """Whether the first of the last words before has a capital."""
    words = before[0].split() if before else []
    return 0 < left <= len(words) and words[-left][:1].isupper()


def _on_list(word: str, known: Lexicon) -> bool:
    return known.names(word) or word in known.places
