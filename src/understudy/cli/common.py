"""Options that several commands share, and how commands answer."""

from __future__ import annotations

import json
import math
import os
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeVar

import click

from understudy.corpus.base import Options
from understudy.errors import UsageError
from understudy.languages import installed

__all__ = [
    "answer",
    "corpus_options",
    "interactive",
    "json_option",
    "number",
    "options_from",
    "read_secret",
]

Function = TypeVar("Function", bound=Callable[..., Any])


def _installed(context: click.Context, option: click.Parameter, tag: str | None) -> str | None:
    return None if tag is None else installed(tag, "--language")


def _delimiter(context: click.Context, option: click.Parameter, value: str) -> str:
    return "\t" if value.lower() in ("\\t", "tab") else value


_CORPUS = (
    click.option(
        "--format",
        "format_name",
        metavar="NAME",
        help="The format of the corpus, where "
        "the file names do not say it. See: understudy formats",
    ),
    click.option(
        "--text",
        multiple=True,
        metavar="FIELD",
        help="A field, column or dotted path "
        "that holds text; may be given several times. [default: text]",
    ),
    click.option(
        "--id",
        "id_field",
        default="id",
        metavar="FIELD",
        show_default=True,
        help="The field or column with the id of a document.",
    ),
    click.option(
        "--language-field",
        default="language",
        metavar="FIELD",
        show_default=True,
        help="The field or column with its language.",
    ),
    click.option(
        "--subject",
        "subject_field",
        default="subject",
        metavar="FIELD",
        show_default=True,
        help="The field or column with its data subject.",
    ),
    click.option(
        "--entities",
        "entities_field",
        default="entities",
        metavar="FIELD",
        show_default=True,
        help="The field or column with its annotations.",
    ),
    click.option(
        "--token-column",
        default=0,
        metavar="N",
        show_default=True,
        help="The column of the tokens (conll), counted from 0.",
    ),
    click.option(
        "--tag-column",
        default=-1,
        metavar="N",
        show_default=True,
        help="The column of the tags (conll); negative counts from the end.",
    ),
    click.option(
        "--delimiter",
        default="",
        metavar="CHAR",
        callback=_delimiter,
        help="The delimiter of a csv that does not use a comma; tab for a tab.",
    ),
    click.option(
        "--language",
        "default_language",
        metavar="CODE",
        callback=_installed,
        help="The language of documents that do not name one. [default: detected]",
    ),
)


def corpus_options(function: Function) -> Function:
    """Where a corpus keeps things."""
    for option in reversed(_CORPUS):
        function = option(function)
    return function


def options_from(given: Mapping[str, Any]) -> Options:
    return Options(
        text=tuple(given["text"]) or ("text",),
        id=given["id_field"],
        language=given["language_field"],
        subject=given["subject_field"],
        entities=given["entities_field"],
        token_column=given["token_column"],
        tag_column=given["tag_column"],
        delimiter=given["delimiter"],
        default_language=given["default_language"],
    )


def json_option(function: Function) -> Function:
    return click.option("--json", "as_json", is_flag=True, help="Answer in JSON.")(function)


def number(value: float) -> float | str:
    """A figure as JSON can hold it, to ten significant digits."""
    if math.isinf(value):
        return "inf"
    return float(f"{value:.10g}")


def answer(values: Mapping[str, Any], lines: list[str], *, as_json: bool) -> None:
    """The result: JSON for machines, lines for people."""
    if as_json:
        click.echo(json.dumps(values, ensure_ascii=False))
    else:
        for line in lines:
            click.echo(line)


def read_secret(path: Path, what: str) -> bytes:
    """A key file: at least 16 bytes; others should not be able to read it."""
    try:
        secret = path.read_bytes()
    except OSError as error:
        raise UsageError(f"{path}: the {what} cannot be read: {error.strerror}") from None
    if len(secret.strip()) < 16:
        raise UsageError(
            f"{path}: the {what} is too short; make one with: "
            "python3 -c 'import secrets; print(secrets.token_hex(32))' > FILE"
        )
    if os.name == "posix" and path.stat().st_mode & 0o077:
        click.echo(f"warning: {path} can be read by others; chmod 600 {path}", err=True)
    return secret


def interactive() -> bool:
    return sys.stderr.isatty()
