r"""Regular expressions of somebody else, matched in time that grows with the text alone.

Python's own ``re`` tries all ways to match: ``(a+)+b`` takes minutes for thirty letters. RE2 does
not, but means ASCII by ``\d``, ``\w``, ``\s`` and ``\b``. ``LinearPattern`` writes an expression of
Python for RE2 so that it means what Python means, in all scripts; what RE2 has not (look-around,
back-references, ``\B``) is refused.

RE2 has no word border for letters beyond ASCII, so the text gets two marks at each border, and
``\b`` asks for one of them: one for a match that ends there, one for the next that begins there.
Wherever the expression reads a character, it skips the marks before it.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

import re2

from understudy.core.foreign import pattern_of

__all__ = ["LinearPattern"]

_MARK = "\ufdd0"
"""A code point that is no character, and stands in no text."""
_MARKS = r"\x{FDD0}"
_BORDER = re.compile(r"\b")
_CLASSES = {
    "d": r"\p{Nd}",
    "w": r"\p{L}\p{N}_",
    "s": r"\t-\r\x1c-\x20\x{85}\x{a0}\p{Zs}\p{Zl}\p{Zp}",
}
_PLAIN = dict(zip("tnrfva", "\t\n\r\f\v\a", strict=True))
_ESCAPE = re.compile(
    r"\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|N\{([^}]*)\}|(.))", re.DOTALL
)
_OPENING = re.compile(r"\((?:\?(?:P<\w+>|[ims]*(?:-[ims]+)?:|[ims]+\)))?")
_REPEATED = re.compile(r"[*+?]|\{\d*,?\d*\}")
_KEPT = 1 << 10


class _Program(NamedTuple):
    """What RE2 runs, and whether it needs the marks."""

    search: Any
    whole: Any
    bordered: bool
    trailing: bool
    """Whether an end may stand before the last line break, as Python has it."""


@dataclass(frozen=True)
class LinearPattern:
    """A regular expression as Python reads it; ``re.error`` where it is none, or has what cannot
    be matched in linear time. It can be pickled."""

    source: str
    case: bool = True
    """Whether capitals are those of the expression."""

    def __post_init__(self) -> None:
        _program(self.source, self.case)

    def spans(self, text: str) -> Iterator[tuple[int, int]]:
        """Where it matches in a text, but for empty matches."""
        program = _program(self.source, self.case)
        shown, marks = _marked(text) if program.bordered else (text, [])
        for match in program.search.finditer(shown):
            start, end = (at - bisect_left(marks, at) for at in match.span())
            if program.trailing and end == len(text) and text.endswith("\n"):
                end -= 1
            if start < end:
                yield start, end

    def matches(self, text: str) -> bool:
        """Whether it matches the whole of a text."""
        program = _program(self.source, self.case)
        shown = _marked(text)[0] if program.bordered else text
        return program.whole.fullmatch(shown) is not None


def _marked(text: str) -> tuple[str, list[int]]:
    """The text with two marks at each border of a word, and the places of the marks."""
    text = text.replace(_MARK, " ")
    marks = [
        border.start() + 2 * number + which
        for number, border in enumerate(_BORDER.finditer(text))
        for which in (0, 1)
    ]
    return _BORDER.sub(_MARK * 2, text), marks


@lru_cache(maxsize=_KEPT)
def _program(source: str, case: bool) -> _Program:
    pattern_of(source)  # what is no expression at all, Python says best
    written = _Writer(source)
    pattern = written.pattern()
    if written.borders:
        written = _Writer(source, bordered=True)
        pattern = written.pattern()
    whole = _Writer(source, bordered=written.borders, whole=True)
    options = re2.Options()
    options.case_sensitive, options.log_errors = case, False
    try:
        return _Program(
            re2.compile(pattern, options=options),
            re2.compile(f"(?:{whole.pattern()}){whole.skipped}", options=options),
            written.borders,
            written.trailing,
        )
    except re2.error:
        raise re.error("it has too many repetitions, or a form that is not supported") from None


class _Writer:
    """Writes an expression of Python, which is known to be one, for RE2."""

    def __init__(self, source: str, *, bordered: bool = False, whole: bool = False) -> None:
        """``bordered``: the text that it is matched with has marks; ``whole``: it must match all
        of the text, the last line break too."""
        self._source, self._at, self._whole = source, 0, whole
        self._bordered = bordered
        self.skipped = f"{_MARKS}*" if bordered else ""
        self.borders = self.trailing = False

    def pattern(self) -> str:
        """The whole expression."""
        parts: list[str] = []
        while self._at < len(self._source):
            parts.append(self._next())
        return "".join(parts)

    def _next(self) -> str:
        sign = self._source[self._at]
        if sign in self._forms:
            return self._forms[sign]()
        if repeated := _REPEATED.match(self._source, self._at):
            self._at = repeated.end()
            return repeated[0]
        self._at += 1
        return sign if sign in "|)^" else self._one(re2.escape(sign))

    @property
    def _forms(self) -> Mapping[str, Callable[[], str]]:
        """What is more than a sign, by the sign that it begins with."""
        return {
            "\\": self._escape,
            "[": self._class,
            "(": self._opening,
            ".": self._any,
            "$": self._end,
        }

    def _opening(self) -> str:
        found = _OPENING.match(self._source, self._at)
        if found is None or (found[0] == "(" and self._source.startswith("(?", self._at)):
            raise re.error("look-around and back-references are not supported")
        self._at = found.end()
        return found[0]

    def _end(self) -> str:
        self._at += 1
        lines = self._has_flag("m")
        self.trailing = self.trailing or not lines
        return self.skipped + ("$" if lines else r"\z" if self._whole else r"\n?\z")

    def _any(self) -> str:
        self._at += 1
        if not self._bordered:
            return "."
        return self._one(f"[^{_MARKS}]" if self._has_flag("s") else rf"[^\n{_MARKS}]")

    def _has_flag(self, flag: str) -> bool:
        return re.search(rf"\(\?[ims]*{flag}", self._source) is not None

    def _one(self, atom: str) -> str:
        """What reads one character, and skips the marks before it."""
        return f"(?:{self.skipped}{atom})" if self._bordered else atom

    def _but(self) -> str:
        """The beginning of a set of all other characters, which no mark is."""
        return f"[^{_MARKS}" if self._bordered else "[^"

    def _escape(self) -> str:
        literal, letter = self._escaped()
        if literal:
            return self._one(re2.escape(literal))
        if letter == "b":
            self.borders = True
            return _MARKS
        if letter in "AZ":
            return r"\A" if letter == "A" else rf"{self.skipped}\z"
        if letter.lower() in _CLASSES:
            begin = self._but() if letter.isupper() else "["
            return self._one(f"{begin}{_CLASSES[letter.lower()]}]")
        raise re.error(rf"\{letter} is not supported")

    def _escaped(self) -> tuple[str, str]:
        """The character that an escape stands for; or none, and the letter of what else it is."""
        found = _ESCAPE.match(self._source, self._at)
        if found is None:
            raise re.error("an escape is not supported")
        self._at = found.end()
        *numbers, name, letter = found.groups()
        for number in numbers:
            if number:
                return chr(int(number, 16)), ""
        if name:
            return unicodedata.lookup(name), ""
        if letter in _PLAIN:
            return _PLAIN[letter], ""
        return ("", letter) if letter.isalnum() else (letter, "")

    def _class(self) -> str:
        """A set of characters in brackets."""
        self._at += 1
        parts = ["["]
        if self._source[self._at] == "^":
            self._at += 1
            parts = [self._but()]
        first = True
        while first or self._source[self._at] != "]":
            first = False
            sign = self._source[self._at]
            if sign != "\\":
                self._at += 1
                parts.append(sign if sign == "-" else re2.escape(sign))
                continue
            literal, letter = self._escaped()
            if literal:
                parts.append(re2.escape(literal))
            elif letter == "b":
                parts.append(r"\x08")
            elif letter in _CLASSES:
                parts.append(_CLASSES[letter])
            else:
                raise re.error(rf"\{letter} in brackets is not supported")
        self._at += 1
        return self._one("".join(parts) + "]")
