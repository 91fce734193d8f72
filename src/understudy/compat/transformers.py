"""A pipeline that is called as those of the library transformers are.

    from understudy.compat.transformers import pipeline

    find = pipeline("token-classification", policy="surrogate")
    find("Ann Lee called.")     # [{"entity_group": "PERSON", "score": …, "word": …, "start": …, …}]
    replace = pipeline("deidentify")
    replace(["Ann Lee called."])   # [{"text": "Rosa Cole called.", "entities": […]}]

A text gives one answer, a list of texts a list of them, and anything else that can be iterated an
iterator. The library itself is not needed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

from understudy.core.errors import UsageError
from understudy.core.types import Entity
from understudy.deidentifier import Deidentifier
from understudy.policy import Policy

__all__ = ["Caller", "pipeline"]

_FINDS = ("token-classification", "ner")
_REPLACES = "deidentify"
_WHOLE = ("simple", "first", "average", "max")
"""How transformers joins the pieces of a word; ours are never apart."""


class Caller:
    """What ``pipeline`` returns."""

    def __init__(
        self, task: str, deidentifier: Deidentifier, language: str | None, batch_size: int
    ) -> None:
        self.task = task
        self._deidentifier, self._language, self._batch = deidentifier, language, batch_size

    def __repr__(self) -> str:
        return f"Caller({self.task!r}, {self._deidentifier!r})"

    def __call__(self, inputs: Any, *, batch_size: int | None = None) -> Any:
        """The answer for each text."""
        size = self._batch if batch_size is None else batch_size
        if size < 1:
            raise UsageError("batch_size must be at least 1")
        if isinstance(inputs, str):
            return self._answers([inputs])[0]
        answers = self._streamed(inputs, size)
        return list(answers) if isinstance(inputs, Sequence) else answers

    def _streamed(self, inputs: Iterable[str], size: int) -> Iterator[Any]:
        texts = iter(inputs)
        while batch := list(islice(texts, size)):
            yield from self._answers(batch)

    def _answers(self, texts: list[str]) -> list[Any]:
        if self.task == _REPLACES:
            results = self._deidentifier(texts, language=self._language)
            return [
                {"text": one.text, "entities": _groups(text, one.entities)}
                for text, one in zip(texts, results, strict=True)
            ]
        found = self._deidentifier.identify(texts, language=self._language)
        return [_groups(text, entities) for text, entities in zip(texts, found, strict=True)]


def _groups(text: str, entities: Sequence[Entity]) -> list[dict[str, Any]]:
    return [
        {
            "entity_group": one.category,
            "score": one.span.score,
            "word": text[one.span.start : one.span.end],
            "start": one.span.start,
            "end": one.span.end,
        }
        for one in entities
    ]


def pipeline(
    task: str = _REPLACES,
    policy: str | Path | Policy = "surrogate",
    *,
    language: str | None = None,
    aggregation_strategy: str = "simple",
    batch_size: int = 16,
) -> Caller:
    """A pipeline for a task: ``token-classification`` (also ``ner``) or ``deidentify``."""
    if task not in (*_FINDS, _REPLACES):
        known = ", ".join((*_FINDS, _REPLACES))
        raise UsageError(f"there is no task {task!r}; there are: {known}")
    if aggregation_strategy not in _WHOLE:
        raise UsageError(
            f"aggregation_strategy {aggregation_strategy!r}: entities are whole here, there are no "
            f"pieces of words; take one of {', '.join(_WHOLE)}"
        )
    return Caller(task, Deidentifier(policy), language, batch_size)
