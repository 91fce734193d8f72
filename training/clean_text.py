"""Running text for the clean checkpoint: nothing of it stands in a corpus that experiments read.

    python training/clean_text.py --data DATA --out PARTS [--lines N]

A line of running text is dropped where it shares a run of nine words with any text of any labelled
corpus (all parts of all folders but ``text`` and ``lists``), or where it is, as a whole, a shorter
one of three words or more. What is left is cut into pieces and written as parts, each a random
share of every source, small enough to travel; ``training/clean_text.json`` has the counts.
``--lines`` reads so many lines of each source only, for a trial, and writes no counts.
"""

from __future__ import annotations

import argparse
import csv
import json
import lzma
import os
import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from functools import partial
from multiprocessing import Pool
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

import text
from overlap import RUN
from packed import written
from streams import CHUNK, encode

HERE = Path(__file__).resolve().parent
COUNTS = HERE / "clean_text.json"
CORPORA = ("acts", "address", "datetime", "deid", "intent", "ner", "qa", "similarity", "upos")
_SHORT = 3
_WORD = re.compile(r"\w+")
_NOT = re.compile(r"\s+n['’]t\b")
_APOSTROPHE = re.compile(r"\s*['’]\s*")

Hashes = npt.NDArray[np.uint64]


def words(said: str) -> list[str]:
    """Folded so that text and tokens agree: "don't" and "do n't", "what's" and "what 's"."""
    return _WORD.findall(_APOSTROPHE.sub("", _NOT.sub("n't", said)).lower())


def texts(path: Path) -> Iterator[str]:
    """Whatever a file of a corpus says, in any of the formats that there are."""
    opened: Any = lzma.open if path.suffix == ".xz" else open
    name = path.name.removesuffix(".xz")
    with opened(path, "rt", encoding="utf-8") as source:
        if name.endswith(".txt"):
            yield source.read()
        elif name.endswith(".jsonl"):
            for line in source:
                yield from _strings(json.loads(line))
        elif name.endswith(".json"):
            yield from _strings(json.load(source))
        elif name.endswith(".csv"):
            yield from (cell for row in csv.reader(source) for cell in row)
        elif name.endswith(".tsv") and "deid" not in path.parts:
            yield from (cell for line in source for cell in line.rstrip("\n").split("\t"))
        elif name.endswith((".conll", ".tsv")):
            yield from _sentences(source)


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for one in value.values() if isinstance(value, dict) else value:
            yield from _strings(one)


def _sentences(source: Iterator[str]) -> Iterator[str]:
    tokens: list[str] = []
    for line in source:
        if line.strip():
            tokens.append(line.split("\t")[0])
        else:
            yield " ".join(tokens)
            tokens = []
    yield " ".join(tokens)


class Forbidden(NamedTuple):
    """What no line may share: runs of words as numbers, each with the corpora that have it."""

    numbers: dict[str, int]
    """Of the words; nought is any other word."""
    worth: Hashes
    runs: Hashes
    owners: Hashes
    """Per run: a bit for each corpus."""
    short: dict[str, int]
    corpora: list[str]

    def owners_of(self, lines: list[list[str]]) -> npt.NDArray[np.uint64]:
        """For each line the corpora that it shares something with."""
        found = np.array([self.short.get(" ".join(line), 0) for line in lines], dtype=np.uint64)
        ids, at = _numbered(lines, self.numbers)
        hashes, places = _runs(ids, self.worth)
        spot = np.minimum(np.searchsorted(self.runs, hashes), len(self.runs) - 1)
        hit = self.runs[spot] == hashes
        np.bitwise_or.at(found, at[places[hit]], self.owners[spot[hit]])
        return found


def _numbered(
    lines: list[list[str]], numbers: dict[str, int]
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """The words of the lines as numbers, nought between lines, and the line of each."""
    flat = np.array(
        [number for line in lines for number in (*(numbers.get(one, 0) for one in line), 0)],
        dtype=np.int64,
    )
    return flat, np.repeat(np.arange(len(lines)), [len(line) + 1 for line in lines])


def _runs(ids: npt.NDArray[np.int64], worth: Hashes) -> tuple[Hashes, npt.NDArray[np.int64]]:
    """The runs of known words as numbers, and where they begin."""
    count = len(ids) - RUN + 1
    if count < 1:
        return np.zeros(0, np.uint64), np.zeros(0, np.int64)
    gaps = np.concatenate(([0], np.cumsum(ids == 0)))
    places = np.flatnonzero(gaps[RUN:] == gaps[:-RUN])
    known = worth[ids]
    total = np.zeros(len(places), np.uint64)
    for at in range(RUN):  # arithmetic modulo 2^64, as numpy does it
        total = total * np.uint64(0x9E3779B97F4A7C15) + known[places + at]
    return total, places


def forbidden(data: Path) -> Forbidden:
    """Everything that the labelled corpora say."""
    numbers: dict[str, int] = {}
    short: dict[str, int] = {}
    said: dict[str, list[list[int]]] = {}
    for top in CORPORA:
        for path in sorted(one for one in (data / top).rglob("*") if one.is_file()):
            corpus = "/".join(path.relative_to(data).parts[:2])
            rows = said.setdefault(corpus, [])
            bit = 1 << (len(said) - 1)
            for one in texts(path):
                found = words(one)
                if len(found) >= RUN:
                    rows.append([numbers.setdefault(word, len(numbers) + 1) for word in found])
                elif len(found) >= _SHORT:
                    key = " ".join(found)
                    short[key] = short.get(key, 0) | bit
    worth = np.random.default_rng(9).integers(1, 2**63, len(numbers) + 1).astype(np.uint64)
    runs, owners = [], []
    for at, rows in enumerate(said.values()):
        ids = np.array([number for row in rows for number in (*row, 0)], dtype=np.int64)
        own = np.unique(_runs(ids, worth)[0])
        runs.append(own)
        owners.append(np.full(len(own), 1 << at, np.uint64))
    every, of_every = np.concatenate(runs), np.concatenate(owners)
    order = np.argsort(every, kind="stable")
    distinct, firsts = np.unique(every[order], return_index=True)
    merged = np.bitwise_or.reduceat(of_every[order], firsts)
    return Forbidden(numbers, worth, distinct, merged, short, list(said))


def filtered(lines: list[str], against: Forbidden) -> tuple[list[str], dict[str, Any]]:
    """The lines that share nothing, and the counts."""
    kept: list[str] = []
    shared: Counter[str] = Counter()
    for start in range(0, len(lines), CHUNK):
        part = lines[start : start + CHUNK]
        for line, bits in zip(part, against.owners_of([words(one) for one in part]), strict=True):
            if not bits:
                kept.append(line)
                continue
            shared.update(name for at, name in enumerate(against.corpora) if int(bits) >> at & 1)
    characters = sum(map(len, lines)), sum(map(len, kept))
    counts = {
        "lines": len(lines),
        "dropped": len(lines) - len(kept),
        "characters": characters[0],
        "characters_dropped": characters[0] - characters[1],
        "lines_shared_with": dict(sorted(shared.items())),
    }
    return kept, counts


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--tokenizer", required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--lines", type=int)
    parser.add_argument("--config", type=Path, default=HERE / "clean.toml")
    asked = parser.parse_args()
    config = tomllib.loads(asked.config.read_text("utf-8"))
    against = forbidden(asked.data)
    print(len(against.runs), "runs,", len(against.short), "short texts", flush=True)
    draw = np.random.default_rng(config["seed"])
    count = config["parts"]["count"]
    parts: list[dict[str, Any]] = [{} for _ in range(count)]
    sources: dict[str, Any] = {}
    with Pool(min(2, os.cpu_count() or 1)) as pool:
        for name, share in config["shares"].items():
            learnt, held = text.split(text.paragraphs(asked.data, name), name)
            lines, counts = filtered(learnt[: asked.lines], against)
            chosen = draw.permutation(len(lines))[: round(len(lines) * share)]
            sources[name] = {**counts, "read": len(chosen)}
            for at, part in enumerate(parts):
                own = [lines[one] for one in sorted(chosen[at::count])]
                chunks = [own[start : start + CHUNK] for start in range(0, len(own), CHUNK)]
                arrays = pool.map(partial(encode, tokenizer=asked.tokenizer), chunks)
                part[name] = tuple(np.concatenate(kind) for kind in zip(*arrays, strict=True))
            if held:
                clean, _ = filtered(held[: asked.lines], against)
                parts[0][f"{name}.heldout"] = encode(clean, asked.tokenizer)
            sources[name]["pieces"] = sum(len(part[name][0]) for part in parts)
            print(name, sources[name], flush=True)
        files = pool.starmap(
            written, [(asked.out / f"part{at}", part) for at, part in enumerate(parts, 1)]
        )
    for path, size in files:
        print(path, size, flush=True)
        assert size <= config["parts"]["bytes"], "a part is too large to travel: lower the shares"
    if asked.lines is None:
        record = {
            "run_of_words": RUN,
            "runs_of_corpora": len(against.runs),
            "short_texts_of_corpora": len(against.short),
            "corpora": against.corpora,
            "sources": sources,
        }
        COUNTS.write_text(json.dumps(record, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
