"""Fit the scores of marks to how often they are right, on text held out of training.

    python training/calibrate.py DATA [--weights FOLDER] [--models fast]

writes the fits into the model's card and what they are worth into training/calibration.json:
the expected calibration error per tag, before and after, each half of the texts judged by the fit
of the other half.
"""

from __future__ import annotations

import argparse
import json
import zlib
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import chain
from pathlib import Path

import numpy as np
import numpy.typing as npt

import marked
from corpora import sentences
from labelled import heldout_examples
from schemes import SCHEMES
from tagset import ANYTHING, Example
from understudy.core.types import Document
from understudy.encoder import Encoder
from understudy.encoder.calibration import ANY
from understudy.encoder.model import NAMES
from understudy.encoder.weights import SHIPPED

OUT = Path(__file__).with_name("calibration.json")
FEWEST = 150
BINS = 10
EDGE = 1e-4
DEVELOPMENT = (
    ("btc", "en", "btc", "ner/btc/dev.conll"),
    ("cess-es", "es", "cess", "ner/cess-es/dev.conll"),
    ("gum", "en", "gum", "ner/gum/dev.conll"),
    ("profner-es", "es", "professions", "deid/profner-es/dev.conll"),
)
"""Development parts that nothing was trained on."""
Floats = npt.NDArray[np.float64]
Judged = tuple[float, bool, bool]
"""The logit of a mark's score, whether it is right, and in which half its text is."""


def texts(data: Path) -> Iterator[Example]:
    yield from heldout_examples(data, 1)
    for corpus, language, scheme, path in DEVELOPMENT:
        for tokens in sentences(data / path):
            yield marked.read(corpus, language, tokens, SCHEMES[scheme])


def right(example: Example, start: int, end: int, label: str) -> bool | None:
    """Whether people marked anything there; nothing where the corpus does not say.

    A score is the chance that a mark stands on something private, whatever its tag: that is what a
    threshold asks."""
    over = [tags for a, b, tags in example.spans if a < end and start < b]
    if any(tags == ANYTHING or "O" in tags for tags in over):
        return None
    if over:
        return True
    return False if label in example.known else None


def judged(encoder: Encoder, examples: Sequence[Example]) -> dict[str, list[Judged]]:
    found: dict[str, list[Judged]] = defaultdict(list)
    documents = [Document(str(at), one.text) for at, one in enumerate(examples)]
    encoder.__dict__["_fits"] = {}  # scores as the head gives them
    for at in range(0, len(documents), 500):
        marks = encoder.tag(documents[at : at + 500])
        for example, spans in zip(examples[at : at + 500], marks, strict=True):
            half = bool(zlib.crc32(example.text.lower().encode()) & 1)
            for span in spans:
                verdict = right(example, span.start, span.end, span.label)
                if verdict is not None:
                    score = min(max(span.score, EDGE), 1 - EDGE)
                    found[span.label].append((np.log(score / (1 - score)), verdict, half))
    return found


def fitted(logits: Floats, truth: Floats) -> tuple[float, float]:
    """Slope and offset by Newton's steps, held near one and nothing by a light prior: of some tags
    hardly a mark is wrong."""
    weights = prior = np.array([1.0, 0.0])
    table = np.stack((logits, np.ones_like(logits)), 1)
    for _ in range(60):
        chance = 1 / (1 + np.exp(-table @ weights))
        slope = table.T @ (chance - truth) + (weights - prior)
        bend = (table * (chance * (1 - chance))[:, None]).T @ table + np.eye(2)
        step = np.linalg.solve(bend, slope)
        weights = weights - step / max(1.0, float(abs(step).max()))
    return max(0.05, float(weights[0])), float(weights[1])


def error(chances: Floats, truth: Floats) -> float:
    """The expected calibration error over bins of equal size."""
    order = np.argsort(chances, kind="stable")
    parts = np.array_split(order, min(BINS, len(order)))
    gaps = [abs(chances[part].mean() - truth[part].mean()) * len(part) for part in parts]
    return float(sum(gaps) / len(order))


def crossed(rows: npt.NDArray[np.float64]) -> dict[str, float]:
    """The error before, and after with the fit of the other half."""
    logits, truth, half = rows.T
    after = np.zeros(len(rows))
    for side in (0.0, 1.0):
        slope, offset = fitted(logits[half != side], truth[half != side])
        after[half == side] = 1 / (1 + np.exp(-(slope * logits[half == side] + offset)))
    before = 1 / (1 + np.exp(-logits))
    return {
        "n": len(rows),
        "right": round(float(truth.mean()), 4),
        "before": round(error(before, truth), 4),
        "after": round(error(after, truth), 4),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("--weights", type=Path, default=SHIPPED)
    parser.add_argument("--models", nargs="+", choices=NAMES, default=[*NAMES])
    asked = parser.parse_args()
    path = asked.weights / "model.json"
    card = json.loads(path.read_text("utf-8"))
    examples = [one for one in texts(asked.data) if one.text.strip()]
    # A model that is not fitted anew keeps its fits.
    fits: dict[str, dict[str, list[float]]] = card.get("calibration", {})
    record: dict[str, dict[str, dict[str, float]]] = json.loads(OUT.read_text("utf-8"))
    for name in asked.models:
        found = judged(Encoder.load(name, folder=asked.weights), examples)
        tables = {tag: np.array(rows, dtype=float) for tag, rows in sorted(found.items())}
        tables[ANY] = np.array(list(chain(*found.values())), dtype=float)
        kept = {tag: rows for tag, rows in tables.items() if len(rows) >= FEWEST}
        fits[name] = {
            tag: [round(value, 4) for value in fitted(rows[:, 0], rows[:, 1])]
            for tag, rows in kept.items()
        }
        record[name] = {tag: crossed(rows) for tag, rows in kept.items()}
    card["calibration"] = fits
    path.write_text(json.dumps(card, indent=1) + "\n", "utf-8")
    OUT.write_text(json.dumps(record, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
