"""Words of the text that a record repeats elsewhere: in notes, comments, events.

An edit that left them there would give away what it took out of the text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from understudy.core.types import Edit
from understudy.corpus.blocks import Change

__all__ = ["Echoes"]


class Echoes:
    """Finds what edits took out of a text in strings beside it, as whole words in any case.

    A single character identifies nobody, and event codes are made of them.
    """

    __slots__ = ("_pattern", "_surrogates")

    def __init__(self, pairs: Iterable[tuple[str, str]]) -> None:
        self._surrogates: dict[str, str] = {}
        for original, surrogate in pairs:
            if len(original.strip()) > 1:
                self._surrogates.setdefault(_folded(original), surrogate)
        longest_first = sorted(self._surrogates, key=len, reverse=True)
        pattern = "|".join(_whole_word(surface) for surface in longest_first)
        self._pattern = re.compile(pattern, re.IGNORECASE) if pattern else None

    @classmethod
    def of(cls, edits: Iterable[Edit]) -> Echoes:
        return cls((edit.original, edit.surrogate) for edit in edits if not edit.kept)

    def find(self, text: str) -> list[Change]:
        """What to put in the place of what was found, in order."""
        if self._pattern is None:
            return []
        # Letters that fold differently than they match have no entry, and still must not stay.
        return [
            (match.start(), match.end(), self._surrogates.get(_folded(match[0]), "***"))
            for match in self._pattern.finditer(text)
        ]


def _folded(surface: str) -> str:
    return " ".join(surface.lower().split())


def _whole_word(surface: str) -> str:
    words = r"\s+".join(re.escape(word) for word in surface.split())
    # A hyphen before a word makes it part of a code, such as noise-rire.
    left = r"(?<![\w-])" if surface[:1].isalnum() else ""
    right = r"(?!\w)" if surface[-1:].isalnum() else ""
    return f"{left}{words}{right}"
