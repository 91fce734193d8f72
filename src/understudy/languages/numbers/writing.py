"""Numbers in words: cardinals and ordinals as a language says them.

Whatever the digits, the words are grammatical: a ten has no zero after it, a teen no unit, and a
number agrees with what it counts where the language asks for that.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from understudy.languages.numbers.words import number_table
from understudy.languages.packs import reads

__all__ = [
    "PLAIN",
    "Style",
    "cardinal",
    "counted",
    "digits_in_words",
    "number_in_words",
    "ordinal",
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


@lru_cache(maxsize=1 << 12)
def cardinal(number: int, language: str, style: Style = PLAIN) -> str:
    """The words of a whole number below 10^9; above, its digits one by one."""
    if not 0 <= number < 10**9:
        return digits_in_words(str(abs(number)), language, style)
    table = number_table(language)
    if number == 0:
        return style.zero or str(table["digits"][0])
    if style.hundreds and table["hundred"] and 1000 < number < 10_000 and number // 100 % 10:
        words = [_below_hundred(number // 100, table, style), table["hundred"]]
        words += _rest(number % 100, table, style)
    else:
        words = _scaled(number, table, style)
    said = " ".join(words)
    return said if style.accents else _without_accents(said)


def _scaled(number: int, table: Mapping[str, Any], style: Style) -> list[str]:
    words: list[str] = []
    inner = style._replace(short=True)
    for scale in table["scales"]:
        many, number = divmod(number, scale["value"])
        if many == 0:
            continue
        if many == 1 and scale["alone"]:
            words.append(scale["one"])
            continue
        # "doscientas mil personas", but "doscientos millones": a million is a noun.
        gendered = inner if scale["value"] == 1000 else inner._replace(feminine=False)
        article = style.article and many == 1 and not words and table["article"]
        words += [article] if article else _below_thousand(many, table, gendered)
        words.append(scale["one"] if many == 1 else scale["many"])
    if number and words and number < 100:
        return words + _rest(number, table, style)
    style = style._replace(article=False) if words else style
    return words + (_below_thousand(number, table, style) if number else [])


def _rest(number: int, table: Mapping[str, Any], style: Style) -> list[str]:
    """What follows the hundreds or the thousands, below a hundred."""
    if not number:
        return []
    joined = [table["rest_join"]] if style.joined and table["rest_join"] else []
    return [*joined, _below_hundred(number, table, style)]


def _below_thousand(number: int, table: Mapping[str, Any], style: Style) -> list[str]:
    hundreds, rest = divmod(number, 100)
    if not hundreds:
        return [_below_hundred(rest, table, style)]
    if table["hundred"]:
        article = style.article and hundreds == 1 and table["article"]
        lead = article or table["digits"][hundreds]
        return [lead, table["hundred"], *_rest(rest, table, style)]
    if number == 100:
        return [table["hundred_alone"]]
    word = table["hundreds"][hundreds - 1]
    if style.feminine:
        word = table["feminine"].get(str(100 * hundreds), word)
    return [word, *_rest(rest, table, style)]


def _below_hundred(number: int, table: Mapping[str, Any], style: Style) -> str:
    teens, tens = table["teens"], table["tens"]
    if number < 10:
        return _unit(number, table, style)
    if number < 10 + len(teens):
        return _inflected(number, table, style) or str(teens[number - 10])
    ten, unit = divmod(number, 10)
    word = str(tens[ten - (10 - len(tens))])
    if not unit:
        return word
    join = table["tens_join"]
    between = f" {join} " if join else "-" if style.hyphen else " "
    return f"{word}{between}{_unit(unit, table, style)}"


def _unit(number: int, table: Mapping[str, Any], style: Style) -> str:
    if number == 0 and style.zero:
        return style.zero
    return _inflected(number, table, style) or str(table["digits"][number])


def _inflected(number: int, table: Mapping[str, Any], style: Style) -> str:
    """The form of a number that the style asks for; nothing where it has no other form."""
    if style.feminine:
        return str(table["feminine"].get(str(number), ""))
    return str(table["short"].get(str(number), "")) if style.short else ""


def digits_in_words(digits: str, language: str, style: Style = PLAIN) -> str:
    """Digit by digit."""
    plain, table = Style(zero=style.zero), number_table(language)
    return " ".join(_unit(int(digit), table, plain) for digit in digits)


def number_in_words(digits: str, language: str, style: Style = PLAIN) -> str:
    """A group of digits as one number, the zeros before it said first: 05 is "oh five"."""
    number = digits.lstrip("0")
    zeros = digits_in_words(digits[: len(digits) - len(number)], language, style)
    return " ".join(part for part in (zeros, cardinal(int(number), language, style) if number else
                                      "") if part)  # fmt: skip


def ordinal(number: int, language: str, style: Style = PLAIN) -> str | None:
    """The ordinal in words; None where the language's list ends."""
    table = number_table(language)
    known = table["ordinals"]
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
    between = "-" if style.hyphen else " "
    tens = table["tens"]  # the last is ninety, and the first is ten in some languages
    return f"{tens[ten - 10]}{between}{known['units'][unit - 1]}"


def suffix(number: int, language: str) -> str:
    """The letters behind the figures of an ordinal: of the language, or of one read beside it."""
    letters: Mapping[str, str] = next(
        (own for code in reads(language) if (own := number_table(code)["ordinal_letters"])), {}
    )
    for ending in (str(number % 100), str(number % 10)):
        if ending in letters:
            return letters[ending]
    return letters.get("other", "")


def counted(noun: str, number: int, language: str) -> str | None:
    """The noun for so many; None where it is not known."""
    nouns: Mapping[str, str] = number_table(language)["nouns"]
    for one, many in nouns.items():
        if noun in (one, many):
            return one if number == 1 else many
    return None


def _without_accents(said: str) -> str:
    letters = unicodedata.normalize("NFD", said)
    return "".join(letter for letter in letters if not unicodedata.combining(letter))
