"""What a writer knows of an organization, product or domain, and what is declared of it.

No word of a document is in a sketch but words of public lists: those that say what an organization
is ("Hospital", "Ltd"), articles and small links. How long a name is, how many words and letters it
has and what they mean does not show; all of that is drawn.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from understudy.languages import facts, get
from understudy.languages.lexicon import raw
from understudy.surrogates.organizations.patterns import (
    group_names,
    legal_forms,
    links,
    listed,
    orders,
    part_links,
    product_words,
)
from understudy.surrogates.places.atlas import countries
from understudy.surrogates.sketches import Invariant

__all__ = [
    "ADDRESS",
    "AFTER_PERSON",
    "AFTER_PLACE",
    "CASES",
    "CLOSINGS",
    "CUT",
    "DOSE",
    "ENDINGS",
    "INVARIANTS",
    "KIND_LOWER",
    "LENGTHENED",
    "LETTERED",
    "LOWER",
    "MODEL",
    "MOST",
    "NAMED",
    "NUMBERED",
    "OPENINGS",
    "POINTED",
    "REPEATED",
    "SCHEMES",
    "SHORT",
    "SHORTENED",
    "TITLE",
    "UPPER",
    "WHOLE",
    "Core",
    "Organization",
    "Part",
    "Wording",
]

MOST = 8
"""Names and parts that are counted; what is beyond shares the last."""
NAMED, LETTERED, ADDRESS = "name", "letters", "address"
WHOLE, SHORT = "whole", "short"
AFTER_PLACE, AFTER_PERSON = "place", "person"
LOWER, TITLE, UPPER, KIND_LOWER = "lower", "title", "upper", "kind in small letters"
CASES = (LOWER, TITLE, UPPER, KIND_LOWER)
ENDINGS = ("", "'s", "’s", "'", "’", "'S", "’S")
OPENINGS = ("", '"', "'", "“", "‘", "«", "(", "[")
CLOSINGS = ("", '"', "'", "”", "’", "»", ")", "]", ".", ",", ";", ":")
SCHEMES = ("", "http://", "https://")
CUT, REPEATED, SHORTENED, LENGTHENED = "cut", "repeated", "shortened", "lengthened"
NUMBERED, POINTED = "number", "number with a point"
MODEL = "letter and number"
DOSE = "dose"
_WAYS = ("", "weighty", "all", "last")


class Core(NamedTuple):
    """A name that is drawn once, whatever mentions show of it."""

    group: str
    order: str
    style: str
    asks: tuple[str, ...] = ()
    initials_asked: tuple[str, ...] = ()
    initials: bool = False
    after: str = ""
    joint: str = ""


class Part(NamedTuple):
    """A name in a mention, with the words that say what is named."""

    core: int
    shown: str = WHOLE
    kind: str = ""
    order: str = NAMED
    article: str = ""
    legal: str = ""
    comma: bool = False
    link: str = ""


class Wording(NamedTuple):
    """One mention."""

    form: str
    parts: tuple[Part, ...] = ()
    of: int = -1
    way: str = ""
    bracket: bool = False
    dotted: bool = False
    case: str = TITLE
    ending: str = ""
    opening: str = ""
    closing: str = ""
    marks: tuple[str, ...] = ()
    scheme: str = ""
    www: bool = False
    dot: str = ""
    hyphen: bool = False
    grade: str = ""
    version: str = ""


class Organization(NamedTuple):
    """Everything that is called by one draw."""

    cores: tuple[Core, ...]
    mentions: tuple[Wording, ...]
    accents: bool = True
    country: str = ""
    """Whose towns names have."""


def _among(*values: Any) -> Callable[[Any, str], bool]:
    return lambda value, language: value in values


def _flag(value: Any, language: str) -> bool:
    return isinstance(value, bool)


def _few(value: Any, language: str) -> bool:
    return isinstance(value, int) and -1 <= value < MOST


def _place(value: Any, language: str) -> bool:
    return isinstance(value, int) and value >= -1


def _asking(value: Any, language: str) -> bool:
    return value in get(language).agreement.ASKING


def _article(value: Any, language: str) -> bool:
    return value == "" or value.lower() in raw(language)["articles"]


def _kind(value: Any, language: str) -> bool:
    return value == "" or listed(value, language)


def _dot(value: Any, language: str) -> bool:
    return value == "" or value in {facts(one)["spoken_dot"].strip() for one in get(language).reads}


def _grade(value: Any, language: str) -> bool:
    return value == "" or value in product_words(language)[1]


_KIND = "words that say what kind of organization or product it is"
_SHOWN = "which names a mention repeats, whole or in short"
_ACRONYM = "acronyms, not their length"
_CASE = "letter case"
_AFTER = "which place or person of the text an organization is called after"
_SIGNS = "signs around a name"
_AROUND = "the words around"
_SITE = "form of a web address"
_MODELS = "whether a product has a number, and its grade"

INVARIANTS: tuple[Invariant, ...] = (
    Invariant("Core", "group", _KIND,
              "The sort of organization: a bank, a hospital; a company where nothing says it, and "
              "an inn or the like where it has an article.",
              lambda value, language: value in group_names(language)),
    Invariant("Core", "order", _KIND,
              "Where the word of the kind stands: before the name, behind it, or before “of”.",
              lambda value, language: value in orders(language)),
    Invariant("Core", "style", _ACRONYM,
              "Whether the name is an acronym that nothing spells out.", _among(NAMED, LETTERED)),
    Invariant("Core", "asks", _AROUND,
              "The public word before the name that asks for a sound or a gender.", _asking),
    Invariant("Core", "initials_asked", _AROUND,
              "The public word before an acronym of the name that asks for a sound.", _asking),
    Invariant("Core", "initials", _ACRONYM,
              "Whether the text also has an acronym of the name.", _flag),
    Invariant("Core", "after", _AFTER,
              "Whether the name has the name of a place of the text in it, or a person's surname.",
              _among("", AFTER_PLACE, AFTER_PERSON)),
    Invariant("Core", "joint", _AFTER, "The small word before that name: “de”.",
              lambda value, language: value == "" or value in links(language)),
    Invariant("Part", "core", _SHOWN,
              "Which of the names of the organization stands here.", _few),
    Invariant("Part", "shown", _SHOWN,
              "Whether a mention has the whole name or a short form of it.", _among(WHOLE, SHORT)),
    Invariant("Part", "kind", _KIND,
              "The word of a public list that says what is named: Bank, Hospital.", _kind),
    Invariant("Part", "order", _KIND,
              "Where that word stands: before the name, behind it, or before “of”.",
              lambda value, language: value in orders(language)),
    Invariant("Part", "article", _KIND,
              "The article that a name begins with.", _article),
    Invariant("Part", "legal", _KIND,
              "The legal form: Ltd, S.L.",
              lambda value, language: value == "" or value in legal_forms(language)),
    Invariant("Part", "comma", _KIND, "Whether a comma stands before the legal form.", _flag),
    Invariant("Part", "link", _KIND,
              "What joins two organizations in one mention: a comma, “of the”.",
              lambda value, language: value == "" or value in part_links(language)),
    Invariant("Wording", "form", _SHOWN,
              "Whether a mention is a name, an acronym or a web address.",
              _among(NAMED, LETTERED, ADDRESS)),
    Invariant("Wording", "of", _ACRONYM, "Which mention an acronym stands for.", _place),
    Invariant("Wording", "way", _ACRONYM,
              "Whether small words count among the initials, or those of the last part alone.",
              _among(*_WAYS)),
    Invariant("Wording", "bracket", _ACRONYM,
              "Whether the acronym stands in brackets behind the name.", _flag),
    Invariant("Wording", "dotted", _ACRONYM, "Whether an acronym is written with points.", _flag),
    Invariant("Wording", "case", _CASE,
              "Small letters, capitals, or neither; and whether only the kind is in small letters.",
              _among(*CASES)),
    Invariant("Wording", "ending", _SIGNS, "The possessive ending of a mention.", _among(*ENDINGS)),
    Invariant("Wording", "opening", _SIGNS, "A quotation mark or bracket before a name.",
              _among(*OPENINGS)),
    Invariant("Wording", "closing", _SIGNS, "A mark behind a name.", _among(*CLOSINGS)),
    Invariant("Wording", "marks", _SIGNS,
              "Whether a transcription marks the name as cut, repeated, shortened or lengthened.",
              _among(CUT, REPEATED, SHORTENED, LENGTHENED)),
    Invariant("Wording", "scheme", _SITE, "Whether a web address begins with http or https.",
              _among(*SCHEMES)),
    Invariant("Wording", "www", _SITE, "Whether a web address has www.", _flag),
    Invariant("Wording", "dot", _SITE, "The word for the point in an address that is said.", _dot),
    Invariant("Wording", "hyphen", _SITE, "Whether an address joins its words by hyphens.", _flag),
    Invariant("Wording", "grade", _MODELS, "The grade of a product: Pro, Plus.", _grade),
    Invariant("Wording", "version", _MODELS,
              "Whether a product has a number, with a letter or a point; or a drug a dose.",
              _among("", NUMBERED, POINTED, MODEL, DOSE)),
    Invariant("Organization", "country", "the words around",
              "The country that the public words of the text name most often, or that most of its "
              "places lie in, whose towns names have.",
              lambda value, language: value == "" or value in countries(), "country"),
    Invariant("Organization", "accents", "accents",
              "Whether the text is written without accents.", _flag),
)  # fmt: skip
