"""García-Sardiña 2018, Figure 3, from English to Spanish.

experiments/run thesis-queries [--quick] [--state FOLDER] [--workers N]
"""

from __future__ import annotations

import sys
import tempfile
import tomllib
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from statistics import fmean
from typing import Any

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

import studies as st  # noqa: E402 - beside this folder
import transfer_task as tt  # noqa: E402

sys.path.insert(0, str(HERE))
from thesis_goal import reach  # noqa: E402

from understudy.learn.curves_page import RULE, reached, stopped  # noqa: E402
from understudy.learn.study import Plan, study  # noqa: E402
from understudy.learn.workroom import QUERIES  # noqa: E402

SCORERS = ("T-H Sum", "T-H K-Max", "T-H Max", "T-H Mean")
MEAN = "T-H Mean"


def config() -> dict[str, Any]:
    return tomllib.loads((HERE / "config.toml").read_text(encoding="utf-8"))


def measured(given: Mapping[str, Any], kept: Path) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for corpus, of in given["corpora"].items():
        plan = Plan(
            (given["method"],),
            (),
            tuple(given["queries"]),
            given["start"],
            given["batch"],
            min(given["limit"], of["limit"]),
            given["runs"],
            given["seed"],
        )
        task = tt.task_of(corpus, of, given, kept / "columns")
        results = study(
            task,
            plan,
            kept / HERE.name / corpus,
            workers=st.workers(),
            progress=partial(tt.told, corpus),
        )
        found[corpus] = {
            "full": results["full"],
            "test": results["test"],
            "curves": [_light(curve) for curve in results["curves"]],
            "goals": [
                goal(curve, results["full"], given["targets"]) for curve in results["curves"]
            ],
        }
    return found


def _light(curve: Mapping[str, Any]) -> dict[str, Any]:
    """Without the signals of every round: the file is read by people, too."""
    runs = [{"reached": run["reached"], "stops": run["stops"]} for run in curve["runs"]]
    return {"query": curve["query"], "steps": curve["steps"], "runs": runs}


def goal(
    curve: Mapping[str, Any], full: Mapping[str, Any], targets: Mapping[str, float]
) -> dict[str, Any]:
    """Where the mean curve comes to the wanted share of the whole pool's F1."""
    for step in curve["steps"]:
        if step["f1"]["mean"] >= targets["share"] * full["f1"]:
            words = step["words"]["mean"]
            return {
                "query": curve["query"],
                "instances": step["instances"],
                "words": words,
                "share_instances": step["instances"] / full["instances"],
                "share_words": words / full["words"],
            }
    return {"query": curve["query"], "instances": None}


def area(curve: Mapping[str, Any]) -> float:
    """The mean F1 over the rounds after the seed."""
    return fmean(step["f1"]["mean"] for step in curve["steps"][1:])


def checked(corpora: Mapping[str, Any], given: Mapping[str, Any]) -> list[dict[str, Any]]:
    targets = given["targets"]
    found = []
    for corpus, of in corpora.items():
        areas = {curve["query"]: area(curve) for curve in of["curves"]}
        for name, value in areas.items():
            if name != "Random":
                gain = value - areas["Random"]
                found.append(
                    tt.note(f"{corpus}: {name} less Random, mean F1", gain, "> 0", gain > 0)
                )
        scorers = {name: areas[name] for name in SCORERS if name in areas}
        worst = min(scorers, key=lambda name: scorers[name])
        found.append(
            tt.note(f"{corpus}: the worst scorer is {worst}", scorers[worst], MEAN, worst == MEAN)
        )
        ours = next((one for one in QUERIES if one in areas), None)
        if ours is not None:
            held = next(one for one in of["goals"] if one["query"] == ours)
            found += _goals(corpus, held, targets)
            found += _stopping(corpus, ours, of, targets)
    return found


def _goals(
    corpus: str, goal: Mapping[str, Any], targets: Mapping[str, float]
) -> list[dict[str, Any]]:
    """Of the query that the product asks first; those of the others stand in the table."""
    what = f"{corpus}: {targets['share']:.1%} of the whole pool's F1"
    if goal["instances"] is None:
        return [tt.note(f"{what} is reached ({goal['query']})", None, "yes", False)]
    return [
        tt.note(
            f"{what}, share of {name} ({goal['query']})",
            goal[f"share_{name}"],
            f"≤ {targets[name]:g}",
            goal[f"share_{name}"] <= targets[name],
        )
        for name in ("instances", "words")
    ]


def aims(goal: Mapping[str, Any], targets: Mapping[str, float]) -> list[dict[str, Any]]:
    """What the query that was chosen on the dev part does on the test part."""
    name, below = goal["query"], goal["full"] - goal["stop"]["f1"] if goal["stop"] else None
    found = [
        tt.note(
            f"goal: share of the whole pool's F1 with {targets['instances']:.0%} of the instances "
            f"({name}, chosen on dev)",
            goal["f1"] / goal["full"],
            f"≥ {targets['share']:g}",
            goal["f1"] / goal["full"] >= targets["share"],
        ),
        tt.note(
            "goal: share of the words",
            goal["share_words"],
            f"≤ {targets['words']:g}",
            goal["share_words"] <= targets["words"],
        ),
    ]
    if below is not None and goal["oracle"]:
        cost = goal["stop"]["instances"] / goal["oracle"]
        found += [
            tt.note(
                f"goal: F1 lost where {goal['stop']['rule']} stops",
                below,
                f"≤ {targets['stop_f1']:g}",
                below <= targets["stop_f1"],
            ),
            tt.note(
                "goal: its instances over the oracle's",
                cost,
                f"≤ {targets['stop_cost']:g}",
                cost <= targets["stop_cost"],
            ),
        ]
    return found


def _stopping(
    corpus: str, ours: str, of: Mapping[str, Any], targets: Mapping[str, float]
) -> list[dict[str, Any]]:
    """The rule that the product stops by, with the query that it asks first: how far below, and at
    what cost. None is chosen here: the others stand in the table."""
    held = (row for row in stopped(of["curves"]) if (row["query"], row["rule"]) == (ours, RULE))
    row = next(held, None)
    top = next(one for one in reached(of["curves"]) if one["query"] == ours)
    if row is None:
        return [tt.note(f"{corpus}: {ours}, {RULE} stops", None, "some run", False)]
    below = of["full"]["f1"] - row["f1"]
    found = [
        tt.note(
            f"{corpus}: F1 lost where {ours}, {RULE} stops",
            below,
            f"≤ {targets['stop_f1']:g}",
            below <= targets["stop_f1"],
        )
    ]
    if top["count"]:
        cost = row["instances"] / top["instances"]
        what = f"{corpus}: its instances over the oracle's"
        wanted = f"≤ {targets['stop_cost']:g}"
        found.append(tt.note(what, cost, wanted, cost <= targets["stop_cost"]))
    return found


def fixed() -> Any:
    """A small case, to tell whether queries still choose and learn alike."""
    given = config()
    of = {"meddocan": given["corpora"]["meddocan"]}
    small = {**given, **given["quick"], "corpora": of, "most": 16, "runs": 1}
    small["queries"] = ["Random", "T-H Sum"]
    with st.small(), tempfile.TemporaryDirectory() as folder:
        found = measured(small, Path(folder))["meddocan"]
    return [found["full"]["f1"], [curve["steps"] for curve in found["curves"]]]


def page(results: Mapping[str, Any]) -> str:
    parts = [
        f"Commit {results['commit'][:12]}, Python {results['python']}, {results['machine']}, seed "
        f"{results['seed']}, {results['runs']} runs, seed method {results['method']}."
    ]
    for corpus, of in results["corpora"].items():
        full = of["full"]
        parts.append(
            f"**{corpus}**: a pool of {full['instances']:,} instances, {full['words']:,} words; "
            f"F1 {full['f1']:.4f} with all of it, on {of['test']['instances']:,} test instances."
        )
        parts.append(_table(of, results["paper"]))
        parts.append(_rules(of))
        parts.append(st.power("gain of T-H Sum over Random", _powers(of["curves"])))
    given = config()
    notes = [*checked(results["corpora"], given), *aims(results["goal"], given["targets"])]
    return "\n\n".join([*parts, _aimed(results["goal"]), tt.notes(notes)])


def _powers(curves: Sequence[Mapping[str, Any]]) -> dict[str, str]:
    """By the runs of both."""
    of = {one["query"]: {step["instances"]: step["f1"] for step in one["steps"]} for one in curves}
    found = {}
    for size in (500, 1000, 2000):
        cells = [of.get(name, {}).get(size) for name in ("T-H Sum", "Random")]
        errors = [cell["error"] for cell in cells if cell and cell.get("error") is not None]
        if len(errors) == 2:
            half = 1.96 * (errors[0] ** 2 + errors[1] ** 2) ** 0.5
            found[f"at {size:,}"] = f"{st.detectable((-half, half)):.4f}"
    return found


def _aimed(goal: Mapping[str, Any]) -> str:
    rows = [[name, f"{value:.4f}"] for name, value in goal["dev"].items()]
    said = (
        f"**goal**: the candidates on the dev part, after {goal['instances']:,} instances in "
        f"batches of {goal['batch']}. On the test part {goal['query']} reaches "
        f"{goal['f1']:.4f} ± {goal['deviation']:.4f} of {goal['full']:.4f}, with "
        f"{goal['share_words']:.1%} of the words."
    )
    return f"{said}\n\n{st.markdown(['query', 'F1 on dev'], rows)}"


def _table(of: Mapping[str, Any], paper: Mapping[str, int]) -> str:
    tops = {row["query"]: row for row in reached(of["curves"])}
    full = of["full"]
    rows = []
    for curve in of["curves"]:
        name, top = curve["query"], tops[curve["query"]]
        steps = {step["instances"]: step["f1"] for step in curve["steps"]}
        marks = [steps[at] for at in sorted(steps) if at in (500, 1000, 2000)]
        shares = ["–"] * 3
        if top["count"]:
            shares = [
                f"{top['instances']:,.0f} ({top['instances'] / full['instances']:.1%})",
                f"{top['words']:,.0f} ({top['words'] / full['words']:.1%})",
                f"{top['minutes']:,.0f}",
            ]
        printed = f"{paper[name]:,}" if name in paper else "–"
        figures = [f"{one['mean']:.4f} ± {one['deviation'] or 0:.4f}" for one in marks]
        rows.append([name, *figures, f"{top['count']}", *shares, printed])
    heads = ["query", "500", "1,000", "2,000", "runs at the top", "instances", "words", "minutes"]
    return st.markdown([*heads, "thesis, instances"], rows)


def _rules(of: Mapping[str, Any]) -> str:
    full = of["full"]["f1"]
    rows = [
        [
            row["query"],
            row["rule"],
            row["count"],
            f"{row['instances']:,.0f}",
            f"{row['words']:,.0f}",
            f"{row['f1'] - full:+.4f}",
        ]
        for row in stopped(of["curves"])
        if row["query"] != "Random"
    ]
    heads = ["query", "rule", "runs that stop", "instances", "words", "F1 less that of the pool"]
    return st.markdown(heads, rows)


def quick(given: dict[str, Any]) -> None:
    """The shape of the result on a small part of the corpora."""
    given = {**given, **given["quick"]}
    with tempfile.TemporaryDirectory() as folder:
        corpora = measured(given, Path(folder))
    for corpus, of in corpora.items():
        for curve in of["curves"]:
            counts = [step["instances"] for step in curve["steps"]]
            assert counts[0] == given["start"] and counts == sorted(set(counts)), corpus
            values = [step["f1"]["mean"] for step in curve["steps"]]
            assert values[-1] > values[0] - 0.05, (corpus, curve["query"])
            print(corpus, curve["query"], [round(one, 3) for one in values])
    checked(corpora, given)


def main() -> None:
    given = config()
    if st.is_page():
        st.rewritten(HERE, page)
        return
    st.need_data(st.is_quick())
    if st.is_quick():
        quick(given)
        return
    corpora = measured(given, tt.kept_folder())
    aimed = reach(given, tt.kept_folder() / HERE.name)
    results = st.facts(
        **{name: given[name] for name in ("seed", "runs", "start", "batch", "method", "columns")},
        learner=given["learner"],
        paper=given["paper"],
        corpora=corpora,
        goal=aimed,
    )
    tt.plotted(HERE, results)
    st.written(HERE, results, page)


if __name__ == "__main__":
    main()
