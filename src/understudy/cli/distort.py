"""distort score and distort run."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace as changed
from difflib import SequenceMatcher
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from understudy.cli.common import answer, check_written, corpus_options, number
from understudy.cli.options import (
    choice_option,
    count_option,
    force_option,
    json_option,
    model_option,
    mu_option,
)
from understudy.cli.release import policy_of, release_with
from understudy.cli.run_options import outcome_options, output_option, run_options
from understudy.core.errors import UsageError
from understudy.core.files import write_whole
from understudy.policy import PRESETS, Policy, with_rule
from understudy.replace.distort.keys import CANDIDATES, DIVERGENCES, METHODS, MU, SCALES

if TYPE_CHECKING:
    from understudy.encoder.divergence import Term
    from understudy.encoder.likeness import Likeness

__all__ = ["distort"]

_COLOURS = (("red", 0.5), ("yellow", 0.15))
"""From which share of the most that one word adds it is shown in a colour."""


@click.group()
def distort() -> None:
    """Rewrite private phrases so that their context still fits.

    \b
    Example:
      understudy distort score "She lives in Rome." "She lives in Lima." --explain
    """


@distort.command()
@click.argument("original")
@click.argument("edited")
@choice_option(
    "--divergence",
    DIVERGENCES,
    "kl",
    "How the model's expectations of a word before and after the edit are compared.",
)
@choice_option(
    "--pool",
    ("sum", "mean", "share"),
    "sum",
    "How the words are combined: weighted sum, plain mean, or weighted mean (share).",
)
@mu_option(0.9, "the edit")
@click.option(
    "--window",
    type=click.IntRange(1),
    metavar="WORDS",
    help="How many words on either side of the edit count. [default: those with a weight of 1 % or "
    "more]",
)
@choice_option(
    "--units",
    ("words", "pieces"),
    "words",
    "What is hidden from the model at a time: whole words, or the pieces that it cuts them into.",
)
@model_option("The built-in model, or a masked language model from Hugging Face.")
@click.option("--explain", is_flag=True, help="Show how much each word contributes.")
@click.option(
    "--html",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Write the contributions as a heat map. The file contains the text.",
)
@force_option
@json_option
def score(
    original: str,
    edited: str,
    model: str,
    explain: bool,
    html: Path | None,
    force: bool,
    as_json: bool,
    **formula: Any,
) -> None:
    """Measure how much an edit disturbs its context (NDD).

    NDD compares what a language model expects of the unedited words before and after the edit. It
    also shows the cosine of the sentence vectors and the difference of the perplexities.

    \b
    Examples:
      understudy distort score "She lives in Rome." "She lives in Lima." --json
      understudy distort score "She lives in Rome." "She lives in 1926." --explain
    """
    check_written([html], (), force=force)
    from understudy.encoder.divergence import Divergence  # noqa: PLC0415 - models take a while
    from understudy.encoder.likeness import likeness  # noqa: PLC0415
    from understudy.replace.distort.candidates import model_of  # noqa: PLC0415

    found = likeness(original, edited, Divergence(model_of(model), **formula))
    facts = {name: number(getattr(found, name)) for name in ("ndd", "cosine", "delta_ppl")}
    values: dict[str, Any] = dict(facts)
    if explain:
        values["words"] = [_word(original, term) for term in found.terms]
    lines = [f"{name:<12}{float(value):.4f}" for name, value in facts.items()]
    if explain:
        lines += ["", *_explained(original, found)]
    if html is not None:
        write_whole(html, _page(original, edited, found))  # for its owner: it shows both texts
        lines.append(f"{'heat map':<12}{html}")
    answer(values, lines, as_json=as_json)


def _word(text: str, term: Term) -> dict[str, Any]:
    return {
        "word": text[term.start : term.end],
        "start": term.start,
        "end": term.end,
        "weight": number(term.weight),
        "divergence": number(term.divergence),
    }


def _explained(text: str, found: Likeness) -> Iterator[str]:
    """The text with colours, on a terminal, and a row for each word."""
    from understudy.report.heatmap import pieces, shares  # noqa: PLC0415

    if not found.terms:
        yield "nothing was edited"
        return
    yield "".join(
        click.style(part, fg=_colour(share), bold=share >= 0.5)
        if term
        else click.style(part, underline=bool(part.strip()))
        for part, term, share in pieces(text, found.terms)
    )
    yield ""
    for term, share in zip(found.terms, shares(found.terms), strict=True):
        bar = "█" * round(20 * share)
        shown = f"{text[term.start : term.end]:<18}{term.divergence:>9.4f} × {term.weight:<7.3f}"
        yield (shown + click.style(bar, fg=_colour(share))).rstrip()


def _colour(share: float) -> str | None:
    return next((name for name, least in _COLOURS if share >= least), None)


def _page(original: str, edited: str, found: Likeness) -> str:
    from understudy.core.text import words  # noqa: PLC0415
    from understudy.report.heatmap import page  # noqa: PLC0415

    old, new = ([text[a:b] for a, b in words(text)] for text in (original, edited))
    spans, pieces, cursor = words(edited), [], 0
    for tag, _, _, first, last in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if tag == "equal" or first == last:
            continue
        start, end = spans[first][0], spans[last - 1][1]
        pieces += [(edited[cursor:start], False), (edited[start:end], True)]
        cursor = end
    facts = {name: float(getattr(found, name)) for name in ("ndd", "cosine", "delta_ppl")}
    return page(original, found.terms, [*pieces, (edited[cursor:], False)], facts)


@distort.command()
@output_option
@run_options
@choice_option(
    "--method",
    METHODS,
    METHODS[0],
    "Where candidates come from: a bank of phrases (substitute), or the language model (generate).",
)
@count_option("--candidates", CANDIDATES, "How many candidates are drawn for each entity.")
@click.option(
    "--epsilon",
    type=click.FloatRange(0.0),
    metavar="NUMBER",
    help="The ε of the private choice among the candidates. [default: the best candidate is taken, "
    "ε = ∞]",
)
@click.option(
    "--scale",
    type=click.Choice(SCALES),
    help="With --epsilon: how scores become weights. two-level: one weight for the best "
    "candidates, one for the others; rank: falling with the rank; clip: by the score, up to a "
    "fixed bound. "
    "[default: two-level]",
)
@click.option(
    "--source",
    type=click.Choice(["public", "corpus", "file"]),
    help="Where --method substitute takes its phrases from: built-in lists (public), the corpus, "
    "or the file of --bank. [default: public, or file with --bank]",
)
@click.option(
    "--bank",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="A file of phrases, one per line, or with weights in a .csv.",
)
@click.option(
    "--category",
    "categories",
    multiple=True,
    metavar="NAME",
    help="Rewrite this category only; may be given several times. [default: all]",
)
@mu_option(MU, "the mention")
@model_option("The built-in model, or a masked language model from Hugging Face.")
@outcome_options
@corpus_options
@json_option
def run(**given: Any) -> None:
    """Rewrite what is private so that its context still fits.

    The policy decides what is found. For the categories that can be rewritten (those of
    --category, or all that there are phrases for), distortion replaces its rules.

    \b
    Examples:
      understudy distort run calls.jsonl -o release.jsonl
      understudy distort run calls.jsonl -o release.jsonl --method generate --epsilon 4
    """
    release_with(given, _policy(given))


def _policy(given: Mapping[str, Any]) -> Policy:
    """The policy that was named, with distortion in the place of its rules.

    The budget of a preset is that of its own rules; the budget of a policy of one's own holds.
    """
    policy = policy_of(given)
    if policy.scope == "subject":
        raise UsageError(f'{given["policy_name"]}: distortion needs scope = "document"')
    if given["policy_name"] in PRESETS:
        policy = changed(policy, epsilon_max=None)
    unknown = [name for name in given["categories"] if name not in policy.known]
    if unknown:
        raise UsageError(f"--category: there is no category {unknown[0]}")
    policy = changed(policy, name=f"{policy.name}, distorted", description="")
    return with_rule(policy, _table(given), given["categories"])


def _table(given: Mapping[str, Any]) -> dict[str, Any]:
    """The rule, as a policy would have it."""
    table: dict[str, Any] = {"strategy": "distort"}
    for key in ("method", "candidates", "epsilon", "scale", "source", "mu", "model"):
        if given[key] is not None:
            table[key] = given[key]
    if given["bank"] is not None:
        table["file"] = str(given["bank"].resolve())
    return table
