"""measure utility."""

from __future__ import annotations

import json
import shlex
import sys
from collections.abc import Callable
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
from understudy.cli.options import (
    choice_option,
    confidence_option,
    count_option,
    json_option,
    labels_option,
    model_option,
    page_option,
    resamples_option,
    seed_option,
    workers_option,
)
from understudy.core.errors import CorpusError, MissingExtra, ModelError, PolicyError, UsageError
from understudy.core.files import write_whole
from understudy.languages import supported
from understudy.registry import names

if TYPE_CHECKING:
    from understudy.utility.study import Study
    from understudy.utility.table import Table

__all__ = ["utility"]


def _chances(given: str) -> list[float]:
    try:
        found = [float(one) for one in given.split(",")]
    except ValueError:
        raise UsageError(f"--p: numbers with commas between, not {given!r}") from None
    if not found or not all(0.0 < one <= 1.0 for one in found):
        raise UsageError("--p: every probability must be above 0 and at most 1")
    return sorted(set(found))


@click.command()
@click.argument("corpus")
@click.option(
    "--task",
    "task_name",
    required=True,
    type=click.Choice(["ner", "intent", "acts", "calls", "similarity", "lm"]),
    help="What a learner is trained for: ner (finding entities), intent (of an utterance), acts "
    "(dialogue acts), calls (types of a call), similarity (of two texts), lm (the next word).",
)
@click.option(
    "--test",
    metavar="CORPUS",
    help="Documents to test on, of the same format. [default: a fifth of CORPUS]",
)
@click.option(
    "--target",
    metavar="FIELD",
    help="The field or column with the label, or with the similarity of the two texts. "
    "[default: the intent of slots]",
)
@click.option(
    "--separator",
    default="|",
    show_default=True,
    metavar="TEXT",
    help="What separates several labels of one document (calls).",
)
@click.option(
    "--strategies",
    default="policy",
    show_default=True,
    metavar="NAMES",
    help="A comma-separated list: strategies, policy for the policy's own rules, or all. A "
    "source of stand-ins may follow a name after a colon, as in entity:corpus.",
)
@click.option(
    "--p",
    "chances",
    default="1.0",
    show_default=True,
    metavar="NUMBERS",
    help="A comma-separated list: the probabilities with which a value is replaced.",
)
@choice_option(
    "--private",
    ("gold", "detected", "both"),
    "gold",
    "What is replaced: what the corpus marks (gold), what the policy's detectors find (detected), "
    "or both, in rows of their own.",
)
@choice_option(
    "--prior",
    ("as-is", "uniform"),
    "as-is",
    "uniform: also train on documents drawn so that every label is as frequent as any other, in "
    "rows of their own; a release then says nothing about how frequent labels are.",
)
@count_option(
    "--redraws",
    1,
    "Also train on this many draws of the stand-ins at once, in rows of their own. Anyone who "
    "has a release can make such draws (learn augment).",
)
@choice_option("--learner", names("utility_learners"), "linear", "The learner to train.")
@model_option("The model that the encoder learner starts from: built-in, or from Hugging Face.")
@count_option("--epochs", 3, "The most epochs to train the encoder learner for.")
@count_option("--runs", 5, "How often each learner is trained, with a seed of its own each time.")
@seed_option("The seed of the first run; later ones count up from it.", click.IntRange(0))
@click.option(
    "--policy",
    "policy_name",
    default="surrogate",
    show_default=True,
    metavar="NAME|FILE",
    help="The policy, a preset or a file: it says what is private, and what happens where a "
    "strategy has nothing to draw from.",
)
@labels_option("the corpus's labels", "the policy's")
@resamples_option
@confidence_option
@page_option("Write a page with table and plot, and PAGE.json beside it.")
@workers_option
@click.option("--resume", is_flag=True, help="Continue an interrupted study.")
@click.option("--quiet", is_flag=True, help="Show no progress bar and no table.")
@corpus_options
@json_option
def utility(corpus: str, **given: Any) -> None:
    """Measure how useful released text is for training.

    Trains on the text that each strategy produces, tests on untouched text, and compares with
    training on untouched text. Needs the extra: pip install 'understudy[measure]'

    \b
    Examples:
      understudy measure utility calls.jsonl --task ner --strategies redact,entity
      understudy measure utility train.tsv --format slots --labels snips --task intent \\
        --test test.tsv --strategies all --p 1.0,0.9,0.5 --runs 5 -o report.html
    """
    chances = _chances(given["chances"])
    kinds = ["gold", "detected"] if given["private"] == "both" else [given["private"]]
    if given["resume"] and given["output"] is None:
        raise UsageError("--resume needs the output of the study: -o PAGE.html")
    if given["output"] is not None:
        reads = (corpus, given["test"], given["policy_name"], given["labels"])
        check_written(_places(given["output"]), reads, force=given["force"])
    study = _study(corpus, chances, kinds, given)
    made = _carried_out(study, given, lambda made: _write(made, corpus, given))
    values = _values(made, corpus, given)
    answer(values, [] if given["quiet"] else _lines(made), as_json=given["as_json"])


def _study(corpus: str, chances: list[float], kinds: list[str], given: dict[str, Any]) -> Study:
    from dataclasses import replace  # noqa: PLC0415 - after usage is checked

    from understudy.identify.labels import label_map  # noqa: PLC0415
    from understudy.policy import load  # noqa: PLC0415
    from understudy.utility.conditions import conditions, strategies_of  # noqa: PLC0415
    from understudy.utility.learners import learner_of  # noqa: PLC0415
    from understudy.utility.samples import read_sample, split_by_digest  # noqa: PLC0415
    from understudy.utility.settings import Settings  # noqa: PLC0415
    from understudy.utility.study import prepared  # noqa: PLC0415
    from understudy.utility.tasks import task_of  # noqa: PLC0415

    task = task_of(given["task_name"])
    learner_of(given["learner"], task)
    prior = given["prior"] == "uniform"
    if prior and task.target not in ("label", "labels"):
        raise UsageError(f"--prior: {task.name} has no labels")
    rows = conditions(
        strategies_of(given["strategies"]), chances, kinds, prior=prior, redraws=given["redraws"]
    )
    policy = load(given["policy_name"])
    if given["labels"] is not None:
        policy = replace(policy, labels=label_map(given["labels"]))

    def read(source: str) -> Any:
        return read_sample(
            source,
            given["format_name"],
            options_from(given),
            needs_target=bool(task.target),
            target=given["target"],
            separator=given["separator"] if task.target == "labels" else None,
        )

    if given["test"] is None:
        train, test = split_by_digest(read(corpus), 0.2, given["seed"])
    else:
        train, test = read(corpus), read(given["test"])
    seeds = range(given["seed"], given["seed"] + given["runs"])
    settings = Settings(
        model=given["model"],
        epochs=given["epochs"],
        language=supported(given["default_language"]) or policy.language,
    )
    return prepared(
        task, given["learner"], train, test, policy, rows, seeds=seeds, settings=settings
    )


def _values(made: Table, corpus: str, given: dict[str, Any]) -> dict[str, Any]:
    return {"corpus": corpus, "test_corpus": given["test"], **made.as_json()}


def _carried_out(study: Study, given: dict[str, Any], write: Callable[[Table], None]) -> Table:
    """The study, carried out; what was computed is kept until its page is written."""
    from understudy import engines  # noqa: PLC0415
    from understudy.run.state import state_folder  # noqa: PLC0415
    from understudy.utility.kept import RunStore, begin, end  # noqa: PLC0415
    from understudy.utility.table import table  # noqa: PLC0415

    kept = RunStore(study, None)
    if given["output"] is not None:
        kept = begin(study, state_folder(given["output"]), resume=given["resume"])
    runs = list(study.runs())
    outcomes = []
    try:
        with progress_bar("training", total=len(runs), quiet=given["quiet"]) as update:
            for outcome in engines.run(kept, runs, given["workers"]):
                outcomes.append(outcome)
                done = study.conditions[outcome.run.condition].label
                update(f"training, {done} done", advance=1)
    except (UsageError, PolicyError, CorpusError, MissingExtra, ModelError):
        end(kept)  # the same study cannot succeed
        raise
    made = table(
        study,
        outcomes,
        rounds=given["rounds"],
        seed=given["seed"],
        alpha=1.0 - given["confidence"],
    )
    write(made)
    end(kept)
    return made


def _write(made: Table, corpus: str, given: dict[str, Any]) -> None:
    from understudy.utility.study_page import render  # noqa: PLC0415

    path: Path | None = given["output"]
    if path is None:
        return
    command = shlex.join(["understudy", *sys.argv[1:]])
    test = given["test"] or f"a fifth of {corpus}"
    page, beside = _places(path)
    write_whole(page, render(made, corpus=corpus, test=test, command=command), private=False)
    figures = json.dumps(_values(made, corpus, given), indent=1, ensure_ascii=False) + "\n"
    write_whole(beside, figures, private=False)


def _places(page: Path) -> tuple[Path, Path]:
    """The page, and the figures beside it."""
    return page, page.with_suffix(".json")


def _lines(made: Table) -> list[str]:
    from understudy.report.words import epsilon, probability  # noqa: PLC0415
    from understudy.utility.study_page import gain_cell, nothing_learnt, score_cell  # noqa: PLC0415

    metric = made.task.metrics[0]
    wide = max(20, *(len(row.condition.label) + 2 for row in made.rows))
    head = f"{'strategy':{wide}}{'p':>7}  {'entities':10}{'ε':>8}{metric.name:>20}  change"
    lines = [head]
    for row in made.rows:
        one = row.condition
        score = score_cell(row.scores[metric.name], metric)
        if one.untouched:
            gain = f"  {gain_cell(row.gains[metric.name], metric)}" if row.gains else ""
            lines.append(f"{one.label:{wide + 7}}  {'':10}{'':8}{score:>20}{gain}")
            continue
        gain = gain_cell(row.gains[metric.name], metric)
        cost = epsilon(row.bound.strict)
        lines.append(
            f"{one.label:{wide}}{probability(one.p):>7}  {one.entities:10}{cost:>8}{score:>20}  "
            f"{gain}"
        )
        if row.left:
            reasons = ", ".join(f"{reason} {count:,}" for reason, count in row.left.items())
            lines.append(f"  left as they are: {reasons}")
        if row.marked:
            score = score_cell(row.marked[metric.name], metric)
            gain = gain_cell(row.marked_gains[metric.name], metric)
            lines.append(f"{'  transformed test':{wide}}{'':7}  {'':10}{'':8}{score:>20}  {gain}")
    nothing = nothing_learnt(made)
    if nothing:
        lines.append(f"warning: {nothing}")
    lines.append(
        f"{made.learner}, {made.train:,} documents to learn from, {made.test:,} to test on; "
        f"intervals at confidence {1 - made.alpha:g}"
    )
    return lines
