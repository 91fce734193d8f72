"""What words say by themselves, by the lists of a language: that they are ordinary ones, that they
say what somebody is, that no list of names has them."""

from __future__ import annotations

import re
from functools import cache, lru_cache

from understudy.core.folding import flat, flat_words
from understudy.languages import get
from understudy.languages.lexicon import lexicon, listed, raw
from understudy.languages.public import public_words, stem

__all__ = [
    "articles",
    "calendar_words",
    "foreign_word",
    "formed",
    "joining",
    "joins",
    "kinds_of_organizations",
    "numbered",
    "numerals",
    "on_no_list",
    "organization_words",
    "plain_words",
    "role",
    "says_again",
    "says_who",
    "small_article",
    "usual",
    "words_for",
]

_SHORTEST_NAME = 3
_LONG_GLOSS = 10
_ASKED = 1 << 12
"""Words that the lists were asked about of late; most of a document say the same again."""


@cache
def calendar_words(language: str) -> frozenset[str]:
    """Words of the calendar: months, seasons, weekdays."""
    return public_words(get(language).reads).calendar


@cache
def numerals(language: str) -> frozenset[str]:
    """Words for numbers."""
    return public_words(get(language).reads).numerals


def small_article(value: str, language: str) -> bool:
    """Whether an article in small letters begins the name of a town: "la junta"."""
    first, _, rest = value.partition(" ")
    return bool(rest) and value.islower() and first in articles(language)


def foreign_word(value: str, language: str) -> bool:
    """Whether one short word is a name by chance, and a usual one of another language that is
    read: "My wife is here" in a Spanish call."""
    others = (one for one in get(language).reads if one != language)
    word = flat(value)
    return len(word) <= _SHORTEST_NAME and any(word in _common_words(one) for one in others)


@cache
def _common_words(language: str) -> frozenset[str]:
    return flat_words(raw(language)["common"]) | public_words((language,)).small


def says_again(value: str, language: str) -> bool:
    """Whether words are a court or a law in another language: "Sąd Apelacyjny"."""
    first, *rest = value.rstrip(").,;").split() or [""]
    public = public_words(get(language).reads)
    known, ended = public.gloss_words, public.gloss_endings
    if not rest and len(first) >= _LONG_GLOSS and flat(first).endswith(ended or " "):
        return True  # "Kraftfahrzeuggesetz"
    return flat(first) in known and all(
        flat(word) in known or (word.islower() and on_no_list(word, language)) for word in rest
    )


def formed(value: str, language: str) -> bool:
    """Whether one word in small letters ends as names do not: "administered"."""
    known = lexicon(language)
    return value.endswith(known.word_endings) and " " not in value and on_no_list(value, language)


@lru_cache(maxsize=_ASKED)
def plain_words(value: str, weak: bool, language: str) -> bool:
    """Whether every word is an ordinary one of the lists by hand, behind no cue one of any list,
    and no name: "Localidad", "Norte-Sur"."""
    words, known = flat(value).replace("-", " ").split(), lexicon(language)
    plain, links = known.common if weak else known.stops, joining(language)
    return bool(words) and all(
        (word in plain or word in links) and not known.names(word) for word in words
    )


@cache
def numbered(language: str) -> frozenset[str]:
    """Words for what has a number: a ward, a bay."""
    return frozenset(map(flat, listed("numbered", language)))


def says_who(value: str, language: str) -> bool:
    """Whether a word in small letters says what somebody does or is to somebody: "alumna"."""
    words, public = flat(value).split(), public_words(get(language).reads)
    return bool(words) and all(
        word in public.kinship or stem(word, public.job_endings) in public.jobs for word in words
    )


def role(value: str, language: str) -> bool:
    """Whether one word with a capital says who somebody is: "Magistrada", "Deputy"."""
    word = flat(value)
    said = word in _roles(language) or says_who(value, language)
    return said and not lexicon(language).names(word)


@cache
def _roles(language: str) -> frozenset[str]:
    return frozenset(map(flat, listed("people_before", language)))


@lru_cache(maxsize=_ASKED)
def on_no_list(value: str, language: str) -> bool:
    """Whether no list knows a name in it, or a place."""
    words, known = flat(value).split(), lexicon(language)
    return " ".join(words) not in known.places and not any(map(known.names, words))


@lru_cache(maxsize=_ASKED)
def usual(value: str, language: str) -> bool:
    """Whether every word is a usual one of the language."""
    words, known = flat(value).split(), lexicon(language)
    return bool(words) and all(map(known.usual, words))


@cache
def joining(language: str) -> frozenset[str]:
    """Words that name nothing inside a name: articles, "of", "for"."""
    return frozenset(map(flat, (*raw(language)["articles"], *raw(language)["links"])))


@cache
def kinds_of_organizations(language: str) -> frozenset[str]:
    """Words for what an organization is, which name none."""
    return frozenset(map(flat, raw(language)["bodies"]))


@cache
def articles(language: str) -> frozenset[str]:
    """The articles of a language."""
    return frozenset(map(flat, raw(language)["articles"]))


@cache
def words_for(language: str, kind: str) -> frozenset[str]:
    """The words of one of the lists of a language."""
    return flat_words(raw(language)[kind])


@cache
def organization_words(language: str) -> frozenset[str]:
    """Words that begin or end the name of an organization, and say what it is."""
    return flat_words(raw(language)["organization_words"])


@cache
def joins(language: str) -> re.Pattern[str]:
    """Words such as "and" between two names."""
    words = "|".join(map(re.escape, listed("coordinating", language))) or "(?!)"
    return re.compile(rf"(?:\s+|(?<=[.,]))(?:{words})\s+(?=[^\W\d_])", re.I)
