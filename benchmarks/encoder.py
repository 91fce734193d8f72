"""The encoder's speed and memory beside Presidio's and spaCy's: one process, one thread each.

    python benchmarks/encoder.py [--peer-python PYTHON] [-o benchmarks/encoder.json]

All sides read the same texts in the same run, in rounds, one after the other: short ones (the
sentences of the web corpus uner-ewt, test part) and long ones (the court cases of tab), from the
folder UNDERSTUDY_DATA (default ../shared/data). Rates are by processor time, which others on the
machine change least; start-up and loading are not timed.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import transfer
from detection import ROOT, commit
from needed import DATA, need
from peers import ask, peak

ROUNDS = 3
PEERS = ("presidio", "spacy")
LONG = 40
"""So many of the court cases."""


def ours(model: str, texts: list[str]) -> dict[str, Any]:
    """In a process of its own, for its memory."""
    done = subprocess.run(
        [sys.executable, __file__, "--serve", model],
        input=json.dumps(texts),
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "OMP_NUM_THREADS": "1"},
    )
    answer: dict[str, Any] = json.loads(done.stdout)
    return answer


def serve(model: str) -> None:
    from understudy.core.types import Document
    from understudy.encoder import Encoder

    texts = json.load(sys.stdin)
    documents = [Document(str(at), text, "en") for at, text in enumerate(texts)]
    encoder = Encoder.load(model, threads=1)
    encoder.tag(documents[:1])
    start = time.process_time()
    found = sum(len(spans) for spans in encoder.tag(documents))
    processor = time.process_time() - start
    json.dump({"processor": processor, "found": found, "peak": peak()}, sys.stdout)


def texts() -> Iterator[tuple[str, list[str]]]:
    for corpus in transfer.corpora(DATA):
        if corpus.name == "tab, direct identifiers":
            yield "long", [document.text for document in corpus.documents[:LONG]]
        if corpus.name == "uner-ewt test":
            yield "short", [document.text for document in corpus.documents]


def measured(python: str, read: list[str]) -> dict[str, Any]:
    words = sum(len(text.split()) for text in read)
    rates: dict[str, list[float]] = {}
    memory: dict[str, float] = {}
    for _ in range(ROUNDS):
        for side in ("full", "fast", *PEERS):
            answer = ask(python, side, "en", read, 1) if side in PEERS else ours(side, read)
            if isinstance(answer, str):
                print(f"    {side:<10} left out: {answer}")
                continue
            rates.setdefault(side, []).append(words / answer["processor"])
            memory[side] = max(memory.get(side, 0.0), answer["peak"])
    result: dict[str, Any] = {"texts": len(read), "words": words, "sides": {}}
    for side, of_side in rates.items():
        rate = statistics.median(of_side)
        result["sides"][side] = {"words_per_second": rate, "rounds": of_side, "peak": memory[side]}
        print(f"    {side:<10}{rate:>10,.0f} words/s{memory[side]:>8.0f} MB", flush=True)
    return result


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--peer-python", default=sys.executable, help="An interpreter with peers.")
    parser.add_argument("--serve", help=argparse.SUPPRESS)
    parser.add_argument("-o", "--output", type=Path, default=ROOT / "benchmarks/encoder.json")
    given = parser.parse_args()
    if given.serve:
        serve(given.serve)
        return
    need("deid/tab", "ner/uner-en", "ner/wikigold", "ner/wnut17", "intent")
    result: dict[str, Any] = {
        "commit": commit(),
        "python": platform.python_version(),
        "machine": f"{platform.machine()}, {os.cpu_count()} cores",
        "rounds": ROUNDS,
        "texts": {},
    }
    for name, read in texts():
        print(f"{name}: {len(read):,} texts")
        result["texts"][name] = measured(given.peer_python, read)
    given.output.write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
