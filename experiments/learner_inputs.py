"""What ``learners.py`` reads on a card: releases as pieces, made here by the package.

    python experiments/learner_inputs.py --out INPUTS [--only NAME ...] [--quick]

One file for each study of Table 2 (config [clean] of adelani-table2) and one for the extraction
([clean] of peng-extraction). ``--quick`` takes little of each and two seeds, for a trial.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import releases as rl  # noqa: E402
from understudy.attacks.controls import controls  # noqa: E402
from understudy.attacks.extraction import Secret, places, secrets  # noqa: E402
from understudy.attacks.masked import _hidden  # noqa: E402
from understudy.attacks.pairs import Pair  # noqa: E402
from understudy.core.types import Document  # noqa: E402
from understudy.encoder.masked import rows_of  # noqa: E402
from understudy.encoder.model import Encoder  # noqa: E402
from understudy.encoder.pieces import MASK, framed  # noqa: E402
from understudy.encoder.windows import around, windows  # noqa: E402
from understudy.learn import memory  # noqa: E402
from understudy.learn.examples import classes_of, flat, rows  # noqa: E402
from understudy.learn.train import private  # noqa: E402
from understudy.utility.classes import names_of  # noqa: E402
from understudy.utility.samples import Sample  # noqa: E402
from understudy.utility.study import Run, Study  # noqa: E402

Arrays = dict[str, Any]
AROUND = 160
LONGEST = 4
EVERY = 3
"""Of held-out text, every third piece is asked for."""


def experiment(name: str) -> ModuleType:
    """The code of an experiment."""
    title = name.replace("-", "_")
    spec = importlib.util.spec_from_file_location(title, HERE / name / "run.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[title] = module
    spec.loader.exec_module(module)
    return module


def flattened(some: Sequence[tuple[Any, ...]], name: str, third: str = "wanted") -> Arrays:
    """Rows of pieces, cases and one more thing, one after another."""
    kinds = {"ids": np.uint16, "cases": np.uint8, third: np.int16}
    found: Arrays = {
        f"{name}/{kind}": np.concatenate([np.asarray(row[at]) for row in some]).astype(dtype)
        for at, (kind, dtype) in enumerate(kinds.items())
        if at < len(some[0])
    }
    found[f"{name}/lengths"] = np.array([len(row[0]) for row in some], np.int32)
    return found


def tagged(documents: Sequence[Document]) -> list[Document]:
    return [flat(one._replace(annotations=private(one, None, False))) for one in documents]


def study_arrays(study: Study, epochs: int, batch: int) -> Arrays:
    """All that the learners of a study need, and no text."""
    encoder, tags = Encoder(), study.task.kind == "tags"
    untouched = Sample(study.labelled(study.train.documents), study.train.targets)
    classes = classes_of(tagged(untouched.documents)) if tags else tuple(names_of(untouched))
    arrays: Arrays = {}
    runs, known = [], {}
    for run in study.runs():
        condition = study.conditions[run.condition]
        chance = 0 if condition.certain or condition.name == "named" else run.seed
        name = f"{run.condition}-{chance}"
        if name not in known:
            known[name] = facts = _shown(study, run)
            documents = study.labelled(facts["documents"])
            if tags:
                read = [tuple(row) for row in rows(encoder, tagged(documents), classes)]
            else:
                read = _labelled(encoder, documents, study.train.targets, classes)
            arrays |= flattened(read, name)
            print(study.task.name, condition.name, run.seed, len(read), flush=True)
        runs.append(
            {
                "condition": run.condition,
                "seed": run.seed,
                "text": name,
                **{key: known[name][key] for key in ("bound", "replaced", "kept", "left")},
            }
        )
    arrays |= _test(encoder, study, tags)
    meta = {
        "tags": tags,
        "classes": classes,
        "runs": runs,
        "epochs": epochs,
        "batch": batch,
        "study": study.fingerprint(),
    }
    arrays["meta"] = np.frombuffer(json.dumps(meta).encode(), np.uint8)
    return arrays


def _shown(study: Study, run: Run) -> dict[str, Any]:
    shown, _ = study._texts(study.conditions[run.condition], run.seed)
    return {
        "documents": shown.documents,
        "bound": list(shown.bound),
        "replaced": shown.replaced,
        "kept": shown.kept,
        "left": dict(shown.left),
    }


def _labelled(
    encoder: Encoder,
    documents: Sequence[Document],
    targets: Sequence[Sequence[str]],
    classes: Sequence[str],
) -> list[tuple[Any, ...]]:
    size = encoder.weights.card["window"]
    found = []
    for pieces, target in zip(
        encoder.pieces([one.text for one in documents]), targets, strict=True
    ):
        ids, cases, _ = framed(pieces, 0, min(len(pieces.ids), size))
        found += [(ids, cases, np.full(len(ids), classes.index(label))) for label in target]
    return found


def _test(encoder: Encoder, study: Study, tags: bool) -> Arrays:
    documents = study.labelled(study.test.documents)
    size = encoder.weights.card["window"]
    read, texts = [], []
    for at, pieces in enumerate(encoder.pieces([one.text for one in documents])):
        for window in windows(len(pieces.ids), size) if tags else [None]:
            if window is None:
                ids, cases, _ = framed(pieces, 0, min(len(pieces.ids), size))
                asked = np.ones(len(ids))
            else:
                ids, cases, before = framed(pieces, window.start, window.end)
                asked = np.zeros(len(ids))
                shift = before - window.start
                own = slice(window.first, window.last)
                asked[window.first + shift : window.last + shift] = pieces.begins[own]
            read.append((ids, cases, asked))
            texts.append(at)
    return {**flattened(read, "test", "asked"), "test/text": np.array(texts, np.int32)}


def table2(name: str, quick: bool, seeds: Sequence[int] | None = None) -> Study:
    """A study of Table 2 with the settings of the clean encoders."""
    module = experiment("adelani-table2")
    given = module.config()
    clean = given["clean"]
    of = dict(given["corpora"][name])
    of["most"] = 200 if quick else clean["most"]
    of["most_test"] = 100 if quick else clean["most_test"]
    picked = {row: given["rows"][row] for row in clean["rows"]}
    chosen = list(seeds or (clean["seeds"][:2] if quick else clean["seeds"]))
    made: Study = module.study(of, {**given, "rows": picked}, chosen, "encoder")
    return made


def extraction_arrays(quick: bool) -> Arrays:
    """Releases to remember, questions about the secrets, and text that was held out."""
    module = experiment("peng-extraction")
    given = module.config()
    of = dict(given["clean"])
    if quick:
        of |= {"documents": 12, "held": 2, "secrets": 8, "sentences": 20, "steps": 4}
    encoder, seed = Encoder(), given["seed"]
    documents, held, _, asked, _ = extraction_case(module, given, of)
    arrays: Arrays = {}
    runs, where = [], []
    for number, label in enumerate(of["rows"]):
        pairs = rl.released(documents, given["rows"][label], language="es", seed=seed)
        arrays |= _questions(encoder, pairs, asked, f"ask{number}")
        for way in module.NAMED:
            name = f"{label}; {way}"
            read = memory._rows(encoder.pieces(module.texts_of(pairs, way)))
            arrays |= flattened(read, name)
            runs.append(name)
            where.append(f"ask{number}")
        print(label, flush=True)
    arrays |= _candidates(encoder, asked) | _held(encoder, held)
    (prompt,) = encoder.pieces([of["prompt"]])
    meta = {
        "runs": runs,
        "asked": where,
        "seed": seed,
        "steps": of["steps"],
        "batch": memory.ROWS,
        "hidden": memory.HIDDEN,
        "rate": memory.RATE,
        "prompt": [int(one) for one in prompt.ids],
        "sentences": of["sentences"],
    }
    arrays["meta"] = np.frombuffer(json.dumps(meta).encode(), np.uint8)
    return arrays


def extraction_case(module: ModuleType, given: Any, of: Any) -> tuple[Any, ...]:
    """Documents, held-out texts, untouched pairs, secrets and names of nobody."""
    short = module.shortened
    documents = [
        short(one, of["characters"]) for one in rl.corpus(given["corpus"], "train", of["documents"])
    ]
    held = [
        short(one, of["characters"]).text for one in rl.corpus(given["corpus"], "held", of["held"])
    ]
    real = rl.released(documents, rl.REAL, language="es", seed=given["seed"])
    known = controls(real, seed=given["seed"])
    own = {"PERSON": known["PERSON"]}
    return documents, held, real, secrets(real, own, most=of["secrets"], seed=given["seed"]), known


def _questions(
    encoder: Encoder, pairs: Sequence[Pair], asked: Sequence[Secret], prefix: str
) -> Arrays:
    """Each secret's place, hidden under as many masks as a candidate has pieces."""
    found, owners, sizes = [], [], []
    for at, ((pair, mark), secret) in enumerate(zip(places(pairs, asked), asked, strict=True)):
        before, after = encoder.pieces(
            [
                pair.after[max(0, mark.start - AROUND) : mark.start],
                pair.after[mark.end : mark.end + AROUND],
            ]
        )
        for length in sorted({len(ids) for ids in _pieces_of(encoder, secret)}):
            found.append(_hidden(before, after, length, MASK))
            owners.append(at)
            sizes.append(length)
    read = rows_of(found, encoder.weights.card["window"], MASK, framed)
    hidden = np.full((len(read), LONGEST), -1, np.int16)
    for at, row in enumerate(read):
        hidden[at, : len(row.hidden)] = row.hidden
    arrays = flattened([(row.ids, row.cases) for row in read], f"{prefix}/ask")
    arrays[f"{prefix}/ask/hidden"] = hidden
    arrays[f"{prefix}/ask/secret"] = np.array(owners, np.int32)
    arrays[f"{prefix}/ask/length"] = np.array(sizes, np.int32)
    return arrays


def _pieces_of(encoder: Encoder, secret: Secret) -> list[tuple[int, ...]]:
    read = encoder.pieces([f" {value}" for value in (secret.value, *secret.others)])
    return [tuple(int(one) for one in pieces.ids[:LONGEST]) for pieces in read]


def _candidates(encoder: Encoder, asked: Sequence[Secret]) -> Arrays:
    ids = [_pieces_of(encoder, secret) for secret in asked]
    table = np.zeros((len(ids), len(ids[0]), LONGEST), np.int32)
    for at, of_secret in enumerate(ids):
        for number, pieces in enumerate(of_secret):
            table[at, number, : len(pieces)] = pieces
    sizes = np.array([[len(one) for one in of_secret] for of_secret in ids], np.int32)
    return {"candidates": table, "candidates/sizes": sizes}


def _held(encoder: Encoder, texts: Sequence[str]) -> Arrays:
    """Pieces of held-out text, each hidden alone."""
    read, spots, truth = [], [], []
    size = encoder.weights.card["window"]
    for pieces in encoder.pieces(texts):
        for place in range(0, len(pieces.ids), EVERY):
            start, end = around(place, len(pieces.ids), size)
            ids, cases, before = framed(pieces, start, end)
            read.append((ids, cases))
            spots.append([place - start + before])
            truth.append(int(pieces.ids[place]))
    arrays = flattened(read, "held")
    return {
        **arrays,
        "held/hidden": np.array(spots, np.int16),
        "held/truth": np.array(truth, np.int32),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--only", nargs="*")
    parser.add_argument("--quick", action="store_true")
    asked = parser.parse_args()
    asked.out.mkdir(parents=True, exist_ok=True)
    clean = experiment("adelani-table2").config()["clean"]
    for number, name in enumerate([*clean["corpora"][:3], "extraction", *clean["corpora"][3:]]):
        if asked.only and name not in asked.only:
            continue
        if name == "extraction":
            arrays = extraction_arrays(asked.quick)
        else:
            study = table2(name, asked.quick)
            arrays = study_arrays(study, clean["epochs"], clean["batch"])
        path = asked.out / f"{number}-{name.lower().replace(' + ', '-').replace(' ', '-')}.npz"
        np.savez_compressed(path, **arrays)
        print(path.name, path.stat().st_size, flush=True)


if __name__ == "__main__":
    main()
