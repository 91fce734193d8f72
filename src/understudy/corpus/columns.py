"""What the user has decided about each column of a table or field of a row.

A column that nobody decided on would be released as it is, so a run refuses it. Each way on has
a name: a column is text, is one entity in each cell, names the document, or is kept.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

from understudy.core.errors import UsageError
from understudy.core.settings import near
from understudy.corpus.base import Format, Options

__all__ = [
    "KINDS",
    "UNREAD",
    "Undecided",
    "cells",
    "check_fields",
    "check_named",
    "decided",
    "known",
    "named",
    "names_fields",
    "open_below",
    "roots",
    "shown",
    "texts_in",
    "undecided",
]

KINDS = ("TEXT", "CHAT", "KEEP", "ID", "SUBJECT", "LANGUAGE")
"""What a column can be, beside a category: then each of its cells is one entity of it."""
UNREAD = ("KEEP", "ID", "SUBJECT", "LANGUAGE")
"""The kinds of columns that nothing is replaced in."""
_DATES = frozenset(("DATE", "DATE_TIME"))
NOWHERE = "\0"
"""In the place of a column's name: there is none."""
_MOST = 20
_PLAIN = Options()


def cells(columns: Mapping[str, str]) -> dict[str, str]:
    """The columns of which each cell is one entity, with its category."""
    return {name: kind for name, kind in columns.items() if kind not in KINDS}


def decided(options: Options, columns: Mapping[str, str], *, strict: bool = True) -> Options:
    """The options with what a policy says about columns."""
    of_kind: dict[str, list[str]] = {}
    for name, kind in columns.items():
        of_kind.setdefault(kind, []).append(name)
    texts, whole = of_kind.get("TEXT", []), list(cells(columns))
    chats = of_kind.get("CHAT", [])
    given = options.text if not (texts or chats) or options.text != _PLAIN.text else ()
    named = [one for one in given if columns.get(one, "TEXT") not in UNREAD]
    # What is replaced names no document: reports would tell it, and it may stand twice.
    usual = NOWHERE if options.id in whole else options.id
    return replace(
        options,
        text=tuple(dict.fromkeys((*named, *texts, *chats, *whole))),
        id=_only(of_kind, "ID", usual),
        subject=_only(of_kind, "SUBJECT", options.subject),
        language=_only(of_kind, "LANGUAGE", options.language),
        kept=tuple(of_kind.get("KEEP", ())),
        cells=tuple(whole),
        dates=tuple(name for name, kind in cells(columns).items() if kind in _DATES),
        chats=tuple(chats),
        usual=bool(whole) and not (texts or chats) and options.text == _PLAIN.text,
        strict=strict,
    )


def _only(of_kind: Mapping[str, Sequence[str]], kind: str, default: str) -> str:
    names = of_kind.get(kind, (default,))
    if len(names) > 1:
        raise UsageError(f"only one column can be {kind}, not {shown(names)}")
    return names[0]


@lru_cache(maxsize=16)
def known(options: Options, annotated: bool = True) -> frozenset[str]:
    """The columns or fields that somebody has decided on; in a row of objects also paths, each of
    which counts for what lies below it and for nothing beside it."""
    named = (*options.text, options.id, options.language, options.subject, *options.kept)
    return frozenset((*named, options.entities) if annotated else named)


@lru_cache(maxsize=16)
def roots(options: Options) -> frozenset[str]:
    """The fields of which something below is decided on, and not all of it: each value in such a
    field needs a decision of its own."""
    names = known(options)
    found = (path.split(".")[0] for path in names if "." in path)
    return frozenset(root for root in found if root not in names)


def open_below(value: Any, path: str, names: Collection[str], found: dict[str, None]) -> None:
    """Add the paths of what is inside a value of a row and that nobody decided on; null says
    nothing."""
    if isinstance(value, dict):
        for name, member in value.items():
            below = f"{path}.{name}"
            if below not in names or "." in name:  # "a.b" is a name that no path can tell
                open_below(member, below, names, found)
    elif isinstance(value, list):
        for member in value:
            open_below(member, path, names, found)
    elif value is not None:
        found[path] = None


class Undecided(UsageError):
    """Columns that nobody has decided on."""

    many: int = 0
    """How many there are, where that is known."""


def texts_in(names: Collection[str], options: Options) -> tuple[str, ...]:
    """The columns that are read, of those that there are: a table of typed columns alone needs
    none that is called text, and one of several in a folder need not have those of the others."""
    if options.partial:
        return tuple(one for one in options.text if one in names or one.split(".")[0] in names)
    if not options.usual:
        return options.text
    return tuple(one for one in options.text if one in names or one not in _PLAIN.text)


def undecided(names: Iterable[str], unit: str) -> Undecided:
    """The refusal of columns that nobody has decided on."""
    names = list(names)
    error = Undecided(
        f"{unit}: nobody has decided on {shown(names)}, which would be released unchanged. "
        "For each say --text NAME (read it as text), --column NAME=KIND (each value is one entity "
        "of a category such as PHONE_NUMBER; or ID, SUBJECT, LANGUAGE) or --column NAME=KEEP "
        "(leave it as it is)"
    )
    error.many = len(names)
    return error


def check_named(names: Collection[str], options: Options, unit: str) -> None:
    """The columns that an option names must be there; the usual names need not, and nor need those
    that another table has."""
    if options.partial:
        return
    for option, name, usual in _named(options):
        if name != usual and name not in names:
            hint = near(name, names)
            raise UsageError(f"{unit}: {option} names {name!r}; there are: {shown(names)}{hint}")


def named(options: Options) -> list[tuple[str, str]]:
    """The columns that somebody has named to be read, or to tell what a document is, each with the
    option; not those to be left, which may be other things than columns."""
    found = [(option, name) for option, name, usual in _named(options) if name != usual]
    texts = () if options.text == _PLAIN.text else options.text
    for name in texts:
        usual = options.usual and name in _PLAIN.text
        if not usual:
            found.append(("--column" if name in options.cells else "--text", name))
    return found


def _named(options: Options) -> tuple[tuple[str, str, str], ...]:
    return (
        ("--id", _PLAIN.id if options.id == NOWHERE else options.id, _PLAIN.id),
        ("--subject", options.subject, _PLAIN.subject),
        ("--language-field", options.language, _PLAIN.language),
    )


def names_fields(options: Options) -> bool:
    """Whether an option names a field that is not the usual one."""
    return any(name != usual for _, name, usual in _named(options))


def check_fields(format: Format, options: Options, scope: str) -> None:
    """Fields can be named, and subjects told apart, only where the format has any."""
    if format.traits.fields:
        return
    named = [*_named(options)[1:], ("--entities", options.entities, _PLAIN.entities)]
    if not format.traits.comment_ids:
        named.append(_named(options)[0])
    for option, name, usual in named:
        if name != usual:
            raise UsageError(f"{option} {name}: {format.name} has no fields or columns to name")
    texts = [name for name in options.text if name not in (*_PLAIN.text, *options.cells)]
    if format.traits.names_parts and texts:
        raise UsageError(
            f"--text {texts[0]}: all text of {format.name} is read; name what to leave with "
            "--column NAME=KEEP"
        )
    if options.text != _PLAIN.text and not format.traits.names_parts:
        raise UsageError(f"--text or --column: {format.name} has no fields or columns to name")
    if scope == "subject":
        raise UsageError(
            f'scope = "subject": {format.name} does not say whose a document is; use jsonl, csv, '
            "tsv or parquet with a column for that (--subject), --subject-from or --subject-table, "
            'or scope = "document" (--scope document)'
        )


def missing(name: str, names: Iterable[str], options: Options) -> str:
    """What is said of a column that an option names and that is not there; ``names`` are those
    that are, where they may be told."""
    there = tuple(names)
    kind = "" if name in options.cells else "text "
    told = f"; there are: {shown(there)}" if there else ""
    return f"the {kind}column {name!r} is missing{told}{near(name, there)}"


def shown(names: Iterable[str]) -> str:
    """Names of columns for a message."""
    every = [repr(name) for name in names]
    rest = len(every) - _MOST
    return ", ".join(every[:_MOST]) + (f" and {rest} more" if rest > 0 else "")
