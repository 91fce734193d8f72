"""Peng et al. 2022: learning from distorted text (Tables 7, 8, 11, 12 and 13).

experiments/run peng-ner [--quick | --page] [--workers N]
"""

from __future__ import annotations

import sys
import time
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]

from phrases import phrase_part  # noqa: E402 - beside this file

import studies as st  # noqa: E402 - beside this folder
from bars import bars  # noqa: E402
from understudy.core.draw import seed_key  # noqa: E402
from understudy.core.types import Document  # noqa: E402
from understudy.policy import Policy, with_rule  # noqa: E402
from understudy.policy.labels import Labels  # noqa: E402
from understudy.utility.bootstrap import differences, score  # noqa: E402
from understudy.utility.samples import Sample, split_by_digest  # noqa: E402
from understudy.utility.settings import Settings  # noqa: E402
from understudy.utility.tags import linear  # noqa: E402
from understudy.utility.tasks import Floats, task_of  # noqa: E402
from understudy.utility.transform import replacing_half, transform, under_categories  # noqa: E402

Config = Mapping[str, Any]
Documents = tuple[Document, ...]
NER = task_of("ner")
UNPROTECTED = "unprotected"
MAIN = "substituted w/ NDD"


def config() -> dict[str, Any]:
    return tomllib.loads((HERE / "config.toml").read_text(encoding="utf-8"))


def samples(settings: Config) -> tuple[Documents, Documents]:
    of = settings["corpus"]
    train, test = split_by_digest(st.conll([of["path"]]), 0.2, seed=0)
    more = st.conll([of["more_test"]])
    labels = Labels(Policy("peng", labels=settings["labels"]))
    documents = st.thinned(train.documents, of["most"])
    tested = st.thinned(test.documents + more.documents, of["most_test"])
    return under_categories(documents, labels), under_categories(tested, labels)


def distorted(documents: Documents, rule: Config, seed: int) -> Documents:
    policy = with_rule(Policy("peng", leak_check=False), rule)
    marks = tuple(document.annotations for document in documents)
    count = 1 if st.is_quick() else st.workers()
    return transform(documents, marks, replacing_half(policy), seed_key(seed), count).documents


def cells(train: Documents, test: Documents, settings: Config) -> Floats:
    learn = Settings(iterations=settings["iterations"])
    answer = linear(NER, _sample(train), 0, learn)
    return answer(_sample(test))


def _sample(documents: Documents) -> Sample:
    return Sample(documents, ((),) * len(documents))


def described(found: Sequence[Floats], base: Sequence[Floats], settings: Config) -> dict[str, Any]:
    gains = differences(
        found, base, NER.metrics, rounds=settings["rounds"], seed=0, alpha=settings["alpha"]
    )
    return {
        metric.name: {
            "mean": round(score(found, metric).mean, 5),
            "gain": gains[metric.name].value,
            "interval": list(gains[metric.name][1:]),
        }
        for metric in NER.metrics
    }


def everything(settings: Config, rows: Config, quick: bool) -> dict[str, Any]:
    train, test = samples(settings)
    seed = settings["seeds"][0]
    texts = {UNPROTECTED: train}
    seconds = {}
    for name, rule in rows.items():
        start = time.perf_counter()
        texts[name] = distorted(train, rule, seed)
        seconds[name] = round(time.perf_counter() - start, 1)
        print(f"{name}: {seconds[name]:g} s", flush=True)
    on_test = {name: cells(shown, test, settings) for name, shown in texts.items()}
    base = [on_test[UNPROTECTED]]
    found: dict[str, Any] = {
        "n": {"train": len(train), "test": len(test)},
        "seconds": seconds,
        "test": {name: described([of], base, settings) for name, of in on_test.items()},
    }
    if quick:
        return found
    own = [cells(train, train, settings)]
    found["own"] = {
        name: described([cells(texts[name], train, settings)], own, settings)
        for name in texts
        if name in settings["paper_own"]
    }
    half = len(train) // 2
    centre = [cells(train[:half], test, settings)]
    joined = train[:half] + texts["generated w/ NDD"][half:]
    both = train[:half] + train[half:]
    found["centre"] = {
        "centre": described(centre, centre, settings),
        "centre + distorted client": described([cells(joined, test, settings)], centre, settings),
        "centre + untouched client": described([cells(both, test, settings)], centre, settings),
    }
    found["phrases"] = phrase_part(settings)
    return found


def checked(results: Mapping[str, Any]) -> list[str]:
    """What does not have the order of the paper's Table 7."""
    f1 = {name: row["F1"]["mean"] for name, row in results["test"].items()}
    wrong = []
    if not f1["masked"] < 0.5 * f1[UNPROTECTED]:
        wrong.append("masking does not collapse recognition")
    for name, value in f1.items():
        if name.startswith("substituted") and not value > f1["masked"]:
            wrong.append(f"{name} is not better than masking")
    return wrong


_COLUMNS = tuple(
    f"{kind}{name}" for kind in ("unlabelled ", "") for name in ("precision", "recall", "F1")
)


def _table(rows: Mapping[str, Any], paper: Mapping[str, Any]) -> str:
    heads = ["training text", "UP", "UR", "UF", "LP", "LR", "LF", "change of LF", "LF, the paper"]
    lines = []
    for name, row in rows.items():
        printed = paper.get(name, "")
        last = printed[-1] if isinstance(printed, list) else printed
        gain = {"value": row["F1"]["gain"], "interval": row["F1"]["interval"]}
        cells = [_figure(row, column) for column in _COLUMNS]
        lines.append([name, *cells, st.change(gain), last])
    return st.markdown(heads, lines)


def _figure(row: Config, column: str) -> str:
    name = {"unlabelled F1": "unlabelled F1", "F1": "F1"}.get(column, column)
    return f"{row[name]['mean'] * 100:.2f}"


def fixed() -> Any:
    """A small case, to tell whether what is distorted and learnt is still the same."""
    given = config()
    small = {**given, "iterations": 20, "rounds": 10, "workers": 1}
    small["corpus"] = {**given["corpus"], "most": 8, "most_test": 30}
    rows = {name: given["rows"][name] for name in ("masked", "substituted w/ NDD, k = 2")}
    with st.small():
        return everything(small, rows, True)["test"]


def page(results: Mapping[str, Any]) -> str:
    settings, n = config(), results["n"]
    return "\n\n".join(
        [
            f"Commit {results['commit'][:12]}, Python {results['python']}, {results['machine']}, "
            f"seed {results['seeds'][0]}; {n['train']:,} sentences to learn from, {n['test']:,} to "
            "test on.",
            "**Tables 7 and 13: tested on untouched text** (percent)",
            _table({**results["test"], **results.get("uncased", {})}, settings["paper"]),
            _power(results),
            "**Table 11: tested on the undistorted training text**",
            _table(results["own"], settings["paper_own"]),
            "**Table 12: a centre's own text, and distorted text of a client**",
            _table(results["centre"], settings["paper_centre"]),
            "**Table 8: phrases substituted** (tagging in place of full parsing: F1 of words "
            "with their part of speech, and of noun phrases)",
            st.markdown(
                ["training text", "tagging", "change", "chunking", "change", "parsing, the paper"],
                [
                    [
                        name,
                        f"{row['tagging']['mean'] * 100:.2f}",
                        st.change(row["tagging"]),
                        f"{row['chunking']['mean'] * 100:.2f}",
                        st.change(row["chunking"]),
                        settings["paper_phrases"].get(name, ""),
                    ]
                    for name, row in results["phrases"]["rows"].items()
                ],
            ),
            f"{results['phrases']['train']:,} sentences to learn from, "
            f"{results['phrases']['test']:,} to test on.",
        ]
    )


def _power(results: Mapping[str, Any]) -> str:
    rows = results["test"]
    names = (MAIN, "generated w/ NDD")
    of = {one: st.detectable(rows[one]["F1"]["interval"]) for one in names if one in rows}
    return st.power(
        "change of LF, in points,", {name: f"{100 * least:.1f}" for name, least in of.items()}
    )


def plotted(results: Mapping[str, Any]) -> None:
    groups = {
        kind: {
            name: (row[metric]["mean"] * 100.0, 0.0)
            for name, row in {**results["test"], **results.get("uncased", {})}.items()
        }
        for kind, metric in (("labelled F1", "F1"), ("unlabelled F1", "unlabelled F1"))
    }
    (HERE / "ner.svg").write_text(bars(groups, "F1, %"), encoding="utf-8")


def main() -> None:
    settings, quick = config(), st.is_quick()
    if st.is_page():
        plotted(st.rewritten(HERE, page))
        return
    st.need_data(quick)
    rows = settings["rows"]
    if quick:
        small = settings["quick"]
        settings["corpus"] |= {key: small[key] for key in ("most", "most_test")}
        settings |= {"iterations": small["iterations"], "rounds": 100}
        rows = {name: rows[name] for name in small["rows"]}
    results = st.facts(
        seeds=settings["seeds"],
        confidence=1.0 - settings["alpha"],
        **everything(settings, rows, quick),
    )
    if not quick:
        st.written(HERE, results, page)
        plotted(results)
    wrong = checked(results)
    if wrong:
        raise SystemExit(f"not as asserted: {'; '.join(wrong)}")
    print("the table has its order")


if __name__ == "__main__":
    main()
