"""Fit the tag head of a trained model anew, its body as it is: minutes on a processor.

    python training/heads.py --model full --data DATA --out OUT/full-head.npz

While the body is trained, a unit outside all marks may bear any tag that its corpus does not mark,
and nothing keeps the model from seeing nationalities or professions in every adjective there. Here
such units count as O, unless the head says a tag that hardly errs without marks (`trusted`), or
one under which the same word is marked elsewhere.
"""

from __future__ import annotations

import argparse
import random
import tomllib
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import torch

from labelled import heldout_examples, training_examples
from prepare import CLASSES, IGNORED, Sets, allowed
from tagset import Example
from understudy.encoder import Encoder

CONFIG = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))
TRUSTED = frozenset(CONFIG["trusted"])


class Units(NamedTuple):
    """All units of some texts: hidden states, the set of classes that each may bear, words."""

    states: npt.NDArray[np.float16]
    wanted: npt.NDArray[np.uint8]
    words: list[str]


def lexicon(examples: list[Example]) -> dict[str, frozenset[str]]:
    """Per tag the words that are marked so, and nothing else, somewhere."""
    found: dict[str, set[str]] = {}
    for example in examples:
        for start, end, label in example.spans:
            if len(label) == 1:
                words = example.text[start:end].lower().split()
                found.setdefault(label[0], set()).update(words)
    return {tag: frozenset(words) for tag, words in found.items()}


def features(encoder: Encoder, examples: list[Example], sets: Sets) -> Units:
    states, wanted, words = [], [], []
    for begin in range(0, len(examples), 500):
        part = examples[begin : begin + 500]
        read = encoder.pieces([example.text for example in part])
        for example, pieces, of_text in zip(part, read, encoder.states(read), strict=True):
            states.append(of_text[pieces.begins].astype(np.float16))
            wanted.append(allowed(example, pieces, sets)[pieces.begins])
            firsts = np.flatnonzero(pieces.begins)
            lasts = np.append(firsts[1:], len(pieces.ids))[: len(firsts)] - 1
            words += [
                example.text[start:end].lower()
                for start, end in zip(pieces.starts[firsts], pieces.ends[lasts], strict=True)
            ]
        print(begin + len(part), "of", len(examples), flush=True)
    return Units(np.concatenate(states), np.concatenate(wanted), words)


def narrowed(
    units: Units,
    table: npt.NDArray[np.bool_],
    logits: npt.NDArray[np.float32],
    known: dict[str, frozenset[str]],
) -> npt.NDArray[np.int64]:
    """One class per unit, -1 where nothing is asked: the likeliest allowed one, if believed."""
    best = np.where(table[units.wanted], logits, -np.inf).argmax(-1)
    open_ended = (table[:, 0] & (table.sum(1) > 1))[units.wanted]
    for at in np.flatnonzero(open_ended & (best > 0)):
        tag = CLASSES[best[at]][2:]
        if tag not in TRUSTED and units.words[at] not in known.get(tag, ()):
            best[at] = 0
    return np.where(units.wanted == IGNORED, -1, best)


def fitted(
    head: torch.nn.Linear, states: npt.NDArray[np.float16], classes: npt.NDArray[np.int64]
) -> None:
    """By logistic regression that stays near where it began."""
    x, y = torch.from_numpy(states), torch.from_numpy(classes)
    kept = y >= 0
    x, y = x[kept], y[kept]
    first = head.weight.detach().clone()
    adam = torch.optim.Adam(head.parameters(), lr=CONFIG["rate"])
    steps = CONFIG["epochs"] * (len(x) // CONFIG["batch"])
    torch.manual_seed(CONFIG["seed"])
    for step in range(steps):
        at = torch.randint(len(x), (CONFIG["batch"],))
        loss = torch.nn.functional.cross_entropy(head(x[at].float()), y[at])
        loss = loss + CONFIG["near"] * (head.weight - first).square().sum()
        adam.zero_grad()
        loss.backward()
        adam.param_groups[0]["lr"] = CONFIG["rate"] * (1 - step / steps)
        adam.step()
        if step % 200 == 0:
            print(step, "of", steps, round(float(loss), 4), flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--model", choices=("full", "fast"), required=True)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    asked = parser.parse_args()
    encoder = Encoder.load(asked.model)
    prefix = "fast_tags" if asked.model == "fast" else "tags"
    weight, offset = encoder.weights.heads[prefix], encoder.weights.heads[f"{prefix}_offset"]
    examples = training_examples(asked.data, CONFIG["seed"])
    random.Random(CONFIG["seed"]).shuffle(examples)
    sets = Sets()
    known = lexicon(examples)
    units = features(encoder, examples[: CONFIG["examples"]], sets)
    held = features(encoder, heldout_examples(asked.data, CONFIG["seed"])[:3000], sets)
    head = torch.nn.Linear(*weight.shape)
    with torch.no_grad():
        head.weight.copy_(torch.from_numpy(weight.T.copy()))
        head.bias.copy_(torch.from_numpy(offset.copy()))

    def logits(of: npt.NDArray[np.float16]) -> npt.NDArray[np.float32]:
        with torch.no_grad():
            return head(torch.from_numpy(of).float()).numpy()

    table = sets.table()
    classes = narrowed(units, table, logits(units.states), known)
    checked = narrowed(held, table, logits(held.states), known)
    for when in ("before", "after"):
        if when == "after":
            fitted(head, units.states, classes)
        right = logits(held.states).argmax(-1) == checked
        print(when, "held out", round(float(right[checked >= 0].mean()), 5), flush=True)
    asked.out.parent.mkdir(parents=True, exist_ok=True)
    np.savez(asked.out, weight=head.weight.detach().numpy().T, offset=head.bias.detach().numpy())


if __name__ == "__main__":
    main()
