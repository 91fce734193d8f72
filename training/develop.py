"""Figures to choose weights by: text that neither training nor any test reads.

    python training/develop.py DATA [--tagger OUT/tagger.pt] [-o FILE]

Exact F1 of names on development parts that nothing was trained on, as written and in lower case,
and on the lines that are kept for it (`kept/`), with the names that no mark touches and the marks
on nothing; and per corpus, of the texts held out of training, the share of marks that are found at
all and exactly, and how many marks stand where people saw nothing. The shipped fast tagger is
measured, and beside it, on the very same texts, that of a checkpoint on the shipped embeddings.
"""

from __future__ import annotations

import argparse
import json
import shutil
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np

import measures
import written
from export import exchange, loaded
from labelled import heldout_examples
from scoring import counts, entity_scores
from tagset import ANYTHING, Example
from understudy.encoder import Encoder
from understudy.encoder.pieces import lowered
from understudy.encoder.weights import SHIPPED

PARTS = {
    "btc": ("ner/btc/dev.conll", measures.ENTITIES["btc"][1]),
    "cess-es": ("ner/cess-es/dev.conll", measures.ENTITIES["cess-es"][1]),
    "gum": ("ner/gum/dev.conll", measures.ENTITIES["gum"][1]),
}
FEWEST = 25
"""Corpora with fewer marks held out say nothing of their own."""


@contextmanager
def folder(checkpoint: Path | None) -> Iterator[Path]:
    """A folder of weights with the tagger of the checkpoint, or the shipped one."""
    if checkpoint is None:
        yield SHIPPED
        return
    with tempfile.TemporaryDirectory() as made:
        out = Path(made) / "weights"
        shutil.copytree(SHIPPED, out)
        tagger, hints = loaded(checkpoint), checkpoint.with_name("hints.npz")
        exchange(tagger, out, hints if "hints.weight" in tagger else None)
        yield out


def names(encoder: Encoder, data: Path) -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = {}
    for corpus, (path, labels) in PARTS.items():
        rows = measures.tagged(data / path, labels, False, set())
        for case in ("cased", "lower"):
            marks = measures.marks_of(encoder, rows, case == "lower")
            pairs = zip(marks, rows, strict=True)
            table = np.stack([counts(one, row.gold, measures.NAMED) for one, row in pairs])
            scores = entity_scores(table, measures.NAMED)
            found.setdefault(corpus, {})[case] = scores["f1"]
    return found


def counted(example: Example, marks: Sequence[tuple[int, int, str]]) -> Counter[str]:
    """Names of people marked by hand, those found exactly and not at all, and marks on nothing."""
    named = measures.PREDICTED
    free = [span[:2] for span in example.spans if span[2] == ANYTHING]
    gold = {(*span[:2], named[span[2][0]]) for span in example.spans if span[2][0] in named}
    said = {
        (start, end, named[label])
        for start, end, label in marks
        if label in named and all(end <= low or high <= start for low, high in free)
    }
    tally = Counter(names=len(gold), said=len(said), exact=len(gold & said))
    tally["untouched"] = sum(
        all(high <= start or end <= low for low, high, _ in marks) for start, end, _ in gold
    )
    tally["nothing"] = sum(
        all(high <= start or end <= low for low, high, _ in example.spans) for start, end, _ in said
    )
    return tally


def lines(encoder: Encoder, examples: Sequence[Example]) -> dict[str, dict[str, Any]]:
    """Per language and case, on lines that people marked throughout."""
    found: dict[str, dict[str, Any]] = defaultdict(dict)
    for language, case in product(("en", "es"), ("cased", "lower")):
        own = [one for one in examples if one.language == language]
        texts = [lowered(one.text) if case == "lower" else one.text for one in own]
        tally: Counter[str] = Counter()
        for example, marks in zip(own, measures.spans_of(encoder, texts), strict=True):
            tally += counted(example, marks)
        exact = 2 * tally["exact"] / max(1, tally["names"] + tally["said"])
        counts = {name: tally[name] for name in ("names", "untouched", "nothing")}
        found[language][case] = {"f1": round(exact, 4), **counts}
    return found


def tallied(example: Example, marks: Sequence[tuple[int, int, str]]) -> Counter[str]:
    """Marks of people that ask for something, those found, and what stands beside all of them."""
    tally: Counter[str] = Counter()
    for start, end, tags in example.spans:
        if tags == ANYTHING or "O" in tags:
            continue
        over = [mark for mark in marks if mark[0] < end and start < mark[1]]
        tally["marks"] += 1
        tally["found"] += bool(over)
        tally["exact"] += any(mark[:2] == (start, end) and mark[2] in tags for mark in over)
    for start, end, label in marks:
        free = all(end <= low or high <= start for low, high, _ in example.spans)
        tally["beside"] += label in example.known and free
    return tally


def held_out(encoder: Encoder, examples: Sequence[Example]) -> dict[str, Mapping[str, Any]]:
    tallies: dict[str, Counter[str]] = defaultdict(Counter)
    spans = measures.spans_of(encoder, [example.text for example in examples])
    for example, marks in zip(examples, spans, strict=True):
        tally = tallied(example, marks)
        tallies[example.corpus] += tally
        tallies["all"] += tally
    return {
        corpus: {
            "marks": tally["marks"],
            "found": round(tally["found"] / tally["marks"], 4),
            "exact": round(tally["exact"] / tally["marks"], 4),
            "beside": tally["beside"],
        }
        for corpus, tally in sorted(tallies.items())
        if tally["marks"] >= FEWEST
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("--tagger", type=Path)
    parser.add_argument("-o", "--output", type=Path)
    asked = parser.parse_args()
    examples = [one for one in heldout_examples(asked.data, 1) if one.text.strip()]
    result = {}
    checkpoints = {"shipped": None, **({"checkpoint": asked.tagger} if asked.tagger else {})}
    for name, checkpoint in checkpoints.items():
        with folder(checkpoint) as weights:
            encoder = Encoder.load("fast", folder=weights)
            result[name] = {
                "names": names(encoder, asked.data),
                "lines": lines(encoder, written.examples(written.KEPT)),
                "held out": held_out(encoder, examples),
            }
    said = json.dumps(result, indent=1)
    print(said)
    if asked.output:
        asked.output.write_text(said + "\n", "utf-8")


if __name__ == "__main__":
    main()
