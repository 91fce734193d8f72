"""What stays of medicine: drugs, doses, conditions, tests, and those after whom they are called."""

from __future__ import annotations

import re
from collections.abc import Sequence

from understudy.categorise.left.place import GLOSS, OWNED, WORD, Place, capitals, in_lists
from understudy.categorise.rules.eponyms import GRADE, called_by, known_eponym, whole_word
from understudy.core.folding import flat
from understudy.identify.lengths import (
    says_measure,
    says_reading,
)

__all__ = ["is_dose", "is_drug", "is_eponym", "is_medicine"]

_RESULT = re.compile(r" ?[:=<>]{1,2} ?\d| \d+/\d")
_IN_BRACKETS = re.compile(r"\) (?:\w{1,4} )?\d")
_NUMBER = re.compile(r"(?<![^\W\d_])\d")
"""A number that is no part of a word: an address may have one, "T4" has none."""
_OWNERS = re.compile(r"['’]s?(?!\w)")
_ROMAN = re.compile(r"[ivx]+[abc]?|[a-z]")


def is_drug(place: Place) -> bool:
    """A drug, by its category or by its words."""
    if place.of("DRUG"):
        return True
    rest = place.rest
    return place.worded and bool(rest) and place.words.drugs.issuperset(rest)


def is_medicine(place: Place) -> bool:
    """At least one word of medicine that is no name, and nothing beside it that may be one."""
    if not place.worded or _NUMBER.search(place.value):
        return False
    words, found = place.words, WORD.findall(place.value)
    if capitals(place) and whole_word(place) in words.abbreviations:
        return True  # "A&E", "U&Es"
    if place.name in words.sides and words.medicine.issuperset(place.front[-1:]):
        return bool(place.before.strip())  # "Ojo Izquierdo"
    if place.cased and place.value.islower():
        listed = (words.medicine, words.medicine_beside, words.small)
        return bool(place.said) and in_lists(place.said, listed)
    strong = [word for word in found if _medical(word, place)]
    headed = bool(found) and flat(found[0]) in words.eponym_heads
    others = [word for word in found if word not in strong]
    if headed and not strong:
        rest = [flat(word) for word in found[1:] if flat(word) not in words.small]
        return bool(rest) and words.eponyms.issuperset(rest)
    return bool(strong) and all(_beside(word, place, headed=headed) for word in others)


def _medical(word: str, place: Place) -> bool:
    low, words = flat(word), place.words
    if word.isupper() and low in words.abbreviations:
        if place.cased and _measured(place):
            return True
        beside = [one for one in WORD.findall(place.before) if one.isupper() and len(one) > 1]
        known = [one for one in map(flat, beside) if one in words.abbreviations]
        said = any(one not in words.names for one in known)  # "COPD, T2DM, MI 2016"
        said = said or not words.drugs.isdisjoint(place.front[-2:])
        return said or "-" in place.value or low not in words.names
    if _may_name(word, low, place):
        return False
    return (
        low in words.medicine
        or low in words.drugs
        or (len(low) > 6 and low.endswith(words.medicine_endings))
    )


def _measured(place: Place) -> bool:
    """Whether what follows says that something in capitals is a test and nobody who speaks: "ANA
    1/40", "ELISA positiva", "(PIO) de 34"."""
    if place.before[-1:] == "(":
        return _IN_BRACKETS.match(place.behind) is not None
    if not place.before.strip() or place.before.rstrip(" ").endswith("\n"):
        return False
    behind, before = place.rear[:1], place.front[-1:]
    if before and before[0] in place.words.articles:
        return True  # "en la PIO"
    return _RESULT.match(place.behind) is not None or (
        bool(behind) and behind[0].strip(",.;:)") in place.words.eponym_tails
    )


def _may_name(word: str, low: str, place: Place) -> bool:
    """Whether it is a name of the lists; in a text with capitals, small letters are none."""
    return low in place.words.names and not (place.cased and word.islower())


def _beside(word: str, place: Place, *, headed: bool) -> bool:
    """Whether a word may stand beside one of medicine without naming anybody."""
    low, words = flat(word), place.words
    if low in words.small or _ROMAN.fullmatch(low):
        return True
    if headed and low in words.eponyms:
        return True
    known = low in words.medicine or low in words.medicine_beside or low in words.abbreviations
    return known and (low in words.sides or not _may_name(word, low, place))


def is_eponym(place: Place) -> bool:
    """Names of the list, with a head before them, a tail behind them or, for scales, a figure."""
    words, said = place.words, place.said
    if not place.worded or not said:
        return False
    named = [word.removesuffix("'s") for word in said if word not in words.small]
    behind = [word.strip(",.;:)") or word for word in place.rear if not word.startswith("'")]
    if _sure_eponym(place, named, behind) or _ailment(place, named) or known_eponym(place):
        return True
    if named and named[-1] in words.eponym_tails:
        return words.eponyms.issuperset(named[:-1]) and len(named) > 1
    if not named or not words.eponyms.issuperset(named):
        return False
    result = not words.eponym_results.isdisjoint(behind[:1]) and OWNED.match(place.behind)
    if result or not words.eponym_tails.isdisjoint(behind[:1]):
        return not called_by(place)
    return _scale(place, named, behind) or _behind_head(place)


def _sure_eponym(place: Place, named: Sequence[str], behind: Sequence[str]) -> bool:
    """Whether a name behind "síndrome de", or before "syndrome", is that of whom it is called
    after, whoever that is: no patient is named so."""
    sure, before = place.words.eponym_sure, place.front
    linked = len(before) > 1 and before[-1] in place.words.eponym_links and before[-2] in sure
    inside = not sure.isdisjoint(named)
    if not inside and not linked and sure.isdisjoint(behind[:1]):
        return False
    rest = [word for word in named if word not in sure]
    return 0 < len(rest) <= GLOSS and place.words.given.isdisjoint(rest)


def _ailment(place: Place, named: Sequence[str]) -> bool:
    """Whether a disease is called by the name alone: "has Parkinson's, and …"."""
    words = place.words
    if len(named) > 1 and words.ailments.issuperset(named):
        owners = len(_OWNERS.findall(place.value)) + bool(OWNED.match(place.behind))
        return owners >= len(named)  # "Burkitt's and Kaposi's"
    if len(named) != 1 or named[0] not in words.ailments:
        return False
    owned, before = (
        OWNED.match(place.behind),
        [one.rstrip(",;") for one in place.before.split()[-1:]],
    )
    if not before:
        return False
    if owned is None:  # "el Parkinson no es excusa"
        return flat(before[0]) in words.articles and place.cased
    if OWNED.sub("", flat(before[0])) in words.ailments:
        return True  # "Sjögren's, Crohn's"
    rest = place.behind[owned.end() :]
    follows = WORD.match(rest.lstrip()) if rest[:1].isspace() else None
    next_word = flat(follows[0]) if follows else ""
    ends = follows is None or next_word in words.small or next_word in words.ailment_cues
    return ends and (flat(before[0]).strip(" :") in words.ailment_cues or before[0].islower())


def _scale(place: Place, named: Sequence[str], behind: Sequence[str]) -> bool:
    """Whether a score follows, and no place is meant: "Glasgow 15", but neither "Glasgow 2014" nor
    "in Glasgow 3 people"."""
    words = place.words
    whole = whole_word(place)
    figures = [word for word in behind if word not in words.eponym_links]
    if not figures or not (words.scales.issuperset(named) or whole in words.scales):
        return False
    figures = [word for word in figures if word not in words.grade_words] or figures
    before = place.front
    placed = bool(before) and before[-1] in words.place_cues
    graded = GRADE.fullmatch(figures[0]) is not None
    lettered = bool({*named, whole} & words.scales_lettered) and figures[0] in "abcd"
    return (graded or lettered) and not placed


def _behind_head(place: Place) -> bool:
    """Whether the words before end with a head and what links it: "signos de Kernig y"."""
    words = list(place.front)
    known = place.words
    between = (known.eponym_links, known.eponyms, known.abbreviations)
    while words and (words[-1].isdigit() or in_lists(words[-1:], between)):
        if f"{words[-2] if words[1:] else ''} {words[-1]}".strip() in known.eponym_heads:
            return True
        words.pop()
    return bool(words) and words[-1] in known.eponym_heads


def is_dose(place: Place) -> bool:
    """A dose, a measure, or the reading of an instrument."""
    named = place.of("NUMBER", "DATE_TIME", "MISC", "POSTAL_CODE")
    if named and says_measure(place.value, place.behind, place.words):
        return True
    figures = place.of("NUMBER", "DATE_TIME")
    return says_reading(place.value, place.before, place.words, figures=figures)
