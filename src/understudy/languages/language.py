"""The record of a language: everything that belongs to one stands in one folder.

    es/  pack.py             the record itself: its code, its name, what it reads beside its own
         lexicon.toml        words that detectors know: names, cues, titles, common words
         people.toml  .py    names of people: gender, short forms, particles, spellings
         calendar.toml .py   months, weekdays, times of day, ages, phrases of time
         numbers.toml        number words, which ``languages.numbers`` reads and writes
         world.toml          names of countries, towns and nationalities, by their ids in world/
         places.toml         words of addresses and places
         streets.py          how an address is written
         organizations.toml  words of names of organizations and products
         bodies.toml         how the names of organizations and products are put together; optional
         agreement.toml .py  what a word asks of the word behind it
         sources.toml        which lists of other packages belong to it
         frequent.toml       the most frequent names, where no list counts them; optional
         public.toml         what carries meaning and identifies nobody; optional
         columns.toml        what columns of tables are called; optional
         echo.toml           what tells a name from a word in text of a language model; optional
         frozen/*.txt        these lists
         check.py            what the checks of a release know, and nothing else reads
         check.toml          words that the independent check of a release looks for
         grammars/*.bnf
         locales/*.toml      countries that languages/locales has no table of; optional
         coherence/*.toml    what must hold between stand-ins, for understudy.testing; optional

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
from typing import Any, cast

from understudy.languages.frozen import Lists, read
from understudy.languages.locales import Locale, locale
from understudy.languages.parts import Agreement, Calendar, Check, Streets

__all__ = [
    "ENCODER",
    "FROZEN",
    "GRAMMARS",
    "OPTIONAL",
    "PARTS",
    "SKIPPED",
    "TABLES",
    "TRAINED",
    "UNTRAINED",
    "Language",
    "common_grammars",
]

PARTS = ("agreement", "calendar", "check", "streets")
"""The modules that every language has; each keeps to the protocol of its name in ``parts``."""
TABLES = (
    *("agreement", "calendar", "check", "facts", "lexicon", "numbers", "organizations"),
    *("people", "places", "sources", "world"),
)
"""The tables that every language has."""
OPTIONAL = ("bodies", "columns", "echo", "frequent", "public")
"""Tables that a language may do without: how the names of organizations are put together, which are
surnames else; what columns of tables are called; what tells a name from a word in a text of others;
the names that are the most frequent, where the lists of names do not count them; and what
identifies nobody."""
FROZEN = ("cldr", "countries", "regions", "words")
"""The lists of other packages that every language has: names of months, weekdays, countries and
currencies, countries as they are drawn, regions, and frequent words."""
GRAMMARS = (
    "addresses", "ages", "banking", "clinical", "coordinates", "courts", "dates", "gaps",
    "identifiers", "internet", "lists", "money", "numbers", "phones", "registers", "secrets",
    "spelling", "times",
)  # fmt: skip
"""The grammars that a language can have; none is required. What all of them share, and what is
written alike in every language, has the same names in ``common/grammars``."""


TRAINED, UNTRAINED, SKIPPED = "trained", "untrained", "skipped"
ENCODER = (TRAINED, UNTRAINED, SKIPPED)
"""Whether the shipped language model was trained on a language; where it was not, whether it is
asked all the same, with a warning in the report, or skipped, with a warning as well."""


@dataclass(frozen=True)
class Language:
    """A language pack: where its tables, grammars and modules are, and what it declares."""

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
    encoder: str = UNTRAINED
    """What the shipped language model is to the language, one of ``ENCODER``. A model that was
    not trained on a language marks some of its words by mistake and misses others: by default it
    is asked all the same, as it finds more than nothing, and the report warns of it."""

    def table(self, name: str) -> Mapping[str, Any]:
        """The words of ``<name>.toml``, read once."""
        return _table(self.package, name)

    def frozen(self, name: str) -> Lists:
        """The lists of ``frozen/<name>.txt``: those that were taken from other packages."""
        return read(self.package, name)

    def part(self, name: str) -> Any:
        """The module of a part."""
        return _part(self.package, name)

    @property
    def check(self) -> Check:
        """For the checks of a release alone: they share nothing with what wrote it."""
        return cast(Check, self.part("check"))

    @property
    def calendar(self) -> Calendar:
        """Dates and times."""
        return cast(Calendar, self.part("calendar"))

    @property
    def home(self) -> Locale:
        """The country that is meant where nothing says otherwise."""
        return self.locale(self.locales[0])

    def locale(self, code: str) -> Locale:
        """The facts of a country: from ``locales/`` of the pack, if it has a table there, else of
        those that all languages share."""
        return _locale(self.package, code)

    @property
    def agreement(self) -> Agreement:
        """What a word asks of the words beside it."""
        return cast(Agreement, self.part("agreement"))

    @property
    def streets(self) -> Streets:
        """How an address is written."""
        return cast(Streets, self.part("streets"))

    @property
    def folder(self) -> Traversable:
        """The folder of the language."""
        return files(self.package)

    @property
    def grammars(self) -> Traversable:
        """The folder of the grammars: ``<name>.bnf``, by the names of ``GRAMMARS``."""
        return self.folder.joinpath("grammars")

    @cached_property
    def function_words(self) -> frozenset[str]:
        """The words by which the language is known."""
        return frozenset(self.table("facts")["function_words"])


def common_grammars() -> Traversable:
    """The folder of the grammars that are read in every language."""
    return files("understudy.languages").joinpath("common", "grammars")


# Asked for at every mention: a look at the module or the folder each time would cost more than the
# rest of the question.


@cache
def _part(package: str, name: str) -> Any:
    return import_module(f"{package}.{name}")


@cache
def _locale(package: str, code: str) -> Locale:
    own = files(package).joinpath("locales", f"{code}.toml")
    return locale(code, f"{package}.locales") if own.is_file() else locale(code)


@cache
def _table(package: str, name: str) -> Mapping[str, Any]:
    source = files(package).joinpath(f"{name}.toml")
    if name in OPTIONAL and not source.is_file():
        return {}
    return tomllib.loads(source.read_text(encoding="utf-8"))
