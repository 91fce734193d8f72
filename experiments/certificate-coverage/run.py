"""How often the bounds of a certificate hold, and how wide they are beside the naive ones.

    python experiments/certificate-coverage/run.py [--quick] [--workers N] [--page]

Needs the folder UNDERSTUDY_DATA (default ../shared/data). The gold entities of a corpus are those
that exist; a simulated detector misses some of them, samples of units are drawn and "read", and
each bound is held against what was missed in the whole corpus. The quick form makes its corpus
itself, writes nothing and asserts what the full run does, with wider bounds.
"""

from __future__ import annotations

import json
import sys
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

import studies as st  # noqa: E402 - beside this folder
from understudy import engines  # noqa: E402
from understudy.certificate.plan import places  # noqa: E402
from understudy.core.categories import ancestors, categories, label_maps  # noqa: E402
from understudy.core.folding import fold  # noqa: E402
from understudy.core.types import Document, Span  # noqa: E402
from understudy.corpus.base import Options  # noqa: E402
from understudy.corpus.reading import documents_of  # noqa: E402
from understudy.identify.labels import relabelled  # noqa: E402
from understudy.privacy.intervals import lower_bound  # noqa: E402
from understudy.privacy.sampling import leaking_bound, missed_bound  # noqa: E402

DETECTORS = ("alone", "together", "whole documents", "longest documents")
LEAST = 0.94
Numbers = NDArray[np.int_]
Missed = NDArray[np.bool_]


@dataclass(frozen=True)
class Corpus:
    """The entities of a corpus, one per place of each array."""

    name: str
    unit: str
    words: Numbers
    """Of each unit."""
    documents: Numbers
    """Of each entity, the number of its document."""
    units: Numbers
    """Of each entity, the number of its unit."""
    kinds: Numbers
    """Of each entity, the number of its category."""
    names: tuple[str, ...]


@dataclass(frozen=True)
class Cell:
    """What is simulated at a time."""

    corpus: Corpus
    detector: str
    rate: float
    size: int
    seed: int


def config() -> dict[str, Any]:
    return tomllib.loads((HERE / "config.toml").read_text(encoding="utf-8"))


def documents_in(of: Mapping[str, Any]) -> Iterator[Document]:
    """The documents with their gold marks as categories."""
    names = label_maps()[of["labels"]]
    if of.get("format"):
        for one in documents_of(str(st.DATA / of["path"]), of["format"], Options()):
            yield one._replace(annotations=relabelled(one.annotations, names))
        return
    with (st.DATA / of["path"]).open(encoding="utf-8") as file:
        for row in map(json.loads, file):
            spans = (
                Span(one["start_offset"], one["end_offset"], one["entity_type"])
                for one in row["entities"]
                if one["identifier_type"] != "NO_MASK"
            )
            marked = relabelled(tuple(spans), names)
            yield Document(row["id"], row["text"], "en", annotations=marked)


def counted(name: str, documents: Sequence[Document], unit: str, wanted: Sequence[str]) -> Corpus:
    """The distinct entities of each unit."""
    names = (*wanted, "other")
    words: list[int] = []
    rows: list[tuple[int, int, int]] = []
    for number, document in enumerate(documents):
        for start, end in places(document, unit):
            found = {
                (_category(span.label, names), fold(document.text[span.start : span.end]))
                for span in document.annotations
                if start <= span.start < end
            }
            rows += [(number, len(words), kind) for kind, _ in sorted(found)]
            words.append(len(document.text[start:end].split()))
    owners, units, kinds = np.array(rows).reshape(-1, 3).T
    return Corpus(name, unit, np.array(words), owners, units, kinds, names)


def _category(label: str, names: Sequence[str]) -> int:
    line = ancestors(label, categories())
    return next((names.index(one) for one in line if one in names), len(names) - 1)


def made(seed: int) -> Corpus:
    """A corpus of 300 documents of uneven sizes that exists nowhere."""
    random = np.random.default_rng(seed)
    sizes = 1 + random.poisson(random.gamma(2.0, 6.0, 300))
    documents = np.repeat(np.arange(300), sizes)
    kinds = random.integers(0, 3, len(documents))
    return Corpus("made", "documents", sizes * 20, documents, documents, kinds, ("A", "B", "other"))


def missed(cell: Cell, together: float, random: np.random.Generator) -> Missed:
    """Which entities the detector misses."""
    owner, rate = cell.corpus.documents, cell.rate
    count = int(owner.max()) + 1
    if cell.detector == "whole documents":
        return np.asarray((random.random(count) < rate)[owner])
    if cell.detector == "longest documents":
        sizes = np.bincount(owner, minlength=count)
        return np.isin(owner, np.argsort(-sizes)[: max(1, round(rate * count))])
    drawn, chances = random.random(len(owner)), np.full(count, rate)
    if cell.detector == "together":
        scale = (1.0 - together) / together
        chances = random.beta(rate * scale, (1.0 - rate) * scale, count)
    return np.asarray(drawn < chances[owner])


def simulated(given: Mapping[str, Any], cell: Cell) -> dict[str, Any]:
    """How often each bound holds in samples from corpora in which the detector misses anew."""
    corpus, random = cell.corpus, np.random.default_rng(cell.seed)
    population, kinds = len(corpus.words), len(corpus.names)
    flat = corpus.units * kinds + corpus.kinds
    shape = (population, kinds)
    entities = np.bincount(flat, minlength=population * kinds).reshape(shape)
    held = dict.fromkeys(("recall", "naive", "leaking", "categories"), 0)
    wide: dict[str, list[float]] = {"recall": [], "naive": [], "leaking": []}
    joint = 0
    alpha, rounds = given["alpha"], given["rounds"]
    for number in range(given["samples"]):
        lost = missed(cell, given["together"], random)
        misses = np.bincount(flat, weights=lost, minlength=population * kinds).reshape(shape)
        drawn = random.choice(population, cell.size, replace=False)
        stretch = max(1.0, corpus.words.max() / corpus.words[drawn].max())

        bound = partial(_bound, population=population, stretch=stretch, rounds=rounds)
        of, but = entities.sum(1), misses.sum(1)
        truth, share = but.sum() / of.sum(), but[drawn].sum() / max(1, of[drawn].sum())
        ours = bound(of[drawn], but[drawn], alpha)
        total, leaked = int(of[drawn].sum()), int(but[drawn].sum())
        naive = 1.0 - lower_bound(total - leaked, total, alpha)
        leaking = int((but[drawn] > 0).sum())
        high = leaking_bound(leaking, cell.size, population, alpha)
        held["recall"] += bool(ours >= truth - 1e-12)
        held["naive"] += bool(naive >= truth - 1e-12)
        held["leaking"] += bool(high >= (but > 0).mean() - 1e-12)
        wide["recall"].append(ours - share)
        wide["naive"].append(naive - share)
        wide["leaking"].append(high - leaking / cell.size)
        if number % given["rows_every"] == 0:
            joint += 1
            held["categories"] += all(
                bound(entities[drawn, at], misses[drawn, at], alpha / kinds)
                >= misses[:, at].sum() / entities[:, at].sum() - 1e-12
                for at in range(kinds)
                if entities[:, at].any()
            )
    runs = given["samples"]
    return {
        "corpus": corpus.name,
        "unit": corpus.unit,
        "population": population,
        "read": cell.size,
        "entities": float(entities.sum() / population),
        "detector": cell.detector,
        "rate": cell.rate,
        "samples": runs,
        "held": {
            name: count / (joint if name == "categories" else runs) for name, count in held.items()
        },
        "width": {name: float(np.median(values)) for name, values in wide.items()},
    }


def _bound(
    of: Numbers,
    but: Numbers,
    alpha: float,
    *,
    population: int,
    stretch: float,
    rounds: int,
) -> float:
    """The bound on what was missed, as a certificate has it."""
    pairs = np.stack((of, but), axis=1).astype(int)
    worst = float(np.ceil(stretch * of.max()))
    return missed_bound(pairs.tolist(), population, alpha, worst=worst, rounds=rounds)


def cells(corpora: Sequence[Corpus], given: Mapping[str, Any]) -> list[Cell]:
    found = [
        (corpus, detector, rate)
        for corpus in corpora
        for detector in DETECTORS
        for rate in given["rates"]
    ]
    return [
        Cell(corpus, detector, rate, given["sizes"][corpus.unit], given["seed"] * 1000 + number)
        for number, (corpus, detector, rate) in enumerate(found)
    ]


def page(results: Mapping[str, Any]) -> str:
    rows = []
    for row in results["rows"]:
        held, width = row["held"], row["width"]
        rows.append(
            [
                f"{row['corpus']}, {row['read']:,} of {row['population']:,} {row['unit']}",
                row["detector"],
                f"{row['rate']:g}",
                f"{held['recall']:.3f}",
                f"{held['categories']:.3f}",
                f"{held['leaking']:.3f}",
                f"{held['naive']:.3f}",
                f"{width['recall']:.4f}",
                f"{width['naive']:.4f}",
                f"{width['leaking']:.4f}",
            ]
        )
    heads = (
        "corpus and sample",
        "misses",
        "rate",
        "recall holds",
        "categories hold together",
        "leaking units hold",
        "naive holds",
        "width",
        "naive width",
        "width, leaking units",
    )
    least = {name: min(row["held"][name] for row in results["rows"]) for name in NAMES}
    said = (
        f"Commit {results['commit'][:12]}, Python {results['python']}, {results['machine']}; "
        f"{results['samples']:,} samples in each row, seed {results['seeds'][0]}. Least share in "
        f"which a bound at {1 - results['alpha']:g} holds: recall {least['recall']:.3f}, "
        f"categories together {least['categories']:.3f}, leaking units {least['leaking']:.3f}; "
        f"naive {least['naive']:.3f}."
    )
    return f"{said}\n\n{st.markdown(heads, rows)}"


NAMES = ("recall", "categories", "leaking", "naive")


def checked(results: Mapping[str, Any], least: float) -> None:
    """The bounds hold; the naive one does not where misses come together."""
    for row in results["rows"]:
        for name in ("recall", "categories", "leaking"):
            assert row["held"][name] >= least, (row["corpus"], row["unit"], row["detector"], name)
    assert min(row["held"]["naive"] for row in results["rows"]) < 0.8


def fixed() -> Any:
    """A small case, to tell whether the bounds are still those that were simulated."""
    corpus = made(5)
    cell = Cell(corpus, "together", 0.1, 40, 3)
    given = {"samples": 4, "rows_every": 2, "rounds": 200, "alpha": 0.05, "together": 0.3}
    return simulated(given, cell)


def main() -> None:
    given = config()
    if st.is_quick():
        quick = {**given, "samples": 120, "rounds": 400, "rates": [0.05]}
        found = [simulated(quick, cell) for cell in cells([made(1)], quick)]
        checked({"rows": found}, 0.9)
        print("\n".join(f"{row['detector']}: {row['held']}" for row in found))
        return
    if st.is_page():
        checked(st.rewritten(HERE, page), LEAST)
        return
    st.need_data(quick=False)
    corpora = [
        counted(name, documents, unit, given["categories"])
        for name, of in given["corpora"].items()
        for documents in [list(documents_in(of))]
        for unit in given["sizes"]
    ]
    rows = []
    for row in engines.run(partial(simulated, given), cells(corpora, given), st.workers()):
        rows.append(row)
        print(row["corpus"], row["unit"], row["detector"], row["rate"], row["held"], flush=True)
    facts = st.facts(seeds=[given["seed"]], samples=given["samples"], alpha=given["alpha"])
    results = {**facts, "rows": rows}
    st.written(HERE, results, page)
    checked(results, LEAST)


if __name__ == "__main__":
    main()
