"""serve."""

from __future__ import annotations

import logging
import socket
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

import click

from understudy.cli.common import answer
from understudy.cli.options import json_option
from understudy.core.errors import MissingExtra, UsageError

__all__ = ["listening", "serve"]

_FILE = click.Path(exists=True, dir_okay=False)


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=8080,
    show_default=True,
    metavar="N",
    help="The port to listen on; 0 for any that is free.",
)
@click.option(
    "--policy",
    "policies",
    multiple=True,
    metavar="NAME|FILE",
    help="A policy that may be asked for; the first one is the default. Repeatable. "
    "[default: surrogate]",
)
@click.option(
    "--language",
    "languages",
    multiple=True,
    metavar="CODE",
    help="A language whose lists are loaded before the service is ready. Repeatable.",
)
@click.option(
    "--api-keys",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    help="A file with the name and the SHA-256 of an API key on each line; --new-key makes one.",
)
@click.option("--new-key", is_flag=True, help="Print a new API key and its hash, and exit.")
@click.option("--presidio", is_flag=True, help="Serve Presidio's paths at the root, too.")
@click.option(
    "--max-bytes",
    type=click.IntRange(1),
    default=10_000_000,
    show_default=True,
    metavar="N",
    help="The largest body of a request.",
)
@click.option(
    "--timeout",
    type=click.FloatRange(0, min_open=True),
    default=60.0,
    show_default=True,
    metavar="SECONDS",
    help="How long a request may wait for its answer.",
)
@click.option(
    "--per-client",
    type=click.IntRange(1),
    default=32,
    show_default=True,
    metavar="N",
    help="Requests of one client at the same time.",
)
@click.option(
    "--tls-cert",
    type=click.Path(exists=True, dir_okay=False),
    help="The certificate of the service, in PEM.",
)
@click.option(
    "--tls-key", type=click.Path(exists=True, dir_okay=False), help="The certificate's private key."
)
@json_option
def serve(**given: Any) -> None:
    """Serve de-identification over HTTP.

    Listens on this machine alone unless --host says otherwise; to be reached from others, it needs
    --api-keys.

    \b
    Examples:
      understudy serve --port 8080
      understudy serve --presidio --policy typed
    """
    try:
        import uvicorn  # noqa: PLC0415 - of the extra

        from understudy.service.access import new_key, read_keys  # noqa: PLC0415
        from understudy.service.app import create_app  # noqa: PLC0415
        from understudy.service.settings import Settings  # noqa: PLC0415
    except ImportError:
        raise MissingExtra("understudy serve", "service") from None
    if given["new_key"]:
        key, hashed = new_key()
        lines = [f"key   {key}", f"hash  {hashed}"]
        answer({"key": key, "hash": hashed}, lines, as_json=given["as_json"])
        return
    if given["api_keys"] is None and given["host"] not in ("127.0.0.1", "::1", "localhost"):
        raise UsageError(f"--host {given['host']}: others could ask without a key; give --api-keys")
    if (given["tls_cert"] is None) != (given["tls_key"] is None):
        raise UsageError("--tls-cert and --tls-key go together")
    keys = () if given["api_keys"] is None else read_keys(given["api_keys"])
    with listening(given["host"], given["port"]) as door:
        settings = Settings(
            policies=given["policies"] or ("surrogate",),
            languages=given["languages"],
            max_bytes=given["max_bytes"],
            timeout=given["timeout"],
            per_client=given["per_client"],
            keys=keys,
            presidio_root=given["presidio"],
        )
        config = uvicorn.Config(
            create_app(settings),
            access_log=False,
            log_config=None,
            server_header=False,
            ssl_certfile=given["tls_cert"],
            ssl_keyfile=given["tls_key"],
            timeout_graceful_shutdown=int(given["timeout"]) + 1,
        )
        scheme = "http" if given["tls_cert"] is None else "https"
        host = f"[{given['host']}]" if ":" in given["host"] else given["host"]
        address = f"{scheme}://{host}:{door.getsockname()[1]}"
        answer({"address": address}, [f"listening on {address}"], as_json=given["as_json"])
        sys.stdout.flush()
        _log_to_stderr()
        # After a signal it has answered what was under way and raises the signal again.
        with suppress(KeyboardInterrupt):
            uvicorn.Server(config).run(sockets=[door])


def listening(host: str, port: int) -> socket.socket:
    """A socket that listens, before anything is loaded."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=2048)
    except OSError as error:
        raise UsageError(f"--host {host} --port {port}: {error.strerror or 'no address'}") from None


def _log_to_stderr() -> None:
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(logging.Formatter("%(message)s"))
    log = logging.getLogger("understudy.service")
    log.addHandler(handler)
    log.setLevel(logging.INFO)
    log.propagate = False
