"""One live iteration on 50,000 utterances: read the project, train, score the pool, choose 250.

    python benchmarks/learn.py

The utterances are turns of schema-guided dialogues (acts/sgd of UNDERSTUDY_DATA), whose slots
stand for what annotators would say. Writes learn.json.
"""

from __future__ import annotations

import json
import lzma
import os
import platform
import statistics
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from needed import DATA, need
from understudy.core.types import Document, Span
from understudy.identify.crfmodel import write_model
from understudy.learn.exchange import write_batch
from understudy.learn.instances import Instance
from understudy.learn.live import add, next_batch
from understudy.learn.train import train_crf
from understudy.learn.workroom import Settings, Work, start
from understudy.project import open_project

HERE = Path(__file__).resolve().parent
COUNT, SEED, BATCH, ROUNDS, SOURCE = 50_000, 2_500, 250, 3, 1_000


def turns() -> Iterator[Document]:
    with lzma.open(DATA / "acts/sgd/train.jsonl.xz", "rt", encoding="utf-8") as file:
        for line in file:
            row = json.loads(line)
            marks: list[Span] = []
            for one in sorted(row["slots"], key=lambda one: one["start"]):
                if one["start"] < one["exclusive_end"] and (
                    not marks or marks[-1].end <= one["start"]
                ):
                    marks.append(Span(one["start"], one["exclusive_end"], "SLOT"))
            name = f"{row['dialogue']} {row['turn']}"
            yield Document(name, row["text"], "en", annotations=tuple(marks))


def timed(folder: Path, documents: list[Document], source: Path) -> dict[str, Any]:
    truth = {one.id: one.annotations for one in documents}
    settings = Settings(
        "benchmark",
        unit="line",
        binary=True,
        seed_method="Random",
        query="T-H K-Max · S_I-H Sum",
        batch=BATCH,
    )
    begun = time.perf_counter()
    start(folder, documents, settings, [str(source)])
    found: dict[str, Any] = {"start_s": round(time.perf_counter() - begun, 2), "next": []}
    for number in range(ROUNDS + 1):
        wall, spent = time.perf_counter(), time.process_time()
        work = Work.of(open_project(folder))
        _, rows, facts = next_batch(work, "benchmark", None if number else SEED)
        if facts is not None:
            found["next"].append(
                {
                    "labelled": facts["instances"],
                    "wall_s": round(time.perf_counter() - wall, 2),
                    "cpu_s": round(time.process_time() - spent, 2),
                }
            )
        path = folder / f"{number}.jsonl"
        write_batch(path, [(one, _within(one, truth)) for one, _ in rows], "jsonl")
        add(work, path, "benchmark")
    found["wall_s"] = statistics.median(one["wall_s"] for one in found["next"])
    found["cpu_s"] = statistics.median(one["cpu_s"] for one in found["next"])
    return found


def _within(instance: Instance, truth: dict[str, tuple[Span, ...]]) -> list[Span]:
    start, end = instance.start, instance.start + len(instance.text)
    return [
        Span(mark.start - start, mark.end - start, mark.label)
        for mark in truth[instance.document]
        if start <= mark.start and mark.end <= end
    ]


def main() -> None:
    need("acts/sgd/train.jsonl.xz")
    documents = [one for one in turns() if one.text.strip()]
    source = documents[COUNT : COUNT + SOURCE]
    with tempfile.TemporaryDirectory() as folder:
        made = train_crf(source, binary=True, features="independent", iterations=30)
        write_model(Path(folder) / "source.crf", made.header, made.payload)
        found = timed(Path(folder) / "project", documents[:COUNT], Path(folder) / "source.crf")
    done = subprocess.run(
        ["git", "rev-parse", "HEAD"], cwd=HERE, capture_output=True, text=True, check=False
    )
    results = {
        "commit": done.stdout.strip(),
        "python": platform.python_version(),
        "machine": f"{platform.machine()}, {os.cpu_count()} cores",
        "utterances": COUNT,
        "batch": BATCH,
        **found,
    }
    (HERE / "learn.json").write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")
    print(json.dumps(results, indent=1))


if __name__ == "__main__":
    main()
