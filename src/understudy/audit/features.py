"""What somebody may look at in a stand-in: features that share no code with what wrote it.

The lists of names and towns are the public ones; how they are looked up is written anew here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache
from zlib import crc32

from understudy.core.folding import flat, without_accents
from understudy.languages import get
from understudy.languages.frozen import names_of, weighted, world
from understudy.languages.world import table

__all__ = ["FEATURES", "OF_OTHERS"]

_BUCKETS = 16
_NUMBER = re.compile(r"\d+")
Feature = Callable[[str, str], str]
"""(stand-in, language) → what is seen."""


def _case(text: str, language: str) -> str:
    forms = (text.islower(), text.isupper(), text.istitle(), text[:1].isupper())
    return "".join("+" if form else "-" for form in forms)


def _shape(text: str, language: str) -> str:
    signs = ["9" if one.isdigit() else "A" if one.isupper() else "a" if one.isalpha() else one
             for one in text]  # fmt: skip
    return re.sub(r"(.)\1+", r"\1", "".join(signs))


def _first(text: str) -> str:
    return flat(text).partition(" ")[0]


def _last(text: str) -> str:
    return flat(text).rpartition(" ")[2]


def _role(word: str, language: str) -> str:
    """Whether the lists have a word as a woman's, a man's or a family's name."""
    lists = _names(language)
    return "".join("+" if word in names else "-" for names in lists)


@cache
def _names(language: str) -> tuple[frozenset[str], ...]:
    locales = [
        locale for one in get(language).reads for locale in get(one).table("sources")["names"]
    ]
    return tuple(
        frozenset(
            word
            for locale in locales
            for name in weighted(names_of(locale).get(kind, ()))
            for word in flat(name).split()
        )
        for kind in ("first_names_female", "first_names_male", "last_names")
    )


@cache
def _towns() -> Mapping[str, str]:
    """Town → the countries that have one of the name."""
    found: dict[str, set[str]] = {}
    for section, lines in world("cities").items():
        for town in weighted(lines):
            found.setdefault(flat(town), set()).add(section[:2])
    for code, entry in table("places").items():
        towns = [entry.get("towns", ""), *(row[2] for row in entry.get("regions", {}).values())]
        for town in "|".join(towns).split("|"):
            found.setdefault(flat(town), set()).add(code)
    return {town: " ".join(sorted(codes)) for town, codes in found.items()}


def _country(text: str, language: str) -> str:
    return _towns().get(flat(text.partition(",")[0]), "")


def _number(at: int) -> Feature:
    def seen(text: str, language: str) -> str:
        found = _NUMBER.findall(text)
        return str(int(found[at]) if len(found[at]) < 5 else len(found[at])) if found else ""

    return seen


def _size(text: str, signs: Callable[[str], bool]) -> str:
    return str(sum(map(signs, text)))


FEATURES: Mapping[str, Feature] = {
    "words": lambda text, language: str(len(text.split())),
    "length": lambda text, language: str(len(text)),
    "letters": lambda text, language: _size(text, str.isalpha),
    "digits": lambda text, language: _size(text, str.isdigit),
    "first letter": lambda text, language: flat(text)[:1],
    "last letter": lambda text, language: flat(text)[-1:],
    "case": _case,
    "accents": lambda text, language: str(without_accents(text) != text),
    "signs": lambda text, language: "".join(one for one in text if not one.isalnum()),
    "gender and part of the first name": lambda text, language: _role(_first(text), language),
    "gender and part of the last name": lambda text, language: _role(_last(text), language),
    "country in the atlas": _country,
    "shape": _shape,
    "leading zero": lambda text, language: str(bool(re.search(r"\b0\d", text))),
    "first number": _number(0),
    "last number": _number(-1),
    "first word": lambda text, language: _first(text),
    "last word": lambda text, language: _last(text),
    "value": lambda text, language: text,
    "value, in sixteen parts": lambda text, language: str(crc32(text.encode()) % _BUCKETS),
}
OF_OTHERS = (
    *("length", "first letter", "case", "gender and part of the first name", "shape"),
    *("country in the atlas", "last number", "value", "value, in sixteen parts"),
)
"""What is looked at in the stand-ins of values that do not differ."""
