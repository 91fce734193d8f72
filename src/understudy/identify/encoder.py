"""The shipped encoder as detector.

detectors = ["encoder"]

[detector.encoder]
model = "fast"      # or "full", the encoder itself; or the folder of one trained by:
                    # understudy learn train encoder; or of a Hugging Face tagger
threshold = 0.5     # lower finds more: words at least this likely to be private
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Annotated, Protocol

from msgspec import Meta, Struct

from understudy.core.normal import Normalised, disguised, normalise, unquoted
from understudy.core.types import TRACE, Document, Span
from understudy.encoder.hub import HubEncoder
from understudy.encoder.loading import is_hub
from understudy.encoder.model import NAMES, Encoder, TaggedSpans
from understudy.encoder.weights import Weights
from understudy.identify.adapters.labels import wanted
from understudy.identify.adapters.transformers import Transformers
from understudy.identify.settings import MODEL, DetectorPart, DetectorSettings
from understudy.identify.spelt import without_word
from understudy.languages import DEFAULT, get, language_of, untrained
from understudy.languages.language import SKIPPED
from understudy.languages.lexicon import one_of

__all__ = ["DETECTOR", "EncoderDetector", "HubTagger", "build"]

THRESHOLD = 0.5
_FAINT = 0.9
"""The share of the threshold from which on a person is marked where nothing else is: a name that is
overlooked costs more than a word that is taken for one."""
_WEIGHT = 0.9
"""A model is never as sure as what a source has marked itself, nor as a check digit."""
_FORMS = frozenset(
    (
        *("PHONE_NUMBER", "EMAIL_ADDRESS", "URL", "ID", "POSTAL_CODE", "AMOUNT", "AGE"),
        *("DATE", "TIME", "SPELLING"),
    )
)
_NAMED = frozenset(("PERSON", "LOCATION", "ORGANIZATION"))
_LEAST = 0.51
"""What a person whom the model marks is worth at least: one is believed from its threshold on, not
from where the policy's own threshold would cut a chance that is weighed."""
_FORMED = 0.599
"""What has a form of its own is the grammars' to name and to delimit, where they see it: such a
mark is faint evidence, and counts at all only where the model is sure."""


@cache
def _spelt(language: str) -> re.Pattern[str]:
    """Letters or their names one by one at the end of what is tagged; initials have points."""
    names = one_of("letters", language)
    return re.compile(rf"(?:(?:^|[,\s-]+)(?:[^\W\d_]|{names})(?![\w.])){{3,}}\Z", re.I)


class Tagger(Protocol):
    """The shipped model, or a Hugging Face one in its place."""

    def tag(
        self, documents: Sequence[Document], *, threshold: float = 0.0
    ) -> list[tuple[Span, ...]]:
        """The spans of each document, those of at least the threshold."""


@dataclass(frozen=True)
class HubTagger:
    """A Hugging Face model that was trained for tags."""

    detector: Transformers

    @classmethod
    def load(cls, model: str) -> HubTagger:
        """The model in a folder, or the one of a name in the local cache; it must be there."""
        HubEncoder.load(model).needs("tags")
        return cls(Transformers(model))

    def tag(
        self, documents: Sequence[Document], *, threshold: float = 0.0
    ) -> list[tuple[Span, ...]]:
        """What the model tags in each document with a score of at least the threshold."""
        return [
            tuple(span for span in spans if span.score >= threshold)
            for spans in self.detector.detect(documents)
        ]


@dataclass(frozen=True)
class EncoderDetector:
    """Tags documents; weights are read on first use in each process."""

    tagger: Tagger
    threshold: float = THRESHOLD
    categories: frozenset[str] = frozenset()
    forms: frozenset[str] = _FORMS
    language: str = DEFAULT
    """Of documents that name none and show none."""
    shipped: bool = False
    """Whether the model is the one that comes with the package; of others, nobody knows here
    which languages they were trained on."""

    def detect(self, documents: Sequence[Document]) -> list[tuple[Span, ...]]:
        return [spans for spans, _ in self._read(documents)]

    def detect_with_traces(self, documents: Sequence[Document]) -> list[tuple[Span, ...]]:
        """What ``detect`` finds, and the stretches where the model heard anything at all; an empty
        one at the beginning says that it has read the text."""
        return [
            spans if heard is None else (*spans, *(Span(*one, "", 0.0, TRACE) for one in heard))
            for spans, heard in self._read(documents)
        ]

    def _read(
        self, documents: Sequence[Document]
    ) -> list[tuple[tuple[Span, ...], list[tuple[int, int]] | None]]:
        views = list(map(_view, documents))
        shown = [
            one if view.text == one.text else one._replace(text=view.text)
            for one, view in zip(documents, views, strict=True)
        ]
        found: list[tuple[tuple[Span, ...], list[tuple[int, int]] | None]] = []
        for document, view, (spans, heard) in zip(
            documents, views, self._tagged(shown), strict=True
        ):
            marks = tuple(
                _weighed(part, self.forms)
                for span in spans
                for part in self._parts(_moved(span, view) if view.layers else span, document)
                if wanted(part.label, self.categories)
            )
            if heard is None:
                found.append((marks, None))
            else:
                own = [view.span(*one) for one in heard] if view.layers else heard
                found.append((marks, [(0, 0), *own]))
        return found

    @property
    def reads_names(self) -> bool:
        """Whether it looks for all names of people, places and bodies in any text."""
        return self.shipped and (not self.categories or self.categories.issuperset(_NAMED))

    def untrained(self, document: Document) -> str | None:
        """The language of a document, where the model was not trained on it."""
        if not self.shipped or not untrained():
            return None
        language = language_of(document, self.language, fallback=self.language)
        return language if language in untrained() else None

    def _tagged(
        self, documents: Sequence[Document]
    ) -> list[tuple[tuple[Span, ...], list[tuple[int, int]] | None]]:
        """What the model tags, in documents whose language does not ask to skip it, and where it
        heard anything, if that is worth something: the shipped model in a language of its own."""
        skipped = [
            language is not None and get(language).encoder == SKIPPED
            for language in map(self.untrained, documents)
        ]
        asked = [one for one, skip in zip(documents, skipped, strict=True) if not skip]
        if self.reads_names and isinstance(self.tagger, Encoder):
            faint = _FAINT * self.threshold
            heard = iter(self.tagger.tag_with_traces(asked, threshold=self.threshold, faint=faint))
            return [
                ((), None) if skip else _trusted(next(heard), self.untrained(document))
                for document, skip in zip(documents, skipped, strict=True)
            ]
        tagged = iter(self.tagger.tag(asked, threshold=self.threshold))
        return [((), None) if skip else (next(tagged), None) for skip in skipped]

    def _parts(self, span: Span, document: Document) -> Iterable[Span]:
        if document.text.startswith("@", span.start):
            # The model says whom a handle names; what it is called by is a user name.
            handle = span._replace(start=span.start + 1, label="USERNAME")
            return (handle,) if handle.start < handle.end else ()
        if span.label != "PERSON":
            return (span,)
        language = language_of(document, self.language, fallback=self.language)
        return _unspelt(span, document.text, language)


def _trusted(
    heard: TaggedSpans, untrained: str | None
) -> tuple[tuple[Span, ...], list[tuple[int, int]] | None]:
    """What was heard, but for a language that the model does not know."""
    spans, stretches = heard
    return spans, None if untrained else stretches


def _unspelt(span: Span, text: str, language: str) -> Iterator[Span]:
    """A name, and apart from it the letters that spell it after it."""
    value = text[span.start : span.end]
    spelt = _spelt(language).search(value)
    if spelt is None:
        yield span
        return
    if spelt.start():
        yield span._replace(end=span.start + spelt.start())
    letters = value[spelt.start() :].lstrip(" ,-\n\t")
    apart = span._replace(start=span.end - len(letters), label="SPELLING")
    yield without_word(apart, text, language)


def _view(document: Document) -> Normalised:
    """The text as the model reads it: without the signs before quoted lines, and where it is
    disguised, in plain letters. Of such signs the model makes several pieces each, and no word."""
    if disguised(document.text):
        return normalise(document.text)
    return Normalised(document.text) if document.segments else unquoted(document.text)


def _moved(span: Span, view: Normalised) -> Span:
    """The span of the text that a span of the view stands for."""
    start, end = view.span(span.start, span.end)
    return span._replace(start=start, end=end)


def _weighed(span: Span, forms: frozenset[str]) -> Span:
    weight = _FORMED if span.label in forms else _WEIGHT
    least = _LEAST if span.label == "PERSON" and forms else 0.0
    return span._replace(score=max(least, round(span.score * weight, 4)))


class Options(Struct, forbid_unknown_fields=True, frozen=True):
    """The keys of ``[detector.encoder]``."""

    model: Annotated[str, Meta(description='"fast", "full" or a folder')] = "fast"
    threshold: Annotated[float, Meta(gt=0, lt=1, description="a number between 0 and 1")] | None = (
        None
    )


def build(settings: DetectorSettings) -> EncoderDetector:
    """The detector of a policy: a shipped model, one of the user's, or one of Hugging Face."""
    options = settings.read(Options, "encoder")
    model = options.model
    threshold = THRESHOLD if options.threshold is None else options.threshold
    if model not in NAMES and is_hub((settings.folder or Path()) / model):
        return _of_hub(settings, model, options.threshold or 0.0)
    if model not in NAMES:
        # Labels and their edges are those of the user's corpus: the policy says what becomes of
        # the former, and no grammar knows the latter better.
        own = Encoder(weights=_own(settings, model))
        return EncoderDetector(own, threshold, forms=frozenset(), language=settings.language)
    encoder = Encoder(model)
    _ = encoder.weights.card  # a missing model stops the run before it starts
    return EncoderDetector(
        encoder, threshold, settings.categories, language=settings.language, shipped=True
    )


def _of_hub(settings: DetectorSettings, model: str, threshold: float) -> EncoderDetector:
    """A Hugging Face tagger: all that it tags, unless the policy asks for a score."""
    tagger = HubTagger.load(str((settings.folder or Path()) / model))
    return EncoderDetector(tagger, threshold, settings.categories, language=settings.language)


def _own(settings: DetectorSettings, model: str) -> Weights:
    """The model in a folder, whole and fit for this release, or the run does not start."""
    weights = Weights((settings.folder or Path()) / model)
    weights.check()
    _ = weights.base
    return weights


DETECTOR = DetectorPart("encoder", build, Options, finds_by=MODEL)
