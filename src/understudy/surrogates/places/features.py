"""Rivers, seas and mountains: how such a place is written, and the names that go there."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

from understudy.languages.lists import words_read
from understudy.surrogates.places.atlas import folded, words_of
from understudy.surrogates.tables import Table

__all__ = [
    "DISTRICT",
    "Feature",
    "articled",
    "behind_article",
    "by_words",
    "feature_names",
    "has_features",
    "is_feature",
    "may_head",
    "read_feature",
]

_NAME = r"[^\W\d_](?:[^\W\d_]|['’.\-\s])*?"
_MOST_WORDS = 4
DISTRICT = "district"
"""The form of a part of a town, which has no words but its name."""
_STREETS = "@streets"
"""Stands for the names that streets have, which other places have as well."""


class Feature(NamedTuple):
    """A name, the words on either side, which stay, and how the whole is written."""

    before: str
    name: str
    after: str
    form: str

    def __repr__(self) -> str:
        return "Feature(…)"


def read_feature(text: str, language: str) -> Feature | None:
    """The river, sea or mountain that a text names, or None."""
    letters = folded(text)
    said = not _kinds(language).isdisjoint(letters.split())
    for form in _forms(language):
        if not (letters.endswith(_endings(form, language)) if "|" in form else said):
            continue
        match = _pattern(form, language).fullmatch(text)
        if match is None:
            continue
        words = folded(match[2]).split()
        if len(words) > _MOST_WORDS or not _unnamed(language).isdisjoint(words):
            continue
        return Feature(match[1], match[2], match[3], form)
    return None


@cache
def _unnamed(language: str) -> frozenset[str]:
    """Words that are in no name: "City of Little Falls" is no waterfall."""
    return frozenset(words_read(language, "places", "unnamed"))


def by_words(feature: Feature) -> bool:
    """Whether the words around a name say what it is, and no list of names has to."""
    return "|" not in feature.form


def behind_article(text: str, language: str) -> Feature | None:
    """What a name that is on no list is behind an article in small letters: "the Piddle"."""
    for article, form in words_of(language).get("unlisted_features", {}).items():
        match = re.fullmatch(rf"({article}\s+)({_NAME})", text)
        if match and match[2][0].isupper() and len(match[2].split()) <= _MOST_WORDS:
            return Feature(match[1], match[2], "", form)
    return None


def articled(before: str, text: str, language: str) -> Feature | None:
    """What a name is behind an article that stands before the mention: "hasta la Savannah" names
    no town, whatever list it is on."""
    if not before[-1:].isspace() or not text[:1].isupper():
        return None
    for shown, article, form in _articles(language):
        if article.search(before):
            return Feature(shown, text, "", form)
    return None


@cache
def _articles(language: str) -> tuple[tuple[str, re.Pattern[str], str], ...]:
    """The articles that make a feature of a name: as they are written, what a text ends with that
    has one, and the form."""
    known = words_of(language).get("articled_features", {}).items()
    return tuple(
        (f"{article.title()} ", re.compile(rf"(?:^|\W){article}\s+$"), form)
        for article, form in known
    )


def may_head(word: str, language: str) -> bool:
    """Whether a word may stand before the name of a river or the like and say what it is: a look
    before patterns are tried."""
    return word.lower() in _heads(language) or not word.isascii()


@cache
def _heads(language: str) -> frozenset[str]:
    """What forms that need no list have before the name, and articles, in small letters."""
    shown = (form.partition("{}")[0] for form in _forms(language) if "|" not in form)
    return frozenset(one.strip().lower() for one in (*shown, *words_of(language)["articles"]))


def is_feature(text: str, language: str) -> bool:
    """Whether a text says what it is the name of and no name: "sierra", "the river"."""
    words = [word for word in folded(text).split() if word not in words_of(language)["articles"]]
    return len(words) == 1 and words[0] in _kinds(language)


@cache
def _kinds(language: str) -> frozenset[str]:
    shown = (folded(form.partition("|")[0].replace("{}", " ")) for form in _forms(language))
    return frozenset(word for words in shown for word in words.split()) - _unnamed(language)


def _forms(language: str) -> Iterable[str]:
    return tuple(words_of(language)["features"])


@cache
def feature_names(form: str, language: str, land: str = "") -> Table:
    """The names that go with a form ("Lake {}"), those of a country where it has a list."""
    own = words_of(language).get("features_of", {}).get(form, {}).get(land, "")
    return Table.of(own.split("|") if own else _names(form, language))


def has_features(form: str, language: str, land: str) -> bool:
    """Whether a country has a list of such names."""
    return land in words_of(language).get("features_of", {}).get(form, {})


def _names(form: str, language: str) -> list[str]:
    """A form may have several lists, each with a name of its own behind a bar."""
    known = words_of(language)
    listed: str = known["districts"] if form == DISTRICT else known["features"][form]
    return (known["streets"].replace("\n", "") if listed == _STREETS else listed).split("|")


@cache
def _endings(form: str, language: str) -> tuple[str, ...]:
    """How what has no words but its name ends, folded: a look before a pattern is made of it."""
    if not _wordless(form, language):
        return ("",)
    return tuple({folded(name) for name in _names(form, language)})


def _wordless(form: str, language: str) -> bool:
    return folded(form.partition("|")[0]) in words_of(language)["articles"]


@cache
def _pattern(form: str, language: str) -> re.Pattern[str]:
    """How a form is read: by its words, or by the names alone where it has no words."""
    article = rf"(?:(?:{'|'.join(words_of(language)['articles'])})\s+)?"
    if _wordless(form, language):
        name = "|".join(map(re.escape, _names(form, language)))
        return re.compile(rf"({article})({name})()", re.I)
    parts = form.partition("|")[0].split("{}")
    before, after = (re.escape(part).replace(r"\ ", r"\s+") for part in parts)
    return re.compile(rf"({article}{before})({_NAME})({after})", re.I)
