"""Tang et al. 2004, Tables 1 and 2, on the invented calls.

    experiments/run tang-2004-detection [--quick]

Writes results.json, and fills the tables of README.md from it. The quick form reads a third of the
calls, asserts that the person-name step lifts recall of names, and writes nothing.
"""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

import studies as st  # noqa: E402 - beside this folder
from understudy.core.categories import ancestors, categories  # noqa: E402
from understudy.core.types import Document, Span  # noqa: E402
from understudy.corpus.base import Options  # noqa: E402
from understudy.corpus.reading import documents_of  # noqa: E402
from understudy.measure.detection import Tally, compare  # noqa: E402
from understudy.measure.table import ScoreRow, table  # noqa: E402
from understudy.pipeline import build  # noqa: E402
from understudy.policy import load  # noqa: E402

ROOT = HERE.parents[1]
RESULTS, README = HERE / "results.json", HERE / "README.md"
Config = Mapping[str, Any]


def config() -> Config:
    return tomllib.loads((HERE / "config.toml").read_text(encoding="utf-8"))


def found(documents: Sequence[Document], detectors: Sequence[str]) -> list[list[Span]]:
    """What a system finds, without a look at the annotation."""
    pipeline = build(replace(load("patterns"), detectors=tuple(detectors)))
    blind = [document._replace(annotations=()) for document in documents]
    return [
        [one.span._replace(label=one.category) for one in of_document]
        for of_document in pipeline.identify(blind)
    ]


def scored(
    documents: Sequence[Document],
    predicted: Sequence[Sequence[Span]],
    names: Mapping[str, str],
    given: Config,
) -> dict[str, Any]:
    """The rows of a table, and all of them together, over the categories that have a name."""
    tally = Tally()
    wanted = set(names.values())
    for document, spans in zip(documents, predicted, strict=True):
        compare(tally, document, _about(document.annotations, wanted), _about(spans, wanted))
    made = table(tally, alpha=given["alpha"], rounds=given["rounds"], seed=given["seed"])
    rows = {row.name: row for row in made.rows}
    shown = {name: _row(rows[label]) for name, label in names.items() if label in rows}
    return {**shown, "Overall": _row(made.micro)}


def _about(spans: Iterable[Span], wanted: set[str]) -> list[Span]:
    """The spans of wanted categories and of kinds of them, under the wanted name."""
    known = categories()
    named = (
        (span, next((one for one in ancestors(span.label, known) if one in wanted), None))
        for span in spans
    )
    return [span._replace(label=name) for span, name in named if name]


def _row(row: ScoreRow) -> dict[str, Any]:
    whole = row.as_json()
    kept = ("gold", "predicted", "exact", "partial_gold", "partial_predicted", *_COLUMNS)
    return {name: whole[name] for name in kept}


_COLUMNS = (
    "exact_recall",
    "exact_precision",
    "exact_f1",
    "partial_recall",
    "partial_precision",
    "partial_f1",
)


def measured(documents: Sequence[Document], given: Config) -> dict[str, Any]:
    systems: dict[str, Any] = {}
    for name, detectors in given["systems"].items():
        predicted = found(documents, detectors)
        systems[name] = {
            part: scored(documents, predicted, given[part], given) for part in ("entities", "forms")
        }
    return systems


def fixed() -> Any:
    """A small case, to tell whether the grammars still find the same."""
    given = {**config(), "rounds": 10}
    documents = list(documents_of(str(ROOT / given["corpus"]), None, Options()))
    return measured(documents[:12], given)


def page(results: Mapping[str, Any], given: Config) -> str:
    """The tables of the README."""
    said = (
        f"Commit {results['commit'][:12]}, Python {results['python']}, n = {results['n']} calls, "
        f"seed {results['seed']}."
    )
    parts = [said]
    for number, (name, system) in enumerate(results["systems"].items(), 1):
        parts.append(f"**Table {number}. {name}**")
        parts.append(_table(system["entities"]))
        printed = given["paper"][name]
        parts.append("The paper, on its own calls:")
        parts.append(_printed(printed))
    last = list(results["systems"].values())[-1]
    parts += ["**All that the grammars are about**", _table(last["forms"])]
    parts += ["**Targets**", _targets(results["systems"], given["targets"])]
    return "\n\n".join(parts)


def _table(rows: Mapping[str, Any]) -> str:
    heads = "| NE | count | recall | precision | F | recall ≤ | precision ≤ | F ≤ |"
    lines = [heads, "|---|--:|--:|--:|--:|--:|--:|--:|"]
    for name, row in rows.items():
        cells = " | ".join(_figure(row[column]) for column in _COLUMNS)
        lines.append(f"| {name} | {row['gold']} | {cells} |")
    return "\n".join(lines)


def _figure(cell: Mapping[str, Any]) -> str:
    if cell["value"] is None:
        return "–"
    low, high = cell["interval"]
    return f"{cell['value']:.3f} ({low:.2f}–{high:.2f})"


def _printed(rows: Mapping[str, Sequence[float]]) -> str:
    lines = ["| NE | recall | precision | recall ≤ | precision ≤ |", "|---|--:|--:|--:|--:|"]
    lines += [
        f"| {name} | " + " | ".join(f"{one:.3f}" for one in row) + " |"
        for name, row in rows.items()
    ]
    return "\n".join(lines)


def _targets(systems: Mapping[str, Any], targets: Mapping[str, float]) -> str:
    lines = ["| target | wanted | found |", "|---|--:|--:|"]
    for name, wanted in targets.items():
        lines.append(f"| {name.replace('_', ' ')} | {wanted:.2f} | {reached(systems, name):.3f} |")
    return "\n".join(lines)


def reached(systems: Mapping[str, Any], target: str) -> float:
    """The figure that a target is about, of the last system."""
    last = list(systems.values())[-1]
    what, _, column = target.partition("_")
    row = last["forms"]["Overall"] if what == "forms" else last["entities"]["Person Name"]
    return float(row[column]["value"])


def checked(systems: Mapping[str, Any]) -> None:
    """The person-name step finds more names, and what is found at least touches."""
    first, last = (of["entities"]["Person Name"] for of in systems.values())
    assert last["exact_recall"]["value"] > first["exact_recall"]["value"]
    for of in systems.values():
        whole = of["entities"]["Overall"]
        assert whole["partial_recall"]["value"] >= whole["exact_recall"]["value"] > 0.5


def main() -> None:
    given = config()
    documents = list(documents_of(str(ROOT / given["corpus"]), None, Options()))
    if st.is_quick():
        checked(measured(documents[::3], {**given, "rounds": 20}))
        print("the person-name step finds more names")
        return
    systems = measured(documents, given)
    checked(systems)
    results = st.facts(
        seed=given["seed"], n=len(documents), confidence=1.0 - given["alpha"], systems=systems
    )
    st.written(HERE, results, lambda found: page(found, given))


if __name__ == "__main__":
    main()
