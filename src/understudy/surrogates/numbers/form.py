"""The form of a number or an identifier as it is written or said, piece by piece.

"9 7 3 area code 1 2 3", "five double two", "ciento veintitrés mil euros", "AB-123456": each piece
stands for some digits or letters of a code, or for nothing.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import NamedTuple

from understudy.core.folding import lower_without_accents
from understudy.languages import get
from understudy.languages.numbers.reading import (
    Numeral,
    Token,
    read_numeral,
    read_ordinal,
    tokens_of,
)
from understudy.languages.numbers.words import number_table, words_of
from understudy.surrogates.numbers.numerals import PLAIN, Style, counted

__all__ = ["COUNTED", "Piece", "code_of", "read_figure"]

COUNTED = frozenset(("NUMBER", "QUANTITY", "AMOUNT"))
"""Categories of numbers that say how many, and not which."""
_FIGURES_ONLY = frozenset(("PHONE_NUMBER", "FAX_NUMBER", "CREDIT_CARD", "US_SSN", "POSTAL_CODE"))
"""Identifiers of digits: words beside them are no part of them."""


class Piece(NamedTuple):
    """A piece of the text, and the digits or letters that it stands for."""

    kind: str
    text: str
    code: str = ""
    style: Style = PLAIN

    def __repr__(self) -> str:
        return "Piece(…)"  # its text may be private


def code_of(pieces: Sequence[Piece]) -> str:
    """The digits and letters of a number, without what stands between them."""
    return "".join(piece.code for piece in pieces)


@cache
def _fillers(language: str) -> frozenset[str]:
    words = words_of(language)
    listed = number_table(language)["fillers"]
    return frozenset(map(lower_without_accents, listed)) | words.joins | words.between


@cache
def _nth(language: str) -> re.Pattern[str]:
    """The letters of an ordinal behind its figures."""
    tables = (number_table(one)["ordinal_letters"] for one in get(language).reads)
    letters = sorted({ending for table in tables for ending in table.values()})
    return re.compile(rf"(?:{'|'.join(letters) or '(?!)'})(?![^\W_])", re.IGNORECASE)


@cache
def _letter_names(language: str) -> dict[str, str]:
    named = {
        lower_without_accents(name): letter
        for letter, name in number_table(language)["letters"].items()
    }
    return named | words_of(language).letters


@cache
def _links(language: str) -> tuple[tuple[str, ...], ...]:
    """What stands between a letter and a word that begins with it, the longest first."""
    said = [
        tuple(map(lower_without_accents, link.split()))
        for link in get(language).table("people")["spelling"]["links"]
    ]
    return tuple(sorted(said, key=len, reverse=True))


@cache
def _double_names(language: str) -> Mapping[str, str]:
    """Names of letters that have two words."""
    spelling = get(language).table("people")["spelling"]
    named = {lower_without_accents(name): letter for letter, name in spelling["names"].items()} | {
        lower_without_accents(name): letter for name, letter in spelling["also"].items()
    }
    return {name: letter.upper() for name, letter in named.items() if " " in name}


@cache
def _signs(language: str) -> frozenset[str]:
    return frozenset(map(lower_without_accents, number_table(language)["signs"]))


_HYPHENED = re.compile(r"-\d")


class _FigureReader:
    def __init__(self, text: str, category: str, language: str) -> None:
        self.text, self.language = text, language
        self.counting = category in COUNTED
        self.figures_only = category in _FIGURES_ONLY
        self.tokens = tokens_of(text)
        self.pieces: list[Piece] = []

    def read(self) -> list[Piece]:
        at = cursor = 0
        while at < len(self.tokens):
            token = self.tokens[at]
            if cursor < token.start:
                self.pieces.append(Piece("text", self.text[cursor : token.start]))
            end = self.figure(at) if token.text[0].isdecimal() else self.word(at)
            last = self.tokens[end - 1]
            cursor = last.end
            at = end
        if cursor < len(self.text):
            self.pieces.append(Piece("text", self.text[cursor:]))
        return self.pieces

    def span(self, first: int, end: int) -> str:
        return self.text[self.tokens[first].start : self.tokens[end - 1].end]

    def figure(self, at: int) -> int:
        """A run of digits, with the letters of an ordinal where they follow."""
        token = self.tokens[at]
        if not token.text.isascii():
            self.pieces.append(Piece("digits", token.text, "0" * len(token.text)))
            return at + 1
        nth = self.counting and _nth(self.language).match(self.text, token.end)
        if nth:
            self.pieces.append(Piece("nth", self.span(at, at + 2), token.text))
            return at + 2
        self.pieces.append(Piece("digits", token.text, token.text))
        return at + 1

    def word(self, at: int) -> int:
        """A number in words, a letter, or a word that says nothing of the number."""
        for attempt in (
            self.example,
            self.times,
            self.zeros,
            self.ordinal,
            self.numeral,
            self.aloud,
        ):
            end = attempt(at)
            if end:
                return end
        token = self.tokens[at]
        name = _letter_names(self.language).get(token.bare)
        if self.counting:
            noun = counted(token.text.lower(), 1, self.language)
            self.pieces.append(Piece("noun" if noun else "text", token.text))
        elif self.aside(at, bool(name)):
            self.pieces.append(Piece("text", token.text))
        elif name and len(token.text) > 1 and not (self.glued(at) or self.coded(at)):
            self.pieces.append(Piece("letter", token.text, name))
        else:
            self.pieces.append(Piece("letters", token.text, _capitals(token.text)))
        return at + 1

    def example(self, at: int) -> int:
        """ "de Toledo" behind a T, "as in Mike" behind an M."""
        coded = next((piece for piece in reversed(self.pieces) if piece.code), None)
        if self.counting or coded is None or len(coded.code) > 1 or coded.code.isdecimal():
            return 0
        words = [token.bare for token in self.tokens[at : at + 4]]
        for link in _links(self.language):
            size = len(link)
            if tuple(words[:size]) == link and len(words) > size:
                word = words[size]
                if len(word) > 2 and word[0].upper() == coded.code:
                    start, end = self.tokens[at].start, self.tokens[at + size].start
                    self.pieces.append(Piece("text", self.text[start:end]))
                    self.pieces.append(Piece("example", self.tokens[at + size].text))
                    return at + size + 1
        return 0

    def aloud(self, at: int) -> int:
        """A letter whose name has two words, and words that name a sign."""
        if self.counting:
            return 0
        two = " ".join(token.bare for token in self.tokens[at : at + 2])
        letter = _double_names(self.language).get(two)
        if letter:
            self.pieces.append(Piece("letter", self.span(at, at + 2), letter))
            return at + 2
        if self.tokens[at].bare in _signs(self.language) and not self.coded(at):
            self.pieces.append(Piece("text", self.tokens[at].text))
            return at + 1
        return 0

    def aside(self, at: int, named: bool) -> bool:
        """Whether a word is no part of the identifier."""
        token = self.tokens[at]
        if token.text.isupper() and self.text[token.end : token.end + 1].isdecimal():
            return self.figures_only and token.text == "X"
        if self.figures_only and not token.text.isupper():
            return len(token.text) > 1 or token.text == "x"
        if self.coded(at):
            return False
        return token.bare in _fillers(self.language) and not (named and self.named_letters(at))

    def coded(self, at: int) -> bool:
        """ "TEN-12", "Y-7654321": capitals before a hyphen and figures are letters of a code, and
        so is a lone capital beside figures, whatever word they spell."""
        token = self.tokens[at]
        if not token.text.isupper():
            return False
        if len(token.text) == 1:
            return any(map(str.isdecimal, self.text))
        return _HYPHENED.match(self.text, token.end) is not None

    def glued(self, at: int) -> bool:
        """ "DE89": capitals at figures are letters, and no word for one."""
        token = self.tokens[at]
        return self.text[token.end : token.end + 1].isdecimal() or (
            token.start > 0 and self.text[token.start - 1].isdecimal()
        )

    def named_letters(self, at: int) -> bool:
        """ "de" and "te" are letters beside other letters, and words elsewhere."""
        beside = [self.tokens[n].bare for n in (at - 1, at + 1) if 0 <= n < len(self.tokens)]
        names = _letter_names(self.language)
        return any(word in names and word not in _fillers(self.language) for word in beside)

    def times(self, at: int) -> int:
        """ "double five" """
        token = self.tokens[at]
        times = words_of(self.language).times.get(token.bare)
        if times is None or at + 1 == len(self.tokens):
            return 0
        said = self.tokens[at + 1]
        digit = said.text if said.text.isdecimal() else _digit(said, self.language)
        if digit is None or len(digit) > 1 or not digit.isascii():
            return 0
        style = Style(zero=said.bare if said.bare in words_of(self.language).zeros else "")
        self.pieces.append(Piece("times", self.span(at, at + 2), digit * times, style))
        return at + 2

    def zeros(self, at: int) -> int:
        """The hundred of "71 hundred", the mil of "2 mil"."""
        words = words_of(self.language)
        word = self.tokens[at].bare
        value = words.hundred.get(word) or words.scales.get(word)
        figures = [piece for piece in self.pieces[-2:] if piece.kind == "digits"]
        if value is None or not figures or not at or not self.tokens[at - 1].text.isdecimal():
            return 0
        self.pieces.append(Piece("zeros", self.tokens[at].text, str(value)[1:]))
        return at + 1

    def ordinal(self, at: int) -> int:
        if not self.counting:
            return 0
        read = read_ordinal(self.text, self.tokens, at, self.language)
        if read is None:
            return 0
        number, end, style = read
        self.pieces.append(Piece("ordinal", self.span(at, end), str(number), style))
        return end

    def numeral(self, at: int) -> int:
        read = read_numeral(self.text, self.tokens, at, self.language)
        if read is None or (not self.counting and len(self.tokens[at].text) > 1 and self.coded(at)):
            return 0
        if len(self.tokens[at].text) == 1 and not self.digits_around(at, read):
            return 0
        self.pieces.append(Piece("number", self.span(at, read.end), str(read.value), read.style))
        return read.end

    def digits_around(self, at: int, read: Numeral) -> bool:
        """A single letter is a number word only beside digits: the "o" of "five o two"."""
        if read.end > at + 1:
            return True
        beside = [self.tokens[n] for n in (at - 1, at + 1) if 0 <= n < len(self.tokens)]
        spoken = [_digit(one, self.language) for one in beside]
        # Beside figures alone it is a letter: "7 4 O" and "74O" are codes.
        return any(spoken) and all(
            one.text.isdecimal() or digit for one, digit in zip(beside, spoken, strict=True)
        )


def _digit(token: Token, language: str) -> str | None:
    value = words_of(language).digits.get(token.bare)
    return None if value is None else str(value)


def _capitals(letters: str) -> str:
    return "".join(one.upper() if len(one.upper()) == 1 else "X" for one in letters)


def read_figure(text: str, category: str, language: str) -> list[Piece] | None:
    """The pieces of a mention; None where it stands for no digit and no letter."""
    pieces = _FigureReader(text, category, language).read()
    return pieces if code_of(pieces) else None
