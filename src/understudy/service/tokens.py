"""What is needed to restore a text, sealed: only the service that made it can open it."""

from __future__ import annotations

import base64
import json
from collections.abc import Sequence
from typing import Any

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from understudy.core.draw import fresh_key
from understudy.core.types import Edit
from understudy.service.failures import Refused

__all__ = ["Sealer"]

_NONCE = 12


class Sealer:
    """Seals the originals of a text into a token. The key lives in memory unless one is given, so
    that no token outlives the service."""

    def __init__(self, key: bytes | None = None) -> None:
        self._cipher = AESGCM((key or fresh_key())[:32])

    def seal(self, released: str, edits: Sequence[Edit]) -> str:
        """The token of a released text."""
        moved, rows = 0, []
        for edit in edits:
            start = edit.entity.span.start + moved
            rows.append([start, start + len(edit.surrogate), edit.original])
            moved += len(edit.surrogate) - len(edit.original)
        data = json.dumps({"text": released, "edits": rows}).encode("utf-8", "surrogatepass")
        nonce = fresh_key()[:_NONCE]
        return base64.urlsafe_b64encode(nonce + self._cipher.encrypt(nonce, data, None)).decode()

    def restored(self, text: str, token: str) -> str:
        """The original of a released text; refused if the text is not the one that was sealed."""
        try:
            raw = base64.urlsafe_b64decode(token.encode("ascii"))
            data: dict[str, Any] = json.loads(
                self._cipher.decrypt(raw[:_NONCE], raw[_NONCE:], None)
            )
        except (ValueError, InvalidTag):
            raise Refused(400, "token", "the token is not of this service, or damaged") from None
        if data["text"] != text:
            raise Refused(409, "changed", "the text has changed since it was released")
        pieces: list[str] = []
        last = 0
        for start, end, original in data["edits"]:
            pieces += (text[last:start], original)
            last = end
        return "".join((*pieces, text[last:]))
