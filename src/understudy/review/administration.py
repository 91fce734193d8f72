"""The routes of administrators: accounts, the audit, the export."""

from __future__ import annotations

import secrets
import shutil
import tempfile
import zipfile
from pathlib import Path
from typing import Annotated, Any

from fastapi import APIRouter, Depends
from fastapi.responses import FileResponse, StreamingResponse
from starlette.background import BackgroundTask

from understudy.core.errors import UsageError
from understudy.report.facts import Facts
from understudy.review.accounts import ADMINISTRATOR, Accounts, Session
from understudy.review.audit import audit as told
from understudy.review.database import Missing
from understudy.review.export import export
from understudy.review.folder import EXPORT
from understudy.review.guard import wants
from understudy.review.messages import Account, AccountChange, Export
from understudy.review.room import Room

__all__ = ["router"]

Administrator = Annotated[Session, Depends(wants(ADMINISTRATOR))]
_MODES = ("release", "identify")
_MOST_WRITTEN = 3
"""Exports that nobody has fetched yet."""


def router(room: Room, accounts: Accounts) -> APIRouter:
    """The routes."""
    routes = APIRouter(prefix="/api")

    @routes.get("/audit")
    def audit(who: Administrator) -> StreamingResponse:
        """All decisions and all changes of policy, lists, samples and accounts: who, when, before,
        after; as JSON lines."""
        headers = {"Content-Disposition": 'attachment; filename="audit.jsonl"'}
        lines = (one.text for one in told(room.desk))
        return StreamingResponse(lines, media_type="application/x-ndjson", headers=headers)

    written: dict[str, Path] = {}

    @routes.post("/exports")
    def export_(asked: Export, who: Administrator) -> dict[str, Any]:
        """Write the corpus, released or annotated, in its own format, to be fetched once; the
        answer says what the release protects, and what to be aware of."""
        if asked.mode not in _MODES:
            raise UsageError(f"mode is one of {', '.join(_MODES)}")
        folder = Path(tempfile.mkdtemp(dir=room.desk.folder, prefix=EXPORT))
        try:
            made, facts = _exported(room, folder, asked.mode)
        except BaseException:
            shutil.rmtree(folder, ignore_errors=True)
            raise
        name = secrets.token_urlsafe(16)
        written[name] = made
        while len(written) > _MOST_WRITTEN:
            shutil.rmtree(written.pop(next(iter(written))).parent, ignore_errors=True)
        return {"name": name, "told": [] if facts is None else list(facts.lines())}

    @routes.get("/exports/{name}")
    def fetch(name: str, who: Administrator) -> FileResponse:
        """What was written, which is deleted behind it."""
        made = written.pop(name, None)
        if made is None:
            raise Missing("no such export; it can be fetched once")
        gone = BackgroundTask(shutil.rmtree, made.parent, ignore_errors=True)
        return FileResponse(made, filename=_sayable(made.name), background=gone)

    @routes.get("/readers")
    def readers(who: Administrator) -> dict[str, Any]:
        """The accounts."""
        rows = [{"name": a, "role": b, "active": c} for a, b, c in accounts.all()]
        return {"readers": rows}

    @routes.post("/readers")
    def add(asked: Account, who: Administrator) -> dict[str, Any]:
        """A new account."""
        accounts.add(asked.name, asked.password, asked.role, by=who.reader)
        return {"added": True}

    @routes.post("/readers/{name}")
    def change(name: str, asked: AccountChange, who: Administrator) -> dict[str, Any]:
        """Change an account."""
        accounts.change(
            name,
            password=asked.password,
            role=asked.role,
            active=asked.active,
            by=who.reader,
        )
        return {"changed": True}

    return routes


def _exported(room: Room, folder: Path, mode: str) -> tuple[Path, Facts | None]:
    """The exported file; a folder comes as one archive. With what the report says of a release."""
    source = Path(room.desk.settings.corpus)
    name = f"{'release' if mode == 'release' else 'annotated'}-{source.name}"
    target = folder / name
    try:
        facts = export(room.desk, str(target), mode=mode).facts
    except UsageError:
        if mode == "release" or source.is_dir():
            raise
        target = folder / f"{name}.jsonl"  # a format that has no annotations of its own
        facts = export(room.desk, str(target), mode=mode).facts
    return (_packed(target) if target.is_dir() else target), facts


def _packed(folder: Path) -> Path:
    """A folder as an archive. Names of files may be no UTF-8, which an archive cannot hold."""
    packed = folder.with_name(f"{folder.name}.zip")
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                archive.write(path, _sayable(str(path.relative_to(folder))))
    return packed


def _sayable(name: str) -> str:
    """A name whose bytes that are no UTF-8 are written out."""
    return name.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")
