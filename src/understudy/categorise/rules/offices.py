"""What somebody is and not who: an office ("the Minister", "Defensora del Pueblo"), a figure of
faith ("God", "la Virgen del Carmen"). Guesses on these words stand on nobody."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from understudy.core.folding import flat, flat_all, flat_words
from understudy.core.types import Span
from understudy.identify.cues import house_kinds
from understudy.languages import get
from understudy.languages.lexicon import lexicon, listed, raw
from understudy.languages.public import PublicWords, public_words, stem

__all__ = ["is_office", "is_public_office", "names_office"]

_NAMED = frozenset(("PERSON", "LOCATION", "ORGANIZATION"))
_BEFORE = 32
_ASKED_AGAIN = 200
"""Characters of the longest name that is remembered: most of a document are said again, and one
that leads on and on ("University of the University of the …") at each of its words."""
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
_NEXT = re.compile(r" ([^\W\d_a-zß-öø-ÿ][^\W\d_]+)")
_TITLED = re.compile(r"\s+(?:[^\W\d_a-zß-öø-ÿ]|[^\W\d_]+\.\s)")
"""A name may follow: "Minister Okafor"."""


class _Said(NamedTuple):
    """What the words of a name say by themselves, whatever stands around them."""

    name: str
    words: tuple[str, ...]
    """Without articles and the like before them."""
    article: tuple[str, ...]
    """The last of these."""
    figure: bool
    kin: bool
    body: bool
    office: bool

    def __repr__(self) -> str:
        return f"_Said({len(self.words)} words)"


@lru_cache(maxsize=1 << 12)
def _said(value: str, language: str) -> _Said:
    whole = flat_all(_WORD.findall(value))
    public, name = public_words(get(language).reads), " ".join(whole)
    first = 0
    while first < len(whole) - 1 and whole[first] in public.small:
        first += 1
    words = tuple(whole[first:])
    return _Said(
        name,
        words,
        tuple(whole[max(0, first - 1) : first]),
        _is_figure(name, public, language),
        _is_kin(whole, language),
        len(words) > 1 and _is_body(words, public, language),
        names_office(words, public, language),
    )


def is_office(span: Span, text: str, language: str) -> bool:
    """Whether a guess at a name says no more than what somebody is, or names a figure of faith."""
    if span.label not in _NAMED:
        return False
    value = text[span.start : span.end]
    said = (_said if len(value) <= _ASKED_AGAIN else _said.__wrapped__)(value, language)
    public = public_words(get(language).reads)
    before = flat(text[max(0, span.start - _BEFORE) : span.start])
    figure = said.figure or _greeted(said.name, before.rstrip(), public)
    if (figure and not _of_house(span, text, language)) or (
        said.kin and _NEXT.match(text, span.end) is None
    ):
        return True
    words, article = said.words, said.article or before.split()[-1:]
    body = span.label == "ORGANIZATION" and said.body
    if body or not said.office:  # "Kings County Supreme Court"
        return not body and _before_office(span, words, text, public, language)
    known, named = lexicon(language), [word for word in words if word not in public.small]
    if len(named) > 1:  # "the Baker family" is somebody's
        return not any(known.names(word) for word in named if not is_public_office(word, public))
    if not known.names(named[0]):
        return not _addressed(span, named[0], text, language)
    office = is_public_office(named[0], public) or named[0] in _roles(language)
    with_article = bool(article) and article[0] in _articles(language)
    return office and with_article and _TITLED.match(text, span.end) is None


def _addressed(span: Span, job: str, text: str, language: str) -> bool:
    """Whether a title stands before a job by which nobody is addressed, which is a surname then:
    "el señor Contador", but "señora Directora"."""
    public = public_words(get(language).reads)
    if is_public_office(job, public) or job in _roles(language) or not text[span.start].isupper():
        return False
    before = flat(text[max(0, span.start - _BEFORE) : span.start]).split()[-1:]
    titles = raw(language)["courtesy"]
    return span.label == "PERSON" and bool(before) and before[0].rstrip(".") in map(flat, titles)


def _of_house(span: Span, text: str, language: str) -> bool:
    """Whether a school or a church is called by a figure: "Our Lady of Lourdes Primary"."""
    behind = _WORD.findall(text, span.end, span.end + _BEFORE)[:2]
    return any(word[0].isupper() and flat(word) in house_kinds(language) for word in behind)


def _is_body(words: Sequence[str], public: PublicWords, language: str) -> bool:
    head = words[0] if raw(language)["traits"]["heads_first"] else words[-1]
    return head in public.institution_heads and not is_public_office(head, public)


def _is_kin(words: Sequence[str], language: str) -> bool:
    """Whether a relative is called by what he is alone ("la yaya dice"), and by no name: "Nina"
    is nobody's "niña"."""
    public = public_words(get(language).reads)
    named = [word for word in words if word not in public.small]
    if not named or not public.kinship.issuperset(named):
        return False
    return not any(lexicon(one).names(word) for one in get(language).reads for word in named)


def _before_office(
    span: Span, words: Sequence[str], text: str, public: PublicWords, language: str
) -> bool:
    """Whether a word is the first of an office's: "[Circuit] Judges", "[Night] Auditor"."""
    behind = _NEXT.match(text, span.end) if len(words) == 1 else None
    if behind is None or not _head(flat(behind[1]), public.languages, language):
        return False
    known = lexicon(language)
    return words[0] in _beside(language) or (known.usual(words[0]) and not known.names(words[0]))


def is_public_office(word: str, public: PublicWords) -> bool:
    """Whether a flat word is an office, and not merely a job."""
    return stem(word, public.job_endings) in public.offices


def _is_figure(name: str, public: PublicWords, language: str) -> bool:
    """Whether it is a figure of the list; one word that people are called by, too, is theirs."""
    if name in public.figures:
        alone = " " not in name and any(lexicon(one).names(name) for one in get(language).reads)
        if not alone:
            return bool(name)
    return bool(name) and name.startswith(public.figure_heads)


def _greeted(name: str, before: str, public: PublicWords) -> bool:
    """Whether the words before a name make a figure of it: "Hey Siri"."""
    if not name:
        return False
    greeted = " ".join((*before.split()[-1:], name))
    return (greeted != name and greeted in public.figures) or before.endswith(public.figure_heads)


def names_office(words: Sequence[str], public: PublicWords, language: str) -> bool:
    """Whether flat words have one for an office or a job first or last, and beside it only what
    offices and bodies are called by: "regional governor", "jefe de servicio"."""
    named = [word for word in words if word not in public.small]
    if not named:
        return False
    heads = named[:1] if raw(language)["traits"]["heads_first"] else (named[0], named[-1])
    if not any(_head(word, public.languages, language) for word in heads):
        return False
    known, pair = lexicon(language), len(named) == 2  # "night auditor"
    return all(
        _head(word, public.languages, language)
        or word in _beside(language)
        or word in public.demonyms
        or (pair and known.usual(word) and not known.names(word))
        for word in named
    )


@lru_cache(maxsize=1 << 12)
def _head(word: str, languages: tuple[str, ...], language: str) -> bool:
    public = public_words(languages)
    job = stem(word, public.job_endings) in public.jobs
    return job or is_public_office(word, public) or word in _roles(language)


@cache
def _roles(language: str) -> frozenset[str]:
    return frozenset(
        map(flat, (*listed("people_before", language), *listed("job_words", language)))
    )


@cache
def _beside(language: str) -> frozenset[str]:
    public = public_words(get(language).reads)
    said = flat_words(" ".join((*public.departments, *public.body_words)))
    return said | public.office_beside | public.medicine


@cache
def _articles(language: str) -> frozenset[str]:
    words = (*listed("articles", language), *listed("articles_joined", language))
    return frozenset(map(flat, words))
