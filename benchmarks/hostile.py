"""Hostile texts at full size: the growth of time with length, and the rate beside prose.

    python benchmarks/hostile.py [--preset patterns] [--sizes 100000 1000000 10000000]
                                 [--shapes NAME …] [--limit SECONDS] [-o benchmarks/hostile.json]

Each shape of tests/hostile is one document; detectors, merging, linking, the leak check and
replacement are timed together, in processor time. A text of names or numbers alone has ten times
the entities of prose, each of which costs something: rates are given per character and per
character with entities, each as the characters of prose that one entity of prose stands among.
"""

from __future__ import annotations

import argparse
import gc
import json
import math
import os
import platform
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from detection import ROOT, commit
from understudy.core.types import Document
from understudy.pipeline import Pipeline, build
from understudy.policy import load
from understudy.policy.scopes import scope_of

sys.path.append(str(ROOT / "tests" / "hostile"))
KEY = bytes(32)


class Taken(NamedTuple):
    """What one text took."""

    seconds: float
    entities: int


def taken(work: Pipeline, text: str) -> Taken:
    document = Document("hostile", text, "en")
    gc.collect()
    gc.disable()  # as in a run: the search for cycles takes longer the more objects there are
    start = time.process_time()
    (entities,) = work.identify([document])
    work.replace(document, entities, scope_of(document, KEY, work.policy, {}))
    taken = time.process_time() - start
    gc.enable()
    return Taken(max(taken, 0.001), len(entities))


def measured(
    work: Pipeline, preset: str, sizes: Sequence[int], names: Sequence[str], limit: float
) -> dict[str, Any]:
    from hostile_shapes import SHAPES, prose

    taken(work, prose(5_000))
    plain = {size: taken(work, prose(size)) for size in sizes}
    apart = {size: size / max(one.entities, 1) for size, one in plain.items()}
    print(f"{preset}: prose at {sizes[-1] / plain[sizes[-1]].seconds / 1e6:.2f} MB/s")
    found: dict[str, Any] = {}
    for name in names or SHAPES:
        times: dict[int, Taken] = {}
        for size in sizes:
            times[size] = taken(work, SHAPES[name](size))
            if times[size].seconds > limit:
                break
        low, high = min(times), max(times)
        grown = times[high].seconds / times[low].seconds
        steep = math.log(grown) / math.log(high / low) if high > low else math.inf
        rate = plain[high].seconds / times[high].seconds
        weight = high + times[high].entities * apart[high]
        found[name] = {
            "seconds": {str(size): round(one.seconds, 3) for size, one in times.items()},
            "entities": times[high].entities,
            "exponent": round(steep, 2),
            "rate_of_prose": round(rate, 2),
            "rate_of_prose_with_entities": round(rate * weight / (2 * high), 2),
        }
        one = found[name]
        print(
            f"    {name:<28}{one['exponent']:>6.2f}{one['rate_of_prose']:>8.2f} of prose"
            f"{one['rate_of_prose_with_entities']:>8.2f} with entities",
            flush=True,
        )
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--preset", default="patterns")
    parser.add_argument("--sizes", type=int, nargs="+", default=[100_000, 1_000_000, 10_000_000])
    parser.add_argument("--shapes", nargs="*", default=[])
    parser.add_argument("--limit", type=float, default=120.0, help="Seconds after which to stop.")
    parser.add_argument("-o", "--output", type=Path, default=ROOT / "benchmarks/hostile.json")
    given = parser.parse_args()
    work = build(load(given.preset))
    result = {
        "commit": commit(),
        "python": platform.python_version(),
        "machine": f"{platform.machine()}, {os.cpu_count()} cores",
        "preset": given.preset,
        "shapes": measured(work, given.preset, given.sizes, given.shapes, given.limit),
    }
    given.output.write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
