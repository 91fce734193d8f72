"""Whose names stand in the name of an organization: a person's ("Hospital Gregorio Salas") or a
town's."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from itertools import combinations

from understudy.core.folding import flat_letters
from understudy.languages.lists import any_of, words_read
from understudy.surrogates.agreement import ending
from understudy.surrogates.organizations.words import sort_table
from understudy.surrogates.people.names import gender_of, is_given, is_surname
from understudy.surrogates.places.atlas import words_of
from understudy.surrogates.places.kinds import is_join
from understudy.surrogates.places.reading import is_place

__all__ = ["GIVEN", "NUMERAL", "OPENING", "SURNAME", "TOWN", "roles_of"]

GIVEN, SURNAME, TOWN, OPENING = "given", "surname", "town", "opening"
"""What a word of a name is."""
NUMERAL = re.compile(r"[IVX]+")


@cache
def _ends_with(language: str, key: str) -> re.Pattern[str]:
    """Texts that end with one of the words of a list."""
    words = any_of(words_read(language, "organizations", key))
    return re.compile(rf"\b(?:{words})\s*$", re.I)


def roles_of(tokens: Sequence[str], front: str, language: str) -> dict[int, str]:
    """Which words of a run are the names of a place or of a person: "Gregorio Salas", "El Paso"."""
    content = [
        at
        for at, token in enumerate(tokens)
        if token[:1].isalpha() and not is_join(token, language) and not NUMERAL.fullmatch(token)
    ]
    found: dict[int, str] = {}
    for first, last in combinations(content, 2):
        if is_place("".join(tokens[first : last + 1]), language):
            found |= dict.fromkeys((at for at in content if first <= at <= last), TOWN)
            if len(tokens[first]) == 1 or tokens[first].lower() in words_of(language)["openings"]:
                found[first] = OPENING
    articles = words_of(language).get("town_articles", ())
    if len(content) > 1 and tokens[content[0]] in articles:
        return {content[0]: OPENING, **dict.fromkeys(content[1:], TOWN)}  # A Coruña
    return found or _people(tokens, content, front, language)


def _people(
    tokens: Sequence[str], content: Sequence[int], front: str, language: str
) -> dict[int, str]:
    """Names of a person, where all words of a run can be such.

    A name by itself is one only behind other words ("Fundación Marta"), where it is no town or
    surname as well, unless a ruler is meant ("Hospital Infanta Elena", "Instituto Alfonso X"), and
    never behind a plural article. Of several words all must be names, or all but one behind a
    given name, since no list has every surname. A word that says something else as well ("Romero",
    "Costa") is a name beside another one. A numeral makes all of them given names: "Juan Carlos I".
    """
    words = [tokens[at] for at in content]
    stems = [flat_letters(ending(word, language)[0]) for word in words]
    given = [is_given(stem) and bool(gender_of(stem, language)) for stem in stems]
    last = [is_surname(stem) for stem in stems]
    apart = len(words) == 1 or len(words) < len([one for one in tokens if one.isalpha()])
    named = [one or other for one, other in zip(given, last, strict=True)]
    for word, known in zip(words, named, strict=True):
        if not _like_a_name(word) or ((apart or not known) and sort_table(word, language)):
            return {}
    if len(words) == 1:
        town = last[0] or is_place(words[0], language)
        sure = _ends_with(language, "nobles").search(front) or any(map(NUMERAL.fullmatch, tokens))
        plural = _ends_with(language, "plural_articles").search(front)
        alone = given[0] and front and (sure or not town) and not plural
        return {content[0]: GIVEN} if alone else {}
    if not words or not (all(named) or (given[0] and named.count(False) == 1)):
        return {}
    firsts = _firsts(given, last)
    if all(given) and any(map(NUMERAL.fullmatch, tokens)):
        firsts = len(given)
    return {at: GIVEN if place < firsts else SURNAME for place, at in enumerate(content)}


def _firsts(given: Sequence[bool], last: Sequence[bool]) -> int:
    """How many given names a person has whose names these are; the last one is none."""
    count = 0
    while count < len(given) - 1 and given[count] and not (count and last[count]):
        count += 1
    return count


def _like_a_name(word: str) -> bool:
    letters = word.replace("-", "").replace("'", "")
    return word[:1].isupper() and letters.isalpha() and not (len(word) > 1 and word.isupper())
