"""The application: the page, its assets, signing in, and the routes of readers."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path
from threading import Lock
from typing import Any

from fastapi import FastAPI, Request
from fastapi.responses import FileResponse, JSONResponse, RedirectResponse, Response

from understudy.core.categories import categories
from understudy.core.errors import UnderstudyError
from understudy.report.words import plural
from understudy.review import administration, listing, overseeing, routes
from understudy.review.accounts import (
    LIFETIME,
    LOCAL,
    REVIEWER,
    ROLES,
    Accounts,
    LastAdministrator,
    same,
)
from understudy.review.actions import RealStandIn
from understudy.review.database import Missing
from understudy.review.desk import Desk
from understudy.review.guard import COOKIE, Guard, Tries, asked_by
from understudy.review.layers import ADJUDICATION, Conflict
from understudy.review.messages import FIELDS, Login, NewPassword, Plain, reading_told
from understudy.review.records import OutOfStep
from understudy.review.risk import SURE
from understudy.review.room import Room
from understudy.review.routes import DECIDING
from understudy.service.failures import Refused, answer_errors

__all__ = ["create_app", "new_token"]

_ASSETS = Path(str(files("understudy.review").joinpath("static")))
_KINDS = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}


def new_token() -> str:
    """A token that opens the review once."""
    return secrets.token_urlsafe(24)


def create_app(
    desk: Desk,
    *,
    hosts: Sequence[str],
    token: str | None = None,
    secure: bool = False,
    rate: float = 100.0,
) -> FastAPI:
    """The application. ``hosts`` are the names it goes by; ``token`` lets one reader in, once, on
    a review of one machine; ``secure`` where it is reached by HTTPS."""
    accounts = Accounts(desk.store)
    room = Room(desk)
    app = FastAPI(
        title="Understudy review",
        docs_url=None,
        redoc_url=None,
        openapi_url=None,
        default_response_class=Plain,
    )
    answer_errors(app, FIELDS)
    _answer_conflicts(app, room)

    @app.get("/")
    def page() -> FileResponse:
        """The page."""
        return FileResponse(_ASSETS / "index.html", media_type="text/html")

    @app.get("/static/{name}")
    def asset(name: str) -> FileResponse:
        """A part of the page; nothing else is served."""
        path = _ASSETS / name
        if path.suffix not in _KINDS or "/" in name or not path.is_file():
            raise Refused(404, "not_found", "no such file")
        return FileResponse(path, media_type=_KINDS[path.suffix])

    @app.get("/api/session")
    def session(request: Request) -> dict[str, Any]:
        """Who asks, and what they work with."""
        who = asked_by(request)
        return {
            "reader": who.reader,
            "role": who.role,
            "roles": [role for role in ROLES if who.may(role)],
            "csrf": who.csrf,
            "local": who.reader == LOCAL,
            **_about(room.desk),
        }

    _add_doors(app, accounts, token, secure=secure)
    for part in (listing, routes, overseeing):
        app.include_router(part.router(room))
    app.include_router(administration.router(room, accounts))
    app.add_middleware(Guard, accounts=accounts, hosts=hosts, local=token is not None, rate=rate)
    app.state.room = room
    return app


def _add_doors(app: FastAPI, accounts: Accounts, token: str | None, *, secure: bool) -> None:
    """How people come and go."""
    tries = Tries()
    tokens, entering = [] if token is None else [token], Lock()

    def entered(response: Response, token: str) -> Response:
        response.set_cookie(
            COOKIE,
            token,
            max_age=int(LIFETIME),
            httponly=True,
            secure=secure,
            samesite="strict",
            path="/",
        )
        return response

    @app.get("/enter")
    def enter(token: str = "") -> Response:
        """The door of a review of one machine: its token opens it once."""
        with entering:
            if not tokens or not same(token, tokens[0]):
                return RedirectResponse("/#/used", 303)
            tokens.clear()
        return entered(RedirectResponse("/", 303), accounts.session(LOCAL))

    @app.get("/api/hello")
    def hello() -> dict[str, Any]:
        """Whether people sign in with a name and a password."""
        return {"accounts": bool(accounts.all())}

    @app.post("/api/login")
    def login(asked: Login, request: Request) -> Response:
        """Sign in; whatever session there was is another one from here on."""
        client = request.client.host if request.client else "-"
        wait = tries.take(client, asked.name)
        if wait:
            raise _too_often(wait)
        made = accounts.enter(asked.name, asked.password)
        if made is None:
            raise Refused(401, "login", "the name or the password is wrong")
        tries.right(client, asked.name)
        if old := request.cookies.get(COOKIE):
            accounts.leave(old)
        return entered(JSONResponse({"entered": True}), made)

    @app.post("/api/password")
    def password(asked: NewPassword, request: Request) -> Response:
        """Another password for whoever asks; all other sessions of the account end."""
        name, client = asked_by(request).reader, request.client.host if request.client else "-"
        if wait := tries.take(client, name):
            raise _too_often(wait)
        if not accounts.opens(name, asked.old):
            raise Refused(403, "login", "the current password is wrong")
        tries.right(client, name)
        accounts.change(name, password=asked.new, by=name)
        return entered(JSONResponse({"changed": True}), accounts.session(name))

    @app.post("/api/logout")
    def logout(request: Request) -> Response:
        """Sign out."""
        accounts.leave(request.cookies.get(COOKIE, ""))
        response = JSONResponse({"left": True})
        response.delete_cookie(COOKIE, path="/", httponly=True, secure=secure, samesite="strict")
        return response


def _too_often(wait: float) -> Refused:
    seconds = int(wait) + 1
    told = f"too many wrong passwords; try again in {plural(seconds, 'second')}"
    return Refused(429, "too_often", told, seconds)


def _about(desk: Desk) -> dict[str, Any]:
    policy, built_in = desk.pipeline.policy, categories()
    return {
        "project": desk.folder.name,
        "policy": policy.name,
        "rule": policy.review,
        "needed": desk.settings.readers,
        "sure": SURE,
        "may_choose": desk.may_choose,
        "counts": desk.pipeline.counts,
        "categories": [
            {
                "name": name,
                "parent": one.parent,
                "identifier": one.identifier,
                "own": name not in built_in,
            }
            for name, one in policy.known.items()
        ],
    }


def _answer_conflicts(app: FastAPI, room: Room) -> None:
    @app.exception_handler(Conflict)
    def conflict(request: Request, error: Conflict) -> JSONResponse:
        """Both versions go to the page, which shows them; nothing was changed."""
        body: dict[str, Any] = {"error": {"code": "conflict", "message": str(error)}}
        number = request.path_params.get("number")
        if number is not None:
            layers = room.desk.store.readings.layers(int(number))
            who = asked_by(request)
            names = {who.reader: ""} | ({ADJUDICATION: DECIDING} if who.may(REVIEWER) else {})
            body["readings"] = {
                names[one.layer]: reading_told(one) for one in layers if one.layer in names
            }
        return Plain(body, 409)

    @app.exception_handler(OutOfStep)
    def out_of_step(request: Request, error: UnderstudyError) -> JSONResponse:
        return conflict(request, Conflict(0))

    @app.exception_handler(LastAdministrator)
    def last_administrator(request: Request, error: LastAdministrator) -> JSONResponse:
        return Refused(409, "last_administrator", str(error)).response()

    @app.exception_handler(RealStandIn)
    def real_stand_in(request: Request, error: RealStandIn) -> JSONResponse:
        """The page asks whether the reader is sure."""
        return Refused(400, "real_stand_in", str(error)).response()

    @app.exception_handler(Missing)
    def missing(request: Request, error: Missing) -> JSONResponse:
        return Refused(404, "not_found", str(error)).response()
