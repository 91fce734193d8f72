"""Corpora on which a model was never trained: court cases, web text, news, tweets, and requests
in lower case, for detection.py. Texts are joined by single spaces where a corpus has only tokens.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from understudy.core.types import Document

NAMES = ("PERSON", "LOCATION", "ORGANIZATION")
SLOTS = (*NAMES, "DATE_TIME")
REQUESTS = 2000
"""At most so many rows of an intent corpus."""


class Corpus(NamedTuple):
    name: str
    language: str
    documents: list[Document]
    categories: tuple[str, ...]
    """What the table is about; empty means everything."""


def court(data: Path) -> Iterator[Corpus]:
    """What points at a person directly, and all that the annotators wanted masked."""
    from understudy.core.types import Document, Span

    rows = [json.loads(line) for line in (data / "deid/tab/train.jsonl").open(encoding="utf-8")]
    for name, kinds in (("direct", ("DIRECT",)), ("direct and quasi", ("DIRECT", "QUASI"))):
        documents = [
            Document(
                row["id"],
                row["text"],
                "en",
                annotations=tuple(
                    Span(one["start_offset"], one["end_offset"], _COURT[one["entity_type"]])
                    for one in sorted(row["entities"], key=lambda one: one["start_offset"])
                    if one["identifier_type"] in kinds
                ),
            )
            for row in rows
        ]
        yield Corpus(f"tab, {name} identifiers", "en", documents, ())


_COURT = {
    "PERSON": "PERSON",
    "LOC": "LOCATION",
    "ORG": "ORGANIZATION",
    "DATETIME": "DATE_TIME",
    "CODE": "ID",
    "DEM": "NRP",
    "QUANTITY": "NUMBER",
    "MISC": "MISC",
}


def tagged(path: Path) -> Iterator[tuple[list[str], list[str]]]:
    """Tokens and tags of a file with a token on each line."""
    tokens: list[str] = []
    tags: list[str] = []
    for line in [*path.read_text(encoding="utf-8").splitlines(), ""]:
        if line.strip():
            token, tag = line.split("\t")[:2]
            tokens.append(token)
            tags.append(tag.strip())
        elif tokens:
            yield tokens, tags
            tokens, tags = [], []


def requests(path: Path) -> Iterator[tuple[list[str], list[str]]]:
    for line in path.read_text(encoding="utf-8").splitlines()[:REQUESTS]:
        _, tokens, tags = line.split("\t")[:3]
        yield tokens.split(), tags.split()


def spans(tokens: Sequence[str], tags: Sequence[str]) -> list[tuple[int, int, str]]:
    found: list[tuple[int, int, str]] = []
    at = 0
    for place, (token, tag) in enumerate(zip(tokens, tags, strict=True)):
        side, _, label = tag.partition("-")
        goes_on = side == "I" and place > 0 and tags[place - 1][2:] == label
        if goes_on and found:
            found[-1] = (found[-1][0], at + len(token), label)
        elif side in ("B", "I"):
            found.append((at, at + len(token), label))
        at += len(token) + 1
    return found


def documents(
    rows: Iterator[tuple[list[str], list[str]]], scheme: str, language: str, lower: bool
) -> list[Document]:
    from understudy.core.types import Document, Span
    from understudy.identify.labels import label_map, relabelled

    known = label_map(scheme)
    return [
        Document(
            f"row-{number}",
            (" ".join(tokens).lower() if lower else " ".join(tokens)),
            language,
            annotations=relabelled((Span(*one) for one in spans(tokens, tags)), known),
        )
        for number, (tokens, tags) in enumerate(rows)
    ]


def corpora(data: Path) -> Iterator[Corpus]:
    yield from court(data)
    for name, path, scheme in (
        ("uner-ewt test", "ner/uner-en/en_ewt-ud-test.conll", "conll"),
        ("uner-pud", "ner/uner-en/en_pud-ud-test.conll", "conll"),
        ("wikigold", "ner/wikigold/all.conll", "conll"),
        ("wnut17 test", "ner/wnut17/test.conll", "wnut"),
    ):
        for lower in (False, True):
            made = documents(tagged(data / path), scheme, "en", lower)
            yield Corpus(f"{name}, lower case" if lower else name, "en", made, NAMES)
    for name, scheme in (("snips", "snips"), ("atis", "atis"), ("tod-en", "tod")):
        made = documents(requests(data / f"intent/{name}/test.tsv"), scheme, "en", True)
        yield Corpus(f"{name} test, lower case", "en", made, SLOTS)
