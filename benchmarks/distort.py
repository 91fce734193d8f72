"""Speed of distortion: the choice of the least NDD beside a plain implementation of the paper.

    python benchmarks/distort.py [--spans 500] [--timed 20] [-o benchmarks/distort.json]

One run, one core, the same model, the same spans: sentences with an entity in them (of about 20
words where time is taken, of 6 to 22 where the order is compared), from the folder UNDERSTUDY_DATA
(default ../shared/data) or, where there is none, from the invented calls of examples/; eight
candidates each from the public lists. The plain side (plain_ndd.py) takes one mask at a time and
both sentences for every candidate. It is timed as it stands on --timed spans, in turns with ours;
on --spans others its figures are computed with the vocabulary only where the mask is and with each
original once, which gives the same figures sooner, and its argmin and order are compared with ours.
"""

from __future__ import annotations

import argparse
import json
import lzma
import os
import platform
import random
import statistics
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from scipy.stats import kendalltau

from detection import ROOT, commit
from needed import DATA
from plain_ndd import PlainNDD
from understudy.encoder import Encoder
from understudy.encoder.divergence import Divergence
from understudy.encoder.versions import Version
from understudy.surrogates.public import PublicSource

CANDIDATES, MU = 8, 0.8
DRAWS = {"PER": "person", "LOC": "location", "ORG": "organization"}
TWENTY, ANY = (18, 22), (6, 22)
"""Words of the sentences that are timed, and of those whose order is compared."""
SEED = 7


class Case(NamedTuple):
    """A sentence, where its entity is, and what may stand there."""

    sentence: str
    start: int
    end: int
    candidates: tuple[str, ...]

    @property
    def original(self) -> Version:
        return Version(self.sentence, ((self.start, self.end),))

    def edited(self, candidate: str) -> Version:
        text = self.sentence[: self.start] + candidate + self.sentence[self.end :]
        return Version(text, ((self.start, self.start + len(candidate)),))


def tagged() -> Iterator[list[tuple[str, str]]]:
    """Sentences of tokens with tags."""
    with lzma.open(DATA / "ner/wikiann-en/test.conll.xz", "rt", encoding="utf-8") as file:
        sentence: list[tuple[str, str]] = []
        for line in file:
            if line.strip():
                token, tag = line.rstrip("\n").split("\t")[:2]
                sentence.append((token, tag))
            elif sentence:
                yield sentence
                sentence = []


def invented() -> Iterator[list[tuple[str, str]]]:
    """Turns of the invented calls, with the names in them."""
    for row in (ROOT / "examples/calls.jsonl").read_text(encoding="utf-8").splitlines():
        call = json.loads(row)
        for entity in call["entities"]:
            if call["language"] != "en" or entity["label"] not in ("PERSON", "LOCATION"):
                continue
            left = call["text"][: entity["start"]].rsplit("\n", 1)[-1].split()[-10:]
            right = call["text"][entity["end"] :].split("\n", 1)[0].split()[:10]
            inner = call["text"][entity["start"] : entity["end"]].split()
            tag = "PER" if entity["label"] == "PERSON" else "LOC"
            marks = [f"{'I' if at else 'B'}-{tag}" for at in range(len(inner))]
            yield [
                *((word, "O") for word in left),
                *zip(inner, marks, strict=True),
                *((word, "O") for word in right),
            ]


def cases(
    count: int, seed: int, candidates: int = CANDIDATES, length: tuple[int, int] = TWENTY
) -> list[Case]:
    """One entity of each sentence of a length."""
    rng = random.Random(seed)
    there = (DATA / "ner/wikiann-en").exists()
    found: list[Case] = []
    for sentence in tagged() if there else invented():
        if not length[0] <= len(sentence) <= length[1]:
            continue
        firsts = [at for at, (_, tag) in enumerate(sentence) if tag.startswith("B-")]
        known = [at for at in firsts if sentence[at][1][2:] in DRAWS]
        if not known:
            continue
        first = rng.choice(known)
        last = first + 1
        while last < len(sentence) and sentence[last][1] == f"I-{sentence[first][1][2:]}":
            last += 1
        tokens = [token for token, _ in sentence]
        start = len(" ".join(tokens[:first])) + bool(first)
        inner = " ".join(tokens[first:last])
        source = PublicSource(DRAWS[sentence[first][1][2:]])
        support = source.support("en", source.form(inner, "en"))
        drawn = [
            support.value([rng.getrandbits(64) for _ in range(support.need)])
            for _ in range(candidates)
        ]
        found.append(Case(" ".join(tokens), start, start + len(inner), tuple(drawn)))
        if len(found) == count:
            break
    return found


def clocked(sides: Mapping[str, Callable[[Case], Any]], of: Sequence[Case]) -> dict[str, float]:
    """Seconds of each side; they take turns, so that all see the same machine."""
    taken = dict.fromkeys(sides, 0.0)
    for case in of:
        for name, work in sides.items():
            start = time.perf_counter()
            work(case)
            taken[name] += time.perf_counter() - start
    return taken


def measured(encoder: Encoder, of: Sequence[Case], few: Sequence[Case]) -> dict[str, Any]:
    ours = Divergence(encoder, mu=MU)
    quick = PlainNDD(encoder, MU, everywhere=False, remembers=True)

    def by_plain(side: PlainNDD) -> Callable[[Case], list[float]]:
        return lambda case: [
            side.ndd(case.sentence, case.start, case.end, one) for one in case.candidates
        ]

    def scores(case: Case) -> list[float]:
        return ours.scores(case.original, [case.edited(one) for one in case.candidates])

    def choice(case: Case) -> int:
        return ours.least(case.original, [case.edited(one) for one in case.candidates])

    choice(few[0])
    seconds = clocked(
        {
            "choice": choice,
            "all scores": scores,
            "plain": by_plain(PlainNDD(encoder, MU)),
            "plain, vocabulary at the mask": by_plain(PlainNDD(encoder, MU, everywhere=False)),
        },
        few,
    )
    chosen, scored = [choice(case) for case in of], [scores(case) for case in of]
    plain = []
    for number, case in enumerate(of):
        plain.append(by_plain(quick)(case))
        if sys.stderr.isatty() or not number % 50:
            print(f"    plain: {number + 1} of {len(of)}", file=sys.stderr, flush=True)
    best = [min(range(CANDIDATES), key=values.__getitem__) for values in plain]
    same = [
        values[one] == values[other] for values, one, other in zip(plain, chosen, best, strict=True)
    ]
    orders = [
        float(kendalltau(one, other).statistic)
        for one, other in zip(scored, plain, strict=True)
        if len(set(other)) > 1
    ]
    words = [len(case.sentence.split()) for case in few]
    return {
        "timed": len(few),
        "words": statistics.mean(words),
        "candidates": CANDIDATES,
        "mu": MU,
        "seconds": seconds,
        "spans_per_second": {name: len(few) / taken for name, taken in seconds.items()},
        "times_plain": {name: seconds["plain"] / taken for name, taken in seconds.items()},
        "agreement": {
            "spans": len(of),
            "same_argmin": sum(same) / len(same),
            "kendall_tau": statistics.mean(orders),
            "least_tau": min(orders),
        },
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--spans", type=int, default=500)
    parser.add_argument("--timed", type=int, default=20, help="Spans that all sides are timed on.")
    parser.add_argument("-o", "--output", type=Path, default=ROOT / "benchmarks/distort.json")
    given = parser.parse_args()
    encoder = Encoder.load()
    result = {
        "commit": commit(),
        "model": encoder.weights.digest,
        "python": platform.python_version(),
        "machine": f"{platform.machine()}, {os.cpu_count()} cores",
        "seed": SEED,
        **measured(encoder, cases(given.spans, SEED, length=ANY), cases(given.timed, SEED)),
    }
    for name, rate in result["spans_per_second"].items():
        times = result["times_plain"][name]
        print(f"    {name:<32}{rate:>8.2f} spans/s{times:>8.1f} times plain")
    agreement = result["agreement"]
    print(
        f"    the same argmin in {agreement['same_argmin']:.1%} of {agreement['spans']} spans, "
        f"Kendall's τ {agreement['kendall_tau']:.4f}"
    )
    given.output.write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
