"""learn start, next, add, status and finish."""

from __future__ import annotations

import getpass
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from understudy.cli.common import Update, answer, corpus_options, options_from, progress_bar
from understudy.cli.learners import learner_options
from understudy.cli.options import (
    count_option,
    instance_option,
    json_option,
    quiet_option,
    seed_option,
)
from understudy.core.errors import UsageError
from understudy.languages import supported
from understudy.learn.shapes import FOLDER, SHAPES, shape_of

if TYPE_CHECKING:
    from understudy.learn.workroom import Settings, Work

__all__ = ["add", "finish", "next_", "start", "status"]


project_option = click.option(
    "--project",
    "folder",
    required=True,
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="The project folder, which learn start makes.",
)
annotator_option = click.option(
    "--annotator", metavar="NAME", help="The name of the annotator. [default: your user name]"
)


@click.command()
@click.argument("corpus")
@project_option
@click.option(
    "--source",
    "sources",
    multiple=True,
    metavar="MODEL",
    help="A model that helps to choose: a .crf file from learn train crf, or a built-in encoder "
    "(fast, full); may be given several times.",
)
@click.option(
    "--seed-method",
    metavar="STRATEGY",
    help="How the first batch is chosen. [default: K-MC, or S_I-H Sum & K-MC with a source]",
)
@click.option(
    "--query",
    metavar="STRATEGY",
    help="How later batches are chosen. [default: T-H K-Max, or T-H K-Max · S-H Sum with a source]",
)
@count_option("--batch", 250, "The number of instances in a batch.")
@instance_option
@click.option(
    "--binary", is_flag=True, help="Learn only whether a word is private, not its category."
)
@click.option(
    "--label",
    "labels",
    multiple=True,
    metavar="LABEL",
    help="A label that annotators may give; may be given several times. [default: any]",
)
@learner_options
@count_option("--most-instances", None, "Advise stopping once N instances are annotated.")
@count_option("--most-words", None, "Advise stopping once N words are annotated.")
@click.option(
    "--most-minutes",
    type=click.FloatRange(0),
    metavar="N",
    help="Advise stopping after N minutes of annotation (estimated).",
)
@seed_option("Seed for all random choices.", click.IntRange(0))
@quiet_option
@corpus_options
@json_option
def start(corpus: str, folder: Path, **given: Any) -> None:
    """Start to annotate a corpus.

    The project folder contains the corpus and its annotations: keep it as secret as the corpus.
    Needs the extra: pip install 'understudy[learn]'

    \b
    Examples:
      understudy learn start calls.jsonl --project calls.project --batch 50
      understudy learn start calls.jsonl --source english.crf --project calls.project
    """
    from understudy.corpus.reading import documents_of  # noqa: PLC0415 - after usage is checked
    from understudy.learn.workroom import start as begin  # noqa: PLC0415

    settings = _settings(folder, given)
    documents = documents_of(corpus, given["format_name"], options_from(given))
    with progress_bar("reading", quiet=given["quiet"]) as update:
        project = begin(folder, documents, settings, given["sources"], _reading(update))
    count = len(project.items())
    values = {"project": str(folder), "instances": count, "batch": settings.batch}
    lines = [
        f"{count:,} instances",
        f"project  {folder}",
        f"go on    understudy learn next --project {folder} -o batch.jsonl",
    ]
    answer(values, [] if given["quiet"] else lines, as_json=given["as_json"])


def _settings(folder: Path, given: dict[str, Any]) -> Settings:
    from understudy.learn.stopping import Budget  # noqa: PLC0415 - after usage is checked
    from understudy.learn.strategy import strategy  # noqa: PLC0415
    from understudy.learn.workroom import QUERIES, SEEDS, Settings  # noqa: PLC0415
    from understudy.registry import load  # noqa: PLC0415

    load("learners", given["learner"])
    helped = bool(given["sources"])
    seed, query = (
        strategy(given[name] or usual[helped])
        for name, usual in (("seed_method", SEEDS), ("query", QUERIES))
    )
    for one in (seed, query):
        if not helped and one.taggers - {"T"}:
            raise UsageError(f"{one.name!r} asks for a source: give --source")
    return Settings(
        folder.name,
        unit=given["unit"],
        binary=given["binary"],
        labels=given["labels"],
        features=given["features"],
        columns=given["columns"],
        learner=given["learner"],
        seed_method=seed.name,
        query=query.name,
        batch=given["batch"],
        seed=given["seed"],
        language=supported(given["default_language"]),
        budget=Budget(given["most_instances"], given["most_words"], given["most_minutes"]),
    )


@click.command("next")
@project_option
@click.option(
    "-o",
    "--output",
    required=True,
    type=click.Path(path_type=Path),
    metavar="BATCH",
    help="The batch file, or a folder for brat.",
)
@click.option(
    "--as",
    "shape",
    type=click.Choice(SHAPES),
    help="The format of the batch. [default: by suffix, else jsonl]",
)
@annotator_option
@count_option("--size", None, "The number of instances in this batch. [default: the project's]")
@click.option(
    "--overlap",
    type=click.IntRange(0),
    default=0,
    metavar="N",
    show_default=True,
    help="Add N instances that others have annotated, to measure agreement.",
)
@quiet_option
@json_option
def next_(folder: Path, output: Path, **given: Any) -> None:
    """Write the next batch to annotate, pre-annotated.

    An annotator who still has an open batch gets the same one again. Annotate it with any tool
    that supports the format, then return it with learn add.

    \b
    Examples:
      understudy learn next --project calls.project -o batch.jsonl
      understudy learn next --project calls.project --annotator ada --as brat -o batch
    """
    from understudy.learn.exchange import write_batch  # noqa: PLC0415 - after usage is checked
    from understudy.learn.live import next_batch  # noqa: PLC0415

    shape = given["shape"] or shape_of(output)
    if output.exists():
        raise UsageError(f"{output}: exists; choose another name")
    if not output.absolute().parent.is_dir():
        raise UsageError(f"{output.parent}: no such directory")
    who = _who(given)
    with progress_bar("reading", quiet=given["quiet"]) as update:
        work = _work(folder, _reading(update))
        number, rows, facts = next_batch(work, who, given["size"], given["overlap"])
    write_batch(output, rows, shape)
    marks = sum(len(of_one) for _, of_one in rows)
    values = {
        "batch": number,
        "annotator": who,
        "instances": len(rows),
        "marks": marks,
        "output": str(output),
        "round": facts,
    }
    lines = [
        f"batch {number} for {who}: {len(rows)} instances, {marks} marks suggested",
        f"batch    {output}",
    ]
    answer(values, [] if given["quiet"] else lines, as_json=given["as_json"])


@click.command()
@click.argument("answers", type=click.Path(path_type=Path, exists=True))
@project_option
@annotator_option
@click.option(
    "--format",
    "format_name",
    metavar="NAME",
    help="The format of the answers, if the file name does not show it.",
)
@click.option("--replace", is_flag=True, help="Replace earlier answers of the same annotator.")
@click.option(
    "--decide", is_flag=True, help="Settle disagreements between annotators with these answers."
)
@click.option("--quiet", is_flag=True, help="Show no summary.")
@json_option
def add(answers: Path, folder: Path, **given: Any) -> None:
    """Import annotations into a project.

    Either every answer in the file is accepted or none is. An instance without marks counts as
    one with nothing private in it.

    \b
    Examples:
      understudy learn add batch.jsonl --project calls.project
      understudy learn add batch --format brat --project calls.project --annotator ada
    """
    from understudy.learn.live import add as take  # noqa: PLC0415 - after usage is checked

    form = given["format_name"] or (FOLDER if answers.is_dir() else None)
    values = take(
        _work(folder),
        answers,
        _who(given),
        format=form,
        decide=given["decide"],
        replace=given["replace"],
    )
    lines = [
        f"{values['added']} added, {values['replaced']} replaced, "
        f"{values['already']} already there",
        *(f"batch {one['batch']} still wants {one['missing']}" for one in values["open"]),
    ]
    if values["disagreements"]:
        lines.append(f"{values['disagreements']} disagreements: see understudy learn status")
    answer(values, [] if given["quiet"] else lines, as_json=given["as_json"])


@click.command()
@project_option
@json_option
def status(folder: Path, as_json: bool) -> None:
    """Show the progress of a project, and whether to go on.

    \b
    Example:
      understudy learn status --project calls.project
    """
    from understudy.learn.status import status as stand  # noqa: PLC0415
    from understudy.project import open_project  # noqa: PLC0415

    values = stand(open_project(folder))
    lines = [
        f"{values['annotated']:,} instances annotated, {values['private']:,} marks, "
        f"{values['edits']:,} edits"
    ]
    scores = {one["batch"]: one["f1"] for one in values["agreement"]}
    for one in values["batches"]:
        f1 = scores[one["number"]]
        score = "" if f1 is None else f", F1 of its suggestions {f1:.3f}"
        lines.append(
            f"batch {one['number']} ({one['annotator']}): {one['answered']} of {one['size']}{score}"
        )
    for number, one in enumerate(values["rounds"], 1):
        agreed = "" if one["kappa"] is None else f", κ {one['kappa']:.4f}"
        lines.append(
            f"round {number}: {one['instances']:,} instances, {one['words']:,} words, "
            f"{one['minutes']:,.0f} minutes; doubt {one['uncertainty']:.4f}{agreed}"
        )
    for one in values["disagreements"]:
        lines.append(f"disagreement: {one['id']} ({', '.join(one['annotators'])})")
    answer(values, [*lines, values["advice"]], as_json=as_json)


@click.command()
@project_option
@click.option(
    "-o",
    "--output",
    required=True,
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="A new folder for the detector, the annotated corpus and the card. As secret as the "
    "corpus.",
)
@click.option("--quiet", is_flag=True, help="Show no summary.")
@json_option
def finish(folder: Path, output: Path, **given: Any) -> None:
    """Train the detector on all annotations so far.

    The project stays open.

    \b
    Example:
      understudy learn finish --project calls.project -o calls.detector
    """
    from understudy.learn.finish import finish as end  # noqa: PLC0415 - after usage is checked

    card = end(_work(folder), output)
    learnt, scores = card["learnt_from"], card["scores"]
    kind = "encoder" if card["detector"] == "detector" else "crf"
    lines = [
        f"{learnt['instances']:,} of {learnt['of']:,} instances, {learnt['marks']:,} marks",
        *([_quality(scores)] if scores else []),
        f'policy   detectors = ["{kind}"]',
        f"         [detector.{kind}]",
        f'         model = "{output / card["detector"]}"',
    ]
    answer(card, [] if given["quiet"] else lines, as_json=given["as_json"])


def _quality(scores: dict[str, Any]) -> str:
    if "f1" in scores:
        return f"F1 {scores['f1']:.3f} on private words, by cross-validation on what was annotated"
    return f"F1 {scores['exact_f1']:.3f} on {scores['held_out']} instances that were held out"


def _who(given: dict[str, Any]) -> str:
    if given["annotator"]:
        return str(given["annotator"])
    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return "annotator"


def _reading(update: Update) -> Callable[[str, int], None]:
    """Shows what is read for the first time, and how much of it."""
    return lambda what, count: update(f"reading {what}", advance=count)


def _work(folder: Path, reading: Callable[[str, int], None] = lambda what, count: None) -> Work:
    from understudy.learn.workroom import Work  # noqa: PLC0415 - after usage is checked
    from understudy.project import open_project  # noqa: PLC0415

    return Work.of(open_project(folder), reading)
