"""How a release reads around its stand-ins: the automatic companion of a reader.

Two judges, neither of which knows how stand-ins are made:

- rules of the language (``languages/*/check.toml``, ``[reading]``): what nobody writes ("a
  engineer", "de el", a word twice, "his wife Justin"). A rule is broken where the release has such
  a pattern at a stand-in and the original had none there;
- the shipped masked language model: how far a stand-in moves what it expects of the words around
  (``encoder.divergence``, Hellinger distance, 0 to 1). It orders the stand-ins for a reader and
  decides nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, NamedTuple

from understudy.check.released import Change, Released
from understudy.encoder.divergence import Divergence, ndd
from understudy.languages import get

__all__ = ["MOST", "Odd", "Reading", "broken", "read_over"]

MOST = 200
"""Stand-ins that the model looks at, spread evenly over the release."""
_NEAR = 40
"""Characters on each side in which a rule looks."""
_WORDED = re.compile(r"[^\W_]")


class Odd(NamedTuple):
    """A stand-in and how it reads; without its text, it can be shown to anybody."""

    document: str
    start: int
    end: int
    category: str
    rules: tuple[str, ...] = ()
    score: float = 0.0

    def __repr__(self) -> str:
        return f"Odd({self.document!r}, {self.start}, {self.end}, {self.category!r})"


@dataclass
class Reading:
    """What the judges say of a release."""

    changes: int = 0
    broken: dict[str, int] = field(default_factory=dict)
    odd: list[Odd] = field(default_factory=list)
    """Stand-ins that break a rule."""
    scored: list[Odd] = field(default_factory=list)
    """Those that the model looked at, the oddest first."""

    @property
    def share(self) -> float:
        """Stand-ins that break a rule, among all."""
        return len(self.odd) / self.changes if self.changes else 0.0

    @property
    def middle(self) -> float:
        """The median of the model's scores."""
        return self.scored[len(self.scored) // 2].score if self.scored else 0.0

    def as_json(self, show: int = 20) -> dict[str, Any]:
        """As the command writes it with ``--json``; a reviewer looks at the oddest first."""
        return {
            "changes": self.changes,
            "broken": dict(self.broken),
            "share": self.share,
            "scored": len(self.scored),
            "median": self.middle,
            "queue": [one._asdict() for one in (*self.odd, *self.scored)[:show]],
        }


def read_over(documents: Iterable[Released], model: Divergence | None, most: int = MOST) -> Reading:
    """What rules and model say of the stand-ins of a release."""
    held = [
        (document, change)
        for document in documents
        for change in document.changes
        if not change.kept and change.surrogate != change.original
    ]
    reading = Reading(len(held))
    for document, change in held:
        rules = tuple(broken(change, document.language))
        for rule in rules:
            reading.broken[rule] = reading.broken.get(rule, 0) + 1
        if rules:
            reading.odd.append(_odd(document, change)._replace(rules=rules))
    if model is not None and held:
        step = max(1, -(-len(held) // most))
        scored = (
            _odd(document, change)._replace(score=_score(change, model))
            for document, change in held[::step]
        )
        reading.scored = sorted(scored, key=lambda one: (-one.score, one.document, one.start))
    return reading


def _odd(document: Released, change: Change) -> Odd:
    return Odd(document.id, change.start, change.end, change.category)


def broken(change: Change, language: str) -> Iterator[str]:
    """The rules that the release breaks at a stand-in and the original did not."""
    before, after = change.before[-_NEAR:], change.after[:_NEAR]
    new = (len(before), len(before) + len(change.surrogate))
    old = (len(before), len(before) + len(change.original))
    for name, patterns in _rules(language).items():
        if _matches(patterns, before + change.surrogate + after, *new) and not _matches(
            patterns, before + change.original + after, *old
        ):
            yield name


def _matches(patterns: Sequence[re.Pattern[str]], text: str, start: int, end: int) -> bool:
    """Whether a pattern has a character of the stretch."""
    return any(
        found.start() < end and start < found.end()
        for pattern in patterns
        for found in pattern.finditer(text)
    )


@cache
def _rules(language: str) -> Mapping[str, tuple[re.Pattern[str], ...]]:
    """The patterns of a language by rule; ``{word}`` in one is any word of a list of that name."""
    table = get(language).table("check").get("reading", {})
    lists = {
        name: "|".join(map(re.escape, words.split()))
        for name, words in table.get("lists", {}).items()
    }
    return {
        name: tuple(re.compile(_filled(one, lists)) for one in patterns)
        for name, patterns in table.get("wrong", {}).items()
    }


def _filled(pattern: str, lists: Mapping[str, str]) -> str:
    for name, words in lists.items():
        pattern = pattern.replace(f"<{name}>", f"(?:{words})")
    return pattern


def _score(change: Change, model: Divergence) -> float:
    """How far the stand-in moves what the model expects around it; not at all where nothing is."""
    if not _WORDED.search(change.before + change.after):
        return 0.0
    original = change.before + change.original + change.after
    return ndd(original, change.before + change.surrogate + change.after, model).ndd
