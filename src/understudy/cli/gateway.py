"""gateway."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from understudy.cli.common import read_secret
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
from understudy.core.errors import MissingExtra, UsageError

__all__ = ["gateway"]


@click.command()
@click.option(
    "--upstream",
    metavar="URL",
    help="The server that requests are forwarded to, as in https://api.openai.com.",
)
@click.option(
    "--policy",
    default="surrogate",
    show_default=True,
    metavar="NAME|FILE",
    help="The policy that protects requests.",
)
@click.option(
    "--route",
    "routes",
    multiple=True,
    metavar="PATH=POLICY",
    help="Another policy for one path, as in /v1/embeddings=typed. May be given several times.",
)
@click.option(
    "--session",
    type=click.Choice(["prefix", "key"]),
    default="prefix",
    show_default=True,
    help="How a conversation is recognised without the header X-Understudy-Session: by what was "
    "said so far (prefix), or by the keys of the client (key).",
)
@click.option(
    "--session-file",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Keep sessions in this file, encrypted, instead of in memory.",
)
@click.option(
    "--session-key-file",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    help="The file with the secret that the session file is encrypted with, of 32 bytes or more.",
)
@click.option(
    "--expiry",
    type=click.FloatRange(0, min_open=True),
    default=3600.0,
    show_default=True,
    metavar="SECONDS",
    help="How long an unused session is kept.",
)
@click.option(
    "--other-content",
    type=click.Choice(["refuse", "drop"]),
    default="refuse",
    show_default=True,
    help="What to do with images and other content that is not text.",
)
@click.option(
    "--dry-run",
    is_flag=True,
    help="Forward requests as they are, including everything that is private, and only log how "
    "much would have been replaced.",
)
@click.option(
    "--language",
    "languages",
    multiple=True,
    metavar="CODE",
    help="A language whose lists are loaded before the gateway is ready; may be given several "
    "times.",
)
@key_options()
@limit_options(300.0, "How long the upstream server may be silent.")
@server_options(8090)
@json_option
def gateway(**given: Any) -> None:
    """De-identify prompts to a language model, restore its answers.

    Stands between programs and a language model: prompts leave with stand-ins, and answers come
    back with the originals. A client changes only its base address. The gateway serves OpenAI's
    /v1/chat/completions, /v1/completions, /v1/responses, /v1/embeddings and /v1/models, and
    Anthropic's /v1/messages. Keys of the upstream server pass through; with --api-keys, clients
    send one of the gateway's own as X-Understudy-Key.

    \b
    Examples:
      understudy gateway --upstream https://api.openai.com
      understudy gateway --upstream http://127.0.0.1:8000 --policy typed
    """
    try:
        import uvicorn  # noqa: F401, PLC0415 - of the extra

        from understudy.service.access import read_keys  # noqa: PLC0415
        from understudy.service.gateway.app import ROUTES, create_gateway  # noqa: PLC0415
        from understudy.service.gateway.settings import (  # noqa: PLC0415
            GatewaySettings,
            check_upstream,
        )
    except ImportError:
        raise MissingExtra("understudy gateway", "service") from None
    if given["new_key"]:
        print_new_key(as_json=given["as_json"])
        return
    if given["upstream"] is None:
        raise UsageError("--upstream: name the server that requests are forwarded to")
    check_upstream(given["upstream"])
    check_access(given)
    keys = () if given["api_keys"] is None else read_keys(given["api_keys"])
    session_key = _session_key(given)
    routes = tuple(_route(one, ROUTES) for one in given["routes"])
    if given["dry_run"]:
        click.echo("warning: --dry-run: requests leave with all that is private", err=True)

    def application() -> Application:
        settings = GatewaySettings(
            given["upstream"],
            policy=given["policy"],
            routes=routes,
            session=given["session"],
            session_file=given["session_file"],
            session_key=session_key,
            expiry=given["expiry"],
            other_content=given["other_content"],
            dry_run=given["dry_run"],
            languages=given["languages"],
            max_bytes=given["max_bytes"],
            timeout=given["timeout"],
            per_client=given["per_client"],
            keys=keys,
        )
        return Application(create_gateway, (settings,))

    serve_until_signal(given, application)


def _session_key(given: dict[str, Any]) -> bytes | None:
    if (given["session_file"] is None) != (given["session_key_file"] is None):
        raise UsageError("--session-file and --session-key-file go together")
    if given["session_file"] is None:
        if given["workers"] > 1:
            raise UsageError(
                "--workers: sessions in memory belong to one process; give --session-file and "
                "--session-key-file, which all share"
            )
        return None
    secret = read_secret(given["session_key_file"], "session key file", new=True)
    if len(secret.strip()) < 32:
        raise UsageError(f"{given['session_key_file']}: too short: at least 32 bytes are needed")
    return secret


def _route(given: str, known: tuple[str, ...]) -> tuple[str, str]:
    path, sign, policy = given.partition("=")
    if not sign or not policy or path not in known:
        raise UsageError(f"--route: wants PATH=POLICY, with a path of {', '.join(known)}")
    return path, policy
