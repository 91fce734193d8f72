"""How much of the training text also stands in the tests, by runs of nine words.

    python training/overlap.py DATA [--silver OUT/silver.jsonl.xz]

writes training/overlap.json: for each test the number of its texts and how many of them share a
run of nine words with each training text, labelled or running. Labelled texts that share one with
a test of names are left out of training (labelled.py).
"""

from __future__ import annotations

import argparse
import json
import lzma
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from corpora import lines_of, natural, sentences

RUN = 9
OUT = Path(__file__).with_suffix(".json")
NAMES = {
    "uner-ewt": ("ner/uner-en/en_ewt-ud-test.conll",),
    "uner-pud": ("ner/uner-en/en_pud-ud-test.conll",),
    "wikigold": ("ner/wikigold/all.conll",),
    "wnut17": ("ner/wnut17/test.conll",),
    "wikiann-en": ("ner/wikiann-en/test.conll.xz",),
    "wikiann-es": ("ner/wikiann-es/test.conll.xz",),
    "btc": ("ner/btc/test.conll",),
    "cess-es": ("ner/cess-es/test.conll",),
    "gum": ("ner/gum/test.conll",),
    "earnings21": ("ner/earnings21/test.conll",),
    "crossner": tuple(
        f"ner/crossner/{name}/test.conll"
        for name in ("ai", "literature", "music", "politics", "science")
    ),
    "europarl-en": ("ner/europarl-en/test.conll",),
    "europarl-es": ("ner/europarl-es/test.conll",),
}
OTHERS = {
    "echr-es": ("deid/echr-es/ES-rev-test.tsv", "deid/echr-es/ES-all-test.tsv"),
    "meddoprof-es": ("deid/meddoprof-es/test.conll.xz",),
    "snips": ("intent/snips/test.tsv",),
    "atis": ("intent/atis/test.tsv",),
    "tod-en": ("intent/tod-en/test.tsv",),
    "tod-es": ("intent/tod-es/test.tsv",),
    "multidogo": ("intent/multidogo-en/test.tsv.xz",),
    "restaurant8k": ("intent/restaurant8k-en/test.tsv",),
    "nlupp": ("intent/nlupp-en/test.tsv",),
    "slurp": ("intent/slurp-en/test.tsv",),
    "usaddress": ("address/usaddress/test.conll",),
    "en-ewt upos": ("upos/en-ewt/test.conll",),
    "es-gsd upos": ("upos/es-gsd/test.conll",),
}
"""Tests whose sentences are forms and requests, or that are not of names."""
_WORD = re.compile(r"\w+")


def runs(text: str) -> Iterator[int]:
    """Every nine words in a row, as a number."""
    words = _WORD.findall(text.lower())
    return (hash(tuple(words[at : at + RUN])) for at in range(len(words) - RUN + 1))


def texts(path: Path) -> Iterator[str]:
    if ".tsv" in path.name and "intent" in path.parts:
        yield from (line.split("\t")[1] for line in lines_of(path))
    else:
        yield from (natural([word for word, _ in one])[0] for one in sentences(path))


def tested(data: Path, names: Mapping[str, tuple[str, ...]]) -> dict[int, set[tuple[str, int]]]:
    """Per run of nine words the tests, and the numbers of their texts, in which it stands."""
    found: dict[int, set[tuple[str, int]]] = defaultdict(set)
    for name, paths in names.items():
        at = 0
        for path in paths:
            for text in texts(data / path):
                at += 1
                for run in runs(text):
                    found[run].add((name, at))
    return found


def shared(texts: Iterable[str], of_tests: Mapping[int, set[tuple[str, int]]]) -> dict[str, int]:
    """Per test how many of its texts share nine words in a row with these."""
    hit: set[tuple[str, int]] = set()
    for text in texts:
        for run in runs(text):
            hit |= of_tests.get(run, set())
    found: dict[str, int] = defaultdict(int)
    for name, _ in hit:
        found[name] += 1
    return dict(sorted(found.items()))


def _running(path: Path) -> Iterator[str]:
    with lzma.open(path, "rt", encoding="utf-8") as source:
        yield from source


def main() -> None:
    import labelled  # noqa: PLC0415 - which reads this module for what it leaves out

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("--silver", type=Path)
    asked = parser.parse_args()
    of_tests = tested(asked.data, NAMES | OTHERS)
    counts = {
        name: sum(1 for path in paths for _ in texts(asked.data / path))
        for name, paths in (NAMES | OTHERS).items()
    }
    read = labelled.by_corpus(labelled.sources(asked.data, 1, asked.silver))
    training = {
        corpus: shared((one.text for one in group), of_tests) for corpus, group in read.items()
    }
    for path in sorted((asked.data / "text").glob("*.txt.xz")):
        training[f"text/{path.name[:-7]}"] = shared(_running(path), of_tests)
        print(path.name, training[f"text/{path.name[:-7]}"], flush=True)
    record = {"run_of_words": RUN, "texts_of_tests": counts, "shared_with": training}
    OUT.write_text(json.dumps(record, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
