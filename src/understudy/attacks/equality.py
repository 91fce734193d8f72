"""Equality of mentions: which mentions show one value is visible wherever stand-ins are
consistent, and singles out who is mentioned as often as nobody else."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence

import numpy as np
import numpy.typing as npt
from scipy.sparse import csr_matrix

from understudy.attacks.attack import Attack, Settings
from understudy.attacks.finding import ALPHA, Finding, share_interval
from understudy.attacks.pairs import Mark, Pair
from understudy.attacks.ranking import weighted_auc
from understudy.core.categories import ancestors, categories
from understudy.core.folding import fold

__all__ = ["ATTACK", "across", "attack", "within"]

Floats = npt.NDArray[np.float64]

WITHIN = (
    "Knows of a target how often the document mentions it, and its category. Takes one of the "
    "mentions whose value is shown just as often."
)
ACROSS = (
    "Sees the release alone. Takes two documents as being about one person where they show "
    "equal values of direct identifiers, rare ones before common ones."
)
_ROUNDS = 200
_MOST_DOCUMENTS = 400


def attack(pairs: Sequence[Pair], *, seed: int = 0) -> tuple[Finding, ...]:
    """Who is singled out by how often they are mentioned, within a document and across
    documents."""
    return (*within(pairs, seed=seed), *across(pairs, seed=seed))


def within(pairs: Sequence[Pair], *, seed: int = 0) -> tuple[Finding, ...]:
    """Singling out in a document, where its category has two entities or more."""
    scored = [_document(pair.marks) for pair in pairs]
    answers = [one for of_pair in scored for one in of_pair]
    if not answers:
        return ()
    plain = [
        one
        for pair in pairs
        for one in _document([mark._replace(shown=mark.key) for mark in pair.marks])
    ]
    rows = [(sum(hit for hit, _ in one), float(len(one))) for one in scored if one]
    return (
        Finding(
            attack="singleton",
            risk="singling out",
            attacker=WITHIN,
            measure="probability that the mention taken is one of the target's",
            success=_mean(hit for hit, _ in answers),
            interval=share_interval(rows, seed=seed),
            floor=_mean(blind for _, blind in answers),
            floor_is="any mention of the category in the document",
            ceiling=_mean(hit for hit, _ in plain),
            ceiling_is="every entity shows one value of its own, as untouched text does where all "
            "mentions are written alike",
            n=len(answers),
            unit="entities",
        ),
    )


def _mean(values: Iterable[float]) -> float:
    return float(np.mean(list(values)))


def _document(marks: Sequence[Mark]) -> list[tuple[float, float]]:
    """For each entity: the probability of a hit, and that of a blind choice."""
    found = []
    by_category: dict[str, list[Mark]] = defaultdict(list)
    for mark in marks:
        by_category[mark.category].append(mark)
    for of_category in by_category.values():
        shown = Counter(fold(mark.shown) for mark in of_category)
        mentions = Counter(mark.key for mark in of_category)
        if len(mentions) < 2:
            continue
        own = Counter((mark.key, fold(mark.shown)) for mark in of_category)
        for key, count in mentions.items():
            alike = [value for value, times in shown.items() if times == count]
            blind = count / len(of_category)
            hits = sum(own[key, value] for value in alike)
            found.append((hits / (len(alike) * count) if alike else blind, blind))
    return found


def across(pairs: Sequence[Pair], *, seed: int = 0) -> tuple[Finding, ...]:
    """Linking documents, where some share a direct identifier in truth."""
    kept = list(pairs)[:_MOST_DOCUMENTS]
    truth = _shared([_values(pair, original=True) for pair in kept])
    score = _shared([_values(pair, original=False) for pair in kept])
    upper = np.triu_indices(len(kept), 1)
    linked, scores = truth[upper] > 0.0, score[upper]
    if not linked.any() or linked.all():
        return ()
    ones = np.ones(len(scores))
    return (
        Finding(
            attack="equality",
            risk="linkability",
            attacker=ACROSS,
            measure="AUC of pairs of documents that share a person or another direct identifier",
            success=weighted_auc(scores, linked, ones),
            interval=_interval(scores, linked, upper, len(kept), seed),
            floor=0.5,
            floor_is="a coin",
            ceiling=1.0,
            ceiling_is="equal values are equal in untouched text",
            n=int(linked.sum()),
            unit="linked pairs",
            details={"documents": len(kept), "pairs": len(scores)},
        ),
    )


def _values(pair: Pair, *, original: bool) -> set[str]:
    return {
        fold(mark.original if original else mark.shown)
        for mark in pair.marks
        if _direct(mark.category)
    }


def _direct(category: str) -> bool:
    known = categories()
    return not (line := ancestors(category, known)) or any(
        known[name].identifier == "direct" for name in line if name in known
    )


def _shared(documents: Sequence[set[str]]) -> Floats:
    """How much each two documents share: Σ of log(N/df); a value of all documents says nothing."""
    frequency = Counter(value for of_document in documents for value in of_document)
    columns = {value: at for at, value in enumerate(frequency)}
    rows = [at for at, of_document in enumerate(documents) for _ in of_document]
    places = [columns[value] for of_document in documents for value in of_document]
    shape = (len(documents), max(1, len(columns)))
    counted = csr_matrix((np.ones(len(rows)), (rows, places)), shape=shape)
    weights = np.zeros(shape[1])
    weights[: len(columns)] = [np.log(len(documents) / times) for times in frequency.values()]
    return np.asarray((counted.multiply(weights) @ counted.T).todense())


def _interval(
    scores: Floats,
    linked: npt.NDArray[np.bool_],
    upper: tuple[npt.NDArray[np.intp], npt.NDArray[np.intp]],
    count: int,
    seed: int,
) -> tuple[float, float]:
    """Documents are drawn anew; a pair counts as often as both its documents were drawn."""
    random = np.random.default_rng(seed)
    found = []
    for _ in range(_ROUNDS):
        times = np.bincount(random.integers(count, size=count), minlength=count).astype(float)
        found.append(weighted_auc(scores, linked, times[upper[0]] * times[upper[1]]))
    low, high = np.quantile(found, (ALPHA / 2, 1 - ALPHA / 2))
    return float(low), float(high)


def _attempt(pairs: Sequence[Pair], settings: Settings) -> tuple[Finding, ...]:
    return attack(pairs, seed=settings.seed)


ATTACK = Attack(_attempt, "no document has two entities of a category, and no two share one")
