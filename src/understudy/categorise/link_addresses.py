"""Addresses and user names take the key of the person whose name they have in them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import combinations, islice
from typing import Any

import ahocorasick

from understudy.core.folding import flat
from understudy.core.types import Span
from understudy.languages.names import address

__all__ = ["People", "joined_by_addresses", "key_addresses"]

_SHORTEST_IN_ADDRESS = 4
_LONG = 5
"""Letters of a surname that two addresses hardly share by chance, or of the beginning of one."""
_PART = re.compile(r"[^\W\d_]+")
_FEW = 16
"""Of up to a few people, or addresses of one person, all are compared with a further one."""
_MOST_WORDS = 8
"""Words of one person, or in one address, that are looked at together."""

People = list[tuple[str, Iterable[str]]]
"""The key of each person, and the words of their names."""


def key_addresses(
    built: Iterable[int],
    found: Sequence[tuple[Span, str]],
    keys: list[str],
    people: People,
    language: str,
) -> None:
    """An address takes the key of the person whose name it has in it.

    A person's second address is another entity: it takes the key with a number.
    """
    seen: dict[tuple[str, str], _Addresses] = {}
    first: dict[str, str] = {}
    alike = _Alike()
    owners = _Owners(people)
    for at in built:
        written = address(keys[at], language)
        owner = owners.of(_local(written))
        if owner is None:
            keys[at] = first.setdefault(written, alike.key(written, keys[at]))
            continue
        place = seen.setdefault((found[at][1], owner), _Addresses()).place(written)
        keys[at] = owner if place == 0 else f"{owner} #{place + 1}"


def joined_by_addresses(
    built: Iterable[int], keys: list[str], people: People, language: str
) -> People:
    """The people, two of whom are one where an address has the only names of both: with
    "@ann_lee", "Ann" and "Lee" are one person. Their keys are put in place."""
    lone = {next(iter(words)): key for key, words in people if len(list(words)) == 1}
    for at in built if len(lone) > 1 else ():
        parts = _PART.findall(_local(address(keys[at], language)))
        if len(parts) != 2 or not (len(set(parts)) == 2 and lone.keys() >= set(parts)):
            continue
        first, last = (lone.pop(part) for part in parts)
        for place, key in enumerate(keys):
            keys[place] = first if key == last else key
        both = {word for key, words in people if key in (first, last) for word in words}
        people = [(key, words) for key, words in people if key not in (first, last)]
        people.append((first, both))
    return people


class _Alike:
    """Addresses of nobody who is named, by the surname in them: two of one surname are one
    person's, where one has the given name or its initial, too: "p.okonkwo82" and
    "precious.okonkwo"."""

    __slots__ = ("_of_surname",)

    def __init__(self) -> None:
        self._of_surname: dict[str, list[tuple[str, str]]] = {}

    def key(self, written: str, key: str) -> str:
        """The key of an address like this one, or else the given one."""
        parts = _PART.findall(_local(written))
        if len(parts) != 2 or len(parts[1]) < _LONG:
            return key
        given, surname = parts
        others = self._of_surname.setdefault(surname, [])
        found = next((one for other, one in others if _one_given(given, other)), key)
        if len(others) < _FEW:
            others.append((given, found))
        return found


def _one_given(one: str, other: str) -> bool:
    short, long = sorted((one, other), key=len)
    return short == long or (len(short) == 1 and long.startswith(short))


def _local(written: str) -> str:
    """What stands before the sign of an address, or behind that of a user name."""
    return flat(written.lstrip("@").partition("@")[0])


class _Addresses:
    """The addresses of one person, each with its number; one that is a part of another is the
    same, as far as the first ones are concerned."""

    __slots__ = ("_numbers",)

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}

    def place(self, written: str) -> int:
        for one, number in islice(self._numbers.items(), _FEW):
            if one in written or written in one:
                return number
        return self._numbers.setdefault(written, len(self._numbers))


def _letters(word: str) -> str:
    """The letters of a name, as addresses have them: "odonnell"."""
    return "".join(filter(str.isalpha, word))


def _left(local: str, own: Sequence[str], words: Iterable[str]) -> int:
    """How many letters of an address are the beginnings of a person's names, beside those that
    stand there whole."""
    for word in sorted(own, key=len, reverse=True):
        local = local.replace(word, " ")
    others = [word for word in words if word not in own]
    parts = _PART.findall(local)
    return sum(len(part) for part in parts if any(one.startswith(part) for one in others))


def _begins(letters: str, words: Iterable[str]) -> bool:
    """Whether two beginnings of a person's names, one of them long, are all of some letters."""
    names = list(words)
    for cut in range(1, len(letters)):
        front, back = letters[:cut], letters[cut:]
        firsts = [word for word in names if word.startswith(front)]
        if not firsts:
            return False
        for word in names:
            if not word.startswith(back) or (len(firsts) == 1 and firsts == [word]):
                continue
            if cut == 1 and len(word) > _LONG:
                return True  # "akowal"
            if cut > 1 and max(cut, len(back)) >= _SHORTEST_IN_ADDRESS and len(back) > 1:
                return True
    return False


class _Owners:
    """People by the words of their names, ready to be looked for in addresses."""

    def __init__(self, people: People) -> None:
        self._keys = [key for key, _ in people]
        self._all = [frozenset(filter(None, map(_letters, words))) for _, words in people]
        self._words = [
            frozenset(word for word in words if len(word) >= _SHORTEST_IN_ADDRESS)
            for words in self._all
        ]

    def of(self, local: str) -> str | None:
        """The person most of whose name the local part of an address repeats; of two with as much
        of it, the one whose other names begin with what is left: "covallamazares" is Covadonga's,
        and not her brother's."""
        best, most = None, (0, 0)
        for at in self._candidates(local):
            own = [word for word in self._words[at] if word in local]
            matched = sum(map(len, own))
            if matched and matched >= most[0]:
                fit = (matched, _left(local, own, self._all[at]))
                best, most = (self._keys[at], fit) if fit > most else (best, most)
        return best or self._begun(local)

    def _begun(self, local: str) -> str | None:
        """The only person of whose names an address has the beginnings: an initial and that of a
        long name ("akowal" of Ann Kowalczyk), or those of two ("covagil" of Covadonga Gil)."""
        letters = local if local.isalpha() else ""
        if len(letters) <= _LONG or len(self._keys) > _FEW:
            return None
        found = {
            key for key, words in zip(self._keys, self._all, strict=True) if _begins(letters, words)
        }
        return found.pop() if len(found) == 1 else None

    def _candidates(self, local: str) -> Iterable[int]:
        """All of a few people; of many, the first with each of the words in the address."""
        if len(self._keys) <= _FEW:
            return range(len(self._keys))
        first, automaton = self._index
        if not len(automaton):
            return ()
        said = {word for _, word in automaton.iter(local)}
        return sorted({first[some] for some in _some_of(said) if some in first})

    @cached_property
    def _index(self) -> tuple[dict[tuple[str, ...], int], Any]:
        first: dict[tuple[str, ...], int] = {}
        automaton = ahocorasick.Automaton()
        for at, words in enumerate(self._words):
            for some in _some_of(words):
                first.setdefault(some, at)
            for word in words:
                automaton.add_word(word, word)
        automaton.make_automaton()
        return first, automaton


def _some_of(words: Iterable[str]) -> Iterator[tuple[str, ...]]:
    """The words one by one, by twos and by threes: of all people with the same words in an
    address, the first is its owner, so that the others need no look."""
    longest = sorted(words, key=lambda word: (-len(word), word))
    yield from ((word,) for word in longest)
    for size in (2, 3):
        yield from combinations(sorted(longest[:_MOST_WORDS]), size)
