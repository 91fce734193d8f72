"""Fit the tag head of the exported encoder to what the fast tagger says, its body as it is.

    python training/heads.py --data DATA --weights src/understudy/encoder/weights

While it is trained, the encoder comes to know the few hand-marked texts by heart, its tag head
most of all. The fast tagger, which learnt the encoder's opinion of far more running text, errs
less. So the head is fitted anew to the fast tagger's opinion of labelled and of running text;
where people marked a text, only as far as the marks allow.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import random
import tomllib
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import numpy.typing as npt
import torch

import text
from arrays import Sets, allowed
from labelled import training_examples
from prepare import lexicon
from tagset import Example
from understudy.encoder import Encoder
from understudy.encoder.tags import log_softmax

CONFIG = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))
_LONGEST = 1500
Floats = npt.NDArray[np.float32]


def running(data: Path, draw: random.Random) -> Iterator[Example]:
    """Paragraphs, some in lower case, that know nothing."""
    for name, count in CONFIG["paragraphs"].items():
        lines, _ = text.split(text.paragraphs(data, name), name)
        for line in draw.sample(lines, count):
            said = line[:_LONGEST]
            said = said.lower() if draw.random() < CONFIG["lower"] else said
            yield Example(name, name[-2:], said, (), frozenset())


def opinions(
    full: Encoder,
    fast: Encoder,
    examples: list[Example],
    sets: Sets,
    often: dict[str, frozenset[str]],
) -> tuple[Floats, Floats]:
    """Of every unit: the encoder's state, and what the fast tagger says within the marks."""
    weight, offset = fast.weights.heads["fast_tags"], fast.weights.heads["fast_tags_offset"]
    states, said = [], []
    for begin in range(0, len(examples), 500):
        part = examples[begin : begin + 500]
        read = full.pieces([example.text for example in part])
        both = zip(part, read, full.states(read), fast.states(read), strict=True)
        for example, pieces, of_full, of_fast in both:
            wanted = allowed(example, pieces, sets, often)[pieces.begins]
            logits = of_fast[pieces.begins] @ weight + offset
            if example.known:
                logits = np.where(sets.table()[wanted], logits, -1e4)
            states.append(of_full[pieces.begins].astype(np.float16))
            said.append(np.exp(log_softmax(logits)).astype(np.float16))
        print(begin + len(part), "of", len(examples), flush=True)
    return np.concatenate(states), np.concatenate(said)


def fitted(head: torch.nn.Linear, states: Floats, said: Floats) -> None:
    x, y = torch.from_numpy(states), torch.from_numpy(said)
    adam = torch.optim.Adam(head.parameters(), lr=CONFIG["rate"])
    steps = CONFIG["epochs"] * (len(x) // CONFIG["batch"])
    torch.manual_seed(CONFIG["seed"])
    for step in range(steps):
        at = torch.randint(len(x), (CONFIG["batch"],))
        loss = torch.nn.functional.cross_entropy(head(x[at].float()), y[at].float())
        adam.zero_grad()
        loss.backward()
        adam.param_groups[0]["lr"] = CONFIG["rate"] * (1 - step / steps)
        adam.step()
        if step % 500 == 0:
            print(step, "of", steps, round(float(loss.detach()), 4), flush=True)


def kept(folder: Path, head: torch.nn.Linear) -> None:
    """The new head among the others, and its digest in the card."""
    path = folder / "heads.npz"
    with np.load(path) as known:
        heads = dict(known)
    heads["tags"] = head.weight.detach().numpy().T.copy()
    heads["tags_offset"] = head.bias.detach().numpy()
    np.savez(path, **heads)
    card = json.loads((folder / "model.json").read_text("utf-8"))
    card["files"][path.name] = hashlib.sha256(path.read_bytes()).hexdigest()
    (folder / "model.json").write_text(json.dumps(card, indent=1) + "\n", "utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--silver", type=Path, help="what silver.py wrote")
    parser.add_argument("--weights", type=Path, required=True)
    asked = parser.parse_args()
    full, fast = (Encoder.load(name, folder=asked.weights) for name in ("full", "fast"))
    draw = random.Random(CONFIG["seed"])
    examples = training_examples(asked.data, CONFIG["seed"], asked.silver)
    often, sets = lexicon(examples), Sets()
    examples = [*draw.sample(examples, CONFIG["examples"]), *running(asked.data, draw)]
    states, said = opinions(full, fast, examples, sets, dict(often))
    weight, offset = full.weights.heads["tags"], full.weights.heads["tags_offset"]
    head = torch.nn.Linear(*weight.shape)
    with torch.no_grad():
        head.weight.copy_(torch.from_numpy(weight.T.copy()))
        head.bias.copy_(torch.from_numpy(offset.copy()))
    fitted(head, states, said)
    kept(asked.weights, head)


if __name__ == "__main__":
    main()
