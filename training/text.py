"""Running text for the tokenizer and the pre-training: paragraphs, one a line.

The last hundredth of ``wiki-en-2`` and of ``novels-es`` is held out: the masked accuracy is
measured there.
"""

from __future__ import annotations

import json
import lzma
from collections.abc import Iterator
from pathlib import Path

HELD_OUT = 0.01
RUNNING = (
    *("wiki-en-1", "wiki-en-2", "novels-es", "dialog-en", "legal-es", "parliament-es", "docs-es"),
    *("tatoeba-es", "clinical-es", "commonvoice-es", "tatoeba-en", "calls-en", "commonvoice-en"),
)
MEASURED = ("wiki-en-2", "novels-es")


def paragraphs(data: Path, name: str) -> list[str]:
    with lzma.open(data / "text" / f"{name}.txt.xz", "rt", encoding="utf-8") as source:
        return [line.rstrip("\n") for line in source if line.strip()]


def split(lines: list[str], name: str) -> tuple[list[str], list[str]]:
    """What is trained on, and what is held out."""
    if name not in MEASURED:
        return lines, []
    kept = int(len(lines) * (1 - HELD_OUT))
    return lines[:kept], lines[kept:]


def _columns(path: Path) -> Iterator[str]:
    """Sentences of a file with a token per line."""
    opened = lzma.open if path.suffix == ".xz" else open
    words: list[str] = []
    with opened(path, "rt", encoding="utf-8") as source:  # type: ignore[operator]
        for line in source:
            if line.strip():
                words.append(line.split("\t")[0].strip())
            elif words:
                yield " ".join(words)
                words = []
    if words:
        yield " ".join(words)


def _slots(path: Path) -> Iterator[str]:
    for line in path.read_text("utf-8").splitlines():
        yield line.split("\t")[1]


def modern_spanish(data: Path) -> list[str]:
    """Spanish of today: the training text of the labelled corpora."""
    found = [
        line.strip()
        for path in sorted((data / "deid/meddocan/train").rglob("*.txt"))
        for line in path.read_text("utf-8").splitlines()
    ]
    for name in ("all", "manual", "rev"):
        found += _columns(data / f"deid/echr-es/ES-{name}-train.tsv")
    found += _columns(data / "ner/wikiann-es/train.conll.xz")
    found += _slots(data / "intent/tod-es/train.tsv")
    found += _columns(data / "upos/es-gsd/dev.conll")
    for path in (
        *("ner/cess-es/train.conll.xz", "ner/xlime-es/all.conll", "deid/profner-es/train.conll.xz"),
        *("deid/meddoprof-es/train.conll.xz", "deid/meddoplace-es/train.conll"),
    ):
        found += _columns(data / path)
    return [line for line in dict.fromkeys(found) if line]


def plain_english(data: Path) -> list[str]:
    """Requests, dialogues and web text: the training text of the labelled corpora."""
    found: list[str] = []
    for name in ("snips", "tod-en"):
        found += _slots(data / f"intent/{name}/train.tsv")
    with lzma.open(data / "acts/sgd/train.jsonl.xz", "rt", encoding="utf-8") as source:
        found += [json.loads(line)["text"] for line in source]
    found += _columns(data / "upos/en-ewt/train.conll")
    found += _columns(data / "ner/wnut17/train.conll")
    found += _columns(data / "ner/wikiann-en/train.conll.xz")
    for name in (
        "btc/train.conll",
        "gum/train.conll",
        "litbank/all.conll.xz",
        "grobid-en/all.conll",
    ):
        found += _columns(data / "ner" / name)
    found += _slots(data / "intent/restaurant8k-en/train.tsv")
    return [line for line in dict.fromkeys(found) if line]
