"""What a gateway forwards, and how."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

from understudy.core.errors import UsageError

__all__ = ["BY_KEY", "BY_PREFIX", "DROP", "REFUSE", "GatewaySettings", "check_upstream"]

BY_PREFIX, BY_KEY = "prefix", "key"
"""How a conversation is known where no header names it: by its messages so far, or by the key of
the client, all of whose conversations are one then."""
REFUSE, DROP = "refuse", "drop"
"""What becomes of content that is no text."""


@dataclass(frozen=True)
class GatewaySettings:
    """Limits, policies and sessions of a gateway."""

    upstream: str
    """The base address, as in https://api.openai.com."""
    policy: str = "surrogate"
    routes: tuple[tuple[str, str], ...] = ()
    """A path, and the policy that holds there in place of the general one."""
    session: str = BY_PREFIX
    session_file: Path | None = None
    """Where sessions are kept, encrypted; in memory if there is none."""
    session_key: bytes | None = field(default=None, repr=False)
    expiry: float = 3600.0
    """Seconds after which a session that nobody has used is forgotten."""
    sessions: int = 10_000
    """How many are kept in memory."""
    other_content: str = REFUSE
    dry_run: bool = False
    """Forwards requests as they are, and only counts what would have been replaced."""
    languages: tuple[str, ...] = ()
    max_bytes: int = 10_000_000
    max_answer: int = 50_000_000
    """Bytes of an answer that is read whole."""
    timeout: float = 300.0
    """Seconds without a sign from upstream."""
    queue: int = 256
    per_client: int = 32
    keys: tuple[tuple[str, str], ...] = ()
    """The name and the SHA-256 of each key of the gateway itself."""


def check_upstream(address: str) -> str:
    """The base address without a path that every route has; refused if it is none."""
    try:
        parts = urlsplit(address)
        host, _ = parts.hostname, parts.port
    except ValueError:
        raise UsageError("--upstream: no address of a server") from None
    if parts.scheme not in ("http", "https") or not host:
        raise UsageError("--upstream: must begin with http:// or https:// and name a server")
    if parts.username or parts.password or parts.query or parts.fragment:
        raise UsageError("--upstream: has neither a user, a query nor a fragment")
    path = parts.path.rstrip("/").removesuffix("/v1")
    return f"{parts.scheme}://{parts.netloc}{path}"
