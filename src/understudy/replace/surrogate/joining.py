"""Mentions that belong together by how they are written.

An address is made of a person's names or initials, a number is another one's end, an acronym has
the initials of a name, a spelling has its letters. Like the linking of mentions, this is public.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from understudy.core.folding import flat
from understudy.core.types import Entity
from understudy.languages import facts, get
from understudy.languages.names import address, forms, name_of, spelt_word
from understudy.languages.numbers import digits_in
from understudy.replace.surrogate.kinds import (
    BUILT,
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
    "hosted_pairs",
    "join_numbers",
    "join_organizations",
    "join_people",
    "spelt_name",
    "spelt_pairs",
]

_DOMAINS = frozenset(("URL", "DOMAIN_NAME"))
_ACRONYM = re.compile(r"[A-Z]{2,8}")
_INITIAL = re.compile(r"([a-z])[ ._-]+[a-z]{3,}\d*(?: \w+)*")
_SHORTEST = 4
_PHONES = frozenset(("PHONE_NUMBER", "FAX_NUMBER"))
_WHOLE_PHONE = 7
"""Digits of a telephone number that rings; fewer are a part of one."""


class Reader(NamedTuple):
    """How a bundle's mentions read."""

    text: str
    language: str
    canonical: Mapping[str, str]

    def __repr__(self) -> str:
        return f"Reader({len(self.text)} characters)"

    def of(self, entity: Entity) -> str:
        """The text of an entity."""
        return self.text[entity.span.start : entity.span.end]

    def category(self, entity: Entity) -> str:
        """The category of an entity under the name that we know it by."""
        return self.canonical.get(entity.category, entity.category)


Found = dict[tuple[str, str], list[Entity]]


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
    for place in loose:
        owner = _owner(found[place][0], words, reader)
        if owner is not None:
            found[owner] += found.pop(place)


def _words(own: Sequence[Entity], reader: Reader) -> Iterator[str]:
    """The names of a person, as they are said and as they are spelt."""
    for one in own:
        if reader.category(one) in NAMED:
            yield from name_of(reader.of(one), reader.language)
        elif reader.category(one) == "SPELLING":
            spelt = spelt_word(reader.of(one), reader.language)
            if len(spelt) > 2:
                yield spelt


def _owner(
    entity: Entity, words: Mapping[tuple[str, str], set[str]], reader: Reader
) -> tuple[str, str] | None:
    text, category = reader.of(entity), reader.category(entity)
    if category in SPELT:
        spelt = spelt_word(text, reader.language)
        fitting = [place for place, own in words.items() if len(spelt) > 2 and spelt in own]
        return fitting[0] if fitting else None
    if category not in BUILT:
        return None
    local = flat(address(text, reader.language).lstrip("@").partition("@")[0])
    scores = {place: _built_of(local, own, reader.language) for place, own in words.items()}
    best = max(scores, key=lambda place: scores[place])
    return best if scores[best] else _by_initial(local, words)


def _by_initial(local: str, words: Mapping[tuple[str, str], set[str]]) -> tuple[str, str] | None:
    """ "t.abernathy" belongs to the only Todd, of whom nobody says the surname."""
    match = _INITIAL.fullmatch(local)
    fitting = [
        place
        for place, own in words.items()
        if match and len(own) == 1 and next(iter(own)).startswith(match[1])
    ]
    return fitting[0] if len(fitting) == 1 else None


def _built_of(local: str, words: set[str], language: str) -> int:
    """How many letters of an address are a person's names, or all of them with initials."""
    found = [word for word in words if len(word) >= _SHORTEST and word in local]
    matched = sum(map(len, found))
    if matched:
        strange = len(re.findall(r"[a-z]{3,}", _without(local, found)))
        return max(1, matched - 10 * strange * (len(found) < len(words)))
    short = {form for word in words for form in forms(word, language)} | words
    pieces = {*short, *(word[0] for word in words if word)}
    letters = re.sub(r"[\W\d_]+", "", local)
    longest = max((len(word) for word in words if word in local), default=0)
    return longest if longest > 2 and _composed(letters, pieces) else 0


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
    telephone number with the zero of calls inside a country is the one with the country's code."""
    codes: list[tuple[str, tuple[str, str]]] = []
    for place, own in found.items():
        if place[0] == NUMBERS and place[1].startswith("code"):
            digits = digits_in(reader.of(own[0]), reader.language) or ""
            if len(digits) >= _SHORTEST:
                codes.append((_without_trunk(digits, reader.category(own[0])), place))
    if len(codes) < 2:
        return
    codes.sort(key=lambda one: -len(one[0]))
    mains: list[tuple[str, tuple[str, str]]] = []
    for digits, place in codes:
        main = next((one for code, one in mains if code.endswith(digits)), None)
        if main is None:
            mains.append((digits, place))
        else:
            found[main] += found.pop(place)


def _without_trunk(digits: str, category: str) -> str:
    bare = digits.lstrip("0")
    return bare if category in _PHONES and len(bare) >= _WHOLE_PHONE else digits


def join_organizations(found: Found, reader: Reader) -> None:
    """A short form, an acronym or a domain joins the body whose name it is made of."""
    places = [place for place in found if place[0] == ORGANIZATIONS]
    if len(places) < 2:
        return
    names = {
        place: _name_words(max(map(reader.of, found[place]), key=len), reader.language)
        for place in places
    }
    order = sorted(places, key=lambda place: -len(names[place][1]))
    for at, place in enumerate(order):
        text = reader.of(found[place][0])
        domain = reader.category(found[place][0]) in _DOMAINS
        for longer in order[:at] if not domain else order:
            if longer == place or longer not in found:
                continue
            if reader.category(found[longer][0]) in _DOMAINS:
                continue
            if _made_of(text, names[place], names[longer], reader.language, domain=domain):
                found[longer] += found.pop(place)
                break


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


def _name_words(text: str, language: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The words that are drawn, and all weighty words."""
    _, runs = split_kind(text, language)
    drawn = tuple(flat(" ".join(runs)).split())
    words = [word for word in re.findall(r"[^\W_]+", text) if not is_join(word, language)]
    return drawn, tuple(flat(word) for word in words)


def _made_of(
    text: str,
    short: tuple[tuple[str, ...], tuple[str, ...]],
    longer: tuple[tuple[str, ...], tuple[str, ...]],
    language: str,
    *,
    domain: bool,
) -> bool:
    initials = "".join(word[0] for word in longer[1] if word)
    if domain:
        runs = {"".join(longer[0]), "".join(longer[1]), *longer[0][:1], initials}
        labels = (re.sub(r"[\W_]+", "", flat(label)) for label in _label(language).split(text))
        return any(len(label) > 2 and label in runs for label in labels)
    if _ACRONYM.fullmatch(text):
        return len(text) > 2 and text.lower() == initials
    own = short[0]
    return bool(own) and own == longer[0][: len(own)] and len(own[0]) >= _SHORTEST


def hosted_pairs(found: Found, reader: Reader) -> list[tuple[Entity, Entity]]:
    """Addresses at the domain of a body that is mentioned, each with that body."""
    bodies = [
        (one, _name_words(reader.of(one), reader.language))
        for (kind, _), own in found.items()
        if kind == ORGANIZATIONS
        for one in own
        if reader.category(one) not in _DOMAINS
    ]
    addresses = [
        one
        for (kind, _), own in found.items()
        if kind == PEOPLE and bodies
        for one in own
        if reader.category(one) == "EMAIL_ADDRESS"
    ]
    pairs = []
    for one in addresses:
        domain = reader.of(one).partition("@")[2]
        body = next(
            (
                body
                for body, words in bodies
                if _made_of(domain, ((), ()), words, reader.language, domain=True)
            ),
            None,
        )
        if domain and body is not None:
            pairs.append((one, body))
    return pairs
