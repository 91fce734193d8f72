"""A mention and what stands around it, as the kinds of what stays ask about it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from understudy.core.folding import flat
from understudy.core.once import once
from understudy.languages.public import PublicWords

__all__ = [
    "GLOSS",
    "LONG_GLOSS",
    "NAMES",
    "OWNED",
    "WORD",
    "WORDED",
    "Place",
    "capitals",
    "in_lists",
]

OWNED = re.compile(r"['’]s?(?!\w)")
WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
GLOSS, LONG_GLOSS = 2, 10
"""Words of the longest gloss that stays, as in a longer one there may be a town; letters of the
shortest that is one word."""
NAMES = frozenset(("PERSON", "LOCATION", "ORGANIZATION"))
WORDED = NAMES | {"PRODUCT", "OCCUPATION", "CREATIVE_WORK", "MISC", "NRP", "USERNAME"}


@dataclass(eq=False, repr=False)
class Place:
    """A mention and what stands around it."""

    value: str
    before: str
    behind: str
    cased: bool
    """Whether the document tells names by capitals."""
    alone: bool
    """Whether its field, or the document, holds nothing else."""
    line: frozenset[str]
    """Its category and those above it."""
    words: PublicWords

    def __repr__(self) -> str:
        return f"Place({len(self.value)} characters)"

    def of(self, *categories: str) -> bool:
        """Whether it is of one of these categories, or of one below them."""
        return not self.line.isdisjoint(categories)

    @once
    def said(self) -> list[str]:
        """Its words, flat."""
        return [flat(word) for word in WORD.findall(self.value)]

    @once
    def rest(self) -> list[str]:
        """Its words without articles and the like."""
        small = self.words.small
        return [word for word in self.said if word not in small]

    @once
    def front(self) -> list[str]:
        """The words before it, flat."""
        return flat(self.before).split()

    @once
    def rear(self) -> list[str]:
        """The words behind it, flat."""
        return flat(self.behind).split()

    @once
    def worded(self) -> bool:
        """Whether it is of a category that words name."""
        return not self.line.isdisjoint(WORDED)

    @once
    def name(self) -> str:
        """All of it as one name, flat, without an article before it."""
        found = flat(self.value).replace(" - ", "-").split()
        return " ".join(found[1:] if found[1:] and found[0] in self.words.small else found)

    def on(self, entries: frozenset[str]) -> bool:
        """Whether it is on a list, with its article ("al Qaeda") or without ("the Treasury")."""
        return self.name in entries or self._whole in entries

    @once
    def _whole(self) -> str:
        return " ".join(flat(self.value).split())


def in_lists(said: Sequence[str], lists: Sequence[frozenset[str]]) -> bool:
    """Whether each word is on one of the lists."""
    return all(any(word in one for one in lists) for word in said)


def capitals(place: Place) -> bool:
    """Whether an abbreviation has more letters than a mark, a sign or a small one, as no name
    has: "A&E", "LFTs"."""
    signed = "&" in place.value or "&" in place.before[-2:] or place.behind[:1] == "&"
    return signed or (place.value[:-1].isupper() and place.value[-1:] == "s")
