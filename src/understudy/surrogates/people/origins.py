"""Where names come from: no place has only its own.

A person bears the surname of an origin, and a given name of it or of the country where they live.
Lists are frozen, by locale, or those of ``languages/world/names.toml``; how frequent an origin
is where a language is spoken says ``name_origins`` of the language's file.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

from understudy.core.folding import flat_letters_all, without_accents
from understudy.languages import facts, get
from understudy.languages.frozen import names_of, weighted
from understudy.surrogates.tables import Table, summed

__all__ = ["OWN", "from_abroad", "mixed", "normal", "origin_table", "theirs"]

OWN = "own"
"""The origin of names that are the language's own."""
_LISTED = 10
"""A shorter list is an example for a country of which no names are known."""
_INITIALS = 2
"""So short a word may be initials."""
_READ = ("en_IN", "en_NZ", "fr_DZ", "pl_PL", "tr_TR")
"""Lists that tell names from other words, and are too mixed to draw from."""
_ATTRIBUTES = {
    "female": "first_names_female",
    "male": "first_names_male",
    "surnames": "last_names",
}


@cache
def origin_table(language: str) -> Table:
    """How often a person has which origin."""
    share, origins = facts(language)["foreign_names"], facts(language)["name_origins"]
    total = sum(origins.values())
    abroad = {origin: share * weight / total for origin, weight in origins.items()}
    return Table.of({OWN: 1 - share, **abroad})


@cache
def _written() -> Mapping[str, Any]:
    source = files("understudy.languages").joinpath("world", "names.toml")
    return tomllib.loads(source.read_text(encoding="utf-8"))


@cache
def _listed(origin: str, kind: str) -> Mapping[str, float]:
    """All names of an origin, with weights where they are known."""
    if origin in _written():
        return dict.fromkeys(_written()[origin][kind].split(), 1.0)
    return weighted(names_of(origin).get(_ATTRIBUTES[kind], ()))


@cache
def _names_of(origin: str, kind: str, language: str) -> Mapping[str, float]:
    """Names of an origin that the language can write, in letters that are its own."""
    listed = _listed(origin, kind)
    if len(listed) < _LISTED:
        return {}
    return {name: weight for name, weight in listed.items() if _writable(name, language)}


def _writable(name: str, language: str) -> bool:
    accents = get(language).table("people")["traits"]["foreign_accents"]
    letters = without_accents(name) if accents else name
    return len(name) > _INITIALS and name.isalpha() and name.istitle() and letters.isascii()


@cache
def from_abroad(kind: str, language: str) -> frozenset[str]:
    """Flat names of all origins that the languages read in a document know."""
    origins = {
        *_READ,
        *(origin for one in get(language).reads for origin in facts(one)["name_origins"]),
    }
    lists = (_listed(origin, kind) for origin in origins)
    names = [name for listed in lists if len(listed) >= _LISTED for name in listed]
    return frozenset(flat_letters_all(names))


def mixed(
    names: Callable[[str], Mapping[str, float]], language: str, origin: str | None
) -> Mapping[str, float]:
    """The names of an origin; those of all, by the share of each, where there is none."""
    if origin is not None:
        return names(origin)
    shares = origin_table(language).weights().items()
    return summed((name, share * one) for of, share in shares for name, one in names(of).items())


def theirs(flats: Mapping[str, str], origin: str, kind: str, language: str) -> Mapping[str, float]:
    """Names of an origin; those that the language has, too (``flats``: flat name → name), written
    as it writes them."""
    listed = _flat_names_of(origin, kind, language)
    return normal(summed((flats.get(flat, name), weight) for flat, name, weight in listed))


@cache
def _flat_names_of(origin: str, kind: str, language: str) -> Sequence[tuple[str, str, float]]:
    """The names of an origin, each with its flat letters and its weight."""
    names = _names_of(origin, kind, language)
    return tuple(zip(flat_letters_all(list(names)), names, names.values(), strict=True))


def normal(weights: Mapping[str, float], power: float = 1.0) -> dict[str, float]:
    """Weights that add up to one, made more even by a power below one."""
    if power != 1.0:
        weights = {name: weight**power for name, weight in weights.items()}
    total = sum(weights.values())
    return {name: weight / total for name, weight in weights.items()}
