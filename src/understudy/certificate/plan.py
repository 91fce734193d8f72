"""The plan of a sample: how many units of which kind, drawn by which seed, with what was marked in
them; written before anybody reads.

    plan.json       the plan; only its owner can read it, since it names documents
    sheet.jsonl     what is to be read, a unit per row, with its text
    certificate.json    what came of it (``record``); holds figures and digests alone

The n units whose keyed hashes of (seed, number of the unit) are the smallest are the sample: a
simple random sample without replacement, that anyone can draw again from the seed.
"""

from __future__ import annotations

import heapq
import json
import secrets
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import blake2b
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

import msgspec

from understudy.categorise.known import column_of
from understudy.certificate.pins import Pins, pins_of
from understudy.core.errors import StateError, UsageError
from understudy.core.files import write_whole
from understudy.core.types import BY_POLICY, MAY_STAY, Document, Edit
from understudy.core.version import VERSION
from understudy.corpus.base import Options
from understudy.corpus.columns import cells, decided
from understudy.corpus.reading import documents_of
from understudy.pipeline import Pipeline, build
from understudy.policy import Policy
from understudy.privacy.sampling import UNITS

__all__ = [
    "PLAN",
    "SHEET",
    "Drawn",
    "Mark",
    "Plan",
    "Sample",
    "clipped",
    "counts",
    "decoded",
    "draw_sample",
    "encoded",
    "found_in",
    "load_plan",
    "places",
    "sample_of",
    "write_sample",
]

PLAN, SHEET = "plan.json", "sheet.jsonl"
_SCHEMA = 1
_SEED_BYTES = 16
_ANY_KEY = bytes(32)
"""Whether something stays does not depend on the key, and nothing that is drawn is shown."""


class Mark(NamedTuple):
    """What was found in a unit; offsets into the text of the unit."""

    start: int
    end: int
    category: str
    left: bool = False
    """Whether it stays in the release as it is: it hides nothing then."""
    typed: bool = False
    """Whether it is the cell of a typed column, which no detector had to find, and none can miss:
    it counts neither as found nor as missed."""


class Drawn(NamedTuple):
    """A unit of the sample: where it stands, and what was found in it."""

    number: int
    """Its number in the sample, from 0, in the order of the corpus."""
    document: str
    start: int
    end: int
    """Offsets into the text of the document."""
    marks: tuple[Mark, ...]


@dataclass(frozen=True)
class Plan:
    """What was decided before anything was read."""

    schema: int
    version: str
    made: str
    unit: str
    size: int
    population: int
    """The units of the corpus."""
    seed: str
    alpha: float
    blind: bool
    """Whether readers are not shown the marks."""
    categories: tuple[str, ...]
    """Those that get a row of their own."""
    known: tuple[str, ...]
    """All categories of the policy: what readers may call things."""
    stretch: float
    """The words of the longest unit of the corpus, by those of the longest in the sample."""
    pins: Pins
    units: tuple[Drawn, ...]
    draws: int = 1
    """Which sample it is, of those that were drawn of this corpus, as far as that is known."""
    chosen_seed: bool = False
    """Whether somebody gave the seed, who could have tried others."""


@dataclass(frozen=True)
class Sample:
    """A plan with the texts of its units, in their order. The texts are private."""

    plan: Plan
    texts: tuple[str, ...]

    def __repr__(self) -> str:
        return f"Sample({self.plan.size} {self.plan.unit})"


class _Place(NamedTuple):
    number: int
    document: Document
    start: int
    end: int


def places(
    document: Document, unit: str, columns: Collection[str] = ()
) -> Iterator[tuple[int, int]]:
    """Where the units of a document are; those without a word are none, and no cell of the typed
    ``columns`` is a paragraph."""
    text = document.text
    if unit == "documents":
        found = [(0, len(text))]
    elif unit == "turns":
        found = [(one.start, one.end) for one in document.segments if one.kind == "turn"]
    else:
        ends = [at for at, letter in enumerate(text) if letter == "\n"]
        lines = zip([0, *(at + 1 for at in ends)], [*ends, len(text)], strict=True)
        typed = typed_cells(document, columns)
        found = [one for one in lines if not _within(*one, typed)]
    return ((start, end) for start, end in found if text[start:end].strip())


def draw_sample(
    inputs: Sequence[str],
    policy: Policy,
    *,
    unit: str,
    size: int,
    format: str | None = None,
    options: Options | None = None,
    seed: str | None = None,
    alpha: float = 0.05,
    blind: bool = False,
    categories: Sequence[str] = (),
) -> Sample:
    """A simple random sample of the units of a corpus, and what the policy finds in them.

    Without a seed a fresh one is taken; it stands in the plan. ``categories`` get a row of their
    own in the certificate; without any, those of which something was found in the sample do.
    """
    options = options or Options()
    pins = pins_of(inputs, format, options, policy)
    documents = documents_of(inputs, format, decided(options, policy.columns))
    return sample_of(
        documents,
        build(policy),
        pins,
        unit=unit,
        size=size,
        seed=seed,
        alpha=alpha,
        blind=blind,
        categories=categories,
    )


def sample_of(
    documents: Iterable[Document],
    pipeline: Pipeline,
    pins: Pins,
    *,
    unit: str,
    size: int,
    seed: str | None = None,
    alpha: float = 0.05,
    blind: bool = False,
    categories: Sequence[str] = (),
    draws: int = 1,
) -> Sample:
    """The same of documents at hand, with a pipeline that is built; ``draws`` says how many
    samples have been drawn of them, this one included."""
    policy, columns = pipeline.policy, cells(pipeline.policy.columns)
    if unit not in UNITS:
        raise UsageError(f"no unit is named {unit!r}; there are: {', '.join(UNITS)}")
    unknown = sorted(set(categories) - policy.known.keys())
    if unknown:
        raise UsageError(f"policy {policy.name} has no category {unknown[0]}")
    chosen_seed, seed = seed is not None, _seed(seed)
    drawn, population, longest = _drawn(documents, unit, size, seed, columns)
    if not population:
        extra = "; its format has no speakers: use documents or paragraphs"
        raise UsageError(f"the corpus has no {unit}{extra if unit == 'turns' else ''}")
    if size > population:
        raise UsageError(f"the corpus has {population:,} {unit}: no sample of {size:,} can be had")
    if policy.sample is not None:
        refused = policy.sample.refusals(
            unit=unit,
            size=size,
            population=population,
            alpha=alpha,
            blind=blind,
            draws=draws,
            chosen_seed=chosen_seed,
        )
        if why := "; ".join(refused):
            raise UsageError(f"policy {policy.name} would not let such a sample pass: {why}")
    units = tuple(_marked(drawn, pipeline))
    texts = tuple(one.document.text[one.start : one.end] for one in drawn)
    found = sorted({mark.category for one in units for mark in one.marks if counts(mark)})
    plan = Plan(
        schema=_SCHEMA,
        version=VERSION,
        made=datetime.now(UTC).isoformat(timespec="seconds"),
        unit=unit,
        size=size,
        population=population,
        seed=seed,
        alpha=alpha,
        blind=blind,
        categories=tuple(dict.fromkeys(categories)) or tuple(found),
        known=tuple(policy.known),
        stretch=max(1.0, longest / max(len(text.split()) for text in texts)),
        pins=pins,
        units=units,
        draws=draws,
        chosen_seed=chosen_seed,
    )
    return Sample(plan, texts)


def counts(mark: Mark) -> bool:
    """Whether a mark is something that was found: it hides what stands there, by no column."""
    return not mark.left and not mark.typed


def _seed(given: str | None) -> str:
    if given is None:
        return secrets.token_hex(_SEED_BYTES)
    try:
        return bytes.fromhex(given).hex()
    except ValueError:
        raise UsageError("the seed of a sample is written in hexadecimal digits") from None


def _drawn(
    documents: Iterable[Document], unit: str, size: int, seed: str, columns: Collection[str]
) -> tuple[list[_Place], int, int]:
    """The sample in the order of the corpus, the number of all units, the words of the longest."""
    kept: list[tuple[bytes, int, _Place]] = []
    population = longest = 0
    key = bytes.fromhex(seed)
    for document in documents:
        for start, end in places(document, unit, columns):
            rank = blake2b(population.to_bytes(8, "big"), digest_size=16, key=key[:64]).digest()
            # A heap gives the smallest, and the largest of those kept must go: complements.
            entry = (bytes(255 - one for one in rank), population)
            place = _Place(population, document, start, end)
            if len(kept) < size:
                heapq.heappush(kept, (*entry, place))
            elif entry > kept[0][:2]:
                heapq.heapreplace(kept, (*entry, place))
            population += 1
            longest = max(longest, len(document.text[start:end].split()))
    return sorted((place for *_, place in kept), key=lambda one: one.number), population, longest


def _marked(drawn: Sequence[_Place], pipeline: Pipeline) -> Iterator[Drawn]:
    """The units with what was found in them; a document is looked at once, as a whole."""
    whole = [list(units) for _, units in groupby(drawn, key=lambda one: id(one.document))]
    found = found_in([units[0].document for units in whole], pipeline)
    number = 0
    for units, marks in zip(whole, found, strict=True):
        for one in units:
            within = tuple(clipped(marks, one.start, one.end))
            yield Drawn(number, one.document.id, one.start, one.end, within)
            number += 1


def found_in(documents: Sequence[Document], pipeline: Pipeline) -> list[tuple[Mark, ...]]:
    """What is found in each document, and whether it would stay as it is: that is known when it
    has been replaced, whatever the key."""
    columns = cells(pipeline.policy.columns)
    return [
        tuple(_mark(edit, typed_cells(result.document, columns)) for edit in result.edits)
        for result in pipeline.run(documents, _ANY_KEY)
    ]


def _mark(edit: Edit, typed: Sequence[tuple[int, int]]) -> Mark:
    span = edit.entity.span
    left = edit.outcome in (BY_POLICY, MAY_STAY)
    return Mark(
        span.start, span.end, edit.entity.category, left, _within(span.start, span.end, typed)
    )


def typed_cells(document: Document, columns: Collection[str]) -> list[tuple[int, int]]:
    """Where the cells of typed columns are."""
    return [
        (one.start, one.end)
        for one in document.segments
        if columns and one.kind == "field" and column_of(one.name) in columns
    ]


def _within(start: int, end: int, places: Sequence[tuple[int, int]]) -> bool:
    return any(first <= start and end <= last for first, last in places)


def clipped(found: Iterable[Mark], start: int, end: int) -> Iterator[Mark]:
    """What of the marks of a document lies in a unit, by its own offsets."""
    for mark in found:
        first, last = max(mark.start, start), min(mark.end, end)
        if first < last:
            yield mark._replace(start=first - start, end=last - start)


def write_sample(sample: Sample, folder: Path) -> None:
    """The plan and the sheet to read, in a new folder of the owner's.

    A plan is never drawn again in its place: who draws until a sample passes has no sample.
    """
    if (folder / PLAN).exists():
        raise UsageError(f"{folder}: has a plan already; a sample is drawn once")
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    rows = (_row(sample.plan, *one) for one in zip(sample.plan.units, sample.texts, strict=True))
    write_whole(folder / SHEET, "".join(f"{row}\n" for row in rows))
    write_whole(folder / PLAN, encoded(sample.plan))


def _row(plan: Plan, unit: Drawn, text: str) -> str:
    """A unit as readers get it, with the fields that they fill in."""
    row: dict[str, object] = {
        "unit": unit.number,
        "document": unit.document,
        "start": unit.start,
        "end": unit.end,
        "text": text,
    }
    if plan.blind:
        row["entities"] = None
    else:
        row["marks"] = [
            {"mark": at, "text": text[mark.start : mark.end], **mark._asdict()}
            for at, mark in enumerate(unit.marks)
        ]
        row |= {"missed": None, "wrong": []}
    whole = json.dumps(row, ensure_ascii=False)
    try:
        whole.encode()
    except UnicodeEncodeError:  # half a surrogate pair in the id: the escapes of ASCII carry it
        return json.dumps(row)
    return whole


def encoded(plan: Plan) -> bytes:
    """A plan as it is written, in ASCII: an id may hold half a surrogate pair."""
    return json.dumps(msgspec.to_builtins(plan), indent=1).encode("ascii")


def decoded(data: bytes | str) -> Plan:
    """A plan that was written; a ``ValueError`` where it is none."""
    return msgspec.convert(json.loads(data), Plan)


def load_plan(folder: Path) -> Plan:
    """The plan of a folder."""
    path = folder / PLAN
    try:
        plan = decoded(path.read_bytes())
    except OSError:
        raise UsageError(f"{path}: there is no plan of a sample") from None
    except ValueError:
        raise StateError(f"{path}: is not the plan of a sample") from None
    if plan.schema != _SCHEMA:
        raise StateError(f"{path}: schema {plan.schema}, this version reads {_SCHEMA}")
    return plan
