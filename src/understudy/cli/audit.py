"""privacy audit."""

from __future__ import annotations

import math
from typing import Any

import click

from understudy.cli.common import answer, number, shown
from understudy.cli.options import (
    PROBABILITY,
    choice_option,
    count_option,
    json_option,
    workers_option,
)
from understudy.core.errors import BudgetExceeded, UsageError
from understudy.privacy.choice import SCALES

__all__ = ["audit"]

_RUNS, _RUNS_OF_A_PAIR, _FEWEST = 1_000_000, 2_000, 1_000


@click.command()
@click.option(
    "--strategy",
    default="entity",
    show_default=True,
    metavar="NAME",
    help="The strategy to audit.",
)
@click.option(
    "--p",
    type=PROBABILITY,
    default=0.9,
    show_default=True,
    metavar="NUMBER",
    help="The probability with which a value is replaced; with --pairs, in every tenth pair.",
)
@click.option(
    "--k",
    type=click.IntRange(3),
    default=100,
    show_default=True,
    metavar="N",
    help="The number of values a stand-in is drawn from.",
)
@click.option(
    "--zipf",
    type=click.FloatRange(0.0),
    default=0.0,
    show_default=True,
    metavar="NUMBER",
    help="Make the values unequally likely, with weights 1/rank^NUMBER.",
)
@choice_option(
    "--unit",
    ("entity", "token"),
    "entity",
    "The privacy unit: what one draw protects, an entity or a single word.",
)
@click.option(
    "--runs",
    type=click.IntRange(20),
    metavar="N",
    help="The number of runs on each of the two inputs to choose which outputs to count, and "
    "again to count them; 10,000 of them go through the whole pipeline. [default: 1000000; with "
    "--pairs 2000]",
)
@click.option(
    "--pairs",
    type=click.IntRange(1),
    metavar="N",
    help="For --strategy surrogate: compare the stand-ins in this many random pairs of documents "
    "that differ in one value.",
)
@workers_option
@count_option(
    "--settings", 1, "How many settings you audit in all; α = .001 is divided among them."
)
@click.option(
    "--epsilon",
    type=click.FloatRange(0.0),
    metavar="NUMBER",
    help="The ε of the private choice among candidates, for --strategy distort.",
)
@count_option("--candidates", 8, "The number of candidates of the private choice.")
@choice_option("--scale", SCALES, SCALES[0], "How scores become weights in the private choice.")
@click.option(
    "--fault",
    type=click.Choice(["never-self", "avoid-originals", "corpus", "argmin"]),
    help="Plant a fault that the audit must find.",
)
@click.option("--seed", type=int, metavar="N", help="The seed of the audit, to make it repeatable.")
@json_option
def audit(
    strategy: str,
    p: float,
    k: int,
    zipf: float,
    unit: str,
    runs: int | None,
    pairs: int | None,
    workers: int,
    settings: int,
    epsilon: float | None,
    candidates: int,
    scale: str,
    fault: str | None,
    seed: int | None,
    as_json: bool,
) -> None:
    """Test by experiment whether a strategy keeps its ε.

    Runs the strategy many times on two inputs that differ in one private value, and bounds ε from
    below by how often the outputs differ. A lower bound above the ε that the strategy claims is a
    violation, with exit status 3. With --fault a violation is expected, and the exit status is 0
    if it is found.

    With --pairs, it compares the stand-ins in random pairs of documents that differ in one value.
    A difference that no declared field of the sketches covers is a violation.

    \b
    Examples:
      understudy privacy audit --strategy surrogate --pairs 30 --runs 200
      understudy privacy audit --strategy word --p 0.9 --k 100 --runs 1000000 --json
      understudy privacy audit --strategy distort --epsilon 4 --p 1 --json
      understudy privacy audit --fault never-self --p 1 --json
    """
    import numpy as np  # noqa: PLC0415

    from understudy.audit.bounds import ALPHA  # noqa: PLC0415
    from understudy.audit.experiments import FAULTS, audited, experiment_of  # noqa: PLC0415
    from understudy.replace.part import part_of  # noqa: PLC0415

    if pairs is not None:
        _audit_pairs(strategy, p, pairs, runs or _RUNS_OF_A_PAIR, seed, workers, as_json=as_json)
        return
    runs = runs or _RUNS
    if runs < _FEWEST:
        raise UsageError(f"--runs: at least {_FEWEST} runs bound ε; fewer go with --pairs")
    choice = None if epsilon is None else (epsilon, candidates, scale)
    if choice is not None and part_of(strategy).epsilon_buys != "choice":
        raise UsageError("--epsilon goes with a strategy that chooses among candidates: distort")
    experiment = (
        FAULTS[fault](p, k)
        if fault
        else experiment_of(strategy, p=p, k=k, zipf=zipf, unit=unit, choice=choice)
    )
    values: dict[str, Any] = {
        "strategy": strategy,
        "p": p,
        "k": k,
        "zipf": zipf,
        "unit": unit,
        "fault": fault,
        **({} if choice is None else {"candidates": candidates, "scale": scale}),
        "claimed": number(experiment.claimed),
    }
    if math.isinf(experiment.claimed):
        values |= {"lower_bound": None, "violated": False, "runs": 0}
        lines = [f"{strategy} with p = {p:g} claims nothing (ε = ∞): there is nothing to audit"]
        answer(values, lines, as_json=as_json)
        return
    result = audited(
        experiment, runs=runs, alpha=ALPHA / settings, generator=np.random.default_rng(seed)
    )
    values |= {
        "lower_bound": number(result.lower_bound),
        "violated": result.violated,
        "runs": result.runs,
        "alpha": result.alpha,
    }
    word = "VIOLATED" if result.violated else "holds"
    lines = [
        f"claimed ε = {shown(result.claimed)}, lower bound {shown(result.lower_bound)} "
        f"({runs:,} runs a side, confidence {1 - result.alpha:g}): {word}"
    ]
    answer(values, lines, as_json=as_json)
    if result.violated and fault is None:
        raise BudgetExceeded(f"{strategy}: the audit found more than was claimed")
    if fault is not None and not result.violated:
        raise BudgetExceeded(
            f"{fault}: the planted fault was not found; it shows only where its true ε exceeds "
            "the claim (use --p 1 for never-self and avoid-originals)"
        )


def _audit_pairs(
    strategy: str,
    p: float,
    pairs: int,
    runs: int,
    seed: int | None,
    workers: int,
    *,
    as_json: bool,
) -> None:
    from understudy.audit.pairs import audit_pairs, judge_of  # noqa: PLC0415
    from understudy.replace.part import part_of  # noqa: PLC0415

    if not part_of(strategy).coherent:
        raise UsageError("--pairs goes with the strategy whose stand-ins have sketches: surrogate")
    judge = judge_of(runs, seed, p, strategy)
    found = audit_pairs(judge, pairs, seed, workers)
    answer({"strategy": strategy, **found.as_json()}, found.lines(), as_json=as_json)
    if found.violations:
        places = sorted({(one.category, one.feature) for one in found.violations})
        named = "; ".join(f"{category}: {feature}" for category, feature in places[:5])
        raise BudgetExceeded(f"{strategy}: the stand-ins of equal sketches differ ({named})")
