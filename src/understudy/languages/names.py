"""Names as linking compares them: their words, short forms, misspellings and spellings."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from functools import cache
from itertools import combinations

from understudy.core.folding import flat, flat_words
from understudy.languages import installed
from understudy.languages.lexicon import raw

__all__ = [
    "Name",
    "address",
    "ends",
    "forms",
    "name_of",
    "near",
    "related",
    "same_person",
    "spelt_word",
    "standing",
]

Name = tuple[str, ...]
"""The flat words of a name, without titles and particles."""

_SHORTEST_MISSPELT = 6
_COMPOUND = flat_words("maria jose juan ana luis miguel jesus marco jean mary anne")
"""Names that take a second one: "José" alone is not the "María José" of the text."""


@cache
def _dropped() -> frozenset[str]:
    """Words of a mention that name nobody."""
    listed = (raw(language)[kind] for language in installed() for kind in ("titles", "particles"))
    return frozenset(flat(word) for words in listed for word in words)


@cache
def _short() -> Mapping[str, frozenset[str]]:
    """Short form → the names it may stand for."""
    found: dict[str, set[str]] = {}
    for language in installed():
        for full, shorts in raw(language)["short_forms"].items():
            for short in shorts:
                found.setdefault(flat(short), set()).add(flat(full))
    return {short: frozenset(names) for short, names in found.items()}


def name_of(value: str) -> Name:
    """The words of a mention; at least one, though it be a title or a sign."""
    words = flat(value).split() or [value]
    if "'" in value or "’" in value:
        words = [word.removesuffix("'s") for word in words]
    if _dropped().isdisjoint(words):
        return tuple(words)
    return tuple([word for word in words if word not in _dropped()] or words)


@cache
def forms(word: str) -> frozenset[str]:
    """The word and the names that it is short for."""
    return _short().get(word, frozenset()) | {word}


def standing(name: Name) -> Name:
    """The words by which a person of this name can be called: not the second of "María José"."""
    if len(name) > 1 and name[0] in _COMPOUND and name[1] in _given():
        return (" ".join(name[:2]), name[0], *name[2:])
    return name


@cache
def _given() -> frozenset[str]:
    tables = (raw(language)["short_forms"] for language in installed())
    return frozenset(flat(name) for table in tables for name in table)


def same_person(one: Name, other: Name) -> bool:
    """Whether two names of several words can be one person's."""
    short, long = sorted((one, other), key=len)
    if any(long[at : at + len(short)] == short for at in range(len(long) - len(short) + 1)):
        return True
    if sorted(short) == sorted(long):
        return True
    if not _same_given(short[0], long[0]) and not forms(" ".join(long[:2])) & forms(short[0]):
        return False
    return all(any(word == part or near(word, part) for part in long[1:]) for word in short[1:])


def _same_given(one: str, other: str) -> bool:
    if len(one) == 1 or len(other) == 1:
        return one[0] == other[0]
    return bool(forms(one) & forms(other)) or near(one, other)


def near(one: str, other: str) -> bool:
    """Whether two long words differ by one letter more, less or other, or by two swapped."""
    if min(len(one), len(other)) < _SHORTEST_MISSPELT or abs(len(one) - len(other)) > 1:
        return False
    if not (one.isalpha() and other.isalpha()):  # another digit is another thing
        return False
    at = 0
    while at < min(len(one), len(other)) and one[at] == other[at]:
        at += 1
    left, right = one[at:], other[at:]
    return (
        left[1:] == right[1:]
        or left[1:] == right
        or left == right[1:]
        or (left[:2] == right[1::-1] and left[2:] == right[2:])
    )


def ends(word: str) -> tuple[str, ...]:
    """Pieces of a long word, one of which every word near it has too.

    A change of one letter, or of two neighbours, leaves the first two letters or the last three.
    """
    return () if len(word) < _SHORTEST_MISSPELT else (word[:2], word[-3:] + "$")


def related(names: Collection[Name]) -> bool:
    """Whether any two names may have to do with each other; a look that costs little."""
    words = [word for name in names for word in name]
    distinct = set(words)
    if len(distinct) < len(words):
        return True
    short = _short()
    for word in words:
        if word in short and _stands_for(short[word], names, distinct):
            return True
    long = [word for word in words if len(word) >= _SHORTEST_MISSPELT]
    for pieces in ([word[:2] for word in long], [word[-3:] for word in long]):
        if len(set(pieces)) < len(long) and _slip(long, pieces):
            return True
    return False


def _stands_for(fulls: frozenset[str], names: Collection[Name], words: set[str]) -> bool:
    """Whether one of the full names, or another short form of it, is among the words."""
    short = _short()
    return (
        not words.isdisjoint(fulls)
        or any(" ".join(name[:2]) in fulls for name in names)
        or sum(not fulls.isdisjoint(short[word]) for word in words if word in short) > 1
    )


def _slip(words: Sequence[str], pieces: Sequence[str]) -> bool:
    """Whether two of the words that share a piece are near each other."""
    sharing: dict[str, list[str]] = {}
    for word, piece in zip(words, pieces, strict=True):
        sharing.setdefault(piece, []).append(word)
    return any(
        near(one, other) for group in sharing.values() for one, other in combinations(group, 2)
    )


_SPOKEN = {
    "dot": ".", "punto": ".", "at": "@", "arroba": "@", "underscore": "_", "dash": "-",
    "hyphen": "-", "guion bajo": "_", "guion": "-", "barra baja": "_",
}  # fmt: skip
_SAID = re.compile(r"\s+(" + "|".join(sorted(_SPOKEN, key=len, reverse=True)) + r")\s+")


def address(value: str) -> str:
    """An address or user name as it is written, however it was said."""
    if " " not in value:
        return value
    said = _SAID.sub(lambda match: _SPOKEN[match[1]], value.replace("guión", "guion"))
    return "".join(said.split())


_LONG = {"uve doble": "w", "doble uve": "w", "doble u": "w", "i griega": "y", "i latina": "i"}
_LONG_NAMES = re.compile(r"\b(?:" + "|".join(_LONG) + r")\b")
_LIKE = flat_words("as for like de como")


@cache
def _letters() -> Mapping[str, str]:
    return {
        flat(name): flat(letter)
        for language in installed()
        for name, letter in raw(language)["letters"].items()
    }


def spelt_word(value: str) -> str:
    """The word that a spelling spells; empty where it is no spelling."""
    letters, at = "", 0
    words = _LONG_NAMES.sub(lambda match: _LONG[match[0]], flat(value)).split()
    while at < len(words):
        word = words[at]
        if word in ("double", "doble") and at + 1 < len(words):
            at += 1
            word = words[at]
            letters += _letter(word)
        letter = _letter(word)
        if not letter:
            return ""
        letters += letter
        at += 1
        if at + 1 < len(words) and words[at] in _LIKE:
            example = at + 2 if words[at : at + 2] == ["as", "in"] else at + 1
            if example < len(words) and _is_example(words[example], letter):
                at = example + 1
    return letters


def _is_example(word: str, letter: str) -> bool:
    """Whether a word shows a letter; "e de erre" are three letters."""
    return len(word) > 1 and word[0] == letter and not _letter(word)


def _letter(word: str) -> str:
    return word if len(word) == 1 and word.isalpha() else _letters().get(word, "")
