"""Replacing gold entities: Understudy beside Presidio's anonymizer, on the same spans, in one run.

    pip install . presidio-anonymizer
    python benchmarks/replace.py [--megabytes 20] [--rounds 3] [-o benchmarks/replace.json]

Two corpora from the folder UNDERSTUDY_DATA (default ../shared/data), repeated to the size wanted:
short rows (SNIPS, slot format) and long documents (MEDDOCAN, JSON lines). Two jobs on each:

    typed       every entity becomes its category       Presidio: its operator "replace"
    surrogate   every entity becomes another value      Presidio: "custom" with Faker

Both sides read the corpus file, replace the gold spans and write a release. Presidio's side is
the loop of its documentation in one process, which is all it offers; it writes moved annotations
for JSON lines and only the text for slots. Understudy's side is its ordinary run with two workers,
the start of the workers included, with the check for repeated values off, since the peer has none.
Sides take turns; the ratio is that of the medians. Memory is the peak of the largest process.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import re
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from operator import itemgetter
from pathlib import Path
from typing import Any

from needed import DATA, need

ROOT = Path(__file__).resolve().parents[1]
CATEGORIES = ("PERSON", "LOCATION", "ORGANIZATION", "PRODUCT")


# --- corpora --------------------------------------------------------------------------------


def slot_rows() -> list[str]:
    return (DATA / "intent/snips/train.tsv").read_text(encoding="utf-8").splitlines(keepends=True)


def clinical_rows() -> list[str]:
    rows = []
    for path in sorted((DATA / "deid/meddocan/train/brat").glob("*.ann")):
        entities: list[dict[str, Any]] = []
        for line in path.read_text(encoding="utf-8").splitlines():
            if line.startswith("T"):
                label, start, end = line.split("\t")[1].split(" ")
                entities.append({"start": int(start), "end": int(end), "category": label})
        entities.sort(key=itemgetter("start"))
        text = path.with_suffix(".txt").read_bytes().decode("utf-8")
        row = {"id": "{}", "text": text, "language": "es", "entities": entities}
        rows.append(json.dumps(row, ensure_ascii=False) + "\n")
    return rows


def grow(rows: list[str], target: Path, megabytes: int) -> None:
    """The rows again and again, each with an id of its own where it has one."""
    size = number = 0
    with target.open("w", encoding="utf-8", newline="") as file:
        while size < megabytes * 1_000_000:
            row = rows[number % len(rows)].replace('"id": "{}"', f'"id": "d{number}"', 1)
            file.write(row)
            size += len(row.encode())
            number += 1


def slot_policy(strategy: str) -> str:
    labels = sorted(
        {tag[2:] for row in slot_rows() for tag in row.split("\t")[2].split() if tag != "O"}
    )
    lines = ["schema = 1", "leak_check = false", "[default]", 'strategy = "typed"', "[labels]"]
    lines += [f'"{label}" = "{CATEGORIES[at % 4]}"' for at, label in enumerate(labels)]
    if strategy == "surrogate":
        lines += ["[categories]"]
        lines += [f'{category} = {{ strategy = "entity" }}' for category in CATEGORIES]
    return "\n".join(lines) + "\n"


def clinical_policy(strategy: str) -> str:
    from understudy.policy import preset_text

    # Sections of detectors go with the detectors.
    text = re.sub(r"(?m)^\[detector\.[^\n]*\n(?:[^\[\n][^\n]*\n|\n)*", "", preset_text(strategy))
    lines = [
        line
        for line in text.splitlines()
        if not line.startswith(("schema", "detectors", "epsilon_max"))
    ]
    head = ["schema = 1", 'detectors = ["given"]', "leak_check = false", 'labels = "meddocan"']
    return "\n".join([*head, *lines]) + "\n"


# --- sides, each in a process of its own ------------------------------------------------------


def ours(corpus: Path, format: str, policy: Path, output: Path, workers: int) -> None:
    from understudy import corpus as formats
    from understudy.engines import pool
    from understudy.policy import load
    from understudy.run.order import Order
    from understudy.run.release import carry_out

    # Imports are not timed on either side; ours wait until they are needed.
    assert formats.find(format) and pool
    order = Order((str(corpus),), str(output), load(policy), format=format, workers=workers)
    start = time.perf_counter()
    release = carry_out(order)
    report(time.perf_counter() - start, release.summary.documents, release.summary.words)


def theirs(corpus: Path, format: str, strategy: str, output: Path) -> None:
    from faker import Faker
    from presidio_anonymizer import AnonymizerEngine
    from presidio_anonymizer.entities import OperatorConfig, RecognizerResult

    make: Any = AnonymizerEngine  # its constructor has no types
    engine = make()
    operators = None
    if strategy == "surrogate":
        fake = Faker("es_ES" if format == "jsonl" else "en_US")
        operators = {"DEFAULT": OperatorConfig("custom", {"lambda": lambda _: fake.name()})}

    def anonymize(text: str, spans: Iterator[tuple[int, int, str]]) -> Any:
        results = [RecognizerResult(label, start, end, 1.0) for start, end, label in spans]
        return engine.anonymize(text, results, operators)

    start, rows, words = time.perf_counter(), 0, 0
    with corpus.open(encoding="utf-8") as source, output.open("w", encoding="utf-8") as target:
        for line in source:
            if format == "slots":
                intent, text, tags = line.rstrip("\n").split("\t")
                target.write(f"{intent}\t{anonymize(text, tag_spans(text, tags)).text}\n")
            else:
                row = json.loads(line)
                text = row["text"]
                marks = ((one["start"], one["end"], one["category"]) for one in row["entities"])
                result = anonymize(text, marks)
                row["text"] = result.text
                row["entities"] = [
                    {"start": one.start, "end": one.end, "category": one.entity_type}
                    for one in reversed(result.items)
                ]
                target.write(json.dumps(row, ensure_ascii=False) + "\n")
            rows += 1
            words += text.count(" ") + 1
    report(time.perf_counter() - start, rows, words)


def tag_spans(text: str, tags: str) -> Iterator[tuple[int, int, str]]:
    first, last, label = -1, -1, ""
    at = 0
    names = iter(tags.split(" "))
    for token in text.split(" "):
        if token:
            tag = next(names)
            if tag[0] != "I" and first >= 0:
                yield first, last, label
                first = -1
            if tag[0] == "B":
                first, label = at, tag[2:]
            last = at + len(token)
        at += len(token) + 1
    if first >= 0:
        yield first, last, label


def report(seconds: float, rows: int, words: int) -> None:
    peak = max(
        resource.getrusage(resource.RUSAGE_SELF).ru_maxrss,
        resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss,
    )
    print(json.dumps({"seconds": seconds, "rows": rows, "words": words, "peak_mb": peak / 1024}))


def side(*arguments: object) -> dict[str, float]:
    command = [sys.executable, __file__, "--side", *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(done.stderr or f"a side failed: {command}")
    found: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return found


# --- the comparison ---------------------------------------------------------------------------

CORPORA: dict[str, tuple[str, Callable[[], list[str]], Callable[[str], str]]] = {
    "snips": ("slots", slot_rows, slot_policy),
    "meddocan": ("jsonl", clinical_rows, clinical_policy),
}


def compare(folder: Path, megabytes: int, rounds: int) -> list[dict[str, Any]]:
    table = []
    for name, (format, rows, policy_of) in CORPORA.items():
        corpus = folder / f"{name}.{format}"
        grow(rows(), corpus, megabytes)
        for strategy in ("typed", "surrogate"):
            policy = folder / f"{name}-{strategy}.toml"
            policy.write_text(policy_of(strategy), encoding="utf-8")
            mine, peer = [], []
            for number in range(rounds):
                peer.append(side("theirs", corpus, format, strategy, folder / "peer.out"))
                out = folder / f"{name}-{strategy}-{number}.{format}"
                mine.append(side("ours", corpus, format, policy, out, 2))
                out.unlink()
            row: dict[str, Any] = {
                "corpus": name,
                "megabytes": megabytes,
                "strategy": strategy,
                "rows": mine[0]["rows"],
                "words": mine[0]["words"],
                "understudy_rows_per_s": rate(mine, "rows"),
                "presidio_rows_per_s": rate(peer, "rows"),
                "understudy_words_per_s": rate(mine, "words"),
                "presidio_words_per_s": rate(peer, "words"),
            }
            row["ratio"] = row["understudy_words_per_s"] / row["presidio_words_per_s"]
            table.append(row)
            print(
                f"{name:<10}{strategy:<11}{row['understudy_rows_per_s']:>10,.0f} rows/s"
                f"{row['understudy_words_per_s']:>12,.0f} words/s   Presidio "
                f"{row['presidio_rows_per_s']:>8,.0f} rows/s"
                f"{row['presidio_words_per_s']:>12,.0f} words/s   ratio {row['ratio']:.2f}",
                flush=True,
            )
    return table


def rate(runs: list[dict[str, float]], what: str) -> float:
    return statistics.median(run[what] / run["seconds"] for run in runs)


def memory(folder: Path) -> list[dict[str, Any]]:
    """Peak memory at 1, 5 and 20 MB, one worker."""
    table = []
    for name, (format, rows, policy_of) in CORPORA.items():
        policy = folder / f"{name}-memory.toml"
        policy.write_text(policy_of("surrogate"), encoding="utf-8")
        for megabytes in (1, 5, 20):
            corpus, out = folder / f"m.{format}", folder / f"out.{format}"
            grow(rows(), corpus, megabytes)
            found = side("ours", corpus, format, policy, out, 1)
            out.unlink()
            table.append({"corpus": name, "megabytes": megabytes, "peak_mb": found["peak_mb"]})
            print(f"{name:<10}{megabytes:>3} MB   peak {found['peak_mb']:.0f} MB", flush=True)
    return table


def commit() -> str:
    done = subprocess.run(
        ["git", "rev-parse", "HEAD"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    return done.stdout.strip() or "unknown"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--megabytes", type=int, default=20)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("-o", "--output", type=Path)
    parser.add_argument("--side", nargs="+", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.side:
        kind, corpus, format, how, out, *rest = given.side
        if kind == "ours":
            ours(Path(corpus), format, Path(how), Path(out), int(rest[0]))
        else:
            theirs(Path(corpus), format, how, Path(out))
        return
    need("intent/snips/train.tsv", "deid/meddocan/train/brat")
    with tempfile.TemporaryDirectory() as folder:
        speed = compare(Path(folder), given.megabytes, given.rounds)
        peaks = memory(Path(folder))
    if given.output:
        result = {
            "commit": commit(),
            "python": platform.python_version(),
            "cores": os.cpu_count(),
            "rounds": given.rounds,
            "speed": speed,
            "memory": peaks,
        }
        given.output.write_text(json.dumps(result, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
