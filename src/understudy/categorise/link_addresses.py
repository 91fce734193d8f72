"""Addresses and user names take the key of the person whose name they have in them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import combinations, islice
from typing import Any

import ahocorasick

from understudy.core.folding import flat
from understudy.core.types import Span
from understudy.languages.names import address

__all__ = ["People", "key_addresses"]

_SHORTEST_IN_ADDRESS = 4
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
    owners = _Owners(people)
    for at in built:
        written = address(keys[at], language)
        owner = owners.of(flat(written.partition("@")[0]))
        if owner is None:
            keys[at] = first.setdefault(written, keys[at])
            continue
        place = seen.setdefault((found[at][1], owner), _Addresses()).place(written)
        keys[at] = owner if place == 0 else f"{owner} #{place + 1}"


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


class _Owners:
    """People by the words of their names, ready to be looked for in addresses."""

    def __init__(self, people: People) -> None:
        self._keys = [key for key, _ in people]
        self._words = [
            frozenset(word for word in words if len(word) >= _SHORTEST_IN_ADDRESS)
            for _, words in people
        ]

    def of(self, local: str) -> str | None:
        """The person most of whose name the local part of an address repeats."""
        best, most = None, 0
        for at in self._candidates(local):
            matched = sum(len(word) for word in self._words[at] if word in local)
            if matched > most:
                best, most = self._keys[at], matched
        return best

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
