"""Texts with marks in square brackets, as the batteries of this folder write them."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from understudy.core.categories import ancestors
from understudy.core.categories import categories as known
from understudy.core.types import Entity

_MARK = re.compile(r"\[([^\[\]|]+)(?:\|([^\[\]|]+))?\]")
HERE = Path(__file__).parent


class Mark(NamedTuple):
    """A stretch of the text and what is said of it."""

    start: int
    end: int
    said: str


class Case(NamedTuple):
    kind: str
    language: str
    text: str
    marks: tuple[Mark, ...]


def case(kind: str, language: str, marked: str) -> Case:
    """The text without its brackets, and where they stood."""
    text, marks, cursor = "", [], 0
    marked = marked.replace("~", "")
    for found in _MARK.finditer(marked):
        text += marked[cursor : found.start()]
        marks.append(Mark(len(text), len(text) + len(found[1]), found[2] or ""))
        text += found[1]
        cursor = found.end()
    return Case(kind, language, text + marked[cursor:], tuple(marks))


def borders() -> Iterator[Case]:
    for kind in tomllib.loads((HERE / "borders.toml").read_text(encoding="utf-8"))["kind"]:
        for language in ("en", "es"):
            for marked in kind.get(language, ()):
                yield case(kind["name"], language, marked)


def identifiers() -> Iterator[tuple[Case, tuple[str, ...]]]:
    """Each case with the categories that are right; none in a look-alike."""
    table = tomllib.loads((HERE / "identifiers.toml").read_text(encoding="utf-8"))
    for kind, of_kind in table.items():
        right = (of_kind["category"], *of_kind.get("or", ())) if "category" in of_kind else ()
        for language in ("en", "es"):
            for marked in of_kind.get(language, ()):
                yield case(kind, language, marked), right


def wrong(case: Case, entities: Sequence[Entity]) -> list[str]:
    """What of a case of ``borders.toml`` is not as it should be."""
    faults = []
    keys: dict[str, set[str | None]] = {}
    for start, end, said in case.marks:
        over = [one for one in entities if one.span.start < end and start < one.span.end]
        exact = [one for one in over if (one.span.start, one.span.end) == (start, end)]
        word, _, number = said.partition("#")
        right = word.split("/")
        if word == "=":
            good = all(one.span.start <= start and end <= one.span.end for one in over)
        elif not over:
            good = "-" in right
        else:
            good = bool(exact) and any(is_a(one, right) for one in exact)
        if not good:
            faults.append(f"{case.text[start:end]!r} is not {said}")
        if number and exact:
            keys.setdefault(number, set()).add(exact[0].key)
    faults += [f"#{number} is not one entity" for number, of in keys.items() if len(of) > 1]
    return faults


def is_a(entity: Entity, categories: Sequence[str]) -> bool:
    """Whether the entity is of one of the categories, or of one below it."""
    return not set(categories).isdisjoint(ancestors(entity.category, known()))
