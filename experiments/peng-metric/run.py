"""Peng et al. 2022, Table 6 and Figure 3: which metric tells a like sentence from an unlike one.

    python experiments/peng-metric/run.py [--model full] [--sentences 600]

Needs the folder UNDERSTUDY_DATA (default ../shared/data) with STS-B, WordNet's files (Debian's
wordnet-base) and, for Spanish, simplemma (PyPI). Writes results.json and overlap.svg, and fills the
tables of README.md.
"""

from __future__ import annotations

import argparse
import csv
import json
import os
import platform
import random
import subprocess
import sys
import tomllib
from collections.abc import Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

from drawing import curves  # noqa: E402 - beside this file
from pairs import TESTS, Words, common, pairs  # noqa: E402

from understudy.encoder import Encoder, HubEncoder, load_model  # noqa: E402
from understudy.encoder.divergence import Divergence  # noqa: E402
from understudy.encoder.likeness import cosines, perplexities  # noqa: E402
from understudy.encoder.versions import Version, versions_of  # noqa: E402
from understudy.text import words as words_of  # noqa: E402

ROOT = HERE.parents[1]
DATA = Path(os.environ.get("UNDERSTUDY_DATA", ROOT.parent / "shared" / "data"))
RESULTS, README, PLOT = HERE / "results.json", HERE / "README.md", HERE / "overlap.svg"
HEAD, END = "<!-- results.json -->\n", "<!-- end -->"
METRICS = ("NDD", "cosine", "Δ-perplexity", "NDD and cosine", "cosine, trained")
"""The cosine is that of means of the model's states, which nobody trained for likeness, as in the
paper; the last one is that of the shipped sentence vectors, trained on the training part of STS-B.
"""
Array = npt.NDArray[np.float64]


class Scored(NamedTuple):
    """Likeness by each metric (more is more alike), what it should tell, and which sentence each
    pair is of."""

    metrics: Mapping[str, Array]
    wanted: Array
    owners: npt.NDArray[np.intp]


def config() -> dict[str, Any]:
    return tomllib.loads((HERE / "config.toml").read_text(encoding="utf-8"))


def sentence_pairs(language: str) -> list[tuple[str, str, float]]:
    path = DATA / f"similarity/stsb/stsb-{language}-test.csv"
    if not path.exists():
        raise SystemExit(f"{path}: not there; name the folder of the corpora in UNDERSTUDY_DATA")
    with path.open(encoding="utf-8", newline="") as file:
        return [(one, other, float(score)) for one, other, score in csv.reader(file)]


def scored(
    model: Encoder | HubEncoder,
    jobs: Sequence[tuple[Version, Sequence[Version]]],
    wanted: Sequence[float],
    ensemble: float,
) -> Scored:
    """All metrics on all pairs of an original and a version of it."""
    divergence = Divergence(model, divergence="hellinger", pool="mean")
    compared = divergence.compare(jobs)
    ndd = np.array([one.ndd for of_job in compared for one in of_job])
    texts = [(first.text, other.text) for first, others in jobs for other in others]
    cosine = _cosines(model, texts)
    every = sorted({text for pair in texts for text in pair})
    found = dict(zip(every, perplexities(model, every), strict=True))
    delta = np.array([abs(found[other] - found[first]) for first, other in texts])
    owners = [at for at, (_, others) in enumerate(jobs) for _ in others]
    metrics = {
        "NDD": -ndd,
        "cosine": cosine,
        "Δ-perplexity": -delta,
        "NDD and cosine": -ndd + ensemble * cosine,
        "cosine, trained": cosines(model, texts),
    }
    return Scored(metrics, np.array(wanted), np.array(owners))


def _cosines(model: Encoder | HubEncoder, texts: Sequence[tuple[str, str]]) -> Array:
    """The cosine of the means of the states of each pair."""
    if isinstance(model, HubEncoder):
        return cosines(model, texts)
    every = sorted({text for pair in texts for text in pair})
    means = np.stack([states.mean(0) for states in model.states(model.pieces(every))])
    means = (means / np.linalg.norm(means, axis=-1, keepdims=True)).astype(np.float64)
    at = {text: number for number, text in enumerate(every)}
    ones, others = (means[[at[pair[side]] for pair in texts]] for side in (0, 1))
    return np.asarray((ones * others).sum(-1))


def correlations(found: Scored, rounds: int, seed: int) -> dict[str, Any]:
    """Pearson's r of each metric in per cent, with 95 % intervals over resampled sentences; and of
    NDD less the better of the other two."""
    rng = np.random.default_rng(seed)
    count = int(found.owners.max()) + 1
    rows = [np.flatnonzero(found.owners == owner) for owner in range(count)]
    samples = [
        np.concatenate([rows[owner] for owner in rng.integers(0, count, count)])
        for _ in range(rounds)
    ]
    result: dict[str, Any] = {}
    drawn: dict[str, list[float]] = {}
    for name, values in found.metrics.items():
        drawn[name] = [_pearson(values[at], found.wanted[at]) for at in samples]
        result[name] = {
            "r": _pearson(values, found.wanted),
            "interval": [float(edge) for edge in np.quantile(drawn[name], (0.025, 0.975))],
        }
    lead = [
        ndd - max(cosine, delta)
        for ndd, cosine, delta in zip(*(drawn[name] for name in METRICS[:3]), strict=True)
    ]
    result["lead"] = [float(edge) for edge in np.quantile(lead, (0.025, 0.975))]
    return result


def _pearson(one: Array, other: Array) -> float:
    if len(one) < 3 or not one.std() or not other.std():
        return 0.0
    return 100.0 * float(np.corrcoef(one, other)[0, 1])


def replaced(
    model: Encoder | HubEncoder, tagger: Encoder, language: str, given: Mapping[str, Any]
) -> dict[str, Any]:
    """The four tests that replace words."""
    rng = random.Random(f"{language} {given['seed']}")
    texts = sorted({text for one, other, _ in sentence_pairs(language) for text in (one, other)})
    tagged = dict(zip(texts, tagger.pos(texts), strict=True))
    tokens = [
        (text[start:end].lower(), tag)
        for text in texts
        for start, end, tag in tagged[text]
        if text[start:end].isalpha()
    ]
    words = Words(language, tokens, given["spanish"] if language == "es" else {})
    rng.shuffle(texts)
    sentences = [
        (text, [one for one in tagged[text] if text[one[0] : one[1]].isalpha()]) for text in texts
    ]
    results = {}
    for test in TESTS:
        made = pairs(test, sentences, words, given["sentences"], given["seed"])
        jobs = [(pair.original, (pair.like, pair.unlike)) for pair in made]
        found = scored(model, jobs, [1.0, 0.0] * len(made), given["ensemble"])
        results[test] = {"n": len(made), **correlations(found, given["rounds"], given["seed"])}
        print(f"    {language} {test}: {_line(results[test])}", flush=True)
    return results


def initial(
    model: Encoder | HubEncoder, language: str, given: Mapping[str, Any]
) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """Pairs as they are, against people's judgement: those of much overlap, and all by overlap."""
    kept, shares = [], []
    drawn = sentence_pairs(language)
    random.Random(given["seed"]).shuffle(drawn)
    edges = given["edges"]
    room = [given["pairs"]] * (len(edges) - 1)
    for one, other, score in drawn:
        if one == other:
            continue
        share = common(*([text[a:b].lower() for a, b in words_of(text)] for text in (one, other)))
        at = next((at for at, high in enumerate(edges[1:]) if 0.0 < share <= high), None)
        if at is None or (not room[at] and share < given["overlap"]):
            continue
        room[at] = max(0, room[at] - 1)
        first, second = versions_of(model, one, other)
        kept.append(((first, (second,)), score))
        shares.append(share)
    found = scored(model, [job for job, _ in kept], [s for _, s in kept], given["ensemble"])
    overlap = np.array(shares)

    def part(mask: npt.NDArray[np.bool_]) -> dict[str, Any]:
        chosen = Scored(
            {name: values[mask] for name, values in found.metrics.items()},
            found.wanted[mask],
            np.arange(int(mask.sum())),
        )
        return {"n": int(mask.sum()), **correlations(chosen, given["rounds"], given["seed"])}

    bins = [
        {"from": low, "to": high, **part((overlap > low) & (overlap <= high))}
        for low, high in pairwise(edges)
        if ((overlap > low) & (overlap <= high)).sum() > 20
    ]
    whole = part(overlap >= given["overlap"])
    print(f"    {language} initial: {_line(whole)}", flush=True)
    return whole, bins


def _line(found: Mapping[str, Any]) -> str:
    return f"n = {found['n']}, " + ", ".join(f"{name} {found[name]['r']:.1f}" for name in METRICS)


def ahead(tests: Mapping[str, Any]) -> int:
    """On how many tests NDD is ahead of cosine and Δ-perplexity."""
    return sum(
        of_test["NDD"]["r"] > max(of_test[name]["r"] for name in METRICS[1:3])
        for of_test in tests.values()
    )


def page(results: Mapping[str, Any], given: Mapping[str, Any]) -> str:
    """The tables of the README."""
    parts = [
        f"Commit {results['commit'][:12]}, model {results['model'][:12]}, seed {results['seed']}."
    ]
    heads = "| test | n | " + " | ".join(METRICS) + " | the paper |"
    for language, found in results["languages"].items():
        rows = [heads, "|---|--:|" + "--:|" * (len(METRICS) + 1)]
        for test, of_test in found["tests"].items():
            cells = [_cell(of_test[name]) for name in METRICS]
            printed = " / ".join(f"{one:.1f}" for one in given["paper"][test])
            rows.append(f"| {test} | {of_test['n']} | {' | '.join(cells)} | {printed} |")
        name = {"en": "English", "es": "Spanish"}[language]
        parts.append(f"**{name}**: NDD is ahead of the other two on {ahead(found['tests'])} of 5.")
        parts.append("\n".join(rows))
    return "\n\n".join(parts)


def _cell(found: Mapping[str, Any]) -> str:
    low, high = found["interval"]
    return f"{found['r']:.1f} ({low:.0f}–{high:.0f})"


def filled(text: str, made: str) -> str:
    before, _, rest = text.partition(HEAD)
    _, end, after = rest.partition(END)
    return f"{before}{HEAD}{made}\n{end}{after}"


def commit() -> str:
    done = subprocess.run(
        ["git", "rev-parse", "HEAD"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    return done.stdout.strip()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--model", default="full", help="The shipped model, or a masked LM.")
    parser.add_argument("--sentences", type=int, help="Sentences of a test.")
    parser.add_argument("-o", "--output", type=Path, help="Write there, and fill in no page.")
    asked = parser.parse_args()
    given = config()
    if asked.sentences:
        given["sentences"] = asked.sentences
    model, tagger = load_model(asked.model), Encoder.load()
    languages: dict[str, Any] = {}
    for language in given["languages"]:
        tests = replaced(model, tagger, language, given)
        tests["initial"], bins = initial(model, language, given)
        languages[language] = {"tests": tests, "overlap": bins}
    results = {
        "commit": commit(),
        "model": model.weights.digest if isinstance(model, Encoder) else model.model,
        "python": platform.python_version(),
        "seed": given["seed"],
        "confidence": 0.95,
        "languages": languages,
    }
    target = asked.output or RESULTS
    target.write_text(json.dumps(results, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    if asked.output is None:
        made = filled(README.read_text(encoding="utf-8"), page(results, given))
        README.write_text(made, encoding="utf-8")
        PLOT.write_text(curves(languages, METRICS[:4]), encoding="utf-8")


if __name__ == "__main__":
    main()
