"""Write ``calls.jsonl`` from the marked-up dialogues in ``calls/``.

A dialogue is a header line and its turns, one a line; a blank line ends it::

    # en-001 customer-001 Pay(Bill) transcript
    User: This is [Harold Whitcomb|PERSON|caller].

A mark is ``[surface|CATEGORY|key]``; mentions of one entity share its key. Run from anywhere::

    python examples/make_calls.py
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path

HERE = Path(__file__).resolve().parent
SOURCES = (HERE / "calls" / "en.txt", HERE / "calls" / "es.txt")
TARGET = HERE / "calls.jsonl"

HEADER = re.compile(r"# ((en|es)-\d{3}) (customer-\d{3}) ([A-Z][a-z]+\([A-Z][a-z]+\)) ([a-z]+)")
TURN = re.compile(r"\w[\w -]*: \S")
MARK = re.compile(r"\[([^\[\]|]+)\|([A-Z][A-Z_]*)\|([a-z][a-z0-9_]*)\]")
STYLES = ("transcript", "recogniser", "chat")

Row = dict[str, object]


def unmark(marked: str) -> tuple[str, list[Row]]:
    """The plain text, and the entities with their offsets in it."""
    pieces: list[str] = []
    entities: list[Row] = []
    cursor = length = 0
    for mark in MARK.finditer(marked):
        before, (surface, category, key) = marked[cursor : mark.start()], mark.groups()
        start = length + len(before)
        length = start + len(surface)
        entities.append({"start": start, "end": length, "category": category, "key": key})
        pieces += before, surface
        cursor = mark.end()
    pieces.append(marked[cursor:])
    return "".join(pieces), entities


def row(header: str, turns: list[str]) -> Row:
    """One line of the corpus."""
    match = HEADER.fullmatch(header)
    if match is None or match[5] not in STYLES:
        raise ValueError("not a header: '# LANGUAGE-NUMBER SUBJECT CALL_TYPE STYLE'")
    text, entities = unmark("\n".join(turns))
    if re.search(r"[\[\]|]", text):
        raise ValueError("a mark is not '[surface|CATEGORY|key]'")
    if not turns or not all(TURN.match(turn) for turn in turns):
        raise ValueError("every turn is one line, 'Speaker: words'")
    return {
        "id": f"call-{match[1]}",
        "language": match[2],
        "subject": match[3],
        "call_type": match[4],
        "style": match[5],
        "text": text,
        "entities": entities,
    }


def rows(source: Path) -> Iterator[Row]:
    """The dialogues of one file; an error names the line at which its dialogue starts."""
    line = 1
    for block in source.read_text(encoding="utf-8").split("\n\n"):
        header, *turns = block.strip("\n").split("\n")
        try:
            yield row(header, turns)
        except ValueError as error:
            raise ValueError(f"{source.name}:{line}: {error}") from None
        line += block.count("\n") + 2


def corpus() -> bytes:
    """The whole file, one JSON object a line."""
    lines = [json.dumps(each, ensure_ascii=False) for source in SOURCES for each in rows(source)]
    return ("\n".join(lines) + "\n").encode()


def main() -> int:
    try:
        data = corpus()
    except ValueError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    TARGET.write_bytes(data)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
