"""Attribute inference from what a release leaves: sex, band of age, place and job, by classifiers.

experiments/run left-behind [--quick] [--page]
"""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

import releases as rl  # noqa: E402 - beside this folder
import studies as st  # noqa: E402
from understudy.attacks.attribute import (  # noqa: E402
    attribute_of,
    balanced,
    classes_of,
    halves,
    read,
    resampled,
)
from understudy.attacks.pairs import Pair, of_results, redacted, untouched  # noqa: E402
from understudy.core.types import Document  # noqa: E402
from understudy.pipeline import build  # noqa: E402
from understudy.policy import load  # noqa: E402

Config = Mapping[str, Any]
READERS = {"words": False, "words and endings": True}


def config() -> dict[str, Any]:
    return tomllib.loads((HERE / "config.toml").read_text(encoding="utf-8"))


def released(documents: Sequence[Document], row: str, language: str, seed: int) -> list[Pair]:
    """Beside the truth, as each row shows the documents."""
    preset, _, way = row.partition(", ")
    if row in ("untouched", "bars"):
        pairs = rl.released(documents, "redact", language=language, seed=seed)
        return untouched(pairs) if row == "untouched" else redacted(pairs)
    if not way:
        return rl.released(documents, preset, language=language, seed=seed)
    shown = [one._replace(annotations=()) for one in documents]
    made = build(load(preset)).run(shown, seed.to_bytes(32, "big"))
    return of_results(made, {one.id: one.annotations for one in documents})


def measured(given: Config, part: str = "path") -> dict[str, Any]:
    """``part`` "quick" reads all that the small corpora have."""
    found: dict[str, Any] = {}
    for of in given["corpora"].values():
        documents = rl.corpus({**of, "all": of[part]}, "all", None)
        documents = [one for one in documents if one.annotations]
        truth = released(documents, "untouched", of["language"], given["seed"])
        shown = {
            row: released(documents, row, of["language"], given["seed"]) for row in given["rows"]
        }
        for attribute, category in of["attributes"].items():
            scores = told(truth, shown, category, given["seed"])
            if scores is not None:
                found[attribute] = {**scores, "corpus": of["name"]}
                print(attribute, found[attribute], flush=True)
    return found


def told(
    truth: Sequence[Pair], shown: Mapping[str, Sequence[Pair]], category: str, seed: int
) -> dict[str, Any] | None:
    """Documents, classes and halves are the same in all rows; nothing where fewer than two classes
    have documents enough."""
    rows, labels, names = classes_of([attribute_of(pair, category) for pair in truth])
    if len(names) < 2:
        return None
    learn, test = halves(labels, seed)
    scores: dict[str, Any] = {}
    for row, pairs in shown.items():
        texts = [pairs[at].after for at in rows]
        scores[row] = {}
        for reader, endings in READERS.items():
            predicted = read(texts, labels, learn, test, endings=endings)
            share = partial(balanced, predicted, labels[test])
            interval = resampled(share, len(test), seed)
            scores[row][reader] = {"share": share(), "interval": interval}
    return {
        "documents": len(rows),
        "classes": {name: int(np.sum(labels == at)) for at, name in enumerate(names)},
        "rows": scores,
    }


def fixed() -> Any:
    """A small case, to tell whether classes, readers and releases are still the same."""
    with st.small():
        return measured({**config(), "rows": ["untouched", "bars", "surrogate"]}, "quick")


def page(results: Config) -> str:
    parts = [st.said_of(results)]
    for attribute, of in results["attributes"].items():
        classes = ", ".join(f"{name} {count}" for name, count in of["classes"].items())
        heads = ["shown", *READERS, "chance"]
        rows = []
        for row, scores in of["rows"].items():
            cells = []
            for reader in READERS:
                low, high = scores[reader]["interval"]
                cells.append(f"{scores[reader]['share']:.3f} ({low:.3f}–{high:.3f})")
            rows.append([row, *cells, f"{1 / len(of['classes']):.3f}"])
        least = st.detectable(of["rows"]["bars"]["words"]["interval"])
        parts += [
            f"**{attribute}**, {of['corpus']}, {of['documents']} documents, half of them to learn "
            f"from ({classes}):",
            st.markdown(heads, rows),
            f"Smallest difference that would have been seen with 80 % chance: {least:.3f}.",
        ]
    return "\n\n".join(parts)


def checked(found: Config, slack: float = 0.0) -> None:
    """Untouched text tells sex; bars and stand-ins tell no more than it does, up to chance."""
    for of in found.values():
        rows = of["rows"]
        for reader in READERS:
            top = rows["untouched"][reader]["interval"][1]
            for row in ("bars", "strict, detected"):
                if row in rows:
                    assert rows[row][reader]["share"] <= top + slack, row
    assert found["sex"]["rows"]["untouched"]["words"]["share"] > 0.8


def main() -> None:
    given = config()
    if st.is_page():
        checked(st.rewritten(HERE, page)["attributes"])
        return
    st.need_data(st.is_quick())
    if st.is_quick():
        checked(measured(given, "quick"), 0.2)
        return
    found = measured(given)
    st.written(HERE, st.facts(seeds=[given["seed"]], attributes=found), page)
    checked(found)


if __name__ == "__main__":
    main()
