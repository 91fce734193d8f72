"""Train the fast tagger further on what people have marked: minutes on a processor.

    python training/polish.py --encoder OUT/encoder.pt --tagger OUT/tagger.pt \\
        --tokenizer T.json --data DATA --out OUT/polished.pt

The share of each corpus is set by hand (`polish.toml`): gold marks count most. A unit outside all
marks may bear a tag that its corpus does not mark only where that tag hardly errs without marks
(`trusted` in heads.toml), or where the same word is marked so elsewhere.
"""

from __future__ import annotations

import argparse
import random
import time
import tomllib
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import numpy.typing as npt
import torch
from tokenizers import Tokenizer

from distil import Tagger, teacher
from heads import TRUSTED, lexicon
from labelled import training_examples
from losses import tags_loss
from masking import UNKNOWN
from prepare import LONGEST, Sets, allowed
from tagset import TAGS, Example
from understudy.encoder.pieces import Pieces, read_pieces
from understudy.learn.network import Shape

CONFIG = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))
SHAPES = tomllib.loads(Path(__file__).with_name("distil.toml").read_text("utf-8"))
Row = tuple[npt.NDArray[np.int32], npt.NDArray[np.int8], npt.NDArray[np.uint8]]


def chosen(examples: list[Example]) -> list[Example]:
    """The mixture: so many of each corpus, copies of it included."""
    left = dict(CONFIG["corpora"])
    found = []
    for example in examples:
        name = next((one for one in left if example.corpus.startswith(one)), None)
        if name is not None and left[name] > 0:
            left[name] -= 1
            found.append(example)
    return found


def narrowed(
    example: Example, pieces: Pieces, sets: Sets, known: dict[str, frozenset[str]]
) -> npt.NDArray[np.uint8]:
    """The sets of classes, without tags that nobody would believe there."""
    wanted = allowed(example, pieces, sets)
    silent = [tag for tag in TAGS if tag not in example.known]
    wide = sets.number(["O", *(f"{side}-{tag}" for tag in silent for side in "BI")])
    for at in np.flatnonzero((wanted == wide) & pieces.begins):
        word = example.text[pieces.starts[at] : pieces.ends[at]].lower()
        kept = [tag for tag in silent if tag in TRUSTED or word in known.get(tag, ())]
        wanted[at] = sets.number(["O", *(f"{side}-{tag}" for tag in kept for side in "BI")])
    return wanted


def batches(rows: list[Row], draw: random.Random) -> Iterator[tuple[torch.Tensor, ...]]:
    """Rows of like length together, in random order."""
    order = sorted(range(len(rows)), key=lambda at: (len(rows[at][0]), draw.random()))
    groups: list[list[int]] = [[]]
    for at in order:
        if len(rows[at][0]) * (len(groups[-1]) + 1) > CONFIG["pieces"]:
            groups.append([])
        groups[-1].append(at)
    draw.shuffle(groups)
    for group in filter(None, groups):
        longest = max(len(rows[at][0]) for at in group)
        arrays = np.zeros((3, len(group), longest), np.int64)
        for place, at in enumerate(group):
            for field, values in enumerate(rows[at]):
                arrays[field, place, : len(values)] = values
        yield tuple(torch.from_numpy(arrays))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("encoder", "tagger", "data", "out"):
        parser.add_argument(f"--{name}", type=Path, required=True)
    parser.add_argument("--tokenizer", required=True)
    asked = parser.parse_args()
    torch.manual_seed(CONFIG["seed"])
    draw = random.Random(CONFIG["seed"])
    examples = training_examples(asked.data, CONFIG["seed"])
    known, sets = lexicon(examples), Sets()
    examples = chosen(examples)
    tokenizer = Tokenizer.from_file(asked.tokenizer)
    rows: list[Row] = []
    for example in examples:
        pieces = read_pieces(tokenizer, [example.text])[0]
        if len(pieces.ids):
            wanted = narrowed(example, pieces, sets, known)
            rows.append((pieces.ids[:LONGEST], pieces.cases[:LONGEST], wanted[:LONGEST]))
    table = torch.from_numpy(sets.table())
    print(len(rows), "rows", sum(len(row[0]) for row in rows), "pieces", flush=True)
    old = teacher(asked.encoder, Shape(**SHAPES["teacher"]), "cpu")
    new = Tagger(Shape(**SHAPES["shape"]), old.pieces.weight.shape[1])
    state = torch.load(asked.tagger, map_location="cpu")
    new.load_state_dict({name: value.float() for name, value in state.items()})
    new.body.quantise()
    adam = torch.optim.AdamW(new.parameters(), lr=CONFIG["rate"], weight_decay=0.01)
    steps = CONFIG["epochs"] * sum(1 for _ in batches(rows, draw))
    step, begun = 0, time.time()
    for _ in range(CONFIG["epochs"]):
        for ids, cases, wanted in batches(rows, draw):
            blind = torch.rand(len(ids), 1) < CONFIG["caseless"]
            with torch.no_grad():
                embedded = old.pieces(ids) + old.cases(torch.where(blind, UNKNOWN, cases))
            loss = tags_loss(new(embedded, ids != 0), wanted, table)
            adam.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(new.parameters(), 1.0)
            share = min(1.0, (step + 1) / CONFIG["warm_up"]) * (1 - step / steps)
            adam.param_groups[0]["lr"] = CONFIG["rate"] * share
            adam.step()
            step += 1
            if step % 50 == 0:
                passed = round(time.time() - begun)
                print(step, "of", steps, round(float(loss.detach()), 4), passed, "s", flush=True)
    torch.save({name: value.half() for name, value in new.state_dict().items()}, asked.out)


if __name__ == "__main__":
    main()
