"""What the encoders of ``learners.py`` answered, scored here by the package.

    python experiments/learner_outcomes.py FOLDER

FOLDER has what ``learners.py`` wrote, and clean.json of the checkpoint. Joins ``clean`` to the
results of adelani-table2 and of peng-extraction, and writes their pages.
"""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import learner_inputs as li  # noqa: E402
import studies as st  # noqa: E402
from understudy.attacks.bm25 import terms  # noqa: E402
from understudy.attacks.extraction import OTHERS, exposure  # noqa: E402
from understudy.attacks.generated import people_of, scores  # noqa: E402
from understudy.core.types import Document, Span  # noqa: E402
from understudy.encoder.grid import on_grid  # noqa: E402
from understudy.encoder.model import Encoder  # noqa: E402
from understudy.encoder.tags import Mark, whole_names  # noqa: E402
from understudy.utility.classes import label_cells, names_of  # noqa: E402
from understudy.utility.samples import Sample  # noqa: E402
from understudy.utility.study import Outcome, Run, Study  # noqa: E402
from understudy.utility.table import Table, table  # noqa: E402
from understudy.utility.tags import tag_cells  # noqa: E402
from understudy.utility.transform import Bound  # noqa: E402

Arrays = dict[str, Any]
_ROUNDS = 500


def loaded(path: Path) -> tuple[Arrays, dict[str, Any]]:
    with np.load(path) as held:
        arrays = dict(held)
    return arrays, json.loads(bytes(arrays.pop("record")))


def spans(
    documents: Sequence[Document], marks: Any, classes: Sequence[str]
) -> list[tuple[Span, ...]]:
    """Marks of units as the encoder's own tagger turns them into spans."""
    found: list[list[Mark]] = [[] for _ in documents]
    for text, first, last, label in marks.tolist():
        found[text].append(Mark(first, last, classes[label][2:], 1.0))
    answer = []
    for document, of, pieces in zip(
        documents, found, Encoder().pieces([one.text for one in documents]), strict=True
    ):
        _, starts, ends = pieces.units()

        def spaced(unit: int, text: str = document.text, starts: Any = starts) -> bool:
            start = int(starts[unit])
            return text[start - 1] == " " and not text[start - 2].isspace()

        own = []
        for mark in whole_names(of, spaced):
            start, end = int(starts[mark.first]), int(ends[mark.last - 1])
            end = start + len(document.text[start:end].rstrip())
            own.append(Span(start, end, mark.label))
        answer.append(tuple(own))
    return answer


def outcomes(study: Study, arrays: Arrays, record: Mapping[str, Any]) -> list[Outcome]:
    """The runs of a study."""
    tags = study.task.kind == "tags"
    test = Sample(study.labelled(study.test.documents), study.test.targets)
    names = names_of(study.train)
    found = []
    for at, run in enumerate(record["runs"]):
        if tags:
            marked = spans(test.documents, arrays[str(at)], record["classes"])
            cells = tag_cells(test.documents, marked)
        else:
            best = np.eye(len(names))[arrays[str(at)]]
            cells = label_cells(study.task, names, best, best > 0, test)
        bound = Bound(*(float(one) for one in run["bound"]))
        seconds = record["seconds"] / len(record["runs"])
        which = Run(run["condition"], run["seed"])
        found.append(
            Outcome(which, cells, None, bound, run["replaced"], run["kept"], run["left"], seconds)
        )
    return found


def by_category(made: Table) -> dict[str, Any]:
    """strategy → category → F1, and how many the test set has."""
    return {
        row.condition.name: {
            name: {"f1": round(of.mean, 4), "n": made.categories[name]}
            for name, (of, _) in row.categories.items()
        }
        for row in made.rows
        if row.categories
    }


def table2(folder: Path) -> dict[str, Any]:
    given = li.experiment("adelani-table2").config()
    clean = given["clean"]
    found = {}
    device = ""
    for path in sorted(folder.glob("*.npz")):
        name = next((one for one in clean["corpora"] if _file(one) == path.stem[2:]), None)
        if name is None:
            continue
        arrays, record = loaded(path)
        study = li.table2(name, False)
        runs = outcomes(study, arrays, record)
        made = table(study, runs, rounds=given["rounds"], alpha=given["alpha"])
        found[name] = {**made.as_json(), "by_category": by_category(made)}
        device = record["device"]
        print(name, {row.condition.name: row.scores for row in made.rows}, flush=True)
    own = {name: clean[name] for name in ("seeds", "epochs", "batch")}
    return {**st.facts(device=device, **own), "corpora": found}


def _file(name: str) -> str:
    return name.lower().replace(" + ", "-").replace(" ", "-")


def named(
    ids: Any, logs: Any, encoder: Encoder
) -> tuple[list[list[str]], dict[tuple[str, ...], float]]:
    """The words of each sentence, and how likely the model found them as it wrote them: the mean
    over the pieces of a run of words, the highest where it was written more than once."""
    vocabulary = encoder.vocabulary
    sentences: list[list[str]] = []
    likely: dict[tuple[str, ...], float] = {}
    for row, of_row in zip(ids.astype(int), logs.astype(float), strict=True):
        words: list[str] = []
        costs: list[list[float]] = []
        for one, log in zip(row, of_row, strict=True):
            if vocabulary.begins[one] or not words:
                words.append("")
                costs.append([])
            words[-1] += vocabulary.texts[one]
            costs[-1].append(float(log))
        flat = [
            (term, cost) for word, cost in zip(words, costs, strict=True) for term in terms(word)
        ]
        sentences.append([term for term, _ in flat])
        for size in (2, 3, 4):
            for at in range(len(flat) - size + 1):
                run = tuple(term for term, _ in flat[at : at + size])
                mean = float(np.mean([log for _, cost in flat[at : at + size] for log in cost]))
                likely[run] = max(mean, likely.get(run, -math.inf))
    return sentences, likely


def extraction(path: Path) -> dict[str, Any]:
    module = li.experiment("peng-extraction")
    given = module.config()
    of = given["clean"]
    arrays, record = loaded(path)
    documents, held, real, asked, known = li.extraction_case(module, given, of)
    people = people_of(real, known["PERSON"])
    encoder = Encoder()
    rows: dict[str, Any] = {}
    random = np.random.default_rng(given["seed"])
    for at, name in enumerate(record["runs"]):
        bits = exposure([on_grid(row.astype(float)) for row in arrays[f"{at}/fits"]])
        means = [float(random.choice(bits, len(bits)).mean()) for _ in range(_ROUNDS)]
        found: dict[str, Any] = {
            "loss": float(arrays[f"{at}/loss"].mean()),
            "exposure": float(bits.mean()),
            "exposure_interval": [float(end) for end in np.quantile(means, (0.025, 0.975))],
            "first": float((bits >= math.log2(OTHERS + 1) - 1e-9).mean()),
        }
        for way in ("left", "gibbs"):
            said, likely = named(arrays[f"{at}/{way}"], arrays[f"{at}/{way}/logs"], encoder)
            got = scores(said, people, lambda run, of=likely: of.get(tuple(run), -math.inf))
            found[way] = {
                "with_name": got.with_name,
                "first_names": got.first_names,
                "last_names": got.last_names,
                "names": got.names,
                "at_100": got.at_100,
                "at_100_interval": module._interval(got.at_100, got.names),
                "exact_match": got.exact_match,
                "exact_match_interval": module._interval(got.exact_match, got.matched),
                "matched": got.matched,
            }
        rows[name] = found
        print(name, found, flush=True)
    return {
        **st.facts(device=record["device"], seeds=[given["seed"]]),
        "documents": len(documents),
        "held": len(held),
        "secrets": len(asked),
        "sentences": of["sentences"],
        "steps": record["steps"],
        "rows": rows,
    }


def main() -> None:
    folder = Path(sys.argv[1])
    checkpoint = json.loads((folder / "clean.json").read_text(encoding="utf-8"))
    about = {name: checkpoint[name] for name in ("seconds", "pieces", "device", "heldout")}
    whole = table2(folder)
    parts = {"adelani-table2": whole} if whole["corpora"] else {}
    for path in sorted(folder.glob("*extraction.npz")):
        parts["peng-extraction"] = extraction(path)
    for name, found in parts.items():
        page = li.experiment(name).page
        st.joined(HERE / name, "clean", {**found, "checkpoint": about}, page)


if __name__ == "__main__":
    main()
