"""certificate plan, sample, make and show."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Any

import click

from understudy.cli.common import answer, corpus_options, options_from
from understudy.cli.options import choice_option, count_option, json_option
from understudy.cli.policies import inputs_argument, policy_options
from understudy.cli.release import advised, policy_of
from understudy.core.errors import UsageError
from understudy.privacy.sampling import UNITS, ReadSample, RecallBound, units_needed

__all__ = ["certificate", "make", "plan", "sample", "show"]

_FOLDER = click.Path(path_type=Path)
_SHARE = click.FloatRange(0.0, 1.0, min_open=True, max_open=True)
_LEAKS = 4

_confidence_option = click.option(
    "--confidence",
    type=_SHARE,
    default=0.95,
    show_default=True,
    metavar="NUMBER",
    help="The confidence level of the bounds.",
)


@click.group()
def certificate() -> None:
    """Bound what was missed, from a random sample that people read.

    Plan the size, draw the sample, have it read, make the certificate, and give it to
    understudy run --certificate.

    \b
    Examples:
      understudy certificate plan --margin 0.01
      understudy certificate sample calls.jsonl --size 300 -o sample/
      understudy certificate make sample/ sample/ana.jsonl
      understudy run calls.jsonl -o release.jsonl --certificate sample/ --report report.html
    """


@certificate.command()
@click.option(
    "--margin",
    type=_SHARE,
    required=True,
    metavar="NUMBER",
    help="The largest share of units with something missed (or of entities missed) that the "
    "certificate should allow.",
)
@count_option(
    "--population", None, "The number of units in the corpus, if it is small. [default: many]"
)
@click.option(
    "--spread",
    type=click.FloatRange(1.0),
    metavar="NUMBER",
    help="How many times as many entities the largest unit has as a usual one. The margin is "
    "then on the share of entities missed. [default: on the share of units]",
)
@_confidence_option
@json_option
def plan(
    margin: float, population: int | None, spread: float | None, confidence: float, as_json: bool
) -> None:
    """Compute how many units must be read.

    The number depends on how many of them turn out to contain something that was missed. If none
    does, 299 are enough for a margin of 0.01.

    \b
    Example:
      understudy certificate plan --margin 0.01 --population 5000
    """
    needed = [
        units_needed(
            margin, population=population, leaking=leaks, alpha=1 - confidence, spread=spread
        )
        for leaks in range(_LEAKS)
    ]
    of = "entities were missed" if spread is not None else "units hold something missed"
    lines = [
        f"To show with a confidence of {confidence:g} that at most {margin:g} of all {of}:",
        *(
            f"{'all' if number is None else format(number, ','):>9} units, if in {leaks} of them "
            "something was missed" + (" (and even that is not enough)" if number is None else "")
            for leaks, number in enumerate(needed)
        ),
        "Fix the number before reading; all units that are drawn must be read.",
    ]
    values = {
        "margin": margin,
        "confidence": confidence,
        "population": population,
        "spread": spread,
        "units": needed,
    }
    answer(values, lines, as_json=as_json)


@certificate.command()
@inputs_argument
@click.option(
    "-o", "--output", type=_FOLDER, required=True, metavar="DIR", help="The new folder to write to."
)
@click.option(
    "--size",
    type=click.IntRange(1),
    required=True,
    metavar="N",
    help="The number of units to draw.",
)
@choice_option(
    "--units",
    UNITS,
    "documents",
    "The unit to draw: whole documents, turns of speakers, or paragraphs (lines that are not "
    "blank).",
)
@click.option("--blind", is_flag=True, help="Hide the machine's marks from the readers.")
@click.option(
    "--category",
    "categories",
    multiple=True,
    metavar="NAME",
    help="A category that gets a bound of its own; may be given several times. [default: those "
    "that were found in the sample]",
)
@click.option(
    "--seed",
    metavar="HEX",
    help="The seed for drawing the sample, in hexadecimal digits. [default: a new one]",
)
@_confidence_option
@policy_options
@corpus_options
@json_option
def sample(**given: Any) -> None:
    """Draw a random sample, and write the sheet to read.

    Writes plan.json, which fixes the plan before anybody reads, and sheet.jsonl, which has one
    unit with its text per row. Both are private. A reader copies the sheet and fills in "missed"
    in every row: a list of what the marks do not cover, as {"category": …, "text": …} or with
    "start" and "end"; [] where nothing was missed. "wrong" takes the numbers of marks that are
    not private. With --blind, "entities" takes all that is private.

    \b
    Example:
      understudy certificate sample calls.jsonl --units turns --size 400 -o sample/
    """
    from understudy.certificate.plan import (  # noqa: PLC0415 - after usage is checked
        PLAN,
        SHEET,
        draw_sample,
        write_sample,
    )

    folder = given["output"]
    if (folder / PLAN).exists():  # before the corpus is read
        raise UsageError(f"{folder}: has a plan already; a sample is drawn once")
    policy = policy_of({**given, "quiet": given["as_json"]})
    with advised(given, policy):
        drawn = draw_sample(
            given["inputs"],
            policy,
            unit=given["units"],
            size=given["size"],
            format=given["format_name"],
            options=options_from(given),
            seed=given["seed"],
            alpha=round(1.0 - given["confidence"], 12),
            blind=given["blind"],
            categories=given["categories"],
        )
    write_sample(drawn, folder)
    made = drawn.plan
    values = {
        "units": made.unit,
        "size": made.size,
        "population": made.population,
        "seed": made.seed,
        "categories": list(made.categories),
        "plan": str(folder / PLAN),
        "sheet": str(folder / SHEET),
    }
    words = sum(len(text.split()) for text in drawn.texts)
    lines = [
        f"{made.size:,} of {made.population:,} {made.unit} drawn ({words:,} words to read), "
        f"seed {made.seed}",
        f"plan     {folder / PLAN}",
        f"sheet    {folder / SHEET}",
        "The sheet is as secret as the corpus. When it is read: understudy certificate make "
        f"{folder} FILLED.jsonl",
    ]
    answer(values, lines, as_json=given["as_json"])


@certificate.command()
@click.argument("folder", type=_FOLDER, metavar="DIR")
@click.argument("sheets", nargs=-1, required=True, type=_FOLDER, metavar="FILLED...")
@json_option
def make(folder: Path, sheets: tuple[Path, ...], as_json: bool) -> None:
    """Make the certificate from the sheets that people filled in.

    DIR contains the plan. Each FILLED is a copy of its sheet that one person has filled in. Every
    unit must be read by somebody. The certificate, certificate.json in DIR, contains only figures
    and digests.

    \b
    Example:
      understudy certificate make sample/ ana.jsonl ben.jsonl
    """
    from understudy.certificate.plan import load_plan  # noqa: PLC0415 - after usage is checked
    from understudy.certificate.record import (  # noqa: PLC0415
        CERTIFICATE,
        certify,
        read_sheet,
        sheet_texts,
        write_certificate,
    )

    loaded = load_plan(folder)
    texts = sheet_texts(folder, loaded)
    readings = [one for sheet in sheets for one in read_sheet(sheet, loaded, texts)]
    made = certify(loaded, readings, texts)
    write_certificate(made, folder)
    values = {"certificate": str(folder / CERTIFICATE), **asdict(made.sample)}
    lines = [*_lines(made.sample), f"certificate  {folder / CERTIFICATE}"]
    answer(values, lines, as_json=as_json)


@certificate.command()
@click.argument("folder", type=_FOLDER, metavar="DIR")
@json_option
def show(folder: Path, as_json: bool) -> None:
    """Show a certificate.

    \b
    Example:
      understudy certificate show sample/
    """
    from understudy.certificate.record import (  # noqa: PLC0415 - after usage is checked
        load_certificate,
    )

    found = load_certificate(folder)
    answer(asdict(found), _lines(found.sample), as_json=as_json)


def _lines(read: ReadSample) -> list[str]:
    from understudy.report.words import (  # noqa: PLC0415 - after usage is checked
        at_least,
        at_most,
        drawn_again,
        marked_again,
        seed_chosen,
    )

    bounds = read.bounds

    def line(row: RecallBound, name: str) -> str:
        recall = "-" if row.recall is None else f"{row.recall:.3f}"
        figures = f"{row.units:>9,}{row.entities:>9,}{row.missed:>8,}{recall:>9}"
        return f"{name:<20}{figures}{at_least(row.recall_low):>10}{at_least(row.naive_low):>10}"

    heads = f"{read.unit:>9}{'entities':>9}{'missed':>8}{'recall':>9}{'at least':>10}{'naive':>10}"
    people = "1 person" if read.readers == 1 else f"{read.readers:,} people"
    seen = {"shown": "with the marks shown", "hidden": "without the marks", "both": "in both ways"}
    return [
        f"{bounds.read:,} of {bounds.population:,} {read.unit}, read by {people} "
        f"{seen[read.marks]}",
        f"{'category':<20}{heads}",
        *(line(row, row.category) for row in bounds.rows),
        line(bounds.overall, "all"),
        f"something was missed in {bounds.leaking:,} of {bounds.read:,} {read.unit}: in at most "
        f"{at_most(bounds.leaking_high)} of all",
        f"confidence {1 - bounds.alpha:g}: of the categories together, of the row of all, and of "
        "the share",
        *(
            [f"{read.edited:,} stand-ins were edited or drawn again: ε = ∞ for each"]
            if read.edited
            else []
        ),
        *marked_again(read),
        *drawn_again(read),
        *seed_chosen(read),
    ]
