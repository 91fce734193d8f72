"""Names as linking compares them: their words, short forms, misspellings and spellings."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from functools import cache, lru_cache
from itertools import combinations, pairwise
from typing import NamedTuple

from understudy.core.folding import flat
from understudy.languages import get
from understudy.languages.frozen import names_of, weighted
from understudy.languages.lexicon import listed, raw

__all__ = [
    "Name",
    "address",
    "call_names",
    "callings",
    "forms",
    "likenesses",
    "name_of",
    "near",
    "related",
    "same_person",
    "second",
    "spelt_word",
]

Name = tuple[str, ...]
"""The flat words of a name, without titles and particles."""

_SHORTEST_MISSPELT, _LONGEST_MISSPELT = 6, 40
"""Letters of a word that may be another one with a slip; a longer one is no name."""


@cache
def _paired(language: str) -> frozenset[str]:
    """Names that take a second one: "José" alone is not the "María José" of the text."""
    return frozenset(map(flat, listed("paired", language)))


@cache
def _dropped(language: str) -> frozenset[str]:
    """Words of a mention that name nobody. A title of one letter is one in its own language alone:
    "D. Hall" is Don Hall in Spanish, and Desmond Hall in English."""
    own = frozenset(map(flat, raw(language)["titles"]))
    titles = (one for one in map(flat, listed("titles", language)) if len(one) > 1 or one in own)
    return frozenset((*titles, *map(flat, listed("particles", language))))


@cache
def callings(language: str) -> frozenset[str]:
    """What somebody is to somebody, before a name: "Grandad Harold", "née Park"."""
    tables = (get(one).table("people") for one in get(language).reads)
    words = (word for table in tables for word in table.get("same", {}).get("before", ()))
    return frozenset(map(flat, words))


@cache
def _short(language: str) -> Mapping[str, frozenset[str]]:
    """Short form → the names it may stand for."""
    found: dict[str, set[str]] = {}
    for one in get(language).reads:
        for full, shorts in raw(one)["short_forms"].items():
            for short in shorts:
                found.setdefault(flat(short), set()).add(flat(full))
    return {short: frozenset(names) for short, names in found.items()}


def name_of(value: str, language: str) -> Name:
    """The words of a mention; at least one, though it be a title or a sign. "Lee, Ann" has the
    order of "Ann Lee"."""
    last, comma, first = value.partition(",")
    if comma and "," not in first:
        given, surname = (_untitled(_words(one), language) for one in (first, last))
        if given and surname:
            return (*given, *surname)
    words = _words(value) or [value]
    if len(words) > 1 and words[0] in callings(language):
        words = words[1:]
    return tuple(_untitled(words, language) or words)


def _words(value: str) -> list[str]:
    words = flat(value).split()
    if "'" in value or "’" in value:
        return [word.removesuffix("'s") for word in words]
    return words


def _untitled(words: list[str], language: str) -> list[str]:
    dropped = _dropped(language)
    return words if dropped.isdisjoint(words) else [word for word in words if word not in dropped]


@lru_cache(maxsize=1 << 16)
def forms(word: str, language: str) -> frozenset[str]:
    """The word and the names that it is short for, or a small form of: "Albita"."""
    return _short(language).get(word, frozenset()) | _enlarged(word, language) | {word}


_SHORTEST_STEM = 3
_SHORTEST_BEGUN = 3


def _enlarged(word: str, language: str) -> frozenset[str]:
    """The names of which a word can be a diminutive: of "Albita" it is Alba."""
    found: set[str] = set()
    for end, whole in _diminutives(language):
        stem = word.removesuffix(end)
        if stem != word and len(stem) >= _SHORTEST_STEM:
            stems = (
                stem,
                *(
                    stem[: -len(one)] + other
                    for one, other in _spelt_anew(language)
                    if stem.endswith(one)
                ),
            )
            found.update(one + other for one in stems for other in whole)
    return frozenset(found)


@cache
def _spelt_anew(language: str) -> tuple[tuple[str, str], ...]:
    """How the end of a stem is written before a diminutive, and without: "Dieguito" of Diego."""
    tables = (raw(one).get("stems", {}) for one in get(language).reads)
    return tuple((before, alone) for table in tables for before, alone in table.items())


@cache
def _diminutives(language: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Endings of diminutives, the longest first, each with those of the names they are of."""
    tables = (raw(one).get("diminutives", {}) for one in get(language).reads)
    united = {flat(end): tuple(whole) for table in tables for end, whole in table.items()}
    return tuple(sorted(united.items(), key=lambda one: (-len(one[0]), one[0])))


def call_names(name: Name, language: str) -> Name:
    """The words by which a person of this name can be called: not the second of "María José"."""
    if len(name) > 1 and name[0] in _paired(language) and name[1] in _given(language):
        return (" ".join(name[:2]), name[0], *name[2:])
    return name


def second(name: Name, language: str) -> str | None:
    """The second given name of a pair, by which a person is called where nobody else has it.

    "Carmen" is María del Carmen, but "José" is hardly María José, who is a woman.
    """
    if len(name) < 3 or name[0] not in _paired(language):
        return None
    one, other = (_gender(word, language) for word in name[:2])
    return name[1] if one * other > 0 else None


def _gender(word: str, language: str) -> int:
    """Above zero for a woman's name, below for a man's: more of the lists of names say so."""
    female, male = _genders(language)
    return female[word] - male[word]


@cache
def _genders(language: str) -> tuple[Counter[str], Counter[str]]:
    """How many lists have a female and a male given name."""
    locales = [
        locale for one in get(language).reads for locale in get(one).table("sources")["names"]
    ]
    lists = [names_of(locale) for locale in locales]
    female, male = (
        Counter(word for one in lists for word in set(map(flat, weighted(one.get(kind, ())))))
        for kind in ("first_names_female", "first_names_male")
    )
    return female, male


@cache
def _given(language: str) -> frozenset[str]:
    return frozenset(map(flat, listed("short_forms", language)))


def same_person(one: Name, other: Name, language: str) -> bool:
    """Whether two names of several words can be one person's."""
    short, long = (one, other) if len(one) <= len(other) else (other, one)
    if short[0] in long and (_is_run(short, long) or sorted(short) == sorted(long)):
        return True
    if not _same_given(short[0], long[0], language):
        pair = forms(" ".join(long[:2]), language)
        if not pair & forms(short[0], language):
            return False
    return all(any(_same_surname(word, part) for part in long[1:]) for word in short[1:])


def _is_run(short: Name, long: Name) -> bool:
    """Whether the words of a name stand in another, one after the other."""
    size = len(short)
    return any(long[at : at + size] == short for at in range(len(long) - size + 1))


def _same_surname(one: str, other: str) -> bool:
    """Whether two words can be one surname, or one of them its initial: "Sara P"."""
    return (
        one == other or near(one, other) or (min(len(one), len(other)) == 1 and one[0] == other[0])
    )


def _same_given(one: str, other: str, language: str) -> bool:
    if len(one) == 1 or len(other) == 1:
        return one[0] == other[0]
    if _begins(one, other, language):
        return True
    return bool(forms(one, language) & forms(other, language)) or near(one, other)


_LEFT_OUT = 3


def _begins(one: str, other: str, language: str) -> bool:
    """Whether a word that is no name of its own is the beginning of a given name: "Satur" of
    Saturnino, but not "Carl" of Carla."""
    short, long = (one, other) if len(one) <= len(other) else (other, one)
    if len(short) < _SHORTEST_BEGUN or not long.startswith(short):
        return False
    female, male = _genders(language)
    return len(long) - len(short) >= _LEFT_OUT and not (female[short] or male[short])


def near(one: str, other: str) -> bool:
    """Whether two long words differ by one letter more, less or other, or by two swapped."""
    if one[:1] != other[:1] and one[-1:] != other[-1:]:
        return False  # hardly any two are alike at either end
    if min(len(one), len(other)) < _SHORTEST_MISSPELT or abs(len(one) - len(other)) > 1:
        return False
    if max(len(one), len(other)) > _LONGEST_MISSPELT:
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


@lru_cache(maxsize=1 << 14)
def likenesses(word: str) -> frozenset[str]:
    """The word, and what is left of it without each of its letters: of two words that are near
    each other, these have one in common."""
    if not _SHORTEST_MISSPELT <= len(word) <= _LONGEST_MISSPELT:
        return frozenset()
    return frozenset((word, *(word[:at] + word[at + 1 :] for at in range(len(word)))))


def related(names: Collection[Name], language: str) -> bool:
    """Whether any two names may have to do with each other; a look that costs little."""
    words = [word for name in names for word in name]
    distinct = set(words)
    if len(distinct) < len(words):
        return True
    short = _short(language)
    if any(word in short for word in words) and _shortened(names, distinct, short):
        return True
    if any(
        len(one) >= _SHORTEST_BEGUN and other.startswith(one)
        for one, other in pairwise(sorted(distinct))
    ):
        return True
    small = ((word, _enlarged(word, language)) for word in distinct)
    if any(not (wholes - {word}).isdisjoint(distinct) for word, wholes in small):
        return True
    long = [word for word in words if len(word) >= _SHORTEST_MISSPELT]
    return any(
        len(set(pieces)) < len(long) and _slip(long, pieces)
        for pieces in ([word[:2] for word in long], [word[-3:] for word in long])
    )


def _shortened(
    names: Collection[Name], words: set[str], short: Mapping[str, frozenset[str]]
) -> bool:
    """Whether a full name, or another short form of it, is among the words beside a short one."""
    firsts = {" ".join(name[:2]) for name in names}
    fulls = Counter(full for word in words if word in short for full in short[word])
    return any(times > 1 or full in words or full in firsts for full, times in fulls.items())


def _slip(words: Sequence[str], pieces: Sequence[str]) -> bool:
    """Whether two of the words that share a piece are near each other.

    A change of one letter, or of two neighbours, leaves the first two letters or the last three.
    """
    times = Counter(pieces)
    like: dict[str, list[str]] = {}
    for word, piece in zip(words, pieces, strict=True):
        if times[piece] > 1:
            for one in likenesses(word):
                like.setdefault(one, []).append(word)
    return any(near(one, other) for group in like.values() for one, other in combinations(group, 2))


def _united(kind: str, language: str) -> dict[str, str]:
    """A table of words in all languages that are read in documents of this one."""
    return {
        word: meaning for one in get(language).reads for word, meaning in raw(one)[kind].items()
    }


class _Marks(NamedTuple):
    """How the signs of an address are said."""

    pattern: re.Pattern[str]
    signs: Mapping[str, str]
    also: Mapping[str, str]


@cache
def _marks(language: str) -> _Marks:
    signs = _united("said", language)
    said = "|".join(sorted(signs, key=len, reverse=True))
    return _Marks(re.compile(rf"\s+({said})\s+"), signs, _united("said_also", language))


def address(value: str, language: str) -> str:
    """An address or user name as it is written, however it was said."""
    if " " not in value:
        return value
    marks = _marks(language)
    for other, word in marks.also.items():
        value = value.replace(other, word)
    said = marks.pattern.sub(lambda match: marks.signs[match[1]], value)
    return "".join(said.split())


class _Letters(NamedTuple):
    """How letters are said."""

    names: Mapping[str, str]
    long: Mapping[str, str]
    """Names of more than one word."""
    pattern: re.Pattern[str] | None
    """These names in a text."""
    doubling: frozenset[str]
    likes: tuple[tuple[str, ...], ...]
    """What links a letter to an example, the longest first."""


@cache
def _letters(language: str) -> _Letters:
    long = _united("long_letters", language)
    likes = (*listed("likes", language), *listed("likes_short", language))
    return _Letters(
        {flat(name): flat(letter) for name, letter in _united("letters", language).items()},
        long,
        re.compile(r"\b(?:" + "|".join(long) + r")\b") if long else None,
        frozenset(listed("doubling", language)),
        tuple(sorted((tuple(like.split()) for like in likes), key=len, reverse=True)),
    )


def spelt_word(value: str, language: str) -> str:
    """The word that a spelling spells; empty where it is no spelling."""
    said, known = flat(value), _letters(language)
    if known.pattern is not None:
        said = known.pattern.sub(lambda match: known.long[match[0]], said)
    letters, at, words = "", 0, said.split()
    while at < len(words):
        word = words[at]
        if word in known.doubling and at + 1 < len(words):
            at += 1
            word = words[at]
            letters += _letter(word, known)
        letter = _letter(word, known)
        if not letter:
            return ""
        letters += letter
        at += 1
        example = at + _like(words, at, known)
        if at < example < len(words) and _is_example(words[example], letter, known):
            at = example + 1
    return letters


def _like(words: Sequence[str], at: int, known: _Letters) -> int:
    """How many words from here on link a letter to an example."""
    return next((len(like) for like in known.likes if like == tuple(words[at : at + len(like)])), 0)


def _is_example(word: str, letter: str, known: _Letters) -> bool:
    """Whether a word shows a letter; "e de erre" are three letters."""
    return len(word) > 1 and word[0] == letter and not _letter(word, known)


def _letter(word: str, known: _Letters) -> str:
    return word if len(word) == 1 and word.isalpha() else known.names.get(word, "")
