"""What a release changes beside the annotations of MEDDOCAN, and what it leaves of them.

    python benchmarks/beside.py [--documents 50] [-o benchmarks/beside.json]

Documents of the test part, in the order of their names, without their annotations, through some
presets. Counted are the strings that were changed, how many of them share no character with any
annotation, the share of annotated characters that were found, and the annotated spans that stay by
the policy, by label. The text is read from the folder UNDERSTUDY_DATA (default ../shared/data).
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from needed import DATA, need
from understudy.core.types import Document
from understudy.pipeline import Result, build
from understudy.policy import load

CORPUS = "deid/meddocan/test"
PRESETS = ("surrogate", "clinical", "strict")
KEY = bytes(range(32))
Gold = list[tuple[int, int, str]]


def gold_of(path: Path) -> Gold:
    found: Gold = []
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("T"):
            label, *offsets = line.split("\t")[1].split()
            found.append((int(offsets[0]), int(offsets[-1]), label))
    return found


def measured(results: Iterable[Result], golds: Iterable[Gold]) -> dict[str, Any]:
    counts: Counter[str] = Counter()
    stays: Counter[str] = Counter()
    for result, gold in zip(results, golds, strict=True):
        marked = {at for start, end, _ in gold for at in range(start, end)}
        found: set[int] = set()
        changed: set[int] = set()
        for edit in result.edits:
            places = range(edit.entity.span.start, edit.entity.span.end)
            found.update(places)
            if edit.surrogate != edit.original:
                changed.update(places)
                counts["changed"] += 1
                counts["beside"] += marked.isdisjoint(places)
        counts["annotated"] += len(marked)
        counts["found"] += len(marked & found)
        for start, end, label in gold:
            places = range(start, end)
            counts["missed"] += found.isdisjoint(places)
            if changed.isdisjoint(places) and not found.isdisjoint(places):
                stays[label] += 1
    return {
        "changed": counts["changed"],
        "beside": counts["beside"],
        "share beside": round(counts["beside"] / counts["changed"], 4),
        "characters found": round(counts["found"] / counts["annotated"], 4),
        "spans wholly missed": counts["missed"],
        "annotated spans that stay": dict(stays.most_common()),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--documents", type=int, default=50)
    parser.add_argument("-o", "--output", type=Path, default=Path(__file__).with_suffix(".json"))
    given = parser.parse_args()
    need(CORPUS)
    paths = sorted((DATA / CORPUS).rglob("*.txt"))[: given.documents]
    texts = [Document(path.stem, path.read_bytes().decode("utf-8"), "es") for path in paths]
    golds = [gold_of(path.with_suffix(".ann")) for path in paths]
    told = {name: measured(build(load(name)).run(texts, KEY), golds) for name in PRESETS}
    shown = json.dumps({"documents": len(paths), "presets": told}, indent=1, ensure_ascii=False)
    given.output.write_text(shown + "\n", encoding="utf-8")
    print(shown)


if __name__ == "__main__":
    main()
