"""What there is to know of a model without running it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from understudy.core.errors import ModelError, UsageError
from understudy.encoder.hub import heads_of
from understudy.encoder.loading import is_hub
from understudy.encoder.model import GRAPHS, NAMES
from understudy.encoder.weights import Weights

__all__ = ["Described", "described"]

_ALL = ("tags", "masked pieces", "parts of speech", "sentence vectors")


@dataclass(frozen=True)
class Described:
    """A model's own words; empty where it says nothing."""

    name: str
    folder: Path
    bytes: int
    heads: tuple[str, ...]
    digest: str = ""
    languages: tuple[str, ...] = ()
    licence: str = ""
    categories: tuple[str, ...] = ()
    scores: Mapping[str, float] = field(default_factory=dict)

    def check(self) -> None:
        """Whether the files are those that the card names."""
        if not self.digest:
            raise UsageError(f"{self.folder}: has no card to check its files against")
        weights = Weights(self.folder)
        weights.check()
        if weights.base is not None:
            weights.base.check()


def described(name: str) -> Described:
    """The shipped model of a name, or the one in a folder."""
    folder = Path(name)
    if name in NAMES:
        return _shipped(name)
    if is_hub(folder):
        return _of_hub(folder)
    return _own(folder)


def _shipped(name: str) -> Described:
    weights = Weights()
    others = {graph for model, graph in GRAPHS.items() if model != name}
    heads = _ALL if name == "full" else _ALL[:1]
    scores = weights.card.get("scores", {}).get(name, {})
    return _with_card(weights, name, [*(set(weights.card["files"]) - others)], heads, scores)


def _own(folder: Path) -> Described:
    """One that was trained further: it only tags."""
    weights = Weights(folder)
    facts = weights.card.get("training", {})
    scores = {"f1": float(facts["f1"])} if "f1" in facts else {}
    return _with_card(weights, weights.card["name"], [*weights.card["files"]], _ALL[:1], scores)


def _with_card(
    weights: Weights,
    name: str,
    files: list[str],
    heads: tuple[str, ...],
    scores: Mapping[str, float],
) -> Described:
    card: Mapping[str, Any] = weights.card
    return Described(
        name,
        weights.folder,
        _size(weights.folder / file for file in [*files, "model.json"]),
        heads,
        weights.digest,
        tuple(card.get("languages", ())),
        card.get("licence", ""),
        tuple(name[2:] for name in card["classes"] if name.startswith("B-")),
        scores,
    )


def _size(paths: Iterable[Path]) -> int:
    try:
        return sum(path.stat().st_size for path in paths)
    except FileNotFoundError as error:
        raise ModelError(f"{error.filename}: missing") from None


def _of_hub(folder: Path) -> Described:
    try:
        config: dict[str, Any] = json.loads((folder / "config.json").read_text("utf-8"))
    except ValueError:
        raise ModelError(f"{folder / 'config.json'}: cannot be read") from None
    heads = heads_of(config.get("architectures") or ())
    labels = config.get("id2label", {}).values() if "tags" in heads else ()
    bare = (name[2:] if name[1:2] == "-" else name for name in labels if name != "O")
    size = _size(path for path in folder.iterdir() if path.is_file())
    return Described(folder.name, folder, size, heads, categories=tuple(dict.fromkeys(bare)))
