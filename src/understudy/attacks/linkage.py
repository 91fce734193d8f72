"""Linkage: which released document is about a person of whom something is known.

The attacker knows the subject's private values, or other documents of the subject; never the
document's own text, which would link any text that is not rewritten.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence

import numpy as np
import numpy.typing as npt

from understudy.attacks.attack import Attack, Settings
from understudy.attacks.bm25 import index_of
from understudy.attacks.finding import Finding, Place, share_interval
from understudy.attacks.pairs import Pair, redacted, untouched
from understudy.encoder.model import Encoder

__all__ = ["ATTACK", "attack", "linked"]

Floats = npt.NDArray[np.float64]
Scorer = Callable[[Sequence[str], Sequence[str]], Floats]
"""Queries and texts → a score for each query (row) and text (column)."""

VALUES = "Knows all private values of a document's subject, not the document. Ranks the release by"
OTHERS = "Holds another original document of the subject, not this one. Ranks the release by"
_WAYS = {"bm25": "BM25", "vectors": "nearness of the encoder's vectors"}


def attack(
    pairs: Sequence[Pair], *, seed: int = 0, encoder: Encoder | None = None
) -> tuple[Finding, ...]:
    """How often the released document about a person is found by what is known of the person, by
    words and, with an encoder, by vectors."""
    kept = [pair for pair in pairs if pair.marks]
    if len(kept) < 2:
        return ()
    scorers: dict[str, Scorer] = {"bm25": _by_words}
    if encoder is not None:
        scorers["vectors"] = _by_vectors(encoder)
    found = []
    for way, scorer in scorers.items():
        found.append(_by_values(kept, way, scorer, seed))
        if others := _by_others(kept, way, scorer, seed):
            found.append(others)
    return tuple(found)


def linked(pairs: Sequence[Pair], release: Sequence[Pair]) -> float:
    """The share of the documents that are found in a release of them by their true values, by
    words."""
    scores = _by_words(_queries(pairs), [pair.after for pair in release])
    return float(np.mean([_share(row, [at]) for at, row in enumerate(scores)]))


def _queries(pairs: Sequence[Pair]) -> list[str]:
    return [", ".join(dict.fromkeys(mark.original for mark in pair.marks)) for pair in pairs]


def _by_words(queries: Sequence[str], texts: Sequence[str]) -> Floats:
    index = index_of(texts)
    return np.array([index.scores(query) for query in queries])


def _by_vectors(encoder: Encoder) -> Scorer:
    known: dict[str, Floats] = {}

    def vectors(texts: Sequence[str]) -> Floats:
        new = list(dict.fromkeys(text for text in texts if text not in known))
        if new:
            known.update(zip(new, encoder.vectors(new).astype(np.float64), strict=True))
        return np.array([known[text] for text in texts])

    def scores(queries: Sequence[str], texts: Sequence[str]) -> Floats:
        # To six places: rounding must not decide between equal texts.
        return np.round(vectors(queries) @ vectors(texts).T, 6)

    return scores


def _by_values(pairs: Sequence[Pair], way: str, scorer: Scorer, seed: int) -> Finding:
    queries = _queries(pairs)

    def hits(release: Sequence[Pair]) -> Floats:
        scores = scorer(queries, [pair.after for pair in release])
        return np.array([_share(row, [at]) for at, row in enumerate(scores)])

    ends = hits(redacted(pairs)), hits(pairs), hits(untouched(pairs))
    return _finding(pairs, f"linkage by values, {way}", f"{VALUES} {_WAYS[way]}.", ends, seed)


def _by_others(pairs: Sequence[Pair], way: str, scorer: Scorer, seed: int) -> Finding | None:
    """Only subjects with two documents or more."""
    groups: dict[str, list[int]] = defaultdict(list)
    for at, pair in enumerate(pairs):
        if pair.subject is not None:
            groups[pair.subject].append(at)
    asked = [(at, group) for group in groups.values() if len(group) > 1 for at in group]
    if not asked:
        return None
    queries = [pairs[at].before for at, _ in asked]

    def hits(release: Sequence[Pair]) -> Floats:
        scores = scorer(queries, [pair.after for pair in release])
        found = []
        for (at, group), row in zip(asked, scores, strict=True):
            row[at] = -np.inf  # the document that the attacker holds
            found.append(_share(row, [other for other in group if other != at]))
        return np.array(found)

    ends = hits(redacted(pairs)), hits(pairs), hits(untouched(pairs))
    held = [pairs[at] for at, _ in asked]
    name = f"linkage by other documents, {way}"
    return _finding(held, name, f"{OTHERS} {_WAYS[way]}.", ends, seed, among=len(pairs))


def _share(row: Floats, right: Sequence[int]) -> float:
    """The probability that the best is right; equal scores are a draw."""
    best = np.flatnonzero(row == row.max())
    return float(np.isin(best, right).mean())


def _finding(
    pairs: Sequence[Pair],
    name: str,
    attacker: str,
    ends: tuple[Floats, Floats, Floats],
    seed: int,
    among: int | None = None,
) -> Finding:
    low, hits, high = ends
    return Finding(
        attack=name,
        risk="linkability",
        attacker=attacker,
        measure="share of the queries whose best document is the subject's",
        success=float(hits.mean()),
        interval=share_interval([(hit, 1.0) for hit in hits], seed=seed),
        floor=float(low.mean()),
        floor_is="the same attack with every value under a bar: what the rest of the text tells",
        ceiling=float(high.mean()),
        ceiling_is="the same attack on the untouched text",
        n=len(hits),
        unit="queries",
        details={"documents": among or len(pairs)},
        hits=tuple(
            Place(pair.id, 0, len(pair.after))
            for pair, hit in zip(pairs, hits, strict=True)
            if hit == 1.0
        ),
    )


def _attempt(pairs: Sequence[Pair], settings: Settings) -> tuple[Finding, ...]:
    return attack(settings.some(pairs), seed=settings.seed, encoder=settings.encoder)


ATTACK = Attack(_attempt, "fewer than two documents have private values")
