"""Numbers that count, drawn from their bands and written with what stands beside them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from understudy.languages.numbers.words import number_table
from understudy.languages.numbers.writing import (
    Style,
    cardinal,
    counted,
    digits_in_words,
    number_in_words,
    ordinal,
    suffix,
)
from understudy.surrogates.dice import Dice
from understudy.surrogates.numbers.numerals import roman
from understudy.surrogates.numbers.sketch import Count, Counted, Mark, Noun, Numeral, Word
from understudy.surrogates.numbers.vocabulary import cased
from understudy.surrogates.numbers.words import DIGITS, UNITS
from understudy.surrogates.tables import Shape, Support, Table

__all__ = ["FEW", "draw_count", "in_order", "last_ordinal", "show_counted"]

FEW = 24
"""The most that are few; small numbers are the more frequent ones."""
_TENS = tuple(str(number) for number in range(10, 100))


def _falling(first: int, last: int, steep: float = 1.0) -> Table:
    return Table.of({str(one): (one + 2.0) ** -steep for one in range(first, last + 1)})


def _half(number: int) -> float:
    """Round numbers are the more frequent the rounder they are."""
    return 6.0 if number % 10 == 0 else 3.0 if number % 5 == 0 else 1.0


_ALWAYS: Mapping[str, Table] = {
    "tenths": Table(UNITS),
    "hundredths": Table(_TENS),
    "unit": Table(UNITS),
    "hundreds": Table(tuple(f"{one}00" for one in UNITS)),
    "roman": _falling(1, 100, 1.5),
    "large roman": Table.of([str(one) for one in range(101, 4000)]),
}


@cache
def _support(count: Count, last: int) -> Support:
    """All numbers of a band, up to the last that can be said there."""
    if count.band in _ALWAYS:
        return _ALWAYS[count.band]
    if count.band == "few":
        return _falling(2 if count.many else 1, min(FEW, last))
    if count.band == "tens":
        return Table.of([str(one) for one in range(FEW + 1, min(99, last) + 1)])
    size = int(count.band)
    if count.round:
        zeros = "0" * (size - 2)
        return Table.of({f"{one}{zeros}": _half(one) for one in range(10, 100)})
    return Shape((UNITS, *(DIGITS,) * (size - 2), UNITS))


@cache
def _tens(language: str) -> Table:
    count = len(number_table(language)["tens"])
    return Table(tuple(str(10 * one) for one in range(10 - count, 10)))


@cache
def last_ordinal(language: str) -> int:
    """The last number whose ordinal has words."""
    known = number_table(language)["ordinals"]
    return 99 if known["tens"] else len(known["units"])


def draw_count(count: Count, at: int, numerals: Sequence[Numeral], dice: Dice) -> str:
    """A number of the band; ``numerals`` are the places where it stands."""
    said = [one for one in numerals if one.value == at]
    if count.band == "ten":
        return dice.pick(_tens(said[0].language), ("count", at))
    ordinals = [last_ordinal(one.language) for one in said if one.said == "ordinal"]
    return dice.pick(_support(count, min(ordinals, default=10**12)), ("count", at))


def in_order(mentions: Sequence[Counted], values: list[str]) -> list[str]:
    """The numbers with those of each rising pair in their order."""
    for mention in mentions:
        if mention.rising:
            first, second = (one.value for one in mention.pieces if isinstance(one, Numeral))
            if int(values[first]) > int(values[second]):
                values[first], values[second] = values[second], values[first]
    return values


def show_counted(mention: Counted, values: Sequence[str]) -> str:
    """A mention with its new numbers."""
    return "".join(_piece(piece, values) for piece in mention.pieces)


def _piece(piece: Numeral | Noun | Word | Mark, values: Sequence[str]) -> str:
    if isinstance(piece, Mark):
        return piece.mark
    if isinstance(piece, Word):
        return cased(piece.word, piece.case)
    if isinstance(piece, Noun):
        said = counted(piece.noun, int(values[piece.value]), piece.language) or piece.noun
        return cased(said, piece.case)
    return _numeral(piece, values[piece.value])


def _numeral(piece: Numeral, value: str) -> str:
    if piece.said == "figures":
        if piece.mark and len(value) > 3:
            return f"{int(value):,}".replace(",", piece.mark)
        return value
    if piece.said == "nth":
        return value + suffix(int(value), piece.language)
    if piece.said == "roman":
        letters = roman(int(value))
        return letters.lower() if piece.case == "lower" else letters
    said = _said(piece, value)
    if piece.case == "titles":
        return " ".join(
            "-".join(cased(part, "title") for part in word.split("-"))
            if word not in number_table(piece.language)["small_words"]
            else word
            for word in said.split(" ")
        )
    return cased(said, piece.case)


def _said(piece: Numeral, value: str) -> str:
    language = piece.language
    style = Style(
        hyphen=piece.hyphen,
        joined=True,
        short=piece.gender == "short",
        feminine=piece.gender == "feminine",
    )
    if piece.said == "digits":
        return digits_in_words(value, language)
    if piece.said == "pairs":
        odd = len(value) % 2
        pairs = [value[:odd]] * odd + [value[at : at + 2] for at in range(odd, len(value), 2)]
        return " ".join(number_in_words(pair, language) for pair in pairs)
    if piece.said == "ordinal":
        return ordinal(int(value), language, style) or cardinal(int(value), language, style)
    said = cardinal(int(value), language, style)
    table = number_table(language)
    alone = str(table["hundred_alone"])
    if piece.follows and alone and said.endswith(alone):
        return said + str(table["hundreds"][0]).removeprefix(alone)
    return said
