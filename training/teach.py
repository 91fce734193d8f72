"""Train the teacher of the fast tagger: grown from the shipped encoder, hidden pieces first, then
tags along with them.

    python training/restart.py --out START
    python training/teach.py --start START/encoder.pt --streams … --labelled … --tokenizer … \\
        --out OUT
"""

from __future__ import annotations

import argparse
import json
import time
import tomllib
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor

from batches import Packed, shown
from grow import count, grown
from losses import masked_loss, tags_loss
from masking import Streams, blinded, hide, starts_of_words
from muon import Optimiser
from rules import OURS, RULES, UNTOLD
from teacher import HEADS, Teacher, saved
from train import compiled, on_card, schedule
from understudy.learn.network import Shape

_LOOK = 50
"""Steps between two looks for further streams, which may come while training runs."""


class Teaching:
    def __init__(self, asked: argparse.Namespace, config: dict[str, Any]) -> None:
        self.config, self.device, self.labelled = config, on_card(), asked.labelled
        self.dtype = torch.bfloat16 if self.device == "cuda" else torch.float32
        self.draw = np.random.default_rng(config["seed"])
        self.begins = starts_of_words(asked.tokenizer).to(self.device)
        self.streams = Streams(asked.streams, config["weights"], self.device)
        shape = Shape(**config["shape"])
        self.model = Teacher(len(self.begins), shape)
        self.model.encoder.load_state_dict(
            grown(torch.load(asked.start, map_location="cpu"), shape, HEADS)
        )
        self.model.to(self.device)
        self.optimiser = Optimiser(self.model, config["optimiser"])
        self.loss, self.hide = masked_loss, hide
        if self.device == "cuda":
            compiled(self.model.encoder.body)
            self.loss, self.hide = torch.compile(masked_loss), torch.compile(hide)
        self.tags: Packed | None = None

    def marks(self) -> Packed:
        if self.tags is None:
            config = self.config
            path = self.labelled / "tags.npz"
            self.tags = Packed(path, config["length"], config["seed"], self.device)
        return self.tags

    def masked(self, rows: int) -> Tensor:
        config = self.config
        ids, cases = self.streams.batch(rows, config["length"], self.draw)
        hidden, cases, places = self.hide(
            ids, cases, self.begins, config["hidden"], config["whole_words"], config["caseless"]
        )
        rules = torch.full_like(ids, UNTOLD)
        states = self.model.states(hidden, cases, rules, None, self.dtype)
        return self.loss(self.model.encoder, states, ids, places)

    def tagged(self, rows: int) -> Tensor:
        tags = self.marks()
        ids, cases, wanted, rules = tags.batch(rows)
        untold = torch.rand(rows, 1, device=self.device) < self.config["untold"]
        rules = rules.masked_fill(untold, UNTOLD)
        ids, cases = blinded(ids, cases, self.config["blind"])
        return tags_loss(self.model(ids, cases, rules, shown(ids), self.dtype), wanted, tags.sets)

    def step(self, with_tags: bool) -> dict[str, Tensor]:
        tagged = self.config["tags"] if with_tags else 0
        losses = {"masked": self.masked(self.config["batch"] - tagged)}
        if with_tags:
            losses["tags"] = self.tagged(tagged)
        torch.stack(list(losses.values())).sum().backward()
        return {name: loss.detach() for name, loss in losses.items()}


@torch.no_grad()
def agreement(teaching: Teaching, path: Path) -> dict[str, float]:
    """Share of the held-out units whose likeliest class is allowed, by whose rules they are
    marked; of these told, untold, and told to be ours."""
    held = Packed(path, teaching.config["length"], 1, teaching.device)
    hits, counts = np.zeros((3, len(RULES))), np.zeros(len(RULES))
    for _ in range(24):
        ids, cases, wanted, rules = held.batch(64)
        asked = wanted > 0
        counts += np.bincount(rules[asked].cpu(), minlength=len(RULES))
        for at, said in enumerate(
            (rules, torch.full_like(rules, UNTOLD), torch.full_like(rules, OURS))
        ):
            best = teaching.model(ids, cases, said, shown(ids), teaching.dtype).argmax(-1)
            right = held.sets[wanted.long()].gather(-1, best[..., None])[..., 0] & asked
            hits[at] += np.bincount(rules[right].cpu(), minlength=len(RULES))
    return {
        f"{name} {kind}": round(float(hits[row, at] / counts[at]), 4)
        for at, name in enumerate(RULES)
        for row, kind in enumerate(("told", "untold", "as ours"))
        if counts[at]
    }


def parsed() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("start", "streams", "labelled", "out"):
        parser.add_argument(f"--{name}", type=Path, required=True)
    parser.add_argument("--tokenizer", required=True)
    parser.add_argument("--minutes", type=float)
    parser.add_argument("--until", type=float, help="end by this time (seconds since 1970)")
    parser.add_argument("--config", type=Path, default=Path(__file__).with_suffix(".toml"))
    return parser.parse_args()


def main() -> None:
    asked = parsed()
    config = tomllib.loads(asked.config.read_text("utf-8"))
    torch.manual_seed(config["seed"])
    torch.set_float32_matmul_precision("high")
    teaching = Teaching(asked, config)
    optimiser, model = teaching.optimiser, teaching.model
    print(f"{count(model) / 1e6:.1f} million weights", flush=True)
    begun, step, seen = time.time(), 0, 0
    end = asked.until or begun + 60 * (asked.minutes or config["minutes"])
    history: list[dict[str, float]] = []
    while (progress := (time.time() - begun) / (end - begun)) < 1:
        if progress > config["late"]:
            teaching.marks().turn_late()
        losses = teaching.step(progress >= config["together"])
        torch.nn.utils.clip_grad_norm_(optimiser.parameters, 1.0)
        optimiser.step(schedule(progress, step, config))
        step, seen = step + 1, seen + config["batch"] * config["length"]
        if step % _LOOK == 0:
            teaching.streams.look()
        if step % (100 if teaching.device == "cuda" else 2) == 0:
            now = {name: round(float(loss), 4) for name, loss in losses.items()}
            history.append({"step": step, "progress": round(progress, 4), **now})
            rate = seen / (time.time() - begun) / 1e6
            print(step, f"{progress:.3f}", now, f"{rate:.2f}M/s", flush=True)
    model.eval()
    saved(model, asked.out / "teacher.pt")
    record = {
        "seconds": round(time.time() - begun),
        "steps": step,
        "pieces": seen,
        "heldout": agreement(teaching, asked.labelled / "tags-heldout.npz"),
        "history": history,
        "config": config,
    }
    print(json.dumps(record["heldout"]), flush=True)
    (asked.out / "teach.json").write_text(json.dumps(record, indent=1), "utf-8")


if __name__ == "__main__":
    main()
