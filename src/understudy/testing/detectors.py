"""The contract of a detector."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from understudy.core.errors import PolicyError
from understudy.core.types import Detector, Document, Span
from understudy.identify.settings import DetectorPart, DetectorSettings
from understudy.testing.holding import check_pickles, holds

__all__ = ["check_detector"]

_TEXTS = (
    "",
    " ",
    "Call Ann Lee on 555-0199 or write to ann.lee@example.com.",
    "line one\nline two\r\n\tand a third",
    "Ñandú 👩‍👩‍👧 \u0301 İstanbul ﬁn",
)


def check_detector(
    part: DetectorPart | Callable[[DetectorSettings], Detector],
    options: Mapping[str, Any] | None = None,
    *,
    documents: Sequence[Document] = (),
    finds: bool = False,
) -> Detector:
    """A detector keeps its contract with these options, on these documents and a few odd ones.

    It gives as many answers as there were documents; its spans lie in the text, with a label and
    a score from 0 to 1; it says the same of a document whatever stands beside it, and in another
    process; and it refuses an option that it does not have. ``finds``: it must find something in
    the documents given.
    """
    settings = DetectorSettings(options=dict(options or {}))
    detector = part(settings)
    holds(isinstance(detector, Detector), f"{detector!r} has no method detect(documents)")
    odd = [Document(f"odd-{at}", text, "en") for at, text in enumerate(_TEXTS)]
    every = [*documents, *odd]
    found = detector.detect(every)
    holds(len(found) == len(every), f"{len(every)} documents got {len(found)} answers")
    for document, spans in zip(every, found, strict=True):
        holds(isinstance(spans, tuple), f"the spans of {document.id} are not a tuple")
        for span in spans:
            _check_span(span, document)
    if finds:
        holds(any(found[: len(documents)]), "nothing was found in the documents that were given")
    _check_alone(detector, every, found)
    sent = check_pickles(detector, "the detector")
    holds(sent.detect(every) == found, "the detector says something else in another process")
    _check_refuses(part, settings)
    return detector


def _check_span(span: Span, document: Document) -> None:
    where = f"{document.id}: {span!r}"
    holds(isinstance(span, Span), f"{where} is not a Span")
    holds(0 <= span.start < span.end <= len(document.text), f"{where} does not lie inside the text")
    holds(bool(span.label), f"{where} has no label")
    holds(0.0 <= span.score <= 1.0, f"{where}: the score must be from 0 to 1")


def _check_alone(
    detector: Detector, every: Sequence[Document], found: Sequence[tuple[Span, ...]]
) -> None:
    """A batch is a convenience: what stands in it must not matter."""
    for document, spans in zip(every, found, strict=True):
        (alone,) = detector.detect([document])
        holds(
            _without_scores(alone) == _without_scores(spans),
            f"{document.id}: other spans were found alone than in a batch",
        )
    holds(list(detector.detect([])) == [], "no documents must give no answers")


def _without_scores(spans: Sequence[Span]) -> list[tuple[int, int, str]]:
    return [(span.start, span.end, span.label) for span in spans]


def _check_refuses(
    part: DetectorPart | Callable[[DetectorSettings], Detector], settings: DetectorSettings
) -> None:
    """An option with a typo must not be ignored: what it was to protect would pass."""
    name = "no_such_option"
    if isinstance(part, DetectorPart) and part.options is not None:
        holds(part.problem(name, 1) is not None, f"the option {name} is not refused")
    try:
        part(DetectorSettings(options={**settings.options, name: 1}))
    except PolicyError:
        return
    raise AssertionError(f"the option {name} is not refused: read options with settings.read")
