"""Where π comes from: public lists, a file, the corpus itself, or a noisy histogram of it."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Protocol, runtime_checkable

from understudy.core.draw import Draw
from understudy.privacy.noise import discrete_laplace, rational
from understudy.surrogates.public import MULTI, SINGLE, PublicSource
from understudy.surrogates.tables import Support, Table

__all__ = [
    "SINGLE_FORM",
    "WORD",
    "CorpusSource",
    "FileSource",
    "NoisySource",
    "Source",
    "form_of_words",
    "noisy_source",
]

SINGLE_FORM = SINGLE
WORD = "word"
"""The form under which replacement word by word counts."""

Counts = Mapping[tuple[str, str], Mapping[str, int]]
"""(language, form) → how often each value occurs."""


@runtime_checkable
class Source(Protocol):
    """Where stand-ins of one category come from, with the probability of each."""

    @property
    def public(self) -> bool:
        """Whether π is known without the corpus; if not, the strict ε is infinite."""
        ...

    @property
    def epsilon(self) -> float:
        """What π itself costs each entity."""
        ...

    @property
    def open_forms(self) -> bool:
        """Whether values may have forms that cannot be listed beforehand."""
        ...

    @property
    def digits_by_shape(self) -> bool:
        """Whether words with digits are drawn by their shape and not from the word list."""
        ...

    def form(self, text: str, language: str) -> str:
        """The public property of a value that its stand-in shares."""
        ...

    def support(self, language: str, form: str) -> Support:
        """What values of a form are drawn from."""
        ...

    def supports(self, language: str) -> Mapping[str, Support]:
        """Form → support, for all forms that are known without seeing a value."""
        ...

    def words(self, language: str) -> Table:
        """Single words, for replacement word by word."""
        ...


def form_of_words(text: str) -> str:
    """Single- and multi-word entities have tables of their own."""
    return MULTI if len(text.split()) > 1 else SINGLE


def _tables(weights: Mapping[str, float]) -> dict[str, Table]:
    forms: dict[str, dict[str, float]] = {}
    for value, weight in weights.items():
        forms.setdefault(form_of_words(value), {})[value] = weight
    return {form: Table.of(of_form) for form, of_form in forms.items()}


def _word_table(weights: Mapping[str, float]) -> Table:
    counts: dict[str, float] = {}
    for value, weight in weights.items():
        for word in value.split():
            counts[word] = counts.get(word, 0.0) + weight
    return Table.of(counts)


@dataclass(frozen=True)
class FileSource:
    """A list that the owner of the policy supplies, taken as public."""

    weights: Mapping[str, float]
    uniform: bool = False

    public = True
    epsilon = 0.0
    open_forms = False
    digits_by_shape = False

    @cached_property
    def _forms(self) -> Mapping[str, Table]:
        return _tables(dict.fromkeys(self.weights, 1.0) if self.uniform else self.weights)

    @cached_property
    def _words(self) -> Table:
        words = _word_table(self.weights)
        return Table(words.values) if self.uniform else words

    def form(self, text: str, language: str) -> str:
        wanted = form_of_words(text)
        return wanted if wanted in self._forms else next(iter(self._forms))

    def support(self, language: str, form: str) -> Support:
        return self._forms[form]

    def supports(self, language: str) -> Mapping[str, Support]:
        return self._forms

    def words(self, language: str) -> Table:
        return self._words


@dataclass(frozen=True)
class CorpusSource:
    """The values of the corpus with their frequencies (value dissociation by drawing).

    π depends on the private text: a neighbour without a value could not have drawn it, so the
    strict ε is infinite.
    """

    counts: Counts = field(repr=False)

    public = False
    epsilon = math.inf
    open_forms = False
    digits_by_shape = False

    @cached_property
    def _all(self) -> Counter[str]:
        total: Counter[str] = Counter()
        for values in self.counts.values():
            total.update(values)
        return total

    @property
    def poor(self) -> bool:
        """Whether there are fewer than two values to draw from."""
        return len(self._all) < 2

    @cached_property
    def _tables(self) -> Mapping[tuple[str, str], Table]:
        """A table for each language and form; where one has a single value, all values share."""
        shared = Table.of({value: float(n) for value, n in self._all.items()})
        return {
            place: Table.of({value: float(n) for value, n in values.items()})
            if len(values) > 1
            else shared
            for place, values in self.counts.items()
        }

    def form(self, text: str, language: str) -> str:
        return form_of_words(text)

    def support(self, language: str, form: str) -> Support:
        return self._tables[language, form]

    def supports(self, language: str) -> Mapping[str, Support]:
        return {form: table for (spoken, form), table in self._tables.items() if spoken == language}

    def words(self, language: str) -> Table:
        return self._tables[language, WORD]


@dataclass(frozen=True)
class NoisySource:
    """A differentially private histogram of the corpus over a public support of k values.

    Each entity counts once per scope, so one entity changed moves two counts by one: the L1
    sensitivity is 2 and geometric noise with ratio e^(−ε_h/2) costs ε_h (Ghosh,
    Roughgarden & Sundararajan 2009). π = (1−λ)·max(ĉ, 0)/Σ + λ/k, hence π_min ≥ λ/k
    whatever the corpus holds. Only listed supports get a histogram; a form whose values are put
    together from parts keeps its public π.
    """

    base: PublicSource | FileSource
    histogram_epsilon: float
    floor: float
    tables: Mapping[tuple[str, str], Table]
    word_tables: Mapping[str, Table]

    public = True

    @property
    def epsilon(self) -> float:
        return self.histogram_epsilon

    @property
    def open_forms(self) -> bool:
        return self.base.open_forms

    @property
    def digits_by_shape(self) -> bool:
        return self.base.digits_by_shape

    def form(self, text: str, language: str) -> str:
        return self.base.form(text, language)

    def support(self, language: str, form: str) -> Support:
        return self.tables.get((language, form)) or self.base.support(language, form)

    def supports(self, language: str) -> Mapping[str, Support]:
        return {form: self.support(language, form) for form in self.base.supports(language)}

    def words(self, language: str) -> Table:
        return self.word_tables.get(language) or self.base.words(language)


def noisy_table(
    support: Table, counts: Mapping[str, int], epsilon: float, floor: float, bits: Iterator[int]
) -> Table:
    """The table of a noisy histogram over the values of ``support``."""
    scale = 2 / rational(epsilon)
    noisy = [
        max(0, counts.get(value, 0) + discrete_laplace(scale.numerator, scale.denominator, bits))
        for value in support.values
    ]
    total, k = sum(noisy), support.size
    share = (1.0 - floor) / total if total else 0.0
    base = floor / k if total else 1.0 / k
    return Table.of(
        {value: base + share * n for value, n in zip(support.values, noisy, strict=True)}
    )


def noisy_source(
    base: PublicSource | FileSource,
    counts: Counts,
    *,
    epsilon: float,
    floor: float,
    words: bool,
    category: str,
    draw: Draw,
) -> NoisySource:
    """Counts become tables; the noise is keyed like every other draw."""
    tables: dict[tuple[str, str], Table] = {}
    word_tables: dict[str, Table] = {}
    for (language, form), values in sorted(counts.items()):
        bits = draw.stream(category, f"{language} {form}", "histogram")
        support = base.words(language) if words else base.support(language, form)
        if not isinstance(support, Table):
            continue
        table = noisy_table(support, values, epsilon, floor, bits)
        if words:
            word_tables[language] = table
        else:
            tables[language, form] = table
    return NoisySource(base, epsilon, floor, tables, word_tables)
