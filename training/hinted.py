"""Teach the fast tagger anew with hints: what people marked by our rules, and what it said before.

    python training/hinted.py --start START --hints OUT/hints.npz --streams … --labelled … \\
        --tokenizer T.json --out OUT

The pupil begins as the tagger that it follows, reads the same embeddings and, beside them, what
each word is elsewhere (``habits.py``). Of running text it learns what the tagger before it said, so
that nothing is forgotten; of labelled text mostly what people marked.
"""

from __future__ import annotations

import argparse
import json
import time
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn
from torch.utils.data import DataLoader, IterableDataset

from batches import Packed, shown
from distil import Tagger, apart
from habits import SHAPE
from hashes import classes_of
from losses import tags_loss
from masking import Streams, Units, blinded
from muon import Optimiser
from rules import RULES, is_foreign
from spanned import measured
from train import compiled, on_card, schedule
from understudy.encoder.hints import CLASSES


class Hinted(nn.Module):
    """A tagger, and what is added to the embeddings for the classes of words and pairs."""

    def __init__(self, inner: int) -> None:
        super().__init__()
        self.tagger = Tagger(SHAPE, inner)
        self.hints = nn.Embedding(3 * CLASSES, inner)
        nn.init.zeros_(self.hints.weight)

    def added(self, classes: Tensor) -> Tensor:
        shift = torch.arange(3, device=classes.device)[:, None, None] * CLASSES
        return self.hints(classes + shift).sum(0)


def saved(model: Hinted, path: Path) -> None:
    state = {**model.tagger.state_dict(), "hints.weight": model.hints.weight.detach()}
    torch.save({name: value.half() for name, value in state.items()}, path)


class Marked(IterableDataset):
    """Batches of labelled rows, without those that are marked by foreign rules."""

    def __init__(self, path: Path, config: dict[str, Any], late: Any) -> None:
        self.path, self.config, self.late = path, config, late

    def __iter__(self) -> Iterator[tuple[Tensor, ...]]:
        info = torch.utils.data.get_worker_info()
        torch.set_num_threads(1)
        seed = 1000 * self.config["seed"] + (info.id if info else 0)
        marked = Packed(self.path, self.config["length"], seed, "cpu")
        foreign = np.array([is_foreign(at) for at in range(len(RULES))])
        marked.late = np.where(foreign[marked.rules], 0, marked.late)
        while True:
            if self.late.value:
                marked.turn_late()
            yield marked.batch(self.config["rows"])[:3]


class Lessons:
    """The tagger before, the pupil, the texts, and one step."""

    def __init__(self, asked: argparse.Namespace, config: dict[str, Any]) -> None:
        device = self.device = on_card()
        self.config = config
        self.dtype = torch.bfloat16 if device == "cuda" else torch.float32
        self.draw = np.random.default_rng(config["seed"])
        begin = torch.load(asked.start / "embeddings.pt", map_location=device)
        self.pieces, self.cases = begin["pieces"].float(), begin["cases"].float()
        state = torch.load(asked.start / "tagger.pt", map_location=device)
        state = {name: value.float() for name, value in state.items()}
        inner = self.pieces.shape[1]
        self.old, self.new = Tagger(SHAPE, inner).to(device), Hinted(inner).to(device)
        for tagger in (self.old, self.new.tagger):
            tagger.load_state_dict(state)
            tagger.body.quantise()
        self.old.eval().requires_grad_(False)
        with np.load(asked.hints) as found:
            self.tables = [
                torch.from_numpy(found[name].astype(np.int64)).to(device)
                for name in ("words", "pairs")
            ]
            self.kinds = torch.from_numpy(found["kinds"]).to(device)
        self.streams = Streams(asked.streams, config["weights"], device)
        self.units = Units(asked.tokenizer, device)
        path = asked.labelled / "tags.npz"
        self.sets = torch.from_numpy(np.load(path)["sets"]).to(device)
        self.late = torch.multiprocessing.get_context("fork").Value("b", 0)
        workers = asked.workers
        self.marked = iter(
            DataLoader(
                Marked(path, config, self.late),
                batch_size=None,
                num_workers=workers,
                prefetch_factor=8 if workers else None,
            )
        )
        if device == "cuda":
            compiled(self.old.body)
            compiled(self.new.tagger.body)

    def embedded(self, ids: Tensor, cases: Tensor, unhinted: float) -> Tensor:
        classes = classes_of(ids, self.kinds, *self.tables)
        hidden = torch.rand(ids.shape, device=ids.device) < unhinted
        added = self.new.added(classes.masked_fill(hidden, 0))
        return (self.pieces[ids] + self.cases[cases] + added).to(self.dtype)

    def step(self) -> tuple[Tensor, Tensor]:
        config, rows = self.config, self.config["rows"]
        tag_ids, tag_cases, wanted = (of.to(self.device) for of in next(self.marked))
        ids, cases = self.streams.batch(config["running"], config["length"], self.draw)
        ids, cases = torch.cat((tag_ids, ids)), torch.cat((tag_cases, cases))
        begins = self.units.begin(ids).float()
        begins[:rows] *= config["labelled"]
        with torch.no_grad():
            said = self.old((self.pieces[ids] + self.cases[cases]).to(self.dtype), shown(ids))
        ids, cases = blinded(ids, cases, config["blind"])
        logits = self.new.tagger(self.embedded(ids, cases, config["unhinted"]), shown(ids))
        loss = apart(logits, said, begins, config["temperature"])
        mark = tags_loss(logits[:rows], wanted, self.sets)
        (config["before"] * loss + mark).backward()
        return loss.detach(), mark.detach()

    @torch.no_grad()
    def tagged(self, ids: Tensor, cases: Tensor) -> Tensor:
        ids, cases = ids.to(self.device), cases.to(self.device)
        return self.new.tagger(self.embedded(ids, cases, 0.0), shown(ids))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("start", "hints", "streams", "labelled", "out"):
        parser.add_argument(f"--{name}", type=Path, required=True)
    parser.add_argument("--tokenizer", required=True)
    parser.add_argument("--seconds", type=float)
    parser.add_argument("--until", type=float, help="end by this time (seconds since 1970)")
    parser.add_argument("--workers", type=int, default=0)
    parser.add_argument("--config", type=Path, default=Path(__file__).with_suffix(".toml"))
    asked = parser.parse_args()
    config = tomllib.loads(asked.config.read_text("utf-8"))
    torch.manual_seed(config["seed"])
    torch.set_float32_matmul_precision("high")
    lessons = Lessons(asked, config)
    optimiser = Optimiser(lessons.new, config["optimiser"])
    lessons.step()  # what is compiled here is not on the schedule's clock
    optimiser.step(0.0)
    asked.out.mkdir(parents=True, exist_ok=True)
    begun, step, saving = time.time(), 0, 0
    end = asked.until or begun + (asked.seconds or config["seconds"])
    while (progress := (time.time() - begun) / (end - begun)) < 1:
        lessons.late.value = int(progress > config["late"])
        loss, mark = lessons.step()
        optimiser.step(schedule(progress, step, config))
        step += 1
        if step % (250 if lessons.device == "cuda" else 2) == 0:
            print(step, f"{progress:.3f} apart {loss:.4f} marks {mark:.4f}", flush=True)
        if saving < len(config["saved"]) and progress > config["saved"][saving]:
            saving += 1
            saved(lessons.new, asked.out / f"tagger-{saving}.pt")
    saved(lessons.new, asked.out / "tagger.pt")
    record = {"seconds": round(time.time() - begun), "steps": step, "config": config}
    (asked.out / "hinted.json").write_text(json.dumps(record, indent=1), "utf-8")
    lessons.new.eval()
    print(json.dumps(measured(lessons.tagged, asked.labelled, config["length"])), flush=True)


if __name__ == "__main__":
    main()
