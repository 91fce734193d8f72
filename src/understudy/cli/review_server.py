"""review open, and the server of a review."""

from __future__ import annotations

import logging
import sys
import webbrowser
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from understudy.cli.common import answer
from understudy.cli.options import json_option, stacked
from understudy.cli.reviews import folder_argument, key_options, needs_review, opened
from understudy.cli.serving import listening_socket
from understudy.core.errors import UsageError

if TYPE_CHECKING:
    from understudy.review.desk import Desk

__all__ = ["open_", "serve_review", "server_options"]

_LOCAL = ("127.0.0.1", "::1", "localhost")
_FILE = click.Path(path_type=Path, exists=True, dir_okay=False)

server_options = stacked(
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
        default=8070,
        show_default=True,
        metavar="N",
        help="The port to listen on; 0 for any free port.",
    ),
    click.option("--no-browser", is_flag=True, help="Do not open the browser."),
    click.option(
        "--known-as",
        "names",
        multiple=True,
        metavar="HOST",
        help="A host name, with its port if needed, by which people reach the review; may be "
        "given several times. Requests for other names are refused.",
    ),
    click.option("--tls-cert", type=_FILE, help="The certificate of the server, in PEM."),
    click.option("--tls-key", type=_FILE, help="The certificate's private key."),
    click.option(
        "--behind-proxy",
        is_flag=True,
        help="Rely on a proxy in front of the review for HTTPS.",
    ),
)


@click.command("open")
@folder_argument
@key_options
@server_options
@json_option
def open_(folder: Path, **given: Any) -> None:
    """Continue a review.

    A single reader on this machine needs no password: the address that is printed opens the
    review once. With accounts (review user add), people sign in.

    \b
    Examples:
      understudy review open calls.review
      understudy review open calls.review --host 0.0.0.0 --known-as review.example:8070 \\
        --tls-cert cert.pem --tls-key key.pem
    """
    needs_review()
    serve_review(opened(folder, given), given)


def serve_review(desk: Desk, given: dict[str, Any]) -> None:
    """Serve a review until a signal comes; its address is printed first."""
    import uvicorn  # noqa: PLC0415 - of the extra

    from understudy.review.accounts import Accounts  # noqa: PLC0415
    from understudy.review.app import create_app, new_token  # noqa: PLC0415
    from understudy.review.folder import served_alone  # noqa: PLC0415

    if (given["tls_cert"] is None) != (given["tls_key"] is None):
        raise UsageError("--tls-cert and --tls-key go together")
    people = bool(Accounts(desk.store).all())
    secure = given["tls_cert"] is not None or given["behind_proxy"]
    if given["host"] not in _LOCAL:
        if not people:
            raise UsageError(
                f"--host {given['host']}: others could read the corpus; make accounts first "
                f"(understudy review user add {desk.folder} NAME --role administrator)"
            )
        if not secure:
            raise UsageError(
                f"--host {given['host']}: passwords would be sent in the clear; give --tls-cert "
                "and --tls-key, or --behind-proxy where a proxy speaks HTTPS"
            )
    with served_alone(desk.folder), listening_socket(given["host"], given["port"]) as door:
        port = door.getsockname()[1]
        host = f"[{given['host']}]" if ":" in given["host"] else given["host"]
        hosts = [f"{name}:{port}" for name in (host, "localhost", "127.0.0.1")]
        token = None if people else new_token()
        config = uvicorn.Config(
            create_app(desk, hosts=(*hosts, *given["names"]), token=token, secure=secure),
            access_log=False,
            log_config=None,
            server_header=False,
            # Who is no proxy could say that it comes from elsewhere, and try without end.
            proxy_headers=given["behind_proxy"],
            ssl_certfile=given["tls_cert"],
            ssl_keyfile=given["tls_key"],
            timeout_graceful_shutdown=5,
        )
        scheme = "http" if given["tls_cert"] is None else "https"
        address = f"{scheme}://{host}:{port}/" + (f"enter?token={token}" if token else "")
        answer({"address": address}, [address], as_json=given["as_json"])
        sys.stdout.flush()
        if not given["no_browser"]:
            webbrowser.open(address)
        _log_to_stderr()
        # After a signal it has answered what was under way and raises the signal again.
        with suppress(KeyboardInterrupt):
            uvicorn.Server(config).run(sockets=[door])
    desk.store.close()


def _log_to_stderr() -> None:
    """Faults alone: a line for each request would fill the terminal."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(logging.Formatter("%(message)s"))
    handler.addFilter(lambda record: '"fault"' in record.getMessage())
    log = logging.getLogger("understudy.review")
    log.addHandler(handler)
    log.setLevel(logging.INFO)
    log.propagate = False
