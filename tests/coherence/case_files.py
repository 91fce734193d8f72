"""Cases read from their files: texts with entities marked inline."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from understudy.core.types import Document
from understudy.surrogates.mention import AROUND, Mention
from understudy.testing.coherence import read_marked

FILES = ("people", "places", "dates", "figures")


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


def cases(file: str) -> list[Case]:
    path = Path(__file__).with_name(f"{file}.toml")
    found = []
    for one in tomllib.loads(path.read_text(encoding="utf-8"))["case"]:
        text, spans = read_marked(one["text"])
        document = Document(f"{file} {one['name']}", text, one["language"], annotations=spans)
        options = {
            key: value for key, value in one.items() if key in ("country", "shift", "strategy")
        }
        found.append(Case(file, one["name"], document, tuple(one["holds"]), options))
    return found
