"""The protocol of the Text Anonymization Benchmark: are the people in a text protected?

Pilán et al., "The Text Anonymization Benchmark (TAB)", Computational Linguistics 48(4), 2022.

- **Recall over entities**, of direct and of quasi identifiers: an entity is protected only if every
  one of its mentions is masked. Each annotator's view counts by itself.
- **Precision over words**: of the words that were masked, the share that annotators would mask,
  each annotator with an equal part. *Weighted*, each word counts with its information content.

A mention is masked if all its letters and digits are; spaces and punctuation do not count. (The
benchmark's own script also forgives titles and articles, so that ours is the stricter reading.)
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from understudy.core.errors import CorpusError, UsageError
from understudy.core.text import called, words
from understudy.encoder.masked import MaskedModel
from understudy.measure.information import information
from understudy.privacy.intervals import bootstrap

__all__ = [
    "IDENTIFIERS",
    "Case",
    "Mention",
    "Protection",
    "Scores",
    "count",
    "read_cases",
    "scored",
]

IDENTIFIERS = ("direct", "quasi")
Interval = tuple[int, int]
Pair = tuple[float, float]


class Mention(NamedTuple):
    """Where an annotator saw something of an entity, and what kind of identifier that is."""

    start: int
    end: int
    entity: str
    identifier: str
    """``direct``, ``quasi``, or anything else for what may stay."""


class Case(NamedTuple):
    """A document with what each of its annotators marked."""

    id: str
    text: str
    annotators: Mapping[str, tuple[Mention, ...]]

    def __repr__(self) -> str:
        return f"Case({self.id!r}, {len(self.text)} characters)"


@dataclass
class Protection:
    """Counts of each document: pairs (masked, all), and for precision (right, masked)."""

    recall: dict[str, list[Pair]] = field(default_factory=lambda: defaultdict(list))
    """identifier → entities."""
    by_annotator: dict[str, dict[str, list[Pair]]] = field(default_factory=dict)
    precision: list[Pair] = field(default_factory=list)
    weighted: list[Pair] = field(default_factory=list)


class Scores(NamedTuple):
    """A share with the interval that resampling documents gives."""

    share: float | None
    interval: tuple[float, float] | None
    """None where fewer than two documents have anything to find: to draw one document again and
    again says nothing of others."""
    found: float
    total: float


def scored(pairs: Sequence[Pair], *, alpha: float, rounds: int, seed: int) -> Scores:
    """Σ found / Σ total, None where there is nothing to find."""
    found, total = (sum(pair[at] for pair in pairs) for at in (0, 1))
    share = found / total if total else None
    several = sum(pair[1] > 0 for pair in pairs) > 1
    interval = bootstrap(pairs, alpha, seed, rounds) if several else None
    return Scores(share, interval, found, total)


def count(
    kept: Protection, case: Case, masked: Sequence[Interval], model: MaskedModel | None
) -> None:
    """Count one document into what is kept; without a model, words are not weighted."""
    hidden = _characters(case.text, masked)
    totals: dict[str, Pair] = dict.fromkeys(IDENTIFIERS, (0.0, 0.0))
    for annotator, mentions in case.annotators.items():
        of_annotator = kept.by_annotator.setdefault(annotator, {one: [] for one in IDENTIFIERS})
        for identifier, pair in _entities(case.text, mentions, hidden).items():
            of_annotator[identifier].append(pair)
            totals[identifier] = (totals[identifier][0] + pair[0], totals[identifier][1] + pair[1])
    for identifier, pair in totals.items():
        kept.recall[identifier].append(pair)
    spoken = [(start, end) for start, end in words(case.text) if any(hidden[start:end])]
    right = _agreed(case, spoken)
    kept.precision.append((sum(right), float(len(spoken))))
    if model is not None:
        weights = information(model, case.text, masked, spoken)
        gained = sum(weight * share for weight, share in zip(weights, right, strict=True))
        kept.weighted.append((gained, sum(weights)))


def _characters(text: str, masked: Iterable[Interval]) -> bytearray:
    hidden = bytearray(len(text))
    for start, end in masked:
        hidden[start:end] = b"\1" * (end - start)
    return hidden


def _entities(text: str, mentions: Iterable[Mention], hidden: bytearray) -> dict[str, Pair]:
    """identifier → (protected, all) of one annotator's entities."""
    found: dict[str, tuple[str, bool]] = {}
    for one in mentions:
        if one.identifier not in IDENTIFIERS:
            continue
        whole = all(hidden[at] for at in range(one.start, one.end) if text[at].isalnum())
        kind, so_far = found.get(one.entity, (one.identifier, True))
        # One direct mention makes the entity a direct identifier.
        found[one.entity] = (min(kind, one.identifier), so_far and whole)
    totals: dict[str, Pair] = dict.fromkeys(IDENTIFIERS, (0.0, 0.0))
    for kind, hit in found.values():
        totals[kind] = (totals[kind][0] + hit, totals[kind][1] + 1.0)
    return totals


def _agreed(case: Case, spoken: Sequence[Interval]) -> list[float]:
    """Of each word, the share of annotators who would mask it."""
    views = [
        _characters(
            case.text,
            [(one.start, one.end) for one in mentions if one.identifier in IDENTIFIERS],
        )
        for mentions in case.annotators.values()
    ]
    return [sum(any(view[start:end]) for view in views) / len(views) for start, end in spoken]


def read_cases(path: Path) -> Iterator[Case]:
    """The documents of a file of the benchmark: a JSON array as it is published, or JSON lines in
    which each entity names its annotator."""
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise UsageError(f"{path}: cannot be read: {error.strerror}") from None
    seen: set[str] = set()
    for number, row in _rows(text, path):
        try:
            case = _case(row)
        except (KeyError, TypeError, ValueError, AttributeError):
            raise CorpusError(
                "is no document of the Text Anonymization Benchmark", file=str(path), line=number
            ) from None
        if case.id in seen:
            raise CorpusError(f"two documents have the id {called(case.id)!r}", file=str(path))
        seen.add(case.id)
        yield case


def _rows(text: str, path: Path) -> Iterator[tuple[int | None, Any]]:
    try:
        if text.lstrip().startswith("["):
            yield from ((None, row) for row in json.loads(text))
            return
        for number, line in enumerate(text.splitlines(), start=1):
            if line.strip():
                yield number, json.loads(line)
    except ValueError:
        raise CorpusError("is neither a JSON array nor JSON lines", file=str(path)) from None


def _case(row: Mapping[str, Any]) -> Case:
    text = row["text"]
    found: defaultdict[str, list[Mention]] = defaultdict(list)
    if "annotations" in row:
        for annotator, marked in row["annotations"].items():
            found[annotator] += [_mention(one, len(text)) for one in marked["entity_mentions"]]
    else:
        for one in row["entities"]:
            found[one.get("annotator") or _annotator(one["entity_id"])].append(
                _mention(one, len(text))
            )
    views = {name: tuple(mentions) for name, mentions in found.items()} or {"": ()}
    return Case(str(row["doc_id"] if "doc_id" in row else row["id"]), text, views)


def _mention(one: Mapping[str, Any], length: int) -> Mention:
    start, end = int(one["start_offset"]), int(one["end_offset"])
    if not 0 <= start < end <= length:
        raise ValueError("outside the text")
    return Mention(start, end, str(one["entity_id"]), str(one["identifier_type"]).lower())


def _annotator(entity: str) -> str:
    """The benchmark writes ids as document_annotator_entity."""
    parts = entity.rsplit("_", 2)
    return parts[1] if len(parts) == 3 else ""
