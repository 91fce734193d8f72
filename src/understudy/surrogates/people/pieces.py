"""A mention as it will be written: literals, and places for parts of the new identity."""

from __future__ import annotations

from typing import NamedTuple

from understudy.core.folding import flat_letters, without_accents
from understudy.core.text import recase
from understudy.languages import get
from understudy.surrogates.mention import unsaid
from understudy.surrogates.people.identity import Identity
from understudy.surrogates.tables import Support

__all__ = [
    "Drawn",
    "Extra",
    "Extras",
    "Owned",
    "Piece",
    "Ref",
    "Spelt",
    "Title",
    "Unit",
    "case_of",
    "name_of",
]


class Ref(NamedTuple):
    """A part of the identity, in some form."""

    part: str
    """``given`` or ``surname``."""
    place: int = 0
    form: str = "whole"
    """``whole``, ``initial``, ``short``, ``equal`` (in another language), ``cut``, ``plural``."""
    size: int = 0
    """Which short form; how many letters of a cut word."""
    case: str = "native"
    bare: bool = False
    """Whether accents are left out."""
    plain: bool = False
    """Whether only letters count, as in addresses."""
    prefix: str = ""
    """What is written before it and belongs to it: the O' of a spelt O'Brien."""


class Title(NamedTuple):
    text: str

    def __repr__(self) -> str:
        return unsaid(self)


class Owned(NamedTuple):
    """The mark of a possessive; it depends on what it stands behind."""

    text: str

    def __repr__(self) -> str:
        return unsaid(self)


class Extra(NamedTuple):
    """A draw of its own: digits, a domain, a word that is no name."""

    place: int
    case: str = "native"
    dot: str = "."
    """How a full stop in it is said."""
    said: str = ""
    """How digits are said in words: one by one (``digits``) or together (``number``)."""
    language: str = ""


class Unit(NamedTuple):
    """How one letter of a spelling is said."""

    named: bool = False
    """By the name of the letter: ele for L."""
    case: str = "upper"
    lead: str = ""
    """What stands before the letter, such as "capital "."""
    link: str = ""
    """What stands between the letter and an example; empty where there is none."""
    example: str = "native"
    """The letter case of the example."""

    def __repr__(self) -> str:
        return unsaid(self)


class Spelt(NamedTuple):
    """A spelling of parts of the identity, or of a draw of its own."""

    parts: tuple[Ref, ...]
    extra: int
    units: tuple[Unit, ...]
    gaps: tuple[str, ...]
    """What stands between the letters."""
    language: str
    ends: tuple[str, str] = ("", "")
    """What stands before the first letter and behind the last."""
    double: str = ""
    """The word for two equal letters, where it is used."""
    accent: str = ""
    """What is said of a letter with an accent, where it is said."""
    accented: bool = False
    """Whether letters are written with their accents."""
    joint: str = ""
    """The mark between names that is said: a space or a hyphen."""
    joint_gap: str | None = None
    """What stands beside a mark that is said."""
    doubled: tuple[bool, ...] = ()
    """Which letters of a draw of its own are said twice."""

    def __repr__(self) -> str:
        return unsaid(self)


Piece = str | Ref | Title | Owned | Extra | Spelt


class Drawn(NamedTuple):
    identity: Identity
    extras: tuple[str, ...] = ()
    titles: str = ""
    """The language of titles that follow the gender that was drawn; empty where they stay."""


class Extras:
    """Draws beside the identity; equal values of one kind share one."""

    def __init__(self) -> None:
        self.supports: list[Support] = []
        self._places: dict[tuple[str, str], int] = {}

    def add(self, kind: str, value: str, support: Support) -> int:
        if (kind, value) not in self._places:
            self._places[kind, value] = len(self.supports)
            self.supports.append(support)
        return self._places[kind, value]


def case_of(text: str) -> str:
    """The letter case of one word."""
    if text.islower():
        return "lower"
    return "upper" if text.isupper() and len(text) > 1 else "native"


def name_of(ref: Ref, identity: Identity) -> str:
    """The part of the identity that a place shows."""
    names = identity.givens if ref.part == "given" else identity.surnames
    value = names[ref.place]
    if ref.form == "short" and identity.shorts:
        value = identity.shorts[ref.size % len(identity.shorts)]
    elif ref.form == "equal" and identity.equivalent:
        value = identity.equivalent
    value = ref.prefix + value
    if ref.bare:
        value = without_accents(value)
    if ref.plain:
        value = "".join(letter for letter in value if letter.isalnum())
    if ref.form == "initial":
        value = value[:1]
    elif ref.form == "cut":
        value = value[: max(1, min(ref.size, len(value) - 1))]
    elif ref.form == "plural":
        value += _plural(flat_letters(value), identity.language)
    return recase(value, ref.case)


def _plural(flat: str, language: str) -> str:
    """What stands behind a name in the plural."""
    plural = get(language).table("people")["plural"]
    special = (end for end, stems in plural["behind"].items() if flat.endswith(tuple(stems)))
    return str(next(special, plural["usual"]))
