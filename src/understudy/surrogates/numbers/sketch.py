"""What is kept of numbers and identifiers: the sketch, and what a report says of each field.

A code is drawn whole, and each mention shows it, or a part of it, in its own way. A number that
counts is drawn from a band. No field holds a digit or a letter of the document.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from understudy.languages import get
from understudy.surrogates.numbers.forms import FORMS, GROUPS, countries, kinds
from understudy.surrogates.numbers.vocabulary import (
    MARKS,
    is_code_phrase,
    is_count_phrase,
    noun_of,
)
from understudy.surrogates.sizes import SIZES
from understudy.surrogates.sketches import Invariant

__all__ = [
    "INVARIANTS",
    "Address",
    "Code",
    "Count",
    "Counted",
    "Mark",
    "Network",
    "Noun",
    "Numeral",
    "Run",
    "Shown",
    "Sketch",
    "Word",
]


class Run(NamedTuple):
    """A group of a code of no known form."""

    kind: str
    size: int


class Code(NamedTuple):
    """A code that is drawn."""

    form: str
    variety: str = ""
    groups: str = ""
    runs: tuple[Run, ...] = ()
    country: str = ""
    """Of a phone number (its calling code), an IBAN or an ECLI."""


class Shown(NamedTuple):
    """A mention of a code."""

    code: int
    part: str = "whole"
    first: int = 0
    size: int = 0
    said: str = "figures"
    groups: str = ""
    joints: tuple[str, ...] = ()
    inner: str = " "
    lead: str = ""
    gap: str = ""
    before: str = ""
    after: str = ""
    tail: str = ""
    case: str = "lower"
    letters: str = "upper"
    link: str = ""
    language: str = ""


class Count(NamedTuple):
    """A number that says how many."""

    band: str
    round: bool = False
    many: bool = False


class Numeral(NamedTuple):
    """A place where a counted number stands, and how it is written there."""

    value: int
    said: str = "figures"
    case: str = "lower"
    mark: str = ""
    hyphen: bool = True
    gender: str = ""
    follows: bool = False
    language: str = ""


class Noun(NamedTuple):
    """What is counted; it agrees with its number."""

    noun: str
    value: int
    case: str = "lower"
    language: str = ""


class Word(NamedTuple):
    """A word of the lists beside a number."""

    word: str
    case: str = "lower"


class Mark(NamedTuple):
    """A mark between groups, or around a number."""

    mark: str


class Counted(NamedTuple):
    """A mention of counted numbers, with what stands beside them."""

    pieces: tuple[Numeral | Noun | Word | Mark, ...]
    rising: bool = False


class Network(NamedTuple):
    """An address of a machine that is drawn."""

    kind: str


class Address(NamedTuple):
    """A mention of one."""

    network: int
    form: str = ""
    mark: str = ""
    said: str = ""
    port: str = ""
    part: str = "whole"
    case: str = "lower"
    language: str = ""


class Sketch(NamedTuple):
    """All that is kept of the mentions of a number: public invariants."""

    codes: tuple[Code, ...]
    counts: tuple[Count, ...]
    networks: tuple[Network, ...]
    mentions: tuple[Shown | Counted | Address, ...]


SAID = ("figures", "spaced", "words", "pairs", "whole")
PARTS = ("whole", "groups", "first", "last")
LEADS = ("", "+", "+0", "00", "bare", "trunk")
LETTERS = (
    *("upper", "lower", "title", "names", "examples", "small examples", "called", "small called"),
    "own",
)
CASES = ("lower", "title", "titles", "upper")
KINDS = ("digits", "letters", "mixed", "year", "short year", "serial", "thousands")
PLACES = ("unit", "ten", "hundreds", "tenths", "hundredths")
BANDS = ("few", "tens", *(str(size) for size in range(3, 13)), *PLACES, "roman", "large roman")
NUMERALS = ("figures", "words", "ordinal", "nth", "digits", "pairs", "roman")
NETWORKS = ("four", "six", "card")
PORTS = ("", "usual", "other", *(f"/{size}" for size in (0, *range(8, 33, 8), 48, 56, 64, 128)))
_MOST = 40
"""More of anything is no small count."""


def _small(value: Any, language: str) -> bool:
    return isinstance(value, int) and 0 <= value < _MOST


def _place(value: Any, language: str) -> bool:
    return isinstance(value, int) and value >= 0


def _yes(value: Any, language: str) -> bool:
    return isinstance(value, bool)


def _one_of(*values: object) -> Any:
    return lambda value, language: value in values


def _spoken(value: Any, language: str) -> bool:
    return value == "" or value in get(language).reads


def _noun(value: Any, language: str) -> bool:
    return any(noun_of(value, one) == value for one in get(language).reads)


def _variety(value: Any, language: str) -> bool:
    return any(value in kinds(form) for form in FORMS)


def _country(value: Any, language: str) -> bool:
    return value in countries()


def _link(value: Any, language: str) -> bool:
    links = (get(one).table("people")["spelling"]["links"] for one in get(language).reads)
    return value == "" or any(value in listed for listed in links)


_FORM = "form of the number"
_WRITTEN = "how a number is written"
_BESIDE = "words beside the number"
_PART = "part of the number that a shorter mention repeats"
_COUNTED = "what is counted, and whether it is one or many"

INVARIANTS = (
    Invariant(
        *("Run", "kind", _FORM),
        "Of a code of no known form, whether each group has figures, letters or both, or is a "
        "year, or the serial beside one.",
        _one_of(*KINDS),
    ),
    Invariant(
        *("Run", "size", _FORM),
        "Of a code of no known form, the rough size of each group, one of a short list of sizes.",
        _one_of(*sorted({size for sizes in SIZES.values() for size in sizes})),
    ),
    Invariant(
        *("Code", "form", "kind of identifier"),
        "The form of a known kind of code, such as a card, an IBAN or a docket number.",
        _one_of(*FORMS),
    ),
    Invariant(
        *("Code", "variety", "kind of identifier"),
        "The kind of a number within its form, such as a mobile, a kind of company or the prefix "
        "of a key.",
        _variety,
    ),
    Invariant(
        *("Code", "country", "country of a number"),
        "The country of a phone number, an IBAN or a case-law identifier; a phone number without "
        "the code of one is of a country of the text that has such numbers: one that its places "
        "show or that its public words or its language's tag name.",
        _country,
        "country",
    ),
    Invariant(
        *("Code", "groups", _FORM),
        "The grouping of a number of a known form, one of those that are usual for it.",
        _one_of(*GROUPS),
    ),
    Invariant(*("Shown", "code", "mention equality"), "Which code a mention shows.", _place),
    Invariant(*("Shown", "part", _PART), "Whether a mention shows all of a code.", _one_of(*PARTS)),
    Invariant(*("Shown", "first", _PART), "Where the part of a code begins.", _small),
    Invariant(*("Shown", "size", _PART), "How many places or groups the part has.", _small),
    Invariant(
        *("Shown", "said", _WRITTEN),
        "Whether a code is in figures, one by one, in words, in pairs or as one number.",
        _one_of(*SAID),
    ),
    Invariant(
        *("Shown", "groups", _FORM), "The grouping of a mention of a known form.", _one_of(*GROUPS)
    ),
    Invariant(
        *("Shown", "joints", _WRITTEN),
        "The marks, and words of the lists, between the groups of a code.",
        is_code_phrase,
    ),
    Invariant(
        *("Shown", "inner", _WRITTEN),
        "What stands between signs that are said one by one.",
        _one_of(" ", ", "),
    ),
    Invariant(
        *("Shown", "gap", _WRITTEN), "What stands behind the country of a number.", is_code_phrase
    ),
    Invariant(
        *("Shown", "lead", _WRITTEN),
        "How the country of a phone number is written before it.",
        _one_of(*LEADS),
    ),
    Invariant(*("Shown", "before", _BESIDE), "Words of the lists before a code.", is_code_phrase),
    Invariant(*("Shown", "after", _BESIDE), "Words of the lists after a code.", is_code_phrase),
    Invariant(*("Shown", "tail", _BESIDE), "What stands before the extension.", is_code_phrase),
    Invariant(*("Shown", "case", "letter case"), "The letter case of the words.", _one_of(*CASES)),
    Invariant(
        *("Shown", "letters", "letter case"),
        "The case of a code's letters, and whether they are named.",
        _one_of(*LETTERS),
    ),
    Invariant(*("Shown", "link", _WRITTEN), "How an example follows a letter, as in Mike.", _link),
    Invariant(*("Shown", "language", _WRITTEN), "The language that a code is said in.", _spoken),
    Invariant(
        *("Count", "band", "size of a counted number"),
        "The size of a counted number: up to 24, up to 99, or its number of figures; for a part of "
        "a number, which part.",
        _one_of(*BANDS),
    ),
    Invariant(
        *("Count", "round", "size of a counted number"),
        "Whether a counted number from a hundred on ends in a zero.",
        _yes,
    ),
    Invariant(*("Count", "many", _COUNTED), "Whether a counted number must not be one.", _yes),
    Invariant(
        *("Counted", "rising", "size of a counted number"),
        "Of two numbers of one size in a mention, whether the second is the greater.",
        _yes,
    ),
    Invariant(*("Numeral", "value", "mention equality"), "Which number is shown.", _place),
    Invariant(
        *("Numeral", "said", _WRITTEN),
        "Whether a counted number is in figures, words or Roman letters, and whether it is an "
        "ordinal.",
        _one_of(*NUMERALS),
    ),
    Invariant(
        *("Numeral", "case", "letter case"), "The letter case of a number word.", _one_of(*CASES)
    ),
    Invariant(
        *("Numeral", "mark", _WRITTEN),
        "The mark between thousands.",
        _one_of("", ",", ".", " ", "'"),
    ),
    Invariant(
        *("Numeral", "hyphen", _WRITTEN),
        "Whether numbers in words have hyphens: with capitals, and in text with punctuation.",
        _yes,
    ),
    Invariant(
        *("Numeral", "gender", _COUNTED),
        "The form of a number that agrees with what it counts.",
        _one_of("", "feminine", "short"),
    ),
    Invariant(
        *("Numeral", "follows", _COUNTED), "Whether the number goes on behind the mention.", _yes
    ),
    Invariant(
        *("Numeral", "language", _WRITTEN), "The language that a number is said in.", _spoken
    ),
    Invariant(*("Noun", "noun", _COUNTED), "What is counted, where the list knows it.", _noun),
    Invariant(*("Noun", "value", _COUNTED), "Which number counts it.", _place),
    Invariant(*("Noun", "case", "letter case"), "The letter case of the noun.", _one_of(*CASES)),
    Invariant(*("Noun", "language", _WRITTEN), "The language of the noun.", _spoken),
    Invariant(*("Word", "word", _BESIDE), "A word of the lists beside it.", is_count_phrase),
    Invariant(*("Word", "case", "letter case"), "The letter case of such a word.", _one_of(*CASES)),
    Invariant(
        *("Mark", "mark", _WRITTEN), "A mark beside a number.", lambda value, _: value in MARKS
    ),
    Invariant(
        *("Network", "kind", "kind of identifier"),
        "Whether the address of a machine has four numbers, eight groups, or is a network card's.",
        _one_of(*NETWORKS),
    ),
    Invariant(*("Address", "network", "mention equality"), "Which address is shown.", _place),
    Invariant(
        *("Address", "form", _WRITTEN),
        "Whether groups of an address are left out or written in full.",
        _one_of("", "short", "wide", "cut"),
    ),
    Invariant(*("Address", "mark", _WRITTEN), "What stands between the parts.", is_code_phrase),
    Invariant(
        *("Address", "said", _WRITTEN),
        "Whether the parts are said, and how.",
        _one_of("", "spaced", "digits", "number"),
    ),
    Invariant(
        *("Address", "port", "port and size of the network"),
        "Whether a port stands behind, and the size of a network.",
        _one_of(*PORTS),
    ),
    Invariant(
        *("Address", "part", _PART), "Whether only its last part is said.", _one_of("whole", "last")
    ),
    Invariant(*("Address", "case", "letter case"), "The letter case.", _one_of("lower", "upper")),
    Invariant(*("Address", "language", _WRITTEN), "The language that it is said in.", _spoken),
)
