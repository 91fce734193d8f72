"""The policies of a service at work: each is loaded once, and concurrent texts share a batch."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, NamedTuple

from understudy.compat.presidio import AnalyzerEngine, AnonymizerEngine, DeanonymizeEngine
from understudy.core.draw import Draw, fresh_key
from understudy.core.errors import BudgetExceeded
from understudy.core.reasons import why_left
from understudy.core.spans import render
from understudy.core.types import Document, Edit, Entity, Span
from understudy.deidentifier import Deidentifier
from understudy.languages import DEFAULT
from understudy.policy.scopes import scope_of
from understudy.run.release import check_budget, check_documents, check_review
from understudy.service.batching import Batcher
from understudy.service.failures import Refused
from understudy.service.settings import Settings

__all__ = ["Engine", "Engines", "Made", "Task"]


class Task(NamedTuple):
    """A document to be handled. ``spans``: what is private in it, if the caller knows."""

    document: Document
    spans: tuple[Span, ...] | None = None
    replaces: bool = True


class Made(NamedTuple):
    """What came of a task."""

    text: str
    entities: tuple[Entity, ...]
    edits: tuple[Edit, ...]

    def __repr__(self) -> str:
        return f"Made({len(self.text)} characters, {len(self.entities)} entities)"

    def counts(self) -> dict[str, Any]:
        """How many mentions were found and replaced, and why the others were left."""
        return {
            "found": len(self.edits),
            "replaced": sum(not one.kept for one in self.edits),
            "left": why_left(self.edits),
        }


class Engine:
    """One policy."""

    def __init__(self, name: str, settings: Settings) -> None:
        self.deidentifier = Deidentifier(name)
        self._timeout = settings.timeout
        self._batcher: Batcher[Task, Made] = Batcher(self._work, settings.queue)

    def warm(self, languages: Sequence[str]) -> None:
        """Load models and lists; a policy that must not run is refused here."""
        check_budget(self.deidentifier.pipeline)
        check_review(self.deidentifier.pipeline)
        for language in languages:
            with suppress(BudgetExceeded):  # of this text, which is nobody's
                self._work([Task(Document("warm", "Ann Lee, 555-0199", language))])

    def start(self) -> None:
        """Begin to serve; needs a running event loop."""
        self._batcher.start()

    async def stop(self) -> None:
        """End after what is under way."""
        await self._batcher.stop()

    @property
    def waiting(self) -> int:
        """How many texts wait."""
        return self._batcher.waiting

    async def do(self, tasks: Sequence[Task]) -> list[Made]:
        """The outcomes, in the order of the tasks."""
        return await self._batcher.do(tasks, self._timeout)

    async def outcomes(self, tasks: Sequence[Task]) -> list[Made | BaseException]:
        """The same, with the fault of a task in the place of its outcome."""
        return await self._batcher.outcomes(tasks, self._timeout)

    def _work(self, tasks: Sequence[Task]) -> list[Made]:
        pipeline = self.deidentifier.pipeline
        unmarked = [task.document for task in tasks if task.spans is None]
        found = iter(pipeline.identify(unmarked))
        made = []
        for task in tasks:
            document = task.document
            entities = (
                next(found)
                if task.spans is None
                else pipeline.categorise(document, list(task.spans))
            )
            if not task.replaces:
                made.append(Made(document.text, entities, ()))
                continue
            draw = self._draw(document)
            ready = pipeline
            if pipeline.counts:
                ready = pipeline.counted([(document, entities, draw)], fresh_key())
            edits = ready.replace(document, entities, draw)
            check_documents(ready, [(document.id, edits)], "text")
            made.append(Made(render(document.text, edits), entities, edits))
        return made

    def _draw(self, document: Document) -> Draw:
        """Each text has a key of its own, which nobody keeps."""
        return scope_of(document, fresh_key(), self.deidentifier.policy, {})


class Engines:
    """All policies of a service, and the engines that answer Presidio's requests."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._by_name = {name: Engine(name, settings) for name in settings.policies}
        self.analyzer = AnalyzerEngine(settings.presidio_policy)
        self.anonymizer = AnonymizerEngine()
        self.deanonymizer = DeanonymizeEngine()
        self._analysis = self._by_name.get(settings.presidio_policy) or Engine(
            settings.presidio_policy, settings
        )
        self.ready = False

    @property
    def names(self) -> tuple[str, ...]:
        """The policies that may be asked for, the default first."""
        return tuple(self._by_name)

    @property
    def waiting(self) -> int:
        """How many texts wait, over all policies."""
        return sum(engine.waiting for engine in self._all())

    def _all(self) -> list[Engine]:
        return list({id(one): one for one in (*self._by_name.values(), self._analysis)}.values())

    def of(self, name: str | None) -> Engine:
        """The engine of a policy; refused if the service does not offer it."""
        found = self._by_name.get(self.names[0] if name is None else name)
        if found is None:
            raise Refused(404, "unknown_policy", f"policies: {', '.join(self.names)}")
        return found

    @property
    def analysis(self) -> Engine:
        """What finds entities for Presidio's requests."""
        return self._analysis

    async def start(self) -> None:
        """Load everything, then begin to serve."""
        languages = self.settings.languages or (DEFAULT,)
        for engine in self._all():
            await asyncio.to_thread(engine.warm, languages)
            engine.start()
        self.ready = True

    async def stop(self) -> None:
        """End after what is under way."""
        self.ready = False
        for engine in self._all():
            await engine.stop()
