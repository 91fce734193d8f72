"""Linking: gives all mentions of one entity the same key.

Values that are equal apart from case and spaces are one entity. People are linked further: by
full name, surname, given name and short form, over accents, possessives and small misspellings;
what spells a name, and an address or user name built from it, get the person's key too. Where a
mention could mean several people, it means the one that was mentioned last, of those whom a title
or a word for a relative before it can mean.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import islice

from understudy.categorise.link_addresses import People, joined_by_addresses, key_addresses
from understudy.categorise.stated import (
    Sentences,
    gender_of_name,
    is_relative,
    one_person,
    stated_gender,
)
from understudy.core.folding import flat, fold, fold_all
from understudy.core.shown import Shown
from understudy.core.types import Document, Span
from understudy.languages import DEFAULT, guess, supported
from understudy.languages.names import (
    Name,
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
from understudy.surrogates.people.names import gender_of

__all__ = ["LINKED", "key_of", "link"]

_PEOPLE = frozenset(("PERSON", "GIVEN_NAME", "FEMALE_NAME", "MALE_NAME", "SURNAME"))
_BUILT = frozenset(("EMAIL_ADDRESS", "USERNAME"))
_SPELLING, _TITLE = "SPELLING", "TITLE"
LINKED = _PEOPLE | _BUILT | {_SPELLING}
"""The categories whose mentions are linked by more than their text."""
_SHORTEST_SPELT = 3
_SHORTEST_BEGUN = 3
"""Letters of a name's beginning by which somebody is called."""
_FEW, _MANY = 16, 64
"""Of up to a few people with a word in common, all are compared with a further name; of more, as
many as agree with it in another word, and so many by each."""


def key_of(text: str, span: Span) -> str:
    """The key that the evidence gives, else the folded text: equal values are one entity."""
    return fold(text[span.start : span.end]) if span.key is None else span.key


def link(
    document: Document, found: Sequence[tuple[Span, str]], default: str = DEFAULT
) -> list[str]:
    """A key for each span with its category, in text order.

    ``default`` is the language of documents that name none and show none.
    """
    shown = Shown.of(document, (span for span, _ in found)) if len(found) > 1 else None
    if shown is not None and not shown.hidden:
        seen = zip(shown.spans, found, strict=True)
        document, found = shown.document, [(span, category) for span, (_, category) in seen]
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
    people = _people(mentions, keys, _Text(text, [span for span, _ in found], language))
    if len(mentions) == len(wanted):
        return keys
    spelt = [at for at in wanted if found[at][1] == _SPELLING]
    _key_spellings(spelt, keys, people, language)
    built = [at for at in wanted if found[at][1] in _BUILT]
    people = joined_by_addresses(built, keys, people, language)
    key_addresses(built, found, keys, people, language)
    return keys


class _Text:
    """The text that names stand in, and all marks of it."""

    __slots__ = ("_sentences", "language", "marks", "text")

    def __init__(self, text: str, marks: Sequence[Span], language: str) -> None:
        self.text, self.marks, self.language = text, marks, language
        self._sentences: Sentences | None = None

    def gender(self, at: int) -> str:
        """The gender that the words at a mention tell."""
        before = self.marks[at - 1] if at else None
        since = before.end if before is not None and before.label != _TITLE else 0
        return stated_gender(self.text, self.marks[at], self.language, since)

    def another(self, at: int, person: _Person, name: Name) -> bool:
        """Whether a relative is named in the sentence that names the person, and by another word:
        the Jack of "John and his brothers Jack and Luke" is not John."""
        if not person.places or any(name[0] in own for own in person.names):
            return False
        last, span = self.marks[person.places[-1]], self.marks[at]
        if not is_relative(self.text, span, self.language):
            return False
        if self._sentences is None:
            self._sentences = Sentences(self.text)
        return not self._sentences.end_between(last.end, span.start)


class _Person:
    """What the mentions of one person have in common."""

    __slots__ = ("also", "called", "gender", "key", "last", "names", "places")

    def __init__(self, at: int) -> None:
        self.also = False
        """Whether the text tells a second name of theirs."""
        self.gender = ""
        """As titles and words for relatives tell it."""
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


class _Index:
    """People by the words that they can be called by."""

    def __init__(self, language: str) -> None:
        self.language = language
        self.by_word: dict[str, _Bearers] = {}
        self.by_second: dict[str, _Bearers] = {}
        self._by_likeness: dict[str, list[str]] = {}
        self._by_opening: dict[str, list[str]] = {}
        self._unlike: list[str] = []
        self._number: dict[str, int] = {}

    def add(self, name: Name, person: _Person) -> None:
        if len(person.names) < _MANY:
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
                    self._by_opening.setdefault(form[:_SHORTEST_BEGUN], []).append(form)
                bearers.add(person, name)

    def having(self, word: str) -> list[_Bearers]:
        """Those who have the word in their name."""
        known = [self.by_word.get(form) for form in sorted(forms(word, self.language))]
        return [bearers for bearers in known if bearers is not None]

    def called(self, word: str) -> list[_Bearers]:
        """Those who have the word in their name, else those who almost have it."""
        return self.having(word) or [self.by_word[form] for form in self._near(word)]

    def begun(self, word: str) -> _Bearers | None:
        """The only one whose given name begins so, where it is no name of its own: "Vik" of
        Vikram."""
        listed = gender_of(word, self.language) and forms(word, self.language) == {word}
        if len(word) < _SHORTEST_BEGUN or listed:
            return None
        forms_begun = self._by_opening.get(word[:_SHORTEST_BEGUN], ())[:_MANY]
        found = [self.by_word[form] for form in forms_begun if form.startswith(word)]
        whose = {person for bearers in found for person in islice(bearers.people, _MANY)}
        given = all(any(name[0].startswith(word) for name in one.names) for one in whose)
        return found[0] if len(whose) == 1 and given else None

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


def _people(mentions: Sequence[int], keys: list[str], text: _Text) -> People:
    """The people of a document, from the mentions of them; their keys are put in place."""
    language = text.language
    names = {value: name_of(value, language) for value in {keys[at]: None for at in mentions}}
    own = [names[keys[at]] for at in mentions]
    told = dict(one_person(text.text, mentions, text.marks, own, language))
    if len(names) < 2 or not (told or related(names.values(), language)):
        return list(names.items())
    people: list[_Person] = []
    index = _Index(language)
    sure = _told(told, keys, names, people)
    whose = _named(mentions, keys, names, sure, people, index)
    for at in mentions:
        of, person = text.gender(at), sure.get(at) or whose.get(keys[at])
        if person is None:
            name = names[keys[at]]
            person = _person_called(name, index, of)
            if person is not None and text.another(at, person, name):
                person = None
            if person is None:
                person = _Person(at)
                people.append(person)
                index.add(name, person)
        person.gender = person.gender or of
        person.mentioned(at)
    for person in people:
        person.key = max((keys[at] for at in person.places), key=len)
    for person in people:
        for at in person.places:
            keys[at] = person.key
        person.called.clear()  # else both would point at each other, and stay until a collection
    return [(person.key, {word for name in person.names for word in name}) for person in people]


def _named(
    mentions: Sequence[int],
    keys: Sequence[str],
    names: Mapping[str, Name],
    sure: Mapping[int, _Person],
    people: list[_Person],
    index: _Index,
) -> dict[str, _Person]:
    """Whose each full name is: full names come first, since they say who there is."""
    whose: dict[str, _Person] = {}
    for at, person in sure.items():
        index.add(names[keys[at]], person)
        if len(names[keys[at]]) > 1:
            whose[keys[at]] = person
    for at in mentions:
        value, name = keys[at], names[keys[at]]
        if len(name) > 1 and value not in whose:
            known = _known(name, index)
            if known is None:
                known = _Person(at)
                people.append(known)
            index.add(name, known)
            whose[value] = known
    return whose


def _told(
    pairs: Mapping[int, int],
    keys: Sequence[str],
    names: Mapping[str, Name],
    people: list[_Person],
) -> dict[int, _Person]:
    """The people of whom the text tells two names, by the places of both."""
    found: dict[int, _Person] = {}
    by_name: dict[str, _Person] = {}
    for one, other in pairs.items():
        person = found.get(one) or by_name.get(keys[one])
        if person is None:
            person = _Person(one)
            people.append(person)
        person.also = True
        found[one] = found[other] = person
        for at in (one, other):
            if len(names[keys[at]]) > 1:
                by_name.setdefault(keys[at], person)
    return found


def _known(name: Name, index: _Index) -> _Person | None:
    """The person whose every name agrees with this one; of somebody with two names, one does.

    Of two whole words one at least must be the same: who misspells a name rarely misspells all of
    it, and in a list of people many names differ by a letter here and a letter there.
    """
    bearers_of = index.having if sum(len(word) > 1 for word in name) > 1 else index.called
    others: set[_Person] = set()
    for word in name:
        for bearers in bearers_of(word):
            for person in bearers.agreeing(name, word, index.language):
                if person in others:
                    continue
                if _agrees(person, name, index.language):
                    return person
                others.add(person)
    return None


def _agrees(person: _Person, name: Name, language: str) -> bool:
    if not person.also:
        return all(same_person(name, known, language) for known in person.names)
    agree = [same_person(name, known, language) for known in person.names]
    return all(agree) or _has(person, name, agree)


def _has(person: _Person, name: Name, agree: Sequence[bool]) -> bool:
    """Whether one of the names of somebody who has two is this one: in full, or by the surname with
    their given name, since others have the surname, too."""
    known = [one for one, agrees in zip(person.names, agree, strict=True) if agrees]
    given = any(one[0] == name[0] for one in person.names)
    return any(len(one) > 1 or given for one in known)


def _person_called(name: Name, index: _Index, of: str) -> _Person | None:
    """Whom a single word means: of several, who was mentioned last, else who comes first. A title
    before it is nobody's who is told to be of the other gender, and of several it is hardly theirs
    who have a given name of the other."""
    candidates = index.called(name[0]) if name else []
    if not candidates and len(name) == 1:
        candidates = [one for one in (index.by_second.get(name[0]), index.begun(name[0])) if one]
    if of:
        people = {person: None for one in candidates for person in islice(one.people, _MANY)}
        fit = [person for person in people if _may_be(person, of, index.language)]
        likely = [person for person in fit if _likely(person, index.language) in ("", of)]
        chosen = likely or fit
        if len(chosen) < len(people):
            before = [person for person in chosen if person.places]
            return max(before, key=_last) if before else min(chosen, key=_last, default=None)
    before = [one.latest for one in candidates if one.latest is not None]
    if before:
        return _by_surname(max(before, key=_last), name, candidates)
    return min((one.first for one in candidates if one.first), key=_last, default=None)


def _by_surname(latest: _Person, name: Name, candidates: Sequence[_Bearers]) -> _Person:
    """Whom a word means that the one mentioned last has in the middle of the name: somebody whose
    surname it is, where there is one. Of "Leon Marchetti" and "Gina Marchetti Pulaski", Marchetti
    is Leon."""
    if not _in_the_middle(latest, name):
        return latest
    others = {one: None for bearers in candidates for one in islice(bearers.people, _MANY)}
    fit = [one for one in others if one.places and not _in_the_middle(one, name)]
    return max(fit, key=_last, default=latest)


def _in_the_middle(person: _Person, name: Name) -> bool:
    """Whether a word stands in the person's names, and in none at an end."""
    own = [one for one in person.names if name[0] in one]
    return bool(own) and all(name[0] not in (one[0], one[-1]) for one in own)


def _may_be(person: _Person, of: str, language: str) -> bool:
    """Whether a title can be a person's: none is told to be of the other gender, and the lists have
    the given name not for that one alone. "Mr. Hall" is not Linda Hall."""
    listed = {gender_of(name[0], language) for name in person.names if len(name) > 1}
    return person.gender == of or (not person.gender and listed <= {"", of})


def _likely(person: _Person, language: str) -> str:
    """The gender of a person, told or by the given name."""
    by_name = (of for name in person.names if (of := gender_of_name(name, language)))
    return person.gender or next(by_name, "")


def _last(person: _Person) -> int:
    return person.last


def _key_spellings(spelt: Sequence[int], keys: list[str], people: People, language: str) -> None:
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
