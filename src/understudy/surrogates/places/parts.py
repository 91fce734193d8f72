"""What stays of a mention and what its numbers look like, in the words of the sketch."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from understudy.languages.lists import any_of, words_read
from understudy.surrogates.dice import Label
from understudy.surrogates.numbers.form import code_of, read_figure
from understudy.surrogates.places.doors import LONGEST, floors, range_marks
from understudy.surrogates.places.ranges import range_pattern
from understudy.surrogates.places.sketch import SIGNS, Number, Word
from understudy.surrogates.places.words import (
    MARKS,
    POSSESSIVE,
    case_of,
    choices,
    is_public,
    saint_words,
)

__all__ = ["is_house", "kept", "number", "signs_of", "without_saint"]

_TOKEN = re.compile(r"\s+|[^\W\d_]+|.", re.DOTALL)


def kept(text: str, language: str) -> Iterator[Word | None]:
    """The public words of a piece that stays; None for a word that no list has."""
    stripped = text.strip()
    whole = stripped.lower() not in MARKS and " " not in stripped
    if whole and is_public(stripped.lower(), language):
        front, _, back = text.partition(stripped)
        yield from _tokens(front, language)
        yield Word(stripped.lower(), case_of(stripped))
        yield from _tokens(back, language)
    elif text in POSSESSIVE:
        yield Word(text, "lower")
    else:
        yield from _tokens(text, language)


def _tokens(text: str, language: str) -> Iterator[Word | None]:
    last = ""
    for token in _TOKEN.findall(text):
        if token.isspace():
            yield Word("\n" if "\n" in token else " ", "lower")
        elif token in MARKS:
            if token != last:  # how many there are says nothing
                yield Word(token, "lower")
        elif is_public(token.lower(), language):
            yield Word(token.lower(), case_of(token))
        elif token.isalnum():
            yield None
        last = token


def is_house(kind: str, text: str, language: str) -> bool:
    """Whether a piece of an address is the number of the house, or says that there is none."""
    return kind in ("digits", "said", "range") or text.lower() in words_read(
        language, "places", "no_number"
    )


def number(kind: str, text: str, at: int, language: str) -> tuple[Number, Mapping[Label, str]]:
    """The form of a number, a letter or a side; and what would be drawn there."""
    if kind == "range":
        return _range(text, at, language)
    if kind == "choice":
        word = text.lower()
        first = choices(language)[word][0]
        return Number(kind, first, "", case_of(text), at), {("choice", at): word}
    if kind == "letter":
        letters = text.rstrip(".").upper()[:2]
        case = "lower" if text.islower() else "upper"
        hints: dict[Label, str] = {("letter", at, place): one for place, one in enumerate(letters)}
        return Number(kind, str(len(letters)), "", case, at), hints
    if kind == "nth":
        listed = floors(language)
        form = next((one for one in listed if text.lower().endswith(one[-1])), listed[0])
        return Number(kind, form, "", _small(text), at), {("floor", at): text[:1]}
    digits = re.sub(r"\D", "", text)
    if kind == "said":
        digits = code_of(read_figure(text, "POSTAL_CODE", language) or []) or "1"
    form = str(min(max(len(digits), 1), LONGEST))
    label = {"floor": "floor", "metres": "metres"}.get(kind, "number")
    case = case_of(text) if kind == "said" else _small(text)
    return Number(kind, form, "", case, at), {(label, at): digits}


def _small(text: str) -> str:
    """Capitals where the letters behind the figures are."""
    return "upper" if any(map(str.isalpha, text)) and text.isupper() else "lower"


def _range(text: str, at: int, language: str) -> tuple[Number, Mapping[Label, str]]:
    match = range_pattern(language).fullmatch(text)
    low, between, high = match.groups() if match else (text, "-", text)
    between = re.sub(r"\s", " ", between)
    mark = between.lower() if between.lower() in range_marks(language) else between.strip()
    form = f"{len(low)}{'+' if len(low) < len(high) else ''}"
    hints: dict[Label, str] = {("number", at): low, ("number", at, "end"): high}
    return Number("range", form, mark, "lower", at), hints


def without_saint(text: str, language: str) -> tuple[str, str]:
    """The word before a saint's name, and the name; the first empty where it is no saint."""
    match = re.match(rf"({any_of(saint_words(language))})\s+(?=\S)", text, re.I)
    return (match[0], text[match.end() :]) if match else ("", text)


_CUT = re.compile(r"<[^<>%\s]+-+>")
_FILLER = re.compile(r"<%[^<>]*>|@\[[^\]]*\]")
_REPEAT = re.compile(r"<[^<>%]+>")
_SIGNS = re.compile(r"[<@+=]")


def signs_of(text: str) -> tuple[str, ...]:
    """The marks of a transcription that a mention has, each once."""
    if _SIGNS.search(text) is None:
        return ()
    found = {
        "filler": _FILLER.search(text),
        "cut": _CUT.search(text),
        "repeat": _REPEAT.search(_CUT.sub("", text)),
        "plus": re.search(r"\+(?=\w)", text),
        "long": re.search(r"(?<=\w)=+(?=\W|$)", text),
    }
    return tuple(sign for sign in SIGNS if found[sign])
