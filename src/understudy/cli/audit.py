"""privacy audit."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

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

if TYPE_CHECKING:
    from understudy.audit.bounds import Audit
    from understudy.audit.experiments import Experiment

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
def audit(**given: Any) -> None:
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
    if given["pairs"] is not None:
        _audit_pairs(given)
        return
    values, result = _audited(given)
    answer(values, _lines(given, result), as_json=given["as_json"])
    if result is not None:
        _judge(given["strategy"], given["fault"], violated=result.violated)


_SHOWN = ("strategy", "p", "k", "zipf", "unit", "fault")


def _audited(given: Mapping[str, Any]) -> tuple[dict[str, Any], Audit | None]:
    """What the experiment found, as values and as it is; None where nothing is claimed."""
    import numpy as np  # noqa: PLC0415

    from understudy.audit.bounds import ALPHA  # noqa: PLC0415
    from understudy.audit.experiments import audited  # noqa: PLC0415

    runs = given["runs"] or _RUNS
    if runs < _FEWEST:
        raise UsageError(f"--runs: at least {_FEWEST} runs bound ε; fewer go with --pairs")
    experiment = _experiment(given)
    values = {name: given[name] for name in _SHOWN}
    if given["epsilon"] is not None:
        values |= {name: given[name] for name in ("candidates", "scale")}
    values["claimed"] = number(experiment.claimed)
    if math.isinf(experiment.claimed):
        return values | {"lower_bound": None, "violated": False, "runs": 0}, None
    alpha, generator = ALPHA / given["settings"], np.random.default_rng(given["seed"])
    result = audited(experiment, runs=runs, alpha=alpha, generator=generator)
    values |= {
        "lower_bound": number(result.lower_bound),
        "violated": result.violated,
        "runs": result.runs,
        "alpha": result.alpha,
    }
    return values, result


def _experiment(given: Mapping[str, Any]) -> Experiment:
    """What is tried: a strategy, or one with a planted fault."""
    from understudy.audit.experiments import FAULTS, experiment_of  # noqa: PLC0415
    from understudy.replace.part import part_of  # noqa: PLC0415

    strategy, epsilon = given["strategy"], given["epsilon"]
    choice = None if epsilon is None else (epsilon, given["candidates"], given["scale"])
    if choice is not None and part_of(strategy).epsilon_buys != "choice":
        raise UsageError("--epsilon goes with a strategy that chooses among candidates: distort")
    if given["fault"]:
        return FAULTS[given["fault"]](given["p"], given["k"])
    settings = {name: given[name] for name in ("p", "k", "zipf", "unit")}
    return experiment_of(strategy, **settings, choice=choice)


def _lines(given: Mapping[str, Any], result: Audit | None) -> list[str]:
    if result is None:
        claims = f"{given['strategy']} with p = {given['p']:g} claims nothing (ε = ∞)"
        return [f"{claims}: there is nothing to audit"]
    word = "VIOLATED" if result.violated else "holds"
    return [
        f"claimed ε = {shown(result.claimed)}, lower bound {shown(result.lower_bound)} "
        f"({given['runs'] or _RUNS:,} runs a side, confidence {1 - result.alpha:g}): {word}"
    ]


def _judge(strategy: str, fault: str | None, *, violated: bool) -> None:
    """A claim must hold, and a fault that was planted must be found."""
    if violated and fault is None:
        raise BudgetExceeded(f"{strategy}: the audit found more than was claimed")
    if fault is not None and not violated:
        raise BudgetExceeded(
            f"{fault}: the planted fault was not found; it shows only where its true ε exceeds "
            "the claim (use --p 1 for never-self and avoid-originals)"
        )


def _audit_pairs(given: Mapping[str, Any]) -> None:
    from understudy.audit.pairs import audit_pairs, judge_of  # noqa: PLC0415
    from understudy.replace.part import part_of  # noqa: PLC0415

    strategy, seed = given["strategy"], given["seed"]
    if not part_of(strategy).coherent:
        raise UsageError("--pairs goes with the strategy whose stand-ins have sketches: surrogate")
    judge = judge_of(given["runs"] or _RUNS_OF_A_PAIR, seed, given["p"], strategy)
    found = audit_pairs(judge, given["pairs"], seed, given["workers"])
    values = {"strategy": strategy, **found.as_json()}
    answer(values, found.lines(), as_json=given["as_json"])
    if found.violations:
        places = sorted({(one.category, one.feature) for one in found.violations})
        named = "; ".join(f"{category}: {feature}" for category, feature in places[:5])
        raise BudgetExceeded(f"{strategy}: the stand-ins of equal sketches differ ({named})")
