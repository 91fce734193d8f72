"""Everything a report says, as plain values: counts, bounds and ids, never text.

``gather`` turns a finished run into ``Facts``; the page and the JSON answer are made of them.
"""

from __future__ import annotations

import math
import shlex
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields, is_dataclass
from datetime import datetime
from typing import Any

from understudy.core.types import PrivacyEvent
from understudy.core.version import VERSION
from understudy.policy import Policy
from understudy.privacy.detection import CategoryRecall, Certificate
from understudy.privacy.sampling import ReadSample
from understudy.report import figures
from understudy.report.cautions import Caution, cautions
from understudy.report.columns import ColumnOutcome, Counts, columns, columns_line, totals
from understudy.report.figures import (
    CategoryOutcome,
    CostlyDocument,
    Curve,
    Fit,
    Invariant,
    ListEntry,
    Point,
    Spread,
)
from understudy.report.recall import recall
from understudy.report.summary import Summary
from understudy.report.verdict import Verdict, unit_of, verdict
from understudy.report.words import epsilon, escaped

__all__ = ["KEY_SOURCES", "Detected", "Detection", "Facts", "gather"]

KEY_SOURCES = ("fresh", "file", "seed", "vault", "review")
_SECRET_OPTIONS = ("--key-file", "--ledger-key-file", "--vault-key-file", "--deny")


@dataclass(frozen=True, slots=True)
class Detected:
    """What the labelled sample says of one category, and what that means for the run."""

    sample: CategoryRecall
    effective_epsilon: float | None
    """ε at p_eff = r·p, if misses do not depend on the value; None where the run has no such
    category, or the sample has none."""


@dataclass(frozen=True, slots=True)
class Detection:
    """The certificate of detection."""

    documents: int
    alpha: float
    rows: tuple[Detected, ...]
    overall: Detected
    unsampled: tuple[str, ...]
    """Categories of the run that the sample does not have."""


@dataclass(frozen=True)
class Facts:
    """A finished run: its settings, its counts, its costs, and what to be aware of."""

    verdict: Verdict
    version: str
    when: datetime | None
    command: str | None
    key_source: str
    seed: int | None

    policy: str
    description: str
    fingerprint: str
    detectors: tuple[str, ...]
    threshold: float
    sensitive: str
    unit: str
    unit_word: str
    """What one draw protects: entity, mention or draw."""
    scope: str
    delta: float
    epsilon_max: float | None
    epsilon_document_max: float | None

    format: str
    files: int
    documents: int
    characters: int
    words: int
    mentions: int
    replaced: int
    kept: int
    """Mentions that the coin kept."""
    left: Mapping[str, int]
    """reason → mentions that were left as they are."""
    lists: tuple[ListEntry, ...]
    """What each entry of the allow and deny lists did."""
    withheld: tuple[str, ...]
    leaks: tuple[str, ...]
    dropped: tuple[str, ...]
    """Parts of documents that were not read and are not in the release."""
    passed: tuple[str, ...]
    """Parts of documents that were not read and are in the release, as the policy says."""

    columns: tuple[ColumnOutcome, ...]
    """What was done to each column of a table."""
    rows: tuple[CategoryOutcome, ...]
    strict_epsilon: float
    """The worst of all rows."""
    strict_delta: float
    paper_epsilon: float
    per_document: Spread | None
    per_subject: Spread | None
    worst: tuple[CostlyDocument, ...]
    curves: tuple[Curve, ...]
    points: tuple[Point, ...]
    invariants: tuple[Invariant, ...]
    fits: tuple[Fit, ...]
    recall: str
    detection: Detection | None
    read_sample: ReadSample | None
    """What a sample of this corpus that people have read says, where there is a certificate."""
    cautions: tuple[Caution, ...]

    def as_json(self) -> dict[str, Any]:
        """As JSON can hold it: ∞ is the string "inf"."""
        found: dict[str, Any] = _as_json(self)
        return found

    def lines(self) -> list[str]:
        """The run in a few lines for a terminal."""
        found = [self.verdict.text]
        if self.columns:
            found.append(columns_line(self.columns))
        if self.key_source != "seed":
            found += _composed_line("document", self.per_document, self.delta)
            found += _composed_line("data subject", self.per_subject, self.delta)
        if self.documents or self.read_sample is not None:
            found.append(self.recall)
        found += [f"{one.level}: {one.text}" for one in self.cautions if one.level != "note"]
        return found

    def urgent(self) -> list[str]:
        """What is told even where a run is to be quiet."""
        return [f"{one.level}: {one.text}" for one in self.cautions if one.urgent]


def _composed_line(name: str, composed: Spread | None, delta: float) -> list[str]:
    if composed is None or composed.strict.worst == composed.paper.worst == 0.0:
        return []
    strict, paper = composed.strict, composed.paper
    return [
        f"ε per {name} at δ = {epsilon(delta)}: median {epsilon(strict.median)}, 95 % "
        f"{epsilon(strict.high)}, worst {epsilon(strict.worst)} (strict reading; the paper’s: "
        f"{epsilon(paper.median)}, {epsilon(paper.high)}, {epsilon(paper.worst)})"
    ]


def gather(
    policy: Policy,
    summary: Summary,
    *,
    format: str,
    files: int,
    command: str | None = None,
    seed: int | None = None,
    key_source: str = "fresh",
    people: str | None = None,
    certificate: Certificate | None = None,
    read_sample: ReadSample | None = None,
    when: datetime | None = None,
    decided: Mapping[str, str] | None = None,
    subject: str = "",
) -> Facts:
    """The facts of a finished run; of a table, what was decided about each column, and which of
    them names the data subjects."""
    if key_source not in KEY_SOURCES:
        raise ValueError(f"key_source must be one of {', '.join(KEY_SOURCES)}")
    rows = figures.rows(summary, policy.delta)
    strict = max((row.strict_epsilon for row in rows), default=0.0)
    return Facts(
        verdict=verdict(policy, summary, rows, key_source, read_sample),
        version=VERSION,
        when=when,
        command=None if command is None else _without_secrets(command),
        key_source=key_source,
        seed=seed,
        policy=policy.name,
        description=policy.description,
        fingerprint=policy.fingerprint,
        detectors=policy.detectors,
        threshold=policy.threshold,
        sensitive=policy.sensitive,
        unit=policy.unit,
        unit_word=unit_of(policy, rows),
        scope=policy.scope,
        delta=policy.delta,
        epsilon_max=policy.epsilon_max,
        epsilon_document_max=policy.epsilon_document_max,
        format=format,
        files=files,
        documents=summary.documents,
        characters=summary.characters,
        words=summary.words,
        mentions=summary.edits,
        replaced=summary.replaced,
        kept=summary.kept,
        left=summary.left,
        lists=figures.list_entries(policy, summary),
        withheld=tuple(map(escaped, summary.withheld)),
        leaks=tuple(map(escaped, summary.leaks)),
        dropped=tuple(map(escaped, summary.dropped)),
        passed=tuple(map(escaped, summary.passed)),
        columns=columns(_counts(summary), decided or {}, subject, len(summary.subjects)),
        rows=rows,
        strict_epsilon=strict,
        strict_delta=max(
            (row.strict_delta for row in rows if row.strict_epsilon == strict), default=0.0
        ),
        paper_epsilon=max((row.paper_epsilon for row in rows), default=0.0),
        per_document=figures.spread(summary.bills, policy.delta),
        per_subject=figures.spread(summary.subject_bills(), policy.delta),
        worst=figures.worst(summary, policy.delta),
        curves=figures.curves(summary.events),
        points=figures.points(summary.events),
        invariants=figures.invariants(rows),
        fits=figures.fits(summary),
        recall=recall(policy, certificate, read_sample),
        detection=None if certificate is None else _detection(certificate, summary.events),
        read_sample=read_sample,
        cautions=cautions(policy, summary, rows, key_source, read_sample, people),
    )


def _counts(summary: Summary) -> Counts:
    outcomes: Counter[str] = Counter()
    for (_, _, outcome, _), count in summary.mentions.items():
        outcomes[outcome] += count
    return summary.columns or totals(summary.documents, outcomes)


def _detection(certificate: Certificate, events: Mapping[str, Iterable[PrivacyEvent]]) -> Detection:
    sampled = {row.category for row in certificate.rows}
    return Detection(
        documents=certificate.documents,
        alpha=certificate.alpha,
        rows=tuple(_detected(row, events.get(row.category, ())) for row in certificate.rows),
        overall=_detected(certificate.overall, ()),
        unsampled=tuple(sorted(set(events) - sampled)),
    )


def _detected(row: CategoryRecall, events: Iterable[PrivacyEvent]) -> Detected:
    bounds = [_effective(row, event) for event in events]
    return Detected(row, max((one for one in bounds if one is not None), default=None))


def _effective(row: CategoryRecall, event: PrivacyEvent) -> float | None:
    if event.delta >= 1.0:  # nothing is proven, whatever was found
        return math.inf
    bound = row.effective_epsilon(event.p, event.pi_min)
    return None if bound is None else bound + event.source_epsilon


def _without_secrets(command: str) -> str:
    """The command line without the places of keys, and without what is private."""
    try:
        words = shlex.split(command)
    except ValueError:
        return "(a command line that cannot be read)"
    shown: list[str] = []
    hide = False
    for word in words:
        name, given, _ = word.partition("=")
        if hide:
            shown.append("…")
        elif given and name in _SECRET_OPTIONS:
            shown.append(f"{name}=…")
        else:
            shown.append(escaped(shlex.quote(word)))
        hide = not hide and word in _SECRET_OPTIONS
    return " ".join(shown)


def _as_json(value: Any) -> Any:
    if is_dataclass(value):
        return _as_json(_members(value))
    if isinstance(value, Mapping):
        return {str(name): _as_json(entry) for name, entry in value.items()}
    if isinstance(value, tuple | list):
        return [_as_json(entry) for entry in value]
    if isinstance(value, float) and not math.isfinite(value):
        return "inf"
    if isinstance(value, datetime):
        return value.isoformat()
    return value


def _members(value: Any) -> dict[str, Any]:
    """The fields by name; what a sample says and what follows from it are one object."""
    if isinstance(value, Detected):
        return {**_members(value.sample), "effective_epsilon": value.effective_epsilon}
    return {field.name: getattr(value, field.name) for field in fields(value)}
