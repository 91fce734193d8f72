"""How words are used in running text, as the fast tagger sees it: the hints that it is given.

    python training/habits.py --start START --streams … --tokenizer T.json --out OUT/hints.npz

The tagger reads text as it is written and says of every word what it is part of, and of every pair
of words in capitals whether one name holds both. In one sentence it errs often; over all sentences
of a word it seldom does. Words of like habits become one class (``understudy.encoder.hints``).
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import numpy as np
import torch
from tokenizers import Tokenizer
from torch import Tensor

from arrays import CLASSES as TAGS
from batches import shown
from distil import Tagger
from hashes import hashed, kinds_of
from train import on_card
from understudy.encoder.hints import BUCKET, CLASSES
from understudy.encoder.pieces import CASES, NEWLINE
from understudy.learn.network import Shape

LENGTH = 256
ROWS = 1024
SHAPE = Shape(5, 256, 704)
GROUPS = ("O", "PERSON", "LOCATION", "ORGANIZATION", "PRODUCT", "CREATIVE_WORK", "NRP", "")
"""What is told apart; the last is any other tag."""
_LIKE = {"STREET_ADDRESS": "LOCATION"}
_SLOTS = 1 << 24
FEWEST = 3
"""Words that were seen less often are not kept."""
BUCKETS = {"words": 1 << 16, "pairs": 1 << 15}
_CAPITAL = CASES.index("title")
"""The first of the cases with a capital."""


def group(name: str) -> int:
    tag = _LIKE.get(name[2:], name[2:])
    return 0 if name == "O" else GROUPS.index(tag) if tag in GROUPS else len(GROUPS) - 1


class Tally:
    """What was said of each hash."""

    def __init__(self, columns: int, device: str) -> None:
        self.said = torch.zeros(_SLOTS, columns, device=device)
        self.keys = torch.zeros(_SLOTS, dtype=torch.int64, device=device)

    def add(self, keys: Tensor, said: Tensor) -> None:
        slots = keys & (_SLOTS - 1)
        self.said.index_add_(0, slots, said)
        self.keys[slots] = keys

    def kept(self) -> tuple[Tensor, Tensor]:
        often = self.said[:, -1] >= FEWEST
        return self.keys[often], self.said[often]


def clusters(points: Tensor, count: int, seed: int) -> Tensor:
    """The class of each point, from 1: k-means, the first centres drawn far apart."""
    draw = torch.Generator(device=points.device).manual_seed(seed)
    sample = torch.randint(len(points), (60_000,), generator=draw, device=points.device)
    taken = points[sample]
    centres = taken[:1]
    gap = torch.cdist(taken, centres).amin(1)
    for _ in range(count - 1):
        far = torch.multinomial(gap.square() + 1e-9, 1, generator=draw)
        centres = torch.cat((centres, taken[far]))
        gap = gap.minimum(torch.cdist(taken, taken[far]).squeeze(1))
    for _ in range(30):
        own = torch.cdist(taken, centres).argmin(1)
        sums = torch.zeros_like(centres).index_add_(0, own, taken)
        sizes = torch.bincount(own, minlength=count)[:, None]
        centres = torch.where(sizes > 0, sums / sizes.clamp_min(1), centres)
    return torch.cat([torch.cdist(some, centres).argmin(1) for some in points.split(50_000)]) + 1


def table(keys: np.ndarray, classes: np.ndarray, buckets: int) -> np.ndarray:
    """The hash table; where a row is full, the words that come later are left out."""
    found = np.zeros((buckets, BUCKET), np.uint16)
    rows = ((keys >> 20) & 0x7FFFFFFF) % buckets
    marks = ((keys & 1023) << 6 | classes).astype(np.uint16)
    filled = np.zeros(buckets, np.int64)
    for row, mark in zip(rows.tolist(), marks.tolist(), strict=True):
        if filled[row] < BUCKET:
            found[row, filled[row]] = mark
            filled[row] += 1
    return found


def tables(tallies: dict[str, Tally], seed: int) -> dict[str, np.ndarray]:
    made = {}
    for name, tally in tallies.items():
        keys, said = tally.kept()
        times = said[:, -1]
        shares = said[:, :-1] / times[:, None]
        named = 1 - shares[:, 0]
        if name == "pairs":  # people have more names than any table holds
            score = torch.where(named >= 0.4, times.log() + (shares[:, 1] < 0.5), -1.0)
        else:
            score = times.log() + (named > 0.15)
        best = score.argsort(descending=True)[: 5 * BUCKETS[name]]
        best = best[score[best] > 0]
        keys, times, shares = keys[best], times[best], shares[best]
        points = torch.cat((shares.clamp_min(0).sqrt(), times.log().clamp_max(8)[:, None] / 24), 1)
        classes = clusters(points, CLASSES - 1, seed)
        made[name] = table(keys.cpu().numpy(), classes.cpu().numpy(), BUCKETS[name])
        habits = torch.zeros(CLASSES, shares.shape[1] + 1, device=shares.device)
        habits.index_add_(0, classes, torch.cat((shares, torch.ones_like(shares[:, :1])), 1))
        habits[:, :-1] /= habits[:, -1:].clamp_min(1)
        made[f"{name}_habits"] = habits.cpu().numpy()
        print(name, len(tally.kept()[0]), "seen", int((made[name] > 0).sum()), "kept", flush=True)
    return made


class Reader:
    """The tagger in use, and what it says of rows of running text."""

    def __init__(self, start: Path | None, device: str) -> None:
        self.dtype = torch.bfloat16 if device == "cuda" else torch.float32
        self.groups = torch.zeros(len(TAGS), len(GROUPS), device=device)
        self.inside = torch.zeros(len(TAGS), len(GROUPS), device=device)
        for at, name in enumerate(TAGS):
            self.groups[at, group(name)] = 1
            self.inside[at, group(name) if name.startswith("I-") else 0] = 1
        if not start:  # whoever notes what others say reads nothing
            return
        begin = torch.load(start / "embeddings.pt", map_location=device)
        self.pieces, self.cases = begin["pieces"].float(), begin["cases"].float()
        self.tagger = Tagger(SHAPE, self.pieces.shape[1]).to(device)
        state = torch.load(start / "tagger.pt", map_location=device)
        self.tagger.load_state_dict({name: value.float() for name, value in state.items()}, False)
        self.tagger.body.quantise()
        self.tagger.eval().requires_grad_(False)

    @torch.no_grad()
    def read(self, ids: Tensor, cases: Tensor, kinds: Tensor, tallies: dict[str, Tally]) -> None:
        embedded = (self.pieces[ids] + self.cases[cases]).to(self.dtype)
        said = self.tagger(embedded, shown(ids)).softmax(-1)
        self.note(said, ids, cases, kinds, tallies)

    def note(
        self, said: Tensor, ids: Tensor, cases: Tensor, kinds: Tensor, tallies: dict[str, Tally]
    ) -> None:
        of = hashed(ids, kinds)
        index = torch.arange(ids.shape[1], device=ids.device)
        begins = of.is_word & (of.first == index)
        capital = (cases >= _CAPITAL) & begins
        one = torch.ones_like(said[..., :1])
        columns = torch.cat((said @ self.groups, capital[..., None], one), -1)
        tallies["words"].add(of.words[begins], columns[begins])
        there = of.after.clamp_max(ids.shape[1] - 1)
        both = begins & of.is_pair & capital & capital.gather(1, there)
        columns = torch.cat((said @ self.inside, one), -1)
        columns = columns.gather(1, there[..., None].expand(-1, -1, columns.shape[-1]))
        tallies["pairs"].add(of.pairs[both], columns[both])


def windows(path: Path, device: str) -> tuple[Tensor, Tensor]:
    """A stream cut into rows; what is left of the last is not read."""
    ids, cases = (np.load(path.with_name(path.name.replace("ids", of))) for of in ("ids", "cases"))
    count = len(ids) // (LENGTH - 1)
    rows = np.full((count, LENGTH), NEWLINE, np.int32), np.ones((count, LENGTH), np.int32)
    for row, of in zip(rows, (ids, cases), strict=True):
        row[:, 1:] = of[: count * (LENGTH - 1)].reshape(count, -1)
    return torch.from_numpy(rows[0]).to(device), torch.from_numpy(rows[1]).to(device)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("start", "streams", "out"):
        parser.add_argument(f"--{name}", type=Path, required=True)
    parser.add_argument("--tokenizer", required=True)
    parser.add_argument("--seconds", type=float, default=60)
    asked = parser.parse_args()
    device, begun = on_card(), time.time()
    reader = Reader(asked.start, device)
    kinds = kinds_of(Tokenizer.from_file(asked.tokenizer))
    tallies = {"words": Tally(len(GROUPS) + 2, device), "pairs": Tally(len(GROUPS) + 1, device)}
    on_device, pieces = torch.from_numpy(kinds).to(device), 0
    for path in sorted(asked.streams.glob("*.ids.npy")):
        ids, cases = windows(path, device)
        for at in range(0, len(ids), ROWS):
            if time.time() - begun > asked.seconds:
                break
            reader.read(ids[at : at + ROWS], cases[at : at + ROWS], on_device, tallies)
            pieces += ids[at : at + ROWS].numel()
    print(f"{pieces:,} pieces in {time.time() - begun:.0f} s", flush=True)
    np.savez(asked.out, kinds=kinds, **tables(tallies, 7))


if __name__ == "__main__":
    main()
