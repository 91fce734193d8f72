"""Lines of our own, as tickets, notes, chats and files have them, with their names marked.

`written/*.tsv` holds a language, a tab and a text with marks, `[[Ann Lee|PERSON]]`. Everything of
the tags below is marked; dates, jobs and the like are not.
"""

from __future__ import annotations

import re
from pathlib import Path

from tagset import ANYTHING, Example, Label, Span

FOLDER = Path(__file__).resolve().parent / "written"
KEPT = FOLDER.with_name("kept")
"""Lines that are not trained on: weights are compared on them."""
KNOWN = frozenset(
    (
        *("PERSON", "LOCATION", "STREET_ADDRESS", "POSTAL_CODE", "ORGANIZATION", "PRODUCT"),
        *("CREATIVE_WORK", "PHONE_NUMBER", "EMAIL_ADDRESS", "URL", "ID"),
    )
)
_MARK = re.compile(r"\[\[(.+?)\|([A-Z_]+)\]\]")


def example(language: str, line: str, corpus: str = "written") -> Example:
    """A line without its marks, and the marks as spans."""
    line = line.replace("\\n", "\n")
    text, end = "", 0
    spans: list[Span] = []
    for mark in _MARK.finditer(line):
        text += line[end : mark.start()]
        name, tag = mark.groups()
        if tag not in KNOWN:
            raise ValueError(f"{tag} is no tag of written text")
        label: Label = ANYTHING if name.startswith("@") else (tag,)
        spans.append((len(text), len(text) + len(name), label))
        text += name
        end = mark.end()
    return Example(f"{corpus}-{language}", language, text + line[end:], tuple(spans), KNOWN)


def examples(folder: Path = FOLDER) -> list[Example]:
    """All lines of a folder, in the order of the files."""
    found = []
    for path in sorted(folder.glob("*.tsv")):
        for line in path.read_text("utf-8").splitlines():
            language, _, text = line.partition("\t")
            found.append(example(language, text, path.stem.rpartition("-")[0] or "written"))
    return found
