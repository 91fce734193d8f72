"""Rivers, seas and mountains: how such a place is written, and the names that go there."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from understudy.surrogates.atlas import folded, words_of
from understudy.surrogates.mention import unsaid
from understudy.surrogates.tables import Table

__all__ = ["Feature", "feature_names", "read_feature"]

_ARTICLE = r"(?:(?:the|el|la|los|las)\s+)?"
_NAME = r"[^\W\d_](?:[^\W\d_]|['’.\-\s])*?"
_MOST_WORDS = 4


class Feature(NamedTuple):
    """A name, the words on either side, which stay, and how the whole is written."""

    before: str
    name: str
    after: str
    form: str

    def __repr__(self) -> str:
        return unsaid(self)


def read_feature(text: str, language: str) -> Feature | None:
    for form, pattern in _patterns(language):
        match = pattern.fullmatch(text)
        if match is None or folded(match[2]) in _articles() or len(match[2].split()) > _MOST_WORDS:
            continue
        return Feature(match[1], match[2], match[3], form)
    return None


@cache
def feature_names(form: str, language: str) -> Table:
    return Table.of(_names(form, language))


def _names(form: str, language: str) -> list[str]:
    listed: str = words_of(language)["features"][form]
    return listed.split("|")


@cache
def _articles() -> frozenset[str]:
    return frozenset(("the", "el", "la", "los", "las"))


@cache
def _patterns(language: str) -> Sequence[tuple[str, re.Pattern[str]]]:
    """How each form is read: by its words, or by the names alone where it has no words."""
    return [
        (form, _pattern(form, _names(form, language))) for form in words_of(language)["features"]
    ]


def _pattern(form: str, names: Sequence[str]) -> re.Pattern[str]:
    before, after = ((re.escape(part).replace(r"\ ", r"\s+")) for part in form.split("{}"))
    if folded(form) in _articles():
        name = "|".join(map(re.escape, names))
        return re.compile(rf"({_ARTICLE})({name})()", re.I)
    return re.compile(rf"({_ARTICLE}{before})({_NAME})({after})", re.I)
