"""Forms of a text in which spellings of one thing are equal.

fold                    "José  RUIZ" → "josé ruiz"   case, width and spaces apart: keys
flat                    "José-Ruiz"  → "jose ruiz"   as long as the text: lists are matched so
flat_letters            "José-Ruiz"  → "joseruiz"    letters and digits alone
without_accents         "José"       → "Jose"        in its own letter case
lower_without_accents   "Dieciséis"  → "dieciseis"   a word of a table, whatever its spelling
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence

__all__ = [
    "flat",
    "flat_all",
    "flat_letters",
    "flat_letters_all",
    "flat_words",
    "fold",
    "fold_all",
    "lower_without_accents",
    "without_accents",
]


def fold(text: str) -> str:
    """The form in which two spellings of one value are equal: case, width and spaces apart."""
    text = text.lower() if text.isascii() else _compatible(text)
    return text if text.isalnum() else " ".join(text.split())


def fold_all(texts: Iterable[str]) -> list[str]:
    """``fold`` of each, without a call for each: keys are made of every mention there is."""
    return [
        low if low.isalnum() else " ".join(low.split())
        for low in [text.lower() if text.isascii() else _compatible(text) for text in texts]
    ]


def _compatible(text: str) -> str:
    return unicodedata.normalize("NFKC", text).casefold()


def _flat_letter(code: int) -> str:
    """One character, flat: a base letter, a digit, an apostrophe, or a space."""
    base = unicodedata.normalize("NFKD", chr(code))[:1].lower()
    if len(base) != 1 or not base.isalnum():
        base = {"’": "'", "'": "'", "ʼ": "'"}.get(chr(code), " ")
    return base


def _table(encoding: str) -> bytes:
    """For each byte of an encoding, the byte of its flat character."""
    letters = (bytes([code]).decode(encoding, "replace") for code in range(256))
    return b"".join(_flat_letter(ord(letter)).encode(encoding, "replace") for letter in letters)


_WESTERN, _TYPESET = _table("latin-1"), _table("cp1252")


class _Wide(dict[int, str]):
    def __missing__(self, code: int) -> str:
        self[code] = _flat_letter(code)
        return self[code]


_wide = _Wide()
_PIECE = 512


def flat(text: str) -> str:
    """The text in lower case, without accents, with spaces for marks; as long as the text."""
    try:
        return text.encode("latin-1").translate(_WESTERN).decode("latin-1")
    except UnicodeEncodeError:
        pass
    try:  # with the quotes and dashes of typeset text
        return text.encode("cp1252").translate(_TYPESET).decode("cp1252", "replace")
    except UnicodeEncodeError:
        pass
    if len(text) > _PIECE:  # letters of other scripts are slow, and mostly few
        starts = range(0, len(text), _PIECE)
        return "".join(flat(text[start : start + _PIECE]) for start in starts)
    return text.translate(_wide)


def flat_all(texts: Sequence[str]) -> list[str]:
    """``flat`` of each, at once: with a figure between them that none of them has in it."""
    together = "".join(texts)
    for figure in "0123456789":
        if figure not in together:
            made = flat(figure.join(texts)).split(figure)
            if len(made) == len(texts):
                return made
    return list(map(flat, texts))


def flat_words(text: str) -> frozenset[str]:
    """The flat words of a text."""
    return frozenset(flat(text).split())


def flat_letters(text: str) -> str:
    """The flat letters and digits of a text, without spaces and marks."""
    letters = flat(text)
    return letters if letters.isalnum() else "".join(filter(str.isalnum, letters))


def flat_letters_all(texts: Sequence[str]) -> list[str]:
    """``flat_letters`` of each, at once."""
    return [low if low.isalnum() else "".join(filter(str.isalnum, low)) for low in flat_all(texts)]


def without_accents(text: str) -> str:
    """The text without accents, in its own letter case."""
    if text.isascii():
        return text
    apart = unicodedata.normalize("NFD", text)
    plain = "".join(letter for letter in apart if unicodedata.category(letter) != "Mn")
    return unicodedata.normalize("NFC", plain)


def lower_without_accents(word: str) -> str:
    """The word in lower case and without accents, taken apart into its letters."""
    if word.isascii():
        return word.lower()
    letters = unicodedata.normalize("NFD", word.lower())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))
