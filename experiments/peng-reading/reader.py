"""A reader that finds the answer of a question in a paragraph: logistic regression over runs of
words, by their form, what stands around them, and what the question asks for.

It has read nothing before, so what it knows of answers is what the release taught it.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from understudy.core.text import words

_SENTENCE = re.compile(r"[^.!?]+(?:[.!?](?!\s|$)[^.!?]*)*[.!?]?\s*")
_NEAR = 5
_ARTICLES = re.compile(r"\b(a|an|the)\b")
_WIDTH = 1 << 18


class Asked(NamedTuple):
    """A question, its paragraph, and where the answer stands."""

    paragraph: str
    """The name of the paragraph."""
    context: str
    question: str
    start: int
    end: int


class Answer(NamedTuple):
    """A run of words that may be the answer, and what is seen of it."""

    start: int
    end: int
    features: dict[str, float]


class _Read(NamedTuple):
    places: list[tuple[int, int]]
    folded: list[str]
    sentence: list[int]


@lru_cache(maxsize=512)
def _read(context: str) -> _Read:
    places = words(context)
    ends = [found.end() for found in _SENTENCE.finditer(context)] or [len(context)]
    of = np.searchsorted(ends, [start for start, _ in places], side="right").tolist()
    return _Read(places, [context[a:b].lower() for a, b in places], of)


def rarity(questions: Sequence[Asked]) -> dict[str, float]:
    """word → how much it says that a question has it, too: its inverse document frequency."""
    contexts = {one.paragraph: one.context for one in questions}
    counts = Counter(word for text in contexts.values() for word in set(_read(text).folded))
    return {word: math.log(len(contexts) / count) for word, count in counts.items()}


def answers(asked: Asked, rare: Mapping[str, float], of: Mapping[str, Any]) -> Iterator[Answer]:
    """The runs of words that may be the answer, in the sentences most like the question."""
    read = _read(asked.context)
    question = [asked.question[a:b].lower() for a, b in words(asked.question)]
    weight = {word: rare.get(word, max(rare.values(), default=1.0)) for word in question}
    likeness: Counter[int] = Counter()
    for word, sentence in {*zip(read.folded, read.sentence, strict=True)}:
        likeness[sentence] += weight.get(word, 0.0)  # type: ignore[assignment]
    chosen = sorted(likeness, key=lambda at: (-likeness[at], at))[: of["sentences"]]
    ranks = {sentence: rank for rank, sentence in enumerate(chosen)}
    kind = next((one for one in question if one.startswith(("wh", "how"))), "none")
    at_kind = question.index(kind) if kind in question else 0
    after = question[at_kind + 1] if at_kind + 1 < len(question) else "none"
    kinds = (kind, f"{kind} {after}")
    for first, (start, _) in enumerate(read.places):
        if read.sentence[first] not in ranks:
            continue
        for last in range(first, min(first + of["longest"], len(read.places))):
            if read.sentence[last] != read.sentence[first]:
                break
            end = read.places[last][1]
            yield Answer(start, end, _features(asked, read, first, last, weight, kinds, ranks))


def _features(
    asked: Asked,
    read: _Read,
    first: int,
    last: int,
    weight: Mapping[str, float],
    kinds: Sequence[str],
    ranks: Mapping[int, int],
) -> dict[str, float]:
    text = asked.context[read.places[first][0] : read.places[last][1]]
    inside = read.folded[first : last + 1]
    shapes = [_shape(asked.context[a:b]) for a, b in read.places[first : last + 1]]
    before = read.folded[max(0, first - _NEAR) : first]
    behind = read.folded[last + 1 : last + 1 + _NEAR]
    edge = (before[-1:] or ["none"])[0], (behind[:1] or ["none"])[0]
    found = {
        f"length {last - first}": 1.0,
        f"rank {ranks[read.sentence[first]]}": 1.0,
        f"first {inside[0]}": 1.0,
        f"last {inside[-1]}": 1.0,
        f"before {edge[0]}": 1.0,
        f"behind {edge[1]}": 1.0,
        f"marks {''.join(sorted({one for one in text if one in ',;:()'}))}": 1.0,
        "asked inside": sum(weight.get(word, 0.0) for word in inside),
        "asked before": sum(weight.get(word, 0.0) for word in before),
        "asked behind": sum(weight.get(word, 0.0) for word in behind),
    }
    form = "".join(dict.fromkeys(shapes))
    for kind in kinds:
        found[f"{kind}: {form}"] = 1.0
        found[f"{kind}: {shapes[0]} {shapes[-1]} {min(last - first, 3)}"] = 1.0
        found[f"{kind}: before {edge[0]}"] = 1.0
        found[f"{kind}: behind {edge[1]}"] = 1.0
    left = first > 0 and _shape(asked.context[slice(*read.places[first - 1])]) == shapes[0]
    right = last + 1 < len(read.places) and (
        _shape(asked.context[slice(*read.places[last + 1])]) == shapes[-1]
    )
    found[f"goes on {left} {right} {shapes[0]} {shapes[-1]}"] = 1.0
    return found


def _shape(word: str) -> str:
    if any(map(str.isdigit, word)):
        return "9"
    return "X" if word[:1].isupper() else "x"


def _hashed(features: Sequence[Mapping[str, float]]) -> Any:
    from sklearn.feature_extraction import FeatureHasher

    return FeatureHasher(_WIDTH, alternate_sign=False).transform(features)


def trained(questions: Sequence[Asked], of: Mapping[str, Any], seed: int) -> Any:
    """A model of right answers among others of the same questions, and what is rare."""
    from sklearn.linear_model import LogisticRegression

    random = np.random.default_rng(seed)
    rare = rarity(questions)
    rows, right = [], []
    for asked in questions:
        found = list(answers(asked, rare, of))
        true = [one for one in found if (one.start, one.end) == (asked.start, asked.end)]
        false = [one for one in found if (one.start, one.end) != (asked.start, asked.end)]
        places = random.permutation(len(false))[: of["others"]]
        rows += [one.features for one in true] + [false[at].features for at in places]
        right += [True] * len(true) + [False] * len(places)
    model = LogisticRegression(C=of["strength"], max_iter=300, tol=1e-3)
    return model.fit(_hashed(rows), right), rare


def read(model: Any, questions: Sequence[Asked], of: Mapping[str, Any]) -> list[str]:
    """The likeliest answer to each question."""
    learnt, rare = model
    said = []
    for asked in questions:
        found = list(answers(asked, rare, of))
        if not found:
            said.append("")
            continue
        best = found[
            int(learnt.decision_function(_hashed([one.features for one in found])).argmax())
        ]
        said.append(asked.context[best.start : best.end])
    return said


def bare(text: str) -> list[str]:
    """The words of an answer as SQuAD compares them."""
    kept = "".join(one if one.isalnum() or one.isspace() else "" for one in text.lower())
    return _ARTICLES.sub(" ", kept).split()


def cells(questions: Sequence[Asked], said: Sequence[str]) -> npt.NDArray[np.float64]:
    """A row for each paragraph: answers that match, their F1 added up, and questions."""
    rows: dict[str, list[float]] = {}
    for asked, answer in zip(questions, said, strict=True):
        gold, found = bare(asked.context[asked.start : asked.end]), bare(answer)
        both = sum((Counter(gold) & Counter(found)).values())
        row = rows.setdefault(asked.paragraph, [0.0, 0.0, 0.0])
        row[0] += gold == found
        row[1] += 2.0 * both / (len(gold) + len(found)) if both else 0.0
        row[2] += 1.0
    return np.array(list(rows.values()))
