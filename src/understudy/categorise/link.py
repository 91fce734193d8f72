"""Mentions of one distinct entity get one key.

Values that are equal apart from case and spaces are one entity. People are linked further: by
full name, surname, given name and short form, over accents, possessives and small misspellings;
what spells a name, and an address or user name built from it, get the person's key too. Where a
mention could mean several people, it means the one that was mentioned last.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import combinations, islice
from typing import Any

import ahocorasick

from understudy.core.folding import flat, fold, fold_all
from understudy.core.types import Document, Span
from understudy.languages import DEFAULT, guess, supported
from understudy.languages.names import (
    Name,
    address,
    call_names,
    forms,
    likenesses,
    name_of,
    near,
    related,
    same_person,
    second,
    spelt_word,
)

__all__ = ["LINKED", "key_of", "link"]

_PEOPLE = frozenset(("PERSON", "GIVEN_NAME", "FEMALE_NAME", "MALE_NAME", "SURNAME"))
_BUILT = frozenset(("EMAIL_ADDRESS", "USERNAME"))
_SPELLING = "SPELLING"
LINKED = _PEOPLE | _BUILT | {_SPELLING}
"""The categories whose mentions are linked by more than their text."""
_SHORTEST_IN_ADDRESS = 4
_SHORTEST_SPELT = 3
_FEW, _MANY = 16, 64
"""Of up to a few people with a word in common, all are compared with a further name; of more, as
many as agree with it in another word, and so many by each."""
_MOST_WORDS = 8
"""Words of one person, or in one address, that are looked at together."""


def key_of(text: str, span: Span) -> str:
    """The key that the evidence gives, else the folded text: equal values are one entity."""
    return fold(text[span.start : span.end]) if span.key is None else span.key


def link(
    document: Document, found: Sequence[tuple[Span, str]], default: str = DEFAULT
) -> list[str]:
    """A key for each span with its category, in text order.

    ``default`` is the language of documents that name none and show none.
    """
    text = document.text
    keys = fold_all([text[span.start : span.end] for span, _ in found])
    wanted = []
    for at, (span, category) in enumerate(found):
        if span.key is not None:
            keys[at] = span.key
        elif category in LINKED:
            wanted.append(at)
    if len(wanted) < 2:
        return keys
    language = supported(document.language) or guess(text, default)
    mentions = [at for at in wanted if found[at][1] in _PEOPLE]
    people = _people(mentions, keys, language)
    if len(mentions) == len(wanted):
        return keys
    spelt = [at for at in wanted if found[at][1] == _SPELLING]
    _key_spellings(spelt, keys, people, language)
    built = [at for at in wanted if found[at][1] in _BUILT]
    _key_addresses(built, found, keys, people, language)
    return keys


class _Person:
    """What the mentions of one person have in common."""

    __slots__ = ("called", "key", "last", "names", "places")

    def __init__(self, at: int) -> None:
        self.names: list[Name] = []
        self.places: list[int] = []
        self.called: list[_Bearers] = []
        self.key = ""
        self.last = at

    def mentioned(self, at: int) -> None:
        self.last = at
        self.places.append(at)
        for bearers in self.called:
            bearers.latest = self


class _Bearers:
    """People who can be called by one word.

    Where they are many, as in a list of people with one surname, they are held by the other words
    of their names, so that a further name is compared with those alone that it can agree with.
    """

    __slots__ = ("_by_sign", "_waiting", "first", "latest", "people")

    def __init__(self) -> None:
        self.people: dict[_Person, int] = {}
        """Each with how many came before."""
        self.first: _Person | None = None
        """Who of them the text names first."""
        self.latest: _Person | None = None
        """Who of them was mentioned last."""
        self._by_sign: dict[str, list[_Person]] = {}
        self._waiting: list[tuple[_Person, Name]] = []

    def add(self, person: _Person, name: Name) -> None:
        if person in self.people:
            return
        self.people[person] = len(self.people)
        person.called.append(self)
        if self.first is None or person.last < self.first.last:
            self.first = person
        self._waiting.append((person, name))

    def agreeing(self, name: Name, word: str, language: str) -> Iterable[_Person]:
        """Those whose name can be that of somebody whom the word brought here."""
        if len(self.people) <= _FEW:
            return self.people
        for person, own in self._waiting:
            letters = {f"{one[0]}." for one in own} | {f"={one}" for one in own if len(one) == 1}
            for sign in _signs(own, own, language) | letters:
                self._by_sign.setdefault(sign, []).append(person)
        self._waiting.clear()
        at = name.index(word)
        others = (*name[:at], *name[at + 1 :])
        letters = {f"={one[0]}" for one in others} | {f"{one}." for one in others if len(one) == 1}
        found = {
            one
            for sign in _signs(others, name, language) | letters
            for one in self._by_sign.get(sign, ())[:_MANY]
        }
        return sorted(found, key=self.people.__getitem__)


def _signs(words: Sequence[str], name: Name, language: str) -> set[str]:
    """Two words that can be one in two names of a person have one of these in common, initials
    apart; and so have two given names and the one word for both."""
    found = set(forms(" ".join(name[:2]), language))
    for word in words:
        found |= forms(word, language)
        found |= likenesses(word)
    return found


_People = list[tuple[str, Iterable[str]]]
"""The key of each person, and the words of their names."""


class _Index:
    """People by the words that they can be called by."""

    def __init__(self, language: str) -> None:
        self.language = language
        self.by_word: dict[str, _Bearers] = {}
        self.by_second: dict[str, _Bearers] = {}
        self._by_likeness: dict[str, list[str]] = {}
        self._unlike: list[str] = []
        self._number: dict[str, int] = {}

    def add(self, name: Name, person: _Person) -> None:
        person.names.append(name)
        after = second(name, self.language)
        if after is not None:
            self.by_second.setdefault(after, _Bearers()).add(person, name)
        for word in call_names(name, self.language):
            for form in forms(word, self.language):
                bearers = self.by_word.get(form)
                if bearers is None:
                    bearers = self.by_word[form] = _Bearers()
                    self._number[form] = len(self._number)
                    self._unlike.append(form)
                bearers.add(person, name)

    def having(self, word: str) -> list[_Bearers]:
        """Those who have the word in their name."""
        known = [self.by_word.get(form) for form in sorted(forms(word, self.language))]
        return [bearers for bearers in known if bearers is not None]

    def called(self, word: str) -> list[_Bearers]:
        """Those who have the word in their name, else those who almost have it."""
        return self.having(word) or [self.by_word[form] for form in self._near(word)]

    def _near(self, word: str) -> list[str]:
        """The known words that are near this one: those that open like it first."""
        alike = likenesses(word)
        if not alike:
            return []
        for form in self._unlike:
            for likeness in likenesses(form):
                self._by_likeness.setdefault(likeness, []).append(form)
        self._unlike.clear()
        known = {form for likeness in alike for form in self._by_likeness.get(likeness, ())}
        found = [form for form in known if near(word, form)]
        return sorted(found, key=lambda form: (form[:2] != word[:2], self._number[form]))


def _people(mentions: Sequence[int], keys: list[str], language: str) -> _People:
    """The people of a document, from the mentions of them; their keys are put in place."""
    names = {value: name_of(value, language) for value in {keys[at]: None for at in mentions}}
    if len(names) < 2 or not related(names.values(), language):
        return list(names.items())
    people: list[_Person] = []
    whose: dict[str, _Person] = {}
    index = _Index(language)
    for at in mentions:  # full names first: they say who there is
        value, name = keys[at], names[keys[at]]
        if len(name) > 1 and value not in whose:
            known = _known(name, index)
            if known is None:
                known = _Person(at)
                people.append(known)
            index.add(name, known)
            whose[value] = known
    for at in mentions:
        person = whose.get(keys[at])
        if person is None:
            name = names[keys[at]]
            person = _person_called(name, index)
            if person is None:
                person = _Person(at)
                people.append(person)
                index.add(name, person)
        person.mentioned(at)
    for person in people:
        person.key = max((keys[at] for at in person.places), key=len)
    for person in people:
        for at in person.places:
            keys[at] = person.key
    return [(person.key, {word for name in person.names for word in name}) for person in people]


def _known(name: Name, index: _Index) -> _Person | None:
    """The person whose every name agrees with this one.

    Of two whole words one at least must be the same: who misspells a name rarely misspells all of
    it, and in a list of people many names differ by a letter here and a letter there.
    """
    bearers_of = index.having if sum(len(word) > 1 for word in name) > 1 else index.called
    for word in name:
        for bearers in bearers_of(word):
            for person in bearers.agreeing(name, word, index.language):
                if all(same_person(name, known, index.language) for known in person.names):
                    return person
    return None


def _person_called(name: Name, index: _Index) -> _Person | None:
    """Whom a single word means: of several, who was mentioned last, else who comes first."""
    candidates = index.called(name[0]) if name else []
    if not candidates and len(name) == 1 and name[0] in index.by_second:
        candidates = [index.by_second[name[0]]]
    before = [one.latest for one in candidates if one.latest is not None]
    if before:
        return max(before, key=_last)
    return min((one.first for one in candidates if one.first), key=_last, default=None)


def _last(person: _Person) -> int:
    return person.last


def _key_spellings(spelt: Sequence[int], keys: list[str], people: _People, language: str) -> None:
    """A spelling takes the key of what it spells."""
    if not spelt:
        return
    owners: dict[str, str] = {}
    for key, words in people:
        for word in words:
            owners.setdefault(word, key)
    for key in keys:
        for word in (flat(key).replace(" ", ""), *flat(key).split()):
            owners.setdefault(word, key)
    for at in spelt:
        word = spelt_word(keys[at], language)
        whole = owners.get(word) if len(word) >= _SHORTEST_SPELT else None
        if len(word) > 1:
            keys[at] = whole or _begun(word, owners) or keys[at]


def _begun(word: str, owners: Mapping[str, str]) -> str | None:
    """The key of the only one whose name begins so: "W for whiskey, O for oscar, J for juliet"."""
    found = {key for name, key in owners.items() if name.startswith(word)}
    return found.pop() if len(found) == 1 else None


def _key_addresses(
    built: Iterable[int],
    found: Sequence[tuple[Span, str]],
    keys: list[str],
    people: _People,
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

    def __init__(self, people: _People) -> None:
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
