"""What a conversation is: what finds its stand-ins again, and what must never find them."""

from __future__ import annotations

import json
import re
import sqlite3
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("fastapi", reason="needs the extra [service]")
from fastapi.testclient import TestClient
from scripted import (
    CANARY,
    CHAT,
    SECRET,
    Script,
    ask,
    chunks,
    gateway,
    said,
    shown_name,
    spoken,
    user,
)

from understudy.service.gateway.events import Event
from understudy.service.gateway.sessions import FileStore, MemoryStore, State, Store
from understudy.surrogates.echo import Pair

RESPONSES = "/v1/responses"
ASKED = f"I am {CANARY}, file my claim."


@pytest.fixture(scope="module")
def script() -> Script:
    return Script()


@pytest.fixture(scope="module")
def served(script: Script) -> Iterator[TestClient]:
    with gateway(script) as found:
        yield found


@pytest.fixture
def client(served: TestClient, script: Script) -> TestClient:
    script.asked.clear()
    return served


def shown(script: Script, at: int = -1) -> tuple[str, str]:
    """Given name and surname that stood in for those of the canary in a request."""
    return shown_name(json.dumps(script.asked[at], ensure_ascii=False))


def answered(text: str, **more: Any) -> dict[str, Any]:
    """An answer of /v1/responses."""
    part = {"type": "output_text", "text": text, "annotations": []}
    item = {"type": "message", "id": "msg_1", "role": "assistant", "status": "completed"}
    return {"id": "resp_1", "object": "response", "output": [{**item, "content": [part]}], **more}


def respond(client: TestClient, given: Any, **more: Any) -> Any:
    headers = {"Authorization": f"Bearer {SECRET}"}
    made = client.post(RESPONSES, json={"model": "m", "input": given, **more}, headers=headers)
    assert made.status_code == 200, made.text
    return made.json() if not more.get("stream") else made.text


# ── one conversation is found again ─────────────────────────────────────────────────────────────


@pytest.mark.parametrize("stream", [False, True])
@pytest.mark.parametrize("again", ["items", "message"])
def test_a_response_is_known_by_the_history_that_comes_again(
    client: TestClient, script: Script, stream: bool, again: str
) -> None:
    def answer(body: dict[str, Any]) -> Any:
        whole = answered(f"Noted, {shown(script)[1]}; {again}, {stream}.")
        return [{"type": "response.completed", "response": whole}] if stream else whole

    script.answer = answer
    made = respond(client, [user(ASKED)], stream=stream)
    if stream:
        made = json.loads(made.split("data: ", 1)[1])["response"]
    text = made["output"][0]["content"][0]["text"]
    assert text.startswith("Noted, Quenneville;")
    said = made["output"] if again == "items" else [{"role": "assistant", "content": text}]
    respond(client, [user(ASKED), *said, user("And now?")], stream=stream)
    assert shown(script, 0) == shown(script, 1)


def test_a_response_is_known_by_the_call_of_a_tool(client: TestClient, script: Script) -> None:
    def answer(body: dict[str, Any]) -> Any:
        arguments = json.dumps({"who": shown(script)[1]})
        call = {"type": "function_call", "id": "fc_1", "call_id": "c", "name": "find"}
        return {"id": "resp_t", "output": [{**call, "arguments": arguments, "status": "completed"}]}

    script.answer = answer
    made = respond(client, ASKED)
    result = {"type": "function_call_output", "call_id": "c", "output": '{"found": true}'}
    respond(client, [user(ASKED), *made["output"], result])
    assert shown(script, 0) == shown(script, 1)


@pytest.mark.parametrize("ends", ["response.completed", "response.failed", ""])
def test_a_response_is_known_by_its_id(client: TestClient, script: Script, ends: str) -> None:
    def answer(body: dict[str, Any]) -> Any:
        number = len(script.asked)
        whole = answered("Noted.", id=f"resp_{ends}_{number}")
        begins = {"type": "response.created", "response": {**whole, "output": []}}
        return [begins, *([{"type": ends, "response": whole}] if ends else [])]

    script.answer = answer
    respond(client, ASKED, stream=True)
    surname = shown(script)[1]
    for number in (1, 2, 3):
        respond(
            client,
            f"And is Quenneville there, {number}?",
            stream=True,
            previous_response_id=f"resp_{ends}_{number}",
        )
        assert script.asked[-1]["input"] == f"And is {surname} there, {number}?"
        assert script.asked[-1]["previous_response_id"] == f"resp_{ends}_{number}"


@pytest.mark.parametrize("given", ["conv_68a1b2c3d4", {"id": "conv_68a1b2c3d4e5"}])
def test_a_response_is_known_by_its_conversation(
    client: TestClient, script: Script, given: Any
) -> None:
    script.answer = lambda body: answered("Noted.")
    respond(client, ASKED, conversation=given)
    surname = shown(script)[1]
    respond(client, "And is Quenneville there?", conversation=given)
    assert script.asked[-1]["input"] == f"And is {surname} there?"
    assert script.asked[-1]["conversation"] == given


@pytest.mark.parametrize(
    ("first", "again", "private"),
    [
        ("My password is Blue7tiger.", "blue7tiger fails", "blue7tiger"),
        ("My password is Blue7tiger.", "BLUE7TIGER fails", "BLUE7TIGER"),
        ("My case number is KX-4417-B.", "KX4417B again?", "4417"),
        ("My case number is KX-4417-B.", "and kx 4417 b?", "4417"),
        ("My username is hwhitcomb77.", "reset hwhit\u00adcomb77 please", "comb77"),
        ("My username is hwhitcomb77.", "reset Hwhitcomb77 please", "whitcomb"),
        ("I work at Larkfield Holdings Ltd.", "LARKFIELD HOLDINGS fired me", "LARKFIELD"),
        ("I am Zbigniew Quenneville.", "Is Q-u-e-n-n-e-v-i-l-l-e there?", "n-n-e-v"),
    ],
)
def test_what_is_private_is_found_in_all_its_forms_without_the_history(
    client: TestClient, script: Script, first: str, again: str, private: str
) -> None:
    script.answer = lambda body: answered("Noted.")
    conversation = f"conv_{(first + again).encode().hex()[:60]}"
    respond(client, first, conversation=conversation)
    respond(client, again, conversation=conversation)
    assert private not in script.asked[-1]["input"]


def test_what_cannot_be_undone_is_looked_for_without_the_history(script: Script) -> None:
    script.answer = lambda body: answered("Noted.")
    with gateway(script, policy="redact") as client:
        respond(client, "My password is Blue7tiger.", conversation="conv_redacted")
        respond(client, "BLUE7TIGER fails", conversation="conv_redacted")
    assert "7TIGER" not in script.asked[-1]["input"]


def test_a_session_of_an_earlier_version_is_looked_for_by_its_pairs() -> None:
    state = State()
    state.pairs[CANARY, "PERSON"] = Pair(CANARY, "Ann Lee", "PERSON", "people", "a")
    row = json.loads(state.packed())
    del row["private"]
    assert list(State.unpacked(json.dumps(row).encode()).private) == [(CANARY, "PERSON")]


def test_a_request_over_the_budget_of_a_document_is_not_forwarded(
    script: Script, tmp_path: Path
) -> None:
    path = tmp_path / "over.toml"
    path.write_text(
        'schema = 1\nname = "over"\ndetectors = ["grammar"]\nepsilon_document_max = 0.5\n'
        '[default]\nstrategy = "surrogate"\np = 0.5\n'
    )
    script.answer = lambda body: answered("Noted.")
    script.asked.clear()
    headers = {"Authorization": f"Bearer {SECRET}"}
    with gateway(script, policy=str(path)) as client:
        body = {"model": "m", "input": "Write to zebulon@quillfeather.com"}
        answer = client.post(RESPONSES, json=body, headers=headers)
        assert answer.status_code == 403 and "quillfeather" not in answer.text
        assert "epsilon_document_max = 0.5" in answer.json()["error"]["message"]
        assert script.asked == []
        respond(client, "Nobody wrote.")
    assert len(script.asked) == 1


def test_every_choice_is_an_answer_to_go_on_from(client: TestClient, script: Script) -> None:
    def answer(body: dict[str, Any]) -> dict[str, Any]:
        made = [spoken(f"Choice {number}.")["choices"][0] for number in (1, 2)]
        return {"choices": made}

    script.answer = answer
    made = ask(client, [user(ASKED)], n=2)
    names = {shown(script)}
    for choice in made["choices"]:
        ask(client, [user(ASKED), choice["message"], user("Go on.")])
        names.add(shown(script))
    assert len(names) == 1


def test_counting_tokens_shows_the_same_stand_ins(client: TestClient, script: Script) -> None:
    content = [{"type": "text", "text": "Noted."}]
    script.answer = lambda body: {"type": "message", "role": "assistant", "content": content}
    ask(client, [user(ASKED)], "/v1/messages")
    again = [user(ASKED), {"role": "assistant", "content": "Noted."}, user("Go on.")]
    ask(client, again, "/v1/messages/count_tokens")
    assert shown(script, 0) == shown(script, 1)


# ── two conversations never are one ─────────────────────────────────────────────────────────────


def test_two_that_say_and_hear_the_same_share_nothing(client: TestClient, script: Script) -> None:
    """Somebody else with the same key says the same and is answered the same."""
    script.answer = lambda body: spoken("Hello! What can I do for you?")
    hello = [
        user("Good morning to you."),
        spoken("Hello! What can I do for you?")["choices"][0]["message"],
    ]
    for number in range(4):
        ask(client, hello[:1])
        ask(client, hello[:1])
        ask(client, [*hello, user(f"I am {CANARY}, {number}.")])
        ask(client, [*hello, user(f"I am {CANARY}, and {number}.")])
    names = [shown(script, at) for at in range(len(script.asked)) if at % 4 > 1]
    assert len(set(names)) == len(names)


def test_clients_without_keys_are_told_apart_by_their_addresses(
    client: TestClient, script: Script
) -> None:
    script.answer = lambda body: spoken("Noted by address.")
    again = [user(ASKED), {"role": "assistant", "content": "Noted by address."}, user("Go on.")]
    for address, messages in (("one", again[:1]), ("one", again), ("other", again)):
        made = client.post(CHAT, json={"messages": messages}, headers={"X-From": address})
        assert made.status_code == 200
    first, same, another = (shown(script, at)[1] for at in range(3))
    assert first == same != another


def test_without_a_key_the_name_of_a_session_must_be_hard_to_guess(
    client: TestClient, script: Script
) -> None:
    script.answer = lambda body: spoken("Noted.")
    body = {"messages": [user(ASKED)]}
    for name, status in (("one", 400), ("5f0c7a52-89b4-4b0f-9f60-4c7e8f1d2a33", 200)):
        made = client.post(CHAT, json=body, headers={"X-Understudy-Session": name})
        assert made.status_code == status, made.text
    assert len(script.asked) == 1


def test_where_the_key_is_the_session_a_request_without_one_is_refused(script: Script) -> None:
    script.answer = lambda body: spoken("Noted.")
    script.asked.clear()
    with gateway(script, session="key", policy="typed") as client:
        body = {"messages": [user(ASKED)]}
        refused = client.post(CHAT, json=body)
        assert (refused.status_code, refused.json()["error"]["code"]) == (401, "unauthorized")
        assert client.post(CHAT, json=body, headers={"x-api-key": "k"}).status_code == 200
    assert len(script.asked) == 1


def _stores(folder: Path) -> list[Store]:
    return [MemoryStore(60, 9), FileStore(folder / "sessions", b"k" * 32, 60)]


def test_a_name_that_two_conversations_claim_is_nobodys(tmp_path: Path) -> None:
    for store in _stores(tmp_path):
        one, other = State(), State()
        store.claim("a", one)
        store.claim("a", one)
        assert store.get("a") == one
        store.claim("a", other)
        assert store.get("a") is None
        store.claim("a", one)
        assert store.get("a") is None
        store.put("b", one)
        store.put("b", other)
        assert store.get("b") == other
        store.close()


class _Late:
    """A time of expiry during whose comparison another thread empties the store."""

    def __radd__(self, now: float) -> _Late:
        return self

    def __gt__(self, now: float) -> bool:
        other = threading.Thread(target=self.store.close)
        other.start()
        other.join(0.2)
        return False

    store: MemoryStore


def test_threads_share_a_store() -> None:
    late: Any = _Late()
    late.store = MemoryStore(late, 9)
    late.store.put("a", State())
    assert late.store.get("a") is None


def test_sessions_take_no_more_memory_than_they_may() -> None:
    state = State()
    state.names["x" * 1000] = "y"
    store = MemoryStore(60, 1000, most_bytes=10_000)
    for at in range(50):
        store.put(str(at), state)
    kept = [at for at in range(50) if store.get(str(at)) is not None]
    assert kept and kept[-1] == 49 and len(kept) < 10


@pytest.mark.parametrize("repeats", [False, True])
def test_a_family_shares_its_surname_through_all_turns(
    client: TestClient, script: Script, repeats: bool
) -> None:
    """Whether the client sends the history again, or the header names the conversation."""
    script.answer = lambda body: spoken("Hm.")
    first = user("I am Beatrix Quenneville, and Dr. Abernathy treats me.")
    later = user("My husband is Paul Quenneville. Hector Abernathy came; the Quennevilles left.")
    headers = {} if repeats else {"X-Understudy-Session": "3f5c0b6e-5a5f-4f6e-9d0c-0f1b6a7c8d9e"}
    ask(client, [first], headers=headers)
    history = [first, {"role": "assistant", "content": "Hm."}] if repeats else []
    ask(client, [*history, later], headers=headers)
    told = re.search(r"I am \S+ (\S+), and Dr\. (\S+) treats", said(script.asked[0]))
    more = re.search(r"is \S+ (\S+)\. (\S+) (\S+) came; the (\S+) left", said(script.asked[-1]))
    assert told is not None and more is not None
    assert more[1] == told[1] and more[3] == told[2] and more[4].startswith(told[1][:-1])
    assert "Quenneville" not in script.text and "Abernathy" not in script.text


# ── a store that takes its time ─────────────────────────────────────────────────────────────────


def test_a_store_that_is_locked_keeps_nobody_else_waiting(script: Script, tmp_path: Path) -> None:
    """Another process may hold the file of sessions for a while."""
    path, key = tmp_path / "sessions", b"k" * 32
    script.answer = lambda body: spoken("Done.")
    with (
        gateway(script, session_file=path, session_key=key) as client,
        ThreadPoolExecutor(1) as pool,
    ):
        other = sqlite3.connect(path)
        other.execute("BEGIN EXCLUSIVE")
        waits = pool.submit(ask, client, [user(ASKED)])
        for _ in range(5):
            began = time.monotonic()
            assert client.get("/health").status_code == 200
            assert time.monotonic() - began < 5 and not waits.done()
            time.sleep(0.1)
        other.rollback()
        other.close()
        assert waits.result(30)["choices"][0]["message"]["content"] == "Done."


def test_a_session_is_kept_before_the_client_sees_the_end_of_the_answer(
    script: Script, monkeypatch: pytest.MonkeyPatch
) -> None:
    order: list[str] = []
    claim = MemoryStore.claim

    def slow(self: MemoryStore, name: str, state: State) -> None:
        time.sleep(0.1)
        claim(self, name, state)
        order.append("kept")

    sent = Event.packed

    def noted(self: Event) -> bytes:
        order.extend(["end"] if self.data == "[DONE]" else [])
        return sent(self)

    monkeypatch.setattr(MemoryStore, "claim", slow)
    monkeypatch.setattr(Event, "packed", noted)
    script.answer = lambda body: chunks("Done.")
    with gateway(script) as client:
        ask(client, [user(ASKED)], stream=True)
    assert order == ["kept", "end"]
