"""De-identification of texts from Python.

    >>> from understudy import deidentify
    >>> deidentify("Call Ann Lee at 555-0199.", policy="typed").text
    'Call <PERSON> at <PHONE_NUMBER>.'

``Deidentifier`` keeps the models loaded; the command line is built on it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, cached_property
from pathlib import Path
from typing import Any, NamedTuple, TypeVar, Unpack, overload

from understudy import frames
from understudy.core.draw import fresh_key
from understudy.core.errors import UsageError
from understudy.core.spans import render
from understudy.core.types import Document, Edit, Entity, Span
from understudy.pipeline import Pipeline, build
from understudy.policy import PRESETS, Policy, load, with_columns, with_scope
from understudy.policy.scopes import scope_of
from understudy.report.facts import Facts, gather
from understudy.report.summary import Summary
from understudy.run.order import Order, OrderFields, Release
from understudy.run.release import carry_out, check_budget, check_documents, check_review

__all__ = ["Deidentified", "Deidentifier", "deidentify"]

AnyPolicy = str | Path | Policy
"""The name of a preset, a TOML file, or a policy that was loaded."""
Columns = Mapping[str, str] | str | None
"""The kind of each column of a frame, or "auto"."""
Missing = float | None
"""What stands for no text in a list: None, or the NaN of a data frame."""
Message = TypeVar("Message", bound=Mapping[str, object])
FrameT = TypeVar("FrameT", bound=frames.Frame)

_NAME = "text"
"""The id of a document that is just a text."""


class Deidentified(NamedTuple):
    """A text with stand-ins, what was private in it, what became of that, and what that
    protects. Only ``text`` and ``report`` can be shared: entities and edits hold the original."""

    text: str
    entities: tuple[Entity, ...]
    edits: tuple[Edit, ...]
    report: Facts

    def __repr__(self) -> str:
        return f"Deidentified({len(self.text)} characters, {len(self.edits)} edits)"


class Deidentifier:
    """A policy that is ready to be used again and again: its models and lists are loaded once.

    >>> typed = Deidentifier(policy="typed")
    >>> typed("I am Ann Lee.").text
    'I am <PERSON>.'
    >>> [(entity.category, entity.span.start) for entity in typed.identify("I am Ann Lee.")]
    [('PERSON', 5)]
    """

    def __init__(self, policy: AnyPolicy = "surrogate") -> None:
        """``policy`` is the name of a preset, a TOML file, or a policy that was loaded."""
        self.policy = policy if isinstance(policy, Policy) else load(str(policy))
        self._checked = False

    def __repr__(self) -> str:
        return f"Deidentifier({self.policy.name!r})"

    @cached_property
    def pipeline(self) -> Pipeline:
        """Detectors and strategies, built when they are first needed."""
        return build(self.policy)

    def _check_allowed(self) -> None:
        """Refuses a policy that allows no release at all."""
        if not self._checked:
            check_budget(self.pipeline)
            check_review(self.pipeline)
            self._checked = True

    @overload
    def __call__(
        self, text: str, *, language: str | None = None, key: bytes | None = None
    ) -> Deidentified: ...
    @overload
    def __call__(
        self, text: list[str], *, language: str | None = None, key: bytes | None = None
    ) -> list[Deidentified]: ...
    @overload
    def __call__(
        self, text: tuple[str, ...], *, language: str | None = None, key: bytes | None = None
    ) -> tuple[Deidentified, ...]: ...
    @overload
    def __call__(
        self, text: list[str | Missing], *, language: str | None = None, key: bytes | None = None
    ) -> list[Deidentified | Missing]: ...
    @overload
    def __call__(
        self, text: list[Message], *, language: str | None = None, key: bytes | None = None
    ) -> list[Message]: ...
    @overload
    def __call__(
        self, text: list[list[Message]], *, language: str | None = None, key: bytes | None = None
    ) -> list[list[Message]]: ...
    @overload
    def __call__(
        self,
        text: FrameT,
        *,
        language: str | None = None,
        key: bytes | None = None,
        columns: Columns = None,
        subject: str | None = None,
    ) -> FrameT: ...
    def __call__(
        self,
        text: Any,
        *,
        language: str | None = None,
        key: bytes | None = None,
        columns: Columns = None,
        subject: str | None = None,
    ) -> Any:
        """The text with stand-ins. Each text of a list is a document of its own; None and NaN in
        it are left.

        A data frame, a series or a table comes back as what it was (``frames``): ``columns`` has
        the kind of each column, or is ``"auto"``, and ``subject`` names the column whose values
        are data subjects, each with one stand-in in all rows. A conversation, a list of messages
        with roles, comes back as one, and a list of them as a list.

        The stand-ins are drawn with ``key``; without one, with a fresh key that nobody keeps.
        """
        if frames.is_frame(text):
            text = frames.rereadable(text)
            pipeline = self._for_frame(text, columns, subject)
            return frames.deidentified(text, pipeline, _secret(key), subject, language)
        if columns is not None or subject is not None:
            raise UsageError("columns and subject are for data frames")
        if isinstance(text, str):
            return self._deidentified([_document(text, language)], key)[0]
        self._check_allowed()
        if frames.is_chat(text):
            return frames.conversations([text], self.pipeline, _secret(key), language)[0]
        if isinstance(text, list) and text and all(map(frames.is_chat, text)):
            return frames.conversations(text, self.pipeline, _secret(key), language)
        if not isinstance(text, list | tuple):
            raise UsageError(f"expected a text or a list of texts, not {type(text).__name__}")
        there = [(at, one) for at, one in enumerate(text) if not _is_missing(one)]
        documents = [_document(one, language, f"{_NAME} {at}") for at, one in there]
        made = iter(self._deidentified(documents, key))
        found = [one if _is_missing(one) else next(made) for one in text]
        return found if isinstance(text, list) else tuple(found)

    def _for_frame(self, frame: Any, columns: Columns, subject: str | None) -> Pipeline:
        """The pipeline with what is decided on columns; detectors stay loaded."""
        known = frames.decide(frame, self.policy, columns, subject)
        policy = with_columns(self.policy, [f"{name}={kind}" for name, kind in known.items()])
        if subject is not None:
            policy = with_scope(policy, "subject")
        pipeline = build(policy, self.pipeline.detectors)
        check_budget(pipeline)
        check_review(pipeline)
        return pipeline

    @overload
    def identify(self, text: str, *, language: str | None = None) -> tuple[Entity, ...]: ...
    @overload
    def identify(
        self, text: list[str] | list[str | Missing], *, language: str | None = None
    ) -> list[tuple[Entity, ...]]: ...
    @overload
    def identify(
        self, text: tuple[str | Missing, ...], *, language: str | None = None
    ) -> tuple[tuple[Entity, ...], ...]: ...
    def identify(self, text: Any, *, language: str | None = None) -> Any:
        """What is private in a text, or in each of a list, in text order; nothing is replaced. In
        None and NaN there is nothing."""
        if isinstance(text, str):
            return self.pipeline.identify([_document(text, language)])[0]
        if not isinstance(text, list | tuple):
            raise UsageError(f"expected a text or a list of texts, not {type(text).__name__}")
        there = [_document(one, language) for one in text if not _is_missing(one)]
        made = iter(self.pipeline.identify(there))
        found = [() if _is_missing(one) else next(made) for one in text]
        return found if isinstance(text, list) else tuple(found)

    def replace(
        self,
        text: str,
        spans: Iterable[Span],
        *,
        language: str | None = None,
        key: bytes | None = None,
    ) -> Deidentified:
        """The text with stand-ins for spans that are known to be private; no detector looks."""
        document = _document(text, language)
        try:
            marked = [Span(*span) for span in spans]
        except TypeError:
            raise UsageError("expected spans: Span(start, end, label)") from None
        if any(not 0 <= span.start < span.end <= len(text) for span in marked):
            raise UsageError(f"a span lies outside the text of {len(text)} characters")
        entities = self.pipeline.categorise(document, marked)
        return self._replaced([document], [entities], key)[0]

    def _deidentified(self, documents: list[Document], key: bytes | None) -> list[Deidentified]:
        return self._replaced(documents, self.pipeline.identify(documents), key)

    def _replaced(
        self,
        documents: Sequence[Document],
        entities: Sequence[tuple[Entity, ...]],
        key: bytes | None,
    ) -> list[Deidentified]:
        self._check_allowed()
        secret, pipeline = _secret(key), self.pipeline
        alone = [document._replace(subject=None) for document in documents]
        draws = [scope_of(document, secret, pipeline.policy, {}) for document in alone]
        if pipeline.counts:
            pipeline = pipeline.counted(zip(documents, entities, draws, strict=True), secret)
        work = list(zip(documents, entities, draws, strict=True))
        edits = [pipeline.replace(*of_document) for of_document in work]
        check_documents(
            pipeline, ((one.id, of) for one, of in zip(documents, edits, strict=True)), "text"
        )
        return [
            self._result(pipeline, document, found, of)
            for (document, found, _), of in zip(work, edits, strict=True)
        ]

    def _result(
        self,
        pipeline: Pipeline,
        document: Document,
        entities: tuple[Entity, ...],
        edits: tuple[Edit, ...],
    ) -> Deidentified:
        summary = Summary()
        summary.note(document, edits, pipeline.bill(edits))
        summary.entries.update(pipeline.exemptions.entries(document, entities, edits))
        facts = gather(pipeline.policy, summary.settle(), format=_NAME, files=1)
        return Deidentified(render(document.text, edits), tuple(entities), edits, facts)

    def run(
        self,
        inputs: str | Path | Sequence[str | Path],
        output: str | Path,
        *,
        progress: Callable[[int], None] = lambda done: None,
        begun: Callable[[int | None], None] = lambda size: None,
        **order: Unpack[OrderFields],
    ) -> Release:
        """De-identify files: what ``understudy run`` does.

        ``order`` takes the other fields of ``understudy.Order``: ``format``, ``options``,
        ``ledger``, ``report``, ``key``, ``workers``, ``resume``, ``force``, …
        """
        several = inputs if isinstance(inputs, Sequence) and not isinstance(inputs, str) else ()
        given = tuple(map(str, several)) if several else (str(inputs),)
        asked = Order(inputs=given, output=str(output), policy=self.policy, **order)
        return carry_out(asked, progress, begun, pipeline=self.pipeline)


def _secret(key: bytes | None) -> bytes:
    """The key of the draws, a fresh one where none is given."""
    if key is not None and (not isinstance(key, bytes) or len(key) < 16):
        raise UsageError("a key has at least 16 bytes; understudy.new_key() makes one")
    return key or fresh_key()


def _is_missing(one: Any) -> bool:
    """Whether a list has no text in a place: None, or the NaN of a data frame."""
    return one is None or (isinstance(one, float) and math.isnan(one))


def _document(text: str, language: str | None, name: str = _NAME) -> Document:
    if not isinstance(text, str):
        raise UsageError(f"expected a text, not {type(text).__name__}")
    return Document(name, text, language)


@overload
def deidentify(
    text: str, *, policy: AnyPolicy = ..., language: str | None = ..., key: bytes | None = ...
) -> Deidentified: ...
@overload
def deidentify(
    text: list[str], *, policy: AnyPolicy = ..., language: str | None = ..., key: bytes | None = ...
) -> list[Deidentified]: ...
@overload
def deidentify(
    text: tuple[str, ...],
    *,
    policy: AnyPolicy = ...,
    language: str | None = ...,
    key: bytes | None = ...,
) -> tuple[Deidentified, ...]: ...
@overload
def deidentify(
    text: list[str | Missing],
    *,
    policy: AnyPolicy = ...,
    language: str | None = ...,
    key: bytes | None = ...,
) -> list[Deidentified | Missing]: ...
@overload
def deidentify(
    text: list[Message],
    *,
    policy: AnyPolicy = ...,
    language: str | None = ...,
    key: bytes | None = ...,
) -> list[Message]: ...
@overload
def deidentify(
    text: list[list[Message]],
    *,
    policy: AnyPolicy = ...,
    language: str | None = ...,
    key: bytes | None = ...,
) -> list[list[Message]]: ...
@overload
def deidentify(
    text: FrameT,
    *,
    policy: AnyPolicy = ...,
    language: str | None = ...,
    columns: Columns = ...,
    subject: str | None = ...,
    key: bytes | None = ...,
) -> FrameT: ...
def deidentify(
    text: Any,
    *,
    policy: AnyPolicy = "surrogate",
    language: str | None = None,
    columns: Columns = None,
    subject: str | None = None,
    key: bytes | None = None,
) -> Any:
    """The text, list, conversation or data frame with stand-ins for what is private in it; see
    ``Deidentifier``.

    A preset and its models are loaded once; a policy of another kind is read each time.
    """
    ready = _preset(policy) if isinstance(policy, str) and policy in PRESETS else None
    deidentifier: Callable[..., Any] = ready or Deidentifier(policy)
    return deidentifier(text, language=language, columns=columns, subject=subject, key=key)


@cache
def _preset(name: str) -> Deidentifier:
    return Deidentifier(name)
