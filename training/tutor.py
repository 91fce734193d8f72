"""Teach a borrowed language model to tag, so that it can teach the fast tagger.

python training/tutor.py --rows ROWS --borrowed CARRY --out OUT
"""

from __future__ import annotations

import argparse
import json
import time
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor

from arrays import CLASSES
from borrowed import BETWEEN, HIDDEN, MPNET, Borrowed, Shape, load
from losses import tags_loss
from rules import OURS, UNTOLD
from spanned import gold, spans
from train import on_card, schedule

TINY = Shape(layers=2, width=36, hidden=64, heads=3)
"""To try a script out."""


class Held:
    """Rows in the memory of the card."""

    def __init__(self, path: Path, device: str) -> None:
        with np.load(path) as found:
            fields = {name: found[name] for name in found.files}
        self.sets = torch.from_numpy(fields.pop("sets", np.zeros((1, len(CLASSES)), bool)))
        self.sets = self.sets.to(device)
        for name, array in fields.items():
            plain = array.astype(np.int16) if array.dtype == np.uint16 else array
            setattr(self, name, torch.from_numpy(plain).to(device))
        self.reach = (self.get("lasts").amax(1) + 2).clamp_max(self.far.shape[1])  # type: ignore[attr-defined]

    def get(self, name: str, rows: Tensor | slice = slice(None)) -> Tensor:
        array: Tensor = getattr(self, name)[rows]
        return array.int() & 0xFFFF if array.dtype == torch.int16 else array.int()

    def __len__(self) -> int:
        return len(self.ids)  # type: ignore[attr-defined]


class Picked:
    """Rows drawn at random, all of them before any comes again: few pieces apart from many."""

    def __init__(self, rows: Held, short: int, seed: int) -> None:
        self.rows, self.short = rows, short
        reach = rows.reach.cpu().numpy()
        self.kinds = [np.flatnonzero(reach <= short), np.flatnonzero(reach > short)]
        self.draw = np.random.default_rng(seed)
        self.order = [np.zeros(0, int), np.zeros(0, int)]

    def some(self, sizes: tuple[int, int]) -> tuple[Tensor, int]:
        """Numbers of rows, and how many of the other model's pieces they have."""
        mass = np.array([len(of) / size for of, size in zip(self.kinds, sizes, strict=True)])
        kind = int(self.draw.random() > mass[0] / mass.sum())
        size = sizes[kind]
        while len(self.order[kind]) < size:
            again = self.draw.permutation(self.kinds[kind])
            self.order[kind] = np.concatenate((self.order[kind], again))
        taken, self.order[kind] = self.order[kind][:size], self.order[kind][size:]
        length = self.rows.get("far").shape[1] if kind else self.short
        return torch.from_numpy(taken).to(self.rows.sets.device), length


class Teaching:
    def __init__(self, asked: argparse.Namespace, config: dict[str, Any]) -> None:
        self.config, self.device = config, on_card()
        self.sizes = (config["rows"], config["long_rows"]) if not asked.tiny else (4, 3)
        seed = config["seed"]
        self.marked = {
            name: Picked(Held(asked.rows / f"{name}.npz", self.device), config["short"], seed)
            for name in ("all", "late")
        }
        self.model = Borrowed(len(CLASSES), TINY if asked.tiny else MPNET)
        if not asked.tiny:
            load(asked.borrowed, self.model)
        self.model.to(self.device)
        if self.device == "cuda":
            torch._dynamo.config.automatic_dynamic_shapes = False
            torch._dynamo.config.cache_size_limit = 64
            for layer in self.model.layers:
                layer.compile()

    def tagged(self, name: str) -> Tensor:
        config, picked = self.config, self.marked[name]
        rows, length = picked.some(self.sizes)
        held = picked.rows
        ids, rules, cases = (
            held.get(of, rows)[:, :length] for of in ("far", "far_rules", "far_cases")
        )
        blind = torch.rand(ids.shape, device=ids.device) < config["blind_pieces"]
        blind &= torch.rand(len(ids), 1, device=ids.device) < config["blind_rows"]
        untold = torch.rand(len(ids), 1, device=ids.device) < config["untold"]
        logits = self.model(
            ids.masked_fill(blind & (ids != BETWEEN), HIDDEN),
            rules.masked_fill(untold, UNTOLD),
            cases,
            *(held.get(of, rows).long().clamp_max(length - 1) for of in ("firsts", "lasts")),
        )
        return tags_loss(logits, held.get("wanted", rows), held.sets)


def measured(tagged: Callable[[Held, Tensor], Tensor], rows: Held) -> float:
    """Exact F1 of names in rows of one text each."""
    right = said = wanted = 0
    table = rows.sets.cpu().numpy()
    for at in range(0, len(rows), 256):
        some = torch.arange(at, min(at + 256, len(rows)), device=rows.sets.device)
        best = tagged(rows, some).argmax(-1).cpu().numpy()
        asked = rows.get("wanted", some).cpu().numpy()
        for row, of in zip(best, asked, strict=True):
            firsts = np.flatnonzero(of)
            one = spans([CLASSES[row[first]] for first in firsts])
            sets = [np.flatnonzero(table[of[first]]) for first in firsts]
            two = spans(gold([[CLASSES[number] for number in numbers] for numbers in sets]))
            right, said, wanted = right + len(one & two), said + len(one), wanted + len(two)
    return round(2 * right / max(1, said + wanted), 4)


@torch.no_grad()
def opinion(model: Borrowed, rows: Held, some: Tensor, ours: bool) -> Tensor:
    """What the teacher says of rows, by our rules or by those of their corpora."""
    length = int(rows.reach[some].max())
    ids, rules, cases = (rows.get(of, some)[:, :length] for of in ("far", "far_rules", "far_cases"))
    return model(
        ids,
        torch.full_like(ids, OURS) if ours else rules,
        cases,
        *(rows.get(of, some).long().clamp_max(length - 1) for of in ("firsts", "lasts")),
    )


def parsed() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("rows", "borrowed", "out"):
        parser.add_argument(f"--{name}", type=Path, required=True)
    parser.add_argument("--seconds", type=float)
    parser.add_argument("--until", type=float, help="end by this time (seconds since 1970)")
    parser.add_argument("--tiny", action="store_true", help="random weights, to try it out")
    parser.add_argument("--config", type=Path, default=Path(__file__).with_suffix(".toml"))
    return parser.parse_args()


def main() -> None:
    asked = parsed()
    config = tomllib.loads(asked.config.read_text("utf-8"))
    torch.manual_seed(config["seed"])
    torch.set_float32_matmul_precision("high")
    teaching = Teaching(asked, config)
    model, device = teaching.model, teaching.device
    heads = {id(of) for of in (*model.tags.parameters(), model.rules.weight)}
    optimiser = torch.optim.AdamW(
        [
            {"params": [of for of in model.parameters() if id(of) not in heads]},
            {"params": [of for of in model.parameters() if id(of) in heads], "head": True},
        ],
        betas=(0.9, 0.98),
        weight_decay=config["decay"],
        fused=device == "cuda",
    )
    asked.out.mkdir(parents=True, exist_ok=True)
    begun, step = time.time(), 0
    end = asked.until or begun + (asked.seconds or config["seconds"])
    history: list[dict[str, float]] = []
    while (progress := (time.time() - begun) / (end - begun)) < 1:
        with torch.autocast(device, torch.bfloat16, enabled=device == "cuda"):
            loss = teaching.tagged("late" if progress > config["late"] else "all")
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        share = schedule(progress, step, config)
        for group in optimiser.param_groups:
            group["lr"] = share * config["head_rate" if group.get("head") else "rate"]
        optimiser.step()
        optimiser.zero_grad(set_to_none=True)
        step += 1
        if step % (100 if device == "cuda" else 2) == 0:
            now = round(float(loss.detach()), 4)
            history.append({"step": step, "progress": round(progress, 4), "tags": now})
            print(step, f"{progress:.3f}", now, f"{time.time() - begun:.0f} s", flush=True)
    model.eval()
    torch.save(model.state_dict(), asked.out / "tutor.part")
    (asked.out / "tutor.part").rename(asked.out / "tutor.pt")

    def tagged(rows: Held, some: Tensor) -> Tensor:
        with torch.autocast(device, torch.bfloat16, enabled=device == "cuda"):
            return opinion(model, rows, some, ours=False)

    figures = {
        path.stem: measured(tagged, Held(path, device)) for path in asked.rows.glob("dev-*.npz")
    }
    record = {
        "seconds": round(time.time() - begun),
        "steps": step,
        "development": figures,
        "history": history,
        "config": config,
    }
    print(json.dumps(figures), flush=True)
    (asked.out / "tutor.json").write_text(json.dumps(record, indent=1), "utf-8")


if __name__ == "__main__":
    main()
