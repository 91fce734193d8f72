"""What the words of an organization's name are drawn from.

A word of a known sort becomes another one of its sort: a quality ("Environmental"), a field of
work ("Odontología"), people ("Workers"), a nationality. Every other word becomes a coined one, put
together of syllables; where a town stood, it sounds like a town. Coined words are on none of our
lists of names, places and common words; that nobody on earth uses one of them cannot be shown.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from itertools import product
from typing import Any

from understudy.core.folding import without_accents
from understudy.languages import get
from understudy.surrogates.places.atlas import countries, country_name, folded
from understudy.surrogates.places.demonyms import demonym, forms, read_demonym
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


def _known(language: str) -> Mapping[str, Any]:
    return get(language).table("organizations")


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
        yield from get(language).organizations.word_lists(name, list(dict.fromkeys(listed.split())))


@cache
def nations(language: str, form: str = "") -> Table:
    """Nationalities in a form; without one, in the first that the language has."""
    wanted = form or forms(language)[0]
    found = {demonym(code, wanted, language) for code in countries()}
    return Table.of(sorted(found - {""}))


def is_month(word: str, language: str) -> bool:
    """Whether a word of a name is a month: "Hospital 12 de Octubre"."""
    return _sorts(language).get(folded(word)) == "months"


@cache
def lands(language: str) -> Table:
    """Countries by name."""
    return Table.of(sorted({country_name(code, language) for code in countries()}))
