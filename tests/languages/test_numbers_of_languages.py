"""Number words of every installed language: what is written is what num2words writes, and is read
back as the number that it was."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable

import pytest
from num2words import num2words

from understudy.core.folding import lower_without_accents
from understudy.languages import get, installed
from understudy.languages.numbers import number_of
from understudy.languages.numbers.reading import read_numeral, tokens_of
from understudy.languages.numbers.words import words_of
from understudy.languages.numbers.writing import Style, cardinal

WHOLE = 1_000_000
_rng = random.Random(16)
SAMPLE = (*range(1100), *(_rng.randrange(1100, WHOLE) for _ in range(1900)), WHOLE - 1)
FULL = Style(hyphen=True, joined=True)


def folded(said: str) -> list[str]:
    """The words alone: num2words writes "veintiun mil", whose accent the language asks for."""
    return re.findall(r"[a-z]+", lower_without_accents(said))


def short_before_scales(words: list[str], language: str) -> list[str]:
    """With numbers in their short form before a scale: num2words writes "treinta y uno mil"."""
    known, table = words_of(language), get(language).table("numbers")
    small = [*table["digits"], *table["teens"]]
    short = {lower_without_accents(small[int(at)]): one for at, one in table["short"].items()}
    return [
        lower_without_accents(short[word]) if word in short and following in known.scales else word
        for word, following in zip(words, [*words[1:], ""], strict=True)
    ]


def check(numbers: Iterable[int], language: str) -> None:
    for number in numbers:
        theirs = short_before_scales(folded(num2words(number, lang=language)), language)
        said = cardinal.__wrapped__(number, language, FULL)
        assert folded(said) == theirs, number
        tokens = tokens_of(said)
        read = read_numeral(said, tokens, 0, language)
        assert read is not None, number
        assert (read.value, read.end) == (number, len(tokens)), number
        assert number_of(said, language) == number


@pytest.mark.parametrize("language", installed())
def test_numbers_make_the_round_trip(language: str) -> None:
    check(SAMPLE, language)


@pytest.mark.slow
@pytest.mark.parametrize("language", installed())
def test_all_numbers_make_the_round_trip(language: str) -> None:
    check(range(WHOLE), language)


@pytest.mark.parametrize("language", installed())
def test_both_readers_agree_without_hyphens_and_joins(language: str) -> None:
    for number in SAMPLE:
        said = cardinal(number, language)
        read = read_numeral(said, tokens_of(said), 0, language)
        assert read is not None
        assert (read.value, number_of(said, language)) == (number, number)


@pytest.mark.parametrize("language", installed())
def test_inflected_forms_are_read(language: str) -> None:
    table = get(language).table("numbers")
    for forms in (table["short"], table["feminine"]):
        for value, word in forms.items():
            assert number_of(word, language) == int(value)


def test_every_feminine_hundred_stays_feminine() -> None:
    for number in range(200, 1000, 100):
        said = cardinal(number, "es", Style(feminine=True))
        read = read_numeral(said, tokens_of(said), 0, "es")
        assert read is not None
        assert read.style.feminine, said


@pytest.mark.parametrize("language", installed())
def test_tables_of_numbers_have_the_same_keys(language: str) -> None:
    assert get(language).table("numbers").keys() == get("en").table("numbers").keys()
    assert get(language).table("calendar").keys() == get("en").table("calendar").keys()
    assert get(language).table("check").keys() == get("en").table("check").keys()
