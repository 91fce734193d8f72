"""The ends of names: what a guess takes along ("bogdan like b o g d a n", "S.L., BBVA"), and what
it leaves behind ("[Mercy] General", "[HomeGoodz] Direct")."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache

from understudy.categorise.offices import is_public_office, names_office
from understudy.core.folding import flat
from understudy.core.types import Span
from understudy.identify.cues import company_words
from understudy.identify.settings import CUE, LIST, MODEL, finds_by
from understudy.languages import get
from understudy.languages.lexicon import lexicon, listed, one_of, raw
from understudy.languages.public import public_words

__all__ = ["firms", "kin_and_name", "sides", "whole_name"]

_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_TAIL = re.compile(r" ([^\W\d_a-zß-öø-ÿ][^\W\d_A-ZÀ-ÖØ-Þ]{2,})(?![\w'’-])")
_CAPITALS = re.compile(r"(?<![\w'’.-])(?:[^\W\d_a-zß-öø-ÿ][\w'’&-]* ){1,3}\Z")
_OPENS = re.compile(r"(?:\A|[.!?:\n]\s*)\Z")
_FARTHEST = 60
_LAST = re.compile(r"([^\W\d_]+) \Z")
_BEFORE, _LONG_OFFICE = 12, 4
_GUESSED = frozenset((CUE, LIST, MODEL))


def whole_name(span: Span, text: str, language: str) -> Span:
    """A guess at a name from its first word to its last."""
    if finds_by(span.source) not in _GUESSED:
        return span
    if span.label == "PERSON":
        span = _without_label(_without_verb(span, text, language), text, language)
        span = _without_office(span, text, language)
        if _house_by_article(span, text, language):
            span = span._replace(label="ORGANIZATION", key=None, parts=())
    if span.label == "ORGANIZATION":
        span = _without_legal_form(_officer(span, text, language), text, language)
    return _with_tail(span, text, language) if finds_by(span.source) == MODEL else span


def _without_verb(span: Span, text: str, language: str) -> Span:
    """A name in small letters without the ordinary word or the verb behind it: "eusebio
    falleció"."""
    value = text[span.start : span.end]
    if not value.islower():
        return span
    words, known = list(_WORD.finditer(text, span.start, span.end)), lexicon(language)
    verbs, end = tuple(raw(language)["verb_endings"]), span.end
    if not words or not known.names(flat(words[0][0])):
        return span
    while len(words) > 1:
        low = flat(words[-1][0])
        verb = bool(verbs) and words[-1][0].endswith(verbs) and len(low) > 3
        if known.names(low) or low in known.particles or not (verb or known.usual(low)):
            break
        words.pop()
        end = words[-1].end()
    return span if end == span.end else span._replace(end=end, key=None, parts=())


def _without_label(span: Span, text: str, language: str) -> Span:
    """A name without what stands before it in an address or a postscript: "Attn", "A/A"."""
    found = _prefixes(language).match(text, span.start, span.end)
    if found is None or not text[found.end() : span.end].strip():
        return span
    return span._replace(start=found.end(), key=None, parts=())


@cache
def _prefixes(language: str) -> re.Pattern[str]:
    prefixes = "|".join(map(re.escape, listed("name_prefixes", language))) or "(?!)"
    return re.compile(rf"(?:{prefixes})[.:]{{0,2}}\s+", re.I)


def _without_office(span: Span, text: str, language: str) -> Span:
    """A name without the office or the kin before it: "Home Minister Devraj Solanki", "cousin
    marguerite"."""
    words, known = list(_WORD.finditer(text, span.start, span.end)), lexicon(language)
    public = public_words(get(language).reads)
    for cut in range(min(len(words) - 1, _LONG_OFFICE), 0, -1):
        front = [flat(word[0]) for word in words[:cut]]
        if text[words[cut - 1].end() : words[cut].start()].strip():
            continue
        if any(word in known.given for word in front) or not _capital_alike(words, cut):
            continue
        kin = cut == 1 and front[0] in public.kinship
        office = names_office(front, public, language) and not any(
            known.names(word) and not is_public_office(word, public) for word in front
        )
        if kin or office:
            return span._replace(start=words[cut].start(), key=None, parts=())
    return span


def _officer(span: Span, text: str, language: str) -> Span:
    """The person of a guess at a body that has an office first: "Finance Minister Ann Lee"."""
    cut, known = _without_office(span, text, language), lexicon(language)
    first = flat(text[cut.start : cut.end]).split()[:1]
    named = bool(first) and (first[0] in known.given or first[0] in known.guests)
    if cut.start == span.start or not named or " " not in text[cut.start : cut.end]:
        return span
    kinds = company_words(language)
    return span if kinds.intersection(first) else cut._replace(label="PERSON")


def _capital_alike(words: Sequence[re.Match[str]], cut: int) -> bool:
    """Whether a name follows: with a capital where what is before it has one, too."""
    return words[cut][0][0].isupper() or words[cut - 1][0].islower()


def _house_by_article(span: Span, text: str, language: str) -> bool:
    """Whether the whole name of a person has an article before it, as that of a hospital or a
    school has: "trasladado al Ramón y Cajal"."""
    before = _LAST.search(text, max(0, span.start - _BEFORE), span.start)
    article = before is not None and before[1] in listed("house_articles", language)
    value = text[span.start : span.end]
    return article and " " in value and value[0].isupper() and finds_by(span.source) != LIST


def sides(span: Span, text: str, language: str) -> Iterator[Span]:
    """Each side of a case that one guess has both of: "Kerekes v. Hungary"."""
    found = _against(language).search(text, span.start + 1, span.end)
    if found is None or finds_by(span.source) not in _GUESSED:
        yield span
        return
    yield span._replace(end=found.start(), key=None, parts=())
    yield span._replace(start=found.end(), key=None, parts=())


@cache
def _against(language: str) -> re.Pattern[str]:
    signs = "|".join(map(re.escape, listed("versus", language))) or "(?!)"
    return re.compile(rf"\s(?:{signs})\s+(?=[^\W\d_a-zß-öø-ÿ])")


def firms(span: Span, text: str, language: str) -> Iterator[Span]:
    """Each body of a guess over two, of which the first ends with its legal form."""
    found = None
    if span.label == "ORGANIZATION" and finds_by(span.source) == MODEL:
        found = _legal_first(language).search(text, span.start + 1, span.end)
    if found is None:
        yield span
        return
    ends = found.start() + len(found[0].rstrip().removesuffix(","))
    yield span._replace(end=ends, key=None, parts=())
    yield span._replace(start=found.end(), key=None, parts=())


def _without_legal_form(span: Span, text: str, language: str) -> Span:
    """A body without the legal form of the one before it ("[S.L., BBVA]"), and with all of the
    name before its own: "Pinturas Es [Vedrà, S.L.]"."""
    found = _legal_first(language).match(text, span.start, span.end)
    if found:
        return span._replace(start=found.end(), key=None, parts=())
    if _legal_last(language).search(text, span.start, span.end + 1) is None:
        return span
    before = _CAPITALS.search(text, max(0, span.start - _FARTHEST), span.start)
    if before is None or _OPENS.search(text, max(0, before.start() - 3), before.start()):
        return span
    return span._replace(start=before.start(), key=None, parts=())


@cache
def _legal_last(language: str) -> re.Pattern[str]:
    return re.compile(rf"(?:{one_of('legal_forms', language)})\.?\Z")


@cache
def _legal_first(language: str) -> re.Pattern[str]:
    return re.compile(rf"(?:{one_of('legal_forms', language)}),\s+(?=[^\W\d_a-zß-öø-ÿ])")


def _with_tail(span: Span, text: str, language: str) -> Span:
    """A house with the word behind it that ends such names, where the guess stops before it."""
    value = text[span.start : span.end]
    named = span.label == "ORGANIZATION" or (span.label == "PERSON" and " " not in value)
    placed = span.label == "LOCATION" and flat(value) not in lexicon(language).places
    tail = _TAIL.match(text, span.end) if (named or placed) and value[:1].isupper() else None
    if tail is None or flat(tail[1]) not in _tails(language):
        return span
    public = public_words(get(language).reads)
    if flat(value) in public.brands or flat(value) in public.bodies:
        return span
    return span._replace(end=tail.end(1), label="ORGANIZATION", key=None, parts=())


@cache
def _tails(language: str) -> frozenset[str]:
    """Words that end the names of houses; where what a house is stands first, none does."""
    if raw(language)["traits"]["heads_first"]:
        return frozenset(map(flat, listed("house_tails", language)))
    return company_words(language) | frozenset(map(flat, listed("house_tails", language)))


def kin_and_name(span: Span, text: str, language: str) -> Iterator[Span]:
    """The word for a relative and, apart from it, the name behind it: "[hermana Lola]"."""
    words = list(_WORD.finditer(text, span.start, span.end))
    kinship = public_words(get(language).reads).kinship
    last = 0
    while last < len(words) and flat(words[last][0]) in kinship:
        last += 1
    rest = words[last:]
    if not last or not rest or not all(word[0][0].isupper() for word in rest):
        yield span
        return
    yield span._replace(end=words[last - 1].end(), key=None, parts=())
    yield span._replace(start=rest[0].start(), label="PERSON", key=None, parts=())
