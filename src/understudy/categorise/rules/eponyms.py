"""Names that name a thing, whoever is around: "Salter-Harris", "Wenckebach"."""

from __future__ import annotations

import re
from typing import Protocol

from understudy.core.folding import flat
from understudy.languages.public import PublicWords

__all__ = ["GRADE", "called_by", "known_eponym", "whole_word"]

GRADE = re.compile(
    r"[ivx]{1,3}[abcdf]?|(?!1[89]\d\d)\d{1,3}(?:/\d{1,3}|[.,]\d{1,2})?[abcdf]?|\d\+\d(?:=\d{1,2})?"
)
"""What a scale gives: a figure, one of another, a Roman numeral, a sum."""
_WORD = re.compile(r"[^\W\d_]+")
_OTHER_OWNER = re.compile(r"['’]s?,? (?:[^\W\d_]{1,3} )?([^\W\d_]{3,})['’]")
_OWNER_BEFORE = re.compile(r"([^\W\d_]{3,})['’]s?,? (?:[^\W\d_]{1,3} )?\Z")
"""The owner of something else right behind or before: "Tinel's and Phalen's"."""
_BEHIND = re.compile(r"[\w&-]*")
_OWNING = re.compile(r"['’]s?\Z")


class Placed(Protocol):
    """A mark and what stands around it."""

    @property
    def value(self) -> str:
        """What is marked."""
        ...

    @property
    def before(self) -> str:
        """The text before it."""
        ...

    @property
    def behind(self) -> str:
        """The text behind it."""
        ...

    @property
    def words(self) -> PublicWords:
        """The public words of the languages that are read."""
        ...


def whole_word(place: Placed) -> str:
    """What a mark stands in up to the next white space: "Child-Pugh" for "Pugh"; flat."""
    before, behind = place.before, _BEHIND.match(place.behind)
    start = len(before)
    while start and (before[start - 1].isalnum() or before[start - 1] in "_&-"):
        start -= 1
    found = f"{before[start:]}{place.value}{behind[0] if behind else ''}"
    return " ".join(flat(found).strip("-.").split())


def known_eponym(place: Placed) -> bool:
    """Whether a mark is or stands in one of several names that are always a thing, in one that
    hardly anybody else is called by, or in one of two in a row; not behind a title or a name."""
    words = place.words
    whole = _OWNING.sub("", _without_grade(whole_word(place), words))
    if whole not in words.eponyms_whole and whole not in words.eponyms_alone:
        if whole not in words.eponyms:
            return False
        beside = _OTHER_OWNER.match(place.behind), _OWNER_BEFORE.search(place.before)
        owners = [flat(one[1]) for one in beside if one is not None]
        if words.eponyms_alone.isdisjoint(owners):
            return False
    return not called_by(place)


def called_by(place: Placed) -> bool:
    """Whether a title or a first name stands before: somebody is called so."""
    line = place.before.rpartition("\n")[2]
    before = _WORD.findall(line)[-1:] if line[-1:] in (" ", ".") else []
    if not before:
        return False
    word = flat(before[0])
    return word in place.words.titles or word in place.words.given


def _without_grade(whole: str, words: PublicWords) -> str:
    """A scale without what it gives, and an eponym without the thing: "Billroth II"."""
    front, _, last = whole.rpartition(" ")
    graded = GRADE.fullmatch(last) or last in words.eponym_tails
    return _without_grade(front, words) if front and graded else whole
