"""Peng et al. 2022, Table 6 and Figure 3: which metric tells a like sentence from an unlike one.

    python experiments/peng-metric/run.py [--model full] [--sentences 1400] [--workers N] [--quick]

Needs the folder UNDERSTUDY_DATA (default ../shared/data) with STS-B, WordNet's files (Debian's
wordnet-base) and, for Spanish, simplemma (PyPI). Writes results.json and overlap.svg, and fills the
tables of README.md. ``--part dev`` reads another part of STS-B: settings are chosen there.
"""

from __future__ import annotations

import argparse
import csv
import json
import random
import sys
import tomllib
from collections.abc import Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]

from compared import (  # noqa: E402 - beside this file
    METRICS,
    NDDS,
    OTHERS,
    RIVALS,
    Job,
    Measure,
    Scored,
    correlations,
)
from drawing import curves  # noqa: E402
from pairs import TESTS, Words, common, pairs  # noqa: E402

import studies as st  # noqa: E402 - beside this folder
from understudy import engines  # noqa: E402
from understudy.core.text import words as words_of  # noqa: E402
from understudy.encoder import Encoder, load_model  # noqa: E402
from understudy.encoder.versions import versions_of  # noqa: E402

RESULTS, README, PLOT = HERE / "results.json", HERE / "README.md", HERE / "overlap.svg"
LANGUAGES = {"en": "English", "es": "Spanish"}
_TASK = 20
"""Sentences that a process scores at a time."""


def config() -> dict[str, Any]:
    return tomllib.loads((HERE / "config.toml").read_text(encoding="utf-8"))


def sentence_pairs(language: str, part: str) -> list[tuple[str, str, float]]:
    path = st.DATA / f"similarity/stsb/stsb-{language}-{part}.csv"
    if not path.exists():
        raise SystemExit(f"{path}: not there; name the folder of the corpora in UNDERSTUDY_DATA")
    with path.open(encoding="utf-8", newline="") as file:
        return [(one, other, float(score)) for one, other, score in csv.reader(file)]


def scored(measure: Measure, jobs: Sequence[Job], wanted: Sequence[float]) -> Scored:
    tasks = [jobs[first : first + _TASK] for first in range(0, len(jobs), _TASK)]
    found = list(engines.run(measure, tasks, st.workers()))
    metrics = {name: np.concatenate([part[name] for part in found]) for name in METRICS}
    owners = [at for at, (_, others) in enumerate(jobs) for _ in others]
    return Scored(metrics, np.array(wanted), np.array(owners))


def replaced(
    measure: Measure, tagger: Encoder, language: str, given: Mapping[str, Any]
) -> dict[str, Any]:
    """The four tests that replace words."""
    rng = random.Random(f"{language} {given['seed']}")
    read = sentence_pairs(language, given["part"])
    texts = sorted({text for one, other, _ in read for text in (one, other)})
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
        found = scored(measure, jobs, [1.0, 0.0] * len(made))
        results[test] = {
            "n": len(made),
            "words": float(np.mean([len(pair.original.edited) for pair in made])),
            "nearer": {name: nearer(values) for name, values in found.metrics.items()},
            **correlations(found, given["rounds"], given["seed"]),
        }
        print(f"    {language} {test}: {_line(results[test])}", flush=True)
    return results


def nearer(values: npt.NDArray[np.float64]) -> float:
    """The share of sentences whose like version is nearer than the unlike one."""
    like, unlike = values[::2], values[1::2]
    return float(np.mean((like > unlike) + 0.5 * (like == unlike)))


def initial(
    measure: Measure, language: str, given: Mapping[str, Any]
) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """Pairs as they are, against people's judgement: those of much overlap, and all by overlap."""
    kept, shares = [], []
    drawn = sentence_pairs(language, given["part"])
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
        first, second = versions_of(measure.model, one, other)
        kept.append(((first, (second,)), score))
        shares.append(share)
    found = scored(measure, [job for job, _ in kept], [score for _, score in kept])
    overlap = np.array(shares)

    def part(mask: npt.NDArray[np.bool_]) -> dict[str, Any]:
        chosen = found.at(mask)
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


def ahead(tests: Mapping[str, Any], ndd: str = "NDD", others: Sequence[str] = OTHERS) -> int:
    """On how many tests NDD is ahead of all the others."""
    return sum(
        of_test[ndd]["r"] > max(of_test[name]["r"] for name in others) for of_test in tests.values()
    )


def sure(tests: Mapping[str, Any], ndd: str = "NDD") -> int:
    """On how many tests the whole interval of NDD's lead lies above nothing."""
    return sum(of_test[ndd]["lead"]["interval"][0] > 0.0 for of_test in tests.values())


def fixed() -> Any:
    """A small case, to tell whether the metrics are still the same."""
    given, model = config(), Encoder.load()
    measure = Measure(model, given["units"], given["mu"], given["ensemble"])
    said = "Two dogs run through the tall grass ."
    edited = (said.replace("tall", "short"), said.replace("dogs", "and"))
    jobs = []
    for other in edited:
        first, second = versions_of(model, said, other)
        jobs.append((first, (second,)))
    found = measure(jobs)
    return {name: [float(one) for one in found[name]] for name in METRICS}


def page(results: Mapping[str, Any], given: Mapping[str, Any]) -> str:
    """The tables of the README."""
    parts = [
        f"Commit {results['commit'][:12]}, model {results['model'][:12]}, seed {results['seed']}, "
        f"the {results['part']} part of STS-B, NDD over {results['units']}, "
        f"weighted with μ = {results['mu']:g}."
    ]
    heads = ("test", "n", *METRICS, *(f"lead of {name}" for name in NDDS), "the paper")
    for language, found in results["languages"].items():
        tests = found["tests"]
        rows = []
        for test, of_test in tests.items():
            cells = [_cell(of_test[name]) for name in METRICS]
            leads = [_cell(of_test[name]["lead"], "+") for name in NDDS]
            printed = " / ".join(f"{one:.1f}" for one in given["paper"][test])
            rows.append((test, of_test["n"], *cells, *leads, printed))
        said = (
            f"{name} is ahead of cosine and Δ-perplexity on {ahead(tests, name)} of {len(tests)}, "
            f"beyond chance on {sure(tests, name)} (and of the trained cosines, too, on "
            f"{ahead(tests, name, RIVALS)})"
            for name in NDDS
        )
        parts.append(f"**{LANGUAGES[language]}**: {'; '.join(said)}.")
        parts.append(st.markdown(heads, rows))
        of_tests = {
            test: f"{st.detectable(of_test['NDD']['lead']['interval']):.0f}"
            for test, of_test in tests.items()
        }
        parts.append(st.power("lead of NDD, in points of r,", of_tests))
    return "\n\n".join(parts)


def _cell(found: Mapping[str, Any], sign: str = "") -> str:
    low, high = found["interval"]
    return f"{found['r']:{sign}.1f} ({low:{sign}.0f} to {high:{sign}.0f})"


def quick(given: Mapping[str, Any]) -> None:
    """Few sentences: that NDD tells where a word of another part of speech was put."""
    st.need_data(True)
    measure = Measure(Encoder.load(), given["units"], given["mu"], given["ensemble"])
    tests = replaced(measure, Encoder.load(), "en", {**given, "sentences": 20, "rounds": 50})
    if not tests["part of speech"]["NDD"]["r"] > 0.0:
        raise SystemExit("NDD does not tell like from unlike in the test of parts of speech")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--model", default="full", help="The shipped model, or a masked LM.")
    parser.add_argument("--sentences", type=int, help="Sentences of a test.")
    parser.add_argument("--part", choices=("dev", "test", "train"), help="Of STS-B.")
    parser.add_argument("--units", choices=("words", "pieces"), help="What NDD hides at a time.")
    parser.add_argument("--workers", type=int, help="Processes; as many as cores unless said.")
    parser.add_argument("--page", action="store_true", help="The tables of the page anew.")
    parser.add_argument("--quick", action="store_true", help="Less than a minute; writes nothing.")
    parser.add_argument("-o", "--output", type=Path, help="Write there, and fill in no page.")
    asked = parser.parse_args()
    given = config()
    given |= {
        name: value
        for name in ("sentences", "part", "units")
        if (value := getattr(asked, name)) is not None
    }
    if asked.page:
        st.rewritten(HERE, lambda found: page(found, given))
        return
    if asked.quick:
        quick(given)
        return
    st.need_data(False)
    model, tagger = load_model(asked.model), Encoder.load()
    measure = Measure(model, given["units"], given["mu"], given["ensemble"])
    languages: dict[str, Any] = {}
    for language in given["languages"]:
        tests = replaced(measure, tagger, language, given)
        tests["initial"], bins = initial(measure, language, given)
        languages[language] = {"tests": tests, "overlap": bins}
    results = st.facts() | {
        "model": model.weights.digest if isinstance(model, Encoder) else model.model,
        "seed": given["seed"],
        "confidence": 0.95,
        "part": given["part"],
        "units": given["units"],
        "mu": given["mu"],
        "languages": languages,
    }
    if asked.output is not None:
        made = json.dumps(results, indent=1, ensure_ascii=False)
        asked.output.write_text(f"{made}\n", encoding="utf-8")
        return
    st.written(HERE, results, lambda found: page(found, given))
    PLOT.write_text(curves(languages, METRICS[:4]), encoding="utf-8")


if __name__ == "__main__":
    main()
