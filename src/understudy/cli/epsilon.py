"""privacy epsilon and solve."""

from __future__ import annotations

import click

from understudy.cli.common import answer, number, shown
from understudy.cli.options import PROBABILITY, count_option, json_option, stacked
from understudy.core.errors import UsageError
from understudy.privacy.accounting import delta as profile
from understudy.privacy.accounting import epsilon as lemma
from understudy.privacy.accounting import replace_probability, trivial_delta
from understudy.privacy.composition import compose, draws
from understudy.privacy.composition import solve as solve_composed

__all__ = ["epsilon", "solve"]


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
        type=PROBABILITY,
        metavar="NUMBER",
        help="In place of --k: the probability of the least likely value.",
    ),
    count_option("--n", 1, "The number of draws (tokens or entities of a document)."),
    click.option(
        "--delta",
        type=PROBABILITY,
        default=1e-5,
        show_default=True,
        metavar="NUMBER",
        help="The δ of the composed guarantee: the probability with which it may fail.",
    ),
)


@click.command()
@click.option(
    "--p",
    type=PROBABILITY,
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

    Prints ε for one draw, for n draws added up, and for n draws composed exactly. ε bounds how
    much a release can reveal about a value; 0 means nothing.

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
    many = "1 draw" if n == 1 else f"{n} draws"
    lines = [
        f"{'one draw':<20}ε = {shown(one)}",
        f"{f'{many}, basic':<20}ε = {shown(n * one)}",
        f"{f'{many}, exact':<20}ε = {shown(composed)} at δ = {delta:g}",
        f"{'whatever π is':<20}(0, {trivial_delta(p):.4g})",
    ]
    answer(values, lines, as_json=as_json)


@click.command()
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
