"""Table 2 and the extraction with encoders that start from the clean checkpoint, on a card.

    python experiments/learners.py --weights CLEAN --inputs INPUTS --out OUT [--minutes 4]

CLEAN has body.npz and table.npz (training/clean_train.py), INPUTS what ``learner_inputs.py`` wrote.
Studies come in the order of their files' names; one that is not likely to end in time is left out,
and the log says so. OUT gets one small file for each study: what each encoder answered, as numbers.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import torch
import torch.nn.functional as F  # noqa: N812

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "training"), str(HERE.parent / "src")]

import eightbit  # noqa: E402
from many import (  # noqa: E402
    CASELESS,
    MASK,
    NEWLINE,
    NONE,
    Batches,
    Many,
    Rows,
    Schedule,
    rows_of,
    stacked,
)
from understudy.encoder.tags import Scheme  # noqa: E402

IGNORED = -100
TOP = 40
Arrays = dict[str, np.ndarray]


def _rows(arrays: Arrays, name: str, device: str) -> Rows:
    return rows_of(
        arrays[f"{name}/ids"], arrays[f"{name}/cases"], arrays[f"{name}/lengths"], device
    )


def trained(
    state: dict[str, np.ndarray], meta: dict[str, Any], arrays: Arrays, device: str
) -> Many:
    """An encoder for each run of a study: tags, or labels of whole texts."""
    seeds = [run["seed"] for run in meta["runs"]]
    texts = {name: _rows(arrays, name, device) for name in {run["text"] for run in meta["runs"]}}
    wanted = {name: torch.from_numpy(_padded_wanted(arrays, name)).to(device) for name in texts}
    rows = [texts[run["text"]] for run in meta["runs"]]
    aims = [wanted[run["text"]] for run in meta["runs"]]
    many = Many(state, seeds, len(meta["classes"]), device)
    batches = Batches(rows, seeds, meta["batch"])
    schedule = Schedule(many, batches.per_epoch * meta["epochs"])
    torch.manual_seed(seeds[0])
    for _ in range(meta["epochs"]):
        for places, longest in batches.epoch():
            ids, cases = stacked(rows, places, longest)
            blind = torch.rand(*ids.shape[:2], 1, device=device) < CASELESS
            cases = cases.masked_fill(blind, 0)
            aim = torch.stack(
                [
                    _cut(one[torch.from_numpy(p).to(device)], longest)
                    for one, p in zip(aims, places, strict=True)
                ]
            )
            scores = many.scores(many.states(ids, cases)).flatten(1, 2)
            losses = F.cross_entropy(
                scores.flatten(0, 1), aim.reshape(-1), ignore_index=IGNORED, reduction="none"
            ).view(many.count, -1)
            asked = (aim != IGNORED).flatten(1).sum(1).clamp_min(1)
            schedule.step((losses.sum(1) / asked).sum())
    return many


def _padded_wanted(arrays: Arrays, name: str) -> np.ndarray:
    lengths = arrays[f"{name}/lengths"]
    found = np.full((len(lengths), int(lengths.max())), IGNORED, np.int64)
    found[np.arange(found.shape[1])[None, :] < lengths[:, None]] = arrays[f"{name}/wanted"]
    return found


def _cut(aim: torch.Tensor, longest: int) -> torch.Tensor:
    missing = longest - aim.shape[1]
    return F.pad(aim, (0, missing), value=IGNORED) if missing > 0 else aim[:, :longest]


@torch.no_grad()
def answered(many: Many, run: int, test: Rows, size: int = 512) -> list[np.ndarray]:
    """For each text the scores of the classes, a row per piece."""
    one = many.only(run)
    order = np.argsort(test.lengths, kind="stable")
    found: list[np.ndarray] = [np.zeros(0)] * len(order)
    for start in range(0, len(order), size):
        places = order[start : start + size]
        ids, cases = test.taken(places, int(test.lengths[places].max()))
        scores = one.scores(one.states(ids[None], cases[None]))[0].float().cpu().numpy()
        for at, row in zip(places, scores, strict=True):
            found[at] = row[: test.lengths[at]]
    return found


def marked(answers: list[np.ndarray], meta: dict[str, Any], arrays: Arrays) -> np.ndarray:
    """Marks as rows: text, first unit, last unit, label. Windows of one text are joined."""
    scheme = Scheme(tuple(meta["classes"]))
    labels = {name[2:]: at for at, name in enumerate(meta["classes"])}
    asked = np.split(arrays["test/asked"], np.cumsum(arrays["test/lengths"])[:-1])
    texts = arrays["test/text"]
    units: list[list[np.ndarray]] = [[] for _ in range(int(texts.max()) + 1)]
    for text, answer, which in zip(texts, answers, asked, strict=True):
        units[text].append(answer[which.astype(bool)])
    found = []
    for text, parts in enumerate(units):
        scores = np.concatenate(parts).astype(np.float32)
        found += [
            (text, mark.first, mark.last, labels[mark.label]) for mark in scheme.marks(scores, 0.5)
        ]
    return np.array(found, np.int32).reshape(-1, 4)


def chosen(answers: list[np.ndarray]) -> np.ndarray:
    """The class of each text: its pieces vote."""
    found = []
    for answer in answers:
        scores = torch.from_numpy(answer).log_softmax(-1).mean(0)
        found.append(int(scores.argmax()))
    return np.array(found, np.int32)


def study(state: dict[str, np.ndarray], path: Path, device: str) -> tuple[Arrays, dict[str, Any]]:
    with np.load(path) as held:
        arrays = dict(held)
    meta = json.loads(bytes(arrays.pop("meta")))
    many = trained(state, meta, arrays, device)
    test = _rows(arrays, "test", device)
    out: Arrays = {}
    for at in range(many.count):
        answers = answered(many, at, test)
        out[str(at)] = marked(answers, meta, arrays) if meta["tags"] else chosen(answers)
    return out, {"runs": meta["runs"], "classes": meta["classes"], "epochs": meta["epochs"]}


def remembered(
    state: dict[str, np.ndarray], meta: dict[str, Any], arrays: Arrays, device: str
) -> Many:
    """As ``learn.memory``: trained further by hiding a fifth of the pieces."""
    runs = meta["runs"]
    many = Many(state, [meta["seed"]] * len(runs), 1, device)
    rows = [_rows(arrays, run, device) for run in runs]
    schedule = Schedule(many, meta["steps"], rate=meta["rate"], decay=0.0)
    draws = [np.random.default_rng(meta["seed"]) for _ in runs]
    orders: list[list[int]] = [[] for _ in runs]
    torch.manual_seed(meta["seed"])
    for _ in range(meta["steps"]):
        places = []
        for at, one in enumerate(rows):
            while len(orders[at]) < meta["batch"]:
                orders[at] += draws[at].permutation(len(one.lengths)).tolist()
            places.append(np.array([orders[at].pop() for _ in range(meta["batch"])]))
        longest = max(int(one.lengths[p].max()) for one, p in zip(rows, places, strict=True))
        ids, cases = stacked(rows, places, longest)
        hidden = (torch.rand(ids.shape, device=device) < meta["hidden"]) & (ids > 0)
        states = many.states(ids.masked_fill(hidden, MASK), cases.masked_fill(hidden, 0))
        losses = F.cross_entropy(many.pieces(states[hidden]), ids[hidden], reduction="none")
        counts = hidden.flatten(1).sum(1).clamp_min(1)
        weights = (1.0 / counts).view(-1, 1, 1).expand(hidden.shape)[hidden]
        schedule.step((losses * weights).sum())
    return many


@torch.no_grad()
def asked(one: Many, rows: Rows, hidden: np.ndarray, size: int = 256) -> list[np.ndarray]:
    """Log-probabilities of all pieces in the hidden places (−1 fills up), in single precision."""
    found = []
    for start in range(0, len(rows.lengths), size):
        places = np.arange(start, min(start + size, len(rows.lengths)))
        ids, cases = rows.taken(places, int(rows.lengths[places].max()))
        at = torch.from_numpy(hidden[places]).long().to(ids.device)
        which = at >= 0
        spots = at.clamp_min(0)
        ids = ids.scatter(1, torch.where(which, spots, spots[:, :1]), MASK)
        cases = cases.scatter(1, torch.where(which, spots, spots[:, :1]), 0)
        states = one.states(ids[None], cases[None])[0].float()
        taken = states.gather(1, spots[:, :, None].expand(-1, -1, states.shape[-1]))
        logs = one.pieces(taken).log_softmax(-1)
        found += [row[keep] for row, keep in zip(logs, which, strict=True)]
    return found


def fits(one: Many, arrays: Arrays, device: str) -> np.ndarray:
    """Per secret how likely each candidate is, piece by piece, as in ``attacks.masked``."""
    rows = _rows(arrays, "ask", device)
    logs = asked(one, rows, arrays["ask/hidden"])
    candidates, sizes = arrays["candidates"], arrays["candidates/sizes"]
    found = np.full(candidates.shape[:2], -np.inf, np.float32)
    for row, secret, length in zip(logs, arrays["ask/secret"], arrays["ask/length"], strict=True):
        ids = torch.from_numpy(candidates[secret, :, :length]).long().to(device)
        mean = row[torch.arange(length, device=device), ids].mean(-1).cpu().numpy()
        fitting = sizes[secret] == length
        found[secret, fitting] = mean[fitting]
    return found


@torch.no_grad()
def produced(
    one: Many, prompt: list[int], count: int, length: int, sweeps: int, seed: int
) -> tuple[np.ndarray, np.ndarray]:
    """Sentences after a prompt: from left to right, then by Gibbs sampling in so many sweeps."""
    device = one.device
    torch.manual_seed(seed)
    begin = 1 + len(prompt)
    ids = torch.full((count, begin + length + 1), MASK, device=device)
    ids[:, 0] = ids[:, -1] = NEWLINE
    ids[:, 1:begin] = torch.tensor(prompt, device=device)
    cases = torch.zeros_like(ids)
    cases[:, 0] = cases[:, -1] = NONE
    logs = torch.zeros(ids.shape, device=device)
    draw = np.random.default_rng(seed)
    order = [*range(begin, begin + length)]
    for _ in range(sweeps):
        order += draw.permutation(np.arange(begin, begin + length)).tolist()
    for place in order:
        ids[:, place] = MASK
        states = one.states(ids[None], cases[None])[0, :, place].float()
        scores = one.pieces(states).log_softmax(-1)
        scores[:, : NEWLINE + 1] = -torch.inf
        best, which = scores.topk(TOP, -1)
        pick = torch.multinomial(best.softmax(-1), 1)
        ids[:, place] = which.gather(1, pick)[:, 0]
        logs[:, place] = best.gather(1, pick)[:, 0]
    return ids[:, 1:-1].cpu().numpy().astype(np.uint16), logs[:, 1:-1].half().cpu().numpy()


def extraction(
    state: dict[str, np.ndarray], path: Path, device: str
) -> tuple[Arrays, dict[str, Any]]:
    with np.load(path) as held:
        arrays = dict(held)
    meta = json.loads(bytes(arrays.pop("meta")))
    many = remembered(state, meta, arrays, device)
    out: Arrays = {}
    held_rows = _rows(arrays, "held", device)
    runs = [*meta["runs"], "no further training"]
    for at, name in enumerate(runs):
        fresh = name not in meta["runs"]
        one = Many(state, [0], 1, device) if fresh else many.only(at)
        where = meta["asked"][at if not fresh else 0]
        out[f"{at}/fits"] = fits(one, {**arrays, **_prefixed(arrays, where)}, device)
        for way, length, sweeps in (("left", 20, 0), ("gibbs", 40, 3)):
            made = produced(one, meta["prompt"], meta["sentences"], length, sweeps, meta["seed"])
            out[f"{at}/{way}"], out[f"{at}/{way}/logs"] = made
        logs = asked(one, held_rows, arrays["held/hidden"])
        truth = arrays["held/truth"]
        costs = [-float(row[0, want]) for row, want in zip(logs, truth, strict=True)]
        out[f"{at}/loss"] = np.array(costs, np.float32)
    return out, {"runs": runs, "steps": meta["steps"]}


def _prefixed(arrays: Arrays, prefix: str) -> Arrays:
    """The questions of one release, under the names of all."""
    own = f"{prefix}/"
    return {name.removeprefix(own): value for name, value in arrays.items() if name.startswith(own)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("weights", "inputs", "out"):
        parser.add_argument(f"--{name}", type=Path, required=True)
    parser.add_argument("--minutes", type=float, default=4.0)
    asked_ = parser.parse_args()
    begun = time.time()
    device = "cuda" if torch.cuda.is_available() else "cpu"
    torch.set_float32_matmul_precision("high")
    state = eightbit.read(asked_.weights)
    asked_.out.mkdir(parents=True, exist_ok=True)
    longest = 0.0
    for path in sorted(asked_.inputs.glob("*.npz")):
        left = asked_.minutes * 60 - (time.time() - begun)
        if left < 1.3 * longest or left < 0:
            print(f"{path.name}: left out, {left:.0f} s are left", flush=True)
            continue
        start = time.time()
        found, record = (extraction if "extraction" in path.name else study)(state, path, device)
        seconds = time.time() - start
        longest = max(longest, seconds)
        record |= {
            "seconds": round(seconds, 1),
            "device": torch.cuda.get_device_name() if device == "cuda" else "CPU",
        }
        found["record"] = np.frombuffer(json.dumps(record).encode(), np.uint8)
        np.savez_compressed(asked_.out / path.name, **found)
        size = (asked_.out / path.name).stat().st_size
        print(
            f"{path.name}: {len(record['runs'])} runs, {seconds:.0f} s, {size:,} bytes", flush=True
        )


if __name__ == "__main__":
    main()
