"""Numbers in words: cardinals and ordinals as a language says them, and Roman numerals.

Whatever the digits, the words are grammatical: a ten has no zero after it, a teen no unit, and a
Spanish one agrees with what it counts.
"""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Mapping
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any, NamedTuple

from understudy.languages import facts

__all__ = [
    "PLAIN",
    "Style",
    "cardinal",
    "counted",
    "from_roman",
    "numeral_facts",
    "ordinal",
    "roman",
    "said_digits",
    "said_like",
    "suffix",
]


class Style(NamedTuple):
    """What of a number's wording is a matter of habit, and kept."""

    hyphen: bool = False
    """twenty-five, and not twenty five."""
    joined: bool = False
    """one hundred *and* five."""
    article: bool = False
    """*a* hundred."""
    hundreds: bool = False
    """seventy-one hundred."""
    short: bool = False
    """un, veintiún: before a noun."""
    feminine: bool = False
    accents: bool = True
    zero: str = ""


PLAIN = Style()
_ROMAN = (
    (1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC"),
    (50, "L"), (40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I"),
)  # fmt: skip
_ROMAN_FORM = re.compile(r"M{0,3}(CM|CD|D?C{0,3})(XC|XL|L?X{0,3})(IX|IV|V?I{0,3})")


@cache
def numeral_facts(language: str) -> Mapping[str, Any]:
    source = files("understudy.languages").joinpath(language, "numerals.toml")
    return tomllib.loads(source.read_text(encoding="utf-8"))


@lru_cache(maxsize=1 << 12)
def cardinal(number: int, language: str, style: Style = PLAIN) -> str:
    """The words of a whole number below 10^9; above, its digits one by one."""
    if not 0 <= number < 10**9:
        return said_digits(str(abs(number)), language, style)
    if number == 0:
        return style.zero or str(facts(language)["digits"][0])
    if style.hundreds and 1000 < number < 10_000 and number // 100 % 10 and language == "en":
        words = [_below_hundred(number // 100, language, style), "hundred"]
        words += _rest(number % 100, language, style)
    else:
        words = _scaled(number, language, style)
    said = " ".join(words)
    return said if style.accents else _without_accents(said)


def _scaled(number: int, language: str, style: Style) -> list[str]:
    words: list[str] = []
    inner = style._replace(short=True)
    for scale in numeral_facts(language)["scales"]:
        many, number = divmod(number, scale["value"])
        if many == 0:
            continue
        if many == 1 and language == "es" and scale["value"] == 1000:
            words.append(scale["one"])
            continue
        gendered = inner if scale["value"] == 1000 else inner._replace(feminine=False)
        article = style.article and many == 1 and not words
        words += ["a"] if article else _below_thousand(many, language, gendered)
        words.append(scale["one"] if many == 1 else scale["many"])
    if number and words and number < 100:
        return words + _rest(number, language, style)
    first = not words
    style = style if first else style._replace(article=False)
    return words + (_below_thousand(number, language, style) if number else [])


def _rest(number: int, language: str, style: Style) -> list[str]:
    """What follows the hundreds or the thousands, below a hundred."""
    if not number:
        return []
    joined = ["and"] if style.joined and language == "en" else []
    return [*joined, _below_hundred(number, language, style)]


def _below_thousand(number: int, language: str, style: Style) -> list[str]:
    hundreds, rest = divmod(number, 100)
    if not hundreds:
        return [_below_hundred(rest, language, style)]
    known = numeral_facts(language)
    if language == "en":
        lead = (
            known["article"]
            if style.article and hundreds == 1
            else facts(language)["digits"][hundreds]
        )
        return [lead, known["hundred"], *_rest(rest, language, style)]
    if number == 100:
        return [known["hundred_alone"]]
    word = known["hundreds"][hundreds - 1]
    if style.feminine and hundreds > 1:
        word = word[:-2] + "as"
    return [word, *_rest(rest, language, style)]


def _below_hundred(number: int, language: str, style: Style) -> str:
    known = facts(language)
    teens, tens = known["teens"], known["tens"]
    if number < 10:
        return _unit(number, language, style)
    if number < 10 + len(teens):
        return _twenty_one(style) if language == "es" and number == 21 else str(teens[number - 10])
    ten, unit = divmod(number, 10)
    word = str(tens[ten - (10 - len(tens))])
    if not unit:
        return word
    if language == "es":
        return f"{word} y {_unit(unit, language, style)}"
    return f"{word}{'-' if style.hyphen else ' '}{known['digits'][unit]}"


def _unit(number: int, language: str, style: Style) -> str:
    if number == 0 and style.zero:
        return style.zero
    if number == 1 and language == "es":
        known = numeral_facts(language)
        if style.feminine:
            return str(known["one_feminine"])
        if style.short:
            return str(known["one_short"])
    return str(facts(language)["digits"][number])


def _twenty_one(style: Style) -> str:
    known = numeral_facts("es")
    if style.feminine:
        return str(known["twenty_one_feminine"])
    return str(known["twenty_one_short"] if style.short else facts("es")["teens"][11])


def said_digits(digits: str, language: str, style: Style = PLAIN) -> str:
    """Digit by digit."""
    plain = Style(zero=style.zero)
    return " ".join(_unit(int(digit), language, plain) for digit in digits)


def said_like(digits: str, language: str, style: Style = PLAIN) -> str:
    """A group of digits as one number, the zeros before it said first: 05 is "oh five"."""
    number = digits.lstrip("0")
    zeros = said_digits(digits[: len(digits) - len(number)], language, style)
    return " ".join(part for part in (zeros, cardinal(int(number), language, style) if number else
                                      "") if part)  # fmt: skip


def ordinal(number: int, language: str, style: Style = PLAIN) -> str | None:
    """The ordinal in words; None where the language's list ends."""
    known = numeral_facts(language)["ordinals"]
    if 1 <= number <= len(known["units"]):
        word = str(known["units"][number - 1])
        if style.feminine and known["feminine"]:
            return word[: -len(known["feminine"][0])] + str(known["feminine"][1])
        return str(known["short"].get(word, word)) if style.short else word
    ten, unit = divmod(number, 10)
    if not known["tens"] or not 20 <= number < 100:
        return None
    if not unit:
        return str(known["tens"][ten - 2])
    return f"{facts(language)['tens'][ten - 2]}{'-' if style.hyphen else ' '}" + str(
        known["units"][unit - 1]
    )


def suffix(number: int) -> str:
    """The English letters after the figures of an ordinal."""
    if 11 <= number % 100 <= 13:
        return "th"
    return {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")


def counted(noun: str, number: int, language: str) -> str | None:
    """The noun for so many; None where it is not known."""
    nouns: Mapping[str, str] = numeral_facts(language)["nouns"]
    for one, many in nouns.items():
        if noun in (one, many):
            return one if number == 1 else many
    return None


def roman(number: int) -> str:
    out = []
    for value, letters in _ROMAN:
        many, number = divmod(number, value)
        out.append(letters * many)
    return "".join(out)


def from_roman(text: str) -> int | None:
    if not text or not _ROMAN_FORM.fullmatch(text):
        return None
    total = 0
    rest = text
    for value, letters in _ROMAN:
        while rest.startswith(letters):
            total += value
            rest = rest[len(letters) :]
    return total


def _without_accents(said: str) -> str:
    letters = unicodedata.normalize("NFD", said)
    return "".join(letter for letter in letters if not unicodedata.combining(letter))
