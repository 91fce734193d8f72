"""What of the places of a scope is public: all that their new names are written from."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from typing import Any, NamedTuple

from understudy.languages import get
from understudy.surrogates.places.atlas import countries, words_of
from understudy.surrogates.places.codes import SHAPES
from understudy.surrogates.places.demonyms import forms
from understudy.surrogates.places.doors import FORMS, NUMBERS, floors, is_choice, range_marks
from understudy.surrogates.places.features import DISTRICT
from understudy.surrogates.places.tables import links, street_groups
from understudy.surrogates.places.words import CASES, STYLES, is_public, staying
from understudy.surrogates.sketches import Invariant

__all__ = [
    "INVARIANTS",
    "SIGNS",
    "Area",
    "Code",
    "Feature",
    "Land",
    "Name",
    "Nation",
    "Number",
    "Part",
    "Point",
    "Shown",
    "Sketch",
    "Stay",
    "Street",
    "Town",
    "Word",
]

SIGNS = ("cut", "repeat", "filler", "plus", "long")
"""What a transcription marks: a word cut off, said again, a hesitation, shortened or drawn out."""


class Word(NamedTuple):
    """A word of the lists, or a mark."""

    word: str
    case: str


class Stay(NamedTuple):
    """The name of a country, of what is wider, or of a nationality, as the lists have it."""

    name: str
    style: str


class Name(NamedTuple):
    """A name that is drawn."""

    kind: str
    at: int
    """Which place of the scope it is, by the list of its kind."""
    case: str
    style: str = ""
    """``short``: by its beginning or its letters; ``rest``: behind the word that begins it, which
    stands outside; ``typed``: a street that says so."""


class Number(NamedTuple):
    """A small part of an address."""

    kind: str
    form: str
    mark: str
    case: str
    at: int


class Code(NamedTuple):
    """A postal code."""

    shape: str
    said: str
    area: int
    at: int


class Point(NamedTuple):
    """Coordinates."""

    decimals: int
    mark: str
    between: str
    land: int
    at: int


Part = Word | Stay | Name | Number | Code | Point


class Land(NamedTuple):
    """A country of the scope."""

    place: str
    """Its code, the continent where it has few places on the lists, or nothing where it is
    drawn."""


class Area(NamedTuple):
    """Places that lie in one region."""

    land: int
    wider: int
    """Which wide region it lies in, where one is named; else −1."""
    capital: int
    """The town that has the region's name, or −1."""
    named: bool
    """Whether the region is named."""


class Town(NamedTuple):
    """A town: in which area it lies, and how its name begins."""

    area: int
    opening: str
    """The word before it that a name must go on from."""
    asks: str = ""
    """An article before it that asks for a sound: "a", "an"."""


class Street(NamedTuple):
    """The name of a street, a building or a venue."""

    sort: str
    road: str
    joined: bool
    outside: str


class Feature(NamedTuple):
    """A river, a sea or a mountain."""

    form: str
    asks: str


class Nation(NamedTuple):
    """A nationality."""

    land: int
    form: str
    asks: str


class Shown(NamedTuple):
    """How one mention is written; nothing where it has neither letter nor digit."""

    parts: tuple[Part, ...]
    signs: tuple[str, ...] = ()


class Sketch(NamedTuple):
    """The places of a scope."""

    shown: tuple[Shown, ...]
    lands: tuple[Land, ...]
    areas: tuple[Area, ...]
    towns: tuple[Town, ...]
    streets: tuple[Street, ...]
    features: tuple[Feature, ...]
    nations: tuple[Nation, ...]
    accents: bool


KINDS = frozenset(
    (
        *("town", "region", "wider", "country", "continent", "nation"),
        *("street", "feature"),
    )
)
SORTS = ("street", "building", "saint")
SAID = ("figures", "spaced", "words")
BETWEEN = (", ", ",", "; ", ";", " / ", "/", " ")
DECIMALS = 6
_NAMED_CASES = ("lower", "first", "upper")


def _one_of(*values: object) -> Callable[[Any, str], bool]:
    return lambda value, _: value in values


def _index(value: Any, _language: str) -> bool:
    return isinstance(value, int) and value >= -1


def _flag(value: Any, _language: str) -> bool:
    return isinstance(value, bool)


def _word(value: Any, language: str) -> bool:
    return is_public(value, language)


@cache
def _staying(language: str) -> frozenset[str]:
    return frozenset(name for names in staying(language).values() for name in names)


def _stays(value: Any, language: str) -> bool:
    return value in _staying(language)


@cache
def _lands() -> frozenset[str]:
    return frozenset(("", *countries(), *(one.continent for one in countries().values())))


def _land(value: Any, _language: str) -> bool:
    return value in _lands()


def _opening(value: Any, language: str) -> bool:
    return not value or value.strip().lower() in words_of(language)["openings"]


def _outside(value: Any, language: str) -> bool:
    small = links(language)
    return not value or (small is not None and small.before.fullmatch(value) is not None)


def _read(words: Callable[[str], Iterable[str]]) -> Callable[[Any, str], bool]:
    """Whether a value is in a list of one of the languages that are read."""
    return lambda value, language: any(value in words(one) for one in get(language).reads)


def _asks(value: Any, language: str) -> bool:
    return not value or value in get(language).agreement.ASKING


def _features(value: Any, language: str) -> bool:
    return value == DISTRICT or value in words_of(language)["features"]


_SAME = "Which mentions name the same place shows, and not which place it is."

INVARIANTS: tuple[Invariant, ...] = (
    Invariant(
        "Word",
        "word",
        "words of addresses and kinds of places",
        "Words of public lists that name nothing stay: types of streets, floors and doors, kinds "
        "of places and venues, points of the compass; and so do marks.",
        _word,
    ),
    Invariant(
        "Word", "case", "letter case", "Small letters, capitals and both show.", _one_of(*CASES)
    ),
    Invariant(
        "Stay",
        "name",
        "country",
        "The names of countries, of what is wider, and of their nationalities stay, if they are on "
        "a public list.",
        _stays,
        "country",
    ),
    Invariant(
        "Stay",
        "style",
        "letter case",
        "Small letters, capitals and missing accents show.",
        _one_of(*STYLES),
    ),
    Invariant(
        "Name",
        "kind",
        "kind of place",
        "Whether it is a town, a region, a country, a street, a building or a river shows.",
        lambda value, _: value in KINDS,
    ),
    Invariant("Name", "at", "mention equality", _SAME, _index),
    Invariant(
        "Name", "case", "letter case", "Small letters, capitals and both show.",
        _one_of(*_NAMED_CASES),
    ),
    Invariant(
        "Name",
        "style",
        "short forms",
        "Whether a name is said by its beginning, by its letters, or goes on from a word before it "
        "shows.",
        _one_of("", "short", "rest", "typed"),
    ),
    Invariant(
        "Number",
        "kind",
        "parts of an address",
        "Which numbers, letters and sides an address has shows.",
        _one_of(*NUMBERS),
    ),
    Invariant(
        "Number",
        "form",
        "number of digits",
        "How many digits a number of an address has, up to five, and how its ending is written "
        "show; and so does among which words a side or a floor is said.",
        lambda value, language: (
            value in FORMS or value in floors(language) or is_choice(value, language)
        ),
    ),
    Invariant(
        "Number", "mark", "parts of an address", "What joins two numbers of houses shows.",
        lambda value, language: not value or value in range_marks(language),
    ),
    Invariant(
        "Number", "case", "letter case", "Small letters and capitals show.", _one_of(*CASES)
    ),
    Invariant("Number", "at", "mention equality", "Which numbers are the same shows.", _index),
    Invariant(
        "Code",
        "shape",
        "form of a postal code",
        "The form of a postal code shows, out of those that countries have.",
        _one_of(*SHAPES),
    ),
    Invariant(
        "Code",
        "said",
        "form of a postal code",
        "Whether a code is in figures, in single figures or in words shows.",
        _one_of(*SAID),
    ),
    Invariant(
        "Code", "area", "which places lie in one region", "Where a code lies shows.", _index
    ),
    Invariant("Code", "at", "mention equality", _SAME, _index),
    Invariant(
        "Point",
        "decimals",
        "decimals of coordinates",
        "How many decimals coordinates have shows, up to six.",
        lambda value, _: value in range(DECIMALS + 1),
    ),
    Invariant(
        "Point", "mark", "decimals of coordinates", "The decimal mark shows.", _one_of(".", ",")
    ),
    Invariant(
        "Point", "between", "decimals of coordinates", "What parts the two numbers shows.",
        _one_of(*BETWEEN),
    ),
    Invariant(
        "Point", "land", "which places lie in one country",
        "In which country of the text a point lies shows.", _index,
    ),
    Invariant("Point", "at", "mention equality", _SAME, _index),
    Invariant(
        "Land",
        "place",
        "country",
        "The country of a place shows, as far as public lists tell it and know enough places of it "
        "(else its continent); a place on no list counts as one of the country of the text.",
        _land,
        "country",
    ),
    Invariant(
        "Area", "land", "which places lie in one country", "Which places share a country shows.",
        _index,
    ),
    Invariant(
        "Area", "wider", "which places lie in one region",
        "Which places lie in one wide region shows, where it is named.", _index,
    ),
    Invariant(
        "Area", "capital", "which places lie in one region",
        "Whether a town has the name of its region shows, where both are named and at least twenty "
        "regions of the country have such a town.", _index,
    ),
    Invariant(
        "Area", "named", "which places lie in one region",
        "Whether a region is named shows.", _flag,
    ),
    Invariant(
        "Town", "area", "which places lie in one region", "Which towns lie in one region shows.",
        _index,
    ),
    Invariant(
        "Town", "opening", "the words around",
        "A word before a mention that begins the town's name, such as San, shows.", _opening,
    ),
    Invariant(
        "Town", "asks", "the words around",
        "An article before a town that asks for its sound shows.", _asks,
    ),
    Invariant(
        "Street", "sort", "kind of place",
        "Whether a name is a street's, a building's or a saint's shows.", _one_of(*SORTS),
    ),
    Invariant(
        "Street", "road", "street type",
        "The group of names that go with a type of street shows: a road leads to a town.",
        lambda value, language: not value or value in street_groups(language),
    ),
    Invariant(
        "Street", "joined", "street type",
        "Whether a small word, such as de, begins the name of a street shows.", _flag,
    ),
    Invariant(
        "Street", "outside", "the words around",
        "The small word before the mention that the name of a street goes on from shows.", _outside,
    ),
    Invariant(
        "Feature", "form", "kind of place",
        "Whether it is a river, a sea, a mountain or the like shows, by the words of its name or "
        "by a public list; and whether it is a part of the town that is named behind it.",
        _features,
    ),
    Invariant(
        "Feature", "asks", "the words around",
        "An article before the name of a river that asks for its gender shows.", _asks,
    ),
    Invariant(
        "Nation", "land", "which places lie in one country",
        "Which nationalities are of one country, or of one of the places, shows.", _index,
    ),
    Invariant(
        "Nation", "form", "gender and number of a nationality",
        "The gender and the number of a word for a nationality show.",
        _read(forms),
    ),
    Invariant(
        "Nation", "asks", "the words around",
        "A word before a nationality that asks for its sound or its gender shows.", _asks,
    ),
    Invariant(
        "Shown", "signs", "marks of a transcription",
        "Whether a name is cut off, said again or drawn out shows.", _one_of(*SIGNS),
    ),
    Invariant(
        "Sketch", "accents", "accents", "Whether the text is written without accents shows.", _flag
    ),
)  # fmt: skip
