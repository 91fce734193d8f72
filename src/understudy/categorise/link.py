"""Mentions of one distinct entity get one key.

Values that are equal apart from case and spaces are one entity. People are linked further: by
full name, surname, given name and short form, over accents, possessives and small misspellings;
what spells a name, and an address or user name built from it, get the person's key too. Where a
mention could mean several people, it means the one that was mentioned last.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from understudy.core.folding import flat, fold, fold_all
from understudy.core.types import Document, Span
from understudy.languages import DEFAULT, guess, supported
from understudy.languages.names import (
    Name,
    address,
    call_names,
    ends,
    forms,
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

    __slots__ = ("key", "last", "names", "places")

    def __init__(self, at: int) -> None:
        self.names: list[Name] = []
        self.places: list[int] = []
        self.key = ""
        self.last = at


_People = list[tuple[str, Iterable[str]]]
"""The key of each person, and the words of their names."""


class _Index:
    """People by the words that they can be called by."""

    def __init__(self, language: str) -> None:
        self.language = language
        self.by_word: dict[str, list[_Person]] = {}
        self.by_piece: dict[str, list[str]] = {}
        self.by_second: dict[str, list[_Person]] = {}

    def add(self, name: Name, person: _Person) -> None:
        person.names.append(name)
        after = second(name, self.language)
        if after is not None and person not in self.by_second.setdefault(after, []):
            self.by_second[after].append(person)
        for word in call_names(name, self.language):
            for form in forms(word, self.language):
                known = self.by_word.get(form)
                if known is None:
                    known = self.by_word[form] = []
                    for piece in ends(form):
                        self.by_piece.setdefault(piece, []).append(form)
                if person not in known:
                    known.append(person)

    def called(self, word: str) -> list[_Person]:
        """People who have the word in their name, else those who almost have it."""
        known_forms = sorted(forms(word, self.language))
        found = [one for form in known_forms for one in self.by_word.get(form, ())]
        return found or [
            person
            for piece in ends(word)
            for known in self.by_piece.get(piece, ())
            if near(word, known)
            for person in self.by_word[known]
        ]


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
        person.last = at
        person.places.append(at)
    for person in people:
        person.key = max((keys[at] for at in person.places), key=len)
    for person in people:
        for at in person.places:
            keys[at] = person.key
    return [(person.key, {word for name in person.names for word in name}) for person in people]


def _known(name: Name, index: _Index) -> _Person | None:
    """The person whose every name agrees with this one."""
    for word in name:
        for person in index.called(word):
            if all(same_person(name, known, index.language) for known in person.names):
                return person
    return None


def _person_called(name: Name, index: _Index) -> _Person | None:
    """Whom a single word means: of several, who was mentioned last, else who comes first."""
    candidates = index.called(name[0]) if name else []
    if not candidates and len(name) == 1:
        candidates = index.by_second.get(name[0], [])
    before = [person for person in candidates if person.places]
    if before:
        return max(before, key=lambda person: person.last)
    return min(candidates, key=lambda person: person.last, default=None)


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
        if len(word) >= _SHORTEST_SPELT:
            keys[at] = owners.get(word, keys[at])


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
    seen: dict[tuple[str, str], list[str]] = {}
    first: dict[str, str] = {}
    for at in built:
        written = address(keys[at], language)
        owner = _owner(flat(written.partition("@")[0]), people)
        if owner is None:
            keys[at] = first.setdefault(written, keys[at])
            continue
        known = seen.setdefault((found[at][1], owner), [])
        place = next((n for n, one in enumerate(known) if one in written or written in one), None)
        if place is None:
            place = len(known)
            known.append(written)
        keys[at] = owner if place == 0 else f"{owner} #{place + 1}"


def _owner(local: str, people: _People) -> str | None:
    """The person most of whose name the local part of an address repeats."""
    best, most = None, 0
    for key, words in people:
        matched = 0
        for word in words:
            if len(word) >= _SHORTEST_IN_ADDRESS and word in local:
                matched += len(word)
        if matched > most:
            best, most = key, matched
    return best
