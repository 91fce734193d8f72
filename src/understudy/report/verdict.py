"""The verdict of a report: what was done to a corpus, and what that guarantees, in one sentence."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from understudy.policy import Policy
from understudy.privacy.sampling import ReadSample
from understudy.replace.part import part_of
from understudy.report.cautions import foreign_documents, unknown_labels
from understudy.report.figures import CategoryOutcome
from understudy.report.summary import Summary
from understudy.report.words import at_most, epsilon, listing, plural

__all__ = ["Verdict", "unit_of", "verdict"]

_REASONS = 5
"""Reasons that the verdict tells one by one."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """The run in one sentence, and which kind of sentence it is."""

    status: str
    """``zero``, ``finite``, ``infinite`` (strict ε), ``none`` (a guessable seed), ``empty``."""
    text: str


def unit_of(policy: Policy, rows: Iterable[CategoryOutcome]) -> str:
    """What one draw protects, in a word."""
    if any(part_of(row.strategy).draws_words and row.strict_epsilon > 0.0 for row in rows):
        return "draw"
    return "entity" if policy.unit == "entity" else "mention"


def verdict(
    policy: Policy,
    summary: Summary,
    rows: Sequence[CategoryOutcome],
    key_source: str,
    read_sample: ReadSample | None = None,
) -> Verdict:
    """The run in one sentence, with the worst case; in two where people have read a sample."""
    found = _verdict(policy, summary, rows, key_source)
    if read_sample is None or not summary.documents:
        return found
    bounds = read_sample.bounds
    leaking = at_most(bounds.leaking_high)
    second = (
        f"By a random sample that people read, at most {leaking} of the {read_sample.unit} still "
        f"hold something private that was not found (confidence {1 - bounds.alpha:.4g})."
    )
    return Verdict(found.status, f"{found.text} {second}")


def _verdict(
    policy: Policy, summary: Summary, rows: Sequence[CategoryOutcome], key_source: str
) -> Verdict:
    if not summary.documents:
        return Verdict("empty", _nothing_released(policy, summary))
    if not summary.edits:
        released = plural(summary.documents, "document")
        note = f" {foreign_documents(policy, summary)}." if summary.foreign else ""
        return Verdict(
            "empty", f"No private mention was found in {released}; nothing was replaced.{note}"
        )
    done = _done(summary)
    if summary.foreign:
        done += f"; {foreign_documents(policy, summary)}"
    if summary.unknown:
        done += f"; {unknown_labels(summary)}"
    if key_source == "seed":
        return Verdict(
            "none", f"{done}; the draws came from a seed that can be guessed: no guarantee holds."
        )
    strict = max(row.strict_epsilon for row in rows)
    unit = unit_of(policy, rows)
    if strict == 0.0:
        between = "between values with the same sketch (all that stays visible of a value)"
        return Verdict("zero", f"{done}; ε = 0 per {unit} {between}.")
    if math.isfinite(strict):
        bound = epsilon(strict)
        return Verdict("finite", f"{done}; ε is at most {bound} per {unit} in the strict reading.")
    return Verdict("infinite", f"{done}; {_unbounded(rows)}.")


def _nothing_released(policy: Policy, summary: Summary) -> str:
    if not summary.withheld:
        return "The input held no documents."
    number = plural(len(summary.withheld), "document")
    return f"Nothing was released: {number} cost more than the policy allows and were withheld."


def _reasons(left: Mapping[str, int]) -> str:
    """The most frequent reasons with their numbers, and how many mentions have another."""
    ordered = sorted(left.items(), key=lambda one: -one[1])
    first, rest = ordered[:_REASONS], ordered[_REASONS:]
    if len(rest) == 1:
        first, rest = ordered, []
    told = [f"{reason} {count:,}" for reason, count in first]
    if rest:
        told.append(f"{sum(count for _, count in rest):,} for {len(rest)} other reasons")
    return ", ".join(told)


def _done(summary: Summary) -> str:
    """Found = replaced + kept by the coin + left, with the reasons."""
    mentions, kept, left = summary.edits, summary.kept, summary.left
    if kept or left:
        done = (
            f"{summary.replaced:,} of the {plural(mentions, 'private mention')} that "
            f"{'was' if mentions == 1 else 'were'} found "
            f"{'was' if 1 in (mentions, summary.replaced) else 'were'} replaced"
        )
        parts = [f"{kept:,} kept by the coin"] if kept else []
        if left:
            reasons = _reasons(left)
            number = sum(left.values())
            stay = "it is" if number == 1 else "they are"
            parts.append(f"{number:,} left as {stay} ({reasons})")
        return f"{done}, {' and '.join(parts)}"
    if mentions == 1:
        return "The one private mention that was found was replaced"
    return f"Every one of the {mentions:,} private mentions that were found was replaced"


def _unbounded(rows: Sequence[CategoryOutcome]) -> str:
    unproven = [row.category for row in rows if row.unproven]
    if unproven:
        return f"the strict reading has no bound for {listing(unproven)} (ε = ∞)"
    kept = [row for row in rows if row.betrays_kept]
    chance = epsilon(max(row.strict_delta for row in kept))
    return (
        f"a kept value of {listing([row.category for row in kept])} gives itself away "
        f"(ε = ∞ with δ = {chance} in the strict reading)"
    )
