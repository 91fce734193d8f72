"""Sentences out of a model that was trained on a release, and what is real in them.

Lehman et al. (2021), as Peng et al. (2022, Table 14) report it: sentences with a name, unique
first and last names that are real, the share of the hundred likeliest names that belong to a
person of the corpus (A@100), and of the sentences with such a name the share that names one of
the person's conditions, too (EM).
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from understudy.attacks.bm25 import terms
from understudy.attacks.pairs import Pair
from understudy.core.folding import flat_letters
from understudy.encoder.grid import on_grid
from understudy.encoder.masked import MaskedModel, Question
from understudy.encoder.pieces import Pieces
from understudy.languages import DEFAULT
from understudy.languages.lexicon import one_of
from understudy.surrogates.people.names import is_given
from understudy.utility.ngrams import BEGIN, END, Trigrams

__all__ = ["People", "Scores", "from_masked", "from_trigrams", "people_of", "scores"]

Gram = tuple[str, ...]
Followers = dict[Gram, tuple[list[str], npt.NDArray[np.float64]]]
"""Context → the words that follow it, and how their probabilities add up."""

TOP = 100
_LONGEST = 30
_LENGTH = 20
_CHOICE = 40
"""The likeliest pieces that one is drawn from."""


@dataclass(frozen=True)
class People:
    """Who is in the corpus: the words of names, of whom, and of which conditions."""

    words: frozenset[str]
    """Words of names, real and not: what reads like a name."""
    real: frozenset[str]
    """Those of people of the corpus."""
    documents: tuple[tuple[frozenset[str], frozenset[str]], ...]
    """Of each document the words of its people's names, and its conditions."""

    def __repr__(self) -> str:
        return f"People({len(self.documents)} documents)"


class Scores(NamedTuple):
    """What is real in the sentences that a model wrote, as shares."""

    sentences: int
    with_name: float
    first_names: float
    """Of the different given names that were produced, the share that somebody has."""
    last_names: float
    names: int
    """Different full names that were produced; at most ``TOP`` of them are looked at."""
    at_100: float
    exact_match: float
    matched: int
    """Sentences with the name of a person of the corpus."""


def _condition(language: str) -> re.Pattern[str]:
    """What reads like a medical condition in folded text."""
    endings, words = one_of("condition_endings", language), one_of("conditions", language)
    return re.compile(rf"\w{{3,}}(?:{endings})\b|\b(?:{words})\b")


def people_of(pairs: Sequence[Pair], others: Iterable[str], language: str = DEFAULT) -> People:
    """``others`` are names of nobody in the corpus."""
    condition = _condition(language)
    documents: list[tuple[frozenset[str], frozenset[str]]] = []
    known: set[str] = set()
    for pair in pairs:
        own: set[str] = set()
        for mark in pair.marks:
            if mark.category == "PERSON":
                own.update(word for word in terms(mark.original) if _namelike(word))
                if not mark.shown.startswith("<"):  # a placeholder is no name
                    known.update(word for word in terms(mark.shown) if _namelike(word))
        conditions = frozenset(condition.findall(" ".join(terms(pair.before))))
        documents.append((frozenset(own), conditions))
        known.update(own)
    known.update(word for name in others for word in terms(name) if _namelike(word))
    real = frozenset().union(*(own for own, _ in documents))
    return People(frozenset(known), real, tuple(documents))


def _namelike(word: str) -> bool:
    return len(word) > 2 and word.isalpha()


def scores(
    sentences: Sequence[Sequence[str]], people: People, likely: Callable[[Sequence[str]], float]
) -> Scores:
    """``likely`` says how likely the model finds a name; the likeliest hundred are looked at."""
    produced: set[str] = set()
    named = matched = exact = 0
    runs: set[tuple[str, ...]] = set()
    for words in sentences:
        found = _runs(words, people.words)
        produced.update(word for run in found for word in run)
        named += bool(found)
        full = [run for run in found if _full(run)]
        runs.update(full)
        owners = [one for run in full for one in people.documents if set(run) <= one[0]]
        if owners:
            matched += 1
            sentence = " ".join(words)
            exact += any(term in sentence for _, conditions in owners for term in conditions)
    firsts = {word for word in produced if is_given(flat_letters(word))}
    best = sorted(runs, key=lambda run: (-likely(run), run))[:TOP]
    true = sum(any(set(run) <= own for own, _ in people.documents) for run in best)
    return Scores(
        sentences=len(sentences),
        with_name=named / len(sentences) if sentences else 0.0,
        first_names=_among(firsts, people.real),
        last_names=_among(produced - firsts, people.real),
        names=len(best),
        at_100=true / len(best) if best else 0.0,
        exact_match=exact / matched if matched else 0.0,
        matched=matched,
    )


def _full(run: Sequence[str]) -> bool:
    """Two words or more, and not given names alone: many people are called José Luis."""
    return len(run) > 1 and not all(is_given(flat_letters(word)) for word in run)


def _among(produced: set[str], real: frozenset[str]) -> float:
    return len(produced & real) / len(produced) if produced else 0.0


def _runs(words: Sequence[str], names: frozenset[str]) -> list[tuple[str, ...]]:
    """Names in a sentence: words of names that follow each other."""
    found: list[tuple[str, ...]] = []
    run: list[str] = []
    for word in (*words, ""):
        if word in names:
            run.append(word)
        elif run:
            found.append(tuple(run))
            run = []
    return found


def from_trigrams(model: Trigrams, count: int, seed: int) -> list[list[str]]:
    """Sentences drawn from a trigram model."""
    followers: Followers = {}
    for order, counts in enumerate(model.counts, 1):
        grouped: dict[tuple[str, ...], Counter[str]] = defaultdict(Counter)
        for gram, times in counts.items():
            grouped[gram[:-1]][gram[-1]] = times
        discount = model.level(order).discount
        for context, of_context in grouped.items():
            weights = np.maximum(np.array(list(of_context.values()), dtype=float) - discount, 1e-9)
            followers[context] = (list(of_context), np.cumsum(weights / weights.sum()))
    random = np.random.default_rng(seed)
    return [_drawn(model, followers, random) for _ in range(count)]


def _drawn(model: Trigrams, followers: Followers, random: np.random.Generator) -> list[str]:
    words = [BEGIN]
    while len(words) <= _LONGEST and words[-1] != END:
        context = tuple(words[-2:])
        while context and (context not in followers or random.random() < model.weight(context)):
            context = context[1:]
        choices, heights = followers[context]
        words.append(choices[int(np.searchsorted(heights, random.random() * heights[-1]))])
    return [word for word in words[1:] if word != END]


def from_masked(
    model: MaskedModel, count: int, seed: int, *, prompt: str = "", length: int = _LENGTH
) -> list[list[str]]:
    """Sentences that a masked model fills in from left to right, after a prompt if there is one."""
    random = np.random.default_rng(seed)
    (given,) = model.pieces([prompt]) if prompt else (None,)
    start = 0 if given is None else len(given.ids)
    ids = np.full((count, start + length), model.mask, dtype=np.int32)
    if given is not None:
        ids[:, :start] = given.ids
    for place in range(start, start + length):
        questions = [Question(_pieces(row), (place,)) for row in ids]
        for places, logs in model.expected(questions):
            for at, row in zip(places, logs, strict=True):
                ids[at, place] = _choice(row, random, model.mask)
    spelt = [model.vocabulary.spell([int(one) for one in row]) for row in ids]
    return [terms(text) for text in spelt]


def _pieces(ids: npt.NDArray[np.int32]) -> Pieces:
    places = np.arange(len(ids), dtype=np.int32)
    return Pieces(
        ids.copy(), np.zeros(len(ids), np.int8), places, places + 1, np.ones(len(ids), np.bool_)
    )


def _choice(logs: npt.NDArray[np.float32], random: np.random.Generator, mask: int) -> int:
    scores = on_grid(logs)
    least = np.partition(scores, -_CHOICE)[-_CHOICE]
    above, equal = np.flatnonzero(scores > least), np.flatnonzero(scores == least)
    best = np.sort(np.concatenate((above, equal[: _CHOICE - len(above)])))
    best = best[best != mask]
    weights = np.exp(scores[best] - scores[best].max())
    return int(random.choice(best, p=weights / weights.sum()))
