"""The shape of an identifier: which of its places may change, and to what.

"9 7 3 area code 1 2 3" keeps its words and spaces and changes its digits; "AB-123456" changes
letters for letters and digits for digits; "five five oh" changes number words for number words.
What the shape keeps (length, grouping, punctuation, which places are letters) is public.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from functools import cache, lru_cache

from understudy.core.text import MARKED
from understudy.languages import facts
from understudy.languages.lists import words_read
from understudy.surrogates.sizes import sized
from understudy.surrogates.tables import Shape

__all__ = ["rough_shape", "shape", "shape_support"]

# Places of a shape are written in characters of Unicode's private use area; others are literal.
_DIGIT, _LEADING, _LOWER, _UPPER = "\ue000", "\ue001", "\ue002", "\ue003"
_DIGIT_WORD, _TEEN_WORD, _TENS_WORD = "\ue004", "\ue005", "\ue006"
_NUMBER_WORD, _MIXED, _MIXED_UPPER = "\ue007", "\ue008", "\ue009"
_PRIVATE = re.compile(r"[\ue000-\ue009]")
_RUN = re.compile(r"[^\W\d_]+|\d+")

_LETTERS: Mapping[str, Sequence[str]] = {
    _DIGIT: "0123456789",
    _LEADING: "123456789",
    _LOWER: "abcdefghijklmnopqrstuvwxyz",
    _UPPER: "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
    _MIXED: "abcdefghjkmnpqrstuvwxyz23456789",
    _MIXED_UPPER: "ABCDEFGHJKMNPQRSTUVWXYZ23456789",
}
_TOGETHER = re.compile(r"[^\W_]+")


@cache
def _number_words(language: str) -> Mapping[str, str]:
    """What stands for each word that may be part of a number: itself where it is a filler."""
    known = facts(language)
    places = {word.lower(): word.lower() for word in known["number_fillers"]}
    for name, place in (("tens", _TENS_WORD), ("teens", _TEEN_WORD), ("digits", _DIGIT_WORD)):
        places |= dict.fromkeys((word.lower() for word in known[name]), place)
    return places | dict.fromkeys(words_read(language, "numbers", "more_digits"), _DIGIT_WORD)


def shape(text: str, language: str) -> str:
    """The form of a value."""
    if not text.isascii():
        text = MARKED.sub("", text)  # accents that stand alone would tell what they stood on
    found = _shape(text, _number_words(language), words_read(language, "numbers", "tens_joins"))
    if _PRIVATE.search(found):
        return found
    # Words such as "area code" stand beside a number; the password "capital" has nothing else.
    return _shape(text, {}, frozenset())


def _shape(text: str, known: Mapping[str, str], joins: Collection[str]) -> str:
    out: list[str] = []
    cursor = 0
    for match in _RUN.finditer(text):
        out.append(_PRIVATE.sub("?", text[cursor : match.start()]))
        run = match.group()
        joined = bool(out) and run in joins and _TENS_WORD in out[-2:]  # "treinta y dos"
        out.append(run if joined else _run(run, known))
        cursor = match.end()
    out.append(_PRIVATE.sub("?", text[cursor:]))
    return "".join(out)


def _run(run: str, known: Mapping[str, str]) -> str:
    if run[0].isdigit():
        # Whether it begins with a zero does not show: no stand-in of several digits does.
        return (_LEADING if len(run) > 1 else _DIGIT) + _DIGIT * (len(run) - 1)
    place = known.get(run.lower()) if len(run) > 1 else None
    if place is None:
        return "".join(_UPPER if letter.isupper() else _LOWER for letter in run)
    return run if place == run.lower() else place


def rough_shape(text: str, language: str) -> str:
    """The form of a word without its length: of each part whether it has digits, letters or both,
    and one of a short list of sizes; a number word may become any other."""
    if not text.isascii():
        text = MARKED.sub("", text)
    known = _number_words(language)
    out: list[str] = []
    cursor = 0
    for match in _TOGETHER.finditer(text):
        out += (_PRIVATE.sub("?", text[cursor : match.start()]), _rough(match.group(), known))
        cursor = match.end()
    return "".join((*out, _PRIVATE.sub("?", text[cursor:])))


def _rough(part: str, known: Mapping[str, str]) -> str:
    if part.isdigit():
        return _LEADING + _DIGIT * (sized("digits", len(part)) - 1)
    if not part.isalpha():
        places = sized("mixed", len(part))
        return (_MIXED_UPPER if part.isupper() else _MIXED) * places
    if known.get(part.lower()) in (_DIGIT_WORD, _TEEN_WORD, _TENS_WORD):
        return _NUMBER_WORD
    places = sized("letters", len(part))
    if part.isupper():
        return _UPPER * places
    return (_UPPER if part[0].isupper() else _LOWER) + _LOWER * (places - 1)


@lru_cache(maxsize=4096)
def shape_support(form: str, language: str) -> Shape:
    """All values of a form."""
    known = facts(language)
    alphabets = dict(_LETTERS)
    alphabets |= {_DIGIT_WORD: known["digits"], _TEEN_WORD: known["teens"]}
    alphabets[_TENS_WORD] = known["tens"]
    # The longest first: "four" is the beginning of "fourteen".
    said = {*known["digits"], *known["teens"], *known["tens"]}
    alphabets[_NUMBER_WORD] = sorted(said, key=lambda word: (-len(word), word))
    return Shape(tuple(alphabets.get(letter, letter) for letter in form))
