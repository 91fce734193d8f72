"""Train the fast tagger further on a processor, last on what marks names as the package does.

    python training/restart.py --out START
    python training/finetune.py --data DATA --start START --tokenizer T.json --out OUT

The tagger that training starts from stays its own teacher: where a corpus is silent, or a text
bears no marks at all, what it said before is what is wanted of it; where people marked a text,
only as far as the marks allow. So nothing that the corpora at the end do not mark is forgotten.
"""

from __future__ import annotations

import argparse
import json
import random
import time
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import torch
from tokenizers import Tokenizer
from torch import Tensor

import text
from arrays import CLASSES, IGNORED, Rows, Sets, end_to_end, tagged, together
from distil import Tagger
from labelled import training_examples
from masking import blinded
from prepare import lexicon
from understudy.encoder import Encoder
from understudy.encoder.pieces import NEWLINE, PAD, read_pieces
from understudy.learn.network import Shape

CONFIG = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))
_POOL = 4000
"""Rows that are ordered by length together."""
_LINE = 600
_RUNNING = -1.0
"""The share of running text, which is read by length."""
Ints = npt.NDArray[np.int32]
State = dict[str, Tensor]


def lines(data: Path, draw: random.Random) -> Iterator[str]:
    for name, count in CONFIG["paragraphs"].items():
        kept, _ = text.split(text.paragraphs(data, name), name)
        for line in draw.sample(kept, min(count, len(kept))):
            yield line[:_LINE].lower() if draw.random() < CONFIG["lower"] else line[:_LINE]


def prepared(data: Path, tokenizer: Path, out: Path) -> Path:
    """Everything that is read, as arrays, with the share of each row that is read in a pass."""
    path = out / "finetune.npz"
    if not path.exists():
        sets, seed = Sets(), CONFIG["seed"]
        examples = training_examples(data, seed)
        often = lexicon(examples)
        shares = [CONFIG["shares"][one.corpus.split("/")[0]] for one in examples]
        marked = tagged(examples, shares, str(tokenizer), sets, often, 1)
        table = np.vstack((sets.table(), np.ones(len(CLASSES), dtype=np.bool_)))
        unmarked = running(data, tokenizer, anything=len(table) - 1)
        np.savez(path, **together((marked, unmarked))._asdict(), sets=table)
    return path


def running(data: Path, tokenizer: Path, anything: int) -> Rows:
    """Running text, where every unit may bear any tag."""
    parts = []
    texts = list(lines(data, random.Random(CONFIG["seed"])))
    for pieces in read_pieces(Tokenizer.from_file(str(tokenizer)), texts):
        wanted = np.where(pieces.begins, anything, IGNORED)
        if len(pieces.ids):
            part = (pieces.ids, pieces.cases, wanted)
            parts.append(tuple(one[: CONFIG["length"] - 2] for one in part))
    return end_to_end(parts)._replace(late=np.full(len(parts), _RUNNING, np.float16))


class Batch(NamedTuple):
    ids: Tensor
    cases: Tensor
    wanted: Tensor


class Reader:
    """Sequences of one text or several between newlines, those of like length together."""

    def __init__(self, path: Path, draw: np.random.Generator) -> None:
        with np.load(path) as loaded:
            self.sets = torch.from_numpy(loaded["sets"])
            self.rows = Rows(*(loaded[name] for name in Rows._fields))
        self.ends = np.cumsum(self.rows.lengths.astype(np.int64))
        self.caseless = self.rows.cases[self.ends - 1] == 0
        self.draw = draw
        self.queue: list[list[list[int]]] = []
        self.passes = 0

    def _read(self) -> npt.NDArray[np.bool_]:
        """Which texts a pass reads."""
        share, lengths = self.rows.late, self.rows.lengths
        chosen = self.draw.random(len(share)) < share
        plain = np.flatnonzero(share == _RUNNING)
        room = lengths[chosen].sum() * CONFIG["running"] / (1 - CONFIG["running"])
        order = self.draw.permutation(plain)
        chosen[order[np.cumsum(lengths[order].astype(np.int64)) < room]] = True
        return chosen

    def _packed(self, texts: npt.NDArray[np.int64]) -> Iterator[list[int]]:
        """Half of the sequences are filled, the others shorter, as documents are."""
        row: list[int] = []
        room = 0
        for at in self.draw.permutation(texts):
            need = int(self.rows.lengths[at]) + 1
            if need > room and row:
                yield row
                row = []
            if not row:
                whole = self.draw.random() < 0.4
                most = CONFIG["length"] if whole else int(self.draw.integers(8, CONFIG["length"]))
                room = max(most - 1, need)
            row.append(int(at))
            room -= need
        if row:
            yield row

    def _fill(self) -> None:
        read = self._read()
        packed = [
            row
            for side in (self.caseless, ~self.caseless)
            for row in self._packed(np.flatnonzero(side & read))
        ]
        packed = [packed[at] for at in self.draw.permutation(len(packed))]
        batches = []
        for begin in range(0, len(packed), _POOL):
            pool = sorted(packed[begin : begin + _POOL], key=self._length)
            batch: list[list[int]] = []
            for row in pool:
                if batch and self._length(row) * (len(batch) + 1) > CONFIG["room"]:
                    batches.append(batch)
                    batch = []
                batch.append(row)
            batches.append(batch)
        self.queue = [batches[at] for at in self.draw.permutation(len(batches))]
        self.passes += 1

    def _length(self, row: list[int]) -> int:
        return sum(int(self.rows.lengths[at]) + 1 for at in row) + 1

    def batch(self) -> Batch:
        if not self.queue:
            self._fill()
        taken = self.queue.pop()
        arrays = np.zeros((3, len(taken), max(map(self._length, taken))), np.int32)
        for row, texts in enumerate(taken):
            arrays[:2, row, 0] = NEWLINE, 1
            at = 1
            for one in texts:
                end, count = self.ends[one], int(self.rows.lengths[one])
                for field, source in enumerate(self.rows[:3]):
                    arrays[field, row, at : at + count] = source[end - count : end]
                at += count
                arrays[:2, row, at] = NEWLINE, 1
                at += 1
        return Batch(*torch.from_numpy(arrays))


class Teacher:
    """What the tagger said before."""

    def __init__(self) -> None:
        self.encoder = Encoder.load("fast")
        heads = self.encoder.weights.heads
        self.weight = torch.from_numpy(heads["fast_tags"])
        self.offset = torch.from_numpy(heads["fast_tags_offset"])

    def opinions(self, ids: Tensor, cases: Tensor) -> Tensor:
        """The chance of every class at every place."""
        lengths = (ids != PAD).sum(1).tolist()
        read = zip(ids.numpy(), cases.numpy().astype(np.int8), lengths, strict=True)
        rows = [(of[:count], case[:count]) for of, case, count in read]
        found = torch.zeros(*ids.shape, len(self.offset))
        for at, states in self.encoder._body.each(rows):
            found[at, : lengths[at]] = torch.from_numpy(states) @ self.weight + self.offset
        return found.softmax(-1)


def aim(said: Tensor, wanted: Tensor, sets: Tensor) -> Tensor:
    """The teacher's opinion within what people allow; the rest of it is nothing where nothing is
    allowed, and is shared out otherwise."""
    within = said * sets[wanted.long()]
    outside = (1 - within.sum(-1)).clamp_min(0) * sets[wanted.long(), 0]
    within = torch.cat((within[..., :1] + outside[..., None], within[..., 1:]), -1)
    return within / within.sum(-1, keepdim=True).clamp_min(1e-6)


def schedule(progress: float, step: int) -> float:
    """Of the peak rate: up by steps, then down with the time."""
    return float(min((step + 1) / CONFIG["warm_up"], max(0.0, 1 - progress)))


def optimiser(tagger: Tagger) -> torch.optim.AdamW:
    body = [value for name, value in tagger.named_parameters() if "tags." not in name]
    groups: list[dict[str, Any]] = [
        {"params": [one for one in body if one.dim() > 1], "peak": CONFIG["rate"]},
        {"params": [one for one in body if one.dim() < 2], "peak": CONFIG["rate"]},
        {"params": list(tagger.tags.parameters()), "peak": CONFIG["head_rate"]},
    ]
    for group in groups[1:]:
        group["weight_decay"] = 0.0
    return torch.optim.AdamW(groups, betas=(0.9, 0.98), weight_decay=CONFIG["decay"])


class Averaged:
    """A mean of the weights of the last steps."""

    def __init__(self, tagger: Tagger) -> None:
        self.state = {name: value.detach().clone() for name, value in tagger.state_dict().items()}

    def add(self, tagger: Tagger) -> None:
        with torch.no_grad():
            for name, value in tagger.state_dict().items():
                self.state[name].lerp_(value.detach(), 1 / CONFIG["averaged"])


def saved(state: State, path: Path) -> None:
    torch.save({name: value.clone() for name, value in state.items()}, path)


def parsed() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("data", "start", "tokenizer", "out"):
        parser.add_argument(f"--{name}", type=Path, required=True)
    parser.add_argument("--minutes", type=float, default=CONFIG["minutes"])
    parser.add_argument("--threads", type=int, default=1)
    return parser.parse_args()


def main() -> None:
    asked = parsed()
    asked.out.mkdir(parents=True, exist_ok=True)
    torch.set_num_threads(asked.threads)
    torch.manual_seed(CONFIG["seed"])
    draw = np.random.default_rng(CONFIG["seed"])
    reader = Reader(prepared(asked.data, asked.tokenizer, asked.out), draw)
    encoder = torch.load(asked.start / "encoder.pt")
    pieces, cases = encoder["pieces.weight"], encoder["cases.weight"]
    tagger = Tagger(Shape(5, 256, 704), pieces.shape[1])
    tagger.load_state_dict(torch.load(asked.start / "tagger.pt"))
    tagger.body.quantise()
    tagger.train()
    teacher, mean, steps = Teacher(), Averaged(tagger), optimiser(tagger)
    begun, step, saving = time.time(), 0, 1
    while (progress := (time.time() - begun) / (60 * asked.minutes)) < 1:
        batch = reader.batch()
        ids, shown = blinded(batch.ids, batch.cases, CONFIG["blind"])
        said = teacher.opinions(ids, shown)
        seen = ids != PAD
        embedded = pieces[ids.long()] + cases[shown.long()]
        logits = tagger(embedded.bfloat16(), seen)
        asked_for = seen & (batch.wanted != IGNORED)
        goal = aim(said[asked_for], batch.wanted[asked_for], reader.sets)
        loss = -(goal * logits[asked_for].log_softmax(-1)).sum(-1).mean()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(tagger.parameters(), 1.0)
        for group in steps.param_groups:
            group["lr"] = group["peak"] * schedule(progress, step)
        steps.step()
        steps.zero_grad()
        mean.add(tagger)
        step += 1
        if step % 20 == 0:
            print(step, reader.passes, f"{progress:.3f} {float(loss.detach()):.4f}", flush=True)
        if progress > saving * 0.1:
            saved(mean.state, asked.out / f"tagger-{saving}.pt")
            saving += 1
    saved(mean.state, asked.out / "tagger.pt")
    record = {"seconds": round(time.time() - begun), "steps": step, "config": CONFIG}
    (asked.out / "finetune.json").write_text(json.dumps(record, indent=1), "utf-8")


if __name__ == "__main__":
    main()
