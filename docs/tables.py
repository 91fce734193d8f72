"""Fill in the tables of the pages that come from files: ``python docs/tables.py``.

A table stands between a comment with its name and ``<!-- end -->``.
"""

from __future__ import annotations

import json
import statistics
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from understudy.core.categories import categories, label_maps
from understudy.policy import PRESETS, load

DOCS = Path(__file__).resolve().parent
MEASURED = DOCS.parent / "benchmarks" / "replace.json"
BESIDE = DOCS.parent / "benchmarks" / "beside.json"
CELLS = DOCS.parent / "benchmarks" / "tables.json"
DETECTED = DOCS.parent / "benchmarks" / "detection.json"
NAMED = DOCS.parent / "benchmarks" / "naming.json"
TRAINED = DOCS.parent / "training" / "results.json"
IDENTIFIED = DOCS.parent / "benchmarks" / "identify.json"
COHERENT = DOCS.parent / "benchmarks" / "surrogates.json"
EXPERIMENTS = DOCS.parent / "experiments"
ENCODED = DOCS.parent / "benchmarks" / "encoder.json"
LEARNT = DOCS.parent / "benchmarks" / "learn.json"
DISTORTED = DOCS.parent / "benchmarks" / "distort.json"
SCALED = DOCS.parent / "benchmarks" / "scale.json"
SCALED_LARGE = DOCS.parent / "benchmarks" / "scale_large.json"
SCALED_DOCUMENT = DOCS.parent / "benchmarks" / "scale_document.json"
REVIEWED = DOCS.parent / "benchmarks" / "review.json"
ORDINARY = DOCS.parent / "benchmarks" / "ordinary.json"
SERVED = DOCS.parent / "benchmarks" / "service.json"
FUZZED = DOCS.parent / "benchmarks" / "fuzz.json"
KILLED = DOCS.parent / "benchmarks" / "kills.json"
HOSTILE = DOCS.parent / "benchmarks" / "hostile.json"
HOSTILE_LARGE = DOCS.parent / "benchmarks" / "hostile_large.json"
_STEEP, _HALF = 1.1, 0.5
CHOSEN = DOCS.parent / "experiments" / "private-choice" / "results.json"


def table(heads: Iterable[str], rows: Iterable[Iterable[object]]) -> str:
    """Markdown; figures stand to the right."""
    names = list(heads)
    lines = [names, ["---" if at == 0 else "--:" for at in range(len(names))]]
    lines += [[str(cell) for cell in row] for row in rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def words(heads: Iterable[str], rows: Iterable[Iterable[object]]) -> str:
    """The same with words to the left."""
    return table(heads, rows).replace("--:", "---")


def measured(path: Path = MEASURED) -> str:
    """What benchmarks/replace.py wrote; empty where it has not run."""
    if not path.exists():
        return ""
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    said = (
        f"Commit {found['commit'][:12]}, Python {found['python']}, {found['cores']} cores, "
        f"medians of {found['rounds']} rounds."
    )
    speed = table(
        (
            "corpus",
            "job",
            "MB",
            "rows/s",
            "words/s",
            "Presidio rows/s",
            "Presidio words/s",
            "ratio",
        ),
        (
            (
                row["corpus"],
                row["strategy"],
                row["megabytes"],
                *(f"{row[name]:,.0f}" for name in _RATES),
                f"{row['ratio']:.2f}",
            )
            for row in found["speed"]
        ),
    )
    memory = table(
        ("corpus", "MB", "peak MB"),
        ((row["corpus"], row["megabytes"], f"{row['peak_mb']:.0f}") for row in found["memory"]),
    )
    return f"{said}\n\n{speed}\n\n{memory}"


_RATES = (
    "understudy_rows_per_s",
    "understudy_words_per_s",
    "presidio_rows_per_s",
    "presidio_words_per_s",
)


def detected(path: Path = DETECTED) -> str:
    """What benchmarks/detection.py wrote; empty where it has not run."""
    if not path.exists():
        return ""
    data: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    said = f"Commit {data['commit'][:12]}, Python {data['python']}."
    rows = [
        (
            corpus,
            side,
            of["micro"]["gold"],
            *(_share(of["micro"][name]) for name in _SCORES),
            *(_share(of["unlabelled"][name]) for name in _TOUCHED),
        )
        for corpus, found in data["corpora"].items()
        for side, of in found["sides"].items()
    ]
    scores = ("recall", "precision", "F", "recall ≤", "leaked", "touched", "touching")
    heads = ("corpus", "side", "count", *scores)
    return f"{said}\n\n{table(heads, rows).replace('--: | --:', '--- | --:', 1)}"


_SCORES = ("exact_recall", "exact_precision", "exact_f1", "partial_recall", "leaked_share")
_TOUCHED = ("partial_recall", "partial_precision")


def _share(cell: dict[str, Any]) -> str:
    return "–" if cell["value"] is None else f"{cell['value']:.3f}"


def named(path: Path = NAMED) -> str:
    """What benchmarks/naming.py wrote; empty where it has not run."""
    if not path.exists():
        return ""
    data: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    rows = (
        (corpus, side, f"{found['names']:,}", *(_between(of[name]) for name in _NAMING))
        for corpus, found in data["corpora"].items()
        for side, of in found["sides"].items()
    )
    heads = ("corpus", "side", "names", "F", "F, bare", "touched")
    said = f"Commit {data['commit'][:12]}, model {data['model'][:12]}, Python {data['python']}."
    return f"{said}\n\n{table(heads, rows).replace('--: | --:', '--- | --:', 1)}"


_NAMING = ("f1", "bare_f1", "touched")


def _between(cell: dict[str, Any]) -> str:
    low, high = cell["interval"]
    return f"{cell['value']:.3f} ({low:.3f}–{high:.3f})"


def confused(path: Path = NAMED) -> str:
    """What each side takes the names of benchmarks/naming.py for; empty where it has not run."""
    if not path.exists():
        return ""
    data: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    parts = []
    for corpus, found in data["corpora"].items():
        parts.append(f"## {corpus}")
        rows = (
            (side, gold.lower(), *(counts.get(taken, 0) for taken in _TAKEN))
            for side, of in found["sides"].items()
            for gold, counts in of["confusions"].items()
        )
        heads = ("side", "is", *(name.lower() for name in _TAKEN))
        parts.append(table(heads, rows).replace("--: | --:", "--- | --:", 1))
    return "\n\n".join(parts)


_TAKEN = ("PERSON", "LOCATION", "ORGANIZATION", "other", "nothing")


def _run(data: dict[str, Any]) -> str:
    """Which run a table is of."""
    return (
        f"Commit {data['commit'][:12]}, Python {data['python']}, {data['machine']}, "
        f"medians of {data['rounds']} rounds."
    )


def identified(path: Path = IDENTIFIED) -> str:
    """What benchmarks/identify.py wrote; empty where it has not run."""
    if not path.exists():
        return ""
    data: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    said = _run(data)
    rates, ratios = data["speed"]["words_per_second"], data["speed"]["ratios"]
    speed = table(
        ("side", "words/s", *(f"times {peer}" for peer in ratios)),
        (
            (side, f"{rate:,.0f}", *(_times(of.get(side)) for of in ratios.values()))
            for side, rate in rates.items()
        ),
    )
    length = table(
        ("characters of one document", "MB/s"),
        (
            (f"{int(size):,}", f"{rate:.2f}")
            for size, rate in data["linearity_megabytes_per_second"].items()
        ),
    )
    sides = {name: of["megabytes_per_second"] for name, of in data["adversarial"]["sides"].items()}
    kinds = list(next(iter(sides.values())))
    hostile = table(
        (f"{data['adversarial']['megabytes']} MB of", *(f"{name}, MB/s" for name in sides)),
        ((kind, *(f"{of[kind]:.2f}" for of in sides.values())) for kind in kinds),
    )
    return f"{said}\n\n{speed}\n\n{length}\n\n{hostile}"


def encoded(path: Path = ENCODED) -> str:
    """What benchmarks/encoder.py wrote; empty where it has not run."""
    if not path.exists():
        return ""
    data: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    said = _run(data)
    rows = (
        (name, side, f"{one['words_per_second']:,.0f}", f"{one['peak']:.0f}")
        for name, of in data["texts"].items()
        for side, one in of["sides"].items()
    )
    made = table(("texts", "side", "words/s", "peak MB"), rows)
    return f"{said}\n\n{made.replace('--: | --:', '--- | --:', 1)}"


def coherent(path: Path = COHERENT) -> str:
    """What benchmarks/surrogates.py wrote; empty where it has not run."""
    if not path.exists():
        return ""
    data: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    said = _run(data)
    rows = (
        (
            f"{corpus}, {detectors}",
            f"{one['words']:,}",
            f"{one['entities']:,}",
            f"{one['identification_seconds']:.2f}",
            f"{one['surrogates_seconds']:.2f}",
            f"{one['ratio']:.2f}",
        )
        for corpus, of in data["results"].items()
        for detectors, one in of.items()
    )
    heads = ("corpus, detectors", "words", "entities", "identification s", "surrogates s", "ratio")
    return f"{said}\n\n{table(heads, rows)}"


def _times(ratio: float | None) -> str:
    return "" if ratio is None else f"{ratio:.1f}"


def trained(path: Path = TRAINED) -> str:
    """What training/evaluate.py wrote, part by part; empty where it has not run."""
    if not path.exists():
        return ""
    data: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    parts = {name: of["scores"] for name, of in data.items() if _is_part(of)}
    said = [f"Measured on the model {data['model'][:12]}."]
    if "entities" in parts:
        said += ["Names found, exact F1:", _entities(parts["entities"], data["primary"])]
    if "slots" in parts:
        said += ["Slots of lower-case requests, recall by any overlap:", _slots(parts["slots"])]
    heads = [row for name in _HEADS for row in _head(name, parts.get(name, {}))]
    if heads:
        said += ["The other heads of `full`:", table(("head", "count", "score"), heads)]
    if "running" in parts:
        said += ["Running, one thread, by processor time:", _running(parts["running"])]
    return "\n\n".join(said)


_MODELS = ("full", "fast")
_HEADS = {"masked": "masked pieces", "speech": "part of speech", "likeness": "likeness"}


def _is_part(of: object) -> bool:
    return isinstance(of, dict) and "scores" in of


def _entities(scores: dict[str, Any], way: str) -> str:
    cases = [(model, case) for model in _MODELS for case in ("cased", "lower")]
    return table(
        ("corpus", "names", *(f"{model}, {case}" for model, case in cases)),
        (
            (
                corpus,
                f"{of[way]['cased']['gold']:,}",
                *(f"{scores[model][corpus][way][case]['f1']:.3f}" for model, case in cases),
            )
            for corpus, of in scores["full"].items()
        ),
    )


def _slots(scores: dict[str, Any]) -> str:
    return table(
        ("corpus and kind", "slots", *_MODELS),
        (
            (
                f"{corpus}, {kind.lower().replace('_', ' ')}",
                f"{cell['n']:,}",
                *(f"{scores[model][corpus][kind]['value']:.3f}" for model in _MODELS),
            )
            for corpus, kinds in scores["full"].items()
            for kind, cell in kinds.items()
        ),
    )


def _head(name: str, scores: dict[str, Any]) -> Iterable[tuple[str, str, str]]:
    for language, kinds in scores.items():
        for kind, cell in kinds.items():
            if isinstance(cell, dict) and "value" in cell:
                said = f"{_HEADS[name]}, {language}, {kind}"
                yield said, f"{cell['n']:,}", f"{cell['value']:.3f}"


def _running(scores: dict[str, Any]) -> str:
    return table(
        ("model", "MB", "load s", "words/s, sentences", "words/s, documents", "peak MB"),
        (
            (
                model,
                f"{of['bytes'] / 1e6:.1f}",
                f"{max(run['load_s'] for run in of['alone'].values()):.2f}",
                *(f"{of[kind]['words_per_second']:,}" for kind in ("sentences", "documents")),
                f"{max(run['peak_mb'] for run in of['alone'].values()):.0f}",
            )
            for model, of in ((model, scores[model]) for model in _MODELS)
        ),
    )


def category_table() -> str:
    return words(
        ("category", "parent", "identifier", "public stand-ins"),
        (
            (f"`{one.name}`", one.parent or "", one.identifier, one.draw or "none")
            for one in categories().values()
        ),
    )


def label_map_table() -> str:
    return words(
        ("map", "labels", "not private"),
        (
            (f"`{name}`", sum(map(bool, labels.values())), sum(not one for one in labels.values()))
            for name, labels in label_maps().items()
        ),
    )


def preset_table() -> str:
    rows = ((name, load(name)) for name in PRESETS)
    return words(
        ("preset", "what it does", "epsilon_max"),
        ((f"`{name}`", policy.description, f"{policy.epsilon_max:g}") for name, policy in rows),
    )


def distorted(path: Path = DISTORTED) -> str:
    """What benchmarks/distort.py wrote; empty where it has not run."""
    if not path.exists():
        return ""
    data: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    agreement = data["agreement"]
    said = (
        f"Commit {data['commit'][:12]}, model {data['model'][:12]}, {data['machine']}, one thread; "
        f"{data['timed']} spans in sentences of {data['words']:.0f} words on average, "
        f"{data['candidates']} candidates. On {agreement['spans']} spans the choice is that of the "
        f"plain implementation in {agreement['same_argmin']:.1%}, and Kendall's τ of the order of "
        f"the candidates is {agreement['kendall_tau']:.4f}."
    )
    rows = (
        (name, f"{rate:.2f}", f"{data['times_plain'][name]:.1f}")
        for name, rate in data["spans_per_second"].items()
    )
    return f"{said}\n\n{table(('side', 'spans/s', 'times plain'), rows)}"


def privately_chosen(path: Path = CHOSEN) -> str:
    """What experiments/private-choice wrote; empty where it has not run."""
    if not path.exists():
        return ""
    data: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    said = (
        f"The share of the least NDD's gain over a random candidate that the private choice keeps, "
        f"with k = 8, on {data['n']} spans:"
    )
    found = [row for row in data["rows"] if row["k"] == 8]
    costs = list(dict.fromkeys(row["epsilon"] for row in found))
    rows = (
        (scale, *(f"{row['share']:.0%}" for row in found if row["scale"] == scale))
        for scale in dict.fromkeys(row["scale"] for row in found)
    )
    return f"{said}\n\n{table(('scale', *(f'ε = {cost}' for cost in costs)), rows)}"


_STALE = (
    "**Stale:** these results have no digests of what they depend on. The figures are those of the "
    "commit below; the code as it is may give others."
)


def experiments(folder: Path = EXPERIMENTS) -> str:
    """What each experiment claims and found, as its own page says; empty where none has run."""
    found = []
    for path in sorted(folder.glob("*/results.json")):
        page = (path.parent / "README.md").read_text(encoding="utf-8")
        title, _, rest = page.partition("\n")
        made = rest.partition("<!-- results.json -->\n")[2].partition("<!-- end -->")[0].strip()
        parts = map(str.strip, rest.split("\n\n"))
        claims = [one for one in parts if one.startswith("**The claim.**")]
        link = f"[{path.parent.name}](../experiments/{path.parent.name}/README.md)"
        said = [f"## {title.removeprefix('# ')}", *claims, f"How, and what differs: {link}."]
        if "digests" not in json.loads(path.read_text(encoding="utf-8")):
            said.append(_STALE)
        said += (
            f"![{plot.stem}](../experiments/{path.parent.name}/{plot.name})"
            for plot in sorted(path.parent.glob("*.svg"))
        )
        found.append("\n\n".join([*said, made] if made else said))
    return "\n\n".join(found)


def iterated(path: Path = LEARNT) -> str:
    """What benchmarks/learn.py wrote; empty where it has not run."""
    if not path.exists():
        return ""
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    rows = [
        (f"{one['labelled']:,}", f"{one['wall_s']:.1f}", f"{one['cpu_s']:.1f}")
        for one in found["next"]
    ]
    said = (
        f"Commit {found['commit'][:12]}, Python {found['python']}, {found['machine']}; a pool of "
        f"{found['utterances']:,} utterances, batches of {found['batch']}, one process."
    )
    return f"{said}\n\n{table(('annotated', 'seconds', 'of them at work'), rows)}"


def beside(path: Path = BESIDE) -> str:
    """What benchmarks/beside.py wrote; empty where it has not run."""
    if not path.exists():
        return ""
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    rows = (
        (
            f"`{name}`",
            f"{told['changed']:,}",
            f"{100 * told['share beside']:.1f} %",
            f"{100 * told['characters found']:.1f} %",
            sum(told["annotated spans that stay"].values()),
        )
        for name, told in found["presets"].items()
    )
    heads = ("preset", "changed", "beside", "characters found", "annotated, and stay")
    return f"{found['documents']} documents.\n\n{table(heads, rows)}"


def celled(path: Path = CELLS) -> str:
    """What benchmarks/tables.py wrote; empty where it has not run."""
    if not path.exists():
        return ""
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    jobs = {"columns": "typed columns alone", "text": "with a text column"}
    rows = (
        (
            jobs[job],
            name,
            f"{told['rows']:,}",
            f"{told['rows_per_second']:,.0f}",
            f"{told['megabytes']:.0f}",
            f"{told['left']} of {told['planted']:,}" if "left" in told else "",
        )
        for job in jobs
        for name, told in found[job].items()
        if isinstance(told, dict)
    )
    times = ", ".join(f"{jobs[job]} {found[job]['times_as_fast']:.2f}" for job in jobs)
    heads = ("job", "tool", "rows", "rows per second", "MB", "planted values left")
    said = f"{found['cores']} cores, load {found['load']:.0f}. Times as fast: {times}."
    return f"{said}\n\n{table(heads, rows)}"


def scaled() -> str:
    """What benchmarks/scale.py wrote; empty where it has not run."""
    if not SCALED.exists():
        return ""
    found: dict[str, Any] = json.loads(SCALED.read_text(encoding="utf-8"))
    said = f"Commit {found['commit'][:12]}, {found['machine']['cores']} cores. {found['note']}"
    runs = table(
        ("policy", "workers", "MB", "seconds", "processor", "largest process, MB", "all, MB"),
        (
            (
                run["policy"],
                run["engine"],
                f"{run['megabytes']:g}",
                f"{run['seconds']:.1f}",
                f"{run['processor']:.1f}",
                f"{run['largest']:.0f}",
                f"{run['together']:.0f}",
            )
            for run in found["runs"]
        ),
    )
    growth = table(
        (
            "policy, workers",
            "exponent of time",
            "of processor time",
            "memory, last to first",
            "times one worker",
            "MB/s",
        ),
        (
            (
                name,
                row.get("exponent", "–"),
                row.get("exponent_processor", "–"),
                row["memory"][-1],
                row.get("times_one_worker", "–"),
                row.get("megabytes_per_second", "–"),
            )
            for name, row in found["judged"].items()
        ),
    )
    return "\n\n".join((said, runs, growth, *_scaled_further(found), *_scaled_larger()))


def _scaled_larger() -> Iterable[str]:
    """A run of fewer parts at larger sizes."""
    found: dict[str, Any]
    if SCALED_LARGE.exists():
        found = json.loads(SCALED_LARGE.read_text(encoding="utf-8"))
        yield f"Larger sizes, commit {found['commit'][:12]}. {found['note']}"
        for name, row in found["judged"].items():
            sizes = [f"{one['megabytes']:g}" for one in found["runs"]]
            yield (
                f"`{name}` workers, {' and '.join(sizes)} MB: exponent of processor time "
                f"{row['exponent_processor']}, memory of the largest process "
                f"{row['memory'][-1]:.2f} times that of the smaller size."
            )
        if SCALED_DOCUMENT.exists():
            found.pop("huge", None)
        yield from _scaled_further(found)
    if SCALED_DOCUMENT.exists():
        found = json.loads(SCALED_DOCUMENT.read_text(encoding="utf-8"))
        yield f"One long document, commit {found['commit'][:12]}. {found['note']}"
        yield from _scaled_further(found)


def _scaled_further(found: dict[str, Any]) -> Iterable[str]:
    theirs = found.get("presidio", {})
    if "seconds" in theirs:
        yield (
            f"Presidio's batch engines took {theirs['seconds']:.1f} seconds for "
            f"{theirs['megabytes']} MB in one process, without loading."
        )
    elif theirs:
        yield f"Presidio was not measured in this run: {theirs['skipped']}."
    if "interrupted" in found:
        row = found["interrupted"]
        same = "the same bytes" if row["same"] else "OTHER BYTES"
        yield (
            f"A file of {row['megabytes']:g} MB (`patterns`, two workers) that was killed "
            f"{len(row['kills'])} times at random moments and resumed gave {same} as without."
        )
    if "tiny" in found:
        rows = [f"{one['rows']:,} rows: {one['largest']:.0f} MB" for one in found["tiny"]]
        yield f"Rows of a few words (`patterns`, one worker), largest process: {', '.join(rows)}."
    if "huge" in found:
        rows = [
            f"{one['megabytes']:g} MB: {one['largest']:.0f} MB in {one['seconds']:.0f} seconds"
            for one in found["huge"]
        ]
        policy = found["huge"][0]["policy"]
        yield f"One document (`{policy}`, one worker), largest process: {', '.join(rows)}."


def ordinary() -> str:
    """What benchmarks/ordinary.py wrote; empty where it has not run."""
    if not ORDINARY.exists():
        return ""
    found: dict[str, Any] = json.loads(ORDINARY.read_text(encoding="utf-8"))
    said = (
        f"Commit {found['commit'][:12]}, Python {found['python']}, {found['machine']}, medians of "
        f"{found['rounds']} rounds of processor time at a load of {found['load']:.0f}. One line "
        f"through `understudy run` takes {statistics.median(found['line_seconds']):.2f} seconds."
    )
    made = table(
        ("corpus", "job", "rows", "words", "words/s", "Presidio words/s", "ratio"),
        (
            (
                name,
                row["job"],
                f"{row['rows']:,}",
                f"{row['words']:,}",
                f"{row['understudy_words_per_second']:,.0f}",
                f"{row['presidio_words_per_second']:,.0f}",
                f"{row['ratio']:.2f}",
            )
            for name, row in found["corpora"].items()
        ),
    )
    return f"{said}\n\n{made}"


def served() -> str:
    """What benchmarks/service.py wrote."""
    found: dict[str, Any] = json.loads(SERVED.read_text(encoding="utf-8"))
    said = (
        f"Commit {found['commit'][:12]}, Python {found['python']}, {found['cores']} cores, "
        f"{found['rounds']} rounds of {found['requests']} requests of {found['characters']} "
        f"characters, {found['clients']} clients at once:"
    )
    figures = ("cpu ms", "requests per second", "p50 ms", "p95 ms", "p99 ms")
    beside = ("rate, times Presidio with spaCy", "work, times Presidio with spaCy")
    made = table(
        ("service", "processor ms per request", *figures[1:], "rate", "economy"),
        [
            (name, *(one[key] for key in (*figures, *beside)))
            for name, one in found["sides"].items()
        ],
    )
    last = (
        "The last two columns say how many times the rate of Presidio with spaCy a service has, "
        "and how many times less processor time it takes."
    )
    return f"{said}\n\n{made}\n\n{last}"


def reviewed() -> str:
    """What benchmarks/review.py wrote; empty where it has not run."""
    if not REVIEWED.exists():
        return ""
    found: dict[str, Any] = json.loads(REVIEWED.read_text(encoding="utf-8"))
    said = []
    if (held := found.get("latency, ms")) is not None:
        said.append(
            f"With {held['documents']:,} documents, medians of {held['rounds']} in milliseconds at "
            f"a load of {held['load']:.0f} on this machine (commit {held['commit'][:12]}):"
        )
        rows = [
            (side, what, f"{value:.0f}")
            for side in ("server", "browser")
            for what, value in held[side].items()
        ]
        said.append(table(("measured at", "what", "ms"), rows))
    readers = {name: one for name, one in found.items() if name.startswith("reader")}
    if readers:
        said.append("Somebody who makes what was found the gold of a corpus, over HTTP:")
        keys = (
            *("documents", "entities", "decisions per entity", "keystrokes per entity"),
            "seconds per entity, by the keystroke-level model",
        )
        rows = [
            (
                one["corpus"],
                *(f"{one[key]:.2f}" if isinstance(one[key], float) else one[key] for key in keys),
            )
            for one in readers.values()
        ]
        said.append(table(("corpus", *keys), rows))
    return "\n\n".join(said)


def fuzzed() -> str:
    """What tools/fuzz_formats.py wrote; empty where it has not run."""
    if not FUZZED.exists():
        return ""
    found: dict[str, Any] = json.loads(FUZZED.read_text(encoding="utf-8"))
    rows = found["formats"]
    total = {key: sum(row[key] for row in rows.values()) for key in next(iter(rows.values()))}
    again = "".join(
        f" {name} at commit {one['commit'][:12]}: {one['why']}."
        for name, one in found.get("again", {}).items()
    )
    keys = ("files", "read", "refused", "fault")
    made = table(
        ("format", "damaged files", "read", "refused", "faults"),
        (
            (name, *(f"{row[key]:,}" for key in keys))
            for name, row in {**rows, "all": total}.items()
        ),
    )
    return f"Commit {found['commit'][:12]}.{again}\n\n{made}"


def killed() -> str:
    """What tools/kill_runs.py wrote; empty where it has not run."""
    if not KILLED.exists():
        return ""
    found: dict[str, Any] = json.loads(KILLED.read_text(encoding="utf-8"))
    total = found["total"]
    rounds: dict[tuple[str, int], list[dict[str, Any]]] = {}
    for row in found["rounds"]:
        rounds.setdefault((row["passes"], row["workers"]), []).append(row)
    keys = ("shots", "hangs", "orphans", "tracebacks")
    shot = Counter[str]()
    for kind, count in found["kinds"].items():
        shot[kind.partition(" ")[0]] += count
    made = table(
        ("policy", "workers", "kills", "hangs", "orphans", "tracebacks", "rounds not byte-equal"),
        (
            (
                *way,
                *(sum(row[key] for row in held) for key in keys),
                sum(not row["equal"] for row in held),
            )
            for way, held in rounds.items()
        ),
    )
    return (
        f"Commit {found['commit'][:12]}: {total['shots']} kills ({shot['run']} of the run, "
        f"{shot['worker']} of a worker, {shot['group']} of all), {total['hangs']} hangs, "
        f"{total['orphans']} orphans, {total['different']} of {len(found['rounds'])} rounds with "
        f"other bytes. {found.get('note', '')}".rstrip()
        + f"\n\n{made}"
    )


def hostile() -> str:
    """What benchmarks/hostile.py wrote; empty where it has not run."""
    if not HOSTILE.exists():
        return ""
    found: dict[str, Any] = json.loads(HOSTILE.read_text(encoding="utf-8"))
    return "\n\n".join(_hostile_to(preset, one) for preset, one in found.items())


def hostile_large() -> str:
    """The same at full size, for some of the shapes."""
    if not HOSTILE_LARGE.exists():
        return ""
    found: dict[str, Any] = json.loads(HOSTILE_LARGE.read_text(encoding="utf-8"))
    made = table(
        ("preset", "shape", "MB", "seconds", "exponent", "per character", "with marks"),
        (
            (
                f"`{preset}`",
                name,
                " → ".join(f"{int(size) / 1e6:g}" for size in shape["seconds"]),
                " → ".join(f"{seconds:g}" for seconds in shape["seconds"].values()),
                shape["exponent"],
                shape["per_character"],
                shape["with_marks"],
            )
            for preset, one in found.items()
            for name, shape in one["shapes"].items()
        ),
    )
    commits = dict.fromkeys(one["commit"][:12] for one in found.values())
    return f"Commit {', '.join(commits)}, processor time.\n\n{made}"


def _hostile_to(preset: str, found: dict[str, Any]) -> str:
    shapes, prose = found["shapes"], found["prose"]
    steep = [name for name, one in shapes.items() if (one["exponent"] or 0) > _STEEP]
    slow = sorted((one["per_character"], name) for name, one in shapes.items())
    slow = [(rate, name) for rate, name in slow if rate < _HALF]
    both = [name for _, name in slow if shapes[name]["with_marks"] < _HALF]
    ends = [sorted(map(int, one["seconds"])) for one in shapes.values()]
    large = Counter(sizes[-1] for sizes in ends)
    reached = ", ".join(f"{count} to {size / 1e6:g} MB" for size, count in sorted(large.items()))
    said = (
        f"Commit {found['commit'][:12]}, `{preset}`, processor time: {len(shapes)} shapes, from "
        f"{min(ends)[0] / 1e6:g} MB on ({reached}). {len(shapes) - len(steep)} have an exponent of "
        f"{_STEEP} or less. {len(slow)} are below half the rate of prose per character "
        f"({prose['megabytes_per_second']:.2f} MB/s), and {len(both)} of them below that of prose "
        f"with as many marks, too ({prose['without_marks']:.2f} MB/s without marks, "
        f"{prose['microseconds_per_mark']:.0f} µs for a mark)."
    )
    read = any("with_pieces" in one for one in shapes.values())
    if read:
        rest = [name for _, name in slow if shapes[name].get("with_pieces", 0.0) < _HALF]
        said += (
            f" {len(rest)} are below half of prose with as many pieces of the model and as many "
            f"marks ({prose['microseconds_per_piece']:.0f} µs for a piece)."
        )
    heads = ("shape", "MB", "seconds", "marks", "exponent", "per character", "with marks")
    made = table(
        (*heads, "with pieces") if read else heads,
        (
            (
                name,
                f"{int(size) / 1e6:g}",
                shapes[name]["seconds"][size],
                f"{shapes[name]['marks']:,}",
                shapes[name]["exponent"],
                shapes[name]["per_character"],
                shapes[name]["with_marks"],
                *((shapes[name].get("with_pieces", ""),) if read else ()),
            )
            for name in dict.fromkeys((*steep, *(name for _, name in slow)))
            for size in [max(shapes[name]["seconds"], key=int)]
        ),
    )
    return f"{said}\n\n{made}"


TABLES: dict[str, dict[str, Callable[[], str]]] = {
    "benchmarks.md": {
        "replace.json": measured,
        "detection.json": detected,
        "naming.json": named,
        "identify.json": identified,
        "surrogates.json": coherent,
        "encoder.json": encoded,
        "beside.json": beside,
        "tables.json": celled,
        "ordinary.json": ordinary,
        "service.json": served,
        "hostile.json": hostile,
        "hostile_large.json": hostile_large,
        "fuzz.json": fuzzed,
        "kills.json": killed,
    },
    "confusions.md": {"confusions": confused},
    "distort.md": {"distort": distorted, "private choice": privately_chosen},
    "experiments.md": {"experiments": experiments},
    "learning.md": {"learn.json": iterated},
    "model-card.md": {"results.json": trained},
    "review.md": {"review.json": reviewed},
    "scale.md": {"scale": scaled},
    "policy.md": {
        "presets": preset_table,
        "categories": category_table,
        "label maps": label_map_table,
    },
}


def filled(page: str, tables: dict[str, Callable[[], str]]) -> str:
    """The page with its tables made anew."""
    for name, make in tables.items():
        page = _with(page, f"<!-- {name} -->\n", make())
    return page


def _with(page: str, head: str, made: str) -> str:
    """The page with a table in the place below a comment."""
    if page.count(head) != 1:
        raise ValueError(f"the page has {page.count(head)} places for {head.strip()}")
    before, _, rest = page.partition(head)
    _, end, after = rest.partition("<!-- end -->")
    return f"{before}{head}{made}\n{end}{after}" if made else f"{before}{head}{end}{after}"


def main() -> None:
    for name, tables in TABLES.items():
        path = DOCS / name
        path.write_text(filled(path.read_text(encoding="utf-8"), tables), encoding="utf-8")


if __name__ == "__main__":
    main()
