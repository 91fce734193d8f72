"""The command line: one module per group of commands, loaded when it is needed."""

from __future__ import annotations

import atexit
import gc
import os
import sys
import traceback
from contextlib import suppress
from pathlib import Path

import click

from understudy.cli.signals import exit_code, signals_as_interrupts, was_interrupted
from understudy.core.errors import UnderstudyError
from understudy.registry import imported

__all__ = ["cli", "main"]

COMMANDS = {
    "run": "understudy.cli.release:run",
    "identify": "understudy.cli.release:identify",
    "replace": "understudy.cli.release:replace",
    "restore": "understudy.cli.restore:restore",
    "columns": "understudy.cli.columns:columns",
    "distort": "understudy.cli.distort:distort",
    "revise": "understudy.cli.revise:revise",
    "certificate": "understudy.cli.certificate:certificate",
    "privacy": "understudy.cli.privacy:privacy",
    "measure": "understudy.cli.measure:measure",
    "learn": "understudy.cli.learn:learn",
    "policy": "understudy.cli.policy:policy",
    "review": "understudy.cli.review:review",
    "serve": "understudy.cli.serve:serve",
    "gateway": "understudy.cli.gateway:gateway",
    "models": "understudy.cli.models:models",
    "formats": "understudy.cli.formats:formats",
}


_START = object()
"""What the context of a process's first command holds."""


class _Commands(click.Group):
    """Commands by name; importing one does not import the others."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command = imported(COMMANDS[cmd_name])
        if ctx.obj is _START:
            _started()
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


RESUMED = {
    ("run",): "use --resume",
    ("identify",): "use --resume",
    ("replace",): "use --resume",
    ("distort", "run"): "use --resume",
    ("measure", "utility"): "use --resume",
    ("learn", "simulate"): "the same command continues",
}
"""Commands that keep what is finished, and how to continue."""


def _stopped(received: list[int]) -> None:
    words = tuple(word for word in sys.argv[1:] if not word.startswith("-"))
    how = next((how for name, how in RESUMED.items() if words[: len(name)] == name), "")
    kept = f"; what is finished is kept, {how}" if how else ""
    with suppress(OSError):  # the terminal may be gone
        click.echo(f"stopped{kept}", err=True)
    sys.exit(exit_code(received))


def _started() -> None:
    """What was imported stays until the end: no search for cycles looks there."""
    gc.freeze()
    gc.enable()


def main() -> None:
    """The entry point: errors on purpose become one line and an exit status."""
    # Threads that share the small products of a fit wait for each other by spinning: on two
    # processors eight times the work. They are counted when numpy is first imported.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    first = not gc.get_freeze_count()
    if first:
        gc.disable()
        # The end of the process frees all there is; a search for cycles before it, among the
        # tables, would take a fifth of a short run.
        atexit.register(gc.freeze)
    try:
        with signals_as_interrupts() as received:
            _main(received, _START if first else None)
    finally:
        if first:
            gc.enable()


def _main(received: list[int], told: object = None) -> None:
    try:
        cli.main(standalone_mode=False, obj=told)
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
        if received or was_interrupted(error):
            _stopped(received)
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
