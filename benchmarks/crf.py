"""The trained tagger: a CRF of MEDDOCAN's training part on its test part.

    python benchmarks/crf.py [-o benchmarks/crf.json]

With the 22 labels of the corpus, with the features that do not depend on the language, with the
labels mapped to categories, and binary. The corpus is in the folder UNDERSTUDY_DATA (default
../shared/data). Takes some ten minutes on one core.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import tempfile
import time
from pathlib import Path
from typing import Any

from detection import ROOT, clinical, commit, kept, mapped, score, shown
from needed import need
from transfer import Corpus
from understudy.identify.crf import build
from understudy.identify.crfmodel import write_model
from understudy.identify.settings import DetectorSettings
from understudy.learn.train import train_crf


def trained() -> dict[str, Any]:
    """A CRF of the training part on the test part, with the labels of the corpus and mapped."""
    result: dict[str, Any] = {}
    settings: tuple[tuple[str, dict[str, Any]], ...] = (
        ("22 labels", {}),
        ("22 labels, language-independent features", {"features": "independent"}),
        ("categories", {"mapped": True}),
        ("binary", {"binary": True}),
    )
    for name, given in settings:
        parts = {part: clinical(part) for part in ("train", "test")}
        if given.pop("mapped", False):
            parts = {part: mapped(documents, "meddocan") for part, documents in parts.items()}
        start = time.perf_counter()
        model = train_crf(parts["train"], language="es", **given)
        seconds = time.perf_counter() - start
        test = parts["test"]
        if "binary" in given:
            test = [
                one._replace(
                    annotations=tuple(span._replace(label="UNKNOWN") for span in one.annotations)
                )
                for one in test
            ]
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "model.crf"
            write_model(path, model.header, model.payload)
            detector = build(DetectorSettings("es", options={"model": str(path)}))
            start = time.perf_counter()
            found = detector.detect([one._replace(annotations=()) for one in test])
            tagging = time.perf_counter() - start
        made = score(Corpus(name, "es", test, ()), [list(spans) for spans in found])
        words = sum(len(document.text.split()) for document in test)
        print(shown(f"crf, {name}", made), f"  trained in {seconds:.0f} s", flush=True)
        result[name] = {
            **kept(made),
            "training_seconds": seconds,
            "words_per_second": words / tagging,
            "model_bytes": len(model.payload),
        }
    return result


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("-o", "--output", type=Path, default=ROOT / "benchmarks/crf.json")
    given = parser.parse_args()
    need("deid/meddocan")
    result = {
        "commit": commit(),
        "python": platform.python_version(),
        "machine": f"{platform.machine()}, {os.cpu_count()} cores",
        "models": trained(),
    }
    given.output.write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
