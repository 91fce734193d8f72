"""The number words of a language, folded for reading: small letters without accents."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from understudy.core.folding import lower_without_accents
from understudy.languages.packs import get

__all__ = ["Words", "number_table", "words_of"]


@dataclass(frozen=True)
class Words:
    """The number words of a language: word → value."""

    digits: dict[str, int]
    teens: dict[str, int]
    """Whole values that no unit follows: ten to nineteen, in Spanish up to twenty-nine."""
    tens: dict[str, int]
    highest_teen: int
    times: dict[str, int]
    """How often the digit behind is meant: double, triple."""
    hundreds: dict[str, int]
    """Words for several hundreds."""
    hundred: dict[str, int]
    """The word that is said behind a number of hundreds."""
    scales: dict[str, int]
    alone: frozenset[str]
    """Scales that are said without a one before them: "mil"."""
    never_one: frozenset[str]
    """Scales that do not follow the figure 1: those said alone, and those that have a plural."""
    letters: dict[str, str]
    """Names of letters, of one word and more than one letter."""
    joins: frozenset[str]
    tens_join: str
    rest_join: str
    article: str
    between: frozenset[str]
    zeros: frozenset[str]
    short: frozenset[str]
    """Forms before a noun: "un", "veintiún"."""
    feminine: frozenset[str]
    accented: frozenset[str]
    """Words that are written with an accent."""


def number_table(language: str) -> Mapping[str, Any]:
    """The words as they are written."""
    return get(language).table("numbers")


@cache
def words_of(language: str) -> Words:
    """The number words of a language, read once from its table."""
    table = number_table(language)
    teens, tens, also = table["teens"], table["tens"], table["also"]
    inflected = {**_below(table["short"], 10), **_below(table["feminine"], 10)}
    compound = {**_below(table["short"], 100, 10), **_below(table["feminine"], 100, 10)}
    return Words(
        digits=_numbered(table["digits"], 0, 1) | inflected | also["digits"],
        teens=_numbered(teens, 10, 1) | compound | also["values"],
        tens=_numbered(tens, 10 * (10 - len(tens)), 10),
        highest_teen=9 + len(teens),
        times=table["times"],
        hundreds=_hundreds(table),
        hundred=_numbered(_if_any(table["hundred"]), 100, 1),
        scales={
            lower_without_accents(scale[form]): scale["value"]
            for scale in table["scales"]
            for form in ("one", "many")
        },
        alone=_folded(scale["one"] for scale in table["scales"] if scale["alone"]),
        never_one=_folded(
            scale[form]
            for scale in table["scales"]
            for form in ("one", "many")
            if scale["alone"] or scale["one"] != scale["many"]
        ),
        letters=_letters(table["letters"]) | also["letters"],
        joins=_folded(_if_any(table["tens_join"]) + _if_any(table["rest_join"])),
        tens_join=lower_without_accents(table["tens_join"]),
        rest_join=lower_without_accents(table["rest_join"]),
        article=lower_without_accents(table["article"]),
        between=frozenset(table["between"]),
        zeros=frozenset(table["zero_words"]),
        short=_folded(table["short"].values()),
        feminine=_folded(table["feminine"].values()),
        accented=_folded(
            word
            for word in (*teens, *(scale["one"] for scale in table["scales"]))
            if not word.isascii()
        ),
    )


def _numbered(words: Sequence[str], first: int, step: int) -> dict[str, int]:
    return {lower_without_accents(word): first + step * at for at, word in enumerate(words)}


def _below(forms: Mapping[str, str], limit: int, least: int = 0) -> dict[str, int]:
    """Inflected forms of the numbers below a limit."""
    values = {lower_without_accents(word): int(value) for value, word in forms.items()}
    return {word: value for word, value in values.items() if least <= value < limit}


def _hundreds(table: Mapping[str, Any]) -> dict[str, int]:
    alone = _numbered(_if_any(table["hundred_alone"]), 100, 1)
    return alone | _numbered(table["hundreds"], 100, 100) | _below(table["feminine"], 1000, 100)


def _letters(names: Mapping[str, str]) -> dict[str, str]:
    return {
        lower_without_accents(name): letter
        for letter, name in names.items()
        if len(name) > 1 and " " not in name
    }


def _if_any(word: str) -> list[str]:
    return [word] if word else []


def _folded(words: Iterable[str]) -> frozenset[str]:
    return frozenset(map(lower_without_accents, words))
