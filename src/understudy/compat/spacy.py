"""A component for spaCy pipelines.

    nlp.add_pipe("understudy", config={"policy": "surrogate"})
    doc = nlp("Ann Lee called from Leeds.")
    doc.ents                # what is private, with our categories as labels
    doc.spans["understudy"] # the same, with the marks that other components had taken
    doc._.deidentified      # the text with stand-ins

spaCy finds the component by its entry point; nothing must be imported. Each document is one scope,
and its stand-ins are drawn with a fresh key that nobody keeps.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

from understudy.core.errors import MissingExtra, UsageError
from understudy.deidentifier import Deidentified, Deidentifier

try:
    from spacy.language import Language
    from spacy.tokens import Doc
    from spacy.util import filter_spans
except ImportError:
    raise MissingExtra("the component for spaCy", "spacy") from None

__all__ = ["Component", "make"]

NAME = "understudy"
ATTRIBUTE = "deidentified"
_BATCH = 64


class Component:
    """Marks what is private in documents, and keeps the text with stand-ins beside each."""

    def __init__(self, policy: str, language: str | None, *, ents: bool) -> None:
        """``ents``: whether ``doc.ents`` takes the marks; an entity that one of them overlaps with
        gives way to it."""
        self._deidentifier = Deidentifier(policy)
        self._language, self._ents = language, ents

    def __repr__(self) -> str:
        return f"Component({self._deidentifier!r})"

    def __call__(self, doc: Doc) -> Doc:
        """One document."""
        return self._marked(doc, self._deidentifier(doc.text, language=self._language))

    def pipe(self, stream: Iterable[Doc], *, batch_size: int = _BATCH) -> Iterator[Doc]:
        """Many documents, so many at a time."""
        if batch_size < 1:
            raise UsageError("batch_size must be at least 1")
        docs = iter(stream)
        while batch := list(islice(docs, batch_size)):
            texts = [doc.text for doc in batch]
            results = self._deidentifier(texts, language=self._language)
            for doc, result in zip(batch, results, strict=True):
                yield self._marked(doc, result)

    def _marked(self, doc: Doc, result: Deidentified) -> Doc:
        found = [
            doc.char_span(
                entity.span.start, entity.span.end, entity.category, alignment_mode="expand"
            )
            for entity in result.entities
        ]
        doc.spans[NAME] = [one for one in found if one is not None]
        if self._ents:
            own = filter_spans(list(doc.spans[NAME]))
            taken = {token.i for one in own for token in one}
            others = [one for one in doc.ents if taken.isdisjoint(range(one.start, one.end))]
            doc.set_ents([*own, *others])
        doc._.set(ATTRIBUTE, result.text)
        return doc


def make(nlp: Any, name: str, policy: str, language: str | None, ents: bool) -> Component:
    """The component with the settings of a pipeline; the language is the pipeline's own where none
    is named."""
    if not Doc.has_extension(ATTRIBUTE):
        Doc.set_extension(ATTRIBUTE, default=None)
    return Component(policy, language or nlp.lang or None, ents=ents)


Language.factory(
    NAME,
    assigns=["doc.ents", f"doc._.{ATTRIBUTE}"],
    default_config={"policy": "surrogate", "language": None, "ents": True},
    func=make,
)
