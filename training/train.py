"""Train the encoder in eight bits: first to fill in hidden pieces, then its heads along with that.

python training/train.py --streams STREAMS --labelled LABELLED --tokenizer T.json --out OUT
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

from batches import Packed, Pairs, shown
from losses import masked_loss, pairs_loss, pooled, pos_loss, tags_loss
from masking import Streams, blinded, hide, starts_of_words
from muon import Optimiser
from understudy.encoder.pieces import CASES, NEWLINE
from understudy.learn.network import Encoder, Heads, Shape

HEADS = Heads(tags=39, pos=17, vector=256)


def schedule(progress: float, step: int, config: dict[str, Any]) -> float:
    """Share of the peak rate: up in some steps, flat, then down to nothing by the clock."""
    falling = min(1.0, (1 - progress) / (1 - config["flat"]))
    return float(max(0.0, min(1.0, (step + 1) / config["warm_up"]) * falling))


def on_card() -> str:
    return "cuda" if torch.cuda.is_available() else "cpu"


def compiled(encoder: torch.nn.Module) -> None:
    """Layers are compiled one by one: alike, they share the work."""
    torch._dynamo.config.automatic_dynamic_shapes = False
    torch._dynamo.config.cache_size_limit = 64
    for layer in encoder.layers:  # type: ignore[union-attr]
        layer.compile()


class Training:
    """The data, the model and one step of each kind."""

    def __init__(self, asked: argparse.Namespace, config: dict[str, Any]) -> None:
        self.config, self.device = config, on_card()
        self.batch = asked.batch or config["batch"]
        self.dtype = torch.bfloat16 if self.device == "cuda" else torch.float32
        self.draw = np.random.default_rng(config["seed"])
        self.begins = starts_of_words(asked.tokenizer).to(self.device)
        self.streams = Streams(asked.streams, config["weights"], self.device)
        length, seed = config["length"], config["seed"]
        self.tags = Packed(asked.labelled / "tags.npz", length, seed, self.device)
        self.pos = Packed(asked.labelled / "pos.npz", length, seed, self.device)
        self.pairs = Pairs(asked.labelled / "pairs.npz", seed, self.device)
        self.model = Encoder(len(self.begins), len(CASES), Shape(**config["shape"]), HEADS)
        if asked.start:
            state = torch.load(asked.start, map_location="cpu")
            self.model.load_state_dict({name: value.float() for name, value in state.items()})
        self.model.to(self.device)
        self.model.body.quantise()
        self.optimiser = Optimiser(self.model, config["optimiser"])
        self.loss = masked_loss
        self.hide = hide
        if self.device == "cuda" or asked.compile:
            compiled(self.model.body)
            self.loss, self.hide = torch.compile(masked_loss), torch.compile(hide)

    def running(self, rows: int, share: float) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        ids, cases = self.streams.batch(rows, self.config["length"], self.draw)
        hidden, cases, places = self.hide(
            ids, cases, self.begins, share, self.config["whole_words"], self.config["caseless"]
        )
        return ids, hidden, cases, places

    def states(self, ids: Tensor, cases: Tensor, seen: Tensor | None) -> Tensor:
        return self.model.body(self.model.embed(ids, cases).to(self.dtype), seen)

    def pretrain(self, share: float) -> dict[str, Tensor]:
        ids, hidden, cases, places = self.running(self.batch, share)
        loss = self.loss(self.model, self.states(hidden, cases, None), ids, places)
        loss.backward()
        return {"masked": loss.detach()}

    def together(self, share: float, step: int) -> dict[str, Tensor]:
        """Running text, then tags and parts of speech in one batch; pairs of sentences at times."""
        rows, model = self.config["rows"], self.model
        tagged, spoken = rows["tags"], rows["pos"]
        ids, hidden, cases, places = self.running(self.batch - tagged - spoken, share)
        losses = {"masked": self.loss(model, self.states(hidden, cases, None), ids, places)}
        tag_ids, tag_cases, tag_wanted, _ = self.tags.batch(tagged)
        pos_ids, pos_cases, pos_wanted, _ = self.pos.batch(spoken)
        ids, cases = blinded(
            torch.cat((tag_ids, pos_ids)), torch.cat((tag_cases, pos_cases)), self.config["blind"]
        )
        states = self.states(ids, cases, shown(ids)).float()
        losses["tags"] = tags_loss(model.tags(states[:tagged]), tag_wanted, self.tags.sets)
        losses["pos"] = pos_loss(model.pos(states[tagged:]), pos_wanted)
        if step % rows["pairs_every"] == 0:
            pair_ids, pair_cases, likeness = self.pairs.batch(rows["pairs"])
            seen = shown(pair_ids)
            pair_states = self.states(pair_ids, pair_cases, seen)
            said = seen & (pair_ids != NEWLINE)
            losses["pairs"] = pairs_loss(pooled(model, pair_states, said), likeness)
        weights = {"masked": 1.0, **self.config["losses"]}
        total = sum(loss * weights[name] for name, loss in losses.items())
        total.backward()  # type: ignore[union-attr]
        return {name: loss.detach() for name, loss in losses.items()}


@torch.no_grad()
def measured(training: Training, folder: Path, name: str) -> dict[str, float]:
    """Masked accuracy on held-out text: 15 % single pieces, three draws of what is hidden."""
    device, model = training.device, training.model
    ids, cases = (
        torch.from_numpy(np.load(folder / f"{name}.heldout.{kind}.npy").astype(np.int32))
        for kind in ("ids", "cases")
    )
    rows = len(ids) // 256
    ids, cases = (array[: rows * 256].view(rows, 256).to(device) for array in (ids, cases))
    torch.manual_seed(7)
    hits = count = 0
    surprise = 0.0
    for at in [*range(0, rows, 128)] * 3:
        part = ids[at : at + 128]
        hidden, shown_cases, places = hide(
            part, cases[at : at + 128], training.begins, 0.15, 0.0, 0.0
        )
        states = training.states(hidden, shown_cases, None)
        taken = states.gather(1, places[:, :, None].expand(-1, -1, states.shape[-1])).flatten(0, 1)
        logits = model.logits(taken).float()
        wanted = part.gather(1, places).flatten().long()
        hits += int((logits.argmax(-1) == wanted).sum())
        surprise += float(torch.nn.functional.cross_entropy(logits, wanted, reduction="sum"))
        count += len(wanted)
    return {"accuracy": hits / count, "perplexity": float(np.exp(surprise / count))}


@torch.no_grad()
def tag_agreement(training: Training, path: Path) -> float:
    """Share of the held-out units whose likeliest class is allowed."""
    held = Packed(path, training.config["length"], 1, training.device)
    hits = count = 0
    for _ in range(8):
        ids, cases, wanted, _ = held.batch(64)
        logits = training.model.tags(training.states(ids, cases, shown(ids)).float())
        right = held.sets[wanted.long()].gather(-1, logits.argmax(-1, keepdim=True))[..., 0]
        hits += int((right & (wanted > 0)).sum())
        count += int((wanted > 0).sum())
    return hits / count


def save(model: torch.nn.Module, out: Path) -> None:
    out.mkdir(parents=True, exist_ok=True)
    state = {name: value.half() for name, value in model.state_dict().items()}
    torch.save(state, out / "encoder.pt.part")
    (out / "encoder.pt.part").rename(out / "encoder.pt")


def parsed() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--streams", type=Path, required=True)
    parser.add_argument("--labelled", type=Path, required=True)
    parser.add_argument("--tokenizer", required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--start", type=Path, help="go on from this encoder.pt")
    parser.add_argument("--minutes", type=float)
    parser.add_argument("--until", type=float, help="end by this time (seconds since 1970)")
    parser.add_argument("--batch", type=int)
    parser.add_argument("--compile", action="store_true")
    parser.add_argument("--config", type=Path, default=Path(__file__).with_suffix(".toml"))
    return parser.parse_args()


def main() -> None:
    asked = parsed()
    config = tomllib.loads(asked.config.read_text("utf-8"))
    torch.manual_seed(config["seed"])
    torch.set_float32_matmul_precision("high")
    training = Training(asked, config)
    optimiser, model = training.optimiser, training.model
    for share in set(config["hidden"]):  # what is compiled here is not on the schedule's clock
        if config["together"] > 0:
            training.pretrain(share)
        training.together(share, 0)
        optimiser.step(0.0)
    begun, step, seen = time.time(), 0, 0
    end = asked.until or begun + 60 * (asked.minutes or config["minutes"])
    history: list[dict[str, float]] = []
    while (progress := (time.time() - begun) / (end - begun)) < 1:
        share = config["hidden"][progress > config["switch"]]
        if progress > config["late"]:
            training.tags.turn_late()
        if progress < config["together"]:
            losses = training.pretrain(share)
        else:
            losses = training.together(share, step)
        torch.nn.utils.clip_grad_norm_(optimiser.parameters, 1.0)
        optimiser.step(schedule(progress, step, config))
        step, seen = step + 1, seen + training.batch * config["length"]
        if training.device == "cuda" and step % 2500 == 0:
            save(model, asked.out)
        if step % (200 if training.device == "cuda" else 2) == 0:
            now = {name: round(float(loss), 4) for name, loss in losses.items()}
            history.append({"step": step, "progress": round(progress, 4), **now})
            rate = seen / (time.time() - begun) / 1e6
            print(step, f"{progress:.3f}", now, f"{rate:.2f}M/s", flush=True)
    save(model, asked.out)
    model.eval()
    torch.compiler.set_stance("force_eager")
    scores: dict[str, Any] = {"tags": tag_agreement(training, asked.labelled / "tags-heldout.npz")}
    for name in ("wiki-en-2", "novels-es"):
        if (asked.streams / f"{name}.heldout.ids.npy").exists():
            scores[name] = measured(training, asked.streams, name)
    print(json.dumps(scores), flush=True)
    record = {
        "seconds": round(time.time() - begun),
        "steps": step,
        "pieces": seen,
        "heldout": scores,
        "history": history,
        "config": config,
    }
    (asked.out / "train.json").write_text(json.dumps(record, indent=1), "utf-8")


if __name__ == "__main__":
    main()
