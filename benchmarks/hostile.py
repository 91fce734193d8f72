"""Hostile texts at full size: the growth of time with length, and the rate beside prose.

    python benchmarks/hostile.py [--preset patterns] [--sizes 100000 1000000 10000000]
                                 [--shapes NAME …] [--limit SECONDS] [-o benchmarks/hostile.json]

Each shape of tests/hostile is one document; detectors, merging, linking, the leak check and
replacement are timed together, in processor time.

    exponent         of time in size, between the smallest and the largest text
    per character    the rate beside that of prose which does not repeat itself
    with marks       beside prose with as many marks: prose without names, places and dates says
                     what a character costs, and prose with them what each mark adds to it
    with pieces      with as many marks, and as many pieces as a model reads in the place of as many
                     characters, where the preset has a model: of a digit it makes one, of a word of
                     prose one as well

A larger text is left out where it would take more than the limit, judged by the one before. The
file is written after each shape; other presets that are in it stay, and so do other shapes of the
same commit, so that a long run can be made in parts.
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
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from detection import ROOT, commit
from understudy.core.types import Document
from understudy.encoder import Encoder
from understudy.identify.encoder import _view
from understudy.pipeline import Pipeline, build
from understudy.policy import load
from understudy.policy.scopes import scope_of

sys.path.append(str(ROOT / "tests" / "hostile"))
KEY = bytes(32)
_ROUNDS = 3
"""Prose is timed so often, and the median taken: all rates are beside it. Of what is over at once,
the shortest time counts."""
_QUICK = 0.2


class Taken(NamedTuple):
    """What one text took."""

    seconds: float
    marks: int


class Prose(NamedTuple):
    """What prose takes: seconds for a character, for one of a text without marks, for a piece of
    such a text, and for a mark."""

    character: float
    plain: float
    piece: float
    mark: float


def taken(work: Pipeline, text: str) -> Taken:
    document = Document("hostile", text, "en")
    gc.collect()
    gc.disable()  # as in a run: the search for cycles takes longer the more objects there are
    start = time.process_time()
    (entities,) = work.identify([document])
    work.replace(document, entities, scope_of(document, KEY, work.policy, {}))
    seconds = time.process_time() - start
    gc.enable()
    return Taken(max(seconds, 0.001), len(entities))


def quickest(work: Pipeline, text: str) -> Taken:
    """What a text takes, undisturbed: what else the machine does shows in a short time."""
    first = taken(work, text)
    if first.seconds > _QUICK:
        return first
    return min(first, *(taken(work, text) for _ in range(_ROUNDS - 1)))


def pieces_of(work: Pipeline, text: str) -> int:
    """How many pieces the models of a pipeline make of a text, as they read it."""
    shown = _view(Document("hostile", text, "en")).text
    readers = (getattr(one, "tagger", None) for one in work.detectors)
    models = (one for one in readers if isinstance(one, Encoder))
    return sum(len(pieces.ids) for one in models for pieces in one.pieces([shown]))


def prose_of(work: Pipeline, size: int) -> Prose:
    from hostile_shapes import varied

    def median(marked: bool) -> Taken:
        return sorted(taken(work, varied(size, marked)) for _ in range(_ROUNDS))[_ROUNDS // 2]

    taken(work, varied(5_000))
    marked, plain = median(True), median(False)
    of_mark = max(marked.seconds - plain.seconds, 0.0) / (marked.marks - plain.marks)
    pieces = pieces_of(work, varied(size, False))
    of_piece = plain.seconds / pieces if pieces else 0.0
    return Prose(marked.seconds / size, plain.seconds / size, of_piece, of_mark)


def judged(times: dict[int, Taken], prose: Prose, pieces: int) -> dict[str, Any]:
    """Growth and rates of one shape, and of how many pieces its largest text is."""
    low, high = min(times), max(times)
    last = times[high]
    grown = last.seconds / times[low].seconds
    of_model = (prose.piece * pieces + prose.mark * last.marks) / last.seconds
    return {
        "seconds": {str(size): round(one.seconds, 3) for size, one in times.items()},
        "marks": last.marks,
        "exponent": round(math.log(grown) / math.log(high / low), 2) if high > low else None,
        "per_character": round(prose.character * high / last.seconds, 2),
        "with_marks": round((prose.plain * high + prose.mark * last.marks) / last.seconds, 2),
        **({"pieces": pieces, "with_pieces": round(of_model, 2)} if pieces else {}),
    }


def measured(
    work: Pipeline, sizes: Sequence[int], names: Sequence[str], limit: float, prose: Prose
) -> Iterator[tuple[str, dict[str, Any]]]:
    from hostile_mixtures import MIXTURES
    from hostile_shapes import SHAPES

    shapes = SHAPES | MIXTURES
    for name in names or shapes:
        times: dict[int, Taken] = {}
        for size in sizes:
            if times and times[max(times)].seconds * size / max(times) > limit:
                break
            times[size] = quickest(work, shapes[name](size))
        one = judged(times, prose, pieces_of(work, shapes[name](max(times))))
        print(
            f"    {name:<28}{max(times) / 1e6:>6g} MB, exponent {one['exponent']}, "
            f"{one['per_character']:.2f} of prose, {one['with_marks']:.2f} with its marks"
            + (f", {one['with_pieces']:.2f} with its pieces" if "with_pieces" in one else ""),
            flush=True,
        )
        yield name, one


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--preset", default="patterns")
    parser.add_argument("--sizes", type=int, nargs="+", default=[100_000, 1_000_000, 10_000_000])
    parser.add_argument("--shapes", nargs="*", default=[])
    parser.add_argument("--limit", type=float, default=120.0, help="Seconds that a text may take.")
    parser.add_argument("-o", "--output", type=Path, default=ROOT / "benchmarks/hostile.json")
    given = parser.parse_args()
    work = build(load(given.preset))
    known = json.loads(given.output.read_text("utf-8")) if given.output.exists() else {}
    prose = prose_of(work, given.sizes[0])
    before = known.get(given.preset, {})
    shapes: dict[str, Any] = before.get("shapes", {}) if before.get("commit") == commit() else {}
    result = {
        "commit": commit(),
        "python": platform.python_version(),
        "machine": f"{platform.machine()}, {os.cpu_count()} cores",
        "prose": {
            "megabytes_per_second": round(1e-6 / prose.character, 3),
            "without_marks": round(1e-6 / prose.plain, 3),
            "microseconds_per_mark": round(1e6 * prose.mark, 1),
            "microseconds_per_piece": round(1e6 * prose.piece, 1),
        },
        "shapes": shapes,
    }
    print(f"{given.preset}: {result['prose']}", flush=True)
    for name, one in measured(work, given.sizes, given.shapes, given.limit, prose):
        shapes[name] = one
        text = json.dumps({**known, given.preset: result}, indent=1)
        given.output.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
