"""What is annotated at a time: the sentences, turns or lines of a corpus.

An instance keeps its place in its document, so that marks can go to and fro.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from understudy.core.errors import UsageError
from understudy.core.types import Document, Span
from understudy.identify.crf import OUTSIDE
from understudy.identify.features import Line, lines
from understudy.learn.train import tags_of

__all__ = ["UNITS", "Instance", "instances_of", "labels_of", "marked", "spans_of", "tag_numbers"]

UNITS = ("sentence", "line")
"""A turn, a field and a line break end both; a sentence also ends at its stop."""
_STOPS = frozenset(".?!…")
_FEWEST = 3
"""Words of a sentence, at least: a stop behind fewer ends an abbreviation or a number."""


class Instance(NamedTuple):
    """A stretch of a document that is annotated as one."""

    id: str
    document: str
    start: int
    """Where its text begins in the document."""
    text: str
    line: Line
    """Its words; their places are those in ``text``."""
    language: str | None = None
    marks: tuple[Span, ...] = ()
    """The annotations of the source, with places in ``text``."""

    def __repr__(self) -> str:
        return f"Instance({self.id!r}, {len(self.line.words)} words)"


def instances_of(documents: Iterable[Document], unit: str = "sentence") -> list[Instance]:
    """The instances of a corpus, in its order; an annotation over a border belongs to both."""
    if unit not in UNITS:
        raise UsageError(f"unknown unit {unit!r}; there are {', '.join(UNITS)}")
    found: list[Instance] = []
    seen: set[str] = set()
    for document in documents:
        if document.id in seen:
            raise UsageError(f"two documents have the id {document.id!r}")
        seen.add(document.id)
        spans = sorted(document.annotations, key=lambda span: span[:2])
        starts = [span.start for span in spans]
        longest = max((span.end - span.start for span in spans), default=0)
        whole = [line for line in lines(document) if line.words]
        parts = [part for line in whole for part in _parts(line, document.text, unit)]
        for number, part in enumerate(parts):
            first, last = part.places[0][0], part.places[-1][1]
            near = spans[bisect_left(starts, first - longest) : bisect_left(starts, last)]
            name = document.id if len(parts) == 1 else f"{document.id}#{number}"
            found.append(_instance(name, document, part, near))
    return found


def _parts(line: Line, text: str, unit: str) -> Iterator[Line]:
    if unit == "line":
        yield line
        return
    first = 0
    for at in range(1, len(line.words)):
        before, after = line.places[at - 1], line.places[at]
        ends = line.words[at - 1] in _STOPS and text[before[1] : after[0]].isspace()
        starts = line.words[at][0].isupper() or not line.words[at][0].isalnum()
        if ends and starts and at - first > _FEWEST:
            yield Line(line.words[first:at], line.places[first:at])
            first = at
    yield Line(line.words[first:], line.places[first:])


def _instance(name: str, document: Document, part: Line, near: Sequence[Span]) -> Instance:
    start, end = part.places[0][0], part.places[-1][1]
    places = tuple((first - start, last - start) for first, last in part.places)
    marks = tuple(
        Span(max(span.start, start) - start, min(span.end, end) - start, span.label)
        for span in near
        if span.start < end and span.end > start
    )
    return Instance(
        name,
        document.id,
        start,
        document.text[start:end],
        Line(part.words, places),
        document.language,
        marks,
    )


def marked(instance: Instance, marks: Iterable[Span]) -> Document:
    """An instance as a document of its own, with these marks."""
    return Document(instance.id, instance.text, instance.language, annotations=tuple(marks))


def labels_of(marks: Iterable[Iterable[Span]]) -> tuple[str, ...]:
    """The tags of a tagger: O, and B- and I- of each label."""
    labels = sorted({span.label for of_one in marks for span in of_one})
    return (OUTSIDE, *(f"{side}-{label}" for label in labels for side in "BI"))


def tag_numbers(
    instances: Sequence[Instance], marks: Sequence[Iterable[Span]], labels: Sequence[str]
) -> npt.NDArray[np.int32]:
    """The number of each word's tag, of all instances in a row."""
    number = {name: at for at, name in enumerate(labels)}
    return np.array(
        [
            number[tag]
            for instance, of_one in zip(instances, marks, strict=True)
            for tag in tags_of(instance.line, of_one)
        ],
        dtype=np.int32,
    )


def spans_of(instance: Instance, tags: Sequence[int], labels: Sequence[str]) -> tuple[Span, ...]:
    """The marks that tags of words stand for; a tag that goes on with nothing begins a mark."""
    found: list[Span] = []
    open_label = ""
    for (start, end), tag in zip(instance.line.places, tags, strict=True):
        side, _, label = labels[tag].partition("-")
        if side == "I" and label == open_label:
            found[-1] = found[-1]._replace(end=end)
        elif label:
            found.append(Span(start, end, label, source="learner"))
        open_label = label
    return tuple(found)
