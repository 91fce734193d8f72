"""Places and organizations: codes in their province, saints that exist, acronyms of their names."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from understudy.check.coherence.reading import places_of, starts_of
from understudy.check.coherence.words import Judged, drawn, grouped, longest
from understudy.check.released import Change, Released
from understudy.languages import get
from understudy.languages.lists import any_of

__all__ = ["acronym_fits", "code_lies_in_its_town", "saint_exists"]

_PLACED = ("LOCATION", "CITY", "REGION", "POSTAL_CODE")
_ORGANIZATIONS = ("ORGANIZATION", "HOSPITAL", "PRODUCT")
_NEAR = 30
_CODE = re.compile(r"[A-Z]?-?[\d ]+")


def _digits(text: str) -> str:
    return re.sub(r"\D", "", text)


def _agree(code: str, town: str) -> bool | None:
    """Whether a code of five figures begins as those of a town or region do; None if unknown."""
    starts = starts_of(town)
    return code.startswith(tuple(starts)) if starts else None


def code_lies_in_its_town(document: Released) -> Iterator[Judged]:
    """A postal code beside a town or province lies in it, if it did."""
    changes = drawn(document, _PLACED)
    for at, change in enumerate(changes):
        if len(_digits(change.original)) != 5 or not re.fullmatch(
            r"[A-Z]?-?[\d ]+", change.original
        ):
            continue
        beside = [
            one
            for one in (*changes[max(0, at - 1) : at], *changes[at + 1 : at + 2])
            if _gap(change, one) <= _NEAR
        ]
        for one in beside:
            old = _agree(_digits(change.original), one.original)
            new = _agree(_digits(change.surrogate), one.surrogate)
            if old and new is not None:
                yield change, new


def _gap(one: Change, other: Change) -> int:
    first, second = sorted((one, other), key=lambda change: change.start)
    return second.start - first.end


@cache
def _saints(language: str) -> str:
    """A regular expression for the words before a saint's name."""
    tables = (get(one).table("check")["places"] for one in get(language).reads)
    return any_of(word for known in tables for word in known["saints"])


def saint_exists(document: Released) -> Iterator[Judged]:
    """A place called after a saint is one that there is."""
    saints = _saints(document.language)
    for change in drawn(document, ("LOCATION", "CITY")):
        front = re.search(rf"\b({saints})\s+$", change.before, re.I)
        old, new = (
            f"{front[1]} {text}" if front else text for text in (change.original, change.surrogate)
        )
        if re.match(rf"(?:{saints})\s+\S", new, re.I) and places_of(old):
            yield change, places_of(new)


def _initials(text: str) -> set[str]:
    """Of all words, and of those with a capital."""
    words = re.findall(r"[^\W\d_]+", text)
    weighty = [word for word in words if word[0].isupper()]
    return {"".join(word[0] for word in some).upper() for some in (words, weighty)}


def acronym_fits(document: Released) -> Iterator[Judged]:
    """An acronym of the initials of a name is one of the new initials."""
    for own in grouped(drawn(document, _ORGANIZATIONS)).values():
        main = longest(own)
        for change in own:
            old = change.original.replace(".", "")
            if re.fullmatch(r"[A-Z]{2,8}", old) and old in _initials(main.original):
                new = change.surrogate.replace(".", "").upper()
                yield change, new in _initials(main.surrogate)
