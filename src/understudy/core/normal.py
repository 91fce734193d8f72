"""The normalised form of a text, in which the tricks that hide an entity are undone, with an exact
map back to the original.

Undone are the signs before quoted lines, HTML entities, zero-width and control characters, soft
hyphens, full-width letters, digits of other scripts, accents written as characters of their own,
words that are broken at the end of a line, and Cyrillic or Greek letters that pass for Latin
ones. Each step that changes the
length of the text keeps its own map; most texts pass all steps unchanged.
"""

from __future__ import annotations

import html
import re
import unicodedata
from bisect import bisect_right
from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

__all__ = ["Normalised", "disguised", "normalise", "plain", "unquoted"]


class Layer(NamedTuple):
    """One step's changes: where each stands in its result and in what it was given."""

    new_starts: list[int]
    new_ends: list[int]
    old_starts: list[int]
    old_ends: list[int]

    def start(self, offset: int) -> int:
        """Where the character starts that starts here."""
        at = bisect_right(self.new_starts, offset) - 1
        while at >= 0 and self.new_starts[at] == self.new_ends[at] == offset:
            # A character that was dropped here belongs to neither side.
            return offset - self.new_ends[at] + self.old_ends[at]
        if at < 0:
            return offset
        if offset < self.new_ends[at]:
            return self.old_starts[at]
        return offset - self.new_ends[at] + self.old_ends[at]

    def end(self, offset: int) -> int:
        """Where the character ends that ends here."""
        at = bisect_right(self.new_starts, offset - 1) - 1
        if at < 0:
            return offset
        if offset <= self.new_ends[at]:
            return self.old_ends[at]
        return offset - self.new_ends[at] + self.old_ends[at]

    def turned(self) -> Layer:
        """The step back: it finds in the result what was found in what the step was given."""
        return Layer(self.old_starts, self.old_ends, self.new_starts, self.new_ends)


class Normalised(NamedTuple):
    """A text as it was normalised, and how to find its places in the original."""

    text: str
    layers: tuple[Layer, ...] = ()

    def span(self, start: int, end: int) -> tuple[int, int]:
        """The span of the original that a span of the normalised text stands for.

        A change is taken as a whole; what was dropped beside a span is left out of it.
        """
        if start == end:
            for layer in reversed(self.layers):
                start = layer.start(start)
            return start, start
        for layer in reversed(self.layers):
            start, end = layer.start(start), layer.end(end)
        return start, end

    def shown(self, start: int, end: int) -> tuple[int, int]:
        """The span of the normalised text that stands for a span of the original: an empty one
        where all of it was dropped."""
        for layer in map(Layer.turned, self.layers):
            start, end = layer.start(start), layer.end(end)
        return start, max(start, end)

    def __repr__(self) -> str:
        return f"Normalised({len(self.text)} characters, {len(self.layers)} layers)"


_CONTROLS = r"\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f"
_INVISIBLE = (
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e"
    "\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb\U000e0000-\U000e0fff"
)
_MARKS = "\u0300-\u034e\u0350-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f"

_ENTITY = re.compile(r"&(?:#[0-9]{1,7}|#[xX][0-9A-Fa-f]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});")
_DROPPED = re.compile(f"[{_CONTROLS}{_INVISIBLE}]+")
_ACCENTED = re.compile(f"[^\n{_MARKS}][{_MARKS}]+")
_MARK = re.compile(f"[{_MARKS}]+")
_LIGATURE = re.compile("[\ufb00-\ufb06\u2474-\u249b\u33e0-\u33fe\u0132\u0133\u01c4-\u01cc]")
# The hyphen first: it is quickly looked for, and what stands before it then looked at.
_BROKEN = re.compile(r"-(?<=[^\W\d_]-)[ \t]*\r?\n[ \t]*(?=[^\W\d_A-Z])")
_QUOTED = re.compile(r"^[>|][ \t>|]*", re.M)
_FOREIGN = re.compile("[\u0370-\u03ff\u0400-\u052f]")
_TOKEN = re.compile(r"\w+(?:[@.\-_'+]\w+)*")
_LATIN = re.compile(r"[A-Za-z0-9]")
# All but the letters and signs of Western text that no step changes.
_ODD = re.compile("[^\t-\r -~¡-¬®-ÿ–—“”„…€\u0100-\u0131\u0134-\u017f]+")

_LOOKALIKES = str.maketrans(
    "АВЕЅІЈКМНОРСТУХаеіјорсухѕһԁԝкмтвн" + "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧαικνορτυχ",
    "ABESIJKMHOPCTYXaeijopcyxshdwkmtbh" + "ABEZHIKMNOPTYXaikvoptux",
)


_STYLED = (
    range(0xFF01, 0xFFEF),
    range(0x2460, 0x2474),
    range(0x249C, 0x2500),
    range(0x1D400, 0x1D800),
    range(0x1F130, 0x1F150),
    range(0x2100, 0x2150),
)
"""Full-width letters, letters in circles, and those of mathematics and of marks."""
_SIGNS = {
    **dict.fromkeys((0x85, 0x2028, 0x2029), "\n"),
    **dict.fromkeys((0x2018, 0x2019, 0x02BC, 0x2032, 0xFF07), "'"),
    **dict.fromkeys((0x2033, 0x02BA), '"'),
    **dict.fromkeys((0x2010, 0x2011, 0x2012, 0x2212, 0xFE63, 0xFF0D), "-"),
}


_HIDING = re.compile(
    rf"(?<=\w)[{_CONTROLS}{_INVISIBLE}{_MARKS}]+|["
    + "".join(f"{chr(one.start)}-{chr(one.stop - 1)}" for one in _STYLED)
    + "]+"
)
"""Characters that stand for others, and those between letters that stand for none."""
_DISGUISED = 0.2
"""The share of such characters from which on hardly a word of a text is legible: prose has none, a
text with its accents written apart or as HTML entities not half as many."""
_FEWEST = 8
"""Such characters of the shortest text that is disguised: in "R&amp;D" there is one."""


class _OneToOne(dict[int, str]):
    """Characters that stand for one other: digits, full-width and styled letters, spaces."""

    def __missing__(self, code: int) -> str:
        self[code] = made = _stands_for(code)
        return made


def _stands_for(code: int) -> str:
    sign = chr(code)
    if code in _SIGNS:
        return _SIGNS[code]
    if 0xD800 <= code < 0xE000:
        return "\ufffd"
    if code < 0x80:
        return sign
    if sign.isspace():
        return " "
    if any(code in styled for styled in _STYLED):
        made = unicodedata.normalize("NFKC", sign)
        return made if len(made) == 1 else sign
    return str(unicodedata.decimal(sign)) if sign.isdecimal() else sign


_one_to_one = _OneToOne()
_LONG = 1_000
"""Characters of a text whose tricks are undone once for all who read it, one after the other."""


def normalise(text: str) -> Normalised:
    """The text without its tricks."""
    if text.isascii() and text.isprintable() and "&" not in text and text[:1] not in (">", "|"):
        return Normalised(text)  # on one line, and of plain characters
    odd = _odd(text)
    if not odd and "&" not in text and not _BROKEN.search(text) and not _is_quoted(text):
        return Normalised(text)
    return _undone(text, odd) if len(text) < _LONG else _undone_last(text, odd)


def disguised(text: str) -> bool:
    """Whether a text can hardly be read before its tricks are undone: zero-width signs between its
    letters, letters of mathematics, HTML entities, Cyrillic letters in the place of Latin ones."""
    if text.isascii() and "&" not in text and text.replace("\n", " ").isprintable():
        return False
    entities = _ENTITY.findall(text) if "&" in text else []
    length = len(text) - sum(map(len, entities)) + len(entities)  # each stands for one character
    count = len(entities) + sum(map(len, _HIDING.findall(text)))
    if _FOREIGN.search(text):
        mixed = (word for word in _TOKEN.findall(text) if not word.isascii())
        count += sum(len(_FOREIGN.findall(word)) for word in mixed if _LATIN.search(word))
    return count >= max(_FEWEST, _DISGUISED * length)


def unquoted(text: str) -> Normalised:
    """The text without the signs that stand before each line of a quoted letter."""
    layers: list[Layer] = []
    made = _changed(text, _QUOTED, lambda _: "", layers) if _is_quoted(text) else text
    return Normalised(made, tuple(layers))


def _is_quoted(text: str) -> bool:
    return text[:1] in (">", "|") or "\n>" in text or "\n|" in text


def _odd(text: str) -> str:
    """The characters that some step may change, each once."""
    if text.isascii() and text.replace("\n", " ").isprintable():
        return ""
    return "".join(set("".join(_ODD.findall(text))))


def _undone(text: str, odd: str) -> Normalised:
    """Each step runs only where the odd characters of the text, each once, call for it."""
    text, found = unquoted(text)
    layers = list(found)
    for _ in range(2):  # "&amp;#64;" is written by what escapes twice
        if "&" in text:
            text = _changed(text, _ENTITY, lambda match: html.unescape(match[0]), layers)
    if len(layers) > len(found):
        odd = _odd(text)
    if _DROPPED.search(odd):
        text = _changed(text, _DROPPED, lambda _: "", layers)
    if _MARK.search(odd):
        text = _changed(text, _ACCENTED, _composed, layers)
        text = _changed(text, _MARK, lambda _: "", layers)
    if _LIGATURE.search(odd):
        text = _changed(text, _LIGATURE, _compatible, layers)
    if odd:
        text = plain(text)
    text = _changed(text, _BROKEN, lambda _: "", layers)
    if _FOREIGN.search(odd):
        text = _TOKEN.sub(_latin, text)
    return Normalised(text, tuple(layers))


_undone_last = lru_cache(maxsize=1)(_undone)


def plain(text: str) -> str:
    """The text with the plain character in the place of each that stands for one other."""
    return text if text.isascii() else _ODD.sub(_one_for_one, text)


def _one_for_one(match: re.Match[str]) -> str:
    return match[0].translate(_one_to_one)


def _changed(
    text: str,
    pattern: re.Pattern[str],
    change: Callable[[re.Match[str]], str],
    layers: list[Layer],
) -> str:
    """The text with all matches changed, and one more layer if there were any."""
    out: list[str] = []
    layer = Layer([], [], [], [])
    cursor = size = 0
    for match in pattern.finditer(text):
        made = change(match)
        if made == match[0]:
            continue
        before = text[cursor : match.start()]
        out += (before, made)
        size += len(before)
        layer.new_starts.append(size)
        size += len(made)
        layer.new_ends.append(size)
        layer.old_starts.append(match.start())
        layer.old_ends.append(match.end())
        cursor = match.end()
    if not out:
        return text
    layers.append(layer)
    return "".join(out) + text[cursor:]


def _composed(match: re.Match[str]) -> str:
    """A letter with its accents as one character; accents that make no letter are dropped."""
    composed = unicodedata.normalize("NFC", match[0])
    return composed[0] if composed else ""


def _compatible(match: re.Match[str]) -> str:
    return unicodedata.normalize("NFKC", match[0])


def _latin(match: re.Match[str]) -> str:
    """A word that mixes Latin letters or digits with letters that pass for Latin ones."""
    word = match[0]
    if word.isascii() or not _LATIN.search(word):
        return word
    return word.translate(_LOOKALIKES)
