"""Which conversation a request belongs to, and under which names its session is kept.

A client is known by its keys; one without keys by its network address, so that two people before
one gateway are two clients. Beneath that, a request says which conversation it goes on with: by a
header, by the id of a conversation or of an answer that the upstream server keeps, or by all that
was said so far.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from contextlib import suppress
from typing import Any, NamedTuple

from fastapi import Request

from understudy.service.failures import Refused
from understudy.service.gateway.answers import Answer
from understudy.service.gateway.dialects import answer_slots
from understudy.service.gateway.sessions import State, Store, digests, named
from understudy.service.gateway.settings import BY_KEY
from understudy.service.gateway.slots import Slots
from understudy.service.gateway.upstream import credentials

__all__ = ["KEY", "SESSION", "Conversation", "Scope", "Who", "conversation_of", "who_asks"]

KEY = "x-understudy-key"
SESSION = "x-understudy-session"
_ASSISTANT = "assistant"
_LONGEST = 200
_GUESSED = 22
"""Characters of a name with 128 random bits: fewer, and others without a key may choose it, too."""
_FAMILIES = {"/v1/messages/count_tokens": "/v1/messages"}
"""Paths whose requests repeat the conversations of another."""


class Who(NamedTuple):
    """A client."""

    digest: str
    keyed: bool
    """Whether it is known by keys, and not by its address alone."""


def who_asks(request: Request, secret: bytes) -> Who:
    """The client of a request."""
    keys = (request.headers.get(KEY, ""), *credentials(request))
    address = request.client.host if request.client else ""
    known = keys if any(keys) else (*keys, address)
    data = "\0".join(known).encode("utf-8", "surrogatepass")
    return Who(hashlib.blake2b(data, key=secret[:32], digest_size=32).hexdigest(), any(keys))


class Conversation:
    """The conversation of a request."""

    def __init__(self, start: str, own: str, before: str, slots: Slots) -> None:
        """``own``: the name that the request gives it; ``before``: that of the answer which it
        follows. Where there is neither, it is known by what was said."""
        self._start, self._own, self._before = start, own, before
        self._turns = list(slots.turns())

    def __repr__(self) -> str:
        return f"Conversation({len(self._turns)} turns)"

    def found(self, store: Store) -> State:
        """What was drawn for it so far."""
        for name in self._names():
            state = store.get(name)
            if state is not None:
                return state
        return State()

    def _names(self) -> list[str]:
        """Where its session may be: after the last answer first."""
        if self._own or self._before:
            return [self._own or self._before]
        found = digests(self._turns, self._start)
        return [name for role, name in reversed(found) if role == _ASSISTANT]

    def asked(self, store: Store, state: State) -> None:
        """Keeps what was drawn for a request, where the name does not wait for an answer."""
        if self._own:
            store.put(self._own, state)

    def answered(self, store: Store, state: State, answer: Answer) -> None:
        """Keeps it under what the next request will repeat of the answer."""
        if answer.response:
            store.put(_response(self._start, answer.response), state)
        if self._own or self._before:
            return  # what the request says is not all that was said
        for items in (*([one] for one in answer.messages), answer.items):
            with suppress(Refused):  # an answer in a shape that could not be sent again
                turns = list(answer_slots(items).turns())
                if turns:
                    store.claim(digests([*self._turns, *turns], self._start)[-1][1], state)


class Scope(NamedTuple):
    """Where a request was asked, and what holds there."""

    route: str
    policy: str
    by: str
    """How conversations are known that the request gives no name."""


def conversation_of(
    request: Request, who: Who, scope: Scope, body: Mapping[str, Any], slots: Slots
) -> Conversation:
    """The conversation of a request."""
    start = named(who.digest, _FAMILIES.get(scope.route, scope.route), scope.policy)
    own = _own(request, who, scope) or _kept_upstream(start, body)
    before = body.get("previous_response_id")
    follows = _response(start, before) if isinstance(before, str) and before else ""
    return Conversation(start, own, follows, slots)


def _own(request: Request, who: Who, scope: Scope) -> str:
    given = request.headers.get(SESSION, "")
    if len(given) > _LONGEST:
        raise Refused(400, "invalid_request_error", f"{SESSION}: too long")
    if given:
        if not who.keyed and len(given) < _GUESSED:
            raise Refused(
                400,
                "invalid_request_error",
                f"{SESSION}: without a key, a name of {_GUESSED} or more random characters is "
                "wanted, such as a UUID, which nobody else can choose",
            )
        return named(who.digest, scope.policy, "session", given)
    if scope.by != BY_KEY:
        return ""
    if not who.keyed:
        raise Refused(401, "unauthorized", "conversations are known by keys here: send one")
    return named(who.digest, scope.policy, "client")


def _kept_upstream(start: str, body: Mapping[str, Any]) -> str:
    """By the conversation that the upstream server keeps."""
    given = body.get("conversation")
    name = given.get("id") if isinstance(given, dict) else given
    return named(start, "conversation", name) if isinstance(name, str) and name else ""


def _response(start: str, name: str) -> str:
    return named(start, "response", name)
