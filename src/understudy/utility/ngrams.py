"""A trigram model of words with interpolated Kneser–Ney smoothing, and its ARPA file.

    p(w | u v) = (c(u v w) − D)/c(u v ·) + λ(u v)·p(w | v)

Lower orders count in how many contexts a word was seen, not how often. Below the single words lies
a uniform distribution: over the vocabulary, or over ``size`` words, known or not. Models of
different texts can be compared only with one ``size`` for all, since each then shares its
probability among the same words.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from understudy.utility.samples import Sample
from understudy.utility.settings import Settings
from understudy.utility.tasks import Floats, Task
from understudy.utility.words import tokens

__all__ = ["BEGIN", "END", "SIZE", "Trigrams", "linear", "trained"]

BEGIN, END = "<s>", "</s>"
SIZE = 1 << 16
"""Words that there are, known or not."""
_ORDER = 3

Gram = tuple[str, ...]
Answer = Callable[[Sample], Floats]


@dataclass(frozen=True)
class Trigrams:
    """A trained trigram model."""

    counts: tuple[Mapping[Gram, int], ...]
    """Of one, two and three words; below three, of different words before them."""
    size: int | None
    _level: dict[int, _Level] = field(default_factory=dict, repr=False, compare=False)

    def __repr__(self) -> str:
        return f"Trigrams({', '.join(str(len(one)) for one in self.counts)})"

    def level(self, order: int) -> _Level:
        """What n-grams of one order need: counts and discounts."""
        if order not in self._level:
            self._level[order] = _Level.of(self.counts[order - 1])
        return self._level[order]

    @property
    def words(self) -> int:
        return self.size or len(self.counts[0])

    def chance(self, gram: Gram) -> float:
        """Of the last word after the ones before it."""
        if not gram:
            return 1.0 / self.words
        level = self.level(len(gram))
        context = gram[:-1]
        below = self.chance(gram[1:])
        total = level.totals.get(context, 0)
        if not total:
            return below
        own = max(0.0, self.counts[len(gram) - 1].get(gram, 0) - level.discount) / total
        return own + self.weight(context) * below

    def weight(self, context: Gram) -> float:
        """What a context leaves to the shorter one."""
        level = self.level(len(context) + 1)
        total = level.totals.get(context, 0)
        return level.discount * level.followers[context] / total if total else 1.0

    def cost(self, words: Sequence[str]) -> tuple[float, int]:
        """−ln p of a sentence with its end, and how many words that are."""
        padded = (BEGIN, *words, END)
        total = 0.0
        for at in range(1, len(padded)):
            total -= math.log(self.chance(padded[max(0, at - _ORDER + 1) : at + 1]))
        return total, len(words) + 1

    def arpa(self) -> Iterator[str]:
        """The lines of an ARPA file; what it says is what ``chance`` says of known words."""
        sizes = [len(one) for one in self.counts]
        sizes[0] += 1  # the beginning, which is never foreseen
        yield "\\data\\\n"
        for order, size in enumerate(sizes, 1):
            yield f"ngram {order}={size}\n"
        for order, counts in enumerate(self.counts, 1):
            yield f"\n\\{order}-grams:\n"
            if order == 1:
                yield f"-99.0000\t{BEGIN}\t{_log10(self.weight((BEGIN,))):.4f}\n"
            for gram in sorted(counts):
                line = f"{_log10(self.chance(gram)):.4f}\t{' '.join(gram)}"
                if order < _ORDER and gram[-1] != END:
                    line += f"\t{_log10(self.weight(gram)):.4f}"
                yield f"{line}\n"
        yield "\n\\end\\\n"


@dataclass(frozen=True)
class _Level:
    """What one order needs beside its counts."""

    discount: float
    totals: Mapping[Gram, int]
    followers: Mapping[Gram, int]

    @classmethod
    def of(cls, counts: Mapping[Gram, int]) -> _Level:
        once = sum(count == 1 for count in counts.values())
        twice = sum(count == 2 for count in counts.values())
        # Ney's estimate; a corpus in which nothing is rare still keeps something back.
        discount = min(0.95, max(0.1, once / (once + 2.0 * twice))) if once else 0.1
        totals: Counter[Gram] = Counter()
        followers: Counter[Gram] = Counter()
        for gram, count in counts.items():
            totals[gram[:-1]] += count
            followers[gram[:-1]] += 1
        return cls(discount, totals, followers)


def _log10(chance: float) -> float:
    return math.log10(chance) if chance > 0.0 else -99.0


def trained(sentences: Iterable[Sequence[str]], size: int | None = SIZE) -> Trigrams:
    """A model of these sentences, each a sequence of words; ``size`` as above."""
    three: Counter[Gram] = Counter()
    heads: Counter[Gram] = Counter()
    for words in sentences:
        padded = (BEGIN, *words, END)
        heads[padded[:2]] += 1  # nothing stands before the first word, so it is counted as it is
        three.update(zip(padded, padded[1:], padded[2:], strict=False))
    before: defaultdict[Gram, set[str]] = defaultdict(set)
    for gram in three:
        before[gram[1:]].add(gram[0])
    two = Counter({gram: len(words) for gram, words in before.items()})
    two.update(heads)
    contexts: defaultdict[Gram, set[str]] = defaultdict(set)
    for gram in two:
        contexts[gram[1:]].add(gram[0])
    one = Counter({gram: len(words) for gram, words in contexts.items()})
    return Trigrams((one, two, three), size)


def linear(task: Task, train: Sample, seed: int, settings: Settings) -> Answer:
    """No chance in it."""
    model = trained(tokens(document.text) for document in train.documents)

    def answer(test: Sample) -> Floats:
        rows = [model.cost(tokens(document.text)) for document in test.documents]
        return np.array(rows, dtype=float).reshape(-1, 2)

    return answer
