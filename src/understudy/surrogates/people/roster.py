"""Which words of one person's mentions are given names, and which surnames.

All mentions are read together: the longest says most, and the others show some of its names, in
short, as an initial, cut off or misspelt. What stays of it in the end is only the structure.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from functools import cache
from typing import NamedTuple

from understudy.core.folding import flat_letters
from understudy.core.text import hidden_repr
from understudy.languages.names import forms, near
from understudy.surrogates.people.names import (
    canonical,
    equals,
    equivalent_to,
    is_given,
    is_surname,
    known,
)
from understudy.surrogates.people.sketch import MOST_NAMES, MOST_SHORT, Ref

__all__ = ["Entry", "Name", "Roster", "by_lists", "full_names", "plural_ends"]


Taken = AbstractSet[tuple[str, int]]
"""The places, (part, place), that a mention shows already."""
_SHORTEST = 3
"""Fewer letters are an initial or a chance."""


class Name(NamedTuple):
    """A word of a mention that names somebody."""

    at: int
    """Which bit of the mention it is."""
    flat: str
    text: str
    kind: str
    particle: str = ""
    joined: str = ""
    """What stands between the name before it and this one."""
    start: int = -1
    """Which bit its particle begins with."""

    def __repr__(self) -> str:
        return hidden_repr(self)


@dataclass
class Entry:
    """A name of the person, as it was met first."""

    flat: str
    text: str = ""
    particle: str = ""

    def __repr__(self) -> str:
        return hidden_repr(self)


def by_lists(flat: str, language: str) -> float:
    """Towards a given name (positive) or a surname, by the lists."""
    return float(is_given(flat, language)) - float(is_surname(flat, language))


def full_names(
    words: Iterable[str],
    pairs: Iterable[str],
    language: str,
    alike: Iterable[tuple[str, str]] = (),
) -> Mapping[str, str]:
    """For each short form or equivalent among the flat words, the name that it stands for.

    That is one which is mentioned, or which another short form stands for, too. A short form by
    itself is a name like any other. Of two words that are ``alike`` by where they stand, and of
    which the lists know nothing, the longer one is the name.
    """
    distinct = dict.fromkeys(words)
    together = frozenset(pairs)
    found: dict[str, str] = {}
    for word in distinct:
        fulls, equals = canonical(word, language), equivalent_to(word, language)
        small = forms(word, language) - {word}  # "Dieguito" beside Diego
        if not fulls and not equals and not small:
            continue
        others = [canonical(other, language) for other in distinct if other != word]
        whole = {*distinct, *(pair for pair in together if not pair.endswith(word))}
        shared = (fulls | equals) & whole or fulls & frozenset().union(*others)
        shared = shared or small & set(distinct)
        if shared:
            found[word] = min(shared)
    for one, other in alike:
        if not {one, other} & {*found, *found.values()}:
            full, short = (one, other) if len(one) >= len(other) else (other, one)
            found[short] = full
    return found


@dataclass
class Roster:
    """The names of one person, as they are met."""

    language: str
    full: Mapping[str, str] = field(default_factory=dict)
    words: frozenset[str] = frozenset()
    """The flat words of all mentions."""
    givens: list[Entry] = field(default_factory=list)
    surnames: list[Entry] = field(default_factory=list)
    shorts: list[str] = field(default_factory=list)
    equivalent: str = ""

    def __repr__(self) -> str:
        return hidden_repr(self)

    def vote(self, flat: str) -> float:
        """What the names that are known already say about a word."""
        if not (self.givens or self.surnames or self.full):
            return 0.0
        full = self.full.get(flat, flat)
        if any(entry.flat in (flat, full) for entry in self.givens) or flat in self.full:
            return 3.0
        if self._surname(flat) is not None:
            return -3.0
        return 3.0 if self._shortened(flat) is not None else 0.0

    def _shortened(self, flat: str, taken: Taken = frozenset()) -> int | None:
        """The given name of which a word is the beginning: Dash of Dashiell."""
        for place, entry in enumerate(self.givens):
            begins = len(flat) >= _SHORTEST and entry.flat.startswith(flat) and entry.flat != flat
            if begins and ("given", place) not in taken:
                return place
        return None

    def _surname(self, flat: str) -> int | None:
        for test in (self._same, near):
            for index, entry in enumerate(self.surnames):
                if test(flat, entry.flat):
                    return index
        return None

    def _same(self, one: str, other: str) -> bool:
        return one == other or self._plural(one, other)

    def _plural(self, flat: str, stem: str) -> bool:
        """Whether a word is the plural of a name."""
        return any(flat == stem + end for end in plural_ends(self.language))

    def given(self, name: Name, alone: bool, taken: Taken = frozenset()) -> Ref:
        """The place of a given name; ``alone`` where the mention says nothing else."""
        full = self.full.get(name.flat, name.flat)
        index = self._given(full, taken)
        if index is None:
            # the Mar of María del Mar is no beginning of María
            begun = None if name.particle else self._shortened(name.flat, taken)
            if begun is not None:
                return self._short(begun, name.flat)
            if alone and self.givens:  # some nickname
                return self._short(0, name.flat)
            if len(self.givens) == MOST_NAMES:
                return Ref("given", MOST_NAMES - 1)
            self.givens.append(Entry(full))
            index = len(self.givens) - 1
        if full == name.flat:
            entry = self.givens[index]
            if entry.flat == full:
                entry.text = entry.text or name.text
            return Ref("given", index)
        other = equals(full, name.flat, self.language)
        if other and full in self.words:
            self.equivalent = self.equivalent or other
            return Ref("given", index, "equal")
        return self._short(index, name.flat)

    def _short(self, index: int, flat: str) -> Ref:
        if flat not in self.shorts and len(self.shorts) < MOST_SHORT:
            self.shorts.append(flat)
        which = self.shorts.index(flat) if flat in self.shorts else MOST_SHORT - 1
        return Ref("given", index, "short", which)

    def _given(self, full: str, taken: Taken) -> int | None:
        free = [(at, entry) for at, entry in enumerate(self.givens) if ("given", at) not in taken]
        for index, entry in enumerate(self.givens):
            if entry.flat == full:
                return index
            if len(entry.flat) == 1 and full.startswith(entry.flat) and (index, entry) in free:
                entry.flat = full
                return index
        if len(self.givens) > 1 and self.givens[0].flat + self.givens[1].flat == full:
            return 0
        return next((index for index, entry in free if near(entry.flat, full)), None)

    def surname(self, name: Name, taken: Taken = frozenset()) -> Ref:
        """The place of a surname among those of the person."""
        free = [
            (at, entry) for at, entry in enumerate(self.surnames) if ("surname", at) not in taken
        ]
        for index, entry in enumerate(self.surnames):
            begun = len(entry.flat) == 1 and name.flat.startswith(entry.flat)
            if entry.flat == name.flat or (begun and (index, entry) in free):
                entry.flat = name.flat
                entry.text = entry.text or name.text
                entry.particle = entry.particle or name.particle
                return Ref("surname", index)
        for index, entry in free:
            if self._plural(name.flat, entry.flat):
                return Ref("surname", index, "plural")
        for index, entry in free:
            if near(entry.flat, name.flat):
                return Ref("surname", index)
        if len(self.surnames) == MOST_NAMES:
            return Ref("surname", MOST_NAMES - 1)
        stem = self._stem(name.flat)
        text = "" if stem else name.text
        self.surnames.append(Entry(stem or name.flat, text, name.particle))
        return Ref("surname", len(self.surnames) - 1, "plural" if stem else "whole")

    def _stem(self, flat: str) -> str:
        """The surname of which a word is the plural, where another mention has that surname."""
        ends = plural_ends(self.language)
        stems = [flat[: -len(end)] for end in ends if flat.endswith(end)]
        whole = (one for one in stems if one in self.words and not is_given(one, self.language))
        return next(whole, "")

    def initial(self, letter: str, part: str, order: int, taken: Taken = frozenset()) -> Ref:
        """The name that an initial stands for: in its place, else any, else one of its own.

        It is none that the same mention shows already: the two A of "Ann A. Lee" are two names,
        or it would show that they begin alike.
        """
        own, other = (
            (self.givens, self.surnames) if part == "given" else (self.surnames, self.givens)
        )
        if order < len(own) and own[order].flat.startswith(letter) and (part, order) not in taken:
            return Ref(part, order, "initial")
        for entries, where in ((own, part), (other, "surname" if part == "given" else "given")):
            for index, entry in enumerate(entries):
                if entry.flat.startswith(letter) and (where, index) not in taken:
                    return Ref(where, index, "initial")
        if len(own) < MOST_NAMES:
            own.append(Entry(letter))
        return Ref(part, len(own) - 1, "initial")

    def beginning(self, flat: str) -> Ref:
        """The name that a cut word begins; the first name where it begins none."""
        for part, entries in (("given", self.givens), ("surname", self.surnames)):
            for index, entry in enumerate(entries):
                if entry.flat.startswith(flat):
                    return Ref(part, index, "cut")
        if not self.givens and not self.surnames:
            self.givens.append(Entry(flat))
        return Ref("given" if self.givens else "surname", 0, "cut")

    def monogram(self, letters: str) -> tuple[Ref, ...] | None:
        """Initials written together, where they are those of the names."""
        names = [Ref("given", index, "initial") for index in range(len(self.givens))]
        names += [Ref("surname", index, "initial") for index in range(len(self.surnames))]
        entries = [*self.givens, *self.surnames]
        chosen = _subsequence(letters, [entry.flat[:1] for entry in entries])
        return None if chosen is None else tuple(names[at] for at in chosen)

    @property
    def empty(self) -> bool:
        """Whether no name has been met."""
        return not (self.givens or self.surnames)

    def spoken(self) -> list[tuple[str, Ref]]:
        """Every name with its letters, the longest first: what addresses and spellings hold."""
        found: list[tuple[str, Ref]] = []
        for part, entries in (("given", self.givens), ("surname", self.surnames)):
            for index, entry in enumerate(entries):
                if len(entry.flat) > 1:
                    found.append((entry.flat, Ref(part, index)))
                    particle = flat_letters(entry.particle)
                    if particle:
                        found.append((particle + entry.flat, Ref(part, index, particle="written")))
        found += [(flat, Ref("given", 0, "short", at)) for at, flat in enumerate(self.shorts)]
        return sorted(found, key=lambda one: -len(one[0]))


@cache
def plural_ends(language: str) -> tuple[str, ...]:
    """What the plural of a name ends with."""
    plural = known(language)["plural"]
    return tuple(end for end in (plural["usual"], *plural["behind"]) if end)


def _subsequence(letters: str, initials: Sequence[str]) -> list[int] | None:
    """Places of the letters among the initials, in order, the first name being one of them."""
    chosen: list[int] = []
    start = 0
    for letter in letters:
        try:
            at = initials.index(letter, start)
        except ValueError:
            return None
        chosen.append(at)
        start = at + 1
    return chosen
