"""review: its commands."""

from __future__ import annotations

import logging
import sys
import webbrowser
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from understudy.cli.common import (
    answer,
    corpus_options,
    options_from,
    progress_bar,
    read_secret,
)
from understudy.cli.options import count_option, json_option, quiet_option, stacked
from understudy.cli.serving import listening
from understudy.core.errors import MissingExtra, UsageError

if TYPE_CHECKING:
    from understudy.review.desk import Desk

__all__ = ["review"]

_LOCAL = ("127.0.0.1", "::1", "localhost")
_FOLDER = click.Path(path_type=Path)
_FILE = click.Path(path_type=Path, exists=True, dir_okay=False)

key_options = stacked(
    click.option(
        "--key-file",
        type=_FILE,
        metavar="FILE",
        help="A file with the secret that the review is encrypted with.",
    ),
    click.option(
        "--passphrase",
        is_flag=True,
        help="Ask for the passphrase that the review is encrypted with, or take it from "
        "UNDERSTUDY_PASSPHRASE.",
    ),
)
server_options = stacked(
    click.option(
        "--host", default="127.0.0.1", show_default=True, help="The address to listen on."
    ),
    click.option(
        "--port",
        type=click.IntRange(0, 65535),
        default=8090,
        show_default=True,
        metavar="N",
        help="The port to listen on; 0 for any that is free.",
    ),
    click.option("--no-browser", is_flag=True, help="Do not open the browser."),
    click.option(
        "--known-as",
        "names",
        multiple=True,
        metavar="HOST",
        help="A name, perhaps with a port, by which people reach the review; repeatable. Requests "
        "for other names are refused.",
    ),
    click.option("--tls-cert", type=_FILE, help="The certificate of the server, in PEM."),
    click.option("--tls-key", type=_FILE, help="The certificate's private key."),
    click.option(
        "--behind-proxy",
        is_flag=True,
        help="A proxy in front of the review speaks HTTPS to the readers.",
    ),
)


@click.group()
def review() -> None:
    """Check in the browser what was found.

    Needs the extra: pip install 'understudy[review]'

    \b
    Examples:
      understudy review start calls.jsonl --policy calls --project calls.review
      understudy review export calls.review -o release.jsonl
    """


def _imported() -> None:
    try:
        import alembic  # noqa: F401, PLC0415 - of the extra
        import argon2  # noqa: F401, PLC0415
        import fastapi  # noqa: F401, PLC0415
        import uvicorn  # noqa: F401, PLC0415
    except ImportError:
        raise MissingExtra("understudy review", "review") from None


def _secrets(given: dict[str, Any], *, new: bool = False) -> dict[str, Any]:
    """The secret of the review, from the options."""
    import os  # noqa: PLC0415

    if given["key_file"] is not None and given["passphrase"]:
        raise UsageError("--key-file and --passphrase exclude each other")
    secret = passphrase = None
    if given["key_file"] is not None:
        secret = read_secret(given["key_file"], "key file", new=new)
    if given["passphrase"]:
        passphrase = os.environ.get("UNDERSTUDY_PASSPHRASE") or click.prompt(
            "passphrase", hide_input=True, confirmation_prompt=new, err=True
        )
    return {"secret": secret, "passphrase": passphrase}


@review.command()
@click.argument("corpus")
@click.option(
    "--policy",
    "policy_name",
    default="surrogate",
    show_default=True,
    metavar="NAME|FILE",
    help="The policy: a preset or a TOML file.",
)
@click.option(
    "--project",
    "folder",
    required=True,
    type=_FOLDER,
    metavar="DIR",
    help="The folder of the review: a new one, or that of a project of learn.",
)
@click.option(
    "--column",
    "columns",
    multiple=True,
    metavar="NAME=KIND",
    help="What a column or field holds, as for run. Repeatable.",
)
@count_option("--readers", 1, "How many people read each document.")
@click.option(
    "--database",
    default="",
    metavar="URL",
    help="The URL of an empty PostgreSQL database for the review. [default: SQLite in the folder]",
)
@click.option(
    "--choose",
    is_flag=True,
    help="Let people write and redraw stand-ins although the policy has a budget; each has "
    "ε = ∞, and the report says so.",
)
@click.option("--no-server", is_flag=True, help="Prepare the review and serve nothing.")
@key_options
@server_options
@quiet_option
@corpus_options
@json_option
def start(corpus: str, folder: Path, **given: Any) -> None:
    """Start to review a corpus.

    Finds what is private, then serves the review. The address stands on a line of its own; it can
    be used once. The folder contains the corpus: keep it as secret.

    \b
    Examples:
      understudy review start calls.jsonl --policy calls --project calls.review
      understudy review start letters/ --project letters.review --readers 2 --no-server
    """
    _imported()
    from understudy.review.begin import begin  # noqa: PLC0415 - after usage is checked
    from understudy.review.learning import make_project  # noqa: PLC0415

    if corpus == "-":
        raise UsageError("a review reads its corpus again for the export: name a file or a folder")
    settings = _settings(corpus, folder, given)
    secret = _secrets(given, new=True)
    with progress_bar("finding", quiet=given["quiet"]) as update:
        desk = begin(
            folder,
            settings,
            progress=lambda done: update(advance=done),
            prepare=make_project if settings.learns else lambda folder, corpus: False,
            **secret,
        )
    if given["no_server"]:
        count = desk.store.count()
        lines = [
            f"{count:,} documents",
            f"project  {folder}",
            f"go on    understudy review open {folder}",
        ]
        answer(
            {"project": str(folder), "documents": count},
            [] if given["quiet"] else lines,
            as_json=given["as_json"],
        )
        return
    _serve(desk, given)


def _settings(corpus: str, folder: Path, given: dict[str, Any]) -> Any:
    from dataclasses import asdict  # noqa: PLC0415

    from understudy.policy import PRESETS, load, with_columns  # noqa: PLC0415
    from understudy.project import SETTINGS  # noqa: PLC0415
    from understudy.review.folder import (  # noqa: PLC0415
        SEALED_BY_FILE,
        SEALED_BY_WORDS,
        Settings,
    )

    name = given["policy_name"]
    source = name if name in PRESETS else str(Path(name).absolute())
    columns = (*(f"{one}=TEXT" for one in given["text"]), *given["columns"])
    policy = with_columns(load(source), columns)
    sealed = (
        SEALED_BY_FILE
        if given["key_file"] is not None
        else SEALED_BY_WORDS
        if given["passphrase"]
        else ""
    )
    learnt = (folder / SETTINGS).exists()
    if folder.exists() and not learnt:
        raise UsageError(f"{folder}: exists; choose another name for the project")
    readers = given["readers"]
    if policy.review == "two readers":
        readers = max(2, readers)
    return Settings(
        corpus=str(Path(corpus).absolute()),
        format=given["format_name"],
        policy=source,
        fingerprint=policy.fingerprint,
        options=asdict(options_from(given)),
        columns=columns,
        readers=readers,
        choose=given["choose"],
        url=given["database"],
        sealed=sealed,
        learns=not sealed and (learnt or _can_learn()),
    )


def _can_learn() -> bool:
    try:
        import sklearn  # noqa: F401, PLC0415 - of another extra
    except ImportError:
        return False
    return True


folder_argument = click.argument("folder", type=_FOLDER, metavar="DIR")


@review.command("open")
@folder_argument
@key_options
@server_options
@json_option
def open_(folder: Path, **given: Any) -> None:
    """Go on with a review.

    On this machine one reader needs no password: the address that is printed opens the review
    once. With accounts (review user add), people sign in.

    \b
    Examples:
      understudy review open calls.review
      understudy review open calls.review --host 0.0.0.0 --known-as review.example:8090 \\
        --tls-cert cert.pem --tls-key key.pem
    """
    _imported()
    _serve(_desk(folder, given), given)


def _desk(folder: Path, given: dict[str, Any]) -> Desk:
    from understudy.review.desk import open_desk  # noqa: PLC0415 - after usage is checked

    return open_desk(folder, **_secrets(given))


def _serve(desk: Desk, given: dict[str, Any]) -> None:
    import uvicorn  # noqa: PLC0415 - of the extra

    from understudy.review.accounts import Accounts  # noqa: PLC0415
    from understudy.review.app import create_app, new_token  # noqa: PLC0415

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
    with listening(given["host"], given["port"]) as door:
        port = door.getsockname()[1]
        host = f"[{given['host']}]" if ":" in given["host"] else given["host"]
        hosts = [f"{name}:{port}" for name in (host, "localhost", "127.0.0.1")]
        token = None if people else new_token()
        config = uvicorn.Config(
            create_app(desk, hosts=(*hosts, *given["names"]), token=token, secure=secure),
            access_log=False,
            log_config=None,
            server_header=False,
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


@review.command()
@folder_argument
@click.option(
    "-o", "--output", required=True, metavar="PATH", help="Where the corpus is written to."
)
@click.option(
    "--annotated",
    is_flag=True,
    help="Write the corpus with its annotations, as private as before, instead of a release.",
)
@click.option(
    "--corpus", metavar="PATH", help="The corpus, where it has moved since the review began."
)
@click.option(
    "--report",
    type=click.Path(path_type=Path),
    metavar="FILE.html",
    help="Where the report is written to.",
)
@click.option(
    "--ledger",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Where the ledger is written to; keep it secret.",
)
@click.option(
    "--ledger-key-file", type=_FILE, metavar="FILE", help="The secret to encrypt the ledger with."
)
@click.option("--force", is_flag=True, help="Overwrite an existing output.")
@key_options
@quiet_option
@json_option
def export(folder: Path, output: str, **given: Any) -> None:
    """Write the corpus as people left it, in its own format.

    A release leaves only when the policy's rule is met (review = "every document", …); otherwise
    the command ends with exit status 3 and says what is missing.

    \b
    Examples:
      understudy review export calls.review -o release.jsonl --report report.html
      understudy review export calls.review -o annotated.jsonl --annotated
    """
    _imported()
    from understudy.review.export import export as write  # noqa: PLC0415 - after usage is checked

    order: dict[str, Any] = {"force": given["force"]}
    if not given["annotated"]:
        secret = None
        if given["ledger_key_file"] is not None:
            secret = read_secret(given["ledger_key_file"], "ledger key file", new=True)
        order |= {
            "report": given["report"],
            "ledger": given["ledger"],
            "ledger_secret": secret,
            "command": f"understudy review export {folder}",
        }
    elif given["report"] or given["ledger"]:
        raise UsageError("--report and --ledger are of a release; leave out --annotated")
    desk = _desk(folder, given)
    with progress_bar("writing", quiet=given["quiet"], in_bytes=True) as update:
        release = write(
            desk,
            output,
            mode="identify" if given["annotated"] else "release",
            corpus=given["corpus"],
            progress=lambda done: update(advance=done),
            begun=lambda size: update(total=size),
            **order,
        )
    facts = release.facts
    lines = [] if facts is None else list(facts.lines())
    lines.append(_read(desk))
    values = {"output": output} if facts is None else facts.as_json()
    lines.append(f"output   {output}")
    answer(values, [] if given["quiet"] else lines, as_json=given["as_json"])


def _read(desk: Desk) -> str:
    from understudy.review.queue import progress  # noqa: PLC0415 - after usage is checked

    found = progress(desk.store, desk.settings.readers)
    return (
        f"people   {found['decisions']:,} decisions; {found['read']:,} of "
        f"{found['documents']:,} documents were read to their end"
    )


@review.command()
@folder_argument
@key_options
@json_option
def status(folder: Path, **given: Any) -> None:
    """Show how far a review is, and whether a release may leave.

    \b
    Example:
      understudy review status calls.review
    """
    _imported()
    from understudy.review.agreement import agreement  # noqa: PLC0415 - after usage is checked
    from understudy.review.room import Room  # noqa: PLC0415

    desk = _desk(folder, given)
    found = {**Room(desk).progress(), **agreement(desk.store)}
    lines = [
        f"documents  {found['documents']:,}, {found['read']:,} read, {found['begun']:,} begun",
        f"decisions  {found['decisions']:,}",
        *(
            f"{one['reader']:<10} {one['done']:,} read, {one['begun']:,} begun"
            for one in found["readers"]
        ),
        *(_pair(one) for one in found["pairs"]),
        "release    " + ("; ".join(found["left"]) or "may leave"),
    ]
    answer(found, lines, as_json=given["as_json"])


def _pair(one: dict[str, Any]) -> str:
    kappa = "–" if one["kappa"] is None else f"{one['kappa']:.3f}"
    f1 = "–" if one["f1"] is None else f"{one['f1']:.3f}"
    return f"agreement  {' and '.join(one['readers'])}: κ {kappa}, F1 {f1}, {one['documents']} read"


@review.command()
@folder_argument
@click.option(
    "-o",
    "--output",
    required=True,
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="The file for the decisions, in JSON lines. It holds private text.",
)
@key_options
@json_option
def audit(folder: Path, output: Path, **given: Any) -> None:
    """Write all decisions: who, when, before and after.

    \b
    Example:
      understudy review audit calls.review -o audit.jsonl
    """
    _imported()
    from understudy.core.files import whole_file  # noqa: PLC0415
    from understudy.review.messages import audit_line  # noqa: PLC0415

    if output.exists():
        raise UsageError(f"{output}: exists; choose another name")
    desk, count = _desk(folder, given), 0
    with whole_file(output) as file:
        for one in desk.store.whole_log():
            file.write(audit_line(one))
            count += 1
    lines = [f"{count:,} decisions", f"output   {output}"]
    answer({"decisions": count, "output": str(output)}, lines, as_json=given["as_json"])


@review.group()
def user() -> None:
    """Manage the accounts of a review.

    \b
    Example:
      understudy review user add calls.review ada --role reviewer
    """


_ROLES = click.Choice(("annotator", "reviewer", "administrator"))


def _password() -> str:
    import os  # noqa: PLC0415

    given = os.environ.get("UNDERSTUDY_PASSWORD")
    return given or str(
        click.prompt("password", hide_input=True, confirmation_prompt=True, err=True)
    )


@user.command("add")
@folder_argument
@click.argument("name")
@click.option(
    "--role", type=_ROLES, default="annotator", show_default=True, help="The role of the account."
)
@key_options
@json_option
def user_add(folder: Path, name: str, role: str, **given: Any) -> None:
    """Add an account.

    Asks for its password, or takes it from UNDERSTUDY_PASSWORD.

    \b
    Example:
      understudy review user add calls.review ada --role reviewer
    """
    _imported()
    from understudy.review.accounts import Accounts  # noqa: PLC0415 - after usage is checked

    Accounts(_store(folder, given)).add(name, _password(), role)
    answer({"name": name, "role": role}, [f"{name}: {role}"], as_json=given["as_json"])


@user.command("change")
@folder_argument
@click.argument("name")
@click.option("--role", type=_ROLES, help="The new role of the account.")
@click.option("--password", is_flag=True, help="Ask for another password.")
@click.option("--active/--inactive", default=None, help="Whether the account can be used.")
@key_options
@json_option
def user_change(folder: Path, name: str, **given: Any) -> None:
    """Change an account; its sessions end.

    \b
    Example:
      understudy review user change calls.review ada --inactive
    """
    _imported()
    from understudy.review.accounts import Accounts  # noqa: PLC0415 - after usage is checked

    password = _password() if given["password"] else None
    if password is None and given["role"] is None and given["active"] is None:
        raise UsageError("say what to change: --role, --password, --active or --inactive")
    accounts = Accounts(_store(folder, given))
    accounts.change(name, password=password, role=given["role"], active=given["active"])
    answer({"name": name, "changed": True}, [f"{name}: changed"], as_json=given["as_json"])


@user.command("list")
@folder_argument
@key_options
@json_option
def user_list(folder: Path, **given: Any) -> None:
    """List the accounts.

    \b
    Example:
      understudy review user list calls.review
    """
    _imported()
    from understudy.review.accounts import Accounts  # noqa: PLC0415 - after usage is checked

    rows = Accounts(_store(folder, given)).all()
    lines = [f"{name:<20}{role:<16}{'' if on else 'off'}".rstrip() for name, role, on in rows]
    values = {"readers": [{"name": a, "role": b, "active": c} for a, b, c in rows]}
    answer(values, lines, as_json=given["as_json"])


def _store(folder: Path, given: dict[str, Any]) -> Any:
    from understudy.review.folder import opened_store, read  # noqa: PLC0415

    return opened_store(folder, read(folder), **_secrets(given))
