"""The countries that a text speaks of: by their names and those of their people, by the places and
postal codes that lie in them alone, and by words such as "quid"."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import pairwise
from typing import NamedTuple

from understudy.core.folding import flat
from understudy.languages import get
from understudy.surrogates.mention import Mention
from understudy.surrogates.places.atlas import countries, country_names, lookup, words_of
from understudy.surrogates.places.coded import country_of_code
from understudy.surrogates.places.demonyms import demonym, forms
from understudy.surrogates.places.streets import Piece
from understudy.surrogates.signs import COUNTRIES, SIGNED

__all__ = [
    "coded_countries",
    "countries_named",
    "countries_of_regions",
    "countries_spoken_of",
    "country_signed",
    "mentioned_countries",
    "signed_in",
]

_MONEY = "£$€₹₦"
_MOST_READ = 50_000
"""Characters of a text that are read for the countries that it names."""
_MOST_COUNTRIES = 3
_SHORT_TEXT = 256
"""Characters of a text that is remembered with the countries that it names."""
_COUNTRY_WORDS = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_RUNS = (3, 2, 1)
"""How many words the name of a country may have, of those that are sought around places."""


def countries_spoken_of(
    mentions: Sequence[Mention], language: str
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The countries that the words around the places name, and those whose people they name: "the
    Polish Government". All of it is public; what is hidden stands there as a sign."""
    around = dict.fromkeys(text for one in mentions for text in (one.before, one.after))
    named, peoples, heads = _written_countries(get(language).reads)
    runs: list[str] = []
    for text in around:
        words = _COUNTRY_WORDS.findall(text)
        if heads.isdisjoint(words):
            continue
        for at, word in enumerate(words):
            if word in heads:
                runs += [" ".join(words[at : at + size]) for size in _RUNS]
    mentioned = {one.text for one in mentions}
    free = [run for run in runs if run not in mentioned]
    told = [dict(one.attributes).get(COUNTRIES, "").split() for one in mentions[:1]]
    elsewhere = [code for codes in told for code in codes if code in countries()]
    return _codes(free, named), tuple(dict.fromkeys((*_codes(free, peoples), *elsewhere)))


def countries_named(text: str, language: str) -> tuple[str, ...]:
    """The countries that a text names most often, themselves or by their people; the text is what
    is public of a document."""
    few = len(text) <= _SHORT_TEXT
    return _counted(text, language) if few else _counted.__wrapped__(text, language)


@lru_cache(maxsize=1 << 10)
def _counted(text: str, language: str) -> tuple[str, ...]:
    """The same; what stands beside the cells of a row is alike in all rows."""
    named, peoples, heads = _written_countries(get(language).reads)
    counted: Counter[str] = Counter()
    words = _COUNTRY_WORDS.findall(text[:_MOST_READ])
    if heads.isdisjoint(words):
        return ()
    for at in [at for at, word in enumerate(words) if word in heads]:
        runs = (" ".join(words[at : at + size]) for size in _RUNS)
        code = next(
            (named.get(run) or peoples[run] for run in runs if run in named or run in peoples),
            "",
        )
        counted[code] += bool(code)
    return tuple(code for code, times in counted.most_common(_MOST_COUNTRIES) if times)


def _codes(runs: Iterable[str], known: Mapping[str, str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(known[run] for run in runs if run in known))


class _Written(NamedTuple):
    """The names of countries, and of their people, as they are written → the country; and the
    first words of all of them."""

    countries: Mapping[str, str]
    peoples: Mapping[str, str]
    heads: frozenset[str]


@cache
def _written_countries(languages: tuple[str, ...]) -> _Written:
    """What the languages write; a name that rather says something else is none."""
    named: dict[str, str] = {}
    peoples: dict[str, str] = {}
    for code in countries():
        for name in country_names(code, languages):
            if [one.kind for one in lookup(name, languages[0])][:1] == ["country"]:
                named.setdefault(name, code)
        for one in languages:
            for form in forms(one):
                peoples.setdefault(demonym(code, form, one), code)
    peoples.pop("", None)
    heads = frozenset(name.partition(" ")[0] for name in (*named, *peoples))
    return _Written(named, peoples, heads)


def mentioned_countries(found: Iterable[Sequence[Piece]], language: str) -> tuple[str, ...]:
    """The countries that the places name themselves."""
    codes: dict[str, None] = {}
    for row in found:
        for piece in row:
            if piece.kind == "name":
                known = lookup(piece.text, language)
                if known and known[0].kind == "country":
                    codes[known[0].country] = None
    return tuple(codes)


def countries_of_regions(found: Iterable[Sequence[Piece]], language: str) -> tuple[str, ...]:
    """The countries of regions that lie in one alone: beside Ohio, Toledo is no town of Spain."""
    codes: dict[str, None] = {}
    for row in found:
        for piece in row:
            known = lookup(piece.text, language) if piece.kind == "name" else ()
            lands = {one.country for one in known}
            if len(lands) == 1 and any(one.kind == "region" for one in known):
                codes[known[0].country] = None
    return tuple(codes)


def coded_countries(found: Iterable[Sequence[Piece]], language: str) -> tuple[str, ...]:
    """The countries that postal codes tell by their form."""
    texts = (piece.text for row in found for piece in row if piece.kind == "postal")
    return tuple(dict.fromkeys(code for text in texts if (code := country_of_code(text, language))))


def country_signed(mentions: Sequence[Mention], language: str) -> str:
    """The country that the words around the places speak of, by the language's list ("quid"); else
    the one that the document does."""
    around = tuple(dict.fromkeys(f"{one.before} {one.after}" for one in mentions))
    told = (dict(one.attributes).get(SIGNED, "") for one in mentions[:1])
    return _signed(around, language) or next(told, "")


def signed_in(text: str, language: str) -> str:
    """The country that the public words of a document speak of; empty where none do."""
    return _signed((text[:_MOST_READ],), language)


def _signed(texts: Iterable[str], language: str) -> str:
    signs = _country_signs(language)
    said = frozenset([word for text in texts for word in _signs_in(text, signs)])
    if not said:
        return ""
    counted = {code: len(words & said) for code, words in signs.of.items()}
    return max(counted, key=counted.__getitem__)


def _signs_in(text: str, signs: _Signs) -> Iterator[str]:
    """What a text has of the list: words, two words together, signs of money."""
    low = flat(text)
    words = [word.removesuffix("'s") for word in low.split()] if "'" in low else low.split()
    yield from signs.all.intersection(words)
    if not signs.firsts.isdisjoint(words):
        pairs = (f"{one} {other}" for one, other in pairwise(words) if one in signs.firsts)
        yield from signs.all.intersection(pairs)
    yield from signs.all.intersection([sign for sign in _MONEY if sign in text])


class _Signs(NamedTuple):
    """What speaks of a country, by its code; all of it; and what two words of it begin with."""

    of: Mapping[str, frozenset[str]]
    all: frozenset[str]
    firsts: frozenset[str]


@cache
def _country_signs(language: str) -> _Signs:
    listed = words_of(language).get("country_signs", {})
    of = {
        code: frozenset(flat(word).strip() or word for word in words.split())
        for code, words in listed.items()
    }
    every = frozenset[str]().union(*of.values())
    return _Signs(of, every, frozenset(one.partition(" ")[0] for one in every if " " in one))
