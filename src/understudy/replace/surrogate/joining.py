"""Mentions that belong together by how they are written.

An address is made of a person's names or initials, a number is another one's end, an acronym has
the initials of a name, a spelling has its letters. Like the linking of mentions, this is public.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right, insort
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import NamedTuple

import ahocorasick

from understudy.core.folding import flat
from understudy.core.types import Entity
from understudy.languages import facts, get
from understudy.languages.lists import words_read
from understudy.languages.names import address, forms, name_of, spelt_word
from understudy.languages.numbers import digits_in
from understudy.replace.surrogate.kinds import (
    BUILT,
    LISTED,
    NAMED,
    NUMBERS,
    ORGANIZATIONS,
    PEOPLE,
    PLACES,
    SPELT,
)
from understudy.surrogates.places.kinds import is_join, split_kind

__all__ = [
    "Found",
    "Reader",
    "fullest_text",
    "hosted_pairs",
    "join_numbers",
    "join_organizations",
    "join_people",
    "site_of",
    "spelt_name",
    "spelt_pairs",
]

_DOMAINS = frozenset(("URL", "DOMAIN_NAME"))
_BODIES = frozenset(LISTED[ORGANIZATIONS]) - _DOMAINS
"""Whose domain an address may be at; one that is called as a place is written with the places."""
_SCHEME = re.compile(r"\A[a-z]+://", re.IGNORECASE)
_ENDS = frozenset(("www", "com", "co", "org", "net", "gov", "gob", "ac", "edu"))
"""Labels of a domain that are nobody's."""
_HOST = re.compile(r"(?:[a-z]+://)?(?:www\.)?([a-z0-9-]+(?:\.[a-z0-9-]+)+)(?=[/:?#]|\Z)")
_COUNTRY, _SECOND_LEVEL = 2, 3
"""Letters of "uk", and at most of the "co" before it."""
_ACRONYM = re.compile(r"[A-Z]{2,8}")
_INITIAL = re.compile(r"([a-z])[ ._-]+[a-z]{3,}\d*(?: \w+)*")
_SHORTEST = 4
_PHONES = frozenset(("PHONE_NUMBER", "FAX_NUMBER"))
_WHOLE_PHONE = 7
_INNER = re.compile(r"(?<=[-/ ])\d{7,8}(?=[-/ ]\d)")
"""Figures between the marks of a longer number that may be an identity card."""
_LETTERS = re.compile(r"[^\W\d_]+")
"""Digits of a telephone number that rings; fewer are a part of one."""
_MANY = 64
"""Of more people with one word in their names, the first are compared with an address."""
_LONGEST_END = 40
"""Digits of the longest number that may be the end of another."""
_MOST_WORDS = 12
"""Words of the longest short form of an organization's name."""
_BESIDE = 60
"""Characters between a name and what is said of its letters; a private value counts as one."""


class Reader(NamedTuple):
    """How a bundle's mentions read."""

    text: str
    language: str
    canonical: Mapping[str, str]
    private: Sequence[tuple[int, int]] = ()
    """Where private values stand."""

    def __repr__(self) -> str:
        return f"Reader({len(self.text)} characters)"

    def of(self, entity: Entity) -> str:
        """The text of an entity."""
        return self.text[entity.span.start : entity.span.end]

    def category(self, entity: Entity) -> str:
        """The category of an entity under the name that we know it by."""
        return self.canonical.get(entity.category, entity.category)


_Key = tuple[str, str]
Found = dict[_Key, list[Entity]]

_Names = tuple[tuple[str, ...], tuple[str, ...]]
"""The words of an organization's name that are drawn, and all weighty ones."""


def join_people(found: Found, reader: Reader) -> None:
    """An address, user name or spelling joins the person whose name it is made of."""
    people = {
        place: own
        for place, own in found.items()
        if place[0] == PEOPLE and any(reader.category(one) in NAMED for one in own)
    }
    loose = [place for place in found if place[0] == PEOPLE and place not in people]
    if not loose or not people:
        return
    words = {place: set(_words(own, reader)) for place, own in people.items()}
    owners = _Owners(words, _Signs(reader.private))
    for place, own in people.items():
        owners.mention(place, own)
    for place in loose:
        owner = _owner(found[place][0], owners, reader) or owners.talked_about(
            found[place][0], reader
        )
        if owner is not None:
            joined = found.pop(place)
            found[owner] += joined
            owners.mention(owner, joined)


def _words(own: Sequence[Entity], reader: Reader) -> Iterator[str]:
    """The names of a person, as they are said and as they are spelt."""
    for one in own:
        if reader.category(one) in NAMED:
            yield from name_of(reader.of(one), reader.language)
        elif reader.category(one) == "SPELLING":
            spelt = spelt_word(reader.of(one), reader.language)
            if len(spelt) > 2:
                yield spelt


class _Signs:
    """Places in the text in which each private value is one sign, so that no length counts."""

    def __init__(self, private: Iterable[tuple[int, int]]) -> None:
        self._ends: list[int] = []
        self._saved = [0]
        last = 0
        for start, end in sorted(private):
            more = end - max(start, last)
            if more > 0:
                self._ends.append(end)
                self._saved.append(self._saved[-1] + more - 1)
                last = end

    def at(self, offset: int) -> int:
        """The place of an offset that lies within no private value."""
        return offset - self._saved[bisect_right(self._ends, offset)]


class _Owners:
    """People by the words of their names, so that an address is compared with those alone who
    have one that stands in it."""

    def __init__(self, words: Mapping[_Key, set[str]], signs: _Signs) -> None:
        self.words, self._signs = words, signs
        self._order = {place: at for at, place in enumerate(words)}
        self._having: dict[str, list[_Key]] = {}
        self._alone: dict[str, list[_Key]] = {}
        self._mentions: list[tuple[int, _Key, Entity]] = []
        for place, own in words.items():
            for word in own:
                self._having.setdefault(word, []).append(place)
            if len(own) == 1:
                self._alone.setdefault(next(iter(own))[:1], []).append(place)
        self._automaton = ahocorasick.Automaton()
        for word in self._having:
            if len(word) > 1:
                self._automaton.add_word(word, word)
        self._automaton.make_automaton()

    def mention(self, place: _Key, own: Iterable[Entity]) -> None:
        """Mentions of a person, of whose letters something may be said behind them."""
        for one in own:
            insort(self._mentions, (self._signs.at(one.span.end), place, one), key=_end)

    def talked_about(self, letter: Entity, reader: Reader) -> _Key | None:
        """The person whose name stands before a letter that is said of it: "Whyte with a y"."""
        letters = set(spelt_word(reader.of(letter), reader.language))
        if reader.category(letter) not in SPELT or len(letters) > 1:
            return None
        start = self._signs.at(letter.span.start)
        low = bisect_left(self._mentions, start - _BESIDE, key=_end)
        near = [
            (end, place)
            for end, place, one in self._mentions[
                low : bisect_right(self._mentions, start, key=_end)
            ]
            if letters <= set(flat(reader.of(one)))
        ]
        return max(near)[1] if near else None

    def called(self, word: str) -> _Key | None:
        """The first who has the word in their name."""
        return next(iter(self._having.get(word, ())), None)

    def within(self, local: str) -> list[_Key]:
        """Those who have a word in their name that stands in the local part of an address: in
        their order, and of many by one word the first."""
        if not len(self._automaton):
            return []
        said = {word for _, word in self._automaton.iter(local)}
        found = {place for word in said for place in self._having[word][:_MANY]}
        return sorted(found, key=self._order.__getitem__)

    def by_initial(self, local: str) -> _Key | None:
        """ "t.abernathy" belongs to the only Todd, of whom nobody says the surname."""
        match = _INITIAL.fullmatch(local)
        fitting = self._alone.get(match[1], []) if match else []
        return fitting[0] if len(fitting) == 1 else None


def _end(mention: tuple[int, _Key, Entity]) -> int:
    return mention[0]


def _owner(entity: Entity, owners: _Owners, reader: Reader) -> _Key | None:
    text, category = reader.of(entity), reader.category(entity)
    if category in SPELT:
        spelt = spelt_word(text, reader.language)
        return owners.called(spelt) if len(spelt) > 2 else None
    if category not in BUILT:
        return None
    local = flat(address(text, reader.language).lstrip("@").partition("@")[0])
    best, most = None, 0
    for place in owners.within(local):
        score = _built_of(local, owners.words[place], reader.language)
        if score > most:
            best, most = place, score
    return best if best is not None else owners.by_initial(local)


def _built_of(local: str, words: set[str], language: str) -> int:
    """How many of a person's names an address is made of, with strange words or without; one where
    it is made of initials. Letters are not counted: a long name would be preferred to a short one.
    """
    runs = _LETTERS.findall(local)
    found = [word for word in words if word in runs or (len(word) >= _SHORTEST and word in local)]
    if found:
        strange = len(re.findall(r"[a-z]{3,}", _without(local, found)))
        return 1 if strange and len(found) < len(words) else 1 + len(found)
    short = {form for word in words for form in forms(word, language)} | words
    pieces = {*short, *(word[0] for word in words if word)}
    letters = re.sub(r"[\W\d_]+", "", local)
    longest = max((len(word) for word in words if word in local), default=0)
    return 1 if longest > 1 and _composed(letters, pieces) else 0


def _composed(text: str, pieces: Iterable[str]) -> bool:
    """Whether a text is nothing but such pieces, one after the other."""
    reached = {0}
    for at in range(len(text)):
        if at in reached:
            reached |= {at + len(piece) for piece in pieces if text.startswith(piece, at)}
    return bool(text) and len(text) in reached


def _without(local: str, words: Sequence[str]) -> str:
    for word in words:
        local = local.replace(word, " ")
    return local


def join_numbers(found: Found, reader: Reader) -> None:
    """A number said twice, in figures and in words, is one; and so is one said by its end. A
    telephone number with the zero of calls inside a country is the one with the country's code, and
    an identity card stands between the marks of a taxpayer's number: "27-28456912-4"."""
    codes: list[tuple[str, _Key]] = []
    numbers = [place for place in found if place[0] == NUMBERS and place[1].startswith("code")]
    if len(numbers) > 1:
        for place in numbers:
            own = found[place]
            said = _without_extension(reader.of(own[0]), reader.category(own[0]), reader.language)
            digits = digits_in(said, reader.language) or ""
            if len(digits) >= _SHORTEST:
                codes.append((_without_trunk(digits, reader.category(own[0])), place))
    if len(codes) < 2:
        return
    codes.sort(key=lambda one: -len(one[0]))
    ends = sorted({len(digits) for digits, _ in codes if len(digits) <= _LONGEST_END})
    mains: dict[str, _Key] = {}
    for digits, place in codes:
        main = mains.get(digits)
        if main is not None:
            found[main] += found.pop(place)
            continue
        mains[digits] = place
        for size in ends:
            if size < len(digits):
                mains.setdefault(digits[-size:], place)
        for inner in _INNER.findall(reader.of(found[place][0])):
            mains.setdefault(inner, place)


def _without_extension(text: str, category: str, language: str) -> str:
    """A telephone number without what is dialled behind it: whoever has an extension has the number
    that it is reached by."""
    if category not in _PHONES:
        return text
    words = words_read(language, "numbers", "extension_words")
    found = (match.start() for match in _LETTERS.finditer(text) if match[0].lower() in words)
    return text[: next(found, len(text))]


def _without_trunk(digits: str, category: str) -> str:
    bare = digits.lstrip("0")
    return bare if category in _PHONES and len(bare) >= _WHOLE_PHONE else digits


def join_organizations(found: Found, reader: Reader) -> None:
    """A short form, an acronym or a domain joins the body whose name it is made of."""
    places = [place for place in found if place[0] == ORGANIZATIONS]
    if len(places) < 2:
        return
    names = {
        place: _name_words(fullest_text(map(reader.of, found[place])), reader.language)
        for place in places
    }
    order = sorted(places, key=lambda place: -len(names[place][1]))
    longer = _Longer()
    for place in order:
        if reader.category(found[place][0]) not in _DOMAINS:
            longer.add(place, names[place])
    for place in order:
        text = reader.of(found[place][0])
        if reader.category(found[place][0]) in _DOMAINS:
            main = longer.at_domain(text, found, reader.language)
        else:
            main = longer.before(place, text, names[place], found)
        if main is not None:
            found[main] += found.pop(place)
    _join_domains(found, reader)


def _join_domains(found: Found, reader: Reader) -> None:
    """Addresses at one domain are one body's: "acme.example", "intranet.acme.example/key"."""
    first: dict[str, _Key] = {}
    for place in [one for one in found if one[0] == ORGANIZATIONS]:
        if all(reader.category(one) in _DOMAINS for one in found[place]):
            site = site_of(reader.of(found[place][0]))
            main = first.setdefault(site, place) if site else place
            if main != place:
                found[main] += found.pop(place)


def site_of(text: str) -> str:
    """The domain that a web address or the end of a mail address is at, as it is registered; empty
    for what is said aloud."""
    host = _HOST.match(text.strip().lower())
    labels = host[1].split(".") if host else []
    short = len(labels) > 2 and len(labels[-1]) == _COUNTRY and len(labels[-2]) <= _SECOND_LEVEL
    return ".".join(labels[-3:] if short else labels[-2:]) if len(labels) > 1 else ""


class _Longer:
    """Organizations by what a short form, an acronym or a domain may be made of, in their order.

    Those that have joined another are dropped when they are met.
    """

    def __init__(self) -> None:
        self._order: dict[_Key, int] = {}
        self._initials: dict[str, deque[_Key]] = {}
        self._openings: dict[tuple[str, ...], deque[_Key]] = {}
        self._labels: dict[str, deque[_Key]] = {}

    def add(self, place: _Key, names: _Names) -> None:
        self._order[place] = len(self._order)
        self._initials.setdefault(_initials(names), deque()).append(place)
        for size in range(1, min(len(names[0]), _MOST_WORDS) + 1):
            self._openings.setdefault(names[0][:size], deque()).append(place)
        for label in _own_labels(names):
            self._labels.setdefault(label, deque()).append(place)

    def before(self, place: _Key, text: str, names: _Names, found: Found) -> _Key | None:
        """The first before a place that its text is short for."""
        if _ACRONYM.fullmatch(text):
            held = self._initials.get(text.lower())
        else:
            held = self._openings.get(names[0]) if names[0] else None
        main = _first(held, found)
        return main if main and self._order[main] < self._order[place] else None

    def at_domain(self, text: str, found: Found, language: str) -> _Key | None:
        """The first whose domain this is."""
        mains = (_first(self._labels.get(label), found) for label in _labels_of(text, language))
        return min((one for one in mains if one), key=self._order.__getitem__, default=None)


def _first(held: deque[_Key] | None, found: Found) -> _Key | None:
    while held and held[0] not in found:
        held.popleft()
    return held[0] if held else None


def spelt_pairs(found: Found, reader: Reader) -> list[tuple[Entity, Entity]]:
    """Takes the spellings of towns, bodies and domains out of the bundles."""
    loose = [
        place
        for place, own in found.items()
        if place[0] == PEOPLE and all(reader.category(one) == "SPELLING" for one in own)
    ]
    if not loose:
        return []
    spellable: dict[str, Entity] = {}
    keyed: dict[str, Entity] = {}
    for (kind, _), own in found.items():
        if kind in (PLACES, ORGANIZATIONS):
            for one in own:
                spellable.setdefault(_letters(reader.of(one), reader.language), one)
                keyed.setdefault(one.key, one)
    pairs = []
    for place in loose:
        words = [spelt_word(reader.of(one), reader.language) for one in found[place]]
        leader = next((spellable[word] for word in words if word in spellable), keyed.get(place[1]))
        if leader is not None:
            pairs += [(one, leader) for one in found.pop(place)]
    return pairs


def _letters(text: str, language: str) -> str:
    return re.sub(r"[\W\d_]+", "", flat(spelt_name(text, language)))


@cache
def _dots(language: str) -> str:
    """A pattern of the words for the point of an address."""
    return "|".join(facts(one)["spoken_dot"].strip() for one in get(language).reads)


@cache
def _label(language: str) -> re.Pattern[str]:
    return re.compile(rf"\.|/|\s+(?:{_dots(language)})\s+", re.I)


@cache
def _domain(language: str) -> re.Pattern[str]:
    return re.compile(rf"(?:https?://)?(?:www\.)?(.+?)(?:\.| (?:{_dots(language)}) )[\w.]+", re.I)


def spelt_name(text: str, language: str) -> str:
    """What of a name one spells: of a domain its first label."""
    label = _domain(language).fullmatch(text.strip())
    return label[1] if label else text


def fullest_text(texts: Iterable[str]) -> str:
    """The text with the most words; the first of equals, or their lengths would tell."""
    return max(texts, key=lambda text: len(text.split()))


def _name_words(text: str, language: str) -> _Names:
    """The words that are drawn, and all weighty words."""
    _, runs = split_kind(text, language)
    drawn = tuple(flat(" ".join(runs)).split())
    words = [word for word in re.findall(r"[^\W_]+", text) if not is_join(word, language)]
    return drawn, tuple(flat(word) for word in words)


def _initials(names: _Names) -> str:
    return "".join(word[0] for word in names[1] if word)


def _own_labels(names: _Names) -> set[str]:
    """The labels of a domain that can be an organization's."""
    own = (*names[0][:1], *(word for word in names[0][-1:] if len(word) >= _SHORTEST))
    return {"".join(names[0]), "".join(names[1]), *own, _initials(names)}


def _labels_of(text: str, language: str) -> Iterator[str]:
    """The labels of an address that say whose it is: not the end of its domain ("co.uk")."""
    host, _, path = _SCHEME.sub("", text).partition("/")
    labels = _label(language).split(host)
    own = labels[:-1] if len(labels) > 1 else labels
    for label in (*own, *_label(language).split(path)):
        plain = re.sub(r"[\W_]+", "", flat(label))
        if len(plain) > 1 and plain not in _ENDS:
            yield plain


def hosted_pairs(found: Found, reader: Reader) -> list[tuple[Entity, Entity]]:
    """Addresses at the domain of a body that is mentioned, each with that body; and those at the
    domain of another address, each with the first such."""
    bodies = [
        (one, _name_words(reader.of(one), reader.language))
        for (kind, _), own in found.items()
        if kind in (ORGANIZATIONS, PLACES)
        for one in own
        if reader.category(one) in _BODIES
    ]
    addresses = [
        one
        for (kind, _), own in found.items()
        if kind == PEOPLE
        for one in own
        if reader.category(one) == "EMAIL_ADDRESS"
    ]
    if not addresses:
        return []
    if len(addresses) == 1 and not bodies and all(kind != ORGANIZATIONS for kind, _ in found):
        return []  # the one address of a row has nothing to be at the domain of
    addresses.sort(key=lambda one: one.span.start)
    hosts: dict[str, int] = {}
    for at, (_, words) in enumerate(bodies):
        for label in _own_labels(words):
            hosts.setdefault(label, at)
    sites: dict[str, Entity] = {}
    for (kind, _), own in found.items():
        for one in own if kind == ORGANIZATIONS else ():
            if reader.category(one) in _DOMAINS and (site := site_of(reader.of(one))):
                sites.setdefault(site, one)
    pairs = []
    for one in addresses:
        domain = reader.of(one).partition("@")[2]
        known = [hosts[label] for label in _labels_of(domain, reader.language) if label in hosts]
        site = site_of(domain)
        if domain and known:
            pairs.append((one, bodies[min(known)][0]))
        elif site and sites.setdefault(site, one) != one:
            pairs.append((one, sites[site]))
    return pairs
