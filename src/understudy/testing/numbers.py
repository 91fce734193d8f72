"""Number words make the round trip: written as num2words writes them, and read back."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterable

from understudy.core.folding import lower_without_accents
from understudy.languages import get
from understudy.languages.numbers import number_of
from understudy.languages.numbers.reading import read_numeral, tokens_of
from understudy.languages.numbers.words import words_of
from understudy.languages.numbers.writing import Style, cardinal

__all__ = ["SAMPLE", "WHOLE", "wrong_numbers"]

WHOLE = 1_000_000
_rng = random.Random(16)
SAMPLE = (*range(1100), *(_rng.randrange(1100, WHOLE) for _ in range(1900)), WHOLE - 1)
_FULL = Style(hyphen=True, joined=True)
_LETTERS = re.compile(r"[^\W\d_]+")
_SHOWN = 5
"""So many wrong numbers show what is wrong."""


def wrong_numbers(language: str, *, exhaustive: bool) -> tuple[list[str], tuple[str, ...]]:
    """What is wrong with the number words of a language, and what could not be checked."""
    table = get(language).table("numbers")
    if len(table["digits"]) != 10 or len(table["teens"]) + 10 * len(table["tens"]) != 90:
        wrong = "numbers.toml: digits must be ten, and teens and tens must reach ninety-nine"
        return [wrong], ()
    theirs, notes = _num2words(language)
    found: list[str] = []
    for number in range(WHOLE) if exhaustive else SAMPLE:
        problem = _problem(number, language, theirs)
        if problem:
            found.append(f"numbers.toml: {number}: {problem}")
            if len(found) == _SHOWN:
                break
    return [*found, *_inflected(language)], notes


def _num2words(language: str) -> tuple[Callable[[int], str] | None, tuple[str, ...]]:
    """How num2words writes a number of a language, where it is installed and knows it."""
    try:
        from num2words import num2words  # noqa: PLC0415 - optional
    except ImportError:
        return None, ("num2words is not installed: number words were not compared with it",)

    def written(number: int) -> str:
        return str(num2words(number, lang=language))

    try:
        written(1)
    except NotImplementedError:
        return None, (f"num2words does not know {language!r}: number words were not compared",)
    return written, ()


def _problem(number: int, language: str, theirs: Callable[[int], str] | None) -> str:
    written = cardinal.__wrapped__(number, language, _FULL)
    if theirs is not None:
        wanted = _short_before_scales(_words(theirs(number)), language)
        # Spaces are not compared: num2words has "du milcent" in Esperanto. Reading back tells them.
        if "".join(_words(written)) != "".join(wanted):
            return f"is written {written!r}, and num2words has {' '.join(wanted)!r}"
    for wording in {written, cardinal.__wrapped__(number, language)}:
        tokens = tokens_of(wording)
        read = read_numeral(wording, tokens, 0, language)
        if read is None or (read.value, read.end) != (number, len(tokens)):
            return f"is written {wording!r}, and not read back as one number"
        if number_of(wording, language) != number:
            return f"is written {wording!r}, and not read back as dictated digits"
    return ""


def _words(written: str) -> list[str]:
    """The words alone: num2words leaves out accents that a language asks for."""
    return _LETTERS.findall(lower_without_accents(written))


def _short_before_scales(words: list[str], language: str) -> list[str]:
    """With numbers in their short form before a scale, where num2words has the long one:
    "treinta y uno mil" is "treinta y un mil"."""
    known, table = words_of(language), get(language).table("numbers")
    small = [*table["digits"], *table["teens"]]
    short = {lower_without_accents(small[int(at)]): one for at, one in table["short"].items()}
    return [
        lower_without_accents(short[word]) if word in short and following in known.scales else word
        for word, following in zip(words, [*words[1:], ""], strict=True)
    ]


def _inflected(language: str) -> Iterable[str]:
    table = get(language).table("numbers")
    for kind in ("short", "feminine"):
        for value, word in table[kind].items():
            if number_of(word, language) != int(value):
                yield f"numbers.toml: {kind}.{value}: {word!r} is not read as {value}"
