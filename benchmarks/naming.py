"""Names, beside the peers: found exactly, found at all, and what is taken for what.

    python benchmarks/naming.py [--peer-python PYTHON] [--sentences 400] [-o benchmarks/naming.json]

Test parts of corpora with people, places and organisations, from the folder UNDERSTUDY_DATA
(default ../shared/data), as written and in lower case; of each so many sentences, drawn once by a
fixed seed, tokens joined by single spaces. Sides are the default preset, its model alone, Presidio
with organisations, and the pipeline that it runs on; that pipeline is English, so Spanish corpora
have no peer here. A mark counts by the tokens that it touches. Scores are

- exact F1: the very tokens, and the label;
- the same with "the" before and "'s" behind a name set aside on both sides, since corpora and
  sides differ about them;
- recall by any overlap with any mark, whatever its label;

with intervals over resampled sentences. The confusions say what the mark that shares most tokens
with a name takes it for.
"""

from __future__ import annotations

import argparse
import json
import platform
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from needed import DATA
from peers import ask
from transfer import NAMES, spans, tagged

ROOT = Path(__file__).resolve().parents[1]
SEED, RESAMPLES = 0, 200
PEERS = {"presidio, with organizations": "presidio", "spaCy md": "spacy"}
SETS = {
    "uner-ewt test": ("en", "conll", "ner/uner-en/en_ewt-ud-test.conll"),
    "uner-pud": ("en", "conll", "ner/uner-en/en_pud-ud-test.conll"),
    "wikigold": ("en", "conll", "ner/wikigold/all.conll"),
    "wnut17 test": ("en", "wnut", "ner/wnut17/test.conll"),
    "btc test": ("en", "conll", "ner/btc/test.conll"),
    "europarl-en": ("en", "conll", "ner/europarl-en/test.conll"),
    "cess-es test": ("es", "conll", "ner/cess-es/test.conll"),
    "europarl-es": ("es", "conll", "ner/europarl-es/test.conll"),
}
OTHER, NOTHING = "other", "nothing"
_ARTICLES, _ENDINGS = frozenset(("the",)), frozenset(("'s", "’s", "'", "’"))
Floats = npt.NDArray[np.float64]
Found = Sequence[tuple[int, int, str]]


class Mark(NamedTuple):
    """Tokens, half-open, and the label."""

    first: int
    last: int
    label: str


class Row(NamedTuple):
    tokens: list[str]
    gold: list[Mark]

    def text(self, lower: bool) -> str:
        joined = " ".join(self.tokens)
        return joined.lower() if lower else joined


def on_tokens(tokens: Sequence[str], found: Found) -> list[Mark]:
    """Spans of the text joined by spaces, by the tokens that they touch."""
    marks, at, places = [], 0, []
    for token in tokens:
        places.append((at, at + len(token)))
        at += len(token) + 1
    for start, end, label in found:
        inside = [place for place, (low, high) in enumerate(places) if low < end and start < high]
        if inside:
            marks.append(Mark(inside[0], inside[-1] + 1, label))
    return marks


def rows_of(name: str, count: int) -> list[Row]:
    from understudy.identify.labels import label_map

    _, scheme, path = SETS[name]
    known = label_map(scheme)
    rows = []
    for tokens, tags in tagged(DATA / path):
        named = ((start, end, known.get(label, "")) for start, end, label in spans(tokens, tags))
        gold = [mark for mark in on_tokens(tokens, list(named)) if mark.label in NAMES]
        rows.append(Row(tokens, gold))
    return random.Random(SEED).sample(rows, min(count, len(rows)))


def bare(mark: Mark, tokens: Sequence[str]) -> Mark:
    """Without "the" before it and "'s" behind it."""
    first, last = mark.first, mark.last
    while last - first > 1 and tokens[first].lower() in _ARTICLES:
        first += 1
    while last - first > 1 and tokens[last - 1].lower() in _ENDINGS:
        last -= 1
    return mark._replace(first=first, last=last)


def shared(one: Mark, other: Mark) -> int:
    return min(one.last, other.last) - max(one.first, other.first)


def counted(row: Row, marks: Sequence[Mark]) -> tuple[float, ...]:
    """Marks, names, exact hits as they are and bare, names that any mark touches."""
    gold = set(row.gold)
    named = {mark for mark in marks if mark.label in NAMES}
    stripped = {bare(mark, row.tokens) for mark in named}
    hits = len(named & gold)
    bare_hits = len(stripped & {bare(mark, row.tokens) for mark in gold})
    touched = sum(any(shared(mark, name) > 0 for mark in marks) for name in gold)
    return len(named), len(gold), hits, bare_hits, touched


def confused(rows: Iterable[Row], found: Iterable[Sequence[Mark]]) -> dict[str, dict[str, int]]:
    """Per label of a name what it is taken for; the last line is marks on no name."""
    table: dict[str, Counter[str]] = {name: Counter() for name in (*NAMES, NOTHING)}
    for row, marks in zip(rows, found, strict=True):
        for name in row.gold:
            best = max(marks, key=lambda mark: shared(mark, name), default=None)
            if best is None or shared(best, name) <= 0:
                table[name.label][NOTHING] += 1
            else:
                table[name.label][best.label if best.label in NAMES else OTHER] += 1
        for mark in marks:
            if mark.label in NAMES and all(shared(mark, name) <= 0 for name in row.gold):
                table[NOTHING][mark.label] += 1
    return {name: dict(counts) for name, counts in table.items()}


def rates(sums: Floats) -> dict[str, Floats]:
    marked, gold, hits, bare_hits, touched = np.moveaxis(sums, -1, 0)
    both, names = np.maximum(marked + gold, 1), np.maximum(gold, 1)
    return {"f1": 2 * hits / both, "bare_f1": 2 * bare_hits / both, "touched": touched / names}


def scored(rows: Sequence[Row], found: Sequence[Sequence[Mark]]) -> dict[str, Any]:
    table = np.array([counted(*pair) for pair in zip(rows, found, strict=True)], dtype=float)
    draw = np.random.default_rng(SEED)
    weights = draw.multinomial(len(table), np.full(len(table), 1 / len(table)), RESAMPLES)
    drawn = rates(weights @ table)
    figures = {
        name: {
            "value": round(float(value), 4),
            "interval": [round(float(edge), 4) for edge in np.percentile(drawn[name], (2.5, 97.5))],
        }
        for name, value in rates(table.sum(0)).items()
    }
    return {**figures, "confusions": confused(rows, found)}


def ours(language: str, texts: Sequence[str], alone: bool) -> list[Found]:
    from dataclasses import replace

    from understudy import Document, build, load_policy
    from understudy.encoder import Encoder

    documents = [Document(str(at), text, language) for at, text in enumerate(texts)]
    if alone:
        return [
            [(span.start, span.end, named(span.label)) for span in marks]
            for marks in Encoder.load("fast").tag(documents)
        ]
    preset = build(replace(load_policy("surrogate"), language=language))
    return [
        [(one.span.start, one.span.end, named(one.category)) for one in entities]
        for entities in preset.identify(documents)
    ]


def named(category: str) -> str:
    """The name among ``NAMES`` of a category or of what it is a kind of; an address is a place."""
    from understudy.core.categories import ancestors, categories

    if category == "STREET_ADDRESS":
        return "LOCATION"
    return next((one for one in ancestors(category, categories()) if one in NAMES), category)


def theirs(python: str, peer: str, texts: Sequence[str]) -> list[Found] | str:
    from understudy.identify.adapters.labels import MODELS, category_of

    answer = ask(python, peer, "en", texts)
    if isinstance(answer, str):
        return answer
    return [
        [(start, end, named(category_of(label, MODELS) or label)) for start, end, label, _ in one]
        for one in answer["spans"]
    ]


def compared(name: str, count: int, lower: bool, python: str) -> dict[str, Any]:
    language, rows = SETS[name][0], rows_of(name, count)
    texts = [row.text(lower) for row in rows]
    found: dict[str, list[Found] | str] = {
        "understudy": ours(language, texts, alone=False),
        "understudy, model alone": ours(language, texts, alone=True),
    }
    if language == "en":
        found |= {side: theirs(python, peer, texts) for side, peer in PEERS.items()}
    sides: dict[str, Any] = {}
    for side, marks in found.items():
        if isinstance(marks, str):
            print(f"  {side}: left out: {marks}")
            continue
        placed = [on_tokens(row.tokens, one) for row, one in zip(rows, marks, strict=True)]
        sides[side] = scored(rows, placed)
        cells = " ".join(f"{sides[side][key]['value']:.3f}" for key in ("f1", "bare_f1", "touched"))
        print(f"  {side:32} {cells}", flush=True)
    names = sum(len(row.gold) for row in rows)
    return {"sentences": len(rows), "names": names, "sides": sides}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--peer-python", default=sys.executable, help="An interpreter with peers.")
    parser.add_argument("--sentences", type=int, default=400, help="Of each corpus, at most.")
    parser.add_argument("-o", "--output", type=Path, default=ROOT / "benchmarks/naming.json")
    given = parser.parse_args()
    from understudy.encoder.weights import Weights

    asked = ["git", "rev-parse", "HEAD"]
    done = subprocess.run(asked, cwd=ROOT, capture_output=True, text=True, check=False)
    result: dict[str, Any] = {
        "commit": done.stdout.strip(),
        "model": Weights().digest,
        "python": platform.python_version(),
        "seed": SEED,
        "resamples": RESAMPLES,
        "corpora": {},
    }
    for name in SETS:
        for lower in (False, True):
            title = f"{name}, lower case" if lower else name
            print(title, flush=True)
            result["corpora"][title] = compared(name, given.sentences, lower, given.peer_python)
            given.output.write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
