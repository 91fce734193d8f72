"""What the experiments on privacy share: corpora with gold marks, and their releases."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import studies as st
from understudy.attacks.pairs import Pair, of_results, untouched
from understudy.core.categories import label_maps
from understudy.core.types import Document, Span
from understudy.corpus.base import Options
from understudy.corpus.reading import documents_of
from understudy.identify.labels import relabelled
from understudy.pipeline import build
from understudy.policy import Policy, load, with_rule

REAL = "real"


def corpus(of: Mapping[str, Any], part: str, most: int | None) -> list[Document]:
    """Documents of a part, marked with categories; marks are disjoint."""
    options = Options(default_language=of["language"])
    found: list[Document] = []
    for path in of[part]:
        for one in documents_of(str(st.DATA / path), of["format"], options):
            spans = disjoint(relabelled(one.annotations, label_maps()[of["labels"]]))
            found.append(one._replace(id=f"{path} {one.id}", annotations=spans))
    return st.thinned(found, most)


def disjoint(spans: Sequence[Span]) -> tuple[Span, ...]:
    found: list[Span] = []
    for span in sorted(spans):
        if not found or found[-1].end <= span.start:
            found.append(span)
    return tuple(found)


def policy_of(rule: str | Mapping[str, Any], language: str) -> Policy:
    """A preset by name, or one rule; gold marks, nothing else is looked for.

    A rule is for all categories, or for those of its key ``only``; the others are drawn by
    ``entity`` then, or by the preset of its key ``preset``.
    """
    preset = load(rule if isinstance(rule, str) else rule.get("preset", "redact"))
    policy = replace(
        preset,
        detectors=("given",),
        detector_options={},
        leak_check=False,
        language=language,
        epsilon_max=None,
    )
    if isinstance(rule, str):
        return policy
    own = {key: value for key, value in rule.items() if key not in ("only", "preset")}
    if "only" not in rule:
        return with_rule(policy, own)
    others = policy if "preset" in rule else with_rule(policy, {"strategy": "entity"})
    return with_rule(others, own, rule["only"])


def released(
    documents: Sequence[Document],
    rule: str | Mapping[str, Any],
    *,
    language: str,
    seed: int,
    missed: Mapping[str, Sequence[Span]] | None = None,
    workers: int = 1,
) -> list[Pair]:
    """The documents under a strategy; ``missed`` are marks that the strategy does not see."""
    if rule == REAL:
        return untouched(released(documents, "redact", language=language, seed=seed))
    lost = missed or {}
    shown = [
        one._replace(annotations=tuple(s for s in one.annotations if s not in lost.get(one.id, ())))
        for one in documents
    ]
    key = seed.to_bytes(32, "big")
    return of_results(build(policy_of(rule, language)).run(shown, key, workers), missed)
