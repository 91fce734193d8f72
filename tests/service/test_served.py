"""The command ``serve`` as it is run: a process of its own, a real port, the client."""

from __future__ import annotations

import asyncio
import pickle
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("fastapi", reason="needs the extra [service]")
import httpx
from click.testing import CliRunner
from processes import listening

from understudy.cli.serve import serve
from understudy.client import AsyncClient, Client, ServiceError, UnreachableError
from understudy.core.errors import UnderstudyError, UsageError

CANARY = "Zbigniew Quenneville"


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Path]]:
    log = tmp_path_factory.mktemp("served") / "log"
    with listening(log, "serve", "--policy", "typed", "--presidio") as url:
        yield url, log
    assert "--resume" not in log.read_text()


def test_the_client_asks_and_is_answered(served: tuple[str, Path]) -> None:
    with Client(served[0]) as client:
        made = client.deidentify(f"I am {CANARY}.", restorable=True)
        assert made["text"] == "I am <PERSON>."
        assert client.restore(made["text"], made["token"]) == f"I am {CANARY}."
        assert [one["category"] for one in client.identify("I am Ann Lee.")] == ["PERSON"]
        talk = client.conversation([{"role": "user", "content": "I am Ann Lee."}])
        assert talk["messages"][0]["content"] == "I am <PERSON>."
        with pytest.raises(ServiceError, match="policies: typed") as error:
            client.deidentify("x", policy="nope")
        assert (error.value.status, error.value.code) == (404, "unknown_policy")
    assert CANARY not in served[1].read_text()


def test_spans_and_policies_are_asked_for_by_the_client(served: tuple[str, Path]) -> None:
    text = "I am Ann Lee."
    with Client(served[0]) as client:
        made = client.replace(text, client.identify(text), restorable=True)
        assert made["text"] == "I am <PERSON>." and client.restore(made["text"], made["token"])
        assert [one["name"] for one in client.policies()] == ["typed"]


def test_the_two_clients_have_the_same_calls(served: tuple[str, Path]) -> None:
    calls = {name for name in vars(Client) if not name.startswith("_")}
    assert calls == {name for name in vars(AsyncClient) if not name.startswith("_")}

    async def ask() -> list[str]:
        async with AsyncClient(served[0]) as client:
            talk = await client.conversation([{"role": "user", "content": "I am Ann Lee."}])
            mark = {"start": 0, "end": 3, "category": "PERSON"}
            made = await client.replace("Ann left.", [mark])
            (policy,) = await client.policies()
            return [talk["messages"][0]["content"], made["text"], policy["name"]]

    assert asyncio.run(ask()) == ["I am <PERSON>.", "<PERSON> left.", "typed"]


def test_a_stream_of_any_length_is_asked_for_by_the_client(served: tuple[str, Path]) -> None:
    taken: list[int] = []

    def rows() -> Iterator[Any]:
        for at in range(200):
            taken.append(at)
            text = "I am Ann Lee.\u2028\nOh."
            yield {"text": text, "id": at} if at % 2 else text if at != 70 else {"id": at}

    with Client(served[0]) as client:
        answers = client.stream(rows(), policy="typed")
        first = next(answers)
        assert first["text"] == "I am <PERSON>.\u2028\nOh." and len(taken) == 32
        rest = list(answers)
        assert client.privacy("typed")["PERSON"]
        with pytest.raises(ServiceError, match="policies: typed"):
            next(client.stream(["x"], policy="nope"))
    assert len(rest) == 199 and rest[69]["line"] == 71 and "error" in rest[69]
    assert [one["id"] for one in rest if "id" in one] == list(range(1, 200, 2))

    async def ask() -> list[str]:
        async with AsyncClient(served[0]) as client:
            await client.privacy()
            return [one["text"] async for one in client.stream(["Ann Lee left."] * 40)]

    assert asyncio.run(ask()) == ["<PERSON> left."] * 40


def test_what_was_refused_can_be_passed_between_processes() -> None:
    error = pickle.loads(pickle.dumps(ServiceError(404, "unknown_policy", "no such policy")))
    assert (error.status, error.code, str(error)) == (404, "unknown_policy", "no such policy")


def test_a_service_that_is_not_there_is_an_error_of_ours() -> None:
    with Client("http://127.0.0.1:9") as client, pytest.raises(UnreachableError, match="reached"):
        client.policies()

    async def ask() -> None:
        async with AsyncClient("http://127.0.0.1:9") as client:
            await client.deidentify(CANARY)

    with pytest.raises(UnderstudyError, match="reached") as error:
        asyncio.run(ask())
    assert CANARY not in str(error.value)


def test_a_file_of_authorities_that_is_none_is_refused(tmp_path: Path) -> None:
    for name, said in (("none", None), ("text", "no certificate")):
        if said:
            (tmp_path / name).write_text(said, encoding="utf-8")
        with pytest.raises(UsageError, match="verify"):
            Client("https://127.0.0.1:9", verify=str(tmp_path / name))


def test_many_calls_at_once(served: tuple[str, Path]) -> None:
    async def ask() -> list[str]:
        async with AsyncClient(served[0]) as client:
            calls = [client.deidentify(f"Ann Lee, {at} words") for at in range(20)]
            return [one["text"] for one in await asyncio.gather(*calls)]

    assert all(f", {at} words" in text for at, text in enumerate(asyncio.run(ask())))


def test_a_stream_of_lines(served: tuple[str, Path]) -> None:
    lines = (f'{{"id": {at}, "text": "I am Ann Lee."}}\n'.encode() for at in range(100))
    url = f"{served[0]}/v1/deidentify/stream"
    with httpx.stream("POST", url, content=lines, timeout=60) as answer:
        made = [line for line in answer.iter_lines() if line]
    assert len(made) == 100 and all("<PERSON>" in line for line in made)


def test_others_are_not_served_without_a_key() -> None:
    made = CliRunner().invoke(serve, ["--host", "0.0.0.0"])
    assert isinstance(made.exception, UsageError) and "--api-keys" in str(made.exception)


def test_a_port_that_is_taken_is_an_error(served: tuple[str, Path]) -> None:
    made = CliRunner().invoke(serve, ["--port", served[0].rpartition(":")[2]])
    assert isinstance(made.exception, UsageError) and "--port" in str(made.exception)


def test_a_new_key_is_printed_with_its_hash() -> None:
    made = CliRunner().invoke(serve, ["--new-key"])
    assert made.exit_code == 0
    assert made.output.startswith("key   us_") and "\nhash  " in made.output


@pytest.mark.slow
def test_several_processes_answer_and_open_the_tokens_of_each_other(tmp_path: Path) -> None:
    arguments = ("serve", "--policy", "typed", "--workers", "2")
    with listening(tmp_path / "log", *arguments) as url:
        for _ in range(12):  # each on a connection of its own
            with Client(url) as one, Client(url) as other:
                made = one.deidentify(f"I am {CANARY}.", restorable=True)
                assert other.restore(made["text"], made["token"]) == f"I am {CANARY}."
        for _ in range(6):  # whichever worker is asked
            (line,) = (
                one
                for one in httpx.get(f"{url}/metrics").text.splitlines()
                if one.startswith('understudy_requests_total{route="/v1/restore",status="200"}')
            )
            assert line.endswith(" 12.0")
