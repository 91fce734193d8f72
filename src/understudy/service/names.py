"""Names of an interface, of tools, fields and ids: they stay as they are, so that none of them may
say who somebody is."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from understudy.core.folding import flat
from understudy.languages.lexicon import lexicon
from understudy.replace.surrogate.kinds import KINDS, NAMED
from understudy.service.failures import Refused

__all__ = [
    "Value",
    "check_names",
    "is_identifier",
    "is_structural",
    "place_of",
    "telling_words",
]

Value = tuple[str, str]
"""What is private, and its category."""

_IDENTIFIER = re.compile(r"[A-Za-z_][A-Za-z0-9_.-]{0,63}")
_STRUCTURAL = re.compile(r"[A-Za-z0-9_.:/+=$#-]{0,4096}")
"""What names of an interface, ids and signatures look like: words and addresses do not."""
_WORDS = re.compile(r"[^\W\d_]{3,}")
_HUMPS = re.compile(r"[A-Z][a-z]{4,}")
"""Words of names like findFarley. Shorter ones stand in ids by chance."""
_SIGNS = re.compile(r"[^\w\n]|_")
_DIGIT = re.compile(r"\d")
_SHORTEST_CODE = 6
_TOLD = frozenset(
    (
        *("messages", "content", "tool_calls", "function_call", "function", "name", "arguments"),
        *("id", "tool_call_id", "call_id", "tool_use_id", "input", "tools", "functions", "type"),
        *("parameters", "input_schema", "properties", "items", "required", "metadata", "schema"),
        *("response_format", "json_schema", "text", "format", "tool_choice", "output", "$defs"),
    )
)
"""Fields of interfaces, which the place of a name may be told with."""


def is_identifier(name: str) -> bool:
    """Whether the name of a field is one of an interface, and none of a person."""
    return _IDENTIFIER.fullmatch(name) is not None


def is_structural(text: str) -> bool:
    """Whether a string looks like the name of a tool, an id or a signature."""
    return _STRUCTURAL.fullmatch(text) is not None


def telling_words(value: Value, language: str) -> list[str]:
    """The words of the name of a person that are no words of the language."""
    original, category = value
    common = lexicon(language).common
    found = _WORDS.findall(original) if category in NAMED else []
    return [word for word in found if word[:1].isupper() and flat(word) not in common]


def place_of(name: str, value: Any, place: str = "") -> str | None:
    """Where a name stands in a JSON value, as in ``tools[0].function.name``; the place of what it
    stands in where the name is that of a field. Fields that no interface has are not told."""
    if isinstance(value, Mapping):
        if name in value:
            return place
        for key, one in value.items():
            inner = f"{place}.{key}" if key in _TOLD and place else key if key in _TOLD else place
            found = place_of(name, one, inner)
            if found is not None:
                return found
    elif isinstance(value, list):
        for at, one in enumerate(value):
            found = place_of(name, one, f"{place}[{at}]")
            if found is not None:
                return found
    elif isinstance(value, str) and value[:1] in ("{", "["):  # arguments of tools are JSON
        return place if json.dumps(name) in value else None
    elif str(value) == name:
        return place
    return None


def check_names(
    names: Sequence[str],
    values: Iterable[Value],
    language: str,
    code: str,
    place: Callable[[str], str | None] = lambda _: None,
) -> None:
    """Refuses names that have a private value in them. ``place`` says where a name stands, for the
    error; nothing else of it is told."""
    if not names:
        return
    said = {flat(word) for name in names for word in _words(name)}
    digits = "\n".join(filter(_DIGIT.search, names))
    codes = _SIGNS.sub("", digits).casefold()  # lines of letters and digits
    for original, category in values:
        words = telling_words((original, category), language)
        number = _SIGNS.sub("", original).casefold()
        numbered = (
            KINDS.get(category) != "dates" and len(number) >= _SHORTEST_CODE and number in codes
        )
        private = set(map(flat, words))
        if numbered or not said.isdisjoint(private):
            wrong = next(name for name in names if _has(name, private, number if numbered else ""))
            where = place(wrong)
            raise Refused(
                400,
                code,
                "the name of a tool, a field or an id has a value in it that is private in this "
                f"conversation{f' ({where})' if where else ''}: give it another",
            )


def _words(name: str) -> list[str]:
    return [*_SIGNS.split(name), *_HUMPS.findall(name)]


def _has(name: str, private: set[str], number: str) -> bool:
    numbered = bool(number) and number in _SIGNS.sub("", name).casefold()
    return numbered or not private.isdisjoint(map(flat, _words(name)))
