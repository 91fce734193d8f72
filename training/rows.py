"""Rows of text that two models read side by side: the fast tagger and a borrowed teacher.

    python training/rows.py --carry CARRY --tokenizer T.json --other CARRY/borrowed.json --out ROWS

makes rows of what ``parcel.py`` packed, with as many processes as there are cores. A row is several
texts, one a line. Each of its pieces knows the first and the last of the other model's pieces for
its unit.
"""

from __future__ import annotations

import argparse
import json
import lzma
import os
import random
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from tokenizers import Tokenizer

from arrays import CHUNK, IGNORED, Lexicon, Sets, allowed, windows
from borrowed import BETWEEN, CASES, case_of
from rules import UNTOLD, is_foreign, rules_of
from tagset import Example
from understudy.encoder.pieces import NEWLINE, lowered, read_pieces

LENGTH, FAR = 256, 400
"""Pieces of a row, ours and the other model's."""
CASELESS = 0.3
"""Share of labelled texts that the teacher reads without capitals."""
LINES = 4_000
_UNKNOWN = CASES.index("unknown")


class Item(NamedTuple):
    """A window of a text, as both models read it."""

    ids: np.ndarray
    cases: np.ndarray
    wanted: np.ndarray
    firsts: np.ndarray
    lasts: np.ndarray
    far: np.ndarray
    far_cases: np.ndarray
    rules: int
    is_caseless: bool


class Rows(NamedTuple):
    ids: np.ndarray
    cases: np.ndarray
    wanted: np.ndarray
    rules: np.ndarray
    """By whose rules each piece is marked."""
    firsts: np.ndarray
    """Per piece that begins a unit: where it begins in ``far``; 0 elsewhere."""
    lasts: np.ndarray
    far: np.ndarray
    """The other model's pieces."""
    far_rules: np.ndarray
    far_cases: np.ndarray


def items(
    text: str,
    tokenizers: tuple[Tokenizer, Tokenizer],
    example: Example | None,
    sets: Sets,
    often: Lexicon,
    rng: random.Random,
) -> Iterator[Item]:
    ours, other = tokenizers
    pieces = read_pieces(ours, [text])[0]
    if example:
        wanted = allowed(example, pieces, sets, often)
        rules = rules_of(example.corpus)
    else:
        wanted, rules = np.full(len(pieces.ids), IGNORED, np.uint16), UNTOLD
    is_blind = example is not None and rng.random() < CASELESS
    for window in windows(len(pieces.ids)):
        if window.stop <= window.start:
            continue
        begin, end = int(pieces.starts[window.start]), int(pieces.ends[window.stop - 1])
        shown = text[begin:end]
        found = other.encode(shown, add_special_tokens=False)
        reach = np.array([stop for _, stop in found.offsets], np.int64) + begin
        hidden = is_blind or shown == lowered(shown)
        far_cases = [_UNKNOWN if hidden else case_of(shown[a:b]) for a, b in found.offsets]
        begins = pieces.begins[window].copy()
        begins[0] = True
        at = np.flatnonzero(begins)
        tails = np.append(at[1:], len(begins)) - 1
        firsts, lasts = np.zeros(len(begins), np.uint16), np.zeros(len(begins), np.uint16)
        firsts[at] = np.searchsorted(reach, pieces.starts[window][at], "right") + 1
        lasts[at] = np.searchsorted(reach, pieces.ends[window][tails] - 1, "right") + 1
        yield Item(
            pieces.ids[window],
            pieces.cases[window],
            np.where(begins, wanted[window], IGNORED).astype(np.uint16),
            firsts,
            np.maximum(firsts, lasts),
            np.array(found.ids, np.uint16),
            np.array(far_cases, np.uint8),
            rules,
            bool(len(pieces.cases) and pieces.cases[window.start] == 0),
        )


def together(row: Sequence[Item]) -> tuple[np.ndarray, ...]:
    """Several items as one row, between newlines."""
    made = [np.zeros(LENGTH, np.uint16) for _ in range(6)]
    ids, cases, wanted, rules, firsts, lasts = made
    far = np.full(FAR, BETWEEN, np.uint16)
    far_rules, far_cases = np.zeros(FAR, np.uint8), np.zeros(FAR, np.uint8)
    ids[0], cases[0] = NEWLINE, 1
    at, away = 1, 1
    for item in row:
        part = slice(at, at + len(item.ids))
        ids[part], cases[part], rules[part] = item.ids, item.cases, item.rules
        room = max(0, FAR - away)
        there = item.far[:room]
        far[away : away + len(there)] = there
        far_cases[away : away + len(there)] = item.far_cases[:room]
        far_rules[away : away + len(there)] = item.rules
        read = (item.firsts > 0) & (item.lasts <= len(there))
        wanted[part] = np.where(read, item.wanted, IGNORED)
        firsts[part] = np.where(read, item.firsts + (away - 1), 0)
        lasts[part] = np.where(read, item.lasts + (away - 1), 0)
        at, away = at + len(item.ids), away + len(item.far)
        ids[at], cases[at] = NEWLINE, 1
        at, away = at + 1, away + 1
    return (
        *(one.astype(np.uint8) if one is cases or one is rules else one for one in made),
        far,
        far_rules,
        far_cases,
    )


def packed(found: Iterable[Item]) -> Rows:
    rows: list[tuple[np.ndarray, ...]] = []
    row: list[Item] = []
    at = away = 1
    for item in found:
        near, far = len(item.ids) + 1, len(item.far) + 1
        if row and (at + near > LENGTH or away + far > FAR):
            rows.append(together(row))
            row, at, away = [], 1, 1
        row.append(item)
        at, away = at + near, away + far
    if row:
        rows.append(together(row))
    return Rows(*(np.stack(column) for column in zip(*rows, strict=True)))


Tokenizers = tuple[str, str]


@cache
def _opened(paths: Tokenizers) -> tuple[Tokenizer, Tokenizer]:
    os.environ["TOKENIZERS_PARALLELISM"] = "false"
    return Tokenizer.from_file(paths[0]), Tokenizer.from_file(paths[1])


Told = tuple[Example, float]
"""An example, and how much of what its corpus has is still read at the end."""


def marked(task: tuple[Sequence[Told], Tokenizers, Lexicon, int]) -> tuple[Any, ...]:
    """Rows of labelled examples: all of them; those that are marked by our rules; and those that
    are still read at the end."""
    examples, paths, often, seed = task
    rng, sets = random.Random(seed), Sets()
    found: list[tuple[Item, float]] = []
    for example, share in examples:
        late = 0.0 if is_foreign(rules_of(example.corpus)) else share
        read = items(example.text, _opened(paths), example, sets, often, rng)
        found += ((item, late) for item in read)
    rng.shuffle(found)
    found.sort(key=lambda pair: pair[0].is_caseless)
    made = [
        packed(item for item, _ in found),
        packed(item for item, late in found if late),
        packed(item for item, late in found if rng.random() < late),
    ]
    return made, list(sets.numbers)


def unmarked(task: tuple[Sequence[str], Tokenizers]) -> Rows:
    """Rows of running text, in its order."""
    lines, paths = task
    rng, sets = random.Random(0), Sets()
    return packed(
        item for line in lines for item in items(line, _opened(paths), None, sets, {}, rng)
    )


def alone(task: tuple[Sequence[Told], Tokenizers]) -> tuple[Rows, list[frozenset[int]]]:
    """Rows of one text each, to measure on."""
    examples, paths = task
    sets = Sets()
    rows = []
    for example, _ in examples:
        plain = items(example.text, _opened(paths), example, sets, {}, _Never())
        rows += [together([item]) for item in plain]
    return Rows(*(np.stack(column) for column in zip(*rows, strict=True))), list(sets.numbers)


class _Never(random.Random):
    def random(self) -> float:
        return 1.0


def renumbered(rows: Rows, keys: Sequence[frozenset[int]], sets: Sets) -> Rows:
    numbers = [sets.numbers.setdefault(key, len(sets.numbers)) for key in keys]
    return rows._replace(wanted=np.array(numbers, np.uint16)[rows.wanted])


def joined(parts: Sequence[Rows]) -> Rows:
    return Rows(*(np.concatenate(column) for column in zip(*parts, strict=True)))


def saved(path: Path, rows: Rows, **more: np.ndarray) -> None:
    np.savez(path.with_suffix(".part.npz"), **rows._asdict(), **more)
    path.with_suffix(".part.npz").rename(path)
    print(path.name, len(rows.ids), "rows", flush=True)


def read(path: Path) -> Any:
    return json.loads(lzma.decompress(path.read_bytes()))


def examples_of(path: Path) -> list[Told]:
    known: dict[tuple[str, ...], frozenset[str]] = {}
    found: list[Told] = []
    for corpus, language, text, marks, tags, late in read(path):
        spans = tuple((start, end, tuple(label)) for start, end, label in marks)
        every = known.setdefault(tuple(tags), frozenset(tags))
        found.append((Example(corpus, language, text, spans, every), late))
    return found


def build(asked: argparse.Namespace) -> None:
    asked.out.mkdir(parents=True, exist_ok=True)
    paths: Tokenizers = (asked.tokenizer, asked.other)
    workers = os.cpu_count() or 1
    sets = Sets()
    with ProcessPoolExecutor(workers) as pool:
        if (asked.carry / "labelled.json.xz").exists():
            often = {tag: frozenset(of) for tag, of in read(asked.carry / "often.json.xz").items()}
            examples = examples_of(asked.carry / "labelled.json.xz")[: asked.limit]
            tasks = [
                (examples[at : at + CHUNK], paths, often, seed)
                for seed in (1, 2)
                for at in range(0, len(examples), CHUNK)
            ]
            made: list[list[Rows]] = [[], [], []]
            for rows, keys in pool.map(marked, tasks):
                for to, one in zip(made, rows, strict=True):
                    to.append(renumbered(one, keys, sets))
            dev = examples_of(asked.carry / "dev.json.xz")
            measured: dict[str, Rows] = {}
            for corpus in sorted({example.corpus for example, _ in dev}):
                some = [told for told in dev if told[0].corpus == corpus][: asked.limit]
                rows, keys = alone((some, paths))
                measured[corpus] = renumbered(rows, keys, sets)
            for name, parts in zip(("all", "ours", "late"), made, strict=True):
                saved(asked.out / f"{name}.npz", joined(parts), sets=sets.table())
            for corpus, rows in measured.items():
                saved(asked.out / f"{corpus}.npz", rows, sets=sets.table())
        for path in sorted((asked.carry / "running").glob("*.xz")):
            lines = lzma.decompress(path.read_bytes()).decode().split("\n")[: asked.limit]
            chunks = [(lines[at : at + LINES], paths) for at in range(0, len(lines), LINES)]
            saved(asked.out / f"running-{path.stem}.npz", joined(list(pool.map(unmarked, chunks))))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("carry", "out"):
        parser.add_argument(f"--{name}", type=Path, required=True)
    for name in ("tokenizer", "other"):
        parser.add_argument(f"--{name}", required=True)
    parser.add_argument("--limit", type=int, help="so many texts of each, to try it out")
    build(parser.parse_args())


if __name__ == "__main__":
    main()
