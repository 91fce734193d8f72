"""learn simulate."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from understudy.cli.common import (
    answer,
    check_written,
    corpus_options,
    options_from,
    progress_bar,
)
from understudy.cli.learners import learner_options
from understudy.cli.options import (
    count_option,
    force_option,
    instance_option,
    json_option,
    labels_option,
    quiet_option,
    seed_option,
)
from understudy.core.errors import UsageError
from understudy.core.files import write_whole
from understudy.engines import cores

if TYPE_CHECKING:
    from understudy.core.types import Document
    from understudy.learn.prepare import TaskInputs
    from understudy.learn.study import Plan

__all__ = ["simulate"]

_SEEDS = ("S_I-H Sum & K-MC",)
_QUERIES = ("Random", "T-H Sum", "T-H K-Max · S-H Sum")


@click.command()
@click.argument("target")
@click.option(
    "--source",
    "sources",
    multiple=True,
    metavar="SOURCE",
    help="An annotated corpus of another domain or language, a .crf file from learn train crf, or "
    "a shipped encoder (fast, full); may be given several times.",
)
@click.option(
    "--source-labels",
    metavar="MAP",
    help="The categories of the sources' labels: the name of a shipped label map or a TOML file. "
    "[default: as --labels]",
)
@click.option(
    "--source-format",
    metavar="NAME",
    help="The format of the sources, if the file names do not show it.",
)
@click.option(
    "--test",
    metavar="CORPUS",
    help="An annotated corpus to test on. [default: documents held out of TARGET]",
)
@click.option(
    "--held-out",
    type=click.FloatRange(0, 1, min_open=True, max_open=True),
    default=0.25,
    show_default=True,
    metavar="NUMBER",
    help="The share of TARGET's documents to test on, where there is no --test.",
)
@click.option(
    "--seed-method",
    "seeds",
    multiple=True,
    metavar="STRATEGY",
    help="How the seed, the first instances, is chosen; may be given several times: queries start "
    "from the first. "
    f"[default: {_SEEDS[0]}; Random without a source]",
)
@click.option(
    "--seed-sizes",
    metavar="N,N",
    default="",
    help="Compare the seed methods at these sizes, such as 100,250,500,1000, in a table. "
    "[default: no table]",
)
@click.option(
    "--query",
    "queries",
    multiple=True,
    metavar="STRATEGY",
    help="How the next batch is chosen; may be given several times. "
    f"[default: {'; '.join(_QUERIES)}; those without S where there is no source]",
)
@count_option("--batch", 250, "The number of instances that are chosen in each round.")
@count_option(
    "--start",
    None,
    "The number of instances in the seed from which queries start. [default: as --batch]",
)
@count_option("--limit", 5000, "The number of instances at which a curve ends.")
@count_option("--runs", 5, "How often each method is repeated, with different random choices.")
@instance_option
@learner_options
@click.option(
    "--source-feature", is_flag=True, help="Use what the sources find as a further feature."
)
@click.option(
    "--categories", is_flag=True, help="Learn the categories, not only whether a word is private."
)
@labels_option("the target's labels", "the labels as they are")
@seed_option("Seed for all random choices.", click.IntRange(0))
@count_option("--workers", None, "The number of worker processes. [default: one per core]")
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="PAGE",
    required=True,
    help="The page to write, with the figures beside it as .json. Finished parts are kept in "
    "PAGE.understudy until all is done: after an interruption, the same command continues.",
)
@force_option
@quiet_option
@corpus_options
@json_option
def simulate(target: str, output: Path, **given: Any) -> None:
    """Compare ways to choose what to annotate.

    Needs a corpus that is annotated already. Seeds and queries have the names of García-Sardiña
    (2018), such as "S_I-H Sum & K-MC" and "T-H K-Max · S-H Sum"; see docs/learning.md. Needs the
    extra: pip install 'understudy[learn]'

    \b
    Examples:
      understudy learn simulate calls.jsonl -o curves.html --batch 50
      understudy learn simulate spanish/ --source english.jsonl --query "T-H Sum" -o curves.html
    """
    from understudy.learn.curves_page import render  # noqa: PLC0415 - after usage is checked
    from understudy.learn.prepare import Cache, prepared  # noqa: PLC0415
    from understudy.learn.study import study  # noqa: PLC0415

    figures = output.with_suffix(".json")
    reads = (target, given["test"], *given["sources"], given["labels"], given["source_labels"])
    check_written((output, figures), reads, force=given["force"])
    begun = time.perf_counter()
    plan = _plan(given)
    made = _given(target, plan, given)
    folder = output.with_name(output.name + ".understudy")
    with progress_bar("reading", quiet=given["quiet"]) as update:
        task = prepared(
            made, Cache(folder), lambda what, count: update(f"reading {what}", advance=count)
        )
    with progress_bar("runs", quiet=given["quiet"]) as update:
        results = study(
            task,
            plan,
            folder,
            workers=given["workers"] or cores(),
            progress=lambda done, total: update(done=done, total=total),
        )
    names = [Path(name).name for name in given["sources"]]
    write_whole(output, render(results, target=Path(target).name, sources=names), private=False)
    write_whole(figures, json.dumps(results, indent=1) + "\n", private=False)
    _emptied(folder)
    seconds = round(time.perf_counter() - begun, 1)
    values = {"output": str(output), "seconds": seconds, **_summary(results)}
    answer(values, [] if given["quiet"] else _lines(values, output), as_json=given["as_json"])


def _plan(given: dict[str, Any]) -> Plan:
    from understudy.learn.strategy import strategy  # noqa: PLC0415 - after usage is checked
    from understudy.learn.study import Plan  # noqa: PLC0415

    sources = bool(given["sources"])
    seeds = given["seeds"] or (_SEEDS if sources else ("Random",))
    queries = given["queries"] or (_QUERIES if sources else _QUERIES[:2])
    try:
        sizes = tuple(sorted({int(size) for size in given["seed_sizes"].split(",") if size}))
    except ValueError:
        raise UsageError("--seed-sizes: whole numbers with commas between them") from None
    if any(size < 1 for size in sizes):
        raise UsageError("--seed-sizes: whole numbers from 1")
    return Plan(
        seeds=tuple(strategy(name).name for name in seeds),
        sizes=sizes,
        queries=tuple(strategy(name).name for name in queries),
        start=given["start"] or given["batch"],
        batch=given["batch"],
        limit=given["limit"],
        runs=given["runs"],
        seed=given["seed"],
    )


def _given(target: str, plan: Plan, given: dict[str, Any]) -> TaskInputs:
    from understudy.corpus.reading import documents_of  # noqa: PLC0415 - after usage is checked
    from understudy.identify.labels import label_map, relabelled  # noqa: PLC0415
    from understudy.learn.prepare import TaskInputs, split_by_id  # noqa: PLC0415
    from understudy.learn.strategy import strategy  # noqa: PLC0415

    options = options_from(given)
    labels = label_map(given["labels"]) if given["labels"] else None
    learnt = list(documents_of(target, given["format_name"], options))
    if given["test"]:
        test = list(documents_of(given["test"], given["format_name"], options))
        known = {one.id for one in learnt}
        test = [one._replace(id=f"test/{one.id}") if one.id in known else one for one in test]
    else:
        learnt, test = split_by_id(learnt, given["held_out"])
    of_sources = label_map(given["source_labels"]) if given["source_labels"] else None
    sources: dict[str, list[Document] | Path] = {}
    for name in given["sources"]:
        if name.endswith(".crf") or name in ("fast", "full"):
            sources[Path(name).name] = Path(name)
            continue
        documents = documents_of(name, given["source_format"], options)
        sources[Path(name).name] = [
            one
            if of_sources is None
            else one._replace(annotations=relabelled(one.annotations, of_sources))
            for one in documents
        ]
    return TaskInputs(
        learnt,
        test,
        sources,
        unit=given["unit"],
        binary=not given["categories"],
        labels=labels,
        features=given["features"],
        columns=given["columns"],
        learner=given["learner"],
        opinions=given["source_feature"],
        losses=any(strategy(name).wants_losses for name in (*plan.seeds, *plan.queries)),
    )


def _emptied(folder: Path) -> None:
    for path in folder.iterdir():
        path.unlink()
    folder.rmdir()


def _summary(results: dict[str, Any]) -> dict[str, Any]:
    from understudy.learn.curves_page import reached, stopped  # noqa: PLC0415

    curves = results["curves"]
    return {
        "full": results["full"],
        "seeds": results["seeds"] if results["plan"]["sizes"] else [],
        "reached": list(reached(curves)),
        "stops": list(stopped(curves)),
        "ends": {curve["query"]: curve["steps"][-1]["f1"]["mean"] for curve in curves},
    }


def _lines(values: dict[str, Any], output: Path) -> list[str]:
    full = values["full"]
    lines = [f"the whole pool: {full['instances']:,} instances, F1 {full['f1']:.3f}"]
    for row in values["seeds"]:
        cells = ", ".join(f"{cell['size']:,}: {cell['f1']['mean']:.3f}" for cell in row["cells"])
        lines.append(f"seed  {row['method']}: {cells}")
    for row in values["reached"]:
        text = f"F1 {values['ends'][row['query']]:.3f} at the end"
        if row["count"]:
            text += f"; at the top after {row['instances']:,.0f} instances"
        lines.append(f"query {row['query']}: {text}")
    return [*lines, f"page  {output}"]
