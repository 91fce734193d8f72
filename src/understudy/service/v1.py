"""Our own interface."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

from fastapi import APIRouter, Request
from fastapi.responses import StreamingResponse
from pydantic import BaseModel, ConfigDict, Field

from understudy.core.categories import UNKNOWN, known_labels, plain_label
from understudy.core.folding import fold
from understudy.core.settings import near
from understudy.core.types import Document, Entity, Span
from understudy.corpus.conversations import read_conversations, written_conversation
from understudy.languages import language_of
from understudy.policy import Policy
from understudy.service.engines import Engines, Made, Task
from understudy.service.failures import LIMITS, Refused
from understudy.service.lines import CODE, LINES_ASKED, Lines, answered
from understudy.service.messages import check_messages
from understudy.service.names import check_names, place_of
from understudy.service.tokens import Sealer

__all__ = ["router"]


class _Body(BaseModel):
    model_config = ConfigDict(extra="forbid", hide_input_in_errors=True)


class Asked(_Body):
    """What to de-identify: a text, a list of texts, or the messages of one conversation."""

    text: str | list[str] | None = Field(None, examples=["Call Ann Lee at 555-0199."])
    messages: list[dict[str, Any]] | None = None
    language: str | None = Field(None, pattern=CODE, description="The code of a language.")
    policy: str | None = Field(None, description="One of /v1/policies; the first one if not given.")
    restorable: bool = Field(False, description="Whether to return a token for /v1/restore.")


class Sought(_Body):
    """What to look through."""

    text: str | list[str] = Field(examples=["Call Ann Lee at 555-0199."])
    language: str | None = Field(None, pattern=CODE)
    policy: str | None = None


class Mark(_Body):
    """A private span: characters from ``start`` up to ``end``, as /v1/identify gives it. Spans
    with the same ``who`` are one thing; ``score`` is not read."""

    start: Annotated[int, Field(ge=0)]
    end: Annotated[int, Field(gt=0)]
    category: str = Field(examples=["PERSON"])
    score: float | None = None
    who: int | None = None


class Marked(_Body):
    """A text whose private spans are known."""

    text: str = Field(examples=["I am Ann Lee."])
    entities: list[Mark]
    language: str | None = Field(None, pattern=CODE)
    policy: str | None = None
    restorable: bool = False


class Restored(_Body):
    """A released text and its token."""

    text: str
    token: str


class Found(BaseModel):
    """A private span. Spans with the same ``who`` are one thing."""

    start: int
    end: int
    category: str
    score: float
    who: int


class Released(BaseModel):
    """A released text, how many mentions were found in it, how many of them were replaced, and why
    the others were left as they are."""

    text: str
    found: int
    replaced: int
    left: dict[str, int] = {}
    token: str | None = None


class Conversed(BaseModel):
    """The messages of a conversation, released."""

    messages: list[dict[str, Any]]
    found: int
    replaced: int
    left: dict[str, int] = {}


class PolicyFact(BaseModel):
    """A policy that may be asked for."""

    name: str
    description: str


def router(engines: Engines, sealer: Sealer) -> APIRouter:
    """The routes under /v1."""
    made = APIRouter(prefix="/v1", responses=LIMITS)

    @made.post("/deidentify")
    async def deidentify(asked: Asked) -> Released | list[Released] | Conversed:
        """Replace what is private by stand-ins. Each text is drawn for by itself; the messages of
        a conversation share their stand-ins."""
        engine = engines.of(asked.policy)
        if (asked.text is None) == (asked.messages is None):
            raise Refused(422, "invalid_request", "give either text or messages")
        if asked.messages is not None:
            if asked.restorable:
                raise Refused(422, "invalid_request", "restorable goes with text")
            names = check_messages(asked.messages)
            (record,) = read_conversations([asked.messages], asked.language)
            if record.document is None:  # nothing is said in it
                return Conversed(messages=asked.messages, found=0, replaced=0)
            (done,) = await engine.do([Task(record.document)])
            values = {(one.original, one.entity.category) for one in done.edits if not one.kept}
            language = language_of(record.document, engine.deidentifier.policy.language)
            body = {"messages": asked.messages}
            check_names(
                names, values, language, "invalid_request", lambda name: place_of(name, body)
            )
            released = written_conversation(record, done.edits)
            return Conversed(messages=released, **done.counts())
        texts = _several(asked.text, engines)
        made_texts = await engine.do([Task(one) for one in _documents(texts, asked.language)])
        answers = [_released(one, sealer if asked.restorable else None) for one in made_texts]
        return answers if isinstance(asked.text, list) else answers[0]

    @made.post("/deidentify/stream", openapi_extra=LINES_ASKED)
    async def stream(request: Request, policy: str | None = None) -> StreamingResponse:
        """One JSON object on each line, with ``text`` and, if you like, ``id`` and ``language``.
        Lines come back in their order as they are done; a line that cannot be handled comes back
        as an error with its number."""
        engine = engines.of(policy)
        lines = answered(request, engine, engines.settings.max_bytes)
        # A client that is too slow is not waited for: the connection ends with the answer.
        return Lines(lines, headers={"Connection": "close"}, media_type="application/x-ndjson")

    @made.post("/identify")
    async def identify(sought: Sought) -> list[Found] | list[list[Found]]:
        """What is private, and where; nothing is replaced."""
        texts = _several(sought.text, engines)
        tasks = [Task(one, None, False) for one in _documents(texts, sought.language)]
        done = await engines.of(sought.policy).do(tasks)
        answers = [_found(one.entities) for one in done]
        return answers if isinstance(sought.text, list) else answers[0]

    @made.post("/replace")
    async def replace(marked: Marked) -> Released:
        """Replace spans that are known to be private; no detector looks."""
        if any(not one.start < one.end <= len(marked.text) for one in marked.entities):
            raise Refused(422, "invalid_request", "a span lies outside the text")
        engine = engines.of(marked.policy)
        spans = _spans(marked, engine.deidentifier.policy)
        (document,) = _documents([marked.text], marked.language)
        (done,) = await engine.do([Task(document, spans)])
        return _released(done, sealer if marked.restorable else None)

    @made.post("/restore")
    async def restore(given: Restored) -> dict[str, str]:
        """The original of a text that was released with ``restorable``."""
        return {"text": sealer.restored(given.text, given.token)}

    @made.get("/policies")
    async def policies() -> list[PolicyFact]:
        """The policies that may be asked for; the first one is the default."""
        return [
            PolicyFact(name=name, description=engines.of(name).deidentifier.policy.description)
            for name in engines.names
        ]

    @made.get("/privacy")
    async def privacy(policy: str | None = None) -> dict[str, list[dict[str, Any]]]:
        """What a policy guarantees for each category: ε and δ per unit, and what stays visible."""
        events = engines.of(policy).deidentifier.pipeline.events()
        return {
            category: [
                {
                    "mechanism": event.mechanism,
                    "unit": event.unit,
                    "p": event.p,
                    "epsilon": event.epsilon if event.epsilon < float("inf") else None,
                    "delta": event.delta,
                    "invariants": list(event.invariants),
                }
                for event in of_category
            ]
            for category, of_category in sorted(events.items())
        }

    return made


def _several(text: str | list[str] | None, engines: Engines) -> list[str]:
    texts = [text] if isinstance(text, str) else list(text or ())
    most = engines.settings.max_texts
    if len(texts) > most:
        raise Refused(413, "too_many_texts", f"at most {most:,} texts in one request")
    return texts


def _documents(texts: Sequence[str], language: str | None) -> list[Document]:
    return [Document(f"text {at}", text, language) for at, text in enumerate(texts)]


def _released(done: Made, sealer: Sealer | None) -> Released:
    token = None if sealer is None else sealer.seal(done.text, done.edits)
    return Released(text=done.text, token=token, **done.counts())


def _spans(marked: Marked, policy: Policy) -> tuple[Span, ...]:
    """The spans of a request; refused if one has a category that nobody knows. Those that are one
    thing have the longest of their values as the key."""
    texts: dict[tuple[str, int], set[str]] = {}
    for at, one in enumerate(marked.entities):
        label = plain_label(one.category)
        if policy.category(one.category) == UNKNOWN and UNKNOWN not in (
            label,
            known_labels().get(label),
            policy.labels.get(one.category),
        ):
            hint = near(label, (*policy.known, *policy.labels))
            message = f"entities.{at}.category: not a category of this policy{hint}"
            raise Refused(422, "invalid_request", message)
        if one.who is not None:
            text = fold(marked.text[one.start : one.end])
            texts.setdefault((one.category, one.who), set()).add(text)
    keys = {who: max(sorted(values), key=len) for who, values in texts.items() if len(values) > 1}
    return tuple(
        Span(
            one.start,
            one.end,
            one.category,
            key=None if one.who is None else keys.get((one.category, one.who)),
        )
        for one in marked.entities
    )


def _found(entities: Sequence[Entity]) -> list[Found]:
    numbers: dict[tuple[str, str], int] = {}
    return [
        Found(
            start=one.span.start,
            end=one.span.end,
            category=one.category,
            score=one.span.score,
            who=numbers.setdefault((one.category, one.key), len(numbers) + 1),
        )
        for one in entities
    ]
