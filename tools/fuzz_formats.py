"""Damages a valid file of every format again and again, and counts what came of it.

    python tools/fuzz_formats.py --count 1000000
    python tools/fuzz_formats.py --format trs --format brat --seconds 600

A damaged file is refused with an error of ours, or it comes out whole; all else is a fault, and its
seed is printed: `tests/e2e/test_damaged_files.py` keeps those that were found as cases.
"""

from __future__ import annotations

import argparse
import signal
import sys
import time
import traceback
from collections import Counter
from pathlib import Path
from types import FrameType
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "e2e"))

from understudy.corpus import find, formats
from understudy.testing.damaged import check_damaged, damaged

SHOWN = 20
LIMIT = 20
"""Seconds for one file; what takes longer hangs."""


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    arguments.add_argument("--format", action="append", choices=formats())
    arguments.add_argument("--count", type=int, default=10_000, help="files of each format")
    arguments.add_argument("--seconds", type=float, default=float("inf"), help="for each format")
    arguments.add_argument("--first", type=int, default=0, help="the first seed")
    given = arguments.parse_args()
    from valid_files import VALID  # type: ignore[import-not-found]

    signal.signal(signal.SIGALRM, _hangs)
    faults = 0
    print(f"{'format':10} {'files':>9} {'read':>9} {'refused':>9} {'faults':>7}")
    for name in given.format or VALID:
        counted, seeds = _fuzzed(name, VALID[name], given)
        faults += counted["fault"]
        print(
            f"{name:10} {counted.total():>9} {counted['read']:>9} {counted['refused']:>9} "
            f"{counted['fault']:>7}",
            flush=True,
        )
        for kind, seed in list(seeds.items())[:SHOWN]:
            print(f"    seed {seed}: {kind}")
    sys.exit(1 if faults else 0)


def _fuzzed(name: str, files: Any, given: Any) -> tuple[Counter[str], dict[str, int]]:
    """How many files came to what, and the first seed of each kind of fault."""
    counted: Counter[str] = Counter()
    seeds: dict[str, int] = {}
    end = time.monotonic() + given.seconds
    for seed in range(given.first, given.first + given.count):
        if time.monotonic() > end:
            break
        signal.alarm(LIMIT)
        try:
            read = check_damaged(find(name), damaged(files, seed))
            counted["read" if read else "refused"] += 1
        except Exception as error:
            counted["fault"] += 1
            frame = traceback.extract_tb(error.__traceback__)[-1]
            told = str(error) if isinstance(error, AssertionError) else ""
            kind = f"{type(error).__name__} at {Path(frame.filename).name}:{frame.lineno} {told}"
            seeds.setdefault(kind, seed)
        finally:
            signal.alarm(0)
    return counted, seeds


def _hangs(number: int, frame: FrameType | None) -> None:
    raise TimeoutError(f"more than {LIMIT} s")


if __name__ == "__main__":
    main()
