"""Surrogate or real: a classifier that reads characters, words, frequency and context.

The attacker holds one half of the documents before and after; the other half is the test. AUC .5
is perfect hiding in plain sight.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from scipy.sparse import csr_matrix, hstack

from understudy.attacks.attack import Attack, Settings
from understudy.attacks.finding import Finding
from understudy.attacks.learners import sklearn_part
from understudy.attacks.leftovers import finding
from understudy.attacks.pairs import Pair, untouched
from understudy.attacks.ranking import auc_interval
from understudy.core.folding import fold
from understudy.core.text import words
from understudy.encoder.model import Encoder

__all__ = ["ATTACK", "SETS", "Classifier", "ValueInContext", "attack", "halves", "seen", "trained"]

Floats = npt.NDArray[np.float64]

SETS = ("characters", "words", "frequency", "context")
ATTACKER = (
    "Holds half of the documents before and after; trains a classifier on characters, words and "
    "frequency of the values and on their context as a language model reads it, and asks of every "
    "value in the other half whether it is a stand-in."
)
_AROUND = 3


class ValueInContext(NamedTuple):
    """A value where it stands, and whether it is real."""

    document: str
    category: str
    value: str
    before: str
    after: str
    states: Floats
    """What the encoder makes of the value in its place; empty where it was not asked."""
    real: bool

    def __repr__(self) -> str:
        return f"ValueInContext({self.document!r}, {self.category!r})"


def seen(pairs: Iterable[Pair], *, real: bool, encoder: Encoder | None) -> list[ValueInContext]:
    """The marks of documents as they are shown."""
    held = list(pairs)
    states = [np.zeros((0, 0))] * len(held)
    read: Sequence[Any] = [None] * len(held)
    if encoder is not None:
        read = encoder.pieces([pair.after for pair in held])
        states = [np.asarray(one) for one in encoder.states(read)]
    found = []
    for pair, pieces, of_pair in zip(held, read, states, strict=True):
        for mark in pair.marks:
            place = np.zeros(0)
            if pieces is not None:
                first = int(np.searchsorted(pieces.ends, mark.start, side="right"))
                last = int(np.searchsorted(pieces.starts, mark.end, side="left"))
                if last > first:
                    place = of_pair[first:last].mean(0).astype(np.float64)
                else:
                    place = np.zeros(of_pair.shape[1])
            found.append(
                ValueInContext(
                    pair.id,
                    mark.category,
                    mark.shown,
                    _last_words(pair.after[: mark.start]),
                    _first_words(pair.after[mark.end :]),
                    place,
                    real,
                )
            )
    return found


def _last_words(text: str) -> str:
    tail = text[-80:]
    return " ".join(fold(tail[start:end]) for start, end in words(tail)[-_AROUND:])


def _first_words(text: str) -> str:
    head = text[:80]
    return " ".join(fold(head[start:end]) for start, end in words(head)[:_AROUND])


@dataclass(frozen=True)
class Classifier:
    """Logistic regression over the sets of features that were asked for."""

    features: Features
    model: Any

    def __repr__(self) -> str:
        return f"Classifier({', '.join(self.features.sets)})"

    def real(self, examples: Sequence[ValueInContext]) -> Floats:
        """How surely each value is real, as log-odds."""
        return np.asarray(self.model.decision_function(self.features.of(examples)))


@dataclass(frozen=True)
class Features:
    """What was learnt of the examples: vocabularies, counts and scales."""

    sets: tuple[str, ...]
    characters: Any
    words: Any
    scale: Any
    seen_real: Counter[str]
    seen_other: Counter[str]

    def __repr__(self) -> str:
        return f"Features({', '.join(self.sets)})"

    def of(self, examples: Sequence[ValueInContext], *, fit: bool = False) -> Any:
        """A row for each example; ``fit`` learns vocabularies and scales from them first."""
        parts: list[Any] = []
        if "characters" in self.sets:
            values = [f"^{one.value}$" for one in examples]
            parts.append(_applied(self.characters, values, fit=fit))
        if "words" in self.sets:
            contexts = [_worded(one) for one in examples]
            parts.append(_applied(self.words, contexts, fit=fit))
        dense: list[Floats] = []
        if "frequency" in self.sets:
            dense.append(self._frequencies(examples, own=fit))
        if "context" in self.sets and examples and len(examples[0].states):
            dense.append(np.array([one.states for one in examples]))
        if dense:
            table = np.hstack(dense)
            scaled = self.scale.fit_transform(table) if fit else self.scale.transform(table)
            parts.append(csr_matrix(scaled / math.sqrt(scaled.shape[1])))
        return hstack(parts, format="csr")

    def _frequencies(self, examples: Sequence[ValueInContext], *, own: bool) -> Floats:
        """How often the value was seen as real and as a stand-in, itself left out."""
        rows = []
        for one in examples:
            value = fold(one.value)
            real = self.seen_real[value] - (own and one.real)
            other = self.seen_other[value] - (own and not one.real)
            rows.append((math.log1p(real), math.log1p(other), float(len(one.value))))
        return np.array(rows)


def trained(examples: Sequence[ValueInContext], sets: tuple[str, ...] = SETS) -> Classifier:
    """A classifier that tells stand-ins from real values, learnt from examples of both."""
    vectorise = sklearn_part("feature_extraction.text", "TfidfVectorizer")
    features = Features(
        sets,
        vectorise(
            analyzer="char", ngram_range=(1, 4), lowercase=False, min_df=2, sublinear_tf=True
        ),
        vectorise(tokenizer=str.split, token_pattern=None, min_df=2, sublinear_tf=True),
        sklearn_part("preprocessing", "StandardScaler")(),
        Counter(fold(one.value) for one in examples if one.real),
        Counter(fold(one.value) for one in examples if not one.real),
    )
    regress = sklearn_part("linear_model", "LogisticRegression")
    model = regress(solver="liblinear", C=1.0, max_iter=200)
    model.fit(features.of(examples, fit=True), [one.real for one in examples])
    return Classifier(features, model)


def _applied(vectoriser: Any, texts: Sequence[str], *, fit: bool) -> Any:
    """A vocabulary may come out empty, where every value is one bar: a column of zeros then."""
    if fit:
        try:
            return vectoriser.fit_transform(texts)
        except ValueError:
            vectoriser.vocabulary_ = {}
    if not vectoriser.vocabulary_:
        return csr_matrix((len(texts), 1))
    return vectoriser.transform(texts)


def _worded(one: ValueInContext) -> str:
    parts = [f"v:{word}" for word in fold(one.value).split()]
    parts += [f"b:{word}" for word in one.before.split()]
    parts += [f"a:{word}" for word in one.after.split()]
    return " ".join([*parts, f"c:{one.category}"])


def halves(pairs: Sequence[Pair], seed: int) -> tuple[list[Pair], list[Pair]]:
    """The documents in two halves at random: to learn from, and to read."""
    order = np.random.default_rng(seed).permutation(len(pairs))
    return [pairs[at] for at in order[0::2]], [pairs[at] for at in order[1::2]]


def attack(
    pairs: Sequence[Pair], *, seed: int = 0, encoder: Encoder | None = None
) -> tuple[Finding, ...]:
    """How well values that were left are told from stand-ins, and stand-ins from the values that
    they stand for."""
    marked = [pair for pair in pairs if pair.marks]
    if len(marked) < 4:
        return ()
    learnt, read = halves(marked, seed)
    examples = seen(untouched(learnt), real=True, encoder=encoder)
    examples += seen(learnt, real=False, encoder=encoder)
    sets = SETS if encoder is not None else SETS[:3]
    classifier = trained(examples, sets)
    shown = seen(read, real=False, encoder=encoder)
    scores = classifier.real(shown)
    ranked = [
        (pair.id, mark, float(score))
        for (pair, mark), score in zip(
            ((pair, mark) for pair in read for mark in pair.marks), scores, strict=True
        )
    ]
    return (
        finding(ranked, attack="surrogate-or-real", attacker=ATTACKER, seed=seed, details={}),
        _told_apart(classifier, read, shown, scores, encoder, seed),
    )


def _told_apart(
    classifier: Classifier,
    read: Sequence[Pair],
    shown: Sequence[ValueInContext],
    scores: Floats,
    encoder: Encoder | None,
    seed: int,
) -> Finding:
    """How well stand-ins are told from the values that they stand for."""
    before = seen(untouched(read), real=True, encoder=encoder)
    every = np.concatenate([scores, classifier.real(before)])
    documents = [one.document for one in (*shown, *before)]
    real = [False] * len(shown) + [True] * len(before)
    found, low, high = auc_interval(documents, every, real, seed)
    return Finding(
        attack="stand-ins told apart",
        risk="singling out",
        attacker=ATTACKER,
        measure="AUC of stand-ins against the values that they stand for",
        success=found,
        interval=(low, high),
        floor=0.5,
        floor_is="a coin; also untouched text, where both are the same",
        ceiling=1.0,
        ceiling_is="bars and other marks, which are no values and do not hide that",
        n=len(shown),
        unit="marks",
        details={"features": ", ".join(classifier.features.sets)},
    )


def _attempt(pairs: Sequence[Pair], settings: Settings) -> tuple[Finding, ...]:
    return attack(settings.some(pairs), seed=settings.seed, encoder=settings.encoder)


ATTACK = Attack(_attempt, "fewer than four documents have private values")
