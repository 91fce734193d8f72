"""Connections whose next request does not arrive are closed.

The server gives up on an idle connection between two requests; one that never begins a request, or
that stops in the middle of its head, would stay open for ever.
"""

from __future__ import annotations

import asyncio
from typing import Any

__all__ = ["impatient"]


def impatient(seconds: float) -> type[asyncio.Protocol]:
    """The protocol of the server, which waits so long for the head of a request."""
    from uvicorn.protocols.http.auto import (  # noqa: PLC0415 - of the extra
        AutoHTTPProtocol,
    )

    served: Any = AutoHTTPProtocol

    class Impatient(served):  # type: ignore[misc]
        """Closes a connection on which no head of a request arrives."""

        _waiting: asyncio.TimerHandle | None = None

        def connection_made(self, transport: Any) -> None:
            super().connection_made(transport)
            self._watch()

        def data_received(self, data: bytes) -> None:
            super().data_received(data)
            self._watch()

        def connection_lost(self, error: Exception | None) -> None:
            self._forget()
            super().connection_lost(error)

        def _watch(self) -> None:
            if self._asked():
                self._forget()
            elif self._waiting is None:
                self._waiting = asyncio.get_running_loop().call_later(seconds, self._give_up)

        def _forget(self) -> None:
            if self._waiting is not None:
                self._waiting.cancel()
                self._waiting = None

        def _asked(self) -> bool:
            """Whether a request is under way."""
            return self.cycle is not None and not self.cycle.response_complete

        def _give_up(self) -> None:
            self._waiting = None
            if not self._asked():
                self.transport.close()

    made: type[asyncio.Protocol] = Impatient
    return made
