"""Which categories link: a trait that differs from document to document, and one that does not."""

from __future__ import annotations

import json
from pathlib import Path

from click.testing import CliRunner

from understudy.attacks.pairs import Mark, Pair
from understudy.attacks.traits import trait_costs
from understudy.cli import cli

KINDS = ("bank", "hotel", "school", "clinic")


def _pair(at: int) -> Pair:
    """A document whose organization keeps its kind, and whose person keeps nothing."""
    shown, was = f"Northern {KINDS[at]}", f"Old {KINDS[at]}"
    before, after = f"{was} wrote to Ann Lee{at}", f"{shown} wrote to Eva Roe"
    ends = len(shown), len(was)
    marks = (
        _mark("ORGANIZATION", (0, ends[0]), (0, ends[1]), was, shown),
        _mark("PERSON", (ends[0] + 10, len(after)), (ends[1] + 10, len(before)),
              f"Ann Lee{at}", "Eva Roe"),
    )  # fmt: skip
    return Pair(id=str(at), before=before, after=after, marks=marks, language="en")


def _mark(
    category: str, now: tuple[int, int], was: tuple[int, int], original: str, shown: str
) -> Mark:
    return Mark(
        start=now[0],
        end=now[1],
        was=was,
        category=category,
        key=original,
        original=original,
        shown=shown,
    )


def test_the_kept_kind_links_and_the_name_does_not() -> None:
    found = trait_costs([_pair(at) for at in range(4)])
    assert found is not None
    assert found.found == 1.0
    assert found.floor == 0.25
    rows = {row.category: row for row in found.rows}
    assert rows["ORGANIZATION"].alone == 1.0 and rows["ORGANIZATION"].without == 0.25
    assert rows["PERSON"].alone == 0.25 and rows["PERSON"].without == 1.0
    assert found.rows[0].category == "ORGANIZATION"
    assert trait_costs([_pair(0)]) is None


def test_the_command_measures_a_corpus(tmp_path: Path) -> None:
    path = tmp_path / "corpus.jsonl"
    rows = []
    for at, town in enumerate(("Leeds", "York", "Bath")):
        text = f"Ann came from {town} on 3 May 201{at}."
        marks = [
            {"start": 14, "end": 14 + len(town), "label": "CITY"},
            {"start": 18 + len(town), "end": len(text) - 1, "label": "DATE"},
        ]
        rows.append(json.dumps({"id": str(at), "text": text, "entities": marks}))
    path.write_text("\n".join(rows) + "\n")
    asked = ["privacy", "invariants", "typed", "--corpus", str(path), "--json"]
    done = CliRunner().invoke(cli, asked)
    assert done.exit_code == 0, done.output
    found = json.loads(done.output)["linkage"]
    assert found["documents"] == 3
    assert {row["category"] for row in found["categories"]} == {"CITY", "DATE"}
    assert found["found"] <= 1 / 3 + 1e-3  # placeholders tell nothing
