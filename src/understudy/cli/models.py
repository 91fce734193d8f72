"""models."""

from __future__ import annotations

from dataclasses import asdict

import click

from understudy.cli.common import answer
from understudy.cli.options import json_option
from understudy.encoder.described import Described, described
from understudy.encoder.model import NAMES

__all__ = ["models"]

_MAIN = (
    *("uner-ewt.f1", "uner-ewt.lower.f1", "wikiann-es.f1", "wikiann-es.lower.f1"),
    *("masked.en", "masked.es", "upos.en", "upos.es", "words_per_second", "f1"),
)
"""The scores that people are shown; machines get all."""


@click.command()
@click.argument("folder", required=False)
@click.option("--check", is_flag=True, help="Compare the files with the digests on the model card.")
@json_option
def models(folder: str | None, check: bool, as_json: bool) -> None:
    """List the built-in language models, or describe another.

    FOLDER is what `understudy learn train encoder` wrote, or a Hugging Face model.

    \b
    Example:
      understudy models --check
    """
    found = [described(name) for name in ([folder] if folder else NAMES)]
    if check:
        for model in found:
            model.check()
    rows = [{**asdict(model), "folder": str(model.folder)} for model in found]
    if check:
        rows = [{**row, "checked": True} for row in rows]
    lines = [line for model in found for line in _shown(model, check)]
    answer({"models": rows}, lines, as_json=as_json)


def _shown(model: Described, checked: bool) -> list[str]:
    facts = {
        "size": f"{model.bytes / 1e6:.1f} MB",
        "languages": ", ".join(model.languages),
        "licence": model.licence,
        "does": ", ".join(model.heads),
        "finds": ", ".join(model.categories),
        "scores": ", ".join(
            f"{name} {_figure(model.scores[name])}" for name in _MAIN if name in model.scores
        ),
        "digest": model.digest,
        "files": "as the card has them" if checked else "",
    }
    return [model.name, *(f"  {fact:<11}{text}" for fact, text in facts.items() if text)]


def _figure(score: float) -> str:
    return f"{score:,.0f}" if score > 1 else f"{score:.3f}"
