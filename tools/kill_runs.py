"""Shoots runs at random moments, resumes them, and counts hangs, orphans and differences.

    python tools/kill_runs.py [--kills 200] [--seed 0] [-o benchmarks/kills.json]

A round has ten kills; rounds go through 1, 2 and 4 workers and through policies that read the
corpus once and twice. A shot goes to the run, to a worker or to all of them, by SIGKILL, SIGTERM,
SIGHUP or SIGINT. The file is written after each round, so that a run which is stopped has told what
it did. Whatever is not byte-equal in the end, hangs, leaves a process behind or shows a
traceback is a fault, and the exit status is 1.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections import Counter
from itertools import count, product
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT / "tests" / "e2e"), str(ROOT / "benchmarks")]

_ROUND = 10


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    arguments.add_argument("--kills", type=int, default=200)
    arguments.add_argument("--seed", type=int, default=0)
    arguments.add_argument("-o", "--output", type=Path, help="a file for the table, in JSON")
    given = arguments.parse_args()
    from killing import POLICIES, shot_at  # type: ignore[import-not-found]

    from detection import commit

    at = commit()

    total: Counter[str] = Counter()
    kinds: Counter[str] = Counter()
    ways = list(product(POLICIES, (1, 2, 4)))
    rounds: list[dict[str, Any]] = []
    for number in count():
        if total["shots"] >= given.kills:
            break
        passes, workers = ways[number % len(ways)]
        with tempfile.TemporaryDirectory() as folder:
            seed = given.seed + 1000 * number
            found = shot_at(Path(folder), POLICIES[passes], workers, _ROUND, seed)
        row = {
            "passes": passes,
            "workers": workers,
            "seed": seed,
            **{name: getattr(found, name) for name in ("shots", "hangs", "orphans", "tracebacks")},
            "equal": found.equal,
        }
        rounds.append(row)
        kinds.update(found.kinds)
        total.update({name: row[name] for name in ("shots", "hangs", "orphans", "tracebacks")})
        total["different"] += not found.equal
        print(row, flush=True)
        if not found.equal:
            print(found.said, flush=True)
        if given.output is not None:
            made = {"commit": at, "total": dict(total), "kinds": dict(kinds), "rounds": rounds}
            given.output.write_text(json.dumps(made, indent=1) + "\n", encoding="utf-8")
    print(dict(total))
    wrong = sum(total[name] for name in ("hangs", "orphans", "tracebacks", "different"))
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
