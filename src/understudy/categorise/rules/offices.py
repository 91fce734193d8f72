"""What somebody is and not who: an office ("the Minister", "Defensora del Pueblo"), a figure of
faith ("God", "la Virgen del Carmen"). Guesses on these words stand on nobody."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache, lru_cache

from understudy.core.folding import flat, flat_words
from understudy.core.types import Span
from understudy.identify.cues import house_kinds
from understudy.languages import get
from understudy.languages.lexicon import lexicon, listed, raw
from understudy.languages.public import PublicWords, public_words, stem

__all__ = ["is_office", "is_public_office", "names_office"]

_NAMED = frozenset(("PERSON", "LOCATION", "ORGANIZATION"))
_BEFORE = 32
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
_NEXT = re.compile(r" ([^\W\d_a-zß-öø-ÿ][^\W\d_]+)")
_TITLED = re.compile(r"\s+(?:[^\W\d_a-zß-öø-ÿ]|[^\W\d_]+\.\s)")
"""A name may follow: "Minister Okafor"."""


def is_office(span: Span, text: str, language: str) -> bool:
    """Whether a guess at a name says no more than what somebody is, or names a figure of faith."""
    if span.label not in _NAMED:
        return False
    words = [flat(word) for word in _WORD.findall(text[span.start : span.end])]
    public = public_words(get(language).reads)
    before = flat(text[max(0, span.start - _BEFORE) : span.start])
    figure = _is_figure(" ".join(words), before.rstrip(), public, language)
    if (figure and not _of_house(span, text, language)) or _is_kin(span, words, text, language):
        return True
    small, article = public.small, before.split()[-1:]
    while len(words) > 1 and words[0] in small:
        article = [words.pop(0)]
    body = span.label == "ORGANIZATION" and len(words) > 1 and _is_body(words, public, language)
    if body or not names_office(words, public, language):  # "Kings County Supreme Court"
        return not body and _before_office(span, words, text, public, language)
    known, named = lexicon(language), [word for word in words if word not in small]
    if len(named) > 1:  # "the Baker family" is somebody's
        return not any(known.names(word) for word in named if not is_public_office(word, public))
    if not known.names(named[0]):
        return True
    office = is_public_office(named[0], public) or named[0] in _roles(language)
    with_article = bool(article) and article[0] in _articles(language)
    return office and with_article and _TITLED.match(text, span.end) is None


def _of_house(span: Span, text: str, language: str) -> bool:
    """Whether a school or a church is called by a figure: "Our Lady of Lourdes Primary"."""
    behind = _WORD.findall(text, span.end, span.end + _BEFORE)[:2]
    return any(word[0].isupper() and flat(word) in house_kinds(language) for word in behind)


def _is_body(words: Sequence[str], public: PublicWords, language: str) -> bool:
    head = words[0] if raw(language)["traits"]["heads_first"] else words[-1]
    return head in public.institution_heads and not is_public_office(head, public)


def _is_kin(span: Span, words: Sequence[str], text: str, language: str) -> bool:
    """Whether a relative is called by what he is alone ("la yaya dice"), and by no name: "Nina"
    is nobody's "niña"."""
    public = public_words(get(language).reads)
    named = [word for word in words if word not in public.small]
    borne = any(lexicon(one).names(word) for one in get(language).reads for word in named)
    kin = bool(named) and public.kinship.issuperset(named) and not borne
    return kin and _NEXT.match(text, span.end) is None


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


def _is_figure(name: str, before: str, public: PublicWords, language: str) -> bool:
    """Whether it is a figure of the list; one word that people are called by, too, is theirs."""
    if not name:
        return False
    heads = public.figure_heads
    alone = " " not in name and any(lexicon(one).names(name) for one in get(language).reads)
    greeted = " ".join((*before.split()[-1:], name))  # "Hey Siri"
    known = public.figures
    listed_as = (name in known and not alone) or (greeted != name and greeted in known)
    return listed_as or before.endswith(heads) or name.startswith(heads)


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
