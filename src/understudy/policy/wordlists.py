"""The keys ``allow`` and ``deny`` of a policy, and what the command line says in the same form.

"Court"   "file:words.txt"   "pattern:K-\\d+"   "category:DRUG"   "PERSON=file:staff.txt"
{ text = "May", category = "PERSON", case = false }
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NoReturn

from understudy.categorise.wordlists import ALLOW, DENY, LITERAL, PATTERN, WHOLE, Entry, compiled
from understudy.core.categories import UNKNOWN, Category
from understudy.core.files import read_beside
from understudy.core.settings import near

__all__ = ["entries_of"]

Refuse = Callable[[str], NoReturn]
"""Raises the error that says what is wrong, with its place."""

_FORMS = ("text", "file", "pattern")
_KEYS = (*_FORMS, "category", "case")
_PREFIXES = ("file", "pattern", "category")


def entries_of(
    purpose: str,
    given: Sequence[Any],
    known: Mapping[str, Category],
    folder: Path | None,
    refuse: Refuse,
) -> tuple[Entry, ...]:
    """The entries of an allow or deny list; files are looked for in ``folder``.

    Without a word on capitals an allow entry names what is written as it is, and a deny entry what
    is written in any case: either way less is released.
    """
    found: list[Entry] = []
    for one in given:
        table = _table(one, known, refuse) if isinstance(one, str) else one
        if not isinstance(table, Mapping):
            refuse("must hold strings and tables")
        found += _entries(purpose, table, known, folder, refuse)
    return tuple(found)


def _table(text: str, known: Mapping[str, Category], refuse: Refuse) -> dict[str, Any]:
    """The short form as the table that it stands for. What is nearly one is no value: a misspelt
    ``file:`` would leave out all that the file lists."""
    table: dict[str, Any] = {}
    name, sign, rest = text.partition("=")
    if sign and name in known:
        table["category"], text = name, rest
    elif sign and rest.startswith(tuple(f"{one}:" for one in _PREFIXES)):
        refuse(f"unknown category {name}{near(name, known)}")
    prefix, sign, rest = text.partition(":")
    if sign and prefix in _PREFIXES:
        return table | {prefix: rest}
    if sign and rest[:1].strip() and (hint := near(prefix, dict.fromkeys(_PREFIXES))):
        refuse(f'unknown form {prefix}:{hint} (a value that begins so: text = "…" in a policy)')
    return table | {"text": text}


def _entries(
    purpose: str,
    table: Mapping[str, Any],
    known: Mapping[str, Category],
    folder: Path | None,
    refuse: Refuse,
) -> Iterator[Entry]:
    for key, value in table.items():
        if key not in _KEYS:
            refuse(f"unknown key {key}{near(key, dict.fromkeys(_KEYS))}")
        if not isinstance(value, bool if key == "case" else str):
            refuse(f"{key} must be {'true or false' if key == 'case' else 'a string'}")
    category = table.get("category", "" if purpose == ALLOW else UNKNOWN)
    if category and category not in known:
        refuse(f"unknown category {category}{near(category, known)}")
    forms = [key for key in _FORMS if key in table]
    if len(forms) > 1 or (not forms and (purpose == DENY or not category)):
        refuse("an entry has one of text, file and pattern")
    case = table.get("case", purpose == ALLOW)
    if not forms:
        yield Entry(WHOLE, "", category, case)
    elif forms == ["file"]:
        for line in _lines(table["file"], folder, refuse):
            yield Entry(LITERAL, line, category, case, table["file"])
    elif forms == ["pattern"]:
        yield _pattern(Entry(PATTERN, table["pattern"], category, case), refuse)
    else:
        yield Entry(LITERAL, _said(table["text"], refuse), category, case)


def _said(text: str, refuse: Refuse) -> str:
    if not text.strip():
        refuse("an entry has no text")
    return text.strip()


def _pattern(entry: Entry, refuse: Refuse) -> Entry:
    try:
        pattern = compiled(entry)
    except re.error as error:
        refuse(f"is no regular expression that can be used: {error}")
    if pattern.matches(""):
        refuse("a pattern matches the empty text, so that it names everything")
    return entry


def _lines(name: str, folder: Path | None, refuse: Refuse) -> list[str]:
    """The values of a file, one a line; lines that start with # are comments."""
    try:
        text = read_beside(folder, name, "utf-8-sig")
    except OSError as error:
        refuse(f"{name} cannot be read: {error.strerror}")
    except UnicodeDecodeError:
        refuse(f"{name} is not UTF-8")
    lines = [line.strip() for line in text.splitlines()]
    found = list(dict.fromkeys(line for line in lines if line and not line.startswith("#")))
    if not found:
        refuse(f"{name} has no entry")
    return found
