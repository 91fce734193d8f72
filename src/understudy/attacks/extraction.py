"""Extraction: what a language model trained on the release gives away of the originals.

Exposure (Carlini et al. 2019) of a value among n others of its kind that nobody in the corpus has:
log2(n) − log2(rank), by how likely the model finds each in the value's place. The models are
trigrams of words and, with the extra ``train``, the shipped encoder trained further. What the
models produce of themselves is scored as in ``generated``.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from understudy.attacks.attack import Attack, Settings
from understudy.attacks.bm25 import terms
from understudy.attacks.controls import controls
from understudy.attacks.finding import ALPHA, Finding, share_interval
from understudy.attacks.generated import (
    People,
    Scores,
    from_masked,
    from_trigrams,
    people_of,
    scores,
)
from understudy.attacks.masked import Candidates, fits
from understudy.attacks.pairs import Mark, Pair, redacted, untouched
from understudy.core.errors import MissingExtra
from understudy.core.folding import fold
from understudy.encoder.masked import MaskedModel
from understudy.encoder.model import Encoder
from understudy.utility.ngrams import Trigrams, trained

__all__ = [
    "ATTACK",
    "Model",
    "Secret",
    "attack",
    "exposure",
    "exposures",
    "further",
    "places",
    "secrets",
    "sentences_of",
    "trigrams",
]

Floats = npt.NDArray[np.float64]

OTHERS = 63
"""Values that each secret is ranked among."""
SENTENCES = 500
STEPS = 200
MOST = 150
_END = re.compile(r"(?<=[.!?])\s+|\n+")
_ROUNDS = 500
ATTACKER = (
    "Has a language model that was trained on the release ({model}), and of every private value a "
    "list with it and 63 others of its kind. Ranks the list by how likely the model finds each in "
    "the value's place."
)
PRODUCER = (
    "Has such a model ({model}); lets it produce sentences, and takes the names in them that it "
    "finds likeliest for names of people of the corpus."
)


class Secret(NamedTuple):
    """A private value in its place, and the others it is ranked among."""

    at: int
    """The number of the document."""
    was: tuple[int, int]
    value: str
    others: tuple[str, ...]

    def __repr__(self) -> str:
        return f"Secret({self.at}, {self.was})"


class Model(NamedTuple):
    """A way to train on texts and to ask what came of it."""

    name: str
    train: Callable[[Sequence[str]], object]
    fit: Callable[[object, Sequence[tuple[Pair, Mark]], Sequence[Secret]], list[Floats]]
    """Trained model, places and secrets → scores: of the value, then of the others."""
    produce: Callable[[object, int, int], list[list[str]]]
    likely: Callable[[object, Sequence[str]], float]


def exposure(rows: Sequence[Floats]) -> Floats:
    """In bits; the first score of each row is the value's. Equal scores share their ranks."""
    found = []
    for row in rows:
        above, level = int((row[1:] > row[0]).sum()), int((row == row[0]).sum())
        ranks = np.arange(above + 1, above + level + 1)
        found.append(math.log2(len(row)) - float(np.log2(ranks).mean()))
    return np.array(found)


def secrets(
    pairs: Sequence[Pair], others: Mapping[str, Sequence[str]], *, most: int, seed: int
) -> list[Secret]:
    """One for each distinct value that has enough others; a random part of them."""
    random = np.random.default_rng(seed)
    found, seen = [], set()
    for at, pair in enumerate(pairs):
        for mark in pair.marks:
            value = fold(mark.original)
            kind = others.get(mark.category, ())
            if value not in seen and len(kind) >= OTHERS:
                seen.add(value)
                chosen = random.choice(len(kind), size=OTHERS, replace=False)
                alike = tuple(kind[one] for one in sorted(chosen))
                found.append(Secret(at, mark.was, mark.original, alike))
    kept = sorted(random.permutation(len(found))[:most])
    return [found[one] for one in kept]


def exposures(
    model: Model, pairs: Sequence[Pair], asked: Sequence[Secret]
) -> tuple[Floats, object]:
    """Of each secret, after the model was trained on the documents as they are shown."""
    learnt = model.train([pair.after for pair in pairs])
    return exposure(model.fit(learnt, places(pairs, asked), asked)), learnt


def places(pairs: Sequence[Pair], asked: Sequence[Secret]) -> list[tuple[Pair, Mark]]:
    """Where the secrets stand: the document of each, and its mark there."""
    found = []
    for secret in asked:
        pair = pairs[secret.at]
        mark = next(one for one in pair.marks if one.was == secret.was)
        found.append((pair, mark))
    return found


def attack(
    pairs: Sequence[Pair],
    *,
    seed: int = 0,
    encoder: Encoder | None = None,
    steps: int = STEPS,
    sentences: int = SENTENCES,
    most: int = MOST,
) -> tuple[Finding, ...]:
    """With an encoder, also the encoder trained further."""
    known = controls(pairs, seed=seed)
    asked = secrets(pairs, known, most=most, seed=seed)
    if not asked:
        return ()
    people = people_of(pairs, known.get("PERSON", ()))
    models = [trigrams()]
    if encoder is not None:
        models.append(further(encoder, steps=steps, seed=seed))
    found: list[Finding] = []
    for model in models:
        found += _asked(model, pairs, asked, people, sentences, seed)
    return tuple(found)


def _asked(
    model: Model,
    pairs: Sequence[Pair],
    asked: Sequence[Secret],
    people: People,
    sentences: int,
    seed: int,
) -> list[Finding]:
    bits, scored = [], []
    for version in (redacted(pairs), pairs, untouched(pairs)):
        found, learnt = exposures(model, version, asked)
        bits.append(found)
        words = model.produce(learnt, sentences, seed)
        scored.append(scores(words, people, partial(model.likely, learnt)))
    return [_exposure(model, bits, seed), *_produced(model, scored)]


def _exposure(model: Model, bits: Sequence[Floats], seed: int) -> Finding:
    low, found, high = bits
    random = np.random.default_rng(seed)
    means = [float(random.choice(found, len(found)).mean()) for _ in range(_ROUNDS)]
    ends = np.quantile(means, (ALPHA / 2, 1 - ALPHA / 2))
    return Finding(
        attack=f"exposure, {model.name}",
        risk="inference",
        attacker=ATTACKER.format(model=model.name),
        measure="mean exposure of a value in bits",
        success=float(found.mean()),
        interval=(float(ends[0]), float(ends[1])),
        floor=float(low.mean()),
        floor_is="a model of the text with every value under a bar",
        ceiling=float(high.mean()),
        ceiling_is="a model of the untouched text",
        n=len(found),
        unit="values",
        details={
            "first of its list": float((found >= math.log2(OTHERS + 1) - 1e-9).mean()),
            "most bits": math.log2(OTHERS + 1),
        },
    )


def _produced(model: Model, scored: Sequence[Scores]) -> list[Finding]:
    low, found, high = scored
    if not high.names:
        return []
    return [
        Finding(
            attack=f"names produced, {model.name}",
            risk="inference",
            attacker=PRODUCER.format(model=model.name),
            measure="share of the 100 likeliest names that belong to a person of the corpus",
            success=found.at_100,
            interval=(
                share_interval([(found.at_100 * found.names, found.names)])
                if found.names
                else (0.0, 0.0)
            ),
            floor=low.at_100,
            floor_is="a model of the text with every value under a bar",
            ceiling=high.at_100,
            ceiling_is="a model of the untouched text",
            n=found.names,
            unit="names",
            details={
                "sentences": found.sentences,
                "with a name": found.with_name,
                "first names that are real": found.first_names,
                "last names that are real": found.last_names,
                "exact match with a condition": found.exact_match,
                "sentences with a real name": found.matched,
            },
        )
    ]


def sentences_of(text: str) -> list[list[str]]:
    """The words of each sentence of a text."""
    return [found for part in _END.split(text) if (found := terms(part))]


def trigrams() -> Model:
    """A trigram model of words as the model that is attacked."""

    def train(texts: Sequence[str]) -> Trigrams:
        return trained(one for text in texts for one in sentences_of(text))

    def cost(model: Trigrams, before: Sequence[str], value: str, after: Sequence[str]) -> float:
        own = terms(value)
        padded = (*before[-2:], *own, *after[:1])
        logs = [
            math.log(model.chance(tuple(padded[max(0, at - 2) : at + 1])))
            for at in range(len(before[-2:]), len(padded))
        ]
        return sum(logs) / len(logs) if logs else -math.inf

    def fit(
        learnt: object, places: Sequence[tuple[Pair, Mark]], asked: Sequence[Secret]
    ) -> list[Floats]:
        if not isinstance(learnt, Trigrams):
            raise TypeError("a trigram model is asked for")
        found = []
        for (pair, mark), secret in zip(places, asked, strict=True):
            before = terms(pair.after[max(0, mark.start - 60) : mark.start])
            after = terms(pair.after[mark.end : mark.end + 40])
            values = (secret.value, *secret.others)
            found.append(np.array([cost(learnt, before, one, after) for one in values]))
        return found

    def likely(learnt: object, name: Sequence[str]) -> float:
        if not isinstance(learnt, Trigrams):
            raise TypeError("a trigram model is asked for")
        return cost(learnt, (), " ".join(name), ())

    return Model("trigrams", train, fit, _from_trigrams, likely)


def _from_trigrams(learnt: object, count: int, seed: int) -> list[list[str]]:
    if not isinstance(learnt, Trigrams):
        raise TypeError("a trigram model is asked for")
    return from_trigrams(learnt, count, seed)


def further(encoder: Encoder, *, steps: int, seed: int) -> Model:
    """The shipped encoder, trained on the release by hiding pieces."""
    try:
        from understudy.learn.memory import remembered  # noqa: PLC0415 - an extra
    except ModuleNotFoundError as error:
        if error.name not in ("torch", "onnx"):
            raise
        raise MissingExtra("extraction from the encoder", "train") from None

    def train(texts: Sequence[str]) -> object:
        return remembered(texts, encoder, steps=steps, seed=seed)

    def likely(learnt: object, name: Sequence[str]) -> float:
        return _pseudo(_masked(learnt), " ".join(name))

    return Model("encoder trained further", train, _fitted, _from_masked, likely)


def _masked(learnt: object) -> MaskedModel:
    if not isinstance(learnt, MaskedModel):
        raise TypeError("a masked language model is asked for")
    return learnt


def _from_masked(learnt: object, count: int, seed: int) -> list[list[str]]:
    return from_masked(_masked(learnt), count, seed)


def _fitted(
    learnt: object, places: Sequence[tuple[Pair, Mark]], asked: Sequence[Secret]
) -> list[Floats]:
    """Each secret has its own list: one category of its own for each."""
    model = _masked(learnt)
    found, lists = [], {}
    for number, ((_, mark), secret) in enumerate(zip(places, asked, strict=True)):
        values = (secret.value, *secret.others)
        read = model.pieces([f" {value}" for value in values])
        ids = tuple(tuple(int(one) for one in pieces.ids[:4]) for pieces in read)
        lists[str(number)] = Candidates(values, ids)
        found.append(mark._replace(category=str(number)))
    return fits([(pair, mark) for (pair, _), mark in zip(places, found, strict=True)], lists, model)


def _pseudo(model: MaskedModel, text: str) -> float:
    from understudy.encoder.likeness import perplexities  # noqa: PLC0415

    return -float(perplexities(model, [text])[0])


def _attempt(pairs: Sequence[Pair], settings: Settings) -> tuple[Finding, ...]:
    encoder = settings.encoder if settings.train else None
    return attack(settings.some(pairs), seed=settings.seed, encoder=encoder)


ATTACK = Attack(_attempt, "no private value is of a kind that has enough others")
