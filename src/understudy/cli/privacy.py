"""privacy epsilon, solve, policy, invariants, audit, certify and attack."""

from __future__ import annotations

import math
from typing import Any

import click

from understudy.cli.attack import attack
from understudy.cli.common import answer, corpus_options, number, options_from
from understudy.cli.options import (
    choice_option,
    count_option,
    json_option,
    stacked,
    workers_option,
)
from understudy.core.errors import BudgetExceeded, UsageError
from understudy.languages import DEFAULT, chosen
from understudy.policy import load
from understudy.privacy.accounting import delta as profile
from understudy.privacy.accounting import epsilon as lemma
from understudy.privacy.accounting import replace_probability, trivial_delta
from understudy.privacy.choice import SCALES
from understudy.privacy.composition import compose, draws
from understudy.privacy.composition import solve as solve_composed

__all__ = ["privacy"]

_PROBABILITY = click.FloatRange(0.0, 1.0)
_RUNS, _RUNS_OF_A_PAIR, _FEWEST = 1_000_000, 2_000, 1_000


@click.group()
def privacy() -> None:
    """Compute guarantees, and check them: audits, attacks.

    \b
    Example:
      understudy privacy epsilon --p 0.9 --k 7692 --n 10 --delta 1e-5
    """


privacy.add_command(attack)


def _pi_min(k: int | None, pi_min: float | None) -> float:
    if (k is None) == (pi_min is None):
        raise UsageError("give either --k (values, uniform) or --pi-min (the least probability)")
    return 1.0 / k if k is not None else float(pi_min or 0.0)


_mechanism_options = stacked(
    click.option(
        "--k",
        type=click.IntRange(1),
        metavar="N",
        help="The number of values a stand-in is drawn from, all equally likely.",
    ),
    click.option(
        "--pi-min",
        type=_PROBABILITY,
        metavar="NUMBER",
        help="In place of --k: the probability of the least likely value.",
    ),
    count_option("--n", 1, "The number of draws (tokens or entities of a document)."),
    click.option(
        "--delta",
        type=_PROBABILITY,
        default=1e-5,
        show_default=True,
        metavar="NUMBER",
        help="The δ of the composed guarantee: the probability with which it may fail.",
    ),
)


@privacy.command()
@click.option(
    "--p",
    type=_PROBABILITY,
    required=True,
    metavar="NUMBER",
    help="The probability with which a value is replaced.",
)
@_mechanism_options
@json_option
def epsilon(
    p: float, k: int | None, pi_min: float | None, n: int, delta: float, as_json: bool
) -> None:
    """Compute the ε of replacing with probability p.

    For one draw, for n draws added up, and for n draws composed exactly. ε bounds how much a
    release can tell about a value; 0 is nothing.

    \b
    Example:
      understudy privacy epsilon --p 0.9 --k 7692 --n 10 --delta 1e-5 --json
    """
    least = _pi_min(k, pi_min)
    one = lemma(p, least)
    composed = compose([draws(p, least, n)], delta)
    values = {
        "epsilon": number(one),
        "basic": number(n * one),
        "composed": number(composed),
        "p": p,
        "pi_min": number(least),
        "n": n,
        "delta": delta,
        "trivial_delta": number(trivial_delta(p)),
        "delta_at_epsilon_1": number(profile(1.0, p, least)),
    }
    lines = [
        f"{'one draw':<20}ε = {_shown(one)}",
        f"{f'{n} draws, basic':<20}ε = {_shown(n * one)}",
        f"{f'{n} draws, exact':<20}ε = {_shown(composed)} at δ = {delta:g}",
        f"{'whatever π is':<20}(0, {trivial_delta(p):.4g})",
    ]
    answer(values, lines, as_json=as_json)


@privacy.command()
@click.option(
    "--epsilon",
    "target",
    type=click.FloatRange(0.0),
    required=True,
    metavar="NUMBER",
    help="The ε to reach.",
)
@_mechanism_options
@json_option
def solve(
    target: float, k: int | None, pi_min: float | None, n: int, delta: float, as_json: bool
) -> None:
    """Compute the probability of replacement that an ε needs.

    For one draw, or for n draws composed exactly.

    \b
    Examples:
      understudy privacy solve --epsilon 1 --k 1000 --json
      understudy privacy solve --epsilon 2 --k 1000 --n 10 --delta 1e-5
    """
    least = _pi_min(k, pi_min)
    p = replace_probability(target, least) if n == 1 else solve_composed(target, least, n, delta)
    values = {
        "p": number(p),
        "epsilon": number(lemma(p, least)),
        "composed": number(compose([draws(p, least, n)], delta)),
        "pi_min": number(least),
        "n": n,
        "delta": delta,
    }
    answer(values, [f"p = {p:.10g}"], as_json=as_json)


def _shown(value: float) -> str:
    return "∞" if math.isinf(value) else f"{value:.5g}"


@privacy.command()
@click.argument("policy_name", metavar="POLICY")
@click.option(
    "--corpus",
    "inputs",
    multiple=True,
    metavar="INPUT",
    help="A corpus, to compose ε over its documents and data subjects.",
)
@workers_option
@corpus_options
@json_option
def policy(policy_name: str, **given: Any) -> None:
    """Show what a policy guarantees, category by category.

    ε is shown in the paper's reading and in the strict one; with a corpus it is also composed over
    documents and data subjects.

    \b
    Examples:
      understudy privacy policy dp
      understudy privacy policy mine.toml --corpus calls.jsonl
    """
    from understudy.audit.statement import state  # noqa: PLC0415

    statement = state(
        load(policy_name),
        inputs=tuple(given["inputs"]),
        format=given["format_name"],
        options=options_from(given),
        workers=given["workers"],
    )
    answer(statement.as_json(), statement.lines(), as_json=given["as_json"])


@privacy.command()
@click.argument("policy_name", metavar="POLICY")
@click.option(
    "--language",
    default=DEFAULT,
    show_default=True,
    metavar="CODE",
    help="The language whose public lists are measured.",
)
@json_option
def invariants(policy_name: str, language: str, as_json: bool) -> None:
    """Show what a policy lets show of a value, and measure it.

    A coherent stand-in is drawn from a sketch of the value, and ε = 0 holds between values with
    the same sketch. Lists the fields of the sketches with a sentence each, and counts how many
    values of our public lists share a sketch, how many bits of a value show, and which field
    narrows most.

    \b
    Examples:
      understudy privacy invariants surrogate
      understudy privacy invariants mine.toml --language es --json
    """
    from understudy.audit import anonymity  # noqa: PLC0415

    chosen_policy, code = load(policy_name), chosen(language, "--language")
    found = anonymity.state(chosen_policy, code)
    values = {
        "policy": chosen_policy.name,
        "fingerprint": chosen_policy.fingerprint,
        "language": code,
        "declared": [one.as_json() for one in found],
    }
    answer(values, anonymity.lines(chosen_policy, code, found), as_json=as_json)


@privacy.command()
@click.option(
    "--strategy",
    default="entity",
    show_default=True,
    metavar="NAME",
    help="The strategy to audit.",
)
@click.option(
    "--p",
    type=_PROBABILITY,
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
    help="The number of runs on either input, to choose which outputs to count, and again to count "
    "them; 10,000 of them go through the whole pipeline. [default: 1000000; with --pairs 2000]",
)
@click.option(
    "--pairs",
    type=click.IntRange(1),
    metavar="N",
    help="For --strategy surrogate: compare the stand-ins of so many random pairs of documents "
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
@click.option("--seed", type=int, metavar="N", help="The seed of the audit, to repeat it.")
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
    violation: exit 3. With --fault a violation is what is expected, and the exit status is 0 when
    it is found.

    With --pairs the stand-ins of random pairs of documents are compared that differ in one value.
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
        f"claimed ε = {_shown(result.claimed)}, lower bound {_shown(result.lower_bound)} "
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
        shown = "; ".join(f"{category}: {feature}" for category, feature in places[:5])
        raise BudgetExceeded(f"{strategy}: the stand-ins of equal sketches differ ({shown})")


@privacy.command()
@click.argument("gold")
@click.argument("predicted")
@click.option(
    "--policy",
    "policy_name",
    default="surrogate",
    show_default=True,
    metavar="NAME|FILE",
    help="The policy that says which labels are private.",
)
@corpus_options
@json_option
def certify(gold: str, predicted: str, policy_name: str, **given: Any) -> None:
    """Certify what share of private entities is found.

    GOLD and PREDICTED hold the same documents, annotated; GOLD is taken as the truth. Prints the
    recall of each category with a lower bound at a stated confidence.

    \b
    Example:
      understudy privacy certify gold.jsonl predicted.jsonl --json
    """
    from understudy.measure.certificate import certify_pair  # noqa: PLC0415

    found = certify_pair(
        load(policy_name), gold, predicted, given["format_name"], options_from(given)
    )
    rows = [*found.rows, found.overall]
    values = {
        "alpha": found.alpha,
        "documents": found.documents,
        "categories": {
            row.category: {
                "entities": row.entities,
                "found": row.found,
                "recall": row.recall,
                "recall_low": number(row.recall_low),
                "delta_det": number(row.delta_det),
                "interval": list(row.interval),
            }
            for row in rows
        },
    }
    heads = f"{'entities':>9}{'found':>8}{'recall':>9}{'at least':>10}{'δ_det':>9}"
    lines = [f"{'category':<20}{heads}"]
    lines += [
        f"{'all' if row.category == '*' else row.category:<20}{row.entities:>9}{row.found:>8}"
        f"{'-' if row.recall is None else format(row.recall, '.3f'):>9}"
        f"{row.recall_low:>10.3f}{row.delta_det:>9.3f}"
        for row in rows
    ]
    lines.append(f"confidence {1 - found.alpha:g} in each row; δ_det is never added to δ")
    answer(values, lines, as_json=given["as_json"])
