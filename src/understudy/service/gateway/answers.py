"""Answers with the originals: whole ones, and those that arrive as streams of events.

A stream of events keeps its order. Text is sent on as soon as it is sure (``surrogates.echo``); the
arguments of a tool are JSON, and are sent when they are whole. What is still held when a part ends
is sent before the event that ends it, or when the stream ends, however it does.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Protocol

from understudy.core.text import json_text
from understudy.service.gateway.dialects import ANSWERED, signature
from understudy.service.gateway.events import Event
from understudy.service.gateway.slots import restored_json, restored_tree
from understudy.surrogates.echo import Echo, Stream

__all__ = ["Answer", "Turner", "Turning", "turning", "whole"]

_DONE = "[DONE]"
_OLDER = "function_call"
"""The call of a tool as it was before there could be several."""
_CHAT, _COMPLETIONS = "/v1/chat/completions", "/v1/completions"
_SAID = ("content", "refusal", "reasoning_content", "reasoning")
"""Fields of a piece of a chat message that hold text."""


class Answer:
    """What came back: messages as the client may send them again, and counts."""

    def __init__(self) -> None:
        self.messages: list[dict[str, Any]] = []
        """One for each choice."""
        self.items: list[Any] = []
        """The output of a response."""
        self.response = ""
        """The id by which the next request may name this answer."""
        self.signatures: list[str] = []
        """What the thoughts of the model are known by."""
        self.restored = self.unsure = 0
        self.noted = False
        """Whether it is known what the next request will repeat."""
        self.held = 0
        """Characters of JSON that wait until they are whole."""

    def __repr__(self) -> str:
        return f"Answer({self.restored} restored, {self.unsure} unsure)"

    def reader(self, echo: Echo) -> Callable[[str], str]:
        """Reads a text back, and counts."""

        def read(text: str) -> str:
            made = echo.read(text)
            self.restored += made.restored
            self.unsure += made.unsure
            return made.text

        return read

    def note(self, body: Any) -> None:
        """Keeps what the next request will repeat of an answer."""
        if not isinstance(body, dict):
            return
        self.noted = True
        choices = body.get("choices")
        if isinstance(choices, list):
            for choice in choices:
                self._choice(choice)
        elif body.get("type") == "message":
            self.messages.append({"role": "assistant", "content": body.get("content")})
            self._thoughts(body.get("content"))
        elif isinstance(body.get("output"), list):
            self.response = str(body.get("id") or "")
            self.items = body["output"]
            self._thoughts(body["output"])

    def _choice(self, choice: Any) -> None:
        message = choice.get("message") if isinstance(choice, dict) else None
        text = choice.get("text") if isinstance(choice, dict) else None
        if isinstance(message, dict):
            self.messages.append(message)
        elif isinstance(text, str):
            self.messages.append({"role": "assistant", "content": text})

    def _thoughts(self, blocks: Any) -> None:
        for block in blocks if isinstance(blocks, list) else ():
            if isinstance(block, dict) and block.get("type") in (
                *("thinking", "redacted_thinking", "reasoning"),
            ):
                self.signatures.append(signature(block))


def whole(body: Any, echo: Echo, answer: Answer) -> Any:
    """An answer that is one JSON value."""
    made = restored_tree(body, answer.reader(echo), ANSWERED)
    answer.note(made)
    return made


class Turning:
    """Reads a stream back, event by event."""

    def __init__(self, echo: Echo, answer: Answer) -> None:
        self.echo, self.answer = echo, answer
        self._streams: dict[Any, Stream] = {}
        self._held: dict[Any, list[str]] = {}
        self.said: dict[Any, list[str]] = {}
        """What was said so far, by its place."""

    def __repr__(self) -> str:
        return f"Turning({len(self._streams)} texts)"

    def fed(self, place: Any, text: str) -> str:
        """What is sure of a text after some more of it."""
        if place not in self._streams:
            self._streams[place] = self.echo.stream()
        return self._noted(place, self._streams[place].feed(text))

    def ended(self, place: Any) -> str:
        """What was still held of a text."""
        stream = self._streams.pop(place, None)
        if stream is None:
            return ""
        rest = self._noted(place, stream.end())
        self.answer.restored += stream.restored
        self.answer.unsure += stream.unsure
        return rest

    def _noted(self, place: Any, text: str) -> str:
        self.said.setdefault(place, []).append(text)
        return text

    def hold(self, place: Any, text: str) -> None:
        """Keeps a piece of JSON until it is whole."""
        self._held.setdefault(place, []).append(text)
        self.answer.held += len(text)

    def let_go(self, place: Any) -> str:
        """The JSON that was held, read back."""
        pieces = self._held.pop(place, None)
        if pieces is None:
            return ""
        text = "".join(pieces)
        self.answer.held -= len(text)
        return self._noted(place, restored_json(text, self.answer.reader(self.echo)))

    def open_places(self) -> list[Any]:
        """Texts that have not ended, and JSON that is held."""
        return [*self._streams, *self._held]

    def text_of(self, place: Any) -> str:
        """All that was said at a place."""
        return "".join(self.said.get(place, ()))


class Turner(Protocol):
    """Reads the stream of one interface back."""

    def event(self, event: Event) -> Iterator[Event]:
        """What is sent for an event."""
        ...

    def end(self) -> Iterator[Event]:
        """What is still held when no more events come."""
        ...

    def broken(self, code: str, message: str) -> Event:
        """Says that the stream broke off."""
        ...


def turning(route: str, echo: Echo, answer: Answer) -> Turner:
    """What becomes of a stream."""
    turned = Turning(echo, answer)
    if route in (_CHAT, _COMPLETIONS):
        return _Chat(turned)
    if route == "/v1/responses":
        return _Responses(turned)
    return _Messages(turned)


def _loaded(data: str) -> dict[str, Any] | None:
    try:
        value = json.loads(data)
    except ValueError:
        return None
    return value if isinstance(value, dict) else None


def _event(name: str, body: Mapping[str, Any]) -> Event:
    return Event(name, json_text(body))


class _Chat:
    """OpenAI's chat completions and completions: pieces of messages, by the numbers of choices."""

    def __init__(self, turned: Turning) -> None:
        self._turned = turned
        self._calls: dict[int, dict[int, dict[str, Any]]] = {}
        self._numbers: set[int] = set()
        self._last: dict[str, Any] = {}

    def event(self, event: Event) -> Iterator[Event]:
        if event.data.strip() == _DONE:
            yield from self.end()
            yield event
            return
        body = _loaded(event.data)
        if body is None or not isinstance(body.get("choices"), list):
            yield event if body is None or "error" in body else _event(event.name, body)
            return
        self._last = {key: value for key, value in body.items() if key not in ("usage", "choices")}
        for choice in body["choices"]:
            if isinstance(choice, dict):
                self._choice(choice)
        yield _event(event.name, body)

    def _choice(self, choice: dict[str, Any]) -> None:
        number = choice.get("index", 0)
        if not isinstance(number, int):
            return
        self._numbers.add(number)
        ends = choice.get("finish_reason") is not None
        choice.pop("logprobs", None)  # tokens of the stand-ins, which no longer are the text's
        if isinstance(choice.get("text"), str):
            place = (number, "text")
            choice["text"] = self._turned.fed(place, choice["text"])
            choice["text"] += self._turned.ended(place) if ends else ""
            return
        delta = choice.get("delta")
        if not isinstance(delta, dict):
            delta = choice["delta"] = {}
        for name in _SAID:
            if isinstance(delta.get(name), str):
                delta[name] = self._turned.fed((number, name), delta[name])
        calls = delta.get("tool_calls")
        for call in calls if isinstance(calls, list) else ():
            if isinstance(call, dict) and isinstance(call.get("index", 0), int):
                self._call(number, call)
        older = delta.get("function_call")
        if isinstance(older, dict):
            self._hold((number, _OLDER), older)
        if ends:
            self._end(number, delta)

    def _call(self, number: int, call: dict[str, Any]) -> None:
        """Holds the arguments of a tool back; its name passes."""
        at = call.get("index", 0)
        known = self._calls.setdefault(number, {}).setdefault(at, {"function": {}})
        function = call.get("function")
        if call.get("id"):
            known |= {"id": call["id"], "type": call.get("type", "function")}
        if isinstance(function, dict):
            if function.get("name"):
                known["function"]["name"] = function["name"]
            self._hold((number, "call", at), function)

    def _hold(self, place: tuple[Any, ...], function: dict[str, Any]) -> None:
        if isinstance(function.get("arguments"), str):
            self._turned.hold(place, function["arguments"])
            function["arguments"] = ""

    def _end(self, number: int, delta: dict[str, Any]) -> None:
        """Puts all that was held into the piece that ends a choice."""
        for place in self._turned.open_places():
            if place[0] != number:
                continue
            if place[1] == "call":
                arguments = self._turned.let_go(place)
                calls = delta.setdefault("tool_calls", [])
                calls.append({"index": place[2], "function": {"arguments": arguments}})
            elif place[1] == _OLDER:
                delta[_OLDER] = {"arguments": self._turned.let_go(place)}
            else:
                rest = self._turned.ended(place)
                if rest:
                    delta[place[1]] = (delta.get(place[1]) or "") + rest

    def broken(self, code: str, message: str) -> Event:
        return _event("", {"error": {"message": message, "type": code, "code": code}})

    def end(self) -> Iterator[Event]:
        for number in dict.fromkeys(place[0] for place in self._turned.open_places()):
            text = (number, "text")
            if text in self._turned.open_places():
                choice: dict[str, Any] = {"index": number, "text": self._turned.ended(text)}
            else:
                choice = {"index": number, "delta": {}}
                self._end(number, choice["delta"])
            yield _event("", {**self._last, "choices": [choice]})
        choices = [{"message": self._message(number)} for number in self._numbers]
        self._numbers.clear()
        self._turned.answer.note({"choices": choices})

    def _message(self, number: int) -> dict[str, Any]:
        """All that was said in a choice."""
        said, refusal = (self._turned.text_of((number, one)) for one in ("content", "refusal"))
        said = said or self._turned.text_of((number, "text"))
        message: dict[str, Any] = {"role": "assistant", "content": said}
        if refusal:
            message["refusal"] = refusal
        calls = [
            {**call, "function": {**call["function"], "arguments": self._turned.text_of(place)}}
            for at, call in sorted(self._calls.get(number, {}).items())
            for place in [(number, "call", at)]
        ]
        if calls:
            message["tool_calls"] = calls
        arguments = self._turned.text_of((number, _OLDER))
        if arguments:
            message[_OLDER] = {"arguments": arguments}
        return message


class _Messages:
    """Anthropic's messages: blocks of content, by their number."""

    def __init__(self, turned: Turning) -> None:
        self._turned = turned
        self._blocks: dict[int, dict[str, Any]] = {}

    def event(self, event: Event) -> Iterator[Event]:
        body = _loaded(event.data)
        kind = None if body is None else body.get("type")
        at = 0 if body is None else body.get("index", 0)
        if body is None or not isinstance(at, int):
            yield event
        elif kind == "content_block_start":
            block = body.get("content_block")
            if isinstance(block, dict):
                self._start(at, block)
            yield _event(event.name, body)
        elif kind == "content_block_delta":
            if self._delta(at, body.get("delta")):
                yield _event(event.name, body)
        elif kind == "content_block_stop":
            yield from self._stop(at)
            yield _event(event.name, body)
        elif kind == "message_stop":
            yield from self.end()
            yield _event(event.name, body)
        elif kind == "error":
            yield event
        else:
            # What stopped the answer is told at its end: a stop word of the client's own.
            yield _event(event.name, restored_tree(body, self._read(), ANSWERED))

    def broken(self, code: str, message: str) -> Event:
        return _event("error", {"type": "error", "error": {"type": code, "message": message}})

    def end(self) -> Iterator[Event]:
        for at in dict.fromkeys(place[0] for place in self._turned.open_places()):
            yield from self._stop(at)
        content = [block for _, block in sorted(self._blocks.items())]
        self._blocks.clear()
        if content:
            self._turned.answer.note({"type": "message", "content": content})

    def _start(self, at: int, block: dict[str, Any]) -> None:
        self._blocks[at] = dict(block)
        if isinstance(block.get("text"), str):
            block["text"] = self._turned.fed((at, "text"), block["text"])
        elif block.get("input"):
            block["input"] = restored_tree(block["input"], self._read(), frozenset())
            self._blocks[at]["input"] = block["input"]

    def _read(self) -> Callable[[str], str]:
        return self._turned.answer.reader(self._turned.echo)

    def _delta(self, at: int, delta: Any) -> bool:
        """Reads a piece of a block back; whether it is sent."""
        if not isinstance(delta, dict):
            return True
        block = self._blocks.setdefault(at, {})
        match delta.get("type"):
            case "text_delta":
                delta["text"] = self._turned.fed((at, "text"), str(delta.get("text", "")))
                return bool(delta["text"])
            case "input_json_delta":
                self._turned.hold((at, "json"), str(delta.get("partial_json", "")))
                return False
            case "thinking_delta":
                block["thinking"] = block.get("thinking", "") + str(delta.get("thinking", ""))
            case "signature_delta":
                block["signature"] = delta.get("signature")
            case _:
                made = restored_tree(delta, self._read(), ANSWERED)
                delta.clear()
                delta.update(made)
        return True

    def _stop(self, at: int) -> Iterator[Event]:
        block = self._blocks.setdefault(at, {})
        rest = self._turned.ended((at, "text"))
        if rest:
            yield self._piece(at, {"type": "text_delta", "text": rest})
        made = self._turned.let_go((at, "json"))
        if made:
            yield self._piece(at, {"type": "input_json_delta", "partial_json": made})
            loaded = _loaded(made)
            block["input"] = {} if loaded is None else loaded
        if block.get("type") == "text":
            block["text"] = self._turned.text_of((at, "text"))

    def _piece(self, at: int, delta: Mapping[str, Any]) -> Event:
        body = {"type": "content_block_delta", "index": at, "delta": delta}
        return _event("content_block_delta", body)


class _Responses:
    """OpenAI's responses: pieces of items, by what the events say of their places."""

    def __init__(self, turned: Turning) -> None:
        self._turned = turned
        self._heads: dict[Any, dict[str, Any]] = {}

    def event(self, event: Event) -> Iterator[Event]:
        body = _loaded(event.data)
        kind = str(body.get("type", "")) if body else ""
        if body is None or kind == "error":
            yield event
        elif kind.endswith(".delta") and isinstance(body.get("delta"), str):
            yield from self._delta(event, kind, body)
        else:
            if kind.endswith(".done"):
                yield from self._rest(self._place(kind.removesuffix(".done"), body))
            read = self._turned.answer.reader(self._turned.echo)
            # The same text comes again in events that end something: it was counted already.
            counts = self._turned.answer.restored, self._turned.answer.unsure
            made = restored_tree(body, read, ANSWERED)
            self._turned.answer.restored, self._turned.answer.unsure = counts
            response = made.get("response")
            if isinstance(response, dict):
                if kind in ("response.completed", "response.incomplete"):
                    yield from self.end()
                    self._turned.answer.note(response)
                # Its id is known from the first event on, and may be asked for.
                self._turned.answer.response = str(response.get("id") or "")
            yield _event(event.name, made)

    def broken(self, code: str, message: str) -> Event:
        return _event("error", {"type": "error", "code": code, "message": message, "param": None})

    def end(self) -> Iterator[Event]:
        for place in self._turned.open_places():
            yield from self._rest(place)

    def _place(self, kind: str, body: Mapping[str, Any]) -> tuple[Any, ...]:
        at = ("item_id", "output_index", "content_index", "summary_index")
        return (kind, *(body.get(one) for one in at))

    def _delta(self, event: Event, kind: str, body: dict[str, Any]) -> Iterator[Event]:
        place = self._place(kind.removesuffix(".delta"), body)
        self._heads[place] = {key: value for key, value in body.items() if key != "delta"}
        if "arguments" in kind:
            self._turned.hold(place, body["delta"])
            return
        body["delta"] = self._turned.fed(place, body["delta"])
        body.pop("logprobs", None)
        if body["delta"]:
            yield _event(event.name, body)

    def _rest(self, place: tuple[Any, ...]) -> Iterator[Event]:
        rest = self._turned.ended(place) + self._turned.let_go(place)
        if rest:
            head = self._heads.pop(place, {"type": f"{place[0]}.delta"})
            yield _event(str(head["type"]), {**head, "delta": rest})
