"""The captions of cases, as lawyers of the south write them: "Bustingorry, Elsa c/ Aceros del
Sudeste S.A. s/ despido". Who is before the sign and who is behind it are the parties; no street
is among them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from understudy.core.folding import flat
from understudy.core.types import Span
from understudy.identify.cues import company_words, house_kinds
from understudy.languages.lexicon import lexicon, listed, on_list, one_of
from understudy.languages.lists import any_of

__all__ = ["with_parties"]

_NAMED = frozenset(("PERSON", "LOCATION", "ORGANIZATION", "STREET_ADDRESS"))
_CERTAIN = 1.0
_LONGEST = 120
"""Characters of the longest side of a caption."""
_CAPITALS = re.compile(
    r"[^\W\d_a-zß-öø-ÿ][\w.'’&-]*"
    r"(?:(?:,| [-–])? (?:[^\W\d_]{1,4} ){0,2}[^\W\d_a-zß-öø-ÿ&][\w.'’&-]*)*"
)
"""A name of one word or several, the last name perhaps before a comma."""
_OPENS = re.compile(r"[\"“”«'‘:;(\n]")


def with_parties(spans: Sequence[Span], text: str, language: str) -> list[Span]:
    """The marks of a document in order, those in a caption as the two that are against each
    other: each side is one mark, somebody or a body."""
    caption = _caption(language)
    if caption is None or "/" not in text:
        return list(spans)
    held = list(spans)
    for found in caption.finditer(text):
        sides = [_side(*_left(found.start("sign"), text), text, language)]
        sides.append(_side(*found.span("other"), text, language))
        for side in sides:
            if side is not None:
                held = _put(side, held, text, language)
        held = _without_signs(found, held, text)
    return held


@cache
def _caption(language: str) -> re.Pattern[str] | None:
    against, over = listed("caption_against", language), listed("caption_over", language)
    if not against or not over:
        return None
    small = any_of(listed("articles", language))  # "s/ las ocho" is an hour
    return re.compile(
        rf"(?<=\s)(?P<sign>(?:{any_of(against)}))\s*(?P<other>[^\W\d_][^\n\"“”»]{{1,{_LONGEST}}}?)"
        rf"\s+(?P<over>(?:{any_of(over)}))\s*(?!(?:{small})\s)(?=[^\W\d_]{{3}})",
        re.I,
    )


def _left(end: int, text: str) -> tuple[int, int]:
    """Where the side before a sign begins and ends."""
    low = max(0, end - _LONGEST)
    signs = list(_OPENS.finditer(text, low, end))
    start = signs[-1].end() if signs else low if low == 0 else text.find(" ", low) + 1
    return start, end


def _side(start: int, end: int, text: str, language: str) -> tuple[int, int] | None:
    """A side without the words around it that are of no name: "autos", "y otros"."""
    more = _others(language).search(text, start, end)
    if more is not None:
        end = more.start()
    found = None
    for one in _CAPITALS.finditer(text, start, end):
        found = one  # the last one, beside the sign
        if not text[one.end() : end].strip(" ,."):
            break
    if found is None or text[found.end() : end].strip(" ,."):
        return None
    opened = _opened(language).match(text, found.start(), found.end())
    return opened.end() if opened else found.start(), found.end()


@cache
def _opened(language: str) -> re.Pattern[str]:
    """What stands before a side and is no part of its name: "Sucesión de"."""
    return re.compile(rf"(?:(?:{any_of(listed('caption_opens', language))})\.?[ :]+)+", re.I)


@cache
def _others(language: str) -> re.Pattern[str]:
    return re.compile(rf",? (?:{any_of(listed('caption_more', language))})(?!\w)", re.I)


def _put(side: tuple[int, int], spans: list[Span], text: str, language: str) -> list[Span]:
    """The marks with one for a side where some of them are over it."""
    start, end = side
    over = [
        at
        for at, one in enumerate(spans)
        if one.start < end and start < one.end and one.label in _NAMED
    ]
    if not over or any(spans[at].score >= _CERTAIN for at in over):
        return spans
    label = _label(text[start:end], [spans[at].label for at in over], language)
    one = spans[over[0]]._replace(start=start, end=end, label=label, key=None, parts=())
    return [*spans[: over[0]], one, *spans[over[-1] + 1 :]]


def _label(value: str, labels: Sequence[str], language: str) -> str:
    """What a side is: a body by its form or its first word, else somebody."""
    words, known = flat(value).replace(",", " ").split(), lexicon(language)
    kinds = company_words(language) | house_kinds(language)
    legal = re.search(rf"(?<!\w)(?:{one_of('legal_forms', language)})(?!\w)", value)
    ends = on_list("organization_suffixes", language)
    suffixed = not ends.isdisjoint(word.strip(".") for word in words)
    if legal is not None or suffixed or not kinds.isdisjoint(words):
        return "ORGANIZATION"
    if "," in value or any(map(known.names, words)):
        return "PERSON"
    houses = on_list("house_initials", language)
    if "PERSON" in labels and houses.isdisjoint(value.split()):
        return "PERSON"
    return "ORGANIZATION"


def _without_signs(found: re.Match[str], spans: Sequence[Span], text: str) -> list[Span]:
    """The marks without the signs between the sides and what the case is about."""
    guessed = (one.score < _CERTAIN and one.label in _NAMED for one in spans)
    made = [
        _of_side(one, found, text) if guess else one
        for one, guess in zip(spans, guessed, strict=True)
    ]
    return [one for one in made if one.start < one.end]


def _of_side(span: Span, found: re.Match[str], text: str) -> Span:
    other, over = found.start("other"), found.start("over")
    start, end = span.start, span.end
    if found.start("sign") <= start < other:
        start = other
    if start < over < end:
        end = start + len(text[start:over].rstrip())
    street = span.label == "STREET_ADDRESS" and other <= start < over
    label = "ORGANIZATION" if street else span.label
    if (start, end, label) == (span.start, span.end, span.label):
        return span
    return span._replace(start=start, end=end, label=label, key=None, parts=())
