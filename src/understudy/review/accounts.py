"""Who reads: accounts with roles, passwords and sessions.

A password is kept as an Argon2id hash, the token of a session as a SHA-256 hash: whoever reads the
store can be nobody.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
import time
from typing import NamedTuple

import sqlalchemy as sa
from argon2 import PasswordHasher
from argon2.exceptions import Argon2Error, InvalidHashError

from understudy.core.errors import UsageError
from understudy.review import tables
from understudy.review.database import now
from understudy.review.events import ACCOUNT, COMMAND_LINE, record
from understudy.review.store import Store

__all__ = [
    "ADMINISTRATOR",
    "ANNOTATOR",
    "LOCAL",
    "REVIEWER",
    "ROLES",
    "Accounts",
    "LastAdministrator",
    "Session",
    "check_name",
    "same",
]

ANNOTATOR, REVIEWER, ADMINISTRATOR = "annotator", "reviewer", "administrator"
ROLES = (ANNOTATOR, REVIEWER, ADMINISTRATOR)
"""Each may do what those before it may."""
LOCAL = "local"
"""The reader of a review on one machine, who needs no password."""
LIFETIME = 12 * 3600.0
"""Seconds after which a session that nobody uses ends."""
_SHORTEST = 10
_NAME = re.compile(r"[\w.@-]{1,64}")
_HASHER = PasswordHasher()
_NOBODY = _HASHER.hash(secrets.token_hex(16))
"""Checked where there is no such account, so that the time tells nothing."""


_SESSION = (
    sa.select(
        tables.sessions.c.reader,
        tables.readers.c.role,
        tables.readers.c.active,
        tables.sessions.c.csrf,
        tables.sessions.c.seen,
    )
    .select_from(
        tables.sessions.outerjoin(tables.readers, tables.sessions.c.reader == tables.readers.c.name)
    )
    .where(tables.sessions.c.token == sa.bindparam("held"))
)
"""What every request asks first."""


class LastAdministrator(UsageError):
    """A change after which nobody could manage the accounts."""

    def __init__(self, name: str) -> None:
        super().__init__(
            f"{name} is the only active administrator: make another one first, or nobody could "
            "manage the accounts"
        )


class Session(NamedTuple):
    """Who asks."""

    reader: str
    role: str
    csrf: str

    def __repr__(self) -> str:
        return f"Session({self.reader!r}, {self.role!r})"

    def may(self, role: str) -> bool:
        """Whether the reader has a role, or a higher one."""
        return ROLES.index(self.role) >= ROLES.index(role)


class Accounts:
    """The accounts and sessions of a review."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def add(self, name: str, password: str, role: str, by: str = COMMAND_LINE) -> None:
        """A new account; ``by`` is who makes it."""
        check_name(name)
        if role not in ROLES:
            raise UsageError(f"unknown role; there are: {', '.join(ROLES)}")
        row = {
            "name": name,
            "password": _hashed(password),
            "role": role,
            "active": True,
            "made": now(),
        }
        try:
            with self._store.database.writing() as connection:
                connection.execute(sa.insert(tables.readers).values(row))
                self._record(connection, by, "add", name, None, {"role": role, "active": True})
        except sa.exc.IntegrityError:
            raise UsageError(f"{name}: there is already such an account") from None

    def change(
        self,
        name: str,
        *,
        password: str | None = None,
        role: str | None = None,
        active: bool | None = None,
        by: str = COMMAND_LINE,
    ) -> None:
        """Change an account; its sessions end. ``by`` is who changes it."""
        values: dict[str, object] = {}
        if password is not None:
            values["password"] = _hashed(password)
        if role is not None:
            if role not in ROLES:
                raise UsageError(f"unknown role; there are: {', '.join(ROLES)}")
            values["role"] = role
        if active is not None:
            values["active"] = active
        with self._store.database.writing() as connection:
            if role not in (None, ADMINISTRATOR) or active is False:
                _check_administrators(connection, name)
            about = tables.readers.c
            query = sa.select(about.role, about.active).where(about.name == name)
            row = connection.execute(query.with_for_update()).first()
            if row is None:
                raise UsageError(f"{name}: there is no such account")
            if values:
                update = sa.update(tables.readers).where(about.name == name)
                connection.execute(update.values(values))
            ended = sa.delete(tables.sessions).where(tables.sessions.c.reader == name)
            connection.execute(ended)
            before = {"role": row.role, "active": row.active}
            after = {key: values.get(key, held) for key, held in before.items()}
            told = {"password": "another"} if password is not None else {}
            self._record(connection, by, "change", name, before, after | told)

    def _record(
        self,
        connection: sa.Connection,
        by: str,
        action: str,
        name: str,
        before: dict[str, object] | None,
        after: dict[str, object],
    ) -> None:
        record(
            self._store.database,
            connection,
            reader=by,
            made=now(),
            kind=ACCOUNT,
            action=action,
            name=name,
            before=before,
            after=after,
        )

    def all(self) -> list[tuple[str, str, bool]]:
        """Name, role and whether it is active, of each account."""
        about = tables.readers.c
        query = sa.select(about.name, about.role, about.active).order_by(about.name)
        with self._store.database.reading() as connection:
            return [(a, b, c) for a, b, c in connection.execute(query)]

    def enter(self, name: str, password: str) -> str | None:
        """The token of a new session; None where name or password are wrong."""
        return self.session(name) if self.opens(name, password) else None

    def opens(self, name: str, password: str) -> bool:
        """Whether a password is that of an account in use."""
        query = sa.select(tables.readers.c.password).where(
            tables.readers.c.name == name, tables.readers.c.active
        )
        with self._store.database.reading() as connection:
            held = connection.execute(query).scalar()
        try:
            _HASHER.verify(held or _NOBODY, password)
        except (Argon2Error, InvalidHashError):
            return False
        return held is not None

    def session(self, name: str) -> str:
        """The token of a new session."""
        token = secrets.token_urlsafe(32)
        row = {
            "token": _token(token),
            "reader": name,
            "csrf": secrets.token_urlsafe(32),
            "seen": time.time(),
        }
        with self._store.database.writing() as connection:
            old = tables.sessions.c.seen < time.time() - LIFETIME
            connection.execute(sa.delete(tables.sessions).where(old))
            connection.execute(sa.insert(tables.sessions).values(row))
        return token

    def of(self, token: str, *, local: bool) -> Session | None:
        """The session of a token; None where it is unknown or has ended.

        ``local``: the review is of one machine, and its one reader may do everything.
        """
        with self._store.database.reading() as connection:
            row = connection.execute(_SESSION, {"held": _token(token)}).first()
        if row is None or row.seen < time.time() - LIFETIME:
            return None
        if row.reader == LOCAL and row.role is None:
            return Session(LOCAL, ADMINISTRATOR, row.csrf) if local else None
        if not row.active:
            return None
        if time.time() - row.seen > 60:
            self._touch(token)
        return Session(row.reader, row.role, row.csrf)

    def _touch(self, token: str) -> None:
        query = sa.update(tables.sessions).where(tables.sessions.c.token == _token(token))
        with self._store.database.writing() as connection:
            connection.execute(query.values(seen=time.time()))

    def leave(self, token: str) -> None:
        """End a session."""
        with self._store.database.writing() as connection:
            connection.execute(
                sa.delete(tables.sessions).where(tables.sessions.c.token == _token(token))
            )


def check_name(name: str) -> None:
    """Refuses what cannot be the name of an account."""
    if not _NAME.fullmatch(name):
        raise UsageError("a name may have up to 64 letters, digits and . @ _ -, and nothing else")
    if name == LOCAL:
        raise UsageError(f"{LOCAL} is who reads without an account; choose another name")


def _check_administrators(connection: sa.Connection, name: str) -> None:
    """That another one is left. The rows are held until the change is made: two who switch each
    other off at once would both have seen the other."""
    about = tables.readers.c
    query = sa.select(about.name).where(about.role == ADMINISTRATOR, about.active)
    held = set(connection.execute(query.order_by(about.name).with_for_update()).scalars())
    if held == {name}:
        raise LastAdministrator(name)


def _hashed(password: str) -> str:
    if len(password) < _SHORTEST:
        raise UsageError(f"the password is too short: use at least {_SHORTEST} characters")
    return _HASHER.hash(password)


def _token(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def same(left: str, right: str) -> bool:
    """Whether two secrets are equal, in a time that tells nothing."""
    return hmac.compare_digest(*(one.encode("utf-8", "surrogatepass") for one in (left, right)))
