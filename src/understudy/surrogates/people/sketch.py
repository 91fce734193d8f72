"""All that is public of one person's mentions: how many names there are, and what each shows.

A field holds a value of a closed list, a small count, or a word of the lists of a language; no
letter of a name, and no length of one. What the lists do not know is read by a rule that looks at
the value alone, so that a record does not say whether they know it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import cache
from typing import Any, NamedTuple

from understudy.core.folding import flat
from understudy.languages import chosen, facts, get, reads
from understudy.surrogates.people.names import (
    BEHIND,
    FEMALE,
    FIRST,
    MALE,
    OTHER_PARTICLES,
    address_titles,
    joiner,
    known,
    link_group,
    particle_groups,
    united,
)
from understudy.surrogates.people.titles import is_title
from understudy.surrogates.sketches import Invariant

__all__ = [
    "CASES",
    "GAPS",
    "INVARIANTS",
    "MARKS",
    "MOST_DIGITS",
    "MOST_DRAWS",
    "MOST_NAMES",
    "MOST_SHORT",
    "OWNED",
    "Draw",
    "Extra",
    "Mark",
    "Need",
    "Owned",
    "Piece",
    "Ref",
    "Respelling",
    "Sketch",
    "Spelt",
    "Style",
    "Title",
    "Word",
    "words_of",
]

MOST_NAMES = 4
"""Given names, and surnames, that one person may have; what is more shows the last of them."""
MOST_SHORT = 9
"""No name of the lists has more short forms."""
MOST_DRAWS = 64
"""Draws beside the names: digits, domains and words."""
MOST_DIGITS = 4
"""A longer run of digits in an address is written with as many."""
CASES = ("native", "lower", "upper")
"""As the lists write it, in small letters, in capitals."""
MARKS = " \n.,\"“”«»()<>+=-–—/&:;!?¡¿|'’_@"
OWNED = ("'", "'s", "'S", "’", "’s", "’S")
GAPS = (", ", " ", "-", " - ", ". ", ".", "; ", "/", " / ", ",", "–", "… ")
"""What may stand between two letters of a spelling."""


class Ref(NamedTuple):
    """A name of the new identity, as a mention shows it."""

    part: str
    """``given`` or ``surname``."""
    place: int = 0
    form: str = "whole"
    """``whole``, ``initial``, ``short``, ``equal`` (in another language), ``cut``, ``plural``,
    ``twice``: a letter that it has two times."""
    which: int = 0
    """Which short form."""
    case: str = "native"
    bare: bool = False
    """Whether accents are left out."""
    plain: bool = False
    """Whether only letters count, as in addresses."""
    particle: str = ""
    """Whether the particle stands before it: ``written`` as it is, ``capital`` at its beginning,
    empty where it does not."""


class Title(NamedTuple):
    """A title of the lists, or the article before one."""

    word: str
    case: str = "lower"
    """``lower``, ``title``, ``upper``, or ``native`` where the list has signs of its own (D.ª)."""


class Word(NamedTuple):
    """A word of the lists that names nobody: "and", "Jr", "info", "dot", "<%eh>"."""

    word: str
    case: str = "lower"
    """``lower``, ``title``, ``upper``, or ``ends``: the first and the last letter (PhD)."""


class Mark(NamedTuple):
    """A punctuation mark or a sign of a transcription."""

    sign: str


class Owned(NamedTuple):
    """The mark of a possessive; it depends on what it stands behind."""

    sign: str


class Extra(NamedTuple):
    """Shows a draw of its own: digits, a domain, a word that is no name of the person."""

    place: int
    case: str = "native"
    dot: str = "."
    """How a full stop in it is written or said."""
    spoken: str = ""
    """How digits are put into words: one by one (``digits``) or together (``number``)."""


class Style(NamedTuple):
    """How something is spelt."""

    named: bool = False
    """By the names of letters: ele for L."""
    case: str = "upper"
    """Of the first letter."""
    rest: str = "upper"
    """Of the other letters."""
    gap: str = ", "
    last: str = ""
    """The word before the last letter: "y"."""
    lead: str = ""
    """What stands before the first letter: "capital"."""
    link: str = ""
    """What links a letter with an example: "as in"."""
    linked: str = "none"
    """Which letters have an example: ``none``, ``first``, ``two``, ``all``."""
    example: str = "native"
    """The letter case of the examples."""
    double: str = ""
    """The word for two equal letters, where it is used."""
    accent: str = ""
    """What is said of a letter with an accent, where it is said."""
    accented: bool = False
    """Whether letters are written with their accents."""
    joint: str = ""
    """The mark between names that is said: a space or a hyphen."""
    joint_gap: str = ""
    """What stands beside a mark that is said."""
    tail: str = ""
    """What stands behind the last letter: a full stop, or the s of a plural."""
    asks: str = ""
    """The article before a letter that is talked about: "a", "an"."""


class Spelt(NamedTuple):
    """A spelling of names of the identity, or of a draw of its own."""

    parts: tuple[Ref, ...]
    extra: int
    """The place of the draw; −1 where names are spelt."""
    style: Style


class Respelling(NamedTuple):
    """A spelling of the name of a town or a body, which is drawn elsewhere."""

    part: str
    """``whole``, its ``beginning``, or one ``letter``."""
    style: Style


class Draw(NamedTuple):
    """Something that is drawn beside the names."""

    kind: str
    """``digits``, ``letter``, ``word``, ``code`` or ``domain``."""
    size: int = 1
    """How many digits."""


class Need(NamedTuple):
    """Which names an identity must have."""

    gender: str = ""
    """Empty where it is drawn."""
    givens: int = 0
    joined: str = " "
    """How the first two given names are joined: a space, a hyphen, a preposition, or a joiner."""
    paired: bool = False
    """Whether some mention says the first two and nothing else."""
    apart: bool = False
    """Whether some mention says the second without the first."""
    short: int = 0
    """How many short forms are used."""
    equivalent: str = ""
    """The other language in which the first name is said, too."""
    surnames: tuple[str, ...] = ()
    """The particle of each surname; empty where it has none."""


Piece = Ref | Title | Word | Mark | Owned | Extra | Spelt


class Sketch(NamedTuple):
    """All that is kept of the mentions of a person: public invariants."""

    need: Need
    draws: tuple[Draw, ...]
    shown: tuple[tuple[Piece, ...], ...]
    """What each mention shows, piece by piece."""


@cache
def words_of(language: str) -> frozenset[str]:
    """The words of the lists that may stand in a mention as they are, in small letters."""
    lists = {
        "names": ("connectors",),
        "titles": ("before", "joins"),
        "address": ("at", "marks", "asides", "shared"),
    }
    listed = [
        word
        for table, kinds in lists.items()
        for kind in kinds
        for word in united(table, kind, language)
    ]
    listed += address_titles(language)
    particles = {word for one in get(language).reads for word in known(one)["particles"]}
    listed += [*particles, *(word for particle in particles for word in particle.split())]
    listed += [word for one in get(language).reads for word in known(one)["names"]["suffixes"]]
    listed += known(language)["pointing"]["joins"]
    listed += [
        word for one in reads(language) for word in known(one).get("same", {}).get("before", ())
    ]
    pointing = (
        "pronouns",
        "relations",
        "relatives",
        "relatives_female",
        "relatives_male",
        "relatives_many",
    )
    listed += [word for kind in pointing for word in facts(language)[kind]]
    main = joiner(language)
    if main:
        listed.append(main.short)
    return frozenset(word.lower() for word in listed)


@cache
def _patterns(language: str) -> re.Pattern[str]:
    """Sounds of transcripts, without a letter twice in a row, and the abbreviated joiner."""
    sounds = "|".join(united("transcripts", "fillers", language)) or "(?!)"
    main = joiner(language)
    return re.compile(rf"<%(?!.*(.)\1)(?:{sounds})>|(?:{main.abbreviated if main else '(?!)'})")


def _is_word(value: object, language: str) -> bool:
    language = chosen(language)
    return isinstance(value, str) and (
        value in words_of(language) or _patterns(language).fullmatch(value) is not None
    )


def _is_title(value: object, language: str) -> bool:
    return isinstance(value, str) and is_title(value, chosen(language))


def _one_of(values: Iterable[object]) -> Callable[[Any, str], bool]:
    allowed = tuple(values)
    return lambda value, language: any(type(value) is type(one) and value == one for one in allowed)


def _phrase(kind: str) -> Callable[[Any, str], bool]:
    """A phrase of the lists of spellings, or none."""
    return lambda value, language: (
        value == ""
        or flat(value) in {flat(one) for one in united("spelling", kind, chosen(language))}
    )


def _is_asking(value: object, language: str) -> bool:
    return value == "" or value in get(chosen(language)).agreement.ASKING


def _is_dot(value: object, language: str) -> bool:
    return value == "." or value in united("address", "marks", chosen(language))


def _is_joint(value: object, language: str) -> bool:
    main = joiner(chosen(language))
    groups = {link_group(link, chosen(language)) for link in main.linked} if main else set()
    return value in (" ", "-", FIRST, BEHIND, *groups)


def _is_particle(value: object, language: str) -> bool:
    return value in ("", OTHER_PARTICLES) or value in particle_groups(chosen(language))


def _is_equivalent(value: object, language: str) -> bool:
    return value == "" or value in known(chosen(language))["equivalents"]


_BOTH = (False, True)
_NAMES = "which mention shows which name, in full, in short, as an initial or cut off"
_SHOWS = (
    "Which name a mention shows, and in which form: in full, as an initial, a short form, its "
    "equivalent in another language, its beginning, the plural."
)
_TITLES = "titles, particles, suffixes and how names are joined"
_ORDER = "number and order of names"
_CASE = "letter case"
_CASE_SAYS = "Whether it is written in small letters, in capitals, or as usual."
_ACCENTS = "accents, and which names lack the one of their public spelling"
_ADDRESS = "pattern of the address"
_STYLE = "style of the spelling"
_MARKS = "punctuation and transcription marks"


def _style(field: str, says: str, holds: Callable[[Any, str], bool]) -> Invariant:
    return Invariant("Style", field, _STYLE, says, holds)


INVARIANTS: tuple[Invariant, ...] = (
    Invariant(
        "Need",
        "gender",
        "gender",
        "The gender that the text tells of a person, or else the given name: by the lists, or as "
        "most listed names with the same ending.",
        _one_of(("", FEMALE, MALE)),
        "gender",
    ),
    Invariant(
        "Need",
        "givens",
        _ORDER,
        "How many given names a person has (four at most).",
        _one_of(range(MOST_NAMES + 1)),
    ),
    Invariant(
        "Need",
        "joined",
        _TITLES,
        "How two given names are joined: by a space, a hyphen, a preposition, or an abbreviation "
        "such as M.ª, which tells the gender.",
        _is_joint,
    ),
    Invariant(
        "Need", "paired", _NAMES, "Whether somebody is called by two given names.", _one_of(_BOTH)
    ),
    Invariant(
        "Need",
        "apart",
        _NAMES,
        "Whether somebody is called by the second given name.",
        _one_of(_BOTH),
    ),
    Invariant(
        "Need",
        "short",
        "that a name has a short form or an equivalent in another language",
        "How many short forms or nicknames are used beside the name.",
        _one_of(range(MOST_SHORT + 1)),
    ),
    Invariant(
        "Need",
        "equivalent",
        "that a name has a short form or an equivalent in another language",
        "The language of an equivalent that is used beside the name.",
        _is_equivalent,
    ),
    Invariant(
        "Need",
        "surnames",
        _TITLES,
        "How many surnames a person has (four at most), and the particle of each: one with at "
        "least twenty surnames on the lists, or that it is some other.",
        _is_particle,
    ),
    Invariant(
        "Draw",
        "kind",
        _ADDRESS,
        "Whether something beside the names is digits, a letter, a word, a code or a domain.",
        _one_of(("digits", "letter", "word", "code", "domain")),
    ),
    Invariant(
        "Draw",
        "size",
        _ADDRESS,
        "How many digits stand together in an address (four at most).",
        _one_of(range(1, MOST_DIGITS + 1)),
    ),
    Invariant("Ref", "part", _ORDER, "Which names are given names and which surnames: as the words "
              "around and the place in the mention tell, and of several names the lists; a name by "
              "itself is a surname in prose, and a given name where people talk or write to each "
              "other.", _one_of(("given", "surname"))),
    Invariant("Ref", "place", _NAMES, _SHOWS, _one_of(range(MOST_NAMES))),
    Invariant(
        "Ref",
        "form",
        _NAMES,
        _SHOWS,
        _one_of(("whole", "initial", "short", "equal", "cut", "plural", "twice", "ending")),
    ),
    Invariant("Ref", "which", _NAMES, "Which mentions use the same short form.",
              _one_of(range(MOST_SHORT))),
    Invariant("Ref", "case", _CASE, _CASE_SAYS, _one_of(CASES)),
    Invariant(
        "Ref", "bare", _ACCENTS, "Whether a name lacks the accent of its public spelling.",
        _one_of(_BOTH),
    ),
    Invariant("Ref", "plain", _ADDRESS, "That an address has letters alone.", _one_of(_BOTH)),
    Invariant(
        "Ref",
        "particle",
        _TITLES,
        "Whether a surname stands with its particle, and whether with a capital.",
        _one_of(("", "written", "capital")),
    ),
    Invariant("Title", "word", _TITLES, "Titles of the lists, such as Mr or Professor.", _is_title),
    Invariant("Title", "case", _CASE, _CASE_SAYS, _one_of((*CASES, "title"))),
    Invariant(
        "Word",
        "word",
        "pronouns, and who somebody is to the speaker",
        "Words of the lists that name nobody: pronouns and relatives, suffixes such as Jr, roles "
        "in an address such as info, words for its signs, sounds of a transcript.",
        _is_word,
    ),
    Invariant("Word", "case", _CASE, _CASE_SAYS, _one_of((*CASES, "title", "ends"))),
    Invariant("Mark", "sign", _MARKS, "Punctuation, up to four signs in a row.", _one_of(MARKS)),
    Invariant("Owned", "sign", _MARKS, "The sign of a possessive.", _one_of(OWNED)),
    Invariant("Extra", "place", _ADDRESS, "Which mentions have the same digits, word or domain.",
              _one_of(range(MOST_DRAWS))),
    Invariant("Extra", "case", _CASE, _CASE_SAYS, _one_of(CASES)),
    Invariant("Extra", "dot", _ADDRESS, "How the point of a domain is said.", _is_dot),
    Invariant("Extra", "spoken", _ADDRESS, "Whether digits are said one by one or together.",
              _one_of(("", "digits", "number"))),
    Invariant("Spelt", "extra", _STYLE, "Which spellings spell the same word.",
              _one_of(range(-1, MOST_DRAWS))),
    _style("named", "Whether letters are said by their names.", _one_of(_BOTH)),
    _style("case", _CASE_SAYS, _one_of(CASES)),
    _style("rest", _CASE_SAYS, _one_of(CASES)),
    _style("gap", "What stands between two letters.", _one_of(GAPS)),
    _style("last", "The word before the last letter.", _phrase("between")),
    _style("lead", "A word for capital or small letters.", _phrase("capital")),
    _style("link", "The words that link a letter with an example.", _phrase("links")),
    _style("linked", "Which letters have an example.", _one_of(("none", "first", "two", "all"))),
    _style("example", _CASE_SAYS, _one_of(CASES)),
    _style("double", "The word for two equal letters.", _phrase("double")),
    _style("accent", "What is said of an accent.", _phrase("accent")),
    _style("accented", "Whether letters have their accents.", _one_of(_BOTH)),
    _style("joint", "The mark between two names that is said.", _one_of(("", " ", "-"))),
    _style("joint_gap", "What stands beside a mark that is said.", _one_of(("", *GAPS))),
    _style("asks", "The article before a letter that is talked about.", _is_asking),
    _style("tail", "A full stop, or the s of a plural.", _one_of(("", ".", ",", "'s", "’s", "s"))),
)  # fmt: skip
"""One for each field; the names that repeat stand once in a report."""
