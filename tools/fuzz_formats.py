"""Damages a valid file of every format again and again, and counts what came of it.

    python tools/fuzz_formats.py --count 1000000
    python tools/fuzz_formats.py --format trs --format brat --seconds 600
    python tools/fuzz_formats.py --seconds 30 -o benchmarks/fuzz.json

A damaged file is refused with an error of ours, or it comes out whole; all else is a fault, and its
seed is printed: `tests/e2e/test_damaged_files.py` keeps those that were found as cases. Each format
has a process of its own, which may end by a signal (a library written in C can do that): this is a
fault like others, and the next seed goes on.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import sys
import time
import traceback
from collections import Counter
from pathlib import Path
from types import FrameType
from typing import Any, NamedTuple

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT / "tests" / "e2e"), str(ROOT / "benchmarks")]

from understudy.corpus import find, formats  # noqa: E402 - after the paths
from understudy.testing.damaged import check_damaged, damaged  # noqa: E402

SHOWN = 20
LIMIT = 20
"""Seconds for one file; what takes longer hangs."""


class Found(NamedTuple):
    """What came of the files of one format."""

    counted: Counter[str]
    seeds: dict[str, int]
    """The first seed of each kind of fault."""


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    arguments.add_argument("--format", action="append", choices=formats())
    arguments.add_argument("--count", type=int, default=10_000, help="files of each format")
    arguments.add_argument("--seconds", type=float, default=float("inf"), help="for each format")
    arguments.add_argument("--first", type=int, default=0, help="the first seed")
    arguments.add_argument("-o", "--output", type=Path, help="a file for the table, in JSON")
    given = arguments.parse_args()
    from valid_files import VALID  # type: ignore[import-not-found]

    table: dict[str, Any] = {}
    print(f"{'format':10} {'files':>9} {'read':>9} {'refused':>9} {'faults':>7}")
    for name in given.format or VALID:
        counted, seeds = fuzzed(name, VALID[name], given.first, given.count, given.seconds)
        table[name] = {
            "files": counted.total(),
            **{kind: counted[kind] for kind in ("read", "refused", "fault")},
        }
        print(
            f"{name:10} {counted.total():>9} {counted['read']:>9} {counted['refused']:>9} "
            f"{counted['fault']:>7}",
            flush=True,
        )
        for kind, seed in list(seeds.items())[:SHOWN]:
            print(f"    seed {seed}: {kind}", flush=True)
    if given.output is not None:
        from detection import commit

        made = {"commit": commit(), "first": given.first, "formats": table}
        given.output.write_text(json.dumps(made, indent=1) + "\n", encoding="utf-8")
    sys.exit(1 if any(row["fault"] for row in table.values()) else 0)


def fuzzed(name: str, files: Any, first: int, count: int, seconds: float) -> Found:
    """What comes of so many damaged files, or of as many as there is time for."""
    found = Found(Counter(), {})
    end, seed = time.monotonic() + seconds, first
    while seed < first + count and time.monotonic() < end:
        reader, writer = os.pipe()
        child = os.fork()
        if not child:
            os.close(reader)
            _work(name, files, range(seed, first + count), end, writer)
        os.close(writer)
        with os.fdopen(reader, encoding="utf-8") as lines:
            for line in lines:
                what, _, kind = line.rstrip("\n").partition(" ")
                _note(found, what, kind, seed)
                seed += 1
        _, status = os.waitpid(child, 0)
        if os.WIFSIGNALED(status):
            _note(found, "fault", f"ended by {signal.Signals(os.WTERMSIG(status)).name}", seed)
            seed += 1
    return found


def _note(found: Found, what: str, kind: str, seed: int) -> None:
    found.counted[what] += 1
    if what == "fault":
        found.seeds.setdefault(kind, seed)


def _work(name: str, files: Any, seeds: range, end: float, writer: int) -> None:
    """A line for each file, in a process of its own, which ends here."""
    signal.signal(signal.SIGALRM, _hangs)
    with os.fdopen(writer, "w", encoding="utf-8") as told:
        for seed in seeds:
            if time.monotonic() > end:
                break
            print(_tried(name, files, seed), file=told, flush=True)
    os._exit(0)


def _tried(name: str, files: Any, seed: int) -> str:
    signal.alarm(LIMIT)
    try:
        return "read" if check_damaged(find(name), damaged(files, seed)) else "refused"
    except Exception as error:
        frame = traceback.extract_tb(error.__traceback__)[-1]
        told = " ".join(str(error).split()) if isinstance(error, AssertionError) else ""
        place = f"{Path(frame.filename).name}:{frame.lineno}"
        return f"fault {type(error).__name__} at {place} {told}"
    finally:
        signal.alarm(0)


def _hangs(number: int, frame: FrameType | None) -> None:
    raise TimeoutError(f"more than {LIMIT} s")


if __name__ == "__main__":
    main()
