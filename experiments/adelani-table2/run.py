"""Adelani et al. 2020, Table 2: what training text is worth after each strategy.

experiments/run adelani-table2 [--quick | --page] [--only CORPUS] [--state FOLDER]
    [--workers N]

With --only nothing is written but the state: corpora can be carried out side by side, and joined
by a run without it. Encoders that start from the clean checkpoint are trained and scored apart
(learner_inputs.py, learners.py, learner_outcomes.py) and joined to the results.
"""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

import studies as st  # noqa: E402 - beside this folder
from understudy.core.categories import label_maps  # noqa: E402
from understudy.utility.conditions import Condition  # noqa: E402
from understudy.utility.samples import Sample, split_by_digest  # noqa: E402
from understudy.utility.settings import DEFAULTS, Settings  # noqa: E402
from understudy.utility.study import Study, prepared  # noqa: E402
from understudy.utility.tasks import task_of  # noqa: E402

Config = Mapping[str, Any]
NER = "ner"
QUICK = {"collapse": 0.7}
"""Wider targets: the frames of the made corpora are few, and show where values stand."""
MULTIPLE = ("TIME", "ORGANIZATION", "DATE")
"""The categories that lose most word by word in the paper: many of them have several words."""
BOUNDED = ("entity, public", "entity, public, ε = 1", "surrogate")
"""Rows whose ε is at most 1 in the strict reading."""


def config() -> dict[str, Any]:
    return tomllib.loads((HERE / "config.toml").read_text(encoding="utf-8"))


def samples(of: Config, given: Config) -> tuple[Sample, Sample]:
    """Training and test part of a corpus."""
    most, most_test = of.get("most"), of.get("most_test")
    if of["kind"] == "slots":
        return st.slots(of["train"], most), st.slots(of["test"], most_test)
    if of["kind"] == "acts":
        train, test = st.acts(of["train"], most), st.acts(of["test"], most_test)
        return st.frequent(train, test, given["acts"]["least"])
    parts = given["conll"]
    mixed = split_by_digest(st.conll(parts["both"]), 0.2, seed=0)
    train, test = st.conll(parts["train"]), st.conll(parts["test"])
    train = Sample(train.documents + mixed[0].documents, train.targets + mixed[0].targets)
    test = Sample(test.documents + mixed[1].documents, test.targets + mixed[1].targets)
    return train.at(st.thinned(range(len(train.documents)), most)), test.at(
        st.thinned(range(len(test.documents)), most_test)
    )


def study(
    of: Config,
    given: Config,
    seeds: list[int],
    learner: str = "linear",
    settings: Settings = DEFAULTS,
) -> Study:
    train, test = samples(of, given)
    labels = None
    if of["labels"] != "slots":
        labels = st.mapped(label_maps()[of["labels"]], given["categories"])
    policy = st.policy_of(train, labels)
    rows = [Condition("none"), Condition("named")]
    for name, rule in given["rows"].items():
        drawn = rule["strategy"] in ("entity", "surrogate") and rule.get("source") != "corpus"
        if labels is not None or not drawn:  # there are no public values of slots in general
            rows.append(Condition(name, rule))
    task = task_of(of["task"])
    return prepared(task, learner, train, test, policy, tuple(rows), seeds=seeds, settings=settings)


def checked(
    corpora: Mapping[str, Any], targets: Mapping[str, float], slack: float = 0.0
) -> list[dict[str, Any]]:
    """What was to be shown: each with what was found and whether it holds. In small corpora, whose
    few frames show by themselves where values stand, orders are given some slack."""
    found: list[dict[str, Any]] = []

    def note(what: str, value: float, wanted: str, holds: bool, asserted: bool) -> None:
        found.append(
            {
                "what": what,
                "found": round(value, 4),
                "wanted": wanted,
                "holds": bool(holds),
                "asserted": asserted,
            }
        )

    for name, of in corpora.items():
        rows = {row["strategy"]: row for row in of["rows"]}
        if of["task"] == NER:
            f1 = {one: row["scores"]["F1"]["mean"] for one, row in rows.items()}
            for one in ("redact", "typed"):
                share = f1[one] / f1["none"]
                least = targets["collapse"]
                note(f"{name}: {one} / none", share, f"< {least}", share < least, True)
            both = max(f1["redact"], f1["typed"])
            order = f1["entity"] > f1["word"] - slack and f1["word"] > both
            note(
                f"{name}: entity − word", f1["entity"] - f1["word"], "> 0, word > both", order, True
            )
        for one in BOUNDED:
            if one not in rows:
                continue
            metric = "F1" if of["task"] == NER else "accuracy"
            gain = rows[one]["gains"][metric]
            if name.startswith("TOD") and of["task"] == "intent":
                drop, most = -gain["interval"][0], targets["intent_drop"]
                note(
                    f"{name}: {one}, upper end of the drop", drop, f"≤ {most}", drop <= most, False
                )
            elif of["task"] == NER:
                drop, most = -gain["value"], targets["ner_drop"]
                note(f"{name}: {one}, drop of F1", drop, f"≤ {most}", drop <= most, False)
        if of["task"] == NER:
            drop, most = -rows["entity"]["gains"]["F1"]["value"], targets["ner_drop"]
            what = f"{name}: entity (ε = 0 in the paper's reading alone), drop of F1"
            note(what, drop, f"≤ {most}", drop <= most, False)
            if len(of["categories"]) > 1:
                _by_category(name, rows, note)
    return found


def _by_category(name: str, rows: Mapping[str, Any], note: Callable[..., None]) -> None:
    """The paper: dates, times and organizations lose most word by word, since many have several
    words, and so gain most from whole entities."""

    def f1(row: str, category: str) -> float:
        return float(rows[row]["categories"][category]["mean"])

    known = rows["none"]["categories"]
    for what, of, less in (
        ("loses most word by word", "none", "word"),
        ("gains most from whole entities", "entity", "word"),
    ):
        most = max(known, key=lambda one: f1(of, one) - f1(less, one))
        value = f1(of, most) - f1(less, most)
        note(f"{name}: {most} {what}", value, "/".join(MULTIPLE), most in MULTIPLE, False)


def fixed() -> Any:
    """A small case, to tell whether the rows are still those of the code."""
    given = {**config(), "acts": {"least": 2}}
    found = {}
    with st.small():
        for name in ("TOD slots", "UNER + wikigold", "SGD acts"):
            of = {**given["corpora"][name], "most": 90, "most_test": 40}
            made, _ = st.carried_out(study(of, given, [1]), 1, None, name, rounds=10, alpha=0.05)
            found[name] = st.figures(made.as_json())
    return found


def page(results: Mapping[str, Any]) -> str:
    corpora, paper = results["corpora"], config()["paper"]
    names = list(dict.fromkeys(row["strategy"] for of in corpora.values() for row in of["rows"]))
    order = ["none", "redact", "typed", "named", "word", "entity"]
    names.sort(key=lambda name: order.index(name) if name in order else len(order))

    def cell(of: Config, name: str, what: str) -> str:
        row = next((row for row in of["rows"] if row["strategy"] == name), None)
        if row is None:
            return "–"
        metric = "F1" if of["task"] == NER else "accuracy"
        if what == "score":
            return st.percent(row["scores"][metric])
        return st.change(row["gains"][metric]) if row["gains"] else ""

    heads = [f"{name}, {'F1' if of['task'] == NER else 'accuracy'}" for name, of in corpora.items()]
    scores = st.markdown(
        ["strategy", *heads],
        [[name, *(cell(of, name, "score") for of in corpora.values())] for name in names],
    )
    changes = st.markdown(
        ["strategy", *corpora],
        [[name, *(cell(of, name, "change") for of in corpora.values())] for name in names[1:]],
    )
    sizes = st.markdown(
        ["corpus", "training", "test", "replaced"],
        [
            [name, f"{of['train']:,}", f"{of['test']:,}", f"{of['rows'][2]['replaced']:,}"]
            for name, of in corpora.items()
        ],
    )
    bounds = st.markdown(
        ["strategy", "corpus", "ε strict", "δ", "ε paper"],
        [
            [
                row["strategy"],
                name,
                st.epsilon(row["epsilon"]),
                row["delta"],
                st.epsilon(row["paper_epsilon"]),
            ]
            for name, of in corpora.items()
            for row in of["rows"][1:]
            if name in ("TOD slots", "TOD")
        ],
    )
    printed = st.markdown(["strategy", *paper["heads"]], [[name, *paper[name]] for name in order])
    marked = st.markdown(
        ["strategy", *heads],
        [[name, *(_marked(of, name) for of in corpora.values())] for name in ("redact", "typed")],
    )
    targets = st.markdown(
        ["what", "found", "wanted", "holds", "asserted"],
        [
            [
                one["what"],
                one["found"],
                one["wanted"],
                "yes" if one["holds"] else "**no**",
                "yes" if one["asserted"] else "",
            ]
            for one in results["checks"]
        ],
    )
    return "\n\n".join(
        [
            st.said_of(results),
            "**Ours** (n-gram logistic regression; CRF for entity recognition)",
            scores,
            "Change against “none” in points, with 95 % intervals (paired bootstrap over test "
            "documents and runs):",
            changes,
            st.powers(corpora, "entity"),
            *_categories(corpora),
            "Tested on text that is transformed alike:",
            marked,
            "**The paper** (BERT, ten runs)",
            printed,
            "**What was to be shown**",
            targets,
            "Bounds of one draw:",
            bounds,
            "Documents:",
            sizes,
            *(_clean(results["clean"]) if "clean" in results else []),
        ]
    )


def _categories(corpora: Config) -> list[str]:
    """What each category of entities loses, of corpora with several."""
    parts = []
    for name, of in corpora.items():
        kinds = of.get("categories", {})
        if len(kinds) < 2:
            continue
        lines = [
            [row["strategy"], *(part for one in row["categories"].values() for part in _cells(one))]
            for row in of["rows"]
        ]
        heads = [part for one, n in kinds.items() for part in (f"{one} ({n:,})", "change")]
        parts += [f"{name}, F1 by category:", st.markdown(["strategy", *heads], lines)]
    return parts


def _cells(of: Config) -> tuple[str, str]:
    return st.percent(of), st.change(of["gain"]) if of["gain"] else ""


def _clean(of: Config) -> list[str]:
    """Encoders that started from the clean checkpoint, and what each kind of entity loses."""
    corpora, about = of["corpora"], of["checkpoint"]
    names = dict.fromkeys(row["strategy"] for found in corpora.values() for row in found["rows"])
    cells = []
    for name in names:
        line = [name]
        for found in corpora.values():
            metric = "F1" if found["task"] == NER else "accuracy"
            row = next((row for row in found["rows"] if row["strategy"] == name), None)
            line.append("–" if row is None else st.percent(row["scores"][metric]))
            line.append(st.change(row["gains"][metric]) if row and row["gains"] else "")
        cells.append(line)
    heads = [part for name in corpora for part in (name, "change")]
    sizes = "; ".join(
        f"{name}: {found['train']:,} to learn from, {found['test']:,} to test on"
        for name, found in corpora.items()
    )
    held = ", ".join(f"{name} {one['accuracy']:.3f}" for name, one in about["heldout"].items())
    seeds = of["seeds"]
    parts = [
        *st.older(of),
        "**With a clean encoder** (`training/clean.toml`: the shipped shape, random weights, "
        f"hidden pieces alone, {about['seconds']} s on {about['device']}, on text that shares no "
        f"nine words with any corpus here; accuracy of hidden pieces on text held out: {held}). "
        f"Fresh heads, {of['epochs']} epochs, {len(seeds)} seeds; {sizes}.",
        st.markdown(["strategy", *heads], cells),
        st.powers(corpora, "surrogate"),
    ]
    for name, found in corpora.items():
        kinds = found.get("by_category") or {}
        if kinds:
            labels = list(kinds["none"])
            rows = [
                [row, *(f"{100 * kinds[row].get(one, {'f1': 0.0})['f1']:.1f}" for one in labels)]
                for row in kinds
            ]
            heads = [f"{one} ({kinds['none'][one]['n']:,})" for one in labels]
            parts += [f"{name}, F1 by category:", st.markdown(["strategy", *heads], rows)]
    return parts


def _marked(of: Config, name: str) -> str:
    row = next(row for row in of["rows"] if row["strategy"] == name)
    return st.percent(row["on_transformed"]["scores"]["F1" if of["task"] == NER else "accuracy"])


def main() -> None:
    given, quick = config(), st.is_quick()
    if st.is_page():
        plotted(st.rewritten(HERE, page))
        return
    st.need_data(quick)
    seeds = given["quick"]["seeds"] if quick else given["seeds"]
    only = st.argument("--only")
    corpora = {}
    for name, of in given["corpora"].items():
        if (quick and name not in given["quick"]["corpora"]) or only not in (None, name):
            continue
        small = {key: given["quick"][key] for key in ("most", "most_test")} if quick else {}
        made, _ = st.carried_out(
            study({**of, **small}, given, seeds),
            1 if quick else st.workers(),
            st.state_folder(),
            name,
            rounds=200 if quick else given["rounds"],
            alpha=given["alpha"],
        )
        corpora[name] = made.as_json()
    targets = {**given["targets"], **(QUICK if quick else {})}
    checks = checked(corpora, targets, 0.05 if quick else 0.0)
    for one in checks:
        print("holds" if one["holds"] else "FAILS", one["what"], one["found"], one["wanted"])
    if not quick and only is None:
        results = st.facts(
            seeds=seeds, confidence=1.0 - given["alpha"], corpora=corpora, checks=checks
        )
        st.written(HERE, results, page, apart=("clean",))
        plotted(results)
    failed = [one["what"] for one in checks if one["asserted"] and not one["holds"]]
    if failed:
        raise SystemExit(f"not as asserted: {'; '.join(failed)}")


def plotted(results: Mapping[str, Any]) -> None:
    from bars import bars

    corpora = results["corpora"]
    groups = {}
    for name, of in corpora.items():
        metric = "F1" if of["task"] == NER else "accuracy"
        groups[name] = {
            row["strategy"]: (
                row["scores"][metric]["mean"] * 100,
                (row["scores"][metric]["deviation"] or 0.0) * 100,
            )
            for row in of["rows"]
        }
    (HERE / "table2.svg").write_text(bars(groups, "F1 or accuracy, %"), encoding="utf-8")


if __name__ == "__main__":
    main()
