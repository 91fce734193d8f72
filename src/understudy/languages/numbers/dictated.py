"""Spoken numbers as digits: "five double two", "veintitrés cuarenta y cinco", "2 8 7 4 hundred".

A number is read as it is dictated: each numeral is as long as the words allow ("one hundred and
five" is 105), and numerals one after the other are written one after the other ("twenty three
forty five" is 2345). What is neither a number word nor said between digits makes it no number.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from understudy.core.folding import lower_without_accents
from understudy.languages.numbers.words import Words, words_of

__all__ = ["alphanumerics_of", "digits_in", "digits_of", "number_of"]

_FIGURES = re.compile(r"[0-9]+")
_LETTER = re.compile(r"[^\W\d_]")
_TOKEN = re.compile(r"[0-9]+|[^\W\d_]+")


def digits_of(text: str, language: str) -> str | None:
    """The digits that a text says; None where it says anything else."""
    return _read(text, language, strict=True, letters=False)


def digits_in(text: str, language: str) -> str | None:
    """The digits that a text says, whatever stands between them."""
    return _read(text, language, strict=False, letters=False)


def alphanumerics_of(text: str, language: str) -> str | None:
    """The digits and single letters that a text says, in upper case: "uno dos zeta" is 12Z."""
    return _read(text, language, strict=False, letters=True)


def number_of(text: str, language: str) -> int | None:
    """The value of a text that says one number."""
    digits = digits_of(text, language)
    return None if digits is None else int(digits)


_SIGNS = dict.fromkeys(map(ord, " \t\n-.,/:()+"))
"""Signs that stand between digits in writing."""


def _read(text: str, language: str, *, strict: bool, letters: bool) -> str | None:
    written = text.translate(_SIGNS)
    if written.isascii() and written.isdecimal():
        return written
    if _LETTER.search(text) is None:
        return "".join(_FIGURES.findall(text)) or None
    tokens = [lower_without_accents(token) for token in _TOKEN.findall(text)]
    words = words_of(language)
    made: list[str] = []
    digits = False
    at = 0
    while at < len(tokens):
        read = _numeral(tokens, at, words)
        if read is not None:
            made.append(read[0])
            at = read[1]
            digits = True
            continue
        token = tokens[at]
        if letters and len(token) == 1:
            made.append(token.upper())
        elif letters and token in words.letters:
            made.append(words.letters[token])
        elif letters and not token.isalpha():
            made.append(token.upper())
        elif strict and token not in words.between:
            return None
        at += 1
    return "".join(made) if digits else None


def _numeral(tokens: Sequence[str], at: int, words: Words) -> tuple[str, int] | None:
    """The longest numeral from a place on, and where it ends."""
    token = tokens[at]
    if token in words.times:
        return _times(tokens, at, words)
    if token.isdecimal() and len(token) > 3:
        return token, at + 1
    if token.isdecimal() and not _is_unit(tokens, at + 1, words):
        return token, at + 1
    total, end = 0, at
    limit = 1 << 62
    while (read := _scaled(tokens, end, words, limit)) is not None:
        value, limit, end = read
        total += value
        if limit == 1:
            break
        if end + 1 < len(tokens) and tokens[end] in words.joins and limit > 1:
            following = _scaled(tokens, end + 1, words, limit)
            if following is None:
                break
            end += 1
    return None if end == at else (str(total), end)


def _is_unit(tokens: Sequence[str], at: int, words: Words) -> bool:
    return at < len(tokens) and (tokens[at] in words.hundred or tokens[at] in words.scales)


def _times(tokens: Sequence[str], at: int, words: Words) -> tuple[str, int] | None:
    """ "double five" """
    if at + 1 == len(tokens):
        return None
    digit = tokens[at + 1]
    if digit in words.digits:
        return str(words.digits[digit]) * words.times[tokens[at]], at + 2
    if digit.isdecimal() and len(digit) == 1:
        return digit * words.times[tokens[at]], at + 2
    return None


def _scaled(
    tokens: Sequence[str], at: int, words: Words, limit: int
) -> tuple[int, int, int] | None:
    """A value below a limit with its scale: "123 thousand"; what may follow is below that."""
    read = _below_thousand(tokens, at, words)
    if read is None:
        if at < len(tokens) and tokens[at] in words.scales and words.scales[tokens[at]] < limit:
            scale = words.scales[tokens[at]]
            return scale, scale, at + 1
        return None
    value, end = read
    if end < len(tokens) and tokens[end] in words.scales and words.scales[tokens[end]] < limit:
        scale = words.scales[tokens[end]]
        return value * scale, scale, end + 1
    return (value, 1, end) if value < limit else None


def _below_thousand(tokens: Sequence[str], at: int, words: Words) -> tuple[int, int] | None:
    if at < len(tokens) and tokens[at] in words.hundreds:
        return _with_rest(tokens, at + 1, words, words.hundreds[tokens[at]])
    read = _below_hundred(tokens, at, words)
    if read is None:
        return None
    value, end = read
    if end < len(tokens) and tokens[end] in words.hundred and value:
        return _with_rest(tokens, end + 1, words, value * 100)
    return read


def _with_rest(tokens: Sequence[str], at: int, words: Words, value: int) -> tuple[int, int]:
    start = at + 1 if at < len(tokens) and tokens[at] in words.joins else at
    rest = _below_hundred(tokens, start, words)
    if rest is None or (start < len(tokens) and tokens[start].isdecimal()):
        return value, at
    return value + rest[0], rest[1]


def _below_hundred(tokens: Sequence[str], at: int, words: Words) -> tuple[int, int] | None:
    token = tokens[at] if at < len(tokens) else ""
    if token.isdecimal() and len(token) <= 3:
        return int(token), at + 1
    if token in words.digits or token in words.teens:
        return words.digits.get(token, words.teens.get(token, 0)), at + 1
    if token not in words.tens:
        return None
    start = at + 1
    if start + 1 < len(tokens) and tokens[start] in words.joins:
        start += 1
    if start < len(tokens) and words.digits.get(tokens[start], 0) > 0:
        return words.tens[token] + words.digits[tokens[start]], start + 1
    return words.tens[token], at + 1
