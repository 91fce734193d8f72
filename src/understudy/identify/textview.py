"""A text as lists and heuristics read it: its flat form, its words, and what its case tells."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable
from functools import cache, cached_property
from typing import NamedTuple

from understudy.core.folding import flat
from understudy.core.normal import Normalised
from understudy.core.types import Span
from understudy.languages.lexicon import Lexicon, listed, one_of

__all__ = ["UPPER", "TextView", "odd", "placed"]


def _upper_class() -> str:
    """A character class of capitals; the engine has none of its own."""
    return "".join(re.escape(chr(code)) for code in range(0x250) if chr(code).isupper())


UPPER = _upper_class()
# What may not stand before a capital is looked at behind it: a pattern that begins with a
# character is looked for much faster.
_CAPITALISED = re.compile(rf"[{UPPER}](?<![\w'’].)[\w’']*")
_WORD_WITH_CAPITAL = re.compile(rf"[{UPPER}](?<!\w.)\w")

_LABEL = re.compile(r"[ \t]{0,8}[^\W\d_][\w./-]{0,30}(?: [\w./-]{1,30}){0,2}:(?=\s|$)")
"""What opens a line and is no part of it: the speaker of a turn, the name of a field."""
_NEAR, _WIDEST_GAP = 24, 3
_LONGEST_FIELD, _FIELD_WORDS = 50, 5
_LETTER = re.compile(r"[^\W\d_]")
_SENTENCES = re.compile(r"(?:[!?]|(?<=[^\W\d_]{5})\.) ")
"""The end of a sentence with another behind it; short words may be abbreviations."""
_WORD_AFTER = re.compile(r" ([\w']+)")
_ENDS = frozenset(".!?¿¡\n…•\t")
_QUOTES = frozenset("\"'“”«»‘’()[]{}*_-–—")


_GLUE = frozenset("@_./\\")
_NONE, _SPARING, _FULL = range(3)


_CAREFUL = re.compile(rf"[.!?] [{UPPER}]")
_CARELESS = re.compile(r"(?:[!?]|(?<=[^\W\d_]{5})\.) [^\W\d_A-Z]")
"""A sentence that starts in small letters behind another one; short words may be abbreviations."""


def _case(line: str) -> int:
    """What the letters of a line tell; a line without letters tells nothing against case."""
    label = _LABEL.match(line)
    body = line[label.end() :] if label else line
    small = body.lower()
    if body == small:
        return _NONE if small != small.upper() else _FULL
    if body == body.upper() and " " in body.strip():
        return _NONE
    first = _LETTER.search(body)
    if first is None or not first[0].islower():
        return _FULL if _CAREFUL.search(body) or not _CARELESS.search(body) else _SPARING
    return _SPARING if _WORD_WITH_CAPITAL.search(body) else _NONE


class _Known(NamedTuple):
    """What a language says about points and spellings."""

    abbreviations: frozenset[str]
    spelling: re.Pattern[str]
    """A letter, and what links it to the example behind it."""
    spelling_words: frozenset[str]
    """The last words of such links."""


@cache
def _known(language: str) -> _Known:
    letters, links = one_of("letters", language), one_of("likes", language)
    return _Known(
        frozenset(listed("abbreviations", language)),
        re.compile(rf"(?<![\w'’])(?:\w|{letters})\W+(?:{links})\W+$"),
        frozenset(link.split()[-1] for link in listed("likes", language)),
    )


class TextView:
    """The text of one document."""

    __slots__ = ("__dict__", "_before", "_known", "_starts", "_states", "flat", "plain", "text")

    def __init__(self, text: str, language: str) -> None:
        self.text = text
        self._known = _known(language)
        self.flat = flat(text)
        self._before: dict[int, str] = {}
        self._starts: list[int] = []
        self._states: list[int] = []
        start = 0
        for line in text.split("\n"):
            self._starts.append(start)
            self._states.append(_case(line))
            start += len(line) + 1
        self.plain = all(state == _FULL for state in self._states)
        """Whether the whole text uses case as books do, so that names have capitals."""

    def line(self, at: int) -> int:
        """Where the line of an offset starts."""
        return self._starts[bisect_right(self._starts, at) - 1]

    def body(self, start: int) -> int:
        """Where a line starts behind its label."""
        label = _LABEL.match(self.text, start)
        return label.end() if label else start

    def cased(self, at: int) -> bool:
        """Whether the case of the word at an offset means anything.

        It does not where a line has no capitals, or nothing else; where a line opens in small
        letters, its writer spares capitals, and only those that are there speak.
        """
        if self.plain:
            return True
        state = self._states[bisect_right(self._starts, at) - 1]
        return state == _FULL or (state == _SPARING and self.text[at : at + 1].isupper())

    def named(self, at: int) -> bool:
        """Whether a name may start here: with a capital, or where case means nothing."""
        return self.text[at : at + 1].isupper() or not self.cased(at)

    def token(self, start: int, end: int) -> bool:
        """Whether the span is a piece of something longer: an address, a file, a number."""
        text = self.text
        return (end + 1 < len(text) and text[end] in _GLUE and text[end + 1].isalnum()) or (
            start > 1 and text[start - 1] in _GLUE and text[start - 2].isalnum()
        )

    def spelt(self, start: int) -> bool:
        """Whether the word only says how to spell: "M as in Mike", "T de Toledo"."""
        if self.before(start) not in self._known.spelling_words:
            return False
        return self._known.spelling.search(self.flat, max(0, start - 16), start) is not None

    def opens(self, at: int) -> bool:
        """Whether a sentence or a line starts here, so that a capital tells little.

        The short value of a labelled field is no sentence: "Name: Rose".
        """
        text, place = self.text, at - 1
        stop = max(-1, at - _NEAR)
        while place > stop and (text[place] == " " or text[place] in _QUOTES):
            place -= 1
        if place >= 0 and text[place] == ":":
            return self.body(self.line(at)) == place + 1 and not self._short(at)
        if place < 0 or text[place] in _ENDS:
            return not (
                place >= 0
                and text[place] == "."
                and (
                    self.before(place) in self._known.abbreviations or len(self.before(place)) == 1
                )
            )
        return False

    def _short(self, at: int) -> bool:
        """Whether little is left of the line, and no more than one sentence."""
        value, _, _ = self.text[at : at + _LONGEST_FIELD].partition("\n")
        if len(value) >= _LONGEST_FIELD or value.count(" ") >= _FIELD_WORDS:
            return False
        return _SENTENCES.search(value) is None

    def before(self, at: int) -> str:
        """The flat word before an offset, in the same line; empty where there is none."""
        known = self._before.get(at)
        if known is None:
            known = self._before[at] = self._word_before(at)
        return known

    def _word_before(self, at: int) -> str:
        near = self.flat[max(0, at - _NEAR) : at]
        word = near.rstrip(" ")
        gap = len(near) - len(word)
        if gap > _WIDEST_GAP or self.text.find("\n", at - gap, at) >= 0:
            return ""
        return word[word.rfind(" ") + 1 :]

    def beside(self, at: int) -> str:
        """The flat word right before an offset, with one space between them."""
        if at < 2 or self.text[at - 1] != " " or not self.text[at - 2].isalnum():
            return ""
        return self.before(at)

    def after(self, end: int) -> str:
        """The flat word right behind an offset, with one space between them."""
        found = _WORD_AFTER.match(self.flat, end)
        return found[1] if found and self.text[end] == " " else ""

    @cached_property
    def greeting(self) -> int:
        """Where the first turn of a dialogue ends, in which a company says its name; else 0."""
        body = self.body(0)
        if body == 0 or self.text.count("\n", 0, 2000) < 2:
            return 0
        return self.text.find("\n", body)

    @cached_property
    def mid_capitals(self) -> frozenset[str]:
        """Flat words that stand with a capital inside a sentence somewhere."""
        found = set()
        for match in _CAPITALISED.finditer(self.text):
            if not self.opens(match.start()) and self.cased(match.start()):
                found.add(self.flat[match.start() : match.end()])
        return frozenset(found)


def odd(word: str, words: Lexicon) -> bool:
    """Whether a word is written as no name is: with a capital, a sign or a figure inside."""
    return _ODD.search(word) is not None and not word.startswith(words.camel)


_ODD = re.compile(rf"[a-zº][{UPPER}]|[\dºª]")


def placed(
    view: TextView, normal: Normalised, spans: Iterable[Span], allow: frozenset[str]
) -> tuple[Span, ...]:
    """The spans of a view in its document, in order, without those that are allowed to stand.

    Of equal spans the surest is enough.
    """
    found: dict[tuple[int, int, str], Span] = {}
    for span in spans:
        if allow and view.flat[span.start : span.end].strip() in allow:
            continue
        place = span[:3]
        if place not in found or found[place].score < span.score:
            found[place] = span
    if not normal.layers:
        return tuple(found[place] for place in sorted(found))
    return tuple(
        span._replace(start=start, end=end)
        for span in (found[place] for place in sorted(found))
        for start, end in (normal.span(span.start, span.end),)
    )
