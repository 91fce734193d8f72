"""privacy policy and invariants, and the group of all that is about guarantees."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from understudy.cli.attack import attack
from understudy.cli.audit import audit
from understudy.cli.certify import certify
from understudy.cli.common import answer, corpus_options, options_from
from understudy.cli.epsilon import epsilon, solve
from understudy.cli.options import json_option, workers_option
from understudy.cli.quasi import quasi
from understudy.core.errors import UsageError
from understudy.languages import DEFAULT, chosen
from understudy.policy import load

if TYPE_CHECKING:
    from understudy.attacks.traits import TraitCosts
    from understudy.policy import Policy

__all__ = ["privacy"]


@click.group()
def privacy() -> None:
    """Compute guarantees, and test them with audits and attacks.

    \b
    Example:
      understudy privacy epsilon --p 0.9 --k 7692 --n 10 --delta 1e-5
    """


for command in (attack, audit, certify, epsilon, quasi, solve):
    privacy.add_command(command)


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

    ε is shown as Adelani et al. (2020) count it and in a stricter way; with a corpus it is also
    composed over documents and data subjects.

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
@click.option(
    "--corpus",
    metavar="CORPUS",
    help="An annotated corpus. Also measures how many of its documents could be found again by "
    "somebody who knows all true values, and which categories make that possible.",
)
@json_option
def invariants(policy_name: str, language: str, corpus: str | None, as_json: bool) -> None:
    """Show what a policy reveals about a value, and measure it.

    A coherent stand-in is drawn from a sketch of the value, and ε = 0 holds between values with
    the same sketch. Lists the fields of the sketches with a sentence each, and counts how many
    values of our public lists share a sketch, how many bits of a value are revealed, and which
    field narrows it down most.

    \b
    Examples:
      understudy privacy invariants surrogate
      understudy privacy invariants mine.toml --language es --json
      understudy privacy invariants surrogate --corpus calls.jsonl
    """
    from understudy.audit import anonymity  # noqa: PLC0415

    chosen_policy, code = load(policy_name), chosen(language, "--language")
    found = anonymity.state(chosen_policy, code)
    values: dict[str, Any] = {
        "policy": chosen_policy.name,
        "fingerprint": chosen_policy.fingerprint,
        "language": code,
        "declared": [one.as_json() for one in found],
    }
    lines = anonymity.lines(chosen_policy, code, found)
    if corpus is not None:
        linkage = _linkage(chosen_policy, corpus, code)
        values["linkage"] = linkage.as_json()
        lines += ["", *linkage.lines()]
    answer(values, lines, as_json=as_json)


def _linkage(policy: Policy, corpus: str, language: str) -> TraitCosts:
    """Of a release that is made for this, under a key of its own, and is not kept."""
    from dataclasses import replace  # noqa: PLC0415 - after usage is checked

    from understudy.attacks.pairs import of_results  # noqa: PLC0415
    from understudy.attacks.traits import trait_costs  # noqa: PLC0415
    from understudy.core.draw import fresh_key  # noqa: PLC0415
    from understudy.corpus.base import Options  # noqa: PLC0415
    from understudy.corpus.reading import documents_of  # noqa: PLC0415
    from understudy.pipeline import build  # noqa: PLC0415

    documents = list(documents_of(corpus, None, Options(default_language=language)))
    marked = replace(policy, detectors=("given",), detector_options={})
    found = trait_costs(of_results(build(marked).run(documents, fresh_key())))
    if found is None:
        raise UsageError(
            f"{corpus}: fewer than two documents have anything marked; annotate it first, for "
            "instance with understudy identify"
        )
    return found
