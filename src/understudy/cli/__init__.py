"""The command line: one module per group of commands, loaded when asked for."""

from __future__ import annotations

import os
import signal
import sys
import threading
import traceback
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from time import monotonic
from types import FrameType

import click

from understudy.core.errors import UnderstudyError
from understudy.registry import imported

__all__ = ["cli", "exit_code", "main", "signals_as_interrupts"]

COMMANDS = {
    "run": "understudy.cli.release:run",
    "identify": "understudy.cli.release:identify",
    "replace": "understudy.cli.release:replace",
    "restore": "understudy.cli.restore:restore",
    "columns": "understudy.cli.columns:columns",
    "distort": "understudy.cli.distort:distort",
    "revise": "understudy.cli.revise:revise",
    "privacy": "understudy.cli.privacy:privacy",
    "measure": "understudy.cli.measure:measure",
    "learn": "understudy.cli.learn:learn",
    "policy": "understudy.cli.policy:policy",
    "serve": "understudy.cli.serve:serve",
    "gateway": "understudy.cli.gateway:gateway",
    "models": "understudy.cli.models:models",
    "formats": "understudy.cli.formats:formats",
}


class _Commands(click.Group):
    """Commands by name; importing one does not import the others."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command = imported(COMMANDS[cmd_name])
        if not isinstance(command, click.Command):
            raise TypeError(f"{COMMANDS[cmd_name]} is not a command")
        return command


@click.command(
    cls=_Commands,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(package_name="understudy")
def cli() -> None:
    """De-identify text corpora.

    Understudy finds what is private in a corpus, replaces it with stand-ins, states what that
    protects, and measures how useful the text still is.

    \b
    Exit status: 0 done, 1 failed, 2 wrong usage, 3 a policy or a budget was violated.

    \b
    Example:
      understudy run calls.jsonl -o release.jsonl --report report.html
    """


_SIGNALS = ("SIGTERM", "SIGHUP")
"""SIGINT is Python's own affair. Not every system has both."""
_PATIENCE = 5.0
"""Seconds for the clean-up in which no other signal counts: some supervisors send several. A
later one does, so that a clean-up that waits for something can be ended, too."""


@contextmanager
def signals_as_interrupts() -> Iterator[list[int]]:
    """SIGTERM and SIGHUP are raised as KeyboardInterrupt, so that all that is cleaned up after an
    interrupt is cleaned up after them. The list has the numbers that came.

    What the process was told to ignore stays ignored (``nohup``), and a program around us that
    has handlers of its own keeps them.
    """
    received: list[int] = []
    since = 0.0

    def stop(number: int, frame: FrameType | None) -> None:
        nonlocal since
        if received and monotonic() - since < _PATIENCE:
            return
        received.append(number)
        since = monotonic()
        raise KeyboardInterrupt

    numbers = [getattr(signal, name) for name in _SIGNALS if hasattr(signal, name)]
    free = [one for one in numbers if signal.getsignal(one) == signal.SIG_DFL]
    if threading.current_thread() is not threading.main_thread():  # others cannot set handlers
        free = []
    for number in free:
        signal.signal(number, stop)
    try:
        yield received
    finally:
        for number in free:
            signal.signal(number, signal.SIG_DFL)


def exit_code(received: list[int]) -> int:
    """128 and the number of the signal, as shells have it."""
    return 128 + (received[0] if received else signal.SIGINT)


def _stopped(received: list[int]) -> None:
    with suppress(OSError):  # the terminal may be gone
        click.echo("stopped; what is finished is kept, use --resume", err=True)
    sys.exit(exit_code(received))


def main() -> None:
    """The entry point: errors on purpose become one line and an exit status."""
    with signals_as_interrupts() as received:
        _main(received)


def _main(received: list[int]) -> None:
    try:
        cli.main(standalone_mode=False)
    except click.exceptions.Exit as stop:
        sys.exit(stop.exit_code)
    except click.ClickException as error:
        error.show()
        sys.exit(2)
    except (click.Abort, KeyboardInterrupt):
        _stopped(received)
    except UnderstudyError as error:
        if received:  # the signal went to the workers as well, and the run saw them end first
            _stopped(received)
        click.echo(f"error: {error}", err=True)
        sys.exit(error.exit_code)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(1)
    except OSError as error:
        place = f"{error.filename}: " if error.filename else ""
        click.echo(f"error: {place}{error.strerror or type(error).__name__}", err=True)
        sys.exit(1)
    except MemoryError:
        click.echo("error: there is not enough memory", err=True)
        sys.exit(1)
    except Exception as error:
        # What went wrong may have private text in its message: only its kind and place are told.
        if os.environ.get("UNDERSTUDY_DEBUG"):
            raise
        frames = traceback.extract_tb(error.__traceback__)
        place = f"{Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else "?"
        click.echo(
            f"error: an internal fault ({type(error).__name__} at {place}); "
            "set UNDERSTUDY_DEBUG=1 for the traceback, which may hold private text",
            err=True,
        )
        sys.exit(1)
