"""Allow and deny lists: what a policy says about single values, whatever the detectors think.

An allow entry is compared with a whole mention; what it names stays. A deny entry is looked for in
the text; what it names is private. A deny entry wins where both speak of one place. Both read a
text as its reader sees it (``core.normal``), and as it is written, too.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from understudy.core.categories import Category, ancestors
from understudy.core.linear import LinearPattern
from understudy.core.normal import normalise
from understudy.core.types import Span
from understudy.languages.lexicon import raw

__all__ = [
    "ALLOW",
    "DENIED",
    "DENY",
    "LITERAL",
    "PATTERN",
    "WHOLE",
    "Allowed",
    "Denied",
    "Entry",
    "Place",
    "compiled",
]

ALLOW, DENY = "allow", "deny"
LITERAL, PATTERN, WHOLE = "literal", "pattern", "category"
DENIED = "deny list"
"""The source of evidence that a deny list gives."""

_TOKEN = re.compile(r"\w+|[^\w\s]")
_EDGES = " \t\r\n.,;:!?()[]\"'“”‘’«»"


class Entry(NamedTuple):
    """One entry of an allow or deny list."""

    form: str
    """``literal``, ``pattern``, or ``category`` for all mentions of a category."""
    text: str
    category: str = ""
    """Allow: the only category that it speaks of, with those below it; empty for any. Deny: what
    its finds are."""
    case: bool = True
    """Whether capitals must be those of the entry."""
    file: str = ""
    """The file that it came from; empty for one that stands in the policy itself."""

    def __repr__(self) -> str:
        return f"Entry({self.form!r}, {self.category!r}, {self.file!r})"


class Place(NamedTuple):
    """Where a text has a value of the deny list."""

    start: int
    end: int
    entry: int
    """The number of the entry that names it."""


class Allowed:
    """The allow list of a policy, ready to be asked."""

    def __init__(self, entries: Sequence[Entry], known: Mapping[str, Category]) -> None:
        self.entries, self._known = entries, known
        self._exact: dict[str, list[int]] = {}
        self._folded: dict[str, list[int]] = {}
        self._patterns: list[tuple[int, LinearPattern]] = []
        self._whole: list[int] = []
        for at, entry in enumerate(entries):
            if entry.form == LITERAL:
                for text in _readings(entry.text):
                    plain = " ".join(text.split())
                    table, key = (self._exact, plain) if entry.case else (self._folded, _low(plain))
                    table.setdefault(key, []).append(at)
            elif entry.form == PATTERN:
                self._patterns.append((at, compiled(entry)))
            else:
                self._whole.append(at)

    def entry_of(self, text: str, category: str, languages: Sequence[str]) -> int | None:
        """The number of the first entry that names a mention, or None."""
        found = sorted(self._naming(text, languages))
        return next((at for at in found if self._speaks_of(at, category)), None)

    def _naming(self, text: str, languages: Sequence[str]) -> Iterator[int]:
        for plain in _forms(text, languages):
            yield from self._exact.get(plain, ())
            yield from self._folded.get(_low(plain), ())
            yield from (at for at, pattern in self._patterns if pattern.matches(plain))
        yield from self._whole

    def _speaks_of(self, at: int, category: str) -> bool:
        wanted = self.entries[at].category
        return not wanted or wanted in ancestors(category, self._known)


def _forms(text: str, languages: Sequence[str]) -> Iterable[str]:
    """The mention as it stands, without the signs around it, and without an article before it."""
    forms: list[str] = []
    for reading in _readings(text):
        whole = " ".join(reading.split())
        bare = whole.strip(_EDGES)
        article, _, rest = bare.partition(" ")
        small = any(article.lower() in _articles(language) for language in languages)
        forms += (whole, bare, rest if small else bare)
    return dict.fromkeys(form for form in forms if form)


def _readings(text: str) -> Iterable[str]:
    """A value as it is written, and as it is read."""
    return dict.fromkeys((text, normalise(text).text))


@cache
def _articles(language: str) -> frozenset[str]:
    return frozenset(raw(language)["articles"])


class Denied:
    """The deny list of a policy, ready to look through texts."""

    def __init__(self, entries: Sequence[Entry]) -> None:
        self.entries = entries
        self._starts: dict[str, list[tuple[tuple[str, ...], int]]] = {}
        self._patterns: list[tuple[int, LinearPattern]] = []
        for at, entry in enumerate(entries):
            if entry.form == PATTERN:
                self._patterns.append((at, compiled(entry)))
                continue
            for text in _readings(entry.text):
                if tokens := tuple(_TOKEN.findall(text)):
                    self._starts.setdefault(_low(tokens[0]), []).append((tokens, at))

    def places(self, text: str) -> list[Place]:
        """All that the list names in a text; they may overlap.

        It is looked for in what is read and in what is written: an entry may name a sign that no
        reader sees, or a word that is broken where it has a hyphen.
        """
        normal = normalise(text)
        found = [(*normal.span(start, end), at) for start, end, at in self._in(normal.text)]
        if normal.text != text:
            told: dict[int, list[tuple[int, int]]] = {}
            for start, end, at in found:
                told.setdefault(at, []).append((start, end))
            found += [
                (start, end, at)
                for start, end, at in self._in(text)
                if not any(one <= start and end <= other for one, other in told.get(at, ()))
            ]
        return sorted(Place(*one) for one in set(found))

    def _in(self, text: str) -> list[tuple[int, int, int]]:
        """The same of a text that is taken as it stands."""
        found: list[tuple[int, int, int]] = []
        if self._starts:
            tokens = list(_TOKEN.finditer(text))
            for place, token in enumerate(tokens):
                for wanted, at in self._starts.get(_low(token[0]), ()):
                    run = tokens[place : place + len(wanted)]
                    if self._is(wanted, [one[0] for one in run], at):
                        found.append((token.start(), run[-1].end(), at))
        for at, pattern in self._patterns:
            found += (
                (start, end, at)
                for start, end in pattern.spans(text)
                if not text[start:end].isspace()
            )
        return found

    def _is(self, wanted: Sequence[str], said: Sequence[str], at: int) -> bool:
        if len(wanted) != len(said):
            return False
        if self.entries[at].case:
            return all(one == other for one, other in zip(wanted, said, strict=True))
        return all(_low(one) == _low(other) for one, other in zip(wanted, said, strict=True))

    def spans(self, places: Iterable[Place]) -> list[Span]:
        """What the list names, as evidence that nothing outweighs."""
        return [
            Span(start, end, self.entries[at].category, 1.0, DENIED) for start, end, at in places
        ]


def compiled(entry: Entry) -> LinearPattern:
    """The pattern of an entry; ``re.error`` where it is none."""
    return LinearPattern(entry.text, entry.case)


def _low(text: str) -> str:
    return text.casefold()
