"""k of the quasi-identifiers of documents, before and after a release, and generalising until k.

experiments/run quasi [--quick] [--page]
"""

from __future__ import annotations

import importlib.util
import sys
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

import releases as rl  # noqa: E402 - beside this folder
import studies as st  # noqa: E402
from understudy.attacks.pairs import Pair, of_results  # noqa: E402
from understudy.audit.quasi import (  # noqa: E402
    LEVELS,
    Disclosure,
    level_counts,
    of_document,
    of_pair,
    planned,
    planned_for_all,
    summary,
)
from understudy.core.types import Document  # noqa: E402
from understudy.pipeline import build  # noqa: E402
from understudy.policy import load  # noqa: E402

Config = Mapping[str, Any]


def config() -> dict[str, Any]:
    return tomllib.loads((HERE / "config.toml").read_text(encoding="utf-8"))


def _beside(name: str) -> ModuleType:
    """The code of another experiment, which reads the same corpora."""
    path = HERE.parent / name / "run.py"
    spec = importlib.util.spec_from_file_location(f"beside_{name}", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def released(documents: Sequence[Document], row: str, given: Config, language: str) -> list[Pair]:
    """Beside the truth: of what no edit touches, the gold marks show as they are."""
    key = given["seed"].to_bytes(32, "big")
    if row in given["gold"]:
        return rl.released(documents, row, language=language, seed=given["seed"])
    shown = [one._replace(annotations=()) for one in documents]
    made = build(load(row)).run(shown, key)
    return of_results(made, {one.id: one.annotations for one in documents})


def figures(
    told: Sequence[Disclosure], given: Config, levels: Mapping[str, int] | None = None
) -> Any:
    wanted = given["k"]
    found = summary(told, wanted, levels)
    random = np.random.default_rng(given["seed"])
    risks = np.array([1.0 / max(1.0, one.k(levels)) for one in told])
    means = [float(random.choice(risks, len(risks)).mean()) for _ in range(given["rounds"])]
    return {
        **found._asdict(),
        "interval": [float(end) for end in np.quantile(means, (0.025, 0.975))],
        "told": {
            name: sum(name in one.shares and one.shares[name][0] < 1.0 for one in told)
            for name in LEVELS
        },
    }


def measured(given: Config, most: int | None = None, rows: Sequence[str] = ()) -> dict[str, Any]:
    corpora, read = {}, _beside("membership")
    for name, of in given["corpora"].items():
        documents = read.documents_of(of, most)
        found: dict[str, Any] = {}
        for row in rows or given["rows"]:
            if row == "untouched":
                told = [of_document(one) for one in documents]
            else:
                told = [of_pair(one) for one in released(documents, row, given, of["language"])]
            found[row] = figures(told, given)
            print(name, row, found[row], flush=True)
            if row == "untouched":
                plans = [planned(one, given["k"]) for one in told]
                rule, reached = planned_for_all(told, given["k"], share=given["share"])
                plan = {
                    "levels": level_counts(plans),
                    "reached": sum(one.after >= given["k"] for one in plans),
                    "rule": {one: LEVELS[one][level] for one, level in rule.items()},
                    "rule_share": reached,
                    "after": figures(told, given, rule),
                }
        corpora[name] = {"documents": len(documents), "rows": found, "plan": plan}
    return corpora


def fixed() -> Any:
    """A small case, to tell whether tables, reading and plans are still the same."""
    with st.small():
        return measured({**config(), "rounds": 20}, 12, ("untouched", "surrogate", "typed"))


def page(results: Config) -> str:
    given = config()
    parts = [st.said_of(results)]
    for name, of in results["corpora"].items():
        heads = ["shown", f"k < {given['k']}", "k, median", "k, 5 %", "named, expected"]
        heads += [f"told: {one}" for one in LEVELS]
        rows = []
        after = {f"untouched, one rule for k = {given['k']}": of["plan"]["after"]}
        for row, one in {**of["rows"], **after}.items():
            low, high = one["interval"]
            rows.append(
                [
                    row,
                    one["below"],
                    f"{one['median']:.2g}",
                    f"{one['low']:.2g}",
                    f"{one['risk']:.1%} ({low:.1%}–{high:.1%})",
                    *(one["told"][name] for name in LEVELS),
                ]
            )
        least = max(st.detectable(one["interval"]) for one in of["rows"].values())
        rule = ", ".join(
            f"{one} no finer than {level}"
            for one, level in of["plan"]["rule"].items()
            if level != LEVELS[one][0]
        )
        told = "; ".join(
            f"{one}: " + ", ".join(f"{level} {count}" for level, count in counts.items())
            for one, counts in of["plan"]["levels"].items()
        )
        parts += [
            f"**{name}**, {of['documents']} documents:",
            st.markdown(heads, rows),
            f"Generalised document by document, {of['plan']['reached']} reach k = {given['k']}, "
            f"told as: {told}. One rule for all ({rule}) brings {of['plan']['rule_share']:.1%} of "
            "the documents there.",
            "Smallest change of the expected share that would have been seen with 80 % chance: "
            f"{100 * least:.1f} points.",
        ]
    return "\n\n".join(parts)


def checked(corpora: Config) -> None:
    """Untouched documents single people out, a release does so less, and plans reach k."""
    for of in corpora.values():
        rows, plan = of["rows"], of["plan"]
        for name, one in rows.items():
            if name != "untouched":
                assert one["risk"] <= rows["untouched"]["risk"] + 1e-9, name
        assert rows["typed"]["risk"] < 0.01
        assert plan["reached"] == of["documents"]
        assert plan["after"]["risk"] < max(0.05, rows["untouched"]["risk"] / 2)


def main() -> None:
    given = config()
    if st.is_page():
        checked(st.rewritten(HERE, page)["corpora"])
        return
    st.need_data(st.is_quick())
    if st.is_quick():
        checked(measured({**given, "rounds": 50}))
        return
    found = measured(given)
    st.written(HERE, st.facts(seeds=[given["seed"]], corpora=found), page)
    checked(found)


if __name__ == "__main__":
    main()
