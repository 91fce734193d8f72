"""The progress bar of long commands."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic
from typing import Protocol

__all__ = ["Update", "interactive", "progress_bar"]

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
        rich.TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
        auto_refresh=False,
    ) as bar:
        task = bar.add_task(text, total=total)
        drawn = 0.0

        def update(
            text: str | None = None,
            *,
            advance: int = 0,
            done: int | None = None,
            total: int | None = None,
        ) -> None:
            nonlocal drawn
            bar.update(
                task,
                description=text,
                advance=None if done is not None else advance,
                completed=done,
                total=total,
            )
            if monotonic() - drawn >= _PAUSE:
                bar.refresh()
                drawn = monotonic()

        bar.refresh()
        yield update


def _nothing(
    text: str | None = None,
    *,
    advance: int = 0,
    done: int | None = None,
    total: int | None = None,
) -> None:
    """Draw no bar."""
