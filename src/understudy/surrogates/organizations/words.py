"""What the words of a body's name are drawn from.

A word of a known sort becomes another one of its sort: a quality ("Environmental"), a field of
work ("Odontología"), people ("Workers"), a nationality. Every other word becomes a coined one, put
together of syllables; where a town stood, it sounds like a town. Coined words are on none of our
lists of names, places and common words; that nobody on earth uses one of them cannot be shown.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from itertools import product
from typing import Any

from understudy.core.folding import without_accents
from understudy.surrogates.places.atlas import countries, folded, named
from understudy.surrogates.places.demonyms import FORMS, demonym, read_demonym
from understudy.surrogates.tables import Table

__all__ = [
    "DAYS",
    "LETTERS",
    "NUMERALS",
    "coined",
    "coined_towns",
    "is_month",
    "lands",
    "nations",
    "sort_table",
]

_SHORTEST = 6
"""Letters of the shortest coined word."""
_INITIALS = ("QXZ", "JY", "KV", "UW", "GHLO", "DEFINR", "BMPT", "ACS")
LETTERS = Table.of(
    {letter: rank for rank, group in enumerate(_INITIALS, start=1) for letter in group}
)
"""Initials, those that many words begin with more often."""
DAYS = Table(tuple(map(str, range(1, 29))))
"""Days that every month has."""
NUMERALS = Table(("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII", "XIII"))


@cache
def _known(language: str) -> Mapping[str, Any]:
    source = files("understudy.languages").joinpath(language, "bodies.toml")
    return tomllib.loads(source.read_text(encoding="utf-8"))


@cache
def coined(language: str) -> Table:
    """Words that belong to nobody."""
    return _words(language, "")


@cache
def coined_towns(language: str) -> Table:
    """Towns that are on no map."""
    return _words(language, "town_")


def _words(language: str, kind: str) -> Table:
    known = _known(language)["coined"]
    taken = frozenset(known["taken"].split())
    parts = (known[f"{kind}{place}"].split() for place in ("first", "middle", "last"))
    words = ("".join(syllables) for syllables in product(*parts))
    return Table.of(
        {
            word: 1.0
            for word in words
            if len(word) >= _SHORTEST and without_accents(word).lower() not in taken
        }
    )


def sort_table(word: str, language: str) -> Table | None:
    """The words of the same sort; None where the word is of none that is known."""
    sort = _sorts(language).get(folded(word))
    if sort is not None:
        return _tables(language)[sort]
    nation = read_demonym(word, language)
    return nations(language, nation.form) if nation else None


@cache
def _tables(language: str) -> Mapping[str, Table]:
    return {name: Table.of(words) for name, words in _lists(language)}


_FEWEST = 5
"""A word of a sort with fewer words is coined."""


@cache
def _sorts(language: str) -> Mapping[str, str]:
    """Folded word → its sort; a word of two sorts is of the first."""
    found: dict[str, str] = {}
    for name, words in _lists(language):
        for word in words:
            found.setdefault(folded(word), name)
    return found


def _lists(language: str) -> Iterator[tuple[str, list[str]]]:
    return (one for one in _every_list(language) if len(one[1]) >= _FEWEST)


def _every_list(language: str) -> Iterator[tuple[str, list[str]]]:
    for name, listed in _known(language)["sorts"].items():
        words = list(dict.fromkeys(listed.split()))
        if name.startswith("qualities") and language == "es":
            yield from _forms(name, words)
        else:
            yield name, words


_GENDERED = ("o", "or", "án", "és", "uz")
_COMMON = ("ior",)


def _forms(name: str, words: list[str]) -> Iterator[tuple[str, list[str]]]:
    """Qualities by gender and number; those that have one form for both genders by themselves."""
    marked = [word for word in words if word.endswith(_GENDERED) and not word.endswith(_COMMON)]
    common = [word for word in words if word not in marked]
    for form in FORMS:
        yield f"{name} {form}", [_inflected(word, form).title() for word in marked]
    for form in (FORMS[0], FORMS[2]):
        yield f"{name} either {form}", [_inflected(word, form).title() for word in common]


def _inflected(word: str, form: str) -> str:
    if form.startswith("feminine"):
        stem = without_accents(word) if word.endswith(("án", "és")) else word
        word = f"{stem.removesuffix('o')}a"
    if not form.endswith("plural"):
        return word
    if word[-1] in "aeo":
        return f"{word}s"
    stem = without_accents(word) if word.endswith(("án", "és")) else word
    return f"{stem[:-1]}ces" if stem.endswith("z") else f"{stem}es"


@cache
def nations(language: str, form: str = FORMS[0]) -> Table:
    """Nationalities in a form."""
    return Table.of(sorted({demonym(one.demonym, form, language) for one in countries().values()}))


def is_month(word: str, language: str) -> bool:
    return _sorts(language).get(folded(word)) == "months"


@cache
def lands(language: str) -> Table:
    """Countries by name."""
    return Table.of(sorted({named(one.name, language) for one in countries().values()}))
