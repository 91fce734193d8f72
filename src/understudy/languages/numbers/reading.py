"""One number in words, read: its value, and how it is worded."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from understudy.core.folding import lower_without_accents
from understudy.languages.numbers.words import Words, number_table, words_of
from understudy.languages.numbers.writing import PLAIN, Style

__all__ = ["Numeral", "Token", "read_numeral", "read_ordinal", "tokens_of"]

_TOKEN = re.compile(r"\d+|[^\W\d_]+")
_INSIDE = re.compile(r"[ \t\u00a0]*-?[ \t\u00a0]*|[ \t]+")


class Token(NamedTuple):
    """A word or a run of digits, with its place in the text."""

    text: str
    start: int
    end: int

    def __repr__(self) -> str:
        return "Token(…)"  # its text may be private

    @property
    def bare(self) -> str:
        """In small letters without accents."""
        return lower_without_accents(self.text)


class Numeral(NamedTuple):
    """One number in words, up to a token."""

    end: int
    value: int
    style: Style


class _Part(NamedTuple):
    """A part of a number: its value, and where it ends."""

    value: int
    end: int


@lru_cache(maxsize=256)
def tokens_of(text: str) -> tuple[Token, ...]:
    """The words and runs of digits of a text; several readers look at one mention in turn."""
    return tuple([Token(match.group(), *match.span()) for match in _TOKEN.finditer(text)])


@cache
def _classes(language: str) -> dict[str, tuple[str, int]]:
    """The class and value of each word."""
    words = words_of(language)
    found: dict[str, tuple[str, int]] = {}
    for word, value in (words.digits | words.teens | words.tens).items():
        kind = "digit" if value < 10 else "teen" if value <= words.highest_teen else "tens"
        found[word] = kind, value
    return found


class _Reader:
    """Reads one numeral of a text."""

    def __init__(self, text: str, tokens: Sequence[Token], language: str) -> None:
        self.text, self.tokens = text, tokens
        self.classes, self.words = _classes(language), words_of(language)
        self.style = PLAIN

    def joined(self, at: int) -> bool:
        """Whether a token goes on where the one before it ended."""
        if not 0 < at < len(self.tokens):
            return False
        return bool(_INSIDE.fullmatch(self.text[self.tokens[at - 1].end : self.tokens[at].start]))

    def word(self, at: int) -> str:
        return self.tokens[at].bare if at < len(self.tokens) else ""

    def small(self, at: int) -> _Part | None:
        """Below a hundred."""
        kind, value = self.classes.get(self.word(at), ("", 0))
        if not kind:
            return None
        if kind != "tens":
            return _Part(value, at + 1)
        unit = at + 1
        if self.words.tens_join:
            unit = at + 2 if self.joined(unit) and self.word(unit) == self.words.tens_join else -1
        if unit > 0 and self.joined(unit):
            kind, more = self.classes.get(self.word(unit), ("", 0))
            if kind == "digit" and more:
                if "-" in self.text[self.tokens[unit - 1].end : self.tokens[unit].start]:
                    self.style = self.style._replace(hyphen=True)
                return _Part(value + more, unit + 1)
        return _Part(value, at + 1)

    def hundreds(self, at: int) -> _Part | None:
        """Below a thousand; below ten thousand where hundreds are counted."""
        word = self.word(at)
        if word in self.words.hundreds:
            return self.rest(_Part(self.words.hundreds[word], at + 1), 100)
        if word and word == self.words.article:
            return self.with_article(at)
        part = self.small(at)
        if part is None or not part.value:
            return part
        if self.joined(part.end) and self.word(part.end) in self.words.hundred:
            if part.value > 9:
                self.style = self.style._replace(hundreds=True)
            return self.rest(_Part(part.value * 100, part.end + 1), 100)
        return part

    def with_article(self, at: int) -> _Part | None:
        """ "a hundred", "a thousand" """
        scaled = self.word(at + 1) in self.words.scales
        if not self.joined(at + 1) or not (scaled or self.word(at + 1) in self.words.hundred):
            return None
        self.style = self.style._replace(article=True)
        if scaled:
            return _Part(1, at + 1)
        return self.rest(_Part(100, at + 2), 100)

    def rest(self, part: _Part, limit: int) -> _Part:
        """With what is said below a scale: "and five"."""
        at = part.end
        if not self.joined(at):
            return part
        linked = self.word(at) == self.words.rest_join
        if linked:
            at += 1
            if not self.joined(at):
                return part
        more = self.small(at) if limit == 100 else self.hundreds(at)
        if more is None or not 0 < more.value < limit:
            return part
        if linked:
            self.style = self.style._replace(joined=True)
        return _Part(part.value + more.value, more.end)

    def number(self, at: int) -> _Part | None:
        part = self.lead(at)
        if part is None:
            return None
        limit = self.scale(part)
        if limit is None:
            return part
        whole = _Part(part.value * limit, part.end + 1)
        while limit > 1:
            following = self.number_below(whole.end, limit)
            if following is None:
                return self.rest(whole, 1000)
            low, limit = following
            whole = _Part(whole.value + low.value, low.end)
        return whole

    def lead(self, at: int) -> _Part | None:
        if self.word(at) in self.words.scales:
            return _Part(1, at) if self.word(at) in self.words.alone else None
        return self.hundreds(at)

    def scale(self, part: _Part) -> int | None:
        starts = part.end < len(self.tokens) and part.value == 1
        if not (self.joined(part.end) or starts) or not part.value:
            return None
        return self.words.scales.get(self.word(part.end))

    def number_below(self, at: int, limit: int) -> tuple[_Part, int] | None:
        """A smaller scale after a greater one: "two million *three thousand*"."""
        if not self.joined(at):
            return None
        part = self.lead(at)
        if part is None:
            return None
        scale = self.scale(part)
        if scale is None or scale >= limit:
            return None
        return _Part(part.value * scale, part.end + 1), scale


def read_numeral(text: str, tokens: Sequence[Token], at: int, language: str) -> Numeral | None:
    """The longest number in words that begins at a token."""
    reader = _Reader(text, tokens, language)
    part = reader.number(at)
    if part is None or part.value >= 10**9:
        return None
    said = [token.text for token in tokens[at : part.end]]
    return Numeral(part.end, part.value, _styled(reader.style, said, reader.words))


def _styled(style: Style, said: Sequence[str], known: Words) -> Style:
    words = [lower_without_accents(word) for word in said]
    return style._replace(
        zero=next((word for word in words if word in known.zeros), ""),
        feminine=any(word in known.feminine for word in words),
        short=words[-1] in known.short,
        accents=not any(word.isascii() and word.lower() in known.accented for word in said),
    )


@cache
def _ordinals(language: str) -> dict[str, tuple[int, Style]]:
    known = number_table(language)["ordinals"]
    found: dict[str, tuple[int, Style]] = {}
    for number, word in enumerate(known["units"], 1):
        found[lower_without_accents(word)] = number, PLAIN
        if known["feminine"]:
            old, new = known["feminine"]
            feminine = lower_without_accents(word.removesuffix(old) + new)
            found[feminine] = number, Style(feminine=True)
        if word in known["short"]:
            found[lower_without_accents(known["short"][word])] = number, Style(short=True)
    for ten, word in enumerate(known["tens"], 2):
        found[lower_without_accents(word)] = ten * 10, PLAIN
    return found


def read_ordinal(
    text: str, tokens: Sequence[Token], at: int, language: str
) -> tuple[int, int, Style] | None:
    """The value of an ordinal in words, where it ends, and its style."""
    known = _ordinals(language)
    word = tokens[at].bare
    if word in known:
        return known[word][0], at + 1, known[word][1]
    kind, value = _classes(language).get(word, ("", 0))
    if not number_table(language)["ordinals"]["tens"] or kind != "tens" or at + 1 == len(tokens):
        return None
    unit = known.get(tokens[at + 1].bare)
    between = text[tokens[at].end : tokens[at + 1].start]
    if unit is None or unit[0] > 9 or not _INSIDE.fullmatch(between):
        return None
    return value + unit[0], at + 2, Style(hyphen="-" in between)
