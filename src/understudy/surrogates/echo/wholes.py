"""Forms of what is no person: organizations, places, addresses, marks, and all that is written as
it stands.

Writers keep the public words of a name ("Hospital", "Ltd", "Lane"), so what differs between
stand-in and original is what they are called by. A shorter form has that, and some of the rest.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from understudy.core.folding import flat
from understudy.surrogates.echo.forms import DERIVED, MARK, SAID, Form, Pair, form_of, worded

__all__ = ["address_forms", "mark_forms", "whole_forms"]

_MARK = re.compile(r"<([A-Z_]+)(\d+)>")
_ACRONYM = 3
_SHORTEST = 4
_LOCAL = 5
_SIGN = re.compile(r"([\W_])")
_DIGIT = re.compile(r"\d")


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
    local, sign, _ = pair.stand_in.partition("@")
    own = pair.original.partition("@")[0]
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


def whole_forms(pair: Pair) -> Iterator[Form]:
    """A name of an organization or a place, and its shorter forms."""
    yield form_of(*worded(pair.stand_in, pair.original), rank=SAID, owns=True)
    yield from _within(pair.stand_in, pair.original, pair.kind)
    new, old = (text.split(",") for text in (pair.stand_in, pair.original))
    if len(new) == len(old):
        # An address without its door, or without its town.
        for size in range(1, len(new)):
            both = tuple(",".join(parts[:size]).strip() for parts in (new, old))
            yield from _shorter(both[0], both[1])
            yield from _within(both[0], both[1], pair.kind)


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
