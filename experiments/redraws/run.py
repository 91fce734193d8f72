"""Several draws of stand-ins: what a tagger learns from one copy of a release, and from five.

experiments/run redraws [--quick]
"""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

import studies as st  # noqa: E402 - beside this folder
from understudy.core.categories import label_maps  # noqa: E402
from understudy.policy import load  # noqa: E402
from understudy.utility.conditions import conditions  # noqa: E402
from understudy.utility.study import Study, prepared  # noqa: E402
from understudy.utility.tasks import task_of  # noqa: E402


def config() -> dict[str, Any]:
    return tomllib.loads((HERE / "config.toml").read_text(encoding="utf-8"))


def study(given: Mapping[str, Any], most: int | None = None) -> Study:
    of = given["corpus"]
    policy = replace(load("surrogate"), labels=label_maps()[of["labels"]])
    rows = conditions(["surrogate"], [1.0], ["gold"], redraws=given["redraws"])
    train, test = st.conll(of["train"], most), st.conll(of["test"], most)
    return prepared(task_of("ner"), "linear", train, test, policy, rows, seeds=given["seeds"])


def measured(given: Mapping[str, Any], most: int | None = None) -> dict[str, Any]:
    made, _ = st.carried_out(
        study(given, most),
        1,
        st.state_folder(),
        "redraws",
        rounds=given["rounds"],
        alpha=given["alpha"],
    )
    return made.as_json()


def fixed() -> Any:
    """A small case, to tell whether draws and learner are still the same."""
    with st.small():
        return st.figures(measured({**config(), "seeds": [1], "redraws": 2, "rounds": 10}, 40))


def page(results: Mapping[str, Any]) -> str:
    made = results["study"]
    rows = []
    for row in made["rows"]:
        name = row["strategy"] if row["redraws"] == 1 else f"surrogate, {row['redraws']} draws"
        gain = st.change(row["gains"]["F1"]) if row["gains"] else ""
        rows.append([name, st.percent(row["scores"]["F1"]), gain, st.epsilon(row["epsilon"])])
    least = 100 * st.detectable(made["rows"][1]["gains"]["F1"]["interval"])
    return "\n\n".join(
        [
            st.said_of(results),
            f"{made['train']:,} sentences to learn from, {made['test']:,} to test on.",
            st.markdown(["trained on", "F1", "change", "ε strict"], rows),
            f"Smallest change that would have been seen with 80 % chance: {least:.1f} points.",
        ]
    )


def checked(made: Mapping[str, Any], slack: float = 0.0) -> None:
    """Several draws teach more than one, at the same ε."""
    _, one, several = made["rows"]
    assert several["scores"]["F1"]["mean"] > one["scores"]["F1"]["mean"] - slack
    assert several["epsilon"] == one["epsilon"] == 0.0


def main() -> None:
    given = config()
    st.need_data(st.is_quick())
    if st.is_quick():
        checked(measured({**given, "seeds": [1], "rounds": 10}), 0.05)
        return
    found = measured(given)
    st.written(HERE, st.facts(seeds=given["seeds"], study=found), page)
    checked(found)


if __name__ == "__main__":
    main()
