"""One byte for each character: the alphabet that automata run on.

Windows-1252 has all letters and signs of the shipped languages. Characters beyond it count as
another letter, capital, number, currency sign or sign, on bytes that Windows-1252 leaves free. So
bytes are characters, offsets need no map, and automata stay small: over UTF-8 the letters of all
scripts make hundreds of states wherever a word may end.
"""

from __future__ import annotations

import codecs
import re
import unicodedata
from collections.abc import Callable, Iterable
from functools import cache

__all__ = [
    "BARRIER",
    "NOT_WORD",
    "WORD",
    "characters_of",
    "encode",
    "folded",
    "kinds",
    "members",
    "spelt",
]

BARRIER = "\0"
"""Stands between documents that are searched together; no rule matches it."""

_LETTER, _CAPITAL, _NUMBER, _SIGN, _CURRENCY = 0x81, 0x9D, 0x8D, 0x8F, 0x90
_OTHERS = {_LETTER: "Ll", _CAPITAL: "Lu", _NUMBER: "N", _SIGN: "S", _CURRENCY: "Sc"}
_TABLE = "".join(
    bytes([code]).decode("cp1252", "replace").replace("\ufffd", "\ufffe") for code in range(256)
)
_ENCODING = codecs.charmap_build(_TABLE)
_CODES = {letter: code for code, letter in enumerate(_TABLE) if letter != "\ufffe"}


@cache
def _kind(letter: str) -> int:
    category = unicodedata.category(letter)
    exact = {"Sc": _CURRENCY, "Lu": _CAPITAL, "Lt": _CAPITAL}
    if category in exact:
        return exact[category]
    return {"L": _LETTER, "M": _LETTER, "N": _NUMBER, "Z": 0x20}.get(category[0], _SIGN)


def _others(error: UnicodeError) -> tuple[bytes, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    run = error.object[error.start : error.end]
    return bytes(map(_kind, run)), error.end


codecs.register_error("understudy.alphabet", _others)


INNER = 0x01
"""An apostrophe between two letters, which does not end a word."""
_INNER = re.compile(r"'(?<=[^\W\d_]')(?=[^\W\d_])")


def encode(text: str) -> bytes:
    """A byte for each character."""
    if "'" in text:
        text = _INNER.sub(chr(INNER), text)
    if text.isascii():
        return text.encode("ascii")
    return codecs.charmap_encode(text, "understudy.alphabet", _ENCODING)[0]


def spelt(letter: str) -> frozenset[int]:
    """The bytes that a character of a grammar may have in a text."""
    code = _CODES.get(letter)
    if code is None:
        return frozenset()
    return frozenset({code, INNER} if letter == "'" else {code})


def members(wanted: Callable[[str], bool]) -> frozenset[int]:
    """The bytes of the characters of a kind, by its general category."""
    own = {code for letter, code in _CODES.items() if wanted(unicodedata.category(letter))}
    return frozenset(own | {code for code, category in _OTHERS.items() if wanted(category)}) - {0}


EVERY = frozenset(range(1, 256))
WORD = (members(lambda category: category[0] in "LMN") | {ord("_"), INNER}) - frozenset(b"\xaa\xba")
"""Letters and digits; ordinal signs end a word, as in "nº12"."""
NOT_WORD = EVERY - WORD
_KINDS = bytes(ord("w" if code in WORD else " ") for code in range(256))


def kinds(buffer: bytes) -> bytes:
    """For each byte a letter where it is part of a word, else a space."""
    return buffer.translate(_KINDS)


def _folded(code: int) -> int:
    """The small letter without its accent; ñ is a letter of its own."""
    small = _TABLE[code].lower()
    base = unicodedata.normalize("NFD", small)[0]
    return _CODES.get(base if base.isascii() and small != "ñ" else small, code)


_FOLDED = bytes(_folded(code) if code in WORD else ord(" ") for code in range(256))


def folded(buffer: bytes) -> bytes:
    """The words of a buffer with spaces between them, such that a word that a literal matches is
    equal to the literal's own."""
    return buffer.translate(_FOLDED)


def characters_of(codes: Iterable[int]) -> str:
    """A character class of RE2."""
    made: list[str] = []
    run: list[int] = []
    for code in (*sorted(codes), 1 << 20):
        if run and code != run[-1] + 1:
            made.append(_escaped(run[0]))
            if len(run) > 1:
                made.append(f"-{_escaped(run[-1])}")
            run = []
        run.append(code)
    return f"[{''.join(made)}]"


def _escaped(code: int) -> str:
    letter = chr(code)
    return letter if letter.isascii() and letter.isalnum() else rf"\x{code:02x}"
