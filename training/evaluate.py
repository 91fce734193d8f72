"""Measure the shipped models on text that was never trained on.

    python training/evaluate.py DATA [--only entities …] [--models fast]
                                     [--records teach.json distil.json] [--card] [--readme]

writes training/results.json. What is not measured again is kept if it was measured on the same
weights, model by model; speed is kept while graphs and hints have their sizes. ``--models fast``
measures the tagger alone, as where nothing of the encoder has changed. ``--only`` without a name
measures nothing: the other options work on the file as it is. ``--records`` copies the facts that
the training scripts wrote, ``--card`` writes the main scores into the model's card, ``--readme``
fills in the table of training/README.md.
"""

from __future__ import annotations

import argparse
import datetime
import hashlib
import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import measures
from running import machine, running
from scoring import RESAMPLES, SEED
from understudy.encoder import Encoder
from understudy.encoder.embedding import HINTED
from understudy.encoder.model import GRAPHS, NAMES
from understudy.encoder.weights import SHIPPED, Weights

HERE = Path(__file__).resolve().parent
RESULTS = HERE / "results.json"
README = HERE / "README.md"
PRIMARY = "natural"
"""Tokens joined as people write; the other way puts a space between any two."""

PARTS: dict[str, Callable[[Path, Mapping[str, Encoder]], dict[str, Any]]] = {
    "entities": measures.entities,
    "masked": measures.masked,
    "speech": measures.speech,
    "likeness": measures.likeness,
    "slots": measures.slots,
    "running": running,
}
_BEGIN, _END = "<!-- figures -->", "<!-- end -->"


def commit() -> str:
    asked = ["git", "rev-parse", "HEAD"]
    return subprocess.run(
        asked, capture_output=True, text=True, check=True, cwd=HERE
    ).stdout.strip()


_HEADS = {
    "full": ("tags", "tags_offset", "pos", "pos_offset", "vector", "vector_offset", "offset"),
    "fast": ("fast_tags", "fast_tags_offset"),
}
_OF_ALL = ("scale", "cases")
_OF_FULL = ("masked", "speech", "likeness")


def measured_on(weights: Weights) -> dict[str, str]:
    """A digest of what each model reads, and the sizes of files, on which speed depends."""
    found, hints = {}, weights.folder / "hints.npz"
    for model in NAMES:
        digest = hashlib.sha256()
        for name in ("pieces.npy", "tokenizer.json.xz", GRAPHS[model]):
            digest.update((weights.folder / name).read_bytes())
        for name in (*_OF_ALL, *_HEADS[model]):
            digest.update(weights.heads[name].tobytes())
        if model == HINTED and hints.exists():
            digest.update(hints.read_bytes())
        found[model] = digest.hexdigest()
    read = [*(weights.folder / GRAPHS[model] for model in NAMES), hints]
    sizes = [path.stat().st_size for path in read if path.exists()]
    return {**found, "sizes": " ".join(map(str, sizes))}


def kept(path: Path, models: Mapping[str, str]) -> dict[str, Any]:
    """The results so far, less those of other weights."""
    found: dict[str, Any] = json.loads(path.read_text("utf-8")) if path.exists() else {}
    changed = {
        name for name, digest in models.items() if found.get("models", {}).get(name) != digest
    }
    for part in ("entities", "slots"):
        if part in found:
            scores = found[part]["scores"]
            found[part]["scores"] = {of: scores[of] for of in scores if of not in changed}
    dropped = {
        *(_OF_FULL if "full" in changed else ()),
        *(("running",) if "sizes" in changed else ()),
    }
    return {name: value for name, value in found.items() if name not in dropped}


def records(paths: list[Path]) -> dict[str, Any]:
    """What the training runs wrote of themselves, by the name of the file."""
    facts = ("seconds", "steps", "pieces", "heldout", "history", "config")
    found = {}
    for path in paths:
        record = json.loads(path.read_text("utf-8"))
        found[path.stem] = {name: record[name] for name in facts if name in record}
    return found


def write(weights: Weights, **parts: Any) -> dict[str, Any]:
    """Put these parts into the file, beside those of a run that may be going on."""
    if Weights().digest != weights.digest:
        raise SystemExit("the weights changed while they were measured: nothing is written")
    models = measured_on(weights)
    results = kept(RESULTS, models)
    if "training" in parts:  # a run that went on from others does not undo them
        parts["training"] = {**results.get("training", {}), **parts["training"]}
    for part in ("entities", "slots"):
        if part in parts and part in results:
            scores = {**results[part]["scores"], **parts[part]["scores"]}
            parts[part]["scores"] = {of: scores[of] for of in NAMES if of in scores}
    results.update(
        model=weights.digest,
        models=models,
        resamples=RESAMPLES,
        seed=SEED,
        primary=PRIMARY,
        **parts,
    )
    RESULTS.write_text(json.dumps(results, indent=1) + "\n", "utf-8")
    return results


def measure(only: list[str], asked: argparse.Namespace, weights: Weights) -> None:
    encoders = {name: Encoder.load(name, threads=asked.threads) for name in asked.models}
    for at, part in enumerate(only, 1):
        begun = time.perf_counter()
        scores = PARTS[part](asked.data, encoders)
        seconds = round(time.perf_counter() - begun, 1)
        print(f"{part} ({at} of {len(only)}): {seconds} s", file=sys.stderr, flush=True)
        stamp = {
            "commit": commit(),
            "date": datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds"),
            "machine": machine(),
            "seconds": seconds,
        }
        write(weights, **{part: {**stamp, "scores": scores}})


def main_scores(results: dict[str, Any]) -> dict[str, dict[str, float]]:
    """The figures of the card, flat, per model."""
    found: dict[str, dict[str, float]] = {name: {} for name in NAMES}
    for model, corpora in results["entities"]["scores"].items():
        for corpus, scores in corpora.items():
            found[model][f"{corpus}.f1"] = scores[PRIMARY]["cased"]["f1"]
            found[model][f"{corpus}.lower.f1"] = scores[PRIMARY]["lower"]["f1"]
    for model, corpora in results["slots"]["scores"].items():
        for corpus, scores in corpora.items():
            found[model][f"{corpus}.recall"] = scores["all"]["value"]
    full = found["full"]
    for language in ("en", "es"):
        full[f"masked.{language}"] = results["masked"]["scores"][language]["accuracy"]["value"]
        full[f"upos.{language}"] = results["speech"]["scores"][language]["cased"]["value"]
        full[f"upos.{language}.lower"] = results["speech"]["scores"][language]["lower"]["value"]
        full[f"sts.{language}"] = results["likeness"]["scores"][language]["pearson"]["value"]
    for model in NAMES:
        speed = results["running"]["scores"][model]["sentences"]
        found[model]["words_per_second"] = speed["words_per_second"]
    return found


def write_card(results: dict[str, Any], path: Path = SHIPPED / "model.json") -> None:
    card = json.loads(path.read_text("utf-8"))
    card["scores"] = main_scores(results)
    path.write_text(json.dumps(card, indent=1) + "\n", "utf-8")


def _table(heads: list[str], rows: Iterator[list[str]]) -> str:
    lines = [heads, ["---", *["--:"] * (len(heads) - 1)], *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _with_interval(scores: Mapping[str, Any]) -> str:
    low, high = scores["interval"]
    return f"{scores['value']:.3f} ({low:.3f}–{high:.3f})"


def _entity_rows(results: dict[str, Any]) -> Iterator[list[str]]:
    found = results["entities"]["scores"]
    for corpus in measures.ENTITIES:
        cells = []
        for model in NAMES:
            for case in ("cased", "lower"):
                scores = found[model][corpus][PRIMARY][case]
                low, high = scores["interval"]["f1"]
                cells.append(f"{scores['f1']:.3f} ({low:.3f}–{high:.3f})")
        yield [corpus, f"{found['full'][corpus][PRIMARY]['cased']['gold']:,}", *cells]


def _slot_rows(results: dict[str, Any]) -> Iterator[list[str]]:
    found = results["slots"]["scores"]
    for corpus in measures.SLOTS:
        for kind in ("all", "naming", *measures.KINDS):
            if kind in (first := found["full"][corpus]):
                cells = [_with_interval(found[model][corpus][kind]) for model in NAMES]
                yield [corpus, kind.lower().replace("_", " "), f"{first[kind]['n']:,}", *cells]


def _head_rows(results: dict[str, Any]) -> Iterator[list[str]]:
    for language in ("en", "es"):
        one = results["masked"]["scores"][language]
        accuracy = one["accuracy"]
        yield [f"masked pieces, {language}", f"{accuracy['n']:,}", _with_interval(accuracy)]
    for language in ("en", "es"):
        for case, scores in results["speech"]["scores"][language].items():
            yield [
                f"part of speech, {language}, {case}",
                f"{scores['n']:,}",
                _with_interval(scores),
            ]
    for language in ("en", "es"):
        for name, scores in results["likeness"]["scores"][language].items():
            named = f"likeness, {language}, {name.capitalize()}"
            yield [named, f"{scores['n']:,}", _with_interval(scores)]


def _running_rows(results: dict[str, Any]) -> Iterator[list[str]]:
    for model in NAMES:
        one = results["running"]["scores"][model]
        alone = one["alone"].values()
        yield [
            model,
            f"{one['bytes'] / 1e6:.1f}",
            f"{max(run['load_s'] for run in alone):.2f}",
            f"{one['sentences']['words_per_second']:,}",
            f"{one['documents']['words_per_second']:,}",
            f"{max(run['peak_mb'] for run in alone):.0f}",
        ]


def _said(results: dict[str, Any]) -> Iterator[str]:
    where = results["running"]["machine"]
    yield (
        f"Commit {results['entities']['commit'][:12]}, {where['cpu']}, {where['cores']} cores, "
        f"Python {where['python']}, ONNX Runtime {where['onnxruntime']}. In brackets: 95 % "
        f"intervals over {results['resamples']} resamples of sentences."
    )
    for name, record in results.get("training", {}).items():
        pieces = f", {record['pieces'] / 1e6:,.0f} million pieces" if "pieces" in record else ""
        yield f"`{name}.py`: {record['seconds']} s, {record['steps']:,} steps{pieces}."


def figures(results: dict[str, Any]) -> str:
    """The tables of the page."""
    cases = [f"{model}, {case}" for model in NAMES for case in ("cased", "lower")]
    tables = (
        "\n".join(_said(results)),
        "Names found exactly (F1):",
        _table(["corpus", "names", *cases], _entity_rows(results)),
        "Slots of lower-case requests found (recall, any overlap with a mark of the kind):",
        _table(["corpus", "kind", "slots", *NAMES], _slot_rows(results)),
        "The other heads:",
        _table(["head", "n", "score"], _head_rows(results)),
        "Running, one thread, by processor time:",
        _table(
            ["model", "MB", "load s", "words/s, sentences", "words/s, documents", "peak MB"],
            _running_rows(results),
        ),
    )
    return "\n\n".join(tables)


def filled(page: str, tables: str) -> str:
    before, rest = page.split(_BEGIN, 1)
    return f"{before}{_BEGIN}\n\n{tables}\n\n{_END}{rest.split(_END, 1)[1]}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("--only", nargs="*", choices=[*PARTS], default=[*PARTS])
    parser.add_argument("--models", nargs="+", choices=NAMES, default=[*NAMES])
    parser.add_argument("--records", nargs="*", type=Path, default=[])
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--card", action="store_true")
    parser.add_argument("--readme", action="store_true")
    asked = parser.parse_args()
    weights = Weights()
    if asked.only:
        measure(asked.only, asked, weights)
    results = write(weights, **({"training": records(asked.records)} if asked.records else {}))
    if asked.card:
        write_card(results)
    if asked.readme:
        README.write_text(filled(README.read_text("utf-8"), figures(results)), "utf-8")


if __name__ == "__main__":
    main()
