"""Coherent surrogates beside identification: what each costs in a run.

    python benchmarks/surrogates.py [--rounds 3] [--documents 100] [-o benchmarks/surrogates.json]

One process, the preset ``surrogate``: the two stages of ``understudy run`` are timed apart on the
same documents, the surrogates of what was identified. Twice: with the detectors of the preset, and
without its language model, which leaves grammars, lists and cues. Corpora: the invented dialogues
of examples/, and MEDDOCAN from the folder UNDERSTUDY_DATA (default ../shared/data) where it is
there. Lists are read in a first round that does not count. The ratio is surrogates to
identification, of medians: below 1 surrogates cost less.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import statistics
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from detection import ROOT, commit
from needed import DATA
from understudy.core.draw import Draw, seed_key
from understudy.core.types import Document
from understudy.pipeline import Pipeline, build
from understudy.policy import load

LIGHT = ("grammar", "gazetteer", "heuristic")


def dialogues(count: int) -> list[Document]:
    rows = (ROOT / "examples" / "calls.jsonl").read_text(encoding="utf-8").splitlines()
    found = [json.loads(row) for row in rows]
    step = max(1, len(found) // count)
    return [Document(row["id"], row["text"], row["language"]) for row in found[::step][:count]]


def clinical(count: int) -> list[Document]:
    paths = sorted((DATA / "deid" / "meddocan" / "test" / "brat").glob("*.txt"))[:count]
    return [Document(path.stem, path.read_bytes().decode("utf-8"), "es") for path in paths]


def pipelines() -> dict[str, Pipeline]:
    policy = load("surrogate")
    light = replace(
        policy,
        detectors=LIGHT,
        detector_options={
            name: options for name, options in policy.detector_options.items() if name in LIGHT
        },
    )
    return {"the preset's detectors": build(policy), "without the language model": build(light)}


def timed(pipeline: Pipeline, documents: Sequence[Document]) -> tuple[float, float, int]:
    """Seconds of identification, seconds of surrogates, and how many entities there were."""
    start = time.perf_counter()
    entities = pipeline.identify(documents)
    middle = time.perf_counter()
    for document, found in zip(documents, entities, strict=True):
        pipeline.replace(document, found, Draw(seed_key(1), document.id, document.text))
    return middle - start, time.perf_counter() - middle, sum(map(len, entities))


def measured(pipeline: Pipeline, documents: Sequence[Document], rounds: int) -> dict[str, Any]:
    timed(pipeline, documents[:5])
    found = [timed(pipeline, documents) for _ in range(rounds)]
    identification = statistics.median(one for one, _, _ in found)
    surrogates = statistics.median(two for _, two, _ in found)
    return {
        "documents": len(documents),
        "words": sum(len(document.text.split()) for document in documents),
        "entities": found[0][2],
        "identification_seconds": identification,
        "surrogates_seconds": surrogates,
        "ratio": surrogates / identification,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--documents", type=int, default=100, help="Of each corpus.")
    parser.add_argument("-o", "--output", type=Path, default=ROOT / "benchmarks/surrogates.json")
    given = parser.parse_args()
    corpora = {"dialogues": dialogues(given.documents), "meddocan": clinical(given.documents)}
    results: dict[str, dict[str, Any]] = {}
    for detectors, pipeline in pipelines().items():
        for corpus, documents in corpora.items():
            if documents:
                row = measured(pipeline, documents, given.rounds)
                results.setdefault(corpus, {})[detectors] = row
                print(f"{corpus}, {detectors}: surrogates / identification = {row['ratio']:.3f}")
    result = {
        "commit": commit(),
        "python": platform.python_version(),
        "machine": f"{platform.machine()}, {os.cpu_count()} cores",
        "rounds": given.rounds,
        "results": results,
    }
    given.output.write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
