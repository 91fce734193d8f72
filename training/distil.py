"""Teach a small tagger what a large teacher says of every unit, by our rules.

    python training/distil.py --teacher OUT/teacher.pt --encoder START/encoder.pt \\
        --start START/tagger.pt --streams … --labelled … --tokenizer … --out OUT

The pupil reads the shipped encoder's embeddings. It learns what the teacher says of running text
when it is asked for our rules; of labelled text also what people marked, unless they marked it by
rules that the text does not give away.
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
import torch.nn.functional as F
from torch import Tensor, nn

from batches import IGNORED, Packed, shown
from losses import tags_loss
from masking import Streams, Units, blinded
from muon import Optimiser
from rules import OURS, RULES, UNTOLD, is_foreign
from teacher import loaded
from train import HEADS, compiled, on_card, schedule
from understudy.learn.network import Body, Norm, Shape


class Tagger(nn.Module):
    """Reads the encoder's embeddings, which stay as they are."""

    def __init__(self, shape: Shape, inner: int) -> None:
        super().__init__()
        self.enter = Norm(inner)
        self.body = Body(shape, inner)
        self.tags = nn.Linear(shape.width, HEADS.tags)

    def forward(self, embedded: Tensor, seen: Tensor) -> Tensor:
        states = self.body(self.enter(embedded), seen)
        return self.tags(states.float())


def apart(new: Tensor, old: Tensor, asked: Tensor, heat: float) -> Tensor:
    """How far the pupil's opinion of the units is from the teacher's, both softened."""
    distance = F.kl_div(
        (new / heat).log_softmax(-1),
        (old / heat).log_softmax(-1),
        log_target=True,
        reduction="none",
    ).sum(-1)
    return (distance * asked).sum() / asked.sum() * heat**2


def saved(tagger: Tagger, path: Path) -> None:
    torch.save({name: value.half() for name, value in tagger.state_dict().items()}, path)


def parsed() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("teacher", "encoder", "streams", "labelled", "out"):
        parser.add_argument(f"--{name}", type=Path, required=True)
    parser.add_argument("--tokenizer", required=True)
    parser.add_argument("--start", type=Path, help="go on from this tagger.pt")
    parser.add_argument("--minutes", type=float)
    parser.add_argument("--until", type=float, help="end by this time (seconds since 1970)")
    parser.add_argument("--config", type=Path, default=Path(__file__).with_suffix(".toml"))
    return parser.parse_args()


class Lessons:
    """The teacher, the pupil, the texts, and one step."""

    def __init__(self, asked: argparse.Namespace, config: dict[str, Any]) -> None:
        device = self.device = on_card()
        self.config = config
        self.dtype = torch.bfloat16 if device == "cuda" else torch.float32
        self.draw = np.random.default_rng(config["seed"])
        self.old = loaded(asked.teacher, Shape(**config["teacher"]), device)
        encoder = torch.load(asked.encoder, map_location=device)
        self.pieces, self.cases = (encoder[f"{of}.weight"].float() for of in ("pieces", "cases"))
        self.new = Tagger(Shape(**config["shape"]), self.pieces.shape[1]).to(device)
        if asked.start:
            state = torch.load(asked.start, map_location=device)
            self.new.load_state_dict({name: value.float() for name, value in state.items()})
        self.new.body.quantise()
        self.streams = Streams(asked.streams, config["weights"], device)
        path = asked.labelled / "tags.npz"
        self.marked = Packed(path, config["length"], config["seed"], device)
        self.units = Units(asked.tokenizer, device)
        self.foreign = torch.tensor([is_foreign(at) for at in range(len(RULES))], device=device)
        if device == "cuda":
            compiled(self.old.encoder.body)
            compiled(self.new.body)

    def asked_for(self, rows: int) -> Tensor:
        """By whose rules the teacher is to mark rows of running text."""
        told = torch.rand(rows, 1, device=self.device) >= self.config["untold"]
        return torch.where(told, OURS, UNTOLD).int().expand(-1, self.config["length"])

    def step(self) -> tuple[Tensor, Tensor]:
        config, marked = self.config, self.marked
        ids, cases = self.streams.batch(config["running"], config["length"], self.draw)
        tag_ids, tag_cases, wanted, rules = marked.batch(config["rows"])
        foreign = self.foreign[rules]
        wanted = wanted.masked_fill(foreign, IGNORED)
        rules = torch.cat((rules.masked_fill(foreign, OURS), self.asked_for(len(ids))))
        ids, cases = torch.cat((tag_ids, ids)), torch.cat((tag_cases, cases))
        begins = self.units.begin(ids)
        ids, cases = blinded(ids, cases, config["blind"])
        seen = shown(ids)
        with torch.no_grad():
            embedded = (self.pieces[ids] + self.cases[cases]).to(self.dtype)
            said = self.old(ids, cases, rules, seen, self.dtype)
        logits = self.new(embedded, seen)
        loss = apart(logits, said, begins, config["temperature"])
        mark = tags_loss(logits[: config["rows"]], wanted, marked.sets)
        (loss + config["marks"] * mark).backward()
        return loss.detach(), mark.detach()


def main() -> None:
    asked = parsed()
    config = tomllib.loads(asked.config.read_text("utf-8"))
    torch.manual_seed(config["seed"])
    torch.set_float32_matmul_precision("high")
    lessons = Lessons(asked, config)
    optimiser = Optimiser(lessons.new, config["optimiser"])
    lessons.step()  # what is compiled here is not on the schedule's clock
    optimiser.step(0.0)
    asked.out.mkdir(parents=True, exist_ok=True)
    begun, step, saving = time.time(), 0, 0
    end = asked.until or begun + 60 * (asked.minutes or config["minutes"])
    while (progress := (time.time() - begun) / (end - begun)) < 1:
        if progress > config["late"]:
            lessons.marked.turn_late()
        loss, mark = lessons.step()
        torch.nn.utils.clip_grad_norm_(optimiser.parameters, 1.0)
        optimiser.step(schedule(progress, step, config))
        step += 1
        if step % (200 if lessons.device == "cuda" else 2) == 0:
            print(
                step, f"{progress:.3f} apart {float(loss):.4f} marks {float(mark):.4f}", flush=True
            )
        if saving < len(config["saved"]) and progress > config["saved"][saving]:
            saving += 1
            saved(lessons.new, asked.out / f"tagger-{saving}.pt")
    saved(lessons.new, asked.out / "tagger.pt")
    record = {"seconds": round(time.time() - begun), "steps": step, "config": config}
    (asked.out / "distil.json").write_text(json.dumps(record, indent=1), "utf-8")


if __name__ == "__main__":
    main()
