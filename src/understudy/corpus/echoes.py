"""Words of the text that a record repeats elsewhere: in notes, comments, events.

An edit that left them there would give away what it took out of the text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cached_property

from understudy.core.folding import flat
from understudy.core.types import Edit
from understudy.corpus.blocks import Change

__all__ = ["Echoes"]


class Echoes:
    """Finds what edits took out of a text in strings beside it: as whole words, in any case, with
    or without accents, with any spaces and marks between the words or none.

    A single character identifies nobody, and event codes are made of them.
    """

    def __init__(self, pairs: Iterable[tuple[str, str]]) -> None:
        self._pairs = tuple(pairs)

    @cached_property
    def _surrogates(self) -> dict[str, str]:
        """Made when first asked for: most records have nothing beside their text."""
        found: dict[str, str] = {}
        for original, surrogate in self._pairs:
            words = flat(original).split()
            if sum(map(len, words)) > 1:
                found.setdefault("".join(words), surrogate)
                found.setdefault(" ".join(words), surrogate)
        return found

    @cached_property
    def _pattern(self) -> re.Pattern[str] | None:
        longest_first = sorted(self._surrogates, key=len, reverse=True)
        pattern = "|".join(r" +".join(map(re.escape, one.split())) for one in longest_first)
        return re.compile(rf"(?<!\w)(?:{pattern})(?!\w)") if pattern else None

    @classmethod
    def of(cls, edits: Iterable[Edit]) -> Echoes:
        """Those of the values that the edits replace."""
        return cls((edit.original, edit.surrogate) for edit in edits if not edit.kept)

    def replaced(self, text: str) -> str:
        """The text with stand-ins for what was found."""
        for start, end, surrogate in reversed(self.find(text)):
            text = text[:start] + surrogate + text[end:]
        return text

    def find(self, text: str) -> list[Change]:
        """What to put in the place of what was found, in order."""
        if self._pattern is None:
            return []
        return [
            (match.start(), match.end(), self._surrogates[" ".join(match[0].split())])
            for match in self._pattern.finditer(flat(text))
            # A hyphen before a word makes it part of a code, such as noise-rire.
            if not text.startswith("-", match.start() - 1 if match.start() else len(text))
        ]
