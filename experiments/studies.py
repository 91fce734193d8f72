"""What the experiments on utility share: corpora, policies, running, and writing down.

The corpora are those of the folder UNDERSTUDY_DATA (default: ../shared/data beside the project).
"""

from __future__ import annotations

import json
import lzma
import os
import platform
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from statistics import NormalDist
from typing import Any

import freshness
import mini
from understudy import engines
from understudy.core.categories import Category, categories
from understudy.core.types import Document, Span
from understudy.corpus.base import Options
from understudy.corpus.reading import documents_of
from understudy.policy import Policy
from understudy.replace.base import Rule
from understudy.utility.kept import RunStore, begin
from understudy.utility.samples import Sample
from understudy.utility.study import Outcome, Study
from understudy.utility.table import ConditionRow, Table, table

ROOT = Path(__file__).resolve().parents[1]
DATA = Path(os.environ.get("UNDERSTUDY_DATA", ROOT.parent / "shared" / "data"))
HEAD, END = "<!-- results.json -->\n", "<!-- end -->"
ENGLISH = Options(default_language="en")


def need_data(quick: bool) -> None:
    """A quick run reads small corpora that are made for it, so that it runs anywhere; a full one
    needs the public ones."""
    global DATA  # noqa: PLW0603 - read by all experiments at the time of use
    if quick:
        DATA = mini.folder()
    elif not DATA.is_dir():
        raise SystemExit(f"{DATA}: no corpora there; name their folder in UNDERSTUDY_DATA")


@contextmanager
def small() -> Iterator[None]:
    """The small corpora in the place of the public ones, for the fixed cases of digests."""
    global DATA  # noqa: PLW0603 - read by all experiments at the time of use
    before, DATA = DATA, mini.folder()
    try:
        yield
    finally:
        DATA = before


def figures(made: Mapping[str, Any]) -> list[Any]:
    """What a table says, without the time that it took."""
    return [
        [
            row["strategy"],
            row["p"],
            {name: of["mean"] for name, of in row["scores"].items()},
            *(row[name] for name in ("epsilon", "delta", "paper_epsilon", "replaced", "kept")),
        ]
        for row in made["rows"]
    ]


def slots(path: str, most: int | None = None) -> Sample:
    """A corpus of intents and slots; of a larger one documents at equal steps."""
    documents = list(documents_of(str(DATA / path), "slots", ENGLISH))
    documents = thinned(documents, most)
    return Sample(tuple(documents), tuple((one.meta["intent"],) for one in documents))


def conll(paths: Iterable[str], most: int | None = None) -> Sample:
    documents = [
        one._replace(id=f"{path} {one.id}")
        for path in paths
        for one in documents_of(str(DATA / path), "conll", ENGLISH)
    ]
    documents = thinned(documents, most)
    return Sample(tuple(documents), ((),) * len(documents))


def acts(path: str, most: int | None = None) -> Sample:
    """Turns of schema-guided dialogues with their acts."""
    documents, targets = [], []
    with lzma.open(DATA / path, "rt", encoding="utf-8") as file:
        for line in file:
            row = json.loads(line)
            spans = tuple(
                Span(one["start"], one["exclusive_end"], one["slot"]) for one in row["slots"]
            )
            name = f"{row['dialogue']} {row['turn']}"
            documents.append(Document(name, row["text"], "en", annotations=_disjoint(spans)))
            targets.append((row["acts"],))
    places = thinned(range(len(documents)), most)
    return Sample(tuple(documents), tuple(targets)).at(places)


def _disjoint(spans: Iterable[Span]) -> tuple[Span, ...]:
    found: list[Span] = []
    for span in sorted(spans):
        if span.start < span.end and (not found or found[-1].end <= span.start):
            found.append(span)
    return tuple(found)


def thinned(values: Sequence[Any], most: int | None) -> list[Any]:
    """At most so many, at equal steps."""
    if most is None or len(values) <= most:
        return list(values)
    return [values[at * len(values) // most] for at in range(most)]


def frequent(train: Sample, test: Sample, least: int) -> tuple[Sample, Sample]:
    """Without the classes that have fewer documents than that in the training part."""
    counts = Counter(target for target in train.targets)
    kept = {target for target, count in counts.items() if count >= least}
    return (
        train.at(at for at, target in enumerate(train.targets) if target in kept),
        test.at(at for at, target in enumerate(test.targets) if target in kept),
    )


def mapped(labels: Mapping[str, str], chosen: Mapping[str, str]) -> dict[str, str]:
    """A label map by way of the shipped one: label → category → one of the chosen, or nothing."""
    return {label: chosen.get(category, "") for label, category in labels.items()}


def policy_of(sample: Sample, labels: Mapping[str, str] | None) -> Policy:
    """What is private, and "named" as the policy's own rules.

    Without a label map every label is a category of its own, but for those with a
    single value: there is nothing to draw for them. The exemplar of a category is its most frequent
    value: the paper names one and does not say how it was chosen.
    """
    known = dict(categories())
    if labels is None:
        labels = {name: _name(name) if varied else "" for name, varied in _varied(sample).items()}
        known |= {one: Category(one, None, "direct", "") for one in labels.values() if one}
    values: dict[str, Counter[str]] = {}
    for document in sample.documents:
        for span in document.annotations:
            category = labels.get(span.label, "")
            if category:
                counts = values.setdefault(category, Counter())
                counts[document.text[span.start : span.end]] += 1
    rules = {
        category: Rule("named", options={"exemplar": counts.most_common(1)[0][0]})
        for category, counts in values.items()
    }
    return Policy("experiment", labels=labels, known=known, rules=rules, leak_check=False)


def _varied(sample: Sample) -> dict[str, bool]:
    """Of each label, whether its values, and their words, are at least two."""
    values: dict[str, set[str]] = {}
    for document in sample.documents:
        for span in document.annotations:
            said = document.text[span.start : span.end].lower()
            values.setdefault(span.label, set()).add(said)
    return {
        label: len(found) > 1 and len({word for one in found for word in one.split()}) > 1
        for label, found in sorted(values.items())
    }


def _name(label: str) -> str:
    return "SLOT_" + "".join(one if one.isalnum() else "_" for one in label).upper()


def carried_out(
    study: Study, workers: int, state: Path | None, name: str, **given: Any
) -> tuple[Table, list[Outcome]]:
    """The study's table and outcomes; with a state folder, what is done is not done again."""
    runs = list(study.runs())
    kept = RunStore(study, None)
    if state is not None:
        state.mkdir(exist_ok=True, parents=True)
        kept = begin(study, state / name, resume=(state / name).exists())
    start = time.perf_counter()
    outcomes = []
    for outcome in engines.run(kept, runs, workers):
        outcomes.append(outcome)
        condition = study.conditions[outcome.run.condition]
        score = float(study.task.metrics[0].score(outcome.cells.sum(0)))
        said = f"{condition.name} p={condition.p:g} seed {outcome.run.seed}: {score:.4f}"
        print(f"{name} {len(outcomes)}/{len(runs)} {said} ({outcome.seconds:.0f} s)", flush=True)
    print(f"{name}: {time.perf_counter() - start:.0f} s", flush=True)
    return table(study, outcomes, **given), outcomes


def row_of(made: Table, name: str, p: float = 1.0) -> ConditionRow:
    return next(row for row in made.rows if (row.condition.name, row.condition.p) == (name, p))


def mean_of(made: Table, name: str, p: float = 1.0) -> float:
    return row_of(made, name, p).scores[made.task.metrics[0].name].mean


def commit() -> str:
    """As git says; with a plus where the package or the experiments differ from it, and unknown in
    a copy without history. Nobody can say it in git's place."""
    try:
        done = _git("rev-parse", "HEAD")
        changed = _git(
            "status", "--porcelain", "--", "src", "experiments/*.py", "experiments/*/*.py"
        )
    except (OSError, subprocess.CalledProcessError):
        return "unknown"
    return done + ("+" if changed else "")


def _git(*asked: str) -> str:
    done = subprocess.run(["git", *asked], cwd=ROOT, capture_output=True, text=True, check=True)
    return done.stdout.strip()


def cores() -> int:
    """That this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def facts(**more: Any) -> dict[str, Any]:
    """Where results come from."""
    return {
        "commit": commit(),
        "python": platform.python_version(),
        "machine": f"{platform.machine()}, {cores()} cores",
        **more,
    }


def device() -> str:
    """What PyTorch trains on."""
    import torch

    return str(torch.cuda.get_device_name()) if torch.cuda.is_available() else "CPU"


def written(
    folder: Path,
    results: Mapping[str, Any],
    page: Callable[[Any], str],
    apart: Sequence[str] = (),
) -> None:
    """results.json, with digests of what it depends on, and the tables of README.md from it.

    ``apart``: parts that are made apart stay as they are, with the digests that they have, if any:
    who reads the results sees that nothing vouches for a part without.
    """
    path = folder / "results.json"
    held = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    kept = {name: held[name] for name in apart if name in held}
    _written(folder, {**results, "digests": freshness.digests(folder, DATA), **kept}, page)


def joined(
    folder: Path, name: str, part: Mapping[str, Any], page: Callable[[Any], str]
) -> dict[str, Any]:
    """A part of results.json that is made apart, with digests of its own: those of the rest say
    when the rest was made."""
    results = json.loads((folder / "results.json").read_text(encoding="utf-8"))
    results[name] = {**part, "digests": freshness.digests(folder, DATA)}
    _written(folder, results, page)
    return dict(results)


def _written(folder: Path, results: Mapping[str, Any], page: Callable[[Any], str]) -> None:
    path, readme = folder / "results.json", folder / "README.md"
    path.write_text(json.dumps(results, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    text = filled(readme.read_text(encoding="utf-8"), page(results))
    readme.write_text(text, encoding="utf-8")


def older(part: Mapping[str, Any]) -> list[str]:
    """What a page says of a part that was made apart and that nothing vouches for any more."""
    if "digests" in part:
        return []
    return [
        f"**Older:** the next part is of commit {part['commit'][:12]} and was not run again since: "
        "it may not be what the code as it is would give."
    ]


def rewritten(folder: Path, page: Callable[[Any], str]) -> Any:
    """``--page``: the tables of README.md anew, from results.json as it is."""
    results = json.loads((folder / "results.json").read_text(encoding="utf-8"))
    _written(folder, results, page)
    return results


def filled(text: str, made: str) -> str:
    before, _, rest = text.partition(HEAD)
    _, end, after = rest.partition(END)
    return f"{before}{HEAD}{made}\n{end}{after}"


def markdown(heads: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    lines = [list(heads), ["---" if at == 0 else "--:" for at in range(len(heads))]]
    lines += [[str(cell) for cell in row] for row in rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def percent(score: Mapping[str, Any]) -> str:
    said = f"{score['mean'] * 100:.1f}"
    return said if score["deviation"] is None else f"{said} ± {score['deviation'] * 100:.1f}"


def change(gain: Mapping[str, Any], scale: float = 100.0) -> str:
    low, high = (value * scale for value in gain["interval"])
    return f"{gain['value'] * scale:+.1f} ({low:+.1f} to {high:+.1f})"


def detectable(interval: Sequence[float], confidence: float = 0.95) -> float:
    """The smallest difference that would have been seen with a chance of 80 %, by the width of an
    interval: a null result below it is no result."""
    of = NormalDist()
    ends = of.inv_cdf((1.0 + confidence) / 2.0)
    error = (interval[1] - interval[0]) / (2.0 * ends)
    return (ends + of.inv_cdf(0.8)) * error


POWER = "would have been seen with 80 % chance"


def power(what: str, figures: Mapping[str, str]) -> str:
    """What a page says of the smallest effect that its experiment could have seen."""
    if not figures:
        return f"A single run does not say which {what} {POWER}."
    said = "; ".join(f"{name} {figure}" for name, figure in figures.items())
    return f"Smallest {what} that {POWER}: {said}."


def once(count: int) -> float:
    """The share of events that would have shown at least once among so many, with a chance of
    80 %."""
    return 1.0 if not count else 1.0 - 0.2 ** (1.0 / count)


def powers(corpora: Mapping[str, Any], row: str) -> str:
    """For each corpus of a table the smallest change of a row that could have been seen."""
    found = []
    for name, of in corpora.items():
        gains = next((one["gains"] for one in of["rows"] if one["strategy"] == row), None)
        if gains:
            least = 100.0 * detectable(next(iter(gains.values()))["interval"])
            found.append(f"{name} {least:.1f}")
    return f"Smallest change of `{row}` that {POWER}, in points: {', '.join(found)}."


def epsilon(value: float | str) -> str:
    return "∞" if value == "inf" else f"{float(value):.2f}".rstrip("0").rstrip(".")


def said_of(results: Mapping[str, Any]) -> str:
    seeds = results["seeds"]
    changed = "+" if results["commit"].endswith("+") else ""
    return (
        f"Commit {results['commit'][:12]}{changed}, Python {results['python']}, "
        f"{results['machine']}, {len(seeds)} seeds ({seeds[0]} to {seeds[-1]})."
    )


def is_quick() -> bool:
    return "--quick" in sys.argv[1:]


def is_page() -> bool:
    return "--page" in sys.argv[1:]


def argument(name: str) -> str | None:
    """What follows an option on the command line."""
    given = sys.argv[1:]
    return given[given.index(name) + 1] if name in given[:-1] else None


def workers(usual: int | None = None) -> int:
    """``--workers N``: how many processes work side by side; the results do not depend on it. Small
    corpora are not worth a second one."""
    given = argument("--workers")
    if given is None and mini.folder() == DATA:
        return 1
    return (usual or cores()) if given is None else int(given)


def state_folder() -> Path | None:
    """``--state FOLDER``: where outcomes are kept between runs that are broken off."""
    given = argument("--state")
    return None if given is None else Path(given)
