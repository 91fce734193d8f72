"""Literals, character classes and lists as RE2 patterns."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import cache

from understudy.core.normal import plain
from understudy.identify.grammar.alphabet import (
    EVERY,
    NOT_WORD,
    WORD,
    characters_of,
    members,
    spelt,
)
from understudy.identify.grammar.nodes import Literal, Pieces, Place

__all__ = [
    "APART",
    "END",
    "GAP",
    "LETTERS",
    "LOOSE",
    "characters",
    "literal",
    "one_of",
    "only_digits",
    "spelling",
    "white",
]

LETTERS = f"{characters_of(WORD)}+"
APART = characters_of(NOT_WORD)
"""A character that is in no word."""
END = characters_of(NOT_WORD | {0})
"""What must stand on either side of a match: no letter and no digit."""
_BLANK = r"[ \t\f\v\xa0]"
GAP = rf"(?:{_BLANK}+(?:\r?\n{_BLANK}*)?|\r?\n{_BLANK}*)"
"""White space between two words; at most one line break, as a blank line ends what is said."""
_LOOSE = frozenset(b" \xa0-\x96\x97")
LOOSE = characters_of(_LOOSE)
"""What ``_`` lets stand between two characters: a space, a hyphen or a dash."""

_CATEGORIES = {"L", "Lu", "Ll", "Lo", "M", "N", "Nd", "P", "S", "Sc", "Sm", "Z"}
_DIGITS = frozenset(b"0123456789")
_WHITE = frozenset(b" \t\n\f\r\v\xa0")
_ESCAPES = {
    "d": _DIGITS,
    "w": WORD,
    "s": _WHITE,
    "n": frozenset(b"\n"),
    "t": frozenset(b"\t"),
    "r": frozenset(b"\r"),
}
_BEYOND = "a character beyond Windows-1252; \\p{L} and \\p{S} stand for those of other scripts"
_RUN = re.compile(r"[A-Za-z]+|[^A-Za-z]+")
_ITEM = re.compile(r"\\p\{(?P<property>\w+)\}|\\(?P<escape>.)|(?P<plain>.)", re.DOTALL)


def literal(node: Literal, *, exact: bool) -> str:
    """A literal: its white space matches a gap; without case, an accent may be missing."""
    return _phrase(node.text, node.place, exact=exact or node.exact)


def one_of(phrases: Iterable[str], place: Place) -> str:
    """Any of the phrases of a list, whatever their case."""
    made = sorted({_phrase(phrase, place, exact=False) for phrase in phrases if phrase.strip()})
    return f"(?:{'|'.join(made)})"


def spelling(text: str) -> str:
    """A phrase of a grammar in the form of the text that is searched."""
    return plain(unicodedata.normalize("NFC", text))


def _phrase(text: str, place: Place, *, exact: bool) -> str:
    words = spelling(text).split()
    letters = _exact if exact else _either_case
    if not all(letters(letter) for word in words for letter in word if not letter.isascii()):
        raise place.wrong(_BEYOND)
    if exact:
        return GAP.join("".join(map(letters, word)) for word in words)
    return GAP.join("".join(map(_run, _RUN.findall(word))) for word in words)


def _run(run: str) -> str:
    """Letters in either case: RE2 is quicker with a flag than with a class for each."""
    plain = len(run) > 1 and run.isascii() and run.isalpha()
    return f"(?i:{run.lower()})" if plain else "".join(map(_either_case, run))


@cache
def _exact(letter: str) -> str:
    """The class of a letter; empty where no byte is spelt so."""
    return _class_of({letter})


@cache
def _either_case(letter: str) -> str:
    """The same in either case, with and without its accent."""
    base = unicodedata.normalize("NFD", letter)[0]
    # The tilde of ñ makes another letter of it, as in "año".
    bare = base if base.isascii() and letter.lower() != "ñ" else letter
    return _class_of({one for two in (letter, bare) for one in (two.lower(), two.upper())})


def _class_of(letters: Iterable[str]) -> str:
    codes = {code for letter in letters for code in spelt(letter)}
    return characters_of(codes) if codes else ""


def characters(node: Pieces) -> str:
    """A character class, checked."""
    codes = _class(node)
    if not codes:
        raise node.place.wrong("an empty character class")
    return characters_of(codes)


def only_digits(node: Pieces) -> bool:
    """Whether a class has digits only."""
    return _class(node) <= _DIGITS


def white(node: Pieces) -> tuple[bool, bool]:
    """Whether a class has white space in it, and whether it has nothing else."""
    codes = _class(node)
    return bool(codes & _WHITE), codes <= _WHITE


def _class(node: Pieces) -> frozenset[int]:
    text = node.text
    if text == "_":
        return _LOOSE
    if text == ".":
        return EVERY - {ord("\n")}
    if not text.startswith("["):
        return _members(text, node)
    if text.startswith("[^"):
        return EVERY - _members(text[2:-1], node)
    return _members(text[1:-1], node)


def _members(body: str, node: Pieces) -> frozenset[int]:
    items = list(_ITEM.finditer(body))
    codes: set[int] = set()
    at = 0
    while at < len(items):
        if at + 2 < len(items) and items[at + 1]["plain"] == "-":
            codes |= _range(items[at], items[at + 2], node)
            at += 3
        else:
            codes |= _member(items[at], node)
            at += 1
    return frozenset(codes)


def _range(low: re.Match[str], high: re.Match[str], node: Pieces) -> set[int]:
    first, last = _single(low), _single(high)
    if first is None or last is None or ord(first) > ord(last) or ord(last) > 0x2FFF:
        raise node.place.wrong("a range of characters goes from a lower one to a higher one")
    every = (spelt(chr(code)) for code in range(ord(first), ord(last) + 1))
    return {code for codes in every for code in codes} - {0}


def _single(item: re.Match[str]) -> str | None:
    if item["plain"]:
        return item["plain"]
    escape = item["escape"]
    return escape if escape and not escape.isalnum() else None


def _member(item: re.Match[str], node: Pieces) -> frozenset[int]:
    name = item["property"]
    if name:
        if name not in _CATEGORIES:
            known = ", ".join(sorted(_CATEGORIES))
            raise node.place.wrong(f"no property {name}; there are {known}")
        return members(lambda category: category.startswith(name))
    single = _single(item)
    if single is not None:
        codes = spelt(plain(single))
        if not codes:
            raise node.place.wrong(_BEYOND)
        return codes
    if item["escape"] not in _ESCAPES:
        known = " ".join(rf"\{name}" for name in _ESCAPES)
        raise node.place.wrong(f"unknown escape; there are {known} and \\p{{…}}")
    return _ESCAPES[item["escape"]]
