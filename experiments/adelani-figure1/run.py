"""Adelani et al. 2020, Figure 1: what p < 1 gives back, and what it costs in both readings.

experiments/run adelani-figure1 [--quick | --page] [--state FOLDER]
"""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

import studies as st  # noqa: E402 - beside this folder
from understudy.core.categories import label_maps  # noqa: E402
from understudy.utility.conditions import Condition  # noqa: E402
from understudy.utility.plot import Curve, Point, score_plot, standalone  # noqa: E402
from understudy.utility.study import Study, prepared  # noqa: E402
from understudy.utility.tasks import task_of  # noqa: E402

Config = Mapping[str, Any]


def config() -> dict[str, Any]:
    return tomllib.loads((HERE / "config.toml").read_text(encoding="utf-8"))


def study(given: Config) -> Study:
    of = given["corpus"]
    train, test = st.slots(of["train"], of["most"]), st.slots(of["test"], of["most_test"])
    labels = st.mapped(label_maps()[of["labels"]], given["categories"])
    rows = [Condition("none")]
    rows += (
        Condition(name, rule, p) for name, rule in given["rows"].items() for p in given["chances"]
    )
    policy = st.policy_of(train, labels)
    task = task_of("ner")
    return prepared(task, "linear", train, test, policy, tuple(rows), seeds=given["seeds"])


def checked(made: Mapping[str, Any], slack: float = 0.0) -> list[str]:
    """What does not have the shape of the figure; small corpora are given some slack."""
    f1 = {(row["strategy"], row["p"]): row["scores"]["F1"]["mean"] for row in made["rows"]}
    cost = {(row["strategy"], row["p"]): row for row in made["rows"]}
    wrong = []
    for name in ("word", "redact"):
        if not f1[name, 0.9] > f1[name, 1.0] - slack:
            wrong.append(f"{name}: p = 0.9 is not better than p = 1")
        if not f1["none", 1.0] >= f1[name, 0.5] - 0.02:
            wrong.append(f"{name}: p = 0.5 is better than untouched text")
    if not f1["redact", 0.9] - f1["redact", 1.0] > f1["word", 0.9] - f1["word", 1.0]:
        wrong.append("redact does not gain more than word from p = 0.9")
    if cost["redact", 0.9]["epsilon"] != "inf" or cost["redact", 0.9]["paper_epsilon"] != 0.0:
        wrong.append("redact at p = 0.9 must be ∞ in the strict and 0 in the paper's reading")
    losses = [
        cost["word", p]["paper_epsilon"] for p in sorted({p for _, p in f1}) if ("word", p) in f1
    ]
    if losses != sorted(losses, reverse=True):
        wrong.append("word: ε does not fall as p grows")
    return wrong


def curves(made: Mapping[str, Any]) -> list[Curve]:
    found: dict[str, list[Point]] = {}
    for row in made["rows"][1:]:
        f1 = row["scores"]["F1"]
        spread = None if f1["deviation"] is None else f1["deviation"] * 100
        point = Point(
            row["p"], f1["mean"] * 100, spread, float(row["epsilon"]), float(row["paper_epsilon"])
        )
        found.setdefault(row["strategy"], []).append(point)
    return [Curve(name, tuple(sorted(points))) for name, points in found.items()]


def fixed() -> Any:
    """A small case, to tell whether the curves are still those of the code."""
    with st.small():
        small = {**config(), "seeds": [1], "chances": [0.5, 1.0]}
        small["corpus"] = {**small["corpus"], "most": 120, "most_test": 60}
        made, _ = st.carried_out(study(small), 1, None, "fixed", rounds=10, alpha=0.05)
    return st.figures(made.as_json())


def page(results: Mapping[str, Any]) -> str:
    made, paper = results["study"], config()["paper"]
    by_p: dict[float, dict[str, Any]] = {}
    for row in made["rows"][1:]:
        by_p.setdefault(row["p"], {})[row["strategy"]] = row
    names = list(next(iter(by_p.values())))
    heads = ["p"] + [f"{name}, {what}" for name in names for what in ("F1", "ε strict", "ε paper")]
    rows = []
    for p, of in sorted(by_p.items()):
        cells = [f"{p:g}"]
        for name in names:
            row = of[name]
            cells += [
                st.percent(row["scores"]["F1"]),
                st.epsilon(row["epsilon"]),
                st.epsilon(row["paper_epsilon"]),
            ]
        rows.append(cells)
    none = made["rows"][0]["scores"]["F1"]
    gains = {
        name: (by_p[0.9][name]["scores"]["F1"]["mean"] - by_p[1.0][name]["scores"]["F1"]["mean"])
        * 100
        for name in names
    }
    compared = st.markdown(
        ["from p = 1 to p = 0.9", "the paper, VerbMobil", "ours, TOD slots"],
        [
            ["word, points of F1", f"+{paper['word_gain_at_09']:.0f}", f"{gains['word']:+.1f}"],
            [
                "redact, points of F1",
                f"+{paper['redact_gain_at_09']:.0f}",
                f"{gains['redact']:+.1f}",
            ],
            [
                "ε of word, the paper's reading",
                paper["epsilon_at_09"],
                st.epsilon(by_p[0.9]["word"]["paper_epsilon"]),
            ],
            [
                "ε of redact, strict reading",
                "not given",
                st.epsilon(by_p[0.9]["redact"]["epsilon"]),
            ],
        ],
    )
    return "\n\n".join(
        [
            st.said_of(results),
            f"Untouched text (p = 0): F1 {st.percent(none)}; {made['train']:,} sentences to learn "
            f"from, {made['test']:,} to test on.",
            st.markdown(heads, rows),
            _power(by_p),
            compared,
        ]
    )


def _power(by_p: Mapping[float, Mapping[str, Any]]) -> str:
    """What the sample could have shown."""
    found = ", ".join(
        f"{name} {100 * st.detectable(row['gains']['F1']['interval']):.1f}"
        for name, row in by_p[0.9].items()
    )
    return (
        "Smallest change against untouched text at p = 0.9 that would have been seen with 80 % "
        f"chance, in points: {found}."
    )


def main() -> None:
    given, quick = config(), st.is_quick()
    if st.is_page():
        plotted(st.rewritten(HERE, page)["study"])
        return
    st.need_data(quick)
    if quick:
        small = {key: given["quick"][key] for key in ("most", "most_test")}
        given |= {key: given["quick"][key] for key in ("seeds", "chances")}
        given["corpus"] |= small
    made, _ = st.carried_out(
        study(given),
        1 if quick else given["workers"],
        st.state_folder(),
        "figure1",
        rounds=100 if quick else given["rounds"],
        alpha=given["alpha"],
    )
    found = made.as_json()
    if not quick:
        results = st.facts(seeds=given["seeds"], confidence=1.0 - given["alpha"], study=found)
        st.written(HERE, results, page)
        plotted(found)
    wrong = checked(found, 0.03 if quick else 0.0)
    if wrong:
        raise SystemExit(f"not as asserted: {'; '.join(wrong)}")
    print("the figure has its shape")


def plotted(found: Mapping[str, Any]) -> None:
    base = found["rows"][0]["scores"]["F1"]["mean"] * 100
    drawing = score_plot(curves(found), "F1, %", base)
    (HERE / "figure1.svg").write_text(standalone(drawing), encoding="utf-8")


if __name__ == "__main__":
    main()
