"""Teach a small tagger what the encoder says of every unit.

python training/distil.py --encoder OUT/encoder.pt --streams … --labelled … --tokenizer … --out OUT
"""

from __future__ import annotations

import argparse
import json
import time
import tomllib
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from torch import Tensor, nn

from batches import Packed, shown
from losses import tags_loss
from masking import Streams, blinded
from muon import Optimiser
from train import HEADS, compiled, on_card, schedule
from understudy.encoder.pieces import CASES
from understudy.learn.network import Body, Encoder, Norm, Shape


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


def teacher(path: Path, shape: Shape, device: str) -> Encoder:
    state = torch.load(path, map_location=device)
    model = Encoder(len(state["pieces.weight"]), len(CASES), shape, HEADS)
    model.load_state_dict({name: value.float() for name, value in state.items()})
    model.to(device).eval().requires_grad_(False)
    model.body.quantise()
    return model


def apart(new: Tensor, old: Tensor, seen: Tensor, heat: float) -> Tensor:
    """How far the pupil's opinion of the seen pieces is from the teacher's, both softened."""
    distance = F.kl_div(
        (new / heat).log_softmax(-1),
        (old / heat).log_softmax(-1),
        log_target=True,
        reduction="none",
    ).sum(-1)
    return (distance * seen).sum() / seen.sum() * heat**2


def parsed() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("encoder", "streams", "labelled", "out"):
        parser.add_argument(f"--{name}", type=Path, required=True)
    parser.add_argument("--start", type=Path, help="go on from this tagger.pt")
    parser.add_argument("--minutes", type=float)
    parser.add_argument("--until", type=float, help="end by this time (seconds since 1970)")
    parser.add_argument("--config", type=Path, default=Path(__file__).with_suffix(".toml"))
    return parser.parse_args()


def main() -> None:
    asked = parsed()
    config = tomllib.loads(asked.config.read_text("utf-8"))
    device = on_card()
    dtype = torch.bfloat16 if device == "cuda" else torch.float32
    torch.manual_seed(config["seed"])
    torch.set_float32_matmul_precision("high")
    draw = np.random.default_rng(config["seed"])
    old = teacher(asked.encoder, Shape(**config["teacher"]), device)
    new = Tagger(Shape(**config["shape"]), old.pieces.weight.shape[1]).to(device)
    if asked.start:
        state = torch.load(asked.start, map_location=device)
        new.load_state_dict({name: value.float() for name, value in state.items()})
    new.body.quantise()
    optimiser = Optimiser(new, config["optimiser"])
    streams = Streams(asked.streams, config["weights"], device)
    marked = Packed(asked.labelled / "tags.npz", config["length"], config["seed"], device)
    if device == "cuda":
        compiled(old.body)
        compiled(new.body)
    rows, running = config["rows"], config["running"]

    def step_of() -> tuple[Tensor, Tensor]:
        ids, cases = streams.batch(running, config["length"], draw)
        tag_ids, tag_cases, wanted = marked.batch(rows)
        ids, cases = torch.cat((tag_ids, ids)), torch.cat((tag_cases, cases))
        ids, cases = blinded(ids, cases, config["blind"])
        seen = shown(ids)
        with torch.no_grad():
            embedded = (old.pieces(ids) + old.cases(cases)).to(dtype)
            said = old.tags(old.body(old.enter(embedded), seen).float())
        logits = new(embedded, seen)
        loss = apart(logits, said, seen, config["temperature"])
        mark = tags_loss(logits[:rows], wanted, marked.sets)
        (loss + config["marks"] * mark).backward()
        return loss.detach(), mark.detach()

    step_of()
    optimiser.step(0.0)
    begun, step = time.time(), 0
    end = asked.until or begun + 60 * (asked.minutes or config["minutes"])
    while (progress := (time.time() - begun) / (end - begun)) < 1:
        if progress > config["late"]:
            marked.turn_late()
        loss, mark = step_of()
        torch.nn.utils.clip_grad_norm_(optimiser.parameters, 1.0)
        optimiser.step(schedule(progress, step, config))
        step += 1
        if step % (200 if device == "cuda" else 2) == 0:
            print(
                step, f"{progress:.3f} apart {float(loss):.4f} marks {float(mark):.4f}", flush=True
            )
    asked.out.mkdir(parents=True, exist_ok=True)
    torch.save(
        {name: value.half() for name, value in new.state_dict().items()}, asked.out / "tagger.pt"
    )
    record = {"seconds": round(time.time() - begun), "steps": step, "config": config}
    (asked.out / "distil.json").write_text(json.dumps(record, indent=1), "utf-8")


if __name__ == "__main__":
    main()
