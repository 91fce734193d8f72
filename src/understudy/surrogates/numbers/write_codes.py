"""Codes, drawn and written: from what is known of their form and of each mention alone."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from understudy.languages import get
from understudy.languages.numbers.words import number_table
from understudy.languages.numbers.writing import Style, digits_in_words, number_in_words
from understudy.surrogates.dice import Dice
from understudy.surrogates.numbers.forms import FORMS, FREE
from understudy.surrogates.numbers.sketch import Code, Run, Shown
from understudy.surrogates.numbers.vocabulary import cased
from understudy.surrogates.numbers.words import DIGITS, UNITS
from understudy.surrogates.settings import Settings
from understudy.surrogates.tables import Shape, Support, Table

__all__ = ["Drawn", "draw_code", "show_code", "zero_words"]

_LETTERS = tuple("BCDFGHJKLMNPQRSTVWXZ")
"""No vowels: "yes 285" would be no code."""
_SIGNS = tuple("ABCDEFGHJKLMNPQRSTUVWXYZ")
"""Without O and I, which are mistaken for figures."""
_MIXED = (*_SIGNS, *"23456789")
_SAY = Table(("no", "yes"))


class Drawn(NamedTuple):
    """A new code, and the sizes of its groups."""

    text: str
    sizes: tuple[int, ...]
    extension: int = 0
    """How many digits at its end are an extension."""


@cache
def _known(
    form: str, variety: str, count: int, reserved: bool, date_range: tuple[int, int]
) -> Shape:
    settings = Settings(reserved=reserved, date_range=date_range)
    return Shape(FORMS[form].cells(variety, count, settings))


@cache
def _group(run: Run, first: int, last: int) -> Support:
    if run.kind == "year":
        return Table(tuple(str(year) for year in range(first, last + 1)))
    if run.kind == "short year":
        return Table(tuple(sorted({f"{year % 100:02}" for year in range(first, last + 1)})))
    if run.kind in ("serial", "thousands"):
        return Shape((UNITS, *(DIGITS,) * (run.size - 1)))
    signs = {"digits": DIGITS, "letters": _LETTERS, "mixed": _MIXED}[run.kind]
    return Shape((signs,) * run.size)


def draw_code(code: Code, at: int, settings: Settings, dice: Dice) -> Drawn:
    """The code that takes the place of another of its form."""
    sizes = _sizes(code.groups)
    text = ""
    if code.form != FREE:
        variety = f"{code.country} {code.variety}".strip()
        own = settings.reserved, settings.date_range
        shape = _known(code.form, variety, sum(sizes), *own)
        text = FORMS[code.form].finish(dice.pick(shape, ("code", at)))
        if len(text) != sum(sizes):
            sizes = (len(text),)
    first, last = settings.date_range
    parts = [dice.pick(_group(run, first, last), ("run", at, k)) for k, run in enumerate(code.runs)]
    more = "".join(parts)
    places = tuple(map(len, parts))
    return Drawn(text + more, sizes + places, len(more) if code.form != FREE else 0)


@lru_cache(maxsize=1 << 10)
def _sizes(groups: str) -> tuple[int, ...]:
    return tuple(map(int, groups.split()))


def show_code(shown: Shown, drawn: Drawn, code: Code, dice: Dice, place: int) -> str:
    """A mention of the new code."""
    text, sizes = _part(shown, drawn)
    tail = ""
    if drawn.extension:
        if shown.part == "whole" and shown.tail:
            tail = text[len(text) - drawn.extension :]
        if shown.part == "whole":
            text, sizes = text[: len(text) - drawn.extension], sizes[: -len(code.runs)]
    own = _sizes(shown.groups)
    if sum(own) == len(text):
        sizes = own
    voice = _Voice(shown, dice, place)
    country = code.country
    lead = {"+": f"+{country}", "+0": f"+{country}", "00": f"00{country}"}.get(shown.lead, "")
    if shown.lead == "bare":
        lead = voice.said(country)
    elif shown.lead == "trunk":
        lead = voice.said("1" if country == "1" else "0")
    if lead:
        lead += shown.gap or ("" if shown.said == "figures" else shown.inner)
        lead += "(0)" if shown.lead == "+0" else ""
    body = voice.joined(text, sizes)
    ending = shown.tail + voice.said(tail) if tail else ""
    return f"{shown.before}{lead}{body}{ending}{shown.after}"


def _part(shown: Shown, drawn: Drawn) -> tuple[str, tuple[int, ...]]:
    text, sizes = drawn.text, drawn.sizes
    if shown.part == "groups":
        start, end = sum(sizes[: shown.first]), sum(sizes[: shown.first + shown.size])
        chosen = sizes[shown.first : shown.first + shown.size]
        return (text[start:end], chosen) if start < end else (text, sizes)
    if shown.part in ("first", "last"):
        size = max(1, min(shown.size, len(text)))
        part = text[:size] if shown.part == "first" else text[len(text) - size :]
        return part, (size,)
    return text, sizes


def zero_words(language: str) -> tuple[str, ...]:
    """The usual words for a zero."""
    table = number_table(language)
    return tuple(sorted({str(table["digits"][0]), *table.get("more_digits", ())}))


@cache
def _zeros(language: str) -> Table:
    return Table(zero_words(language))


@cache
def _twice(language: str) -> str:
    return next((word for word, times in number_table(language)["times"].items() if times == 2), "")


@cache
def _names(language: str, named: str) -> dict[str, str]:
    if named == "names":
        return dict(number_table(language)["letters"])
    examples = get(language).table("people")["spelling"]["examples"]
    return {letter.upper(): word for letter, word in examples.items()}


class _Voice:
    """How one mention says what it shows."""

    def __init__(self, shown: Shown, dice: Dice, place: int) -> None:
        self.shown = shown
        self.zero, self.double = "", ""
        self.begun = False
        if shown.said in ("words", "pairs", "whole"):
            zeros = _zeros(shown.language)
            self.zero = zeros.values[0]
            if zeros.size > 1:
                self.zero = dice.pick(zeros, ("zero", place))
        if shown.said == "words" and _twice(shown.language):
            said = dice.pick(_SAY, ("double", place))
            self.double = _twice(shown.language) if said == "yes" else ""

    def joined(self, text: str, sizes: Sequence[int]) -> str:
        """The groups, with the marks of the mention between them."""
        joints = self.shown.joints
        usual = joints[-1] if joints else "" if self.shown.said == "figures" else self.shown.inner
        out, cursor = "", 0
        for at, size in enumerate(sizes):
            if at:
                out += joints[at - 1] if at <= len(joints) else usual
            out += self.said(text[cursor : cursor + size])
            cursor += size
        return out

    def said(self, part: str) -> str:
        shown = self.shown
        if shown.said == "figures":
            return self.lettered(part)
        if shown.said == "spaced":
            return shown.inner.join(self.signed(sign) for sign in part)
        words: list[str] = []
        at = 0
        while at < len(part):
            end = at + 1
            if part[at].isdecimal():
                while end < len(part) and part[end].isdecimal():
                    end += 1
                words += self.digits(part[at:end])
            else:
                words.append(self.signed(part[at]))
            at = end
        return shown.inner.join(words)

    def lettered(self, part: str) -> str:
        letters = self.shown.letters
        if letters == "lower":
            return part.lower()
        if letters == "title":
            return part[:1] + part[1:].lower()
        return part

    def signed(self, sign: str) -> str:
        """A letter as it is said, or a figure."""
        letters, language = self.shown.letters, self.shown.language
        if sign.isdecimal():
            return sign
        if letters == "names":
            return self.cased(_names(language, "names").get(sign.upper(), sign))
        style = letters.removeprefix("small ")
        if style in ("examples", "called"):
            example = _names(language, "examples").get(sign.upper(), sign)
            said = example if style == "called" else f"{sign} {self.shown.link} {example}"
            return said if style == letters else said.lower()
        if letters == "title" and not self.begun:
            self.begun = True
            return sign
        return sign.lower() if letters in ("lower", "title") else sign

    def digits(self, part: str) -> list[str]:
        language, style = self.shown.language, Style(zero=self.zero)
        if self.shown.said == "whole" and part[:1] != "0":
            return [self.cased(number_in_words(part, language, style))]
        if self.shown.said in ("pairs", "whole"):
            odd = len(part) % 2
            pairs = [part[:odd]] * odd + [part[at : at + 2] for at in range(odd, len(part), 2)]
            return [self.cased(number_in_words(pair, language, style)) for pair in pairs]
        words: list[str] = []
        at = 0
        while at < len(part):
            said = digits_in_words(part[at], language, style)
            if self.double and part[at : at + 2] == part[at] * 2:
                said, at = f"{self.double} {said}", at + 1
            words.append(self.cased(said))
            at += 1
        return words

    def cased(self, said: str) -> str:
        """In the letter case of the mention; a capital may stand at its beginning alone."""
        case = self.shown.case
        if case == "title" and self.begun:
            return said
        self.begun = True
        if case == "titles":
            return " ".join(cased(word, "title") for word in said.split(" "))
        return cased(said, case)
