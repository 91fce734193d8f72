"""What a service allows."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Settings"]


@dataclass(frozen=True)
class Settings:
    """Limits and policies of a service."""

    policies: tuple[str, ...] = ("surrogate",)
    """Names of presets and policy files that may be asked for; the first one is the default."""
    languages: tuple[str, ...] = ()
    """Loaded before the service is ready; empty for the default one alone."""
    max_bytes: int = 10_000_000
    """Of the body of a request, and of a line where lines are streamed."""
    max_texts: int = 1_000
    """In one request."""
    timeout: float = 60.0
    """Seconds that a request may wait for its turn and its answer."""
    queue: int = 256
    """Texts that may wait; one more is told to come again later."""
    per_client: int = 32
    """Requests of one client at the same time."""
    keys: tuple[tuple[str, str], ...] = ()
    """The name and the SHA-256 of each API key; none: whoever reaches the port may ask."""
    presidio_root: bool = False
    """Whether Presidio's paths are served at the root as well."""
    presidio_policy: str = "typed"
    """The policy whose detectors answer Presidio's requests."""
