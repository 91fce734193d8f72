"""The routes of administrators: accounts, the audit, the export."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path
from typing import Annotated, Any

from fastapi import APIRouter, Depends
from fastapi.responses import FileResponse, StreamingResponse
from starlette.background import BackgroundTask

from understudy.core.errors import UsageError
from understudy.review.accounts import ADMINISTRATOR, Accounts, Session
from understudy.review.audit import audit as told
from understudy.review.export import export
from understudy.review.folder import EXPORT
from understudy.review.guard import wants
from understudy.review.messages import Account, AccountChange
from understudy.review.room import Room

__all__ = ["router"]

Administrator = Annotated[Session, Depends(wants(ADMINISTRATOR))]
_MODES = ("release", "identify")


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

    @routes.get("/export")
    def exported(who: Administrator, mode: str = "release") -> FileResponse:
        """The corpus, released or annotated, in its own format."""
        if mode not in _MODES:
            raise UsageError(f"mode is one of {', '.join(_MODES)}")
        folder = Path(tempfile.mkdtemp(dir=room.desk.folder, prefix=EXPORT))
        gone = BackgroundTask(shutil.rmtree, folder, ignore_errors=True)
        try:
            made = _exported(room, folder, mode)
        except BaseException:
            shutil.rmtree(folder, ignore_errors=True)
            raise
        return FileResponse(made, filename=made.name, background=gone)

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


def _exported(room: Room, folder: Path, mode: str) -> Path:
    """The exported file; a folder comes as one archive."""
    source = Path(room.desk.settings.corpus)
    name = f"{'release' if mode == 'release' else 'annotated'}-{source.name}"
    target = folder / name
    try:
        export(room.desk, str(target), mode=mode)
    except UsageError:
        if mode == "release" or source.is_dir():
            raise
        target = folder / f"{name}.jsonl"  # a format that has no annotations of its own
        export(room.desk, str(target), mode=mode)
    if target.is_dir():
        return Path(shutil.make_archive(str(target), "zip", target))
    return target
