"""Words, letter case, and what may be shown: one definition for the whole project."""

from __future__ import annotations

import json
import re
import unicodedata
from hashlib import blake2b
from itertools import chain
from typing import Any

__all__ = ["MARKED", "called", "casing", "hidden_repr", "json_text", "last_word", "recase", "words"]

_MARKS = "".join(
    chr(code)
    for code in chain(range(0x300, 0x3400), range(0xA000, 0xAC00), range(0xF900, 0xFE30))
    if unicodedata.category(chr(code))[0] == "M"
)
"""Accents and vowel signs that are characters of their own; to ``re`` they are no letters. The
blocks between are those of ideographs and of Hangul, which have none."""
_WORD = re.compile(rf"\w[\w{_MARKS}]*(?:['’.\-]\w[\w{_MARKS}]*)*")
MARKED = re.compile(f"[{_MARKS}]+")


def words(text: str) -> list[tuple[int, int]]:
    """The spans of the words: runs of letters and digits, with inner apostrophes and hyphens."""
    return [match.span() for match in _WORD.finditer(text)]


def casing(text: str) -> str:
    """``lower``, ``upper`` or ``native``: what of its letter case a mention shows."""
    if text.islower():
        return "lower"
    if text.isupper() and sum(map(str.isalpha, text)) > 1:
        return "upper"
    return "native"


def recase(value: str, case: str) -> str:
    """The value in the letter case of a mention."""
    if case == "lower":
        return value.lower()
    if case == "upper":
        return value.upper()
    return value


def hidden_repr(value: object) -> str:
    """A representation that shows nothing of what was read: the value may hold private text."""
    return f"{type(value).__name__}(…)"


_LINE_ENDS = (("\u2028", "\\u2028"), ("\u2029", "\\u2029"), ("\u0085", "\\u0085"))


def json_text(value: Any) -> str:
    """JSON that has its letters as they are; all are escaped where one is half of a surrogate
    pair, which UTF-8 has no bytes for. It is one line, also to those who take other signs than
    Unix does for the end of one."""
    text = json.dumps(value, ensure_ascii=False)
    for sign, escaped in _LINE_ENDS:
        text = text.replace(sign, escaped)
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return json.dumps(value)
    return text


_WORDS_OF_TEXT = 4
_LONG = 200


def last_word(text: str, behind: str = "") -> str:
    """The letters that a text ends with, before spaces and one of the signs ``behind`` at the most:
    "rue" of "14 rue "; empty where it ends otherwise."""
    end = len(text.rstrip())
    if end and text[end - 1] in behind:
        end -= 1
    start = end
    while start and text[start - 1].isalnum() and not text[start - 1].isdecimal():
        start -= 1
    return text[start:end]


def called(identity: str) -> str:
    """How messages and reports call a document. An id that looks like text, since the wrong column
    was named, may be private: a digest stands for it, which the same id gives again."""
    if len(identity) <= _LONG and len(identity.split()) < _WORDS_OF_TEXT:
        return identity
    data = identity.encode("utf-8", "surrogatepass")
    return f"#{blake2b(data, digest_size=4).hexdigest()} (its id looks like text)"
