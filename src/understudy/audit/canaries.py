"""Canaries through the whole pipeline: an audit of a policy in one run, detection included.

Of every marked entity two values are drawn, and a coin decides which of them is written into the
document. The documents are released, with their marks or without; whoever sees the release, or a
model that was trained on it, guesses the coins. How many are guessed right bounds ε from below
(``understudy.privacy.onerun``). The unit is that of the claims: one entity of one document, changed
to another value of its kind in all its mentions.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from understudy.attacks.extraction import Model, Secret, places
from understudy.attacks.pairs import Pair, of_results, untouched
from understudy.core.folding import fold
from understudy.core.spans import render
from understudy.core.types import Document, Span
from understudy.pipeline import Pipeline, Result

__all__ = ["Canary", "Planted", "from_model", "from_release", "planted"]

Floats = npt.NDArray[np.float64]


class Canary(NamedTuple):
    """An entity whose value a coin decided."""

    at: int
    """The number of its document."""
    was: tuple[int, int]
    """Where its first mention stood before anything was planted: what a guess may look at must
    not depend on the coins."""
    values: tuple[tuple[str, ...], tuple[str, ...]]
    """The forms of its mentions where the coin fell false, and where it fell true."""
    coin: bool

    def __repr__(self) -> str:
        return f"Canary({self.at}, {self.was})"


class Planted(NamedTuple):
    """Documents with canaries in them."""

    originals: tuple[Pair, ...]
    """Before anything was planted."""
    documents: tuple[Document, ...]
    canaries: tuple[Canary, ...]

    @property
    def coins(self) -> npt.NDArray[np.bool_]:
        """How the coins fell."""
        return np.array([one.coin for one in self.canaries], dtype=bool)

    def __repr__(self) -> str:
        return f"Planted({len(self.documents)} documents, {len(self.canaries)} canaries)"


def planted(
    documents: Sequence[Document], drawing: Pipeline, *, categories: Collection[str], seed: int
) -> Planted:
    """``drawing`` takes marks as given and draws the values: two releases of it are the two
    sides. Entities of which both sides have one value carry no coin."""
    random = np.random.default_rng(seed)
    sides = [list(drawing.run(documents, random.bytes(32))) for _ in range(2)]
    written, canaries = [], []
    for at, (one, other) in enumerate(zip(*sides, strict=True)):
        coins = _coins(one, other, categories, random)
        written.append(_written(one, other, coins))
        canaries += _canaries(at, one, other, coins)
    return Planted(tuple(untouched(of_results(sides[0]))), tuple(written), tuple(canaries))


Key = tuple[str, str]


def _coins(
    one: Result, other: Result, categories: Collection[str], random: np.random.Generator
) -> dict[Key, bool]:
    found: dict[Key, bool] = {}
    for first, second in zip(one.edits, other.edits, strict=True):
        key = (first.entity.category, first.entity.key)
        differ = fold(first.surrogate) != fold(second.surrogate)
        if key[0] in categories and differ and key not in found:
            found[key] = bool(random.random() < 0.5)
    return found


def _written(one: Result, other: Result, coins: dict[Key, bool]) -> Document:
    """The document with the chosen values in it and its marks around them."""
    document, edits, spans, moved = one.document, [], [], 0
    for first, second in zip(one.edits, other.edits, strict=True):
        key = (first.entity.category, first.entity.key)
        span = first.entity.span
        value = first.original
        if key in coins:
            value = (second if coins[key] else first).surrogate
            edits.append(first._replace(surrogate=value))
        start = span.start + moved
        spans.append(Span(start, start + len(value), key[0], key=key[1]))
        moved += len(value) - (span.end - span.start)
    return document._replace(text=render(document.text, edits), annotations=tuple(spans))


def _canaries(at: int, one: Result, other: Result, coins: dict[Key, bool]) -> list[Canary]:
    forms: dict[Key, tuple[list[str], list[str]]] = defaultdict(lambda: ([], []))
    first_of: dict[Key, tuple[int, int]] = {}
    for first, second in zip(one.edits, other.edits, strict=True):
        key = (first.entity.category, first.entity.key)
        if key in coins:
            forms[key][0].append(first.surrogate)
            forms[key][1].append(second.surrogate)
            first_of.setdefault(key, (first.entity.span.start, first.entity.span.end))
    return [
        Canary(at, first_of[key], (tuple(forms[key][0]), tuple(forms[key][1])), coin)
        for key, coin in coins.items()
    ]


def from_release(found: Planted, texts: Sequence[str]) -> Floats:
    """Whoever reads the released documents: which of the two values stands there."""
    scores = []
    for one in found.canaries:
        text = fold(texts[one.at])
        false, true = (max(_stands(form, text) for form in forms) for forms in one.values)
        scores.append(float(true) - float(false))
    return np.array(scores)


def _stands(form: str, text: str) -> int:
    """How many characters of the text are this value, once."""
    value = fold(form)
    return len(value) if re.search(rf"(?<!\w){re.escape(value)}(?!\w)", text) else 0


def from_model(found: Planted, texts: Sequence[str], model: Model) -> Floats:
    """Whoever has a model that was trained on the released documents: which of the two values it
    finds likelier where the entity stood."""
    asked = [
        Secret(one.at, one.was, one.values[1][0], (one.values[0][0],)) for one in found.canaries
    ]
    rows = model.fit(model.train(texts), places(found.originals, asked), asked)
    return np.array([float(row[0] - row[1]) for row in rows])
