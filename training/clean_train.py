"""Train the clean checkpoint: an encoder from random weights, by hidden pieces alone.

    python training/clean_train.py --parts PARTS --tokenizer T.json --out OUT [--minutes M]

PARTS is a folder with ``part1/streams.bin`` and so on (clean_text.py). Parts that come while the
training runs are read as they come; it starts as soon as there is one. OUT gets ``body.npz`` and
``table.npz`` (eight bits, under 16 MiB each) as it goes, and ``clean.json`` at the end. No label is
read, and no head is trained.
"""

from __future__ import annotations

import argparse
import json
import time
import tomllib
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor

import eightbit
import packed
from losses import masked_loss
from masking import hide, starts_of_words
from muon import Optimiser
from train import HEADS, compiled, on_card, schedule
from understudy.encoder.pieces import CASES
from understudy.learn.network import Encoder, Shape

_ROUNDS = 3
_LENGTH = 256
HELD_OUT = ".heldout"


class Parts:
    """The text in the card's memory, more of it whenever a part has come."""

    def __init__(self, folder: Path, weights: dict[str, float], device: str) -> None:
        self.folder, self.weights, self.device = folder, weights, device
        self.arrays: dict[str, list[packed.Stream]] = {}
        self.ids: dict[str, Tensor] = {}
        self.cases: dict[str, Tensor] = {}
        self.read: set[Path] = set()
        self.reader = ThreadPoolExecutor(1)
        self.coming: Future[dict[str, packed.Stream]] | None = None
        while not self.ids:
            self.look(wait=True)

    def look(self, wait: bool = False) -> bool:
        """Whether a part has been added; the next one is read in the background meanwhile."""
        if self.coming is None:
            new = sorted(set(self.folder.glob(f"part*/{packed.NAME}")) - self.read)
            if new:
                self.read.add(new[0])
                self.coming = self.reader.submit(packed.read, new[0])
            elif wait:
                time.sleep(0.5)
        if self.coming is None or not (wait or self.coming.done()):
            return False
        for name, stream in self.coming.result().items():
            self.arrays.setdefault(name, []).append(stream)
        self.coming = None
        for name in self.weights.keys() & self.arrays.keys():
            ids, cases = (np.concatenate(kind) for kind in zip(*self.arrays[name], strict=True))
            self.ids[name] = torch.from_numpy(ids.astype(np.int16)).to(self.device)
            self.cases[name] = torch.from_numpy(cases).to(self.device)
        self.names = sorted(name for name in self.ids if len(self.ids[name]) > _LENGTH)
        mass = np.array([len(self.ids[name]) * self.weights[name] for name in self.names])
        self.shares = mass / mass.sum()
        return True

    def batch(self, count: int, length: int, draw: np.random.Generator) -> tuple[Tensor, Tensor]:
        """Windows at random places."""
        ids, cases = [], []
        window = torch.arange(length, device=self.device)
        for name, part in zip(self.names, draw.multinomial(count, self.shares), strict=True):
            if part:
                places = torch.from_numpy(draw.integers(0, len(self.ids[name]) - length, part))
                index = places.to(self.device, non_blocking=True)[:, None] + window
                ids.append(self.ids[name][index].int() & 0xFFFF)
                cases.append(self.cases[name][index].int())
        order = torch.randperm(count, device=self.device)
        return torch.cat(ids)[order], torch.cat(cases)[order]


class Training:
    """The model, and one step of it."""

    def __init__(self, asked: argparse.Namespace, config: dict[str, Any]) -> None:
        self.config, self.device = config, on_card()
        self.batch = asked.batch or config["batch"]
        self.dtype = torch.bfloat16 if self.device == "cuda" else torch.float32
        self.draw = np.random.default_rng(config["seed"])
        self.begins = starts_of_words(asked.tokenizer).to(self.device)
        self.parts = Parts(asked.parts, config["weights"], self.device)
        self.model = Encoder(len(self.begins), len(CASES), Shape(**config["shape"]), HEADS)
        self.model.to(self.device)
        self.model.body.quantise()
        for head in (self.model.tags, self.model.pos, self.model.vector):
            head.requires_grad_(False)
        self.optimiser = Optimiser(self.model, config["optimiser"])
        self.loss, self.hide = masked_loss, hide
        if self.device == "cuda":
            compiled(self.model.body)
            self.loss, self.hide = torch.compile(masked_loss), torch.compile(hide)

    def states(self, ids: Tensor, cases: Tensor) -> Tensor:
        return self.model.body(self.model.embed(ids, cases).to(self.dtype), None)

    def step(self, share: float) -> Tensor:
        """The loss of a batch, whose gradients are left for the optimiser."""
        of = self.config
        ids, cases = self.parts.batch(self.batch, of["length"], self.draw)
        hidden, cases, places = self.hide(
            ids, cases, self.begins, share, of["whole_words"], of["caseless"]
        )
        loss: Tensor = self.loss(self.model, self.states(hidden, cases), ids, places)
        loss.backward()
        return loss.detach()

    def save(self, out: Path) -> list[tuple[str, int]]:
        heads = ("tags.", "pos.", "vector.")
        state = {
            name: value.detach().float().cpu().numpy()
            for name, value in self.model.state_dict().items()
            if not name.startswith(heads)
        }
        return eightbit.written(state, out)


@torch.no_grad()
def measured(training: Training, stream: packed.Stream) -> dict[str, float]:
    """On text that was held out: 15 % single pieces, three draws of what is hidden."""
    rows = len(stream[0]) // _LENGTH
    ids, cases = (
        torch.from_numpy(array[: rows * _LENGTH].astype(np.int32))
        .view(rows, _LENGTH)
        .to(training.device)
        for array in stream
    )
    torch.manual_seed(7)
    hits = count = 0
    surprise = 0.0
    for at in [*range(0, rows, 128)] * _ROUNDS:
        part = ids[at : at + 128]
        hidden, shown, places = hide(part, cases[at : at + 128], training.begins, 0.15, 0.0, 0.0)
        states = training.states(hidden, shown)
        taken = states.gather(1, places[:, :, None].expand(-1, -1, states.shape[-1])).flatten(0, 1)
        logits = training.model.logits(taken).float()
        wanted = part.gather(1, places).flatten().long()
        hits += int((logits.argmax(-1) == wanted).sum())
        surprise += float(torch.nn.functional.cross_entropy(logits, wanted, reduction="sum"))
        count += len(wanted)
    return {"accuracy": hits / count, "perplexity": float(np.exp(surprise / count)), "n": count}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--parts", type=Path, required=True)
    parser.add_argument("--tokenizer", required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--minutes", type=float)
    parser.add_argument("--batch", type=int)
    parser.add_argument("--config", type=Path, default=Path(__file__).with_name("clean.toml"))
    asked = parser.parse_args()
    config = tomllib.loads(asked.config.read_text("utf-8"))
    torch.manual_seed(config["seed"])
    torch.set_float32_matmul_precision("high")
    training = Training(asked, config)
    for share in dict.fromkeys(config["hidden"]):  # what is compiled here is not on the clock
        training.step(share)
        training.optimiser.step(0.0)
    begun, step, seen = time.time(), 0, 0
    end = begun + 60 * (asked.minutes or config["minutes"])
    on_gpu = training.device == "cuda"
    every = config["look_every"] if on_gpu else 2
    history: list[dict[str, float]] = []
    while (progress := (time.time() - begun) / (end - begun)) < 1:
        loss = training.step(config["hidden"][progress > config["switch"]])
        torch.nn.utils.clip_grad_norm_(training.optimiser.parameters, 1.0)
        training.optimiser.step(schedule(progress, step, config))
        step, seen = step + 1, seen + training.batch * config["length"]
        if step % every == 0:
            if training.parts.look():
                print("parts:", len(training.parts.read), flush=True)
            now = {"step": step, "progress": round(progress, 4), "loss": round(float(loss), 4)}
            history.append({**now, "parts": len(training.parts.read)})
            print(now, f"{seen / (time.time() - begun) / 1e6:.2f}M pieces/s", flush=True)
        if on_gpu and step % config["save_every"] == 0:
            training.save(asked.out)
    seconds = time.time() - begun
    sizes = training.save(asked.out)
    training.model.eval()
    torch.compiler.set_stance("force_eager")
    held = {
        name.removesuffix(HELD_OUT): measured(training, streams[0])
        for name, streams in training.parts.arrays.items()
        if name.endswith(HELD_OUT)
    }
    record = {
        "seconds": round(seconds),
        "steps": step,
        "pieces": seen,
        "device": torch.cuda.get_device_name() if on_gpu else "CPU",
        "text": {name: len(ids) for name, ids in sorted(training.parts.ids.items())},
        "parts": len(training.parts.read),
        "heldout": held,
        "bytes": dict(sizes),
        "history": history,
        "config": config,
    }
    (asked.out / "clean.json").write_text(json.dumps(record, indent=1) + "\n", "utf-8")
    print(json.dumps({name: record[name] for name in ("seconds", "steps", "heldout", "bytes")}))


if __name__ == "__main__":
    main()
