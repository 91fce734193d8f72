"""The audit of coherent stand-ins: random neighbours, many runs a side, two-sample tests.

Stand-ins whose sketches are equal must have one law: every such stand-in of two
neighbours is compared in all features, at α = .001 over all tests of the audit. Where sketches
differ, the declared fields are named, and the stand-ins of other things are still compared. Below
p = 1 a kept value shows, as it may: runs that show either original are left out, and what remains
must have one law. Releases under one key and two policies must not share their coins.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from understudy import engines
from understudy.audit.bounds import ALPHA
from understudy.audit.features import FEATURES, OF_OTHERS
from understudy.audit.neighbours import Pair, lone_pairs, random_pairs
from understudy.audit.sketched import difference, sketched, strategy_of
from understudy.audit.twosample import Compared, compared, detectable, rejected
from understudy.core.categories import categories
from understudy.core.types import Document
from understudy.pipeline import Pipeline, build
from understudy.policy import Policy, scopes
from understudy.replace.base import Rule

__all__ = [
    "Audited",
    "Judge",
    "Judged",
    "Test",
    "Violation",
    "audit_pairs",
    "judge_of",
    "summed_up",
]

_BATCH = 100
"""Documents under one key."""
_KEPT_EVERY = 10
"""Every so many pairs one has p < 1."""
_COINS = (0.5, 0.9)
"""Two policies under one key."""
_FEWEST = 400
"""Runs that show whether two policies toss one coin: the rarer side comes up one time in ten."""
_LOOKS = 24
"""Runs that show whether a value is kept at times."""
COINS = "coins under one key and two policies"
UNDECLARED = "field that is declared nowhere"
REREAD = "what reading the document again gives"
_UNEQUAL = Compared(0.0, 1.0)


class Test(NamedTuple):
    """One feature of one stand-in, compared between two neighbours."""

    seen: str
    """Whose stand-in: the value's own, or of another category."""
    feature: str
    found: Compared


class Judged(NamedTuple):
    """What was found of one pair."""

    pair: Pair
    p: float
    fields: tuple[str, ...]
    """The declared fields in which the neighbours differ."""
    undeclared: tuple[str, ...]
    alike: bool
    """Whether nothing that is declared differs."""
    tests: tuple[Test, ...]


class _Sample(NamedTuple):
    """The stand-ins of many runs of one document."""

    runs: list[tuple[str, ...]]
    steady: bool
    """Whether reading the document again gave the same."""

    def __repr__(self) -> str:
        return f"_Sample({len(self.runs)} runs)"


class Violation(NamedTuple):
    """A difference that no declared field covers."""

    pair: int
    category: str
    language: str
    seen: str
    feature: str
    p_value: float
    distance: float
    values: tuple[str, str] | None
    """Only where both come from public lists."""


@dataclass(frozen=True)
class Audited:
    """What an audit found."""

    pairs: int
    runs: int
    tests: int
    alike: int
    """Pairs with equal sketches."""
    covered: Mapping[str, int]
    """Declared field → pairs that differ in it."""
    violations: tuple[Violation, ...]
    detectable: float
    alpha: float = ALPHA

    def as_json(self) -> dict[str, Any]:
        """As the command writes it with ``--json``."""
        return {
            "pairs": self.pairs,
            "runs": self.runs,
            "tests": self.tests,
            "alpha": self.alpha,
            "detectable": round(self.detectable, 4),
            "equal_sketches": self.alike,
            "covered": dict(self.covered),
            "violations": [one._asdict() for one in self.violations],
        }

    def lines(self) -> list[str]:
        """As lines of text."""
        found = [
            f"{self.pairs} pairs of neighbours, {self.runs:,} runs a side: {self.tests:,} "
            f"two-sample tests, Holm at {self.alpha:g}",
            f"found with 80 % power: shares of two even outcomes that differ by "
            f"{self.detectable:.3f} or more",
            f"{self.alike} pairs have equal sketches; {self.pairs - self.alike} differ in fields "
            "that are declared:",
        ]
        ordered = sorted(self.covered.items(), key=lambda item: (-item[1], item[0]))
        found += [f"  {count:>4}  {name}" for name, count in ordered]
        if not self.violations:
            return [*found, "no difference that the declared sketch does not cover"]
        found.append(f"{len(self.violations)} differences that the declared sketch does not cover:")
        for one in self.violations:
            said = f": {one.values[0]} ~ {one.values[1]}" if one.values else ""
            found.append(
                f"  pair {one.pair}, {one.language}, {one.category}{said}: {one.seen}, "
                f"{one.feature} (p = {one.p_value:.2g}, distance {one.distance:.2f})"
            )
        return found


@dataclass(frozen=True)
class Judge:
    """Runs both neighbours of a pair, and compares what comes out."""

    runs: int
    seed: tuple[int, ...]
    keeping: float = 0.9
    """The p of every tenth pair."""
    strategy: str = "surrogate"
    options: Mapping[str, Any] = field(default_factory=dict)
    """Options of the rule."""

    def __call__(self, pair: Pair) -> Judged:
        p = self.keeping if pair.number % _KEPT_EVERY == _KEPT_EVERY - 1 else 1.0
        return self.judged(pair, p)

    @cached_property
    def _pipelines(self) -> dict[float, Pipeline]:
        return {}

    def pipeline(self, p: float) -> Pipeline:
        """All categories by coherent stand-ins, replaced with probability p."""
        if p not in self._pipelines:
            rule = Rule(self.strategy, p=p, options=dict(self.options))
            policy = Policy("audit", default=rule, leak_check=False, known=categories())
            self._pipelines[p] = build(policy)
        return self._pipelines[p]

    def judged(self, pair: Pair, p: float = 1.0) -> Judged:
        """The differences of a pair: declared, undeclared, and in the law of the stand-ins."""
        pipeline = self.pipeline(p)
        known = [sketched(pipeline, document) for document in pair.documents]
        apart = difference(known[0][0], known[1][0], pair.language)
        tests: list[Test] = []
        if apart.alike:
            originals = [_texts(document, entities) for document, (_, entities)
                         in zip(pair.documents, known, strict=True)]  # fmt: skip
            own = [at for at, values in enumerate(zip(*originals, strict=True))
                   if values[0] != values[1]]  # fmt: skip
            source = np.random.default_rng((*self.seed, pair.number))
            sampled = [self._sample(pipeline, document, source) for document in pair.documents]
            tests += [Test("itself", REREAD, _UNEQUAL) for one in sampled if not one.steady]
            samples = [one.runs for one in sampled]
            if p < 1.0:
                # A value that the coin kept shows itself, by itself or beside one that it did not.
                shown = {at: {side[at] for side in originals} for at in own}
                samples = [
                    [run for run in sample if not any(run[at] in shown[at] for at in own)]
                    for sample in samples
                ]
            tests += [
                test
                for at in sorted(apart.alike)
                for test in _compared(samples, at, own, known[0][0].categories[at], pair.language)
            ]
        equal = not apart.fields and not apart.undeclared
        return Judged(pair, p, apart.fields, apart.undeclared, equal, tuple(tests))

    def alike(self, pair: Pair) -> bool:
        """Whether nothing that is declared of the neighbours differs."""
        pipeline = self.pipeline(1.0)
        one, other = (sketched(pipeline, document)[0] for document in pair.documents)
        apart = difference(one, other, pair.language)
        return not apart.fields and not apart.undeclared

    def _sample(
        self, pipeline: Pipeline, document: Document, source: np.random.Generator
    ) -> _Sample:
        """The stand-ins of each run.

        Reading takes most of a run and no random number, so a document is read once, and every
        run draws from that. The first of each batch goes through the whole pipeline beside it,
        which reads anew: both must give the same.
        """
        strategy = strategy_of(pipeline)
        (entities,) = pipeline.identify([document])
        read = strategy.reading(document, entities)
        found: list[tuple[str, ...]] = []
        steady = True
        for start in range(0, self.runs, _BATCH):
            key = source.bytes(32)
            for number in range(start, min(start + _BATCH, self.runs)):
                run = document._replace(id=f"run-{number}")
                draw = scopes.scope_of(run, key, pipeline.policy, {})
                found.append(tuple(edit.surrogate for edit in strategy.drawn(read, draw)))
                if number == start:
                    (whole,) = pipeline.run([run], key)
                    steady &= found[-1] == tuple(edit.surrogate for edit in whole.edits)
        return _Sample(found, steady)

    def coins(self, pairs: Iterable[Pair]) -> Judged | None:
        """Whether two policies under one key keep the same values: a value that both may keep."""
        policies = [self.pipeline(p) for p in _COINS]
        for pair in pairs:
            document = pair.documents[0]
            source = np.random.default_rng((*self.seed, pair.number, 1))
            (entities,) = policies[0].identify([document])
            texts = _texts(document, entities)
            at = self._kept(policies[0], document, texts, source)
            if at is None:
                continue
            seen: tuple[Counter[str], Counter[str]] = (Counter(), Counter())
            for _ in range(max(self.runs, _FEWEST)):
                key = source.bytes(32)
                first, second = (
                    policy.run([document], key)[0].edits[at].surrogate == texts[at]
                    for policy in policies
                )
                seen[first][str(second)] += 1
            found = compared(*seen)
            if found is not None:
                return Judged(pair, _COINS[0], (), (), True, (Test("itself", COINS, found),))
        return None

    def _kept(
        self,
        pipeline: Pipeline,
        document: Document,
        texts: Sequence[str],
        source: np.random.Generator,
    ) -> int | None:
        """The place of a value that is kept in some runs, and replaced in others."""
        runs = [document._replace(id=f"try-{number}") for number in range(_LOOKS)]
        shown = [result.edits for result in pipeline.run(runs, source.bytes(32))]
        for at, text in enumerate(texts):
            kept = sum(edits[at].surrogate == text for edits in shown)
            if _LOOKS / 4 < kept < _LOOKS * 3 / 4:
                return at
        return None


def _texts(document: Document, entities: Sequence[Any]) -> tuple[str, ...]:
    return tuple(document.text[one.span.start : one.span.end] for one in entities)


def _compared(
    samples: Sequence[Sequence[tuple[str, ...]]],
    at: int,
    own: Sequence[int],
    category: str,
    language: str,
) -> list[Test]:
    """The tests of one stand-in; features are computed once for each that came out."""
    counted = [Counter(run[at] for run in sample) for sample in samples]
    names = tuple(FEATURES) if at in own else OF_OTHERS
    whose = "its stand-in" if at in own else f"the stand-in of another value ({category})"
    tests = []
    for name in names:
        feature = FEATURES[name]
        seen = []
        for sample in counted:
            cells: Counter[str] = Counter()
            for text, count in sample.items():
                cells[feature(text, language)] += count
            seen.append(cells)
        found = compared(*seen)
        if found is not None:
            tests.append(Test(whose, name, found))
    return tests


def judge_of(runs: int, seed: int | None, p: float = 0.9, strategy: str = "surrogate") -> Judge:
    """A judge whose runs can be repeated where a seed is given."""
    entropy = np.random.SeedSequence(seed).generate_state(4)
    return Judge(runs, tuple(int(word) for word in entropy), p, strategy)


def audit_pairs(judge: Judge, pairs: int, seed: int | None, workers: int = 1) -> Audited:
    """The audit of so many random pairs."""
    drawn = list(random_pairs(pairs, seed, judge.alike))
    judged = list(engines.run(judge, drawn, workers))
    coins = judge.coins(lone_pairs(_LOOKS, seed))
    return summed_up(judged, [] if coins is None else [coins], judge.runs)


def summed_up(judged: Sequence[Judged], more: Sequence[Judged], runs: int) -> Audited:
    """All tests together, corrected after Holm."""
    tests = [(one, test) for one in (*judged, *more) for test in one.tests]
    fallen = rejected([test.found.p_value for _, test in tests], ALPHA)
    violations = [_violation(*tests[at]) for at in sorted(fallen)]
    violations += [
        _violation(one, Test(name, UNDECLARED, _UNEQUAL))
        for one in judged
        for name in one.undeclared
    ]
    covered = Counter(name for one in judged for name in one.fields)
    return Audited(
        pairs=len(judged),
        runs=runs,
        tests=len(tests),
        alike=sum(one.alike for one in judged),
        covered=covered,
        violations=tuple(violations),
        detectable=detectable(runs, len(tests), ALPHA),
    )


def _violation(judged: Judged, test: Test) -> Violation:
    pair = judged.pair
    values = (pair.values[0].text, pair.values[1].text) if pair.public else None
    return Violation(
        pair.number, pair.category, pair.language, test.seen, test.feature,
        test.found.p_value, test.found.distance, values,
    )  # fmt: skip
