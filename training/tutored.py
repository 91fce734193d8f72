"""Teach the fast tagger what a borrowed teacher says, what the tagger before it said, and what
people marked by our rules.

    python training/tutored.py --rows ROWS --tutor OUT/tutor.pt --start START.npz \\
        --tokenizer T.json --out OUT

The teacher knows English from far more text than is here, so in English its word counts most; in
Spanish that of the tagger before. Their opinions of running text also make the hints anew, if the
settings ask for it (``habits.py``): how each word, and each pair of words in capitals, is used
elsewhere. START.npz
holds the shipped embeddings, tagger and hints (``parcel.py``).
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
from tokenizers import Tokenizer
from torch import Tensor

from arrays import CLASSES as TAGS
from batches import shown
from borrowed import MPNET, Borrowed
from distil import apart
from habits import GROUPS, Reader, Tally, tables
from hashes import classes_of, kinds_of
from hinted import Hinted, saved
from losses import tags_loss
from masking import blinded
from muon import Optimiser
from train import compiled, on_card, schedule
from tutor import TINY, Held, measured, opinion
from understudy.encoder.pieces import NEWLINE, PAD

SPANISH = "-es"


class Start:
    """The shipped embeddings, and the tagger with its hints."""

    def __init__(self, path: Path, device: str) -> None:
        with np.load(path) as found:
            arrays = {name: found[name] for name in found.files}
        whole = arrays["pieces"].astype(np.float32) * arrays["scale"][:, None]
        self.pieces = torch.from_numpy(whole).to(device)
        self.cases = torch.from_numpy(arrays["cases"]).float().to(device)
        self.state = {
            name.removeprefix("tagger:"): torch.from_numpy(of).float().to(device)
            for name, of in arrays.items()
            if name.startswith("tagger:")
        }
        added = arrays["hints:added"].astype(np.float32) * arrays["hints:scale"][:, None]
        self.added = torch.from_numpy(added).to(device)
        self.tables = [
            torch.from_numpy(arrays[f"hints:{name}"].astype(np.int64)).to(device)
            for name in ("words", "pairs")
        ]
        self.kinds = torch.from_numpy(arrays["hints:kinds"]).to(device)
        self.inner = self.pieces.shape[1]


class Elder:
    """The tagger before."""

    def __init__(self, start: Start, device: str) -> None:
        self.start = start
        self.model = Hinted(start.inner).to(device)
        self.model.tagger.load_state_dict(start.state)
        self.model.hints.weight.data.copy_(start.added)
        self.model.tagger.body.quantise()
        self.model.eval().requires_grad_(False)

    @torch.no_grad()
    def says(self, ids: Tensor, cases: Tensor, dtype: torch.dtype) -> Tensor:
        start = self.start
        added = self.model.added(classes_of(ids, start.kinds, *start.tables))
        embedded = (start.pieces[ids] + start.cases[cases] + added).to(dtype)
        return self.model.tagger(embedded, shown(ids)).softmax(-1)


@torch.no_grad()
def opinions(tutor: Borrowed | None, rows: Held, ours: bool, device: str) -> Tensor:
    """Probabilities per row, piece and class; nothing where the teacher read nothing, or where
    there is none."""
    if tutor is None:
        return torch.zeros(1, 1, 1, device=device).expand(*rows.ids.shape, len(TAGS))  # type: ignore[attr-defined]
    made = torch.zeros(*rows.ids.shape, len(TAGS), dtype=torch.float16, device=device)  # type: ignore[attr-defined]
    order = rows.reach.argsort()
    for some in order.split(256):
        with torch.autocast(device, torch.bfloat16, enabled=device == "cuda"):
            said = opinion(tutor, rows, some, ours).softmax(-1)
        made[some] = (said * (rows.get("firsts", some) > 0)[..., None]).half()
    return made


def blended(tutor: Tensor, elder: Tensor, share: Tensor | float) -> Tensor:
    """Both opinions as one; where the teacher has none, the elder's."""
    told = tutor.float()
    has = (told.sum(-1, keepdim=True) > 0.5).float()
    mixed = (1 - share) * has * told + (1 - (1 - share) * has) * elder
    return mixed.clamp_min(1e-6).log()


class Corpus:
    """Rows with the teacher's opinion of them."""

    def __init__(self, rows: Held, said: Tensor, elder: float, weight: float) -> None:
        self.rows, self.said, self.elder, self.weight = rows, said, elder, weight


def cut(fields: list[Tensor], share: float) -> list[Tensor]:
    """Some rows as shorter ones: some of their lines, and nothing after."""
    ids = fields[0]
    count, length = ids.shape
    at = torch.arange(length, device=ids.device)
    lines = (ids == NEWLINE).float()
    begins = torch.multinomial(lines + 1e-9, 1)
    part = torch.rand(count, 1, device=ids.device)
    ends = begins + 2 + (part * (length - begins - 2)).long()
    whole = torch.rand(count, 1, device=ids.device) >= share
    begins, ends = begins.masked_fill(whole, 0), ends.masked_fill(whole, length)
    # A row ends with a line where one ends in reach.
    last = torch.where((ids == NEWLINE) & (at < ends) & (at > begins), at, 0).amax(1, keepdim=True)
    ends = torch.where(whole | (last == 0), ends, last + 1)
    places = (begins + at).clamp_max(length - 1)
    inside = begins + at < ends
    return [
        of.gather(1, places).masked_fill(~inside, PAD)
        if of.ndim == 2
        else of[torch.arange(count, device=ids.device)[:, None], places]
        for of in fields
    ]


class Lessons:
    def __init__(self, asked: argparse.Namespace, config: dict[str, Any]) -> None:
        device = self.device = on_card()
        self.config = config
        self.dtype = torch.bfloat16 if device == "cuda" else torch.float32
        self.draw = np.random.default_rng(config["seed"])
        tutor = self.tutor(asked)
        begun = time.time()
        self.marked = {}
        for name in ("ours", "late"):
            rows = Held(asked.rows / f"{name}.npz", device)
            said = opinions(tutor, rows, False, device)
            self.marked[name] = Corpus(rows, said, config["elder"]["labelled"], 1.0)
        self.running: list[Corpus] = []
        for path in sorted(asked.rows.glob("running-*.npz")):
            name = path.stem.removeprefix("running-")
            if name in config["weights"]:
                rows = Held(path, device)
                share = config["elder"]["es" if name.endswith(SPANISH) else "en"]
                said = opinions(tutor, rows, True, device)
                self.running.append(Corpus(rows, said, share, config["weights"][name]))
        mass = np.array([len(of.rows) * of.weight for of in self.running])
        self.shares = mass / max(mass.sum(), 1e-9)
        print(f"opinions of {sum(len(of.rows) for of in self.running):,} rows", flush=True)
        print(f"{time.time() - begun:.0f} s", flush=True)
        del tutor
        self.start = Start(asked.start, device)
        self.elder = Elder(self.start, device)
        self.new = Hinted(self.start.inner).to(device)
        self.new.tagger.load_state_dict(self.start.state)
        if config["hints"] == "anew":
            self.hinted(asked, device)
        else:
            self.as_before(asked)
        self.new.tagger.body.quantise()
        if device == "cuda":
            compiled(self.elder.model.tagger.body)
            compiled(self.new.tagger.body)

    def tutor(self, asked: argparse.Namespace) -> Borrowed | None:
        if not asked.tutor:
            return None
        tutor = Borrowed(len(TAGS), TINY if asked.tiny else MPNET)
        tutor.load_state_dict(torch.load(asked.tutor, map_location=self.device))
        return tutor.to(self.device).eval()

    def as_before(self, asked: argparse.Namespace) -> None:
        """The hints of the tagger before, with what they are worth."""
        start = self.start
        self.new.hints.weight.data.copy_(start.added)
        self.kinds, self.tables = start.kinds, start.tables
        words, pairs = (table.cpu().numpy().astype(np.uint16) for table in start.tables)
        kinds = start.kinds.cpu().numpy()
        np.savez(asked.out / "hints.npz", kinds=kinds, words=words, pairs=pairs)

    def hinted(self, asked: argparse.Namespace, device: str) -> None:
        """The tables of hints, from the opinions of all running text."""
        kinds = kinds_of(Tokenizer.from_file(asked.tokenizer))
        self.kinds = torch.from_numpy(kinds).to(device)
        tallies = {"words": Tally(len(GROUPS) + 2, device), "pairs": Tally(len(GROUPS) + 1, device)}
        reader = Reader(None, device)
        for corpus in self.running:
            for some in torch.arange(len(corpus.rows), device=device).split(512):
                ids, cases = corpus.rows.get("ids", some), corpus.rows.get("cases", some)
                elder = self.elder.says(ids, cases, self.dtype)
                said = blended(corpus.said[some], elder, corpus.elder).exp()
                reader.note(said, ids, cases, self.kinds, tallies)
        made = tables(tallies, 7)
        np.savez(asked.out / "hints.npz", kinds=kinds, **made)
        self.tables = [
            torch.from_numpy(made[name].astype(np.int64)).to(device) for name in ("words", "pairs")
        ]

    def embedded(self, ids: Tensor, cases: Tensor, unhinted: float) -> Tensor:
        classes = classes_of(ids, self.kinds, *self.tables)
        hidden = torch.rand(ids.shape, device=ids.device) < unhinted
        added = self.new.added(classes.masked_fill(hidden, 0))
        return (self.start.pieces[ids] + self.start.cases[cases] + added).to(self.dtype)

    def taken(self, corpus: Corpus, count: int) -> list[Tensor]:
        some = torch.from_numpy(self.draw.integers(0, len(corpus.rows), count)).to(self.device)
        fields = [corpus.rows.get(name, some) for name in ("ids", "cases", "wanted", "firsts")]
        share = torch.full((count, 1, 1), corpus.elder, device=self.device)
        return [*cut([*fields, corpus.said[some]], self.config["shorter"]), share]

    def step(self, late: bool) -> tuple[Tensor, Tensor]:
        config, count = self.config, self.config["rows"]
        parts = [self.taken(self.marked["late" if late else "ours"], count)]
        sizes = self.draw.multinomial(config["running"], self.shares) if self.running else ()
        parts += [
            self.taken(of, int(size)) for of, size in zip(self.running, sizes, strict=True) if size
        ]
        ids, cases, wanted, firsts, told, share = (
            torch.cat(column) for column in zip(*parts, strict=True)
        )
        said = blended(told, self.elder.says(ids, cases, self.dtype), share)
        asked = (firsts > 0).float()
        asked[:count] *= config["labelled"]
        ids, cases = blinded(ids, cases, config["blind"])
        logits = self.new.tagger(self.embedded(ids, cases, config["unhinted"]), shown(ids))
        loss = apart(logits, said, asked, config["temperature"])
        mark = tags_loss(logits[:count], wanted[:count], self.marked["ours"].rows.sets)
        (config["opinions"] * loss + mark).backward()
        return loss.detach(), mark.detach()

    @torch.no_grad()
    def tagged(self, rows: Held, some: Tensor) -> Tensor:
        ids, cases = rows.get("ids", some), rows.get("cases", some)
        return self.new.tagger(self.embedded(ids, cases, 0.0), shown(ids))

    @torch.no_grad()
    def tagged_before(self, rows: Held, some: Tensor) -> Tensor:
        return self.elder.says(rows.get("ids", some), rows.get("cases", some), self.dtype)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("rows", "start", "out"):
        parser.add_argument(f"--{name}", type=Path, required=True)
    parser.add_argument("--tutor", type=Path, help="without one, the tagger before is the teacher")
    parser.add_argument("--tokenizer", required=True)
    parser.add_argument("--seconds", type=float)
    parser.add_argument("--until", type=float, help="end by this time (seconds since 1970)")
    parser.add_argument("--tiny", action="store_true", help="a small teacher, to try it out")
    parser.add_argument("--config", type=Path, default=Path(__file__).with_suffix(".toml"))
    asked = parser.parse_args()
    config = tomllib.loads(asked.config.read_text("utf-8"))
    if asked.tiny:
        config |= {"rows": 6, "running": 5}
    torch.manual_seed(config["seed"])
    # On a processor, products of sixteen bits are nearly twice as fast.
    torch.set_float32_matmul_precision("high" if torch.cuda.is_available() else "medium")
    asked.out.mkdir(parents=True, exist_ok=True)
    lessons = Lessons(asked, config)
    development = [Held(path, lessons.device) for path in sorted(asked.rows.glob("dev-*.npz"))]
    names = [path.stem for path in sorted(asked.rows.glob("dev-*.npz"))]

    def figures() -> dict[str, float]:
        lessons.new.eval()
        made = [measured(lessons.tagged, rows) for rows in development]
        lessons.new.train()
        return dict(zip(names, made, strict=True))

    before = [measured(lessons.tagged_before, rows) for rows in development]
    print("before", dict(zip(names, before, strict=True)), flush=True)
    optimiser = Optimiser(lessons.new, config["optimiser"])
    lessons.step(False)  # what is compiled here is not on the schedule's clock
    optimiser.step(0.0)
    begun, step, saving = time.time(), 0, 0
    end = asked.until or begun + (asked.seconds or config["seconds"])
    while (progress := (time.time() - begun) / (end - begun)) < 1:
        loss, mark = lessons.step(progress > config["late"])
        optimiser.step(schedule(progress, step, config))
        step += 1
        if step % (250 if lessons.device == "cuda" else 20) == 0:
            print(step, f"{progress:.3f} apart {loss:.4f} marks {mark:.4f}", flush=True)
        if saving < len(config["saved"]) and progress > config["saved"][saving]:
            saving += 1
            saved(lessons.new, asked.out / f"tagger-{saving}.pt")
    saved(lessons.new, asked.out / "tagger.pt")
    after = figures()
    record = {
        "seconds": round(time.time() - begun),
        "steps": step,
        "development": {"before": dict(zip(names, before, strict=True)), "after": after},
        "config": config,
    }
    (asked.out / "tutored.json").write_text(json.dumps(record, indent=1), "utf-8")
    print(json.dumps(record["development"]), flush=True)


if __name__ == "__main__":
    main()
