"""serve."""

from __future__ import annotations

from typing import Any

import click

from understudy.cli.options import json_option
from understudy.cli.serving import (
    Application,
    check_access,
    key_options,
    limit_options,
    print_new_key,
    serve_until_signal,
    server_options,
)
from understudy.core.draw import fresh_key
from understudy.core.errors import MissingExtra

__all__ = ["serve"]


@click.command()
@click.option(
    "--policy",
    "policies",
    multiple=True,
    metavar="NAME|FILE",
    help="A policy that requests may ask for; the first one is the default. May be given several "
    "times. [default: surrogate]",
)
@click.option(
    "--language",
    "languages",
    multiple=True,
    metavar="CODE",
    help="A language whose lists are loaded before the service is ready; may be given several "
    "times.",
)
@click.option("--presidio", is_flag=True, help="Also serve Presidio's paths, at the root.")
@key_options()
@limit_options(60.0, "How long a request may wait for its answer.")
@server_options(8080)
@json_option
def serve(**given: Any) -> None:
    """Serve de-identification over HTTP.

    Listens only on this machine unless --host says otherwise. To be reached from other machines
    it needs --api-keys.

    \b
    Examples:
      understudy serve --port 8080
      understudy serve --presidio --policy typed --workers 4
    """
    try:
        import uvicorn  # noqa: F401, PLC0415 - of the extra

        from understudy.service.access import read_keys  # noqa: PLC0415
        from understudy.service.app import create_app  # noqa: PLC0415
        from understudy.service.settings import Settings  # noqa: PLC0415
    except ImportError:
        raise MissingExtra("understudy serve", "service") from None
    if given["new_key"]:
        print_new_key(as_json=given["as_json"])
        return
    check_access(given)
    keys = () if given["api_keys"] is None else read_keys(given["api_keys"])

    def application() -> Application:
        settings = Settings(
            policies=given["policies"] or ("surrogate",),
            languages=given["languages"],
            max_bytes=given["max_bytes"],
            timeout=given["timeout"],
            per_client=given["per_client"],
            keys=keys,
            presidio_root=given["presidio"],
        )
        # Workers share the key: a token of one is opened by all.
        return Application(create_app, (settings, fresh_key()))

    serve_until_signal(given, application)
