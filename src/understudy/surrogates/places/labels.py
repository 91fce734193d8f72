"""The words between and before places: labels such as "CP", and what says that a region follows."""

from __future__ import annotations

import re
from functools import cache

from understudy.languages.lexicon import listed
from understudy.languages.lists import any_of, words_read
from understudy.surrogates.mention import AROUND, Mention
from understudy.surrogates.places.atlas import words_of

__all__ = ["adjacent", "labels_region", "region_behind"]

_GAP = re.compile(r"[\s,;.:()/\-–]*(?:[^\W\d_]+\.?[\s,;.:()/\-–]*){0,4}")


def labels_region(front: str, language: str) -> bool:
    """Whether the words before a name say that it is a region: "provincia de", "state of"."""
    if front.isascii() and not front.rstrip().lower().endswith(_label_ends(language)):
        return False  # a look that costs nothing before one at every character
    region, either = _region_label(language), _either_label(language)
    return bool(region.search(front)) and not either.search(front)


def region_behind(back: str, language: str) -> bool:
    """Whether the word behind a name says that it is a region: "Osun [State]", "Benguet
    [Province]"; in small letters it says nothing ("the Delta state of mind")."""
    return back[:1] == " " and _behind_label(language).match(back) is not None


@cache
def _behind_label(language: str) -> re.Pattern[str]:
    words = words_read(language, "places", "region_behind")
    return re.compile(rf" (?:{any_of((*words, *map(str.upper, words)))})(?![\w'’-])")


@cache
def _label_ends(language: str) -> tuple[str, ...]:
    """What the label of a region may end with, spaces apart."""
    kinds = ("words", "links", "articles")
    listed = (word for one in kinds for word in words_read(language, "places", f"region_{one}"))
    return (":", *(word.lower() for word in listed))


@cache
def _region_label(language: str) -> re.Pattern[str]:
    """Words in front that say that a region follows: "provincia de la", "state of"."""
    words, links, articles = (
        any_of(words_read(language, "places", f"region_{name}"))
        for name in ("words", "links", "articles")
    )
    return re.compile(rf"(?:{words})\s*(?:{links}|:)?\s*(?:(?:{articles})\s+)?$", re.I)


@cache
def _either_label(language: str) -> re.Pattern[str]:
    """A label that says no more than that it is a place: "Localidad/Provincia:"."""
    towns = any_of(words_read(language, "places", "town_words"))
    between = any_of(words_read(language, "places", "either_words"))
    return re.compile(rf"(?:{towns})\W{{1,3}}(?:{between})?\s*\w+\W*$", re.I)


@cache
def _labels(language: str) -> frozenset[str]:
    return frozenset(words_of(language)["labels"])


def adjacent(one: Mention, other: Mention, language: str) -> bool:
    """Whether only marks and words such as "CP" stand between two mentions."""
    match = _GAP.match(one.after)
    limit = match.end() if match else 0
    for at in range(min(limit, AROUND - 1) + 1):
        if one.after[at : at + 1] != other.text[:1]:
            continue
        shown = one.after[at : at + len(other.text)]
        if shown and len(shown) >= min(len(other.text), 4) and other.text.startswith(shown):
            words = re.findall(r"[^\W\d_]+", one.after[:at].lower())
            known, joins = _labels(language), listed("coordinating", language)
            return all(word in known or len(word) == 1 for word in words) and not any(
                word in joins for word in words
            )  # "Osuna y Cádiz" are two
    return False
