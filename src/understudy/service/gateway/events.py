"""Server-sent events, as they are read and sent."""

from __future__ import annotations

import codecs
import io
from collections.abc import AsyncIterator
from typing import NamedTuple

__all__ = ["Event", "events"]

_LIFE = ":"
"""The name of an event that says nothing: a comment, which keeps a connection open."""
_UTF8 = codecs.getincrementaldecoder("utf-8-sig")


class Event(NamedTuple):
    """A server-sent event."""

    name: str
    data: str

    def __repr__(self) -> str:
        return f"Event({self.name!r})"

    def packed(self) -> bytes:
        """As it is sent."""
        if self.name == _LIFE:
            return b":\n\n"
        name = f"event: {self.name}\n" if self.name else ""
        lines = "".join(f"data: {line}\n" for line in self.data.split("\n"))
        return f"{name}{lines}\n".encode()


async def events(pieces: AsyncIterator[bytes]) -> AsyncIterator[Event]:
    """The events of a stream, and its signs of life."""
    name = ""
    data: list[str] = []
    async for line in _lines(pieces):
        if not line:
            if data:
                yield Event(name, "\n".join(data))
            name, data = "", []
        elif line.startswith("data:"):
            data.append(line[5:].removeprefix(" "))
        elif line.startswith("event:"):
            name = line[6:].strip()
        elif line.startswith(_LIFE):
            yield Event(_LIFE, "")
    if data:
        yield Event(name, "\n".join(data))


async def _lines(pieces: AsyncIterator[bytes]) -> AsyncIterator[str]:
    """The lines of a stream. They end where the standard of such streams says, and nowhere else:
    what Unicode calls the end of a line as well may stand within a JSON string."""
    decoder = io.IncrementalNewlineDecoder(_UTF8("replace"), translate=True)
    begun: list[str] = []
    async for piece in pieces:
        first, *more = decoder.decode(piece).split("\n")
        begun.append(first)
        for line in more:
            yield "".join(begun)
            begun = [line]
    first, *more = decoder.decode(b"", final=True).split("\n")
    for line in ("".join((*begun, first)), *more):
        yield line
