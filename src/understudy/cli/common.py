"""What commands share: finding a corpus, printing results, reading secrets and showing progress."""

from __future__ import annotations

import json
import math
import os
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from time import monotonic
from typing import Any, Protocol

import click

from understudy.cli.options import stacked
from understudy.cli.pace import Pace, ticking
from understudy.core.errors import UsageError
from understudy.core.files import is_same
from understudy.corpus.base import Options
from understudy.languages import chosen

__all__ = [
    "Update",
    "answer",
    "check_written",
    "corpus_options",
    "interactive",
    "number",
    "options_from",
    "progress_bar",
    "read_ledger_key",
    "read_secret",
    "shown",
]


def _installed(context: click.Context, option: click.Parameter, tag: str | None) -> str | None:
    """The tag, with its country: en-GB is English whose dates have the day first."""
    if tag is not None:
        chosen(tag, "--language")
    return tag


def _delimiter(context: click.Context, option: click.Parameter, value: str) -> str:
    return "\t" if value.lower() in ("\\t", "tab") else value


corpus_options = stacked(
    click.option(
        "--format",
        "format_name",
        metavar="NAME",
        help="The format of the corpus, if the file names do not show it. See: understudy formats",
    ),
    click.option(
        "--text",
        multiple=True,
        metavar="FIELD",
        help="A field, column or dotted path that holds text; may be given several times. "
        "[default: text]",
    ),
    click.option(
        "--id",
        "id_field",
        default="id",
        metavar="FIELD",
        show_default=True,
        help="The field or column that holds the id of a document.",
    ),
    click.option(
        "--language-field",
        default="language",
        metavar="FIELD",
        show_default=True,
        help="The field or column that holds the language of a document.",
    ),
    click.option(
        "--subject",
        "subject_field",
        default="subject",
        metavar="FIELD",
        show_default=True,
        help="The field or column that names the data subject, the person a document is about.",
    ),
    click.option(
        "--entities",
        "entities_field",
        default="entities",
        metavar="FIELD",
        show_default=True,
        help="The field or column that holds the annotations of a document.",
    ),
    click.option(
        "--token-column",
        default=0,
        metavar="N",
        show_default=True,
        help="The column with the tokens (conll), counted from 0.",
    ),
    click.option(
        "--tag-column",
        default=-1,
        metavar="N",
        show_default=True,
        help="The column with the tags (conll); negative numbers count from the end.",
    ),
    click.option(
        "--delimiter",
        default="",
        metavar="CHAR",
        callback=_delimiter,
        help="The delimiter of a csv, if it is not a comma. Write tab for a tab.",
    ),
    click.option(
        "--encoding",
        default="",
        metavar="NAME",
        help="The encoding of text files, such as cp1252 or utf-16. "
        "[default: UTF-8, or what their first bytes look like]",
    ),
    click.option(
        "--language",
        "default_language",
        metavar="CODE",
        callback=_installed,
        help="The language of documents that do not name one. A country, as in en-GB, also sets "
        "the order of day and month. [default: detected]",
    ),
)
"""Where a corpus keeps things."""


def options_from(given: Mapping[str, Any]) -> Options:
    """What ``corpus_options`` were given, for the format."""
    return Options(
        text=tuple(given["text"]) or ("text",),
        id=given["id_field"],
        language=given["language_field"],
        subject=given["subject_field"],
        entities=given["entities_field"],
        token_column=given["token_column"],
        tag_column=given["tag_column"],
        delimiter=given["delimiter"],
        encoding=given["encoding"],
        default_language=given["default_language"],
    )


def number(value: float) -> float | str:
    """A figure as JSON can hold it, to ten significant digits."""
    if math.isinf(value):
        return "inf"
    return float(f"{value:.10g}")


def shown(value: float) -> str:
    """A figure as people read it, to five significant digits."""
    return "∞" if math.isinf(value) else f"{value:.5g}"


def answer(values: Mapping[str, Any], lines: list[str], *, as_json: bool) -> None:
    """The result: JSON for machines, lines for people."""
    if as_json:
        click.echo(json.dumps(values, ensure_ascii=False))
    else:
        for line in lines:
            click.echo(line)


def check_written(
    places: Iterable[Path | None], reads: Iterable[str | Path | None], *, force: bool
) -> None:
    """The files that a command will write take the place of nothing that it reads, nor of one
    another, nor, unless that was said, of what is there. To be asked before anything is
    computed."""
    sources = [Path(one) for one in reads if one is not None and str(one) != "-"]
    before: list[Path] = []
    for path in places:
        if path is None:
            continue
        if path.is_dir():
            raise UsageError(f"{path}: is a directory; name a file")
        if not path.absolute().parent.is_dir():
            raise UsageError(f"{path.parent}: no such directory")
        for source in sources:
            inside = path.exists() and source.resolve() in path.resolve().parents
            if is_same(path, source) or inside:
                raise UsageError(f"{path}: is read by this command; choose another name")
        if any(is_same(path, other) for other in before):
            raise UsageError(f"{path}: is the place of the page; call the page PAGE.html")
        if path.exists() and not force:
            raise UsageError(f"{path}: exists already; choose another name or use --force")
        before.append(path)


_HOW = (
    "make one with: (umask 077; python3 -c 'import secrets; print(secrets.token_hex(32))' > FILE)"
)
_WORD = re.compile(rb"(?:[A-Z]+|(?:[A-Z]?[a-z]{2,}){1,4})[0-9\W_]{0,8}")
"""A word, or words run together, perhaps with a year or a sign behind: administrator2024!"""
_DISTINCT = 6
"""Different bytes that a key has at least: chance gives fewer to three in a hundred thousand
keys of sixteen hexadecimal digits, and to none of the length that we advise."""


def guessable(secret: bytes) -> bool:
    """Whether a secret is nothing that chance would make: few signs, one piece again and again
    (passwordpassword), or a short word."""
    # What repeats itself every so many bytes is the same when it is moved by as many.
    sizes = range(1, min(16, len(secret) // 2 + 1))
    repeated = any(secret[size:] == secret[:-size] for size in sizes)
    word = len(secret) < 32 and _WORD.fullmatch(secret) is not None
    return len(set(secret)) < _DISTINCT or repeated or word


def read_secret(path: Path, what: str, *, new: bool = False) -> bytes:
    """A key file: at least 16 bytes; others should not be able to read it.

    ``new``: something will be drawn or sealed with it, so it must not be guessable. What was
    sealed with such a key can still be opened.
    """
    try:
        secret = path.read_bytes()
    except OSError as error:
        raise UsageError(f"{path}: the {what} cannot be read: {error.strerror}") from None
    if len(secret.strip()) < 16:
        raise UsageError(f"{path}: the {what} is too short: at least 16 bytes are needed; {_HOW}")
    if new and guessable(secret.strip()):
        raise UsageError(
            f"{path}: the {what} can be guessed, and with it what was replaced; {_HOW}"
        )
    if os.name == "posix" and path.stat().st_mode & 0o077:
        click.echo(f"warning: {path} can be read by others; chmod 600 {path}", err=True)
    return secret


def read_ledger_key(path: Path | None) -> bytes | None:
    """The secret of a ledger that is to be read, where it has one."""
    return None if path is None else read_secret(path, "ledger key file")


_PAUSE = 0.1
"""Seconds between two drawings of the bar: commands may report far more often."""


class Update(Protocol):
    """Tells the bar what has been done."""

    def __call__(
        self,
        text: str | None = None,
        *,
        advance: int = 0,
        done: int | None = None,
        total: int | None = None,
    ) -> None:
        """``advance`` adds to what is done, ``done`` sets it; what is left out stays."""
        ...


def interactive() -> bool:
    """Whether somebody is watching: standard error is a terminal."""
    return sys.stderr.isatty()


@contextmanager
def progress_bar(
    text: str, *, total: int | None = None, quiet: bool = False, in_bytes: bool = False
) -> Iterator[Update]:
    """A progress bar on a terminal, nothing elsewhere; gone at the end."""
    if quiet or not interactive():
        yield _nothing
        return
    from rich import progress as rich  # noqa: PLC0415 - only on a terminal
    from rich.console import Console  # noqa: PLC0415

    counted: tuple[rich.ProgressColumn, ...] = (rich.MofNCompleteColumn(),)
    if in_bytes:
        counted = (rich.DownloadColumn(), rich.TransferSpeedColumn())
    columns = (rich.TextColumn("{task.description}"), rich.BarColumn(), *counted)
    # Without a thread of its own, so that workers can be forked.
    with rich.Progress(
        *columns,
        rich.TimeElapsedColumn(),
        rich.TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
        auto_refresh=False,
    ) as bar:
        task = bar.add_task(text, total=total)
        pace = Pace()
        drawn, drawing = 0.0, False

        def update(
            text: str | None = None,
            *,
            advance: int = 0,
            done: int | None = None,
            total: int | None = None,
        ) -> None:
            nonlocal drawn, drawing
            drawing = True  # a tick in the midst of this would draw into the line
            pace.reached(pace.done + advance if done is None else done, monotonic())
            bar.update(task, description=text, completed=pace.done, total=total)
            if monotonic() - drawn >= _PAUSE:
                bar.refresh()
                drawn = monotonic()
            drawing = False

        def tick() -> None:
            nonlocal drawn
            if drawing:
                return
            whole = bar.tasks[0].total
            guess = pace.guess(monotonic())
            bar.update(task, completed=guess if whole is None else min(guess, whole))
            bar.refresh()
            drawn = monotonic()

        bar.refresh()
        with ticking(tick):
            yield update


def _nothing(
    text: str | None = None,
    *,
    advance: int = 0,
    done: int | None = None,
    total: int | None = None,
) -> None:
    """Draw no bar."""
