"""The record of a language: everything that belongs to one stands in one folder.

    es/  pack.py             the record itself: its code, its name, what it reads beside its own
         lexicon.toml        words that detectors know: names, cues, titles, common words
         people.toml  .py    names of people: gender, short forms, particles, spellings
         calendar.toml .py   months, weekdays, times of day, ages, phrases of time
         numbers.toml        number words, which ``languages.numbers`` reads and writes
         check.toml          what the checks of a release need, and nobody else reads
         places.toml  .py    towns, regions, demonyms
         streets.py          how an address is written
         organizations.toml .py
         agreement.toml .py  what a word asks of the word behind it
         grammars/*.bnf

A ``.toml`` holds words, a ``.py`` beside it the rules that no table can hold. General code takes a
language by its code, asks ``get(code)`` for the part, and never compares codes: whatever differs
between languages is a word of a table, a trait, or a function of a part.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from importlib import import_module
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

from understudy.languages.locales import Locale, locale
from understudy.languages.parts import CalendarPart

__all__ = ["PARTS", "TABLES", "Language"]

PARTS = ("calendar",)
"""The modules that every language has; each keeps to the protocol of its name in ``parts``."""
TABLES = ("calendar", "check", "facts", "numbers")
"""The tables that every language has."""


@dataclass(frozen=True)
class Language:
    code: str
    name: str
    """The English name of the language, for messages."""
    package: str
    """The package that holds the tables, the grammars and the modules of the parts."""
    reads: tuple[str, ...]
    """The languages whose lists are read in its documents, its own among them: a Spanish call
    has English names in it. A language that is not named here changes nothing."""
    locales: tuple[str, ...] = ()
    """The countries where it is spoken, for what depends on the country: the order of a date in
    figures, telephone numbers, postal codes. The first is the one that is meant where nothing
    says otherwise."""

    def table(self, name: str) -> Mapping[str, Any]:
        """The words of ``<name>.toml``, read once."""
        return _table(self.package, name)

    def part(self, name: str) -> Any:
        """The module of a part."""
        return import_module(f"{self.package}.{name}")

    @property
    def calendar(self) -> CalendarPart:
        """Dates and times."""
        part: CalendarPart = self.part("calendar")
        return part

    @property
    def home(self) -> Locale:
        """The country that is meant where nothing says otherwise."""
        return locale(self.locales[0])

    @property
    def grammars(self) -> Traversable:
        """The folder of the grammars."""
        return files(self.package).joinpath("grammars")

    @cached_property
    def function_words(self) -> frozenset[str]:
        """The words by which the language is known."""
        return frozenset(self.table("facts")["function_words"])


@cache
def _table(package: str, name: str) -> Mapping[str, Any]:
    source = files(package).joinpath(f"{name}.toml")
    return tomllib.loads(source.read_text(encoding="utf-8"))
