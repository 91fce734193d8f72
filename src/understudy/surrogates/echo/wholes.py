"""Forms of what is no person: organizations, places, addresses, marks, and all that is written as
it stands.

Writers keep the public words of a name ("Hospital", "Ltd", "Lane"), so what differs between
stand-in and original is what they are called by. A shorter form has that, and some of the rest.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from understudy.core.folding import flat
from understudy.languages import get, installed
from understudy.surrogates.echo.forms import (
    DERIVED,
    MARK,
    SAID,
    STATE,
    Form,
    Pair,
    form_of,
    worded,
)
from understudy.surrogates.places.atlas import Known, countries, country_name, lookup, place_name

__all__ = ["address_forms", "mark_forms", "whole_forms"]

_MARK = re.compile(r"<([A-Z_]+)(\d+)>")
_ACRONYM = 3
_SHORTEST = 4
_LOCAL = 5
_SIGN = re.compile(r"([\W_])")
_DIGIT = re.compile(r"\d")
_DOOR = re.compile(r"([^,\d]+?),?\s+(\d+\w?)(?![\w-])")
_PLACES = {"CITY": "city", "COUNTRY": "country", "REGION": "region", "LOCATION": ""}
_LETTERS = 3


def mark_forms(pair: Pair) -> Iterator[Form]:
    """A placeholder, whatever is left of its brackets: <PERSON1>, [PERSON1], PERSON_1, Person 1."""
    found = _MARK.fullmatch(pair.stand_in)
    if found is None:
        yield form_of((pair.stand_in, pair.original), strict=True, owns=True)
        return
    for gap in ("", "_", " ", "-"):
        name = f"{found[1]}{gap}{found[2]}"
        for left, right in (("<", ">"), ("[", "]"), ("{", "}"), ("(", ")"), ("", "")):
            # Its letters are those of no name, so that its case says nothing of the original's.
            yield form_of((f"{left}{name}{right}", pair.original), check=MARK, owns=True)


def address_forms(pair: Pair) -> Iterator[Form]:
    """An e-mail address, a user name, or a page; of an address also the part before the sign."""
    yield form_of(*_signed(pair.stand_in, pair.original))
    local, sign, domain = pair.stand_in.partition("@")
    own, _, own_domain = pair.original.partition("@")
    if domain and own_domain and domain != own_domain:
        # The address of somebody else there, as the answer makes it up.
        yield form_of("@", (domain, own_domain), rank=DERIVED)
    if sign and own and len(local) >= _LOCAL and not local.isalpha():
        yield form_of((local, own), rank=DERIVED)
    if not sign or not local:
        bare = pair.stand_in.removeprefix("@"), pair.original.removeprefix("@")
        if bare[0] != pair.stand_in and bare[1] != pair.original:
            yield form_of(bare, rank=DERIVED)


def _signed(stand_in: str, original: str) -> list[tuple[str, str]]:
    """Two addresses part by part where they have the same signs, so that each part has its own
    capitals."""
    new, old = _SIGN.split(stand_in), _SIGN.split(original)
    if len(new) != len(old) or new[1::2] != old[1::2]:
        return [(stand_in, original)]
    return [both for both in zip(new, old, strict=True) if any(both)]


def whole_forms(pair: Pair, language: str) -> Iterator[Form]:
    """A name of an organization or a place, its shorter forms, and a place in other languages."""
    yield form_of(*worded(pair.stand_in, pair.original), rank=SAID, owns=True)
    yield from _within(pair.stand_in, pair.original, pair.kind)
    new, old = (text.split(",") for text in (pair.stand_in, pair.original))
    if len(new) == len(old):
        # An address without its door, or without its town.
        for size in range(1, len(new)):
            both = tuple(",".join(parts[:size]).strip() for parts in (new, old))
            yield from _shorter(both[0], both[1])
            yield from _within(both[0], both[1], pair.kind)
            yield from _numbered(new[size].strip(), old[size].strip())
    if pair.category == "STREET_ADDRESS":
        yield from _doors(pair)
    if pair.category in _PLACES:
        yield from _abroad(pair, language)


def _numbered(stand_in: str, original: str) -> Iterator[Form]:
    """A part of an address by itself: "Apt 9C"."""
    numbered = all(_DIGIT.search(one) for one in (stand_in, original))
    if numbered and stand_in != original and sum(map(str.isalpha, stand_in)) >= _LETTERS:
        yield form_of(*worded(stand_in, original), rank=DERIVED)


def _doors(pair: Pair) -> Iterator[Form]:
    """A street and its door, however they are joined: "Olmo 7", "Olmo, n.º 7"."""
    found = [_DOOR.match(one) for one in (pair.stand_in, pair.original)]
    if found[0] is None or found[1] is None:
        return
    new, old = (one[1].split() for one in found if one is not None)
    doors = found[0][2], found[1][2]
    front = _same(new, old)
    signs = [one for name in installed() for one in get(name).table("echo")["door_signs"]]
    gaps = [" ", ", ", *(f"{gap}{sign} " for gap in (" ", ", ") for sign in signs)]
    for begin in {0, front}:
        if begin and len(new) != len(old):
            continue
        street = worded(" ".join(new[begin:]), " ".join(old[begin:]))
        for gap in gaps:
            yield form_of(*street, gap, doors, rank=DERIVED)


def _abroad(pair: Pair, language: str) -> Iterator[Form]:
    """A place as other languages call it, and a state in short."""
    kind = _PLACES[pair.category]
    new, old = (_known(one, kind, language) for one in (pair.stand_in, pair.original))
    if new is None:
        return
    for other in installed():
        stand_in = _named(new, other) or pair.stand_in
        original = (old and _named(old, other)) or pair.original
        if stand_in != pair.stand_in:
            yield form_of(*worded(stand_in, original), rank=DERIVED, owns=True)
    if new.kind == "region" and old is not None and old.kind == "region":
        short, own = (_short(one) for one in (new, old))
        if short and own:
            names = {pair.stand_in: pair.original, short: own, new.name: old.name}
            names.pop(pair.stand_in)
            for stand_in, original in names.items():
                yield form_of((stand_in, original), rank=DERIVED, strict=True, check=STATE)


def _known(text: str, kind: str, language: str) -> Known | None:
    found = lookup(text, language)
    return next((one for one in found if one.kind == kind), found[0] if found else None)


def _named(known: Known, language: str) -> str:
    """What a language calls a place."""
    if known.kind == "country":
        return country_name(known.country, language)
    return place_name(known.name, known.country, language)


def _short(known: Known) -> str:
    """A state in capitals."""
    short = countries()[known.country].regions[known.region].short
    return short if short.isupper() else ""


def _within(stand_in: str, original: str, kind: str) -> Iterator[Form]:
    """The forms that have some of the words of a name."""
    new, old = stand_in.split(), original.split()
    front = _same(new, old)
    back = _same(new[front:][::-1], old[front:][::-1])
    core = new[front : len(new) - back], old[front : len(old) - back]
    if not core[0] or not core[1]:
        return
    for before in range(front, -1, -1):
        for behind in range(back, -1, -1):
            both = tuple(_tidied(words[before : len(words) - behind]) for words in (new, old))
            if before == front or not _small(new[before]):
                yield from _shorter(both[0], both[1])
    for words in (core, (new, old)):
        numberless = tuple(_tidied([one for one in own if not _DIGIT.search(one)]) for own in words)
        yield from _shorter(numberless[0], numberless[1])
    if kind == "bodies" and len(core[0]) > 1 and len(core[1]) > 1:
        yield from _shorter(core[0][0], core[1][0])
    yield from _acronym(new, old)


def _shorter(stand_in: str, original: str) -> Iterator[Form]:
    letters = sum(map(str.isalpha, stand_in))
    if letters >= _SHORTEST and sum(map(str.isalpha, original)) > 1 and stand_in != original:
        yield form_of(*worded(stand_in, original), rank=DERIVED, owns=True)


def _acronym(new: list[str], old: list[str]) -> Iterator[Form]:
    letters = ["".join(one[0] for one in words if one[:1].isupper()) for words in (new, old)]
    if min(map(len, letters)) >= _ACRONYM and letters[0] != letters[1]:
        yield form_of((letters[0], letters[1]), rank=DERIVED, strict=True, owns=True)


def _small(word: str) -> bool:
    return word[:1].islower()


def _same(one: list[str], other: list[str]) -> int:
    """How many words in front are equal; one word of each is left."""
    count = 0
    for first, second in zip(one[:-1], other[:-1], strict=False):
        if flat(first) != flat(second):
            break
        count += 1
    return count


def _tidied(words: list[str]) -> str:
    return " ".join(words).strip(" ,;")
