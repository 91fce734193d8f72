"""Cases read from their files: texts with entities marked inline."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from understudy.core.types import Document, Span
from understudy.surrogates.mention import AROUND, Mention

FILES = ("people", "places", "dates", "figures")
_MARK = re.compile(r"\[([^|\]]*)\|(\w+)(?:\|([^\]]*))?\]")


class Case(NamedTuple):
    file: str
    name: str
    document: Document
    holds: tuple[str, ...]
    options: Mapping[str, Any]

    @property
    def mentions(self) -> list[Mention]:
        text = self.document.text
        return [
            Mention(
                text[span.start : span.end],
                span.label,
                text[max(0, span.start - AROUND) : span.start],
                text[span.end : span.end + AROUND],
            )
            for span in self.document.annotations
        ]


def read(marked: str) -> tuple[str, tuple[Span, ...]]:
    """The plain text, and its entities with the keys that they are given."""
    plain, cursor = "", 0
    spans: list[Span] = []
    for match in _MARK.finditer(marked):
        plain += marked[cursor : match.start()]
        start = len(plain)
        plain += match[1]
        spans.append(Span(start, len(plain), match[2], key=match[3]))
        cursor = match.end()
    return plain + marked[cursor:], tuple(spans)


def cases(file: str) -> list[Case]:
    path = Path(__file__).with_name(f"{file}.toml")
    found = []
    for one in tomllib.loads(path.read_text(encoding="utf-8"))["case"]:
        text, spans = read(one["text"])
        document = Document(f"{file} {one['name']}", text, one["language"], annotations=spans)
        options = {
            key: value for key, value in one.items() if key in ("country", "shift", "strategy")
        }
        found.append(Case(file, one["name"], document, tuple(one["holds"]), options))
    return found
