"""What a learner is given: documents, and what is asked about each."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from hashlib import blake2b
from typing import NamedTuple

from understudy.core.errors import UsageError
from understudy.core.text import called
from understudy.core.types import Document
from understudy.corpus.base import Options
from understudy.corpus.reading import documents_of

__all__ = ["Sample", "Target", "read_sample", "split_by_digest", "texts_of"]

Target = tuple[str, ...]
"""The labels of a document, or a number in digits; empty where the text itself is the target."""


_NO_FIELD = "\0"
"""Where nothing is: annotations speak of the text, not of the target."""


class Sample(NamedTuple):
    """Documents with their targets."""

    documents: tuple[Document, ...]
    targets: tuple[Target, ...]

    def __repr__(self) -> str:
        return f"Sample({len(self.documents)} documents)"

    def at(self, places: Iterable[int]) -> Sample:
        """The documents at these places; one may come several times."""
        chosen = list(places)
        return Sample(
            tuple(self.documents[at] for at in chosen), tuple(self.targets[at] for at in chosen)
        )


def read_sample(
    source: str,
    format: str | None,
    options: Options,
    *,
    needs_target: bool,
    target: str | None = None,
    separator: str | None = None,
) -> Sample:
    """A corpus. ``target`` names the field or column with the target; slots bring an intent."""
    documents = tuple(documents_of(source, format, options))
    ids = {document.id for document in documents}
    if len(ids) < len(documents):
        raise UsageError(f"{source}: two documents have the same id")
    if not documents:
        raise UsageError(f"{source}: there are no documents")
    if not needs_target:
        return Sample(documents, ((),) * len(documents))
    targets = _targets(source, format, options, documents, target)
    return Sample(documents, tuple(_labels(one, separator) for one in targets))


def _targets(
    source: str,
    format: str | None,
    options: Options,
    documents: Sequence[Document],
    target: str | None,
) -> list[str]:
    if target is not None:
        # The target is read as a text of its own, so that every format with fields has it.
        read = documents_of(source, format, replace(options, text=(target,), entities=_NO_FIELD))
        found = {document.id: document.text.strip() for document in read}
    else:
        found = {document.id: document.meta.get("intent", "") for document in documents}
    for document in documents:
        if not found.get(document.id):
            hint = "" if target is not None else "; name the field with --target"
            raise UsageError(f"{source}: document {called(document.id)!r} has no target{hint}")
    return [found[document.id] for document in documents]


def _labels(target: str, separator: str | None) -> Target:
    if separator is None:
        return (target,)
    return tuple(sorted({one.strip() for one in target.split(separator)} - {""})) or (target,)


def split_by_digest(sample: Sample, share: float, seed: int) -> tuple[Sample, Sample]:
    """Documents to learn from and to test on, by a keyed digest of their ids."""
    key = seed.to_bytes(16, "little")

    def lot(at: int) -> bytes:
        name = sample.documents[at].id.encode("utf-8", "surrogatepass")
        return blake2b(name, key=key, digest_size=16).digest()

    order = sorted(range(len(sample.documents)), key=lot)
    count = max(1, round(len(order) * share))
    if count >= len(order):
        raise UsageError(f"{len(order)} documents are too few to hold some out for the test")
    return sample.at(sorted(order[count:])), sample.at(sorted(order[:count]))


def texts_of(document: Document) -> tuple[str, str]:
    """The two texts of a pair: the first two fields of the document."""
    fields = [one for one in document.segments if one.kind == "field"]
    if len(fields) < 2:
        raise UsageError(
            f"document {called(document.id)!r} has no two texts to compare; name two fields "
            "with --text"
        )
    one, two = fields[:2]
    return document.text[one.start : one.end], document.text[two.start : two.end]
