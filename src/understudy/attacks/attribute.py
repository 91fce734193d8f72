"""Attribute inference: what the release, or a model trained on it, tells of a sensitive attribute.

Without a task the attacker reads the text. With one there is a victim: a classifier of that task,
trained on the release. The attacker asks it (once for each of his documents), trains a copy on its
answers, and probes the hidden layer of the copy for the attribute (He et al. 2022; Peng et al.
2022, Table 10). A probe of the victim itself is the attack of an insider.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from understudy.attacks.attack import Attack, Settings
from understudy.attacks.bm25 import terms
from understudy.attacks.classes import class_of
from understudy.attacks.defences import DEFENCES
from understudy.attacks.finding import ALPHA, Finding
from understudy.attacks.learners import sklearn_part
from understudy.attacks.pairs import Pair, redacted
from understudy.attacks.victim import Network, nasty, one_hot, softmax, taught
from understudy.core.categories import ancestors, categories
from understudy.core.folding import fold

__all__ = [
    "ATTACK",
    "Attacked",
    "Setting",
    "attack",
    "attacked",
    "attribute_of",
    "balanced",
    "classes_of",
    "ended",
    "halves",
    "probe",
    "read",
    "resampled",
    "vectors",
]

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.intp]

FEWEST = 8
"""Documents of a class, at least."""
WIDTH = 3000
"""Words and pairs of words that the victim reads."""
READER = (
    "Has the attribute of half of the documents; trains a classifier of words, pairs of words and "
    "words before endings on their released text and reads the other half."
)
_ENDINGS = (1, 3)
"""Letters of an ending: a gender is one letter, and a participle three."""
_ROUNDS = 500


class Attacked(NamedTuple):
    """What came of one defence."""

    defence: str
    utility: float
    """Accuracy of the victim's answers on the test documents, as the defence tells them."""
    agreement: float
    """How often the copy answers as the victim does."""
    victim: Network
    copy: Network


def classes_of(values: Sequence[str | None]) -> tuple[list[int], Ints, tuple[str, ...]]:
    """The documents whose class is frequent enough, their classes, and what these are."""
    counts = Counter(value for value in values if value is not None)
    kept = tuple(sorted(value for value, count in counts.items() if count >= FEWEST))
    number = {value: at for at, value in enumerate(kept)}
    rows = [at for at, value in enumerate(values) if value in number]
    labels = [number[value] for at in rows if (value := values[at]) is not None]
    return rows, np.array(labels, dtype=np.intp), kept


def attribute_of(pair: Pair, name: str) -> str | None:
    """The class of the first value of a category or of one below it, or a field of the document."""
    if name in pair.meta:
        return fold(pair.meta[name])
    for mark in pair.marks:
        if name in ancestors(mark.category, categories()):
            found = class_of(mark.category, mark.original, pair.language)
            if found is not None:
                return found
    return None


def attack(
    pairs: Sequence[Pair], *, attribute: str, task: str | None = None, seed: int = 0
) -> tuple[Finding, ...]:
    """What the released texts, and models that are trained on them for a task, tell of an attribute
    of the documents; nothing where it has fewer than two values."""
    rows, labels, names = classes_of([attribute_of(pair, attribute) for pair in pairs])
    if len(names) < 2:
        return ()
    kept = [pairs[at] for at in rows]
    texts = [pair.after for pair in kept]
    learn, test = halves(labels, seed)
    predicted = read(texts, labels, learn, test, endings=True)
    rest = read([pair.after for pair in redacted(kept)], labels, learn, test, endings=True)
    details: dict[str, float | int | str] = {
        "told with every value under a bar": balanced(rest, labels[test])
    }
    found = [_finding("attribute by text", READER, predicted, labels[test], names, seed, details)]
    if task is not None:
        found += _by_models(kept, texts, labels, names, task, seed)
    return tuple(found)


def halves(labels: Ints, seed: int) -> tuple[Ints, Ints]:
    """Half of each class to learn from."""
    random = np.random.default_rng(seed)
    learn: list[int] = []
    for label in np.unique(labels):
        rows = random.permutation(np.flatnonzero(labels == label))
        learn += rows[: len(rows) // 2].tolist()
    chosen = np.zeros(len(labels), dtype=bool)
    chosen[learn] = True
    return np.flatnonzero(chosen), np.flatnonzero(~chosen)


def vectors(texts: Sequence[str], learn: Ints, *, endings: bool = False) -> Floats:
    """Each text as weighted counts of its words and pairs of words, or of words before endings; the
    weights are those of the texts ``learn``."""
    make = sklearn_part("feature_extraction.text", "TfidfVectorizer")(
        ngram_range=(1, 1) if endings else (1, 2),
        max_features=WIDTH,
        sublinear_tf=True,
        tokenizer=ended if endings else terms,
        token_pattern=None,
    )
    make.fit([texts[at] for at in learn])
    return np.asarray(make.transform(texts).toarray(), dtype=np.float64)


def probe(inputs: Floats, labels: Ints, learn: Ints, test: Ints) -> Ints:
    """What a logistic regression on the inputs says of the attribute of the texts ``test``, learnt
    from those of ``learn``."""
    scale = sklearn_part("preprocessing", "StandardScaler")()
    regress = sklearn_part("linear_model", "LogisticRegression")
    model: Any = regress(max_iter=1000, class_weight="balanced", C=0.1)
    model.fit(scale.fit_transform(inputs[learn]), labels[learn])
    return np.asarray(model.predict(scale.transform(inputs[test])), dtype=np.intp)


def ended(text: str) -> list[str]:
    """The endings of the words of a text, each with the word before it: what agrees in gender with
    somebody ("paciente … ingresada") shows it there, whatever the word."""
    words = terms(text)
    pairs = zip(("", *words), words, strict=False)
    return [f"{before} -{word[-size:]}" for before, word in pairs for size in _ENDINGS]


def read(
    texts: Sequence[str], labels: Ints, learn: Ints, test: Ints, *, endings: bool = False
) -> Ints:
    """The attribute of the test documents, by a classifier of their text: of its words and pairs of
    words, and with ``endings`` also of words before endings."""
    regress = sklearn_part("linear_model", "LogisticRegression")
    inputs = vectors(texts, learn)
    if endings:
        inputs = np.hstack([inputs, vectors(texts, learn, endings=True)])
    model: Any = regress(max_iter=1000, class_weight="balanced", C=30.0)
    model.fit(inputs[learn], labels[learn])
    return np.asarray(model.predict(inputs[test]), dtype=np.intp)


@dataclass(frozen=True)
class Setting:
    """Documents as numbers: those that the victim learnt from, those that the attacker asks it
    about, and those that are tested."""

    inputs: Floats
    task: Ints
    classes: int
    learn: Ints
    asked: Ints
    test: Ints

    @property
    def targets(self) -> Floats:
        """The true classes of the training texts as probabilities of 0 and 1."""
        return one_hot(self.task[self.learn], self.classes)


def attacked(
    given: Setting, *, seed: int, defences: Sequence[str] = tuple(DEFENCES)
) -> Iterator[Attacked]:
    """Each defence in turn."""
    random = np.random.default_rng(seed)
    own, asked, test = (given.inputs[rows] for rows in (given.learn, given.asked, given.test))
    honest = taught(own, given.targets, seed=seed)
    for name in defences:
        tell = DEFENCES[name]
        victim = honest
        if name == "nasty teacher":
            victim = nasty(own, given.targets, honest, seed=seed)
        copy = taught(asked, tell(victim.logits(asked), random), seed=seed + 1)
        answers = tell(victim.logits(test), random).argmax(-1)
        same = softmax(copy.logits(test)).argmax(-1)
        utility = float(np.mean(answers == given.task[given.test]))
        yield Attacked(name, utility, float(np.mean(answers == same)), victim, copy)


def _by_models(
    pairs: Sequence[Pair],
    texts: Sequence[str],
    labels: Ints,
    names: Sequence[str],
    task: str,
    seed: int,
) -> list[Finding]:
    rows, tasks, classes = classes_of([attribute_of(pair, task) for pair in pairs])
    if len(classes) < 2:
        return []
    attribute = labels[rows]
    learn, test = halves(attribute, seed)
    inputs = vectors([texts[at] for at in rows], learn)
    given = Setting(inputs, tasks, len(classes), learn, learn, test)
    found: list[Finding] = []
    for one in attacked(given, seed=seed):
        details: dict[str, float | int | str] = {
            "utility": one.utility,
            "agreement of the copy": one.agreement,
        }
        probes = {"attribute by victim": (_INSIDER, one.victim)} if not found else {}
        probes[f"attribute by copy, defence {one.defence}"] = (_COPIER, one.copy)
        for name, (attacker, network) in probes.items():
            predicted = probe(network.hidden(inputs), attribute, learn, test)
            found.append(_finding(name, attacker, predicted, attribute[test], names, seed, details))
    return found


_INSIDER = (
    "Has a classifier that was trained on the release, and the attribute of half of the "
    "documents; probes the classifier's hidden layer for the attribute of the others."
)
_COPIER = (
    "May ask such a classifier once per document; trains a copy on its answers and probes the "
    "copy's hidden layer for the attribute."
)


def balanced(predicted: Ints, truth: Ints, weights: Floats | None = None) -> float:
    """The mean over the classes of the share that is told right."""
    given = np.ones(len(truth)) if weights is None else weights
    shares = []
    for label in np.unique(truth):
        own = truth == label
        total = given[own].sum()
        if total:
            shares.append((given[own] * (predicted[own] == label)).sum() / total)
    return float(np.mean(shares)) if shares else 0.0


def _finding(
    name: str,
    attacker: str,
    predicted: Ints,
    truth: Ints,
    names: Sequence[str],
    seed: int,
    details: dict[str, float | int | str],
) -> Finding:
    return Finding(
        attack=name,
        risk="inference",
        attacker=attacker,
        measure="share of the attribute that is told right, mean over its classes",
        success=balanced(predicted, truth),
        interval=resampled(lambda times: balanced(predicted, truth, times), len(truth), seed),
        floor=1.0 / len(names),
        floor_is="one class for all, or a fair die",
        ceiling=1.0,
        ceiling_is="untouched text that tells the attribute",
        n=len(truth),
        unit="documents",
        details={"classes": len(names), **details},
    )


def resampled(score: Callable[[Floats], float], count: int, seed: int) -> tuple[float, float]:
    """The bootstrap interval of a score; ``score`` takes how often each of ``count`` cases was
    drawn."""
    random = np.random.default_rng(seed)
    found = [
        score(np.bincount(random.integers(count, size=count), minlength=count).astype(float))
        for _ in range(_ROUNDS)
    ]
    low, high = np.quantile(found, (ALPHA / 2, 1 - ALPHA / 2))
    return float(low), float(high)


def _attempt(pairs: Sequence[Pair], settings: Settings) -> tuple[Finding, ...]:
    return attack(pairs, attribute=settings.attribute, task=settings.task, seed=settings.seed)


ATTACK = Attack(
    _attempt, "the attribute has no two values that eight documents each have; see --attribute"
)
