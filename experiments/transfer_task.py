"""What the two experiments after García-Sardiña (2018) share: corpora, tasks, and plots.

Source English, target Spanish. The corpora are those of the folder UNDERSTUDY_DATA.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import studies as st
from understudy.core.categories import label_maps
from understudy.core.types import Document, Span
from understudy.corpus.base import Options
from understudy.corpus.reading import documents_of
from understudy.identify.labels import relabelled
from understudy.learn.plots import curves_plot
from understudy.learn.prepare import Cache, TaskInputs, prepared
from understudy.learn.rounds import Task
from understudy.utility.plot import standalone

_STYLE = (
    ".shadow{fill:var(--c);opacity:.15}.goal{stroke:#1b2127;stroke-dasharray:5 4}"
    ".c7{--c:#55606c}.c8{--c:#0a7d8c}.c9{--c:#8a5a00}.curve.again{stroke-dasharray:6 3}"
)
SPANISH = Options(default_language="es")
MASKED = ("DIRECT", "QUASI")
"""What the annotators of the court cases wanted masked."""


def tab() -> Iterator[Document]:
    """Court cases in English."""
    with (st.DATA / "deid/tab/train.jsonl").open(encoding="utf-8") as file:
        for row in map(json.loads, file):
            marks = tuple(
                Span(one["start_offset"], one["end_offset"], one["entity_type"])
                for one in row["entities"]
                if one["identifier_type"] in MASKED
            )
            yield Document(row["id"], row["text"], "en", annotations=marks)


def presidio() -> Iterator[Document]:
    """Sentences from templates, in English."""
    path = st.DATA / "deid/presidio-synthetic/synth_dataset_v2.json"
    for number, row in enumerate(json.loads(path.read_text(encoding="utf-8"))):
        marks = tuple(
            Span(one["start_position"], one["end_position"], one["entity_type"])
            for one in row["spans"]
        )
        yield Document(f"presidio-{number}", row["full_text"], "en", annotations=marks)


def part(corpus: str, name: str, most: int | None = None) -> list[Document]:
    """A part of a target."""
    if corpus == "sgd":  # turns of dialogues, at equal steps
        return list(st.acts(f"acts/sgd/{name}.jsonl.xz", most).documents)
    if corpus == "meddocan":
        found = documents_of(str(st.DATA / f"deid/meddocan/{name}"), None, SPANISH)
    else:
        path = st.DATA / f"deid/echr-es/ES-all-{name}.tsv"
        found = documents_of(str(path), "conll", SPANISH)
    return [one._replace(id=f"{name}/{one.id}") for one in found]


def _labelled(documents: Sequence[Document], labels: str, binary: bool) -> Sequence[Document]:
    if binary:
        return documents
    named = label_maps()[labels]
    return [
        one._replace(annotations=tuple(relabelled(one.annotations, named))) for one in documents
    ]


def task_of(
    corpus: str,
    of: Mapping[str, Any],
    given: Mapping[str, Any],
    kept: Path,
    scored_on: str = "test",
) -> Task:
    """A target with both sources; ``most`` thins everything, for a quick run.

    Where ``binary`` is false, the labels of all corpora become our categories, so that sources and
    target share some. A target in English has clinical cases in Spanish as its source.
    """
    most = given.get("most")
    binary = of.get("binary", given["binary"])
    target = of.get("corpus", corpus)
    sources: dict[str, Sequence[Document] | Path]
    if target == "sgd":
        sources = {"MEDDOCAN": st.thinned(part("meddocan", "train"), most)}
    else:
        sources = {
            "TAB": _labelled(st.thinned(list(tab()), most and max(2, most // 20)), "tab", binary),
            "Presidio": _labelled(
                st.thinned(list(presidio()), most and 4 * most), "presidio", binary
            ),
        }
    sizes = (of.get("most"), of.get("most_test"))
    learnt, test = (
        _labelled(st.thinned(part(target, name, size), most and most * of["thin"]), target, binary)
        for name, size in zip(("train", scored_on), sizes, strict=True)
    )
    return prepared(
        TaskInputs(
            learnt,
            test,
            sources,
            unit=of["unit"],
            binary=binary,
            columns=tuple(of.get("columns", given["columns"])),
            learner=given["learner"],
        ),
        Cache(kept),
    )


def plotted(folder: Path, results: Mapping[str, Any]) -> None:
    """The two figures of each corpus, against instances and against words."""
    for corpus, of in results["corpora"].items():
        for across in ("instances", "words"):
            for close in (False, True):
                drawing = curves_plot(
                    of["curves"], across=across, full=of["full"]["f1"], close=close
                )
                name = f"{corpus}-{across}{'-close' if close else ''}.svg"
                made = standalone(drawing).replace("</style>", f"{_STYLE}</style>", 1)
                (folder / name).write_text(made, encoding="utf-8")


def told(corpus: str, done: int, whole: int) -> None:
    print(f"{corpus} {done}/{whole}", flush=True)


def kept_folder() -> Path:
    """Where columns and runs are kept between runs that are broken off; columns serve both."""
    return st.state_folder() or st.ROOT / "experiments" / "kept.understudy"


def note(what: str, found: float | None, wanted: str, holds: bool) -> dict[str, Any]:
    """What was to be shown, and whether it is."""
    value = None if found is None else round(float(found), 4)
    return {"what": what, "found": value, "wanted": wanted, "holds": bool(holds)}


def notes(rows: Sequence[Mapping[str, Any]]) -> str:
    return st.markdown(
        ["to be shown", "wanted", "found", "holds"],
        [
            [
                row["what"],
                row["wanted"],
                "–" if row["found"] is None else f"{row['found']:g}",
                "yes" if row["holds"] else "**no**",
            ]
            for row in rows
        ],
    )
