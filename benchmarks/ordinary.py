"""The run as people run it, beside Presidio: processor time, one process and one thread each.

    python benchmarks/ordinary.py [--peer-python PYTHON] [--rounds 3] [-o benchmarks/ordinary.json]

Both sides read a file of JSON lines and write another, in turns, in one run:

    found    the default preset: what is private is found and gets coherent stand-ins, and the leak
             check looks for what was overlooked. Presidio: analyze with the spaCy pipeline, then
             anonymize with its operator "replace"
    given    coherent stand-ins for marks that the corpus has; no leak check, since the peer has
             none. Presidio: anonymize with a name of Faker for each mark

and one line of text through ``understudy run``, the start of the process included. Short rows are
requests (ATIS) and the turns of support chats, each once; long documents are court cases (TAB) and
clinical ones (MEDDOCAN), from the folder UNDERSTUDY_DATA (default ../shared/data). A few rows are
released before the clock starts. Rates are words per second of processor time, medians of rounds.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from typing import Any

from needed import DATA, need

ROOT = Path(__file__).resolve().parents[1]
WARM = 5
LINE = "Good morning, this is Ann Lee from Boston, my number is 617 555 0199.\n"
Row = dict[str, Any]


# --- corpora --------------------------------------------------------------------------------


def requests() -> list[Row]:
    return _turns(DATA / "intent/atis/train.tsv")


def chats() -> list[Row]:
    return _turns(DATA / "intent/multidogo-en/valid.tsv")


def _turns(path: Path) -> list[Row]:
    texts = [line.split("\t")[1] for line in path.read_text(encoding="utf-8").splitlines()]
    return [
        {"id": str(at), "text": text, "language": "en"}
        for at, text in enumerate(dict.fromkeys(texts))
    ]


def cases() -> list[Row]:
    lines = (DATA / "deid/tab/train.jsonl").read_text(encoding="utf-8").splitlines()
    rows = map(json.loads, lines)
    return [{"id": row["id"], "text": row["text"], "language": "en"} for row in rows]


def clinical() -> list[Row]:
    from replace import clinical_rows

    rows = [json.loads(row) for row in clinical_rows()]
    return [row | {"id": str(at)} for at, row in enumerate(rows)]


CORPORA: dict[str, tuple[str, Callable[[], list[Row]], int]] = {
    "atis": ("found", requests, 2000),
    "support chats": ("found", chats, 2000),
    "tab": ("found", cases, 92),
    "meddocan": ("given", clinical, 500),
}
"""The job, the rows, and at most how many of them."""


# --- sides, each in a process of its own ----------------------------------------------------


def ours(job: str, warm: Path, corpus: Path) -> None:
    from understudy import Deidentifier
    from understudy.policy import load

    if job == "given":
        from replace import clinical_policy

        policy = corpus.with_suffix(".toml")
        policy.write_text(clinical_policy("surrogate"), encoding="utf-8")
        releaser = Deidentifier(load(str(policy)))
    else:
        releaser = Deidentifier()
    with tempfile.TemporaryDirectory() as folder:
        releaser.run(warm, Path(folder) / "warm.jsonl")
        start = time.process_time()
        releaser.run(corpus, Path(folder) / "out.jsonl")
        print(time.process_time() - start)


def theirs(job: str, warm: Path, corpus: Path) -> None:
    from presidio_anonymizer import AnonymizerEngine
    from presidio_anonymizer.entities import OperatorConfig, RecognizerResult

    make: Any = AnonymizerEngine  # its constructor has no types
    engine, operators = make(), None
    if job == "given":
        from faker import Faker

        fake = Faker("es_ES")
        operators = {"DEFAULT": OperatorConfig("custom", {"lambda": lambda _: fake.name()})}

        def found(row: Row) -> list[Any]:
            marks = row["entities"]
            return [
                RecognizerResult(one["category"], one["start"], one["end"], 1.0) for one in marks
            ]
    else:
        from peers import analyzer

        analyze = analyzer("en", patterns=False).analyze

        def found(row: Row) -> list[Any]:
            return list(analyze(text=row["text"], language="en"))

    def release(source: Path) -> None:
        with source.open(encoding="utf-8") as lines, Path(os.devnull).open("w") as target:
            for line in lines:
                row = json.loads(line)
                row["text"] = engine.anonymize(row["text"], found(row), operators).text
                target.write(json.dumps(row, ensure_ascii=False) + "\n")

    release(warm)
    start = time.process_time()
    release(corpus)
    print(time.process_time() - start)


def side(python: str, *arguments: object) -> float:
    threads = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")
    done = subprocess.run(
        [python, "-W", "ignore", __file__, "--side", *map(str, arguments)],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, **dict.fromkeys(threads, "1")},
    )
    if done.returncode:
        raise SystemExit(done.stderr or "a side failed")
    return float(done.stdout.splitlines()[-1])


# --- the comparison -------------------------------------------------------------------------


def compare(python: str, folder: Path, rounds: int, wanted: list[str]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name in wanted:
        job, rows_of, count = CORPORA[name]
        rows = list(islice(rows_of(), count))
        corpus, warm = folder / f"{name}.jsonl", folder / "warm.jsonl"
        for path, some in ((corpus, rows), (warm, rows[:WARM])):
            lines = [json.dumps(row, ensure_ascii=False) + "\n" for row in some]
            path.write_text("".join(lines), encoding="utf-8")
        mine, peer = [], []
        for _ in range(rounds):
            peer.append(side(python, "theirs", job, warm, corpus))
            mine.append(side(sys.executable, "ours", job, warm, corpus))
        words = sum(len(row["text"].split()) for row in rows)
        ratio = statistics.median(peer) / statistics.median(mine)
        found[name] = {
            "job": job,
            "rows": len(rows),
            "words": words,
            "understudy_words_per_second": words / statistics.median(mine),
            "presidio_words_per_second": words / statistics.median(peer),
            "ratio": ratio,
            "rounds": {"understudy": mine, "presidio": peer},
        }
        print(
            f"{name:<15}{job:<7}{statistics.median(mine):>7.2f} s, Presidio "
            f"{statistics.median(peer):>7.2f} s   ratio {ratio:.2f}",
            flush=True,
        )
    return found


def one_line(folder: Path, rounds: int) -> list[float]:
    """Seconds of processor time of a whole process that releases one line."""
    source = folder / "line.txt"
    source.write_text(LINE, encoding="utf-8")
    taken = []
    for number in range(rounds):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(
            [
                *(sys.executable, "-m", "understudy", "run", str(source), "--quiet"),
                *("-o", str(folder / f"line-{number}.txt"), "--format", "lines"),
            ],
            check=True,
        )
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        taken.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    print(f"one line through run: {statistics.median(taken):.2f} s")
    return taken


def commit() -> str:
    done = subprocess.run(
        ["git", "rev-parse", "HEAD"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    return done.stdout.strip() or "unknown"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--peer-python", default=sys.executable, help="An interpreter with peers.")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--corpora", nargs="+", choices=CORPORA, default=list(CORPORA))
    parser.add_argument("-o", "--output", type=Path)
    parser.add_argument("--side", nargs=4, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.side:
        who, job, warm, corpus = given.side
        (ours if who == "ours" else theirs)(job, Path(warm), Path(corpus))
        return
    need("intent/atis", "intent/multidogo-en", "deid/tab", "deid/meddocan/train/brat")
    with tempfile.TemporaryDirectory() as folder:
        result = {
            "commit": commit(),
            "python": platform.python_version(),
            "machine": f"{platform.machine()}, {os.cpu_count()} cores",
            "load": os.getloadavg()[0],
            "rounds": given.rounds,
            "corpora": compare(given.peer_python, Path(folder), given.rounds, given.corpora),
            "line_seconds": one_line(Path(folder), given.rounds),
        }
    if given.output:
        given.output.write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
