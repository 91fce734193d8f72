"""García-Sardiña 2018, Table 5, from English to Spanish.

experiments/run thesis-seeds [--quick | --page] [--part dialogues] [--state FOLDER]

With --part dialogues that table alone is made, and joined to the others.
"""

from __future__ import annotations

import sys
import tempfile
import time
import tomllib
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

import studies as st  # noqa: E402 - beside this folder
import transfer_task as tt  # noqa: E402
from understudy.learn.study import Plan, study  # noqa: E402
from understudy.report.svg import line, svg, tag, text  # noqa: E402
from understudy.utility.plot import standalone  # noqa: E402

WORKERS = 2
PART = "dialogues"
_MEANS = ("S_I-H Mean", "S_D-H Mean")


def config() -> dict[str, Any]:
    return tomllib.loads((HERE / "config.toml").read_text(encoding="utf-8"))


def measured(
    given: Mapping[str, Any], kept: Path, corpora: Mapping[str, Any] | None = None
) -> dict[str, Any]:
    plan = Plan(
        tuple(given["methods"]), tuple(given["sizes"]), runs=given["runs"], seed=given["seed"]
    )
    found: dict[str, Any] = {}
    for corpus, of in (given["corpora"] if corpora is None else corpora).items():
        begun = time.perf_counter()
        task = tt.task_of(corpus, of, given, kept / "columns")
        ready = time.perf_counter()
        results = study(
            task,
            plan,
            kept / HERE.name / corpus,
            workers=st.workers(WORKERS),
            progress=partial(tt.told, corpus),
        )
        found[corpus] = {
            "full": results["full"],
            "test": results["test"],
            "seeds": results["seeds"],
            "seconds": {
                "reading": round(ready - begun, 1),
                "table": round(time.perf_counter() - ready, 1),
            },
        }
    return found


def means(of: Mapping[str, Any]) -> dict[str, list[float]]:
    return {row["method"]: [cell["f1"]["mean"] for cell in row["cells"]] for row in of["seeds"]}


def checked(corpora: Mapping[str, Any], given: Mapping[str, Any]) -> list[dict[str, Any]]:
    found = []
    for corpus, of in corpora.items():
        rows = means(of)
        first = {name: row[0] for name, row in rows.items()}
        best = max(first, key=lambda name: first[name])
        gain = first[best] - first["Random"]
        wanted = f"≥ {given['targets']['gain']:g}"
        size = given["sizes"][0]
        found.append(
            tt.note(
                f"{corpus}: best method ({best}) less Random at {size}",
                gain,
                wanted,
                gain >= given["targets"]["gain"],
            )
        )
        scorers = {name: row for name, row in rows.items() if name.startswith(("S_I-H", "S_D-H"))}
        for side in ("S_I", "S_D"):
            plain = {
                name: sum(row) / len(row)
                for name, row in scorers.items()
                if name.startswith(side) and "&" not in name
            }
            if len(plain) > 1:
                worst = min(plain, key=lambda name: plain[name])
                found.append(
                    tt.note(
                        f"{corpus}: the worst scorer of {side} is {worst.partition('-')[2]}",
                        plain[worst],
                        "H Mean",
                        worst in _MEANS,
                    )
                )
        minutes = of["seconds"]["table"] / 60
        most = given["targets"]["minutes"]
        found.append(
            tt.note(f"{corpus}: minutes of the table", minutes, f"≤ {most}", minutes <= most)
        )
    return found


def fixed() -> Any:
    """A small case, to tell whether seeds are still chosen and learnt from alike."""
    given = config()
    of = {"meddocan": given["corpora"]["meddocan"]}
    small = {**given, **given["quick"], "corpora": of, "most": 16, "runs": 1, "sizes": [20]}
    talk = {name: {**one, **given["quick"]["of_dialogues"]} for name, one in given[PART].items()}
    with st.small(), tempfile.TemporaryDirectory() as folder:
        found = measured(small, Path(folder), {**of, **talk})
        return {name: means(one) for name, one in found.items()}


def page(results: Mapping[str, Any]) -> str:
    parts = [_origin(results)]
    parts += _tables(results["corpora"], results)
    parts.append(tt.notes(results["checked"]))
    if PART in results:
        of = results[PART]
        parts += [*st.older(of), f"**Dialogues.** {_origin(of)}", *_tables(of["corpora"], results)]
        parts.append(tt.notes(of["checked"]))
    return "\n\n".join(parts)


def _origin(of: Mapping[str, Any]) -> str:
    return (
        f"Commit {of['commit'][:12]}, Python {of['python']}, {of['machine']}, seed {of['seed']}, "
        f"{of['runs']} runs."
    )


def _tables(corpora: Mapping[str, Any], results: Mapping[str, Any]) -> list[str]:
    parts, sizes = [], results["sizes"]
    for corpus, of in corpora.items():
        full, test = of["full"], of["test"]
        parts.append(
            f"**{corpus}**: a pool of {full['instances']:,} instances with {full['words']:,} "
            f"words, F1 {full['f1']:.3f} with all of it; tested on {test['instances']:,}. "
            f"F1 with its standard error, and words in brackets; behind it the thesis's F1."
        )
        parts.append(
            st.markdown(
                ["method", *(f"{size:,}" for size in sizes), "thesis"],
                [
                    [
                        row["method"],
                        *(_cell(cell) for cell in row["cells"]),
                        _printed(results["paper"].get(row["method"])),
                    ]
                    for row in of["seeds"]
                ],
            )
        )
        parts.append(st.power("gain over Random", _powers(of["seeds"], sizes)))
    return parts


def _powers(rows: list[Mapping[str, Any]], sizes: list[int]) -> dict[str, str]:
    """By the runs of Random alone: methods without chance have a single one."""
    cells = next(row["cells"] for row in rows if row["method"] == "Random")
    found = {}
    for size, cell in zip(sizes, cells, strict=True):
        if cell["f1"]["error"] is not None:
            half = 1.96 * cell["f1"]["error"]
            found[f"at {size:,}"] = f"{st.detectable((-half, half)):.3f}"
    return found


def _cell(cell: Mapping[str, Any]) -> str:
    error = cell["f1"]["error"]
    spread = "" if error is None else f" ± {error:.3f}"
    return f"{cell['f1']['mean']:.3f}{spread} ({cell['words']['mean']:,.0f})"


def _printed(row: list[float] | None) -> str:
    return "–" if row is None else " / ".join(f"{one:.3f}" for one in row)


def plot(of: Mapping[str, Any], sizes: list[int], corpus: str) -> str:
    """F1 by seed method: a dot for each size."""
    rows = of["seeds"]
    width, left, top, step = 800.0, 190.0, 40.0, 22.0
    bottom = top + step * len(rows)

    def x(value: float) -> float:
        return left + value * (width - left - 30.0)

    parts = [text(x(at / 5), bottom + 18.0, f"{at / 5:g}", "tick", "middle") for at in range(6)]
    parts += [line(x(at / 5), top - 10.0, x(at / 5), bottom, "grid") for at in range(6)]
    for number, row in enumerate(rows):
        y = top + step * number
        parts.append(text(left - 10.0, y + 4.0, row["method"], "tick", "end"))
        for at, cell in enumerate(row["cells"]):
            mean = cell["f1"]["mean"]
            said = tag("title", f"{sizes[at]}: {mean:.3f}")
            parts.append(tag("circle", said, cx=x(mean), cy=y, r=3.0 + at, class_=f"t{at + 1}"))
    parts.append(text(x(of["full"]["f1"]), top - 14.0, "all", "tick", "middle"))
    parts.append(line(x(of["full"]["f1"]), top - 10.0, x(of["full"]["f1"]), bottom, "base"))
    about = f"Larger dots are larger seeds: {', '.join(map(str, sizes))} instances"
    return standalone(svg(width, bottom + 30.0, f"F1 by seed method, {corpus}", about, parts))


def quick(given: dict[str, Any]) -> None:
    """The shape of the result on a small part of the corpora."""
    small = given["quick"]["of_dialogues"]
    talk = {name: {**of, **small} for name, of in given[PART].items()}
    given = {**given, **given["quick"]}
    with tempfile.TemporaryDirectory() as folder:
        corpora = measured(given, Path(folder), {**given["corpora"], **talk})
    for corpus, of in corpora.items():
        rows = means(of)
        assert set(rows) == set(given["methods"]), corpus
        assert of["full"]["f1"] > max(row[0] for row in rows.values()) - 0.05, corpus
        assert rows["Random"][-1] > rows["Random"][0] - 0.1, corpus
        print(corpus, {name: [round(one, 3) for one in row] for name, row in rows.items()})
    checked(corpora, given)


def main() -> None:
    given = config()
    st.need_data(st.is_quick())
    if st.is_quick():
        quick(given)
        return
    if st.is_page():
        st.rewritten(HERE, page)
        return
    if st.argument("--part") != PART:
        _corpora(given)
    _dialogues(given)


def _dialogues(given: Mapping[str, Any]) -> None:
    """The part that is made apart."""
    corpora = measured(given, tt.kept_folder(), given[PART])
    part = st.facts(
        seed=given["seed"], runs=given["runs"], corpora=corpora, checked=checked(corpora, given)
    )
    _plots(corpora, given)
    st.joined(HERE, PART, part, page)


def _plots(corpora: Mapping[str, Any], given: Mapping[str, Any]) -> None:
    for corpus, of in corpora.items():
        drawn = plot(of, given["sizes"], corpus)
        (HERE / f"{corpus}.svg").write_text(drawn, encoding="utf-8")


def _corpora(given: Mapping[str, Any]) -> None:
    corpora = measured(given, tt.kept_folder())
    results = st.facts(
        seed=given["seed"],
        runs=given["runs"],
        sizes=given["sizes"],
        columns=given["columns"],
        learner=given["learner"],
        paper=given["paper"],
        corpora=corpora,
        checked=checked(corpora, given),
    )
    _plots(corpora, given)
    st.written(HERE, results, page, apart=(PART,))


if __name__ == "__main__":
    main()
