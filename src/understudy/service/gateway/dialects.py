"""What of a request is text: OpenAI's chat completions, completions, responses and embeddings, and
Anthropic's messages.

Content of a type that is not known here, such as an image, is refused or left out, as the operator
says; it is never passed on.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from typing import Any

from understudy.corpus.interface import is_identifier
from understudy.service.failures import Refused
from understudy.service.gateway.settings import DROP
from understudy.service.gateway.slots import NAME, Slots

__all__ = ["ANSWERED", "Dialect", "Read", "answer_slots", "dialect_of", "signature"]

_TEXTS = frozenset(("text", "input_text", "output_text", "summary_text", "reasoning_text"))
_MODEL = re.compile(r"[A-Za-z0-9_.:/@+-]{1,200}")
_ROLES = ("system", "developer", "user", "assistant", "tool", "function")
_STRUCTURE = frozenset(
    (
        *("model", "role", "type", "id", "object", "stream", "service_tier", "reasoning_effort"),
        *("tool_choice", "function_call", "modalities", "encoding_format", "truncation"),
        *("include", "previous_response_id", "verbosity", "anthropic_version", "inference_geo"),
        *("stream_options", "parallel_tool_calls", "cache_control", "speed", "effort", "betas"),
        *("thinking", "reasoning", "context_management", "container", "conversation"),
    )
)
"""Fields of a request that hold names of the interface, never what somebody says."""
_NUMBERS = frozenset(
    (
        *("max_tokens", "max_completion_tokens", "max_output_tokens", "max_tokens_to_sample"),
        *("max_tool_calls", "seed", "dimensions", "top_k", "top_logprobs", "n", "best_of"),
    )
)
"""Settings that are numbers, and say nothing of anybody however large they are."""
_PIECE = re.compile(r"\d{1,6}")
"""The number of a piece of text, as models count them."""
_ASIDE = ""
"""The role of what is no turn: clients often leave it out when they send a message again, so that
a conversation must not be known by it."""
_IDENTITIES = frozenset(("user", "safety_identifier", "prompt_cache_key", "user_id"))
"""Fields that say who asks: another name stands for each."""
_SCHEMAS = frozenset(
    ("tools", "functions", "response_format", "output_format", "output_config", "text")
)
_VALUES = frozenset(("default", "examples", "input_examples", "const", "enum"))
"""Fields of a description that hold values, whatever their own fields are called."""
_SCHEMA_STRUCTURE = frozenset(
    (
        *("type", "name", "required", "$ref", "$schema", "$id", "format", "strict", "pattern"),
        *("additionalProperties", "syntax", "cache_control", "eager_input_streaming"),
    )
)
"""Fields of the description of a tool that hold names of the interface or of its fields."""

ANSWERED = frozenset(
    (
        *("id", "object", "model", "role", "type", "finish_reason", "stop_reason", "signature"),
        *("data", "encrypted_content", "call_id", "tool_call_id", "tool_use_id", "name", "status"),
        *("system_fingerprint", "service_tier", "item_id", "response_id", "previous_response_id"),
        *("thinking", "logprobs", "tools", "tool_choice", "embedding", "usage", "event_id"),
        *("obfuscation",),
    )
)
"""Fields of an answer that hold nothing of the conversation, or what must not change: thoughts
that are signed stay as the model wrote them."""


class Dialect:
    """Reads the requests of one interface."""

    def __init__(self, other: str, secret: bytes, signed: Callable[[str], bool]) -> None:
        """``signed`` says whether the model wrote a block of thoughts for this client."""
        self._other, self._secret, self._signed = other, secret, signed
        self.slots = Slots()

    def __repr__(self) -> str:
        return f"Dialect({self.slots!r})"

    # ── requests ────────────────────────────────────────────────────────────────────────────

    def chat(self, body: dict[str, Any]) -> None:
        """POST /v1/chat/completions."""
        messages = _listed(body, "messages")
        for at, message in enumerate(messages):
            self.message(_table(message, f"messages[{at}]"), f"messages[{at}]")
        self._settings(body, "messages")

    def completions(self, body: dict[str, Any]) -> None:
        """POST /v1/completions."""
        self._prompts(body, "prompt", "user")
        self._settings(body, "prompt")

    def embeddings(self, body: dict[str, Any]) -> None:
        """POST /v1/embeddings."""
        self._prompts(body, "input", "")
        self._settings(body, "input")

    def messages(self, body: dict[str, Any]) -> None:
        """POST /v1/messages."""
        if body.get("system") is not None:
            self._content(body, "system", "system", "system")
        for at, message in enumerate(_listed(body, "messages")):
            self.message(_table(message, f"messages[{at}]"), f"messages[{at}]")
        self._settings(body, "system", "messages")

    def responses(self, body: dict[str, Any]) -> None:
        """POST /v1/responses."""
        if "instructions" in body:
            self.slots.tree(body, "instructions", "system")
        if isinstance(body.get("input"), str):
            self.slots.text(body, "input", "user")
        elif body.get("input") is not None:
            items = _listed(body, "input")
            kept = [
                item
                for at, item in enumerate(items)
                if self.item(_table(item, f"input[{at}]"), f"input[{at}]")
            ]
            body["input"] = kept
        self._settings(body, "instructions", "input")

    def _prompts(self, body: dict[str, Any], key: str, role: str) -> None:
        value = body.get(key)
        if isinstance(value, str):
            self.slots.text(body, key, role)
        elif isinstance(value, list) and all(isinstance(one, str) for one in value):
            for at in range(len(value)):
                self.slots.text(value, at, role)
        elif value is not None:
            raise _refused(
                key, "text is wanted, or a list of texts; numbers of tokens are not read"
            )

    # ── messages and their content ──────────────────────────────────────────────────────────

    def message(self, message: dict[str, Any], place: str) -> None:
        """A message of a conversation."""
        role = message.get("role")
        if role not in _ROLES:
            raise _refused(place, f"a message has a role: {', '.join(_ROLES)}")
        for key in list(message):
            value = message[key]
            if key in ("role", "tool_call_id", "id", "type", "status", "cache_control"):
                self.slots.structure(message, key, role)
            elif key == "content":
                self._content(message, key, role, f"{place}.content")
            elif key == "name" and isinstance(value, str):
                self.slots.text(message, key, "", NAME)
            elif key == "tool_calls":
                for call in _listed(message, key) if value is not None else ():
                    self._call(_table(call, f"{place}.tool_calls"), role)
            elif key == "function_call" and isinstance(value, dict):
                self._arguments(value, role)
            elif key == "refusal":
                self.slots.tree(message, key, role)
            else:
                self.slots.tree(message, key, _ASIDE)

    def _call(self, call: dict[str, Any], role: str) -> None:
        for key in list(call):
            if key == "function" and isinstance(call[key], dict):
                self._arguments(call[key], role)
            elif key == "custom" and isinstance(call[key], dict):
                self.slots.tree(call, key, role)
            elif key in ("id", "type", "index"):
                self.slots.structure(call, key, role)
            else:
                self.slots.tree(call, key, role)

    def _arguments(self, function: Any, role: str) -> None:
        """What a tool is called with; its name is one of an interface."""
        for key in list(function) if isinstance(function, dict) else ():
            if key == "arguments" and isinstance(function[key], str):
                self.slots.json(function, key, role)
            elif key in ("name", "type", "id", "call_id", "status"):
                self.slots.structure(function, key, role)
            else:
                self.slots.tree(function, key, role)
                self.slots.field(function, key, role)

    def _content(self, holder: dict[str, Any], key: str, role: str, place: str) -> None:
        value = holder[key]
        if isinstance(value, str):
            self.slots.text(holder, key, role)
        elif isinstance(value, list):
            parts = [
                (f"{place}[{at}]", {"type": "text", "text": one} if isinstance(one, str) else one)
                for at, one in enumerate(value)
            ]
            holder[key] = [
                part for where, part in parts if self._part(_table(part, where), role, where)
            ]
        elif value is not None:
            raise _refused(place, "a string, a list or null is wanted")

    def _part(self, part: dict[str, Any], role: str, place: str) -> bool:
        """Reads a part of a content; whether it is kept."""
        kind = part.get("type")
        if kind in _TEXTS and isinstance(part.get("text"), str):
            self._fields(part, role, "text")
        elif kind == "refusal" and isinstance(part.get("refusal"), str):
            self._fields(part, role, "refusal")
        elif kind == "tool_use":
            self._fields(part, role, "input", structure=("name",))
        elif kind == "tool_result":
            if part.get("content") is not None:
                self._content(part, "content", role, f"{place}.content")
            self._fields(part, role, structure=("content", "is_error"))
        elif kind in ("thinking", "redacted_thinking") and self._known(part):
            return True
        else:
            return self._unknown(place)
        return True

    def _fields(
        self, part: dict[str, Any], role: str, *said: str, structure: tuple[str, ...] = ()
    ) -> None:
        """What a part says, and whatever else it holds."""
        known = ("type", "id", "tool_use_id", "cache_control", *structure)
        for key in (*said, *(one for one in list(part) if one not in said)):
            if key in known and key not in ("content",):
                self.slots.structure(part, key, role)
            elif key not in known and key in part:
                self.slots.tree(part, key, role if key in said else _ASIDE)

    def item(self, item: dict[str, Any], place: str) -> bool:
        """An item of the input of a response; whether it is kept."""
        kind = item.get("type", "message")
        if kind == "message":
            self.message(item, place)
        elif kind == "function_call":
            self._arguments(item, "assistant")
        elif kind == "function_call_output":
            self._result(item, f"{place}.output")
        elif kind == "item_reference":
            self.slots.structure({"": item}, "", "")
        elif kind == "reasoning" and self._known(item):
            self._thoughts(item)
        else:
            return self._unknown(place)
        return True

    def _result(self, item: dict[str, Any], place: str) -> None:
        """What a tool gave back."""
        for key in list(item):
            if key in ("type", "id", "call_id", "status"):
                self.slots.structure(item, key, "tool")
            elif key != "output":
                self.slots.tree(item, key, "tool")
        if isinstance(item.get("output"), str):
            self.slots.json(item, "output", "tool")
        elif "output" in item:
            self._content(item, "output", "tool", place)

    def _thoughts(self, item: dict[str, Any]) -> None:
        """What is signed stays; a summary was read back for the client, and leaves as text."""
        for key in list(item):
            if key not in (*_SIGNED, "type", "status"):
                self.slots.tree(item, key, "")

    def _known(self, part: Mapping[str, Any]) -> bool:
        """Whether a block of thoughts was answered in this conversation."""
        return any(part.get(key) for key in _SIGNED) and self._signed(signature(part))

    def _unknown(self, place: str) -> bool:
        if self._other == DROP:
            return False
        raise _refused(place, "content that is no text is not forwarded")

    # ── settings ────────────────────────────────────────────────────────────────────────────

    def _settings(self, body: dict[str, Any], *read: str) -> None:
        for key in list(body):
            value = body[key]
            if not is_identifier(key):
                raise _refused("body", "a field whose name is none of the interface")
            if key in read:
                continue
            if key == "model" and isinstance(value, str) and _MODEL.fullmatch(value):
                continue
            if key in _STRUCTURE:
                self.slots.structure(body, key, "")
                continue
            if key in _NUMBERS and isinstance(value, int | float):
                continue
            if key == "logit_bias" and _is_bias(value):
                continue
            if key in _IDENTITIES and isinstance(value, str):
                body[key] = self._other_name(value)
            elif key in _SCHEMAS and isinstance(value, dict | list):
                self._schema(value)
            elif key == "metadata" and isinstance(value, dict):
                self._metadata(value)
            elif key == "prediction" and isinstance(value, dict):
                self._prediction(value)
            else:
                self.slots.tree(body, key, "")

    def _metadata(self, value: dict[str, Any]) -> None:
        for name in list(value):
            if name in _IDENTITIES and isinstance(value[name], str):
                value[name] = self._other_name(value[name])
            else:
                self.slots.tree(value, name, "")
                self.slots.field(value, name, "")

    def _prediction(self, value: dict[str, Any]) -> None:
        for name in list(value):
            if name == "content":
                self._content(value, name, "", "prediction.content")
            else:
                self.slots.tree(value, name, "")

    def _other_name(self, value: str) -> str:
        """Who asks, by a name that tells nothing and is always the same."""
        data = value.encode("utf-8", "surrogatepass")
        return hashlib.blake2b(data, key=self._secret[:32], digest_size=16).hexdigest()

    def _schema(self, value: Any) -> None:
        """What is said in the description of a tool or of a form; names of fields are its own."""
        if isinstance(value, list):
            for at, one in enumerate(value):
                if isinstance(one, dict | list):
                    self._schema(one)
                else:
                    self.slots.tree(value, at, "")
        elif isinstance(value, dict):
            for key, one in list(value.items()):
                self.slots.field(value, key, "")
                if key in _VALUES:
                    self.slots.tree(value, key, "")
                elif key in _SCHEMA_STRUCTURE and not isinstance(one, dict):
                    self.slots.structure(value, key, "")
                elif isinstance(one, dict | list):
                    self._schema(one)
                else:
                    self.slots.tree(value, key, "")


Read = Callable[[Dialect, dict[str, Any]], None]
_ROUTES: Mapping[str, Read] = {
    "/v1/chat/completions": Dialect.chat,
    "/v1/completions": Dialect.completions,
    "/v1/embeddings": Dialect.embeddings,
    "/v1/messages": Dialect.messages,
    "/v1/messages/count_tokens": Dialect.messages,
    "/v1/responses": Dialect.responses,
}


def dialect_of(route: str) -> Read:
    """How requests at a path are read."""
    return _ROUTES[route]


def answer_slots(items: Iterable[Any]) -> Slots:
    """The texts of messages and calls that were answered, as they will come back with the next
    request."""
    dialect = Dialect(DROP, b"", lambda _: False)
    for item in items:
        if isinstance(item, dict):
            # Arguments that no request may have do not come back with the next one.
            with suppress(Refused):
                dialect.item(item, "answer")
    return dialect.slots


_SIGNED = ("thinking", "signature", "data", "encrypted_content", "id")


def signature(part: Mapping[str, Any]) -> str:
    """What a block of thoughts is known by."""
    return json.dumps([part.get(key) for key in _SIGNED])


def _is_bias(value: Any) -> bool:
    return isinstance(value, dict) and all(
        _PIECE.fullmatch(name) and isinstance(one, int | float) for name, one in value.items()
    )


def _listed(body: Mapping[str, Any], key: str) -> list[Any]:
    value = body.get(key)
    if not isinstance(value, list):
        raise _refused(key, "a list is wanted")
    return value


def _table(value: Any, place: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise _refused(place, "an object is wanted")
    if not all(map(is_identifier, value)):
        raise _refused(place, "a field whose name is none of the interface")
    return value


def _refused(place: str, message: str) -> Refused:
    return Refused(400, "invalid_request_error", f"{place}: {message}")
