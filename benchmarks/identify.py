"""Speed of identification: grammars and lists beside Presidio's patterns and scrubadub.

    python benchmarks/identify.py [--peer-python PYTHON] [--rounds 3] [--adversarial 10]
                                  [-o benchmarks/identify.json]

One run, one core, the same English text for all: running prose from the folder UNDERSTUDY_DATA
(default ../shared/data), or the invented calls of examples/ where there is none, in documents of
about 2 KB. Sides take turns; rates are medians, in words per second.

Then two checks on our side alone: that the cost is linear in the length of a document, from 1 KB
to 10 MB, and that no input makes it slow: one letter without end, nested brackets, one endless
line of digits, each as a single document of --adversarial megabytes; and digits in short groups
with all kinds of signs between them, a tenth of that, since much of it is a telephone number.
"""

from __future__ import annotations

import argparse
import json
import lzma
import os
import platform
import statistics
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

from detection import ROOT, commit
from needed import DATA
from peers import ask
from understudy.core.types import Detector, Document
from understudy.identify.settings import DetectorSettings
from understudy.registry import load

SAME = (
    "CREDIT_CARD",
    "PHONE_NUMBER",
    "EMAIL_ADDRESS",
    "IBAN_CODE",
    "IP_ADDRESS",
    "MAC_ADDRESS",
    "URL",
    "DOMAIN_NAME",
    "US_SSN",
    "DATE",
    "DATE_TIME",
    "TIME",
    "US_DRIVER_LICENSE",
    "PASSPORT",
    "BANK_ACCOUNT",
    "MEDICAL_LICENSE",
)
"""What Presidio's pattern recognisers for English are about."""

SIDES: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "grammars, the peers' categories": (("grammar",), SAME),
    "grammars and lists, the peers' categories": (("grammar", "gazetteer"), SAME),
    "grammars, all categories": (("grammar",), ()),
    "grammars and lists": (("grammar", "gazetteer"), ()),
    "grammars, lists and heuristics": (("grammar", "gazetteer", "heuristic"), ()),
}
PEERS = ("presidio patterns", "scrubadub")
SIZES = (1_000, 10_000, 100_000, 1_000_000, 10_000_000)


def prose() -> Iterator[str]:
    """Paragraphs, again and again."""
    path = DATA / "text/wiki-en-1.txt.xz"
    while True:
        if path.exists():
            with lzma.open(path, "rt", encoding="utf-8") as file:
                yield from (line.rstrip("\n") for line in file if not line.isspace())
        else:
            rows = (ROOT / "examples/calls.jsonl").read_text(encoding="utf-8").splitlines()
            found = [json.loads(row) for row in rows]
            yield from (row["text"] for row in found if row["language"] == "en")


def long_text(size: int) -> str:
    parts: list[str] = []
    length = 0
    for paragraph in prose():
        parts.append(paragraph)
        length += len(paragraph) + 1
        if length >= size:
            return "\n".join(parts)[:size]
    raise AssertionError("the prose never ends")


def short_texts(size: int, each: int = 2_000) -> list[str]:
    text = long_text(size)
    return [text[start : start + each] for start in range(0, len(text), each)]


def detectors(names: Sequence[str], categories: Sequence[str]) -> list[Detector]:
    settings = DetectorSettings("en", frozenset(categories))
    built = [load("detectors", name)(settings) for name in names]
    for one in built:
        one.detect([Document("warm", "A warm-up, on 3 May 2020, for Anna.", "en")])
    return built


def seconds_of(side: Sequence[Detector], texts: Sequence[str]) -> float:
    documents = [Document(str(at), text, "en") for at, text in enumerate(texts)]
    start = time.perf_counter()
    for one in side:
        for first in range(0, len(documents), 64):
            one.detect(documents[first : first + 64])
    return time.perf_counter() - start


def speed(python: str, rounds: int, size: int) -> dict[str, Any]:
    texts = short_texts(size)
    words = sum(len(text.split()) for text in texts)
    taken: dict[str, list[float]] = {}
    sides = {name: detectors(*given) for name, given in SIDES.items()}
    left_out: set[str] = set()
    for _ in range(rounds):
        for name, side in sides.items():
            taken.setdefault(name, []).append(seconds_of(side, texts))
        for peer in PEERS:
            if peer in left_out:
                continue
            answer = ask(python, peer, "en", texts)
            if isinstance(answer, str):
                print(f"    {peer:<36} left out: {answer}")
                left_out.add(peer)
            else:
                taken.setdefault(peer, []).append(answer["seconds"])
    rates = {name: words / statistics.median(of) for name, of in taken.items()}
    result: dict[str, Any] = {"words": words, "words_per_second": rates, "ratios": {}}
    print(f"speed: {len(texts):,} documents, {words:,} words, {rounds} rounds")
    for name, rate in rates.items():
        print(f"    {name:<36}{rate:>14,.0f} words/s")
    for peer in PEERS:
        if peer in rates:
            ratios = {name: rates[name] / rates[peer] for name in SIDES}
            result["ratios"][peer] = ratios
            for name, ratio in ratios.items():
                print(f"    {name} is {ratio:.1f} times {peer}")
    return result


def linearity() -> dict[str, float]:
    """Megabytes per second by the size of a document, with all of the patterns."""
    side = detectors(("grammar", "gazetteer", "heuristic"), ())
    text = long_text(SIZES[-1])
    found: dict[str, float] = {}
    print("one document, grammars, lists and heuristics")
    for size in SIZES:
        copies = max(1, 1_000_000 // size)
        texts = [text[at * size : (at + 1) * size] for at in range(copies)]
        taken = seconds_of(side, texts)
        found[str(size)] = sum(map(len, texts)) / taken / 1e6
        print(f"    {size:>12,} characters{found[str(size)]:>10.2f} MB/s", flush=True)
    return found


def adversarial(megabytes: int) -> dict[str, Any]:
    """Rates on hostile texts, and their ratio to that on prose of the same size."""
    size = megabytes * 1_000_000
    texts: dict[str, Callable[[], str]] = {
        "prose": lambda: long_text(size),
        "one letter": lambda: "a" * size,
        "nested brackets": lambda: "([{<" * (size // 8) + ">}])" * (size // 8),
        "digits": lambda: "".join(islice(_digits(), size)),
        "words of digits": lambda: " ".join(islice(_digits(), size // 2)),
        "groups of digits": lambda: _groups(size // 10),
    }
    result: dict[str, Any] = {"megabytes": megabytes, "sides": {}}
    for name in ("grammars and lists", "grammars, lists and heuristics"):
        side = detectors(*SIDES[name])
        print(f"{megabytes} MB in one document, {name}")
        rates: dict[str, float] = {}
        for kind, make in texts.items():
            text = make()
            rates[kind] = len(text) / 1e6 / seconds_of(side, [text])
            ratio = rates[kind] / rates["prose"]
            print(f"    {kind:<20}{rates[kind]:>10.2f} MB/s{ratio:>8.2f} of prose", flush=True)
        result["sides"][name] = {"megabytes_per_second": rates}
    return result


def _digits() -> Iterator[str]:
    state = 1
    while True:
        state = state * 48271 % 2147483647
        yield from str(state)


def _groups(size: int) -> str:
    """Groups of one to six digits, with a sign behind each."""
    digits, made, length = _digits(), [], 0
    while length < size:
        count = int(next(digits)) % 6 + 1
        made.append("".join(islice(digits, count)) + " -./,:"[int(next(digits)) % 6])
        length += count + 1
    return "".join(made)[:size]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--peer-python", default=sys.executable, help="An interpreter with peers.")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--kilobytes", type=int, default=1000, help="Text that all sides read.")
    parser.add_argument("--adversarial", type=int, default=10, metavar="MEGABYTES")
    parser.add_argument("-o", "--output", type=Path, default=ROOT / "benchmarks/identify.json")
    given = parser.parse_args()
    result = {
        "commit": commit(),
        "python": platform.python_version(),
        "machine": f"{platform.machine()}, {os.cpu_count()} cores",
        "rounds": given.rounds,
        "speed": speed(given.peer_python, given.rounds, given.kilobytes * 1000),
        "linearity_megabytes_per_second": linearity(),
        "adversarial": adversarial(given.adversarial),
    }
    given.output.write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
