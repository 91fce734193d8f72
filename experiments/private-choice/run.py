"""What the private choice keeps of the gain of the least NDD over a random candidate.

    experiments/run private-choice [--workers N] [--quick]

Needs the folder UNDERSTUDY_DATA (default ../shared/data). For each span a pool of candidates is
drawn from the public lists and scored once; choices are then exact expectations over the choice and
means over drawn sets of candidates. Writes results.json and curves.svg, and fills the tables of
README.md.
"""

from __future__ import annotations

import math
import sys
import tomllib
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path[:0] = [str(HERE), str(HERE.parent), str(ROOT / "benchmarks")]

from curves import drawn  # noqa: E402 - beside this file

import distort as spans  # noqa: E402 - of the benchmarks
import studies as st  # noqa: E402 - beside this folder
from understudy import engines  # noqa: E402
from understudy.encoder import Encoder  # noqa: E402
from understudy.encoder.divergence import Divergence  # noqa: E402
from understudy.encoder.versions import versions_of  # noqa: E402
from understudy.privacy.choice import PrivateChoice  # noqa: E402

RESULTS, README, PLOT = HERE / "results.json", HERE / "README.md", HERE / "curves.svg"
HEAD, END = "<!-- results.json -->\n", "<!-- end -->"
SAID = "<!-- recommended -->\n"
_NEARLY = 0.95
"""Fewer candidates are as good, if they gain this share of the most."""
Array = npt.NDArray[np.float64]


def config() -> dict[str, Any]:
    return tomllib.loads((HERE / "config.toml").read_text(encoding="utf-8"))


def scored(encoder: Encoder, given: Mapping[str, Any]) -> Array:
    """The normalised NDD of the pool of each span: a row a span."""
    divergence = Divergence(encoder, "hellinger", "share", given["mu"])
    cases = spans.cases(given["spans"], given["seed"], given["pool"])
    rows = []
    for number, row in enumerate(engines.run(partial(_row, divergence), cases, st.workers()), 1):
        rows.append(row)
        if not number % 10:
            print(f"    {number} of {len(cases)} spans scored", file=sys.stderr, flush=True)
    return np.array(rows)


def _row(divergence: Divergence, case: spans.Case) -> list[float]:
    return divergence.scores(case.original, [case.edited(one) for one in case.candidates])


def kept(scores: Array, choice: PrivateChoice, draws: int, seed: int) -> tuple[Array, Array]:
    """Of each span the mean gain of the choice and of the least NDD, over a random candidate."""
    rng = np.random.default_rng((seed, choice.k))
    gains, most = np.zeros(len(scores)), np.zeros(len(scores))
    for at, pool in enumerate(scores):
        sets = pool[rng.integers(0, len(pool), (draws, choice.k))]
        mean = sets.mean(-1)
        gains[at] = (mean - (choice.chances(sets) * sets).sum(-1)).mean()
        most[at] = (mean - sets.min(-1)).mean()
    return gains, most


def share(gains: Array, most: Array, seed: int) -> dict[str, Any]:
    """Gain kept, with a 95 % interval over resampled spans."""
    rng = np.random.default_rng(seed)
    at = rng.integers(0, len(gains), (1000, len(gains)))
    edges = np.quantile(gains[at].sum(-1) / most[at].sum(-1), (0.025, 0.975))
    return {"share": float(gains.sum() / most.sum()), "interval": [float(one) for one in edges]}


def ways(given: Mapping[str, Any]) -> list[tuple[str, str, float]]:
    """Name, scale and clip of each way to make weights of scores."""
    return [
        ("two-level", "two-level", 1.0),
        ("rank", "rank", 1.0),
        *((f"clip {clip:g}", "clip", float(clip)) for clip in given["clips"]),
    ]


def measured(scores: Array, given: Mapping[str, Any]) -> list[dict[str, Any]]:
    rows = []
    for name, scale, clip in ways(given):
        for k in given["candidates"]:
            for epsilon in given["epsilons"]:
                choice = PrivateChoice(float(epsilon), k, scale, clip)
                gains, most = kept(scores, choice, given["draws"], given["seed"])
                rows.append(
                    {
                        "scale": name,
                        "k": k,
                        "epsilon": epsilon,
                        "beta": choice.beta,
                        "gain": float(gains.mean()),
                        "gain_of_least": float(most.mean()),
                        **share(gains, most, given["seed"]),
                    }
                )
    return rows


def best(rows: Sequence[Mapping[str, Any]], epsilon: float) -> Mapping[str, Any]:
    """The setting with the least NDD in the end for an ε: not the share, which favours a small k,
    whose least is not far from the mean."""
    return max((row for row in rows if row["epsilon"] == epsilon), key=lambda row: row["gain"])


def fixed() -> Any:
    """A small case, to tell whether scores and choices are still the same."""
    given = {**config(), "candidates": [2, 8], "epsilons": [1, 4], "draws": 20}
    scores = np.random.default_rng(0).gamma(2.0, 0.1, (5, 12))
    encoder = Encoder.load()
    said = "Ann went to Boston for a week with her sister"
    original, edited = versions_of(encoder, said, said.replace("Boston", "Dallas"))
    divergence = Divergence(encoder, "hellinger", "share", given["mu"])
    return [divergence.scores(original, [edited]), measured(scores, given)]


def page(results: Mapping[str, Any], given: Mapping[str, Any]) -> str:
    found = results["rows"]
    parts = [
        f"Commit {results['commit'][:12]}, model {results['model'][:12]}, n = {results['n']} "
        f"spans, seed {results['seed']}. The normalised NDD of a random candidate is "
        f"{results['mean']:.3f}; half of them lie between {results['quartiles'][0]:.3f} and "
        f"{results['quartiles'][1]:.3f}, and {results['above_clip']:.1%} above the constant "
        f"{results['clip']:g}, the default of `clip`."
    ]
    for name, _, _ in ways(given):
        rows = [f"| k | {' | '.join(f'ε = {one}' for one in given['epsilons'])} |"]
        rows.append("|---|" + "--:|" * len(given["epsilons"]))
        for k in given["candidates"]:
            cells = [
                f"{row['share']:.0%}" for row in found if (row["scale"], row["k"]) == (name, k)
            ]
            rows.append(f"| {k} | {' | '.join(cells)} |")
        parts += [f"**{name}**: the share of the gain that is kept", "\n".join(rows)]
    rows = [
        "| ε | setting | share kept | NDD gained | of the least of 8 |",
        "|--:|---|--:|--:|--:|",
    ]
    eight = next(row["gain_of_least"] for row in found if row["k"] == 8)
    for epsilon in given["epsilons"]:
        row = best(found, epsilon)
        low, high = row["interval"]
        rows.append(
            f"| {epsilon} | {row['scale']}, k = {row['k']} | {row['share']:.0%} "
            f"({low:.0%}–{high:.0%}) | {row['gain']:.4f} | {row['gain'] / eight:.0%} |"
        )
    return "\n\n".join([*parts, "**The best setting for each ε**", "\n".join(rows)])


def recommended(results: Mapping[str, Any]) -> str:
    """The setting for ε = 4, and why: the fewest candidates that gain nearly the most."""
    four = [row for row in results["rows"] if row["epsilon"] == 4]
    most = max(four, key=lambda row: row["gain"])
    near = [row for row in four if row["gain"] >= _NEARLY * most["gain"]]
    few = min(near, key=lambda row: (row["k"], -row["gain"]))
    shares = {row["scale"]: row["share"] for row in four if row["k"] == few["k"]}
    clip = f"clip {results['clip']:g}"
    formula = formula_share(4.0, few["k"])
    return (
        f"For ε = 4 per entity: **{few['scale']}, k = {few['k']}**. It keeps {few['share']:.0%} of "
        f"the gain, {few['gain']:.4f} of NDD ({formula:.0%} by the formula where one candidate has "
        f"the larger weight). That is {few['gain'] / most['gain']:.0%} of what the best setting "
        f"gains ({most['scale']}, k = {most['k']}), which has {most['k']} candidates to score. "
        f"With as many candidates, weights that fall with the rank keep {shares['rank']:.0%}, and "
        f"the constant of {results['clip']:g} keeps {shares[clip]:.0%}.\n\n"
        "Why: the expected gain is linear in the weights over their sum, so that among all weights "
        "by rank with the same ε the best lie at an extreme point, which has two levels. A "
        "constant pays for scores that move all at once, and the scores of one span's candidates "
        "lie close together, so that most of its scale is unused. What a constant can do and "
        "ranks cannot: where all candidates are alike it hardly prefers any. More candidates raise "
        "the gain of the least and lower the share that is kept; the last table shows what comes "
        "of it. `two-level` is the default."
    )


def formula_share(epsilon: float, k: int) -> float:
    """(e^ε − 1)/(e^ε + k − 1): what one candidate with weight e^ε keeps, whatever the scores."""
    return (math.exp(epsilon) - 1) / (math.exp(epsilon) + k - 1)


def filled(text: str, made: str, head: str = HEAD, last: str = END) -> str:
    before, _, rest = text.partition(head)
    _, end, after = rest.partition(last)
    return f"{before}{head}{made}\n{end}{after}"


def whole(text: str, results: Mapping[str, Any]) -> str:
    """The page with all that comes from the results."""
    text = filled(text, page(results, config()))
    return filled(text, recommended(results), SAID, "<!-- end recommended -->")


def checked(rows: Sequence[Mapping[str, Any]]) -> None:
    """Two levels keep at least what any other way keeps, and what the formula says where one
    candidate has the larger weight."""
    by = {(row["scale"], row["k"], row["epsilon"]): row["share"] for row in rows}
    for (scale, k, epsilon), share_ in by.items():
        assert by["two-level", k, epsilon] >= share_ - 0.01, (scale, k, epsilon)
        if scale == "two-level" and math.exp(epsilon) > k * k:  # then m is one
            assert abs(share_ - formula_share(epsilon, k)) < 0.01, (k, epsilon)


def main() -> None:
    given = config()
    if st.is_quick():
        scores = np.random.default_rng(1).gamma(2.0, 0.1, (40, 24))
        checked(measured(scores, {**given, "draws": 40, "epsilons": [1, 2, 4, 6]}))
        print("two levels keep the most")
        return
    asked = st.argument("--spans")
    given["spans"] = int(asked) if asked else given["spans"]
    from understudy.replace.distort.keys import CLIP

    st.need_data(quick=False)
    encoder = Encoder.load()
    scores = scored(encoder, given)
    rows = measured(scores, given)
    results = st.facts() | {
        "model": encoder.weights.digest,
        "seed": given["seed"],
        "n": len(scores),
        "confidence": 0.95,
        "clip": CLIP,
        "mean": float(scores.mean()),
        "quartiles": [float(one) for one in np.quantile(scores, (0.25, 0.75))],
        "above_clip": float((scores > CLIP).mean()),
        "rows": rows,
    }
    st.written(HERE, results, lambda found: page(found, given))
    README.write_text(whole(README.read_text(encoding="utf-8"), results), encoding="utf-8")
    PLOT.write_text(drawn(results["rows"], given), encoding="utf-8")
    checked(rows)


if __name__ == "__main__":
    main()
