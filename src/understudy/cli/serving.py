"""How commands listen on a port: options, worker processes, and the end after a signal."""

from __future__ import annotations

import logging
import multiprocessing
import os
import socket
import sys
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from multiprocessing.context import SpawnProcess
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import click

from understudy.cli.common import answer
from understudy.cli.options import Decorator, stacked
from understudy.core.errors import UnderstudyError, UsageError

__all__ = [
    "Application",
    "check_access",
    "key_options",
    "limit_options",
    "listening_socket",
    "print_new_key",
    "serve_until_signal",
    "server_options",
]

_FILE = click.Path(exists=True, dir_okay=False)
_LOCAL = ("127.0.0.1", "::1", "localhost")
_YOUNG = 20.0
"""A worker that ends sooner could not start, and another one could not either."""
_GRACE = 5.0
_HEAD = 60.0
"""Seconds that the head of a request may take."""
_KEEP_ALIVE = 75
"""Seconds that an idle connection stays open: longer than clients keep theirs, or one of them asks
on a connection that is just being closed."""

_COUNTED = "PROMETHEUS_MULTIPROC_DIR"
"""Where workers write their counts, so that each can show the sum."""


class Application(NamedTuple):
    """What is served: a function and what it is called with, so that a worker can make its own."""

    make: Callable[..., Any]
    arguments: tuple[Any, ...]

    def __repr__(self) -> str:
        return f"Application({self.make.__name__})"


def server_options(port: int) -> Decorator:
    """Where to listen, how many processes answer, and encryption."""
    return stacked(
        click.option(
            "--host",
            default="127.0.0.1",
            metavar="ADDRESS",
            show_default=True,
            help="The address to listen on.",
        ),
        click.option(
            "--port",
            type=click.IntRange(0, 65535),
            default=port,
            show_default=True,
            metavar="N",
            help="The port to listen on; 0 for any free port.",
        ),
        click.option(
            "--workers",
            type=click.IntRange(1),
            default=1,
            show_default=True,
            metavar="N",
            help="The number of processes that answer requests.",
        ),
        click.option("--tls-cert", type=_FILE, help="The certificate of the service, in PEM."),
        click.option("--tls-key", type=_FILE, help="The certificate's private key."),
    )


def key_options() -> Decorator:
    """Who may ask."""
    return stacked(
        click.option(
            "--api-keys",
            type=click.Path(path_type=Path, exists=True, dir_okay=False),
            help="A file with the name and the SHA-256 of an API key on each line; --new-key "
            "makes one.",
        ),
        click.option("--new-key", is_flag=True, help="Print a new API key and its hash, and exit."),
    )


def print_new_key(*, as_json: bool) -> None:
    """A new API key and its hash, for the file of keys."""
    from understudy.service.access import new_key  # noqa: PLC0415 - of the extra

    key, hashed = new_key()
    lines = [f"key   {key}", f"hash  {hashed}"]
    answer({"key": key, "hash": hashed}, lines, as_json=as_json)


def limit_options(timeout: float, help_timeout: str) -> Decorator:
    """How much may be asked at once."""
    return stacked(
        click.option(
            "--max-bytes",
            type=click.IntRange(1),
            default=10_000_000,
            show_default=True,
            metavar="N",
            help="The largest body of a request, in bytes.",
        ),
        click.option(
            "--timeout",
            type=click.FloatRange(0, min_open=True),
            default=timeout,
            show_default=True,
            metavar="SECONDS",
            help=help_timeout,
        ),
        click.option(
            "--per-client",
            type=click.IntRange(1),
            default=32,
            show_default=True,
            metavar="N",
            help="The most requests of one client at the same time.",
        ),
    )


def check_access(given: Mapping[str, Any]) -> None:
    """Whoever can be reached from other machines wants keys; a certificate needs its key."""
    if given["api_keys"] is None and given["host"] not in _LOCAL:
        raise UsageError(f"--host {given['host']}: others could ask without a key; give --api-keys")
    if (given["tls_cert"] is None) != (given["tls_key"] is None):
        raise UsageError("--tls-cert and --tls-key go together")


def serve_until_signal(given: Mapping[str, Any], application: Callable[[], Application]) -> None:
    """Serves until a signal comes. The port is taken before anything is loaded."""
    with listening_socket(given["host"], given["port"]) as door:
        made = application()
        app = made.make(*made.arguments)  # what is wrong with it is said before it is announced
        scheme = "http" if given["tls_cert"] is None else "https"
        host = f"[{given['host']}]" if ":" in given["host"] else given["host"]
        address = f"{scheme}://{host}:{door.getsockname()[1]}"
        answer({"address": address}, [f"listening on {address}"], as_json=given["as_json"])
        sys.stdout.flush()
        settings = {
            "patience": min(given["timeout"], _HEAD),
            "ssl_certfile": given["tls_cert"],
            "ssl_keyfile": given["tls_key"],
            "timeout_graceful_shutdown": int(given["timeout"]) + 1,
        }
        # After a signal it has answered what was under way and raises the signal again.
        with suppress(KeyboardInterrupt):
            if given["workers"] == 1:
                _serve(app, door, settings)
            else:
                with TemporaryDirectory(prefix="understudy-") as folder:
                    os.environ[_COUNTED] = folder
                    _supervise(made, door, settings, given["workers"])


def _serve(app: Any, door: socket.socket, settings: Mapping[str, Any]) -> None:
    import uvicorn  # noqa: PLC0415 - of the extra

    from understudy.service.patience import impatient  # noqa: PLC0415

    _log_to_stderr()
    settings = dict(settings)
    config = uvicorn.Config(
        app,
        http=impatient(settings.pop("patience")),
        access_log=False,
        log_config=None,
        server_header=False,
        timeout_keep_alive=_KEEP_ALIVE,
        **settings,
    )
    uvicorn.Server(config).run(sockets=[door])


def _worker(made: Application, door: socket.socket, settings: Mapping[str, Any]) -> None:
    with suppress(KeyboardInterrupt):
        _serve(made.make(*made.arguments), door, settings)


def _supervise(
    made: Application, door: socket.socket, settings: Mapping[str, Any], count: int
) -> None:
    """Processes of their own that share the port; one that has ended gets a successor. Their model
    is a file that each maps into its memory, so that the machine holds it once."""
    from prometheus_client.multiprocess import (  # noqa: PLC0415 - of the extra
        mark_process_dead,
    )

    context = multiprocessing.get_context("spawn")

    def started() -> tuple[float, SpawnProcess]:
        process = context.Process(target=_worker, args=(made, door, settings))
        process.start()
        return time.monotonic(), process

    workers = [started() for _ in range(count)]
    try:
        while True:
            time.sleep(0.5)
            for at, (since, process) in enumerate(workers):
                if process.is_alive():
                    continue
                if time.monotonic() - since < _YOUNG:
                    raise UnderstudyError("a worker could not start")
                mark_process_dead(process.pid)  # type: ignore[no-untyped-call]
                workers[at] = started()
    finally:
        for _, process in workers:
            process.terminate()
        patience = time.monotonic() + settings["timeout_graceful_shutdown"] + _GRACE
        for _, process in workers:
            process.join(max(0.0, patience - time.monotonic()))
            if process.is_alive():
                process.kill()


def listening_socket(host: str, port: int) -> socket.socket:
    """A socket that listens, before anything is loaded."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        door = socket.create_server((host, port), family=family, backlog=2048)
    except OSError as error:
        raise UsageError(f"--host {host} --port {port}: {error.strerror or 'no address'}") from None
    # An answer is written in two pieces, head and body. Without this, which connections inherit,
    # the second one waits until the client has acknowledged the first: 40 ms of every answer.
    door.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return door


def _log_to_stderr() -> None:
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(logging.Formatter("%(message)s"))
    log = logging.getLogger("understudy.service")
    log.addHandler(handler)
    log.setLevel(logging.INFO)
    log.propagate = False
