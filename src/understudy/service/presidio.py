"""Presidio's interface: its paths, names, answers and status codes."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, PlainTextResponse, Response

from understudy.compat.presidio import (
    InvalidParamError,
    OperatorConfig,
    OperatorResult,
    PatternRecognizer,
    RecognizerResult,
)
from understudy.compat.presidio.recognizers import linear_pattern
from understudy.core.errors import UnderstudyError
from understudy.core.types import Document
from understudy.languages import DEFAULT
from understudy.service.aside import aside
from understudy.service.bodies import read_json
from understudy.service.engines import Engines, Task
from understudy.service.failures import LIMITS, Refused

__all__ = ["router"]

_UNREADABLE = "The browser (or proxy) sent a request that this server could not understand."
"""What Presidio's server says of a body that is no JSON."""
_UNREAD = "Failed to parse /analyze request for AnalyzerEngine.analyze()."
_CALLER_ONLY = ("custom",)
"""Operators that are functions, which no request can bring."""


def _asking(body: Mapping[str, Any]) -> dict[str, Any]:
    """What a route takes, for the OpenAPI document: its bodies are read as Presidio reads them."""
    return {"requestBody": {"required": True, "content": {"application/json": {"schema": body}}}}


_WORDS = {"type": "array", "items": {"type": "string"}}
_SPAN: dict[str, Any] = {
    "type": "object",
    "required": ["start", "end", "entity_type"],
    "properties": {
        "start": {"type": "integer"},
        "end": {"type": "integer"},
        "entity_type": {"type": "string"},
    },
}
_SCORED = {**_SPAN, "properties": {**_SPAN["properties"], "score": {"type": "number"}}}
_OPERATORS = {
    "type": "object",
    "additionalProperties": {
        "type": "object",
        "required": ["type"],
        "properties": {"type": {"type": "string"}},
    },
    "example": {"DEFAULT": {"type": "replace", "new_value": "X"}},
}
_PATTERN = {
    "type": "object",
    "required": ["name", "regex", "score"],
    "properties": {
        "name": {"type": "string"},
        "regex": {"type": "string"},
        "score": {"type": "number"},
    },
}
_RECOGNIZER = {
    "type": "object",
    "required": ["supported_entity"],
    "properties": {
        "name": {"type": "string"},
        "supported_language": {"type": "string"},
        "supported_entity": {"type": "string"},
        "patterns": {"type": "array", "items": _PATTERN},
        "deny_list": _WORDS,
        "context": _WORDS,
    },
}
_ANALYZE = {
    "type": "object",
    "required": ["text", "language"],
    "properties": {
        "text": {"oneOf": [{"type": "string"}, _WORDS], "example": "I am Ann Lee."},
        "language": {"type": "string", "example": DEFAULT},
        "entities": _WORDS,
        "score_threshold": {"type": "number"},
        "ad_hoc_recognizers": {"type": "array", "items": _RECOGNIZER},
        "allow_list": _WORDS,
        "allow_list_match": {"enum": ["exact", "regex"]},
        "regex_flags": {"type": "integer"},
        "context": _WORDS,
        "return_decision_process": {"type": "boolean"},
        "correlation_id": {"type": "string"},
    },
}
_ANONYMIZE = {
    "type": "object",
    "required": ["text", "analyzer_results"],
    "properties": {
        "text": {"type": "string", "example": "I am Ann Lee."},
        "analyzer_results": {"type": "array", "items": _SCORED},
        "anonymizers": _OPERATORS,
    },
}
_DEANONYMIZE = {
    "type": "object",
    "properties": {
        "text": {"type": "string"},
        "anonymizer_results": {"type": "array", "items": _SPAN},
        "deanonymizers": _OPERATORS,
    },
}
_STATUSES: dict[int | str, dict[str, Any]] = {
    400: {"description": "A body that cannot be read."},
    422: {"description": "Parameters that are wrong."},
    500: {"description": "As Presidio: no text, no language, or nothing that serves the request."},
    **LIMITS,
}


def router(engines: Engines, prefix: str) -> APIRouter:
    """Presidio's routes under a prefix."""
    made = APIRouter(prefix=prefix, tags=["presidio"])
    one_by_one = asyncio.Lock()  # stand-ins are drawn by one pipeline

    if prefix:  # at the root there is one of our own

        @made.get("/health")
        async def health() -> PlainTextResponse:
            """Whether the service is up."""
            return PlainTextResponse("Presidio Analyzer service is up")

    @made.post("/analyze", responses=_STATUSES, openapi_extra=_asking(_ANALYZE))
    async def analyze(request: Request) -> Response:
        """What is private in a text, or in each of a list."""
        try:
            body = await _body(request, empty=True)
            return JSONResponse(await _analyzed(engines, body))
        except _Wrong as error:
            return _error(error.status, str(error))
        except UnderstudyError as error:
            return _error(500, str(error))

    @made.get("/recognizers")
    async def recognizers(language: str | None = None) -> Response:
        """What looks for entities."""

        def named(language: str | None) -> list[str]:
            return [one.name for one in engines.analyzer.get_recognizers(language)]

        return _listed(named, language)

    @made.get("/supportedentities")
    async def entities(language: str | None = None) -> Response:
        """The names that /analyze can answer with."""
        return _listed(engines.analyzer.get_supported_entities, language)

    @made.post("/anonymize", responses=_STATUSES, openapi_extra=_asking(_ANONYMIZE))
    async def anonymize(request: Request) -> Response:
        """The text after operators on results of an analyzer."""
        try:
            body = await _body(request)
            found = [_result(one) for one in _list(body, "analyzer_results")]
            text, chosen = _text(body), _operators(body, "anonymizers")
            async with one_by_one:
                done = await asyncio.to_thread(
                    engines.anonymizer.anonymize,
                    *(text, found, chosen),
                    language=body.get("language"),
                )
        except _Wrong as error:
            return _error(error.status, str(error))
        except InvalidParamError as error:
            return _error(422, str(error))
        return Response(done.to_json(), media_type="application/json")

    @made.post("/deanonymize", responses=_STATUSES, openapi_extra=_asking(_DEANONYMIZE))
    async def deanonymize(request: Request) -> Response:
        """The text with what was encrypted decrypted."""
        try:
            body = await _body(request)
            found = [
                OperatorResult(one.start, one.end, one.entity_type, score=given.get("score"))
                for given in _list(body, "anonymizer_results", optional=True)
                for one in (_result(given),)
            ]
            chosen = _operators(body, "deanonymizers")
            text = _text({"text": "", **body})
            done = await asyncio.to_thread(engines.deanonymizer.deanonymize, text, found, chosen)
        except _Wrong as error:
            return _error(error.status, str(error))
        except InvalidParamError as error:
            return _error(422, str(error))
        return Response(done.to_json(), media_type="application/json")

    @made.get("/anonymizers")
    async def anonymizers() -> list[str]:
        """The names of the operators."""
        return engines.anonymizer.get_anonymizers()

    @made.get("/deanonymizers")
    async def deanonymizers() -> list[str]:
        """The names of the operators that undo others."""
        return engines.deanonymizer.get_deanonymizers()

    return made


class _Wrong(Exception):
    """A body that cannot be read."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status = status


def _error(status: int, message: str) -> JSONResponse:
    return JSONResponse({"error": message}, status)


def _listed(ask: Any, language: str | None) -> Response:
    try:
        return JSONResponse(ask(language))
    except UnderstudyError as error:
        return _error(500, str(error))


async def _body(request: Request, *, empty: bool = False) -> dict[str, Any]:
    try:
        body = read_json(await request.body())
    except ValueError:
        raise _Wrong(400, _UNREADABLE) from None
    if not isinstance(body, dict) or not (body or empty):
        raise _Wrong(400, "Invalid request json")
    return body


async def _analyzed(engines: Engines, body: Mapping[str, Any]) -> Any:
    text, language = body.get("text"), body.get("language")
    if not text:
        raise _Wrong(500, "No text provided")
    if not language:
        raise _Wrong(500, "No language provided")
    texts = text if isinstance(text, list) else [text]
    if not all(isinstance(one, str) for one in texts) or not isinstance(language, str):
        raise _Wrong(400, "text must be a string or a list of strings, language a string")
    if len(texts) > engines.settings.max_texts:
        raise Refused(413, "too_many_texts", f"at most {engines.settings.max_texts:,} texts")
    given = _given(body)
    engines.analyzer.check(language, given["entities"], given["ad_hoc_recognizers"])
    documents = [Document(f"text {at}", one, language) for at, one in enumerate(texts)]
    done = await engines.analysis.do([Task(document, None, False) for document in documents])
    answers = await aside(
        sum(map(len, texts)),
        engines.analyzer.finished,
        *(texts, [one.entities for one in done]),
        language=language,
        **given,
    )
    shown = [[_shown(one) for one in answer] for answer in answers]
    return shown if isinstance(text, list) else shown[0]


def _given(body: Mapping[str, Any]) -> dict[str, Any]:
    recognizers = body.get("ad_hoc_recognizers") or []
    if not isinstance(recognizers, list) or not all(isinstance(one, dict) for one in recognizers):
        raise _Wrong(400, "ad_hoc_recognizers must be a list of objects")
    least = body.get("score_threshold")
    if least is not None and (isinstance(least, bool) or not isinstance(least, int | float)):
        raise _Wrong(400, "score_threshold must be a number")
    flags = body.get("regex_flags")
    if flags is not None and type(flags) is not int:
        raise _Wrong(400, "regex_flags must be a whole number")
    allowed, match = _strings(body, "allow_list"), body.get("allow_list_match") or "exact"
    if match not in ("exact", "regex"):
        raise _Wrong(400, "allow_list_match must be exact or regex")
    return {
        "entities": _strings(body, "entities"),
        "score_threshold": least,
        "return_decision_process": bool(body.get("return_decision_process")),
        "ad_hoc_recognizers": _recognizers(recognizers, allowed if match == "regex" else None),
        "context": _strings(body, "context"),
        "allow_list": allowed,
        "allow_list_match": match,
        "regex_flags": flags,
    }


def _recognizers(given: list[dict[str, Any]], allowed: list[str] | None) -> list[PatternRecognizer]:
    """The recognizers of a request; patterns, also of what is allowed, are read before the text."""
    try:
        made = [PatternRecognizer.from_dict(one) for one in given]
        for one in made:
            one.compiled()
        for pattern in allowed or ():
            linear_pattern(pattern)
    except UnderstudyError as error:
        raise _Wrong(400, f"{_UNREAD} {error}") from None
    return made


def _strings(body: Mapping[str, Any], name: str) -> list[str] | None:
    value = body.get(name)
    if value is not None and (
        not isinstance(value, list) or not all(isinstance(one, str) for one in value)
    ):
        raise _Wrong(400, f"{name} must be a list of strings")
    return value or None


def _shown(found: RecognizerResult) -> dict[str, Any]:
    why = found.analysis_explanation
    return {
        "analysis_explanation": None if why is None else why.to_dict(),
        "end": found.end,
        "entity_type": found.entity_type,
        "score": found.score,
        "start": found.start,
    }


def _text(body: Mapping[str, Any]) -> str:
    text = body.get("text")
    if not isinstance(text, str):
        raise InvalidParamError("Invalid input, text can not be empty")
    return text


def _list(body: Mapping[str, Any], name: str, *, optional: bool = False) -> list[Any]:
    value = body.get(name)
    if value is None and optional:
        return []
    if not isinstance(value, list):
        raise InvalidParamError(f"Invalid input, {name} must be a list")
    return value


def _result(data: Any) -> RecognizerResult:
    if not isinstance(data, dict):
        raise InvalidParamError("Invalid input, a result must be an object")
    for name, kind in (("start", int), ("end", int), ("entity_type", str)):
        if name not in data:
            raise InvalidParamError(f"Invalid input, result must contain {name}")
        if type(data[name]) is not kind:
            raise InvalidParamError(f"Invalid parameter value for {name}.")
    score = data.get("score", 0.0)
    if isinstance(score, bool) or not isinstance(score, int | float):
        raise InvalidParamError("Invalid parameter value for score.")
    try:
        score = float(score)
    except OverflowError:
        raise InvalidParamError("Invalid parameter value for score.") from None
    return RecognizerResult(data["entity_type"], data["start"], data["end"], score)


def _operators(body: Mapping[str, Any], name: str) -> dict[str, OperatorConfig]:
    given = body.get(name) or {}
    if not isinstance(given, dict):
        raise InvalidParamError(f"Invalid input, {name} must be an object")
    chosen = {entity: OperatorConfig.from_json(config) for entity, config in given.items()}
    if any(one.operator_name in _CALLER_ONLY for one in chosen.values()):
        raise _Wrong(400, "Custom type anonymizer is not supported")
    return chosen
