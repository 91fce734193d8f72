"""Names of an interface, of roles, tools, fields and ids in conversations: they stay as they are,
so that none of them may say who somebody is."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from understudy.core.errors import UsageError
from understudy.core.folding import flat
from understudy.corpus.jsonrow import CALLED, STRUCTURE, VALUES
from understudy.languages.lexicon import lexicon
from understudy.replace.surrogate.kinds import KINDS, NAMED

__all__ = [
    "TOLD",
    "Value",
    "is_identifier",
    "is_structural",
    "names_of",
    "telling",
    "telling_words",
]

Value = tuple[str, str]
"""What is private, and its category."""

TOLD = "the name of a tool, a field or an id has a value in it that is private in this conversation"
"""What is said of names that are ``telling``."""

_IDENTIFIER = re.compile(r"[A-Za-z_][A-Za-z0-9_.-]{0,63}")
_STRUCTURAL = re.compile(r"[A-Za-z0-9_.:/+=$#-]{0,4096}")
"""What names of an interface, ids and signatures look like: words and addresses do not."""
_WORDS = re.compile(r"[^\W\d_]{3,}")
_HUMPS = re.compile(r"[A-Z][a-z]{4,}")
"""Words of names like findFarley. Shorter ones stand in ids by chance."""
_SIGNS = re.compile(r"[^\w\n]|_")
_DIGIT = re.compile(r"\d")
_SHORTEST_CODE = 6


def is_identifier(name: str) -> bool:
    """Whether the name of a field is one of an interface, and none of a person."""
    return _IDENTIFIER.fullmatch(name) is not None


def is_structural(text: str) -> bool:
    """Whether a string looks like the name of a tool, an id or a signature."""
    return _STRUCTURAL.fullmatch(text) is not None


def names_of(messages: Iterable[Any], place: str) -> list[str]:
    """The names that stay as they are in the messages at a place: those of roles, tools and fields,
    and ids. What should be one and looks like none is refused."""
    names: list[str] = []
    for at, message in enumerate(messages):
        names += _names(message, f"{place}[{at}]", "", STRUCTURE)
    return names


def _names(value: Any, place: str, key: str, structure: frozenset[str]) -> Iterator[str]:
    """The names in a message; ``structure``: the fields that hold names here."""
    if isinstance(value, list | tuple):
        for at, one in enumerate(value):
            yield from _names(one, f"{place}[{at}]", key, structure)
    elif isinstance(value, dict):
        for name, one in value.items():
            if not isinstance(name, str) or not (is_identifier(name) or name.isidentifier()):
                raise UsageError(f"{place}: a field whose name is none of an interface")
            yield name
            inside = frozenset() if name in VALUES else structure
            if name == "name" and key in CALLED:
                yield from _checked(one, f"{place}.{name}")
            else:
                yield from _names(one, f"{place}.{name}", name, inside)
    elif key in structure:
        yield from _checked(value, place)


def _checked(value: Any, place: str) -> Iterator[str]:
    if value is None:
        return
    if isinstance(value, str) and not is_structural(value):
        raise UsageError(f"{place}: no name of an interface, and no id")
    yield str(value)


def telling_words(value: Value, language: str) -> list[str]:
    """The words of the name of a person that are no words of the language."""
    original, category = value
    common = lexicon(language).common
    found = _WORDS.findall(original) if category in NAMED else []
    return [word for word in found if word[:1].isupper() and flat(word) not in common]


def telling(names: Sequence[str], values: Iterable[Value], language: str) -> str | None:
    """The first name that has a private value in it; None where none has."""
    if not names:
        return None
    said = {flat(word) for name in names for word in _words(name)}
    digits = "\n".join(filter(_DIGIT.search, names))
    codes = _SIGNS.sub("", digits).casefold()  # lines of letters and digits
    for original, category in values:
        private = set(map(flat, telling_words((original, category), language)))
        number = _SIGNS.sub("", original).casefold()
        numbered = (
            KINDS.get(category) != "dates" and len(number) >= _SHORTEST_CODE and number in codes
        )
        if numbered or not said.isdisjoint(private):
            return next(name for name in names if _has(name, private, number if numbered else ""))
    return None


def _words(name: str) -> list[str]:
    return [*_SIGNS.split(name), *_HUMPS.findall(name)]


def _has(name: str, private: set[str], number: str) -> bool:
    numbered = bool(number) and number in _SIGNS.sub("", name).casefold()
    return numbered or not private.isdisjoint(map(flat, _words(name)))
